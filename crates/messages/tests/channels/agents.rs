//! Agents that find each other's DID documents.

use adp_messages::{
    agent::{Agent, AgentBuilder},
    signature::AcceptedMessage,
};
use agent_description::{
    Did, DidDocumentBuilder, Json, KeySigner, KeyType, SigningKey,
    did::DidUrl,
    json::Object,
    resolve::{Clock, StaticResolver},
};
use std::sync::Arc;

pub const SHOP: &str = "did:wba:shop.example";
pub const KB: &str = "did:wba:kb.example";
pub const OTHER: &str = "did:wba:other.example";
/// A DID whose dots would be levels of a subject, would it be written into one.
pub const WILD: &str = "did:wba:kb.example:a.b.c:_._";
/// What DIDs cannot have (`*`, `>`, spaces), types of agents can.
pub const WILD_TYPE: &str = "a2a.*.> \t*";

pub fn did(text: &str) -> Did {
    text.parse().unwrap()
}

fn key(name: &str) -> SigningKey {
    let mut seed = [7; 32];
    for (byte, of_name) in seed.iter_mut().zip(name.bytes().rev()) {
        *byte ^= of_name & 0x1f;
    }
    SigningKey::from_secret_bytes(KeyType::P256, &seed).unwrap()
}

/// Knows everybody.
pub fn everybody() -> StaticResolver {
    let mut known = StaticResolver::default();
    for name in [SHOP, KB, OTHER, WILD] {
        let document = DidDocumentBuilder::new(did(name), key(name).verifying_key()).build().unwrap();
        known.insert(did(name), document.source().as_bytes());
    }
    known
}

pub fn signer(name: &str) -> KeySigner {
    KeySigner::new(DidUrl::new(&did(name), "key-1").unwrap(), key(name))
}

pub fn agent(name: &str, agent_type: &str) -> Agent {
    Agent::builder(agent_type, signer(name), everybody()).first_process().build()
}

/// One of several processes, one after another, by this clock.
pub fn restarted(name: &str, agent_type: &str, clock: impl Clock + 'static) -> AgentBuilder {
    Agent::builder(agent_type, signer(name), everybody()).clock(clock)
}

/// Whose key is another's.
pub fn impostor(name: &str) -> Agent {
    let method = DidUrl::new(&did(name), "key-1").unwrap();
    Agent::builder("impostor", KeySigner::new(method, key(OTHER)), everybody()).first_process().build()
}

pub fn parameters(name: &str, value: impl Into<Json>) -> Object {
    let mut parameters = Object::new();
    parameters.insert(name, value);
    parameters
}

/// A parameter of a request, or a member of an event's payload.
pub fn said(message: &Arc<AcceptedMessage>, name: &str) -> String {
    let envelope = message.envelope();
    let value =
        envelope.parameters().and_then(|parameters| parameters.get(name)).or_else(|| envelope.payload.get(name));
    value.and_then(Json::as_str).unwrap_or_default().to_owned()
}
