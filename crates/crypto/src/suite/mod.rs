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
//! let signature = key.sign(input.as_bytes());
//! let proof_value = suite.written_encoding().encode(&signature);
//! let (signature, _) = suite.decode_proof_value(&proof_value)?;
//! key.verifying_key().verify(input.as_bytes(), &signature)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod proof_value;
mod signing_input;

pub use self::{
    proof_value::ProofValueEncoding,
    signing_input::{CanonicalForms, SigningInput, canonical_sha256},
};
#[doc(hidden)]
pub use self::{proof_value::signature_of_base64url, signing_input::SignedText};

use crate::key::{KeyType, Signature};
use adp_json::{Code, Json, Object, Place, SimpleError, cut, jcs};
use std::{borrow::Cow, str::FromStr};

adp_json::words! {
    /// A cryptosuite, with its name on the command line and in evidence.
    #[non_exhaustive]
    pub enum Suite {
        /// The agent description specification's own suite, and the default: ECDSA P-256 over the whole document.
        AdpEcdsaP256 = "adp-ecdsa-p256",
        /// `ecdsa-jcs-2019` with P-256 (Data Integrity ECDSA Cryptosuites 1.0 section 3.3).
        EcdsaJcs2019 = "ecdsa-jcs-2019",
        /// `eddsa-jcs-2022` (Data Integrity EdDSA Cryptosuites 1.0 section 3.3), and the ANP SDKs' form of it.
        EddsaJcs2022 = "eddsa-jcs-2022",
        /// `didwba-jcs-ecdsa-secp256k1-2025`, the ANP SDKs' suite for secp256k1.
        DidWbaEcdsaK1 = "didwba-ecdsa-k1",
    }
}

/// The properties of a suite.
struct Profile {
    proof_type: &'static str,
    cryptosuite: Option<&'static str>,
    key_type: KeyType,
    /// The encodings of `proofValue`; this crate writes the first.
    encodings: &'static [ProofValueEncoding],
}

impl Suite {
    /// The suite of a DID document's own proof.
    #[doc(hidden)]
    #[must_use]
    pub const fn for_did_document(key_type: KeyType) -> Self {
        match key_type {
            KeyType::P256 => Self::EcdsaJcs2019,
            KeyType::Ed25519 => Self::EddsaJcs2022,
            KeyType::Secp256k1 => Self::DidWbaEcdsaK1,
        }
    }

