//! The HTML pages.

use super::{App, agents::OfPath, body, error::ApiError, search::searching};
use crate::{
    EntrySummary,
    page::{
        AGENTS_ON_A_PAGE, ApiPage, CheckPage, CheckProblem, EntryPage, EntryView, ErrorPage, Language,
        MAX_CHECKED_BYTES, Results, SearchAddress, SearchPage,
    },
    record,
    search::{AgentHit, Facet, FacetRequest, FilterTerm, Query, QueryError, ResultOrder, Search, SearchInput},
};
use agent_description::{Timestamp, resolve::PeerAddress};
use askama::Template;
use axum::{
    Extension,
    extract::{FromRequest, FromRequestParts, Multipart, Request, State},
    response::{IntoResponse, Response},
};
use http::{
    HeaderMap, HeaderValue, StatusCode, Uri,
    header::{
        ACCEPT, ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_LANGUAGE, CONTENT_LENGTH, CONTENT_TYPE, COOKIE, LOCATION,
        REFERER, SET_COOKIE, VARY,
    },
    request::Parts,
};
use std::{convert::Infallible, sync::Arc};

/// Size of a form beyond the document, in bytes.
const FRAME_BYTES: usize = 16 << 10;

/// The OpenAPI document of the API.
pub(super) const OPENAPI: &str = include_str!("openapi.json");
/// The facets of a search page, and the maximum number of values per facet.
const FACETS: [FilterTerm; 3] = [FilterTerm::Format, FilterTerm::Language, FilterTerm::Publisher];
const MAX_FACET_VALUES: usize = 12;

impl<S: Send + Sync> FromRequestParts<S> for Language {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(language_of(&parts.headers))
    }
}

/// The cookie of the language that the person chose. It has no other content.
const LANGUAGE_COOKIE: &str = "language";

fn chosen_language(headers: &HeaderMap) -> Option<Language> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == LANGUAGE_COOKIE).and_then(|(_, tag)| Language::from_tag(tag))
}

/// `GET /language/{tag}`: keeps the choice for a year and leads back to the page with the link.
pub(super) async fn choose_language(
    axum::extract::Path(tag): axum::extract::Path<String>,
    headers: HeaderMap,
) -> Response {
    let Some(language) = Language::from_tag(&tag) else { return nothing(headers).await };
    let tag = language.header();
    let cookie = format!(
        "{LANGUAGE_COOKIE}={}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax",
        tag.to_str().unwrap_or_default()
    );
    (
        StatusCode::SEE_OTHER,
        [(LOCATION, page_before(&headers)), (SET_COOKIE, cookie), (CACHE_CONTROL, "no-store".to_owned())],
    )
        .into_response()
}

/// The path and query of the page that a link was on; only a path, so that a link cannot lead to another site.
fn page_before(headers: &HeaderMap) -> String {
    let referrer = headers.get(REFERER).and_then(|value| value.to_str().ok()?.parse::<Uri>().ok());
    let path = referrer.as_ref().and_then(Uri::path_and_query).map_or("/", |path| path.as_str());
    let is_own = path.starts_with('/') && !path.starts_with("//") && !path.contains('\\');
    if is_own { path.to_owned() } else { "/".to_owned() }
}

fn language_of(headers: &HeaderMap) -> Language {
    if let Some(chosen) = chosen_language(headers) {
        return chosen;
    }
    let accepted = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    Language::from_accept_language(accepted.unwrap_or_default())
}

/// Renders a page.
pub(super) fn page(status: StatusCode, language: Language, template: &impl Template) -> Response {
    match template.render() {
        Ok(html) => html_page(status, language, html),
        Err(error) => ApiError::internal(&error).into_response(),
    }
}

fn html_page(status: StatusCode, language: Language, html: String) -> Response {
    let mut response = (status, html).into_response();
    describe(response.headers_mut(), language);
    response
}

/// Sets the headers of a page whose text depends on the requested language.
fn describe(headers: &mut HeaderMap, language: Language) {
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(CONTENT_LANGUAGE, language.header());
    headers.append(VARY, HeaderValue::from_static("Accept-Language, Cookie"));
}

