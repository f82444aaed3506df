//! Redaction: hides recognizable secrets, and parts of secrets that inputs contained.

use super::{
    SecretScanner, credentials,
    key_text::{self, KeyMatch},
    marks::{MASK, Marks},
    unescape::{MAX_LAYERS, Unescape},
};
use std::{
    borrow::Cow,
    fmt,
    sync::{Arc, PoisonError, RwLock},
};

/// Maximum number of stored bytes of secrets.
const MAX_KNOWN_BYTES: usize = 4 << 20;
/// Minimum length of a recognizable part of a key, in characters.
const MIN_PART_CHARS: usize = 8;
/// Minimum length of a password or parameter that is hidden everywhere, in bytes.
const MIN_VALUE_BYTES: usize = 4;
/// Maximum length of a text that is searched for keys even if no input contained one, in bytes.
const MAX_UNKNOWN_BYTES: usize = 64 << 10;
/// Limits for truncated messages: number of truncation points, and characters of a secret before one.
const MAX_CUTS: usize = 16;
const MAX_CUT_CHARS: usize = 128;

/// Hides secrets in a program's output.
///
/// It hides the secrets of arguments. By their form, it hides private keys, tokens of known services and user names in
/// URLs; in messages also queries of URLs and values of headers such as `Authorization`. A part of a key, such as a line of a
/// PEM file, is not recognizable by itself. Therefore [`Self::learn`] stores the keys of an input, so that their parts
/// are hidden too. A report consists of inputs, so it is searched for keys and tokens only if an input has some. Clones
/// share the stored secrets.
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
struct KnownValues {
    /// Hidden everywhere, and in all written documents.
    certain: Values,
    /// From arguments, hidden in messages and reports: it looks like a secret, but may be a digest.
    likely: Values,
    /// Queries of URLs among the arguments, and their fragments with `=`, hidden in messages and reports.
    queries: Vec<String>,
    /// Whether an input or an argument contained a private key.
    has_key: bool,
    /// Whether an input or an argument contained a token of a known service.
    has_token: bool,
    /// Whether the lines of a list are within a PEM key.
    is_in_block: bool,
}

impl KnownValues {
    /// The known values in a message.
    fn marks_in_message(&self, text: &str) -> Marks {
        let mut marks = Marks::default();
        [&self.certain, &self.likely].into_iter().for_each(|values| values.mark(text, &mut marks));
        self.mark_queries(text, &mut marks);
        marks
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

    /// Whether there is nothing to search reports for.
    fn is_empty(&self) -> bool {
        let has_values = [&self.certain, &self.likely].iter().any(|values| !values.is_empty());
        !(has_values || self.has_key || self.has_token || !self.queries.is_empty())
    }

    /// Hides marked ranges, and keys. Long texts consist of inputs, so they contain keys only if an input did.
    fn hide<'a>(&self, text: &'a str, marks: Marks) -> Cow<'a, str> {
        if self.has_key || text.len() <= MAX_UNKNOWN_BYTES { hide(text, marks) } else { marks.apply(text) }
    }
}

/// Secrets that are hidden as a whole, and those that are also hidden in parts.
#[derive(Default)]
struct Values {
    whole: Vec<String>,
    /// Keys, one per line.
    keys: String,
}

impl Values {
    fn add_key(&mut self, key: &str) {
        let key = key.trim_end_matches('=');
        if key.len() >= MIN_PART_CHARS && self.keys.len() < MAX_KNOWN_BYTES && !self.keys.contains(key) {
            self.keys.push_str(key);
            self.keys.push('\n');
        } else {
            self.add(key);
        }
    }

    fn is_empty(&self) -> bool {
        self.whole.is_empty() && self.keys.is_empty()
    }

    fn add(&mut self, value: &str) {
        let is_new = value.len() >= MIN_VALUE_BYTES && !self.whole.iter().any(|known| known == value);
        if is_new && self.whole.len() < MAX_KNOWN_BYTES / 1024 {
            self.whole.push(value.to_owned());
        }
    }

