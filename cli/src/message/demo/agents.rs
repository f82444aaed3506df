//! The agents of the demo: a shop, and three agents that it asks.

use super::no_demo;
use crate::{failure::Failure, output::object};
use agent_description::{
    Did, DidDocumentBuilder, KeyType, SigningKey,
    did::DidUrl,
    json::{Json, Object},
    resolve::StaticResolver,
};

/// The shop that customers ask.
pub const SHOP: &str = "customer-service";
/// The agents that the shop asks in turn.
pub const HELPERS: [&str; 3] = ["intent-recognition", "knowledge-base", "answer-generation"];
/// The capability of each of these agents.
pub const ACTIONS: [&str; 3] = ["recognize", "search", "answer"];

/// The shop's policies: topic, keywords, title and text.
const POLICIES: [(&str, &[&str], &str, &str); 3] = [
    (
        "refund",
        &["return", "refund", "back", "退"],
        "Returns",
        "An unused item can be returned within 7 days of delivery.",
    ),
    ("delivery", &["deliver", "ship", "arrive", "送"], "Delivery", "Orders are delivered within 3 working days."),
    (
        "payment",
        &["pay", "card", "invoice", "付"],
        "Payment",
        "We take cards and bank transfers; invoices come by mail.",
    ),
];

/// `did:wba:NAME.example`
pub fn did(name: &str) -> Result<Did, Failure> {
    format!("did:wba:{name}.example").parse().map_err(|error| no_demo(&error))
}

/// The key ID of an agent.
pub fn method(did: &Did) -> Result<DidUrl, Failure> {
    DidUrl::new(did, "key-1").map_err(|error| no_demo(&error))
}

pub fn new_key() -> Result<SigningKey, Failure> {
    SigningKey::generate(KeyType::P256).map_err(|error| no_demo(&error))
}

/// The DID document of an agent, on one line.
pub fn did_document(did: &Did, key: &SigningKey) -> Result<Vec<u8>, Failure> {
    let document = DidDocumentBuilder::new(did.clone(), key.verifying_key()).build();
    Ok(document.map_err(|error| no_demo(&error))?.json().to_compact().into_bytes())
}

/// A resolver with these DID documents.
pub fn peers(documents: &[(Did, Vec<u8>)]) -> StaticResolver {
    let mut peers = StaticResolver::default();
    for (did, document) in documents {
        peers.insert(did.clone(), document.clone());
    }
    peers
}

/// The capability of an agent: its name and schemas.
pub fn capability(name: &str) -> Option<&'static str> {
    const CAPABILITIES: [&str; 3] = [
        r#"{"name": "recognize",
            "inputSchema": {"type": "object", "properties": {"question": {"type": "string", "maxLength": 500}}, "required": ["question"]},
            "outputSchema": {"type": "object", "properties": {"intent": {"type": "string"}, "question": {"type": "string"}}, "required": ["intent"]}}"#,
        r#"{"name": "search",
            "inputSchema": {"type": "object", "properties": {"intent": {"type": "string"}}, "required": ["intent"]},
            "outputSchema": {"type": "object", "properties": {"passages": {"type": "array", "items": {"type": "object",
                "properties": {"title": {"type": "string"}, "content": {"type": "string"}}, "required": ["title", "content"]}}},
                "required": ["passages"]}}"#,
        r#"{"name": "answer",
            "inputSchema": {"type": "object", "properties": {"passages": {"type": "array"}}, "required": ["passages"]},
            "outputSchema": {"type": "object", "properties": {"answer": {"type": "string"}}, "required": ["answer"]}}"#,
    ];
    HELPERS.iter().zip(CAPABILITIES).find(|(known, _)| **known == name).map(|(_, capability)| capability)
}

/// Performs an action of an agent.
pub fn work(action: &str, parameters: &Object) -> Object {
    let mut results = Object::new();
    let text = |name: &str| parameters.get(name).and_then(Json::as_str).unwrap_or_default();
    match action {
        "recognize" => {
            let question = text("question").to_lowercase();
            let wanted = POLICIES.iter().find(|(_, words, ..)| words.iter().any(|word| question.contains(word)));
            results.insert("intent", wanted.map_or("unknown", |(intent, ..)| intent));
            results.insert("question", text("question"));
        }
        "search" => {
            let found = POLICIES.iter().filter(|(intent, ..)| *intent == text("intent"));
            let passages = found.map(|(_, _, title, content)| object! { "title": title, "content": content }.into());
            results.insert("passages", passages.collect::<Vec<Json>>());
        }
        _ => {
            let passages = parameters.get("passages").and_then(Json::as_array).unwrap_or_default();
            let first = passages.first().and_then(|passage| passage.get("content")).and_then(Json::as_str);
            results.insert("answer", first.unwrap_or("We have no answer yet; our support will write to you."));
        }
    }
    results
}
