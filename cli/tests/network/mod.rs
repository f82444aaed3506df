//! Verbs that fetch, against servers on loopback.

mod call;
mod cards;
mod catalogs;
mod discover;
mod doctor;
mod fetch;
mod flow;
mod followed;
mod gateway;
mod mcp;
mod messages;
mod register;
mod rpc;
mod verbose;
