//! JSON-LD 1.1: context processing, expansion and RDF over embedded contexts.
