//! Endpoints for reading and writing an entry.

use super::{App, ard_entry::ArdEntry, error::ApiError};
use crate::{
    Entry, Identifier, Registry, RegistryError, Writer, codes, registry::not_found, search::IndexError,
    verification::FIRST_RETRY_DELAY,
};
use adp_server::AuthenticatedDid;
use agent_description::{Code, CodedError, did::Did, hex::hex};
use axum::{
    Json,
    body::Bytes,
    extract::{FromRequestParts, Path, Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use http::{
    HeaderMap, HeaderValue, StatusCode,
    header::{ALLOW, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, ETAG, IF_NONE_MATCH},
    request::Parts,
};
use http_body_util::Full;
use serde_json::json;
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// The identifier in a path, decoded once and validated; otherwise status 400.
#[derive(Debug)]
pub(super) struct OfPath(pub Identifier);

impl<S: Send + Sync> FromRequestParts<S> for OfPath {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Path(text) = Path::<String>::from_request_parts(parts, state).await.map_err(|_| {
            ApiError::invalid("the path is not percent-encoded UTF-8; encode the identifier as one segment")
        })?;
        text.parse().map(Self).map_err(|error: agent_description::TextError| ApiError::invalid(error.to_string()))
    }
}

impl From<RegistryError> for ApiError {
    fn from(error: RegistryError) -> Self {
        let status = match &error {
            RegistryError::Store(error) => {
                tracing::warn!(%error, "the store is unavailable");
                let message = "the registry's store is unavailable; retry";
                return Self::new(StatusCode::SERVICE_UNAVAILABLE, message).retry_after(5);
            }
            RegistryError::Identifier(_) | RegistryError::Index(IndexError::Query(_)) => StatusCode::BAD_REQUEST,
            RegistryError::Index(error) => return Self::internal(error),
            RegistryError::Refused { code, .. } => match *code {
                Code::NOT_FOUND => StatusCode::NOT_FOUND,
                Code::TOO_LARGE => StatusCode::PAYLOAD_TOO_LARGE,
                Code::AUTH_FORBIDDEN | codes::REGISTRY_QUOTA => StatusCode::FORBIDDEN,
                codes::REGISTRY_BUSY => StatusCode::SERVICE_UNAVAILABLE,
                codes::REGISTRY_OLDER | codes::REGISTRY_CONFLICT => StatusCode::CONFLICT,
                _ => StatusCode::UNPROCESSABLE_ENTITY,
            },
            RegistryError::Rate { .. } => StatusCode::TOO_MANY_REQUESTS,
            RegistryError::Unconfirmed { is_permanent: false, .. } => StatusCode::SERVICE_UNAVAILABLE,
            // unreadable or invalid documents, and those whose signer has no DID document
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        let told = Self::new(status, format!("{error} ({})", error.code()));
        match error {
            RegistryError::Refused { code: codes::REGISTRY_BUSY, .. } => told.retry_after(5),
            RegistryError::Rate { retry_after, .. } => told.retry_after(retry_after.as_secs()),
            RegistryError::Unconfirmed { is_permanent: false, .. } => told.retry_after(FIRST_RETRY_DELAY.as_secs()),
            _ => told,
        }
    }
}

/// `GET /agents/{identifier}`: the ARD entry.
pub(super) async fn get(
    State(app): State<Arc<App>>,
    OfPath(identifier): OfPath,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let summary = app.registry.summaries(vec![identifier.clone()]).await?.pop();
    let summary = summary.ok_or_else(|| not_found(&identifier))?;
    let now = app.registry.now();
    let body =
        serde_json::to_vec(&ArdEntry::new(&summary, &app.origin, now)).map_err(|error| ApiError::internal(&error))?;
    // of the content, because numbers of changes are used again after a backup was restored
    let tag = hex(&Sha256::digest(&body));
    Ok(with_tag(&headers, ([(CONTENT_TYPE, "application/json")], body).into_response(), &tag))
}

/// `GET /agents/{identifier}/document`: the exact bytes. Browsers must never render them as a page of this origin.
pub(super) async fn document(
    State(app): State<Arc<App>>,
    OfPath(identifier): OfPath,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let entry = app.registry.get(&identifier).await?;
    let tag = hex(&Sha256::digest(&entry.document));
    // a type that browsers do not render, whatever the document's own type is
    let of_json = entry.document.trim_ascii_start().starts_with(b"{");
    let media_type = if of_json { "application/json" } else { "text/plain; charset=utf-8" };
    let mut response = entry.document.into_response();
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    response.headers_mut().insert(CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"document\""));
    Ok(with_tag(&headers, response, &tag))
}

/// `GET /agents/{identifier}/evidence`: the verification and the findings.
pub(super) async fn evidence(State(app): State<Arc<App>>, OfPath(identifier): OfPath) -> Result<Response, ApiError> {
    let entry = app.registry.get(&identifier).await?;
    let now = app.registry.now();
    Ok(Json(evidence_of(&entry, now)).into_response())
}

/// The evidence of an entry, for the API and the command line.
#[must_use]
pub fn evidence_of(entry: &Entry, now: agent_description::Timestamp) -> serde_json::Value {
    json!({
        "identifier": entry.identifier,
        "verified": entry.evidence.is_verified_at(now),
        "identity": entry.evidence.identity_at(now),
        "format": entry.format,
        "profile": entry.profile,
        "sha256": hex(&Sha256::digest(&entry.document)),
        "added": entry.added.to_string(),
        "updated": entry.updated.to_string(),
        "writtenBy": entry.written_by,
        "evidence": entry.evidence,
        "findings": entry.findings,
        "omitted": entry.omitted,
    })
}

/// Parses the identifier of a write request before any other work.
pub(super) async fn identify(OfPath(identifier): OfPath, mut request: Request, next: Next) -> Response {
    request.extensions_mut().insert(identifier);
    next.run(request).await
}

/// The response to a write request whose claimed DID may not write the entry.
pub(super) fn refusal(registry: &Registry, did: &Did, parts: &Parts) -> Option<http::Response<Full<Bytes>>> {
    let permitted = match parts.extensions.get() {
        Some(identifier) => registry.permit(&Writer::Did(did.clone()), identifier).map(drop).map_err(ApiError::from),
        None => Err(ApiError::internal(&"the request's identifier was not read")),
    };
    permitted.err().map(ApiError::into_full)
}

/// `PUT` and `DELETE /agents/{identifier}` of a registry without an origin.
pub(super) async fn read_only() -> Response {
    // without an origin there is nothing that requests could be signed for
    let message = "Writing is disabled: start the server with --origin";
    let mut response = ApiError::new(StatusCode::METHOD_NOT_ALLOWED, message).into_response();
    response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET,HEAD"));
    response
}

/// `PUT /agents/{identifier}`: writes an entry of the authenticated DID's host.
pub(super) async fn put(
    State(app): State<Arc<App>>,
    OfPath(identifier): OfPath,
    who: AuthenticatedDid,
    body: Bytes,
) -> Result<Response, ApiError> {
    let writer = Writer::Did(who.did().clone());
    let added = app.registry.put(&writer, &identifier, body).await?;
    app.changed().await;
    let now = app.registry.now();
    let status = if added.is_new { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, Json(evidence_of(&added.entry, now))).into_response())
}

/// `DELETE /agents/{identifier}`: removes an entry of the authenticated DID's host.
pub(super) async fn delete(
    State(app): State<Arc<App>>,
    OfPath(identifier): OfPath,
    who: AuthenticatedDid,
) -> Result<Response, ApiError> {
    app.registry.remove(&Writer::Did(who.did().clone()), &identifier).await?;
    app.changed().await;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Adds the entity tag, or responds with 304 if the caller has this version.
fn with_tag(headers: &HeaderMap, mut response: Response, tag: &str) -> Response {
    let tag = format!("\"{tag}\"");
    let known = headers.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if known.split(',').any(|known| known.trim().trim_start_matches("W/") == tag || known.trim() == "*") {
        response = StatusCode::NOT_MODIFIED.into_response();
    }
    if let Ok(value) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(ETAG, value);
    }
    // an entry can expire at any time, so caches must revalidate
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}
