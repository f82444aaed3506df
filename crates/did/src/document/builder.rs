//! Building DID documents.

use super::service::is_https;
use crate::{Did, DidDocument, DidError, DidService, Purpose, keys::key_material::X25519_2019};
use adp_crypto::{
    Timestamp,
    key::{AgreementKey, KeyType, SigningKey, VerifyingKey},
    suite::{ProofValueEncoding, Suite},
};
use adp_json::{Document, Json, Limits, Member, Object};
use adp_report::Place;

/// Forms of a document's own proof with `eddsa-jcs-2022`. The other suites have one form each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DocumentProofForm {
    /// Form of Data Integrity EdDSA Cryptosuites 1.0 and did:wba 1.1: base58btc, `@context` signed with the options.
    #[default]
    W3c,
    /// Form of the ANP SDKs before 1.0.7: base64url, no `@context` in the options.
    AnpSdk,
}

/// Builds a DID document with keys, each under `authentication` and `assertionMethod`, and the URL of the agent's
/// description.
///
/// A plain DID needs no proof. A key-bound DID (`e1_`, `k1_`) needs a document signed with its key:
///
/// ```
/// use agent_description::{
///     did::{Binding, Did, DidDocumentBuilder, DocumentProofForm},
///     key::{KeyType, SigningKey},
/// };
///
/// let key = SigningKey::from_secret_bytes(KeyType::Ed25519, &[7; 32])?;
/// let did = Did::wba_bound(
///     "example.com",
///     "agents:hotel",
///     Binding::E1,
///     key.verifying_key(),
/// )?;
/// let document = DidDocumentBuilder::new(did, key.verifying_key())
///     .agent_description("https://example.com/agents/hotel/ad.json")
///     .build_signed(
///         &key,
///         "2026-01-31T12:00:00Z".parse()?,
///         DocumentProofForm::W3c,
///     )?;
/// assert!(document.json().get("proof").is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// ```
/// # use agent_description::{DidDocumentBuilder, KeyType, SigningKey};
/// let key = SigningKey::from_secret_bytes(KeyType::P256, &[7; 32])?;
/// let did = "did:wba:example.com".parse()?;
/// let document = DidDocumentBuilder::new(did, key.verifying_key())
///     .agent_description("https://example.com/ad.json")
///     .build()?;
/// let id = document.json().get("id").and_then(|id| id.as_str());
/// assert_eq!(id, Some("did:wba:example.com"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DidDocumentBuilder {
    did: Did,
    /// The signing keys: `#key-1`, `#key-2` and so on.
    pub keys: Vec<VerifyingKey>,
    /// Keys for key agreement, listed only under `keyAgreement`: `#key-x25519-1` and so on.
    pub agreement_keys: Vec<AgreementKey>,
    /// Whether each signing key is named by its thumbprint (RFC 7638) instead of `#key-1`, as did:wba recommends
    /// (section 2.2.2).
    pub names_keys_by_thumbprint: bool,
    agent_description: Option<String>,
    /// Types and absolute URIs of further services: `#service-1`, `#service-2` and so on. An `ANPHandleService` becomes
    /// `#handle`, with an `https` URL.
    pub services: Vec<(String, String)>,
    /// The DID that signs requests to the `ANPMessageService` services.
    pub service_did: Option<Did>,
}

impl DidDocumentBuilder {
    /// Starts the document of `did` with `key` as `#key-1`.
    #[must_use]
    pub fn new(did: Did, key: &VerifyingKey) -> Self {
        Self {
            did,
            keys: vec![key.clone()],
            agreement_keys: Vec::new(),
            names_keys_by_thumbprint: false,
            agent_description: None,
            services: Vec::new(),
            service_did: None,
        }
    }

    /// Adds the `AgentDescription` service `#ad` with the `https` URL of the agent's description.
    #[must_use]
    pub fn agent_description(mut self, url: impl Into<String>) -> Self {
        self.agent_description = Some(url.into());
        self
    }

    /// Builds the document and validates it with the rules of [`DidDocument::parse_for`].
    ///
    /// Without a proof, only the binding key may sign for a `k1_` DID ([`DidDocument::key_for`]). If it has more keys,
    /// use [`Self::build_signed`].
    ///
    /// # Errors
    /// Those of `parse_for`; thus `did-document-proof` for an `e1_` DID, which needs [`Self::build_signed`].
    /// `did-document-invalid` if the agent description's URL is not `https`, a service's endpoint is not an absolute
    /// URI, or a key is given twice.
    pub fn build(self) -> Result<Document, DidError> {
        let root = self.root(false)?;
        self.checked(root)
    }

