//! Kinds about catalogs: checked, verified.

use super::{Answer, CannotAnswer, Path, Vector, descriptions::flag, dids::did, file, required};
use adp_cards::{
    FORMATS,
    ai_catalog::limits,
    trust_manifest::{Artifacts, SignerDocuments, UnverifiedCatalog},
};
use agent_description::{
    Document, Fault, Limits, Timestamp,
    diagnostic::Severity,
    did::DidDocument,
    format::{Format, Options, detect},
};
use std::sync::Arc;

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
    let unverified = match UnverifiedCatalog::read(&document) {
        Ok(unverified) => unverified,
        Err(error) => return Ok(Answer::refused(&error)),
    };
    let mut documents = SignerDocuments::new();
    if vector.header("did-document").is_some() {
        let bytes = file(vector, "did-document", folder)?;
        for did in unverified.signers() {
            let resolved = DidDocument::parse_for(&did, &bytes, &Limits::default()).map(Arc::new);
            documents.add(did, resolved.map_err(|error| Arc::new(error) as Arc<dyn Fault>));
        }
    }
    let mut artifacts = Artifacts::new();
    if let Some(artifact) = vector.header("artifact") {
        for entry in unverified.wanted() {
            artifacts.add(entry.url().unwrap_or_default(), Ok(artifact.as_bytes()));
        }
    }
    let mut verdict = unverified.verify(&documents, &artifacts, at);
    if let Some(signer) = did(vector, "signer")? {
        verdict.expect(&signer);
    }
    Ok(match verdict.error {
        None => Answer::output(verdict.identity.map_or_else(|| "-".to_owned(), |did| did.to_string())),
        Some(error) => Answer::refused(&error),
    })
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
