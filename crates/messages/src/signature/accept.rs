//! A message is accepted once.

use super::{MessageError, VerifiedMessage};
use crate::envelope::{Envelope, RoutingStrategy};
use agent_description::{
    Did, Timestamp,
    auth::replay::{Replay, ReplayKey, ReplayStore},
};

/// What a nonce is remembered under, so that it is none of an HTTP request.
const PROTOCOL: &str = "a2a-envelope";

/// A verified message that this receiver had not accepted before.
#[derive(Clone, Debug)]
pub struct AcceptedMessage(VerifiedMessage);

impl VerifiedMessage {
    /// Accepts the message, if its nonce was not used: in one indivisible step for all who share the store.
    ///
    /// A broadcast is accepted once by each receiver, a message to one of a type once by whoever of them is first.
    ///
    /// # Errors
    /// `auth-replayed`; `message-replay-store` where the store has no room or does not answer; `auth-audience` where no receiver
    /// was named when the message was verified.
    pub async fn once(self, store: &dyn ReplayStore, now: Timestamp) -> Result<AcceptedMessage, MessageError> {
        let Some(receiver) = &self.receiver else {
            let nobody = "another agent".to_owned();
            return Err(MessageError::Target { target: self.envelope.target.to_string(), receiver: nobody });
        };
        let shared = match self.envelope.target.routing {
            RoutingStrategy::Direct | RoutingStrategy::Broadcast => receiver.did().as_str(),
            RoutingStrategy::LoadBalance => receiver.agent_type(),
        };
        let key = ReplayKey::for_protocol(PROTOCOL, shared, self.method.did(), &self.nonce);
        match store.record(&key, self.good_until, now).await.map_err(MessageError::Store)? {
            Replay::Fresh => Ok(AcceptedMessage(self)),
            Replay::Replayed => Err(MessageError::Replayed),
            Replay::Full => Err(MessageError::Untold { reason: "the nonce store is full" }),
            Replay::Expired => Err(MessageError::Untold { reason: "it has expired, or the clock was set back" }),
        }
    }
}

impl AcceptedMessage {
    /// What was signed.
    #[must_use]
    pub fn envelope(&self) -> &Envelope {
        self.0.envelope()
    }

    /// Who signed it.
    #[must_use]
    pub fn signer(&self) -> &Did {
        self.0.signer()
    }
}
