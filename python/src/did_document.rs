//! DID documents, and sets of them for verifications.

use crate::{
    convert::{json_to_py, object_to_py, value_error},
    failure::{Failure, FailureTuple},
    guard::guarded,
    key::Key,
};
use agent_description::{
    Code, CodeClass, CodedError, Did, DidDocumentBuilder, Json, Limits, Resolved, did,
    verification::{Need, Pending, Supplied, Verification},
};
use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    pybacked::PyBackedBytes,
    types::{PyBytes, PyDict},
};
use std::{fmt, sync::Arc};

/// A DID document, parsed for its DID.
#[pyclass(frozen, module = "agent_description")]
#[derive(Debug)]
pub struct DidDocument {
    pub resolved: Arc<Resolved<did::DidDocument>>,
}

/// For `pickle`: a function and its arguments.
type Reduced<'py> = (Bound<'py, PyAny>, (String, Bound<'py, PyBytes>));

/// A result, or its error.
#[derive(IntoPyObject)]
pub enum Outcome<T> {
    Found(T),
    Failed(FailureTuple),
}

impl<T> From<Result<T, Failure>> for Outcome<T> {
    fn from(result: Result<T, Failure>) -> Self {
        match result {
            Ok(found) => Self::Found(found),
            Err(failure) => Self::Failed(failure.into_tuple()),
        }
    }
}

/// A result in JSON, as Python's objects.
pub fn json_outcome<'py>(py: Python<'py>, found: Result<Json, Failure>) -> PyResult<Outcome<Bound<'py, PyAny>>> {
    Ok(match found {
        Ok(json) => Outcome::Found(json_to_py(py, &json)?),
        Err(failure) => Outcome::Failed(failure.into_tuple()),
    })
}

#[pymethods]
impl DidDocument {
    /// Parses the document of a DID, given as bytes, text or members.
    ///
    /// Raises `Malformed` if it is not a JSON object, and `Refused` if it is not the document of this DID or breaks a
    /// rule.
    #[staticmethod]
    fn parse(did: &str, document: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = document.py();
        let did: Did = did.parse().map_err(value_error)?;
        let input = py.import("agent_description._input")?;
        let bytes: PyBackedBytes = input.call_method1("to_bytes", (document,))?.extract()?;
        let parse = || did::DidDocument::parse_for(&did, &bytes, &Limits::default());
        let parsed = guarded(parse).and_then(|parsed| parsed.map_err(|error| Failure::from_error(&error)));
        match parsed {
            Ok(resolved) => Ok(Self { resolved: Arc::new(resolved) }),
            Err(failure) => Err(failure.into_exception(py)),
        }
    }

    /// Creates the document of a DID that publishes a public key as `#key-1`.
    ///
    /// Raises `ValueError` for a DID that is bound to another key.
    #[staticmethod]
    #[pyo3(signature = (did, key, *, agent_description=None))]
    fn create(did: &str, key: &Bound<'_, Key>, agent_description: Option<String>) -> PyResult<Self> {
        let did: Did = did.parse().map_err(value_error)?;
        let mut builder = DidDocumentBuilder::new(did.clone(), key.get().verifying_key());
        if let Some(url) = agent_description {
            builder = builder.agent_description(url);
        }
        let built = builder.build().map_err(value_error)?;
        let resolved = did::DidDocument::parse_for(&did, built.source().as_bytes(), &Limits::default());
        Ok(Self { resolved: Arc::new(resolved.map_err(value_error)?) })
    }

    /// The DID.
    #[getter]
    fn did(&self) -> &str {
        self.resolved.get().id().as_str()
    }

    /// The key IDs of the verification methods (DID URLs), in document order.
    #[getter]
    fn verification_methods(&self) -> Vec<String> {
        self.resolved.get().verification_methods().iter().map(|method| method.id.to_string()).collect()
    }

    /// The parsed bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.source().as_bytes())
    }

    /// The document as a `dict`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        object_to_py(py, self.resolved.get().document().root())
    }

    fn __repr__(&self) -> String {
        format!("<DidDocument {}>", self.did())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().source() == self.source() && other.get().did() == self.did())
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (self.did(), self.source()).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let parse = py.import("agent_description._input")?.getattr("parse_did_document")?;
        Ok((parse, (self.did().to_owned(), self.to_bytes(py))))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

