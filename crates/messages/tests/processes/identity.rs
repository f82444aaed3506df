//! Who the agents are: their keys follow from their names, so that every process has the DID documents of all.

use adp_messages::agent::Agent;
use agent_description::{
    Did, DidDocumentBuilder, KeySigner, KeyType, Limits, SigningKey,
    did::{DidDocument, DidUrl, Resolved},
    json::{Object, parse},
    resolve::{Resolve, ResolveError},
};
use std::collections::HashMap;

/// All names.
const ALL: [&str; 5] = ["user", "kb", "intent", "search", "answer"];

pub fn did(name: &str) -> Did {
    format!("did:wba:{name}.example").parse().unwrap()
}

fn key(name: &str) -> SigningKey {
    let mut seed = [9; 32];
    for (place, byte) in seed.iter_mut().zip(name.bytes()) {
        *place = byte;
    }
    SigningKey::from_secret_bytes(KeyType::P256, &seed).unwrap()
}

/// DID documents, read once.
struct Known(HashMap<Did, Resolved<DidDocument>>);

impl Resolve for Known {
    async fn resolve(&self, did: &Did) -> Result<Resolved<DidDocument>, ResolveError> {
        Ok(self.0[did].clone())
    }
}

/// An agent whose type is its name.
pub fn agent(name: &str, instance: &str) -> Agent {
    let mut peers = HashMap::new();
    for name in ALL {
        let document = DidDocumentBuilder::new(did(name), key(name).verifying_key()).build().unwrap();
        let read = DidDocument::parse_for(&did(name), document.source().as_bytes(), &Limits::default()).unwrap();
        peers.insert(did(name), read);
    }
    let signer = KeySigner::new(DidUrl::new(&did(name), "key-1").unwrap(), key(name));
    Agent::builder(name, signer, Known(peers)).instance_id(instance).first_process().build()
}

pub fn object(text: &str) -> Object {
    parse(text.as_bytes(), &Limits::default()).unwrap().as_object().unwrap().clone()
}
