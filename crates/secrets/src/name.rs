//! Names that indicate a secret value: members of keys, and names of passwords and tokens.

/// Secret members without `kty`, in DID or JSON-LD vocabularies.
const SECRET_MEMBERS: [&str; 8] = [
    "privateKeyMultibase",
    "privateKeyBase58",
    "privateKeyPem",
    "privateKeyHex",
    "secretKeyMultibase",
    "secretKeyBase58",
    "secretKeyPem",
    "secretKeyHex",
];
/// Endings of credential names, in lower case, without `-` and `_`.
const CREDENTIALS: [&str; 8] =
    ["password", "passwd", "passphrase", "secret", "token", "apikey", "accesskey", "sessionkey"];
/// Complete credential names that are not endings of other names.
const WHOLE_NAMES: [&str; 7] =
    ["authorization", "proxyauthorization", "cookie", "setcookie", "assertion", "clientassertion", "codeverifier"];
/// Words before `token` in names of values that are not credentials.
const HARMLESS_TOKENS: [&str; 7] = ["page", "next", "sync", "continuation", "cursor", "max", "change"];
/// Names of query parameters with credentials; elsewhere, these names mean many other things.
const QUERY_NAMES: [&str; 10] = ["auth", "code", "jwt", "key", "pass", "pin", "pwd", "session", "sid", "sig"];
/// A name in lower case, without `-`, `_` and other punctuation.
pub(super) fn folded(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether a member, parameter or header with this name is a credential: a password, a token, a cookie. Page tokens
/// (`nextPageToken`) are not.
#[must_use]
pub fn is_credential_name(name: &str) -> bool {
    let folded = folded(name);
    let is_harmless =
        || folded.strip_suffix("token").is_some_and(|kind| HARMLESS_TOKENS.iter().any(|end| kind.ends_with(end)));
    WHOLE_NAMES.contains(&folded.as_str())
        || CREDENTIALS.iter().any(|ending| folded.ends_with(ending)) && !is_harmless()
}

/// Whether a parameter of a URL's query with this name is a credential. Names of signatures end in `signature`, such as
/// `X-Amz-Signature`.
pub(super) fn is_query_credential(name: &str) -> bool {
    let folded = folded(name);
    QUERY_NAMES.contains(&folded.as_str()) || folded.ends_with("signature") || is_credential_name(name)
}

/// Kinds of private-key member names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    Kty,
    /// `d`, in a JWK of any type (RFC 7518, sections 6.2.2 and 6.3.2; RFC 8037).
    D,
    /// `k` (RFC 7518, section 6.4).
    K,
    /// `p`, `q`, `dp`, `dq`, `qi` (RFC 7518, section 6.3.2).
    Prime,
    /// `oth`: more primes.
    OtherPrimes,
    /// `r` and `t`, in an item of `oth`; other objects may have these members too.
    OfOtherPrime,
    /// `priv` (`AKP` keys).
    Priv,
    /// A nested JWK, with any content.
    PrivateJwk,
    /// One of [`SECRET_MEMBERS`].
    Secret,
}

impl Name {
    pub(super) fn from_text(name: &[u8]) -> Option<Self> {
        Some(match name {
            b"kty" => Self::Kty,
            b"d" => Self::D,
            b"k" => Self::K,
            b"p" | b"q" | b"dp" | b"dq" | b"qi" => Self::Prime,
            b"oth" => Self::OtherPrimes,
            b"r" | b"t" => Self::OfOtherPrime,
            b"priv" => Self::Priv,
            b"privateKeyJwk" | b"secretKeyJwk" => Self::PrivateJwk,
            _ if SECRET_MEMBERS.iter().any(|secret| secret.as_bytes() == name) => Self::Secret,
            _ => return None,
        })
    }

    /// Whether a JWK member belongs to the private key.
    pub(super) fn is_of_private_jwk(self) -> bool {
        matches!(self, Self::D | Self::K | Self::Prime | Self::OtherPrimes | Self::Priv)
    }

    /// Whether the value of a member may be a key, if it looks like one.
    pub(super) fn may_have_key(self) -> bool {
        self.is_of_private_jwk() || matches!(self, Self::OfOtherPrime | Self::Secret)
    }
}

#[cfg(test)]
mod tests {
    use super::{is_credential_name, is_query_credential};

    #[test]
    fn names_say_what_gives_access() {
        for name in
            ["token", "access_token", "X-Auth-Token", "clientSecret", "db_password", "API-Key", "Cookie", "id_token"]
        {
            assert!(is_credential_name(name), "{name}");
        }
        for name in ["nextPageToken", "page_token", "max_token", "tokens", "key", "assertionMethod", "seed", ""] {
            assert!(!is_credential_name(name), "{name}");
        }
        for name in ["key", "sig", "X-Amz-Signature", "code", "auth", "pass", "pwd", "session", "jwt", "api_key"] {
            assert!(is_query_credential(name), "{name}");
        }
        for name in ["page", "city", "date", "next_page_token", "keys", "postcode", "q"] {
            assert!(!is_query_credential(name), "{name}");
        }
    }
}
