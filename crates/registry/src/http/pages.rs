//! The pages for people.

use super::{App, agents::OfPath, body, error::ApiError};
use crate::{
    page::{CheckPage, EntryPage, ErrorPage, Hit, ICON, MOST_TO_CHECK, STYLE, SearchPage},
    record,
    search::{FilterTerm, Order, Query, QueryError, Search, SearchInput},
};
use agent_description::{Timestamp, format::Options};
use askama::Template;
use axum::{
    extract::{FromRequest, Multipart, Request, State},
    response::{IntoResponse, Response},
};
use http::{
    HeaderValue, StatusCode,
    header::{CACHE_CONTROL, CONTENT_TYPE},
};
use std::sync::Arc;

/// Beyond the document, what a form's frame may take.
const FRAME_BYTES: usize = 16 << 10;

/// A page as an answer.
pub fn page(status: StatusCode, template: &impl Template) -> Response {
    match template.render() {
        Ok(html) => (status, [(CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response(),
        Err(error) => ApiError::internal(&error).into_response(),
    }
}

/// An error as a page, with its status and headers.
pub fn error_page(error: ApiError) -> Response {
    let title = match error.status() {
        StatusCode::NOT_FOUND => "Not found",
        StatusCode::SERVICE_UNAVAILABLE => "Service unavailable",
        StatusCode::TOO_MANY_REQUESTS => "Too many requests",
        status if status.is_server_error() => "Something went wrong",
        _ => "Invalid request",
    };
    let html = ErrorPage::new(title, error.message()).render();
    let mut response = error.into_response();
    if let Ok(html) = html {
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
        response.headers_mut().remove(http::header::CONTENT_LENGTH);
        *response.body_mut() = html.into();
    }
    response
}

/// `GET /style.css`
pub async fn style() -> Response {
    asset("text/css; charset=utf-8", STYLE)
}

/// `GET /icon.svg`
pub async fn icon() -> Response {
    asset("image/svg+xml", ICON)
}

fn asset(media_type: &'static str, text: &'static str) -> Response {
    ([(CONTENT_TYPE, media_type), (CACHE_CONTROL, "public, max-age=3600")], text).into_response()
}

/// `GET /check`
pub async fn check_form(State(app): State<Arc<App>>) -> Response {
    page(StatusCode::OK, &CheckPage::form(&app.formats))
}

/// `POST /check`: a document by paste or file; the file counts where both are given.
pub async fn check(State(app): State<Arc<App>>, request: Request) -> Response {
    let problem = |status, problem: String| page(status, &CheckPage::problem(&app.formats, problem));
    let (parts, body) = request.into_parts();
    // it takes its part of the memory for bodies until it is checked
    let held = match body::read(&app.bodies, body, MOST_TO_CHECK + FRAME_BYTES).await {
        Ok(held) => held,
        Err(error) if error.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            return problem(error.status(), format!("The document has more than {} MiB.", MOST_TO_CHECK >> 20));
        }
        Err(error) => return error_page(error),
    };
    let (bytes, room) = held.into_parts();
    let request = Request::from_parts(parts, bytes.into());
    let (source, is_pasted) = match document(request).await {
        Ok(Some(found)) => found,
        Ok(None) => {
            return problem(
                StatusCode::BAD_REQUEST,
                "There is neither text nor a file. Paste one or choose one.".to_owned(),
            );
        }
        Err(error) => {
            return problem(error.status(), format!("The form did not arrive as it should: {}.", error.message()));
        }
    };
    let formats = app.formats.clone();
    let check = move || {
        let _room = room;
        CheckPage::of(&formats, &source, is_pasted, &Options::at(Timestamp::now())).render()
    };
    match app.registry.pool().run(check).await {
        Ok(html) => (StatusCode::OK, [(CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response(),
        Err(error) => error_page(ApiError::internal(&error)),
    }
}

/// The document of the form, and whether it was pasted.
async fn document(request: Request) -> Result<Option<(Vec<u8>, bool)>, ApiError> {
    let refused = |error: &dyn std::fmt::Display| ApiError::invalid(error.to_string());
    let mut form = Multipart::from_request(request, &()).await.map_err(|error| refused(&error))?;
    let (mut text, mut file) = (Vec::new(), Vec::new());
    while let Some(field) = form.next_field().await.map_err(|error| refused(&error))? {
        let name = field.name().unwrap_or_default().to_owned();
        let bytes = field.bytes().await.map_err(|error| refused(&error))?;
        match name.as_str() {
            "text" => text = bytes.to_vec(),
            "file" => file = bytes.to_vec(),
            _ => {}
        }
    }
    Ok(match (file.is_empty(), text.trim_ascii().is_empty()) {
        (false, _) => Some((file, false)),
        (true, false) => Some((text, true)),
        (true, true) => None,
    })
}

/// What the page of a search is asked.
#[derive(Debug, Default, serde::Deserialize)]
pub struct PageParameters {
    #[serde(default)]
    q: String,
    verified: Option<String>,
    page: Option<String>,
}

/// `GET /`
pub async fn search(
    State(app): State<Arc<App>>,
    parameters: Result<axum::extract::Query<PageParameters>, axum::extract::rejection::QueryRejection>,
) -> Response {
    let asked = match parameters {
        Ok(axum::extract::Query(asked)) => asked,
        Err(_) => return error_page(ApiError::invalid("The address of this search is not understood.")),
    };
    let verified_only = asked.verified.as_deref() == Some("true");
    let query: Query = match asked.q.parse() {
        Ok(query) => query,
        Err(error) => {
            let error: QueryError = error;
            let problem = SearchPage::problem(&asked.q, verified_only, &error.to_string(), error.offset());
            return page(StatusCode::BAD_REQUEST, &problem);
        }
    };
    let mut search = Search::new(SearchInput::Query(query));
    if asked.q.trim().is_empty() {
        search.order = Order::Updated { descending: true };
    }
    if verified_only {
        search.filter.terms.push((FilterTerm::Verified, vec!["true".to_owned()]));
    }
    search.page_token = asked.page;
    let (found, entries) = match app.search(search).await {
        Ok(found) => found,
        Err(error) if error.status() == StatusCode::BAD_REQUEST => {
            let problem = SearchPage::problem(&asked.q, verified_only, error.message(), None);
            return page(StatusCode::BAD_REQUEST, &problem);
        }
        Err(error) => return error_page(error),
    };
    let now = app.registry.now();
    let hits = entries.iter().map(|(summary, _)| Hit::new(summary, now)).collect();
    let next = found.next.map(|token| next_address(&asked.q, verified_only, &token));
    page(StatusCode::OK, &SearchPage::found(&asked.q, verified_only, Some(found.total), hits, next))
}

/// The address of the next page of a search.
fn next_address(query: &str, verified_only: bool, token: &str) -> String {
    let mut pairs = url::form_urlencoded::Serializer::new(String::from("/?"));
    pairs.append_pair("q", query);
    if verified_only {
        pairs.append_pair("verified", "true");
    }
    pairs.append_pair("page", token);
    pairs.finish()
}

/// `GET /entry/{identifier}`
pub async fn entry(State(app): State<Arc<App>>, identifier: Result<OfPath, ApiError>) -> Response {
    let found = match identifier {
        Ok(OfPath(identifier)) => app.registry.get(&identifier).await.map_err(ApiError::from),
        Err(error) => Err(error),
    };
    match found {
        Ok(entry) => {
            let now = app.registry.now();
            let show = move || page(StatusCode::OK, &EntryPage::of(&entry, record(&entry, now).as_ref(), now));
            app.registry.pool().run(show).await
        }
        Err(error) => error_page(error),
    }
}
