//! Runs the test vectors: parses vector files, runs their operations, and compares results. `adp vectors` uses this library.
//!
//! ```rust
//! use adp_vectors::{Vector, VectorAnswer, answer};
//! use std::path::Path;
//!
//! let vector = Vector::parse(b"expect: json-duplicate-key\nkind: json\ncomment: two members of one name\n\n{\"a\":1,\"a\":2}")?;
//! let found = answer(&vector, Path::new("."))?;
//! assert!(found.meets(&vector) && matches!(found, VectorAnswer::Refused { .. }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(unreachable_pub)]

mod answer;
mod format;
pub mod kinds;
mod raw_request;
mod run;

pub use answer::{CannotAnswer, Stopped, VectorAnswer};
pub use format::Vector;
pub use kinds::answer;
pub use raw_request::RawRequest;
pub use run::{AnswerComparison, EXTENSION, FILE_BYTES, VectorVerdict, run_file, vector_files};

/// Runs the README's example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
