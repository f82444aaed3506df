//! The outgoing request: the caller's data plus credentials.

use crate::{
    AuthClientOptions, AuthError, ClientError, DidWbaChallenge,
    http_signature::{SignRequestOptions, sign_request},
    random, sign_didwba_header,
    wire::MAX_NONCE,
};
use adp_did::Signer;
use adp_fetch::Target;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use http::{HeaderMap, Method, Request, Uri, header::AUTHORIZATION};

/// Maximum number of additional components that a server may require.
const MAX_COVERED: usize = 16;

/// Headers that callers may not set: credentials, which come only from the key, and framing headers, which two parsers
/// could interpret differently.
const NOT_THE_CALLERS: [&str; 15] = [
    "authorization",
    "signature",
    "signature-agent",
    "signature-input",
    "content-digest",
    "accept-encoding",
    "host",
    "content-length",
    "transfer-encoding",
    "connection",
    "proxy-authorization",
    "proxy-connection",
    "te",
    "upgrade",
    "expect",
];

/// The components without parameters that a server may require besides its headers (RFC 9421 section 2.2).
const DERIVED: [&str; 5] = ["@authority", "@scheme", "@path", "@query", "@request-target"];

/// A request without credentials.
pub(super) struct Message {
    method: Method,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Message {
    pub(super) fn new(parts: http::request::Parts, body: Vec<u8>) -> Result<Self, ClientError> {
        if let Some(name) = NOT_THE_CALLERS.into_iter().find(|name| parts.headers.contains_key(*name)) {
            return Err(ClientError::Header { name: name.to_owned() });
        }
        // a proxy that treats the request as its own would see the credentials
        if parts.method == Method::CONNECT || parts.method == Method::TRACE {
            return Err(ClientError::Method { method: parts.method.to_string() });
        }
        Ok(Self { method: parts.method, headers: parts.headers, body })
    }

    /// Returns the request without credentials.
    pub(super) fn plain(&self) -> Request<Vec<u8>> {
        self.with(&HeaderMap::new())
    }

    /// Adds headers.
    pub(super) fn with(&self, more: &HeaderMap) -> Request<Vec<u8>> {
        let mut request = Request::new(self.body.clone());
        *request.method_mut() = self.method.clone();
        *request.headers_mut() = self.headers.clone();
        request.headers_mut().extend(more.clone());
        request
    }

    /// Signs the request for the target's origin, with the nonce of a challenge if there is one.
    pub(super) fn signed(
        &self,
        target: &Target,
        options: &AuthClientOptions,
        signer: &dyn Signer,
        challenge: Option<&DidWbaChallenge>,
    ) -> Result<Request<Vec<u8>>, ClientError> {
        let now = options.clock.now().truncated_to_second();
        let nonce = match challenge.and_then(|challenge| challenge.nonce.clone()) {
            Some(nonce) => nonce,
            None => URL_SAFE_NO_PAD.encode(random().map_err(ClientError::Random)?),
        };
        if let Some(version) = options.legacy {
            let mut value = sign_didwba_header(signer, &target.origin, version, &nonce, now)?;
            value.set_sensitive(true);
            return Ok(self.with(&HeaderMap::from_iter([(AUTHORIZATION, value)])));
        }
        let mut request = self.plain();
        // the normalized URL that is sent, not the caller's spelling
        *request.uri_mut() = target.url().parse::<Uri>().map_err(|error| {
            AuthError::malformed("the URL", format!("found {:?}, which cannot be sent in HTTP ({error})", target.url()))
        })?;
        let (mut parts, body) = request.into_parts();
        let mut signing = SignRequestOptions::new(now).cover_recommended(&self.headers);
        signing.expires = now.saturating_add(options.signature_lifetime);
        signing.nonce = Some(nonce);
        signing.web_bot_auth.clone_from(&options.web_bot_auth);
        signing.cover.extend_from_slice(&options.cover);
        signing.cover.extend(challenge.map(|challenge| self.wanted(challenge)).unwrap_or_default());
        sign_request(&mut parts, &body, &target.origin, signer, &signing)?;
        Ok(Request::from_parts(parts, body))
    }

    /// The additional components that a server requires, as far as this request has them.
    fn wanted(&self, challenge: &DidWbaChallenge) -> Vec<String> {
        let asked = challenge.accept_signature.iter().flat_map(|asked| &asked.components);
        let has = |name: &str| DERIVED.contains(&name) || self.headers.contains_key(name);
        asked.filter(|name| has(name)).take(MAX_COVERED).cloned().collect()
    }
}

/// Whether a challenge's nonce can be signed. Its characters must be those of a token (RFC 6750 section 2.1) or `:`, so
/// that it cannot end its field and begin another one.
pub(super) fn is_answerable(challenge: &DidWbaChallenge) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/=:".contains(&byte);
    challenge
        .nonce
        .as_deref()
        .is_some_and(|nonce| !nonce.is_empty() && nonce.len() <= MAX_NONCE && nonce.bytes().all(plain))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_nonces_are_answered() {
        let with = |nonce: &str| DidWbaChallenge { nonce: Some(nonce.to_owned()), ..DidWbaChallenge::default() };
        for nonce in ["a", "A-z_0.9~+/=:", &"x".repeat(256)] {
            assert!(is_answerable(&with(nonce)), "{nonce}");
        }
        let long = "x".repeat(257);
        for nonce in ["", "a\"", "a\\", "a;keyid", "a b", "a,b", "a\r\nX: y", "ä", "a\0", &long] {
            assert!(!is_answerable(&with(nonce)), "{nonce}");
        }
        assert!(!is_answerable(&DidWbaChallenge::default()));
    }
}
