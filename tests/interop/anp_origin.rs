//! Origin proofs of messages between agents against the protocol's own package, PyPI's `anp`, through `tests/interop/anp_origin.py`.
//!
//! Runs where `INTEROP_PYTHON` names a Python that has `tests/interop/requirements.txt` installed.
#![cfg(feature = "auth")]

use adp_fixtures::third_party;
use agent_description::{
    CodedError, KeySigner, KeyType, Limits, SigningKey, Timestamp,
    auth::{
        AuthPolicy, UnverifiedMessage,
        http_signature::{SignRequestOptions, sign_origin},
    },
    did::{Binding, Did, DidDocument, DidDocumentBuilder, DocumentProofForm},
    json::{self, Json, Object},
};
use serde_json::{Value, json};

fn python(tasks: &[Value]) -> Vec<Value> {
    third_party::answers_of_python(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/interop/anp_origin.py"), tasks)
}

const NOW: &str = "2026-11-21T12:00:00Z";

fn key() -> SigningKey {
    SigningKey::from_secret_bytes(KeyType::Ed25519, &[7; 32]).unwrap()
}

fn document() -> Value {
    let did = Did::wba_bound("hotel.example", "agents:desk", Binding::E1, key().verifying_key()).unwrap();
    let builder = DidDocumentBuilder::new(did, key().verifying_key());
    let document = builder.build_signed(&key(), "2026-01-01T00:00:00Z".parse().unwrap(), DocumentProofForm::W3c);
    serde_json::from_str(document.unwrap().source()).unwrap()
}

/// A message to each kind of target, with what canonicalization must get right.
fn messages(sender: &str) -> Vec<Value> {
    [("agent", "did:wba:kb.example:a%20b"), ("group", "did:web:kb.example:g"), ("service", "did:wba:kb.example%3A8443")]
        .map(|(kind, did)| {
            json!({"jsonrpc": "2.0", "id": 1, "method": "direct.send", "params": {
                "meta": {"sender_did": sender, "target": {"kind": kind, "did": did}, "operation_id": "o-1"},
                "body": {"text": "caf\u{e9} \u{1F600}", "z": [1.5, 100.0, null], "a": {"\u{20ac}": 0}},
            }})
        })
        .into()
}

fn parsed(value: &Value) -> Object {
    json::parse(value.to_string().as_bytes(), &Limits::default()).unwrap().as_object().unwrap().clone()
}

#[test]
#[ignore = "needs INTEROP_PYTHON"]
fn origin_proofs_in_both_directions() {
    let (document, now): (Value, Timestamp) = (document(), NOW.parse().unwrap());
    let did: Did = document["id"].as_str().unwrap().parse().unwrap();
    let keyid = format!("{did}#key-1");
    let messages = messages(did.as_str());
    let task = |what: &str, message: &Value| {
        json!({"do": what, "method": message["method"], "meta": message["params"]["meta"], "body": message["params"]["body"],
            "pem": key().to_pem().as_str(), "keyid": keyid, "created": now.as_unix_seconds(),
            "expires": now.as_unix_seconds() + 60, "nonce": "n-1", "document": document})
    };
    let made = python(&messages.iter().map(|message| task("make", message)).collect::<Vec<_>>());
    let signer = || KeySigner::new(keyid.parse().unwrap(), key());
    let options = SignRequestOptions { nonce: Some("n-1".to_owned()), ..SignRequestOptions::new(now) };
    let mut judged = Vec::new();
    for (message, made) in messages.iter().zip(&made) {
        let mut theirs = message.clone();
        theirs["params"]["auth"] = json!({"scheme": "anp-rfc9421-origin-proof-v1", "origin_proof": made["proof"]});
        let read = UnverifiedMessage::read(&parsed(&theirs), &AuthPolicy::default(), now).unwrap();
        let resolved = DidDocument::parse_for(&did, document.to_string().as_bytes(), &Limits::default()).unwrap();
        assert_eq!(read.verify(&resolved, now).unwrap().as_str(), keyid, "{theirs}");
        theirs["params"]["body"]["text"] = "other".into();
        let refused = UnverifiedMessage::read(&parsed(&theirs), &AuthPolicy::default(), now).unwrap_err();
        assert_eq!(refused.code().as_str(), "auth-digest");

        // ours: as a request, and as the object that it stands for
        let object =
            json!({"method": message["method"], "meta": message["params"]["meta"], "body": message["params"]["body"]});
        for (message, at) in [(message, "/params/auth"), (&object, "/auth")] {
            let signed = sign_origin(&parsed(message), &signer(), &options).unwrap();
            let signed: Value = serde_json::from_str(&Json::from(signed).to_compact()).unwrap();
            let proof = &signed.pointer(at).unwrap()["origin_proof"];
            // Ed25519 is deterministic: the packages agree to the byte
            assert_eq!(proof, &made["proof"]);
            judged.push(proof.clone());
        }
    }
    let mut tasks = Vec::new();
    for (index, proof) in judged.iter().enumerate() {
        let mut task = task("judge", &messages[index / 2]);
        task["proof"] = proof.clone();
        let mut changed = task.clone();
        changed["meta"]["target"]["did"] = "did:wba:other.example".into();
        tasks.extend([task, changed]);
    }
    for (index, answer) in python(&tasks).iter().enumerate() {
        assert_eq!(answer["accepted"], index % 2 == 0, "{answer}");
    }
    third_party::ran("interop-anp-origin-proofs", made.len() + tasks.len());
}
