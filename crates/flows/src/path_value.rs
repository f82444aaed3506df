//! Whether values stay in their segments of a path, however often a receiver decodes it.

use percent_encoding::percent_decode;

/// Maximum number of percent-decodings. Proxies and services decode once or twice.
const MAX_DECODINGS: usize = 8;

/// Why a text does not stay in one segment of a path, after any number of percent-decodings. With `may_divide`, it may
/// have slashes, but still no `.` or `..` as a segment.
pub(crate) fn steering(text: &str, may_divide: bool) -> Option<&'static str> {
    let Some(decoded) = decoded(text.as_bytes()) else { return Some("is percent-encoded too often") };
    if String::from_utf8_lossy(&decoded).chars().any(char::is_control) {
        return Some("has a control character");
    }
    if decoded.contains(&b'\\') {
        return Some("has `\\`");
    }
    if !may_divide && decoded.contains(&b'/') {
        return Some("has `/`");
    }
    has_dot_segment(&decoded).then_some("has `.` or `..` as a segment")
}

/// Why a path with values does not have the segments of its template: pieces of two values can combine. `divisions` is
/// the number of slashes that values may add.
#[cfg(feature = "run")]
pub(crate) fn combined(path: &str, template: &str, divisions: usize) -> Option<&'static str> {
    let (Some(found), Some(expected)) = (decoded(path.as_bytes()), decoded(template.as_bytes())) else {
        return Some("is percent-encoded too often");
    };
    if has_dot_segment(&found) {
        return Some("has `.` or `..` as a segment");
    }
    (divisors(&found) != divisors(&expected) + divisions).then_some("has more segments than the operation's path")
}

/// The number of slashes of a text after all percent-decodings.
#[cfg(feature = "run")]
pub(crate) fn divisions(text: &str) -> usize {
    decoded(text.as_bytes()).map_or(0, |decoded| divisors(&decoded))
}

#[cfg(feature = "run")]
fn divisors(text: &[u8]) -> usize {
    text.iter().filter(|byte| is_divisor(**byte)).count()
}

fn is_divisor(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\')
}

/// Some servers cut a segment at `;` before they resolve dots. A receiver that decodes a path and reads it again ends it
/// at `?` or `#`.
fn has_dot_segment(path: &[u8]) -> bool {
    path.split(|byte| is_divisor(*byte)).any(|segment| {
        let name = segment.split(|byte| matches!(byte, b';' | b'?' | b'#')).next().unwrap_or_default();
        matches!(name, b"." | b"..")
    })
}

/// The text after all percent-decodings; `None` if there are too many.
fn decoded(text: &[u8]) -> Option<Vec<u8>> {
    let mut text = text.to_vec();
    for _ in 0..=MAX_DECODINGS {
        let next: Vec<u8> = percent_decode(&text).collect();
        if next.len() == text.len() {
            return Some(next);
        }
        text = next;
    }
    None
}
