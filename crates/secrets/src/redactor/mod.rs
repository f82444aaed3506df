//! Masks secrets in the output of a program.

pub(crate) mod marks;
mod process;
pub(crate) mod redacted_url;
mod report;
mod url_text;
pub(crate) mod writer;

use self::marks::Marks;
use super::{
    SecretScanner,
    key_text::{self, KeyMatch},
    name::is_query_credential,
    token,
};
use std::{
    borrow::Cow,
    fmt,
    sync::{Arc, PoisonError, RwLock, RwLockReadGuard},
};

/// Maximum number of stored bytes of keys.
const MAX_KNOWN_BYTES: usize = 4 << 20;
/// Maximum number of stored values.
const MAX_VALUES: usize = 4096;
/// Minimum length of a recognizable part of a key, in characters.
const MIN_PART_CHARS: usize = 8;
/// Minimum length of a value that is masked, in bytes.
const MIN_VALUE_BYTES: usize = 4;
/// Maximum length of a text that is searched for keys even if no input contained one, in bytes.
const MAX_UNKNOWN_BYTES: usize = 64 << 10;
/// Limits for truncated messages: number of truncation points, and characters of a secret before one.
const MAX_CUTS: usize = 16;
const MAX_CUT_CHARS: usize = 128;

/// Masks secrets in a program's output.
///
/// It masks private keys, tokens of known services and credentials in URLs by their form, and values that were named as
/// secrets ([`Self::learn_secret`]). A part of a key, such as a line of a PEM file, is not recognizable by itself.
/// Therefore [`Self::learn`] stores the keys of an input, so that their parts are masked too. A report consists of
/// inputs, so it is searched for keys and tokens only if an input has some. Clones share the stored secrets.
///
/// ```
/// use agent_description::secret::Redactor;
///
/// let redactor = Redactor::default();
/// assert_eq!(
///     redactor.message("cannot read postgres://hotel:s3cret@db.example/"),
///     "cannot read postgres://...@db.example/"
/// );
/// redactor.learn(
///     br#"{
///       "kty": "OKP", "crv": "Ed25519",
///       "d": "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"
///     }"#,
/// );
/// assert_eq!(
///     redactor.message("found \"nWGxne_9WmC6hEr0…\", expected an object"),
///     "found \"***…\", expected an object"
/// );
/// ```
#[derive(Clone, Default)]
pub struct Redactor(Arc<RwLock<KnownValues>>);

/// Does not display the stored secrets.
impl fmt::Debug for Redactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redactor").finish_non_exhaustive()
    }
}

#[derive(Default)]
pub(super) struct KnownValues {
    /// Values that were named as secrets.
    values: WholeValues,
    /// Keys, one per line, which are also masked in parts.
    keys: String,
    /// Queries of URLs among the arguments, and their fragments with `=`, masked in messages and reports.
    queries: Vec<String>,
    /// Values that requests carry, which servers may repeat in what a message quotes.
    sent: WholeValues,
    /// Whether an input or an argument contained a private key.
    pub(super) has_key: bool,
    /// Whether an input or an argument contained a token of a known service.
    has_token: bool,
    /// Whether the lines of a list are within a PEM key.
    is_in_block: bool,
}

/// Values that are masked as a whole.
#[derive(Default)]
struct WholeValues(Vec<String>);

impl WholeValues {
    fn add(&mut self, value: &str) {
        let is_new = value.len() >= MIN_VALUE_BYTES && !self.0.iter().any(|known| known == value);
        if is_new && self.0.len() < MAX_VALUES {
            self.0.push(value.to_owned());
        }
    }

    /// Adds the forms that a value has in a message.
    fn add_as_written(&mut self, value: &str) {
        self.add(value);
        self.add(&value.escape_debug().to_string());
        // `{:?}` escapes other quotation marks than `escape_debug`
        self.add(format!("{value:?}").trim_matches('"'));
    }

    fn mark(&self, text: &str, marks: &mut Marks) {
        for value in &self.0 {
            // such as the password `pass` in the word "password"
            let may_be_in_word = value.len() < MIN_PART_CHARS && value.bytes().all(|byte| byte.is_ascii_alphabetic());
            let is_word = |at, end| {
                let goes_on = text.as_bytes().get(end).is_some_and(u8::is_ascii_alphabetic);
                !goes_on && token::begins_word(text.as_bytes(), at)
            };
            for (at, found) in text.match_indices(value.as_str()) {
                if !may_be_in_word || is_word(at, at + found.len()) {
                    marks.add(at, at + found.len());
                }
            }
        }
    }
}

