//! Publishing: generates the files of a static web site from a folder of descriptions, products and DID documents.
//!
//! [`Draft`], [`SitePlan`] and [`Site`] work in memory: their inputs are files, time and challenges, and their output
//! is files. Copied files are read once ([`SourceFile::read`]) and not kept. [`SourceFolder`] and [`SiteFolder`] work
//! with folders on disk, and change a site file by file. This crate opens no sockets and reads neither the clock nor
//! random numbers.
//!
//! ```
//! use adp_publish::{Draft, PublishOptions, SourceFile};
//! use agent_description::{KeyType, SigningKey, Timestamp};
//! use std::collections::BTreeMap;
//!
//! let description = br#"{
//!   "@context": ["https://agent-network-protocol.com/ad#", {"@language": "en"}],
//!   "@type": "AgentDescription",
//!   "@id": "https://hotel.example/ad.json",
//!   "name": "Grand Hotel",
//!   "did": "did:wba:hotel.example",
//!   "securityDefinitions": {
//!     "didwba_sc": {
//!       "scheme": "didwba", "in": "header", "name": "Authorization"
//!     }
//!   },
//!   "security": "didwba_sc"
//! }"#;
//! let files = || vec![SourceFile::new("ad.json", description.to_vec())];
//! let keys = [SigningKey::from_secret_bytes(KeyType::P256, &[7; 32])?];
//! let at: Timestamp = "2026-06-01T00:00:00Z".parse()?;
//!
//! // nothing is published yet
//! let draft =
//!     Draft::read(files(), PublishOptions::new(at)).expect("sound files");
//! let site = draft
//!     .plan(&keys, &BTreeMap::new())
//!     .and_then(|plan| plan.sign(&mut || "5f1a9c".to_owned()))
//!     .expect("a site");
//! let paths: Vec<&str> =
//!     site.files.iter().map(|file| file.path.as_str()).collect();
//! assert_eq!(
//!     paths,
//!     [".well-known/agent-descriptions", ".well-known/did.json", "ad.json"]
//! );
//!
//! // a week later the same proof is still good
//! let published: BTreeMap<_, _> = site
//!     .files
//!     .iter()
//!     .filter_map(|file| Some((file.path.clone(), file.bytes()?.to_vec())))
//!     .collect();
//! let draft = Draft::read(
//!     files(),
//!     PublishOptions::new("2026-06-08T00:00:00Z".parse()?),
//! )
//! .expect("sound files");
//! let again = draft
//!     .plan(&keys, &published)
//!     .and_then(|plan| plan.sign(&mut || "another".to_owned()))
//!     .expect("a site");
//! assert!(again.files.iter().all(
//!     |file| file.bytes() == published.get(&file.path).map(Vec::as_slice)
//! ));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(unreachable_pub)]

mod catalog;
mod draft;
mod error;
mod folder;
mod format_check;
mod handles;
mod key_directory;
mod options;
mod place_in_site;
mod plan;
mod renewal;
mod site;
mod site_paths;
mod source_file;

pub use catalog::{CATALOG_PATHS, CatalogSigner, CatalogStep};
pub use draft::Draft;
pub use error::{PublishError, PublishFault};
pub use folder::{
    CatalogMode, FileAction, FileChange, FolderError, MANIFEST_NAME, MAX_MANIFEST_BYTES, OpenError, Published,
    SiteChanges, SiteFolder, SiteManifest, SourceFolder, open_below,
};
pub use key_directory::{HEADERS_PATH, KEY_DIRECTORY_PATH, MAX_HEADERS_BYTES, header_fields};
pub use options::PublishOptions;
pub use plan::SitePlan;
pub use renewal::Renewal;
pub use site::{Content, FileKind, ProofOrigin, Site, SiteFile, url_path};
pub(crate) use site_paths::SitePaths;
pub use site_paths::folded;
pub use source_file::{Checksum, SourceFile, find_secret};
