//! Flows: what is read of their files, what is wrong with them, what they call.

mod agents_json;
mod arazzo;
mod arguments;
mod calls;
mod cost;
mod losses;
mod mutation;
mod openapi;
mod openrpc;
mod places_and_hints;
mod samples;
mod tools;
mod workflow;
