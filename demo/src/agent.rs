//! The agent of the demonstration: key, DID and description.

use crate::AnyError;
use agent_description::{
    Document, Timestamp,
    description::{AgentDescription, Interface, InterfaceKind},
    did::{Did, DidDocumentBuilder, DidMethod, DidUrl},
    key::{KeyType, SigningKey, VerifyingKey},
    proof::{self, KeySigner, SignOptions, Signer},
};

/// An agent with a signing key.
#[derive(Debug)]
pub struct DemoAgent {
    pub did: Did,
    pub did_document: Document,
    signer: KeySigner,
    url: String,
}

impl DemoAgent {
    /// Creates an agent with a new key for a host. Its description will be published at `url`.
    pub fn new(host: &str, url: &str) -> Result<Self, AnyError> {
        let key = SigningKey::generate(KeyType::P256)?;
        let did = Did::new(DidMethod::Wba, host, "")?;
        let did_document = DidDocumentBuilder::new(did.clone(), key.verifying_key()).agent_description(url).build()?;
        let signer = KeySigner::new(DidUrl::new(&did, "key-1")?, key);
        Ok(Self { did, did_document, signer, url: url.to_owned() })
    }

    pub fn key(&self) -> VerifyingKey {
        self.signer.verifying_key().clone()
    }

    /// URL of the booking interface's definition.
    pub fn interface(&self) -> String {
        format!("https://{}/booking.yaml", self.did.host().unwrap_or_default())
    }

    /// The agent's description, signed for a domain and challenge.
    pub fn describe(&self, domain: &str, challenge: &str) -> Result<Document, AnyError> {
        let now = Timestamp::now().truncated_to_second();
        let id = format!("https://{domain}/#booking");
        let mut booking = Interface::new(InterfaceKind::Structured, id, "Booking", "Finds and books rooms");
        (booking.protocol, booking.url) = (Some("YAML".into()), Some(self.interface().into()));
        booking.human_authorization = Some(true);
        let builder = AgentDescription::builder().id(self.url.as_str()).name("Hotel Assistant").did(&self.did);
        let mut builder = builder.interface(booking);
        (builder.model.language, builder.model.created) = (Some("en".into()), Some(now.to_string().into()));
        let document = builder.build()?.to_document()?;
        Ok(proof::sign(&document, &self.signer, SignOptions::new(now).domain(domain, challenge))?)
    }
}
