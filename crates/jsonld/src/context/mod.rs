//! The context processing algorithm (JSON-LD 1.1 API, section 4.1.2).

pub(crate) mod active_context;
pub(crate) mod inverse_context;
mod local_context;
pub(crate) mod term;
pub(crate) mod term_definition;
mod term_entries;

use self::{
    active_context::{ActiveContext, State},
    local_context::LocalContext,
    term::{Mapping, TermDefinition},
};
use super::{
    ProcessingMode,
    context_documents::ContextDocument,
    error::{Result, unknown_context},
    expansion::iri_expansion,
    node_builder::items_of,
    processor::{Processor, ScopedResult},
};
use crate::iri;
use adp_json::{Code, Json, Object, Offset, Text, Value};
use std::sync::Arc;

/// The optional inputs of the algorithm.
#[derive(Clone, Copy)]
pub(super) struct Inputs<'a> {
    pub(super) base_url: Option<&'a Text>,
    pub(super) remote: Option<&'a Remote<'a>>,
    pub(super) override_protected: bool,
    pub(super) propagate: bool,
    pub(super) validate_scoped: bool,
}

impl<'a> Inputs<'a> {
    pub(super) fn new(base_url: Option<&'a Text>) -> Self {
        Self { base_url, remote: None, override_protected: false, propagate: true, validate_scoped: true }
    }
}

/// The stack of context documents being processed, innermost first: the algorithm's `remote contexts`.
pub(super) struct Remote<'a> {
    iri: &'a Text,
    outer: Option<&'a Remote<'a>>,
}

/// Maximum nesting of context documents.
const REMOTE_DEPTH: usize = 16;

