//! Calls of `async` code: they run on threads of the package, and the event loop of Python only waits.

use crate::{
    failure::Failure,
    guard::panic_failure,
    interpreter::{attached, has_ended},
};
use futures_util::FutureExt;
use pyo3::{
    exceptions::{PyOSError, PyRuntimeError},
    prelude::*,
};
use std::{fmt, io, num::NonZeroUsize, panic::AssertUnwindSafe, sync::OnceLock, thread};
use tokio::{
    runtime::{Builder, Runtime},
    task::AbortHandle,
};

/// Maximum number of threads; they mostly wait for the network.
const MAX_THREADS: usize = 4;

/// The threads of one client or authenticator, which also own its connections. They start at the first call, so that a
/// program that never calls can fork.
#[derive(Default)]
pub struct Threads(OnceLock<io::Result<Runtime>>);

impl Threads {
    /// The runtime.
    ///
    /// # Errors
    /// `OSError` if the system starts no threads.
    pub fn runtime(&self) -> PyResult<&Runtime> {
        let start = || {
            let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get).min(MAX_THREADS);
            let mut builder = Builder::new_multi_thread();
            builder.worker_threads(threads).thread_name("agent-description").enable_all().build()
        };
        self.0.get_or_init(start).as_ref().map_err(|error| PyOSError::new_err(error.to_string()))
    }

    /// Starts a future. `done` is called with its converted output, on one of the threads, unless the call is canceled.
    ///
    /// # Errors
    /// `OSError` if the system starts no threads, `RuntimeError` at the end of the interpreter.
    pub fn start<T: Send + 'static>(
        &self,
        done: Py<PyAny>,
        future: impl Future<Output = T> + Send + 'static,
        convert: impl FnOnce(Python<'_>, Result<T, Failure>) -> PyResult<Py<PyAny>> + Send + 'static,
    ) -> PyResult<Call> {
        if has_ended() {
            return Err(PyRuntimeError::new_err("the interpreter ends"));
        }
        let task = self.runtime()?.spawn(async move {
            let output = AssertUnwindSafe(future).catch_unwind().await;
            let output = output.map_err(|panic| panic_failure(&*panic));
            // at the end of the process, no caller waits
            attached(|py| {
                let called = convert(py, output).and_then(|found| done.call1(py, (found,)));
                // the event loop that waited is closed
                drop(called);
            });
        });
        Ok(Call { task: task.abort_handle() })
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        if let Some(Ok(runtime)) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

impl fmt::Debug for Threads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Threads")
    }
}

/// A started call.
#[pyclass(frozen, module = "agent_description._agent_description")]
#[derive(Debug)]
pub struct Call {
    task: AbortHandle,
}

#[pymethods]
impl Call {
    /// Ends the call; its connection is closed if an answer is outstanding.
    fn cancel(&self) {
        self.task.abort();
    }
}
