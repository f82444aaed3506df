//! Enforces the limits and requirements of an agent's card for incoming messages.
//!
//! | member of the card | enforcement |
//! |---|---|
//! | `constraints.rateLimits.requestsPerMinute` | per DID, before a message is queued |
//! | `security.requiredPermissions` | per DID, with a function of the service, before a message is queued |
//! | `capabilities[].inputSchema` | for each request, before it is queued |
//! | `constraints.rateLimits.concurrentConnections` | per DID, for requests that are handled in parallel |
//! | `capabilities[].outputSchema` | for results of the handler, before they are sent |
//!
//! All checks use the DID that signed the message. A refusal before queueing is unsigned, like all refusals; later
//! errors are signed responses. A retry that is answered from memory is not counted.

use crate::{
    capability::Capabilities,
    counter::Counter,
    directory::ListedAgent,
    endpoint::{AdmissionRule, Context, Handler, HandlerFailure},
    envelope::MessageType,
    rate_limits::{RateLimiter, RateLimits},
    signature::AcceptedMessage,
};
use agent_description::{
    Code, CodedError, Did,
    diagnostic::shortened,
    json::{Json, Text, object},
};
use futures_util::future::{BoxFuture, FutureExt, ready};
use std::sync::Arc;
use tokio::time::Instant;
use tracing::warn;

/// Whether a DID has a permission.
type Permissions = Arc<dyn Fn(&Did, &str) -> bool + Send + Sync>;

/// Maximum number of heartbeats per DID and minute; they are not requests.
const MAX_HEARTBEATS_PER_MINUTE: u32 = 600;

/// The policy of a card. Cheap to clone; clones share their counters.
#[derive(Clone)]
pub struct CardPolicy {
    checks: Arc<Capabilities>,
    required: Arc<[Text]>,
    has_permission: Permissions,
    limiter: RateLimiter,
    heartbeats: RateLimiter,
    counters: Arc<PolicyCounters>,
}

/// Counts messages that the policy refused, and results that it withheld.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct PolicyCounters {
    /// Messages beyond the rate limits.
    pub rate: Counter,
    /// Messages whose sender lacks a permission.
    pub permission: Counter,
    /// Messages with an unknown capability or invalid parameters.
    pub parameters: Counter,
    /// Results that did not match the capability's schema, an error of the handler.
    pub results: Counter,
}

impl CardPolicy {
    /// The policy of an agent's card. No DID has permissions until [`permissions`](Self::permissions) is called.
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

    /// Sets the function that decides whether a DID has a required permission. It is called for each message and must
    /// be fast.
    #[must_use]
    pub fn permissions(self, has_permission: impl Fn(&Did, &str) -> bool + Send + Sync + 'static) -> Self {
        Self { has_permission: Arc::new(has_permission), ..self }
    }

    /// The counters.
    #[must_use]
    pub fn counters(&self) -> &PolicyCounters {
        &self.counters
    }

    /// The check for an endpoint before it queues a message.
    #[must_use]
    pub fn admission(&self) -> AdmissionRule {
        let policy = self.clone();
        Box::new(move |message| policy.admit(message))
    }

    /// Wraps a handler: limits parallel requests per sender, and validates results with the capability's schema.
    /// Answers heartbeats; passes events through.
    #[must_use]
    pub fn handler(&self, handler: impl Handler) -> impl Handler {
        Kept { policy: self.clone(), handler: Arc::new(handler) }
    }

    fn refused(which: &Counter, fault: &dyn CodedError) -> HandlerFailure {
        which.add();
        HandlerFailure::with_code(fault.code(), fault.to_string())
    }

    fn admit(&self, message: &AcceptedMessage) -> Result<(), HandlerFailure> {
        let (sender, envelope) = (message.signer(), message.envelope());
        let now = Instant::now().into_std();
        let is_heartbeat = envelope.message_type == MessageType::Heartbeat;
        let limiter = if is_heartbeat { &self.heartbeats } else { &self.limiter };
        limiter.count(sender, now).map_err(|error| Self::refused(&self.counters.rate, &error))?;
        if is_heartbeat {
            return Ok(());
        }
        if let Some(lacking) = self.required.iter().find(|needed| !(self.has_permission)(sender, needed)) {
            self.counters.permission.add();
            let said = format!("{sender} does not have the permission {}", shortened(lacking));
            return Err(HandlerFailure::with_code(Code::AUTH_FORBIDDEN, said));
        }
        if envelope.message_type == MessageType::Request {
            let checked = self.checks.check_request(envelope);
            checked.map_err(|error| Self::refused(&self.counters.parameters, &error))?;
        }
        Ok(())
    }
}

opaque_debug!(CardPolicy: required);

/// A handler that enforces a card.
struct Kept {
    policy: CardPolicy,
    handler: Arc<dyn Handler>,
}

impl Handler for Kept {
    fn handle(
        &self,
        message: Arc<AcceptedMessage>,
        context: Context,
    ) -> BoxFuture<'static, Result<Json, HandlerFailure>> {
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
            let mut payload = object! { "results": results };
            policy.checks.check_results(action, &payload).map_err(|error| {
                warn!(code = error.code().as_str(), error = %error, "withheld results that do not match the card");
                policy.counters.results.add();
                // a result can contain secrets: tell the caller the location, not the value
                let at = error.pointer().unwrap_or_default();
                let said = format!("the agent's results do not match its card, at {}", shortened(&at));
                HandlerFailure::with_code(error.code(), said)
            })?;
            Ok(payload.remove("results").unwrap_or(nothing))
        }
        .boxed()
    }
}
