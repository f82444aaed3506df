//! The cryptosuites: the signed bytes, the encoding of `proofValue`, and the key type.
//!
//! A [`Suite`] is identified by the proof's `type` and `cryptosuite` together and must be on the caller's allow-list;
//! suites are never tried in turn. Each suite covers every member of the proof except `proofValue`:
//!
//! | suite | bytes under the signature |
//! |---|---|
//! | [`AdpEcdsaP256`](Suite::AdpEcdsaP256) | JCS of the document with its proof, minus `proof.proofValue` |
//! | the others | SHA-256(JCS(proof minus `proofValue`)) ‖ SHA-256(JCS(document minus `proof`)) |
//!
//! ```
//! use agent_description::{
//!     Document, Limits,
//!     key::{KeyType, SigningKey},
//!     suite::{ProofValueEncoding, Suite},
//! };
//!
//! let document = Document::parse(br#"{"name":"Hotel"}"#, &Limits::default())?;
//! let proof = Document::parse(
//!     br#"{"type":"EcdsaSecp256r1Signature2019"}"#,
//!     &Limits::default(),
//! )?;
//! let suite = Suite::identify("EcdsaSecp256r1Signature2019", None)
//!     .ok_or("a known suite")?;
//!
//! let input = suite.signing_input(
//!     document.root(),
//!     proof.root(),
//!     ProofValueEncoding::Base64Url,
//! )?;
//! assert_eq!(
//!     input.as_bytes(),
//!     br#"{"name":"Hotel","proof":{"type":"EcdsaSecp256r1Signature2019"}}"#
//! );
//!
//! let key = SigningKey::from_secret_bytes(KeyType::P256, &[7; 32])?;
//! let proof_value = suite.encode_proof_value(&key.sign(input.as_bytes()));
//! let (signature, _) = suite.decode_proof_value(&proof_value)?;
//! key.verifying_key().verify(input.as_bytes(), &signature)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod adp_ecdsa_p256;
mod data_integrity;
mod didwba_ecdsa_k1;
mod ecdsa_jcs_2019;
mod eddsa_jcs_2022;
mod error;
mod proof_value;
mod signing_input;

pub use self::{
    error::{SuiteError, UnknownSuite},
    proof_value::ProofValueEncoding,
    signing_input::{CanonicalForms, SigningInput, canonical_sha256},
};
#[cfg(feature = "auth")]
pub(crate) use proof_value::signature_of_base64url;
pub(crate) use signing_input::SignedText;

use crate::{
    json::Object,
    key::{KeyType, Signature},
};
use std::{fmt, str::FromStr};

/// A cryptosuite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Suite {
    /// The agent description specification's own suite, and the default: ECDSA P-256 over the whole document.
    AdpEcdsaP256,
    /// `ecdsa-jcs-2019` with P-256 (Data Integrity ECDSA Cryptosuites 1.0 section 3.3).
    EcdsaJcs2019,
    /// `eddsa-jcs-2022` (Data Integrity EdDSA Cryptosuites 1.0 section 3.3), and the ANP SDKs' form of it.
    EddsaJcs2022,
    /// `didwba-jcs-ecdsa-secp256k1-2025`, the ANP SDKs' suite for secp256k1.
    DidWbaEcdsaK1,
}

/// The properties of a suite.
struct Profile {
    name: &'static str,
    proof_type: &'static str,
    cryptosuite: Option<&'static str>,
    key_type: KeyType,
    written: ProofValueEncoding,
    read: &'static [ProofValueEncoding],
}

impl Suite {
    /// Every suite.
    pub const ALL: &'static [Suite] =
        &[Self::AdpEcdsaP256, Self::EcdsaJcs2019, Self::EddsaJcs2022, Self::DidWbaEcdsaK1];

