//! The files of a site.

use crate::{Checksum, Renewal};
use agent_description::{Timestamp, did::Did};
use std::fmt;

/// A site: its host and its files, in the order of their paths.
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
    /// Its path below the site's root, without a leading `/`.
    pub path: String,
    /// What it is.
    pub kind: FileKind,
    /// What is in it.
    pub content: Content,
    /// Whose it is, for DID documents and descriptions.
    pub did: Option<Did>,
    /// For descriptions: where the proof is from.
    pub proof: Option<ProofOrigin>,
    /// For descriptions: when the proof expires.
    pub expires: Option<Timestamp>,
}

impl SiteFile {
    /// A file that others than the draft bring: these bytes, or what is to be signed yet.
    #[must_use]
    pub fn made(path: &str, kind: FileKind, content: Content) -> Self {
        Self { path: path.to_owned(), kind, content, did: None, proof: None, expires: None }
    }

    /// The same as that of a DID.
    #[must_use]
    pub fn with_did(self, did: Did) -> Self {
        Self { did: Some(did), ..self }
    }

    /// The bytes, if they are here: neither those of a copy, nor those that have to be signed yet.
    #[must_use]
    pub fn bytes(&self) -> Option<&[u8]> {
        match &self.content {
            Content::Bytes(bytes) => Some(bytes),
            Content::Copied(_) | Content::Unsigned => None,
        }
    }

    /// The checksum of its bytes; `None` if it has to be signed yet.
    #[must_use]
    pub fn checksum(&self) -> Option<Checksum> {
        match &self.content {
            Content::Bytes(bytes) => Some(Checksum::from_bytes(bytes)),
            Content::Copied(checksum) => Some(*checksum),
            Content::Unsigned => None,
        }
    }
}

/// What is in a file of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Content {
    /// These bytes.
    Bytes(Vec<u8>),
    /// Those of the publisher's file of the same path, which had this checksum when it was looked at.
    Copied(Checksum),
    /// It has to be signed, and was not: in [`SitePlan::preview`](crate::SitePlan::preview).
    Unsigned,
}

/// What a file of a site is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum FileKind {
    /// A DID document.
    DidDocument,
    /// An agent description.
    AgentDescription,
    /// Something that descriptions link to, copied as it is.
    Linked,
    /// The document of a Handle.
    Handle,
    /// A list of the site's descriptions.
    DiscoveryPage,
    /// A list of the site's documents of every format.
    Catalog,
    /// The keys of the site's agents for Web Bot Auth.
    KeyDirectory,
    /// The header fields of the site's paths.
    HeaderFields,
}

impl FileKind {
    /// `did-document`, `agent-description`, `linked`, `handle`, `discovery-page`, `catalog`, `key-directory`, `header-fields`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::DidDocument => "did-document",
            Self::AgentDescription => "agent-description",
            Self::Linked => "linked",
            Self::Handle => "handle",
            Self::DiscoveryPage => "discovery-page",
            Self::Catalog => "catalog",
            Self::KeyDirectory => "key-directory",
            Self::HeaderFields => "header-fields",
        }
    }
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Where a description's proof is from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProofOrigin {
    /// The published one, which is still good.
    Kept,
    /// The publisher's file came with it.
    Given {
        /// Whether little is left of it; only its maker can renew it.
        expiring: bool,
    },
    /// It is made now, for this reason.
    Made(Renewal),
}

/// The path as a URL has it.
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
