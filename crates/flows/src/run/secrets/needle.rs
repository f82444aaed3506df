//! Searches texts for secrets: plain, in any case, percent-encoded, HTML- or JSON-escaped, or in base64.

use base64::{Engine as _, engine::general_purpose::STANDARD_NO_PAD};

/// Minimum length of a searched text; shorter ones occur by chance.
pub(super) const MIN_NEEDLE_BYTES: usize = 4;

/// Minimum length of a searched base64 text, because short ones occur by chance more often.
const MIN_BASE64_BYTES: usize = 6;

/// Maximum number of compared bytes per byte of text, and the minimum limit for any text.
const MAX_WORK_PER_BYTE: usize = 64;
const MIN_WORK: usize = 1_000_000;

/// Maximum number of bytes for one encoded byte of a secret, such as `&#x00041;` with some zeros.
const MAX_ENCODED_BYTES: usize = 10;

/// A searched text.
#[derive(Clone, Debug)]
struct Needle {
    /// In lower case, unless it is base64.
    text: Vec<u8>,
    /// For base64: number of adjacent characters before and after that contain a part of the secret.
    edges: Option<(usize, usize)>,
}

/// A set of secrets that are searched together.
#[derive(Clone, Debug, Default)]
pub(super) struct Needles {
    /// By first byte in lower case, longest first, because a partial match would leave a rest.
    by_first: Vec<Vec<Needle>>,
    longest: usize,
}

/// A decoded character or byte: its value, and its length in the text.
struct Decoded {
    bytes: [u8; 4],
    count: usize,
    taken: usize,
}

impl Needles {
    pub(super) fn add(&mut self, secret: &str) {
        if secret.len() < MIN_NEEDLE_BYTES {
            return;
        }
        self.insert(secret.as_bytes(), None);
        // the base64 of a text depends on its offset modulo 3
        for (before, start) in [("", 0), ("-", 2), ("--", 3)] {
            let text = format!("{before}{secret}");
            let encoded = STANDARD_NO_PAD.encode(&text);
            let end = usize::from(!text.len().is_multiple_of(3));
            let inner = encoded.get(start..encoded.len() - end).unwrap_or_default();
            if inner.len() >= MIN_BASE64_BYTES {
                self.insert(inner.as_bytes(), Some((before.len().min(1), end)));
            }
        }
    }

    fn insert(&mut self, text: &[u8], edges: Option<(usize, usize)>) {
        let text: Vec<u8> = text.iter().map(|byte| fold(*byte, edges.is_some())).collect();
        self.by_first.resize_with(256, Vec::new);
        self.longest = self.longest.max(text.len());
        let first = text.first().map(u8::to_ascii_lowercase);
        let Some(same) = first.and_then(|first| self.by_first.get_mut(usize::from(first))) else { return };
        let at = same.partition_point(|known| known.text.len() >= text.len());
        same.insert(at, Needle { text, edges });
    }

    /// The positions of secrets in a text, as start and end. A text that would take too long is treated as one secret.
    pub(super) fn find<'t>(&'t self, text: &'t str) -> impl Iterator<Item = (usize, usize)> + 't {
        let bytes = text.as_bytes();
        let mut work = bytes.len().saturating_mul(MAX_WORK_PER_BYTE).max(MIN_WORK);
        let mut at = if self.by_first.is_empty() { bytes.len() } else { 0 };
        std::iter::from_fn(move || {
            let from = at;
            while at < bytes.len() {
                let found = self.each_at(bytes, at, |needle, (done, end)| {
                    work = work.saturating_sub(done + 1);
                    (done == needle.text.len()).then_some((needle, end))
                });
                let found = found.map(|(needle, end)| needle.with_edges(bytes, from, at, end));
                let found = if work == 0 { Some((at, bytes.len())) } else { found };
                if let Some((_, end)) = found {
                    at = end;
                    return found;
                }
                at += 1;
            }
            None
        })
    }

