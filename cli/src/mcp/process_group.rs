//! The process group of a server: it ends together, whatever the command has started, and also if this program is
//! interrupted. On systems without process groups, only the command itself is ended.

#[cfg(unix)]
pub use unix::ProcessGroup;
#[cfg(not(unix))]
pub use without_groups::ProcessGroup;

use std::time::Duration;
use tokio::process::{Child, Command};

#[cfg(unix)]
mod unix {
    use super::{Child, Command, Duration};
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
    use std::{
        process,
        sync::{Mutex, MutexGuard, Once, PoisonError},
        time::Instant,
    };
    use tokio::signal::unix::{SignalKind, signal};

    /// How often it is looked whether a server has ended.
    const POLL_INTERVAL: Duration = Duration::from_millis(20);

    /// The groups that run, which a signal ends.
    static RUNNING: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

    fn running() -> MutexGuard<'static, Vec<Pid>> {
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A process group, killed where it is dropped. Its leader must not be waited for before: until then, no other group
    /// gets its number.
    #[derive(Debug)]
    pub struct ProcessGroup(Option<Pid>);

    impl ProcessGroup {
        /// Makes a command start a group of its own.
        pub fn prepare(command: &mut Command) {
            command.process_group(0);
            static WATCHES: Once = Once::new();
            WATCHES.call_once(|| {
                for (kind, number) in
                    [(SignalKind::hangup(), 1), (SignalKind::interrupt(), 2), (SignalKind::terminate(), 15)]
                {
                    if let Ok(mut signals) = signal(kind) {
                        tokio::spawn(async move {
                            signals.recv().await;
                            for group in running().drain(..) {
                                let _ = kill_process_group(group, Signal::KILL);
                            }
                            // as a shell reports a program that the signal ended
                            process::exit(128 + number);
                        });
                    }
                }
            });
        }

        /// The group of a process that was started with it.
        pub fn of_leader(leader: &Child) -> Self {
            let leader = leader.id().and_then(|id| Pid::from_raw(id.try_into().ok()?));
            running().extend(leader);
            Self(leader)
        }

        /// Waits until the leader has ended, at most so long.
        pub async fn leader_ends(&self, _: &mut Child, at_most: Duration) {
            let began = Instant::now();
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
            let runs = |leader| matches!(waitid(WaitId::Pid(leader), options), Ok(None));
            while self.0.is_some_and(runs) && began.elapsed() < at_most {
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        }
    }

    impl Drop for ProcessGroup {
        fn drop(&mut self) {
            let Some(leader) = self.0 else { return };
            running().retain(|group| *group != leader);
            let _ = kill_process_group(leader, Signal::KILL);
        }
    }
}

#[cfg(not(unix))]
mod without_groups {
    use super::{Child, Command, Duration};

    #[derive(Debug)]
    pub struct ProcessGroup;

    impl ProcessGroup {
        pub fn prepare(_: &mut Command) {}

        pub fn of_leader(_: &Child) -> Self {
            Self
        }

        pub async fn leader_ends(&self, leader: &mut Child, at_most: Duration) {
            let _ = tokio::time::timeout(at_most, leader.wait()).await;
        }
    }
}
