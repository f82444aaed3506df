//! Search endpoints: ARD's `POST /search`, `POST /explore` and `GET /agents`, and our own `GET /search`.

use super::{App, ard_entry::ArdEntry, body, error::ApiError, members::Members, parameters::Parameters};
use crate::{
    EntrySummary,
    search::{FacetRequest, Filter, FilterTerm, IndexError, Page, Query, QueryError, ResultOrder, Search, SearchInput},
};
use agent_description::{CodedError, Timestamp};
use axum::{
    Json,
    extract::{RawQuery, Request, State},
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// Maximum size of a search request body, in bytes.
const MAX_BODY_BYTES: usize = 64 << 10;
/// ARD's default page size (0.91, section 5.3.2).
const ARD_PAGE: i64 = 10;

impl From<QueryError> for ApiError {
    fn from(error: QueryError) -> Self {
        Self::invalid(render_error(error))
    }
}

/// The message for a search error, with its code.
fn render_error(error: QueryError) -> String {
    format!("{error} ({})", error.code())
}

impl From<IndexError> for ApiError {
    fn from(error: IndexError) -> Self {
        match error {
            IndexError::Query(error) => error.into(),
            error => Self::internal(&error),
        }
    }
}

/// The members of ARD's query object. `@context` defines prefixes for filter keys. It has no effect, because no indexed
/// term has a prefix.
const QUERY: &[&str] = &["text", "filter", "@context"];

/// ARD's query object: text and filter.
#[derive(Debug, Default)]
struct ArdQuery {
    text: Option<String>,
    filter: Filter,
}

/// A result in the form of ARD: an entry with its relevance and source.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct SearchResult {
    #[serde(flatten)]
    pub entry: ArdEntry,
    pub score: u8,
    source: String,
}

/// The response of a search.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SearchResults {
    pub results: Vec<SearchResult>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_token: Option<String>,
}

impl SearchResults {
    /// The results of a page as of a time. URLs start with an origin without trailing `/`.
    pub(crate) fn new(page: Page, found: &[(EntrySummary, u8)], origin: &str, now: Timestamp) -> Self {
        let result = |(summary, score): &(EntrySummary, u8)| SearchResult {
            entry: ArdEntry::new(summary, origin, now),
            score: *score,
            source: format!("{origin}/"),
        };
        Self { results: found.iter().map(result).collect(), total: Some(page.total), page_token: page.next }
    }
}

/// The response of `GET /agents`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AgentList {
    items: Vec<ArdEntry>,
    total: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    page_token: Option<String>,
}

impl ArdQuery {
    /// Parses the member `query` of a body.
    fn from_body(body: &Members<'_>) -> Result<Option<Self>, ApiError> {
        let Some(query) = body.object("query", QUERY)? else { return Ok(None) };
        let text = query.string("text")?.filter(|text| !text.trim().is_empty()).map(str::to_owned);
        let mut filter = Filter::default();
        query.values("filter", |name, values| filter.add(name, values).map_err(render_error))?;
        Ok(Some(Self { text, filter }))
    }

    /// The search for a text; all entries without one.
    fn wanted(text: Option<String>) -> SearchInput {
        text.map_or(SearchInput::Query(Query::All), SearchInput::Text)
    }
}

/// `POST /search`
pub(super) async fn ard(State(app): State<Arc<App>>, request: Request) -> Result<Json<SearchResults>, ApiError> {
    let document = body::object(&app.bodies, request, MAX_BODY_BYTES).await?;
    let members = Members::from_document(&document, &["query", "federation", "pageSize", "pageToken"])?;
    let query = members.required("query", ArdQuery::from_body(&members)?)?;
    // validated only: this registry has no federation
    members.one_of("federation", &["auto", "referrals", "none"])?;
    if query.text.is_none() {
        return Err(ApiError::invalid(
            "at /query/text of the request body: the text is missing; to list all entries, use GET /agents",
        ));
    }
    let mut search = Search::new(ArdQuery::wanted(query.text));
    search.filter = query.filter;
    search.page_size = Search::page_size_of(members.integer("pageSize", 0)?.unwrap_or(ARD_PAGE))?;
    search.page_token = members.string("pageToken")?.map(str::to_owned);
    let mut results = app.results(search).await?;
    // ARD's response has no such member
    results.total = None;
    Ok(Json(results))
}

/// `GET /search?q=`: a search in the search language.
pub(super) async fn ours(
    State(app): State<Arc<App>>,
    RawQuery(query): RawQuery,
) -> Result<Json<SearchResults>, ApiError> {
    let mut asked = Parameters::from_query(query.as_deref(), &["q", "pageSize", "pageToken"])?;
    Ok(Json(app.results(search_of(&mut asked, "q")?).await?))
}

