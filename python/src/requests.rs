//! Signing of requests by clients.

use crate::{
    convert::{time, time_or_now, value_error},
    key::Key,
};
use agent_description::{
    Origin,
    auth::{
        DidWbaChallenge,
        http_signature::{SignRequestOptions, sign_request as sign},
    },
};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Uri, request::Parts};
use pyo3::{prelude::*, pybacked::PyBackedBytes};

/// The fields that a signature adds.
const SIGNED: [&str; 3] = ["content-digest", "signature-input", "signature"];

/// A header field in Python.
pub type Field = (PyBackedBytes, PyBackedBytes);

/// The header fields that authenticate a request.
#[pyfunction]
#[pyo3(signature = (method, url, headers, body, key, key_id, *, created=None, expires=None, nonce=None, cover=Vec::new()))]
#[allow(clippy::too_many_arguments, reason = "Python names them")]
pub fn sign_request(
    method: &str,
    url: &str,
    headers: Vec<Field>,
    body: PyBackedBytes,
    key: &Bound<'_, Key>,
    key_id: &str,
    created: Option<&str>,
    expires: Option<&str>,
    nonce: Option<String>,
    cover: Vec<String>,
) -> PyResult<Vec<(String, String)>> {
    let uri: Uri = url.parse().map_err(value_error)?;
    let (Some(scheme), Some(authority), false) = (uri.scheme_str(), uri.authority(), url.contains('#')) else {
        return Err(value_error(format!(
            "found {url:?}, expected a URL with scheme, host and path, without a fragment"
        )));
    };
    let audience = Origin::new(scheme, authority.as_str()).map_err(value_error)?;
    let target = uri.path_and_query().map_or("/", |target| target.as_str());
    let mut parts = request(method, target, &headers)?;
    let mut options = SignRequestOptions { cover, ..SignRequestOptions::new(time_or_now(created)?) };
    if let Some(expires) = expires {
        options.expires = time(expires)?;
    }
    let options = match nonce {
        Some(_) => SignRequestOptions { nonce, ..options },
        None => options.random_nonce().map_err(value_error)?,
    };
    let signer = key.get().signer(key_id)?;
    let signing = sign(&mut parts, &body, &audience, &signer, &options);
    signer.raised()?;
    signing.map_err(value_error)?;
    let signed = SIGNED.iter().filter_map(|name| {
        let value = parts.headers.get(*name)?.to_str().ok()?;
        Some(((*name).to_owned(), value.to_owned()))
    });
    Ok(signed.collect())
}

/// The nonce in a response's challenge, if there is one.
#[pyfunction]
pub fn challenge_nonce(headers: Vec<Field>) -> PyResult<Option<String>> {
    Ok(DidWbaChallenge::parse(&fields(&headers)?).and_then(|challenge| challenge.nonce))
}

/// The head of a request.
///
/// # Errors
/// `ValueError` for an invalid method, target or header field.
pub fn request(method: &str, target: &str, headers: &[Field]) -> PyResult<Parts> {
    let (mut parts, ()) = Request::new(()).into_parts();
    parts.method = Method::from_bytes(method.as_bytes()).map_err(value_error)?;
    parts.uri = target.parse().map_err(value_error)?;
    parts.headers = fields(headers)?;
    Ok(parts)
}

fn fields(headers: &[Field]) -> PyResult<HeaderMap> {
    let mut fields = HeaderMap::with_capacity(headers.len());
    for (name, value) in headers {
        let name = HeaderName::from_bytes(name).map_err(value_error)?;
        fields.append(name, HeaderValue::from_bytes(value).map_err(value_error)?);
    }
    Ok(fields)
}
