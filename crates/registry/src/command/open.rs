//! Opens the store and index that the command line names.

use super::{Failure, network::NetworkArgs};
use crate::{
    Administrators, DidDocumentSource, Indexing, Registry, RegistrySettings,
    search::SearchLimits,
    store::{PostgresStore, RedbStore, Store},
};
use agent_description::{Code, did::Did, resolve::SystemClock, secret::Redactor};
use std::{convert::Infallible, path::PathBuf, sync::Arc};

/// The store options.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Store")]
pub(super) struct StoreArgs {
    /// Store: FILE.redb, memory, or a postgres:// URL (password: use the variable)
    #[arg(
        long,
        value_name = "STORE",
        env = "ADP_REGISTRY_STORE",
        default_value = "registry.redb",
        hide_env_values = true,
        value_parser = without_echo
    )]
    store: String,

    /// Folder of the search index (default: STORE.index for a file, else in memory)
    #[arg(long, value_name = "DIR", env = "ADP_REGISTRY_INDEX")]
    index: Option<PathBuf>,
}

/// A store, whose password no output repeats, however the address is misspelled.
fn without_echo(store: &str) -> Result<String, Infallible> {
    if store.contains('@') {
        Redactor::for_process().learn_secret(store);
    }
    Ok(store.to_owned())
}

impl StoreArgs {
    /// A store in memory, independent of the environment.
    pub(super) fn memory() -> Self {
        Self { store: "memory".to_owned(), index: None }
    }

    /// Rejects a missing file, for verbs that only read. Opening it would create an empty store.
    pub(super) fn must_exist(&self) -> Result<&Self, Failure> {
        if self.is_file() && !std::path::Path::new(&self.store).exists() {
            let message = format!(
                "the store {} does not exist; pass --store, or create one with add, crawl or serve",
                self.store
            );
            return Err(Failure::new(Code::IO_READ, message));
        }
        Ok(self)
    }

    fn is_file(&self) -> bool {
        self.store != "memory" && !self.store.contains("://")
    }

    /// Opens the store.
    async fn open(&self) -> Result<Arc<dyn Store>, Failure> {
        match self.store.as_str() {
            "memory" => Ok(Arc::new(RedbStore::in_memory()?)),
            url if url.starts_with("postgres://") || url.starts_with("postgresql://") => {
                Ok(Arc::new(PostgresStore::connect(url).await?))
            }
            url if url.contains("://") => {
                Err(Failure::usage("--store: expected FILE.redb, a postgres:// URL or `memory`"))
            }
            path => {
                let path = PathBuf::from(path);
                let opened = tokio::task::spawn_blocking(move || RedbStore::open(path)).await;
                let opened = opened.map_err(|error| Failure::usage(format!("--store: {error}")))?;
                Ok(Arc::new(opened?))
            }
        }
    }

    /// The folder of the index, if any.
    fn folder(&self) -> Option<PathBuf> {
        self.index.clone().or_else(|| self.is_file().then(|| PathBuf::from(format!("{}.index", self.store))))
    }

    /// The registry with these administrators.
    pub(super) async fn registry(
        &self,
        documents: Arc<dyn DidDocumentSource>,
        administrators: Vec<Did>,
    ) -> Result<Registry, Failure> {
        let (store, clock) = (self.open().await?, Arc::new(SystemClock::default()));
        Ok(Registry::new(store, documents, clock, Administrators::new(administrators), RegistrySettings::default()))
    }

    /// The registry for the operator, who chooses the hosts.
    pub(super) async fn operated(&self, network: &NetworkArgs) -> Result<Registry, Failure> {
        self.registry(Arc::new(network.resolver_of_a_crawl()?), Vec::new()).await
    }

    /// The index of a registry.
    pub(super) async fn indexing(&self, registry: &Registry) -> Result<Indexing, Failure> {
        Ok(Indexing::open(registry.clone(), self.folder().as_deref(), SearchLimits::default()).await?)
    }
}
