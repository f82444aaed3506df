//! Runs CPU-bound work: parsing, checking and verifying documents. Each class of callers has processors and a time limit
//! of its own, so that no class delays another.

use crate::{RegistryError, codes};
use std::{panic::AssertUnwindSafe, sync::Arc, time::Duration};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

/// How long a check may wait for a processor.
const CHECK_WAIT: Duration = Duration::from_secs(5);
/// How long a check may run before its caller gets an error.
const CHECK_TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum number of checks that wait for a processor.
const MAX_WAITING_CHECKS: usize = 32;
/// How long the work for a page may wait for a processor, and how long it may run.
const PAGE_TIMEOUT: Duration = Duration::from_secs(10);
/// How long the work for a stored document may run.
const DOCUMENT_TIMEOUT: Duration = Duration::from_secs(20);

/// The pools of a registry.
#[derive(Clone, Debug)]
pub(crate) struct CpuPools {
    /// Documents that anybody has checked: half of the processors, at the lowest priority.
    pub checks: CpuPool,
    /// Pages and summaries.
    pub pages: CpuPool,
    /// Documents that are written.
    pub writes: CpuPool,
    /// Documents that are verified again: half of the processors.
    pub reverification: CpuPool,
}

impl CpuPools {
    /// Creates the pools for this machine.
    pub(crate) fn new() -> Self {
        let all = std::thread::available_parallelism().map_or(2, usize::from);
        let half = (all / 2).max(1);
        Self {
            checks: CpuPool {
                queue: Arc::new(Semaphore::new(MAX_WAITING_CHECKS)),
                wait: Some(CHECK_WAIT),
                low_priority: true,
                ..CpuPool::new(half, CHECK_TIMEOUT)
            },
            pages: CpuPool { wait: Some(PAGE_TIMEOUT), ..CpuPool::new(all, PAGE_TIMEOUT) },
            // a batch waits until its documents have had their turn
            writes: CpuPool::new(all, DOCUMENT_TIMEOUT),
            reverification: CpuPool::new(half, DOCUMENT_TIMEOUT),
        }
    }
}

/// Runs work outside the threads that answer requests, on a limited number of processors. Clones share the limit.
#[derive(Clone, Debug)]
pub(crate) struct CpuPool {
    processors: Arc<Semaphore>,
    /// One permit for each caller that may wait.
    queue: Arc<Semaphore>,
    /// How long to wait for a processor; `None` for no limit.
    wait: Option<Duration>,
    timeout: Duration,
    low_priority: bool,
}

/// A processor of a pool.
pub(crate) struct Processor {
    permit: OwnedSemaphorePermit,
    timeout: Duration,
    low_priority: bool,
}

/// Why work has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overload {
    /// The other work of this class takes all processors.
    NoProcessor,
    /// The work takes more than this time. It goes on, and takes a processor of its own class until it ends.
    Timeout(Duration),
}

impl From<Overload> for RegistryError {
    fn from(overload: Overload) -> Self {
        let message = match overload {
            Overload::NoProcessor => "all processors for this kind of request are busy; retry later".to_owned(),
            Overload::Timeout(limit) => {
                format!("the document takes more than {} s to check; send a smaller or simpler one", limit.as_secs())
            }
        };
        Self::refused(codes::REGISTRY_BUSY, message)
    }
}

impl CpuPool {
    fn new(processors: usize, timeout: Duration) -> Self {
        Self {
            processors: Arc::new(Semaphore::new(processors)),
            queue: Arc::new(Semaphore::new(Semaphore::MAX_PERMITS)),
            wait: None,
            timeout,
            low_priority: false,
        }
    }

    /// Waits for a free processor.
    ///
    /// # Errors
    /// [`Overload::NoProcessor`]
    pub(crate) async fn acquire(&self) -> Result<Processor, Overload> {
        let _waiting = self.queue.try_acquire().map_err(|_| Overload::NoProcessor)?;
        let acquire = Arc::clone(&self.processors).acquire_owned();
        let permit = match self.wait {
            None => acquire.await,
            Some(wait) => tokio::time::timeout(wait, acquire).await.map_err(|_| Overload::NoProcessor)?,
        };
        let permit = permit.map_err(|_| Overload::NoProcessor)?;
        Ok(Processor { permit, timeout: self.timeout, low_priority: self.low_priority })
    }

    /// Waits for a free processor, and then for the result. Propagates panics.
    ///
    /// # Errors
    /// [`Overload`]
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Overload> {
        self.acquire().await?.run(work).await
    }
}

