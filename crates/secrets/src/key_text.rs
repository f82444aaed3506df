//! The parts of a text that are a private key.

use super::{At, Name, beginnings::Beginnings, encoded::Encoded, is_key_text, multikey};

/// Minimum length of a private key, in characters: 32 bytes in Base64url have 43.
const MIN_KEY_CHARS: usize = 40;
/// Minimum length of a part of a PEM key, in characters; shorter ones are words of its headers.
const MIN_LINE_CHARS: usize = 4;
/// Beginnings of multi-line keys.
const BLOCK_BEGINS: [&str; 4] = ["PRIVATE KEY", "OpenVPN Static key", "PuTTY-User-Key-File", "Private-Lines"];

/// A key, or a line of one, and its position in the text.
pub(super) struct KeyMatch<'a> {
    pub key: &'a str,
    pub begin: usize,
}

/// What a text contains besides keys that are one long run of characters, if not a backslash. `b3BlbnNza` is `openssh`
/// in Base64.
static SIGNS: [&str; 10] = [
    "kty",
    "PRIVATE",
    "rivateKey",
    "ecretKey",
    "Private-Lines",
    "PuTTY",
    "OpenVPN",
    "openssh",
    "b3BlbnNza",
    "AGE-SECRET",
];
static BEGINNINGS: Beginnings = {
    let (mut beginnings, mut number) = (Beginnings::new(), 0);
    while number < SIGNS.len() {
        beginnings.add(SIGNS[number], number);
        number += 1;
    }
    beginnings
};
/// Minimum length of a key with its own code or structure, in any encoding but hexadecimal.
const MIN_CODED_CHARS: usize = 44;
/// Minimum length in hexadecimal: a hash has 64.
const MIN_HEX_CHARS: usize = 65;

/// Fast check whether a text may contain a private key, because reports have many lines and few keys.
pub(super) fn may_have_key(text: &str) -> bool {
    let is_hex = |run: &str| run.bytes().all(|byte| byte.is_ascii_hexdigit());
    text.contains('\\')
        || has_sign(text.as_bytes())
        || long_runs(text).any(|run| !(run.len() < MIN_HEX_CHARS && is_hex(run)) && may_encode_key(run))
        || has_lines_of_key(text)
}

fn has_sign(text: &[u8]) -> bool {
    let begins = |at: usize, number: usize| {
        let rest = text.get(at..).unwrap_or_default();
        SIGNS.get(number).is_some_and(|sign| rest.starts_with(sign.as_bytes()))
    };
    BEGINNINGS.places(text).any(|(at, mut signs)| signs.any(|number| begins(at, number)))
}

/// Whether a long run is a Multikey, or encodes a key in DER. Most signatures do neither.
fn may_encode_key(run: &str) -> bool {
    if parts(run).any(|(_, part)| multikey::is_secret(part)) {
        return true;
    }
    let mut encoded = Encoded::default();
    run.bytes().any(|byte| encoded.read(byte, At::default()).is_some()) || encoded.finish().is_some()
}

/// Runs on separate lines that together are a key.
fn has_lines_of_key(text: &str) -> bool {
    const MIN_LINE: usize = 16;
    text.contains('\n') && text.lines().any(|line| line.len() >= MIN_LINE && line.bytes().all(is_key_text))
}

/// All runs of key characters, with their positions.
pub(super) fn runs(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = 0;
    std::iter::from_fn(move || {
        let bytes = text.as_bytes();
        let begin = rest + bytes.get(rest..)?.iter().position(is_of_run)?;
        rest = end_of_run(bytes, begin);
        run(text, begin, rest)
    })
}

/// The runs of at least [`MIN_CODED_CHARS`]. As each of them has one of any so many bytes in a row, most bytes between
/// them are not read.
fn long_runs(text: &str) -> impl Iterator<Item = &str> {
    let bytes = text.as_bytes();
    let (mut at, mut rest) = (MIN_CODED_CHARS - 1, 0);
    let all = std::iter::from_fn(move || {
        while !is_of_run(bytes.get(at)?) {
            rest = at + 1;
            at += MIN_CODED_CHARS;
        }
        let before = bytes.get(rest..at)?;
        let begin = before.iter().rposition(|byte| !is_of_run(byte)).map_or(rest, |last| rest + last + 1);
        rest = end_of_run(bytes, at);
        at = rest + MIN_CODED_CHARS;
        run(text, begin, rest)
    });
    all.map(|(_, run)| run).filter(|run| run.len() >= MIN_CODED_CHARS)
}

fn is_of_run(byte: &u8) -> bool {
    is_key_text(*byte) || *byte == b'='
}

fn end_of_run(bytes: &[u8], at: usize) -> usize {
    let after = bytes.get(at..).unwrap_or_default();
    at + after.iter().position(|byte| !is_of_run(byte)).unwrap_or(after.len())
}

/// The characters of a run and their position, without those of an escape before them.
fn run(text: &str, begin: usize, end: usize) -> Option<(usize, &str)> {
    let begin = (begin + escape_chars(text.as_bytes(), begin)).min(end);
    Some((begin, text.get(begin..end)?))
}

/// Number of characters at a position that belong to an escape: of JSON (`n` after a backslash), of a URL (`20` after
/// `%`), or of a JSON Pointer.
pub(super) fn escape_chars(text: &[u8], at: usize) -> usize {
    let before = text.get(..at).unwrap_or_default();
    let is_after_backslash = before.iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1;
    match text.get(at..).unwrap_or_default() {
        [b'u', ..] if is_after_backslash => 5,
        [b'n' | b'r' | b't' | b'b' | b'f', ..] if is_after_backslash => 1,
        [b'0' | b'1', ..] if before.ends_with(b"~") => 1,
        [high, low, ..] if before.ends_with(b"%") && high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => 2,
        _ => 0,
    }
}

