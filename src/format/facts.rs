//! The constant properties of a format.

use crate::diagnostic::{Rule, members::Table};

/// The constant properties of a format. A format states what differs from [`FormatFacts::DEFAULT`].
#[derive(Clone, Copy, Debug)]
pub struct FormatFacts {
    /// The format's name, for example `did-document`: lower-case words joined by hyphens.
    pub name: &'static str,
    /// A readable name of its documents: `a DID document`.
    pub title: &'static str,
    /// Maximum size of its documents in bytes, unless [`Format::read_limits`](super::Format::read_limits) uses the
    /// caller's limits. The default is 1 MiB, as for descriptions; observed cards are smaller than 150 kB.
    pub max_bytes: usize,
    /// Whether its documents may have numbers that no double holds, and a byte order mark, unless they are
    /// [signed or verified](crate::Document::check_signable).
    pub allows_any_number: bool,
    /// The root members that documents of this format have and most other JSON files do not. Only for suggestions.
    pub distinctive_members: &'static [&'static str],
    /// The names under which its documents are published: file names, or ends of paths (`cards/index.json`). Only for
    /// suggestions.
    pub file_names: &'static [&'static str],
    /// The root member that identifies the format in a YAML text: `openapi`. `None` if the format is only JSON. Without
    /// the feature `yaml`, all formats are.
    pub yaml_member: Option<&'static str>,
    /// The media type of its documents in catalogs, if the format has its own.
    pub media_type: Option<&'static str>,
    /// Whether catalogs of a site list its documents: keys are no artifacts.
    pub is_listed: bool,
    /// The well-known URLs of its documents.
    pub well_known: &'static [WellKnown],
    /// How the publisher of a document is established.
    pub authenticity: Authenticity,
    /// Whether its documents are agent descriptions, which have a typed model.
    pub is_description: bool,
    /// The protocol of the agent that a document of the format describes, by its name in DNS-AID. None if its documents
    /// describe no agent that is called.
    pub agent_protocol: Option<&'static str>,
    /// The format's rules.
    pub rules: &'static [&'static Rule],
    /// The rules for the targets of a document's links, which need more than the document.
    pub linked_rules: &'static [&'static Rule],
    /// The member table of the format: the meaning of each member for callers and models. `diff` uses it.
    pub members: Option<&'static Table>,
    /// The options of [`SignOptions`](crate::proof::SignOptions) that signing uses, by the names of the command line's
    /// flags.
    pub sign_options: &'static [&'static str],
    /// The expectations and allowances that verification uses, by the names of the command line's flags.
    pub verify_options: &'static [&'static str],
}

impl FormatFacts {
    /// A format of unsigned documents, without rules.
    pub const DEFAULT: Self = Self {
        name: "",
        title: "",
        max_bytes: 1 << 20,
        allows_any_number: false,
        distinctive_members: &[],
        file_names: &[],
        yaml_member: None,
        media_type: None,
        is_listed: true,
        well_known: &[],
        authenticity: Authenticity::Unsigned,
        is_description: false,
        agent_protocol: None,
        rules: &[],
        linked_rules: &[],
        members: None,
        sign_options: &[],
        verify_options: &[],
    };
}

/// How the publisher of a document is established, by format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Authenticity {
    /// By the document's signatures.
    Signature,
    /// By the document's URL, which its DID determines.
    Location,
    /// Not by the document, but by a reference to it with a digest.
    Unsigned,
}

/// A well-known URL of a format's documents.
#[derive(Debug, PartialEq, Eq)]
pub struct WellKnown {
    /// Its path, with the leading `/`.
    pub path: &'static str,
    /// What is published there, for people: `the host's DID document`.
    pub title: &'static str,
    /// The path that current readers use instead, if this path belongs to an earlier version or a convention.
    pub instead: Option<&'static str>,
    /// The media types that the protocol of the path asks for; any of JSON if it asks for none.
    pub media_types: &'static [&'static str],
    /// Whether documents of unknown shapes are found there, too.
    pub is_open: bool,
    /// Another path for the same document, for other readers.
    pub alternate: Option<&'static str>,
    /// The relation of `Link` header fields (RFC 8288) by which a host's home page leads to it.
    pub relation: Option<&'static str>,
}

impl WellKnown {
    /// Creates a well-known URL from a path and a description.
    #[must_use]
    pub const fn new(path: &'static str, title: &'static str) -> Self {
        Self { path, title, instead: None, alternate: None, relation: None, media_types: &[], is_open: false }
    }
}
