//! The state of one run of the algorithms: contexts, budget, used contexts and dropped members.

use super::{
    ExpandOptions, ProcessingMode,
    budget::Budget,
    context::{
        active_context::ActiveContext,
        term::{Direction, TermDefinition},
    },
    context_documents::{Contexts, UsedContext},
    error::{JsonLdError, Result},
    expanded::Dropped,
    expansion::iri_expansion::Names,
};
use adp_json::{Code, Json, Offset, Text};
use std::{collections::HashMap, fmt::Display, sync::Arc};

pub(super) struct Processor<'a> {
    pub(super) contexts: &'a Contexts,
    pub(super) mode: ProcessingMode,
    pub(super) budget: Budget,
    /// The base for relative context IRIs of the document.
    pub(super) base_url: Option<Text>,
    /// The context document being processed, and the position in the document that names it.
    pub(super) origin: Option<Text>,
    pub(super) reference: Offset,
    /// Whether a result depends on the document's base, so that documents cannot share it.
    pub(super) depends_on_base: bool,
    pub(super) used: Vec<UsedContext>,
    pub(super) dropped: Vec<Dropped>,
    /// Expansions of undefined names with one vocabulary: similar objects have the same names.
    pub(super) names: Names,
    pub(super) root_context: Option<ActiveContext>,
    /// Scoped contexts that were already processed over an active context. The keys are addresses; the values keep them
    /// alive.
    pub(super) scoped: HashMap<(usize, usize, bool), ScopedResult>,
}

pub(super) struct ScopedResult {
    _over: ActiveContext,
    _definition: Arc<TermDefinition>,
    pub(super) result: ActiveContext,
}

impl ScopedResult {
    pub(super) fn new(over: ActiveContext, definition: Arc<TermDefinition>, result: ActiveContext) -> Self {
        Self { _over: over, _definition: definition, result }
    }
}

impl<'a> Processor<'a> {
    pub(super) fn new(contexts: &'a Contexts, options: &ExpandOptions) -> Self {
        Self {
            contexts,
            mode: options.processing_mode,
            budget: Budget::new(&options.limits),
            base_url: options.base.as_deref().map(Text::from),
            origin: None,
            reference: Offset::NONE,
            depends_on_base: false,
            used: Vec::new(),
            dropped: Vec::new(),
            names: Names::default(),
            root_context: None,
            scoped: HashMap::new(),
        }
    }

    /// Creates an error at a position of the processed text. Inside a context document, it becomes the position in the
    /// document that names it.
    #[cold]
    pub(super) fn fault(&self, code: Code, at: Offset, message: impl Into<String>) -> JsonLdError {
        let error = JsonLdError::new(code, at, message);
        match &self.origin {
            None => error,
            Some(iri) => {
                let place = self
                    .contexts
                    .get(iri)
                    .zip(at.get())
                    .map(|(document, byte)| format!(" at {}", adp_json::position_at(document.bytes(), byte)));
                let inside = format!(" (in the context document {iri}{})", place.unwrap_or_default());
                error.referred_from(self.reference, &inside)
            }
        }
    }

    /// The boolean that `what` must be.
    pub(super) fn boolean(&self, value: &Json, code: Code, what: impl Display) -> Result<bool> {
        let message = || format!("{what} is {}, expected true or false", value.kind());
        value.as_bool().ok_or_else(|| self.fault(code, value.offset(), message()))
    }

    /// The string that `what` must be; `expected` describes it.
    pub(super) fn text<'v>(&self, value: &'v Json, code: Code, what: impl Display, expected: &str) -> Result<&'v Text> {
        let message = || format!("{what} is {}, expected {expected}", value.kind());
        value.as_text().ok_or_else(|| self.fault(code, value.offset(), message()))
    }

    /// The base direction, or null, that `what` must be.
    pub(super) fn direction(&self, value: &Json, what: impl Display) -> Result<Option<Direction>> {
        let direction = value.as_str().and_then(Direction::from_name);
        if direction.is_none() && !value.is_null() {
            let message = format!("{what} must be \"ltr\", \"rtl\" or null");
            return Err(self.fault(Code::INVALID_BASE_DIRECTION, value.offset(), message));
        }
        Ok(direction)
    }

    /// The position in the document for budget errors.
    pub(super) fn charged_at(&self, at: Offset) -> Offset {
        if self.origin.is_some() { self.reference } else { at }
    }

    /// Records the use of a context document.
    pub(super) fn note_use(&mut self, used: UsedContext) {
        if !self.used.iter().any(|known| known.iri == used.iri) {
            self.used.push(used);
        }
    }
}
