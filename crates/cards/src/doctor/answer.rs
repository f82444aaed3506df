//! The result of probing a URL.

use agent_description::{Code, CodedError, format::WellKnown};

/// The reason for probing a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProbeReason {
    /// A well-known location.
    At(&'static WellKnown),
    /// A further page of a listing.
    Page,
    /// A link from another document.
    Linked,
    /// A link to a file of any type, optionally with its digest.
    Artifact,
    /// An agent's interface, to test whether it responds.
    Interface,
}

/// The response of a host or folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A body.
    Body {
        /// Media type from the headers; `None` for a local file.
        media_type: Option<String>,
        /// The bytes.
        bytes: Vec<u8>,
        /// The header fields that the doctor looks at, by their names in lower case; none for a file.
        fields: Vec<(String, String)>,
    },
    /// Not found: status 404 or 410, or no file.
    Nothing,
    /// A status other than 200, 404 and 410.
    Status {
        /// The status.
        status: u16,
        /// The target of a redirect.
        location: Option<String>,
    },
    /// No response, or one that is too large.
    Failed {
        /// The error code.
        code: Code,
        /// The error message.
        message: String,
    },
}

impl Answer {
    /// Creates the answer for an error.
    #[must_use]
    pub fn failed(fault: &dyn CodedError) -> Self {
        Self::Failed { code: fault.code(), message: fault.to_string() }
    }
}

/// The result of verifying a document's signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Signed {
    /// Verified, by a signer of the document.
    Verified,
    /// Not verified.
    Not {
        /// The error code.
        code: Code,
        /// The error message.
        message: String,
    },
    /// Undecided, for reasons outside the document.
    Unknown,
}
