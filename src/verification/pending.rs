//! A verification in progress.

use super::{Need, Supplied, Verification};
use std::fmt;

/// A verification in progress: all checks that need no key are done.
pub trait Pending: fmt::Debug + Send {
    /// The inputs that are still missing, each once; empty if [`finish`](Self::finish) needs nothing else. An input can
    /// require further inputs, for example a catalog inside a catalog.
    fn needs(&mut self, supplied: &Supplied) -> Vec<Need>;

    /// Returns the verdict. If an input is missing, the document is refused or undecided, never verified.
    fn finish(self: Box<Self>, supplied: &Supplied) -> Verification;
}

/// A verdict that needs no inputs.
impl Pending for Verification {
    fn needs(&mut self, _: &Supplied) -> Vec<Need> {
        Vec::new()
    }

    fn finish(self: Box<Self>, _: &Supplied) -> Verification {
        *self
    }
}
