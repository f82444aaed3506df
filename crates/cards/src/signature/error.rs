//! Errors of verifying and signing cards.

use super::{LeftOut, PayloadForm};
use crate::{codes, spelling::SpellingError};
use agent_description::{
    Code, CodedError, ReadError,
    did::{Did, KeyRefusal},
    jws::JwsError,
    proof::SignError as ProofSignError,
};
use std::{fmt, sync::Arc};

/// The reason why a signature or card is not verified.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SignatureError {
    /// The card has no signatures.
    #[error("the card has no signatures")]
    Missing,
    /// `signatures` or an entry violates section 8.4.2.
    #[error("{found}")]
    Malformed {
        /// The message, with what was found and expected.
        found: String,
    },
    /// A member name is another spelling of a known one, so parsers interpret the card differently.
    #[error("{0}")]
    Spelling(SpellingError),
    /// The JWS is invalid.
    #[error(transparent)]
    Jws(#[from] JwsError),
    /// No key matches the header.
    #[error("no key for `kid` {kid:?}: {reason}")]
    NoKey {
        /// The header's `kid`, shortened.
        kid: String,
        /// The reason, and what is expected.
        reason: String,
    },
    /// The key may not sign for the DID.
    #[error("{0}")]
    Key(KeyRefusal),
    /// The DID document or key set is unavailable.
    #[error("{0}")]
    Elsewhere(Arc<dyn CodedError>),
    /// The key set is invalid.
    #[error("not a set of keys (RFC 7517): {found}")]
    KeySet {
        /// The message.
        found: String,
    },
    /// The key set is not strict JSON.
    #[error("not a set of keys (RFC 7517): {0}")]
    KeySetJson(ReadError),
    /// The signature is valid only for a payload form that is not accepted.
    #[error("the signature verifies only with the payload form `{reading}`, which is not accepted here{}", why(*.reading))]
    Reading {
        /// The payload form.
        reading: PayloadForm,
    },
    /// The name of an unknown payload form.
    #[error("unknown payload form {found:?}, expected served, presence or pruned")]
    NoReading {
        /// The name, shortened.
        found: String,
    },
    /// The claimed signer may not sign the card, so its DID document was not fetched.
    #[error(
        "{signer} may not sign this card, so its key was not looked up: {}",
        whose(.expected)
    )]
    NotResolved {
        /// The claimed signer.
        signer: Did,
        /// The accepted signers.
        expected: Expected,
    },
    /// The signature is valid, but its signer may not sign the card.
    #[error("signed by {signer}, which may not sign this card: {}", whose(.expected))]
    Unbound {
        /// The signer.
        signer: Did,
        /// The accepted signers.
        expected: Expected,
    },
}

/// The accepted signers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// The DID that the caller named.
    Signer(Did),
    /// A DID of the host that served the card.
    Host(String),
    /// A DID of the host of all interfaces of the card.
    Interfaces(String),
    /// A key in the trusted key set.
    Keys,
    /// None, because the card is from a file, and its interfaces are not on one host.
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
        Expected::Keys => "a key of the given set or origin is expected".to_owned(),
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

/// The reason why a card was not signed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SignError {
    /// The card cannot be signed.
    #[error("{0}")]
    Card(SignatureError),
    /// The payload forms differ.
    #[error("{}", not_portable(.members))]
    NotPortable {
        /// The members to correct, as JSON Pointers, with the reasons.
        members: Vec<(Option<String>, LeftOut)>,
    },
    /// The signer failed.
    #[error("{0}")]
    Signer(ProofSignError),
    /// The new signature is invalid.
    #[error("{0}")]
    Jws(JwsError),
    /// The signed card exceeds the limits.
    #[error("{0}")]
    Document(ReadError),
}

/// Maximum number of members in a message.
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
