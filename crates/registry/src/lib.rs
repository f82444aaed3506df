//! A registry of agents that verifies a document before it indexes it.

pub mod http;
pub mod page;
