//! The contexts available to users of the `json-ld` crate.

use super::Contexts;
use json_ld::{
    Iri, IriBuf, LoadError, Loader, RemoteDocument,
    syntax::{Parse, Value},
};

/// What the loader says of a context that is not available.
#[derive(Debug, thiserror::Error)]
#[error("neither embedded nor pinned, and contexts are never fetched; pin a reviewed copy")]
struct NotEmbedded;

/// Loads what is embedded and pinned, and nothing from the network.
impl Loader for Contexts {
    async fn load(&self, url: &Iri) -> Result<RemoteDocument<IriBuf>, LoadError> {
        let document = self.get(url).ok_or_else(|| LoadError::new(url.to_owned(), NotEmbedded))?;
        let (value, _) = Value::parse_slice(document.bytes()).map_err(|error| LoadError::new(url.to_owned(), error))?;
        Ok(RemoteDocument::new(Some(url.to_owned()), None, value))
    }
}
