//! Encodes request bodies by media type.

use super::style::{Style, plain, text_of};
use crate::{
    cut,
    media_type::{essence, is_json},
    openapi::Location,
};
use agent_description::{
    Json,
    json::{Object, Value},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};

/// An encoded body and its media type.
pub(in crate::run) struct Encoded {
    pub content_type: String,
    pub bytes: Vec<u8>,
}

/// The member of an object that represents bytes.
pub(super) const BASE64_MEMBER: &str = "$base64";

/// Decodes the bytes of a value `{"$base64": "…"}`.
fn bytes(value: &Json) -> Option<Result<Vec<u8>, String>> {
    let object = value.as_object().filter(|object| object.len() == 1)?;
    let text = object.get(BASE64_MEMBER)?.as_str();
    let wrong = || format!("`{BASE64_MEMBER}` is not base64 (RFC 4648, section 4)");
    Some(text.ok_or_else(wrong).and_then(|text| STANDARD.decode(text).map_err(|_| wrong())))
}

/// Encodes a value. `encoding` is the operation's encoding of form members.
pub(crate) fn encode(content_type: &str, value: &Json, encoding: Option<&Object>) -> Result<Encoded, String> {
    let done = |bytes: Vec<u8>| Ok(Encoded { content_type: content_type.to_owned(), bytes });
    let essence = essence(content_type);
    if essence == "multipart/form-data" {
        return multipart(value, encoding);
    }
    if let Some(bytes) = bytes(value) {
        return done(bytes?);
    }
    if is_json(&essence) {
        return done(value.to_compact().into_bytes());
    }
    if essence == "application/x-www-form-urlencoded" {
        return done(form(value, encoding)?.into_bytes());
    }
    match value.value() {
        Value::String(text) => done(text.as_bytes().to_vec()),
        _ if essence.starts_with("text/") => {
            done(plain(value).ok_or("the body is not a string, which its media type requires")?.into_bytes())
        }
        _ => Err(format!(
            "the body is {}, which {essence:?} cannot represent; expected a string, or bytes as {{\"{BASE64_MEMBER}\": …}}",
            value.kind()
        )),
    }
}

fn members(value: &Json) -> Result<&Object, String> {
    value.as_object().ok_or_else(|| format!("the body is {}, expected an object: it is sent as a form", value.kind()))
}

/// Encodes `application/x-www-form-urlencoded` (OpenAPI 3.1.1, section 4.8.15.1). Lists repeat the name; nested values
/// are JSON unless a style is given.
fn form(value: &Json, encoding: Option<&Object>) -> Result<String, String> {
    let mut pairs = Vec::new();
    for member in members(value)?.iter().filter(|member| !member.value().is_null()) {
        let of = encoding.and_then(|all| all.get(member.name())?.as_object());
        let style = Style::from_object(of, Location::Query).map_err(|problem| at(member.name(), &problem))?;
        let is_styled = of.is_some_and(|of| of.contains("style"));
        let value = match member.value().value() {
            Value::Object(_) if !is_styled => Json::from(member.value().to_compact()),
            Value::Array(items) if !is_styled => items.iter().map(text_of).map(Json::from).collect::<Vec<_>>().into(),
            _ => member.value().clone(),
        };
        pairs.extend(style.pairs(member.name(), &value).map_err(|problem| at(member.name(), &problem))?);
    }
    Ok(pairs.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&"))
}

fn at(name: &str, problem: &str) -> String {
    format!("{:?}: {problem}", cut(name))
}

/// Encodes `multipart/form-data` (RFC 7578, with names escaped as in the HTML standard). Lists become parts of the same
/// name.
fn multipart(value: &Json, encoding: Option<&Object>) -> Result<Encoded, String> {
    let mut parts = Vec::new();
    for member in members(value)?.iter().filter(|member| !member.value().is_null()) {
        let wanted = encoding.and_then(|all| all.get(member.name())?.get("contentType")?.as_str());
        let wanted = wanted.and_then(|wanted| wanted.split(',').next()).map(str::trim);
        let one = std::slice::from_ref(member.value());
        for item in member.value().as_array().unwrap_or(one) {
            let (usual, content, is_file) = match bytes(item) {
                Some(bytes) => ("application/octet-stream", bytes?, true),
                None => match plain(item) {
                    Some(text) => ("", text.into_bytes(), false),
                    None => ("application/json", item.to_compact().into_bytes(), false),
                },
            };
            let content_type = wanted.filter(|wanted| !wanted.contains('*')).unwrap_or(usual);
            if http::HeaderValue::from_str(content_type).is_err() {
                return Err(at(member.name(), "its content type is not a valid header value"));
            }
            let mut head = format!("content-disposition: form-data; name=\"{}\"", escaped(member.name()));
            if is_file {
                head.push_str(&format!("; filename=\"{}\"", escaped(member.name())));
            }
            head.push_str("\r\n");
            if !content_type.is_empty() {
                head.push_str(&format!("content-type: {content_type}\r\n"));
            }
            parts.push((head, content));
        }
    }
    let boundary = boundary(&parts);
    let mut body = Vec::new();
    for (head, content) in &parts {
        body.extend_from_slice(format!("--{boundary}\r\n{head}\r\n").as_bytes());
        body.extend_from_slice(content);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
    Ok(Encoded { content_type: format!("multipart/form-data; boundary={boundary}"), bytes: body })
}

fn escaped(name: &str) -> String {
    name.replace('"', "%22").replace('\r', "%0D").replace('\n', "%0A")
}

/// A boundary that occurs in no part. Each part is searched once.
fn boundary(parts: &[(String, Vec<u8>)]) -> String {
    const START: &[u8] = b"adp-part-";
    let mut taken = std::collections::BTreeSet::new();
    let texts = parts.iter().flat_map(|(head, content)| [head.as_bytes(), content.as_slice()]);
    for text in texts {
        for (at, window) in text.windows(START.len()).enumerate() {
            if window == START {
                let digits = text.iter().skip(at + START.len()).take(10).take_while(|byte| byte.is_ascii_digit());
                taken.insert(digits.fold(0_u64, |number, digit| number * 10 + u64::from(digit - b'0')));
            }
        }
    }
    let free = (1_000_000_000_u64..).find(|number| !taken.contains(number)).unwrap_or_default();
    format!("adp-part-{free}")
}
