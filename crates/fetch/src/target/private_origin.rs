//! Private origins that the caller allows.

use adp_crypto::Origin;
use adp_json::TextError;
use std::{fmt, str::FromStr};

/// An origin that requests may reach at any address: a host in the caller's network, or this machine. Written as a URL
/// without path: `https://HOST[:PORT]`, with a name or an address; `http://` only for loopback.
///
/// The certificate is still checked. Only this host and port becomes reachable.
///
/// ```
/// use agent_description::resolve::PrivateOrigin;
///
/// let origin: PrivateOrigin = "http://localhost:8080".parse()?;
/// assert_eq!(origin.to_string(), "http://localhost:8080");
/// assert!("http://10.0.0.1".parse::<PrivateOrigin>().is_err());
/// # Ok::<(), agent_description::TextError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrivateOrigin(Origin);

impl PrivateOrigin {
    /// The origin.
    pub(crate) fn origin(&self) -> &Origin {
        &self.0
    }
}

impl FromStr for PrivateOrigin {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let error = |problem: &str| {
            let expected = "expected `https://HOST` or `https://HOST:PORT`, or `http://` for this machine";
            TextError::new(format!("found {text:?}: {problem}; {expected}"))
        };
        let origin: Origin = text.parse().map_err(|_| error("it has more than a scheme, host and port"))?;
        if origin.port() == 0 {
            return Err(error("its port is 0"));
        }
        // also checks the addresses of `localhost`
        if !origin.is_https() && !origin.is_loopback() {
            return Err(error("`http` is allowed only on loopback"));
        }
        Ok(Self(origin))
    }
}

impl fmt::Display for PrivateOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
