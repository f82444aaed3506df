//! What an agent's card promises and asks for, held where its messages come in.
//!
//! | the card says | held |
//! |---|---|
//! | `constraints.rateLimits.requestsPerMinute` | for each DID, before a message is queued |
//! | `security.requiredPermissions` | of each DID, by the function that the service gives, before a message is queued |
//! | `capabilities[].inputSchema` | of each request, before it is queued |
//! | `constraints.rateLimits.concurrentConnections` | of each DID, by its requests that are handled at the same time |
//! | `capabilities[].outputSchema` | of what the handler brings, before it is sent |
//!
//! All of these judge the DID that signed the message. What is refused before it is queued is told unsigned, as all refusals are; the rest is
//! the agent's own answer. A retry that is answered from memory counts for nothing.

use crate::{
    capability::{Capabilities, CapabilityError},
    directory::ListedAgent,
    endpoint::{Admission, Context, Failure, Handler},
    envelope::MessageType,
    rate_limits::{RateLimiter, RateLimits},
    signature::AcceptedMessage,
};
use agent_description::{
    Code, CodedError, Did,
    diagnostic::shortened,
    json::{Json, Object, Text},
};
use futures_util::future::{BoxFuture, FutureExt, ready};
use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};
use tokio::time::Instant;
use tracing::warn;

/// Whether a DID has a permission.
type Permissions = Arc<dyn Fn(&Did, &str) -> bool + Send + Sync>;

/// How many signs of life a minute one DID may send: they are no requests.
const MAX_HEARTBEATS_PER_MINUTE: u32 = 600;

/// What a card promises and asks for. Cheap to clone; clones count together.
#[derive(Clone)]
pub struct CardPolicy {
    checks: Arc<Capabilities>,
    required: Arc<[Text]>,
    has_permission: Permissions,
    limiter: RateLimiter,
    heartbeats: RateLimiter,
    counters: Arc<PolicyCounters>,
}

/// Messages that a card's policy did not let through, or whose results it held back.
#[derive(Debug, Default)]
pub struct PolicyCounters {
    rate: AtomicU64,
    permission: AtomicU64,
    parameters: AtomicU64,
    results: AtomicU64,
}

impl PolicyCounters {
    /// Those beyond the rate limits.
    #[must_use]
    pub fn rate(&self) -> u64 {
        self.rate.load(Ordering::Relaxed)
    }

    /// Those whose sender lacks a permission.
    #[must_use]
    pub fn permission(&self) -> u64 {
        self.permission.load(Ordering::Relaxed)
    }

    /// Those that ask for no capability, or with parameters that do not fit it.
    #[must_use]
    pub fn parameters(&self) -> u64 {
        self.parameters.load(Ordering::Relaxed)
    }

    /// Those whose results did not fit the capability: the handler is at fault.
    #[must_use]
    pub fn results(&self) -> u64 {
        self.results.load(Ordering::Relaxed)
    }
}

impl CardPolicy {
    /// That of an agent, by its card. Nobody has any permission until [`permissions`](Self::permissions) says who has.
    #[must_use]
    pub fn from_card(card: &ListedAgent) -> Self {
        let heartbeats = RateLimits { requests_per_minute: Some(MAX_HEARTBEATS_PER_MINUTE), ..RateLimits::default() };
        Self {
            checks: Arc::clone(&card.checks),
            required: card.required_permissions.clone().into(),
            has_permission: Arc::new(|_, _| false),
            limiter: RateLimiter::new(card.rate_limits),
            heartbeats: RateLimiter::new(heartbeats),
            counters: Arc::default(),
        }
    }

    /// Asks this function whether a DID has a permission that the card requires: it is called for each message, and should be quick.
    #[must_use]
    pub fn permissions(self, has_permission: impl Fn(&Did, &str) -> bool + Send + Sync + 'static) -> Self {
        Self { has_permission: Arc::new(has_permission), ..self }
    }

