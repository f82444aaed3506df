//! Flows: sequences of API calls that an agent exposes as a single tool.
//!
//! ```rust
//! use adp_flows::{FORMATS, agents_json::AgentsJson};
//! use agent_description::{
//!     Limits,
//!     format::{Options, read},
//! };
//!
//! let text = br#"{"agentsJson": "0.1.0", "info": {"title": "Shop", "version": "1.0.0", "description": "Orders."},
//!   "sources": [{"id": "shop", "path": "openapi.yaml"}],
//!   "flows": [{"id": "order", "title": "Order", "description": "Places an order.",
//!     "actions": [{"id": "place", "sourceId": "shop", "operationId": "placeOrder"}],
//!     "links": [{"origin": {"actionId": "order", "fieldPath": "parameters.item"}, "target": {"actionId": "place", "fieldPath": "query.item"}}],
//!     "fields": {"parameters": [{"name": "item", "type": "string", "required": true}], "responses": {"success": {"type": "object"}}}}]}"#;
//! let options = Options::at("2026-11-01T00:00:00Z".parse()?);
//! let (document, formats) = read(text, FORMATS, &Limits::default())?;
//! let told: Vec<String> = formats[0].check(&document, &options).diagnostics.iter().map(ToString::to_string).collect();
//! assert_eq!(told, ["5:126: warning[spelling]: the path is \"query.item\", expected \"parameters.item\""]);
//!
//! let flows = AgentsJson::read(&document).flows;
//! assert_eq!(flows[0].actions[0].operation_id.as_deref(), Some("placeOrder"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(unreachable_pub)]

pub mod agents_json;
pub mod arazzo;
mod change;
pub mod codes;
mod crossing;
mod error;
mod fault;
mod header_name;
mod media_type;
pub mod openapi;
pub mod openrpc;
mod path_value;
pub mod plan;
mod referenced;
#[cfg(feature = "run")]
pub mod run;
mod server;
pub mod tools;
pub mod workflow;

pub use agents_json::AGENTS_JSON;
pub use arazzo::ARAZZO;
pub use openapi::OPENAPI;
pub use openrpc::OPENRPC;

use agent_description::{
    Code, Json,
    diagnostic::{Finding, Findings, Rule, Suggestions, members::Conventions, shortened},
    format::Format,
};

/// Null is a value, and names are compared exactly.
static CONVENTIONS: Conventions =
    Conventions { null_is_absent: false, checks_spelling: false, exact_names: true, ..Conventions::DEFAULT };

/// A name with `_` instead of characters other than letters, digits, `_` and `-`.
fn plain_name(text: &str) -> String {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    text.chars().map(|c| if is_allowed(c) { c } else { '_' }).collect()
}

/// Shortens a text of a document for messages.
fn cut(text: &str) -> String {
    text.chars().take(80).collect()
}

/// A value in a message: a string, or the type of another value.
fn brief(value: &Json) -> String {
    value.as_str().map_or_else(|| value.kind().to_owned(), shortened)
}

/// The version of a document in this member; a finding if it is not one of the `known`.
fn check_version(
    found: &mut Findings<'_>,
    rule: &'static Rule,
    (document, member): (&Json, &'static str),
    known: &[&'static str],
    help: &str,
) -> Option<&'static str> {
    found.exercise(rule);
    let Some(value) = document.get(member) else {
        found.add_missing(rule, document.offset(), || Finding::missing(Code::MISSING, "the document", member));
        return None;
    };
    let version = value.as_str().and_then(|text| minor_version(text, known));
    if version.is_none() {
        found.add(rule, value.offset(), || {
            let message = format!("the version is {}, expected one of {}", brief(value), known.join(" or "));
            Finding::new(Code::UNSUPPORTED_VERSION, message).with_help(help)
        });
    }
    version
}

/// The end of a message about an unknown name: the closest known name, if any.
fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let near = Suggestions::default().closest(name, known);
    near.map(|near| format!("; did you mean {near:?}?")).unwrap_or_default()
}

/// The minor version of a version such as `1.0.1` or `1.0.1-rc1`, if it is one of these.
fn minor_version(text: &str, known: &[&'static str]) -> Option<&'static str> {
    let is_patch = |patch: &str| {
        let (number, more) = patch.split_once('-').unwrap_or((patch, "none"));
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) && !more.is_empty()
    };
    known
        .iter()
        .copied()
        .find(|minor| text.strip_prefix(minor).and_then(|it| it.strip_prefix('.')).is_some_and(is_patch))
}

/// The formats of this crate.
pub const FORMATS: &[&Format] = &[AGENTS_JSON, ARAZZO, OPENAPI, OPENRPC];

/// Runs the README's example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
