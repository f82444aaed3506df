//! Comparison and conversion of documents, and explanations of codes and rules.

use crate::{
    convert::json_to_py,
    did_document::{Outcome, json_outcome},
    failure::Failure,
    formats,
    guard::guarded,
};
use adp_compare::{
    convert::{ConversionOptions, ConversionTarget, convert as converted},
    coverage::{self, CoveredMembers},
    diff::{common, diff as changes},
};
use agent_description::{
    Code, Json, Limits,
    diagnostic::closest,
    format::{DATA_INTEGRITY, Format},
    json::Object,
};
use pyo3::{exceptions::PyValueError, prelude::*, pybacked::PyBackedBytes};

/// The differences of two documents: `{format, breaking, changes, omitted}`.
#[pyfunction]
#[pyo3(signature = (old, new, *, format=None))]
pub fn diff<'py>(
    py: Python<'py>,
    old: PyBackedBytes,
    new: PyBackedBytes,
    format: Option<&str>,
) -> PyResult<Outcome<Bound<'py, PyAny>>> {
    let forced = formats::named(format)?;
    let compare = || -> Result<Json, Failure> {
        let limits = Limits::default();
        let (old, old_formats) = formats::read(&old, forced, &limits)?;
        let (new, new_formats) = formats::read(&new, forced, &limits)?;
        let format = common(&old_formats, &new_formats).map_err(|error| Failure::from_error(&error))?;
        let found = changes(format, &old, &new).map_err(|error| Failure::from_error(&error))?;
        let mut object = Object::with_capacity(4);
        object.insert("format", format.name);
        object.insert("breaking", found.is_breaking());
        object.insert("changes", found.iter().map(|change| Json::from(change.to_json())).collect::<Vec<_>>());
        object.insert("omitted", u32::try_from(found.left_out()).unwrap_or(u32::MAX));
        Ok(object.into())
    };
    json_outcome(py, py.detach(|| guarded(compare)).and_then(|found| found))
}

/// A document in another format: `{text, losses, losesConsent}`.
#[pyfunction]
#[pyo3(signature = (document, to, *, format=None, name=None, url=None, strict=false))]
#[allow(clippy::too_many_arguments, reason = "Python names them")]
pub fn convert<'py>(
    py: Python<'py>,
    document: PyBackedBytes,
    to: &str,
    format: Option<&str>,
    name: Option<String>,
    url: Option<String>,
    strict: bool,
) -> PyResult<Outcome<Bound<'py, PyAny>>> {
    let forced = formats::named(format)?;
    let target = ConversionTarget::named(to).map_err(PyValueError::new_err)?;
    let mut options = ConversionOptions::default();
    (options.name, options.url, options.strict) = (name, url, strict);
    let read = py.detach(|| guarded(|| formats::read(&document, forced, &Limits::default())));
    let (document, found) = match read.and_then(|read| read) {
        Ok(read) => read,
        Err(failure) => return Ok(Outcome::Failed(failure.into_tuple())),
    };
    let [format] = found[..] else {
        return Err(PyValueError::new_err("the document is of several formats; choose one with format"));
    };
    let convert = || -> Result<Json, Failure> {
        let made = converted(&document, format, target, &options)
            .map_err(|error| Failure::from_error(&error).in_document(&document))?;
        Ok(made.to_json().into())
    };
    json_outcome(py, py.detach(|| guarded(convert)).and_then(|found| found))
}

/// What the signatures of a document cover: `{signature, uncovered, examined, complete}`.
#[pyfunction]
#[pyo3(signature = (document, *, format=None, payload_form=None))]
pub fn covers<'py>(
    py: Python<'py>,
    document: PyBackedBytes,
    format: Option<&str>,
    payload_form: Option<&str>,
) -> PyResult<Outcome<Bound<'py, PyAny>>> {
    let forced = formats::named(format)?;
    let examine = || -> Result<(&'static Format, Option<CoveredMembers>), Failure> {
        let (document, formats) = formats::read_signed(&document, forced, &Limits::default())?;
        let format = *formats.first().unwrap_or(&DATA_INTEGRITY);
        Ok((format, coverage::covers(&document, format, payload_form)))
    };
    let (format, found) = match py.detach(|| guarded(examine)).and_then(|found| found) {
        Ok(found) => found,
        Err(failure) => return Ok(Outcome::Failed(failure.into_tuple())),
    };
    let Some(found) = found else {
        return Err(PyValueError::new_err(format!("{} has no signature of its own", format.title)));
    };
    json_outcome(py, Ok(found.to_json().into()))
}

/// A rule, `{id, summary, source, why, fix, wrong, right}`, or a code, `{code, rule, source, fix}`.
#[pyfunction]
pub fn explain<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let rules = || formats::FORMATS.iter().flat_map(|format| format.rules.iter().copied());
    let codes = || formats::CODES.into_iter().flatten().copied();
    if let Some(rule) = rules().find(|rule| rule.id == name) {
        return json_to_py(py, &rule.explanation().into());
    }
    if let Some(code) = codes().find(|code| code.as_str() == name) {
        return json_to_py(py, &code.explanation(None).into());
    }
    let known = rules().map(|rule| rule.id).chain(codes().map(Code::as_str));
    let near = closest(name, known).map(|near| format!("; did you mean {near:?}?")).unwrap_or_default();
    Err(PyValueError::new_err(format!("unknown rule or code {name:?}{near}")))
}