/// Renders an error as a page.
pub(super) fn error_page(error: ApiError, language: Language) -> Response {
    let html = ErrorPage::new(language, error.status, &error.message).render();
    let mut response = error.into_response();
    if let Ok(html) = html {
        describe(response.headers_mut(), language);
        response.headers_mut().remove(CONTENT_LENGTH);
        *response.body_mut() = html.into();
    }
    response
}

/// The response for an unknown path: a page for browsers, JSON for programs.
pub(super) async fn nothing(headers: HeaderMap) -> Response {
    error_for(&headers, ApiError::not_found("unknown path; see /openapi.json"))
}

/// An error as a page for browsers, as JSON for programs.
pub(super) fn error_for(headers: &HeaderMap, error: ApiError) -> Response {
    let accepts_html =
        headers.get_all(ACCEPT).iter().any(|value| value.to_str().is_ok_and(|text| text.contains("text/html")));
    let mut response = if accepts_html { error_page(error, language_of(headers)) } else { error.into_response() };
    response.headers_mut().append(VARY, HeaderValue::from_static("Accept"));
    response
}

/// `GET /api`
pub(super) async fn api(language: Language) -> Response {
    page(StatusCode::OK, language, &ApiPage::new(language, OPENAPI))
}

/// A file of this program, which browsers may keep for an hour.
pub(super) fn asset(media_type: &'static str, text: &'static str) -> Response {
    ([(CONTENT_TYPE, media_type), (CACHE_CONTROL, "public, max-age=3600")], text).into_response()
}

/// `GET /check`
pub(super) async fn check_form(State(app): State<Arc<App>>, language: Language) -> Response {
    page(StatusCode::OK, language, &CheckPage::form(language).link_studio(app.studio.is_some()))
}

