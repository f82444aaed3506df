//! Context documents, each processed over the initial context once, for all documents that start with it.

use super::{
    ExpandOptions,
    active_context::State,
    contexts::{Compiled, ContextDocument, Contexts},
    embedded,
    processor::Processor,
    term_table,
};
use adp_json::{Limits, Offset, Text};

/// The budget for compiling one context document; it is spent once, not by every document.
const COMPILING: u64 = 16_000_000;

impl ContextDocument {
    /// The context processed over the initial context, once for all documents. `None` if that fails or depends on
    /// the document's base: it is processed again then, to report errors where they belong.
    pub(super) fn compiled(&self, contexts: &Contexts) -> Option<&Compiled> {
        let compile = || match embedded::term_table(self.sha256()) {
            Some(table) => Some(term_table::compile(self, table)),
            None => Processor::compile(self, contexts),
        };
        self.once.get_or_init(compile).as_ref()
    }

    /// Whether the context defines a term, with what it takes from `contexts`.
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
        let result = processor.process_document(&initial, document, &iri, Offset::NONE).ok()?;
        let state = State::clone(&result);
        (!processor.depends_on_base).then_some(Compiled { state, used: processor.used })
    }
}
