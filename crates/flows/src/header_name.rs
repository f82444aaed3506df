//! What the name of a header field says of it: whether it may carry an API key, and whether a request that has it only reads.

/// How the names of header fields end that carry API keys.
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

/// What stands in names of other fields that end so: of HTTP itself (IANA's registry), of proxies, of caches.
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

/// Fields of requests that only read.
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

/// The last words of names that say who asks, and for which version or language.
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

/// In lower case, with `-` for `_`, as gateways take it; none where the field has another meaning by any of its parts.
fn folded(name: &str) -> Option<String> {
    let name = name.to_ascii_lowercase().replace('_', "-");
    let is_other = name.starts_with("sec-") || OTHER_PARTS.iter().any(|part| name.contains(part));
    (!is_other).then_some(name)
}

/// Whether a header of this name may carry an API key.
pub(crate) fn is_of_key(name: &str) -> bool {
    folded(name).is_some_and(|name| KEY_ENDINGS.iter().any(|ending| name.ends_with(ending)))
}

/// Whether a request that has a header of this name only reads, as far as that says.
pub(crate) fn is_of_read(name: &str) -> bool {
    folded(name).is_some_and(|name| {
        let last = name.rsplit('-').next().unwrap_or_default();
        READ_FIELDS.contains(&name.as_str()) || READ_WORDS.contains(&last) || is_of_key(&name)
    })
}
