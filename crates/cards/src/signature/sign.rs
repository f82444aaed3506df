//! Signs cards.

use super::{Kind, PayloadForm, SignError, entry};
use agent_description::{
    Code, Document, ReadLimits,
    diagnostic::Place as Spot,
    json::{Json, Object},
    jws::{Algorithm, Unsigned},
    proof::Signer,
};

/// Adds a signature to a card. The default payload is one that all payload forms share.
///
/// The protected header has `alg`, `kid` (the signer's key ID) and `typ` "JOSE".
///
/// # Errors
///
/// `card-not-portable` if no payload form is given and the forms differ; `spelling`; `jws-malformed` if `signatures` is
/// not a list, or full; errors of the signer.
pub fn sign(
    document: &Document,
    kind: &'static Kind,
    signer: &dyn Signer,
    reading: Option<PayloadForm>,
    limits: impl Into<ReadLimits>,
) -> Result<Document, SignError> {
    let root = document.root();
    kind.check_names(document)?;
    let present = entry::present(root)?;
    if present.len() >= entry::MAX_SIGNATURES {
        let found =
            format!("there are already {} signatures, expected fewer than {}", present.len(), entry::MAX_SIGNATURES);
        return Err(SignError::new(Code::JWS_MALFORMED, found));
    }
    if reading.is_none() {
        portable(document, kind)?;
    }
    let reading = reading.unwrap_or(PayloadForm::Served);
    let payload = kind.payload(root, reading).ok_or_else(|| {
        let found = format!("payload forms do not apply to {}; omit {reading}", kind.format);
        SignError::new(Code::JWS_MALFORMED, found)
    })?;
    let algorithm = Algorithm::for_key_type(signer.verifying_key().key_type());
    let unsigned = Unsigned::new(algorithm, Some("JOSE"), Some(signer.method().as_str()), &payload);
    let signature = signer.sign(&unsigned.signing_input()).map_err(SignError::Signer)?;
    let signed = unsigned.signed(&signature, signer.verifying_key())?;

    let mut entry = Object::with_capacity(2);
    entry.insert("protected", signed.protected);
    entry.insert("signature", signed.signature);
    let mut entries = present.to_vec();
    entries.push(Json::from(entry));
    let mut root = root.clone();
    root.insert("signatures", entries);
    Document::from_object(root, limits).map_err(SignError::Document)
}

/// Rejects a card whose payload forms differ.
fn portable(document: &Document, kind: &Kind) -> Result<(), SignError> {
    let members = (kind.left_out)(document.root());
    if members.is_empty() {
        return Ok(());
    }
    let placed = members.into_iter().map(|member| (Spot::from_offset(document, member.offset).pointer, member));
    Err(SignError::NotPortable { members: placed.collect() })
}
