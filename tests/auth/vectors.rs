//! The request signatures of the DID authentication drafts' byte vectors, positive and negative, by the public API.

use adp_fixtures::third_party;
use agent_description::{
    Code, CodedError, Did, DidDocument, DidUrl, KeySigner, KeyType, Limits, Resolved, SigningKey, Timestamp,
    auth::{
        AuthError, AuthPolicy, NoncePolicy, Receiver, UnverifiedMessage, UnverifiedRequest, VerifiedRequest,
        http_signature::{
            Message, SignRequestOptions, content_digest, sign_origin, sign_payload, sign_request, signature_base,
            verify_with,
        },
    },
    json,
};
use http::{HeaderMap, HeaderValue, Request, request::Parts};
use serde_json::Value;
use std::collections::BTreeMap;

const FOLDER: &str = "anp/spec-did-authentication-vnext";

/// The file's `fixed_time`.
fn now() -> Timestamp {
    "2026-09-07T08:00:00Z".parse().unwrap()
}

struct Suite {
    vectors: Value,
    documents: BTreeMap<String, Resolved<DidDocument>>,
    keys: BTreeMap<String, SigningKey>,
}

fn suite() -> Suite {
    let file = |name: &str| third_party::read(&format!("{FOLDER}/{name}"));
    let (vectors, identities, seeds) = (file("byte-vectors.json"), file("identities.json"), file("test-seeds.json"));
    let parsed = |text: &str| -> Value { serde_json::from_str(text).unwrap() };
    let mut documents = BTreeMap::new();
    for identity in parsed(&identities)["identities"].as_object().unwrap().values() {
        let document = &identity["document"];
        let did: Did = document["id"].as_str().unwrap().parse().unwrap();
        let read = DidDocument::parse_for(&did, document.to_string().as_bytes(), &Limits::default()).unwrap();
        documents.insert(did.to_string(), read);
    }
    let mut keys = BTreeMap::new();
    for (method, seed) in parsed(&seeds).as_object().unwrap() {
        if let Some(hex) = seed["seed_hex"].as_str() {
            let bytes: Vec<u8> = (0..64).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap()).collect();
            let key = SigningKey::from_secret_bytes(KeyType::Ed25519, bytes.as_slice().try_into().unwrap()).unwrap();
            keys.insert(method.clone(), key);
        }
    }
    Suite { vectors: parsed(&vectors), documents, keys }
}

/// A vector as the request that a server gets.
struct Received {
    parts: Parts,
    body: Vec<u8>,
    json: bool,
}

fn field<'a>(vector: &'a Value, name: &str) -> &'a str {
    vector[name].as_str().unwrap_or_else(|| panic!("{name} of {}", vector["id"]))
}

fn received(vector: &Value) -> Received {
    let mut request = Request::builder().method(field(vector, "method")).uri(field(vector, "target_uri"));
    let json = vector["transport"] == "http-json-metadata";
    if json {
        let body = serde_json::to_vec_pretty(&vector["envelope"]).unwrap();
        return Received { parts: request.body(()).unwrap().into_parts().0, body, json };
    }
    for (header, name) in
        [("content-digest", "content_digest"), ("signature-input", "signature_input"), ("signature", "signature")]
    {
        if let Some(value) = vector[name].as_str() {
            request = request.header(header, value);
        }
    }
    let body = vector["payload_utf8"].as_str().unwrap_or_default().into();
    Received { parts: request.body(()).unwrap().into_parts().0, body, json }
}

fn verified(suite: &Suite, received: &Received, policy: &AuthPolicy) -> Result<VerifiedRequest, AuthError> {
    let audience = "https://api.example".parse().unwrap();
    let read = if received.json { UnverifiedRequest::read_json } else { UnverifiedRequest::read };
    let request = read(&received.parts, &received.body, Receiver::new(&audience, policy, now()))?;
    let document = &suite.documents[request.claims().did().as_str()];
    request.verify(document, now())
}

fn without_nonce() -> AuthPolicy {
    let mut policy = AuthPolicy::default();
    policy.nonce = NoncePolicy::OrSignatureBase;
    policy
}

