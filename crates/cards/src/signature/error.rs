//! Why a card's signature does not count, and why a card is not signed.

use super::{LeftOut, PayloadForm};
use crate::{codes, spelling::SpellingError};
use agent_description::{
    Code, CodedError, ReadError,
    did::{Did, KeyRefusal},
    jws::JwsError,
    proof::SignError as ProofSignError,
};
use std::{fmt, sync::Arc};

/// Why a signature does not verify, or why a card is not verified.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SignatureError {
    /// The card has no signatures.
    #[error("the card has no signatures")]
    Missing,
    /// `signatures`, or an entry of it, has not the form of section 8.4.2.
    #[error("{found}")]
    Malformed {
        /// What was found, and what was expected.
        found: String,
    },
    /// A member is a known one in another spelling: two readers would read the card differently.
    #[error("{0}")]
    Spelling(SpellingError),
    /// The JWS is refused.
    #[error("{0}")]
    Jws(JwsError),
    /// No key is known by the name that the header gives.
    #[error("no key for `kid` {kid:?}: {reason}")]
    NoKey {
        /// The header's `kid`, shortened.
        kid: String,
        /// Why, and what would be right.
        reason: String,
    },
    /// The key may not speak for the DID.
    #[error("{0}")]
    Key(KeyRefusal),
    /// The DID document, or the set of keys, could not be obtained.
    #[error("{0}")]
    Elsewhere(Arc<dyn CodedError>),
    /// A set of keys that is none.
    #[error("not a set of keys (RFC 7517): {found}")]
    KeySet {
        /// What was found.
        found: String,
    },
    /// A set of keys that is not strict JSON.
    #[error("not a set of keys (RFC 7517): {0}")]
    KeySetJson(ReadError),
    /// The signature verifies, but by a reading that is not accepted.
    #[error("the signature verifies only with the payload form `{reading}`, which is not accepted here{}", why(*.reading))]
    Reading {
        /// The reading.
        reading: PayloadForm,
    },
    /// A reading that does not exist.
    #[error("unknown payload form {found:?}, expected served, presence or pruned")]
    NoReading {
        /// Its name, shortened.
        found: String,
    },
    /// Nothing binds the signer to the card, and its DID document is not at hand: it is not fetched, as the signature would not count.
    #[error(
        "{signer} may not sign this card, so its key was not looked up: {}",
        whose(.expected)
    )]
    NotResolved {
        /// Who is said to have signed.
        signer: Did,
        /// Whose signature would count.
        expected: Expected,
    },
    /// The signature is good, but nothing binds its signer to the card.
    #[error("signed by {signer}, which may not sign this card: {}", whose(.expected))]
    Unbound {
        /// Who signed.
        signer: Did,
        /// Whose signature would count.
        expected: Expected,
    },
}

/// Whose signature counts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// The one of a DID that the caller named.
    Signer(Did),
    /// The one of a DID of the host that the card was fetched from.
    Host(String),
    /// The one of a DID of the one host that all of the card's interfaces are on.
    Interfaces(String),
    /// The one of a key in the set that the caller trusts.
    Keys,
    /// Nobody's, as the card is from a file, and its interfaces are not on one host.
    Nobody,
}

fn why(reading: PayloadForm) -> &'static str {
    match reading {
        PayloadForm::Pruned => ": it allows anyone to add members",
        _ => "",
    }
}

fn whose(expected: &Expected) -> String {
    match expected {
        Expected::Signer(did) => format!("{did} is expected"),
        Expected::Keys => "a key of the given set is expected".to_owned(),
        Expected::Host(host) => format!("a DID of {host}, which served the card, is expected"),
        Expected::Interfaces(host) => format!("a DID of {host}, the host of its interfaces, is expected"),
        Expected::Nobody => "the card has no host; set the expected signer".to_owned(),
    }
}

impl SignatureError {
    pub(super) fn malformed(found: impl Into<String>) -> Self {
        Self::Malformed { found: found.into() }
    }
}

impl From<JwsError> for SignatureError {
    fn from(error: JwsError) -> Self {
        Self::Jws(error)
    }
}

impl CodedError for SignatureError {
    fn code(&self) -> Code {
        match self {
            Self::Missing => codes::JWS_MISSING,
            Self::Malformed { .. } => Code::JWS_MALFORMED,
            Self::Spelling(error) => error.code(),
            Self::Jws(error) => error.code(),
            Self::NoKey { .. } => Code::JWS_KEY,
            Self::Key(error) => error.code(),
            Self::Elsewhere(error) => error.code(),
            Self::KeySet { .. } => Code::KEY_MALFORMED,
            Self::KeySetJson(error) => error.code(),
            Self::Reading { .. } | Self::NoReading { .. } => Code::JWS_SIGNATURE,
            Self::Unbound { .. } | Self::NotResolved { .. } => codes::CARD_SIGNER_UNBOUND,
        }
    }

    fn pointer(&self) -> Option<String> {
        match self {
            Self::Spelling(error) => error.pointer(),
            _ => None,
        }
    }
}

/// Why a card is not signed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SignError {
    /// What is there cannot be signed over, or beside.
    #[error("{0}")]
    Card(SignatureError),
    /// The readings have different bytes.
    #[error("{}", not_portable(.members))]
    NotPortable {
        /// The members to mend: a JSON Pointer each, and what is the matter.
        members: Vec<(Option<String>, LeftOut)>,
    },
    /// The signer does not sign.
    #[error("{0}")]
    Signer(ProofSignError),
    /// The signature that was made is refused.
    #[error("{0}")]
    Jws(JwsError),
    /// The signed card is larger or deeper than cards may be.
    #[error("{0}")]
    Document(ReadError),
}

/// How many members are named.
const NAMED: usize = 12;

fn not_portable(members: &[(Option<String>, LeftOut)]) -> String {
    let mut text = "verifiers would compute different payloads; to sign for all of them, correct ".to_owned();
    for (at, (pointer, left_out)) in members.iter().take(NAMED).enumerate() {
        let between = if at == 0 { "" } else { ", " };
        let _ = fmt::Write::write_fmt(
            &mut text,
            format_args!("{between}{} ({})", pointer.as_deref().unwrap_or(&left_out.name), left_out.why),
        );
    }
    if let more @ 1.. = members.len().saturating_sub(NAMED) {
        text.push_str(&format!(" and {more} more"));
    }
    text
}

impl CodedError for SignError {
    fn code(&self) -> Code {
        match self {
            Self::Card(error) => error.code(),
            Self::NotPortable { .. } => codes::CARD_NOT_PORTABLE,
            Self::Signer(error) => error.code(),
            Self::Jws(error) => error.code(),
            Self::Document(error) => error.code(),
        }
    }

    fn pointer(&self) -> Option<String> {
        match self {
            Self::Card(error) => error.pointer(),
            Self::NotPortable { members } => members.first()?.0.clone(),
            Self::Signer(error) => error.pointer(),
            _ => None,
        }
    }
}
