//! Catalogs of what a host offers: AI Catalog and ARD, every generation of them.
//!
//! A [`Generation`] says how a catalog names things; [`CatalogEntry`] is one view of the entries of all. [`CatalogBuilder`] writes the two
//! files that hosts publish. Who stands behind a catalog is [`trust_manifest`](crate::trust_manifest)'s.

mod digest;
mod entry;
mod generation;
mod identifier;
pub mod media_type;
mod write;

pub use digest::{ArtifactDigest, NoDigest};
pub use entry::CatalogEntry;
pub use generation::Generation;
pub use identifier::{AirIdentifier, NoAirIdentifier};
pub use media_type::media_type_of;
pub use write::{CatalogBuilder, NewEntry};

use agent_description::ReadLimits;

/// How large a catalog may be: 8 MiB, which ten thousand entries fit in.
#[must_use]
pub fn limits() -> ReadLimits {
    ReadLimits::new(8 << 20)
}