    /// The possible spellings in a message: escaped, or unescaped like in a URL.
    fn add_as_written(&mut self, value: &str) {
        self.add(value);
        self.add(&value.escape_debug().to_string());
        // `{:?}` escapes other quotation marks than `escape_debug`
        self.add(format!("{value:?}").trim_matches('"'));
        let mut plain = Vec::new();
        let mut unescape = Unescape::default();
        value.bytes().for_each(|byte| unescape.read(byte, super::At::default(), &mut |byte, _| plain.push(byte)));
        if let Ok(plain) = String::from_utf8(plain) {
            self.add(&plain);
        }
    }

    /// The ranges of a message that contain a part of it, or its beginning before a truncation.
    fn mark(&self, text: &str, marks: &mut Marks) {
        for value in &self.whole {
            text.match_indices(value.as_str()).for_each(|(at, found)| marks.add(at, at + found.len()));
        }
        for (end, _) in text.match_indices('…').take(MAX_CUTS) {
            let before = text.get(..end).unwrap_or_default();
            let longest = |value: &String| {
                let ends = value.char_indices().map(|(end, _)| end).filter(|end| *end >= MIN_VALUE_BYTES);
                let mut ends: Vec<usize> = ends.take(MAX_CUT_CHARS).collect();
                ends.reverse();
                ends.into_iter().find(|end| value.get(..*end).is_some_and(|part| before.ends_with(part)))
            };
            if let Some(len) = self.whole.iter().filter_map(longest).max() {
                marks.add(end - len, end);
            }
        }
        self.mark_keys(text, marks);
    }

    /// Same for data, which must not be damaged: a word or a number may occur there for another reason.
    fn mark_in_data(&self, text: &str, marks: &mut Marks) {
        self.mark_whole(text, marks);
        self.mark_keys(text, marks);
    }

    /// The complete values, except for words and numbers.
    fn mark_whole(&self, text: &str, marks: &mut Marks) {
        let is_ordinary = |value: &str| {
            value.bytes().all(|byte| byte.is_ascii_digit())
                || value.len() < MIN_PART_CHARS && value.bytes().all(|byte| byte.is_ascii_lowercase())
        };
        for value in self.whole.iter().filter(|value| !is_ordinary(value)) {
            text.match_indices(value.as_str()).for_each(|(at, found)| marks.add(at, at + found.len()));
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
}

/// Minimum length of a cookie value that is stored separately, in bytes.
const MIN_PART_BYTES: usize = 8;

impl Redactor {
    /// Learns the private keys of an input, and whether it has tokens of known services.
    pub fn learn(&self, input: &[u8]) {
        let text = readable(input);
        let is_secret = key_text::may_have_key(&text) && find(input).is_some();
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if is_secret {
            known.has_key = true;
            for layer in layers(&text) {
                key_text::find(&layer, &mut false, |KeyMatch { key, .. }| known.certain.add_key(key));
            }
        }
        for layer in layers(&text) {
            credentials::find_tokens(&layer, |_| known.has_token = true);
        }
    }

    /// Learns the secrets of an argument, a variable, or a line of a list, which may be a URL. Everything that looks
    /// like a key is treated as one, so do not pass challenges or file names.
    pub fn learn_argument(&self, argument: &str) {
        self.learn(argument.as_bytes());
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let mut is_in_block = known.is_in_block;
        key_text::find_in_blocks(argument, &mut is_in_block, |KeyMatch { key, .. }| known.certain.add_key(key));
        known.is_in_block = is_in_block && (known.is_in_block || key_text::begins_block(argument));
        credentials::find_in_argument(argument, |value, is_certain| {
            let values = if is_certain { &mut known.certain } else { &mut known.likely };
            values.add_as_written(value);
            // for a cookie, and for IRI=FILE
            if let Some((_, part)) = value.split_once('=').filter(|(_, part)| part.len() >= MIN_PART_BYTES) {
                values.add_as_written(part);
            }
        });
        credentials::find_tokens(argument, |token| known.certain.add_key(token));
        credentials::find_jwts(argument, |_, token| known.likely.add(token));
        for value in [argument.trim(), argument.split_once('=').map_or("", |(_, value)| value.trim())] {
            if key_text::looks_like_key(value) {
                known.likely.add_key(value);
            }
        }
        drop(known);
        if let Some((_, value)) = argument.split_once('=').filter(|_| argument.starts_with('-')) {
            self.learn_argument(value);
        }
    }

    /// Learns an exact secret, whatever it looks like, such as a token that the user named.
    pub fn learn_secret(&self, secret: &str) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).certain.add_as_written(secret);
    }

