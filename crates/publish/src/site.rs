//! The files of a site.

use crate::{Checksum, Renewal};
use agent_description::{Timestamp, did::Did};

/// A site: its host and its files, sorted by path.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Site {
    /// `HOST` or `HOST:PORT`.
    pub host: String,
    /// The files.
    pub files: Vec<SiteFile>,
}

/// A file of a site.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SiteFile {
    /// Its path relative to the site's root, without a leading `/`.
    pub path: String,
    /// Its kind.
    pub kind: FileKind,
    /// Its content.
    pub content: Content,
    /// Its DID, for DID documents and descriptions.
    pub did: Option<Did>,
    /// For descriptions: the origin of the proof.
    pub proof: Option<ProofOrigin>,
    /// For descriptions: expiry time of the proof.
    pub expires: Option<Timestamp>,
}

impl SiteFile {
    /// A file that is not in the draft: its bytes, or an unsigned document.
    #[must_use]
    pub fn made(path: &str, kind: FileKind, content: Content) -> Self {
        Self { path: path.to_owned(), kind, content, did: None, proof: None, expires: None }
    }

    /// Same with a DID.
    #[must_use]
    pub fn with_did(self, did: Did) -> Self {
        Self { did: Some(did), ..self }
    }

    /// The bytes, if available: not for copies and unsigned documents.
    #[must_use]
    pub fn bytes(&self) -> Option<&[u8]> {
        match &self.content {
            Content::Bytes(bytes) => Some(bytes),
            Content::Copied(_) | Content::Unsigned => None,
        }
    }

    /// The checksum of its bytes; `None` if it is unsigned.
    #[must_use]
    pub fn checksum(&self) -> Option<Checksum> {
        match &self.content {
            Content::Bytes(bytes) => Some(Checksum::from_bytes(bytes)),
            Content::Copied(checksum) => Some(*checksum),
            Content::Unsigned => None,
        }
    }
}

/// The content of a site's file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Content {
    /// These bytes.
    Bytes(Vec<u8>),
    /// A copy of the publisher's file at the same path, with its checksum.
    Copied(Checksum),
    /// An unsigned document, in a [`SitePlan::preview`](crate::SitePlan::preview).
    Unsigned,
}

agent_description::words! {
    /// The kind of a site's file.
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum FileKind {
        /// A DID document.
        DidDocument = "did-document",
        /// An agent description.
        AgentDescription = "agent-description",
        /// A linked file, copied unchanged.
        Linked = "linked",
        /// The document of a Handle.
        Handle = "handle",
        /// A list of the site's descriptions.
        DiscoveryPage = "discovery-page",
        /// A list of the site's documents of every format.
        Catalog = "catalog",
        /// The keys of the site's agents for Web Bot Auth.
        KeyDirectory = "key-directory",
        /// The header fields of the site's paths.
        HeaderFields = "header-fields",
    }
}

/// The origin of a description's proof.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProofOrigin {
    /// The published proof is kept.
    Kept,
    /// The publisher's file already has a proof.
    Given {
        /// Whether it expires soon; only its signer can renew it.
        expiring: bool,
    },
    /// A new proof, for this reason.
    Made(Renewal),
}

/// The path as in a URL.
#[must_use]
pub fn url_path(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}
