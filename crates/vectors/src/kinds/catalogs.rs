//! Vectors for catalogs: check, verify.

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

/// Checks a catalog. The result is the first error, with `any` the first finding.
pub fn catalog_check(vector: &Vector, _: &Path) -> Result<Answer, CannotAnswer> {
    let (document, format) = match catalog(vector) {
        Ok(found) => found,
        Err(answer) => return Ok(answer),
    };
    // no rule of catalogs depends on the time
    let epoch = Timestamp::from_unix_seconds(0).ok_or_else(|| CannotAnswer::Kind("catalog-check".to_owned()))?;
    let any = flag(vector, "any")?;
    let report = format.check(&document, &Options::at(epoch));
    let decides = report.diagnostics.iter().find(|finding| any || finding.severity == Severity::Error);
    Ok(match decides {
        Some(finding) => Answer::with_code(finding.code, finding.message.clone()),
        None => Answer::output(format.profile(&document)),
    })
}

/// Output: the signer of the catalog, or `-` if the entries have different publishers.
pub fn catalog_verify(vector: &Vector, folder: &Path) -> Result<Answer, CannotAnswer> {
    let document = match Document::parse(vector.body(), limits()) {
        Ok(document) => document,
        Err(error) => return Ok(Answer::refused(&error)),
    };
    let at = required(vector, "at")?;
    let at = at.parse().map_err(|error| CannotAnswer::value("at", at, format!("{error}")))?;
    verify(vector, folder, document, AI_CATALOG, &expectations(at, did(vector, "signer")?))
}

/// The catalog, and its detected format.
fn catalog(vector: &Vector) -> Result<(Document, &'static dyn Format), Answer> {
    let document = Document::parse(vector.body(), limits()).map_err(|error| Answer::refused(&error))?;
    let formats = detect(document.root(), FORMATS).map_err(|error| Answer::refused(&error))?;
    match formats.first() {
        Some(format) => Ok((document, *format)),
        None => Err(Answer::ok()),
    }
}
