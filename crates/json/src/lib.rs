//! Strict JSON and YAML: one tree for hashing, expansion and models, with the position of every name and value.
//!
//! [`parse`] parses bytes by the wire rules: I-JSON (RFC 7493), stricter where two parsers could differ. [`yaml`]
//! parses YAML into the same tree. [`jcs`] writes the canonical bytes (RFC 8785). [`mod@pointer`] finds values by RFC
//! 6901 pointers.

mod code;
mod coded_error;
mod document;
mod error;
pub mod hex;
pub mod jcs;
mod limits;
pub mod pointer;
mod position;
mod reader;
#[cfg(feature = "serde")]
mod serialize;
mod shortened;
mod text_error;
mod value;
mod words;
pub mod yaml;

pub use code::{Code, CodeClass, CodeEntry};
pub use coded_error::{CodedError, SimpleError};
pub use document::Document;
pub use error::ReadError;
pub use limits::{Limits, ReadLimits};
#[doc(hidden)]
pub use position::by_offset::value_offset;
pub use position::lines::Lines;
pub use position::place::Place;
pub use position::span::Span;
pub use position::{Offset, Position, position_at};
#[doc(hidden)]
pub use reader::scan::plain_run;
pub use reader::{member_names, parse};
#[cfg(feature = "serde")]
pub use serialize::serializer::to_json;
pub use shortened::{MAX_MESSAGE_CHARS, cut, shortened};
pub use text_error::TextError;
pub use value::number::{Number, WideNumber};
pub use value::text::{Text, is_same};
pub use value::{Json, Member, Object, Value};

/// The README's example, run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
