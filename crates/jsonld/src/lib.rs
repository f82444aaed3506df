//! JSON-LD 1.1: context processing, expansion, compaction, flattening and RDF over embedded contexts.
//!
//! [`expand`] runs the expansion algorithm of the [JSON-LD 1.1 API](https://www.w3.org/TR/json-ld11-api/) on the
//! strictly parsed tree. Its result is a tree of the same type, with positions in the source. Contexts come from
//! [`Contexts`], never from the network. Each algorithm of the specification has its own file with the specification's
//! step numbers. Expensive operations on hostile input are charged to a budget
//! ([`Limits::jsonld_work`](adp_json::Limits::jsonld_work)).
//!
//! Deviations and clarifications of the specification:
//! - A type that expands to nothing is dropped and listed in [`Expanded::dropped`]; the specification would add a
//!   `null` to the types (step 13.4.4.4 of expansion).
//! - The scoped context of a property may override protected terms for scalars and objects (steps 4.2 and 8 of
//!   expansion).
//! - A value in a map by `@id` is `invalid-value-object`; the specification would create a value object with an `@id`
//!   (step 13.8.3.7.4).
//! - A value in a map by `@type` becomes a value object whose `@type` is an array (step 13.8.3.7.5), as in other
//!   implementations. It has no RDF (section 8.2).
//! - A double's mantissa is rounded to 15 digits after the point, unless this would give infinity (section 8.6).
//! - Contexts are not loaded but looked up among the embedded and supplied ones, so both codes for loading errors
//!   become `context-not-embedded`.

mod budget;
mod compaction;
mod context;
mod context_documents;
mod error;
mod expanded;
mod expansion;
mod flattening;
pub mod iri;
mod keyword;
pub mod language_tag;
mod name_index;
mod node_builder;
mod processor;
mod rdf;

pub use compaction::{CompactOptions, compact, flatten};
pub use context::active_context::ActiveContext;
#[cfg(target_family = "wasm")]
pub use context_documents::compiled_context::schema_org_term;
#[cfg(not(target_family = "wasm"))]
pub use context_documents::schema_org::schema_org_term;
pub use context_documents::{ContextDocument, Contexts, UsedContext};
pub use error::JsonLdError;
pub use expanded::{DropReason, Dropped, Expanded};
pub use rdf::deserialization::{RdfDirection, RdfOptions};
pub use rdf::{Literal, Object, Quad, Resource};

use adp_json::{Json, Limits};

/// Options for expansion.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ExpandOptions {
    /// The base IRI for relative references, usually the document's URL.
    pub base: Option<String>,
    /// An initial context, as if the document named it first: a context, or an object with `@context`.
    pub expand_context: Option<Json>,
    /// Depth and work limits.
    pub limits: Limits,
    /// The processing mode.
    pub processing_mode: ProcessingMode,
}

impl ExpandOptions {
    /// The default options with a base IRI.
    #[must_use]
    pub fn with_base(base: impl Into<String>) -> Self {
        Self { base: Some(base.into()), ..Self::default() }
    }
}

/// The processing mode (JSON-LD 1.1 API, section 9.3): in version 1.0, features of 1.1 are errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProcessingMode {
    /// JSON-LD 1.0: only features before version 1.1.
    JsonLd10,
    /// JSON-LD 1.1.
    #[default]
    JsonLd11,
}

/// Expands a document: every name becomes an IRI or a keyword, every value an array of objects.
///
/// `json` is a document's root, an object or an array; its values keep their positions in the source.
///
/// # Errors
/// [`JsonLdError`] with the specification's error code; `context-not-embedded` for a context that is not in
/// [`Contexts`]; `jsonld-budget` if the document exceeds the work limit of [`Limits`].
pub fn expand(json: &Json, contexts: &Contexts, options: &ExpandOptions) -> Result<Expanded, JsonLdError> {
    processor::Processor::new(contexts, options).run(json, options)
}

/// The README's example, run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
