//! Parses an HTTP/1.1 request from a file: request line, header fields, an empty line, body.
//!
//! The parser is stricter than servers must be: it rejects requests that two servers could interpret differently.

use agent_description::TextError;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Uri, header, request::Parts};
use httparse::{EMPTY_HEADER, Status};
use std::fmt::Display;

/// Maximum number of header fields.
const MAX_FIELDS: usize = 128;

/// A request with its decoded body.
#[derive(Debug)]
pub struct RawRequest {
    /// Method, target and header fields.
    pub parts: Parts,
    /// The body.
    pub body: Vec<u8>,
}

impl RawRequest {
    /// Parses a request. Lines of the head end in CRLF or LF.
    ///
    /// # Errors
    ///
    /// [`TextError`].
    pub fn parse(bytes: &[u8]) -> Result<Self, TextError> {
        let mut fields = [EMPTY_HEADER; MAX_FIELDS];
        let mut request = httparse::Request::new(&mut fields);
        let start = body_start(request.parse(bytes))?;
        if request.version != Some(1) {
            return Err(head("found HTTP/1.0"));
        }
        let method = Method::from_bytes(request.method.unwrap_or_default().as_bytes())
            .map_err(|error| head(format!("found an {error}")))?;
        let target = target(request.path.unwrap_or_default())?;
        let headers = header_map(request.headers)?;
        // servers could use different Host fields (RFC 9112, section 3.2)
        if headers.get_all(header::HOST).iter().count() > 1 {
            return Err(head("found more than one `Host`"));
        }
        let body = body(&headers, &bytes[start..])?;
        let (mut parts, ()) = Request::new(()).into_parts();
        (parts.method, parts.uri, parts.headers) = (method, target, headers);
        Ok(Self { parts, body })
    }
}

/// The header fields and the body of a response with status 200, by the same rules.
pub(crate) fn response(bytes: &[u8]) -> Result<(HeaderMap, Vec<u8>), TextError> {
    let mut fields = [EMPTY_HEADER; MAX_FIELDS];
    let mut response = httparse::Response::new(&mut fields);
    let start = body_start(response.parse(bytes))?;
    if (response.version, response.code) != (Some(1), Some(200)) {
        return Err(head("found another start than `HTTP/1.1 200`"));
    }
    let headers = header_map(response.headers)?;
    let body = body(&headers, &bytes[start..])?;
    Ok((headers, body))
}

fn head(found: impl Display) -> TextError {
    let expected = "a request line, header fields and an empty line, as HTTP/1.1 writes them";
    TextError::new(format!("{found}, expected {expected}"))
}

/// Where the body begins.
fn body_start(parsed: httparse::Result<usize>) -> Result<usize, TextError> {
    match parsed {
        Ok(Status::Complete(length)) => Ok(length),
        Ok(Status::Partial) => Err(head("found the end of the file in the head")),
        Err(httparse::Error::TooManyHeaders) => Err(head(format!("found more than {MAX_FIELDS} header fields"))),
        Err(error) => Err(head(format!("found an {error}"))),
    }
}

fn header_map(fields: &[httparse::Header<'_>]) -> Result<HeaderMap, TextError> {
    let mut headers = HeaderMap::with_capacity(fields.len());
    for field in fields {
        let name = HeaderName::from_bytes(field.name.as_bytes()).map_err(|error| head(format!("found an {error}")))?;
        let value = HeaderValue::from_bytes(field.value).map_err(|error| head(format!("found a {error}")))?;
        headers.append(name, value);
    }
    Ok(headers)
}

/// Parses the target. The crate `http` ignores fragments and accepts `host:port`, so both are rejected here.
fn target(text: &str) -> Result<Uri, TextError> {
    let refused = || {
        let expected = "a path, or a URL with http or https; without fragment";
        TextError::new(format!("found {text:?} as the request's target, expected {expected}"))
    };
    let scheme = |scheme: &str| text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    if text.contains('#') || !(text.starts_with('/') || scheme("http://") || scheme("https://")) {
        return Err(refused());
    }
    text.parse().map_err(|_| refused())
}

/// The body by its framing (RFC 9112, section 6), which must be unambiguous and end at the end of the file. Without
/// framing, the body is the rest of the file.
fn body(headers: &HeaderMap, rest: &[u8]) -> Result<Vec<u8>, TextError> {
    framed(headers, rest).map_err(|problem| TextError::new(format!("the request's body: {problem}")))
}

fn framed(headers: &HeaderMap, rest: &[u8]) -> Result<Vec<u8>, String> {
    let mut codings = headers.get_all(header::TRANSFER_ENCODING).iter();
    let mut lengths = headers.get_all(header::CONTENT_LENGTH).iter();
    match (codings.next(), lengths.next()) {
        (Some(_), Some(_)) => Err("found `Transfer-Encoding` and `Content-Length`, expected one of them".to_owned()),
        (Some(coding), None) if coding.as_bytes().eq_ignore_ascii_case(b"chunked") && codings.next().is_none() => {
            chunks(rest)
        }
        (Some(coding), None) => Err(format!("found the transfer coding {coding:?}, expected `chunked` alone")),
        (None, Some(length)) => {
            let digits = length.to_str().ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
            let length = digits.filter(|_| lengths.next().is_none()).and_then(|digits| digits.parse::<usize>().ok());
            match length {
                Some(length) if length == rest.len() => Ok(rest.to_vec()),
                Some(length) => Err(format!("found {} bytes, `Content-Length` is {length}", rest.len())),
                None => Err("expected one `Content-Length`, a number".to_owned()),
            }
        }
        // the file contains exactly one request
        (None, None) => Ok(rest.to_vec()),
    }
}

/// Decodes the chunked transfer coding (RFC 9112, section 7.1), without trailers.
fn chunks(mut rest: &[u8]) -> Result<Vec<u8>, String> {
    let broken = |what: &str| {
        format!("{what}, expected chunks: a size in hexadecimal, CRLF, the bytes, CRLF; the last of size 0")
    };
    let mut body = Vec::new();
    loop {
        if !rest.first().is_some_and(u8::is_ascii_hexdigit) {
            return Err(broken("found no size of a chunk"));
        }
        let Ok(Status::Complete((start, size))) = httparse::parse_chunk_size(rest) else {
            return Err(broken("found no size of a chunk"));
        };
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        let (data, after) = rest[start..].split_at_checked(size).ok_or_else(|| broken("found the end of the file"))?;
        body.extend_from_slice(data);
        match (size, after.strip_prefix(b"\r\n")) {
            (0, Some([])) => return Ok(body),
            (0, _) => return Err(broken("found trailers, or bytes behind the last chunk")),
            (_, Some(next)) => rest = next,
            (_, None) => return Err(broken("found a chunk longer than its size")),
        }
    }
}
