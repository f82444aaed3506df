//! Handles of the WBA Name Space (WNS, ANP-04 1.2): names such as `alice.example.com` that identify DIDs.
//!
//! A Handle's provider publishes a [`HandleDocument`], which names the DID. The DID's own document names the provider.
//! A Handle is bound to a DID only if both agree: see [`HandleBinding`]. `resolve_handle` (feature `resolver`) fetches
//! both documents.
//!
//! ```
//! use agent_description::handle::Handle;
//!
//! let handle: Handle = "wba://Alice.Example.com".parse()?;
//! assert_eq!(handle.local_part(), "alice");
//! let url = "https://example.com/.well-known/handle/alice";
//! assert_eq!(handle.resolution_url(), url);
//! # Ok::<(), agent_description::handle::HandleError>(())
//! ```

#[cfg_attr(not(feature = "resolver"), allow(dead_code))] // only a resolution uses all of it
mod binding;
mod document;
#[cfg_attr(not(feature = "resolver"), allow(dead_code))] // only a resolution uses all of it
mod error;
mod generation;
mod name;
#[cfg_attr(not(feature = "resolver"), allow(dead_code))] // only a resolution uses all of it
mod profile;
#[cfg(feature = "resolver")]
mod resolution;

pub use self::{
    binding::HandleBinding,
    document::{HandleDocument, HandleStatus},
    error::HandleError,
    generation::BindingGeneration,
    name::Handle,
    profile::SubjectProfile,
};
pub(crate) use document::ProviderDocument;
pub(crate) use name::RESERVED_LOCAL_PARTS;
#[cfg(feature = "resolver")]
pub use resolution::{HandleOptions, HandleResolution, resolve_handle};

/// The folder of a host with its Handle documents, one for each local part (ANP-04 section 4.2).
pub const WELL_KNOWN_FOLDER: &str = "/.well-known/handle/";
