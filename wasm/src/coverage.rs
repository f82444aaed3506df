//! The members of a document that its signatures cover.

use crate::{failure::Failure, formats, options::Options};
use adp_compare::coverage;
use agent_description::{Json, format};

/// `{signature, uncovered, examined, complete}`: the members that contain the signatures, and those that no signature covers, as JSON Pointers.
/// Options: `{format?, payloadForm?}`.
pub fn covers(text: &str, mut options: Options) -> Result<Json, Failure> {
    let (format, payload_form) = (options.text("format")?, options.text("payloadForm")?);
    options.finish()?;
    let (document, formats) = formats::read_signed(text, format.as_deref())?;
    let format = *formats.first().unwrap_or(&format::DATA_INTEGRITY);
    let found = coverage::covers(&document, format, payload_form.as_deref())
        .ok_or_else(|| Failure::usage(format!("{} has no signature of its own", format.title)))?;
    Ok(found.to_json().into())
}
