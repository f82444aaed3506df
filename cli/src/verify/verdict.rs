//! The verdict on one input.

use crate::failure::Failure;
use agent_description::{json::Object, verification::Verification};

/// The verdict on an input.
#[derive(Debug)]
pub enum InputVerdict {
    /// The library's result, and the failure if the document is not verified.
    Found(Box<Verification>, Option<Failure>),
    /// The report of an earlier run that verified the same bytes with the same expectations.
    Skipped(Object),
    /// The input is unreadable, not a document, or an option does not apply to it.
    Unread(Failure),
}

impl InputVerdict {
    /// The failure, if the input is not verified.
    pub fn failure(&self) -> Option<&Failure> {
        match self {
            Self::Found(_, failure) => failure.as_ref(),
            Self::Unread(failure) => Some(failure),
            Self::Skipped(_) => None,
        }
    }

    /// Redacts secrets that became known meanwhile.
    pub fn redacted(self) -> Self {
        match self {
            Self::Found(found, failure) => Self::Found(found, failure.map(Failure::redacted)),
            Self::Unread(failure) => Self::Unread(failure.redacted()),
            Self::Skipped(report) => Self::Skipped(report),
        }
    }

    /// The library's result.
    pub fn found(&self) -> Option<&Verification> {
        match self {
            Self::Found(found, _) => Some(found),
            Self::Skipped(_) | Self::Unread(_) => None,
        }
    }
}
