//! Vectors for messages: their capabilities, and verification including the receiver's nonce store.

use super::{
    Answered, Path, Vector, VectorAnswer, document, document_in, file,
    requests::{Remembered, at_once},
    required, value,
};
use adp_cards::seed_card::SeedCard;
use adp_messages::{
    capability::Capabilities,
    envelope::Envelope,
    signature::{MessageExpectations, MessageReceiver, UnverifiedMessage},
};
use agent_description::{Limits, Timestamp, did::DidDocument};

/// Validates a request or a response with the capabilities of a card.
pub(super) fn message_capability(vector: &Vector, _: &Path) -> Answered {
    let capabilities = Capabilities::from_card(&SeedCard::read(&document_in(vector, "card")?))?;
    let envelope = Envelope::read(&document(vector)?)?;
    match vector.header("answers") {
        Some(action) => capabilities.check_response(action, &envelope)?,
        None => capabilities.check_request(&envelope)?,
    }
    Ok(VectorAnswer::ok())
}

/// Verifies a signed message for a receiver. Output: the key ID.
pub(super) fn message_verify(vector: &Vector, folder: &Path) -> Answered {
    let at: Timestamp = value(vector, "at")?;
    let did_document = file(vector, "did-document", folder)?;
    let receiver = MessageReceiver::new(value(vector, "receiver")?, required(vector, "receiver-type")?);
    let store = Remembered::from_vector(vector)?;
    let unverified = UnverifiedMessage::read(&document(vector)?)?;
    // parsed for the signer's DID, like a resolver
    let resolved = DidDocument::parse_for(unverified.did(), &did_document, &Limits::default())?;
    let verified = unverified.verify(&resolved, &MessageExpectations::at(at).receiver(receiver))?;
    let method = verified.method().to_string();
    at_once(verified.once(&store, at))??;
    Ok(VectorAnswer::output(method))
}
