//! A loader with the available contexts for the `json-ld` crate.

use crate::{Contexts, error::unknown_context};
use json_ld::{
    Iri, IriBuf, LoadError, Loader, RemoteDocument,
    syntax::{Parse, Value},
};

/// Loads embedded and supplied contexts, never from the network.
impl Loader for Contexts {
    async fn load(&self, url: &Iri) -> Result<RemoteDocument<IriBuf>, LoadError> {
        let unknown = || LoadError::new(url.to_owned(), std::io::Error::other(unknown_context(url)));
        let document = self.get(url).ok_or_else(unknown)?;
        let (value, _) = Value::parse_slice(document.bytes()).map_err(|error| LoadError::new(url.to_owned(), error))?;
        Ok(RemoteDocument::new(Some(url.to_owned()), None, value))
    }
}
