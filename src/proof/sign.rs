//! Signing: a document gets its proof.

use super::SignError;
use crate::{
    Document, Limits, Timestamp,
    did::{DidUrl, Purpose},
    json::Object,
    key::{KeyError, Signature, SigningKey, VerifyingKey},
    suite::{SigningInput, Suite},
};

/// Who signs: a key in memory, an HSM, an agent.
pub trait Signer {
    /// The verification method under which the public key is published.
    fn method(&self) -> &DidUrl;

    /// The public key, with which the signature is checked before it is returned.
    fn verifying_key(&self) -> &VerifyingKey;

    /// Signs the bytes of `input`; ECDSA hashes them with SHA-256 once.
    ///
    /// # Errors
    /// Whatever keeps the signer from signing.
    fn sign(&self, input: &SigningInput) -> Result<Signature, SignError>;
}

/// A signer that holds its key in memory.
#[derive(Debug)]
pub struct KeySigner {
    method: DidUrl,
    key: SigningKey,
}

impl KeySigner {
    /// A signer with `key`, published as `method`.
    #[must_use]
    pub fn new(method: DidUrl, key: SigningKey) -> Self {
        Self { method, key }
    }
}

impl Signer for KeySigner {
    fn method(&self) -> &DidUrl {
        &self.method
    }

    fn verifying_key(&self) -> &VerifyingKey {
        self.key.verifying_key()
    }

    fn sign(&self, input: &SigningInput) -> Result<Signature, SignError> {
        Ok(self.key.sign(input.as_bytes()))
    }
}

/// What the proof will say.
#[derive(Clone, Debug)]
#[must_use]
pub struct SignOptions {
    suite: Suite,
    purpose: Purpose,
    created: Timestamp,
    expires: Option<Timestamp>,
    binding: Option<Binding>,
    replace: bool,
    payload_form: Option<String>,
    each_entry: bool,
    unchecked: bool,
}

/// What the proof is bound to: a domain never stands without a challenge (ADP, "Proof").
#[derive(Clone, Debug)]
struct Binding {
    domain: Option<String>,
    challenge: String,
}

impl SignOptions {
    /// A proof by the suite `AdpEcdsaP256` for `assertionMethod`, created at `created` (to the second).
    pub fn new(created: Timestamp) -> Self {
        Self {
            suite: Suite::AdpEcdsaP256,
            purpose: Purpose::AssertionMethod,
            created: created.truncated_to_second(),
            expires: None,
            binding: None,
            replace: false,
            payload_form: None,
            each_entry: false,
            unchecked: false,
        }
    }

    /// Signs by another suite.
    pub fn suite(mut self, suite: Suite) -> Self {
        self.suite = suite;
        self
    }

    /// Signs for another purpose.
    pub fn purpose(mut self, purpose: Purpose) -> Self {
        self.purpose = purpose;
        self
    }

    /// The proof is valid until this time (to the second).
    pub fn expires(mut self, expires: Timestamp) -> Self {
        self.expires = Some(expires.truncated_to_second());
        self
    }

    /// Binds the proof to the host the document will be fetched from, and to a challenge; the specification wants
    /// the one only with the other.
    pub fn domain(mut self, domain: impl Into<String>, challenge: impl Into<String>) -> Self {
        self.binding = Some(Binding { domain: Some(domain.into()), challenge: challenge.into() });
        self
    }

    /// Answers a verifier's challenge.
    pub fn challenge(mut self, challenge: impl Into<String>) -> Self {
        let domain = self.binding.and_then(|binding| binding.domain);
        self.binding = Some(Binding { domain, challenge: challenge.into() });
        self
    }

    /// Replaces a proof that is there.
    pub fn replace(mut self, replace: bool) -> Self {
        self.replace = replace;
        self
    }

    /// Signs a card over this form of its payload, by name (`served`), instead of over bytes that all forms share.
    pub fn payload_form(mut self, name: impl Into<String>) -> Self {
        self.payload_form = Some(name.into());
        self
    }

