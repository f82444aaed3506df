//! Settings: how long verdicts on agents are kept, and how many agents are verified at the same time.

use agent_description::discovery::OriginPolicy;
use std::time::Duration;

/// Settings of [`AgentVerifier`](super::AgentVerifier).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AgentSettings {
    /// To which other origins the services of a DID document may lead (default: none, the origin of the DID alone is asked).
    pub origins: OriginPolicy,
    /// How long after the fetch of its DID document an agent is admitted without another verification (default: 5 minutes). A key that was
    /// removed from the DID document is admitted no longer than that.
    pub fresh_for: Duration,
    /// How long a refusal is repeated (default: 30 s).
    pub refused_for: Duration,
    /// How long nothing is fetched for an agent after a failed fetch (default: 5 s).
    pub unavailable_for: Duration,
    /// Most verified agents that are kept (default: 10,000, of about 500 bytes each).
    pub max_agents: usize,
    /// Most refusals that are kept (default: 10,000, of at most 5 KiB each).
    pub max_refusals: usize,
    /// Most agents that are verified for the first time at the same time, and most that are verified again (default: 32 each).
    pub at_once: usize,
    /// Most agents of one host that are verified at the same time (default: 8).
    pub at_once_per_host: usize,
    /// Most agents that wait for their first verification (default: 4,096).
    pub max_waiting: usize,
    /// How long a request waits until its agent's verification begins (default: 10 s).
    pub wait: Duration,
    /// How long a verification may take (default: 20 s).
    pub timeout: Duration,
}

impl Default for AgentSettings {
    fn default() -> Self {
        Self {
            origins: OriginPolicy::Same,
            fresh_for: Duration::from_secs(5 * 60),
            refused_for: Duration::from_secs(30),
            unavailable_for: Duration::from_secs(5),
            max_agents: 10_000,
            max_refusals: 10_000,
            at_once: 32,
            at_once_per_host: 8,
            max_waiting: 4_096,
            wait: Duration::from_secs(10),
            timeout: Duration::from_secs(20),
        }
    }
}
