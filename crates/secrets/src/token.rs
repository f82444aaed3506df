//! Tokens of known services, recognized by prefix, alphabet and length.

use super::{
    At, FoundSecret,
    beginnings::Beginnings,
    key_text::{escape_chars, follows_escape},
    multikey,
};
use adp_json::Position;

/// Token formats: their prefixes, their length, and their alphabet.
struct Form {
    prefixes: &'static [&'static str],
    min_chars: usize,
    max_chars: usize,
    is_of_token: fn(u8) -> bool,
}

const fn form(prefixes: &'static [&'static str], chars: (usize, usize), is_of_token: fn(u8) -> bool) -> Form {
    Form { prefixes, min_chars: chars.0, max_chars: chars.1, is_of_token }
}

const fn alphanumeric(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
}

const fn base64url(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}

const fn with_dots(byte: u8) -> bool {
    base64url(byte) || byte == b'.'
}

const fn base32(byte: u8) -> bool {
    matches!(byte, b'A'..=b'Z' | b'2'..=b'7')
}

const fn hex(byte: u8) -> bool {
    byte.is_ascii_hexdigit()
}

/// Maximum length of a token.
const ANY: usize = 512;
/// The formats; a longer prefix comes before its own prefix.
static FORMS: [Form; 28] = [
    form(&["github_pat_"], (40, ANY), base64url),
    form(&["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], (36, 255), alphanumeric),
    form(&["glpat-"], (20, 255), with_dots),
    form(&["gldt-", "hvs."], (20, 255), base64url),
    form(&["glsa_"], (32, 64), base64url),
    form(&["xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xapp-"], (20, 255), base64url),
    form(&["sk-ant-", "sk-proj-", "sk-svcacct-", "sk-or-"], (20, 255), base64url),
    form(&["sk-"], (32, 255), alphanumeric),
    form(&["sk_live_", "sk_test_", "rk_live_"], (16, 255), alphanumeric),
    form(&["whsec_"], (24, 255), |byte| base64url(byte) || matches!(byte, b'+' | b'/')),
    form(&["AKIA", "ASIA"], (16, 16), base32),
    form(&["AIza"], (35, 35), base64url),
    form(&["ya29."], (20, ANY), base64url),
    form(&["GOCSPX-"], (28, 28), base64url),
    form(&["npm_"], (36, 36), alphanumeric),
    form(&["pypi-"], (50, ANY), base64url),
    form(&["hf_"], (30, 64), alphanumeric),
    form(&["gsk_"], (40, 64), alphanumeric),
    form(&["xai-"], (60, 100), alphanumeric),
    form(&["r8_"], (37, 37), alphanumeric),
    form(&["SG."], (60, 80), with_dots),
    form(&["dop_v1_"], (64, 64), hex),
    form(&["dckr_pat_"], (20, 40), base64url),
    form(&["shpat_"], (32, 32), hex),
    form(&["tskey-"], (16, 80), base64url),
    form(&["lin_api_"], (32, 48), alphanumeric),
    form(&["AGE-SECRET-KEY-"], (50, 64), alphanumeric),
    // seeds of NATS: operator, account, user, server, cluster, curve
    form(&["SO", "SA", "SU", "SN", "SC", "SX"], (56, 56), base32),
];
/// The prefixes of each format by its number.
static PREFIXES: Beginnings = {
    let (mut prefixes, mut number) = (Beginnings::new(), 0);
    while number < FORMS.len() {
        let mut at = 0;
        while at < FORMS[number].prefixes.len() {
            prefixes.add(FORMS[number].prefixes[at], number);
            at += 1;
        }
        number += 1;
    }
    prefixes
};
/// Minimum length of a text with a token, in bytes.
const MIN_TEXT_BYTES: usize = 10;
/// Minimum number of characters after the prefix of a truncated token.
const MIN_CUT_CHARS: usize = 6;
/// Minimum prefix length for recognizing a truncated token.
const MIN_CUT_PREFIX: usize = 4;

/// Maximum length of a word that may be a token, in bytes: the longest prefix and the longest token.
const MAX_WORD_BYTES: usize = 640;

/// A detector for words that are secret Multikeys or tokens.
#[derive(Debug, Default)]
pub(super) struct Tokens {
    word: String,
    begins: At,
    is_too_long: bool,
}

impl Tokens {
    pub(super) fn read(&mut self, byte: u8, at: At, is_for_keys: bool) -> Option<FoundSecret> {
        if with_dots(byte) || matches!(byte, b'+' | b'/') {
            if self.word.is_empty() {
                self.begins = at;
            }
            self.is_too_long |= self.word.len() == MAX_WORD_BYTES;
            if !self.is_too_long {
                self.word.push(char::from(byte));
            }
            return None;
        }
        let (found, begins) = (self.secret(is_for_keys), self.begins);
        self.word.clear();
        self.is_too_long = false;
        // what follows may belong to an escape
        if matches!(byte, b'\\' | b'%' | b'~') {
            self.begins = at;
            self.word.push(char::from(byte));
        }
        let (what, offset) = found?;
        let Position { line, column } = begins.position;
        Some(FoundSecret { what, position: Some(Position { line, column: column + offset }) })
    }

    /// What the word is, and where in it the secret begins.
    fn secret(&self, is_for_keys: bool) -> Option<(&'static str, usize)> {
        if self.is_too_long || self.word.len() < MIN_TEXT_BYTES {
            return None;
        }
        let escape =
            if self.word.starts_with(['\\', '%', '~']) { 1 + escape_chars(self.word.as_bytes(), 1) } else { 0 };
        let word = self.word.get(escape..).unwrap_or_default();
        let mut offset = escape;
        let parts = word.split(['/', '.', '+']).map(|part| {
            offset += part.len() + 1;
            (part, offset - part.len() - 1)
        });
        let mut multikeys = std::iter::once((word, escape)).chain(parts).filter(|(part, _)| multikey::is_secret(part));
        if let Some((_, begins)) = multikeys.next() {
            return Some(("a secret key in multibase", begins));
        }
        let mut begins = None;
        if !is_for_keys {
            find(&self.word, false, |begin, _| _ = begins.get_or_insert(begin));
        }
        Some(("a token of a known service", begins?))
    }
}

/// The ranges of tokens in a text; with `is_message` also truncated ones (`ghp_16C7e4…`).
pub(super) fn find(text: &str, is_message: bool, mut each: impl FnMut(usize, usize)) {
    let bytes = text.as_bytes();
    let mut end = 0;
    for (at, mut forms) in PREFIXES.places(bytes) {
        let rest = bytes.get(at..).unwrap_or_default();
        if at < end || rest.len() < MIN_TEXT_BYTES || !begins_word(bytes, at) {
            continue;
        }
        let of_form = |number: usize| {
            let form = FORMS.get(number)?;
            let with = |prefix: &&str| len_of(form, prefix, rest.strip_prefix(prefix.as_bytes())?, is_message);
            form.prefixes.iter().find_map(with)
        };
        if let Some(len) = forms.find_map(of_form) {
            end = at + len;
            // as in the examples of AWS
            if text.get(at..end).is_some_and(|token| !token.contains("EXAMPLE")) {
                each(at, end);
            }
        }
    }
}

/// The length of a token of a format, by its prefix and the text after it.
fn len_of(form: &Form, prefix: &str, rest: &[u8], is_message: bool) -> Option<usize> {
    let chars = rest.iter().take(form.max_chars + 1).take_while(|byte| (form.is_of_token)(**byte)).count();
    let (token, after) = rest.split_at_checked(chars)?;
    // words have no digits and various lengths, and a placeholder repeats one letter
    let is_exact = form.min_chars == form.max_chars && token.windows(2).any(|two| two.first() != two.last());
    let is_random = token.iter().any(u8::is_ascii_digit) || chars >= 40 || is_exact;
    let is_whole = (form.min_chars..=form.max_chars).contains(&chars);
    let is_cut =
        is_message && chars >= MIN_CUT_CHARS && prefix.len() >= MIN_CUT_PREFIX && after.starts_with("…".as_bytes());
    (is_random && (is_whole || is_cut)).then_some(prefix.len() + chars)
}

/// Whether a word begins here, also after the end of a terminal color sequence, `ESC [ 1 m`.
pub(super) fn begins_word(text: &[u8], at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    match before.last() {
        Some(b'm') => {
            let numbers =
                before.iter().rev().skip(1).take_while(|byte| byte.is_ascii_digit() || **byte == b';').count();
            before.get(..before.len() - 1 - numbers).is_some_and(|order| order.ends_with(b"\x1b["))
        }
        Some(last) => !last.is_ascii_alphanumeric() || follows_escape(text, at),
        None => true,
    }
}

#[cfg(test)]
mod tests {
    use super::find;

    fn found(text: &str, is_message: bool) -> Vec<&str> {
        let mut all = Vec::new();
        find(text, is_message, |begin, end| all.push(text.get(begin..end).unwrap_or_default()));
        all
    }

    /// Composed at run time, so that secret scanners do not report this file.
    #[test]
    fn tokens_are_found_by_their_form_and_cut_ones_in_messages() {
        let token = format!("ghp{}", "_16C7e42F292c6912E7710c838347Ae178B4a");
        let text = format!("found \"{token}\", and\u{1b}[1m{token}\u{1b}[0m, x{token}");
        assert_eq!(found(&text, false), [&token, &token]);
        let cut = format!("found {}…", token.get(..12).unwrap_or_default());
        assert_eq!((found(&cut, true).len(), found(&cut, false).len()), (1, 0));
        // 16 letters without a digit, of a random generator
        let key = format!("AKIA{}", "HBSENIYREDVVBGLL");
        assert_eq!(found(&format!("id={key}"), false), [&key]);
        assert!(
            found("ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx, AKIAIOSFODNN7EXAMPLE, AKIAXXXXXXXXXXXXXXXX, sk-YOUR-KEY, risk-1, SAFE", true)
                .is_empty()
        );
    }
}
