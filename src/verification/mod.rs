//! One verification for documents of every format.
//!
//! A format [begins](crate::format::Format::begin) the verification of a document: it reads the signatures and compares what needs no
//! key. What it [needs](Pending::needs) is supplied by the caller, from a cache, a file or the network, and [`Pending::finish`] gives
//! the [`Verification`]. Nothing here reads a clock or opens a socket.

mod allowances;
mod binding;
mod need;
mod pending;
mod signature_report;
mod supplied;
mod verification;

pub use allowances::Allowances;
pub use binding::Binding;
pub use need::Need;
pub use pending::Pending;
pub use signature_report::SignatureReport;
pub use supplied::{Resolution, Supplied};
pub use verification::{Check, Verification};
