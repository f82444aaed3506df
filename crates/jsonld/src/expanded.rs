//! The result of an expansion.

use super::{
    ActiveContext, JsonLdError, Quad, RdfOptions, UsedContext,
    budget::Budget,
    flattening,
    rdf::{deserialization, turtle},
};
use adp_json::{Json, Offset, Text};
use std::fmt::Write;

/// An expanded document: an array of node objects, with the contexts used.
#[derive(Clone, Debug)]
pub struct Expanded {
    pub(super) items: Vec<Json>,
    pub(super) used: Vec<UsedContext>,
    pub(super) dropped: Vec<Dropped>,
    pub(super) root_context: ActiveContext,
    /// The budget that expansion left, for each further conversion.
    pub(super) budget: Budget,
}

impl Expanded {
    /// The node objects, in expanded document form. Offsets are positions in the source.
    #[must_use]
    pub fn items(&self) -> &[Json] {
        &self.items
    }

    /// The expanded document: an array.
    #[must_use]
    pub fn into_json(self) -> Json {
        Json::from(self.items)
    }

    /// The context documents used, in the order of their first use.
    #[must_use]
    pub fn contexts(&self) -> &[UsedContext] {
        &self.used
    }

    /// The members and types of the source without a meaning, which the result omits.
    #[must_use]
    pub fn dropped(&self) -> &[Dropped] {
        &self.dropped
    }

    /// The flattened document in expanded form: every node once, with all of its data.
    ///
    /// # Errors
    /// `conflicting-indexes` if one node has two different `@index` values; `jsonld-budget` if this exceeds the budget
    /// of [`Limits::jsonld_work`](adp_json::Limits::jsonld_work) after expansion.
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
        deserialization::quads(self.items(), options, budget)
    }

    /// The RDF quads as N-Quads, one per line, with canonical literals and without duplicates.
    ///
    /// # Errors
    /// As [`Expanded::to_quads`]; the text is charged by its length.
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

    /// The RDF quads as Turtle, for people; as TriG if there are named graphs, which Turtle does not support.
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
        Ok(super::rdf::dataset::dataset(&self.to_quads()?))
    }

    /// The active context for the members of the document's root.
    #[must_use]
    pub fn root_context(&self) -> &ActiveContext {
        &self.root_context
    }
}

/// A member or type that expansion dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// Its name.
    pub name: Text,
    /// Position of the name.
    pub offset: Offset,
    /// Why it has no meaning.
    pub reason: DropReason,
}

/// Why expansion dropped a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DropReason {
    /// The context maps the name to null.
    MappedToNull,
    /// The name looks like a keyword but is not one; such names are reserved.
    Reserved,
    /// There is no definition, no vocabulary and no IRI for the name.
    NoMapping,
    /// The name is a keyword without a meaning in a node object, for example `@vocab` outside of a context.
    MisplacedKeyword,
}
