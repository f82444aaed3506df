//! What the API is, as OpenAPI 3.1 says it.

use super::error::ApiError;
use adp_cards::json_schema::Schema;
use agent_description::{Json, ReadLimits, json};
use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use std::sync::OnceLock;

/// The document.
pub const OPENAPI: &str = include_str!("openapi.json");

/// What a request's body has to fit: one of the document's schemas, compiled when the first body comes.
pub struct RequestSchema {
    name: &'static str,
    compiled: OnceLock<Option<Schema>>,
}

/// The body of `POST /search`.
pub static SEARCH_REQUEST: RequestSchema = RequestSchema::named("SearchRequest");
/// The body of `POST /explore`.
pub static EXPLORE_REQUEST: RequestSchema = RequestSchema::named("ExploreRequest");

impl RequestSchema {
    const fn named(name: &'static str) -> Self {
        Self { name, compiled: OnceLock::new() }
    }

    /// The schema. That it compiles is tested.
    pub fn get(&self) -> Result<&Schema, ApiError> {
        let compiled = self.compiled.get_or_init(|| {
            let document = json::parse(OPENAPI.as_bytes(), ReadLimits::new(OPENAPI.len())).ok()?;
            let reference = Json::from(format!("#/components/schemas/{}", self.name));
            let members = [("$ref", reference), ("components", document.get("components")?.clone())];
            Schema::compile(&members.into_iter().collect::<json::Object>().into()).ok()
        });
        compiled
            .as_ref()
            .ok_or_else(|| ApiError::internal(&format_args!("the schema {} cannot be compiled", self.name)))
    }
}

/// `GET /openapi.json`
pub async fn document() -> Response {
    ([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "public, max-age=3600")], OPENAPI).into_response()
}
