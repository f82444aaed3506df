//! Two documents compared ([`diff`](mod@diff)), one pinned ([`lock`]), one converted ([`convert`]), what its signatures
//! cover ([`coverage`]), and the documents of a host inspected ([`doctor`]).

pub mod codes;
pub mod convert;
pub mod coverage;
pub mod diff;
pub mod doctor;
pub mod lock;

/// Runs the README's example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
