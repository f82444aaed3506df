//! Classifies header names: possible API keys, and headers of read-only requests.

/// Endings of header names that contain API keys.
const KEY_ENDINGS: [&str; 15] = [
    "access-id",
    "app-id",
    "application-id",
    "auth",
    "auth-email",
    "authorization",
    "client-id",
    "credential",
    "credentials",
    "jwt",
    "key",
    "key-id",
    "password",
    "secret",
    "token",
];

/// Parts of standard header names with these endings (IANA registry, proxies, caches).
const OTHER_PARTS: [&str; 12] = [
    "cache",
    "forwarded",
    "idempotency",
    "lock-token",
    "method",
    "original",
    "override",
    "proxy",
    "rewrite",
    "signature",
    "surrogate",
    "verb",
];

/// Headers of read-only requests.
const READ_FIELDS: [&str; 15] = [
    "accept",
    "accept-charset",
    "accept-language",
    "authorization",
    "cache-control",
    "cookie",
    "if-match",
    "if-modified-since",
    "if-none-match",
    "if-range",
    "if-unmodified-since",
    "pragma",
    "prefer",
    "range",
    "user-agent",
];

/// Last words of header names for client, version or language.
const READ_WORDS: [&str; 11] = [
    "account",
    "currency",
    "id",
    "language",
    "locale",
    "organization",
    "project",
    "region",
    "tenant",
    "timezone",
    "version",
];

/// The name in lower case with `-` instead of `_`, as gateways normalize it. `None` for standard headers with another
/// meaning.
fn folded(name: &str) -> Option<String> {
    let name = name.to_ascii_lowercase().replace('_', "-");
    let is_other = name.starts_with("sec-") || OTHER_PARTS.iter().any(|part| name.contains(part));
    (!is_other).then_some(name)
}

/// Whether a header of this name may contain an API key.
pub(crate) fn is_of_key(name: &str) -> bool {
    folded(name).is_some_and(|name| KEY_ENDINGS.iter().any(|ending| name.ends_with(ending)))
}

/// Whether a header of this name does not affect that a request is read-only.
pub(crate) fn is_of_read(name: &str) -> bool {
    folded(name).is_some_and(|name| {
        let last = name.rsplit('-').next().unwrap_or_default();
        READ_FIELDS.contains(&name.as_str()) || READ_WORDS.contains(&last) || is_of_key(&name)
    })
}
