//! Flows, run against servers on loopback.

mod answers;
mod arazzo;
mod bodies;
mod examples;
mod expressions;
mod interop;
mod order;
mod payloads;
mod security;
mod server;
mod shop;
mod styles;
