//! An agent registry that verifies documents before it indexes them.

#![warn(unreachable_pub)]

pub mod codes;
pub mod command;
mod cpu_pool;
mod crawl;
mod demo;
mod entry;
mod error;
mod formats;
pub mod http;
mod indexing;
mod page;
mod registry;
pub mod search;
pub mod store;
mod verification;
mod version;

pub use entry::{Entry, EntrySummary, Identifier, Removed, Stored, StoredFinding, SummaryTexts, VersionFloor};
pub use error::RegistryError;
pub use formats::{CheckedDocument, check, formats};
pub use indexing::{Indexing, record};
pub use registry::{Added, Administrators, Registry, RegistrySettings, Right, Writer, speaks_for_host};
pub use verification::{Checked, DidDocumentSource, Resolving, Reverified, Status, StoredEvidence, StoredRefusal};

/// Runs the README's example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
