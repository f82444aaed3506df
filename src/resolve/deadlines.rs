//! How long a fetch may take.

use std::time::Duration;

/// How long a server may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadlines {
    /// For name lookup, TCP and TLS together (default 5 s).
    pub connect: Duration,
    /// For everything, to the body's last byte (default 10 s).
    pub total: Duration,
}

impl Default for Deadlines {
    fn default() -> Self {
        Self { connect: Duration::from_secs(5), total: Duration::from_secs(10) }
    }
}
