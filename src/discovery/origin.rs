//! Origins: which servers a listing or a crawl may lead to.

use std::fmt;

/// An origin of the web: `https`, a host and a port (RFC 6454 section 4).
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Origin {
    host: String,
    port: u16,
}

impl Origin {
    /// The origin of an `https` URL; `None` for any other text.
    ///
    /// ```
    /// use agent_description::discovery::Origin;
    /// let origin = Origin::of("https://agents.example.com:443/ad.json").ok_or("not an https URL")?;
    /// assert_eq!(origin.to_string(), "https://agents.example.com");
    /// assert_ne!(Some(origin), Origin::of("https://agents.example.com:8443/ad.json"));
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn of(url: &str) -> Option<Self> {
        let url = url::Url::parse(url).ok().filter(|url| url.scheme() == "https")?;
        Some(Self { host: url.host_str()?.to_owned(), port: url.port_or_known_default()? })
    }

    /// The host, in lower case.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "https://{}", self.host)?;
        if self.port == 443 { Ok(()) } else { write!(f, ":{}", self.port) }
    }
}

/// Which other origins are trusted to be asked, beside the one that was named by the caller.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum OriginPolicy {
    /// None: what lies elsewhere is listed, and left alone.
    #[default]
    Same,
    /// These.
    Listed(Vec<Origin>),
    /// Every one that has an `https` URL. The addresses must be public all the same.
    AnyHttps,
}

impl OriginPolicy {
    /// Whether a URL of `target` may be fetched where the caller named `start`.
    #[must_use]
    pub fn allows(&self, start: &Origin, target: &Origin) -> bool {
        match self {
            Self::Same => start == target,
            Self::Listed(origins) => start == target || origins.contains(target),
            Self::AnyHttps => true,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Origin, OriginPolicy};

    #[test]
    fn an_origin_is_scheme_host_and_port() {
        let origin = |url| Origin::of(url);
        assert_eq!(origin("https://a.example/x?y"), origin("https://A.example:443"));
        assert_ne!(origin("https://a.example/"), origin("https://a.example:444/"));
        assert_ne!(origin("https://a.example/"), origin("https://b.a.example/"));
        for none in ["http://a.example/", "a.example", "data:,", "file:///etc/passwd", "https://", ""] {
            assert_eq!(origin(none), None, "{none}");
        }
    }

    #[test]
    fn policies() {
        let [a, b, c] =
            ["https://a.example", "https://b.example", "https://c.example"].map(|url| Origin::of(url).unwrap());
        let listed = OriginPolicy::Listed(vec![b.clone()]);
        for (policy, allowed) in [
            (OriginPolicy::Same, [true, false, false]),
            (listed, [true, true, false]),
            (OriginPolicy::AnyHttps, [true; 3]),
        ] {
            assert_eq!([&a, &b, &c].map(|target| policy.allows(&a, target)), allowed, "{policy:?}");
        }
    }
}
