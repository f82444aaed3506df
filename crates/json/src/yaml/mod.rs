//! The JSON subset of YAML 1.2, parsed into the same tree as JSON.
//!
//! | rule | what is refused |
//! |---|---|
//! | scalars follow the core schema (YAML 1.2.2 section 10.3.2): `yes`, `on`, dates and `1_000` are strings, `0o17` is 15 | |
//! | a number is exactly its double, as in JSON | `json-number`; `.inf` and `.nan` too |
//! | keys are strings; an integer such as `200` becomes a string | `yaml-key`: other scalars, collections, the merge key `<<` of YAML 1.1 |
//! | a key occurs once in its mapping, in any spelling | `json-duplicate-key` |
//! | an alias is expanded to a copy of the value, with the alias's position | `yaml-alias`: an alias inside of its own value; an expanded document above the size limit; copies of more than 2 MiB and eight times the text |
//! | the tags `!`, `!!str`, `!!int`, `!!float`, `!!bool`, `!!null`, `!!seq`, `!!map`, on a matching value | `yaml-tag`: all others |
//! | one document in UTF-8 without byte order mark, with `%YAML 1.2` or without directives | `yaml-stream`, `json-encoding` |
//! | size and depth are limited | `json-size`, `json-depth` |
//!
//! JSON is also YAML, and is parsed by the JSON parser, so JSON texts give the same tree here. `saphyr-parser` handles
//! the syntax; its events are converted to the tree one by one.

mod aliases;
mod core_schema;
mod offsets;
mod open;
mod ration;
mod scalar;
mod tree;

use super::{Json, ReadError, reader};
use crate::ReadLimits;

/// Parses one YAML or JSON value.
///
/// Positions are those of the source. The value of an alias has the alias's position, but its content has the positions
/// of the anchor.
///
/// ```
/// use adp_json::{ReadLimits, yaml};
///
/// let text = b"openapi: 3.1.0\nresponses: {200: {description: yes}}\n";
/// let read = yaml::parse(text, ReadLimits::new(16 << 20))?;
/// assert_eq!(
///     read.to_compact(),
///     r#"{"openapi":"3.1.0","responses":{"200":{"description":"yes"}}}"#
/// );
/// # Ok::<(), adp_json::ReadError>(())
/// ```
///
/// # Errors
/// [`ReadError`], with line and column: `yaml-syntax`, `yaml-stream`, `yaml-alias`, `yaml-tag`, `yaml-key`, `json-duplicate-key`,
/// `json-number`, `json-depth`, `json-size`, `json-encoding`.
pub fn parse(bytes: &[u8], limits: impl Into<ReadLimits>) -> Result<Json, ReadError> {
    parse_with_source(bytes, limits.into()).map(|(root, _)| root)
}

/// [`parse`], also returning the input as text.
pub(super) fn parse_with_source(bytes: &[u8], limits: ReadLimits) -> Result<(Json, &str), ReadError> {
    let first = bytes.strip_prefix(reader::BYTE_ORDER_MARK).unwrap_or(bytes).trim_ascii_start().first();
    if first.is_some_and(|byte| matches!(byte, b'{' | b'[' | b'"' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n')) {
        // JSON is parsed as such; other texts, which are recognized quickly, get YAML errors
        if let Ok(read) = reader::parse_with_source(bytes, limits) {
            return Ok(read);
        }
    }
    let source = reader::text(bytes, limits)?;
    Ok((tree::build(source, limits)?, source))
}
