//! Accepts incoming messages and responses, in the same way for every channel.

use super::Agent;
use crate::{
    MessageError,
    envelope::ENVELOPE_BYTES,
    signature::{AcceptedMessage, MessageExpectations, UnverifiedMessage},
};
use adp_tools::lenient_members::other;
use agent_description::{
    Code, CodedError, Document, ReadLimits,
    json::{Json, Object, jcs},
};
use sha2::{Digest, Sha256};

/// An accepted message, with a digest for comparison with other messages of the same ID.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ReceivedMessage {
    /// The message.
    pub message: AcceptedMessage,
    /// SHA-256 of the part that a retry keeps: the canonical form of the envelope without `security` and `timestamp`.
    pub(crate) digest: [u8; 32],
}

impl Agent {
    /// Accepts a message for this agent. Checks in this order: at most 1 MiB of strict JSON, the rules of envelopes, a
    /// recent signature by the sender's key for this agent, and an unused nonce.
    ///
    /// If nonces do not survive a restart, requests and events are refused that were signed before this agent's start
    /// plus the clock skew. An earlier process may have accepted them
    /// ([`AgentBuilder::first_process`](super::AgentBuilder::first_process)).
    ///
    /// # Errors
    ///
    /// [`MessageError`]: the first failed check.
    pub async fn accept(&self, bytes: &[u8]) -> Result<ReceivedMessage, MessageError> {
        self.accept_unverified(UnverifiedMessage::read(&read(bytes)?)?).await
    }

    /// Like [`Self::accept`], for a parsed message.
    pub(crate) async fn accept_unverified(
        &self,
        unverified: UnverifiedMessage,
    ) -> Result<ReceivedMessage, MessageError> {
        let digest = digest(unverified.document().root());
        let sender = self
            .inner
            .peers
            .did_document(unverified.did())
            .await
            .map_err(|error| MessageError::new(error.code(), format!("the sender's DID document: {error}")))?;
        let now = self.now();
        let expectations = MessageExpectations {
            window: self.inner.window,
            skew: self.inner.skew,
            signed_after: self.inner.signed_after,
            ..MessageExpectations::at(now).receiver(self.inner.receiver.clone())
        };
        let verified = unverified.verify(&sender, &expectations)?;
        let message = verified.once(&*self.inner.replay, now).await?;
        Ok(ReceivedMessage { message, digest })
    }
}

/// Parses a message within the size limit.
pub(crate) fn read(bytes: &[u8]) -> Result<Document, MessageError> {
    if bytes.len() > ENVELOPE_BYTES {
        let message = format!("the message has {} bytes, expected at most {ENVELOPE_BYTES}", bytes.len());
        return Err(MessageError::new(Code::TOO_LARGE, message));
    }
    Document::parse(bytes, ReadLimits::new(ENVELOPE_BYTES)).map_err(|error| {
        MessageError::new(error.code(), format!("the message is unreadable: {error}")).at(error.place())
    })
}

fn digest(envelope: &Object) -> [u8; 32] {
    Sha256::digest(jcs::canonicalize(&Json::from(other(envelope, &["security", "timestamp"])))).into()
}
