//! Vectors for messages: check, and verify including the receiver's nonce store.

use super::{
    Answer, CannotAnswer, Path, Vector,
    descriptions::flag,
    dids::{did, time},
    file,
    requests::{Remembered, at_once},
    required,
};
use adp_cards::seed_card::SeedCard;
use adp_messages::{
    ENVELOPE,
    capability::Capabilities,
    envelope::Envelope,
    signature::{MessageError, MessageExpectations, Receiver, UnverifiedMessage, VerifiedMessage},
};
use agent_description::{
    CodedError, Document, Limits, Timestamp, diagnostic::Severity, did::DidDocument, format::Options,
};

/// Checks an envelope. The result is the first error, with `any` the first finding.
pub fn message_check(vector: &Vector, _: &Path) -> Result<Answer, CannotAnswer> {
    let document = match Document::parse(vector.body(), &Limits::default()) {
        Ok(document) => document,
        Err(error) => return Ok(Answer::refused(&error)),
    };
    // no rule of envelopes depends on the time
    let epoch = Timestamp::from_unix_seconds(0).ok_or_else(|| CannotAnswer::Kind("message-check".to_owned()))?;
    let any = flag(vector, "any")?;
    let report = ENVELOPE.check(&document, &Options::at(epoch));
    let decides = report.diagnostics.iter().find(|finding| any || finding.severity == Severity::Error);
    if let Some(finding) = decides {
        return Ok(Answer::with_code(finding.code, finding.message.clone()));
    }
    Ok(match Envelope::read(&document) {
        Ok(_) => Answer::ok(),
        Err(error) => Answer::refused(&error),
    })
}

/// Validates a request or a response with the capabilities of a card.
pub fn message_capability(vector: &Vector, _: &Path) -> Result<Answer, CannotAnswer> {
    let card = required(vector, "card")?;
    let card = Document::parse(card.as_bytes(), &Limits::default())
        .map_err(|error| CannotAnswer::value("card", card, error.to_string()))?;
    let capabilities = match Capabilities::from_card(&SeedCard::read(&card)) {
        Ok(capabilities) => capabilities,
        Err(error) => return Ok(Answer::refused(&error)),
    };
    let document = match Document::parse(vector.body(), &Limits::default()) {
        Ok(document) => document,
        Err(error) => return Ok(Answer::refused(&error)),
    };
    let envelope = match Envelope::read(&document) {
        Ok(envelope) => envelope,
        Err(error) => return Ok(Answer::refused(&error)),
    };
    let checked = match vector.header("answers") {
        Some(action) => capabilities.check_response(action, &envelope),
        None => capabilities.check_request(&envelope),
    };
    Ok(checked.map_or_else(|error| Answer::refused(&error), |()| Answer::ok()))
}

/// Verifies a signed message for a receiver. Output: the key ID.
pub fn message_verify(vector: &Vector, folder: &Path) -> Result<Answer, CannotAnswer> {
    let at = time(vector, "at")?.ok_or_else(|| CannotAnswer::value("at", "", "this kind needs the header"))?;
    let did_document = file(vector, "did-document", folder)?;
    let receiver =
        did(vector, "receiver")?.ok_or_else(|| CannotAnswer::value("receiver", "", "this kind needs the header"))?;
    let expectations =
        MessageExpectations::at(at).receiver(Receiver::new(receiver, required(vector, "receiver-type")?));
    let store = Remembered::from_vector(vector)?;
    let verified = Document::parse(vector.body(), &Limits::default())
        .map_err(|error| Answer::refused(&error))
        .and_then(|document| verify(&document, &did_document, &expectations).map_err(|error| Answer::refused(&error)));
    let verified = match verified {
        Ok(verified) => verified,
        Err(refused) => return Ok(refused),
    };
    let method = verified.method().to_string();
    let accepted = at_once(verified.once(&store, at))
        .ok_or_else(|| CannotAnswer::value("remembers", "", "the store made the answer wait"))?;
    Ok(match accepted {
        Ok(_) => Answer::output(method),
        Err(error) => Answer::refused(&error as &dyn CodedError),
    })
}

fn verify(
    document: &Document,
    did_document: &[u8],
    expectations: &MessageExpectations,
) -> Result<VerifiedMessage, MessageError> {
    let unverified = UnverifiedMessage::read(document)?;
    // parsed for the signer's DID, like a resolver
    let resolved = DidDocument::parse_for(unverified.did(), did_document, &Limits::default())
        .map_err(MessageError::DidDocument)?;
    unverified.verify(&resolved, expectations)
}
