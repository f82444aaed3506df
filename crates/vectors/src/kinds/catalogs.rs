//! Kinds about catalogs: checked, verified.

use super::{
    Answer, CannotAnswer, Path, Vector,
    descriptions::flag,
    dids::did,
    required,
    verification::{expectations, verify},
};
use adp_cards::{AI_CATALOG, FORMATS, ai_catalog::limits};
use agent_description::{
    Document, Timestamp,
    diagnostic::Severity,
    format::{Format, Options, detect},
};

/// A catalog by every rule of its generation; the first error decides, with `any` the first finding.
pub fn catalog_check(vector: &Vector, _: &Path) -> Result<Answer, CannotAnswer> {
    let (document, format) = match catalog(vector) {
        Ok(found) => found,
        Err(answer) => return Ok(answer),
    };
    // no rule of catalogs asks the time
    let epoch = Timestamp::from_unix_seconds(0).ok_or_else(|| CannotAnswer::Kind("catalog-check".to_owned()))?;
    let any = flag(vector, "any")?;
    let report = format.check(&document, &Options::at(epoch));
    let decides = report.diagnostics.iter().find(|finding| any || finding.severity == Severity::Error);
    Ok(match decides {
        Some(finding) => Answer::with_code(finding.code, finding.message.clone()),
        None => Answer::output(format.profile(&document)),
    })
}

/// Output: who stands behind the catalog, `-` where each entry is by another publisher.
pub fn catalog_verify(vector: &Vector, folder: &Path) -> Result<Answer, CannotAnswer> {
    let document = match Document::parse(vector.body(), limits()) {
        Ok(document) => document,
        Err(error) => return Ok(Answer::refused(&error)),
    };
    let at = required(vector, "at")?;
    let at = at.parse().map_err(|error| CannotAnswer::value("at", at, format!("{error}")))?;
    verify(vector, folder, document, AI_CATALOG, &expectations(at, did(vector, "signer")?))
}

/// The catalog, and its format by its content.
fn catalog(vector: &Vector) -> Result<(Document, &'static dyn Format), Answer> {
    let document = Document::parse(vector.body(), limits()).map_err(|error| Answer::refused(&error))?;
    let formats = detect(document.root(), FORMATS).map_err(|error| Answer::refused(&error))?;
    match formats.first() {
        Some(format) => Ok((document, *format)),
        None => Err(Answer::ok()),
    }
}
