//! Writing DID documents.

use super::{Did, DidDocument, DidError, Place, Service};
use crate::{
    Limits,
    json::{Document, Json, Member, Object},
    key::{KeyType, VerifyingKey},
};

/// Writes a DID document: keys, each listed under `authentication` and `assertionMethod`, and where the agent's
/// description is.
///
/// ```
/// # use agent_description::{did::{Did, DidDocumentBuilder}, key::{KeyType, SigningKey}};
/// let key = SigningKey::from_secret_bytes(KeyType::P256, &[7; 32])?;
/// let document = DidDocumentBuilder::new("did:wba:example.com".parse()?, key.verifying_key())
///     .agent_description("https://example.com/ad.json")
///     .build()?;
/// assert_eq!(document.json().get("id").and_then(|id| id.as_str()), Some("did:wba:example.com"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DidDocumentBuilder {
    did: Did,
    keys: Vec<VerifyingKey>,
    agent_description: Option<String>,
}

impl DidDocumentBuilder {
    /// The document of `did`, with `key` as `#key-1`.
    #[must_use]
    pub fn new(did: Did, key: &VerifyingKey) -> Self {
        Self { did, keys: vec![key.clone()], agent_description: None }
    }

    /// Adds a key: `#key-2`, `#key-3` and so on.
    #[must_use]
    pub fn add_key(mut self, key: &VerifyingKey) -> Self {
        self.keys.push(key.clone());
        self
    }

    /// Adds the `AgentDescription` service `#ad`, which says where the agent's description is: an `https` URL.
    #[must_use]
    pub fn agent_description(mut self, url: impl Into<String>) -> Self {
        self.agent_description = Some(url.into());
        self
    }

    /// Writes the document, and reads it back by the rules of [`DidDocument::parse_for`].
    ///
    /// # Errors
    /// Those of `parse_for`; `did-document-invalid` if the agent description's URL is not `https` or a key is given
    /// twice.
    pub fn build(self) -> Result<Document, DidError> {
        let invalid = |pointer: &str, found: String, expected| DidError::DocumentInvalid {
            place: Place { pointer: pointer.to_owned(), position: None },
            found,
            expected,
        };
        let mut contexts: Vec<Json> = vec!["https://www.w3.org/ns/did/v1".into()];
        let (mut methods, mut ids) = (Vec::<Json>::new(), Vec::<Json>::new());
        for (index, key) in self.keys.iter().enumerate() {
            let id = format!("{}#key-{}", self.did, index + 1);
            if self.keys.iter().take(index).any(|earlier| earlier == key) {
                let found = "a key that an earlier method has".to_owned();
                return Err(invalid(
                    &format!("/verificationMethod/{index}"),
                    found,
                    "a key of its own for each method",
                ));
            }
            let form = written_form(key.key_type());
            if !contexts.iter().any(|known| known.as_str() == Some(form.context)) {
                contexts.push(form.context.into());
            }
            methods.push(method(&self.did, &id, key, &form).into());
            ids.push(id.into());
        }
        let mut root = vec![
            Member::new("@context", contexts),
            Member::new("id", self.did.as_str()),
            Member::new("verificationMethod", methods),
            Member::new("authentication", ids.clone()),
            Member::new("assertionMethod", ids),
        ];
        if let Some(url) = self.agent_description {
            if url::Url::parse(&url).map_or(true, |parsed| parsed.scheme() != "https" || parsed.host().is_none()) {
                return Err(invalid("/service/0/serviceEndpoint", format!("{url:?}"), "an absolute https URL"));
            }
            let service: Object = [
                ("id", format!("{}#ad", self.did)),
                ("type", Service::AGENT_DESCRIPTION.to_owned()),
                ("serviceEndpoint", url),
            ]
            .into_iter()
            .collect();
            root.push(Member::new("service", vec![Json::from(service)]));
        }
        let limits = Limits { verification_methods: self.keys.len(), ..Limits::default() };
        let document = Document::from_object(Object::from_unique(root), &limits)?;
        DidDocument::parse_for(&self.did, document.source().as_bytes(), &limits)?;
        Ok(document)
    }
}

/// How a key is written: the forms that the ANP SDKs read.
struct WrittenForm {
    method_type: &'static str,
    context: &'static str,
    as_jwk: bool,
}

fn written_form(key_type: KeyType) -> WrittenForm {
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
        KeyType::Ed25519 => {
            WrittenForm { method_type: "Multikey", context: "https://w3id.org/security/multikey/v1", as_jwk: false }
        }
    }
}

fn method(did: &Did, id: &str, key: &VerifyingKey, form: &WrittenForm) -> Object {
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