    /// Whether a text contains a secret.
    pub(super) fn are_in(&self, text: &str) -> bool {
        self.find(text).next().is_some()
    }

    /// The start of an incomplete secret at the end of a text.
    pub(super) fn begun(&self, text: &str) -> Option<usize> {
        let bytes = text.as_bytes();
        let mut from = bytes.len().saturating_sub(self.longest.saturating_mul(MAX_ENCODED_BYTES));
        while !text.is_char_boundary(from) {
            from += 1;
        }
        (from..bytes.len()).find(|at| {
            let is_cut = |end: usize| {
                // the text may end within an encoded character
                bytes.get(end..).is_none_or(|rest| {
                    rest.is_empty()
                        || rest.len() < MAX_ENCODED_BYTES && matches!(rest.first(), Some(b'%' | b'&' | b'\\'))
                })
            };
            self.each_at(bytes, *at, |_, (done, end)| (done >= MIN_NEEDLE_BYTES && is_cut(end)).then_some(())).is_some()
        })
    }

    /// Tries the secrets that may start at a position, plain and encoded.
    fn each_at<'n, T>(
        &'n self,
        text: &[u8],
        at: usize,
        mut test: impl FnMut(&'n Needle, (usize, usize)) -> Option<T>,
    ) -> Option<T> {
        let of = |byte: u8| self.by_first.get(usize::from(byte)).map(Vec::as_slice).unwrap_or_default();
        let byte = *text.get(at)?;
        let plain = of(byte.to_ascii_lowercase());
        // at most positions no secret starts
        if plain.is_empty() && !matches!(byte, b'-' | b'_' | b'%' | b'&' | b'\\') {
            return None;
        }
        let [first, second] =
            decoded(text, at).map(|it| it.map(|it| of(it.bytes[0].to_ascii_lowercase())).unwrap_or_default());
        let url_safe = if matches!(byte, b'-' | b'_') { of(fold(byte, true)) } else { &[] };
        plain.iter().chain(url_safe).chain(first).chain(second).find_map(|needle| {
            test(needle, needle.matched(text, at, false)).or_else(|| test(needle, needle.matched(text, at, true)))
        })
    }
}

impl Needle {
    /// The length of a partial match at a position, and its end.
    fn matched(&self, text: &[u8], mut at: usize, is_encoded: bool) -> (usize, usize) {
        let (mut done, is_base64) = (0, self.edges.is_some());
        while let Some(rest) = self.text.get(done..).filter(|rest| !rest.is_empty()) {
            let encoded = if is_encoded { decoded(text, at) } else { [None, None] };
            let encoded = encoded.into_iter().flatten().find(|it| {
                it.bytes.iter().take(it.count).zip(rest).filter(|(a, b)| fold(**a, is_base64) == **b).count()
                    == it.count
            });
            if let Some(Decoded { count, taken, .. }) = encoded {
                (done, at) = (done + count, at + taken);
                continue;
            }
            let is_same = |byte: &u8| {
                rest.first().is_some_and(|first| {
                    fold(*byte, is_base64) == *first || is_encoded && (*byte, *first) == (b'+', b' ')
                })
            };
            if !text.get(at).is_some_and(is_same) {
                break;
            }
            (done, at) = (done + 1, at + 1);
        }
        (done, at)
    }

    /// Extends a base64 match by adjacent characters that contain a part of the secret, and by padding.
    fn with_edges(&self, text: &[u8], from: usize, start: usize, end: usize) -> (usize, usize) {
        let Some((before, after)) = self.edges else { return (start, end) };
        let is_base64 = |byte: &&u8| byte.is_ascii_alphanumeric() || b"+/-_".contains(byte);
        let left = text.get(from..start).unwrap_or_default();
        let right = text.get(end..).unwrap_or_default();
        let before = left.iter().rev().take(before).take_while(is_base64).count();
        let after = right.iter().take(after).take_while(is_base64).count();
        let padding = right.iter().skip(after).take(2).take_while(|byte| **byte == b'=').count();
        (start - before, end + after + padding)
    }
}

