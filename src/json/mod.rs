//! Strict JSON: one tree that is hashed, expanded and modelled, with the position of every name and value.
//!
//! [`parse`] reads bytes by the wire rules (I-JSON, RFC 7493, made stricter where two readers could differ), `yaml` (a feature)
//! reads YAML into the same tree,
//! [`jcs`] writes the canonical bytes (RFC 8785), [`mod@pointer`] finds values by RFC 6901 pointers.

pub(crate) mod by_offset;
mod document;
mod error;
pub mod jcs;
mod lines;
pub(crate) mod names;
mod number;
mod place;
pub mod pointer;
mod position;
mod pretty;
mod reader;
mod scan;
#[cfg(feature = "serde")]
mod serializer;
mod span;
mod text;
mod value;
#[cfg(feature = "yaml")]
pub mod yaml;

pub use document::Document;
pub use error::ReadError;
pub use lines::Lines;
pub use number::Number;
pub use place::Place;
pub use position::{Offset, Position, position_at};
pub use reader::parse;
#[cfg(feature = "serde")]
pub use serializer::{SerializeError, to_json};
pub use span::Span;
pub use text::Text;
pub(crate) use text::is_same;
pub use value::{Json, Member, Object, Value};
