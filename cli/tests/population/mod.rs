//! Agents and their signed descriptions, as many as wanted: what tests and benches of batches verify.
#![allow(dead_code, missing_docs, missing_debug_implementations, clippy::unwrap_used)]

use agent_description::{
    Document, Limits, Timestamp,
    did::{Did, DidDocumentBuilder, DidUrl},
    key::{KeyType, SigningKey},
    proof::{self, KeySigner, SignOptions},
};

pub const HOST: &str = "agents.example.com";

/// An agent: a DID under one host, and its key.
pub struct Agent {
    pub did: Did,
    pub name: String,
    signer: KeySigner,
    did_document: Vec<u8>,
}

impl Agent {
    /// The agent of this number; its key is always the same.
    pub fn new(number: u32) -> Self {
        let mut secret = [7; 32];
        secret[28..].copy_from_slice(&number.to_be_bytes());
        let key = SigningKey::from_secret_bytes(KeyType::P256, &secret).unwrap();
        let name = format!("agent-{number}");
        let did: Did = format!("did:wba:{HOST}:{name}").parse().unwrap();
        let document = DidDocumentBuilder::new(did.clone(), key.verifying_key()).build().unwrap();
        let signer = KeySigner::new(DidUrl::new(&did, "key-1").unwrap(), key);
        Self { did, name, signer, did_document: document.source().as_bytes().to_vec() }
    }

    /// Where its DID document is published.
    pub fn did_document_path(&self) -> String {
        format!("/{}/did.json", self.name)
    }

    pub fn did_document(&self) -> &[u8] {
        &self.did_document
    }

    /// Its description of this number, of about the size of the specification's example, signed.
    pub fn description(&self, number: u32) -> Vec<u8> {
        let text = TEMPLATE.replace("AGENT", &self.name).replace("NUMBER", &number.to_string());
        let document = Document::parse(text.as_bytes(), &Limits::default()).unwrap();
        let created: Timestamp = "2026-01-02T00:00:00Z".parse().unwrap();
        proof::sign(&document, &self.signer, SignOptions::new(created)).unwrap().source().as_bytes().to_vec()
    }
}

/// 2.6 kB with its proof, the terms of the specification's example in an inline context.
const TEMPLATE: &str = r#"{
  "@context": {
    "@vocab": "https://schema.org/",
    "ad": "https://agent-network-protocol.com/ad#",
    "did": {"@id": "https://agent-network-protocol.com/ad#did"},
    "interfaces": {"@id": "ad:interfaces", "@container": "@set"},
    "securityDefinitions": "ad:securityDefinitions",
    "security": "ad:security"
  },
  "@type": "ad:AgentDescription",
  "@id": "https://agents.example.com/AGENT/ad-NUMBER.json",
  "name": "Hotel Assistant NUMBER",
  "did": "did:wba:agents.example.com:AGENT",
  "owner": {
    "@type": "Organization",
    "name": "Example Hotels",
    "url": "https://agents.example.com/AGENT/owner"
  },
  "description": "Finds, compares and books rooms in the hotels of its owner; answers questions about prices, dates, cancellation and the services of each house, and speaks for nobody else.",
  "version": "1.0.NUMBER",
  "created": "2026-01-02T00:00:00Z",
  "securityDefinitions": {
    "didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}
  },
  "security": "didwba_sc",
  "interfaces": [
    {
      "@type": "ad:NaturalLanguageInterface",
      "@id": "https://agents.example.com/AGENT/#talk",
      "name": "Conversation",
      "protocol": "YAML",
      "url": "https://agents.example.com/AGENT/talk.yaml",
      "description": "Takes questions in natural language and answers them in the language of the question."
    },
    {
      "@type": "ad:StructuredInterface",
      "@id": "https://agents.example.com/AGENT/#booking",
      "name": "Booking",
      "protocol": "OpenAPI",
      "url": "https://agents.example.com/AGENT/booking.json",
      "description": "Searches for free rooms, holds one for ten minutes, books it, changes and cancels bookings.",
      "ad:humanAuthorization": true
    },
    {
      "@type": "ad:StructuredInterface",
      "@id": "https://agents.example.com/AGENT/#payment",
      "name": "Payment",
      "protocol": "OpenAPI",
      "url": "https://agents.example.com/AGENT/payment.json",
      "description": "Takes a payment for a booking, or gives it back."
    }
  ]
}
"#;