    /// Learns the query of an argument that is a URL, and a fragment with `=`, which is a query for the program that
    /// opens the URL. Other fragments are names, such as those of keys in DID documents.
    pub(super) fn learn_query(&self, argument: &str) {
        if !argument.contains("://") {
            return;
        }
        let parsed = url::Url::parse(argument).ok();
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        for url in [Some(argument), parsed.as_ref().map(url::Url::as_str)].into_iter().flatten() {
            let (rest, fragment) = url.split_once('#').unwrap_or((url, ""));
            let query = rest.split_once('?').map(|(_, query)| query);
            for query in query.into_iter().chain(Some(fragment).filter(|fragment| fragment.contains('='))) {
                if credentials::may_have_credentials(query) && !known.queries.iter().any(|known| known == query) {
                    known.queries.push(query.to_owned());
                }
            }
        }
    }

    /// Redacts a message.
    #[must_use]
    pub fn message<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        hide_encoded(text, |text| {
            let mut marks = known.marks_in_message(text);
            credentials::mark_in_message(text, &mut marks);
            known.hide(text, marks)
        })
    }

    /// Redacts a text of a report: hides the secrets of arguments, user names and passwords in URLs, and the keys and
    /// tokens of inputs. URLs keep their queries, except for those of arguments.
    #[must_use]
    pub fn report<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if known.is_empty() && !text.bytes().any(|byte| matches!(byte, b'@' | b'%' | b'&')) {
            return Cow::Borrowed(text);
        }
        hide_encoded(text, |text| {
            let mut marks = Marks::default();
            known.certain.mark_in_data(text, &mut marks);
            known.likely.mark_in_data(text, &mut marks);
            known.mark_queries(text, &mut marks);
            credentials::mark_users(text, &mut marks);
            if known.has_token {
                credentials::mark_tokens_in_report(text, &mut marks);
            }
            if known.has_key { hide(text, marks) } else { marks.apply(text) }
        })
    }

    /// Redacts a name of a signer or key: hides only what has the form of a secret.
    pub(super) fn public<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let mut marks = Marks::default();
        credentials::mark_users(text, &mut marks);
        credentials::mark_tokens_in_report(text, &mut marks);
        hide(text, marks)
    }

    /// Whether an input or an argument contained a private key.
    pub(super) fn knows_key(&self) -> bool {
        self.0.read().unwrap_or_else(PoisonError::into_inner).has_key
    }

    /// Redacts external data that the user requested, such as a response: hides private keys, passwords in URLs, and
    /// credentials from arguments.
    #[must_use]
    pub fn data<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let mut marks = Marks::default();
        known.certain.mark_in_data(text, &mut marks);
        credentials::mark_passwords(text, &mut marks);
        known.hide(text, marks)
    }

    /// Redacts a document before writing: hides only certain secrets, such as private keys, tokens of a known form,
    /// passwords in URLs, and credentials from arguments. Placeholders and digests are kept. Like a report, a document
    /// consists of inputs, and is searched if one of them has something to find.
    #[must_use]
    pub fn document<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let mut marks = Marks::default();
        known.certain.mark_in_data(text, &mut marks);
        if text.contains('@') {
            credentials::mark_passwords(text, &mut marks);
        }
        if known.has_token {
            credentials::mark_tokens(text, &mut marks);
        }
        if known.has_key { hide(text, marks) } else { marks.apply(text) }
    }

    /// Whether a text, or its unescaped form, contains a private key or a part of one.
    #[must_use]
    pub fn shows_key(&self, text: &str) -> bool {
        let text = readable(text.as_bytes());
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        find(text.as_bytes()).is_some() || layers(&text).iter().any(|layer| !known.marks_in_message(layer).0.is_empty())
    }
}

/// Hides keys in a text.
pub(super) fn hide_keys(text: &str) -> Cow<'_, str> {
    hide(text, Marks::default())
}

