//! Errors of the registry.

use crate::{codes, registry::MAX_WORK_PER_MINUTE, search::IndexError, store::RegistryStoreError};
use agent_description::{
    Code, CodedError, Diagnostic, TextError,
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
    Identifier(#[from] TextError),
    /// `not-found`, `too-large`, `auth-forbidden`, `registry-older`, `registry-quota`, `registry-conflict`,
    /// `registry-busy`
    #[error("{message}")]
    Refused {
        /// The error code.
        code: Code,
        /// What was found, and what is expected.
        message: String,
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
    /// The document would replace a verified one, and its signer's DID document is unavailable. Has the code of the
    /// reason (`net-*`).
    #[error(
        "{reason}; {identifier} keeps its verified document until the new one can be verified: publish the signer's DID document, or retry later"
    )]
    Unconfirmed {
        /// The identifier.
        identifier: String,
        /// The code of the reason.
        code: Code,
        /// The reason.
        reason: String,
        /// Whether no retry helps: the signer's host has no DID document for it.
        is_permanent: bool,
    },
    /// `rate-limit`
    #[error("{domain} with its subdomains exceeded its limit of {most} writes or {} s of processor time per minute; retry in {} s", MAX_WORK_PER_MINUTE.as_secs(), retry_after.as_secs().max(1))]
    Rate {
        /// The registrable domain.
        domain: String,
        /// Maximum number of writes per minute.
        most: u32,
        /// Time until the next permitted write.
        retry_after: Duration,
    },
    /// `registry-store`
    #[error(transparent)]
    Store(#[from] RegistryStoreError),
    /// `registry-store`: the search index failed. `registry-query`: the search was refused.
    #[error(transparent)]
    Index(#[from] IndexError),
}

impl RegistryError {
    pub(crate) fn refused(code: Code, message: impl Into<String>) -> Self {
        Self::Refused { code, message: message.into() }
    }
}

fn first_error(report: &CheckReport) -> Option<&Diagnostic> {
    report.diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error)
}

impl CodedError for RegistryError {
    fn code(&self) -> Code {
        match self {
            Self::Identifier(_) => codes::REGISTRY_IDENTIFIER,
            Self::Refused { code, .. } | Self::Unconfirmed { code, .. } => *code,
            Self::Unread(error) => error.code(),
            Self::Invalid { .. } => codes::REGISTRY_INVALID,
            Self::Rate { .. } => Code::RATE_LIMIT,
            Self::Store(error) => error.code(),
            Self::Index(error) => error.code(),
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
