//! An agent registry that verifies documents before it indexes them.

#![warn(unreachable_pub)]

mod batch;
pub mod codes;
pub mod command;
mod cpu_pool;
mod crawl;
mod demo;
mod entry;
mod error;
mod evidence;
mod formats;
pub mod http;
mod identifier;
mod indexing;
mod new_records;
mod page;
mod registry;
mod reverification;
mod schedule;
pub mod search;
mod settings;
mod slow_domains;
mod status;
pub mod store;
mod summary;
mod verification;
mod version;
mod version_floor;
mod write_rate;
mod writer;

pub use entry::{Entry, Removed, Stored, StoredFinding, VersionFloor};
pub use error::RegistryError;
pub use evidence::{Checked, StoredEvidence, StoredRefusal};
pub use formats::{CheckedDocument, check, formats};
pub use identifier::Identifier;
pub use indexing::{Indexing, record};
pub use registry::{Added, Registry};
pub use reverification::Reverified;
pub use settings::RegistrySettings;
pub use status::Status;
pub use summary::{EntrySummary, SummaryTexts};
pub use verification::{DidDocumentSource, Resolving};
pub use writer::{Administrators, Right, Writer, speaks_for_host};

/// Runs the README's example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