    /// Signs each of the signer's own entries of a catalog, instead of the whole.
    pub fn each_entry(mut self, each_entry: bool) -> Self {
        self.each_entry = each_entry;
        self
    }

    /// Signs also what verifiers refuse by the rules of the format. By default that is an error.
    pub fn unchecked(mut self, unchecked: bool) -> Self {
        self.unchecked = unchecked;
        self
    }

    /// The name of the suite.
    #[must_use]
    pub fn suite_name(&self) -> &'static str {
        self.suite.name()
    }

    /// When the signature says that it was made.
    #[must_use]
    pub fn created_at(&self) -> Timestamp {
        self.created
    }

    /// When the signature expires.
    #[must_use]
    pub fn expires_at(&self) -> Option<Timestamp> {
        self.expires
    }

    /// The form of a card's payload, by name, if one is asked for.
    #[must_use]
    pub fn asked_payload_form(&self) -> Option<&str> {
        self.payload_form.as_deref()
    }

    /// Whether each entry of a catalog is to be signed.
    #[must_use]
    pub fn signs_each_entry(&self) -> bool {
        self.each_entry
    }

    /// Whether what verifiers refuse is signed, too.
    #[must_use]
    pub fn is_unchecked(&self) -> bool {
        self.unchecked
    }

    /// Whether what is signed already may be signed again, in place of the signature that is there.
    #[must_use]
    pub fn replaces(&self) -> bool {
        self.replace
    }
}

/// The signer's signature, once its own public key has verified it.
pub(crate) fn signed(signer: &dyn Signer, input: &SigningInput) -> Result<Signature, SignError> {
    let signature = signer.sign(input)?;
    // a faulty or mistaken signer must not publish what its own key refuses
    signer.verifying_key().verify(input.as_bytes(), &signature).map_err(|error| match error {
        KeyError::Signature { .. } => SignError::OwnSignature,
        other => SignError::Signer(other),
    })?;
    Ok(signature)
}

/// Signs a document: the same members in the same order, `proof` last, indented by two.
///
/// The signature is verified with the signer's public key before the document is returned.
///
/// # Errors
/// [`SignError`]; nothing is returned half.
pub fn sign(document: &Document, signer: &dyn Signer, options: SignOptions) -> Result<Document, SignError> {
    let SignOptions { suite, purpose, created, expires, binding, replace, .. } = options;
    let mut root = document.root().clone();
    if root.remove("proof").is_some() && !replace {
        return Err(SignError::ProofPresent);
    }
    if let Some(expires) = expires
        && expires <= created
    {
        return Err(SignError::ExpiresBeforeCreated { created, expires });
    }
    let found = signer.verifying_key().key_type();
    if found != suite.key_type() {
        return Err(SignError::KeyType { found, expected: suite.key_type(), suite });
    }

    let mut proof = Object::new();
    if suite.writes_context()
        && let Some(context) = root.get("@context")
    {
        proof.insert("@context", context.clone());
    }
    proof.insert("type", suite.proof_type());
    if let Some(cryptosuite) = suite.cryptosuite() {
        proof.insert("cryptosuite", cryptosuite);
    }
    proof.insert("created", created.to_string());
    if let Some(expires) = expires {
        proof.insert("expires", expires.to_string());
    }
    proof.insert("verificationMethod", signer.method().to_string());
    proof.insert("proofPurpose", purpose.as_str());
    if let Some(Binding { domain, challenge }) = binding {
        if let Some(domain) = domain {
            proof.insert("domain", domain);
        }
        proof.insert("challenge", challenge);
    }

    let input = suite.signing_input(&root, &proof, suite.written_encoding())?;
    let signature = signed(signer, &input)?;
    let proof_value = suite.encode_proof_value(&signature);
    // one signature in 2^32 is too short in base58btc for the encodings' rule
    suite.decode_proof_value(&proof_value)?;
    proof.insert("proofValue", proof_value);
    root.insert("proof", proof);
    Ok(Document::from_object(root, &Limits::default())?)
}
