//! JSON-LD: expansion, compaction, RDF.

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
