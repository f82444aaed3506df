//! The answer to a request, as a value.

use super::{
    body::{essence, is_json},
    error::RunError,
};
use agent_description::{
    Json, ReadLimits,
    json::{Value, parse},
    resolve::FetchResponse,
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use http::HeaderMap;

/// An answer.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    /// JSON as it is; text as a string; other bytes in base64; none as null.
    pub body: Json,
}

/// Takes the answer to its end.
pub(super) async fn read(step: &str, mut response: FetchResponse, most: usize) -> Result<Answer, RunError> {
    let status = response.status().as_u16();
    let headers = response.headers().clone();
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| RunError::net(step, &error))? {
        bytes.extend_from_slice(&chunk);
    }
    let content_type = headers.get(http::header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let body = value(content_type, &bytes, most);
    match body {
        Ok(body) => Ok(Answer { status, headers, body }),
        // what a failure says of itself need not be what its headers say
        Err(_) if !(200..300).contains(&status) => Ok(Answer { status, headers, body: text_or_bytes(&bytes) }),
        Err(problem) => Err(RunError::Answer { step: step.to_owned(), problem }),
    }
}

fn value(content_type: Option<&str>, bytes: &[u8], most: usize) -> Result<Json, String> {
    if bytes.is_empty() {
        return Ok(Json::from(Value::Null));
    }
    match content_type.map(essence) {
        Some(essence) if is_json(&essence) => {
            parse(bytes, ReadLimits::new(most)).map_err(|error| format!("it is no JSON that has one meaning: {error}"))
        }
        Some(essence) if is_text(&essence) => Ok(text_or_bytes(bytes)),
        Some(_) => Ok(STANDARD.encode(bytes).into()),
        None => Ok(parse(bytes, ReadLimits::new(most)).unwrap_or_else(|_| text_or_bytes(bytes))),
    }
}

fn is_text(essence: &str) -> bool {
    essence.starts_with("text/")
        || essence.ends_with("+xml")
        || matches!(essence, "application/xml" | "application/x-www-form-urlencoded" | "application/javascript")
}

fn text_or_bytes(bytes: &[u8]) -> Json {
    std::str::from_utf8(bytes).map_or_else(|_| STANDARD.encode(bytes).into(), Json::from)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::value;

    #[test]
    fn a_body_is_what_its_headers_say() {
        for (content_type, bytes, expected) in [
            (Some("application/json; charset=utf-8"), &b"{\"a\": 1}"[..], "{\"a\":1}"),
            (Some("application/problem+json"), b"[]", "[]"),
            (Some("text/plain"), b"12", "\"12\""),
            (Some("text/plain; charset=latin1"), b"\xff", "\"/w==\""),
            (Some("image/png"), b"12", "\"MTI=\""),
            (None, b"{}", "{}"),
            (None, b"x", "\"x\""),
            (Some("application/json"), b"", "null"),
        ] {
            assert_eq!(value(content_type, bytes, 100).map(|json| json.to_compact()).as_deref(), Ok(expected));
        }
        assert!(value(Some("application/json"), b"{\"a\": 1, \"a\": 2}", 100).is_err());
        assert!(value(Some("application/json"), b"<html>", 100).is_err());
    }
}