/// Converts to lower case; for base64, replaces the characters of RFC 4648 section 5 by those of section 4.
fn fold(byte: u8, is_base64: bool) -> u8 {
    match byte {
        b'-' if is_base64 => b'+',
        b'_' if is_base64 => b'/',
        _ if is_base64 => byte,
        _ => byte.to_ascii_lowercase(),
    }
}

/// Decodes a character at a position: `%2F`, `&amp;`, `&#38;`, `&#x26;`, `\u0026`, `\"`; also in JSON nested in JSON.
fn decoded(text: &[u8], at: usize) -> [Option<Decoded>; 2] {
    let rest = text.get(at..).unwrap_or_default();
    match rest.first() {
        Some(b'%') => [percent(rest), None],
        Some(b'&') => [entity(rest), None],
        Some(b'\\') => {
            let run = rest.iter().take(MAX_ENCODED_BYTES).take_while(|byte| **byte == b'\\').count();
            let escaped = match rest.get(run) {
                Some(b'u') => rest.get(run + 1..run + 5).and_then(|digits| character(hex(digits)?, run + 5)),
                Some(byte @ (b'"' | b'/')) => character(u32::from(*byte), run + 1),
                Some(b't') => character(u32::from(b'\t'), run + 1),
                _ => None,
            };
            [escaped, if run > 1 { character(u32::from(b'\\'), 2) } else { None }]
        }
        _ => [None, None],
    }
}

fn hex(digits: &[u8]) -> Option<u32> {
    u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

fn percent(text: &[u8]) -> Option<Decoded> {
    let byte = u8::try_from(hex(text.get(1..3)?)?).ok()?;
    Some(Decoded { bytes: [byte, 0, 0, 0], count: 1, taken: 3 })
}

fn entity(text: &[u8]) -> Option<Decoded> {
    let end = text.iter().take(MAX_ENCODED_BYTES).position(|byte| *byte == b';')?;
    let code = match text.get(1..end)? {
        b"amp" => 38,
        b"lt" => 60,
        b"gt" => 62,
        b"quot" => 34,
        b"apos" => 39,
        [b'#', b'x' | b'X', digits @ ..] => hex(digits)?,
        [b'#', digits @ ..] => std::str::from_utf8(digits).ok()?.parse().ok()?,
        _ => return None,
    };
    character(code, end + 1)
}

fn character(code: u32, taken: usize) -> Option<Decoded> {
    let mut bytes = [0; 4];
    let count = char::from_u32(code)?.encode_utf8(&mut bytes).len();
    Some(Decoded { bytes, count, taken })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::Needles;

    fn found(secret: &str, text: &str) -> String {
        let mut needles = Needles::default();
        needles.add(secret);
        let (mut shown, mut at) = (String::new(), 0);
        for (start, end) in needles.find(text) {
            shown += &format!("{}*", &text[at..start]);
            at = end;
        }
        shown + &text[at..]
    }

    /// Comparing all positions would take 10^10 steps.
    #[test]
    fn what_takes_too_long_is_not_shown() {
        let (secret, text) = ("a".repeat(100_000) + "b", "a".repeat(150_000));
        let shown = found(&secret, &text);
        assert!(shown.ends_with('*') && shown.len() < text.len(), "{}", shown.len());
        assert_eq!(found(&secret, &format!("x{secret}y")), "x*y");
    }

    #[test]
    fn a_secret_that_is_cut_is_known_by_its_beginning() {
        let mut needles = Needles::default();
        needles.add("sk-secret/of/kim");
        for (text, expected) in [
            ("x=sk-secret", Some(2)),
            ("é sk-secret%2Fo", Some(3)),
            ("sk-secret%2", Some(0)),
            ("c2stc2VjcmV0L29mL2tp", Some(0)),
            ("sk-", None),
            ("sk-secret.", None),
        ] {
            assert_eq!(needles.begun(text), expected, "{text}");
        }
    }
}
