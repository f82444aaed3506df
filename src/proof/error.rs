//! Errors of signing and verification.

use super::Evidence;
use crate::{
    Code, CodedError, SimpleError, Timestamp,
    did::{DidError, DidUrl, KeyRefusal, Purpose},
    json::{Place, ReadError},
    jsonld::JsonLdError,
    key::KeyType,
    suite::Suite,
};
use std::fmt;

/// Why a document is not verified, with the evidence up to the error.
#[derive(Debug)]
pub struct VerifyError {
    /// The first failed check.
    pub fault: Box<VerifyFault>,
    /// The evidence. Its values are unverified claims of the document.
    pub evidence: Box<Evidence>,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fault.fmt(f)
    }
}

impl std::error::Error for VerifyError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.fault.source()
    }
}

impl CodedError for VerifyError {
    fn code(&self) -> Code {
        self.fault.code()
    }

    fn cause(&self) -> Option<&dyn CodedError> {
        Some(&*self.fault)
    }
}

/// The reason why a document is not verified.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyFault {
    /// The text may be read, but not verified.
    #[error(transparent)]
    Read(ReadError),
    /// There is no proof.
    #[error("found {found}, expected one proof object; the document is not signed: ask its publisher to sign it")]
    ProofMissing {
        /// The value found.
        found: &'static str,
    },
    /// There are several proofs.
    #[error("found {found}, expected one proof object; sets and chains of proofs are not accepted")]
    ProofMultiple {
        /// The value found.
        found: &'static str,
    },
    /// A member of the proof is missing or has the wrong type.
    #[error("the proof's `{member}`: found {found}, expected {expected}")]
    ProofMalformed {
        /// The member.
        member: String,
        /// The value found.
        found: String,
        /// The expected value.
        expected: &'static str,
    },
    /// The suite is unknown or not allowed.
    #[error(
        "the proof's type {proof_type:?} with {} is not an allowed suite; allowed: {allowed}",
        cryptosuite.as_ref().map_or_else(|| "no cryptosuite".to_owned(), |name| format!("the cryptosuite {name:?}"))
    )]
    ProofSuite {
        /// The proof's `type`.
        proof_type: String,
        /// The proof's `cryptosuite`.
        cryptosuite: Option<String>,
        /// The names of the allowed suites.
        allowed: String,
    },
    /// The suite refused an encoding or a member.
    #[error(transparent)]
    Suite(SimpleError),
    /// `verificationMethod` is not a DID with a fragment.
    #[error(
        "the proof's verificationMethod {found:?} is not a DID and a fragment such as did:wba:example.com#key-1: {source}"
    )]
    Method {
        /// The value found.
        found: String,
        /// The problem.
        source: DidError,
    },
    /// The document uses an unknown context.
    #[error(transparent)]
    Context(JsonLdError),
    /// The document's structure, subject or model was refused.
    #[error("{0}")]
    Subject(Box<dyn CodedError>),
    /// The signer's DID document is missing or invalid.
    #[error("{did}: {fault}")]
    Resolve {
        /// The DID.
        did: String,
        /// The reason.
        fault: Box<dyn CodedError>,
    },
    /// The method's key may not sign for the DID.
    #[error(transparent)]
    Key(KeyRefusal),
    /// The key does not have the suite's type.
    #[error("{method} is a key of the type {found}, expected {expected} for the suite {suite}")]
    KeyType {
        /// The method.
        method: DidUrl,
        /// Its key's type.
        found: KeyType,
        /// The suite's key type.
        expected: KeyType,
        /// The suite.
        suite: Suite,
    },
    /// The signature does not verify.
    #[error(
        "the signature does not verify with {method}: the document was changed after signing, or another key signed it"
    )]
    Signature {
        /// The method.
        method: DidUrl,
    },
    /// The proof has another purpose than expected.
    #[error("the proof's purpose is {found:?}, expected {expected}")]
    Purpose {
        /// The proof's purpose.
        found: String,
        /// The expected purpose.
        expected: Purpose,
    },
    /// The signer is not the expected one.
    #[error("signed by {signer}, expected {expected}")]
    SignerNotSubject {
        /// The signer.
        signer: String,
        /// The expected signer, for people.
        expected: String,
    },
    /// The proof has another domain than expected, or none.
    #[error("the proof's domain is {found}, expected {expected}; ask the publisher to sign for the expected domain")]
    Domain {
        /// The proof's domain.
        found: String,
        /// The expected domain.
        expected: String,
    },
    /// The proof has a domain, but the document was not fetched from a URL and the caller expects no domain.
    #[error(
        "the proof is bound to {found:?}, but the document was not fetched from a URL; set the expected domain, or \
         accept any"
    )]
    DomainNotFetched {
        /// The proof's domain.
        found: String,
    },
    /// The challenge is missing, or differs from the expected one.
    #[error("the proof's challenge is {found}, expected {expected}")]
    Challenge {
        /// The value found, quoted.
        found: String,
        /// The expected value; the caller's challenge is not named.
        expected: &'static str,
    },
    /// `created` is missing, invalid, or not before `expires`.
    #[error("the proof's `created`: found {found}, expected {expected}")]
    Created {
        /// The value found.
        found: String,
        /// The expected value.
        expected: &'static str,
    },
    /// `created` is in the future.
    #[error("the proof was created at {created}, later than {at} and the allowed clock skew; check both clocks")]
    NotYetValid {
        /// Creation time.
        created: Timestamp,
        /// The time of verification.
        at: Timestamp,
    },
    /// The proof has expired.
    #[error("the proof expired at {expires}, and the time of verification is {at}; ask the publisher to sign again")]
    Expired {
        /// Expiry time.
        expires: Timestamp,
        /// The time of verification.
        at: Timestamp,
    },
    /// The proof is older than the caller allows.
    #[error("the proof was created at {created}, expected {oldest} or later")]
    TooOld {
        /// Creation time.
        created: Timestamp,
        /// The earliest accepted creation time.
        oldest: Timestamp,
    },
}

