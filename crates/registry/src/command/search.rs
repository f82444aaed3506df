//! `adp-registry search | reindex`

use super::{Failure, Outcome, network::NetworkArgs, note, open::StoreArgs, print, print_json, print_line, remote};
use crate::{
    Summary,
    search::{MAX_PAGE_SIZE, Query, Search, SearchInput},
};
use serde::Deserialize;
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

/// A page of results, as displayed: some members of a `GET /search` response.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ShownPage {
    results: Vec<Shown>,
    total: u64,
    page_token: Option<String>,
}

/// A result.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Shown {
    identifier: String,
    display_name: String,
    score: u8,
    metadata: Metadata,
}

/// The registry's verification of the signer.
#[derive(Deserialize)]
struct Metadata {
    profile: String,
    verified: bool,
    identity: Option<String>,
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
    let page_token = &page.page_token;
    if json {
        let shown = |Shown { identifier, display_name, score, metadata }: &Shown| {
            let Metadata { profile, identity, .. } = metadata;
            json!({
                "identifier": identifier, "displayName": display_name, "profile": profile,
                "score": score, "verified": identity.is_some(), "identity": identity,
            })
        };
        let results: Vec<_> = page.results.iter().map(shown).collect();
        print_json(&json!({"results": results, "total": page.total, "pageToken": page_token}));
    } else {
        for Shown { identifier, display_name, metadata, .. } in &page.results {
            let by = metadata.identity.as_deref();
            let state = by.map_or("not verified".to_owned(), |did| format!("verified as {did}"));
            print_line(&format!("{identifier}  {display_name}  [{}, {state}]", metadata.profile));
        }
        note(&format!("{} of {}", page.results.len(), page.total));
        if let Some(token) = page_token {
            note(&format!("next page: --page-token {token}"));
        }
    }
    Ok(if page.total == 0 { Outcome::Refused } else { Outcome::Done })
}

/// Searches the store's own index.
async fn local_page(query: Query, args: &Args) -> Result<ShownPage, Failure> {
    let registry = args.store.must_exist()?.operated(&NetworkArgs::default()).await?;
    let indexing = args.store.indexing(&registry).await?;
    let mut search = Search::new(SearchInput::Query(query));
    search.page_size = Search::page_size_of(args.page_size)?;
    search.page_token.clone_from(&args.page_token);
    let page = indexing.index().search(&search)?;
    let now = registry.now();
    let shown = |(summary, score): (Summary, u8)| {
        let identity = summary.status_at(now).identity().map(str::to_owned);
        Shown {
            identifier: summary.identifier.to_string(),
            display_name: summary.title_at(now).to_owned(),
            score,
            metadata: Metadata { verified: identity.is_some(), identity, profile: summary.profile },
        }
    };
    let results = registry.shown(&page.hits).await?.into_iter().map(shown).collect();
    Ok(ShownPage { results, total: page.total, page_token: page.next })
}

/// Searches a running registry.
async fn remote_page(url: &str, args: &Args) -> Result<ShownPage, Failure> {
    let page_size = Search::page_size_of(args.page_size)?;
    let url = remote::endpoint(url)?;
    let mut page = remote::search(url, &args.network, &args.query, page_size, args.page_token.as_deref()).await?;
    page.results.truncate(MAX_PAGE_SIZE);
    for Metadata { verified, identity, .. } in page.results.iter_mut().map(|shown| &mut shown.metadata) {
        identity.take_if(|_| !*verified);
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
