//! Deadlines of fetches.

use std::time::Duration;

/// Deadlines for a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadlines {
    /// For name lookup, TCP and TLS together (default 5 s).
    pub connect: Duration,
    /// For the whole fetch, up to the last byte of the body (default 10 s).
    pub total: Duration,
}

impl Default for Deadlines {
    fn default() -> Self {
        Self { connect: Duration::from_secs(5), total: Duration::from_secs(10) }
    }
}
