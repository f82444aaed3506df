//! Strict JSON and YAML: the tree of the crate `adp-json`.

pub(crate) use adp_json::is_same;
#[cfg(feature = "serde")]
pub use adp_json::to_json;
pub use adp_json::{
    Document, Json, Lines, Member, Number, Object, Offset, Place, Position, ReadError, Span, Text, Value, WideNumber,
    jcs, object, parse, pointer, position_at, yaml,
};