/// `POST /check`: checks a pasted document or an uploaded file. The file takes precedence.
pub(super) async fn check(State(app): State<Arc<App>>, language: Language, request: Request) -> Response {
    let problem = |status, problem| page(status, language, &CheckPage::problem(language, problem));
    let (parts, body) = request.into_parts();
    let peer = parts.extensions.get::<PeerAddress>().copied();
    // refuse before the body is read
    if let Some(Err(error)) = peer.map(|peer| app.guard.check_work(peer)) {
        return error_page(error, language);
    }
    // holds its part of the memory budget until it is checked
    let held = match body::read(&app.check_bodies, body, MAX_CHECKED_BYTES + FRAME_BYTES).await {
        Ok(held) => held,
        Err(error) if error.status == StatusCode::PAYLOAD_TOO_LARGE => {
            return problem(error.status, CheckProblem::TooLarge);
        }
        Err(error) => return error_page(error, language),
    };
    let (bytes, room) = held.into_parts();
    let request = Request::from_parts(parts, bytes.into());
    let (source, is_pasted) = match document(request).await {
        Ok(Some(found)) => found,
        Ok(None) => return problem(StatusCode::BAD_REQUEST, CheckProblem::Empty),
        Err(error) => return problem(error.status, CheckProblem::Form),
    };
    let check = move || {
        let _room = room;
        CheckPage::checked(language, &source, is_pasted, Timestamp::now()).render()
    };
    match app.run_for(peer, &app.registry.pools().checks, check).await {
        Ok(Ok(html)) => html_page(StatusCode::OK, language, html),
        Ok(Err(error)) => error_page(ApiError::internal(&error), language),
        Err(error) => error_page(error, language),
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

/// `GET /`
pub(super) async fn search(
    State(app): State<Arc<App>>,
    language: Language,
    address: Result<axum::extract::Query<SearchAddress>, axum::extract::rejection::QueryRejection>,
) -> Response {
    let address = match address {
        Ok(axum::extract::Query(address)) => address,
        Err(_) => return error_page(ApiError::invalid("the query of the URL cannot be read"), language),
    };
    let problem = |message: &str, offset| {
        page(StatusCode::BAD_REQUEST, language, &SearchPage::problem(language, &address, message, offset))
    };
    let query: Query = match address.q.parse() {
        Ok(query) => query,
        Err(error) => {
            let error: QueryError = error;
            return problem(&error.message, error.offset);
        }
    };
    let mut search = Search::new(SearchInput::Query(query));
    if address.is_newest_first() {
        search.order = ResultOrder::Updated { descending: true };
    }
    for (term, value) in [
        (FilterTerm::Verified, if address.is_verified_only() { "true" } else { "" }),
        (FilterTerm::Format, &address.format),
        (FilterTerm::Publisher, &address.host),
        (FilterTerm::Language, &address.language),
    ] {
        if !value.is_empty() {
            search.filter.terms.push((term, vec![value.to_owned()]));
        }
    }
    search.page_size = AGENTS_ON_A_PAGE;
    search.page_token = Some(address.page.clone()).filter(|token| !token.is_empty());
    match app.agents(search).await {
        Ok(results) => {
            let found = SearchPage::found(language, &address, &results, app.registry.now());
            page(StatusCode::OK, language, &found)
        }
        Err(error) if error.status == StatusCode::BAD_REQUEST => problem(&error.message, None),
        Err(error) => error_page(error, language),
    }
}

impl App {
    /// A page of agents with the summaries of their entries, in one store request. Includes facets, unless counting
    /// them is too expensive.
    async fn agents(&self, search: Search) -> Result<Results, ApiError> {
        let (index, counted) = (Arc::clone(self.indexing.index()), Arc::clone(self.indexing.index()));
        let (wanted, filter) = (search.wanted.clone(), search.filter.clone());
        let found = searching(&self.searches, move || index.search_agents(&search)).await?;
        let requests = FACETS.map(|term| FacetRequest { limit: MAX_FACET_VALUES, ..FacetRequest::new(term) });
        let facets = searching(&self.countings, move || counted.explore(&wanted, &filter, &requests)).await;
        let facets: Vec<Facet> = facets.map(|counted| counted.facets).unwrap_or_default();
        let summaries = self.summaries(found.agents.iter().flat_map(|agent| &agent.documents)).await?;
        let mut summaries = summaries.into_iter().peekable();
        let agents = found.agents.iter().map(|agent| {
            let mut own = |id: &String| summaries.next_if(|summary| summary.identifier.as_str() == id);
            (agent.documents.iter().filter_map(&mut own).collect(), agent.total)
        });
        Ok(Results {
            agents: agents.collect(),
            total: found.total,
            documents: found.documents,
            next: found.next,
            facets,
        })
    }

    /// The summaries of entries, in order. Entries that were removed meanwhile are omitted.
    async fn summaries(&self, identifiers: impl Iterator<Item = &String>) -> Result<Vec<EntrySummary>, ApiError> {
        let identifiers = identifiers.map(|id| id.parse()).collect::<Result<Vec<_>, agent_description::TextError>>();
        let identifiers = identifiers.map_err(|error| ApiError::internal(&error))?;
        Ok(self.registry.summaries(identifiers).await?)
    }
}

/// `GET /entry/{identifier}`. The query is that of the search that linked here.
pub(super) async fn entry(
    State(app): State<Arc<App>>,
    peer: Option<Extension<PeerAddress>>,
    language: Language,
    identifier: Result<OfPath, ApiError>,
    search: Result<axum::extract::Query<SearchAddress>, axum::extract::rejection::QueryRejection>,
) -> Response {
    let search = search.map(|axum::extract::Query(search)| search).unwrap_or_default();
    match entry_page(&app, peer.map(|Extension(peer)| peer), language, identifier, search).await {
        Ok(response) => response,
        Err(error) => error_page(error, language),
    }
}

async fn entry_page(
    app: &App,
    peer: Option<PeerAddress>,
    language: Language,
    identifier: Result<OfPath, ApiError>,
    search: SearchAddress,
) -> Result<Response, ApiError> {
    let OfPath(identifier) = identifier?;
    let entry = app.registry.get(&identifier).await?;
    let now = app.registry.now();
    let pool = &app.registry.pools().pages;
    let read = move || {
        let found = record(&entry, now);
        (entry, found)
    };
    let (entry, found) = app.run_for(peer, pool, read).await?;
    let agent = match found.clone() {
        Some(found) => {
            let index = Arc::clone(app.indexing.index());
            searching(&app.searches, move || index.agent_of(&found)).await?
        }
        None => AgentHit::default(),
    };
    let summaries = app.summaries(agent.documents.iter()).await?;
    let show = move || {
        let same_agent = (summaries.as_slice(), agent.total);
        let view = EntryView { entry: &entry, record: found.as_ref(), same_agent, search: &search };
        page(StatusCode::OK, language, &EntryPage::new(language, &view, now))
    };
    app.run_for(peer, pool, show).await
}