/// `GET /agents`
pub(super) async fn list(State(app): State<Arc<App>>, RawQuery(query): RawQuery) -> Result<Json<AgentList>, ApiError> {
    let mut asked = Parameters::from_query(query.as_deref(), &["filter", "orderBy", "pageSize", "pageToken"])?;
    let mut search = search_of(&mut asked, "filter")?;
    search.order = asked.take("orderBy").map_or(Ok(ResultOrder::Identifier), |order| order_of(&order))?;
    let (page, found) = app.search(search).await?;
    let now = app.registry.now();
    let items = found.iter().map(|(summary, _)| ArdEntry::new(summary, &app.origin, now)).collect();
    Ok(Json(AgentList { items, total: page.total, page_token: page.next }))
}

/// `POST /explore`
pub(super) async fn explore(State(app): State<Arc<App>>, request: Request) -> Result<Json<Value>, ApiError> {
    let document = body::object(&app.bodies, request, MAX_BODY_BYTES).await?;
    let members = Members::from_document(&document, &["query", "resultType"])?;
    let ArdQuery { text, filter } = ArdQuery::from_body(&members)?.unwrap_or_default();
    let result_type = members.required("resultType", members.object("resultType", &["facets"])?)?;
    let asked = result_type.objects("facets", &["field", "limit", "minCount"])?;
    let mut facets = Vec::new();
    for facet in result_type.required("facets", asked)? {
        let field = facet.required("field", facet.string("field")?)?;
        let term = FilterTerm::parse(field).map_err(|error| facet.refused("field", &render_error(error)))?;
        let mut request = FacetRequest::new(term);
        if let Some(limit) = facet.integer("limit", 0)? {
            request.limit = usize::try_from(limit).unwrap_or(usize::MAX);
        }
        if let Some(least) = facet.integer("minCount", 0)? {
            request.least = least.unsigned_abs().max(1);
        }
        facets.push(request);
    }
    let wanted = ArdQuery::wanted(text);
    let index = Arc::clone(app.indexing.index());
    let counted = searching(&app.countings, move || index.explore(&wanted, &filter, &facets)).await?;
    let facets = counted.facets.into_iter().map(|facet| {
        let bucket = |(value, count): (String, u64)| json!({"value": value, "count": count});
        let mut found = json!({"buckets": facet.buckets.into_iter().map(bucket).collect::<Vec<_>>()});
        if facet.other > 0 {
            found["otherCount"] = facet.other.into();
        }
        (facet.term.as_str().to_owned(), found)
    });
    let facets: Map<_, _> = facets.collect();
    Ok(Json(json!({"resultType": "facets", "facets": facets})))
}

/// The search for a page of results; the parameter `name` is in the search language.
fn search_of(asked: &mut Parameters, name: &str) -> Result<Search, ApiError> {
    let mut search = Search::new(SearchInput::Query(asked.take(name).unwrap_or_default().parse()?));
    search.page_size = Search::page_size_of(asked.integer("pageSize")?.unwrap_or_default())?;
    search.page_token = asked.take("pageToken");
    Ok(search)
}

/// Parses ARD's `orderBy`: a term, optionally with `DESC`.
fn order_of(text: &str) -> Result<ResultOrder, ApiError> {
    let mut words = text.split_ascii_whitespace();
    let (term, direction) = (words.next().unwrap_or_default(), words.next().unwrap_or("ASC"));
    let descending = direction.eq_ignore_ascii_case("DESC");
    let is_known = words.next().is_none() && (descending || direction.eq_ignore_ascii_case("ASC"));
    match term {
        "identifier" if is_known && !descending => Ok(ResultOrder::Identifier),
        "createdAt" if is_known => Ok(ResultOrder::Created { descending }),
        "updatedAt" if is_known => Ok(ResultOrder::Updated { descending }),
        _ => Err(ApiError::invalid(
            "orderBy is one of: identifier, createdAt, createdAt DESC, updatedAt, updatedAt DESC",
        )),
    }
}

impl App {
    async fn results(&self, search: Search) -> Result<SearchResults, ApiError> {
        let (page, found) = self.search(search).await?;
        Ok(SearchResults::new(page, &found, &self.origin, self.registry.now()))
    }

    /// A page of results with the current entries of the store. Entries that were removed meanwhile are omitted.
    pub(super) async fn search(&self, search: Search) -> Result<(Page, Vec<(EntrySummary, u8)>), ApiError> {
        let index = Arc::clone(self.indexing.index());
        let page = searching(&self.searches, move || index.search(&search)).await?;
        let found = self.registry.shown(&page.hits).await?;
        Ok((page, found))
    }
}

/// Runs a search on a thread for blocking work, within the limit of parallel searches.
pub(super) async fn searching<T: Send + 'static>(
    permits: &Arc<Semaphore>,
    search: impl FnOnce() -> Result<T, IndexError> + Send + 'static,
) -> Result<T, ApiError> {
    let permit = Arc::clone(permits).acquire_owned().await.map_err(|error| ApiError::internal(&error))?;
    let searched = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        search()
    });
    Ok(searched.await.map_err(|error| ApiError::internal(&error))??)
}
