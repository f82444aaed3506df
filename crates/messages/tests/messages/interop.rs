//! An independent program signs what is verified here, and verifies what is signed here.

use super::senders::{Agent, NONCE, NOW, REQUEST, knowledge_base, receive};
use adp_fixtures::third_party;
use agent_description::{CodedError, KeyType};
use serde_json::{Value, json};

fn python(tasks: &[Value]) -> Vec<Value> {
    third_party::answers_of_python(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/interop/message.py"), tasks)
}

fn senders() -> [(Agent, &'static str); 3] {
    [(KeyType::P256, "ES256"), (KeyType::Ed25519, "EdDSA"), (KeyType::Secp256k1, "ES256K")]
        .map(|(key_type, alg)| (Agent::new("did:wba:shop.example", key_type, 7), alg))
}

/// Messages whose canonical form is not their text.
fn messages() -> [String; 4] {
    [
        REQUEST.to_owned(),
        REQUEST.replace("5.0", "1E2").replace("\"search\"", "\"s\\u00e9arch\\n\""),
        REQUEST.replacen('{', "{\"\\u20ac\": 0.1, \"\\ud83d\\ude00\": -0.0, \"a\": [[], {}], ", 1),
        REQUEST.replace("\"payload\"", "\"security\": {\"note\": \"kept\"}, \"payload\""),
    ]
}

#[test]
#[ignore = "needs INTEROP_PYTHON"]
fn python_verifies_what_is_signed_here() {
    let mut tasks = Vec::new();
    for (agent, alg) in &senders() {
        for message in &messages() {
            let signed: Value = serde_json::from_str(&agent.sign(message)).unwrap();
            let public = agent.key.verifying_key().to_public_pem();
            let mut changed = signed.clone();
            changed["payload"]["action"] = json!("delete");
            for envelope in [signed, changed] {
                tasks.push(json!({"do": "verify", "envelope": envelope, "public": public, "alg": alg}));
            }
        }
    }
    for (at, answer) in python(&tasks).iter().enumerate() {
        assert_eq!(answer["verified"], json!(at % 2 == 0), "{}", tasks[at]);
    }
    third_party::ran("interop-messages-read", tasks.len());
}

#[test]
#[ignore = "needs INTEROP_PYTHON"]
fn what_python_signs_is_verified_here() {
    let mut tasks = Vec::new();
    for (agent, alg) in &senders() {
        for message in &messages() {
            let envelope: Value = serde_json::from_str(message).unwrap();
            let secret = agent.key.to_pem();
            tasks.push(json!({"do": "sign", "envelope": envelope, "secret": secret.as_str(), "alg": alg,
                "kid": agent.method().as_str(), "timestamp": NOW, "nonce": NONCE}));
        }
    }
    let answers = python(&tasks);
    let whose = senders();
    let whose = whose.iter().flat_map(|(agent, _)| messages().map(|_| agent));
    for (answer, agent) in answers.iter().zip(whose) {
        let verified = receive(&answer.to_string(), &agent.document, knowledge_base());
        assert_eq!(verified.unwrap().signer(), &agent.did, "{answer}");
        let mut changed = answer.clone();
        changed["source"]["instanceId"] = json!("2");
        let refused = receive(&changed.to_string(), &agent.document, knowledge_base()).unwrap_err();
        assert_eq!(refused.code().as_str(), "jws-signature");
    }
    third_party::ran("interop-messages-reads-theirs", tasks.len());
}
