//! JSON-LD: expansion, compaction, RDF.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod api;
mod compaction;
mod differential;
mod embedded;
mod hostile;
mod iri;
mod language_tag;
mod nquads;
mod rdf;
mod w3c;
