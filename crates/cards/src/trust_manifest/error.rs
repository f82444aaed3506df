//! Errors of verifying and signing catalogs and trust manifests.

use super::Container;
use crate::{ai_catalog::ArtifactDigest, codes, spelling::SpellingError};
use agent_description::{
    Code, CodedError, ReadError, Timestamp,
    did::{Did, KeyRefusal},
    jws::JwsError,
    proof::SignError as ProofSignError,
};
use std::sync::Arc;

/// The reason why a signature or catalog is not verified.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TrustError {
    /// The catalog contains no signature.
    #[error("the catalog has no signature, and none of its entries has a trust manifest")]
    Missing,
    /// A member name is another spelling of a known one, so parsers interpret the catalog differently.
    #[error("{0}")]
    Spelling(SpellingError),
    /// The container has no signature.
    #[error("{} has no signature", .0.title())]
    Unsigned(Container),
    /// A trust manifest or signature object has an invalid structure.
    #[error("{found}")]
    Malformed {
        /// The message, with what was found and expected.
        found: String,
    },
    /// A trust manifest of a version without rules for verification.
    #[error("the trust manifest has an earlier format without verification; expected `trustManifests`")]
    Generation,
    /// An unsupported signature profile.
    #[error("the signature profile is {found:?}, expected \"did-web-v1\"")]
    Profile {
        /// The profile, shortened.
        found: String,
    },
    /// The profile does not allow the signer, or the signer is not the contributor.
    #[error("invalid signer {signer:?}: {reason}")]
    Signer {
        /// The signer, shortened.
        signer: String,
        /// The reason, and what is expected.
        reason: String,
    },
    /// The expiry time is not after the issue time.
    #[error("`expiresAt` is {expires_at}, expected a time after `issuedAt`, {issued_at}")]
    Order {
        /// Issue time.
        issued_at: Timestamp,
        /// Expiry time.
        expires_at: Timestamp,
    },
    /// Not yet valid, or expired.
    #[error("the signature is not valid now: {found}")]
    Time {
        /// The limit and the current time.
        found: String,
    },
    /// The JWS is invalid.
    #[error(transparent)]
    Jws(#[from] JwsError),
    /// The signer's DID document has no such key or is unavailable.
    #[error("no key for {kid:?}: {reason}")]
    NoKey {
        /// The header's `kid`, shortened.
        kid: String,
        /// The reason.
        reason: &'static str,
    },
    /// The key may not sign for the signer.
    #[error("{0}")]
    Key(KeyRefusal),
    /// The key is published in a form that the profile does not allow.
    #[error("{method} has no `publicKeyJwk`, which the profile did-web-v1 requires")]
    KeyForm {
        /// The verification method.
        method: String,
    },
    /// The DID document or artifact is unavailable.
    #[error("{0}")]
    Elsewhere(Arc<dyn CodedError>),
    /// The subject of the manifest is another entry or another release.
    #[error("the manifest's `subject.{member}` {found}")]
    Subject {
        /// The member.
        member: &'static str,
        /// The message, with what was found and expected.
        found: String,
    },
    /// The entry's artifact is ambiguous or missing.
    #[error("the entry has {found}, expected exactly one of `url` and `data`")]
    Content {
        /// What the entry has.
        found: &'static str,
    },
    /// The signer's DID was not resolved.
    #[error("{did} was not resolved, because it may not sign here")]
    NotResolved {
        /// The claimed signer.
        did: Did,
    },
    /// The artifact was not compared with its digest.
    #[error("the artifact at {url:?} was not fetched, so its digest was not compared")]
    Unchecked {
        /// URL of the artifact.
        url: String,
    },
    /// The artifact does not match its digest.
    #[error("the artifact of {entry:?} has the digest {found}, expected {expected}")]
    Artifact {
        /// Identifier of the entry, shortened.
        entry: String,
        /// The digest of the artifact.
        found: ArtifactDigest,
        /// The digest in the catalog.
        expected: ArtifactDigest,
    },
    /// The entry is not signed by its publisher.
    #[error("the entry {entry:?} has no manifest by its publisher{}; endorsements by others are not sufficient", publisher.as_ref().map_or_else(String::new, |did| format!(", {did}")))]
    Publisher {
        /// Identifier of the entry, shortened.
        entry: String,
        /// The publisher's DID; `None` if the identifier has no publisher.
        publisher: Option<String>,
    },
    /// The signer is not the operator that the catalog names.
    #[error("signed by {signer}, but {}; expected the signer", match host { Some(host) => format!("`host.identifier` is {host:?}"), None => "there is no `host.identifier`".to_owned() })]
    Operator {
        /// The signer.
        signer: Did,
        /// `host.identifier` of the catalog, shortened.
        host: Option<String>,
    },
    /// Each entry is signed by its publisher, but there are several publishers.
    #[error("each entry is signed by its publisher, but the catalog has no single signer")]
    Publishers,
    /// The signer is not the expected one.
    #[error("the catalog is signed by {found}, expected {expected}")]
    OtherSigner {
        /// The signer.
        found: String,
        /// The expected signer.
        expected: Did,
    },
}

