//! Vectors for cards: check, sign, verify.

use super::{
    Answer, CannotAnswer, Path, Vector,
    descriptions::flag,
    dids::did,
    required,
    verification::{expectations, verify},
};
use adp_cards::{
    FORMATS,
    a2a_card::A2A,
    seed_card::SEED,
    signature::{PayloadForm, sign},
};
use agent_description::{
    Document, Limits, Timestamp,
    diagnostic::Severity,
    format::{Format, Options, detect},
    hex::hex,
    key::{KeyType, SigningKey},
    proof::{Allowances, KeySigner},
};
use sha2::{Digest, Sha256};

/// Checks a card. The result is the first error, with `any` the first finding.
pub fn card_check(vector: &Vector, _: &Path) -> Result<Answer, CannotAnswer> {
    let (document, format) = match card(vector) {
        Ok(found) => found,
        Err(answer) => return Ok(answer),
    };
    // no rule of cards depends on the time
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

/// Output: the SHA-256 of a signature's payload.
pub fn card_sign(vector: &Vector, _: &Path) -> Result<Answer, CannotAnswer> {
    let (document, format) = match card(vector) {
        Ok(found) => found,
        Err(answer) => return Ok(answer),
    };
    let reading = vector.header("reading").map(reading).transpose()?;
    let kind = [A2A, SEED].into_iter().find(|kind| kind.format() == format.name());
    let Some(kind) = kind else { return Ok(Answer::ok()) };
    // the payload does not depend on the key
    let key = SigningKey::from_secret_bytes(KeyType::P256, &[1; 32]);
    let signer = key.map_err(|error| CannotAnswer::value("kind", "card-sign", error.to_string()))?;
    let method = "did:wba:example.com#key-1".parse();
    let method = method.map_err(|error| CannotAnswer::value("kind", "card-sign", format!("{error}")))?;
    if let Err(error) = sign(&document, kind, &KeySigner::new(method, signer), reading, &Limits::default()) {
        return Ok(Answer::refused(&error));
    }
    let payload = kind.payload(document.root(), reading.unwrap_or(PayloadForm::Served)).unwrap_or_default();
    Ok(Answer::output(hex(&Sha256::digest(payload))))
}

/// Output: the signer of the card, or `-` if it is unknown.
pub fn card_verify(vector: &Vector, folder: &Path) -> Result<Answer, CannotAnswer> {
    let (document, format) = match card(vector) {
        Ok(found) => found,
        Err(answer) => return Ok(answer),
    };
    let at = required(vector, "at")?;
    let mut allowed = Allowances::default();
    if let Some(names) = vector.header("readings") {
        allowed.readings = names.split(' ').map(str::to_owned).collect();
    }
    allowed.key_set = vector.header("jwks").map(|jwks| jwks.as_bytes().into());
    let at = at.parse().map_err(|error| CannotAnswer::value("at", at, format!("{error}")))?;
    let mut expectations = expectations(at, did(vector, "signer")?);
    expectations.allowances = allowed;
    if let Some(url) = vector.header("fetched-from") {
        expectations = expectations.fetched_from(url);
    }
    verify(vector, folder, document, format, &expectations)
}

fn reading(name: &str) -> Result<PayloadForm, CannotAnswer> {
    name.parse().map_err(|error| CannotAnswer::value("reading", name, format!("{error}")))
}

/// The card, and its detected format.
fn card(vector: &Vector) -> Result<(Document, &'static dyn Format), Answer> {
    let document = Document::parse(vector.body(), &Limits::default()).map_err(|error| Answer::refused(&error))?;
    let formats = detect(document.root(), FORMATS).map_err(|error| Answer::refused(&error))?;
    match formats.first() {
        Some(format) => Ok((document, *format)),
        None => Err(Answer::ok()),
    }
}
