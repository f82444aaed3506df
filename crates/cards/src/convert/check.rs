//! Checks documents before they are converted, and the results before they are written.

use super::{ConvertError, loss::is_proof};
use agent_description::{
    Diagnostic, Document, Timestamp,
    diagnostic::Severity,
    format::{Format, Options},
};

/// Rejects a document with errors by the rules of its own format, except those of its signatures, which are dropped.
///
/// # Errors
///
/// [`ConvertError::Source`]
pub fn check_source(document: &Document, from: &dyn Format) -> Result<(), ConvertError> {
    let is_dropped = |found: &Diagnostic| found.pointer.as_deref().is_some_and(|place| is_proof(root_member(place)));
    first_error(document, from, |found| !is_dropped(found)).map_or(Ok(()), |error| Err(ConvertError::Source(error)))
}

/// Rejects a result with errors; `to` names the target in the message.
///
/// # Errors
///
/// [`ConvertError::Invalid`]
pub fn check_result(document: Document, format: &dyn Format, to: &'static str) -> Result<Document, ConvertError> {
    first_error(&document, format, |_| true).map_or(Ok(document), |error| Err(ConvertError::Invalid { to, error }))
}

fn first_error(
    document: &Document,
    format: &dyn Format,
    matters: impl Fn(&Diagnostic) -> bool,
) -> Option<Box<Diagnostic>> {
    // no rule that matters here depends on the time
    let options = Options::at(Timestamp::from_unix_seconds(0)?);
    let mut found = format.check(document, &options).diagnostics.into_iter();
    found.find(|found| found.severity == Severity::Error && matters(found)).map(Box::new)
}

/// The pointer of the member of the root that contains a place.
fn root_member(pointer: &str) -> &str {
    let end = pointer.get(1..).and_then(|rest| rest.find('/')).map_or(pointer.len(), |at| at + 1);
    pointer.get(..end).unwrap_or(pointer)
}
