//! What of a site is for authenticated callers only, and how the others are told.

use super::files;
use agent_description::{
    Code, Fault, Timestamp,
    auth::{
        AcceptSignature, Audience, AuthError, AuthPolicy, Authenticated, Challenge, ChallengeError, Challenges,
        UnverifiedRequest, random, replay::ReplayStore,
    },
    resolve::{Cached, HttpResolver, Resolve, ResolveError, Throttled},
};
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::{
    Response, StatusCode,
    body::{Body, Bytes},
    header::{self, HeaderName, HeaderValue},
    http::request::Parts,
};
use std::{error::Error, fmt};

/// Resolves callers' DIDs: as few fetches as will do, and not too many for one host, whoever asks.
pub type Resolver = Cached<Throttled<HttpResolver>>;

/// Lets authenticated requests through to the protected part of a site.
pub struct Guard {
    audience: Audience,
    policy: AuthPolicy,
    /// Without slashes at either end; the empty one is the whole site.
    prefixes: Vec<String>,
    resolver: Resolver,
    store: Box<dyn ReplayStore>,
    challenges: Challenges,
}

impl Guard {
    /// Protects what lies below these paths, in requests for this audience.
    pub fn new(
        audience: Audience,
        policy: AuthPolicy,
        prefixes: &[String],
        resolver: Resolver,
        store: Box<dyn ReplayStore>,
        challenges: Challenges,
    ) -> Self {
        let prefixes = prefixes.iter().map(|prefix| prefix.trim_matches('/').to_owned()).collect();
        Self { audience, policy, prefixes, resolver, store, challenges }
    }

    /// Whether a request for this path must be authenticated. DID documents are everybody's: without them nobody could be authenticated.
    pub fn protects(&self, request: &str) -> bool {
        // the path as the files have it, so that no spelling of it gets around
        let Some(path) = files::decoded(request) else { return true };
        let is_did_document = path == ".well-known/did.json" || path == "did.json" || path.ends_with("/did.json");
        !is_did_document && self.prefixes.iter().any(|prefix| is_below(&path, prefix))
    }

    /// Who sent the request, or the answer to somebody who does not say.
    pub async fn admit<B>(&self, head: &Parts, body: B) -> Result<Authenticated, Response<Full<Bytes>>>
    where
        B: Body,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        self.authenticate(head, body).await.map_err(|error| self.refusal(&error))
    }

    async fn authenticate<B>(&self, head: &Parts, body: B) -> Result<Authenticated, AuthError>
    where
        B: Body,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        let limit = self.policy.body_limit;
        let body = match Limited::new(body, limit).collect().await {
            Ok(body) => body.to_bytes(),
            Err(error) if error.is::<LengthLimitError>() => return Err(AuthError::BodySize { limit }),
            Err(error) => {
                return Err(AuthError::Malformed { place: "the body".to_owned(), reason: error.to_string() });
            }
        };
        let request = UnverifiedRequest::read(head, &body, &self.audience, &self.policy, Timestamp::now())?;
        let document = self.resolver.resolve(request.did()).await;
        let document = document.map_err(|error| AuthError::Resolve { did: request.did().clone(), error })?;
        // a fetch takes time
        let now = Timestamp::now();
        request.verify(&document, now)?.admit(&self.store, now).await
    }

    fn refusal(&self, error: &AuthError) -> Response<Full<Bytes>> {
        let status = status(error);
        let reason = format!("{}: {}\n", error.code().as_str(), ChallengeError::description(error));
        let mut response = Response::new(Full::new(Bytes::from(reason)));
        *response.status_mut() = status;
        let mut challenge = Challenge::default();
        challenge.realm = Some(self.audience.authority());
        challenge.error = ChallengeError::of(error).map(|error| error.as_str().to_owned());
        challenge.accept_signature = Some(AcceptSignature::default());
        // without random numbers the client makes a nonce of its own
        challenge.nonce = random().ok().map(|random| self.challenges.issue(&self.audience, Timestamp::now(), &random));
        let headers = response.headers_mut();
        if status == StatusCode::UNAUTHORIZED {
            headers.extend(challenge.to_headers());
        }
        for (name, value) in [
            (header::CACHE_CONTROL, "no-store"),
            (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        ] {
            headers.insert(name, HeaderValue::from_static(value));
        }
        if status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("60"));
        }
        response
    }
}

/// What only the caller may have is kept by nobody else, and no page of another site reads it.
pub fn keep_private(response: &mut Response<Full<Bytes>>) {
    let headers = response.headers_mut();
    headers.remove(header::ACCESS_CONTROL_ALLOW_ORIGIN);
    let value = |name: &HeaderName| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let private = value(&header::CACHE_CONTROL).replace("public", "private");
    if let Ok(private) = HeaderValue::from_str(&private) {
        headers.insert(header::CACHE_CONTROL, private);
    }
}

fn status(error: &AuthError) -> StatusCode {
    match error {
        AuthError::BodySize { .. } => StatusCode::PAYLOAD_TOO_LARGE,
        AuthError::Forbidden { .. } => StatusCode::FORBIDDEN,
        // the server's want, not the caller's
        AuthError::Resolve { error: ResolveError::Net(_), .. } => StatusCode::SERVICE_UNAVAILABLE,
        error if error.code() == Code::AuthStoreFull => StatusCode::SERVICE_UNAVAILABLE,
        _ => StatusCode::UNAUTHORIZED,
    }
}

/// Whether a path is the prefix or lies below it, by whole segments.
fn is_below(path: &str, prefix: &str) -> bool {
    prefix.is_empty() || path.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

impl fmt::Debug for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guard")
            .field("audience", &self.audience)
            .field("prefixes", &self.prefixes)
            .finish_non_exhaustive()
    }
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
