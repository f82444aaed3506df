//! Precompiled context documents: each is processed once over the initial context, for all documents that start with
//! it.

use super::{Compiled, ContextDocument, Contexts, schema_org};
#[cfg(any(test, target_family = "wasm"))]
use crate::context::term::{Mapping, TypeMapping};
use crate::{
    ExpandOptions,
    context::{Inputs, active_context::State},
    processor::Processor,
};
use adp_json::{Limits, Offset, Text};
#[cfg(any(test, target_family = "wasm"))]
use std::sync::LazyLock;

/// The budget for compiling one context document; used once, not for every document.
const COMPILING: u64 = 16_000_000;

impl ContextDocument {
    /// The context processed over the initial context, for all documents. `None` if this fails or depends on the
    /// document's base; then it is processed again, which reports errors at the right position.
    pub(crate) fn compiled(&self, contexts: &Contexts) -> Option<&Compiled> {
        let compile = || match schema_org::term_table(self.sha256()) {
            Some(table) => Some(Compiled { state: table.state(), used: vec![self.used()] }),
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
    pub(crate) fn compile(document: &ContextDocument, contexts: &Contexts) -> Option<Compiled> {
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

/// A term of schema.org's context, as in [`super::schema_org`], from the context document.
#[cfg(any(test, target_family = "wasm"))]
pub fn schema_org_term(name: &str) -> Option<(&'static str, Option<&'static str>)> {
    static CONTEXTS: LazyLock<Contexts> = LazyLock::new(Contexts::embedded);
    let compiled = CONTEXTS.get("https://schema.org/")?.compiled(&CONTEXTS)?;
    let definition = compiled.state.terms.get(name)?;
    let meaning = match &definition.mapping {
        Mapping::Iri(iri) => iri.as_str(),
        Mapping::Keyword(keyword) => keyword.as_str(),
        _ => return None,
    };
    let coercion = match &definition.type_mapping {
        _ if definition.prefix => Some("@prefix"),
        Some(TypeMapping::Id) => Some("@id"),
        Some(TypeMapping::Datatype(datatype)) => Some(datatype.as_str()),
        _ => None,
    };
    Some((meaning, coercion))
}
