//! Calls into Python from the package's own threads. Before 3.14, Python ends a foreign thread that waits for the
//! interpreter's lock while the interpreter ends; that unwinds through the frames below and aborts the process. So the
//! interpreter ends when these calls have returned.

use pyo3::{prelude::*, types::IntoPyDict};
use std::{
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

/// How long the interpreter waits at its end: a caller's function may block for ever.
const MAX_WAIT: Duration = Duration::from_secs(5);
const POLL: Duration = Duration::from_millis(1);

static INSIDE: AtomicUsize = AtomicUsize::new(0);
static ENDS: AtomicBool = AtomicBool::new(false);

/// One call, counted until it returns or panics.
struct Inside;

impl Drop for Inside {
    fn drop(&mut self) {
        // a function that forks returns in the child, too
        let _ = INSIDE.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |inside| inside.checked_sub(1));
    }
}

/// Runs `work` with the interpreter's lock; `None` if the interpreter ends.
pub fn attached<T>(work: impl FnOnce(Python<'_>) -> T) -> Option<T> {
    INSIDE.fetch_add(1, Ordering::SeqCst);
    let _inside = Inside;
    if has_ended() { None } else { Python::try_attach(work) }
}

/// Whether [`attached`] refuses calls.
pub fn has_ended() -> bool {
    ENDS.load(Ordering::SeqCst)
}

/// Waits for the calls that have begun, and refuses others. Python calls it at its end.
#[pyfunction]
fn end(py: Python<'_>) -> PyResult<()> {
    ENDS.store(true, Ordering::SeqCst);
    let start = Instant::now();
    while INSIDE.load(Ordering::SeqCst) > 0 && start.elapsed() < MAX_WAIT {
        py.detach(|| thread::sleep(POLL));
        py.check_signals()?;
    }
    Ok(())
}

/// Forgets the calls of the parent's threads, which a forked child does not have.
#[pyfunction]
fn forget() {
    INSIDE.store(0, Ordering::SeqCst);
}

/// Registers [`end`] and [`forget`].
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    py.import("atexit")?.call_method1("register", (wrap_pyfunction!(end, module)?,))?;
    // Windows does not fork
    if let Some(register) = py.import("os")?.getattr_opt("register_at_fork")? {
        let functions = [("after_in_child", wrap_pyfunction!(forget, module)?)].into_py_dict(py)?;
        register.call((), Some(&functions))?;
    }
    Ok(())
}
