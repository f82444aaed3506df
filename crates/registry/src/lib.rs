//! A registry of agents that verifies a document before it indexes it.

pub mod codes;
pub mod page;
pub mod search;
