//! Origins from which sets of keys may be fetched.

use std::{fmt, str::FromStr};
use url::Url;

/// An origin that the caller names: signatures may say that their keys are on it (`jku`). Written `https://HOST[:PORT]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyOrigin {
    url: Url,
}

impl KeyOrigin {
    /// Whether a URL is of this origin.
    #[must_use]
    pub fn has(&self, url: &str) -> bool {
        Url::parse(url)
            .is_ok_and(|url| url.origin() == self.url.origin() && url.username().is_empty() && url.password().is_none())
    }
}

/// The text is not an origin of keys.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found {found:?}, expected an origin: https://HOST[:PORT]")]
pub struct NoOrigin {
    found: String,
}

impl FromStr for KeyOrigin {
    type Err = NoOrigin;

    fn from_str(text: &str) -> Result<Self, NoOrigin> {
        let error = || NoOrigin { found: text.chars().take(200).collect() };
        let url = Url::parse(text).map_err(|_| error())?;
        let is_bare = url.path() == "/"
            && url.query().is_none()
            && url.fragment().is_none()
            && url.username().is_empty()
            && url.password().is_none();
        if url.scheme() == "https" && url.domain().is_some() && is_bare { Ok(Self { url }) } else { Err(error()) }
    }
}

impl fmt::Display for KeyOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.url.as_str().trim_end_matches('/'))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::KeyOrigin;

    #[test]
    fn one_scheme_host_and_port() {
        let origin: KeyOrigin = "https://hotel.example".parse().unwrap();
        for (url, has) in [
            ("https://hotel.example/keys.json", true),
            ("https://HOTEL.example:443/a/b?c", true),
            ("http://hotel.example/keys.json", false),
            ("https://hotel.example:8443/keys.json", false),
            ("https://keys.hotel.example/", false),
            ("https://hotel.example@evil.example/", false),
            ("https://evil@hotel.example/", false),
            ("/keys.json", false),
        ] {
            assert_eq!(origin.has(url), has, "{url}");
        }
        for text in [
            "http://hotel.example",
            "https://hotel.example/keys",
            "https://127.0.0.1",
            "hotel.example",
            "https://a@b.example",
            "https://:a@b.example",
            "",
        ] {
            assert!(text.parse::<KeyOrigin>().is_err(), "{text}");
        }
    }
}
