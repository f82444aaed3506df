//! The typed model: the kinds of nodes, each declared once.

pub(super) mod agent_description;
pub(super) mod builder;
pub(super) mod decimal;
pub(super) mod domain_entity;
pub(super) mod interface;
pub(super) mod node;
pub(super) mod node_type;
pub(super) mod party;
pub(super) mod product;
pub(super) mod security;
pub(super) mod service;
