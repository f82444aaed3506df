//! Agents that send messages.

use adp_messages::{
    MessageError,
    signature::{MessageExpectations, MessageReceiver, UnverifiedMessage, VerifiedMessage, sign},
};
use agent_description::{
    DidDocumentBuilder, Document, KeySigner, KeyType, Limits, SigningKey, Timestamp,
    did::{Did, DidDocument, DidUrl},
};

/// A request from the shop to the knowledge base.
pub const REQUEST: &str = r#"{
  "version": "1.0",
  "messageId": "5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c",
  "timestamp": "2026-11-01T10:00:00.000Z",
  "source": {"agentId": "did:wba:shop.example", "agentType": "customer-service"},
  "target": {"agentId": "did:wba:kb.example", "agentType": "knowledge-base", "routingStrategy": "direct"},
  "message": {"type": "REQUEST", "subType": "query", "priority": "normal"},
  "payload": {"action": "search", "parameters": {"query": "退款政策", "maxResults": 5.0}}
}"#;

pub const NONCE: &str = "q83vEjRWeJCrze8SNFZ4kA";
pub const NOW: &str = "2026-11-01T10:00:01Z";

pub fn parse(text: &str) -> Document {
    Document::parse(text.as_bytes(), &Limits::default()).unwrap_or_else(|error| panic!("{error}: {text}"))
}

pub fn time(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// An agent: its DID, its key, its DID document.
pub struct Agent {
    pub did: Did,
    pub key: SigningKey,
    pub document: String,
}

impl Agent {
    pub fn new(did: &str, key_type: KeyType, seed: u8) -> Self {
        let did: Did = did.parse().unwrap();
        let key = SigningKey::from_secret_bytes(key_type, &[seed; 32]).unwrap();
        let document = DidDocumentBuilder::new(did.clone(), key.verifying_key()).build().unwrap().source().to_owned();
        Self { did, key, document }
    }

    pub fn shop() -> Self {
        Self::new("did:wba:shop.example", KeyType::P256, 7)
    }

    pub fn method(&self) -> DidUrl {
        DidUrl::new(&self.did, "key-1").unwrap()
    }

    pub fn signer(&self) -> KeySigner {
        KeySigner::new(self.method(), SigningKey::from_pem(&self.key.to_pem()).unwrap())
    }

    /// The message signed now, as it is sent.
    pub fn sign(&self, message: &str) -> String {
        sign(&parse(message), &self.signer(), time(NOW), NONCE, false, None).unwrap().source().to_owned()
    }
}

/// The knowledge base that receives.
pub fn knowledge_base() -> MessageReceiver {
    MessageReceiver::new("did:wba:kb.example".parse().unwrap(), "knowledge-base")
}

/// What a receiver finds of a message, by the document that the sender publishes.
pub fn receive(message: &str, did_document: &str, receiver: MessageReceiver) -> Result<VerifiedMessage, MessageError> {
    receive_at(message, did_document, receiver, NOW)
}

/// The same at a time.
pub fn receive_at(
    message: &str,
    did_document: &str,
    receiver: MessageReceiver,
    at: &str,
) -> Result<VerifiedMessage, MessageError> {
    let document = parse(message);
    let unverified = UnverifiedMessage::read(&document)?;
    let resolved = DidDocument::parse_for(unverified.did(), did_document.as_bytes(), &Limits::default())
        .unwrap_or_else(|error| panic!("{error}"));
    unverified.verify(&resolved, &MessageExpectations::at(time(at)).receiver(receiver))
}
