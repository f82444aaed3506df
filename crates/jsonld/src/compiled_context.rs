//! Precompiled context documents: each is processed once over the initial context, for all documents that start with
//! it.

use super::{
    ExpandOptions,
    active_context::State,
    context::Inputs,
    contexts::{Compiled, ContextDocument, Contexts},
    embedded,
    processor::Processor,
    term_table,
};
use adp_json::{Limits, Offset, Text};

/// The budget for compiling one context document; used once, not for every document.
const COMPILING: u64 = 16_000_000;

impl ContextDocument {
    /// The context processed over the initial context, for all documents. `None` if this fails or depends on the
    /// document's base; then it is processed again, which reports errors at the right position.
    pub(super) fn compiled(&self, contexts: &Contexts) -> Option<&Compiled> {
        let compile = || match embedded::term_table(self.sha256()) {
            Some(table) => Some(term_table::compile(self, table)),
            None => Processor::compile(self, contexts),
        };
        self.once.get_or_init(compile).as_ref()
    }

    /// Whether the context defines a term, including the documents that it uses from `contexts`.
    #[must_use]
    pub fn defines(&self, contexts: &Contexts, term: &str) -> bool {
        self.compiled(contexts).is_some_and(|compiled| compiled.state.terms.get(term).is_some())
    }
}

impl Processor<'_> {
    /// Processes a context document over the initial context, for all documents that start with it.
    pub(super) fn compile(document: &ContextDocument, contexts: &Contexts) -> Option<Compiled> {
        let mut limits = Limits::default();
        limits.jsonld_work = COMPILING;
        let mut processor = Processor::new(contexts, &ExpandOptions { limits, ..ExpandOptions::default() });
        let initial = State::initial(None).freeze();
        let iri = Text::from(document.iri());
        let result = processor.process_document(&initial, document, &iri, Offset::NONE, Inputs::new(None)).ok()?;
        let state = State::clone(&result);
        (!processor.depends_on_base).then_some(Compiled { state, used: processor.used })
    }
}