    const fn profile(self) -> &'static Profile {
        use ProofValueEncoding::{Base58Btc, Base64Url};
        match self {
            Self::AdpEcdsaP256 => &Profile {
                proof_type: "EcdsaSecp256r1Signature2019",
                cryptosuite: None,
                key_type: KeyType::P256,
                // the specification's text requires base64url, but its example is base58btc
                encodings: &[Base64Url, Base58Btc],
            },
            Self::EcdsaJcs2019 => &Profile {
                proof_type: "DataIntegrityProof",
                cryptosuite: Some("ecdsa-jcs-2019"),
                key_type: KeyType::P256,
                encodings: &[Base58Btc],
            },
            Self::EddsaJcs2022 => &Profile {
                proof_type: "DataIntegrityProof",
                cryptosuite: Some("eddsa-jcs-2022"),
                key_type: KeyType::Ed25519,
                encodings: &[Base58Btc, Base64Url],
            },
            Self::DidWbaEcdsaK1 => &Profile {
                proof_type: "DataIntegrityProof",
                cryptosuite: Some("didwba-jcs-ecdsa-secp256k1-2025"),
                key_type: KeyType::Secp256k1,
                encodings: &[Base64Url],
            },
        }
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
        match self.profile().encodings {
            [first, ..] => *first,
            [] => ProofValueEncoding::Base64Url,
        }
    }

    /// Whether the signed bytes contain the document's `@context` as a member of the proof. The encoding of
    /// `proofValue` distinguishes the two forms of `eddsa-jcs-2022`: the ANP SDKs write base64url and sign no context.
    #[doc(hidden)]
    pub fn signs_context(self, encoding: ProofValueEncoding) -> bool {
        match self {
            Self::EcdsaJcs2019 => true,
            Self::EddsaJcs2022 => encoding == ProofValueEncoding::Base58Btc,
            Self::AdpEcdsaP256 | Self::DidWbaEcdsaK1 => false,
        }
    }

    /// The usual suite of keys of this type.
    #[must_use]
    pub fn for_key_type(key_type: KeyType) -> Self {
        Self::ALL.iter().copied().find(|suite| suite.key_type() == key_type).unwrap_or(Self::AdpEcdsaP256)
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
    /// `proof-value-encoding` for everything else: DER, padding, `+` and `/`, stray bits, other lengths.
    pub fn decode_proof_value(self, text: &str) -> Result<(Signature, ProofValueEncoding), SimpleError> {
        proof_value::decode(self, text)
    }

    /// The bytes to sign, which [`VerifyingKey::verify`](crate::key::VerifyingKey::verify) takes as message.
    ///
    /// `document` may have a `proof` member, which is ignored: `proof` replaces it. A `proofValue` in `proof` is
    /// ignored.
    ///
    /// # Errors
    /// `proof-malformed` if the proof's `@context` violates the suite's rule.
    pub fn signing_input(
        self,
        document: &Object,
        proof: &Object,
        encoding: ProofValueEncoding,
    ) -> Result<SigningInput, SimpleError> {
        Ok(self.canonical_forms(document, proof, encoding)?.into_signing_input())
    }

    /// [`Suite::signing_input`] for a document with its own `proof` and an existing signed text.
    #[doc(hidden)]
    pub fn signing_input_of(
        self,
        document: &Object,
        proof: &Object,
        encoding: ProofValueEncoding,
        text: SignedText,
    ) -> Result<SigningInput, SimpleError> {
        self.check_context(document, proof, encoding)?;
        if self == Self::AdpEcdsaP256 {
            return Ok(text.into_signing_input());
        }
        match text.parts() {
            Some(parts) => Ok(SigningInput::from_message(parts.concat())),
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
    ) -> Result<CanonicalForms, SimpleError> {
        self.check_context(document, proof, encoding)?;
        if self == Self::AdpEcdsaP256 {
            let own = document.get("proof").and_then(Json::as_object);
            let mut document = Cow::Borrowed(document);
            if !own.is_some_and(|own| std::ptr::eq(own, proof)) {
                document.to_mut().insert("proof", proof.clone());
            }
            let document = jcs::canonicalize_omitting(&document, &["proof", "proofValue"]);
            return Ok(CanonicalForms { proof_config: None, document });
        }
        let mut config = Cow::Borrowed(proof);
        if self.signs_context(encoding)
            && !proof.contains("@context")
            && let Some(context) = document.get("@context")
        {
            config.to_mut().insert("@context", context.clone());
        }
        Ok(CanonicalForms {
            proof_config: Some(jcs::canonicalize_omitting(&config, &["proofValue"])),
            document: jcs::canonicalize_omitting(document, &["proof"]),
        })
    }

    /// Refuses a `@context` of the proof that the suite does not sign, or that differs from the document's.
    fn check_context(self, document: &Object, proof: &Object, encoding: ProofValueEncoding) -> Result<(), SimpleError> {
        let problem = match (document.get("@context"), proof.get("@context")) {
            (_, None) => return Ok(()),
            (_, Some(_)) if !self.signs_context(encoding) => {
                "is not allowed in this form of proof, which signs its options without a context; leave it out"
            }
            // trees are equal if their canonical forms are
            (Some(due), Some(found)) if due == found => return Ok(()),
            (Some(_), Some(_)) => "differs from the document's; make it the same, or leave it out",
            (None, Some(_)) => "is present, but the document has none; leave it out",
        };
        let message = format!("the proof's `@context` {problem} ({self})");
        Err(SimpleError::new(Code::PROOF_MALFORMED, message).at(Place::pointing("/proof/@context")))
    }
}

impl FromStr for Suite {
    type Err = SimpleError;

    /// Parses a suite's name.
    ///
    /// # Errors
    /// `proof-suite` for any other text.
    fn from_str(text: &str) -> Result<Self, SimpleError> {
        Self::from_name(text).ok_or_else(|| {
            let (found, expected) = (cut(text, 64), Self::WORDS.join(", "));
            SimpleError::new(Code::PROOF_SUITE, format!("{found:?} is not a suite; expected one of {expected}"))
        })
    }
}
