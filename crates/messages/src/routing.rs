//! Selects one of several agents by capability, type, load and claimed performance. The order is deterministic.

use crate::{
    agent::{AgentCall, CallError, SignedResponse, To},
    capability::Performance,
    directory::{AgentQuery, Directory, ListedAgent},
    locked::locked,
    orchestration::Ask,
};
use agent_description::Did;
use std::{
    cmp::Ordering,
    collections::HashMap,
    sync::{Arc, Mutex},
};
use tokio::time::Instant;
use tracing::debug;

/// The order of preference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Preference {
    /// Lowest load first: this caller's pending requests relative to the card's `maxConcurrentRequests` (default: 1).
    /// Then the faster one, the more reliable one, and the smaller DID.
    #[default]
    LeastLoaded,
    /// Highest claimed `reliability` first, then as above.
    Reliability,
}

/// Selects agents, and counts the pending requests of each. Cheap to clone; clones share the counts.
#[derive(Clone)]
pub struct Router {
    directory: Arc<dyn Directory>,
    preference: Preference,
    working: Arc<Mutex<HashMap<Did, u32>>>,
}

opaque_debug!(Router: preference);

/// A selected agent. It is busy until this value is dropped.
#[derive(Debug)]
#[non_exhaustive]
pub struct Chosen {
    agent: ListedAgent,
    working: Arc<Mutex<HashMap<Did, u32>>>,
}

impl Chosen {
    /// The agent.
    #[must_use]
    pub fn agent(&self) -> &ListedAgent {
        &self.agent
    }
}

impl Drop for Chosen {
    fn drop(&mut self) {
        let mut working = locked(&self.working);
        let left = working.get(&self.agent.did).copied().unwrap_or_default().saturating_sub(1);
        // only busy agents are tracked
        if left == 0 {
            working.remove(&self.agent.did);
        } else {
            working.insert(self.agent.did.clone(), left);
        }
    }
}

impl Router {
    /// Selects among the agents of a directory.
    #[must_use]
    pub fn new(directory: impl Directory + 'static, preference: Preference) -> Self {
        Self { directory: Arc::new(directory), preference, working: Arc::default() }
    }

    /// Number of pending requests of this caller to an agent.
    #[must_use]
    pub fn working(&self, did: &Did) -> u32 {
        locked(&self.working).get(did).copied().unwrap_or_default()
    }

    /// Selects an agent, except those in `except`.
    ///
    /// # Errors
    ///
    /// [`CallError`]: the directory fails, no agent matches, or all matching agents are at their limits.
    pub async fn choose(&self, wanted: &AgentQuery, except: &[Did]) -> Result<Chosen, CallError> {
        let mut agents = self.directory.find(wanted).await.map_err(CallError::Directory)?;
        agents.retain(|agent| !except.contains(&agent.did));
        if agents.is_empty() {
            return Err(CallError::nobody(wanted));
        }
        let found = agents.len();
        // select and count atomically, so that two callers do not both see an agent as idle
        let mut working = locked(&self.working);
        let ranked = agents.into_iter().filter_map(|agent| {
            let performance = agent.performance(&wanted.capability).unwrap_or_default();
            let busy = working.get(&agent.did).copied().unwrap_or_default();
            let has_room = performance.max_concurrent_requests.is_none_or(|most| busy < most);
            has_room.then_some((performance, busy, agent))
        });
        let first = ranked.min_by(|(a_performs, a_busy, a), (b_performs, b_busy, b)| {
            ordered(self.preference, (a_performs, *a_busy), (b_performs, *b_busy))
                .then_with(|| a.did.as_str().cmp(b.did.as_str()))
        });
        let Some((_, busy, agent)) = first else {
            return Err(CallError::Busy(found));
        };
        working.insert(agent.did.clone(), busy.saturating_add(1));
        drop(working);
        debug!(agent = agent.did.as_str(), busy, "chosen");
        Ok(Chosen { agent, working: self.working.clone() })
    }

    /// Calls the preferred agent, and after a temporary failure the next one, within the call's time limit and retries.
    /// `call.to` is set to each agent, and each request has its own ID unless the call has one, because the recipient
    /// is part of the signed message.
    ///
    /// # Errors
    ///
    /// [`CallError`]: no agent is available, or the error of the last call.
    pub async fn call(&self, ask: &dyn Ask, wanted: &AgentQuery, call: AgentCall) -> Result<SignedResponse, CallError> {
        let (deadline, most) = (Instant::now() + call.timeout, call.retries.saturating_add(1));
        let mut tried: Vec<Did> = Vec::new();
        let mut last: Option<CallError> = None;
        for turn in 0..most {
            let chosen = match (self.choose(wanted, &tried).await, last.take()) {
                (Ok(chosen), _) => chosen,
                // report the last failure, not that there are no further agents
                (Err(CallError::Nobody { .. } | CallError::Busy(_)), Some(error)) => return Err(error),
                (Err(error), _) => return Err(error),
            };
            let left = deadline.saturating_duration_since(Instant::now());
            let agent = &chosen.agent;
            tried.push(agent.did.clone());
            // reserve time for the agents that may have to be asked next
            let mut asked = call.clone().timeout(left / (most - turn)).retries(0);
            asked.to = To::agent(agent.did.clone());
            match ask.ask(asked).await {
                Ok(answer) => return Ok(answer),
                Err(error) if error.is_passing() && Instant::now() < deadline => last = Some(error),
                Err(error) => return Err(error),
            }
        }
        Err(last.unwrap_or_else(|| CallError::nobody(wanted)))
    }
}

/// Compares two agents without their DIDs.
fn ordered(preference: Preference, a: (&Performance, u32), b: (&Performance, u32)) -> Ordering {
    let load = || {
        let room = |performance: &Performance| u64::from(performance.max_concurrent_requests.unwrap_or(1).max(1));
        // compares a.busy / a.room with b.busy / b.room without division
        (u64::from(a.1) * room(b.0)).cmp(&(u64::from(b.1) * room(a.0)))
    };
    // missing figures come last
    let quickness = || match (a.0.average_response_time, b.0.average_response_time) {
        (Some(a), Some(b)) => a.cmp(&b),
        (a, b) => b.is_some().cmp(&a.is_some()),
    };
    let reliability = || {
        let share = |performance: &Performance| performance.reliability.unwrap_or(-1.0);
        share(b.0).total_cmp(&share(a.0))
    };
    match preference {
        Preference::LeastLoaded => load().then_with(quickness).then_with(reliability),
        Preference::Reliability => reliability().then_with(load).then_with(quickness),
    }
}
