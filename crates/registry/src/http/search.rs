//! Searching and counting: ARD's `POST /search` and `POST /explore`, `GET /agents`, and our own `GET /search`.

use super::{App, ard_entry::ArdEntry, body, error::ApiError};
use crate::{
    Entry, record,
    search::{FacetRequest, Filter, FilterTerm, Order, Page, Query, QueryError, Record, Search, SearchError, Wanted},
};
use agent_description::Fault;
use axum::{
    Json,
    extract::{Query as QueryString, Request, State, rejection::QueryRejection},
};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, sync::Arc};
use tokio::sync::Semaphore;

/// The largest body of a search, in bytes.
const MOST: usize = 64 << 10;
/// ARD's page size without a wish (ARD 0.91, section 5.3.2).
const ARD_PAGE: i64 = 10;

impl From<QueryError> for ApiError {
    fn from(error: QueryError) -> Self {
        Self::invalid(format!("{error} ({})", error.code()))
    }
}

impl From<SearchError> for ApiError {
    fn from(error: SearchError) -> Self {
        match error {
            SearchError::Query(error) => error.into(),
            error => Self::internal(&error),
        }
    }
}

/// A filter's value: one, or several of which one is enough.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Values {
    One(String),
    Truth(bool),
    Many(Vec<String>),
}

/// ARD's query object.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct ArdQuery {
    /// Binds prefixes of filter keys; no term that is indexed has one, so it binds nothing that counts.
    #[serde(rename = "@context")]
    _context: Option<serde_json::Value>,
    text: Option<String>,
    #[serde(default)]
    filter: BTreeMap<String, Values>,
}

/// What `POST /search` is sent.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct SearchRequest {
    query: ArdQuery,
    /// Whatever is asked for, this registry asks no other.
    #[serde(default, rename = "federation")]
    _federation: Option<Federation>,
    page_size: Option<i64>,
    page_token: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Federation {
    Auto,
    Referrals,
    None,
}

/// What `POST /explore` is sent.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct ExploreRequest {
    #[serde(default)]
    query: ArdQuery,
    result_type: ResultType,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ResultType {
    facets: Vec<AskedFacet>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct AskedFacet {
    field: String,
    limit: Option<usize>,
    min_count: Option<u64>,
}

/// What `GET /agents` and `GET /search` are asked.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct ListParameters {
    q: Option<String>,
    filter: Option<String>,
    order_by: Option<String>,
    page_size: Option<i64>,
    page_token: Option<String>,
}

/// A result, as ARD has them: an entry with its relevance and where it was indexed.
#[derive(Debug, Serialize)]
struct Hit {
    #[serde(flatten)]
    entry: ArdEntry,
    score: u8,
    source: String,
}

/// What a search answers.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Results {
    results: Vec<Hit>,
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    page_token: Option<String>,
}

/// What `GET /agents` answers.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Listed {
    items: Vec<ArdEntry>,
    total: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    page_token: Option<String>,
}

/// What `POST /explore` answers.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Explored {
    result_type: &'static str,
    facets: BTreeMap<&'static str, Buckets>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Buckets {
    buckets: Vec<Bucket>,
    #[serde(skip_serializing_if = "Option::is_none")]
    other_count: Option<u64>,
}

#[derive(Debug, Serialize)]
struct Bucket {
    value: String,
    count: u64,
}

impl ArdQuery {
    fn filter(&mut self) -> Result<Filter, QueryError> {
        let mut filter = Filter::default();
        for (name, values) in std::mem::take(&mut self.filter) {
            let values = match values {
                Values::One(value) => vec![value],
                Values::Truth(value) => vec![value.to_string()],
                Values::Many(values) => values,
            };
            filter.add(&name, values)?;
        }
        Ok(filter)
    }

    /// The text; without one, every entry.
    fn wanted(&mut self) -> Wanted {
        match self.text.take().filter(|text| !text.trim().is_empty()) {
            Some(text) => Wanted::Text(text),
            None => Wanted::Query(Query::All),
        }
    }
}

/// `POST /search`
pub async fn ard(State(app): State<Arc<App>>, request: Request) -> Result<Json<Results>, ApiError> {
    let mut asked: SearchRequest = body::json(request, MOST).await?;
    if asked.query.text.as_deref().is_none_or(|text| text.trim().is_empty()) {
        return Err(ApiError::invalid(
            "the search has no `query.text`; say what is wanted, or list all with GET /agents",
        ));
    }
    let filter = asked.query.filter()?;
    let mut search = Search::new(asked.query.wanted());
    search.filter = filter;
    search.page_size = Search::page_size_of(asked.page_size.unwrap_or(ARD_PAGE))?;
    search.page_token = asked.page_token;
    let mut results = app.results(search).await?;
    // ARD's answer has no such member
    results.total = None;
    Ok(Json(results))
}

/// `GET /search?q=`: the search language.
pub async fn ours(
    State(app): State<Arc<App>>,
    parameters: Result<QueryString<ListParameters>, QueryRejection>,
) -> Result<Json<Results>, ApiError> {
    let asked = parameters_of(parameters)?;
    if asked.filter.is_some() || asked.order_by.is_some() {
        return Err(ApiError::invalid(
            "GET /search knows q, pageSize and pageToken; filter and orderBy are of GET /agents",
        ));
    }
    let mut search = Search::new(Wanted::Query(asked.q.unwrap_or_default().parse()?));
    search.page_size = Search::page_size_of(asked.page_size.unwrap_or_default())?;
    search.page_token = asked.page_token;
    Ok(Json(app.results(search).await?))
}

