//! Verbs that fetch, against servers on loopback.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod call;
mod cards;
mod catalogs;
mod discover;
mod doctor;
mod fetch;
mod flow;
mod followed;
mod gateway;
mod gateway_envoy;
mod gateway_nginx;
mod mcp;
mod messages;
mod register;
mod rpc;
mod verbose;
