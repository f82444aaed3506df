//! The create term definition algorithm (JSON-LD 1.1 API, section 4.2.2).

use super::{
    Inputs,
    active_context::State,
    local_context::{Defined, LocalContext, is_context_keyword},
    term::{Container, Mapping, TermDefinition, TypeMapping},
};
use crate::{
    ProcessingMode,
    error::{JsonLdError, Result},
    expansion::iri_expansion::{self, split_compact},
    iri,
    keyword::{Keyword, has_keyword_form},
    processor::Processor,
};
use adp_json::{Code, Json, Member, Object, Offset, Text, Value};
use std::sync::Arc;

/// The cost of a definition, in units of a term lookup.
const DEFINITION_WORK: usize = 8;

/// Maximum length of a dependency chain of definitions: `a` needs the prefix of its IRI, which needs its own prefix,
/// and so on.
const DEPENDENCY_DEPTH: usize = 32;

/// The context under construction, and the inputs of the algorithm except for the term.
pub(crate) struct Creation<'i, 'c> {
    pub(crate) state: &'i mut State,
    pub(crate) local: LocalContext<'c>,
    pub(crate) protected: bool,
    pub(crate) inputs: Inputs<'i>,
    pub(crate) depth: usize,
}

/// A definition in progress, and its term.
pub(crate) struct Draft<'c> {
    pub(crate) member: &'c Member,
    pub(crate) definition: TermDefinition,
    /// The members of the definition; `None` for the simple forms `"term": "iri"` and `"term": null`.
    pub(crate) object: Option<&'c Object>,
}

impl<'c> Draft<'c> {
    pub(crate) fn get(&self, keyword: &str) -> Option<&'c Json> {
        self.object.and_then(|object| object.get(keyword))
    }
}

/// Whether a mapping has the syntax of an IRI or of a blank node identifier.
fn is_iri_or_blank(text: &str) -> bool {
    iri::is_absolute(text) || text.starts_with("_:")
}

