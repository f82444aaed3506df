//! A verification that was begun.

use super::{Need, Supplied, Verification};
use std::fmt;

/// A verification that was begun: everything was checked that needs no key.
pub trait Pending: fmt::Debug + Send {
    /// What is needed beside what was supplied, each once. Empty when [`finish`](Self::finish) would ask for nothing more. Something
    /// that was supplied can name more, such as a catalog inside a catalog.
    fn needs(&mut self, supplied: &Supplied) -> Vec<Need>;

    /// The verdict. What is needed and was not supplied makes it undecided or refused, never verified.
    fn finish(self: Box<Self>, supplied: &Supplied) -> Verification;
}

/// A verdict that needed nothing.
impl Pending for Verification {
    fn needs(&mut self, _: &Supplied) -> Vec<Need> {
        Vec::new()
    }

    fn finish(self: Box<Self>, _: &Supplied) -> Verification {
        *self
    }
}
