//! The create term definition algorithm (JSON-LD 1.1 API, section 4.2.2).

use super::{
    ProcessingMode,
    active_context::State,
    context::Inputs,
    error::JsonLdError,
    iri_expansion::{self, concatenate, split_compact},
    keyword::{Keyword, has_keyword_form},
    processor::Processor,
    term::{Container, Direction, Mapping, ScopedContext, TermDefinition, TypeMapping},
};
use crate::{
    Code, iri,
    json::{Json, Member, Object, Offset, Text, Value},
};
use std::{collections::HashMap, sync::Arc};

/// A context definition being processed: its members, and which terms are defined already.
pub(super) struct LocalContext<'c> {
    members: Vec<&'c Member>,
    /// Where each name stands, for contexts of more than a few members.
    index: HashMap<&'c str, usize>,
    /// The algorithm's `defined`.
    defined: Vec<Defined>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Defined {
    No,
    InProgress,
    Yes,
}

/// Contexts up to this size are searched member by member.
const SEARCHED: usize = 12;

/// What a definition costs, in units of a term lookup.
const DEFINITION_WORK: usize = 8;

/// How many definitions may be waiting for each other: `a` for the prefix of its IRI, that for its own, and so on.
const DEPENDENCY_DEPTH: usize = 32;

impl<'c> LocalContext<'c> {
    pub(super) fn of(definition: &'c Object) -> Self {
        Self::new(definition.iter().collect())
    }

    /// A context definition over the one it imports: 5.6.8) of context processing.
    pub(super) fn merged(imported: &'c Object, definition: &'c Object) -> Self {
        let over = Self::of(definition);
        let mut members: Vec<&Member> =
            imported.iter().filter(|member| over.position(member.name()).is_none()).collect();
        members.extend(over.members);
        Self::new(members)
    }

    fn new(members: Vec<&'c Member>) -> Self {
        let index = if members.len() > SEARCHED {
            members.iter().enumerate().map(|(at, member)| (member.name().as_str(), at)).collect()
        } else {
            HashMap::new()
        };
        Self { defined: vec![Defined::No; members.len()], members, index }
    }

    fn position(&self, name: &str) -> Option<usize> {
        if self.members.len() > SEARCHED {
            self.index.get(name).copied()
        } else {
            self.members.iter().position(|member| member.name().as_str() == name)
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<&'c Json> {
        self.position(name).and_then(|at| self.members.get(at)).map(|member| member.value())
    }

    pub(super) fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there is anything but keywords.
    pub(super) fn defines_terms(&self) -> bool {
        self.members.iter().any(|member| !is_context_keyword(member.name()))
    }
}

/// The members of a context definition that are not terms.
fn is_context_keyword(name: &str) -> bool {
    matches!(
        Keyword::of(name),
        Some(
            Keyword::Base
                | Keyword::Direction
                | Keyword::Import
                | Keyword::Language
                | Keyword::Propagate
                | Keyword::Protected
                | Keyword::Version
                | Keyword::Vocab
        )
    )
}

/// What the algorithm is given, the term aside.
struct Creation<'i, 'c> {
    local: LocalContext<'c>,
    protected: bool,
    inputs: Inputs<'i>,
    depth: usize,
}

/// A definition under way: what it says, and the term it is for.
struct Draft<'c> {
    member: &'c Member,
    definition: TermDefinition,
    /// The members of the definition; none for the simple forms `"term": "iri"` and `"term": null`.
    object: Option<&'c Object>,
}

impl<'c> Draft<'c> {
    fn get(&self, keyword: &str) -> Option<&'c Json> {
        self.object.and_then(|object| object.get(keyword))
    }
}

