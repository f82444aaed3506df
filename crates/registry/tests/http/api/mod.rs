//! The HTTP API: its answers, its refusals, its documents.

mod answers;
mod conformance;
mod metrics;
mod openapi;
mod requests;
mod self_description;
pub mod writing;