impl KnownValues {
    fn add_key(&mut self, key: &str) {
        let key = key.trim_end_matches('=');
        if key.len() >= MIN_PART_CHARS && self.keys.len() < MAX_KNOWN_BYTES && !self.keys.contains(key) {
            self.keys.push_str(key);
            self.keys.push('\n');
        } else {
            self.values.add(key);
        }
    }

    /// The known values in a text.
    fn mark(&self, text: &str, marks: &mut Marks) {
        self.values.mark(text, marks);
        self.mark_keys(text, marks);
    }

    /// The beginnings of known values before a truncation of a message.
    fn mark_cuts(&self, text: &str, marks: &mut Marks) {
        for (end, _) in text.match_indices('…').take(MAX_CUTS) {
            let before = text.get(..end).unwrap_or_default();
            let longest = |value: &String| {
                let ends = value.char_indices().map(|(end, _)| end).filter(|end| *end >= MIN_VALUE_BYTES);
                let mut ends: Vec<usize> = ends.take(MAX_CUT_CHARS).collect();
                ends.reverse();
                ends.into_iter().find(|end| value.get(..*end).is_some_and(|part| before.ends_with(part)))
            };
            if let Some(len) = self.values.0.iter().chain(&self.sent.0).filter_map(longest).max() {
                marks.add(end - len, end);
            }
        }
    }

    fn mark_keys(&self, text: &str, marks: &mut Marks) {
        if self.keys.is_empty() {
            return;
        }
        for key in self.keys.lines().filter(|key| key.len() <= text.len()) {
            text.match_indices(key).for_each(|(at, found)| marks.add(at, at + found.len()));
        }
        for (begin, run) in key_text::runs(text) {
            for (at, part) in key_text::parts(run) {
                if part.len() >= MIN_PART_CHARS && self.keys.contains(part) {
                    marks.add(begin + at, begin + at + part.len());
                }
            }
        }
    }

    fn mark_queries(&self, text: &str, marks: &mut Marks) {
        for query in &self.queries {
            for (at, found) in text.match_indices(query.as_str()) {
                if text.get(..at).is_some_and(|before| before.ends_with(['?', '#'])) {
                    marks.replace(at, at + found.len(), "...");
                }
            }
        }
    }

    /// Whether a report is searched for secrets: an input had some, or the report has a user name of a URL, perhaps cut.
    pub(super) fn may_be_in_reports(&self, report: &str) -> bool {
        let is_empty = self.values.0.is_empty() && self.keys.is_empty() && self.queries.is_empty();
        self.has_key || self.has_token || !is_empty || report.contains(['@', '…'])
    }

    /// Masks marked ranges, and keys. Long texts consist of inputs, so they contain keys only if an input did.
    fn hide<'a>(&self, text: &'a str, marks: Marks) -> Cow<'a, str> {
        if self.has_key || text.len() <= MAX_UNKNOWN_BYTES { hide(text, marks) } else { marks.apply(text) }
    }

    /// Masks secrets in a message, and the queries of URLs. A message that has a secret in escapes of JSON is shown without
    /// escapes.
    pub(super) fn message<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if let Some(plain) = unescaped(text) {
            let masked = self.plain_message(&plain);
            if masked != plain {
                return Cow::Owned(masked.into_owned());
            }
        }
        self.plain_message(text)
    }

    fn plain_message<'a>(&self, text: &'a str) -> Cow<'a, str> {
        hide_in_pointers(text, |text| {
            let mut marks = Marks::default();
            self.mark(text, &mut marks);
            self.mark_cuts(text, &mut marks);
            self.mark_queries(text, &mut marks);
            self.sent.mark(text, &mut marks);
            url_text::mark_users(text, true, &mut marks);
            url_text::mark_queries(text, &mut marks);
            token::find(text, true, |begin, end| marks.add(begin, end));
            self.hide(text, marks)
        })
    }

    /// Masks secrets in a text of a report.
    pub(super) fn report<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if !self.may_be_in_reports(text) {
            return Cow::Borrowed(text);
        }
        hide_in_pointers(text, |text| {
            let mut marks = Marks::default();
            self.mark(text, &mut marks);
            self.mark_queries(text, &mut marks);
            url_text::mark_users(text, true, &mut marks);
            if self.has_token {
                token::find(text, true, |begin, end| marks.add(begin, end));
            }
            if self.has_key { hide(text, marks) } else { marks.apply(text) }
        })
    }

    /// Masks secrets in external data.
    pub(super) fn data<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let mut marks = Marks::default();
        self.mark(text, &mut marks);
        url_text::mark_users(text, false, &mut marks);
        self.hide(text, marks)
    }
}