/// The request signatures that are HTTP's. Those named `ORIGIN` are of messages between agents, see [`origin_proofs`].
fn request_signatures(suite: &Suite, list: &str) -> Vec<Value> {
    let of = |vector: &Value| vector["base_id"].as_str().or(vector["id"].as_str()).unwrap().to_owned();
    let all = suite.vectors[list].as_array().unwrap().iter();
    all.filter(|vector| of(vector).starts_with("HTTP-") || of(vector).starts_with("JSON-")).cloned().collect()
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn positives_verify() {
    let suite = suite();
    let vectors = request_signatures(&suite, "positives");
    for vector in &vectors {
        let (id, received) = (field(vector, "id"), received(vector));
        let result = verified(&suite, &received, &AuthPolicy::default());
        if id.contains("NONCELESS") {
            assert_eq!(result.unwrap_err().code(), Code::AUTH_MALFORMED, "{id}: refused without nonce");
            assert_eq!(
                verified(&suite, &received, &without_nonce()).unwrap().claims().key_id.as_str(),
                field(vector, "keyid")
            );
        } else {
            let verified = result.unwrap_or_else(|error| panic!("{id}: {error}"));
            assert_eq!(verified.claims().key_id.as_str(), field(vector, "keyid"), "{id}");
        }
    }
    third_party::ran("anp-draft-request-signatures-positive", vectors.len());
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn negatives_are_refused() {
    let suite = suite();
    let positives = request_signatures(&suite, "positives");
    let negatives = request_signatures(&suite, "negatives");
    for negative in &negatives {
        let (id, base) = (field(negative, "id"), field(negative, "base_id"));
        assert_eq!(negative["expected_integrity"], false, "{id}");
        let positive = positives.iter().find(|vector| vector["id"] == base).unwrap();
        let mut received = received(positive);
        let expected = match field(negative, "mutation") {
            "request-target" => {
                received.parts.uri = field(negative, "replacement").parse().unwrap();
                Code::AUTH_AUDIENCE
            }
            "request-content" if received.json => {
                let mut envelope: Value = serde_json::from_slice(&received.body).unwrap();
                envelope["payload"] = serde_json::from_str(field(negative, "replacement")).unwrap();
                received.body = envelope.to_string().into();
                Code::AUTH_DIGEST
            }
            "request-content" => {
                received.body = field(negative, "replacement").into();
                Code::AUTH_DIGEST
            }
            "signature-byte" => {
                flip_signature(&mut received);
                Code::AUTH_SIGNATURE
            }
            other => panic!("{id}: a mutation that is not known, {other}"),
        };
        for policy in [AuthPolicy::default(), without_nonce()] {
            let code = verified(&suite, &received, &policy).unwrap_err().code();
            if base.contains("NONCELESS") && policy.nonce == NoncePolicy::Required {
                assert_eq!(code, Code::AUTH_MALFORMED, "{id}");
            } else {
                assert_eq!(code, expected, "{id}");
            }
        }
        // the target as the server sees it, where the request line has no authority: the path alone is another one
        if field(negative, "mutation") == "request-target" {
            received.parts.uri = "/other".parse().unwrap();
            assert_eq!(verified(&suite, &received, &without_nonce()).unwrap_err().code(), Code::AUTH_SIGNATURE, "{id}");
        }
    }
    third_party::ran("anp-draft-request-signatures-negative", negatives.len());
}

/// One bit of the signature's first byte.
fn flip_signature(received: &mut Received) {
    if received.json {
        let mut envelope: Value = serde_json::from_slice(&received.body).unwrap();
        envelope["auth"]["signature"] = flipped(envelope["auth"]["signature"].as_str().unwrap()).into();
        received.body = envelope.to_string().into();
    } else {
        let value = flipped(received.parts.headers["signature"].to_str().unwrap());
        received.parts.headers.insert("signature", HeaderValue::from_str(&value).unwrap());
    }
}

/// A signature of which one byte is another.
fn flipped(value: &str) -> String {
    let at = value.find(':').unwrap() + 1;
    let other = if value.as_bytes()[at] == b'A' { "B" } else { "A" };
    format!("{}{other}{}", &value[..at], &value[at + 1..])
}

/// The vectors of origin proofs.
fn origin_proofs(suite: &Suite) -> Vec<Value> {
    let positives = suite.vectors["positives"].as_array().unwrap();
    positives.iter().filter(|vector| vector["transport"] == "p1-origin").cloned().collect()
}

/// A vector of an origin proof as the JSON-RPC message that its receiver gets.
fn message(vector: &Value) -> Value {
    let signed = &vector["signed_request_object"];
    serde_json::json!({
        "jsonrpc": "2.0", "id": "1", "method": signed["method"],
        "params": {
            "meta": signed["meta"],
            "auth": {
                "scheme": "anp-rfc9421-origin-proof-v1",
                "origin_proof": {
                    "contentDigest": vector["content_digest"],
                    "signatureInput": vector["signature_input"],
                    "signature": vector["signature"],
                },
            },
            "body": signed["body"],
        },
    })
}

fn verified_origin(suite: &Suite, message: &Value) -> Result<DidUrl, AuthError> {
    let document = json::parse(message.to_string().as_bytes(), &Limits::default()).unwrap();
    let unverified = UnverifiedMessage::read(document.as_object().unwrap(), &AuthPolicy::default(), now())?;
    let resolved = &suite.documents[unverified.key_id.did().as_str()];
    unverified.verify(resolved, now())
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn origin_proofs_verify_and_are_made_byte_by_byte() {
    let suite = suite();
    let vectors = origin_proofs(&suite);
    for vector in &vectors {
        let (id, message) = (field(vector, "id"), message(vector));
        let method = verified_origin(&suite, &message).unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!(method.as_str(), field(vector, "keyid"), "{id}");

        let mut unsigned = message.clone();
        unsigned["params"].as_object_mut().unwrap().remove("auth");
        let unsigned = json::parse(unsigned.to_string().as_bytes(), &Limits::default()).unwrap();
        let key = self::suite().keys.remove(method.as_str()).unwrap();
        let signer = KeySigner::new(method.clone(), key);
        let options = SignRequestOptions { nonce: Some(vector_nonce(vector)), ..SignRequestOptions::new(now()) };
        let signed = sign_origin(unsigned.as_object().unwrap(), &signer, &options).unwrap();
        let signed: Value = serde_json::from_str(&json::Json::from(signed).to_compact()).unwrap();
        assert_eq!(signed["params"]["auth"], message["params"]["auth"], "{id}");
    }
    assert_eq!(vectors.len(), 8);
    third_party::ran("anp-draft-origin-proofs-positive", vectors.len());
}

/// The nonce in the text of `signature_params`.
fn vector_nonce(vector: &Value) -> String {
    let (_, rest) = field(vector, "signature_params").split_once("nonce=\"").unwrap();
    rest.split_once('"').unwrap().0.to_owned()
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn changed_origin_proofs_are_refused() {
    let suite = suite();
    let positives = origin_proofs(&suite);
    let negatives = suite.vectors["negatives"].as_array().unwrap();
    let mut ran = 0;
    for negative in negatives {
        let base = positives.iter().find(|positive| positive["id"] == negative["base_id"]);
        let (Some(base), id) = (base, field(negative, "id")) else { continue };
        let mut message = message(base);
        let expected = match field(negative, "mutation") {
            // the target is rebuilt from the message: another one is another message
            "request-target" => {
                message["params"]["meta"]["target"]["did"] = "did:wba:attacker.example".into();
                Code::AUTH_DIGEST
            }
            "request-content" => {
                let content: Value = serde_json::from_str(field(negative, "replacement")).unwrap();
                assert_eq!(content["tampered"], true, "{id}");
                message["params"]["body"]["tampered"] = true.into();
                Code::AUTH_DIGEST
            }
            _ => {
                let value = flipped(message["params"]["auth"]["origin_proof"]["signature"].as_str().unwrap());
                message["params"]["auth"]["origin_proof"]["signature"] = value.into();
                Code::AUTH_SIGNATURE
            }
        };
        assert_eq!(verified_origin(&suite, &message).unwrap_err().code(), expected, "{id}");
        ran += 1;
    }
    assert_eq!(ran, 24);
    third_party::ran("anp-draft-origin-proofs-negative", ran);
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn origin_proofs_have_one_form() {
    let suite = suite();
    let right = message(&origin_proofs(&suite)[0]);
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut message = right.clone();
        change(&mut message["params"]);
        verified_origin(&suite, &message).unwrap_err().code()
    };
    type Change = (Code, &'static dyn Fn(&mut Value));
    let changes: [Change; 8] = [
        (Code::AUTH_MISSING, &|params| drop(params.as_object_mut().unwrap().remove("auth"))),
        (Code::AUTH_MALFORMED, &|params| params["auth"]["scheme"] = "other".into()),
        (Code::AUTH_MALFORMED, &|params| params["auth"]["other"] = 1.into()),
        (Code::AUTH_MALFORMED, &|params| params["meta"]["target"]["kind"] = "device".into()),
        (Code::AUTH_DIGEST, &|params| params["meta"]["sender_did"] = "did:wba:attacker.example".into()),
        (Code::AUTH_DIGEST, &|params| params["auth"]["origin_proof"]["contentDigest"] = "sha-256=:AAAA:".into()),
        (Code::AUTH_MALFORMED, &|params| params["auth"]["origin_proof"]["contentDigest"] = "sha-512=:AAAA:".into()),
        (Code::AUTH_UNCOVERED, &|params| {
            let input = &mut params["auth"]["origin_proof"]["signatureInput"];
            *input = input.as_str().unwrap().replace("\"@method\" ", "").into();
        }),
    ];
    for (at, (expected, change)) in changes.into_iter().enumerate() {
        assert_eq!(changed(change), expected, "change {at}");
    }
    // no digest covers these: readers of JSON-RPC and of the object it represents must see the same message
    let envelopes: [fn(&mut Value); 9] = [
        |message| drop(message.as_object_mut().unwrap().remove("jsonrpc")),
        |message| message["jsonrpc"] = "1.0".into(),
        |message| message["jsonrpc"] = 2.0.into(),
        |message| message["id"] = Value::Null,
        |message| message["id"] = serde_json::json!({"a": 1}),
        |message| message["id"] = 1.5.into(),
        |message| message["body"] = "of another reader".into(),
        |message| message["meta"] = message["params"]["meta"].clone(),
        |message| {
            let params = message.as_object_mut().unwrap().remove("params").unwrap();
            message.as_object_mut().unwrap().extend(params.as_object().unwrap().clone());
        },
    ];
    for (at, change) in envelopes.into_iter().enumerate() {
        let mut message = right.clone();
        change(&mut message);
        assert_eq!(verified_origin(&suite, &message).unwrap_err().code(), Code::AUTH_MALFORMED, "envelope {at}");
    }
    // a notification, a number, and the object alone
    for id in [Value::Null, 7.into()] {
        let mut message = right.clone();
        match id {
            Value::Null => drop(message.as_object_mut().unwrap().remove("id")),
            id => message["id"] = id,
        }
        verified_origin(&suite, &message).unwrap();
    }
    let mut object = right["params"].clone();
    object["method"] = right["method"].clone();
    verified_origin(&suite, &object).unwrap();
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn bases_digests_and_signatures_are_the_vectors_bytes() {
    let suite = suite();
    let vectors = request_signatures(&suite, "positives");
    for vector in &vectors {
        let (id, mut received) = (field(vector, "id"), received(vector));
        let audience = "https://api.example".parse().unwrap();
        let text = |name: &str| vector[name].as_str().map(str::to_owned);
        let mut fields = HeaderMap::new();
        for (header, name) in
            [("content-digest", "content_digest"), ("signature-input", "signature_input"), ("signature", "signature")]
        {
            if let Some(value) = text(name) {
                fields.insert(header, HeaderValue::from_str(&value).unwrap());
            }
        }
        let key = &suite.keys[field(vector, "keyid")];
        let message = Message::request(&received.parts.method, &received.parts.uri, &audience, &fields);
        let params = verify_with(key.verifying_key(), &message, "sig1").unwrap();
        assert_eq!(params.to_string(), field(vector, "signature_params"), "{id}");
        assert_eq!(signature_base(&message, &params).unwrap(), field(vector, "signature_base_utf8"), "{id}");

        let mut options = SignRequestOptions::new(params.created().unwrap());
        options.expires = params.expires().unwrap();
        options.nonce = params.text("nonce").map(str::to_owned);
        let method: DidUrl = field(vector, "keyid").parse().unwrap();
        let seed = SigningKey::from_pem(&key.to_pem()).unwrap();
        let signer = KeySigner::new(method, seed);
        if received.json {
            let payload = json::parse(vector["payload_utf8"].as_str().unwrap().as_bytes(), &Limits::default()).unwrap();
            let (method, target) = (&received.parts.method, &received.parts.uri);
            let body = sign_payload(method, target, Some(&payload), &audience, &signer, &options).unwrap();
            let body: Value = serde_json::from_str(&body.to_compact()).unwrap();
            assert_eq!(body, vector["envelope"], "{id}");
        } else {
            received.parts.headers.clear();
            sign_request(&mut received.parts, &received.body, &audience, &signer, &options).unwrap();
            assert_eq!(received.parts.headers, fields, "{id}");
        }
        if let Some(digest) = text("content_digest") {
            let payload = field(vector, "payload_utf8").as_bytes();
            assert_eq!(content_digest(payload, Default::default()), digest, "{id}");
        }
    }
    third_party::ran("anp-draft-request-signatures-signed", vectors.len());
}