/// Whether a position is behind an escape.
pub(super) fn follows_escape(text: &[u8], at: usize) -> bool {
    const MAX_ESCAPE: usize = 6;
    let before = text.get(at.saturating_sub(MAX_ESCAPE)..at).unwrap_or_default();
    before.iter().any(|byte| matches!(byte, b'\\' | b'%' | b'~'))
        && [1, 2, 5].iter().any(|chars| at.checked_sub(*chars).is_some_and(|begin| escape_chars(text, begin) == *chars))
}

/// A complete run, and its parts between characters that a path or a name may have around a key.
pub(super) fn parts(run: &str) -> impl Iterator<Item = (usize, &str)> {
    let whole = run.trim_end_matches('=');
    let mut begin = 0;
    let parts = run.split(['/', '=', '+']).map(move |part| {
        let at = begin;
        begin += part.len() + 1;
        (at, part)
    });
    std::iter::once((0, whole)).chain(parts)
}

/// The keys of a text that contains some: values of secret members, long random texts, and PEM lines.
pub(super) fn find<'a>(text: &'a str, is_in_block: &mut bool, mut each: impl FnMut(KeyMatch<'a>)) {
    let (mut end, mut name, mut was_key) = (0, "", false);
    for (begin, run) in runs(text) {
        let between = text.get(end..begin).unwrap_or_default();
        *is_in_block = block_goes_on(*is_in_block, text, begin);
        let is_value = between.contains([':', '=', '>']) && !between.contains([',', '{', '[', ';']);
        let is_named = is_value && Name::from_text(name.as_bytes()).is_some_and(Name::may_have_key);
        // the key continues below: lines without other text
        let goes_on = was_key && !is_word(run) && between.trim_matches([' ', '\t', '\r', '"', '\'', '\\', 'n']) == "\n";
        let in_block = *is_in_block && run.len() >= MIN_LINE_CHARS && !is_word(run);
        was_key = is_named || in_block || goes_on || is_random(run) && run.len() >= MIN_KEY_CHARS;
        if was_key {
            each(KeyMatch { key: run, begin });
        }
        (end, name) = (begin + run.len(), run);
    }
}

/// Whether a text begins with the first line of a multi-line key.
pub(super) fn begins_block(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with("-----BEGIN") || BLOCK_BEGINS.iter().any(|label| text.starts_with(label))
}

/// Only the lines of PEM.
pub(super) fn find_in_blocks<'a>(text: &'a str, is_in_block: &mut bool, mut each: impl FnMut(KeyMatch<'a>)) {
    for (begin, run) in runs(text) {
        *is_in_block = block_goes_on(*is_in_block, text, begin);
        if *is_in_block && run.len() >= MIN_LINE_CHARS && !is_word(run) {
            each(KeyMatch { key: run, begin });
        }
    }
}

/// Whether a multi-line key began before a run and has not ended. A run begins at a word of the label.
fn block_goes_on(is_in_block: bool, text: &str, begin: usize) -> bool {
    const NEAR: usize = 32;
    let rest = text.get(begin..).unwrap_or_default().trim_start_matches('-');
    let before = text.as_bytes().get(begin.saturating_sub(NEAR)..begin).unwrap_or_default();
    let is_of_end = before.windows(4).any(|word| word == b"END ");
    let begins = !is_of_end && BLOCK_BEGINS.iter().any(|label| rest.starts_with(label));
    // in JSON and similar formats, a key is within one string
    let is_quoted = before.last() == Some(&b'"') && !before.ends_with(b"\\\"");
    !rest.starts_with("END") && (is_in_block && !is_quoted || begins)
}

/// A word of a label or a header, such as `ENCRYPTED`, `KEY-----` or `Proc-Type`.
fn is_word(run: &str) -> bool {
    let letters = run.trim_matches('-');
    letters.is_empty()
        || letters.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'-')
        || letters.bytes().all(|byte| byte.is_ascii_lowercase())
        || matches!(
            letters,
            "Proc-Type"
                | "DEK-Info"
                | "PuTTY-User-Key-File"
                | "Private-Lines"
                | "Public-Lines"
                | "OpenVPN"
                | "Static"
                | "Encryption"
                | "Comment"
                | "none"
        )
}

/// Letters of both cases with digits, or hexadecimal.
fn is_random(text: &str) -> bool {
    let has = |is: fn(&u8) -> bool| text.as_bytes().iter().any(is);
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let is_hex = digits >= 4 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    // Bech32 and similar encodings
    let is_one_case = digits >= 6 && !text.contains(['/', '+']);
    is_hex || digits > 0 && has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase) || is_one_case
}

#[cfg(test)]
mod tests {
    use super::{MIN_CODED_CHARS, long_runs, runs};

    #[test]
    fn long_runs_are_found_at_every_place() {
        let run = |length: usize| "x".repeat(length);
        for before in 0..=2 * MIN_CODED_CHARS {
            for length in [1, MIN_CODED_CHARS - 1, MIN_CODED_CHARS, MIN_CODED_CHARS + 1, 3 * MIN_CODED_CHARS] {
                let text = format!("{} {}:{}", run(before), run(length), run(MIN_CODED_CHARS));
                let long = runs(&text).map(|(_, run)| run).filter(|run| run.len() >= MIN_CODED_CHARS);
                assert_eq!(long_runs(&text).collect::<Vec<_>>(), long.collect::<Vec<_>>(), "{text}");
                let number =
                    [before, length, MIN_CODED_CHARS].iter().filter(|length| **length >= MIN_CODED_CHARS).count();
                assert_eq!(long_runs(&text).count(), number, "{text}");
            }
        }
    }
}
