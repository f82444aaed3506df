//! Errors of suites.

use super::Suite;
use adp_json::{Code, CodedError, Place};

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
    /// The text names no suite.
    #[error(
        "{found:?} is not a suite; expected one of adp-ecdsa-p256, ecdsa-jcs-2019, eddsa-jcs-2022, didwba-ecdsa-k1"
    )]
    Unknown {
        /// The text, shortened.
        found: String,
    },
}

impl CodedError for SuiteError {
    fn code(&self) -> Code {
        match self {
            Self::ProofValueEncoding { .. } => Code::PROOF_VALUE_ENCODING,
            Self::ProofContext { .. } => Code::PROOF_MALFORMED,
            Self::Unknown { .. } => Code::PROOF_SUITE,
        }
    }

    fn place(&self) -> Place {
        Place::pointing(match self {
            Self::ProofValueEncoding { .. } => "/proof/proofValue",
            Self::ProofContext { .. } => "/proof/@context",
            Self::Unknown { .. } => return Place::default(),
        })
    }
}
