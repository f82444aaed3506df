//! Strict JSON and YAML: one tree for hashing, expansion and models, with the position of every name and value.
//!
//! [`parse`] parses bytes by the wire rules: I-JSON (RFC 7493), stricter where two parsers could differ. [`yaml`]
//! parses YAML into the same tree. [`jcs`] writes the canonical bytes (RFC 8785). [`mod@pointer`] finds values by RFC
//! 6901 pointers.

mod by_offset;
mod code;
mod coded_error;
mod document;
mod error;
pub mod hex;
pub mod jcs;
mod limits;
mod lines;
pub mod member_names;
mod members;
mod number;
mod place;
pub mod pointer;
mod position;
mod pretty;
mod reader;
mod scan;
#[cfg(feature = "serde")]
mod serialize;
#[cfg(feature = "serde")]
mod serializer;
mod shortened;
mod span;
mod text;
mod text_error;
mod value;
mod words;
pub mod yaml;

#[doc(hidden)]
pub use by_offset::value_offset;
pub use code::{Code, CodeClass, CodeEntry};
pub use coded_error::{CodedError, SimpleError};
pub use document::Document;
pub use error::ReadError;
pub use limits::{Limits, ReadLimits};
pub use lines::Lines;
pub use number::{Number, WideNumber};
pub use place::Place;
pub use position::{Offset, Position, position_at};
pub use reader::parse;
#[doc(hidden)]
pub use scan::plain_run;
#[cfg(feature = "serde")]
pub use serializer::to_json;
pub use shortened::{MAX_MESSAGE_CHARS, cut, shortened};
pub use span::Span;
pub use text::{Text, is_same};
pub use text_error::TextError;
pub use value::{Json, Member, Object, Value};

/// The README's example, run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
