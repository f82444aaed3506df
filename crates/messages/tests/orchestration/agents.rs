//! Agents of one process, with their keys and cards.

use adp_messages::{
    agent::{Agent, CallError, Caller},
    channel::InProcess,
    directory::{ListedAgent, read_card},
    endpoint::{Context, Handler, HandlerFailure},
    signature::AcceptedMessage,
};
use agent_description::{
    Did, DidDocumentBuilder, Document, KeySigner, KeyType, Limits, SigningKey, Timestamp,
    did::DidUrl,
    json::{Json, Object, parse as parse_json},
    resolve::StaticResolver,
};
use std::{future::Future, sync::Arc};

/// `did:wba:NAME.example`
pub fn did(name: &str) -> Did {
    format!("did:wba:{name}.example").parse().unwrap()
}

/// The key of an agent, by its name.
pub fn key(name: &str) -> SigningKey {
    let mut seed = [7; 32];
    for (place, byte) in seed.iter_mut().zip(name.bytes()) {
        *place = byte;
    }
    SigningKey::from_secret_bytes(KeyType::P256, &seed).unwrap()
}

pub fn signer(name: &str) -> KeySigner {
    KeySigner::new(DidUrl::new(&did(name), "key-1").unwrap(), key(name))
}

/// The DID documents of these agents.
pub fn peers(names: &[&str]) -> StaticResolver {
    let mut known = StaticResolver::default();
    for name in names {
        let document = DidDocumentBuilder::new(did(name), key(name).verifying_key()).build().unwrap();
        known.insert(did(name), document.source().as_bytes());
    }
    known
}

/// All agents that the tests have.
pub const ALL: [&str; 9] = ["user", "intent", "kb", "answers", "a", "b", "c", "d", "mallory"];

pub fn agent(name: &str, agent_type: &str) -> Agent {
    Agent::builder(agent_type, signer(name), peers(&ALL)).first_process().build()
}

pub fn user(channel: &InProcess) -> Caller {
    Caller::new(agent("user", "user"), channel.clone())
}

pub fn json(text: &str) -> Json {
    parse_json(text.as_bytes(), &Limits::default()).unwrap()
}

pub fn object(text: &str) -> Object {
    json(text).as_object().unwrap().clone()
}

pub fn parse(text: &str) -> Document {
    Document::parse(text.as_bytes(), &Limits::default()).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// A card of an agent: its type, its capabilities, other members.
pub fn card(name: &str, agent_type: &str, capabilities: &str, more: &str) -> String {
    let id = did(name);
    format!(
        r#"{{"agentInfo": {{"id": "{id}", "name": "{name}", "type": "{agent_type}"}}, "capabilities": [{capabilities}],
        "endpoints": {{"primary": "https://{name}.example/messages"}}{more}}}"#
    )
}

pub async fn listed(card: &str) -> ListedAgent {
    read_card(card.as_bytes(), &peers(&ALL), Timestamp::now()).await.unwrap_or_else(|error| panic!("{error}: {card}"))
}

/// A handler that says this of the parameters.
pub fn handler<F, O>(work: F) -> impl Handler
where
    F: Fn(Object) -> O + Send + Sync + 'static,
    O: Future<Output = Result<Json, HandlerFailure>> + Send + 'static,
{
    move |message: Arc<AcceptedMessage>, _: Context| work(message.envelope().parameters().cloned().unwrap_or_default())
}

/// The code that a call ended with: the one that the other side tells, where it tells one.
pub fn told(error: &CallError) -> String {
    match error {
        CallError::Failed { code, .. } => code.clone(),
        CallError::Refused(refusal) => refusal.stated_code.clone(),
        other => agent_description::CodedError::code(other).to_string(),
    }
}