/// `GET /agents`
pub async fn list(
    State(app): State<Arc<App>>,
    parameters: Result<QueryString<ListParameters>, QueryRejection>,
) -> Result<Json<Listed>, ApiError> {
    let asked = parameters_of(parameters)?;
    if asked.q.is_some() {
        return Err(ApiError::invalid(
            "GET /agents knows filter, orderBy, pageSize and pageToken; q is of GET /search",
        ));
    }
    let mut search = Search::new(Wanted::Query(Query::All));
    if let Some(filter) = asked.filter.filter(|filter| !filter.trim().is_empty()) {
        search.wanted = Wanted::Query(filter.parse()?);
    }
    search.order = asked.order_by.map_or(Ok(Order::Identifier), |order| order_of(&order))?;
    search.page_size = Search::page_size_of(asked.page_size.unwrap_or_default())?;
    search.page_token = asked.page_token;
    let (page, found) = app.search(search).await?;
    let now = app.registry.now();
    let items = found.iter().map(|(entry, record, _)| ArdEntry::of(entry, record.as_ref(), &app.origin, now)).collect();
    Ok(Json(Listed { items, total: page.total, page_token: page.next }))
}

/// `POST /explore`
pub async fn explore(State(app): State<Arc<App>>, request: Request) -> Result<Json<Explored>, ApiError> {
    let mut asked: ExploreRequest = body::json(request, MOST).await?;
    let mut facets = Vec::new();
    for facet in &asked.result_type.facets {
        let mut request = FacetRequest::new(FilterTerm::of(&facet.field)?);
        request.limit = facet.limit.unwrap_or(request.limit);
        request.least = facet.min_count.unwrap_or(request.least).max(1);
        facets.push(request);
    }
    let (filter, wanted) = (asked.query.filter()?, asked.query.wanted());
    let index = Arc::clone(app.indexing.index());
    let counted = searching(&app.countings, move || index.explore(&wanted, &filter, &facets)).await?;
    let facets = counted.into_iter().map(|facet| {
        let buckets = facet.buckets.into_iter().map(|(value, count)| Bucket { value, count }).collect();
        (facet.term.name(), Buckets { buckets, other_count: (facet.other > 0).then_some(facet.other) })
    });
    Ok(Json(Explored { result_type: "facets", facets: facets.collect() }))
}

/// ARD's `orderBy`: a term, and `DESC` where the newest come first.
fn order_of(text: &str) -> Result<Order, ApiError> {
    let mut words = text.split_ascii_whitespace();
    let (term, direction) = (words.next().unwrap_or_default(), words.next().unwrap_or("ASC"));
    let descending = direction.eq_ignore_ascii_case("DESC");
    let is_known = words.next().is_none() && (descending || direction.eq_ignore_ascii_case("ASC"));
    match term {
        "identifier" if is_known && !descending => Ok(Order::Identifier),
        "createdAt" if is_known => Ok(Order::Created { descending }),
        "updatedAt" if is_known => Ok(Order::Updated { descending }),
        _ => Err(ApiError::invalid(
            "orderBy is one of: identifier, createdAt, createdAt DESC, updatedAt, updatedAt DESC",
        )),
    }
}

fn parameters_of(parameters: Result<QueryString<ListParameters>, QueryRejection>) -> Result<ListParameters, ApiError> {
    match parameters {
        Ok(QueryString(parameters)) => Ok(parameters),
        Err(rejection) => Err(ApiError::invalid(rejection.body_text())),
    }
}

impl App {
    async fn results(&self, search: Search) -> Result<Results, ApiError> {
        let (page, found) = self.search(search).await?;
        let now = self.registry.now();
        let hit = |(entry, record, score): &(Entry, Option<Record>, u8)| Hit {
            entry: ArdEntry::of(entry, record.as_ref(), &self.origin, now),
            score: *score,
            source: format!("{}/", self.origin),
        };
        Ok(Results { results: found.iter().map(hit).collect(), total: Some(page.total), page_token: page.next })
    }

    /// A page of what is found, with the entries as the store has them now: one that was removed meanwhile is left out.
    pub(super) async fn search(&self, search: Search) -> Result<(Page, Vec<(Entry, Option<Record>, u8)>), ApiError> {
        let index = Arc::clone(self.indexing.index());
        let page = searching(&self.searches, move || index.search(&search)).await?;
        let now = self.registry.now();
        let mut found = Vec::with_capacity(page.hits.len());
        for hit in &page.hits {
            let identifier = hit.id.parse().map_err(|error: crate::NoIdentifier| ApiError::internal(&error))?;
            match self.registry.get(&identifier).await {
                Ok(entry) => {
                    let record = record(&entry, now);
                    found.push((entry, record, hit.score));
                }
                Err(crate::RegistryError::NotFound { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok((page, found))
    }
}

/// Runs a search where it may take a processor for itself: as many at a time as there are permits.
async fn searching<T: Send + 'static>(
    permits: &Arc<Semaphore>,
    search: impl FnOnce() -> Result<T, SearchError> + Send + 'static,
) -> Result<T, ApiError> {
    let permit = Arc::clone(permits).acquire_owned().await.map_err(|error| ApiError::internal(&error))?;
    let searched = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        search()
    });
    Ok(searched.await.map_err(|error| ApiError::internal(&error))??)
}
