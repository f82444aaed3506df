//! Probes of endpoints.

use crate::{
    agent::{CallError, Caller, Event, To},
    channel::Address,
    envelope::Priority,
};
use agent_description::Did;
#[cfg(feature = "http")]
use agent_description::resolve::Fetcher;
use futures_util::future::{BoxFuture, FutureExt};
use std::{fmt, time::Duration};

/// Probes endpoints.
pub trait SignOfLife: fmt::Debug + Send + Sync {
    /// Whether the endpoint responds within this time.
    fn is_there<'a>(&'a self, place: &'a Address, within: Duration) -> BoxFuture<'a, bool>;
}

/// Probes with HEARTBEAT messages. A refusal also proves that the endpoint is available, for example with a full queue.
#[derive(Clone, Debug)]
pub struct Heartbeat {
    caller: Caller,
    to: Did,
}

impl Heartbeat {
    /// Sends heartbeats to this agent.
    #[must_use]
    pub fn new(caller: Caller, to: Did) -> Self {
        Self { caller, to }
    }
}

impl SignOfLife for Heartbeat {
    fn is_there<'a>(&'a self, place: &'a Address, within: Duration) -> BoxFuture<'a, bool> {
        let event = Event::heartbeat(To::agent(self.to.clone())).priority(Priority::Urgent);
        async move { matches!(self.caller.tell_at(place, &event, within).await, Ok(()) | Err(CallError::Refused(_))) }
            .boxed()
    }
}

/// Probes the `healthCheck` URL of a card, which covers all endpoints of its agent: `GET` with a status of 200 to 299.
#[cfg(feature = "http")]
#[derive(Clone, Debug)]
pub struct HealthCheck {
    fetcher: Fetcher,
    url: String,
}

#[cfg(feature = "http")]
impl HealthCheck {
    /// Maximum size of a response, in bytes; its content is ignored.
    const BODY: usize = 64 << 10;

    /// Probes this URL with the fetcher's policy.
    #[must_use]
    pub fn new(mut fetcher: Fetcher, url: impl Into<String>) -> Self {
        fetcher.body_limit = Self::BODY;
        Self { fetcher, url: url.into() }
    }

    /// Whether the URL reports success within this time.
    pub async fn passes(&self, within: Duration) -> bool {
        let Ok(request) = http::Request::get(&self.url).body(Vec::new()) else { return false };
        let asked = async {
            let response = self.fetcher.send(request).await.ok()?;
            let is_well = response.status.is_success();
            // read the body so that the connection can be reused
            response.bytes().await.ok()?;
            Some(is_well)
        };
        tokio::time::timeout(within, asked).await.ok().flatten() == Some(true)
    }
}

#[cfg(feature = "http")]
impl SignOfLife for HealthCheck {
    fn is_there<'a>(&'a self, _: &'a Address, within: Duration) -> BoxFuture<'a, bool> {
        self.passes(within).boxed()
    }
}
