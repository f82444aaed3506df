//! Token ranges for editors.

use crate::Position;
use std::ops::Range;

/// The token of a finding: a name or a string with its quotes, a number or word, or the opening bracket of an object or
/// list.
///
/// For an object only the bracket is marked, as in editors, because the rest of the object may be correct.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The bytes.
    pub bytes: Range<usize>,
    /// Line and column of the first character.
    pub start: Position,
    /// Line and column after the last character.
    pub end: Position,
    /// UTF-16 code units from the start of the text.
    pub utf16: Range<usize>,
    /// The columns of start and end in UTF-16 code units, from 1 like those of [`Position`]; the Language Server
    /// Protocol counts from 0.
    pub utf16_columns: Range<usize>,
}

/// Length of the token at the start of `text`: a string with its quotes, a number or word, else one character.
pub(crate) fn token_length(text: &[u8]) -> usize {
    let is_in_character = |byte: &u8| byte & 0xC0 == 0x80;
    match text {
        [] => 0,
        [b'"', rest @ ..] => {
            let mut escaped = false;
            let end = rest.iter().position(|byte| {
                let ends = *byte == b'"' && !escaped;
                escaped = *byte == b'\\' && !escaped;
                ends
            });
            end.map_or(text.len(), |end| end + 2)
        }
        // in YAML, where single quotes are doubled
        [b'\'', rest @ ..] => {
            let mut end = 0;
            while let Some(quote) = rest.get(end..).and_then(|rest| rest.iter().position(|byte| *byte == b'\'')) {
                end += quote + 1;
                if rest.get(end) != Some(&b'\'') {
                    return end + 1;
                }
                end += 1;
            }
            1
        }
        [first, ..] if first.is_ascii_alphanumeric() || *first == b'-' => {
            let is_in_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"-+.".contains(byte);
            text.iter().position(|byte| !is_in_word(byte)).unwrap_or(text.len())
        }
        [_, rest @ ..] => 1 + rest.iter().take_while(|byte| is_in_character(byte)).count(),
    }
}
