//! The result of an expansion.

use super::{
    ActiveContext, JsonLdError, Quad, RdfOptions, UsedContext, budget::Budget, deserialization, disputed::Disputed,
    flattening, node_map::NodeMap, terse, turtle,
};
use crate::json::{Json, Offset, Text};
use std::{fmt::Write, sync::OnceLock};

/// An expanded document: an array of node objects, and what led to it.
#[derive(Clone, Debug)]
pub struct Expanded {
    /// In [terse form](super::terse), if `is_terse`.
    pub(super) items: Vec<Json>,
    pub(super) is_terse: bool,
    /// The items in expanded document form, once somebody has asked for it, where they are terse.
    pub(super) document_form: OnceLock<Vec<Json>>,
    pub(super) used: Vec<UsedContext>,
    pub(super) dropped: Vec<Dropped>,
    pub(super) root_context: ActiveContext,
    pub(super) disputed: Vec<(Disputed, Offset)>,
    pub(super) is_plain: bool,
    /// What expansion left of the budget: each form that is made of the result may spend it.
    pub(super) budget: Budget,
    /// The document's items with the member that was left out, where that has objects in it.
    pub(super) whole: Vec<Json>,
    /// Why that member does not expand, if it does not.
    pub(super) left_out_fault: Option<JsonLdError>,
}

impl Expanded {
    /// The node objects, in expanded document form. Offsets are places in the source.
    #[must_use]
    pub fn items(&self) -> &[Json] {
        match self.is_terse {
            true => self.document_form.get_or_init(|| terse::written_out(self.items.iter().cloned())),
            false => &self.items,
        }
    }

    /// The node objects, possibly in [terse form](super::terse).
    pub(crate) fn terse_items(&self) -> &[Json] {
        &self.items
    }

    /// The node objects, possibly in terse form, of the whole document where a member of its root was left out that may hold nodes; else none.
    pub(crate) fn whole(&self) -> &[Json] {
        &self.whole
    }

    /// Why the member that was left out does not expand where it stands: then readers of the whole document have nothing.
    pub(crate) fn left_out_fault(&self) -> Option<&JsonLdError> {
        self.left_out_fault.as_ref()
    }

    /// The expanded document: an array.
    #[must_use]
    pub fn into_json(self) -> Json {
        let items = match self.is_terse {
            true => self.document_form.into_inner().unwrap_or_else(|| terse::written_out(self.items)),
            false => self.items,
        };
        Json::from(items)
    }

    /// The context documents that took part, in the order of their first use.
    #[must_use]
    pub fn contexts(&self) -> &[UsedContext] {
        &self.used
    }

    /// The members and types of the source that have no meaning under their context and so are not in the result.
    #[must_use]
    pub fn dropped(&self) -> &[Dropped] {
        &self.dropped
    }

    /// The flattened document, in expanded form: every node once, with all that is said about it.
    ///
    /// # Errors
    /// `conflicting-indexes` if one node has two different `@index` values; `jsonld-budget` where it takes more work than is
    /// left of [`Limits::jsonld_work`](crate::Limits::jsonld_work) after expansion.
    pub fn flatten(&self) -> Result<Json, JsonLdError> {
        flattening::flatten(self.items(), &mut self.budget.clone()).map(Json::from)
    }

    /// The RDF quads, without duplicates, ordered by graph, subject and property.
    ///
    /// # Errors
    /// As [`Expanded::flatten`].
    pub fn to_quads(&self) -> Result<Vec<Quad>, JsonLdError> {
        self.to_quads_with(RdfOptions::default())
    }

    /// [`Expanded::to_quads`] with options.
    ///
    /// # Errors
    /// As [`Expanded::flatten`].
    pub fn to_quads_with(&self, options: RdfOptions) -> Result<Vec<Quad>, JsonLdError> {
        self.quads(options, &mut self.budget.clone())
    }

    fn quads(&self, options: RdfOptions, budget: &mut Budget) -> Result<Vec<Quad>, JsonLdError> {
        let nodes = NodeMap::of(self.items(), budget)?;
        deserialization::quads(nodes, options, budget)
    }

    /// The RDF quads as N-Quads, one a line, in the canonical form of literals and without duplicates.
    ///
    /// # Errors
    /// As [`Expanded::to_quads`]; the text is paid for by its length, so that long IRIs on every line have their price.
    pub fn to_nquads(&self) -> Result<String, JsonLdError> {
        let mut budget = self.budget.clone();
        let quads = self.quads(RdfOptions::default(), &mut budget)?;
        let mut text = String::new();
        for quad in &quads {
            let before = text.len();
            let _ = writeln!(text, "{quad}");
            budget.text(text.len() - before, Offset::NONE)?;
        }
        Ok(text)
    }

    /// The RDF quads as Turtle, for people to read; as TriG where there are named graphs, which Turtle cannot write.
    ///
    /// # Errors
    /// As [`Expanded::to_nquads`].
    pub fn to_turtle(&self) -> Result<String, JsonLdError> {
        let mut budget = self.budget.clone();
        let quads = self.quads(RdfOptions::default(), &mut budget)?;
        match turtle::write(&quads, budget.text_left()) {
            Some(text) => Ok(text),
            None => Err(budget.exhausted(Offset::NONE)),
        }
    }

    /// The RDF quads as a dataset of the `sophia` crates.
    ///
    /// # Errors
    /// As [`Expanded::to_quads`].
    #[cfg(feature = "rdf")]
    pub fn to_dataset(&self) -> Result<sophia_inmem::dataset::FastDataset, JsonLdError> {
        Ok(super::dataset::dataset(&self.to_quads()?))
    }

    /// What libraries read differently, in the whole document, and where it stands.
    pub(crate) fn disputed(&self) -> &[(Disputed, Offset)] {
        &self.disputed
    }

    /// Whether the document has nothing that moves, hides or renames data as far as expansion saw it, the member that was left
    /// out aside: no keyword or container but `@id`, `@type`, `@index`, `@value` and `@language`, no JSON literal, no type
    /// by property, no context below the root, nothing dropped, no `did:` IRI that became another, and language tags only.
    ///
    /// A document of which this is not true may be sound all the same; where it is true, nobody has to look.
    pub(crate) fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// The context in force for the members of the document's root.
    #[must_use]
    pub fn root_context(&self) -> &ActiveContext {
        &self.root_context
    }
}

/// A member, or a type, that vanished in expansion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// Its name.
    pub name: Text,
    /// Where the name stands.
    pub offset: Offset,
    /// Why it means nothing.
    pub reason: DropReason,
}

/// Why a member vanished in expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DropReason {
    /// The context maps the name to null, on purpose.
    MappedToNull,
    /// The name looks like a keyword but is none; such names are reserved.
    Reserved,
    /// No definition, no vocabulary, no IRI: the name expands to nothing.
    NoMapping,
    /// The name is a keyword that has no meaning in a node object, for example `@vocab` outside of a context.
    MisplacedKeyword,
}