impl Processor {
    /// Runs work. If it takes too long, only the caller gets an error; the processor is free when the work has ended.
    /// Propagates panics.
    ///
    /// # Errors
    /// [`Overload::Timeout`]
    pub(crate) async fn run<T: Send + 'static>(self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Overload> {
        let Self { permit, timeout, low_priority } = self;
        let (sender, result) = oneshot::channel();
        let work = move || {
            let _permit = permit;
            if low_priority {
                lower_priority();
            }
            // the caller may have stopped waiting
            let _ = sender.send(std::panic::catch_unwind(AssertUnwindSafe(work)));
        };
        if low_priority {
            // a thread of its own, because a thread of the runtime could not have its priority back
            let started = std::thread::Builder::new().name("registry-check".to_owned()).spawn(work);
            started.map_err(|_| Overload::NoProcessor)?;
        } else {
            tokio::task::spawn_blocking(work);
        }
        match tokio::time::timeout(timeout, result).await {
            Ok(Ok(Ok(done))) => Ok(done),
            Ok(Ok(Err(panic))) => std::panic::resume_unwind(panic),
            // the runtime is shutting down, and with it the caller
            Ok(Err(_)) => std::future::pending().await,
            Err(_) => Err(Overload::Timeout(timeout)),
        }
    }
}

/// Gives this thread the lowest priority, where the system has priorities of threads.
fn lower_priority() {
    // where it fails, the number of checks is still limited
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, 19);
}

/// Measures the processor time of the current thread; without such a clock, the time that passes.
pub(crate) struct Stopwatch {
    #[cfg(unix)]
    start: Duration,
    #[cfg(not(unix))]
    start: std::time::Instant,
}

impl Stopwatch {
    #[cfg(unix)]
    pub(crate) fn start() -> Self {
        Self { start: thread_time() }
    }

    #[cfg(not(unix))]
    pub(crate) fn start() -> Self {
        Self { start: std::time::Instant::now() }
    }

    #[cfg(unix)]
    pub(crate) fn elapsed(&self) -> Duration {
        thread_time().saturating_sub(self.start)
    }

    #[cfg(not(unix))]
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

#[cfg(unix)]
fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{CpuPool, CpuPools, Overload, Stopwatch};
    use std::{
        sync::{
            Arc,
            atomic::{AtomicUsize, Ordering},
            mpsc,
        },
        time::{Duration, Instant},
    };

    #[tokio::test]
    async fn no_more_work_runs_than_there_are_processors() {
        let pool = CpuPool::new(2, Duration::from_secs(60));
        let (running, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let work = (0..8).map(|number| {
            let (running, most) = (Arc::clone(&running), Arc::clone(&most));
            pool.run(move || {
                most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                std::thread::sleep(Duration::from_millis(20));
                running.fetch_sub(1, Ordering::SeqCst);
                number
            })
        });
        let done = futures_util::future::join_all(work).await;
        assert_eq!((done, most.load(Ordering::SeqCst)), ((0..8).map(Ok).collect(), 2));
    }

    /// Work that never ends keeps its own class busy, and no other.
    #[tokio::test]
    async fn checks_that_do_not_end_take_nothing_from_others() {
        let pools = CpuPools::new();
        let short =
            CpuPool { timeout: Duration::from_millis(50), wait: Some(Duration::from_millis(50)), ..pools.checks };
        let (end, ended) = mpsc::channel::<()>();
        let ended = Arc::new(std::sync::Mutex::new(ended));
        let endless = || {
            let ended = Arc::clone(&ended);
            short.run(move || ended.lock().unwrap().recv().is_err())
        };
        let attack = futures_util::future::join_all((0..100).map(|_| endless())).await;
        let timeouts = attack.iter().filter(|outcome| matches!(outcome, Err(Overload::Timeout(_)))).count();
        let processors = std::thread::available_parallelism().unwrap().get();
        assert_eq!(timeouts, (processors / 2).max(1), "{attack:?}");
        assert_eq!(attack.iter().filter(|outcome| **outcome == Err(Overload::NoProcessor)).count(), 100 - timeouts);
        for other in [&pools.pages, &pools.writes, &pools.reverification] {
            assert_eq!(other.run(|| 7).await, Ok(7));
        }
        assert_eq!(short.run(|| 7).await, Err(Overload::NoProcessor));
        drop(end);
        let begin = Instant::now();
        while short.run(|| 7).await != Ok(7) {
            assert!(begin.elapsed() < Duration::from_secs(10), "the processors are free when the work has ended");
        }
    }

    #[tokio::test]
    #[should_panic(expected = "as it was")]
    #[allow(clippy::panic)]
    async fn a_panic_is_the_callers() {
        let _ = CpuPools::new().checks.run(|| panic!("as it was")).await;
    }

    #[cfg(unix)]
    #[test]
    fn sleep_is_no_work() {
        let stopwatch = Stopwatch::start();
        std::thread::sleep(Duration::from_millis(200));
        assert!(stopwatch.elapsed() < Duration::from_millis(100));
        let (begin, mut number) = (Instant::now(), 0_u64);
        while begin.elapsed() < Duration::from_millis(200) {
            number = std::hint::black_box(number.wrapping_add(1));
        }
        assert!(stopwatch.elapsed() > Duration::from_millis(20));
    }
}
