//! Verifies many inputs on several threads and prints the results in input order.
//!
//! One thread reads names and distributes them, one or a few threads fetch, `jobs` threads verify, and the calling
//! thread writes. All queues have a limit, so memory use does not depend on the number of inputs.

use super::{
    names::{Name, Names, is_url},
    ordered::{Ordered, Ticket},
    progress::Progress,
    report::{Counted, Report},
    summary::Summary,
    verify_run::VerifyRun,
};
use crate::{
    failure::{Failure, Outcome},
    terminal::Terminal,
};
use agent_description::Code;
use std::{
    any::Any,
    future::Future,
    io,
    num::NonZeroUsize,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    task::Poll,
    thread,
    time::Duration,
};
use tokio::runtime::{Builder, Handle, Runtime};

/// Maximum number of batches in progress or waiting for earlier ones, per verifying thread.
const MAX_AHEAD: u64 = 32;

/// Number of verifying threads per fetching thread: a fetch takes about a fifth of a verification's time.
const JOBS_PER_FETCHING_THREAD: usize = 4;

/// Initial capacity for the line of one input; the lines of files have about this size.
const LINE: usize = 4608;

/// The result of a batch: its lines, and the summary of each input. An error is one of reading the list.
type Done = io::Result<(String, Vec<Counted>)>;

/// Reused text buffers. If one thread allocated large buffers and another freed them, each would be new memory.
#[derive(Default)]
struct Printed(Mutex<Vec<String>>);

impl Printed {
    /// Maximum size of a buffer to keep.
    const MAX_LINE_BYTES: usize = 1 << 20;

    fn take(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    fn keep(&self, mut text: String) {
        if text.capacity() <= Self::MAX_LINE_BYTES {
            text.clear();
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push(text);
        }
    }
}

/// Verifies the inputs on `jobs` threads and prints one line per input.
pub fn run(
    job: VerifyRun,
    names: Names,
    total: Option<u64>,
    jobs: NonZeroUsize,
    terminal: &Terminal,
) -> Result<Outcome, Failure> {
    let verifying = threads(jobs.get())?;
    let fetching = threads(jobs.get().div_ceil(JOBS_PER_FETCHING_THREAD))?;
    let ordered = Ordered::new(MAX_AHEAD.saturating_mul(jobs.get() as u64));
    let interrupted = stop_on_signals(&ordered)?;
    let printed = Arc::new(Printed::default());
    let job = Arc::new(job.resolving_on(fetching.handle().clone()));
    let work = Work {
        job,
        printed: Arc::clone(&printed),
        fetching: fetching.handle().clone(),
        verifying: verifying.handle().clone(),
    };
    hand_out(names, work, Arc::clone(&ordered));
    let outcome = print(&ordered, &printed, total, terminal, &interrupted);
    ordered.stop();
    end(verifying);
    end(fetching);
    outcome
}

fn threads(number: usize) -> Result<Runtime, Failure> {
    Builder::new_multi_thread()
        .worker_threads(number)
        .enable_all()
        .build()
        .map_err(|error| Failure::new(Code::IO_READ, format!("cannot start threads: {error}")))
}

/// The shared state of fetching and verifying threads.
#[derive(Clone)]
struct Work {
    job: Arc<VerifyRun>,
    printed: Arc<Printed>,
    fetching: Handle,
    verifying: Handle,
}

/// Reads names on a separate thread, which may block on its source.
fn hand_out(mut names: Names, work: Work, ordered: Arc<Ordered<Done>>) {
    thread::spawn(move || {
        while let Some(ticket) = ordered.ticket() {
            match names.handful() {
                Ok(handful) => match handful.as_slice() {
                    [] => {
                        ticket.give(Ok(Default::default()));
                        break;
                    }
                    [Ok(url)] if is_url(url) => {
                        work.fetching.spawn(fetch(work.clone(), url.clone(), ticket));
                    }
                    _ => {
                        work.verifying.spawn(verify(work.clone(), handful, ticket));
                    }
                },
                Err(error) => {
                    ticket.give(Err(error));
                    break;
                }
            }
        }
        ordered.end();
    });
}

/// Fetches one URL and verifies the document.
async fn fetch(work: Work, url: String, ticket: Ticket<Done>) {
    let fetched = caught(work.job.read(&url)).await;
    let verifying = work.verifying.clone();
    verifying.spawn(async move {
        let report = match fetched {
            Ok(fetched) => report_of(&work.job, &url, work.job.verify_read(&url, fetched)).await,
            Err(panic) => stumbled(&work.job, &url, &*panic),
        };
        let mut lines = work.printed.take().unwrap_or_default();
        let counted = report.write_line(&mut lines);
        ticket.give(counted.map(|counted| (lines, vec![counted])));
    });
}

async fn verify(work: Work, handful: Vec<Name>, ticket: Ticket<Done>) {
    // one text per batch, so that the writer has little work
    let mut lines = work.printed.take().unwrap_or_default();
    lines.reserve(handful.len() * LINE);
    let mut counted = Vec::with_capacity(handful.len());
    for name in handful {
        let report = match name {
            Ok(name) => report_of(&work.job, &name, work.job.verify(&name)).await,
            Err(bad) => {
                let problem = format!("the name {:?} of the list is not UTF-8", bad.shown);
                work.job.failed(&bad.shown, Failure::new(Code::IO_READ, problem))
            }
        };
        counted.push(report.write_line(&mut lines));
    }
    let counted: io::Result<Vec<Counted>> = counted.into_iter().collect();
    ticket.give(counted.map(|counted| (lines, counted)));
}

/// The report of a verification. A panic becomes a failure of the input.
async fn report_of(job: &VerifyRun, input: &str, verifying: impl Future<Output = Report>) -> Report {
    caught(verifying).await.unwrap_or_else(|panic| stumbled(job, input, &*panic))
}

/// The report of an input that caused a panic.
fn stumbled(job: &VerifyRun, input: &str, panic: &(dyn Any + Send)) -> Report {
    job.failed(input, Failure::internal(&said(panic)))
}

/// The output of a future, or its panic, so that one input cannot end the batch.
async fn caught<F: Future>(future: F) -> Result<F::Output, Box<dyn Any + Send>> {
    let mut future = pin!(future);
    std::future::poll_fn(|context| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context))) {
        Ok(poll) => poll.map(Ok),
        Err(panic) => Poll::Ready(Err(panic)),
    })
    .await
}

