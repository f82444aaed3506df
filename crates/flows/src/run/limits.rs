//! How long and how much a run may take.

use std::time::Duration;

/// How long and how much a run may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RunLimits {
    /// For one request, to the last byte of its answer (default 30 s).
    pub timeout: Duration,
    /// For all of the run, with what is waited between requests (default 5 minutes).
    pub deadline: Duration,
    /// The largest body of an answer, in bytes (default 10 MiB).
    pub max_body: usize,
    /// The most steps, each repetition counted (default 1,000).
    pub max_steps: usize,
}

impl RunLimits {
    /// The deepest nesting of workflows that call workflows.
    pub const MAX_DEPTH: usize = 16;

    /// The most memory that the values of a run take together, in bytes: that of 12 of the largest bodies, and 64 MiB at least.
    #[must_use]
    pub fn kept(&self) -> usize {
        self.max_body.saturating_mul(12).max(64 << 20)
    }

    /// The most that the outputs of steps and workflows take as they are written, in bytes: 64 of the largest bodies, and 128 MiB at least.
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
