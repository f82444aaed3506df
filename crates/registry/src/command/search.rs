//! `adp-registry search | reindex`

use super::{Failure, Outcome, network::NetworkArgs, open::StoreArgs, print_json, print_line};
use adp_registry::{
    DidDocuments, RegistryError, Settings, record,
    search::{Query, Search, Wanted},
};
use serde_json::json;
use std::sync::Arc;

/// Search the registry
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The search: words, FIELD:words, FIELD="text", AND, OR, NOT, parentheses; empty for all
    #[arg(value_name = "QUERY", default_value = "")]
    query: String,

    /// How many to show
    #[arg(long, value_name = "N", default_value_t = 20)]
    page_size: i64,

    /// Go on behind a page: its token
    #[arg(long, value_name = "TOKEN")]
    page_token: Option<String>,

    #[command(flatten)]
    store: StoreArgs,
}

/// Make the index anew from the store
#[derive(Debug, clap::Args)]
pub struct ReindexArgs {
    #[command(flatten)]
    store: StoreArgs,
}

async fn registry(store: &StoreArgs) -> Result<adp_registry::Registry, Failure> {
    let store = store.must_exist()?;
    let documents: Arc<dyn DidDocuments> = Arc::new(NetworkArgs::default().resolver()?);
    store.registry(documents, Vec::new(), Settings::default()).await
}

pub async fn run(args: Args, json: bool) -> Result<Outcome, Failure> {
    let query: Query =
        args.query.parse().map_err(|error: adp_registry::search::QueryError| Failure::misused(&error))?;
    let registry = registry(&args.store).await?;
    let indexing = args.store.indexing(&registry).await?;
    let mut search = Search::new(Wanted::Query(query));
    search.page_size = Search::page_size_of(args.page_size)?;
    search.page_token = args.page_token;
    let page = indexing.index().search(&search)?;
    let now = registry.now();
    let mut results = Vec::new();
    for hit in &page.hits {
        let entry = registry.get(&hit.id.parse().map_err(RegistryError::from)?).await?;
        let record = record(&entry, now);
        let name = record.and_then(|record| record.display_name.or(record.name)).unwrap_or_default();
        let identity = entry.evidence.identity_at(now).map(str::to_owned);
        if !json {
            let state = identity.as_deref().map_or("not verified".to_owned(), |did| format!("verified as {did}"));
            print_line(&format!("{}  {name}  [{}, {state}]", hit.id, entry.profile));
        }
        results.push(json!({
            "identifier": hit.id, "displayName": name, "profile": entry.profile, "score": hit.score,
            "verified": identity.is_some(), "identity": identity,
        }));
    }
    if json {
        print_json(&json!({"results": results, "total": page.total, "pageToken": page.next}));
    } else {
        eprintln!("{} of {}", results.len(), page.total);
        if let Some(token) = &page.next {
            eprintln!("more: --page-token {token}");
        }
    }
    Ok(if page.total == 0 { Outcome::Refused } else { Outcome::Done })
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
