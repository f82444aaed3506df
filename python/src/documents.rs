//! Checking, showing and signing documents.

use crate::{
    convert::{json_to_py, time, time_or_now, value_error},
    did_document::Outcome,
    failure::Failure,
    formats,
    guard::guarded,
    key::{Key, SignerOfKey},
};
use agent_description::{
    Code, CodedError, Document, Limits, Suite, Timestamp,
    diagnostic::{CheckReport, Severity},
    format::{DATA_INTEGRITY, Format, Options},
    proof::{SignOptions, Signer},
};
use pyo3::{exceptions::PyValueError, prelude::*, pybacked::PyBackedBytes, types::PyBytes};

/// The names of all formats.
#[pyfunction]
#[pyo3(name = "formats")]
pub fn format_names() -> Vec<&'static str> {
    formats::FORMATS.iter().map(|format| format.name).collect()
}

/// `(rule, code, severity, message, pointer, line, column, end line, end column, help, replacement)`
type FindingTuple = (
    &'static str,
    &'static str,
    &'static str,
    String,
    Option<String>,
    Option<usize>,
    Option<usize>,
    Option<usize>,
    Option<usize>,
    Option<String>,
    Option<String>,
);

/// `(names of the formats, profile, valid, findings, number of omitted findings)`
type CheckTuple = (Vec<&'static str>, String, bool, Vec<FindingTuple>, usize);

/// Checks a document by all rules of its format.
#[pyfunction]
#[pyo3(signature = (document, *, format=None, strict=false, for_registry=false, at=None))]
pub fn check(
    py: Python<'_>,
    document: PyBackedBytes,
    format: Option<&str>,
    strict: bool,
    for_registry: bool,
    at: Option<&str>,
) -> PyResult<Outcome<CheckTuple>> {
    let forced = formats::named(format)?;
    let mut options = Options::at(time_or_now(at)?);
    (options.strict, options.for_registry) = (strict, for_registry);
    let checked = py.detach(|| guarded(|| checked(&document, forced, &options)));
    Ok(checked.and_then(|checked| checked).into())
}

fn checked(bytes: &[u8], forced: Option<&'static Format>, options: &Options) -> Result<CheckTuple, Failure> {
    let (document, formats) = formats::read(bytes, forced, &options.limits)?;
    let mut report = CheckReport::default();
    for format in &formats {
        report.merge(format.check(&document, options));
    }
    report.fill_spans(&document);
    let findings = report.diagnostics.iter().map(|found| {
        let end = found.span.as_ref().map(|span| span.end);
        (
            found.rule.id,
            found.code.as_str(),
            found.severity.as_str(),
            found.message.clone(),
            found.pointer.clone(),
            found.line,
            found.column,
            end.map(|end| end.line),
            end.map(|end| end.column),
            found.help.clone(),
            found.replacement.clone(),
        )
    });
    let profile = formats.first().map(|format| format.profile(&document)).unwrap_or_default();
    let names = formats.iter().map(|format| format.name).collect();
    Ok((names, profile, report.is_valid(), findings.collect(), report.omitted.total()))
}

/// The unverified data of a document as its format's model: the name of the format and the model.
#[pyfunction]
#[pyo3(signature = (document, *, format=None, at=None))]
pub fn show<'py>(
    py: Python<'py>,
    document: PyBackedBytes,
    format: Option<&str>,
    at: Option<&str>,
) -> PyResult<Outcome<(&'static str, Bound<'py, PyAny>)>> {
    let forced = formats::named(format)?;
    let options = Options::at(time_or_now(at)?);
    let shown = py.detach(|| {
        guarded(|| {
            let (document, formats) = formats::read(&document, forced, &options.limits)?;
            let format = *formats.first().unwrap_or(&DATA_INTEGRITY);
            let model = format.show(&document, &options);
            let model = model.map_err(|error| Failure::from_error(&*error).in_document(&document))?;
            Ok((format.name, model))
        })
    });
    Ok(match shown.and_then(|shown: Result<_, Failure>| shown) {
        Ok((format, model)) => Outcome::Found((format, json_to_py(py, &model)?)),
        Err(failure) => Outcome::Failed(failure.into_tuple()),
    })
}

