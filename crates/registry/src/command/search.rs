//! `adp-registry search | reindex`

use super::{Failure, Outcome, network::NetworkArgs, note, open::StoreArgs, print_json, print_line, remote};
use crate::{
    DidDocuments, Settings, Summary,
    search::{MAX_PAGE_SIZE, Query, Search, SearchInput},
};
use serde_json::json;
use std::sync::Arc;

/// Search the registry, or with --url a running one
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Query: words, FIELD:words, FIELD="text", AND, OR, NOT, (); empty for all
    #[arg(value_name = "QUERY", default_value = "")]
    query: String,

    /// Maximum number of results per page
    #[arg(long, value_name = "N", default_value_t = 20)]
    page_size: i64,

    /// Token of the next page, from the previous output
    #[arg(long, value_name = "TOKEN")]
    page_token: Option<String>,

    /// Search the running registry at this URL (https, or http on this machine)
    #[arg(long, value_name = "URL")]
    url: Option<String>,

    #[command(flatten)]
    store: StoreArgs,

    #[command(flatten)]
    network: NetworkArgs,
}

/// A displayed result.
struct Shown {
    identifier: String,
    name: String,
    profile: String,
    score: u8,
    identity: Option<String>,
}

/// A page of results.
struct ShownPage {
    results: Vec<Shown>,
    total: u64,
    next: Option<String>,
}

/// Rebuild the index from the store
#[derive(Debug, clap::Args)]
pub struct ReindexArgs {
    #[command(flatten)]
    store: StoreArgs,
}

async fn registry(store: &StoreArgs) -> Result<crate::Registry, Failure> {
    let store = store.must_exist()?;
    let documents: Arc<dyn DidDocuments> = Arc::new(NetworkArgs::default().resolver()?);
    store.registry(documents, Vec::new(), Settings::default()).await
}

pub async fn run(args: Args, json: bool) -> Result<Outcome, Failure> {
    let query: Query = args.query.parse().map_err(|error: crate::search::QueryError| Failure::misused(&error))?;
    let page = match &args.url {
        Some(url) => remote_page(url, &args).await?,
        None => local_page(query, &args).await?,
    };
    if json {
        let results: Vec<_> = page
            .results
            .iter()
            .map(|shown| {
                json!({
                    "identifier": shown.identifier, "displayName": shown.name, "profile": shown.profile,
                    "score": shown.score, "verified": shown.identity.is_some(), "identity": shown.identity,
                })
            })
            .collect();
        print_json(&json!({"results": results, "total": page.total, "pageToken": page.next}));
    } else {
        for Shown { identifier, name, profile, identity, .. } in &page.results {
            let state = identity.as_deref().map_or("not verified".to_owned(), |did| format!("verified as {did}"));
            print_line(&format!("{identifier}  {name}  [{profile}, {state}]"));
        }
        note(&format!("{} of {}", page.results.len(), page.total));
        if let Some(token) = &page.next {
            note(&format!("next page: --page-token {token}"));
        }
    }
    Ok(if page.total == 0 { Outcome::Refused } else { Outcome::Done })
}

/// Searches the store's own index.
async fn local_page(query: Query, args: &Args) -> Result<ShownPage, Failure> {
    let registry = registry(&args.store).await?;
    let indexing = args.store.indexing(&registry).await?;
    let mut search = Search::new(SearchInput::Query(query));
    search.page_size = Search::page_size_of(args.page_size)?;
    search.page_token.clone_from(&args.page_token);
    let page = indexing.index().search(&search)?;
    let now = registry.now();
    let shown = |(summary, score): (Summary, u8)| Shown {
        identifier: summary.identifier.to_string(),
        name: summary.title().to_owned(),
        score,
        identity: summary.status_at(now).identity().map(str::to_owned),
        profile: summary.profile,
    };
    let results = registry.shown(&page.hits).await?.into_iter().map(shown).collect();
    Ok(ShownPage { results, total: page.total, next: page.next })
}

/// Searches a running registry.
async fn remote_page(url: &str, args: &Args) -> Result<ShownPage, Failure> {
    let page_size = Search::page_size_of(args.page_size)?;
    let url = remote::endpoint(url)?;
    let answer = remote::search(url, &args.network, &args.query, page_size, args.page_token.as_deref()).await?;
    let results = answer.results.into_iter().take(MAX_PAGE_SIZE).map(|hit| Shown {
        identifier: hit.identifier,
        name: hit.display_name,
        profile: hit.metadata.profile,
        score: hit.score,
        identity: hit.metadata.identity.filter(|_| hit.metadata.verified),
    });
    Ok(ShownPage { results: results.collect(), total: answer.total, next: answer.page_token })
}

pub async fn reindex(args: ReindexArgs, json: bool) -> Result<Outcome, Failure> {
    let registry = registry(&args.store).await?;
    let indexing = args.store.indexing(&registry).await?;
    indexing.rebuild().await?;
    let entries = indexing.index().len();
    if json {
        print_json(&json!({"entries": entries}));
    } else {
        print_line(&format!("{entries} entries indexed"));
    }
    Ok(Outcome::Done)
}
