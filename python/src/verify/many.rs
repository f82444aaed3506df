//! Verification of many documents on several threads, without the interpreter's lock. Each thread checks for
//! cancellation between two documents.

use super::verified;
use crate::{did_document::DidDocuments, expectations::Expectations, formats, guard::guarded};
use agent_description::{
    Limits, format,
    verification::{Need, Supplied},
};
use pyo3::{prelude::*, pybacked::PyBackedBytes};
use std::{
    num::NonZeroUsize,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

/// Interval for checking signals in the calling thread.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);
/// Number of documents that a thread takes at once.
const HANDFUL: usize = 16;

/// `(status, code, message, signer, format, binding, expires, line, column, pointer)`
type Row = (
    &'static str,
    Option<&'static str>,
    Option<String>,
    Option<String>,
    Option<&'static str>,
    Option<&'static str>,
    Option<String>,
    Option<usize>,
    Option<usize>,
    Option<String>,
);

/// Verifies documents, and returns a row for each, in order. Only signals raise exceptions.
#[pyfunction]
#[pyo3(signature = (documents, expectations, supplied, threads=None))]
pub fn verify_many(
    py: Python<'_>,
    documents: Vec<PyBackedBytes>,
    expectations: Py<Expectations>,
    supplied: Py<DidDocuments>,
    threads: Option<NonZeroUsize>,
) -> PyResult<Vec<Row>> {
    let work = move |document: &PyBackedBytes| row(document, expectations.get(), supplied.get());
    on_threads(py, documents, threads, work)
}

/// The DIDs whose documents are needed to verify these documents.
#[pyfunction]
#[pyo3(signature = (documents, expectations, threads=None))]
pub fn signers_many(
    py: Python<'_>,
    documents: Vec<PyBackedBytes>,
    expectations: Py<Expectations>,
    threads: Option<NonZeroUsize>,
) -> PyResult<Vec<Vec<String>>> {
    on_threads(py, documents, threads, move |document| signers(document, expectations.get()))
}

fn row(bytes: &[u8], expected: &Expectations, supplied: &DidDocuments) -> Row {
    let (found, failure) = match verified(bytes, expected, supplied) {
        Ok(found) => {
            let failure = found.failure();
            (Some(found.found), failure)
        }
        Err(failure) => (None, Some(failure)),
    };
    let format = found.as_ref().map(|found| found.format);
    match failure {
        Some(failure) => {
            let (class, code, message, line, column, pointer) = failure.into_tuple();
            let status = if class == "permanent" { "undecided" } else { class };
            (status, Some(code), Some(message), None, format, None, None, line, column, pointer)
        }
        None => {
            let signer = found.as_ref().and_then(|found| found.signer.as_ref()).map(ToString::to_string);
            let binding = found.as_ref().and_then(|found| found.binding).map(|binding| binding.as_str());
            let expires = found.as_ref().and_then(|found| found.expires).map(|time| time.to_string());
            ("verified", None, None, signer, format, binding, expires, None, None, None)
        }
    }
}

fn signers(bytes: &[u8], expected: &Expectations) -> Vec<String> {
    let needed = guarded(|| {
        let (document, formats) = formats::read_signed(bytes, expected.format, &Limits::default()).ok()?;
        let mut pending = format::begin(&document, &formats, &expected.for_document(None)).ok()?;
        Some(pending.needs(&Supplied::default()))
    });
    let needed: Vec<Need> = needed.ok().flatten().unwrap_or_default();
    needed.iter().filter(|need| matches!(need, Need::DidDocument(_))).map(|need| need.name().to_owned()).collect()
}

/// The shared state of the threads.
struct Job<T, W> {
    documents: Vec<PyBackedBytes>,
    work: W,
    next: AtomicUsize,
    stop: AtomicBool,
    done: Mutex<Done<T>>,
    changed: Condvar,
}

/// The results by the index of their document.
struct Done<T> {
    parts: Vec<(usize, Vec<T>)>,
    number: usize,
}

fn on_threads<T: Send + 'static>(
    py: Python<'_>,
    documents: Vec<PyBackedBytes>,
    threads: Option<NonZeroUsize>,
    work: impl Fn(&PyBackedBytes) -> T + Send + Sync + 'static,
) -> PyResult<Vec<T>> {
    let threads = threads.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    let threads = threads.get().min(documents.len().div_ceil(HANDFUL));
    let done = Mutex::new(Done { parts: Vec::new(), number: 0 });
    let (next, stop, changed) = (AtomicUsize::new(0), AtomicBool::new(false), Condvar::new());
    let job = Arc::new(Job { documents, work, next, stop, done, changed });
    let started: Vec<JoinHandle<()>> = py.detach(|| {
        let start = |_| {
            let job = Arc::clone(&job);
            thread::Builder::new().name("agent-description".to_owned()).spawn(move || job.run()).ok()
        };
        let started: Vec<JoinHandle<()>> = (0..threads).filter_map(start).collect();
        if started.is_empty() {
            // the system cannot start more threads
            job.run();
        }
        started
    });
    while !py.detach(|| job.wait()) {
        // a thread that is verifying a document ends later
        py.check_signals().inspect_err(|_| job.stop.store(true, Ordering::Relaxed))?;
    }
    // a fork right after this call must find no thread that holds a lock
    py.detach(|| started.into_iter().for_each(|thread| drop(thread.join())));
    Ok(job.take())
}

impl<T, W: Fn(&PyBackedBytes) -> T> Job<T, W> {
    fn run(&self) {
        loop {
            let start = self.next.fetch_add(HANDFUL, Ordering::Relaxed);
            let end = self.documents.len().min(start.saturating_add(HANDFUL));
            let Some(handful) = self.documents.get(start..end).filter(|handful| !handful.is_empty()) else { return };
            let mut results = Vec::with_capacity(handful.len());
            for document in handful {
                if self.stop.load(Ordering::Relaxed) {
                    return;
                }
                results.push((self.work)(document));
            }
            let mut done = self.done();
            done.number += results.len();
            done.parts.push((start, results));
            if done.number == self.documents.len() {
                self.changed.notify_all();
            }
        }
    }
}

impl<T, W> Job<T, W> {
    fn done(&self) -> MutexGuard<'_, Done<T>> {
        self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits up to the interval; returns whether all documents are done.
    fn wait(&self) -> bool {
        let all = self.documents.len();
        let is_missing = |done: &mut Done<T>| done.number < all;
        let waited = self.changed.wait_timeout_while(self.done(), SIGNAL_INTERVAL, is_missing);
        waited.unwrap_or_else(PoisonError::into_inner).0.number == all
    }

    fn take(&self) -> Vec<T> {
        let mut parts = std::mem::take(&mut self.done().parts);
        parts.sort_by_key(|(start, _)| *start);
        parts.into_iter().flat_map(|(_, part)| part).collect()
    }
}
