//! The two generations of agent descriptions.

use crate::json::Document;
use std::fmt;

/// The specification that a document follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DescriptionProfile {
    /// The JSON-LD of the Agent Description Protocol: the document has a `@context`.
    Adp,
    /// The plain JSON of ANP-07: the document has a `protocolType` and no `@context`.
    Anp07,
}

impl DescriptionProfile {
    /// The profile of a document.
    #[must_use]
    pub fn for_document(document: &Document) -> Self {
        let root = document.root();
        if !root.contains("@context") && root.contains("protocolType") { Self::Anp07 } else { Self::Adp }
    }

    /// `adp` or `anp-07`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Adp => "adp",
            Self::Anp07 => "anp-07",
        }
    }
}

impl fmt::Display for DescriptionProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
