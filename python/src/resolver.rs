//! Resolvers in Python.

use crate::interpreter::attached;
use agent_description::{
    Did, Limits, did,
    resolve::{Resolution, ResolutionOptions, Resolve, ResolveError},
};
use pyo3::{prelude::*, pybacked::PyBackedBytes};
use std::sync::Arc;

/// A callable with the DID, which returns the bytes of the DID document or `None`. It may block, so it runs on a thread
/// that waits for nothing else.
#[derive(Clone, Debug)]
pub struct PythonResolver {
    resolve: Arc<Py<PyAny>>,
}

impl PythonResolver {
    /// Calls `resolve`.
    pub fn new(resolve: Py<PyAny>) -> Self {
        Self { resolve: Arc::new(resolve) }
    }
}

impl Resolve for PythonResolver {
    async fn resolve_with(&self, did: &Did, _: &ResolutionOptions) -> Result<Resolution, ResolveError> {
        let failed = |problem: String| ResolveError::Supplier { did: did.to_string(), problem };
        let (resolve, name) = (Arc::clone(&self.resolve), did.to_string());
        let ask = move || {
            attached(|py| {
                let answer = resolve.bind(py).call1((name,));
                let bytes = answer.and_then(|answer| answer.extract().map_err(PyErr::from));
                bytes.map_err(|error| error.to_string())
            })
        };
        let answer: Option<PyBackedBytes> = match tokio::task::spawn_blocking(ask).await {
            Ok(Some(Ok(answer))) => answer,
            Ok(Some(Err(error))) => return Err(failed(format!("the resolver raised {error}"))),
            Ok(None) => return Err(failed("the interpreter ends".to_owned())),
            Err(error) => return Err(failed(format!("the resolver failed: {error}"))),
        };
        let bytes = answer.ok_or_else(|| failed("the resolver returned None, expected the DID document".to_owned()))?;
        Ok(Resolution::local(did::DidDocument::parse_for(did, &bytes, &Limits::default())?))
    }
}
