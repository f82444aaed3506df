//! The syntax of Handles.

use super::{HandleError, WELL_KNOWN_FOLDER, binding::services, error::SHOWN};
use crate::{
    Code,
    did::{self, DidDocument},
};
use adp_json::cut;
use std::{fmt, str::FromStr};

/// Local parts that providers should not assign (ANP-04 section 3.3), and `by-did`, which is an endpoint.
pub(crate) const RESERVED_LOCAL_PARTS: [&str; 12] = [
    "admin",
    "agent",
    "api",
    "by-did",
    "did",
    "official",
    "root",
    "security",
    "service",
    "support",
    "system",
    "well-known",
];

/// Maximum length of a local part: that of a host label.
const MAX_LOCAL_PART_BYTES: usize = 63;

/// A Handle in lower case: a local part, a dot, and the domain of its provider (ANP-04 section 3.1).
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Handle {
    text: String,
    /// The offset of the first dot.
    dot: usize,
}

impl Handle {
    /// The Handle as text, without `wba://`.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The part before the first dot.
    #[must_use]
    pub fn local_part(&self) -> &str {
        self.text.get(..self.dot).unwrap_or_default()
    }

    /// The provider's host, a domain name without port.
    #[must_use]
    pub fn domain(&self) -> &str {
        self.text.get(self.dot + 1..).unwrap_or_default()
    }

    /// The URL of its document: `https://DOMAIN/.well-known/handle/LOCAL-PART` (section 4.2).
    #[must_use]
    pub fn resolution_url(&self) -> String {
        format!("https://{}{WELL_KNOWN_FOLDER}{}", self.domain(), self.local_part())
    }

    /// The Handle as a link (section 3.2).
    #[must_use]
    pub(crate) fn to_uri(&self) -> String {
        format!("wba://{}", self.text)
    }

    /// Whether a DID document names this Handle's provider, in an `ANPHandleService`.
    #[must_use]
    pub fn is_named_by(&self, document: &DidDocument) -> bool {
        !services(document, self).is_empty()
    }

    /// Whether a text starts with `wba://`, and so is meant to be a Handle.
    #[must_use]
    pub fn is_uri(text: &str) -> bool {
        text.get(..6).is_some_and(|scheme| scheme.eq_ignore_ascii_case("wba://"))
    }

    /// Whether the local part is one of [`RESERVED_LOCAL_PARTS`].
    #[must_use]
    pub(crate) fn is_reserved(&self) -> bool {
        RESERVED_LOCAL_PARTS.contains(&self.local_part())
    }
}

impl FromStr for Handle {
    type Err = HandleError;

    /// Parses a Handle, with or without `wba://`, in any case.
    ///
    /// # Errors
    /// `invalid-name`.
    fn from_str(text: &str) -> Result<Self, HandleError> {
        let refused = |problem: String| {
            let message =
                format!("found {:?}: {problem}; expected a Handle such as alice.example.com", cut(text, SHOWN));
            Err(HandleError::refused(Code::INVALID_NAME, message))
        };
        let bare = if Self::is_uri(text) { text.get(6..).unwrap_or_default() } else { text };
        let handle = bare.to_ascii_lowercase();
        let Some((local_part, domain)) = handle.split_once('.') else {
            return refused("it has no dot: the domain is missing".to_owned());
        };
        if let Some(problem) = local_part_problem(local_part) {
            return refused(problem.to_owned());
        }
        if domain.contains(':') {
            return refused("a Handle has no port; leave it out".to_owned());
        }
        match did::check_host(domain) {
            Ok(()) => Ok(Self { dot: local_part.len(), text: handle }),
            Err(fault) => refused(format!("its domain {domain:?} is not accepted: {fault}")),
        }
    }
}

fn local_part_problem(local_part: &str) -> Option<&'static str> {
    let is_allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if local_part.is_empty() {
        return Some("the part before the first dot is empty");
    }
    if local_part.len() > MAX_LOCAL_PART_BYTES {
        return Some("the part before the first dot is longer than 63 characters");
    }
    if !local_part.bytes().all(is_allowed) {
        return Some("the part before the first dot has a character other than a-z, 0-9 and `-`");
    }
    if local_part.starts_with('-') || local_part.ends_with('-') {
        return Some("the part before the first dot starts or ends with a hyphen");
    }
    local_part.contains("--").then_some("the part before the first dot has two hyphens in a row")
}

impl fmt::Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Handle({})", self.text)
    }
}
