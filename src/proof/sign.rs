//! Signing of documents.

use crate::{
    Document, Limits, TextError, Timestamp,
    did::{Purpose, SignError, Signer, signed},
    json::Object,
    suite::Suite,
};

/// Options for the new proof.
#[derive(Clone, Debug)]
#[must_use]
pub struct SignOptions {
    pub(crate) suite: Suite,
    /// The purpose. Default `assertionMethod`.
    pub purpose: Purpose,
    /// The creation time of the signature.
    pub created: Timestamp,
    /// The expiry time of the signature.
    pub expires: Option<Timestamp>,
    binding: Option<Binding>,
    /// Whether to replace an existing signature.
    pub replace: bool,
    /// The `alg` of the signature of a card or a message, if set: Ed25519 has two names.
    pub alg: Option<String>,
    /// The payload form of a card by name, if set.
    pub payload_form: Option<String>,
    /// Whether to sign each of the signer's own entries of a catalog instead of the whole catalog.
    pub each_entry: bool,
    /// Whether to sign documents that verifiers refuse.
    pub unchecked: bool,
}

/// The binding of the proof: a domain always needs a challenge (ADP, "Proof").
#[derive(Clone, Debug)]
struct Binding {
    domain: Option<String>,
    challenge: String,
}

impl SignOptions {
    /// A proof with the suite `AdpEcdsaP256` for `assertionMethod`, created at `created` (to the second).
    pub fn new(created: Timestamp) -> Self {
        Self {
            suite: Suite::AdpEcdsaP256,
            purpose: Purpose::AssertionMethod,
            created: created.truncated_to_second(),
            expires: None,
            binding: None,
            replace: false,
            alg: None,
            payload_form: None,
            each_entry: false,
            unchecked: false,
        }
    }

    /// Sets another suite.
    pub fn suite(mut self, suite: Suite) -> Self {
        self.suite = suite;
        self
    }

    /// Sets the expiry time (to the second).
    pub fn expires(mut self, expires: Timestamp) -> Self {
        self.expires = Some(expires.truncated_to_second());
        self
    }

    /// Binds the proof to the document's host, and to a challenge, which the specification requires with a domain.
    pub fn domain(mut self, domain: impl Into<String>, challenge: impl Into<String>) -> Self {
        self.binding = Some(Binding { domain: Some(domain.into()), challenge: challenge.into() });
        self
    }

    /// Binds the proof to a domain and a challenge, to a challenge alone, or to nothing.
    ///
    /// # Errors
    /// [`TextError`] for a domain without a challenge.
    pub fn bound_to(self, domain: Option<&str>, challenge: Option<&str>) -> Result<Self, TextError> {
        match (domain, challenge) {
            (Some(domain), Some(challenge)) => Ok(self.domain(domain, challenge)),
            (Some(_), None) => Err(TextError::new("domain needs a challenge: a proof has both or no domain")),
            (None, challenge) => {
                let binding = challenge.map(|challenge| Binding { domain: None, challenge: challenge.to_owned() });
                Ok(Self { binding, ..self })
            }
        }
    }

    /// The first option that is set and that is not one of the `used`, which a format names
    /// ([`sign_options`](crate::format::Format::sign_options)). The suite and the creation time always have values:
    /// the caller knows whether they were given.
    #[must_use]
    pub fn unused(&self, used: &[&str], has_suite: bool, has_created: bool) -> Option<&'static str> {
        let given = [
            (has_suite, "suite"),
            (self.alg.is_some(), "alg"),
            (self.binding.as_ref().is_some_and(|binding| binding.domain.is_some()), "domain"),
            (self.binding.is_some(), "challenge"),
            (has_created, "created"),
            (self.expires.is_some(), "expires"),
            (self.payload_form.is_some(), "payload-form"),
            (self.each_entry, "manifests"),
            (self.replace, "replace"),
        ];
        let unused = given.into_iter().find(|(given, option)| *given && !used.contains(option));
        unused.map(|(_, option)| option)
    }
}

/// Signs a document: keeps the members and their order, adds `proof` at the end, and indents by two.
///
/// The signature is verified with the signer's public key before the document is returned.
///
/// # Errors
/// [`SignError`]; no partial document is returned.
pub fn sign(document: &Document, signer: &dyn Signer, options: SignOptions) -> Result<Document, SignError> {
    document.check_signable()?;
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
    if suite.signs_context(suite.written_encoding())
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
    let proof_value = suite.written_encoding().encode(&signature);
    // one signature in 2^32 is too short for the base58btc encoding
    suite.decode_proof_value(&proof_value)?;
    proof.insert("proofValue", proof_value);
    root.insert("proof", proof);
    Ok(Document::from_object(root, &Limits::default())?)
}
