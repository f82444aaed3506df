//! Flows, run against servers on loopback.

mod agentsjson;
mod answers;
mod arazzo;
mod bodies;
mod consent;
mod cost;
mod credentials;
mod crossing;
mod echo;
mod examples;
mod expressions;
mod hostile;
mod order;
mod payloads;
mod prism;
mod server;
mod services;
mod shop;
mod styles;
