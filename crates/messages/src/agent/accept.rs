//! Accepting what came in: one way for every channel, for messages and for answers.

use super::{Agent, ReceiveError};
use crate::{
    envelope::{ENVELOPE_BYTES, RoutingStrategy},
    signature::{AcceptedMessage, MessageExpectations, UnverifiedMessage},
};
use agent_description::{
    Document, ReadLimits,
    json::{Json, Object, jcs},
};
use sha2::{Digest, Sha256};

/// A message that this agent accepted, and what tells whether another with the same id says the same.
#[derive(Clone, Debug)]
pub struct Received {
    message: AcceptedMessage,
    digest: [u8; 32],
}

impl Received {
    /// The message.
    #[must_use]
    pub fn message(&self) -> &AcceptedMessage {
        &self.message
    }

    /// The message alone.
    #[must_use]
    pub fn into_message(self) -> AcceptedMessage {
        self.message
    }

    /// SHA-256 of what a retry keeps: the canonical form of the envelope without `security` and `timestamp`.
    pub(crate) fn digest(&self) -> &[u8; 32] {
        &self.digest
    }
}

impl Agent {
    /// Accepts a message for this agent: its bytes are at most 1 MiB of strict JSON, it keeps the envelope's rules, its sender's key signed it a
    /// short while ago for this agent, and nobody has accepted it before; judged in this order.
    ///
    /// Where nonces do not survive a restart, a request or event that was signed before this agent's start and the clock skew is refused: it
    /// may be one that an earlier process accepted ([`AgentBuilder::first_process`](super::AgentBuilder::first_process)).
    ///
    /// # Errors
    /// [`ReceiveError`]: the first of these that is not so.
    pub async fn accept(&self, bytes: &[u8]) -> Result<Received, ReceiveError> {
        self.accept_document(&read(bytes)?).await
    }

    /// The same for what was read already.
    pub(crate) async fn accept_document(&self, document: &Document) -> Result<Received, ReceiveError> {
        let unverified = UnverifiedMessage::read(document)?;
        let sender = self.inner.peers.did_document(unverified.did()).await.map_err(ReceiveError::Sender)?;
        let now = self.now();
        let expectations = MessageExpectations {
            window: self.inner.window,
            skew: self.inner.skew,
            signed_after: self.inner.signed_after,
            ..MessageExpectations::at(now).receiver(self.inner.receiver.clone())
        };
        let verified = unverified.verify(&sender, &expectations)?;
        let message = verified.once(&*self.inner.replay, now).await?;
        Ok(Received { message, digest: digest(document.root()) })
    }
}

/// Reads a message, no larger than messages may be.
pub(crate) fn read(bytes: &[u8]) -> Result<Document, ReceiveError> {
    if bytes.len() > ENVELOPE_BYTES {
        return Err(ReceiveError::Size { bytes: bytes.len() });
    }
    Document::parse(bytes, ReadLimits::new(ENVELOPE_BYTES)).map_err(ReceiveError::Read)
}

fn digest(envelope: &Object) -> [u8; 32] {
    let kept = envelope.iter().filter(|member| !["security", "timestamp"].contains(&member.name().as_str()));
    let kept: Object = kept.map(|member| (member.name().clone(), member.value().clone())).collect();
    Sha256::digest(jcs::canonicalize(&Json::from(kept))).into()
}

/// Whether a message goes to all agents of a type: nobody answers for all of them.
pub(crate) fn is_broadcast(message: &AcceptedMessage) -> bool {
    message.envelope().target.routing == RoutingStrategy::Broadcast
}
