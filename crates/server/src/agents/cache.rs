//! Verdicts on agents, within bounds, and the verifications under way.

use super::{AgentError, AgentSettings, VerifiedAgent};
use agent_description::{Did, Timestamp};
use std::{
    collections::HashMap,
    sync::{Arc, Weak},
    time::Duration,
};
use tokio::sync::{OnceCell, Semaphore};

/// The result of a verification.
pub(super) type Verdict = Result<VerifiedAgent, AgentError>;

/// The answer of the cache to a lookup.
pub(super) enum Answer {
    /// A verdict that is fresh.
    Verdict(Verdict),
    /// A verification to wait for, and whether the agent was verified before.
    Verify { pending: Arc<OnceCell<Verdict>>, is_known: bool },
}

/// Verdicts and verifications. A refusal never takes the room of a verified agent.
pub(super) struct AgentCache {
    refused_for: Duration,
    unavailable_for: Duration,
    max_waiting: usize,
    at_once_per_host: usize,
    agents: Bounded<VerifiedAgent>,
    refusals: Bounded<AgentError>,
    /// One verification for all requests of an agent. The waiting requests hold it; without one, it is dropped.
    pending: HashMap<Did, Weak<OnceCell<Verdict>>>,
    hosts: HashMap<String, Weak<Semaphore>>,
}

impl AgentCache {
    pub(super) fn new(settings: &AgentSettings) -> Self {
        Self {
            refused_for: settings.refused_for,
            unavailable_for: settings.unavailable_for,
            max_waiting: settings.max_waiting,
            at_once_per_host: settings.at_once_per_host.clamp(1, Semaphore::MAX_PERMITS),
            agents: Bounded::new(settings.max_agents),
            refusals: Bounded::new(settings.max_refusals),
            pending: HashMap::new(),
            hosts: HashMap::new(),
        }
    }

    pub(super) fn look_up(&mut self, did: &Did, now: Timestamp) -> Answer {
        if let Some(agent) = self.agents.fresh(did, now) {
            return Answer::Verdict(Ok(agent.clone()));
        }
        if let Some(error) = self.refusals.fresh(did, now) {
            return Answer::Verdict(Err(error.clone()));
        }
        let is_known = self.agents.entries.contains_key(did);
        let under_way = self.pending.get(did).and_then(Weak::upgrade);
        if !is_known && under_way.is_none() && self.pending.len() >= self.max_waiting {
            return Answer::Verdict(Err(AgentError::Busy));
        }
        let pending = under_way.unwrap_or_else(|| {
            let pending = Arc::default();
            self.pending.insert(did.clone(), Arc::downgrade(&pending));
            pending
        });
        Answer::Verify { pending, is_known }
    }

    /// Keeps a verdict of a verification that began at `began`. An agent that could not be fetched stays known, and is not admitted.
    pub(super) fn keep(&mut self, did: &Did, verdict: &Verdict, began: Timestamp) {
        match verdict {
            Ok(agent) => {
                self.refusals.entries.remove(did);
                let entry = Entry { value: agent.clone(), from: began, until: agent.fresh_until };
                self.agents.put(did, entry);
            }
            Err(AgentError::Busy) => {}
            Err(error) => {
                let kept_for = if error.is_temporary() { self.unavailable_for } else { self.refused_for };
                if !error.is_temporary() {
                    self.agents.entries.remove(did);
                }
                let until = began.saturating_add(kept_for);
                self.refusals.put(did, Entry { value: error.clone(), from: began, until });
            }
        }
    }

    /// Ends the wait of one request; the last one removes the verification.
    pub(super) fn leave(&mut self, did: &Did, pending: Arc<OnceCell<Verdict>>) {
        // requests are counted under the lock
        drop(pending);
        if self.pending.get(did).is_some_and(|pending| pending.strong_count() == 0) {
            self.pending.remove(did);
        }
    }

    /// The turns of a host, for all who wait.
    pub(super) fn turns_of_host(&mut self, host: &str) -> Arc<Semaphore> {
        if let Some(turns) = self.hosts.get(host).and_then(Weak::upgrade) {
            return turns;
        }
        self.hosts.retain(|_, turns| turns.strong_count() > 0);
        let turns = Arc::new(Semaphore::new(self.at_once_per_host));
        self.hosts.insert(host.to_owned(), Arc::downgrade(&turns));
        turns
    }

    pub(super) fn forget(&mut self, did: &Did) {
        self.agents.entries.remove(did);
        self.refusals.entries.remove(did);
    }

    /// How many verified agents are kept, and how many refusals.
    pub(super) fn len(&self) -> (usize, usize) {
        (self.agents.entries.len(), self.refusals.entries.len())
    }
}

/// A value, and when it is used.
struct Entry<T> {
    value: T,
    from: Timestamp,
    until: Timestamp,
}

/// At most so many entries. Beyond, the entry that expires first is removed.
struct Bounded<T> {
    entries: HashMap<Did, Entry<T>>,
    capacity: usize,
}

impl<T> Bounded<T> {
    fn new(capacity: usize) -> Self {
        Self { entries: HashMap::new(), capacity }
    }

    fn fresh(&self, did: &Did, now: Timestamp) -> Option<&T> {
        // a clock that was set back makes nothing last longer
        let entry = self.entries.get(did).filter(|entry| entry.from <= now && now < entry.until)?;
        Some(&entry.value)
    }

    fn put(&mut self, did: &Did, entry: Entry<T>) {
        if self.capacity == 0 {
            return;
        }
        if !self.entries.contains_key(did) && self.entries.len() >= self.capacity {
            let first = self.entries.iter().min_by_key(|(_, entry)| entry.until).map(|(did, _)| did.clone());
            first.and_then(|first| self.entries.remove(&first));
        }
        self.entries.insert(did.clone(), entry);
    }
}
