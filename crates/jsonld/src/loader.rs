//! A loader with the available contexts for the `json-ld` crate.

use super::Contexts;
use json_ld::{
    Iri, IriBuf, LoadError, Loader, RemoteDocument,
    syntax::{Parse, Value},
};

/// The loader's error for a missing context.
#[derive(Debug, thiserror::Error)]
#[error("not embedded, and contexts are never fetched; supply a reviewed copy")]
struct NotEmbedded;

/// Loads embedded and supplied contexts, never from the network.
impl Loader for Contexts {
    async fn load(&self, url: &Iri) -> Result<RemoteDocument<IriBuf>, LoadError> {
        let document = self.get(url).ok_or_else(|| LoadError::new(url.to_owned(), NotEmbedded))?;
        let (value, _) = Value::parse_slice(document.bytes()).map_err(|error| LoadError::new(url.to_owned(), error))?;
        Ok(RemoteDocument::new(Some(url.to_owned()), None, value))
    }
}
