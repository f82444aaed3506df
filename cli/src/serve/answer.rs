//! Answers to requests: GET and HEAD of a file, whole, or not at all if the client has it already.

use super::{
    files::{Files, Found},
    guard::{Guard, keep_private},
    media_type,
};
use crate::publish::manifest::sha256;
use http_body_util::Full;
use hyper::{
    HeaderMap, Method, Request, Response, StatusCode,
    body::{Body, Bytes},
    header::{self, HeaderName, HeaderValue},
    http::request::Parts,
};
use std::{
    error::Error,
    sync::Arc,
    time::{Duration, SystemTime},
};
use tracing::debug;

/// Answers for one site.
#[derive(Debug)]
pub struct Answers {
    files: Files,
    cache_control: String,
    guard: Option<Guard>,
}

impl Answers {
    /// Answers that others may keep for `max_age`, to those whom the guard lets through.
    pub fn new(files: Files, max_age: Duration, guard: Option<Guard>) -> Self {
        Self { files, cache_control: format!("public, max-age={}", max_age.as_secs()), guard }
    }

    /// The answer to a request. Files are read where nobody waits for it.
    pub async fn to<B>(self: Arc<Self>, request: Request<B>) -> Response<Full<Bytes>>
    where
        B: Body,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        let (head, body) = request.into_parts();
        let (method, path) = (head.method.clone(), head.uri.path().to_owned());
        let response = self.to_parts(head, body).await;
        debug!(%method, path, status = response.status().as_u16(), "answered");
        response
    }

    async fn to_parts<B>(self: Arc<Self>, head: Parts, body: B) -> Response<Full<Bytes>>
    where
        B: Body,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        let guard = self.guard.as_ref().filter(|guard| guard.protects(head.uri.path()));
        let token = match guard {
            Some(guard) => match guard.admit(&head, body).await {
                Ok(token) => Some(token),
                Err(refusal) => return refusal,
            },
            None => None,
        };
        let mut response =
            tokio::task::spawn_blocking(move || self.answer(&head.method, head.uri.path(), &head.headers))
                .await
                .unwrap_or_else(|_| plain(StatusCode::INTERNAL_SERVER_ERROR, "the file could not be read\n"));
        if let Some(token) = token {
            keep_private(&mut response, token);
        }
        response
    }

    fn answer(&self, method: &Method, path: &str, headers: &HeaderMap) -> Response<Full<Bytes>> {
        if method != Method::GET && method != Method::HEAD {
            let mut response = plain(StatusCode::METHOD_NOT_ALLOWED, "GET or HEAD\n");
            response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
            return response;
        }
        let Some(found) = self.files.find(path) else {
            return plain(StatusCode::NOT_FOUND, "not found\n");
        };
        let etag = format!("\"{}\"", &sha256(&found.bytes)[..32]);
        let modified = found.modified.map(whole_seconds);
        let is_known = is_known(headers, &etag, modified);
        let length = found.bytes.len();
        let media_type = media_type::of(&found.path, &found.bytes);
        let Found { bytes, .. } = found;
        let mut response = if is_known {
            let mut response = Response::new(Full::default());
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            response
        } else {
            let mut response =
                Response::new(Full::new(if method == Method::HEAD { Bytes::new() } else { bytes.into() }));
            set(&mut response, header::CONTENT_TYPE, media_type);
            set(&mut response, header::CONTENT_LENGTH, &length.to_string());
            response
        };
        set(&mut response, header::ETAG, &etag);
        set(&mut response, header::CACHE_CONTROL, &self.cache_control);
        if let Some(modified) = modified {
            set(&mut response, header::LAST_MODIFIED, &httpdate::fmt_http_date(modified));
        }
        // everything here is public: pages may verify it too
        set(&mut response, header::ACCESS_CONTROL_ALLOW_ORIGIN, "*");
        set(&mut response, header::X_CONTENT_TYPE_OPTIONS, "nosniff");
        response
    }
}

/// Whether the client has this version (RFC 9110 section 13.2.2): its entity tags decide, else its date.
fn is_known(headers: &HeaderMap, etag: &str, modified: Option<SystemTime>) -> bool {
    let mut tags = headers.get_all(header::IF_NONE_MATCH).iter().peekable();
    if tags.peek().is_some() {
        let mut tags = tags.filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(','));
        return tags.any(|tag| matches!(tag.trim(), "*") || tag.trim().trim_start_matches("W/") == etag);
    }
    let since =
        headers.get(header::IF_MODIFIED_SINCE).and_then(|value| httpdate::parse_http_date(value.to_str().ok()?).ok());
    since.zip(modified).is_some_and(|(since, modified)| modified <= since)
}

/// HTTP's dates know no fractions.
fn whole_seconds(time: SystemTime) -> SystemTime {
    let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    SystemTime::UNIX_EPOCH + Duration::from_secs(since.as_secs())
}

fn plain(status: StatusCode, text: &'static str) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from_static(text.as_bytes())));
    *response.status_mut() = status;
    set(&mut response, header::CONTENT_TYPE, "text/plain; charset=utf-8");
    set(&mut response, header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    response
}

fn set(response: &mut Response<Full<Bytes>>, name: HeaderName, value: &str) {
    // all of them are ASCII
    if let Ok(value) = HeaderValue::from_str(value) {
        response.headers_mut().insert(name, value);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::is_known;
    use hyper::{
        HeaderMap,
        header::{IF_MODIFIED_SINCE, IF_NONE_MATCH},
    };
    use std::time::{Duration, SystemTime};

    #[test]
    fn entity_tags_go_before_dates() {
        // 784111777 is RFC 9110's example, Sun, 06 Nov 1994 08:49:37 GMT
        let modified = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_777);
        let date = "Sun, 06 Nov 1994 08:49:37 GMT";
        let earlier = "Sun, 06 Nov 1994 08:49:36 GMT";
        for (tags, since, known) in [
            (None, None, false),
            (Some("\"a\""), None, true),
            (Some("W/\"a\""), None, true),
            (Some("\"x\", \"a\""), None, true),
            (Some("*"), None, true),
            (Some("\"x\""), None, false),
            (Some("a"), None, false),
            (Some("\"x\""), Some(date), false),
            (Some("\"a\""), Some(earlier), true),
            (None, Some(date), true),
            (None, Some(earlier), false),
            (None, Some("yesterday"), false),
        ] {
            let mut headers = HeaderMap::new();
            if let Some(tags) = tags {
                headers.insert(IF_NONE_MATCH, tags.parse().unwrap());
            }
            if let Some(since) = since {
                headers.insert(IF_MODIFIED_SINCE, since.parse().unwrap());
            }
            assert_eq!(is_known(&headers, "\"a\"", Some(modified)), known, "{tags:?} {since:?}");
        }
    }
}