/// Signs a document. Without `force`, documents with errors are not signed.
#[pyfunction]
#[pyo3(signature = (
    document, key, key_id, *, domain=None, challenge=None, suite=None, alg=None, created=None, expires=None, payload_form=None,
    manifests=false, replace=false, force=false, format=None
))]
#[allow(clippy::too_many_arguments, reason = "Python names them")]
pub fn sign<'py>(
    py: Python<'py>,
    document: PyBackedBytes,
    key: &Bound<'py, Key>,
    key_id: &str,
    domain: Option<&str>,
    challenge: Option<&str>,
    suite: Option<&str>,
    alg: Option<String>,
    created: Option<&str>,
    expires: Option<&str>,
    payload_form: Option<String>,
    manifests: bool,
    replace: bool,
    force: bool,
    format: Option<&str>,
) -> PyResult<Outcome<Bound<'py, PyBytes>>> {
    let signer = key.get().signer(key_id)?;
    let forced = formats::named(format)?;
    let expires = expires.map(time).transpose()?;
    let (has_suite, has_created) = (suite.is_some(), created.is_some());
    let suite = match suite {
        Some(suite) => suite.parse::<Suite>().map_err(value_error)?,
        None => Suite::for_key_type(signer.verifying_key().key_type()),
    };
    let created = time_or_now(created)?.truncated_to_second();
    let mut options = SignOptions::new(created).suite(suite);
    options.replace = replace;
    (options.unchecked, options.each_entry) = (true, manifests);
    (options.alg, options.payload_form) = (alg, payload_form);
    if let Some(expires) = expires {
        options = options.expires(expires);
    }
    let options = options.bound_to(domain, challenge).map_err(value_error)?;
    let limits = Limits::default();
    let read = py.detach(|| guarded(|| read_to_sign(&document, forced, &limits)));
    let (document, formats) = match read.and_then(|read| read) {
        Ok(read) => read,
        Err(failure) => return Ok(Outcome::Failed(failure.into_tuple())),
    };
    let format = *formats.first().unwrap_or(&DATA_INTEGRITY);
    let used = format.sign_options;
    let unused = options.unused(used, has_suite, has_created).filter(|_| !used.is_empty());
    if let Some(unused) = unused {
        let argument = unused.replace('-', "_");
        return Err(PyValueError::new_err(format!("{argument} does not apply to {}", format.title)));
    }
    let signed = py.detach(|| {
        guarded(|| {
            let signed = format.sign(&document, &signer, &options, &Options::at(created));
            let signed = signed.map_err(|error| Failure::from_error(&*error).in_document(&document))?.document;
            if !force {
                refuse(&formats, &signed, &signer, created, expires)?;
            }
            Ok(signed)
        })
    });
    signer.raised()?;
    Ok(match signed.and_then(|signed: Result<Document, Failure>| signed) {
        Ok(signed) => Outcome::Found(PyBytes::new(py, signed.source().as_bytes())),
        Err(failure) => Outcome::Failed(failure.into_tuple()),
    })
}

/// A proof can be added to any object; an object without a format is signed unchanged.
fn read_to_sign(
    bytes: &[u8],
    forced: Option<&'static Format>,
    limits: &Limits,
) -> Result<(Document, Vec<&'static Format>), Failure> {
    match formats::read(bytes, forced, limits) {
        Err(failure) if failure.code() == Code::FORMAT_UNKNOWN.as_str() => {
            let document = Document::parse(bytes, limits).map_err(|error| Failure::from_error(&error))?;
            Ok((document, Vec::new()))
        }
        read => read,
    }
}

/// Refuses what should not be signed: an expired signature, errors by the rules of the formats, another signer.
fn refuse(
    formats: &[&'static Format],
    signed: &Document,
    signer: &SignerOfKey,
    created: Timestamp,
    expires: Option<Timestamp>,
) -> Result<(), Failure> {
    let now = Timestamp::now().truncated_to_second();
    if let Some(expires) = expires.filter(|expires| *expires <= now) {
        let message =
            format!("expires is {expires}, expected a time after now, {now}; to sign it anyway, pass force=True");
        return Err(Failure::new(Code::PROOF_EXPIRED, message));
    }
    for format in formats {
        let report = format.check(signed, &Options::at(created));
        if let Some(error) = report.diagnostics.iter().find(|found| found.severity == Severity::Error) {
            let message = format!(
                "the document is not valid: {}; see check(), or pass force=True to sign it anyway",
                error.message
            );
            return Err(Failure::new(error.code, message));
        }
        if let Err(refused) = format.check_signer(signed, signer.method().did()) {
            return Err(Failure::from_error(&*refused.error as &dyn CodedError));
        }
    }
    Ok(())
}