impl Redactor {
    /// Learns the private keys of an input, and whether it has tokens of known services.
    pub fn learn(&self, input: &[u8]) {
        let text = readable(input);
        let is_key = key_text::may_have_key(&text) && has_key(&text);
        // an escape may hide a character of a token
        let mut has_token = text.contains('\\');
        token::find(&text, false, |_, _| has_token = true);
        // most inputs have neither, and threads learn at the same time
        if !(is_key || has_token) {
            return;
        }
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        known.has_token |= has_token;
        if is_key {
            known.has_key = true;
            key_text::find(&text, &mut false, |KeyMatch { key, .. }| known.add_key(key));
        }
    }

    /// Learns the secrets of an argument, a variable, or a line of a list: keys, tokens, and passwords in URLs.
    pub fn learn_argument(&self, argument: &str) {
        self.learn(argument.as_bytes());
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let mut is_in_block = known.is_in_block;
        key_text::find_in_blocks(argument, &mut is_in_block, |KeyMatch { key, .. }| known.add_key(key));
        known.is_in_block = is_in_block && (known.is_in_block || key_text::begins_block(argument));
        url_text::user_of_argument(argument).into_iter().for_each(|secret| known.values.add_as_written(secret));
        token::find(argument, false, |begin, end| known.add_key(argument.get(begin..end).unwrap_or_default()));
    }

    /// Whether [`Self::learn_argument`] may learn something.
    pub(super) fn may_be_secret(&self, argument: &str) -> bool {
        let mut has_token = false;
        token::find(argument, false, |_, _| has_token = true);
        has_token
            || key_text::may_have_key(argument)
            || url_text::user_of_argument(argument).is_some()
            || self.known().is_in_block
    }

    /// Learns an exact secret, whatever it looks like, such as a token that the user named.
    pub fn learn_secret(&self, secret: &str) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).values.add_as_written(secret);
    }

    /// Learns a value that requests carry. Only messages mask it, because a report or an answer may contain it for
    /// other reasons.
    pub fn learn_sent(&self, value: &str) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).sent.add_as_written(value);
    }

    /// Learns the query of an argument that is a URL, and a fragment with `=`, which is a query for the program that
    /// opens the URL. Other fragments are names, such as those of keys in DID documents. Also learns the password in
    /// the form in which requests have it, and the values of the query whose names are those of credentials, as written
    /// and decoded.
    pub(super) fn learn_url(&self, argument: &str) {
        if !argument.contains("://") {
            return;
        }
        let parsed = url::Url::parse(argument).ok();
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        parsed
            .as_ref()
            .and_then(url::Url::password)
            .into_iter()
            .for_each(|password| known.values.add_as_written(password));
        for url in [Some(argument), parsed.as_ref().map(url::Url::as_str)].into_iter().flatten() {
            let (rest, fragment) = url.split_once('#').unwrap_or((url, ""));
            let query = rest.split_once('?').map(|(_, query)| query);
            for pair in query.into_iter().flat_map(|query| query.split('&')) {
                let written = pair.split_once('=').map_or("", |(_, written)| written);
                let parsed = url::form_urlencoded::parse(pair.as_bytes());
                for (_, value) in parsed.filter(|(name, _)| is_query_credential(name)) {
                    [&*value, written].into_iter().for_each(|value| known.sent.add_as_written(value));
                }
            }
            for query in query.into_iter().chain(Some(fragment).filter(|fragment| fragment.contains('='))) {
                if !url_text::is_harmless(query) && !known.queries.iter().any(|known| known == query) {
                    known.queries.push(query.to_owned());
                }
            }
        }
    }

    /// The stored secrets. A text with many parts is masked under one lock.
    pub(super) fn known(&self) -> RwLockReadGuard<'_, KnownValues> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Masks secrets in a message, and the queries of URLs.
    #[must_use]
    pub fn message<'a>(&self, text: &'a str) -> Cow<'a, str> {
        self.known().message(text)
    }

    /// Masks secrets in a text of a report. URLs keep their queries, except for those of arguments.
    #[must_use]
    pub fn report<'a>(&self, text: &'a str) -> Cow<'a, str> {
        self.known().report(text)
    }

    /// Masks secrets in external data that the user requested, such as a response: private keys, passwords in URLs, and
    /// known values.
    #[must_use]
    pub fn data<'a>(&self, text: &'a str) -> Cow<'a, str> {
        self.known().data(text)
    }

    /// Masks secrets in a document before it is written. Like a report, a document consists of inputs, and is searched
    /// for keys and tokens if one of them has some.
    #[must_use]
    pub fn document<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let known = self.known();
        let mut marks = Marks::default();
        known.mark(text, &mut marks);
        url_text::mark_users(text, false, &mut marks);
        if known.has_token {
            token::find(text, false, |begin, end| marks.add(begin, end));
        }
        if known.has_key { hide(text, marks) } else { marks.apply(text) }
    }

    /// Whether a text contains a private key or a part of one.
    #[must_use]
    pub fn shows_key(&self, text: &str) -> bool {
        let text = readable(text.as_bytes());
        let mut marks = Marks::default();
        self.known().mark(&text, &mut marks);
        !marks.0.is_empty() || has_key(&text)
    }
}