impl Processor<'_> {
    /// 5.13) of context processing: defines every term of a local context.
    pub(super) fn define_terms(
        &mut self,
        state: &mut State,
        local: LocalContext<'_>,
        protected: bool,
        inputs: Inputs<'_>,
    ) -> Result<(), JsonLdError> {
        let mut creation = Creation { local, protected, inputs, depth: 0 };
        for at in 0..creation.local.len() {
            if creation.local.members.get(at).is_some_and(|member| !is_context_keyword(member.name())) {
                self.create_term(state, &mut creation, at)?;
            }
        }
        Ok(())
    }

    /// Creates the definition of the local context's member `at`.
    fn create_term(
        &mut self,
        state: &mut State,
        creation: &mut Creation<'_, '_>,
        at: usize,
    ) -> Result<(), JsonLdError> {
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
                return Err(self.fault(Code::CyclicIriMapping, member.name_offset(), message));
            }
            Defined::No => {}
        }
        // 2)
        if term.is_empty() {
            let message = "the empty string is defined as a term; give it a name";
            return Err(self.fault(Code::InvalidTermDefinition, member.name_offset(), message));
        }
        *defined = Defined::InProgress;
        let charged_at = self.charged_at(member.name_offset());
        self.budget.work(DEFINITION_WORK, charged_at)?;
        if creation.depth >= DEPENDENCY_DEPTH {
            let message = format!("the definition of {term:?} waits for {DEPENDENCY_DEPTH} others; write whole IRIs");
            return Err(self.fault(Code::JsonLdBudget, member.name_offset(), message));
        }
        creation.depth += 1;
        let created = self.create_new_term(state, creation, member);
        creation.depth -= 1;
        if let Some(definition) = created? {
            // 28)
            state.terms.insert(term.clone(), Arc::new(definition));
        }
        if let Some(defined) = creation.local.defined.get_mut(at) {
            *defined = Defined::Yes;
        }
        Ok(())
    }

    /// 3) to 27) The definition, or none for a term that is ignored.
    fn create_new_term<'c>(
        &mut self,
        state: &mut State,
        creation: &mut Creation<'_, 'c>,
        member: &'c Member,
    ) -> Result<Option<TermDefinition>, JsonLdError> {
        let term = member.name();
        // 4) 5)
        if term.starts_with('@') {
            if term.as_str() == "@type" {
                self.check_type_definition(member)?;
            } else if Keyword::of(term).is_some() {
                let message = format!("the keyword {term} is defined as a term; keywords cannot be redefined");
                return Err(self.fault(Code::KeywordRedefinition, member.name_offset(), message));
            } else if has_keyword_form(term) {
                return Ok(None);
            }
        }
        // 6) the previous definition is replaced at the end; until then nothing asks for it
        // 7) to 9)
        let (object, simple) = match member.value().value() {
            Value::Null => (None, None),
            Value::String(_) => (None, Some(member.value())),
            Value::Object(object) => (Some(object), None),
            _ => {
                let message = format!(
                    "the definition of {term:?} is {}, expected an IRI, an object or null",
                    member.value().kind()
                );
                return Err(self.fault(Code::InvalidTermDefinition, member.value().offset(), message));
            }
        };
        // 10)
        let mut draft = Draft { member, definition: TermDefinition::new(creation.protected), object };
        // 26) comes first: nothing of a definition with unknown members counts
        self.check_entries(&draft)?;
        // 11)
        if let Some(value) = draft.get("@protected") {
            let Some(flag) = value.as_bool() else {
                let message = format!("`@protected` is {}, expected true or false", value.kind());
                return Err(self.fault(Code::InvalidProtectedValue, value.offset(), message));
            };
            self.require_1_1_in_term(value.offset(), "@protected")?;
            draft.definition.protected = flag;
        }
        self.set_type_mapping(state, creation, &mut draft)?;
        let id = if object.is_some() { draft.get("@id") } else { simple };
        let maps_to_null = member.value().is_null() || id.is_some_and(Json::is_null);
        if let Some(reverse) = draft.get("@reverse") {
            if !self.set_reverse(state, creation, &mut draft, reverse)? {
                return Ok(None);
            }
        } else if let Some(id) = id.filter(|id| !id.is_null() && id.as_str() != Some(term)) {
            if !self.set_id(state, creation, &mut draft, id, simple.is_some())? {
                return Ok(None);
            }
        } else if !maps_to_null {
            self.set_implied_mapping(state, creation, &mut draft)?;
        }
        if let Some(value) = draft.get("@container").filter(|_| !draft.definition.reverse) {
            self.set_container(&mut draft, value)?;
        }
        self.set_index(state, creation, &mut draft)?;
        self.set_scoped_context(state, creation, &mut draft)?;
        self.set_language_and_direction_of_term(&mut draft)?;
        self.set_nest_and_prefix(&mut draft)?;
        // 27)
        if !creation.inputs.override_protected
            && let Some(previous) = state.terms.get(term)
            && previous.protected
        {
            if !draft.definition.says_the_same_as(previous) {
                let message = format!("the term {term:?} is protected and defined differently here; use another name");
                return Err(self.fault(Code::ProtectedTermRedefinition, member.name_offset(), message));
            }
            draft.definition.protected = true;
        }
        Ok(Some(draft.definition))
    }

    /// 4) What may be said about `@type`.
    fn check_type_definition(&self, member: &Member) -> Result<(), JsonLdError> {
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
            let message = "a definition of `@type` may only say `\"@container\": \"@set\"` and `@protected`";
            return Err(self.fault(Code::KeywordRedefinition, member.name_offset(), message));
        }
        Ok(())
    }

    /// 26)
    fn check_entries(&self, draft: &Draft<'_>) -> Result<(), JsonLdError> {
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
                return Err(self.fault(Code::InvalidTermDefinition, entry.name_offset(), message));
            }
        }
        Ok(())
    }

    /// 12)
    fn set_type_mapping(
        &mut self,
        state: &mut State,
        creation: &mut Creation<'_, '_>,
        draft: &mut Draft<'_>,
    ) -> Result<(), JsonLdError> {
        let Some(value) = draft.get("@type") else { return Ok(()) };
        // 12.1)
        let Some(text) = value.as_text() else {
            let message =
                format!("`@type` of the term {:?} is {}, expected a string", draft.member.name(), value.kind());
            return Err(self.fault(Code::InvalidTypeMapping, value.offset(), message));
        };
        // 12.2)
        let expanded = self.expand_iri_defining(state, creation, text, value.offset())?;
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
                return Err(self.fault(Code::InvalidTypeMapping, value.offset(), message));
            }
        };
        // 12.5)
        draft.definition.type_mapping = Some(mapping);
        Ok(())
    }

    /// 13) Whether the term counts.
    fn set_reverse(
        &mut self,
        state: &mut State,
        creation: &mut Creation<'_, '_>,
        draft: &mut Draft<'_>,
        reverse: &Json,
    ) -> Result<bool, JsonLdError> {
        let (term, at) = (draft.member.name(), reverse.offset());
        // 13.1)
        if draft.get("@id").is_some() || draft.get("@nest").is_some() {
            let message = format!("the reverse property {term:?} has `@id` or `@nest`; it may only have `@reverse`");
            return Err(self.fault(Code::InvalidReverseProperty, at, message));
        }
        // 13.2)
        let Some(text) = reverse.as_text() else {
            let message = format!("`@reverse` of the term {term:?} is {}, expected an IRI", reverse.kind());
            return Err(self.fault(Code::InvalidIriMapping, at, message));
        };
        // 13.3)
        if has_keyword_form(text) {
            return Ok(false);
        }
        // 13.4)
        match self.expand_iri_defining(state, creation, text, at)? {
            Mapping::Iri(iri) if iri.contains(':') => draft.definition.mapping = Mapping::Iri(iri),
            _ => {
                let message =
                    format!("`@reverse` of the term {term:?} is {text:?}, which is no IRI under this context");
                return Err(self.fault(Code::InvalidIriMapping, at, message));
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
                    return Err(self.fault(Code::InvalidReverseProperty, container.offset(), message));
                }
            };
        }
        // 13.6) 13.7) what else the definition says (an index mapping, a scoped context) is read like any other's
        draft.definition.reverse = true;
        Ok(true)
    }

    /// 14.2) Whether the term counts.
    fn set_id(
        &mut self,
        state: &mut State,
        creation: &mut Creation<'_, '_>,
        draft: &mut Draft<'_>,
        id: &Json,
        simple: bool,
    ) -> Result<bool, JsonLdError> {
        let (term, at) = (draft.member.name(), id.offset());
        // 14.2.1)
        let Some(text) = id.as_text() else {
            let message = format!("`@id` of the term {term:?} is {}, expected an IRI or null", id.kind());
            return Err(self.fault(Code::InvalidIriMapping, at, message));
        };
        // 14.2.2)
        if Keyword::of(text).is_none() && has_keyword_form(text) {
            return Ok(false);
        }
        // 14.2.3)
        let mapping = self.expand_iri_defining(state, creation, text, at)?;
        match &mapping {
            Mapping::Keyword(Keyword::Context) => {
                let message = format!("the term {term:?} is made an alias of `@context`, which has none");
                return Err(self.fault(Code::InvalidKeywordAlias, at, message));
            }
            Mapping::Keyword(_) => {}
            Mapping::Iri(iri) if iri.contains(':') => {}
            _ => {
                let message = format!("the term {term:?} is mapped to {text:?}, which is no IRI under this context");
                return Err(self.fault(Code::InvalidIriMapping, at, message));
            }
        }
        // 14.2.4)
        let inner_colon = term.bytes().enumerate().any(|(at, byte)| byte == b':' && at > 0 && at + 1 < term.len());
        if inner_colon || term.contains('/') {
            // 14.2.4.1)
            if let Some(defined) = creation.local.position(term).and_then(|at| creation.local.defined.get_mut(at)) {
                *defined = Defined::Yes;
            }
            // 14.2.4.2)
            if self.expand_term_as_iri(state, creation, term, at)? != mapping {
                let message =
                    format!("the term {term:?} has the form of an IRI, but is mapped to another one, {text:?}");
                return Err(self.fault(Code::InvalidIriMapping, at, message));
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

    /// 14.2.4.2) The term itself, expanded as if it were not defined.
    fn expand_term_as_iri(
        &mut self,
        state: &mut State,
        creation: &mut Creation<'_, '_>,
        term: &Text,
        at: Offset,
    ) -> Result<Mapping, JsonLdError> {
        self.define_prefix(state, creation, term)?;
        let expanded = iri_expansion::expand_undefined(state, term, false, true);
        self.charge_iri(&expanded, at)?;
        Ok(expanded)
    }

    /// 15) to 18) The mapping of a term that says none.
    fn set_implied_mapping(
        &mut self,
        state: &mut State,
        creation: &mut Creation<'_, '_>,
        draft: &mut Draft<'_>,
    ) -> Result<(), JsonLdError> {
        let (term, at) = (draft.member.name(), draft.member.name_offset());
        draft.definition.mapping = if let Some((prefix, suffix)) = split_compact(term) {
            // 15.1)
            self.define_prefix(state, creation, term)?;
            // 15.2) 15.3)
            match state.terms.get(prefix).and_then(|definition| definition.mapping.as_str()) {
                Some(namespace) => Mapping::Iri(concatenate(namespace, suffix)),
                None => Mapping::Iri(term.clone()),
            }
        } else if term.contains('/') {
            // 16)
            match iri_expansion::expand_undefined(state, term, false, true) {
                Mapping::Iri(iri) if iri.contains(':') => Mapping::Iri(iri),
                _ => return Err(self.no_mapping(term, at)),
            }
        } else if term.as_str() == "@type" {
            // 17)
            Mapping::Keyword(Keyword::Type)
        } else {
            // 18)
            match &state.vocab {
                Some(vocabulary) => Mapping::Iri(concatenate(vocabulary, term)),
                None => return Err(self.no_mapping(term, at)),
            }
        };
        let mapping = draft.definition.mapping.clone();
        self.charge_iri(&mapping, at)
    }

    #[cold]
    fn no_mapping(&self, term: &str, at: Offset) -> JsonLdError {
        let message = format!(
            "the term {term:?} is mapped to no IRI; give it an `@id`, or give the context a `@vocab` before it"
        );
        self.fault(Code::InvalidIriMapping, at, message)
    }

    /// 19)
    fn set_container(&mut self, draft: &mut Draft<'_>, value: &Json) -> Result<(), JsonLdError> {
        let refused = |processor: &Self| {
            let message = format!(
                "`@container` of the term {:?} is none of `@graph`, `@id`, `@index`, `@language`, `@list`, `@set`, `@type` or their combinations",
                draft.member.name()
            );
            processor.fault(Code::InvalidContainerMapping, value.offset(), message)
        };
        // 19.1)
        let mut container = Container::default();
        match value.value() {
            Value::Array(items) => {
                for item in items {
                    let one = Container::of(item.as_str().and_then(Keyword::of)).filter(|one| !container.has(*one));
                    container = container.with(one.ok_or_else(|| refused(self))?);
                }
            }
            _ => container = Container::of(value.as_str().and_then(Keyword::of)).ok_or_else(|| refused(self))?,
        }
        let but_set = container.without(Container::SET);
        let graph_map =
            but_set.has(Container::GRAPH) && but_set.len() == 2 && but_set.has(Container::ID.with(Container::INDEX));
        let allowed = match but_set.len() {
            0 => container.has(Container::SET),
            1 => !(but_set == Container::LIST && container.has(Container::SET)),
            _ => graph_map,
        };
        if !allowed {
            return Err(refused(self));
        }
        // 19.2)
        if self.mode == ProcessingMode::JsonLd10
            && (value.as_str().is_none() || container.has(Container::GRAPH.with(Container::ID).with(Container::TYPE)))
        {
            return Err(refused(self));
        }
        // 19.4)
        if container.has(Container::TYPE) {
            match draft.definition.type_mapping.get_or_insert(TypeMapping::Id) {
                TypeMapping::Id | TypeMapping::Vocab => {}
                _ => {
                    let message = format!(
                        "the term {:?} is a `@type` container, so its `@type` may only be `@id` or `@vocab`",
                        draft.member.name()
                    );
                    return Err(self.fault(Code::InvalidTypeMapping, value.offset(), message));
                }
            }
        }
        // 19.3)
        draft.definition.container = container;
        Ok(())
    }

    /// 20)
    fn set_index(
        &mut self,
        state: &mut State,
        creation: &mut Creation<'_, '_>,
        draft: &mut Draft<'_>,
    ) -> Result<(), JsonLdError> {
        let Some(value) = draft.get("@index") else { return Ok(()) };
        let term = draft.member.name();
        // 20.1)
        self.require_1_1_in_term(value.offset(), "@index")?;
        if !draft.definition.container.has(Container::INDEX) {
            let message = format!("the term {term:?} has `@index`, but `@container` does not include `@index`");
            return Err(self.fault(Code::InvalidTermDefinition, value.offset(), message));
        }
        // 20.2)
        let expanded = match value.as_text() {
            Some(text) => self.expand_iri_defining(state, creation, text, value.offset())?,
            None => Mapping::Null,
        };
        match (&expanded, value.as_text()) {
            (Mapping::Iri(iri), Some(text)) if iri::is_absolute(iri) => {
                // 20.3)
                draft.definition.index = Some(text.clone());
                Ok(())
            }
            _ => {
                let message = format!("`@index` of the term {term:?} is no property under this context");
                Err(self.fault(Code::InvalidTermDefinition, value.offset(), message))
            }
        }
    }

    /// 21)
    fn set_scoped_context(
        &mut self,
        state: &State,
        creation: &Creation<'_, '_>,
        draft: &mut Draft<'_>,
    ) -> Result<(), JsonLdError> {
        let Some(context) = draft.get("@context") else { return Ok(()) };
        // 21.1)
        self.require_1_1_in_term(context.offset(), "@context")?;
        // 21.3) processed only to find its errors; while the snapshot lives, new terms would go to a layer above it
        let snapshot = State::clone(state).freeze();
        let inputs = Inputs { override_protected: true, validate_scoped: false, propagate: true, ..creation.inputs };
        self.process_context(&snapshot, context, inputs).map_err(|error| match crate::Fault::code(&error) {
            // these two say what to do, the specification's code would not
            Code::JsonLdBudget | Code::ContextNotEmbedded => error,
            _ => error.with_code(Code::InvalidScopedContext),
        })?;
        // 21.4)
        draft.definition.scoped = Some(Box::new(ScopedContext {
            context: context.clone(),
            base_url: creation.inputs.base_url.cloned(),
            origin: self.origin.clone(),
        }));
        Ok(())
    }

    /// 22) 23)
    fn set_language_and_direction_of_term(&mut self, draft: &mut Draft<'_>) -> Result<(), JsonLdError> {
        if draft.get("@type").is_some() {
            return Ok(());
        }
        if let Some(value) = draft.get("@language") {
            draft.definition.language = match value.value() {
                Value::Null => Some(None),
                Value::String(language) => Some(Some(language.clone())),
                _ => {
                    let message = format!(
                        "`@language` of the term {:?} is {}, expected a language tag or null",
                        draft.member.name(),
                        value.kind()
                    );
                    return Err(self.fault(Code::InvalidLanguageMapping, value.offset(), message));
                }
            };
        }
        if let Some(value) = draft.get("@direction") {
            let direction = value.as_str().and_then(Direction::of);
            if direction.is_none() && !value.is_null() {
                let message = format!(
                    "`@direction` of the term {:?} is expected to be \"ltr\", \"rtl\" or null",
                    draft.member.name()
                );
                return Err(self.fault(Code::InvalidBaseDirection, value.offset(), message));
            }
            draft.definition.direction = Some(direction);
        }
        Ok(())
    }

    /// 24) 25)
    fn set_nest_and_prefix(&mut self, draft: &mut Draft<'_>) -> Result<(), JsonLdError> {
        let term = draft.member.name();
        if let Some(value) = draft.get("@nest") {
            self.require_1_1_in_term(value.offset(), "@nest")?;
            let nest = value.as_text().filter(|text| Keyword::of(text).is_none_or(|keyword| keyword == Keyword::Nest));
            let Some(nest) = nest else {
                let message =
                    format!("`@nest` of the term {term:?} is expected to be `@nest` or a term that is its alias");
                return Err(self.fault(Code::InvalidNestValue, value.offset(), message));
            };
            draft.definition.nest = Some(nest.clone());
        }
        if let Some(value) = draft.get("@prefix") {
            self.require_1_1_in_term(value.offset(), "@prefix")?;
            if term.contains([':', '/']) {
                let message = format!("{term:?} has the form of an IRI and cannot be a prefix");
                return Err(self.fault(Code::InvalidTermDefinition, value.offset(), message));
            }
            let Some(flag) = value.as_bool() else {
                let message = format!("`@prefix` of the term {term:?} is {}, expected true or false", value.kind());
                return Err(self.fault(Code::InvalidPrefixValue, value.offset(), message));
            };
            if flag && matches!(draft.definition.mapping, Mapping::Keyword(_)) {
                let message = format!("{term:?} is an alias of a keyword and cannot be a prefix");
                return Err(self.fault(Code::InvalidTermDefinition, value.offset(), message));
            }
            draft.definition.prefix = flag;
        }
        Ok(())
    }

    fn require_1_1_in_term(&self, at: Offset, keyword: &str) -> Result<(), JsonLdError> {
        if self.mode == ProcessingMode::JsonLd10 {
            let message = format!("`{keyword}` in a term definition under processing mode json-ld-1.0");
            return Err(self.fault(Code::InvalidTermDefinition, at, message));
        }
        Ok(())
    }

    /// IRI expansion (section 5.2) inside a local context: terms it depends on are defined first.
    fn expand_iri_defining(
        &mut self,
        state: &mut State,
        creation: &mut Creation<'_, '_>,
        value: &Text,
        at: Offset,
    ) -> Result<Mapping, JsonLdError> {
        // 1) 2) come before 3)
        if Keyword::of(value).is_none() && !has_keyword_form(value) {
            // 3)
            if let Some(position) = creation.local.position(value) {
                self.create_term(state, creation, position)?;
            }
            // 4) 5) come before 6.3)
            if state.terms.get(value).is_none() {
                self.define_prefix(state, creation, value)?;
            }
        }
        let expanded = iri_expansion::expand(state, value, false, true);
        self.charge_iri(&expanded, at)?;
        Ok(expanded)
    }

    /// 6.3) Defines the prefix of a compact IRI, if the local context says one.
    fn define_prefix(
        &mut self,
        state: &mut State,
        creation: &mut Creation<'_, '_>,
        value: &str,
    ) -> Result<(), JsonLdError> {
        let Some((prefix, suffix)) = split_compact(value) else { return Ok(()) };
        if prefix == "_" || suffix.starts_with("//") {
            return Ok(());
        }
        match creation.local.position(prefix) {
            Some(position) => self.create_term(state, creation, position),
            None => Ok(()),
        }
    }

    fn charge_iri(&mut self, mapping: &Mapping, at: Offset) -> Result<(), JsonLdError> {
        let at = self.charged_at(at);
        self.budget.text(mapping.as_str().map_or(0, str::len), at)
    }
}
