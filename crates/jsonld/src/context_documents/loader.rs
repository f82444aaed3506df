//! A loader with the available contexts for the `json-ld` crate.

use crate::Contexts;
use json_ld::{
    Iri, IriBuf, LoadError, Loader, RemoteDocument,
    syntax::{Parse, Value},
};

const NOT_EMBEDDED: &str = "not embedded, and contexts are never fetched; supply a reviewed copy";

/// Loads embedded and supplied contexts, never from the network.
impl Loader for Contexts {
    async fn load(&self, url: &Iri) -> Result<RemoteDocument<IriBuf>, LoadError> {
        let document =
            self.get(url).ok_or_else(|| LoadError::new(url.to_owned(), std::io::Error::other(NOT_EMBEDDED)))?;
        let (value, _) = Value::parse_slice(document.bytes()).map_err(|error| LoadError::new(url.to_owned(), error))?;
        Ok(RemoteDocument::new(Some(url.to_owned()), None, value))
    }
}