impl CodedError for VerifyFault {
    fn code(&self) -> Code {
        match self {
            Self::Read(error) => error.code(),
            Self::ProofMissing { .. } => Code::PROOF_MISSING,
            Self::ProofMultiple { .. } => Code::PROOF_MULTIPLE,
            Self::ProofMalformed { .. } => Code::PROOF_MALFORMED,
            Self::ProofSuite { .. } => Code::PROOF_SUITE,
            Self::Suite(error) => error.code(),
            // a DID with an unsupported method is still a DID URL, and cannot be resolved
            Self::Method { source, .. } if source.code() == Code::DID_METHOD_UNSUPPORTED => {
                Code::DID_METHOD_UNSUPPORTED
            }
            Self::Method { .. } => Code::PROOF_METHOD,
            Self::Context(error) => error.code(),
            Self::Subject(error) => error.code(),
            Self::Resolve { fault, .. } => fault.code(),
            Self::Key(refusal) => refusal.code(),
            Self::KeyType { .. } => Code::PROOF_KEY_TYPE,
            Self::Signature { .. } => Code::PROOF_SIGNATURE,
            Self::Purpose { .. } => Code::PROOF_PURPOSE,
            Self::SignerNotSubject { .. } => Code::PROOF_SIGNER_NOT_SUBJECT,
            Self::Domain { .. } | Self::DomainNotFetched { .. } => Code::PROOF_DOMAIN,
            Self::Challenge { .. } => Code::PROOF_CHALLENGE,
            Self::Created { .. } => Code::PROOF_CREATED,
            Self::NotYetValid { .. } => Code::PROOF_NOT_YET_VALID,
            Self::Expired { .. } => Code::PROOF_EXPIRED,
            Self::TooOld { .. } => Code::PROOF_TOO_OLD,
        }
    }

    fn cause(&self) -> Option<&dyn CodedError> {
        match self {
            Self::Context(error) => Some(error),
            Self::Subject(error) => Some(&**error),
            Self::Suite(error) => Some(error),
            Self::Read(error) => Some(error),
            _ => None,
        }
    }

    fn place(&self) -> Place {
        Place::pointing(match self {
            Self::ProofMalformed { member, .. } if member != "proof" => format!("/proof/{member}"),
            Self::ProofMalformed { .. } | Self::ProofMultiple { .. } | Self::ProofSuite { .. } => "/proof".to_owned(),
            Self::Method { .. } => "/proof/verificationMethod".to_owned(),
            Self::Purpose { .. } => "/proof/proofPurpose".to_owned(),
            Self::Domain { .. } | Self::DomainNotFetched { .. } => "/proof/domain".to_owned(),
            Self::Challenge { .. } => "/proof/challenge".to_owned(),
            Self::Created { .. } | Self::NotYetValid { .. } | Self::TooOld { .. } => "/proof/created".to_owned(),
            Self::Expired { .. } => "/proof/expires".to_owned(),
            _ => return CodedError::cause(self).map_or_else(Place::default, CodedError::place),
        })
    }
}
