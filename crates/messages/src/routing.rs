//! Which of several agents is asked: by what it can do, its type, how busy this caller keeps it, and what its card says of its
//! performance. The order is the same wherever the same is known.

use crate::{
    agent::{Answer, Call, CallError, To},
    capability::Performance,
    codes,
    directory::{AgentQuery, Directory, DirectoryError, ListedAgent},
    orchestration::Ask,
};
use agent_description::{Code, CodedError, Did, diagnostic::shortened};
use std::{
    cmp::Ordering,
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::time::Instant;
use tracing::debug;

/// Who goes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Preference {
    /// Whom this caller keeps the least busy: its requests under way by the card's `maxConcurrentRequests` (1 where the card does not say).
    /// Then the quicker one, then the more reliable one, then the DID that sorts first.
    #[default]
    LeastLoaded,
    /// Whose card says the highest `reliability`. Then the least busy one, and so on.
    Reliability,
}

/// Chooses agents, and counts what each is asked. Cheap to clone; clones count together.
#[derive(Clone)]
pub struct Router {
    directory: Arc<dyn Directory>,
    preference: Preference,
    working: Arc<Mutex<HashMap<Did, u32>>>,
}

impl fmt::Debug for Router {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Router").field("preference", &self.preference).finish_non_exhaustive()
    }
}

/// An agent that was chosen; it counts as busy until this is dropped.
#[derive(Debug)]
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
        // only those that are busy take room
        if left == 0 {
            working.remove(&self.agent.did);
        } else {
            working.insert(self.agent.did.clone(), left);
        }
    }
}

impl Router {
    /// Chooses among the agents of a directory.
    #[must_use]
    pub fn new(directory: impl Directory + 'static, preference: Preference) -> Self {
        Self { directory: Arc::new(directory), preference, working: Arc::default() }
    }

    /// How many requests of this caller an agent is working at.
    #[must_use]
    pub fn working(&self, did: &Did) -> u32 {
        locked(&self.working).get(did).copied().unwrap_or_default()
    }

    /// The agent that goes first, but for those named.
    ///
    /// # Errors
    /// [`RoutingError`]: the directory does not tell; nobody can do it; all who can are as busy as their cards allow.
    pub async fn choose(&self, wanted: &AgentQuery, except: &[Did]) -> Result<Chosen, RoutingError> {
        let mut agents = self.directory.find(wanted).await.map_err(RoutingError::Directory)?;
        agents.retain(|agent| !except.contains(&agent.did));
        if agents.is_empty() {
            return Err(RoutingError::nobody(wanted));
        }
        let found = agents.len();
        // looked at and counted in one step: two callers do not see the same agent idle
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
            return Err(RoutingError::Busy { found });
        };
        working.insert(agent.did.clone(), busy.saturating_add(1));
        drop(working);
        debug!(agent = agent.did.as_str(), busy, "chosen");
        Ok(Chosen { agent, working: self.working.clone() })
    }

    /// Asks the agent that goes first; after a failure that passes the next one, and so on, within the call's time and at most as
    /// many times as it may be tried again. `call.to` is set to each agent in turn, so each request has its own id unless the call
    /// has one: who is asked is part of what is signed.
    ///
    /// # Errors
    /// [`RoutingError`]: nobody to ask, or what the last one said.
    pub async fn call(&self, ask: &dyn Ask, wanted: &AgentQuery, call: Call) -> Result<Answer, RoutingError> {
        let (deadline, most) = (Instant::now() + call.timeout, call.retries.saturating_add(1));
        let mut tried: Vec<Did> = Vec::new();
        let mut last: Option<CallError> = None;
        for turn in 0..most {
            let chosen = match (self.choose(wanted, &tried).await, last.take()) {
                (Ok(chosen), _) => chosen,
                // whom the last one failed is told why, and not that there is no further one
                (Err(RoutingError::Nobody { .. } | RoutingError::Busy { .. }), Some(error)) => {
                    return Err(RoutingError::Call(error));
                }
                (Err(error), _) => return Err(error),
            };
            let left = deadline.saturating_duration_since(Instant::now());
            let agent = chosen.agent();
            tried.push(agent.did.clone());
            // what is left is shared with those who may have to be asked after this one
            let mut asked = call.clone().timeout(left / (most - turn)).retries(0);
            asked.to = To::agent(agent.did.clone());
            match ask.ask(asked).await {
                Ok(answer) => return Ok(answer),
                Err(error) if error.is_passing() && Instant::now() < deadline => last = Some(error),
                Err(error) => return Err(RoutingError::Call(error)),
            }
        }
        Err(last.map_or_else(|| RoutingError::nobody(wanted), RoutingError::Call))
    }
}

/// Who of two goes first, their DIDs apart.
fn ordered(preference: Preference, a: (&Performance, u32), b: (&Performance, u32)) -> Ordering {
    let load = || {
        let room = |performance: &Performance| u64::from(performance.max_concurrent_requests.unwrap_or(1).max(1));
        // a.busy / a.room against b.busy / b.room, without division
        (u64::from(a.1) * room(b.0)).cmp(&(u64::from(b.1) * room(a.0)))
    };
    // what a card does not say comes last
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

fn locked(working: &Mutex<HashMap<Did, u32>>) -> MutexGuard<'_, HashMap<Did, u32>> {
    working.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Why nobody is asked, or why nobody answered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RoutingError {
    /// The directory does not tell.
    #[error("{0}")]
    Directory(DirectoryError),
    /// Nobody can do it.
    #[error("found no agent{of_type} with the capability {capability}")]
    Nobody {
        /// The capability, shortened.
        capability: String,
        /// The type that was wanted, in words.
        of_type: String,
    },
    /// All who can are busy.
    #[error("all {found} suitable agents have reached their limit of concurrent requests of this caller")]
    Busy {
        /// How many there are.
        found: usize,
    },
    /// What the last one that was asked said.
    #[error("{0}")]
    Call(CallError),
}

impl RoutingError {
    fn nobody(wanted: &AgentQuery) -> Self {
        let of_type = wanted.agent_type.as_deref().map(|named| format!(" of type {}", shortened(named)));
        Self::Nobody { capability: shortened(&wanted.capability), of_type: of_type.unwrap_or_default() }
    }
}

impl CodedError for RoutingError {
    fn code(&self) -> Code {
        match self {
            Self::Directory(error) => error.code(),
            Self::Nobody { .. } => Code::NOT_FOUND,
            Self::Busy { .. } => codes::MESSAGE_QUEUE_FULL,
            Self::Call(error) => error.code(),
        }
    }
}
