//! Any format: what a document is, and what is found wrong with it.

mod detect;
mod diagnostic;
mod header_fields;
mod limits;
mod listings;
mod rules;
mod serializer;
mod verification;
