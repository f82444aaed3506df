//! What came of looking at a place.

use agent_description::{Code, CodedError, format::WellKnown};

/// Why a URL was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProbeReason {
    /// It is a well-known place.
    At(&'static WellKnown),
    /// It is a further page of the listing.
    Page,
    /// Another document names it.
    Linked,
    /// Another document names it as a file, perhaps with its digest: whatever its bytes are.
    Artifact,
    /// Another document names it as the interface of an agent: whether there is anything.
    Interface,
}

/// What a host, or a folder, answers at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A body.
    Body {
        /// The media type by its headers; `None` for a file, which has none.
        media_type: Option<String>,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// That there is nothing: 404 or 410, or no file.
    Nothing,
    /// Another status than 200, 404 and 410.
    Status {
        /// The status.
        status: u16,
        /// Where to, for a redirect.
        location: Option<String>,
    },
    /// No answer, or one that is too large.
    Failed {
        /// Why, as a code.
        code: Code,
        /// Why, in words.
        message: String,
    },
}

impl Answer {
    /// That there is no answer, for this reason.
    #[must_use]
    pub fn failed(fault: &dyn CodedError) -> Self {
        Self::Failed { code: fault.code(), message: fault.to_string() }
    }
}

/// What verifying a document's signature found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Signed {
    /// It is that of someone who speaks for the document.
    Verified,
    /// It is not verified.
    Not {
        /// Why, as a code.
        code: Code,
        /// Why, in words.
        message: String,
    },
    /// Nobody could tell, for reasons that are not the document's.
    Unknown,
}