    /// Builds the document with its own proof for `assertionMethod`. `key` is one of the document's keys.
    ///
    /// # Errors
    /// As for [`Self::build`], and `did-document-invalid` if the document does not have the key.
    pub fn build_signed(
        self,
        key: &SigningKey,
        created: Timestamp,
        form: DocumentProofForm,
    ) -> Result<Document, DidError> {
        let mut root = self.root(true)?;
        let Some(index) = self.keys.iter().position(|known| known == key.verifying_key()) else {
            let found = "a proof with a key that the document does not have".to_owned();
            return Err(DidError::invalid(Place::pointing("/proof"), found, "one of the document's keys"));
        };
        sign(&mut root, &self.method_id(index), key, created, form)?;
        self.checked(root)
    }

    fn checked(&self, root: Object) -> Result<Document, DidError> {
        let mut limits = Limits::default();
        limits.verification_methods = self.keys.len().saturating_add(self.agreement_keys.len());
        read_back(&self.did, root, &limits)
    }

    fn method_id(&self, index: usize) -> String {
        match self.keys.get(index).filter(|_| self.names_keys_by_thumbprint) {
            Some(key) => format!("{}#{}", self.did, key.thumbprint()),
            None => format!("{}#key-{}", self.did, index + 1),
        }
    }

    fn root(&self, signed: bool) -> Result<Object, DidError> {
        let mut contexts: Vec<Json> = vec!["https://www.w3.org/ns/did/v1".into()];
        if signed {
            contexts.push("https://w3id.org/security/data-integrity/v2".into());
        }
        let (mut methods, mut ids) = (Vec::<Json>::new(), Vec::<Json>::new());
        for (index, key) in self.keys.iter().enumerate() {
            let id = self.method_id(index);
            if self.keys.iter().take(index).any(|earlier| earlier == key) {
                let found = "a key that an earlier method already has".to_owned();
                let pointer = Place::pointing(format!("/verificationMethod/{index}"));
                return Err(DidError::invalid(pointer, found, "a key of its own for each method"));
            }
            let form = written_form(key.key_type());
            if !contexts.iter().any(|known| known.as_str() == Some(form.context)) {
                contexts.push(form.context.into());
            }
            methods.push(method(&self.did, &id, key, &form).into());
            ids.push(id.into());
        }
        let mut agreement = Vec::<Json>::new();
        for (index, key) in self.agreement_keys.iter().enumerate() {
            if index == 0 {
                contexts.push("https://w3id.org/security/suites/x25519-2019/v1".into());
            }
            let id = format!("{}#key-x25519-{}", self.did, index + 1);
            methods.push(agreement_method(&self.did, &id, key).into());
            agreement.push(id.into());
        }
        let mut root = vec![
            Member::new("@context", contexts),
            Member::new("id", self.did.as_str()),
            Member::new("verificationMethod", methods),
            Member::new("authentication", ids.clone()),
            Member::new("assertionMethod", ids),
        ];
        if !agreement.is_empty() {
            root.push(Member::new("keyAgreement", agreement));
        }
        let services = self.written_services()?;
        if !services.is_empty() {
            root.push(Member::new("service", services));
        }
        Ok(Object::from_unique(root))
    }

    fn written_services(&self) -> Result<Vec<Json>, DidError> {
        let mut written = Vec::<Json>::new();
        let mut numbered = 0_usize;
        let description = self.agent_description.iter().map(|endpoint| (DidService::AGENT_DESCRIPTION, endpoint));
        let others = self.services.iter().map(|(service_type, endpoint)| (service_type.as_str(), endpoint));
        for (index, (service_type, endpoint)) in description.chain(others).enumerate() {
            let is_description = index == 0 && self.agent_description.is_some();
            let is_handle = service_type == DidService::HANDLE;
            let fragment = match service_type {
                _ if is_description => "ad".to_owned(),
                DidService::HANDLE => "handle".to_owned(),
                _ => {
                    numbered += 1;
                    format!("service-{numbered}")
                }
            };
            let pointer = format!("/service/{index}/serviceEndpoint");
            if (is_description || is_handle) && !is_https(endpoint) {
                return Err(DidError::invalid(
                    Place::pointing(&pointer),
                    format!("{endpoint:?}"),
                    "an absolute https URL",
                ));
            }
            if url::Url::parse(endpoint).is_err() {
                return Err(DidError::invalid(Place::pointing(&pointer), format!("{endpoint:?}"), "an absolute URI"));
            }
            let id = format!("{}#{fragment}", self.did);
            let members = [("id", id.as_str()), ("type", service_type), ("serviceEndpoint", endpoint.as_str())];
            let mut service: Object = members.into_iter().collect();
            if let Some(did) = self.service_did.as_ref().filter(|_| service_type == DidService::MESSAGES) {
                service.insert("serviceDid", did.as_str());
            }
            written.push(service.into());
        }
        Ok(written)
    }
}