impl Processor<'_> {
    /// 5.13) of context processing: defines all terms of a local context.
    pub(crate) fn define_terms(
        &mut self,
        state: &mut State,
        local: LocalContext<'_>,
        protected: bool,
        inputs: Inputs<'_>,
    ) -> Result<()> {
        let mut creation = Creation { state, local, protected, inputs, depth: 0 };
        for at in 0..creation.local.len() {
            if creation.local.members.get(at).is_some_and(|member| !is_context_keyword(member.name())) {
                self.create_term(&mut creation, at)?;
            }
        }
        Ok(())
    }

    /// Creates the definition of the local context's member `at`.
    fn create_term(&mut self, creation: &mut Creation<'_, '_>, at: usize) -> Result<()> {
        let (Some(&member), Some(defined)) = (creation.local.members.get(at), creation.local.defined.get_mut(at))
        else {
            return Ok(());
        };
        let term = member.name();
        // 1)
        match *defined {
            Defined::Yes => return Ok(()),
            Defined::InProgress => {
                let message = format!("the definition of {term:?} depends on itself");
                return Err(self.fault(Code::CYCLIC_IRI_MAPPING, member.name_offset(), message));
            }
            Defined::No => {}
        }
        // 2)
        if term.is_empty() {
            let message = "the empty string is defined as a term; give it a name";
            return Err(self.fault(Code::INVALID_TERM_DEFINITION, member.name_offset(), message));
        }
        *defined = Defined::InProgress;
        let charged_at = self.charged_at(member.name_offset());
        self.budget.work(DEFINITION_WORK, charged_at)?;
        if creation.depth >= DEPENDENCY_DEPTH {
            let message = format!(
                "the definition of {term:?} depends on a chain of {DEPENDENCY_DEPTH} others; write absolute IRIs"
            );
            return Err(self.fault(Code::JSONLD_BUDGET, member.name_offset(), message));
        }
        creation.depth += 1;
        let created = self.create_new_term(creation, member);
        creation.depth -= 1;
        if let Some(definition) = created? {
            // 28)
            creation.state.terms.insert(term.clone(), Arc::new(definition));
        }
        if let Some(defined) = creation.local.defined.get_mut(at) {
            *defined = Defined::Yes;
        }
        Ok(())
    }

    /// 3) to 27) The definition, or `None` for an ignored term.
    fn create_new_term<'c>(
        &mut self,
        creation: &mut Creation<'_, 'c>,
        member: &'c Member,
    ) -> Result<Option<TermDefinition>> {
        let term = member.name();
        // 4) 5)
        if term.starts_with('@') {
            if term.as_str() == "@type" {
                self.check_type_definition(member)?;
            } else if Keyword::from_text(term).is_some() {
                let message = format!("the keyword {term} is defined as a term; keywords cannot be redefined");
                return Err(self.fault(Code::KEYWORD_REDEFINITION, member.name_offset(), message));
            } else if has_keyword_form(term) {
                return Ok(None);
            }
        }
        // 6) the previous definition is replaced at the end; nothing reads it in between 7) to 9)
        let (object, simple) = match member.value().value() {
            Value::Null => (None, None),
            Value::String(_) => (None, Some(member.value())),
            Value::Object(object) => (Some(object), None),
            _ => {
                let message = format!(
                    "the definition of {term:?} is {}, expected an IRI, an object or null",
                    member.value().kind()
                );
                return Err(self.fault(Code::INVALID_TERM_DEFINITION, member.value().offset(), message));
            }
        };
        // 10)
        let mut draft = Draft { member, definition: TermDefinition::new(creation.protected), object };
        // 26) first: a definition with unknown members is ignored
        self.check_entries(&draft)?;
        // 11)
        if let Some(value) = draft.get("@protected") {
            draft.definition.protected = self.boolean(value, Code::INVALID_PROTECTED_VALUE, "`@protected`")?;
            self.require_1_1_in_term(value.offset(), "@protected")?;
        }
        self.set_type_mapping(creation, &mut draft)?;
        let id = if object.is_some() { draft.get("@id") } else { simple };
        let maps_to_null = member.value().is_null() || id.is_some_and(Json::is_null);
        if let Some(reverse) = draft.get("@reverse") {
            if !self.set_reverse(creation, &mut draft, reverse)? {
                return Ok(None);
            }
        } else if let Some(id) = id.filter(|id| !id.is_null() && id.as_str() != Some(term)) {
            if !self.set_id(creation, &mut draft, id, simple.is_some())? {
                return Ok(None);
            }
        } else if !maps_to_null {
            self.set_implied_mapping(creation, &mut draft)?;
        }
        if let Some(value) = draft.get("@container").filter(|_| !draft.definition.reverse) {
            self.set_container(&mut draft, value)?;
        }
        self.set_index(creation, &mut draft)?;
        self.set_scoped_context(creation, &mut draft)?;
        self.set_language_and_direction_of_term(&mut draft)?;
        self.set_nest_and_prefix(&mut draft)?;
        // 27)
        if !creation.inputs.override_protected
            && creation.state.terms.any_protected
            && let Some(previous) = creation.state.terms.get(term)
            && previous.protected
        {
            if !draft.definition.says_the_same_as(previous) {
                let message = format!("the term {term:?} is protected and redefined here; use another name");
                return Err(self.fault(Code::PROTECTED_TERM_REDEFINITION, member.name_offset(), message));
            }
            draft.definition.protected = true;
        }
        Ok(Some(draft.definition))
    }

    /// 4) The allowed definition of `@type`.
    fn check_type_definition(&self, member: &Member) -> Result<()> {
        let allowed = member.value().as_object().is_some_and(|object| {
            !object.is_empty()
                && object.iter().all(|entry| match entry.name().as_str() {
                    "@container" => match entry.value().value() {
                        Value::String(container) => container.as_str() == "@set",
                        Value::Array(items) => matches!(items.as_slice(), [only] if only.as_str() == Some("@set")),
                        _ => false,
                    },
                    "@protected" => true,
                    _ => false,
                })
        });
        if !allowed || self.mode == ProcessingMode::JsonLd10 {
            let message = "a definition of `@type` may only contain `\"@container\": \"@set\"` and `@protected`";
            return Err(self.fault(Code::KEYWORD_REDEFINITION, member.name_offset(), message));
        }
        Ok(())
    }

    /// 26)
    fn check_entries(&self, draft: &Draft<'_>) -> Result<()> {
        for entry in draft.object.into_iter().flatten() {
            if !matches!(
                entry.name().as_str(),
                "@id"
                    | "@reverse"
                    | "@container"
                    | "@context"
                    | "@direction"
                    | "@index"
                    | "@language"
                    | "@nest"
                    | "@prefix"
                    | "@protected"
                    | "@type"
            ) {
                let message =
                    format!("the definition of {:?} has the unknown member {:?}", draft.member.name(), entry.name());
                return Err(self.fault(Code::INVALID_TERM_DEFINITION, entry.name_offset(), message));
            }
        }
        Ok(())
    }

    /// 12)
    fn set_type_mapping(&mut self, creation: &mut Creation<'_, '_>, draft: &mut Draft<'_>) -> Result<()> {
        let Some(value) = draft.get("@type") else { return Ok(()) };
        // 12.1)
        let what = format_args!("`@type` of the term {:?}", draft.member.name());
        let text = self.text(value, Code::INVALID_TYPE_MAPPING, what, "a string")?;
        // 12.2)
        let expanded = self.expand_iri_defining(creation, text, value.offset())?;
        let mapping = match expanded {
            Mapping::Keyword(Keyword::Id) => TypeMapping::Id,
            Mapping::Keyword(Keyword::Vocab) => TypeMapping::Vocab,
            // 12.3)
            Mapping::Keyword(Keyword::Json) if self.mode == ProcessingMode::JsonLd11 => TypeMapping::Json,
            Mapping::Keyword(Keyword::None) if self.mode == ProcessingMode::JsonLd11 => TypeMapping::None,
            Mapping::Iri(iri) if iri::is_absolute(&iri) => TypeMapping::Datatype(iri),
            // 12.4)
            _ => {
                let message = format!(
                    "`@type` of the term {:?} is {text:?}, expected an IRI, a compact IRI, `@id`, `@vocab`, `@json` or `@none`",
                    draft.member.name()
                );
                return Err(self.fault(Code::INVALID_TYPE_MAPPING, value.offset(), message));
            }
        };
        // 12.5)
        draft.definition.type_mapping = Some(mapping);
        Ok(())
    }

    /// 13) Returns whether the term is defined.
    fn set_reverse(&mut self, creation: &mut Creation<'_, '_>, draft: &mut Draft<'_>, reverse: &Json) -> Result<bool> {
        let (term, at) = (draft.member.name(), reverse.offset());
        // 13.1)
        if draft.get("@id").is_some() || draft.get("@nest").is_some() {
            let message = format!("the reverse property {term:?} has `@id` or `@nest`; it may only have `@reverse`");
            return Err(self.fault(Code::INVALID_REVERSE_PROPERTY, at, message));
        }
        // 13.2)
        let what = format_args!("`@reverse` of the term {term:?}");
        let text = self.text(reverse, Code::INVALID_IRI_MAPPING, what, "an IRI")?;
        // 13.3)
        if has_keyword_form(text) {
            return Ok(false);
        }
        // 13.4)
        match self.expand_iri_defining(creation, text, at)? {
            Mapping::Iri(iri) if is_iri_or_blank(&iri) => draft.definition.mapping = Mapping::Iri(iri),
            _ => {
                let message =
                    format!("`@reverse` of the term {term:?} is {text:?}, which is not an IRI under this context");
                return Err(self.fault(Code::INVALID_IRI_MAPPING, at, message));
            }
        }
        // 13.5)
        if let Some(container) = draft.get("@container") {
            draft.definition.container = match container.value() {
                Value::Null => Container::default(),
                Value::String(text) if text.as_str() == "@set" => Container::SET,
                Value::String(text) if text.as_str() == "@index" => Container::INDEX,
                _ => {
                    let message =
                        format!("`@container` of the reverse property {term:?} may only be `@set`, `@index` or null");
                    return Err(self.fault(Code::INVALID_REVERSE_PROPERTY, container.offset(), message));
                }
            };
        }
        // 13.6) 13.7) other entries (an index mapping, a scoped context) are read as usual
        draft.definition.reverse = true;
        Ok(true)
    }

    /// 14.2) Returns whether the term is defined.
    fn set_id(
        &mut self,
        creation: &mut Creation<'_, '_>,
        draft: &mut Draft<'_>,
        id: &Json,
        simple: bool,
    ) -> Result<bool> {
        let (term, at) = (draft.member.name(), id.offset());
        // 14.2.1)
        let what = format_args!("`@id` of the term {term:?}");
        let text = self.text(id, Code::INVALID_IRI_MAPPING, what, "an IRI or null")?;
        // 14.2.2)
        if Keyword::from_text(text).is_none() && has_keyword_form(text) {
            return Ok(false);
        }
        // 14.2.3)
        let mapping = self.expand_iri_defining(creation, text, at)?;
        match &mapping {
            Mapping::Keyword(Keyword::Context) => {
                let message = format!("the term {term:?} is an alias of `@context`, which cannot have aliases");
                return Err(self.fault(Code::INVALID_KEYWORD_ALIAS, at, message));
            }
            Mapping::Keyword(_) => {}
            Mapping::Iri(iri) if is_iri_or_blank(iri) => {}
            _ => {
                let message =
                    format!("the term {term:?} is mapped to {text:?}, which is not an IRI under this context");
                return Err(self.fault(Code::INVALID_IRI_MAPPING, at, message));
            }
        }
        // 14.2.4)
        let inner_colon = term.bytes().enumerate().any(|(at, byte)| byte == b':' && at > 0 && at + 1 < term.len());
        if inner_colon || term.contains('/') {
            // 14.2.4.1)
            if let Some(defined) = creation.local.position(term).and_then(|at| creation.local.defined.get_mut(at)) {
                *defined = Defined::Yes;
            }
            // 14.2.4.2) the term itself, expanded as if undefined
            self.define_prefix(creation, term)?;
            let expanded = iri_expansion::expand_undefined(creation.state, term, false, true);
            self.charge_iri(&expanded, at)?;
            if expanded != mapping {
                let message =
                    format!("the term {term:?} has the form of an IRI, but is mapped to a different IRI, {text:?}");
                return Err(self.fault(Code::INVALID_IRI_MAPPING, at, message));
            }
        }
        // 14.2.5)
        if simple && !term.contains([':', '/']) {
            draft.definition.prefix = match &mapping {
                Mapping::Iri(iri) => iri.ends_with([':', '/', '?', '#', '[', ']', '@']) || iri.starts_with("_:"),
                _ => false,
            };
        }
        draft.definition.mapping = mapping;
        Ok(true)
    }

    /// 15) to 18) The mapping of a term without an explicit one.
    fn set_implied_mapping(&mut self, creation: &mut Creation<'_, '_>, draft: &mut Draft<'_>) -> Result<()> {
        let (term, at) = (draft.member.name(), draft.member.name_offset());
        draft.definition.mapping = if let Some((prefix, suffix)) = split_compact(term) {
            // 15.1)
            self.define_prefix(creation, term)?;
            // 15.2) 15.3)
            match creation.state.terms.get(prefix).and_then(|definition| definition.mapping.as_str()) {
                Some(namespace) => Mapping::Iri(Text::joined(namespace, suffix)),
                None => Mapping::Iri(term.clone()),
            }
        } else if term.contains('/') {
            // 16)
            match iri_expansion::expand_undefined(creation.state, term, false, true) {
                Mapping::Iri(iri) if is_iri_or_blank(&iri) => Mapping::Iri(iri),
                _ => return Err(self.no_mapping(term, at)),
            }
        } else if term.as_str() == "@type" {
            // 17)
            Mapping::Keyword(Keyword::Type)
        } else {
            // 18)
            match &creation.state.vocab {
                Some(vocabulary) => Mapping::Iri(Text::joined(vocabulary, term)),
                None => return Err(self.no_mapping(term, at)),
            }
        };
        self.charge_iri(&draft.definition.mapping, at)
    }

    #[cold]
    fn no_mapping(&self, term: &str, at: Offset) -> JsonLdError {
        let message = format!(
            "the term {term:?} is not mapped to an IRI; give it an `@id`, or set `@vocab` in the context before it"
        );
        self.fault(Code::INVALID_IRI_MAPPING, at, message)
    }

    pub(crate) fn require_1_1_in_term(&self, at: Offset, keyword: &str) -> Result<()> {
        if self.mode == ProcessingMode::JsonLd10 {
            let message = format!("`{keyword}` is not allowed in a term definition in processing mode json-ld-1.0");
            return Err(self.fault(Code::INVALID_TERM_DEFINITION, at, message));
        }
        Ok(())
    }

    /// IRI expansion (section 5.2) inside a local context: terms that it depends on are defined first.
    pub(crate) fn expand_iri_defining(
        &mut self,
        creation: &mut Creation<'_, '_>,
        value: &Text,
        at: Offset,
    ) -> Result<Mapping> {
        // 1) 2) come before 3)
        if Keyword::from_text(value).is_none() && !has_keyword_form(value) {
            // 3)
            let compact = split_compact(value);
            let position = match compact {
                Some(_) => creation.local.position_of_compact(value),
                None => creation.local.position(value),
            };
            if let Some(position) = position {
                self.create_term(creation, position)?;
            }
            // 4) 5) come before 6.3)
            if compact.is_some() && creation.state.terms.get_compact(value).is_none() {
                self.define_prefix(creation, value)?;
            }
        }
        let expanded = iri_expansion::expand(creation.state, value, false, true);
        self.charge_iri(&expanded, at)?;
        Ok(expanded)
    }

    /// 6.3) Defines the prefix of a compact IRI, if the local context contains it.
    fn define_prefix(&mut self, creation: &mut Creation<'_, '_>, value: &str) -> Result<()> {
        let Some((prefix, suffix)) = split_compact(value) else { return Ok(()) };
        if prefix == "_" || suffix.starts_with("//") {
            return Ok(());
        }
        match creation.local.position(prefix) {
            Some(position) => self.create_term(creation, position),
            None => Ok(()),
        }
    }

    fn charge_iri(&mut self, mapping: &Mapping, at: Offset) -> Result<()> {
        let at = self.charged_at(at);
        self.budget.text(mapping.as_str().map_or(0, str::len), at)
    }
}
