//! JSON Schemas that others wrote: of a tool's arguments and results, of an intent's slots.
//!
//! [`Schema::compile`] checks a schema by the meta-schema of its dialect (2020-12 where it names none) and its references;
//! [`Schema::validate`] validates a value. Both are for hostile input: nothing is fetched, patterns take time linear in the
//! text, and what would take too long is refused before it begins.
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
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod compile;
mod fault;
mod meta;
mod mismatch;
mod places;
mod steps;
mod tree;
mod work;

pub use compile::{Compiler, Schema};
pub use fault::{FaultKind, SchemaFault};
pub use mismatch::{Mismatch, Unfit};

pub(crate) use meta::{is_type, type_meant};
pub(crate) use places::{Holds, Places, Target, direct, holds};
