//! Web Bot Auth by Cloudflare's crate `web-bot-auth`, as signer and verifier.

use crate::{Answer, pairs, text};
use indexmap::IndexMap;
use serde_json::{Value, json};
use std::{collections::BTreeMap, time::Duration};
use web_bot_auth::{
    SignatureAgentLink, WebBotAuthVerifier,
    components::{CoveredComponent, DerivedComponent, HTTPField, HTTPFieldParameters, HTTPFieldParametersSet},
    keyring::{Algorithm, JSONWebKeySet, KeyRing},
    message_signatures::{MessageSigner, SignedMessage, UnsignedMessage},
};

/// A message: its header fields, and the values of its other components by their identifiers.
struct Message {
    headers: BTreeMap<String, String>,
    components: BTreeMap<String, String>,
}

impl SignedMessage for Message {
    fn lookup_component(&self, component: &CoveredComponent) -> Vec<String> {
        let found = match component {
            CoveredComponent::HTTP(HTTPField { name, parameters }) => match parameters.0.as_slice() {
                [] => self.headers.get(name),
                [HTTPFieldParameters::Key(key)] => self.components.get(&format!("{name};key=\"{key}\"")),
                _ => None,
            },
            CoveredComponent::Derived(DerivedComponent::Authority { req: false }) => self.components.get("@authority"),
            CoveredComponent::Derived(DerivedComponent::TargetUri { req: false }) => self.components.get("@target-uri"),
            CoveredComponent::Derived(DerivedComponent::Method { req: false }) => self.components.get("@method"),
            CoveredComponent::Derived(_) => None,
        };
        found.cloned().into_iter().collect()
    }
}

/// What is signed: the authority and the agent.
struct Unsigned<'a> {
    authority: &'a str,
    agent: &'a str,
    headers: BTreeMap<&'static str, String>,
}

impl UnsignedMessage for Unsigned<'_> {
    fn fetch_components_to_cover(&self) -> IndexMap<CoveredComponent, String> {
        let key = HTTPFieldParametersSet(vec![HTTPFieldParameters::Key("peer".to_owned())]);
        let agent = HTTPField { name: "signature-agent".to_owned(), parameters: key };
        IndexMap::from([
            (CoveredComponent::Derived(DerivedComponent::Authority { req: false }), self.authority.to_owned()),
            (CoveredComponent::HTTP(agent), format!("\"{}\"", self.agent)),
        ])
    }

    fn register_header_contents(&mut self, signature_input: String, signature: String) {
        self.headers.insert("signature-agent", format!("peer=\"{}\"", self.agent));
        self.headers.insert("signature-input", format!("peer={signature_input}"));
        self.headers.insert("signature", format!("peer={signature}"));
    }
}

pub fn sign(task: &Value) -> Answer {
    let key: Vec<u8> = serde_json::from_value(task["key"].clone())?;
    let signer = MessageSigner {
        keyid: text(task, "keyid")?.to_owned(),
        nonce: "a nonce of the peer".to_owned(),
        tag: "web-bot-auth".to_owned(),
    };
    let (authority, agent) = (text(task, "authority")?, text(task, "agent")?);
    let mut message = Unsigned { authority, agent, headers: BTreeMap::new() };
    signer
        .generate_signature_headers_content(&mut message, Duration::from_secs(60), Algorithm::Ed25519, key.as_slice())
        .map_err(|error| error.to_string())?;
    Ok(json!({"headers": message.headers}))
}

pub fn verify(task: &Value) -> Answer {
    let keys: JSONWebKeySet = serde_json::from_value(task["directory"].clone())?;
    let mut ring = KeyRing::default();
    ring.import_jwks(keys);
    let message = Message { headers: pairs(&task["headers"]), components: pairs(&task["components"]) };
    let refused = |error: web_bot_auth::ImplementationError| json!({"accepted": false, "message": error.to_string()});
    let verifier = match WebBotAuthVerifier::parse(&message) {
        Ok(verifier) => verifier,
        Err(error) => return Ok(refused(error)),
    };
    let agents: Vec<String> = verifier
        .get_signature_agents()
        .iter()
        .filter_map(|agent| match agent {
            SignatureAgentLink::External(url) => Some(url.clone()),
            _ => None,
        })
        .collect();
    Ok(match verifier.verify(&ring, None) {
        Ok(_) => json!({"accepted": true, "agents": agents}),
        Err(error) => refused(error),
    })
}
