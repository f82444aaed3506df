//! JSON Schemas that others wrote: of a tool's arguments and results, of an intent's slots.
//!
//! [`Schema::compile`] checks a schema by the meta-schema of its dialect (2020-12 where it names none) and its references;
//! [`Schema::validate`] validates a value. Both are for hostile input: nothing is fetched, patterns take time linear in the
//! text, and what would take too long is refused before it begins.
//!
//! Without the feature `json-schema`, each schema is [`FaultKind::NotChecked`]: nothing passes for want of a validator.
//!
//! | what | bound |
//! |---|---|
//! | values in the schemas of one document | 200,000 |
//! | schemas in them, patterns in them | 20,000; 500 |
//! | a compiled pattern | 128 KiB |
//! | schemas that follow from one another for one value | 256 |
//! | steps of validating one value (references and `allOf` multiply them) | 250,000 |
//!
//! ```
//! # #[cfg(feature = "json-schema")]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use adp_cards::json_schema::Schema;
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
//! assert_eq!(faults[0].message, "the type is \"int\", which JSON Schema does not know");
//! assert_eq!(faults[0].meant, Some(("int".to_owned(), "integer".to_owned())));
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "json-schema"))]
//! # fn main() {}
//! ```

#[cfg(feature = "json-schema")]
mod compile;
#[cfg(feature = "json-schema")]
mod describe;
mod fault;
#[cfg(feature = "json-schema")]
mod meta;
mod mismatch;
// tests of any build see what builds without the feature say
#[cfg(any(test, not(feature = "json-schema")))]
mod not_checked;
mod places;
#[cfg(feature = "json-schema")]
mod steps;
#[cfg(feature = "json-schema")]
mod tree;
mod types;
#[cfg(feature = "json-schema")]
mod work;

#[cfg(feature = "json-schema")]
pub use compile::{Compiler, Schema};
pub use fault::{FaultKind, SchemaFault};
pub use mismatch::{Mismatch, Unfit};
#[cfg(not(feature = "json-schema"))]
pub use not_checked::{Compiler, Schema};

pub(crate) use places::{Holds, Places, Target, direct, holds};
pub(crate) use types::{is_type, type_meant};
