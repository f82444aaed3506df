//! Vectors for cards: sign, verify.

use super::{
    Answered, Path, Stopped, Vector, VectorAnswer, document, optional, value,
    verification::{expectations, verify},
};
use adp_cards::{
    FORMATS,
    a2a_card::A2A,
    seed_card::SEED,
    signature::{PayloadForm, sign},
};
use agent_description::{
    Document, Limits,
    format::{Format, detect},
    hex::hex,
    key::{KeyType, SigningKey},
    proof::{Allowances, KeySigner},
};
use sha2::{Digest, Sha256};

/// Output: the SHA-256 of a signature's payload.
pub(super) fn card_sign(vector: &Vector, _: &Path) -> Answered {
    let (document, format) = card(vector)?;
    let form: Option<PayloadForm> = optional(vector, "reading")?;
    let kind = [A2A, SEED].into_iter().find(|kind| kind.format == format.name);
    let Some(kind) = kind else { return Ok(VectorAnswer::ok()) };
    // the payload does not depend on the key
    let key = SigningKey::from_secret_bytes(KeyType::P256, &[1; 32])?;
    let signer = KeySigner::new("did:wba:example.com#key-1".parse()?, key);
    sign(&document, kind, &signer, form, None, &Limits::default())?;
    let payload = kind.payload(document.root(), form.unwrap_or(PayloadForm::Served)).unwrap_or_default();
    Ok(VectorAnswer::output(hex(&Sha256::digest(payload))))
}

/// Output: the signer of the card, or `-` if it is unknown.
pub(super) fn card_verify(vector: &Vector, folder: &Path) -> Answered {
    let (document, format) = card(vector)?;
    let mut allowed = Allowances::default();
    if let Some(names) = vector.header("readings") {
        allowed.payload_forms = names.split(' ').map(str::to_owned).collect();
    }
    allowed.key_set = vector.header("jwks").map(|jwks| jwks.as_bytes().into());
    let mut expectations = expectations(value(vector, "at")?, optional(vector, "signer")?);
    expectations.allowances = allowed;
    if let Some(url) = vector.header("fetched-from") {
        expectations.fetched_from = Some(url.into());
    }
    verify(vector, folder, document, format, &expectations)
}

/// The card, and its detected format.
fn card(vector: &Vector) -> Result<(Document, &'static Format), Stopped> {
    let document = document(vector)?;
    let formats = detect(document.root(), FORMATS)?;
    let format = formats.first().ok_or(Stopped::Refused(VectorAnswer::ok()))?;
    Ok((document, *format))
}
