//! The agent of the demo: key, DID and description.

use super::object;
use crate::failure::Failure;
use agent_description::{
    Document, Limits, Timestamp,
    did::{Did, DidDocumentBuilder, DidMethod, DidUrl},
    json::Json,
    key::{KeyType, SigningKey, VerifyingKey},
    proof::{self, KeySigner, SignOptions, Signer},
};

/// An agent with a signing key.
#[derive(Debug)]
pub struct Agent {
    pub did: Did,
    pub did_document: Document,
    signer: KeySigner,
    url: String,
}

impl Agent {
    /// Creates an agent with a new key for a host. Its description will be published at `url`.
    pub fn new(host: &str, url: &str) -> Result<Self, Failure> {
        let key = SigningKey::generate(KeyType::P256)?;
        let did = Did::new(DidMethod::Wba, host, "")?;
        let did_document = DidDocumentBuilder::new(did.clone(), key.verifying_key()).agent_description(url).build()?;
        let signer = KeySigner::new(DidUrl::new(&did, "key-1")?, key);
        Ok(Self { did, did_document, signer, url: url.to_owned() })
    }

    /// The agent's public key.
    pub fn key(&self) -> VerifyingKey {
        self.signer.verifying_key().clone()
    }

    /// URL of the booking interface's definition.
    pub fn interface(&self) -> String {
        format!("https://{}/booking.yaml", self.did.host().unwrap_or_default())
    }

    /// The agent's description, signed for a domain and challenge.
    pub fn describe(&self, domain: &str, challenge: &str) -> Result<Document, Failure> {
        let now = Timestamp::now().truncated_to_second();
        let interface = object([
            ("@type", "StructuredInterface".into()),
            ("@id", format!("https://{domain}/#booking").into()),
            ("name", "Booking".into()),
            ("description", "Finds and books rooms".into()),
            ("protocol", "YAML".into()),
            ("url", self.interface().into()),
            ("humanAuthorization", true.into()),
        ]);
        let scheme = object([("scheme", "didwba".into()), ("in", "header".into()), ("name", "Authorization".into())]);
        let language = object([("@language", "en".into())]);
        let description = object([
            ("@context", vec![Json::from("https://agent-network-protocol.com/ad#"), language.into()].into()),
            ("@type", "AgentDescription".into()),
            ("@id", self.url.as_str().into()),
            ("name", "Hotel Assistant".into()),
            ("did", self.did.as_str().into()),
            ("created", now.to_string().into()),
            ("interfaces", vec![Json::from(interface)].into()),
            ("securityDefinitions", object([("didwba_sc", scheme.into())]).into()),
            ("security", "didwba_sc".into()),
        ]);
        let document = Document::from_object(description, &Limits::default())?;
        Ok(proof::sign(&document, &self.signer, SignOptions::new(now).domain(domain, challenge))?)
    }
}
