//! All fuzz targets in one binary, which links much faster than one binary each. `FUZZ_TARGET` names the target.
#![no_main]

mod agent_description;
mod agents_json;
mod arazzo_expression;
mod card;
mod catalog;
mod changes;
mod context;
mod did;
mod did_document;
mod didwba_header;
mod envelope;
mod expand;
#[cfg(feature = "json-ld")]
mod expand_differential;
mod http_signature;
mod intent;
mod jcs;
mod json_read;
mod jws;
mod mcp;
mod openapi;
mod plain_profile;
mod proof_value;
mod query;
mod to_rdf;
mod tool_lists;
mod verify;
mod yaml;

// the registry's search language, compiled from its files, without the search engine and the databases
#[path = "../../crates/registry/src/codes.rs"]
#[allow(dead_code)]
mod codes;

#[path = "../../crates/registry/src/search"]
#[allow(dead_code, unused_imports)]
mod search {
    pub mod atoms;
    mod field;
    pub mod parse;
    pub mod query;
    pub mod query_error;

    pub use field::SearchField;
}

use adp_fixtures::cpu_time::timed;
use libfuzzer_sys::fuzz_target;
use std::{sync::LazyLock, time::Duration};

/// Processor time for an input of up to 8 KiB; longer ones have as much for each further 8 KiB. The instrumented build is some
/// twenty times slower than a release build.
const MAX_TIME: Duration = Duration::from_secs(10);

const TARGETS: &[(&str, fn(&[u8]))] = &[
    ("agent_description", agent_description::run),
    ("agents_json", agents_json::run),
    ("arazzo_expression", arazzo_expression::run),
    ("card", card::run),
    ("catalog", catalog::run),
    ("changes", changes::run),
    ("context", context::run),
    ("did", did::run),
    ("did_document", did_document::run),
    ("didwba_header", didwba_header::run),
    ("envelope", envelope::run),
    ("expand", expand::run),
    #[cfg(feature = "json-ld")]
    ("expand_differential", expand_differential::run),
    ("http_signature", http_signature::run),
    ("intent", intent::run),
    ("jcs", jcs::run),
    ("json_read", json_read::run),
    ("jws", jws::run),
    ("mcp", mcp::run),
    ("openapi", openapi::run),
    ("plain_profile", plain_profile::run),
    ("proof_value", proof_value::run),
    ("query", query::run),
    ("to_rdf", to_rdf::run),
    ("tool_lists", tool_lists::run),
    ("verify", verify::run),
    ("yaml", yaml::run),
];

static TARGET: LazyLock<fn(&[u8])> = LazyLock::new(|| {
    let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
    let found = TARGETS.iter().find(|(target, _)| *target == name);
    found
        .map(|(_, run)| *run)
        .unwrap_or_else(|| panic!("FUZZ_TARGET is {name:?}, expected the name of a file in fuzz_targets/"))
});

fuzz_target!(|bytes: &[u8]| {
    let ((), spent) = timed(|| (*TARGET)(bytes));
    let most = MAX_TIME * (1 + bytes.len() as u32 / 8192);
    assert!(spent <= most, "{} bytes took {spent:?} of a processor, expected at most {most:?}", bytes.len());
});
