//! Reads responses as JSON values.

pub(super) mod retry;

use super::error::RunError;
use crate::media_type::{essence, is_json};
use agent_description::{
    Json, ReadLimits,
    json::{Member, Value, parse},
    resolve::FetchResponse,
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use http::HeaderMap;
use std::sync::Arc;

/// A response.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    /// JSON unchanged, text as a string, other bytes as base64, no body as null.
    pub body: Arc<Json>,
}

/// Maximum memory of a response's values per byte of the response.
const MAX_MEMORY_PER_BYTE: usize = 32;
/// Memory that is always allowed, in bytes.
const MIN_MEMORY_BYTES: usize = 32 << 20;
/// Maximum number of copies of a value: two while parsing; later in the step's outputs, the trace and the result.
const COPIES: usize = 3;
/// Memory of an object or array besides its values, including allocator overhead.
const CONTAINER_BYTES: usize = 48;

/// Reads a response to its end.
pub(super) async fn read(step: &str, mut response: FetchResponse, most: usize) -> Result<Answer, RunError> {
    let status = response.status.as_u16();
    let headers = response.headers.clone();
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| RunError::cut(step, &error))? {
        bytes.extend_from_slice(&chunk);
    }
    let content_type = headers.get(http::header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    match value(content_type, &bytes, most) {
        Ok(body) => Ok(Answer { status, headers, body: Arc::new(body) }),
        // the body of a failure may have another type than its headers state
        Err(_) if !(200..300).contains(&status) => {
            Ok(Answer { status, headers, body: Arc::new(text_or_bytes(&bytes)) })
        }
        Err(problem) => Err(RunError::unreadable(step, &problem)),
    }
}

fn value(content_type: Option<&str>, bytes: &[u8], most: usize) -> Result<Json, String> {
    if bytes.is_empty() {
        return Ok(Json::from(Value::Null));
    }
    match content_type.map(essence) {
        Some(essence) if is_json(&essence) => {
            check_memory(bytes)?;
            parse(bytes, ReadLimits::new(most).unsigned()).map_err(|error| format!("it is not strict JSON: {error}"))
        }
        Some(essence) if is_text(&essence) => Ok(text_or_bytes(bytes)),
        Some(_) => Ok(STANDARD.encode(bytes).into()),
        None if check_memory(bytes).is_err() => Ok(text_or_bytes(bytes)),
        None => Ok(parse(bytes, ReadLimits::new(most).unsigned()).unwrap_or_else(|_| text_or_bytes(bytes))),
    }
}

/// Rejects JSON whose values would take much more memory than the text, such as `[0,0,0,…]`.
fn check_memory(bytes: &[u8]) -> Result<(), String> {
    let most = bytes.len().saturating_mul(MAX_MEMORY_PER_BYTE).max(MIN_MEMORY_BYTES);
    if estimated_memory(bytes).saturating_mul(COPIES) <= most {
        return Ok(());
    }
    Err(format!(
        "its {} bytes of JSON have so many values that they need more than {MAX_MEMORY_PER_BYTE} bytes of memory per byte; \
         ask for fewer values",
        bytes.len()
    ))
}

/// An upper bound of the memory for a JSON text, from its commas, colons and brackets.
fn estimated_memory(bytes: &[u8]) -> usize {
    let (mut values, mut members, mut containers) = (1_usize, 0_usize, 0_usize);
    let (mut in_text, mut escaped) = (false, false);
    for byte in bytes {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            _ if in_text => {}
            b',' => values += 1,
            b':' => members += 1,
            b'[' | b'{' => {
                values += 1;
                containers += 1;
            }
            _ => {}
        }
    }
    bytes.len()
        + values * size_of::<Json>()
        + members * (size_of::<Member>() - size_of::<Json>())
        + containers * CONTAINER_BYTES
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

    /// Bytes of memory per byte of text, by hand: `0,` is 2 bytes and one value, `"name-of-it":1234,` 18 bytes and one
    /// member.
    #[test]
    fn many_small_values_are_refused_and_usual_ones_are_not() {
        let list = |item: &str, count: usize| format!("[{}{item}]", format!("{item},").repeat(count - 1));
        let record = r#"{"name-of-it": 1234, "title": "A chair of wood", "price": 129.95, "tags": ["wood", "chair"]}"#;
        for (text, is_read) in [
            (list("0", 4_000_000), false),
            (list("[]", 3_000_000), false),
            (list("{}", 3_000_000), false),
            (list("\"\"", 3_000_000), false),
            // small texts are always accepted
            (list("0", 100_000), true),
            (list(record, 100_000), true),
            (list(&format!("{:?}", ",:[{".repeat(50)), 40_000), true),
        ] {
            let read = value(Some("application/json"), text.as_bytes(), text.len());
            assert_eq!(read.is_ok(), is_read, "{} of {} bytes: {:?}", &text[..20], text.len(), read.err());
            // without a media type it is text
            assert_eq!(value(None, text.as_bytes(), text.len()).is_ok_and(|it| it.as_str().is_none()), is_read);
        }
    }
}