impl Processor<'_> {
    /// Processes `local` over `active`.
    pub(super) fn process_context(
        &mut self,
        active: &ActiveContext,
        local: &Json,
        mut inputs: Inputs<'_>,
    ) -> Result<ActiveContext> {
        // 2) `@propagate` of a single context definition; arrays cannot have it
        if let Some(propagate) = local.get("@propagate").and_then(Json::as_bool) {
            inputs.propagate = propagate;
        }
        // 1) 3) a non-propagating context remembers `active`
        let mut result = match inputs.propagate || active.previous.is_some() {
            true => active.clone(),
            false => State { previous: Some(active.clone()), ..State::clone(active) }.freeze(),
        };
        // 4) 5)
        for context in items_of(local) {
            result = self.process_one(active, &result, context, inputs)?;
        }
        Ok(result)
    }

    /// 5) Processes one context over the result so far.
    fn process_one(
        &mut self,
        active: &ActiveContext,
        result: &ActiveContext,
        context: &Json,
        inputs: Inputs<'_>,
    ) -> Result<ActiveContext> {
        let at = context.offset();
        self.budget.context(self.charged_at(at))?;
        match context.value() {
            // 5.1)
            Value::Null => self.nullify(active, result, at, inputs),
            // 5.2)
            Value::String(reference) => self.process_reference(result, reference, at, inputs),
            // 5.4)
            Value::Object(definition) => self.process_definition(result, definition, at, inputs),
            // 5.3)
            _ => {
                let kind = context.kind();
                let message = format!("a context is {kind}, expected an object, an IRI, null or an array of these");
                Err(self.fault(Code::INVALID_LOCAL_CONTEXT, at, message))
            }
        }
    }

    /// 5.1) The null context.
    fn nullify(
        &mut self,
        active: &ActiveContext,
        result: &ActiveContext,
        at: Offset,
        inputs: Inputs<'_>,
    ) -> Result<ActiveContext> {
        // 5.1.1) includes terms that an earlier context of the same array protects
        if !inputs.override_protected && (active.terms.any_protected || result.terms.any_protected) {
            let message =
                "a null context would drop protected terms; remove it, or use it inside a property-scoped context";
            return Err(self.fault(Code::INVALID_CONTEXT_NULLIFICATION, at, message));
        }
        // 5.1.2)
        let previous = if inputs.propagate { None } else { result.previous.clone() };
        Ok(State { previous, ..State::initial(active.original_base.clone()) }.freeze())
    }

    /// 5.2) A context named by IRI.
    fn process_reference(
        &mut self,
        result: &ActiveContext,
        reference: &Text,
        at: Offset,
        inputs: Inputs<'_>,
    ) -> Result<ActiveContext> {
        // 5.2.1)
        let iri = self.resolve_context_iri(reference, inputs.base_url, at)?;
        // 5.2.2)
        let mut depth = 0;
        let mut outer = inputs.remote;
        while let Some(remote) = outer {
            if !inputs.validate_scoped && *remote.iri == iri {
                return Ok(result.clone());
            }
            depth += 1;
            outer = remote.outer;
        }
        // 5.2.3)
        if depth >= REMOTE_DEPTH {
            let message = format!(
                "context documents refer to each other more than {REMOTE_DEPTH} levels deep; the last one is {iri}"
            );
            return Err(self.fault(Code::CONTEXT_OVERFLOW, at, message));
        }
        // 5.2.4) 5.2.5)
        let document = self.load(&iri, at)?;
        // shared by all documents that start with this context
        let shareable =
            result.is_initial() && inputs.remote.is_none() && !inputs.override_protected && inputs.validate_scoped;
        if shareable
            && self.mode == ProcessingMode::JsonLd11
            && let Some(compiled) = document.compiled(self.contexts)
        {
            for used in &compiled.used {
                self.note_use(used.clone());
            }
            let base = result.base.clone();
            let original_base = result.original_base.clone();
            return Ok(State { base, original_base, ..compiled.state.clone() }.freeze());
        }
        self.process_document(result, &document, &iri, at, inputs)
    }

    /// 5.2.6) for a context document.
    pub(super) fn process_document(
        &mut self,
        result: &ActiveContext,
        document: &ContextDocument,
        iri: &Text,
        at: Offset,
        inputs: Inputs<'_>,
    ) -> Result<ActiveContext> {
        // 5.2.5.2) 5.2.5.3)
        let context = document.context(self.charged_at(at))?;
        self.note_use(document.used());
        // 5.2.6)
        let remote = Remote { iri, outer: inputs.remote };
        let inside =
            Inputs { remote: Some(&remote), validate_scoped: inputs.validate_scoped, ..Inputs::new(Some(iri)) };
        self.process_from(Some(iri.clone()), at, result, context, inside)
    }

    /// Processes a context of the document `origin` (`None` is the expanded document), which is referred to at `at`.
    fn process_from(
        &mut self,
        origin: Option<Text>,
        at: Offset,
        active: &ActiveContext,
        context: &Json,
        inputs: Inputs<'_>,
    ) -> Result<ActiveContext> {
        let reference = self.charged_at(at);
        let outer = (std::mem::replace(&mut self.origin, origin), std::mem::replace(&mut self.reference, reference));
        let processed = self.process_context(active, context, inputs);
        (self.origin, self.reference) = outer;
        processed
    }

    /// 5.2.1) The IRI of a reference to a context.
    fn resolve_context_iri(&mut self, reference: &Text, base: Option<&Text>, at: Offset) -> Result<Text> {
        // an embedded or supplied IRI is used as written
        if self.contexts.get(reference).is_some() {
            return Ok(reference.clone());
        }
        let resolved = match base.and_then(|base| iri::resolve(base, reference)) {
            Some(resolved) => Text::from(resolved),
            None if iri::is_absolute(reference) => reference.clone(),
            None => {
                let message = format!(
                    "the context {reference:?} is a relative reference without a base to resolve it against; write the absolute IRI"
                );
                return Err(self.fault(Code::CONTEXT_NOT_EMBEDDED, at, message));
            }
        };
        self.budget.text(resolved.len(), self.charged_at(at))?;
        Ok(resolved)
    }

    /// The context document of an IRI: embedded, supplied or refused.
    fn load(&mut self, iri: &Text, at: Offset) -> Result<Arc<ContextDocument>> {
        let unknown = || self.fault(Code::CONTEXT_NOT_EMBEDDED, at, unknown_context(iri));
        self.contexts.document(iri).cloned().ok_or_else(unknown)
    }

    /// 5.4) to 5.13) A context definition.
    fn process_definition(
        &mut self,
        result: &ActiveContext,
        definition: &Object,
        at: Offset,
        inputs: Inputs<'_>,
    ) -> Result<ActiveContext> {
        self.check_version(definition)?;
        // 5.6)
        let imported;
        let local = match definition.member("@import") {
            Some(import) => {
                imported = self.import(import.value(), inputs)?;
                let base = imported.context(self.charged_at(import.value().offset()))?;
                let base = self.check_imported(base, imported.iri(), import.value().offset())?;
                LocalContext::merged(base, definition)
            }
            None => LocalContext::from_definition(definition),
        };
        self.budget.work(local.len(), self.charged_at(at))?;
        let mut state = State::clone(result);
        self.set_base(&mut state, &local, inputs)?;
        self.set_vocabulary(&mut state, &local)?;
        self.set_language_and_direction(&mut state, &local)?;
        self.check_propagate(&local)?;
        let protected = match local.get("@protected") {
            Some(value) => self.boolean(value, Code::INVALID_PROTECTED_VALUE, "`@protected`")?,
            None => false,
        };
        // 5.12) 5.13)
        if local.defines_terms() {
            state.terms.layer(local.len());
            self.define_terms(&mut state, local, protected, inputs)?;
            let charged_at = self.charged_at(at);
            state.terms.settle(&mut self.budget, charged_at)?;
        }
        Ok(state.freeze())
    }

    /// 5.5)
    fn check_version(&self, definition: &Object) -> Result<()> {
        let Some(version) = definition.get("@version") else { return Ok(()) };
        if version.as_number().is_none_or(|number| number.get() != 1.1) {
            let message = "`@version` is not the number 1.1";
            return Err(self.fault(Code::INVALID_VERSION_VALUE, version.offset(), message));
        }
        if self.mode == ProcessingMode::JsonLd10 {
            let message = "`@version` is 1.1, but the processing mode is json-ld-1.0";
            return Err(self.fault(Code::PROCESSING_MODE_CONFLICT, version.offset(), message));
        }
        Ok(())
    }

    /// 5.6.1) to 5.6.5)
    fn import(&mut self, import: &Json, inputs: Inputs<'_>) -> Result<Arc<ContextDocument>> {
        let at = import.offset();
        self.require_1_1("@import", at)?;
        let reference = self.text(import, Code::INVALID_IMPORT_VALUE, "`@import`", "the IRI of a context")?;
        let iri = self.resolve_context_iri(reference, inputs.base_url, at)?;
        let document = self.load(&iri, at)?;
        self.note_use(document.used());
        Ok(document)
    }

    /// 5.6.6) 5.6.7)
    fn check_imported<'c>(&self, context: &'c Json, iri: &str, at: Offset) -> Result<&'c Object> {
        let Some(object) = context.as_object() else {
            let message = format!("the imported context {iri} is {}, expected an object", context.kind());
            return Err(self.fault(Code::INVALID_REMOTE_CONTEXT, at, message));
        };
        if object.contains("@import") {
            let message = format!("the imported context {iri} imports another context");
            return Err(self.fault(Code::INVALID_CONTEXT_ENTRY, at, message));
        }
        Ok(object)
    }

    /// 5.7)
    fn set_base(&mut self, state: &mut State, local: &LocalContext<'_>, inputs: Inputs<'_>) -> Result<()> {
        if inputs.remote.is_some() {
            return Ok(());
        }
        let Some(value) = local.get("@base") else { return Ok(()) };
        // 5.7.2)
        if value.is_null() {
            state.base = None;
            return Ok(());
        }
        // 5.7.5)
        let reference = self.text(value, Code::INVALID_BASE_IRI, "`@base`", "an IRI reference or null")?;
        // 5.7.3) 5.7.4)
        let resolved = match &state.base {
            _ if iri::is_absolute(reference) => Some(reference.clone()),
            Some(base) => iri::resolve(base, reference).map(Text::from),
            None => None,
        };
        let Some(resolved) = resolved else {
            let message =
                format!("`@base` is {reference:?}, a relative reference without a base to resolve it against");
            return Err(self.fault(Code::INVALID_BASE_IRI, value.offset(), message));
        };
        self.budget.text(resolved.len(), self.charged_at(value.offset()))?;
        state.base = Some(resolved);
        Ok(())
    }

    /// 5.8)
    fn set_vocabulary(&mut self, state: &mut State, local: &LocalContext<'_>) -> Result<()> {
        let Some(value) = local.get("@vocab") else { return Ok(()) };
        if value.is_null() {
            state.vocab = None;
            return Ok(());
        }
        let expected = "an IRI reference, a compact IRI or null";
        let text = self.text(value, Code::INVALID_VOCAB_MAPPING, "`@vocab`", expected)?;
        if self.mode == ProcessingMode::JsonLd10 && !iri::is_absolute(text) && !text.starts_with("_:") {
            let message = format!("`@vocab` is {text:?}, expected an IRI in processing mode json-ld-1.0");
            return Err(self.fault(Code::INVALID_VOCAB_MAPPING, value.offset(), message));
        }
        let expanded = iri_expansion::expand(state, text, true, true);
        // the empty vocabulary and relative ones are resolved against the base
        if !iri::is_absolute(text) {
            self.depends_on_base = true;
        }
        let Mapping::Iri(iri) = expanded else {
            let message = format!("`@vocab` is {text:?}, expected {expected}");
            return Err(self.fault(Code::INVALID_VOCAB_MAPPING, value.offset(), message));
        };
        self.budget.text(iri.len(), self.charged_at(value.offset()))?;
        state.vocab = Some(iri);
        Ok(())
    }

    /// 5.9) 5.10)
    fn set_language_and_direction(&mut self, state: &mut State, local: &LocalContext<'_>) -> Result<()> {
        if let Some(value) = local.get("@language") {
            let (what, expected) = ("the default `@language`", "a language tag or null");
            state.language = match value.is_null() {
                true => None,
                false => Some(self.text(value, Code::INVALID_DEFAULT_LANGUAGE, what, expected)?.clone()),
            };
        }
        if let Some(value) = local.get("@direction") {
            self.require_1_1("@direction", value.offset())?;
            state.direction = self.direction(value, "the default `@direction`")?;
        }
        Ok(())
    }

    /// 5.11)
    fn check_propagate(&self, local: &LocalContext<'_>) -> Result<()> {
        let Some(value) = local.get("@propagate") else { return Ok(()) };
        self.require_1_1("@propagate", value.offset())?;
        self.boolean(value, Code::INVALID_PROPAGATE_VALUE, "`@propagate`").map(drop)
    }

    fn require_1_1(&self, keyword: &str, at: Offset) -> Result<()> {
        if self.mode == ProcessingMode::JsonLd10 {
            let message = format!("`{keyword}` is not allowed in a context in processing mode json-ld-1.0");
            return Err(self.fault(Code::INVALID_CONTEXT_ENTRY, at, message));
        }
        Ok(())
    }

    /// Processes a scoped context at its use, once for each active context.
    pub(super) fn process_scoped(
        &mut self,
        active: &ActiveContext,
        definition: &Arc<TermDefinition>,
        override_protected: bool,
        propagate: bool,
        at: Offset,
    ) -> Result<ActiveContext> {
        let Some(scoped) = &definition.scoped else { return Ok(active.clone()) };
        let key = (active.identity(), Arc::as_ptr(definition) as usize, propagate);
        if let Some(known) = self.scoped.get(&key) {
            return Ok(known.result.clone());
        }
        let inputs = Inputs { override_protected, propagate, ..Inputs::new(scoped.base_url.as_ref()) };
        let result = self.process_from(scoped.origin.clone(), at, active, &scoped.context, inputs)?;
        self.scoped.insert(key, ScopedResult::new(active.clone(), definition.clone(), result.clone()));
        Ok(result)
    }
}
