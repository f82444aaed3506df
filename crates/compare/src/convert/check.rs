//! Checks the results of conversions before they are written.

use super::ConvertError;
use agent_description::{
    Document, Timestamp,
    diagnostic::Severity,
    format::{Format, Options},
};

/// Rejects a result with errors; `to` names the target in the message.
///
/// # Errors
///
/// [`ConvertError::Invalid`] without a position, because the result is not written
pub fn check_result(document: Document, format: &dyn Format, to: &'static str) -> Result<Document, ConvertError> {
    check_unchanged(&document, format, to).map_err(|refused| match refused {
        ConvertError::Invalid { to, mut error } => {
            (error.pointer, error.line, error.column, error.span) = (None, None, None, None);
            ConvertError::Invalid { to, error }
        }
        other => other,
    })?;
    Ok(document)
}

/// Rejects a document with errors that is its own result.
///
/// # Errors
///
/// [`ConvertError::Invalid`]
pub fn check_unchanged(document: &Document, format: &dyn Format, to: &'static str) -> Result<(), ConvertError> {
    // no rule that matters here depends on the time
    let Some(at) = Timestamp::from_unix_seconds(0) else { return Ok(()) };
    let mut found = format.check(document, &Options::at(at)).diagnostics.into_iter();
    match found.find(|found| found.severity == Severity::Error) {
        Some(error) => Err(ConvertError::Invalid { to, error: Box::new(error) }),
        None => Ok(()),
    }
}
