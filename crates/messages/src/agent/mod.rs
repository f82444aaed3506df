//! Who sends and receives: an agent's DID, type and key, whose documents it can resolve, and which nonces it has seen.

pub(crate) mod accept;
mod call;
mod caller;
mod draft;
mod error;
mod peers;

pub use accept::Received;
pub use call::{Call, Event, To};
pub use caller::{Answer, Caller, PreparedCall};
pub use draft::message_id;
pub use error::{CallError, ReceiveError};
pub use peers::Peers;

use crate::envelope::ENVELOPE_BYTES;
use crate::signature::{MESSAGE_WINDOW, Receiver, SignError, nonce, sign};
use agent_description::{
    CLOCK_SKEW, Did, Document, ReadLimits, Timestamp,
    auth::replay::{MemoryReplayStore, ReplayStore, forgotten_until},
    json::Object,
    proof::Signer,
    resolve::{Clock, SystemClock},
};
use std::{fmt, sync::Arc, time::Duration};

/// How many nonces an agent remembers where no store is named; of one sender an eighth, which is some 300 a second for as long as they
/// are good.
const NONCES: usize = 1 << 20;

/// An agent, as the others see it. Cheap to clone; clones are the same agent.
#[derive(Clone)]
pub struct Agent {
    inner: Arc<Inner>,
}

struct Inner {
    receiver: Receiver,
    instance_id: Option<String>,
    signer: Box<dyn Signer + Send + Sync>,
    peers: Box<dyn Peers>,
    replay: Arc<dyn ReplayStore>,
    clock: Arc<dyn Clock>,
    window: Duration,
    skew: Duration,
    /// Requests and events that were signed until then may have been accepted by an earlier process.
    signed_after: Option<Timestamp>,
}

/// What an [`Agent`] is made of.
pub struct AgentBuilder {
    inner: Inner,
    is_first: bool,
}

impl Agent {
    /// An agent of a type whose messages `signer` signs, under the DID of its method. `peers` has the DID documents of the others: a resolver,
    /// with a cache in front of it where it asks the network.
    #[must_use]
    pub fn builder(
        agent_type: impl Into<String>,
        signer: impl Signer + Send + Sync + 'static,
        peers: impl Peers + 'static,
    ) -> AgentBuilder {
        let inner = Inner {
            receiver: Receiver::new(signer.method().did().clone(), agent_type),
            instance_id: None,
            signer: Box::new(signer),
            peers: Box::new(peers),
            replay: Arc::new(MemoryReplayStore::new(NONCES)),
            clock: Arc::new(SystemClock::new()),
            window: MESSAGE_WINDOW,
            skew: CLOCK_SKEW,
            signed_after: None,
        };
        AgentBuilder { inner, is_first: false }
    }

    /// Its DID.
    #[must_use]
    pub fn did(&self) -> &Did {
        self.inner.receiver.did()
    }

    /// What kind of agent it is.
    #[must_use]
    pub fn agent_type(&self) -> &str {
        self.inner.receiver.agent_type()
    }

    /// Which of the agent's processes this is.
    #[must_use]
    pub fn instance_id(&self) -> Option<&str> {
        self.inner.instance_id.as_deref()
    }

    /// As messages name it.
    #[must_use]
    pub fn receiver(&self) -> &Receiver {
        &self.inner.receiver
    }

    /// The time, by the agent's clock.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.inner.clock.now()
    }

    /// How long a message that is signed now can be accepted, the clocks' differences included: what it brought about is remembered for longer.
    pub(crate) fn good_for(&self) -> Duration {
        self.inner.window + 2 * self.inner.skew
    }

    /// A message of this agent's, signed now with a new nonce.
    ///
    /// # Errors
    /// [`SignError`]: what is wrong with the envelope; what the signer refuses; no random numbers.
    pub fn sign(&self, envelope: Object) -> Result<Document, SignError> {
        let document = Document::from_object(envelope, ReadLimits::new(ENVELOPE_BYTES)).map_err(SignError::Document)?;
        let nonce = nonce().map_err(SignError::Random)?;
        sign(&document, &*self.inner.signer, self.now(), &nonce, true)
    }
}

impl AgentBuilder {
    /// Which of the agent's processes this is.
    #[must_use]
    pub fn instance_id(mut self, instance_id: impl Into<String>) -> Self {
        self.inner.instance_id = Some(instance_id.into());
        self
    }

    /// Remembers nonces here: processes that are one agent share a store. Without it, in memory. Where the store does not survive a restart, the
    /// agent accepts what is signed later than a clock skew after its start, and tells others when to send again.
    #[must_use]
    pub fn replay_store(mut self, store: impl ReplayStore + 'static) -> Self {
        self.inner.replay = Arc::new(store);
        self
    }

    /// Says that no process before this one received messages for the agent, because its key is new: messages are accepted at once, though
    /// the store of nonces does not survive a restart.
    #[must_use]
    pub fn first_process(mut self) -> Self {
        self.is_first = true;
        self
    }

    /// Tells the time by this clock.
    #[must_use]
    pub fn clock(mut self, clock: impl Clock + 'static) -> Self {
        self.inner.clock = Arc::new(clock);
        self
    }

    /// How long a signature is good (five minutes), and how far another's clock may be ahead (a minute).
    #[must_use]
    pub fn window(mut self, window: Duration, skew: Duration) -> Self {
        (self.inner.window, self.inner.skew) = (window, skew);
        self
    }

    /// The agent.
    #[must_use]
    pub fn build(self) -> Agent {
        let mut inner = self.inner;
        if !self.is_first {
            inner.signed_after = forgotten_until(&*inner.replay, inner.clock.now(), inner.skew);
        }
        Agent { inner: Arc::new(inner) }
    }
}

impl fmt::Debug for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Agent")
            .field("receiver", &self.inner.receiver)
            .field("instance_id", &self.inner.instance_id)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for AgentBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AgentBuilder").field("receiver", &self.inner.receiver).finish_non_exhaustive()
    }
}
