//! Agents as senders and receivers: DID, type, key, resolver and nonce store.

pub(crate) mod accept;
mod call;
mod caller;
mod draft;
mod error;
mod peers;

pub use accept::ReceivedMessage;
pub use call::{AgentCall, Event, To};
pub use caller::{Caller, PreparedCall, SignedResponse};
pub use draft::message_id;
pub use error::CallError;
pub use peers::Peers;

use crate::MessageError;
use crate::signature::{MESSAGE_WINDOW, MessageReceiver, nonce, sendable, sign};
use agent_description::{
    CLOCK_SKEW, Did, Document, Timestamp,
    auth::replay::{MemoryReplayStore, ReplayStore},
    json::Object,
    proof::Signer,
    resolve::{Clock, SystemClock},
};
use std::{sync::Arc, time::Duration};

/// Capacity of the default nonce store. One sender may use an eighth, about 300 messages per second.
const NONCES: usize = 1 << 20;

/// An agent. Cheap to clone; clones share their state.
#[derive(Clone)]
pub struct Agent {
    inner: Arc<Inner>,
}

struct Inner {
    receiver: MessageReceiver,
    instance_id: Option<String>,
    signer: Box<dyn Signer + Send + Sync>,
    peers: Box<dyn Peers>,
    replay: Arc<dyn ReplayStore>,
    clock: Arc<dyn Clock>,
    window: Duration,
    skew: Duration,
    /// Requests and events signed until this time may have been accepted by an earlier process.
    signed_after: Option<Timestamp>,
}

/// Builds an [`Agent`].
pub struct AgentBuilder {
    inner: Inner,
    is_first: bool,
}

impl Agent {
    /// Starts building an agent of a type. `signer` signs its messages under the DID of its key ID. `peers` resolves
    /// the DIDs of other agents; use a cache for network resolvers.
    #[must_use]
    pub fn builder(
        agent_type: impl Into<String>,
        signer: impl Signer + Send + Sync + 'static,
        peers: impl Peers + 'static,
    ) -> AgentBuilder {
        let inner = Inner {
            receiver: MessageReceiver::new(signer.method().did().clone(), agent_type),
            instance_id: None,
            signer: Box::new(signer),
            peers: Box::new(peers),
            replay: Arc::new(MemoryReplayStore::new(NONCES)),
            clock: Arc::new(SystemClock::default()),
            window: MESSAGE_WINDOW,
            skew: CLOCK_SKEW,
            signed_after: None,
        };
        AgentBuilder { inner, is_first: false }
    }

    /// DID of the agent.
    #[must_use]
    pub fn did(&self) -> &Did {
        &self.inner.receiver.did
    }

    /// Type of the agent.
    #[must_use]
    pub fn agent_type(&self) -> &str {
        &self.inner.receiver.agent_type
    }

    /// ID of this process of the agent.
    #[must_use]
    pub fn instance_id(&self) -> Option<&str> {
        self.inner.instance_id.as_deref()
    }

    /// The current time of the agent's clock.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.inner.clock.now()
    }

    /// How long a message signed now can be accepted, including clock skew. Its effects must be remembered at least as
    /// long.
    pub(crate) fn good_for(&self) -> Duration {
        self.inner.window + 2 * self.inner.skew
    }

    /// Signs a message with the current time and a new nonce.
    ///
    /// # Errors
    ///
    /// [`MessageError`]: an invalid envelope, an error of the signer, or no random numbers.
    pub fn sign(&self, envelope: Object) -> Result<Document, MessageError> {
        let document = sendable(envelope)?;
        let nonce = nonce().map_err(MessageError::from_error)?;
        sign(&document, &*self.inner.signer, self.now(), &nonce, true, None)
    }
}

impl AgentBuilder {
    /// Sets the ID of this process of the agent.
    #[must_use]
    pub fn instance_id(mut self, instance_id: impl Into<String>) -> Self {
        self.inner.instance_id = Some(instance_id.into());
        self
    }

    /// Sets the nonce store; processes of one agent must share it. The default store is in memory. With a store that
    /// does not survive a restart, the agent accepts only messages signed later than a clock skew after its start, and
    /// tells senders when to retry.
    #[must_use]
    pub fn replay_store(mut self, store: impl ReplayStore + 'static) -> Self {
        self.inner.replay = Arc::new(store);
        self
    }

    /// States that no earlier process received messages for this agent, because its key is new. Messages are then
    /// accepted immediately, even if the nonce store does not survive a restart.
    #[must_use]
    pub fn first_process(mut self) -> Self {
        self.is_first = true;
        self
    }

    /// Sets the clock.
    #[must_use]
    pub fn clock(mut self, clock: impl Clock + 'static) -> Self {
        self.inner.clock = Arc::new(clock);
        self
    }

    /// Sets the lifetime of signatures (default: five minutes) and the clock skew (default: a minute).
    #[must_use]
    pub fn window(mut self, window: Duration, skew: Duration) -> Self {
        (self.inner.window, self.inner.skew) = (window, skew);
        self
    }

    /// Builds the agent.
    #[must_use]
    pub fn build(self) -> Agent {
        let mut inner = self.inner;
        if !self.is_first {
            inner.signed_after = inner.replay.forgotten_until(inner.clock.now(), inner.skew);
        }
        Agent { inner: Arc::new(inner) }
    }
}

opaque_debug!(Agent: inner.receiver, inner.instance_id);

opaque_debug!(AgentBuilder: inner.receiver);
