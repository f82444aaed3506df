//! Accepts messages once.

use super::{VerifiedMessage, not_for};
use crate::{
    MessageError, codes,
    envelope::{Envelope, RoutingStrategy},
};
use agent_description::{
    Code, Did, Timestamp,
    auth::replay::{Replay, ReplayKey, ReplayStore},
};

/// The protocol name in nonce keys, which separates them from those of HTTP requests.
const PROTOCOL: &str = "a2a-envelope";

/// A verified message that this receiver has not accepted before.
#[derive(Clone, Debug)]
pub struct AcceptedMessage(VerifiedMessage);

impl VerifiedMessage {
    /// Accepts the message if its nonce is unused, atomically for all users of the store.
    ///
    /// Each receiver accepts a broadcast once; only the first receiver accepts a message to any agent of a type.
    ///
    /// # Errors
    ///
    /// `auth-replayed`; `message-replay-store` if the store is full or unavailable; `auth-audience` if the message was
    /// verified without a receiver.
    pub async fn once(self, store: &dyn ReplayStore, now: Timestamp) -> Result<AcceptedMessage, MessageError> {
        let Some(receiver) = &self.receiver else {
            return Err(not_for("another agent", &self.envelope));
        };
        let shared = match self.envelope.target.routing {
            RoutingStrategy::Direct | RoutingStrategy::Broadcast => receiver.did.as_str(),
            RoutingStrategy::LoadBalance => &receiver.agent_type,
        };
        let key = ReplayKey::for_protocol(PROTOCOL, shared, self.method.did(), &self.nonce);
        let untold = |why: &str| {
            let message = format!("the nonce cannot be checked for replay: {why}");
            Err(MessageError::new(codes::MESSAGE_REPLAY_STORE, message))
        };
        let recorded = store.record(&key, self.good_until, now).await;
        match recorded.map_err(|error| MessageError::new(codes::MESSAGE_REPLAY_STORE, error.to_string()))? {
            Replay::Fresh => Ok(AcceptedMessage(self)),
            Replay::Replayed => {
                let message = "the message was already accepted: its nonce was used";
                Err(MessageError::new(Code::AUTH_REPLAYED, message))
            }
            Replay::Full => untold("the nonce store is full"),
            Replay::Expired => untold("it has expired, or the clock was set back"),
        }
    }
}

impl AcceptedMessage {
    /// The signed envelope.
    #[must_use]
    pub fn envelope(&self) -> &Envelope {
        self.0.envelope()
    }

    /// The signer.
    #[must_use]
    pub fn signer(&self) -> &Did {
        self.0.signer()
    }
}
