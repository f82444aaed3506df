//! Errors of suites.

use super::Suite;
use crate::{Code, CodedError, json::Place};

/// Why a proof does not match its suite.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SuiteError {
    /// The suite does not support the encoding of `proofValue`.
    #[error("`proofValue` {found}; {suite} expects {expected}")]
    ProofValueEncoding {
        /// The suite.
        suite: Suite,
        /// The problem.
        found: String,
        /// The supported encodings.
        expected: &'static str,
    },
    /// The proof's `@context` violates the suite's rule.
    #[error("the proof's `@context` {problem} ({suite})")]
    ProofContext {
        /// The suite.
        suite: Suite,
        /// The problem and the fix.
        problem: &'static str,
    },
}

impl CodedError for SuiteError {
    fn code(&self) -> Code {
        match self {
            Self::ProofValueEncoding { .. } => Code::PROOF_VALUE_ENCODING,
            Self::ProofContext { .. } => Code::PROOF_MALFORMED,
        }
    }

    fn place(&self) -> Place {
        Place::pointing(match self {
            Self::ProofValueEncoding { .. } => "/proof/proofValue",
            Self::ProofContext { .. } => "/proof/@context",
        })
    }
}

/// The error for a text that names no suite.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{found:?} is not a suite; expected one of adp-ecdsa-p256, ecdsa-jcs-2019, eddsa-jcs-2022, didwba-ecdsa-k1")]
pub struct UnknownSuite {
    found: String,
}

impl UnknownSuite {
    pub(super) fn new(found: &str) -> Self {
        Self { found: found.chars().take(64).collect() }
    }
}

impl CodedError for UnknownSuite {
    fn code(&self) -> Code {
        Code::PROOF_SUITE
    }
}
