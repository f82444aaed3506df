//! Checks documents before they are converted, and the results before they are written.

use super::ConvertError;
use agent_description::{
    Diagnostic, Document, Timestamp,
    diagnostic::Severity,
    format::{Format, Options},
};

/// Rejects a document with errors by the rules of its own format.
///
/// # Errors
///
/// [`ConvertError::Source`]
pub fn check_source(document: &Document, from: &dyn Format) -> Result<(), ConvertError> {
    first_error(document, from).map_or(Ok(()), |error| Err(ConvertError::Source(error)))
}

/// Rejects a result with errors; `to` names the target in the message.
///
/// # Errors
///
/// [`ConvertError::Invalid`]
pub fn check_result(document: Document, format: &dyn Format, to: &'static str) -> Result<Document, ConvertError> {
    first_error(&document, format).map_or(Ok(document), |error| Err(ConvertError::Invalid { to, error }))
}

fn first_error(document: &Document, format: &dyn Format) -> Option<Box<Diagnostic>> {
    // no rule that matters here depends on the time
    let options = Options::at(Timestamp::from_unix_seconds(0)?);
    let mut found = format.check(document, &options).diagnostics.into_iter();
    found.find(|found| found.severity == Severity::Error).map(Box::new)
}
