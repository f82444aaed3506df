//! `Authentication-Info`: an access token in a successful response.

use super::auth_param::{parameters, write_number, write_quoted};
use http::{HeaderMap, HeaderName, HeaderValue};
use std::fmt;

/// The name of the header.
const AUTHENTICATION_INFO: HeaderName = HeaderName::from_static("authentication-info");

/// An access token. Send it as `Authorization: Bearer`, only to the service that issued it.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct AuthenticationInfo {
    /// The token.
    pub access_token: String,
    /// Lifetime in seconds.
    pub expires_in: Option<u64>,
    /// The scope of the token.
    pub scope: Option<String>,
}

impl AuthenticationInfo {
    /// A token that is valid for a number of seconds.
    pub(crate) fn new(access_token: impl Into<String>, expires_in: u64) -> Self {
        Self { access_token: access_token.into(), expires_in: Some(expires_in), scope: None }
    }

    /// Parses the header of a response. `None` if it is missing or malformed, or if its token is not of type `Bearer`.
    #[must_use]
    pub fn parse(headers: &HeaderMap) -> Option<Self> {
        let mut parameters = parameters(headers, &AUTHENTICATION_INFO)?;
        let access_token = parameters.take("access_token").filter(|token| is_token68(token))?;
        if !parameters.take("token_type")?.eq_ignore_ascii_case("Bearer") {
            return None;
        }
        let expires_in = match parameters.take("expires_in") {
            Some(text) if !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) => Some(text.parse().ok()?),
            Some(_) => return None,
            None => None,
        };
        Some(Self { access_token, expires_in, scope: parameters.take("scope") })
    }

    /// The header's value; `None` if `Authorization: Bearer` cannot carry the token.
    pub(crate) fn to_header(&self) -> Option<HeaderValue> {
        if !is_token68(&self.access_token) {
            return None;
        }
        let mut text = String::new();
        write_quoted(&mut text, "access_token", &self.access_token);
        write_quoted(&mut text, "token_type", "Bearer");
        if let Some(seconds) = self.expires_in {
            write_number(&mut text, "expires_in", seconds);
        }
        if let Some(scope) = &self.scope {
            write_quoted(&mut text, "scope", scope);
        }
        let mut value = HeaderValue::from_str(&text).ok()?;
        value.set_sensitive(true);
        Some(value)
    }

    /// The header, name and value; `None` if there is nothing to send.
    #[must_use]
    pub fn to_headers(&self) -> Option<HeaderMap> {
        Some(HeaderMap::from_iter([(AUTHENTICATION_INFO, self.to_header()?)]))
    }

    /// The value of `Authorization` with the token, marked as sensitive.
    #[must_use]
    pub fn to_authorization(&self) -> Option<HeaderValue> {
        let token = Some(&self.access_token).filter(|token| is_token68(token))?;
        let mut value = HeaderValue::from_str(&format!("Bearer {token}")).ok()?;
        value.set_sensitive(true);
        Some(value)
    }
}

/// Whether a text is a `b64token` (RFC 6750 section 2.1).
pub(crate) fn is_token68(text: &str) -> bool {
    let body = text.trim_end_matches('=');
    !body.is_empty() && body.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._~+/".contains(&b))
}

impl fmt::Debug for AuthenticationInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AuthenticationInfo")
            .field("access_token", &"[redacted]")
            .field("expires_in", &self.expires_in)
            .field("scope", &self.scope)
            .finish()
    }
}
