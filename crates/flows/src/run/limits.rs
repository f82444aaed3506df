//! Limits of a run.

use std::time::Duration;

/// Limits of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RunLimits {
    /// Time for one request, including the complete response (default: 30 s).
    pub timeout: Duration,
    /// Time for the complete run, including waits between requests (default: 5 minutes).
    pub deadline: Duration,
    /// Maximum size of a response body, in bytes (default: 10 MiB).
    pub max_body: usize,
    /// Maximum number of steps, including repetitions (default: 1,000).
    pub max_steps: usize,
}

impl RunLimits {
    /// Maximum nesting depth of workflows.
    pub const MAX_DEPTH: usize = 16;

    /// Maximum memory of a run's values, in bytes: that of 12 bodies of the maximum size, at least 64 MiB.
    #[must_use]
    pub fn kept(&self) -> usize {
        self.max_body.saturating_mul(12).max(64 << 20)
    }

    /// Maximum serialized size of the outputs of steps and workflows, in bytes: 64 bodies of the maximum size, at least
    /// 128 MiB.
    #[must_use]
    pub fn written(&self) -> usize {
        self.max_body.saturating_mul(64).max(128 << 20)
    }
}

impl Default for RunLimits {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(30),
            deadline: Duration::from_secs(300),
            max_body: 10 << 20,
            max_steps: 1000,
        }
    }
}
