//! The typed model: the kinds of nodes, each declared once.

pub(super) mod agent_description;
mod builder;
mod decimal;
mod domain_entity;
mod interface;
pub(super) mod node;
pub(super) mod node_type;
mod party;
pub(super) mod product;
pub(super) mod security;
mod service;

pub use self::{
    agent_description::AgentDescription,
    builder::AgentDescriptionBuilder,
    decimal::{Decimal, DecimalError},
    domain_entity::DomainEntity,
    interface::{Interface, InterfaceKind},
    node::Node,
    party::{Party, PartyKind},
    product::{Audience, Brand, CustomizationOptions, Image, Nutrition, Offer, Price, Product, PropertyValue},
    security::{ParameterLocation, SecurityDefinition, SecurityRequirement, SecurityScheme},
    service::{Information, Service},
};
pub(crate) use self::{agent_description::signs, node_type::Sign};
