//! JSON-LD: expansion, compaction, RDF.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod api;
mod compaction;
mod differential;
mod hostile;
mod nquads;
mod rdf;
mod w3c;