/// The message of a panic.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}

/// Prints lines in order, and the summary at the end.
fn print(
    ordered: &Ordered<Done>,
    printed: &Printed,
    total: Option<u64>,
    terminal: &Terminal,
    interrupted: &AtomicBool,
) -> Result<Outcome, Failure> {
    let mut summary = Summary::new();
    let progress = Progress::on_stderr(total);
    loop {
        let taken = ordered.take();
        if taken.is_empty() {
            break;
        }
        let mut broken = None;
        let written = progress.aside(|| {
            for done in taken {
                match done {
                    Ok((lines, counted)) => {
                        terminal.data(lines.as_bytes())?;
                        printed.keep(lines);
                        counted.iter().for_each(|counted| summary.count(counted));
                    }
                    Err(error) => broken = Some(error),
                }
            }
            terminal.flush()
        });
        written?;
        if terminal.reader_has_gone() {
            // stop, because the reader closed the pipe
            progress.clear();
            return Ok(Outcome::Closed);
        }
        if let Some(error) = broken {
            progress.clear();
            return Err(Failure::new(Code::IO_READ, format!("cannot read the list of inputs: {error}")));
        }
        progress.show(&summary);
    }
    progress.clear();
    terminal.note(&summary.to_text());
    if interrupted.load(Ordering::SeqCst) {
        terminal.note("interrupted; to continue, pass the lines printed so far with --skip-verified");
        return Ok(Outcome::Interrupted);
    }
    Ok(summary.outcome)
}

/// Handles signals: the first one stops the batch after the inputs in progress, the second ends the process.
fn stop_on_signals(ordered: &Arc<Ordered<Done>>) -> Result<Arc<AtomicBool>, Failure> {
    let failed = |error: io::Error| Failure::new(Code::IO_READ, format!("cannot install signal handlers: {error}"));
    // a separate runtime, because an input that never arrives can block the verifying threads
    let runtime = Builder::new_current_thread().enable_all().build().map_err(failed)?;
    let mut signals = {
        let _inside = runtime.enter();
        Signals::new().map_err(failed)?
    };
    let interrupted = Arc::new(AtomicBool::new(false));
    let (flag, ordered) = (Arc::clone(&interrupted), Arc::clone(ordered));
    thread::spawn(move || {
        runtime.block_on(async {
            signals.next().await;
            flag.store(true, Ordering::SeqCst);
            ordered.stop();
            signals.next().await;
            std::process::exit(Outcome::Interrupted.exit_code().into());
        });
    });
    Ok(interrupted)
}

/// The signals that ask a process to end.
#[cfg(unix)]
struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn new() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn new() -> io::Result<Self> {
        Ok(Self)
    }

    async fn next(&mut self) {
        let _ = tokio::signal::ctrl_c().await;
    }
}

/// Stops the threads, with a limited wait for blocked ones.
///
/// TLS handshakes in progress must finish: AWS-LC aborts the process if random numbers are requested during shutdown.
fn end(runtime: Runtime) {
    runtime.shutdown_timeout(Duration::from_secs(1));
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::{caught, said};

    #[tokio::test]
    async fn a_panic_is_one_input_s_own() {
        assert_eq!(caught(async { 5 }).await.unwrap(), 5);
        let late = async {
            tokio::task::yield_now().await;
            panic!("stumbled over {}", "it")
        };
        let panic = caught(late).await.unwrap_err();
        assert_eq!(said(&*panic), "stumbled over it");
    }
}