/// Hides marked ranges, and keys in the text.
fn hide(text: &str, mut marks: Marks) -> Cow<'_, str> {
    let found = if key_text::may_have_key(text) { find(text.as_bytes()) } else { None };
    if found.is_some() {
        key_text::find(text, &mut false, |KeyMatch { key, begin }| marks.add(begin, begin + key.len()));
    }
    let hidden = marks.apply(text);
    // a secret in an unescaped layer cannot be hidden in place
    if found.is_some() && layers(&hidden).iter().skip(1).any(|layer| has_key(layer)) {
        return Cow::Owned(format!("({MASK}: not shown, because it contains a secret key)"));
    }
    hidden
}

/// Applies `hide_plain` to a text and to its escaped words, such as JSON pointers and URLs. If the unescaped form hides
/// more, the word is written without URL and HTML escapes.
fn hide_encoded<'a>(text: &'a str, hide_plain: impl for<'b> Fn(&'b str) -> Cow<'b, str>) -> Cow<'a, str> {
    let shown = hide_plain(text);
    if !shown.contains(['%', '~', '&']) {
        return shown;
    }
    let (mut out, mut copied, mut begin) = (String::new(), 0, 0);
    for word in shown.split(|c: char| c.is_whitespace() || c == '"') {
        let end = begin + word.len();
        let hidden = |plain: &str| match hide_plain(plain) {
            Cow::Owned(hidden) => Some(hidden),
            Cow::Borrowed(_) => None,
        };
        let is_escaped = word.contains(['%', '&']);
        let plain = is_escaped.then(|| layers(word).iter().skip(1).find_map(|plain| hidden(plain.trim_end())));
        if let Some(hidden) = plain.flatten().or_else(|| hidden_in_pointer(word, hidden)) {
            out.push_str(shown.get(copied..begin).unwrap_or_default());
            out.push_str(&hidden);
            copied = end;
        }
        begin = end + shown.get(end..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8);
    }
    if copied == 0 {
        return shown;
    }
    out.push_str(shown.get(copied..).unwrap_or_default());
    Cow::Owned(out)
}

/// A JSON pointer with hidden parts, if anything must be hidden.
fn hidden_in_pointer(pointer: &str, hidden: impl Fn(&str) -> Option<String>) -> Option<String> {
    let mut is_hidden = false;
    let mut shown = |step: &str| {
        let plain = if step.contains('~') { hidden(&step.replace("~1", "/").replace("~0", "~")) } else { None };
        is_hidden |= plain.is_some();
        plain.map_or_else(|| step.to_owned(), |plain| plain.replace('~', "~0").replace('/', "~1"))
    };
    let steps: Vec<String> = pointer.split('/').map(&mut shown).collect();
    is_hidden.then(|| steps.join("/"))
}

fn has_key(text: &str) -> bool {
    let mut has = false;
    key_text::find(text, &mut false, |KeyMatch { key, .. }| has |= key != MASK);
    has
}

/// Texts that look like a private key.
fn find(bytes: &[u8]) -> Option<&'static str> {
    let mut scanner = SecretScanner::default();
    scanner.read(bytes);
    scanner.finish().map(|secret| secret.what)
}

/// UTF-16 is treated as ASCII with NULs in between.
fn readable(input: &[u8]) -> Cow<'_, str> {
    match String::from_utf8_lossy(input) {
        text if text.contains('\0') => Cow::Owned(text.replace('\0', "")),
        text => text,
    }
}

/// The text and its unescaped layers.
fn layers(text: &str) -> Vec<Cow<'_, str>> {
    let mut layers = vec![Cow::Borrowed(text)];
    while layers.len() <= MAX_LAYERS {
        let Some(last) = layers.last().filter(|last| last.bytes().any(super::unescape::may_begin)) else { break };
        let (mut unescape, mut plain) = (Unescape::default(), Vec::with_capacity(last.len()));
        for byte in last.bytes().chain([b'\n']) {
            unescape.read(byte, super::At::default(), &mut |byte, _| plain.push(byte));
        }
        layers.push(Cow::Owned(String::from_utf8_lossy(&plain).into_owned()));
    }
    layers
}
