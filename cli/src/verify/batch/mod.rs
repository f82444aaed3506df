//! Verifies many inputs on several threads and prints the results in input order.
//!
//! One thread reads names and distributes them, one or a few threads fetch, `jobs` threads verify, and the calling
//! thread writes. All queues have a limit, so memory use does not depend on the number of inputs.

pub mod input_names;
mod progress;
mod summary;

use super::{
    report::{Counted, REPORT_BYTES, VerifyReport},
    verify_run::VerifyRun,
};
use crate::{
    failure::{Failure, Outcome},
    input::source::Input,
    output::terminal::Terminal,
};
use adp_server::connections::Stop;
use agent_description::{Code, diagnostic::Severity};
use futures_util::{
    FutureExt,
    stream::{self, Stream, StreamExt},
};
use input_names::{BatchInputName, Names, is_url};
use progress::Progress;
use std::{
    any::Any, future::Future, io, num::NonZeroUsize, panic::AssertUnwindSafe, pin::pin, sync::Arc, thread,
    time::Duration,
};
use summary::BatchSummary;
use tokio::{
    runtime::{Builder, Handle, Runtime},
    sync::{mpsc, watch},
    task::JoinHandle,
};

/// Maximum number of batches in progress or waiting for earlier ones, per verifying thread.
const MAX_AHEAD: usize = 32;

/// Number of verifying threads per fetching thread: a fetch takes about a fifth of a verification's time.
const JOBS_PER_FETCHING_THREAD: usize = 4;

/// Maximum number of results that are printed together.
const MAX_TOGETHER: usize = 1024;

/// The result of a batch: its lines, and the summary of each input. An error is one of reading the list.
type Done = io::Result<(String, Vec<Counted>)>;

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
    // results are taken in input order, so the tasks wait in it
    let (tasks, ordered) = mpsc::channel(MAX_AHEAD.saturating_mul(jobs.get()));
    let stopped = stop_on_signals()?;
    let job = Arc::new(job.resolving_on(fetching.handle().clone()));
    let work = Work { job, fetching: fetching.handle().clone(), verifying: verifying.handle().clone() };
    hand_out(names, work, tasks, stopped.clone());
    let outcome = verifying.block_on(print(ordered, stopped, total, terminal));
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
    fetching: Handle,
    verifying: Handle,
}

/// Reads names on a separate thread, which may block on its source.
fn hand_out(mut names: Names, work: Work, tasks: mpsc::Sender<JoinHandle<Done>>, stopped: watch::Receiver<bool>) {
    thread::spawn(move || {
        while !*stopped.borrow() {
            let task = match names.handful() {
                Ok(handful) => match handful.as_slice() {
                    [] => break,
                    [Ok(url)] if is_url(url) => {
                        let (job, name) = (Arc::clone(&work.job), url.clone());
                        let fetched = work.fetching.spawn(async move { job.read(&name).await });
                        work.verifying.spawn(verify_fetched(work.clone(), url.clone(), fetched))
                    }
                    _ => work.verifying.spawn(verify(work.clone(), handful)),
                },
                Err(error) => {
                    let _ = tasks.blocking_send(work.verifying.spawn(std::future::ready(Err(error))));
                    break;
                }
            };
            if tasks.blocking_send(task).is_err() {
                break;
            }
        }
    });
}

/// Verifies a document that is being fetched.
async fn verify_fetched(work: Work, url: String, fetched: JoinHandle<Result<Input, Failure>>) -> Done {
    let report = match fetched.await {
        Ok(fetched) => report_of(&work.job, &url, work.job.verify_read(&url, fetched)).await,
        Err(error) => {
            let panic = error.try_into_panic().unwrap_or_else(|error| Box::new(error.to_string()));
            stumbled(&work.job, &url, &*panic)
        }
    };
    let mut line = String::new();
    let counted = report.write_line(&mut line);
    Ok((line, vec![counted]))
}

async fn verify(work: Work, handful: Vec<BatchInputName>) -> Done {
    // one text per batch, so that the writer has little work
    let mut lines = String::with_capacity(handful.len() * REPORT_BYTES);
    let mut counted = Vec::with_capacity(handful.len());
    for name in handful {
        let report = match name {
            Ok(name) => report_of(&work.job, &name, work.job.verify(&name)).await,
            Err(shown) => {
                let problem = format!("the name {shown:?} of the list is not UTF-8");
                work.job.failed(&shown, Failure::new(Code::IO_READ, problem))
            }
        };
        counted.push(report.write_line(&mut lines));
    }
    Ok((lines, counted))
}

/// The report of a verification. A panic becomes a failure of the input.
async fn report_of(job: &VerifyRun, input: &str, verifying: impl Future<Output = VerifyReport>) -> VerifyReport {
    AssertUnwindSafe(verifying).catch_unwind().await.unwrap_or_else(|panic| stumbled(job, input, &*panic))
}

/// The report of an input that caused a panic.
fn stumbled(job: &VerifyRun, input: &str, panic: &(dyn Any + Send)) -> VerifyReport {
    job.failed(input, Failure::internal(&said(panic)))
}

/// The message of a panic.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}

