//! Panics become errors: none crosses into Python, where it would end threads and processes.

use crate::failure::{Failure, FailureTuple};
use pyo3::prelude::*;
use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
};

/// Runs `work`; a panic becomes an error with the code `internal`.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Failure> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| panic_failure(&*panic))
}

/// The error of a panic.
pub fn panic_failure(panic: &(dyn Any + Send)) -> Failure {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    Failure::internal(text.as_deref().unwrap_or("no message"))
}

/// The result of a panic in the library, for tests.
#[pyfunction]
#[pyo3(name = "_panic_for_tests")]
#[allow(clippy::panic, reason = "that is what is tested")]
pub fn panic_for_tests() -> Option<FailureTuple> {
    guarded(|| panic!("asked for")).map_err(Failure::into_tuple).err()
}
