//! The result of an expansion.

use super::{
    ActiveContext, JsonLdError, Quad, RdfOptions, UsedContext, deserialization, flattening, node_map::NodeMap, turtle,
};
use crate::{
    Code, Limits,
    json::{Json, Offset, Text},
};
use std::fmt::Write;

/// An expanded document: an array of node objects, and what led to it.
#[derive(Clone, Debug)]
pub struct Expanded {
    pub(super) items: Vec<Json>,
    pub(super) used: Vec<UsedContext>,
    pub(super) dropped: Vec<Dropped>,
    pub(super) root_context: ActiveContext,
    pub(super) limits: Limits,
    /// The document's items with the member that was left out, where that has objects in it.
    pub(super) whole: Vec<Json>,
    /// Why that member does not expand, if it does not.
    pub(super) left_out_fault: Option<JsonLdError>,
}

/// How many bytes of RDF text one unit of [`Limits::jsonld_work`] pays for.
const BYTES_PER_UNIT: u64 = 16;

impl Expanded {
    /// The node objects, in expanded document form. Offsets are places in the source.
    #[must_use]
    pub fn items(&self) -> &[Json] {
        &self.items
    }

    /// The node objects of the whole document where a member of its root was left out that may hold nodes; else none.
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
        Json::from(self.items)
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
    /// `conflicting-indexes` if one node has two different `@index` values.
    pub fn flatten(&self) -> Result<Json, JsonLdError> {
        flattening::flatten(&self.items).map(Json::from)
    }

    /// The RDF quads, without duplicates, ordered by graph, subject and property.
    ///
    /// # Errors
    /// `conflicting-indexes` if one node has two different `@index` values.
    pub fn to_quads(&self) -> Result<Vec<Quad>, JsonLdError> {
        self.to_quads_with(RdfOptions::default())
    }

    /// [`Expanded::to_quads`] with options.
    ///
    /// # Errors
    /// `conflicting-indexes` if one node has two different `@index` values.
    pub fn to_quads_with(&self, options: RdfOptions) -> Result<Vec<Quad>, JsonLdError> {
        Ok(deserialization::quads(NodeMap::of(&self.items)?, options))
    }

    /// The RDF quads as N-Quads, one a line, in the canonical form of literals and without duplicates.
    ///
    /// # Errors
    /// `conflicting-indexes` as [`Expanded::to_quads`]; `jsonld-budget` where long IRIs repeated on every line would
    /// make the text larger than 16 bytes for each unit of [`Limits::jsonld_work`].
    pub fn to_nquads(&self) -> Result<String, JsonLdError> {
        let quads = self.to_quads()?;
        let limit = self.text_limit();
        let mut text = String::with_capacity(quads.len() * 96);
        for quad in &quads {
            let _ = writeln!(text, "{quad}");
            if text.len() > limit {
                return Err(too_long(limit));
            }
        }
        Ok(text)
    }

    /// The RDF quads as Turtle, for people to read; as TriG where there are named graphs, which Turtle cannot write.
    ///
    /// # Errors
    /// As [`Expanded::to_nquads`].
    pub fn to_turtle(&self) -> Result<String, JsonLdError> {
        let limit = self.text_limit();
        turtle::write(&self.to_quads()?, limit).ok_or_else(|| too_long(limit))
    }

    /// The RDF quads as a dataset of the `sophia` crates.
    ///
    /// # Errors
    /// `conflicting-indexes` as [`Expanded::to_quads`].
    #[cfg(feature = "rdf")]
    pub fn to_dataset(&self) -> Result<sophia_inmem::dataset::FastDataset, JsonLdError> {
        Ok(super::dataset::dataset(&self.to_quads()?))
    }

    fn text_limit(&self) -> usize {
        usize::try_from(self.limits.jsonld_work.saturating_mul(BYTES_PER_UNIT)).unwrap_or(usize::MAX)
    }

    /// The context in force for the members of the document's root.
    #[must_use]
    pub fn root_context(&self) -> &ActiveContext {
        &self.root_context
    }
}

#[cold]
fn too_long(limit: usize) -> JsonLdError {
    let message = format!("the RDF text is longer than {limit} bytes; shorten the IRIs or raise `Limits::jsonld_work`");
    JsonLdError::new(Code::JSONLD_BUDGET, Offset::NONE, message)
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
