//! What of a site is for authenticated callers only, and how the others are told.

use super::files;
use agent_description::{
    Fault, Timestamp,
    auth::{AuthError, Authenticated, AuthenticationInfo, Authenticator, ChallengeError, random},
    resolve::{Cached, HttpResolver, Throttled},
};
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::{
    HeaderMap, Response,
    body::{Body, Bytes},
    header::{self, HeaderName, HeaderValue},
    http::request::Parts,
};
use std::error::Error;

/// Resolves callers' DIDs: as few fetches as will do, and not too many for one host, whoever asks.
pub type Resolver = Cached<Throttled<HttpResolver>>;

/// Lets authenticated requests through to the protected part of a site.
#[derive(Debug)]
pub struct Guard {
    authenticator: Authenticator<Resolver>,
    /// Without slashes at either end; the empty one is the whole site.
    prefixes: Vec<String>,
}

impl Guard {
    /// Protects what lies below these paths.
    pub fn new(authenticator: Authenticator<Resolver>, prefixes: &[String]) -> Self {
        let prefixes = prefixes.iter().map(|prefix| prefix.trim_matches('/').to_owned()).collect();
        Self { authenticator, prefixes }
    }

    /// Whether a request for this path must be authenticated. DID documents are everybody's: without them nobody could be authenticated.
    pub fn protects(&self, request: &str) -> bool {
        // the path as the files have it, so that no spelling of it gets around
        let Some(path) = files::decoded(request) else { return true };
        let is_did_document = path == ".well-known/did.json" || path == "did.json" || path.ends_with("/did.json");
        !is_did_document && self.prefixes.iter().any(|prefix| is_below(&path, prefix))
    }

    /// The headers that bring whoever sent the request an access token, where there are any; or the answer to somebody who does not say
    /// who he is.
    pub async fn admit<B>(&self, head: &Parts, body: B) -> Result<HeaderMap, Response<Full<Bytes>>>
    where
        B: Body,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        let authenticated = self.authenticate(head, body).await.map_err(|error| self.refusal(&error))?;
        let token =
            random().ok().and_then(|random| self.authenticator.token_for(&authenticated, Timestamp::now(), &random));
        Ok(token.as_ref().and_then(AuthenticationInfo::to_headers).unwrap_or_default())
    }

    async fn authenticate<B>(&self, head: &Parts, body: B) -> Result<Authenticated, AuthError>
    where
        B: Body,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        let limit = self.authenticator.accepts().body_limit;
        // who would be refused whatever the body is sends none
        let checked = self.authenticator.check_head(head, Timestamp::now())?;
        let body = match Limited::new(body, limit).collect().await {
            Ok(body) => body.to_bytes(),
            Err(error) if error.is::<LengthLimitError>() => return Err(AuthError::BodySize { limit }),
            Err(error) => {
                return Err(AuthError::Malformed { place: "the body".to_owned(), reason: error.to_string() });
            }
        };
        checked.authenticate(&body, Timestamp::now()).await
    }

    fn refusal(&self, error: &AuthError) -> Response<Full<Bytes>> {
        // without random numbers the client makes a nonce of its own
        let random = random().ok();
        let (status, headers) = self.authenticator.challenge_for(error, Timestamp::now(), random.as_ref());
        let reason = format!("{}: {}\n", error.code().as_str(), ChallengeError::description(error));
        let mut response = Response::new(Full::new(Bytes::from(reason)));
        *response.status_mut() = status;
        *response.headers_mut() = headers;
        for (name, value) in
            [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::X_CONTENT_TYPE_OPTIONS, "nosniff")]
        {
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        response
    }
}

/// What only the caller may have is kept by nobody else, and no page of another site reads it; an answer that brings an access token is
/// kept by nobody.
pub fn keep_private(response: &mut Response<Full<Bytes>>, token: HeaderMap) {
    let headers = response.headers_mut();
    headers.remove(header::ACCESS_CONTROL_ALLOW_ORIGIN);
    if !token.is_empty() {
        headers.extend(token);
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        return;
    }
    let value = |name: &HeaderName| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let private = value(&header::CACHE_CONTROL).replace("public", "private");
    if let Ok(private) = HeaderValue::from_str(&private) {
        headers.insert(header::CACHE_CONTROL, private);
    }
}

/// Whether a path is the prefix or lies below it, by whole segments.
fn is_below(path: &str, prefix: &str) -> bool {
    prefix.is_empty() || path.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::is_below;

    #[test]
    fn prefixes_are_whole_segments() {
        for (path, prefix, below) in [
            ("ad.json", "", true),
            ("rooms", "rooms", true),
            ("rooms/double.json", "rooms", true),
            ("roomsize.json", "rooms", false),
            ("staff/rooms", "rooms", false),
            ("rooms.json", "rooms", false),
        ] {
            assert_eq!(is_below(path, prefix), below, "{path} {prefix}");
        }
    }
}
