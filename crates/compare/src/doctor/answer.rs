//! The result of probing a URL.

use agent_description::{
    Code, CodedError,
    format::{DISCOVERY_LISTING, Format, WellKnown},
};

/// The reason for probing a URL.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProbeReason {
    /// A well-known location.
    At(&'static WellKnown),
    /// A further page of a listing.
    Page,
    /// A link from another document.
    #[default]
    Linked,
    /// A link to a file of any type, optionally with its digest.
    Artifact,
    /// An agent's interface, to test whether it responds.
    Interface,
    /// The home page, for the links of its header fields.
    Home,
}

impl ProbeReason {
    /// Whether a page of a listing is expected.
    pub(super) fn is_listing(self) -> bool {
        match self {
            Self::Page => true,
            Self::At(place) => is_place_of(place, DISCOVERY_LISTING),
            _ => false,
        }
    }
}

/// Whether documents of a format are published at a location.
pub(super) fn is_place_of(place: &WellKnown, format: &Format) -> bool {
    format.well_known.iter().any(|known| known.path == place.path)
}

/// The name of the status among the header fields of a response; a file has none.
pub const STATUS_FIELD: &str = ":status";

/// The response of a host or folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProbeResponse {
    /// A body.
    Body {
        /// Media type from the headers; `None` for a local file.
        media_type: Option<String>,
        /// The bytes.
        bytes: Vec<u8>,
        /// The header fields that the doctor reads, by their names in lower case, with [`STATUS_FIELD`]. Those of
        /// a file are what a host will send.
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

impl ProbeResponse {
    /// Whether an interface with this answer does not work. It does not exist (404, 410), the server failed (5xx), or there was
    /// no connection or no response in time. Status 501 is excepted, because it is about the method.
    #[must_use]
    pub fn is_of_broken_interface(&self) -> bool {
        match self {
            Self::Nothing => true,
            Self::Body { .. } => false,
            Self::Status { status, .. } => (500..600).contains(status) && *status != 501,
            Self::Failed { code, .. } => [Code::NET_CONNECT, Code::NET_TIME, Code::NET_TLS].contains(code),
        }
    }

    /// Creates the answer for an error.
    #[must_use]
    pub fn failed(fault: &dyn CodedError) -> Self {
        Self::Failed { code: fault.code(), message: fault.to_string() }
    }
}

/// The result of verifying a document's signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SignatureResult {
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