/// The results of tasks in the order in which they were started, with all consecutive ones that are ready.
fn in_order<T>(mut tasks: mpsc::Receiver<JoinHandle<io::Result<T>>>) -> impl Stream<Item = Vec<io::Result<T>>> {
    let tasks = stream::poll_fn(move |context| tasks.poll_recv(context));
    let results = tasks.then(async |task| task.await.unwrap_or_else(|error| Err(io::Error::other(error))));
    results.ready_chunks(MAX_TOGETHER)
}

/// The next results; none at the end, and after a stop if the next one is not ready.
async fn take<T>(results: &mut (impl Stream<Item = T> + Unpin), stopped: &mut watch::Receiver<bool>) -> Option<T> {
    tokio::select! {
        biased;
        taken = results.next() => taken,
        _ = stopped.wait_for(|stopped| *stopped) => None,
    }
}

/// Prints lines in order, and the summary at the end.
async fn print(
    tasks: mpsc::Receiver<JoinHandle<Done>>,
    mut stopped: watch::Receiver<bool>,
    total: Option<u64>,
    terminal: &Terminal,
) -> Result<Outcome, Failure> {
    let mut summary = BatchSummary::new();
    let progress = Progress::on_stderr(total);
    let mut results = pin!(in_order(tasks));
    while let Some(taken) = take(&mut results, &mut stopped).await {
        let mut broken = None;
        let written = progress.aside(|| {
            for done in taken {
                match done {
                    Ok((lines, counted)) => {
                        terminal.data(lines.as_bytes())?;
                        for counted in &counted {
                            summary.count(counted);
                            counted.omission.iter().for_each(|omission| terminal.show(Severity::Warning, omission));
                        }
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
    if summary.total == 0 && !*stopped.borrow() {
        // a list that a failed program wrote must not look like success
        return Err(Failure::new(Code::IO_READ, "the list names no input").with_help("write one name on each line"));
    }
    terminal.note(&summary.to_text());
    if *stopped.borrow() {
        terminal.note("interrupted; to continue, pass the lines printed so far with --skip-verified");
        return Ok(Outcome::Interrupted);
    }
    Ok(summary.outcome)
}

/// Handles signals: the first one stops the batch after the inputs in progress, the second ends the process.
fn stop_on_signals() -> Result<watch::Receiver<bool>, Failure> {
    let failed = |error: io::Error| Failure::new(Code::IO_READ, format!("cannot install signal handlers: {error}"));
    // a separate runtime, because an input that never arrives can block the verifying threads
    let runtime = Builder::new_current_thread().enable_all().build().map_err(failed)?;
    let mut signals = {
        let _inside = runtime.enter();
        Stop::listen().map_err(failed)?
    };
    let (stop, stopped) = watch::channel(false);
    thread::spawn(move || {
        runtime.block_on(async {
            signals.wait().await;
            stop.send_replace(true);
            signals.wait().await;
            std::process::exit(Outcome::Interrupted.exit_code().into());
        });
    });
    Ok(stopped)
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
    use super::{in_order, said, take};
    use std::{panic::catch_unwind, pin::pin, time::Duration};
    use tokio::{
        sync::{mpsc, oneshot, watch},
        time::sleep,
    };

    #[tokio::test]
    async fn results_come_in_order_whatever_takes_long() {
        let (tasks, ordered) = mpsc::channel(16);
        let (_stop, mut stopped) = watch::channel(false);
        tokio::spawn(async move {
            for n in 0..400_u64 {
                let wait = Duration::from_millis(if n.is_multiple_of(50) { 3 } else { 0 });
                let task = tokio::spawn(async move {
                    sleep(wait).await;
                    Ok(n)
                });
                tasks.send(task).await.unwrap();
            }
        });
        let mut results = pin!(in_order(ordered));
        let mut seen = Vec::new();
        while let Some(taken) = take(&mut results, &mut stopped).await {
            seen.extend(taken.into_iter().map(Result::unwrap));
        }
        assert_eq!(seen, (0..400).collect::<Vec<_>>());
    }

    #[tokio::test]
    async fn a_stop_gives_what_is_due() {
        let (tasks, ordered) = mpsc::channel(4);
        let (stop, mut stopped) = watch::channel(false);
        let mut give = Vec::new();
        for _ in 0..3 {
            let (giving, given) = oneshot::channel();
            tasks.send(tokio::spawn(async move { Ok(given.await.unwrap()) })).await.unwrap();
            give.push(giving);
        }
        let mut results = pin!(in_order(ordered));
        let [one, two, three] = <[_; 3]>::try_from(give).unwrap();
        one.send(1).unwrap();
        three.send(3).unwrap();
        sleep(Duration::from_millis(10)).await;
        stop.send_replace(true);
        let mut take = async || {
            take(&mut results, &mut stopped).await.map(|taken| taken.into_iter().flatten().collect::<Vec<i32>>())
        };
        assert_eq!(take().await, Some(vec![1]));
        assert_eq!(take().await, None, "the second is missing, so the third is not due");
        two.send(2).unwrap();
        sleep(Duration::from_millis(10)).await;
        assert_eq!(take().await, Some(vec![2, 3]));
    }

    #[test]
    fn a_panic_has_a_message() {
        let message = |what: &str| said(&*catch_unwind(|| panic!("stumbled over {what}")).unwrap_err());
        assert_eq!(message("it"), "stumbled over it");
    }
}