    /// How often it said no.
    #[must_use]
    pub fn counters(&self) -> &PolicyCounters {
        &self.counters
    }

    /// What an endpoint asks before it queues a message.
    #[must_use]
    pub fn admission(&self) -> Box<dyn Admission> {
        Box::new(self.clone())
    }

    /// A handler that keeps to the card: requests go to `handler` only as many at once as are promised to their sender, its results leave only
    /// if they fit the capability. Signs of life are answered here; events go through.
    #[must_use]
    pub fn handler(&self, handler: impl Handler) -> impl Handler {
        Kept { policy: self.clone(), handler: Arc::new(handler) }
    }

    fn refused(which: &AtomicU64, fault: &dyn CodedError) -> Failure {
        which.fetch_add(1, Ordering::Relaxed);
        Failure::with_code(fault.code(), fault.to_string())
    }
}

impl Admission for CardPolicy {
    fn admit(&self, message: &AcceptedMessage) -> Result<(), Failure> {
        let (sender, envelope) = (message.signer(), message.envelope());
        let now = Instant::now().into_std();
        let is_heartbeat = envelope.message_type == MessageType::Heartbeat;
        let limiter = if is_heartbeat { &self.heartbeats } else { &self.limiter };
        limiter.count(sender, now).map_err(|error| Self::refused(&self.counters.rate, &error))?;
        if is_heartbeat {
            return Ok(());
        }
        if let Some(lacking) = self.required.iter().find(|needed| !(self.has_permission)(sender, needed)) {
            self.counters.permission.fetch_add(1, Ordering::Relaxed);
            let said = format!("{sender} does not have the permission {}", shortened(lacking));
            return Err(Failure::with_code(Code::AUTH_FORBIDDEN, said));
        }
        if envelope.message_type == MessageType::Request {
            let checked = self.checks.check_request(envelope);
            checked.map_err(|error| Self::refused(&self.counters.parameters, &error))?;
        }
        Ok(())
    }
}

impl fmt::Debug for CardPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CardPolicy").field("required", &self.required).finish_non_exhaustive()
    }
}

/// A handler that keeps to a card.
struct Kept {
    policy: CardPolicy,
    handler: Arc<dyn Handler>,
}

impl Handler for Kept {
    fn handle(&self, message: Arc<AcceptedMessage>, context: Context) -> BoxFuture<'static, Result<Json, Failure>> {
        let nothing = Json::from(None::<Text>);
        match message.envelope().message_type {
            MessageType::Heartbeat => return ready(Ok(nothing)).boxed(),
            MessageType::Request => {}
            _ => return self.handler.handle(message, context),
        }
        let policy = self.policy.clone();
        let working = match policy.limiter.begin(message.signer(), Instant::now().into_std()) {
            Ok(working) => working,
            Err(error) => return ready(Err(CardPolicy::refused(&policy.counters.rate, &error))).boxed(),
        };
        let handled = self.handler.handle(Arc::clone(&message), context);
        async move {
            let results = handled.await?;
            drop(working);
            let action = message.envelope().action().unwrap_or_default();
            let mut payload = Object::with_capacity(1);
            payload.insert("results", results);
            policy.checks.check_results(action, &payload).map_err(|error| {
                warn!(code = error.code().as_str(), error = %error, "withheld results that do not match the card");
                policy.counters.results.fetch_add(1, Ordering::Relaxed);
                // what does not fit can hold anything: the caller is told where, not what
                let at = error.pointer().unwrap_or_default();
                let said = format!("the agent's results do not match its card, at {}", shortened(&at));
                match error {
                    CapabilityError::Results { .. } => Failure::with_code(Code::INVALID_RESULT, said),
                    other => Failure::with_code(other.code(), said),
                }
            })?;
            Ok(payload.remove("results").unwrap_or(nothing))
        }
        .boxed()
    }
}
