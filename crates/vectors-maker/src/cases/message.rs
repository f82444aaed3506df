//! Messages: rules and accepted signatures. Each case starts from a valid request.

use super::{All, CannotMake, Vector, signing::changed};
use agent_description::{
    DidDocumentBuilder,
    key::{KeyType, SigningKey},
};
use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD},
};
use sha2::{Digest, Sha256};

const SOUND: &str = r#"{"version": "1.0", "messageId": "5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c",
  "timestamp": "2026-11-01T10:00:00.000Z",
  "source": {"agentId": "did:wba:shop.example", "agentType": "customer-service"},
  "target": {"agentId": "did:wba:kb.example", "agentType": "knowledge-base", "routingStrategy": "direct"},
  "message": {"type": "REQUEST", "subType": "query", "priority": "normal"},
  "payload": {"action": "search", "parameters": {"query": "refunds"}},
  "security": {"timestamp": "2026-11-01T10:00:01Z", "nonce": "q83vEjRWeJCrze8SNFZ4kA"}}
"#;

/// The canonical form of the valid request, by hand.
const CANONICAL: &str = r#"{"message":{"priority":"normal","subType":"query","type":"REQUEST"},"messageId":"5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c","payload":{"action":"search","parameters":{"query":"refunds"}},"security":{"nonce":"q83vEjRWeJCrze8SNFZ4kA","timestamp":"2026-11-01T10:00:01Z"},"source":{"agentId":"did:wba:shop.example","agentType":"customer-service"},"target":{"agentId":"did:wba:kb.example","agentType":"knowledge-base","routingStrategy":"direct"},"timestamp":"2026-11-01T10:00:00.000Z","version":"1.0"}"#;

/// SHA-256 of `["did:wba:kb.example","did:wba:shop.example","q83vEjRWeJCrze8SNFZ4kA","protocol","a2a-envelope"]`, by `sha256sum`
const REMEMBERED: &str = "fe61f6428060312aec695d40649a0db9d119c9b49f1d05bd898f2355cdd3c03d";

const KID: &str = "did:wba:shop.example#key-1";

/// Name, code, whether a warning, comment, replaced text, replacement.
const FAULTS: &[(&str, &str, bool, &str, &str, &str)] = &[
    (
        "missing",
        "missing",
        false,
        "no payload",
        "\"payload\": {\"action\": \"search\", \"parameters\": {\"query\": \"refunds\"}},",
        "",
    ),
    ("type", "wrong-type", false, "an object is expected", "{\"query\": \"refunds\"}", "[\"refunds\"]"),
    ("null", "wrong-type", false, "null is not absent", "\"query\",", "null,"),
    (
        "spelling",
        "spelling",
        false,
        "decoders of Go and .NET ignore case",
        "\"action\": \"search\"",
        "\"action\": \"search\", \"Action\": \"remove\"",
    ),
    ("version", "invalid-value", false, "another version", "\"1.0\"", "\"1.1\""),
    ("message-type", "invalid-value", false, "words are compared with case", "\"REQUEST\"", "\"Request\""),
    ("id", "invalid-name", true, "not a UUID", "5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c", "req_kb_001"),
    ("time", "invalid-time", false, "without an offset", "2026-11-01T10:00:00.000Z", "2026-11-01T10:00:00"),
    ("target", "contradiction", false, "a broadcast that names an agent", "\"direct\"", "\"broadcast\""),
    ("target-nobody", "missing", false, "a direct message to nobody", "\"agentId\": \"did:wba:kb.example\", ", ""),
    (
        "correlation",
        "missing",
        false,
        "a response to nothing",
        "\"type\": \"REQUEST\", \"subType\": \"query\", \"priority\": \"normal\"}, \"payload\": {",
        "\"type\": \"RESPONSE\"}, \"payload\": {\"status\": \"success\", ",
    ),
    ("nonce", "invalid-value", false, "shorter than 128 bits", "q83vEjRWeJCrze8SNFZ4kA", "q83vEjRWeJA"),
];

