//! Why a catalog or a trust manifest is not verified, and why it is not signed.

use super::Container;
use crate::{ai_catalog::ArtifactDigest, codes, spelling::SpellingError};
use agent_description::{
    Code, CodedError, ReadError, Timestamp,
    did::{Did, KeyRefusal},
    jws::JwsError,
    proof::SignError as ProofSignError,
};
use std::sync::Arc;

/// Why a signature of a catalog does not count, or why a catalog is not verified.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TrustError {
    /// Nothing in the catalog is signed.
    #[error("the catalog has no signature, and none of its entries has a trust manifest")]
    Missing,
    /// A member is a known one in another spelling: two readers would read the catalog differently.
    #[error("{0}")]
    Spelling(SpellingError),
    /// A container without signature.
    #[error("{} has no signature", .0.title())]
    Unsigned(Container),
    /// A trust manifest or signature object is not of its form.
    #[error("{found}")]
    Malformed {
        /// What was found, and what was expected.
        found: String,
    },
    /// A trust manifest of a generation that says nothing about how it is verified.
    #[error("the trust manifest has an earlier format without verification; expected `trustManifests`")]
    Generation,
    /// A profile that is not verified here.
    #[error("the signature profile is {found:?}, expected \"did-web-v1\"")]
    Profile {
        /// The profile, shortened.
        found: String,
    },
    /// The signer is none that the profile allows, or not the contributor.
    #[error("invalid signer {signer:?}: {reason}")]
    Signer {
        /// The signer, shortened.
        signer: String,
        /// Why, and what was expected.
        reason: String,
    },
    /// It would expire before it counts.
    #[error("`expiresAt` is {expires_at}, expected a time after `issuedAt`, {issued_at}")]
    Order {
        /// From when it counts.
        issued_at: Timestamp,
        /// Until when.
        expires_at: Timestamp,
    },
    /// It does not count yet, or no longer.
    #[error("the signature is not valid now: {found}")]
    Time {
        /// Since when or until when, and what time it is.
        found: String,
    },
    /// The JWS is refused.
    #[error("{0}")]
    Jws(JwsError),
    /// No document of the signer's DID is available.
    #[error("no key for {kid:?}: {reason}")]
    NoKey {
        /// The header's `kid`, shortened.
        kid: String,
        /// Why.
        reason: &'static str,
    },
    /// The key may not speak for the signer.
    #[error("{0}")]
    Key(KeyRefusal),
    /// The key is published in a form that the profile does not take.
    #[error("{method} has no `publicKeyJwk`, which the profile did-web-v1 requires")]
    KeyForm {
        /// The verification method.
        method: String,
    },
    /// The DID document, or the artifact, could not be obtained.
    #[error("{0}")]
    Elsewhere(Arc<dyn CodedError>),
    /// The manifest is about another entry, or another release of it.
    #[error("the manifest's `subject.{member}` {found}")]
    Subject {
        /// The member.
        member: &'static str,
        /// What was found, and what was expected.
        found: String,
    },
    /// An entry whose artifact is in two places, or nowhere.
    #[error("the entry has {found}, expected exactly one of `url` and `data`")]
    Content {
        /// What it has.
        found: &'static str,
    },
    /// The signer's DID was not resolved.
    #[error("{did} was not resolved, because it may not sign here")]
    NotResolved {
        /// Who is said to have signed.
        did: Did,
    },
    /// The artifact was not compared with its digest.
    #[error("the artifact at {url:?} was not fetched, so its digest was not compared")]
    Unchecked {
        /// Where it is.
        url: String,
    },
    /// The artifact has other bytes.
    #[error("the artifact of {entry:?} has the digest {found}, expected {expected}")]
    Artifact {
        /// The entry's identifier, shortened.
        entry: String,
        /// What its bytes have.
        found: ArtifactDigest,
        /// What the catalog says.
        expected: ArtifactDigest,
    },
    /// An entry is not signed by its publisher.
    #[error("the entry {entry:?} has no manifest by its publisher{}; endorsements by others are not sufficient", publisher.as_ref().map_or_else(String::new, |did| format!(", {did}")))]
    Publisher {
        /// The entry's identifier, shortened.
        entry: String,
        /// Whose manifest would count; nobody's where the identifier names no publisher.
        publisher: Option<String>,
    },
    /// The catalog names another operator than its signer.
    #[error("signed by {signer}, but {}; expected the signer", match host { Some(host) => format!("`host.identifier` is {host:?}"), None => "there is no `host.identifier`".to_owned() })]
    Operator {
        /// Who signed.
        signer: Did,
        /// The catalog's `host.identifier`, shortened.
        host: Option<String>,
    },
    /// Each entry is by its publisher, and they are several.
    #[error("each entry is signed by its publisher, but the catalog has no single signer")]
    Publishers,
    /// Another signer than the one that was expected.
    #[error("the catalog is signed by {found}, expected {expected}")]
    OtherSigner {
        /// Who signed.
        found: String,
        /// Who should have.
        expected: Did,
    },
}

impl TrustError {
    pub(super) fn malformed(found: impl Into<String>) -> Self {
        Self::Malformed { found: found.into() }
    }

    /// Whether the network, or an option of the caller, could still decide it.
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        self.code().class() == agent_description::CodeClass::Undecided
    }
}

impl From<JwsError> for TrustError {
    fn from(error: JwsError) -> Self {
        Self::Jws(error)
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

/// Why a catalog or an entry is not signed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TrustSignError {
    /// What is there cannot be signed by this signer.
    #[error("{0}")]
    Refused(TrustError),
    /// There is a signature already.
    #[error("the catalog already has a `signature`; to sign it again, replace it")]
    Present,
    /// No entry is of the signer's host.
    #[error("no entry belongs to the signer (urn:air:{host}:…), who may not sign for other publishers")]
    NoEntry {
        /// The signer's host.
        host: String,
    },
    /// The signer does not sign.
    #[error("{0}")]
    Signer(ProofSignError),
    /// The signed catalog is larger or deeper than catalogs may be.
    #[error("{0}")]
    Document(ReadError),
}

impl From<TrustError> for TrustSignError {
    fn from(error: TrustError) -> Self {
        Self::Refused(error)
    }
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
