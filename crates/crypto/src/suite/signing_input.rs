//! Canonical texts and the bytes to sign.

use super::Suite;
use crate::key::{KeyError, Signature, VerifyingKey};
use adp_json::{Json, Member, Object, jcs};
use sha2::{Digest, Sha256};
use std::ops::Range;

/// The signed RFC 8785 texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanonicalForms {
    /// The canonical proof options, for suites that hash them separately from the document.
    pub proof_config: Option<Vec<u8>>,
    /// The canonical document: with the proof (minus `proofValue`) in `AdpEcdsaP256`, without the proof in the other
    /// suites.
    pub document: Vec<u8>,
}

impl CanonicalForms {
    /// The bytes that the key signs.
    pub(super) fn into_signing_input(self) -> SigningInput {
        let message = match self.proof_config {
            None => self.document,
            Some(config) => [Sha256::digest(config), Sha256::digest(self.document)].concat(),
        };
        SigningInput::from_message(message)
    }
}

/// The bytes that a key signs. Only suites, JSON Web Signatures and request authentication create them, so a key signs
/// nothing else.
#[derive(Clone, Debug)]
pub struct SigningInput {
    message: Vec<u8>,
    /// The message's hash, if already known.
    sha256: Option<[u8; 32]>,
}

impl SigningInput {
    /// The input of a message. That of a request or of a JWS (RFC 7515 section 5.1) never begins like the text of a
    /// proof.
    #[doc(hidden)]
    pub fn from_message(message: Vec<u8>) -> Self {
        Self { message, sha256: None }
    }

    /// The message for the key; ECDSA hashes it once more with SHA-256.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.message
    }

    /// Whether the key verifies `signature` over this input.
    #[doc(hidden)]
    pub fn verify(&self, key: &VerifyingKey, signature: &Signature) -> Result<(), KeyError> {
        key.verify_hashed(&self.message, self.sha256.as_ref(), signature)
    }
}

impl PartialEq for SigningInput {
    fn eq(&self, other: &Self) -> bool {
        self.message == other.message
    }
}

impl Eq for SigningInput {}

/// The canonical text of a document with its proof but without `proof.proofValue`, and its hash.
#[derive(Debug)]
#[doc(hidden)]
pub struct SignedText {
    text: Vec<u8>,
    sha256: [u8; 32],
    /// The proof's range in the text, if there is a proof.
    proof: Option<ProofText>,
}

/// The range of the proof in a text.
#[derive(Debug)]
struct ProofText {
    value: Range<usize>,
    member: Range<usize>,
    /// The state of the hash up to the proof.
    hashed: Sha256,
}

impl SignedText {
    #[doc(hidden)]
    pub fn for_document(document: &Object) -> Self {
        let jcs::Marked { text, member } =
            jcs::canonicalize_marking(document, "proof", "proofValue", signed_context(document));
        let mut hashed = Sha256::new();
        let start = member.as_ref().map_or(0, |(_, member)| member.start);
        hashed.update(text.get(..start).unwrap_or_default());
        let whole = hashed.clone().chain_update(text.get(start..).unwrap_or_default());
        let proof = member.map(|(value, member)| ProofText { value, member, hashed });
        Self { sha256: whole.finalize().into(), text, proof }
    }

    /// The hashes of the proof's options and of the document without its proof, for suites that hash them separately.
    pub(super) fn parts(&self) -> Option<[[u8; 32]; 2]> {
        let ProofText { value, member, hashed } = self.proof.as_ref()?;
        let options = Sha256::digest(self.text.get(value.clone())?);
        let document = hashed.clone().chain_update(self.text.get(member.end..)?).finalize();
        Some([options.into(), document.into()])
    }

    /// Same as [`canonical_sha256`].
    #[doc(hidden)]
    pub fn sha256(&self) -> [u8; 32] {
        self.sha256
    }

    /// The input of the suite that signs this text unchanged.
    pub(super) fn into_signing_input(self) -> SigningInput {
        SigningInput { message: self.text, sha256: Some(self.sha256) }
    }
}

/// The document's `@context`, if the suite signs the proof with it and the proof omits it. A proof with and without it
/// are two spellings of the same signed text.
fn signed_context(document: &Object) -> Option<&Member> {
    let proof = document.get("proof")?.as_object()?;
    if proof.contains("@context") {
        return None;
    }
    let member = |name| proof.get(name).and_then(Json::as_str);
    let suite = Suite::identify(member("type")?, member("cryptosuite"))?;
    let (_, encoding) = suite.decode_proof_value(member("proofValue")?).ok()?;
    document.member("@context").filter(|_| suite.signs_context(encoding))
}

/// SHA-256 of the document's canonical text with its proof as signed, without `proof.proofValue`: the same for every
/// signature over the same content.
///
/// Suites that sign the proof's options with the document's `@context` do so whether the proof repeats it or omits it.
/// The text always contains it, so that the same signed content always has the same hash.
#[must_use]
pub fn canonical_sha256(document: &Object) -> [u8; 32] {
    SignedText::for_document(document).sha256
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{SignedText, Suite};
    use crate::key::Signature;
    use adp_json::{Document, Json, Limits};

    #[test]
    fn one_canonical_text_gives_every_suite_its_input() {
        for suite in Suite::ALL {
            let names = [Some(suite.proof_type()), suite.cryptosuite()];
            let [proof_type, cryptosuite] = names.map(|name| Json::from(name).to_compact());
            let value = suite.written_encoding().encode(&Signature([7; 64]));
            let (_, encoding) = suite.decode_proof_value(&value).unwrap();
            let mut compared = 0;
            for context in ["", r#""@context": ["urn:c", {"x": "y"}], "#] {
                for in_proof in ["", r#""@context": ["urn:c", {"x": "y"}], "#, r#""@context": "urn:d", "#] {
                    let member =
                        |name: &str| if name == "null" { String::new() } else { format!(r#""cryptosuite": {name}, "#) };
                    let proof = format!(
                        r#"{{{in_proof}"type": {proof_type}, {}"z": {{"proof": {{"proofValue": 1}}}}, "proofValue": "{value}"}}"#,
                        member(&cryptosuite)
                    );
                    for (before, after) in
                        [("", ""), (r#""a": 1, "#, ""), ("", r#", "z": "proof""#), (r#""a": 1, "#, r#", "q": {}"#)]
                    {
                        let text = format!(r#"{{{context}{before}"proof": {proof}{after}}}"#);
                        let document = Document::parse(text.as_bytes(), &Limits::default()).unwrap();
                        let (root, proof) =
                            (document.root(), document.root().get("proof").and_then(Json::as_object).unwrap());
                        let apart = suite.signing_input(root, proof, encoding);
                        let at_once = suite.signing_input_of(root, proof, encoding, SignedText::for_document(root));
                        match (apart, at_once) {
                            (Ok(apart), Ok(at_once)) => assert_eq!(apart, at_once, "{suite}: {text}"),
                            (apart, at_once) => assert_eq!(apart.is_err(), at_once.is_err(), "{suite}: {text}"),
                        }
                        compared += 1;
                    }
                }
            }
            assert_eq!(compared, 24);
        }
    }
}
