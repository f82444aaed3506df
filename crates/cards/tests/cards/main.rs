//! Cards: what they are, what is wrong with them, what is signed of them and by whom.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod access;
mod catalog_values;
mod catalogs;
mod convert;
mod detect;
mod diff;
mod dns_aid;
mod doctor;
mod intents;
mod interop;
mod json_schema;
mod key_sets;
mod lock;
mod mcp;
mod mistakes;
mod openrpc;
mod refusals;
mod rules;
mod samples;
mod signed;
mod size;
mod skills;
mod spelling;
mod tck;
mod texts;
mod tool_api;
mod trust_manifests;
mod verdicts;
