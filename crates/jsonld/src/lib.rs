//! JSON-LD 1.1: context processing, expansion, compaction, flattening and RDF over embedded contexts.
//!
//! [`expand`] runs the expansion algorithm of the [JSON-LD 1.1 API](https://www.w3.org/TR/json-ld11-api/) on the one
//! strictly read tree, and its result is that tree's kind again, with the source's positions. Contexts come from
//! [`Contexts`], never from the network. Each algorithm of the specification has a file of its own here, with the
//! specification's step numbers; what hostile input could make expensive is paid from a budget
//! ([`Limits::jsonld_work`](adp_json::Limits::jsonld_work)).
//!
//! Where the specification's text leaves room, or needs mending:
//! - a type that expands to nothing is left out and listed in [`Expanded::dropped`]; by the letter it would be a
//!   `null` among the types (step 13.4.4.4 of expansion);
//! - the scoped context of a property may override protected terms for scalars as well as for objects (steps 4.2
//!   and 8 of expansion);
//! - a value in a map by `@id` is `invalid-value-object`; by the letter it would become a value object with an `@id`
//!   (step 13.8.3.7.4);
//! - a value in a map by `@type` is, by the letter, a value object whose `@type` is an array (step 13.8.3.7.5): it is written so, as
//!   other implementations write it, and has no RDF (section 8.2);
//! - a double's mantissa is rounded to 15 digits after the point, except where it would then read as infinity
//!   (section 8.6);
//! - what the specification calls loading a document or a remote context is here finding it among the embedded and
//!   pinned ones, so the two codes for failing at it are one: `context-not-embedded`.

mod active_context;
mod budget;
mod compacted_node;
mod compaction;
mod compaction_of_items;
mod compaction_of_members;
mod compiled_context;
mod context;
mod contexts;
#[cfg(feature = "rdf")]
mod dataset;
mod deserialization;
mod embedded;
mod error;
mod expanded;
mod expansion;
mod expansion_of_maps;
mod expansion_of_members;
mod flattening;
mod inverse_context;
pub mod iri;
mod iri_compaction;
mod iri_expansion;
mod keyword;
pub mod language_tag;
#[cfg(feature = "json-ld")]
mod loader;
mod local_context;
mod node_builder;
mod node_map;
mod node_values;
mod processor;
mod rdf;
mod term;
mod term_definition;
mod term_entries;
mod term_table;
mod turtle;
mod value_compaction;
mod value_expansion;

pub use active_context::ActiveContext;
pub use compaction::{CompactOptions, compact, flatten};
pub use contexts::{ContextDocument, Contexts, UsedContext};
pub use deserialization::{RdfDirection, RdfOptions};
pub use embedded::schema_org_term;
pub use error::JsonLdError;
pub use expanded::{DropReason, Dropped, Expanded};
pub use rdf::{Literal, Object, Quad, Resource};

use adp_json::{Json, Limits};

/// How a document is expanded.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ExpandOptions {
    /// The base IRI: what relative references in the document are resolved against, usually its URL.
    pub base: Option<String>,
    /// A context to start with, as if the document named it first: a context, or an object whose `@context` is one.
    pub expand_context: Option<Json>,
    /// Depth and work limits.
    pub limits: Limits,
    /// The processing mode.
    pub processing_mode: ProcessingMode,
}

impl ExpandOptions {
    /// The defaults with a base IRI.
    #[must_use]
    pub fn with_base(base: impl Into<String>) -> Self {
        Self { base: Some(base.into()), ..Self::default() }
    }
}

/// The processing mode (JSON-LD 1.1 API, section 9.3): whether features that version 1.1 added are errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProcessingMode {
    /// JSON-LD 1.0: what contexts could say before version 1.1.
    JsonLd10,
    /// JSON-LD 1.1.
    #[default]
    JsonLd11,
}

/// Expands a document: every name becomes an IRI or a keyword, every value an array of objects.
///
/// `json` is a document's root, an object or an array; its values keep their places in the source.
///
/// # Errors
/// [`JsonLdError`] with the specification's error code; `context-not-embedded` for a context that [`Contexts`] does
/// not have; `jsonld-budget` where the document takes more work than [`Limits`] allow.
pub fn expand(json: &Json, contexts: &Contexts, options: &ExpandOptions) -> Result<Expanded, JsonLdError> {
    processor::Processor::new(contexts, options).run(json, options)
}

/// The README's example, run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
