//! An agent that signs cards, and what their verification expects.

use adp_cards::{
    A2A_CARD,
    a2a_card::A2A,
    signature::{PayloadForm, SignatureError, sign},
};
use adp_fixtures::samples::parse;
use agent_description::{
    CodedError, DidDocumentBuilder, Document, KeySigner, KeyType, Limits, SigningKey, Timestamp,
    did::{Did, DidDocument, DidUrl, Purpose},
    format::Format,
    proof::Expectations,
    verification::{Pending, Supplied, Verification},
};
use std::sync::Arc;

/// A card of 1.0 that every payload form has the same bytes of.
pub const CARD: &str = r#"{"name": "Rooms", "description": "Books rooms.", "version": "1.0.0",
  "supportedInterfaces": [{"url": "https://hotel.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],
  "capabilities": {"streaming": true, "pushNotifications": false},
  "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
  "skills": [{"id": "book", "name": "Book", "description": "Books a room.", "tags": ["booking"]}]}"#;

/// An agent: its DID, its key, its DID document.
pub struct Agent {
    pub did: Did,
    pub key: SigningKey,
    pub document: Document,
}

impl Agent {
    pub fn new(did: &str, key_type: KeyType, seed: u8) -> Self {
        let did: Did = did.parse().unwrap();
        let key = SigningKey::from_secret_bytes(key_type, &[seed; 32]).unwrap();
        let document = DidDocumentBuilder::new(did.clone(), key.verifying_key()).build().unwrap();
        Self { did, key, document }
    }

    /// An agent whose DID is its key.
    pub fn of_key(key_type: KeyType, seed: u8) -> Self {
        let key = SigningKey::from_secret_bytes(key_type, &[seed; 32]).unwrap();
        let did = Did::from_key(key.verifying_key());
        // nobody publishes one: it is made of the DID
        let document = Document::parse(b"{}", &Limits::default()).unwrap();
        Self { did, key, document }
    }

    pub fn method(&self) -> DidUrl {
        DidUrl::new(&self.did, self.did.multikey().unwrap_or("key-1")).unwrap()
    }

    pub fn signer(&self) -> KeySigner {
        let key = SigningKey::from_pem(&self.key.to_pem()).unwrap();
        KeySigner::new(self.method(), key)
    }

    pub fn sign(&self, card: &str, form: Option<PayloadForm>) -> Result<Document, SignatureError> {
        sign(&parse(card), A2A, &self.signer(), form, None, &Limits::default())
    }
}

/// What the signatures of a card must be.
#[derive(Debug, Default)]
pub struct Expected {
    pub payload_forms: Vec<PayloadForm>,
    pub signer: Option<Did>,
    pub fetched_from: Option<String>,
    pub key_set: Option<String>,
    pub artifacts: bool,
    pub at: Option<Timestamp>,
}

impl Expected {
    /// Begins the verification of a card.
    pub fn begin(&self, card: &Document, format: &Format) -> Result<Box<dyn Pending>, Box<Verification>> {
        let expectations = Expectations::for_purpose(Purpose::AssertionMethod).no_domain().any_challenge();
        let expectations = expectations.at(self.at.unwrap_or("2026-11-22T12:00:00Z".parse().unwrap()));
        let mut expectations = match &self.signer {
            Some(signer) => expectations.signer(signer.clone()),
            None => expectations.signer_is_subject(),
        };
        if let Some(url) = &self.fetched_from {
            expectations.fetched_from = Some(url.into());
        }
        let allowed = &mut expectations.allowances;
        allowed.payload_forms = self.payload_forms.iter().map(ToString::to_string).collect();
        allowed.key_set = self.key_set.as_ref().map(|set| set.as_bytes().into());
        allowed.artifacts = self.artifacts;
        format.begin(card.clone(), &expectations)
    }

    /// Verifies an A2A card with what is at hand.
    pub fn verify(&self, card: &Document, supplied: &Supplied) -> Verification {
        match self.begin(card, A2A_CARD) {
            Ok(pending) => pending.finish(supplied),
            Err(refused) => *refused,
        }
    }
}

/// Verifies a card with the documents of these agents.
pub fn verify(card: &Document, agents: &[&Agent], change: impl FnOnce(&mut Expected)) -> Verification {
    let mut expected = Expected::default();
    change(&mut expected);
    expected.verify(card, &supplied(agents))
}

/// The DID documents of these agents.
pub fn supplied(agents: &[&Agent]) -> Supplied {
    let mut supplied = Supplied::default();
    for agent in agents.iter().filter(|agent| agent.did.multikey().is_none()) {
        let resolved = DidDocument::parse_for(&agent.did, agent.document.source().as_bytes(), &Limits::default());
        supplied.did_documents.insert(agent.did.clone(), Ok(Arc::new(resolved.unwrap())));
    }
    supplied
}

/// The code of why a card is not verified; `ok` where it is.
pub fn code(verdict: &Verification) -> &'static str {
    verdict.error.as_ref().map_or("ok", |error| error.code().as_str())
}

/// The same of one of its signatures.
pub fn code_of(verdict: &Verification, index: usize) -> &'static str {
    verdict.signatures[index].error.as_ref().map_or("ok", |error| error.code().as_str())
}

pub fn hotel() -> Agent {
    Agent::new("did:wba:hotel.example", KeyType::P256, 7)
}
