//! What ends a server.

use std::io;

/// Ctrl-C, or what a supervisor sends. It is heard from when this is made: whoever is told afterwards that the server runs may end it at once.
#[derive(Debug)]
pub struct Stop {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
}

impl Stop {
    /// Listens from now on, on the runtime that this is called on.
    #[cfg(unix)]
    pub fn listen() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    /// Listens from now on, on the runtime that this is called on.
    #[cfg(not(unix))]
    pub fn listen() -> io::Result<Self> {
        Ok(Self {})
    }

    #[cfg(unix)]
    pub(super) async fn wait(mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }

    #[cfg(not(unix))]
    pub(super) async fn told(self) {
        // without a handler the process ends as it always did
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
