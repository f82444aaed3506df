//! `adp-registry search | reindex`

use super::{Failure, Outcome, network::NetworkArgs, note, open::StoreArgs, print, print_json, print_line, remote};
use crate::{
    http::{ArdEntry, SearchResult, SearchResults},
    search::{MAX_PAGE_SIZE, Query, Search, SearchInput},
};
use serde_json::json;

/// Search the registry, or with --url a running one
#[derive(Debug, clap::Args)]
pub(super) struct Args {
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

/// Rebuild the index from the store
#[derive(Debug, clap::Args)]
pub(super) struct ReindexArgs {
    #[command(flatten)]
    store: StoreArgs,
}

pub(super) async fn run(args: Args, json: bool) -> Result<Outcome, Failure> {
    let query: Query = args.query.parse().map_err(|error: crate::search::QueryError| Failure::misused(&error))?;
    let page = match &args.url {
        Some(url) => remote_page(url, &args).await?,
        None => local_page(query, &args).await?,
    };
    let (total, page_token) = (page.total.unwrap_or_default(), &page.page_token);
    if json {
        let shown = |SearchResult { entry, score, .. }: &SearchResult| {
            let ArdEntry { identifier, display_name, metadata, .. } = entry;
            let mut shown = json!({
                "identifier": identifier, "displayName": display_name, "profile": metadata.profile,
                "score": score, "verified": metadata.identity.is_some(), "identity": metadata.identity,
            });
            if let Some(coverage) = &metadata.coverage {
                shown["coverage"] = coverage.as_str().into();
            }
            shown
        };
        let results: Vec<_> = page.results.iter().map(shown).collect();
        print_json(&json!({"results": results, "total": total, "pageToken": page_token}));
    } else {
        for ArdEntry { identifier, display_name, metadata, .. } in page.results.iter().map(|result| &result.entry) {
            let state = match (&metadata.identity, &metadata.coverage) {
                (Some(did), None) => format!("verified as {did}"),
                (Some(did), Some(_)) => format!("entries verified as {did}"),
                (None, _) => "not verified".to_owned(),
            };
            print_line(&format!("{identifier}  {display_name}  [{}, {state}]", metadata.profile));
        }
        note(&format!("{} of {total}", page.results.len()));
        if let Some(token) = page_token {
            note(&format!("next page: --page-token {token}"));
        }
    }
    Ok(if total == 0 { Outcome::Refused } else { Outcome::Done })
}

/// Searches the store's own index.
async fn local_page(query: Query, args: &Args) -> Result<SearchResults, Failure> {
    let registry = args.store.must_exist()?.operated(&NetworkArgs::default()).await?;
    let indexing = args.store.indexing(&registry).await?;
    let mut search = Search::new(SearchInput::Query(query));
    search.page_size = Search::page_size_of(args.page_size)?;
    search.page_token.clone_from(&args.page_token);
    let page = indexing.index().search(&search)?;
    let found = registry.shown(&page.hits).await?;
    Ok(SearchResults::new(page, &found, "", registry.now()))
}

/// Searches a running registry.
async fn remote_page(url: &str, args: &Args) -> Result<SearchResults, Failure> {
    let page_size = Search::page_size_of(args.page_size)?;
    let url = remote::endpoint(url)?;
    let mut page = remote::search(url, &args.network, &args.query, page_size, args.page_token.as_deref()).await?;
    page.results.truncate(MAX_PAGE_SIZE);
    for metadata in page.results.iter_mut().map(|result| &mut result.entry.metadata) {
        metadata.identity.take_if(|_| !metadata.verified);
    }
    Ok(page)
}

pub(super) async fn reindex(args: ReindexArgs, json: bool) -> Result<Outcome, Failure> {
    let registry = args.store.must_exist()?.operated(&NetworkArgs::default()).await?;
    let indexing = args.store.indexing(&registry).await?;
    indexing.rebuild().await?;
    let entries = indexing.index().len();
    print(json, &json!({"entries": entries}), &format!("{entries} entries indexed"));
    Ok(Outcome::Done)
}