    const fn profile(self) -> &'static Profile {
        match self {
            Self::AdpEcdsaP256 => &adp_ecdsa_p256::PROFILE,
            Self::EcdsaJcs2019 => &ecdsa_jcs_2019::PROFILE,
            Self::EddsaJcs2022 => &eddsa_jcs_2022::PROFILE,
            Self::DidWbaEcdsaK1 => &didwba_ecdsa_k1::PROFILE,
        }
    }

    /// The suite's name on the command line and in evidence, for example `adp-ecdsa-p256`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.profile().name
    }

    /// The proof's `type`.
    #[must_use]
    pub const fn proof_type(self) -> &'static str {
        self.profile().proof_type
    }

    /// The proof's `cryptosuite`, for suites that have one.
    #[must_use]
    pub const fn cryptosuite(self) -> Option<&'static str> {
        self.profile().cryptosuite
    }

    /// The key type.
    #[must_use]
    pub const fn key_type(self) -> KeyType {
        self.profile().key_type
    }

    /// The encoding in which this crate writes `proofValue`.
    #[must_use]
    pub const fn written_encoding(self) -> ProofValueEncoding {
        self.profile().written
    }

    /// Whether this crate writes the document's `@context` into the proof, for the suites that sign it.
    #[must_use]
    pub(crate) const fn writes_context(self) -> bool {
        matches!(self, Self::EcdsaJcs2019 | Self::EddsaJcs2022)
    }

    /// Whether the signed bytes contain the document's `@context` as a member of the proof: for suites with
    /// [`Suite::writes_context`], if `proofValue` is base58btc.
    pub(crate) fn signs_context(self, encoding: ProofValueEncoding) -> bool {
        self.writes_context() && encoding == ProofValueEncoding::Base58Btc
    }

    /// The suite of a proof's `type` and `cryptosuite`.
    #[must_use]
    pub fn identify(proof_type: &str, cryptosuite: Option<&str>) -> Option<Suite> {
        Self::ALL.iter().copied().find(|suite| suite.proof_type() == proof_type && suite.cryptosuite() == cryptosuite)
    }

    /// Decodes `proofValue`. Its length determines the encoding: 86 characters are base64url without padding; 87 to 89
    /// characters starting with `z` are base58btc. The suite may allow only one of them.
    ///
    /// # Errors
    /// [`SuiteError::ProofValueEncoding`] for everything else: DER, padding, `+` and `/`, stray bits, other lengths.
    pub fn decode_proof_value(self, text: &str) -> Result<(Signature, ProofValueEncoding), SuiteError> {
        proof_value::decode(self, text)
    }

    /// Encodes a signature as `proofValue`, in [`Suite::written_encoding`].
    #[must_use]
    pub fn encode_proof_value(self, signature: &Signature) -> String {
        self.written_encoding().encode(signature)
    }

    /// The bytes to sign, which [`VerifyingKey::verify`](crate::key::VerifyingKey::verify) takes as message.
    ///
    /// `document` may have a `proof` member, which is ignored: `proof` replaces it. A `proofValue` in `proof` is
    /// ignored.
    ///
    /// # Errors
    /// [`SuiteError::ProofContext`] if the proof's `@context` violates the suite's rule.
    pub fn signing_input(
        self,
        document: &Object,
        proof: &Object,
        encoding: ProofValueEncoding,
    ) -> Result<SigningInput, SuiteError> {
        Ok(self.canonical_forms(document, proof, encoding)?.into_signing_input())
    }

    /// [`Suite::signing_input`] for a document with its own `proof` and an existing signed text.
    pub(crate) fn signing_input_of(
        self,
        document: &Object,
        proof: &Object,
        encoding: ProofValueEncoding,
        text: SignedText,
    ) -> Result<SigningInput, SuiteError> {
        if self == Self::AdpEcdsaP256 {
            return adp_ecdsa_p256::signing_input_of(proof, text);
        }
        if self.signs_context(encoding) {
            data_integrity::check_context(self, document, proof)?;
        } else {
            data_integrity::refuse_context(self, proof)?;
        }
        match text.parts() {
            Some(parts) => Ok(SigningInput::from_parts(parts)),
            None => self.signing_input(document, proof, encoding),
        }
    }

    /// The canonical texts from which [`Suite::signing_input`] is computed. Compare them if two implementations
    /// disagree.
    ///
    /// # Errors
    /// As for [`Suite::signing_input`].
    pub fn canonical_forms(
        self,
        document: &Object,
        proof: &Object,
        encoding: ProofValueEncoding,
    ) -> Result<CanonicalForms, SuiteError> {
        match self {
            Self::AdpEcdsaP256 => adp_ecdsa_p256::canonical_forms(document, proof),
            Self::EcdsaJcs2019 => ecdsa_jcs_2019::canonical_forms(document, proof),
            Self::EddsaJcs2022 => eddsa_jcs_2022::canonical_forms(document, proof, encoding),
            Self::DidWbaEcdsaK1 => didwba_ecdsa_k1::canonical_forms(document, proof),
        }
    }
}

impl fmt::Display for Suite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Suite {
    type Err = UnknownSuite;

    /// Parses a suite's [name](Suite::name).
    ///
    /// # Errors
    /// [`UnknownSuite`] for any other text.
    fn from_str(text: &str) -> Result<Self, UnknownSuite> {
        Self::ALL.iter().copied().find(|suite| suite.name() == text).ok_or_else(|| UnknownSuite::new(text))
    }
}