impl DidDocument {
    fn source(&self) -> &str {
        self.resolved.get().document().source()
    }
}

/// The documents for verifications, each with its DID.
#[pyclass(frozen, module = "agent_description._agent_description")]
#[derive(Debug)]
pub struct DidDocuments {
    /// The documents, and the errors of refused ones.
    pub known: Supplied,
    /// Same, with the reasons for missing ones.
    all: Supplied,
}

#[pymethods]
impl DidDocuments {
    /// Creates it from pairs of a DID and its document, and pairs of a URL and its bytes. A document is a
    /// `DidDocument`, bytes that are parsed for the DID, or the code and message of an error.
    #[new]
    #[pyo3(signature = (entries, artifacts=Vec::new()))]
    fn new(entries: Vec<(String, Bound<'_, PyAny>)>, artifacts: Vec<(String, PyBackedBytes)>) -> PyResult<Self> {
        let (mut known, mut all) = (Supplied::default(), Supplied::default());
        for (did, entry) in entries {
            let did: Did = did.parse().map_err(value_error)?;
            let document = if let Ok(document) = entry.cast::<DidDocument>() {
                let document = &document.get().resolved;
                if *document.get().id() != did {
                    let message = format!("found the document of {} for {did}", document.get().id());
                    return Err(value_error(message));
                }
                Ok(Arc::clone(document))
            } else if let Ok(bytes) = entry.extract::<PyBackedBytes>() {
                let parse = || did::DidDocument::parse_for(&did, &bytes, &Limits::default());
                let parsed = guarded(parse).map_err(|failure| value_error(failure.into_tuple().2))?;
                parsed.map(Arc::new).map_err(|error| Arc::new(error) as Arc<dyn CodedError>)
            } else if let Ok((code, message)) = entry.extract::<(String, String)>() {
                let code: Code = code.parse().map_err(value_error)?;
                Err(Arc::new(NotResolved { code, message }) as Arc<dyn CodedError>)
            } else {
                return Err(PyTypeError::new_err("expected a DidDocument, bytes, or a code and a message"));
            };
            let is_undecided = |error: &Arc<dyn CodedError>| error.code().class() == CodeClass::Undecided;
            if !document.as_ref().is_err_and(is_undecided) {
                known.did_documents.insert(did.clone(), document.clone());
            }
            all.did_documents.insert(did, document);
        }
        for (url, bytes) in artifacts {
            let bytes: Arc<[u8]> = Arc::from(&*bytes);
            known.artifacts.insert(url.clone(), Ok(Arc::clone(&bytes)));
            all.artifacts.insert(url, Ok(bytes));
        }
        Ok(Self { known, all })
    }
}

/// Why an earlier step has no document.
#[derive(Debug)]
struct NotResolved {
    code: Code,
    message: String,
}

impl fmt::Display for NotResolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for NotResolved {}

impl CodedError for NotResolved {
    fn code(&self) -> Code {
        self.code
    }
}

impl DidDocuments {
    /// The verdict of a pending verification. A document that is refused anyway needs no DID document.
    pub fn finish(&self, mut pending: Box<dyn Pending>) -> Verification {
        let is_missing = |need: &Need| matches!(need, Need::DidDocument(_)) && !self.known.answers(need);
        if !pending.needs(&self.known).iter().any(is_missing) {
            return pending.finish(&self.known);
        }
        let mut answers = Supplied::default();
        for need in pending.needs(&Supplied::default()) {
            match &need {
                Need::DidDocument(did) => {
                    let missing = || Err(Arc::new(need.not_supplied()) as Arc<dyn CodedError>);
                    answers.did_documents.insert(did.clone(), self.all.did_document(did).unwrap_or_else(missing));
                }
                Need::Artifact { url, .. } => {
                    if let Some(artifact) = self.all.artifacts.get(url) {
                        answers.artifacts.insert(url.clone(), artifact.clone());
                    }
                }
                _ => {}
            }
        }
        pending.finish(&answers)
    }
}