impl TrustError {
    pub(super) fn malformed(found: impl Into<String>) -> Self {
        Self::Malformed { found: found.into() }
    }

    /// Whether the result could change with network access or another option.
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        self.code().class() == agent_description::CodeClass::Undecided
    }
}

impl CodedError for TrustError {
    fn code(&self) -> Code {
        match self {
            Self::Missing | Self::Unsigned(_) => codes::JWS_MISSING,
            Self::Spelling(error) => error.code(),
            Self::Malformed { .. } => codes::CATALOG_TRUST,
            Self::Generation => Code::UNSUPPORTED_VERSION,
            Self::Profile { .. } => Code::UNSUPPORTED_VERSION,
            Self::Signer { .. } | Self::OtherSigner { .. } => codes::CATALOG_SIGNER,
            Self::Order { .. } => Code::INVALID_TIME,
            Self::Time { .. } => codes::JWS_TIME,
            Self::Jws(error) => error.code(),
            Self::NoKey { .. } => Code::JWS_KEY,
            Self::Key(error) => error.code(),
            Self::KeyForm { .. } => Code::DID_KEY_UNSUPPORTED,
            Self::Elsewhere(error) => error.code(),
            Self::Subject { .. } => codes::CATALOG_SUBJECT,
            Self::Content { .. } => Code::CONTRADICTION,
            Self::Unchecked { .. } | Self::NotResolved { .. } => codes::CATALOG_UNCHECKED,
            Self::Artifact { .. } => codes::CATALOG_ARTIFACT,
            Self::Publisher { .. } | Self::Publishers => codes::CATALOG_PUBLISHER,
            Self::Operator { .. } => codes::CATALOG_SIGNER,
        }
    }

    fn pointer(&self) -> Option<String> {
        match self {
            Self::Spelling(error) => error.pointer(),
            _ => None,
        }
    }
}

/// The reason why a catalog or entry was not signed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TrustSignError {
    /// This signer may not sign it.
    #[error(transparent)]
    Refused(#[from] TrustError),
    /// It is already signed.
    #[error("the catalog already has a `signature`; to sign it again, replace it")]
    Present,
    /// No entry belongs to the signer's host.
    #[error("no entry belongs to the signer (urn:air:{host}:…), who may not sign for other publishers")]
    NoEntry {
        /// The signer's host.
        host: String,
    },
    /// The signer failed.
    #[error("{0}")]
    Signer(ProofSignError),
    /// The signed catalog exceeds the limits.
    #[error("{0}")]
    Document(ReadError),
}

impl From<JwsError> for TrustSignError {
    fn from(error: JwsError) -> Self {
        Self::Refused(error.into())
    }
}

impl CodedError for TrustSignError {
    fn code(&self) -> Code {
        match self {
            Self::Refused(error) => error.code(),
            Self::Present => Code::PROOF_MULTIPLE,
            Self::NoEntry { .. } => codes::CATALOG_PUBLISHER,
            Self::Signer(error) => error.code(),
            Self::Document(error) => error.code(),
        }
    }
}
