//! HTTP caching headers of responses and conditional requests.

/// The caching headers of a response (RFC 9111 section 5, RFC 9110 section 8.8). They are validated when received: a
/// value that is too long or malformed gets the meaning with the shortest lifetime.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CacheHeaders {
    /// In the order of [`CacheHeaders::NAMES`].
    headers: Vec<(&'static str, String)>,
}

impl CacheHeaders {
    /// The names, in lower case.
    const NAMES: [&'static str; 8] =
        ["age", "cache-control", "date", "etag", "expires", "last-modified", "pragma", "vary"];

    /// Maximum length of a stored value.
    const MAX_VALIDATOR_BYTES: usize = 512;

    /// Reads the value of each caching header, by its name in lower case; several values of one name are joined with
    /// `, `.
    pub(crate) fn read(value_of: impl Fn(&'static str) -> Option<String>) -> Self {
        let headers = Self::NAMES.into_iter().filter_map(|name| Some((name, judged(name, value_of(name)?)?)));
        Self { headers: headers.collect() }
    }

    /// The value of a header.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    /// The headers, in the order of their names.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.headers.iter().map(|(name, value)| (*name, value.as_str()))
    }

    /// These headers, updated by those of a 304 (RFC 9111 section 3.2). Age and date come only from the newer response.
    pub(super) fn updated_by(&self, newer: &Self) -> Self {
        Self::read(|name| {
            let older = if matches!(name, "age" | "date") { None } else { self.get(name) };
            newer.get(name).or(older).map(str::to_owned)
        })
    }
}

/// The stored form of a value, if it is stored.
fn judged(name: &str, value: String) -> Option<String> {
    let sound = value.len() <= CacheHeaders::MAX_VALIDATOR_BYTES
        && value.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\t'));
    match name {
        // RFC 9111 section 5.2: names of directives are case-insensitive
        "cache-control" if sound && !contradicts_itself(&value) => Some(value.to_ascii_lowercase()),
        "cache-control" => Some("no-store".to_owned()),
        "pragma" if sound => Some(value.to_ascii_lowercase()),
        "pragma" => Some("no-cache".to_owned()),
        // a number of seconds; more than a day has no additional effect, and the cap prevents overflow
        "age" => Some(value.trim().parse::<u64>().unwrap_or(u64::MAX).min(86_400).to_string()),
        // RFC 9111 section 5.3: an invalid date is a date in the past
        "expires" => Some(if sound { value } else { "0".to_owned() }),
        "vary" => Some(if sound { value } else { "*".to_owned() }),
        "etag" => (sound && is_entity_tag(&value)).then_some(value),
        _ => sound.then_some(value),
    }
}

/// RFC 9111 section 4.2.1: whether a `Cache-Control` has several ages. The RFC's parser uses the first one; this cache
/// uses none.
fn contradicts_itself(value: &str) -> bool {
    let mut ages = value.split(',').filter_map(|directive| {
        let mut parts = directive.splitn(2, '=').map(str::trim);
        parts.next()?.eq_ignore_ascii_case("max-age").then(|| parts.next())
    });
    ages.next().is_some_and(|first| ages.any(|age| age != first))
}

/// RFC 9110 section 8.8.3; several or invalid values are not sent back.
fn is_entity_tag(value: &str) -> bool {
    let opaque = value.strip_prefix("W/").unwrap_or(value);
    opaque
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
        .is_some_and(|tag| tag.bytes().all(|byte| matches!(byte, b'!' | b'#'..=b'~')))
}

/// The validators of a conditional request (RFC 9110 section 13.1), which asks whether the cached document is current.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Validators {
    /// `If-None-Match`.
    pub(super) if_none_match: Option<String>,
    /// `If-Modified-Since`.
    pub(super) if_modified_since: Option<String>,
}

impl Validators {
    pub(crate) fn is_empty(&self) -> bool {
        self.headers().next().is_none()
    }

    pub(crate) fn headers(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let headers = [("if-none-match", &self.if_none_match), ("if-modified-since", &self.if_modified_since)];
        headers.into_iter().filter_map(|(name, value)| Some((name, value.as_deref()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::CacheHeaders;

    #[test]
    fn age_and_date_are_those_of_the_confirmation() {
        let headers = |pairs: &[(&str, &str)]| {
            let value = |name| pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
            CacheHeaders::read(value)
        };
        let (old, new) = ("Thu, 01 Jan 2026 11:00:00 GMT", "Thu, 01 Jan 2026 12:00:00 GMT");
        let first = headers(&[("age", "100"), ("date", old), ("etag", "\"one\""), ("expires", new)]);
        assert_eq!(first.updated_by(&headers(&[])), headers(&[("etag", "\"one\""), ("expires", new)]));
        let newer = [("age", "3"), ("date", new), ("cache-control", "max-age=5")];
        let both = [&newer[..], &[("etag", "\"one\""), ("expires", new)]].concat();
        assert_eq!(first.updated_by(&headers(&newer)), headers(&both));
    }
}