/// Finds errors when the document is written, not when it is read: for example a wrong key binding or a faulty signer.
pub(crate) fn read_back(did: &Did, root: Object, limits: &Limits) -> Result<Document, DidError> {
    let document = Document::from_object(root, limits)?;
    DidDocument::parse_for(did, document.source().as_bytes(), limits)?;
    Ok(document)
}

/// A key for key agreement in the form of did:wba: the raw bytes.
fn agreement_method(did: &Did, id: &str, key: &AgreementKey) -> Object {
    Object::from_unique(vec![
        Member::new("id", id),
        Member::new("type", X25519_2019),
        Member::new("controller", did.as_str()),
        Member::new("publicKeyMultibase", format!("z{}", bs58::encode(key.0).into_string())),
    ])
}

/// Adds the document's own proof, for `assertionMethod`.
pub(crate) fn sign(
    root: &mut Object,
    method: &str,
    key: &SigningKey,
    created: Timestamp,
    form: DocumentProofForm,
) -> Result<(), DidError> {
    let suite = Suite::for_did_document(key.key_type());
    let encoding = match (suite, form) {
        (Suite::EddsaJcs2022, DocumentProofForm::AnpSdk) => ProofValueEncoding::Base64Url,
        _ => suite.written_encoding(),
    };
    let mut proof = Object::new();
    if suite.signs_context(encoding)
        && let Some(context) = root.get("@context")
    {
        proof.insert("@context", context.clone());
    }
    proof.insert("type", suite.proof_type());
    if let Some(cryptosuite) = suite.cryptosuite() {
        proof.insert("cryptosuite", cryptosuite);
    }
    proof.insert("created", created.truncated_to_second().to_string());
    proof.insert("verificationMethod", method);
    proof.insert("proofPurpose", Purpose::AssertionMethod.as_str());
    let input = suite.signing_input(root, &proof, encoding).map_err(|error| {
        DidError::invalid(Place::pointing("/proof"), error.to_string(), "a proof that its suite allows")
    })?;
    proof.insert("proofValue", encoding.encode(&key.sign(input.as_bytes())));
    root.insert("proof", proof);
    Ok(())
}

/// The JSON forms of a key that the ANP SDKs parse.
pub(crate) struct WrittenForm {
    method_type: &'static str,
    pub(crate) context: &'static str,
    as_jwk: bool,
}

pub(crate) fn written_form(key_type: KeyType) -> WrittenForm {
    match key_type {
        KeyType::P256 => WrittenForm {
            method_type: "EcdsaSecp256r1VerificationKey2019",
            context: "https://w3id.org/security/suites/jws-2020/v1",
            as_jwk: true,
        },
        KeyType::Secp256k1 => WrittenForm {
            method_type: "EcdsaSecp256k1VerificationKey2019",
            context: "https://w3id.org/security/suites/secp256k1-2019/v1",
            as_jwk: true,
        },
        // the form for keys of every type
        _ => WrittenForm { method_type: "Multikey", context: "https://w3id.org/security/multikey/v1", as_jwk: false },
    }
}

pub(crate) fn method(did: &Did, id: &str, key: &VerifyingKey, form: &WrittenForm) -> Object {
    let material = if form.as_jwk {
        Member::new("publicKeyJwk", key.to_jwk())
    } else {
        Member::new("publicKeyMultibase", key.to_multikey())
    };
    Object::from_unique(vec![
        Member::new("id", id),
        Member::new("type", form.method_type),
        Member::new("controller", did.as_str()),
        material,
    ])
}