/// Name, expectation, header of the signature.
const HEADERS: &[(&str, &str, &str)] = &[
    (
        "unknown-member",
        "ok",
        r#"{"alg":"ES256","kid":"did:wba:shop.example#key-1","typ":"a2a-envelope+jws","later":1}"#,
    ),
    ("card", "jws-header", r#"{"alg":"ES256","kid":"did:wba:shop.example#key-1","typ":"JOSE"}"#),
    ("no-typ", "jws-header", r#"{"alg":"ES256","kid":"did:wba:shop.example#key-1"}"#),
    ("none", "jws-algorithm", r#"{"alg":"none","kid":"did:wba:shop.example#key-1","typ":"a2a-envelope+jws"}"#),
    (
        "jku",
        "jws-header",
        r#"{"alg":"ES256","kid":"did:wba:shop.example#key-1","typ":"a2a-envelope+jws","jku":"https://shop.example/keys"}"#,
    ),
    (
        "x5u",
        "jws-header",
        r#"{"alg":"ES256","kid":"did:wba:shop.example#key-1","typ":"a2a-envelope+jws","x5u":"https://shop.example/keys"}"#,
    ),
    (
        "crit",
        "jws-header",
        r#"{"alg":"ES256","kid":"did:wba:shop.example#key-1","typ":"a2a-envelope+jws","crit":["later"],"later":1}"#,
    ),
    ("no-kid", "message-signer", r#"{"alg":"ES256","typ":"a2a-envelope+jws"}"#),
    (
        "other-did",
        "message-signer",
        r#"{"alg":"ES256","kid":"did:wba:mallory.example#key-1","typ":"a2a-envelope+jws"}"#,
    ),
    (
        "longer-did",
        "message-signer",
        r#"{"alg":"ES256","kid":"did:wba:shop.example:x#key-1","typ":"a2a-envelope+jws"}"#,
    ),
    (
        "other-key",
        "proof-method-not-found",
        r#"{"alg":"ES256","kid":"did:wba:shop.example#key-2","typ":"a2a-envelope+jws"}"#,
    ),
];

pub fn add(all: &mut All) -> Result<(), CannotMake> {
    let check = |expect: &str, comment: &str, text: String| Vector::new("message-check", expect, comment, text);
    all.push("message/check-sound", check("ok", "a request that keeps every rule", SOUND.to_owned()));
    let one_line = SOUND.replace("},\n  \"payload\"", "}, \"payload\"");
    for (name, code, is_warning, comment, from, to) in FAULTS {
        let text = changed(&one_line, from, to)?;
        let vector = check(code, comment, text);
        all.push(format!("message/check-{name}"), if *is_warning { vector.with("any", "true") } else { vector });
    }
    capabilities(all);
    signed(all)?;
    origin_proofs(all)
}

/// Messages with an origin proof (ANP messaging P1, appendix A), and what their proof covers.
fn origin_proofs(all: &mut All) -> Result<(), CannotMake> {
    const META: &str = r#"{"message_id":"m-1","sender_did":"did:wba:shop.example","target":{"did":"did:wba:kb.example","kind":"agent"}}"#;
    const BODY: &str = r#"{"text":"Hello"}"#;
    let key = SigningKey::from_secret_bytes(KeyType::P256, &[0x42; 32])?;
    let content = format!(r#"{{"body":{BODY},"meta":{META},"method":"direct.send"}}"#);
    let digest = format!("sha-256=:{}:", STANDARD.encode(Sha256::digest(content)));
    // 2026-11-01T10:00:00Z, five minutes
    let params = r#"("@method" "@target-uri" "content-digest");created=1793527200;expires=1793527500;nonce="n-1";keyid="did:wba:shop.example#key-1""#;
    let target = "anp://agent/did%3Awba%3Akb.example";
    let base = format!(
        "\"@method\": direct.send\n\"@target-uri\": {target}\n\"content-digest\": {digest}\n\"@signature-params\": {params}"
    );
    let signature = STANDARD.encode(key.sign(base.as_bytes()).0);
    let input = params.replace('"', "\\\"");
    let auth = format!(
        r#"{{"origin_proof":{{"contentDigest":"{digest}","signature":"sig1=:{signature}:","signatureInput":"sig1={input}"}},"scheme":"anp-rfc9421-origin-proof-v1"}}"#
    );
    let object = format!(r#"{{"auth":{auth},"body":{BODY},"meta":{META},"method":"direct.send"}}"#);
    let request =
        format!(r#"{{"jsonrpc":"2.0","method":"direct.send","params":{{"auth":{auth},"body":{BODY},"meta":{META}}}}}"#);
    let covered = |expect: &str, comment: &str, body: String| {
        let vector = Vector::new("covered", expect, comment, body).with("at", "2026-11-01T10:01:00Z");
        vector.with("did-document", "did-documents/shop.json")
    };
    for (name, comment, message, from, to) in [
        ("object", "the object that a request represents", &object, "{\"auth\"", "{\"auth\""),
        ("request", "the ID of a request is not covered", &request, "{\"jsonrpc\"", "{\"id\": 7, \"jsonrpc\""),
        ("beside", "a member beside the content", &object, "\"method\"", "\"note\": [\"x\"], \"method\""),
        ("in-params", "a member of `params`", &request, "\"body\"", "\"client\": {\"a\": 1}, \"body\""),
    ] {
        let body = changed(message, from, to)?;
        all.push(format!("message/covered-{name}"), covered("ok", comment, body).with("output", message));
    }
    for (name, member) in [
        ("body", "\"Body\": {\"text\": \"Pay\"}, "),
        ("meta", "\"META\": {\"sender_did\": \"did:wba:mallory.example\"}, "),
        ("auth", "\"Auth\": {}, "),
    ] {
        let body = changed(&request, "{\"auth\"", &format!("{{{member}\"auth\""))?;
        let comment = "another spelling, which some decoders read instead";
        all.push(format!("message/covered-spelling-{name}"), covered("auth-malformed", comment, body));
    }
    for (name, member) in
        [("method", "\"METHOD\": \"direct.pay\", "), ("params", "\"Params\": {}, "), ("id", "\"ID\": 1, ")]
    {
        let body = changed(&request, "{\"jsonrpc\"", &format!("{{{member}\"jsonrpc\""))?;
        let comment = "another spelling beside the request's own members";
        all.push(format!("message/covered-spelling-{name}"), covered("auth-malformed", comment, body));
    }
    Ok(())
}

/// The parts of the source's card that messages are validated with.
const CARD: &str = r#"{"agentInfo": {"id": "did:wba:kb.example", "type": "knowledge-base"}, "capabilities": [{"name": "search", "inputSchema": {"type": "object", "properties": {"query": {"type": "string"}, "category": {"type": "string", "enum": ["FAQ", "policy", "technical"]}}, "required": ["query"]}, "outputSchema": {"type": "object", "properties": {"results": {"type": "array", "items": {"type": "object", "properties": {"confidence": {"type": "number", "minimum": 0, "maximum": 1}}}}}}}]}"#;

const RESPONSE: &str = r#"{"version": "1.0", "messageId": "0c2b4a46-6c9c-4b0e-8f3c-1d3a1d6b7f10",
  "timestamp": "2026-11-01T10:00:02.000Z",
  "source": {"agentId": "did:wba:kb.example", "agentType": "knowledge-base"},
  "target": {"agentId": "did:wba:shop.example", "agentType": "customer-service"},
  "message": {"type": "RESPONSE", "correlationId": "5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c"},
  "payload": {"status": "success", "results": [{"confidence": 0.92}], "metadata": {"totalResults": 1}}}
"#;

fn capabilities(all: &mut All) {
    let mut push = |name: &str, expect: &str, comment: &str, card: &str, text: String| {
        let vector = Vector::new("message-capability", expect, comment, text).with("card", card);
        let is_response = vector.body().windows(8).any(|word| word == b"RESPONSE");
        let vector = if is_response { vector.with("answers", "search") } else { vector };
        all.push(format!("message/capability-{name}"), vector);
    };
    let request = |from: &str, to: &str| SOUND.replacen(from, to, 1);
    push("sound", "ok", "parameters that fit", CARD, SOUND.to_owned());
    push("action", "invalid-reference", "not a capability of the card", CARD, request("\"search\"", "\"Search\""));
    let category = request("\"refunds\"", "\"refunds\", \"category\": \"customer-service\"");
    push("parameters", "invalid-arguments", "a category that the card does not have", CARD, category);
    let none = request(", \"parameters\": {\"query\": \"refunds\"}", "");
    push("no-parameters", "invalid-arguments", "absent parameters are an empty object", CARD, none);
    push("results", "ok", "the schema's `results` is a member of the payload", CARD, RESPONSE.to_owned());
    push("results-wrong", "invalid-result", "more than certain", CARD, RESPONSE.replacen("0.92", "1.92", 1));
    let failed = RESPONSE.replacen("\"success\", \"results\": [{\"confidence\": 0.92}]", "\"error\"", 1);
    push("failed", "ok", "a failure brings no results", CARD, failed);
    let loose = CARD.replacen("\"string\"", "\"str\"", 1);
    push("schema", "invalid-schema", "a type that JSON Schema does not know", &loose, SOUND.to_owned());
}

fn signed(all: &mut All) -> Result<(), CannotMake> {
    let key = SigningKey::from_secret_bytes(KeyType::P256, &[0x42; 32])?;
    let document = DidDocumentBuilder::new("did:wba:shop.example".parse()?, key.verifying_key()).build()?;
    let text = document.source();
    all.files.push(("message/did-documents/shop.json".to_owned(), text.as_bytes().to_vec()));
    let publisher = changed(text, "\"authentication\"", "\"capabilityInvocation\"")?;
    all.files.push(("message/did-documents/publisher.json".to_owned(), publisher.into_bytes()));
    let signed = |header: &str, canonical: &str| {
        let protected = URL_SAFE_NO_PAD.encode(header);
        let signature = key.sign(format!("{protected}.{}", URL_SAFE_NO_PAD.encode(canonical)).as_bytes());
        let jws = format!("{protected}..{}", URL_SAFE_NO_PAD.encode(signature.0));
        SOUND.replacen("\"security\": {", &format!("\"security\": {{\"signature\": \"{jws}\", "), 1)
    };
    let made = |expect: &str, comment: &str, message: String, changed: Option<(&str, &str)>| {
        let mut vector = Vector::new("message-verify", expect, comment, message);
        let usual = [
            ("at", "2026-11-01T10:01:00Z"),
            ("receiver", "did:wba:kb.example"),
            ("receiver-type", "knowledge-base"),
            ("did-document", "did-documents/shop.json"),
        ];
        for (name, value) in usual.into_iter().filter(|(name, _)| changed.is_none_or(|(other, _)| other != *name)) {
            vector = vector.with(name, value);
        }
        if let Some((name, value)) = changed {
            vector = vector.with(name, value);
        }
        if expect == "ok" { vector.with("output", KID) } else { vector }
    };
    let verify = |expect: &str, comment: &str, message: String| made(expect, comment, message, None);
    let good = signed(r#"{"alg":"ES256","kid":"did:wba:shop.example#key-1","typ":"a2a-envelope+jws"}"#, CANONICAL);
    all.push("message/verify", verify("ok", "signed by its sender, for this receiver", good.clone()));
    all.push("message/unsigned", verify("jws-missing", "no signature", SOUND.to_owned()));
    for (name, expect, header) in HEADERS {
        all.push(
            format!("message/header-{name}"),
            verify(expect, "signed well under this header", signed(header, CANONICAL)),
        );
    }
    for (name, comment, from, to) in [
        ("action", "another action", "\"search\"", "\"delete\""),
        ("priority", "more urgent", "\"normal\"", "\"urgent\""),
        ("nonce", "another nonce", "q83vEjRWeJCrze8SNFZ4kA", "q83vEjRWeJCrze8SNFZ4kB"),
        ("added", "a member added", "{\"version\"", "{\"replyTo\": \"https://mallory.example/\", \"version\""),
        ("target", "redirected to another", "did:wba:kb.example", "did:wba:other.example"),
    ] {
        all.push(format!("message/changed-{name}"), verify("jws-signature", comment, changed(&good, from, to)?));
    }
    let plain =
        |name: &str, value: &str, expect: &str, comment: &str| made(expect, comment, good.clone(), Some((name, value)));
    all.push("message/too-old", plain("at", "2026-11-01T10:05:01Z", "jws-time", "five minutes after it was signed"));
    all.push(
        "message/too-early",
        plain("at", "2026-11-01T09:59:00Z", "jws-time", "more than a minute before it was signed"),
    );
    all.push(
        "message/other-receiver",
        plain("receiver", "did:wba:other.example", "auth-audience", "received by another agent"),
    );
    all.push(
        "message/other-type",
        plain("receiver-type", "cashier", "auth-audience", "received by another kind of agent"),
    );
    let unlisted = plain(
        "did-document",
        "did-documents/publisher.json",
        "proof-method-not-authorized",
        "not listed under authentication",
    );
    all.push("message/key-not-listed", unlisted);
    all.push("message/replayed", plain("remembers", REMEMBERED, "auth-replayed", "the receiver has seen the nonce"));
    all.push(
        "message/store-full",
        plain("store-full", "true", "message-replay-store", "the receiver cannot remember the nonce"),
    );
    Ok(())
}
