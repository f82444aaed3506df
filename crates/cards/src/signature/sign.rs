//! Signs cards.

use super::{CardKind, LeftOut, PayloadForm, SignatureError, entry};
use crate::codes;
use adp_tools::wording::named;
use agent_description::{
    Code, Document, ReadLimits,
    diagnostic::Place as Spot,
    json::{Json, Object},
    jws::{Algorithm, Unsigned},
    proof::Signer,
};

/// Adds a signature to a card. The default payload is one that all payload forms share.
///
/// The protected header has `alg`, `kid` (the signer's key ID) and `typ` "JOSE". `alg` may be set for Ed25519, which has
/// two names: `EdDSA` (the default) and `Ed25519` (RFC 9864).
///
/// # Errors
///
/// `card-not-portable` if no payload form is given and the forms differ; `spelling`; `jws-malformed` if `signatures` is
/// not a list of objects, or full; errors of the signer. `jws-algorithm` if `alg` is no name of the key's algorithm.
pub fn sign(
    document: &Document,
    kind: &CardKind,
    signer: &dyn Signer,
    form: Option<PayloadForm>,
    alg: Option<&str>,
    limits: impl Into<ReadLimits>,
) -> Result<Document, SignatureError> {
    document.check_signable().map_err(|error| SignatureError::elsewhere(&error))?;
    let root = document.root();
    kind.check_names(document)?;
    let present = entry::before_another(root)?;
    if form.is_none() {
        portable(document, kind)?;
    }
    let form = form.unwrap_or(PayloadForm::Served);
    let payload = kind.payload(root, form).ok_or_else(|| {
        let found = format!("payload forms do not apply to {}; omit {form}", kind.format);
        SignatureError::new(Code::JWS_MALFORMED, found)
    })?;
    let algorithm = Algorithm::for_key_type(signer.verifying_key().key_type());
    let unsigned = Unsigned::new(algorithm, &payload);
    let unsigned = alg.map_or(Ok(unsigned.clone()), |alg| unsigned.alg(alg))?.typ("JOSE").kid(signer.method().as_str());
    let signature = signer.sign(&unsigned.signing_input()).map_err(|error| SignatureError::elsewhere(&error))?;
    let signed = unsigned.signed(&signature, signer.verifying_key())?;

    let mut entry = Object::with_capacity(2);
    entry.insert("protected", signed.protected);
    entry.insert("signature", signed.signature);
    let mut entries = present.to_vec();
    entries.push(Json::from(entry));
    let mut root = root.clone();
    root.insert("signatures", entries);
    Document::from_object(root, limits).map_err(|error| SignatureError::elsewhere(&error))
}

/// Rejects a card whose payload forms differ.
fn portable(document: &Document, kind: &CardKind) -> Result<(), SignatureError> {
    let members = (kind.left_out)(document.root());
    let pointer = |member: &LeftOut| Spot::from_offset(document, member.offset).pointer;
    let Some(first) = members.first() else { return Ok(()) };
    let name = |member: &LeftOut| format!("{} ({})", pointer(member).as_deref().unwrap_or(&member.name), member.why);
    let names = named(members.iter().map(name), 12);
    let message = match (kind.old_version)(document.root()) {
        Some(version) => format!(
            "the card is of {version}, from which verifiers of A2A 1.0 compute another payload; to sign for all of them, \
             convert it to A2A 1.0"
        ),
        None => format!("verifiers would compute different payloads; to sign for all of them, correct {names}"),
    };
    let mut error = SignatureError::new(codes::CARD_NOT_PORTABLE, message);
    error.pointer = pointer(first);
    Err(error)
}
