//! Errors of the registry.

use crate::{NoIdentifier, codes, store::StoreError, store::Usage};
use agent_description::{
    Code, CodedError, Diagnostic,
    diagnostic::{CheckReport, Severity},
    format::FormatError,
    json::Place,
};
use std::time::Duration;

/// The reason why the registry refuses a request or cannot answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RegistryError {
    /// `registry-identifier`
    #[error(transparent)]
    Identifier(#[from] NoIdentifier),
    /// `not-found`
    #[error("unknown identifier {identifier}")]
    NotFound {
        /// The requested identifier.
        identifier: String,
    },
    /// `too-large`
    #[error("the document has {found} bytes, expected at most {most}")]
    Size {
        /// Size in bytes.
        found: usize,
        /// Maximum size.
        most: usize,
    },
    /// The document cannot be parsed or has an unknown format. Has the code of the reason.
    #[error(transparent)]
    Unread(Box<FormatError>),
    /// `registry-invalid`
    #[error("the document is not a valid {format}: {} errors, the first at {}", report.number_of(Severity::Error), first_error(report).map(ToString::to_string).unwrap_or_default())]
    Invalid {
        /// Name of the format.
        format: &'static str,
        /// All findings.
        report: Box<CheckReport>,
    },
    /// `auth-forbidden`
    #[error("{writer} may not write {identifier}, expected a DID of {host} without a port, or an administrator")]
    Writer {
        /// The writer.
        writer: String,
        /// The identifier.
        identifier: String,
        /// The host whose DIDs may write it.
        host: String,
    },
    /// `registry-older`
    #[error("{found}, expected {expected}: an older document cannot replace a newer one")]
    Older {
        /// The document's time or version.
        found: String,
        /// The minimum.
        expected: String,
    },
    /// The document would replace a verified one, and its signer's DID document is unavailable. Has the code of the
    /// reason (`net-*`).
    #[error(
        "{reason}; {identifier} keeps its verified document until the new one can be verified: mend the DID document's URL, or retry later"
    )]
    Unconfirmed {
        /// The identifier.
        identifier: String,
        /// The code of the reason.
        code: Code,
        /// The reason.
        reason: String,
    },
    /// `registry-quota`
    #[error("{host} has {} entries and {} bytes here, expected at most {} and {} with this one", usage.entries, usage.bytes, quota.entries, quota.bytes)]
    Quota {
        /// The host.
        host: String,
        /// Current usage.
        usage: Usage,
        /// The quota.
        quota: crate::store::Quota,
    },
    /// `rate-limit`
    #[error("{host} exceeded its limit of {most} writes per minute; retry in {} s", retry_after.as_secs().max(1))]
    Rate {
        /// The host.
        host: String,
        /// Maximum number of writes per minute.
        most: u32,
        /// Time until the next permitted write.
        retry_after: Duration,
    },
    /// `registry-conflict`
    #[error("{identifier} was changed concurrently {attempts} times; retry")]
    Conflict {
        /// The identifier.
        identifier: String,
        /// Number of attempts.
        attempts: u32,
    },
    /// `registry-store`
    #[error(transparent)]
    Store(#[from] StoreError),
}

fn first_error(report: &CheckReport) -> Option<&Diagnostic> {
    report.diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error)
}

impl CodedError for RegistryError {
    fn code(&self) -> Code {
        match self {
            Self::Identifier(_) => codes::REGISTRY_IDENTIFIER,
            Self::NotFound { .. } => Code::NOT_FOUND,
            Self::Size { .. } => Code::TOO_LARGE,
            Self::Unread(error) => error.code(),
            Self::Invalid { .. } => codes::REGISTRY_INVALID,
            Self::Writer { .. } => Code::AUTH_FORBIDDEN,
            Self::Older { .. } => codes::REGISTRY_OLDER,
            Self::Unconfirmed { code, .. } => *code,
            Self::Quota { .. } => codes::REGISTRY_QUOTA,
            Self::Rate { .. } => Code::RATE_LIMIT,
            Self::Conflict { .. } => codes::REGISTRY_CONFLICT,
            Self::Store(error) => error.code(),
        }
    }

    fn place(&self) -> Place {
        match self {
            Self::Unread(error) => error.place(),
            Self::Invalid { report, .. } => first_error(report).map(Diagnostic::place).unwrap_or_default(),
            _ => Place::default(),
        }
    }
}

impl From<FormatError> for RegistryError {
    fn from(error: FormatError) -> Self {
        Self::Unread(Box::new(error))
    }
}
