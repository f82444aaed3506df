//! Kinds about cards: checked, signed, verified.

use super::{Answer, CannotAnswer, Path, Vector, descriptions::flag, dids::did, file, required};
use adp_cards::{
    FORMATS,
    signature::{CardExpectations, KeySet, Keys, Kind, Reading, UnverifiedCard, sign},
};
use agent_description::{
    Document, Fault, Limits, Timestamp,
    diagnostic::Severity,
    did::DidDocument,
    format::{Format, Options, detect},
    hex::hex,
    key::{KeyType, SigningKey},
    proof::KeySigner,
};
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// A card by every rule of its format; the first error decides, with `any` the first finding.
pub fn card_check(vector: &Vector, _: &Path) -> Result<Answer, CannotAnswer> {
    let (document, format) = match card(vector) {
        Ok(found) => found,
        Err(answer) => return Ok(answer),
    };
    // no rule of cards asks the time
    let epoch = Timestamp::from_unix_seconds(0).ok_or_else(|| CannotAnswer::Kind("card-check".to_owned()))?;
    let mut options = Options::at(epoch);
    options.for_registry = flag(vector, "for-registry")?;
    let any = flag(vector, "any")?;
    let report = format.check(&document, &options);
    let decides = report.diagnostics.iter().find(|finding| any || finding.severity == Severity::Error);
    Ok(match decides {
        Some(finding) => Answer::with_code(finding.code, finding.message.clone()),
        None => Answer::output(format.profile(&document)),
    })
}

/// Output: the SHA-256 of the bytes that a signature covers.
pub fn card_sign(vector: &Vector, _: &Path) -> Result<Answer, CannotAnswer> {
    let (document, format) = match card(vector) {
        Ok(found) => found,
        Err(answer) => return Ok(answer),
    };
    let reading = vector.header("reading").map(reading).transpose()?;
    let Some(kind) = Kind::of(format.name()) else { return Ok(Answer::ok()) };
    // whose key it is changes nothing of what is signed
    let key = SigningKey::from_secret_bytes(KeyType::P256, &[1; 32]);
    let signer = key.map_err(|error| CannotAnswer::value("kind", "card-sign", error.to_string()))?;
    let method = "did:wba:example.com#key-1".parse();
    let method = method.map_err(|error| CannotAnswer::value("kind", "card-sign", format!("{error}")))?;
    if let Err(error) = sign(&document, kind, &KeySigner::new(method, signer), reading, &Limits::default()) {
        return Ok(Answer::refused(&error));
    }
    let payload = kind.payload(document.root(), reading.unwrap_or(Reading::Served)).unwrap_or_default();
    Ok(Answer::output(hex(&Sha256::digest(payload))))
}

/// Output: who stands behind the card, `-` where that is nobody.
pub fn card_verify(vector: &Vector, folder: &Path) -> Result<Answer, CannotAnswer> {
    let (document, format) = match card(vector) {
        Ok(found) => found,
        Err(answer) => return Ok(answer),
    };
    let Some(kind) = Kind::of(format.name()) else { return Ok(Answer::ok()) };
    let at = required(vector, "at")?;
    let mut expectations =
        CardExpectations::at(at.parse().map_err(|error| CannotAnswer::value("at", at, format!("{error}")))?);
    if let Some(names) = vector.header("readings") {
        expectations.readings = names.split(' ').map(reading).collect::<Result<_, _>>()?;
    }
    expectations.signer = did(vector, "signer")?;
    expectations.fetched_from = vector.header("fetched-from").map(str::to_owned);
    let unverified = match UnverifiedCard::read(&document, kind, expectations) {
        Ok(unverified) => unverified,
        Err(error) => return Ok(Answer::refused(&error)),
    };
    let mut keys = Keys::new();
    if let Some(jwks) = vector.header("jwks") {
        keys.add_named(
            KeySet::parse(jwks.as_bytes()).map_err(|error| CannotAnswer::value("jwks", jwks, error.to_string()))?,
        );
    }
    if vector.header("did-document").is_some() {
        let bytes = file(vector, "did-document", folder)?;
        for did in unverified.strangers(&keys) {
            if let Ok(resolved) = DidDocument::parse_for(&did, &bytes, &Limits::default()) {
                keys.add_did_document(did, Ok(Arc::new(resolved)));
            }
        }
        for did in unverified.dids(&keys) {
            let resolved = DidDocument::parse_for(&did, &bytes, &Limits::default()).map(Arc::new);
            keys.add_did_document(did, resolved.map_err(|error| Arc::new(error) as Arc<dyn Fault>));
        }
    }
    let verdict = unverified.verify(&keys);
    Ok(match verdict.error {
        None => Answer::output(verdict.identity.map_or_else(|| "-".to_owned(), |did| did.to_string())),
        Some(error) => Answer::refused(&error),
    })
}

fn reading(name: &str) -> Result<Reading, CannotAnswer> {
    name.parse().map_err(|error| CannotAnswer::value("reading", name, format!("{error}")))
}

/// The card, and its format by its content.
fn card(vector: &Vector) -> Result<(Document, &'static dyn Format), Answer> {
    let document = Document::parse(vector.body(), &Limits::default()).map_err(|error| Answer::refused(&error))?;
    let formats = detect(document.root(), FORMATS).map_err(|error| Answer::refused(&error))?;
    match formats.first() {
        Some(format) => Ok((document, *format)),
        None => Err(Answer::ok()),
    }
}
