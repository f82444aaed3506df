//! Validates values with untrusted JSON Schemas: a tool's arguments and results, an intent's slots.
//!
//! [`Schema::compile`] checks a schema against the meta-schema of its dialect (default: 2020-12) and resolves its
//! references. [`Schema::validate`] validates a value. Both are safe for hostile input: schemas are never fetched,
//! patterns take linear time, and expensive validations are refused before they start.
//!
//! Without the feature `json-schema`, every schema is refused as [`FaultKind::NotChecked`].
//!
//! | item | limit |
//! |---|---|
//! | values in the schemas of one document | 200,000 |
//! | schemas in them | 20,000 |
//! | a compiled pattern; all of a document, by an estimate | 128 KiB; 24 MiB |
//! | nested schemas for one value | 256 |
//! | steps of validating one value (references and `allOf` multiply them) | 250,000 |
//!
//! ```rust
//! # #[cfg(feature = "json-schema")]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use adp_tools::json_schema::Schema;
//! use agent_description::{Limits, json::parse};
//!
//! let limits = Limits::default();
//! let schema = parse(br#"{"type": "object", "properties": {"nights": {"type": "integer", "minimum": 1}}}"#, &limits)?;
//! let schema = Schema::compile(&schema).map_err(|faults| faults[0].message.clone())?;
//!
//! let refused = schema.validate(&parse(br#"{"nights": 0}"#, &limits)?).unwrap_err();
//! assert_eq!(refused.mismatches()[0].message, "`/nights` is 0, expected at least 1");
//!
//! let invalid = parse(br#"{"type": "object", "properties": {"nights": {"type": "int"}}}"#, &limits)?;
//! let faults = Schema::compile(&invalid).unwrap_err();
//! assert_eq!(faults[0].message, "unknown JSON Schema type \"int\"");
//! assert_eq!(faults[0].meant, Some(("int".to_owned(), "integer".to_owned())));
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "json-schema"))]
//! # fn main() {}
//! ```

mod check;
#[cfg(feature = "json-schema")]
mod compile;
#[cfg(feature = "json-schema")]
mod copy;
#[cfg(feature = "json-schema")]
mod describe;
mod fault;
#[cfg(feature = "json-schema")]
mod meta;
mod mismatch;
// tests in any build cover the build without the feature
#[cfg(any(test, not(feature = "json-schema")))]
mod not_checked;
mod official;
mod pattern_budget;
mod places;
#[cfg(feature = "json-schema")]
mod steps;
mod types;
#[cfg(feature = "json-schema")]
mod work;

#[cfg(feature = "json-schema")]
pub use compile::{Compiler, Schema};
pub use fault::{FaultKind, SchemaFault};
pub use mismatch::{Mismatch, Unfit};
#[cfg(not(feature = "json-schema"))]
pub use not_checked::{Compiler, Schema};
pub use official::{TOO_LARGE_MESSAGE, compile_official, validate_beyond};
pub use pattern_budget::PatternBudget;

pub use places::{Holds, ReferenceTarget, SchemaPlaces, direct, holds};
pub use types::{TYPES, is_of_type, is_type, type_meant};
