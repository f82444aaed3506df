//! Documents of all formats: told apart, checked by examples, compared, converted, locked, inspected.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod access;
mod convert;
mod detect;
mod diff;
mod dns_aid;
mod doctor;
mod formats;
mod lock;
mod mistakes;
mod rules;
mod size;
mod spelling;
mod toy_format;

#[allow(dead_code)] // not each helper is used here
#[path = "../../../cards/tests/cards/signing_agent.rs"]
mod signing_agent;