/// Masks a name of a signer or key that has the form of a secret itself.
pub(super) fn public(text: &str) -> Cow<'_, str> {
    let mut marks = Marks::default();
    url_text::mark_users(text, true, &mut marks);
    token::find(text, true, |begin, end| marks.add(begin, end));
    hide(text, marks)
}

/// Masks keys in a text.
pub(super) fn hide_keys(text: &str) -> Cow<'_, str> {
    hide(text, Marks::default())
}

/// Masks marked ranges, and keys in the text.
fn hide(text: &str, mut marks: Marks) -> Cow<'_, str> {
    if key_text::may_have_key(text) && has_key(text) {
        key_text::find(text, &mut false, |KeyMatch { key, begin }| marks.add(begin, begin + key.len()));
    }
    marks.apply(text)
}

/// Masks a text, and the steps of JSON pointers in it, in which `/` is `~1`.
fn hide_in_pointers<'a>(text: &'a str, mask: impl for<'b> Fn(&'b str) -> Cow<'b, str>) -> Cow<'a, str> {
    let masked = mask(text);
    if !masked.contains("~1") {
        return masked;
    }
    let ends = [' ', '/', '"', '\n'];
    let step = |step: &str| {
        if !step.contains("~1") {
            return step.to_owned();
        }
        let (name, end) = step.split_at(step.strip_suffix(ends).map_or(step.len(), str::len));
        let plain = name.replace("~1", "/").replace("~0", "~");
        let shown = mask(&plain);
        if shown == plain { step.to_owned() } else { shown.replace('~', "~0").replace('/', "~1") + end }
    };
    Cow::Owned(masked.split_inclusive(ends).map(step).collect())
}

/// The text with the characters that its JSON escapes; `None` without an escape of a printable one of ASCII.
fn unescaped(text: &str) -> Option<String> {
    let mut plain = String::new();
    let mut parts = text.split('\\');
    plain.push_str(parts.next()?);
    let mut has_escapes = false;
    for part in parts {
        let escape = part.strip_prefix('u').and_then(|part| part.get(..4));
        let code =
            escape.and_then(|digits| u8::from_str_radix(digits, 16).ok()).filter(|code| matches!(code, b' '..=b'~'));
        match (code, part.strip_prefix('/')) {
            (Some(code), _) => {
                plain.push(char::from(code));
                plain.push_str(part.get(5..).unwrap_or_default());
            }
            (None, Some(_)) => plain.push_str(part),
            (None, None) => {
                plain.push('\\');
                plain.push_str(part);
                continue;
            }
        }
        has_escapes = true;
    }
    has_escapes.then_some(plain)
}

/// Whether a text, or JSON in a string of it, has a private key.
fn has_key(text: &str) -> bool {
    let has_key = |text: &str| {
        let mut scanner = SecretScanner { is_for_keys: true, ..SecretScanner::default() };
        scanner.read(text.as_bytes());
        scanner.finish().is_some()
    };
    // the end of a line ends an open string, so each object is read from its beginning
    has_key(text) || text.contains("\\\"") && has_key(&text.replace('\\', "").replace('{', "\n{"))
}

/// UTF-16 is treated as ASCII with NULs in between.
fn readable(input: &[u8]) -> Cow<'_, str> {
    // most inputs are UTF-8, which is checked faster without a replacement
    match std::str::from_utf8(input).map_or_else(|_| String::from_utf8_lossy(input), Cow::Borrowed) {
        text if text.contains('\0') => Cow::Owned(text.replace('\0', "")),
        text => text,
    }
}
