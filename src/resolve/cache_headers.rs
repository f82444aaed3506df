//! The headers that caching is decided by: those of a response, and those that ask whether it has changed.

/// The headers of a response that say how long it may be kept and how to ask for changes (RFC 9111 section 5,
/// RFC 9110 section 8.8). Judged on the way in: what is too long or malformed counts as what keeps a document least.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CacheHeaders {
    /// In the order of [`CacheHeaders::NAMES`].
    headers: Vec<(&'static str, String)>,
}

impl CacheHeaders {
    /// The names, in lower case.
    pub const NAMES: [&'static str; 8] =
        ["age", "cache-control", "date", "etag", "expires", "last-modified", "pragma", "vary"];

    /// Longest value that is kept, in bytes.
    const MAX_VALIDATOR_BYTES: usize = 512;

    /// Takes the value of each of [`NAMES`](Self::NAMES); several values of one name joined with `, `.
    #[must_use]
    pub fn read(value_of: impl Fn(&'static str) -> Option<String>) -> Self {
        let headers = Self::NAMES.into_iter().filter_map(|name| Some((name, judged(name, value_of(name)?)?)));
        Self { headers: headers.collect() }
    }

    /// The value of a header.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    /// The headers, in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.headers.iter().map(|(name, value)| (*name, value.as_str()))
    }

    /// These headers, updated by those of a 304 (RFC 9111 section 3.2). Age and date are the newer answer's alone.
    #[must_use]
    pub fn updated_by(&self, newer: &Self) -> Self {
        Self::read(|name| {
            let older = if matches!(name, "age" | "date") { None } else { self.get(name) };
            newer.get(name).or(older).map(str::to_owned)
        })
    }
}

/// A value as it is kept, if it is kept.
fn judged(name: &str, value: String) -> Option<String> {
    let sound = value.len() <= CacheHeaders::MAX_VALIDATOR_BYTES
        && value.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\t'));
    match name {
        // RFC 9111 section 5.2: names of directives are case-insensitive
        "cache-control" if sound && !contradicts_itself(&value) => Some(value.to_ascii_lowercase()),
        "cache-control" => Some("no-store".to_owned()),
        "pragma" if sound => Some(value.to_ascii_lowercase()),
        "pragma" => Some("no-cache".to_owned()),
        // a number of seconds; more than a day is as good as any, and cannot overflow what it is added to
        "age" => Some(value.trim().parse::<u64>().unwrap_or(u64::MAX).min(86_400).to_string()),
        // RFC 9111 section 5.3: what is no date is a date in the past
        "expires" => Some(if sound { value } else { "0".to_owned() }),
        "vary" => Some(if sound { value } else { "*".to_owned() }),
        "etag" => (sound && is_entity_tag(&value)).then_some(value),
        _ => sound.then_some(value),
    }
}

/// RFC 9111 section 4.2.1: whether a `Cache-Control` states several ages. Its reader takes the first of them, we none.
fn contradicts_itself(value: &str) -> bool {
    let mut ages = value.split(',').filter_map(|directive| {
        let mut parts = directive.splitn(2, '=').map(str::trim);
        parts.next()?.eq_ignore_ascii_case("max-age").then(|| parts.next())
    });
    ages.next().is_some_and(|first| ages.any(|age| age != first))
}

/// RFC 9110 section 8.8.3; of several, or of other characters, none is sent back.
fn is_entity_tag(value: &str) -> bool {
    let opaque = value.strip_prefix("W/").unwrap_or(value);
    opaque
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
        .is_some_and(|tag| tag.bytes().all(|byte| matches!(byte, b'!' | b'#'..=b'~')))
}

/// What a conditional request asks by (RFC 9110 section 13.1): whether the available document is still the current one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Validators {
    /// `If-None-Match`.
    pub if_none_match: Option<String>,
    /// `If-Modified-Since`.
    pub if_modified_since: Option<String>,
}

impl Validators {
    /// Whether there is nothing to ask by.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.if_none_match.is_none() && self.if_modified_since.is_none()
    }
}
