//! Verification of one document.

pub(crate) mod many;

use crate::{
    convert::{json_to_py, object_to_py},
    did_document::{DidDocuments, Outcome},
    expectations::Expectations,
    failure::{Failure, FailureTuple},
    formats,
    guard::guarded,
};
use agent_description::{
    Document, Limits, Timestamp,
    format::{self, Options},
    verification,
};
use pyo3::{
    prelude::*,
    pybacked::PyBackedBytes,
    types::{PyBytes, PyDict},
};

/// The result of a verification: verified, or parsed but not verified.
#[pyclass(frozen, module = "agent_description._agent_description")]
#[derive(Debug)]
pub struct Verification {
    pub found: verification::Verification,
    /// The parsed input, for the places of errors.
    pub input: Document,
    pub at: Timestamp,
}

/// Verifies a document with supplied inputs, without network access.
#[pyfunction]
pub fn verify(
    py: Python<'_>,
    document: PyBackedBytes,
    expectations: &Bound<'_, Expectations>,
    supplied: &Bound<'_, DidDocuments>,
) -> Outcome<Verification> {
    let (expectations, supplied) = (expectations.get(), supplied.get());
    py.detach(|| verified(&document, expectations, supplied)).into()
}

/// The verdict on a document, if it can be parsed and has the format.
pub fn verified(bytes: &[u8], expected: &Expectations, supplied: &DidDocuments) -> Result<Verification, Failure> {
    guarded(|| {
        let (document, formats) = formats::read_signed(bytes, expected.format, &Limits::default())?;
        if let Some(misuse) = expected.misuse(&formats) {
            return Err(Failure::misuse(misuse));
        }
        let found = match format::begin(&document, &formats, &expected.for_document(None)) {
            Ok(pending) => supplied.finish(pending),
            Err(refused) => *refused,
        };
        Ok(Verification { found, input: document, at: expected.time() })
    })?
}

impl Verification {
    /// Why the document is not verified.
    pub fn failure(&self) -> Option<Failure> {
        let failure = self.found.error.as_deref().map(Failure::from_error);
        failure.map(|failure| failure.in_document(&self.input))
    }
}

#[pymethods]
impl Verification {
    /// Why the document is not verified; `None` if it is.
    #[pyo3(name = "failure")]
    fn failure_tuple(&self) -> Option<FailureTuple> {
        self.failure().map(Failure::into_tuple)
    }

    #[getter]
    fn format(&self) -> &'static str {
        self.found.format
    }

    #[getter]
    fn signer(&self) -> Option<&str> {
        self.found.signer.as_ref().map(|signer| signer.as_str())
    }

    /// The text of the verified document: what its accepted signatures cover. Empty if it is not verified.
    fn document_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.found.document().map_or("", Document::source).as_bytes())
    }

    /// The members of the verified document; none if it is not verified.
    fn document<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        match self.found.document() {
            Some(document) => object_to_py(py, document.root()),
            None => Ok(PyDict::new(py)),
        }
    }

    /// The data of the verified document as its format's model; `None` if it is not verified or the format has no
    /// model.
    fn model<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let format = formats::FORMATS.named(self.found.format).ok();
        let model = format.and_then(|format| format.verified_model(&self.found, &Options::at(self.at)));
        model.map(|model| json_to_py(py, &model)).transpose()
    }

    /// The complete report.
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let report = object_to_py(py, &verification::report(Some(&self.found)))?;
        report.set_item("verifiedAt", self.found.is_verified().then(|| self.at.to_string()))?;
        Ok(report)
    }
}
