//! Messages by the command line, with nothing from the network.

use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    process::{Command, Output},
};
use tempfile::TempDir;

const REQUEST: &str = r#"{"version": "1.0", "messageId": "5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c", "timestamp": "2026-11-01T10:00:00Z",
  "source": {"agentId": "did:wba:shop.example", "agentType": "customer-service"},
  "target": {"agentId": "did:wba:kb.example", "agentType": "knowledge-base"},
  "message": {"type": "REQUEST"}, "payload": {"action": "search", "parameters": {"query": "refunds"}}}"#;

const SIGN: [&str; 9] = [
    "message",
    "sign",
    "request.json",
    "--key",
    "shop.pem",
    "--method",
    "did:wba:shop.example#key-1",
    "--at",
    "2026-11-01T10:00:00Z",
];
const VERIFY: [&str; 6] = ["message", "verify", "signed.json", "--json", "--at", "2026-11-01T10:01:00Z"];
const KNOWN: [&str; 2] = ["--did-document", "did.json"];

fn adp(folder: &Path, arguments: &[&[&str]]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_adp")).current_dir(folder).args(arguments.concat()).output().unwrap()
}

fn found(output: &Output) -> (i32, Value) {
    let value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"));
    (output.status.code().unwrap(), value)
}

/// A folder with the shop's key, its DID document and a request.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let made = [
        adp(folder.path(), &[&["key", "generate", "-o", "shop.pem"]]),
        adp(folder.path(), &[&["did", "create", "--host", "shop.example", "--key", "shop.pem", "-o", "did.json"]]),
    ];
    assert!(made.iter().all(|output| output.status.success()), "{made:?}");
    fs::write(folder.path().join("request.json"), REQUEST).unwrap();
    folder
}

#[test]
fn a_message_is_signed_and_verified() {
    let folder = folder();
    let (exit, signed) = found(&adp(folder.path(), &[&SIGN, &["-o", "signed.json", "--json"]]));
    assert_eq!((exit, &signed["alg"], &signed["file"]), (0, &json!("ES256"), &json!("signed.json")));
    let nonce = signed["nonce"].as_str().unwrap();
    assert_eq!(
        found(&adp(folder.path(), &[&VERIFY, &KNOWN])),
        (
            0,
            json!({"verified": true, "did": "did:wba:shop.example", "keyid": "did:wba:shop.example#key-1", "type": "REQUEST",
            "action": "search", "nonce": nonce, "error": null})
        )
    );
    let receiver = |did: &str| {
        let (exit, answer) =
            found(&adp(folder.path(), &[&VERIFY, &KNOWN, &["--receiver", did, "--receiver-type", "knowledge-base"]]));
        (exit, answer["error"]["code"].as_str().unwrap_or("ok").to_owned())
    };
    assert_eq!(receiver("did:wba:kb.example"), (0, "ok".to_owned()));
    assert_eq!(receiver("did:wba:other.example"), (1, "auth-audience".to_owned()));

    // the front door takes it, too, at the same time
    let (exit, answer) =
        found(&adp(folder.path(), &[&["verify", "signed.json", "--json", "--at", "2026-11-01T10:01:00Z"], &KNOWN]));
    assert_eq!((exit, &answer["format"], &answer["identity"]), (0, &json!("envelope"), &json!("did:wba:shop.example")));
    let other =
        ["verify", "signed.json", "--json", "--at", "2026-11-01T10:01:00Z", "--signer", "did:wba:other.example"];
    assert_eq!(found(&adp(folder.path(), &[&other, &KNOWN])).0, 1);
}

/// The verb and the front door write either name (RFC 9864); `eyJhbGciOiJFZDI1NTE5Ii` is base64url of `{"alg":"Ed25519"`.
#[test]
fn an_ed25519_key_signs_messages_under_either_name() {
    let folder = folder();
    let made = [
        adp(folder.path(), &[&["key", "generate", "--type", "ed25519", "-o", "ed.pem"]]),
        adp(folder.path(), &[&["did", "create", "--host", "shop.example", "--key", "ed.pem", "-o", "ed.json"]]),
    ];
    assert!(made.iter().all(|output| output.status.success()), "{made:?}");
    let by = |verb: &[&'static str]| {
        let key = ["request.json", "--key", "ed.pem", "--key-id", "did:wba:shop.example#key-1", "--json"];
        [verb, &key, &["-o", "signed.json", "--force"]].concat()
    };
    let message = [by(&["message", "sign"]), vec!["--at", "2026-11-01T10:00:00Z"]].concat();
    let front_door = [by(&["sign"]), vec!["--created", "2026-11-01T10:00:00Z"]].concat();
    for sign in [message, front_door] {
        for (given, alg, header) in [
            (&["--alg", "Ed25519"][..], "Ed25519", "eyJhbGciOiJFZDI1NTE5Ii"),
            (&["--alg", "EdDSA"], "EdDSA", "eyJhbGciOiJFZERTQSIs"),
            (&[], "EdDSA", "eyJhbGciOiJFZERTQSIs"),
        ] {
            let (exit, answer) = found(&adp(folder.path(), &[&sign, given]));
            assert_eq!((exit, &answer["alg"]), (0, &json!(alg)), "{answer}");
            assert!(
                answer.get("format").is_none() || super::output::schemas::schema("sign").is_valid(&answer),
                "{answer}"
            );
            let signed: Value = serde_json::from_slice(&fs::read(folder.path().join("signed.json")).unwrap()).unwrap();
            assert!(signed["security"]["signature"].as_str().unwrap().starts_with(header), "{signed}");
            let known = ["--did-document", "ed.json"];
            assert_eq!(found(&adp(folder.path(), &[&VERIFY, &known])).0, 0, "{alg}");
        }
        let (exit, answer) = found(&adp(folder.path(), &[&sign, &["--alg", "ES256"]]));
        assert_eq!((exit, &answer["error"]["code"]), (1, &json!("jws-algorithm")));
    }
}

#[test]
fn what_is_refused_has_its_exit_code() {
    let folder = folder();
    let (exit, answer) = found(&adp(folder.path(), &[&["message", "verify", "request.json", "--json"], &KNOWN]));
    assert_eq!((exit, &answer["error"]["code"]), (1, &json!("jws-missing")));
    assert_eq!(
        (&answer["verified"], &answer["did"], &answer["type"]),
        (&json!(false), &Value::Null, &json!("REQUEST"))
    );

    adp(folder.path(), &[&SIGN, &["-o", "signed.json"]]);
    let late = ["message", "verify", "signed.json", "--json", "--at", "2026-11-01T10:05:00Z"];
    let (exit, answer) = found(&adp(folder.path(), &[&late, &KNOWN]));
    assert_eq!((exit, &answer["error"]["code"]), (1, &json!("jws-time")));
    let (exit, answer) = found(&adp(folder.path(), &[&VERIFY, &["--offline"]]));
    assert_eq!((exit, &answer["error"]["code"]), (4, &json!("net-offline")));

    fs::write(folder.path().join("signed.json"), "{\"a\": 1, \"a\": 1}").unwrap();
    let (exit, answer) = found(&adp(folder.path(), &[&VERIFY, &KNOWN]));
    assert_eq!((exit, &answer["error"]["code"]), (3, &json!("json-duplicate-key")));
    assert_eq!(adp(folder.path(), &[&VERIFY, &["--receiver", "did:wba:kb.example"]]).status.code(), Some(2));
}

#[test]
fn a_signature_is_replaced_when_that_is_asked_for() {
    let folder = folder();
    adp(folder.path(), &[&SIGN, &["--in-place"]]);
    let signed = fs::read_to_string(folder.path().join("request.json")).unwrap();
    let (exit, answer) = found(&adp(folder.path(), &[&SIGN, &["--in-place", "--json"]]));
    assert_eq!((exit, &answer["error"]["code"]), (1, &json!("proof-multiple")));
    assert_eq!(fs::read_to_string(folder.path().join("request.json")).unwrap(), signed);
    assert!(adp(folder.path(), &[&SIGN, &["--in-place", "--replace"]]).status.success());
    let again = fs::read_to_string(folder.path().join("request.json")).unwrap();
    assert_ne!(again, signed);
    fs::write(folder.path().join("signed.json"), again).unwrap();
    assert_eq!(found(&adp(folder.path(), &[&VERIFY, &KNOWN])).0, 0);
}

/// Four processes on this machine: the question is answered, the bad messages are refused, and no process stays.
#[test]
fn the_demo_asks_three_processes_and_refuses_bad_messages() {
    let folder = TempDir::new().unwrap();
    let (exit, story) = found(&adp(folder.path(), &[&["message", "demo", "--json"]]));
    assert_eq!(exit, 0, "{story}");
    assert_eq!(story["answer"], "An unused item can be returned within 7 days of delivery.");
    let names: Vec<&str> =
        story["processes"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["customer-service", "intent-recognition", "knowledge-base", "answer-generation"]);
    let pids: BTreeSet<u64> =
        story["processes"].as_array().unwrap().iter().map(|process| process["pid"].as_u64().unwrap()).collect();
    assert_eq!(pids.len(), 4, "{story}");
    #[cfg(target_os = "linux")]
    for pid in pids {
        assert!(!Path::new(&format!("/proc/{pid}")).exists(), "process {pid} still runs");
    }
    assert_eq!(
        story["refusals"],
        json!([
            {"what": "forged", "code": "jws-signature"},
            {"what": "replayed", "code": "auth-replayed"},
            {"what": "tampered", "code": "jws-signature"},
        ])
    );
}

/// The answer follows from the question.
#[test]
fn the_demo_answers_what_is_asked() {
    let folder = TempDir::new().unwrap();
    for (question, answer) in [
        ("When will it ARRIVE?", "Orders are delivered within 3 working days."),
        ("Is there life on Mars?", "We have no answer yet; our support will write to you."),
    ] {
        let (exit, story) = found(&adp(folder.path(), &[&["message", "demo", "--json", "--question", question]]));
        assert_eq!((exit, story["answer"].as_str()), (0, Some(answer)));
    }
    // what does not fit the first agent's schema is refused by it
    let long = "?".repeat(501);
    let output = adp(folder.path(), &[&["message", "demo", "--json", "--question", &long]]);
    let (exit, story) = found(&output);
    assert_eq!((exit, &story["error"]["code"]), (1, &json!("message-failed")), "{story}");
    assert!(story["error"]["message"].as_str().unwrap().contains("invalid-arguments"), "{story}");
}

/// A JSON-RPC request between agents (ANP messaging P1).
const ANP_REQUEST: &str = r#"{"jsonrpc": "2.0", "id": "1", "method": "direct.send", "params": {
  "meta": {"sender_did": "did:wba:shop.example", "target": {"kind": "agent", "did": "did:wba:kb.example"}},
  "body": {"text": "Hello"}}}"#;

#[test]
fn an_origin_proof_is_written_and_verified() {
    let folder = folder();
    let sign = |file: &str, more: &[&str]| {
        let key = [
            "sign",
            file,
            "--key",
            "shop.pem",
            "--key-id",
            "did:wba:shop.example#key-1",
            "--created",
            "2026-11-01T10:00:00Z",
        ];
        adp(folder.path(), &[&key, more])
    };
    let verify = |file: &str, at: &str, more: &[&str]| {
        found(&adp(folder.path(), &[&["verify", file, "--json", "--at", at], &KNOWN, more]))
    };
    let soon = "2026-11-01T10:00:30Z";
    // the request, and the object that it stands for
    let object: Value = serde_json::from_str(ANP_REQUEST).unwrap();
    let object =
        json!({"method": object["method"], "meta": object["params"]["meta"], "body": object["params"]["body"]});
    for (name, text, pointer) in
        [("request.json", ANP_REQUEST.to_owned(), "/params/auth"), ("object.json", object.to_string(), "/auth")]
    {
        fs::write(folder.path().join(name), text).unwrap();
        let output = sign(name, &["-o", "signed.json", "--force", "--json"]);
        let schema: Value = serde_json::from_str(include_str!("../../../schemas/sign.schema.json")).unwrap();
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(jsonschema::validator_for(&schema).unwrap().is_valid(&report), "{report}");
        assert!(output.status.success(), "{output:?}");
        let signed: Value = serde_json::from_slice(&fs::read(folder.path().join("signed.json")).unwrap()).unwrap();
        assert_eq!(signed.pointer(pointer).unwrap()["scheme"], "anp-rfc9421-origin-proof-v1", "{signed}");
        let (exit, verdict) = verify("signed.json", soon, &[]);
        assert_eq!(
            (exit, &verdict["format"], &verdict["identity"]),
            (0, &json!("anp-message"), &json!("did:wba:shop.example"))
        );
        assert_eq!(
            (&verdict["keyid"], &verdict["action"]),
            (&json!("did:wba:shop.example#key-1"), &json!("direct.send"))
        );
        assert_eq!((&verdict["binding"], &verdict["expires"]), (&json!("subject"), &json!("2026-11-01T10:01:00Z")));
        assert!(verdict["nonce"].as_str().unwrap().len() >= 22, "{verdict}");
        assert_eq!(adp(folder.path(), &[&["check", "signed.json"]]).status.code(), Some(0));

        let code = |(exit, verdict): (i32, Value)| (exit, verdict["error"]["code"].as_str().unwrap_or("ok").to_owned());
        let refused = |code: &str| (1, code.to_owned());
        assert_eq!(code(verify("signed.json", "2026-11-01T10:02:00Z", &[])), refused("auth-expired"));
        assert_eq!(
            code(verify("signed.json", soon, &["--signer", "did:wba:other.example"])),
            refused("proof-signer-not-subject")
        );
        assert_eq!(code(verify("signed.json", soon, &["--max-age", "10s"])), refused("auth-expired"));
        assert_eq!(code(verify(name, soon, &[])), refused("auth-missing"));
        let offline = ["verify", "signed.json", "--json", "--offline", "--at", soon];
        assert_eq!(code(found(&adp(folder.path(), &[&offline]))), (4, "net-offline".to_owned()));
        fs::write(folder.path().join("changed.json"), signed.to_string().replace("Hello", "Goodbye")).unwrap();
        assert_eq!(code(verify("changed.json", soon, &[])), refused("auth-digest"));
        assert_eq!(adp(folder.path(), &[&["check", "changed.json"]]).status.code(), Some(1));

        // a second proof only in place of the first, and by the sender alone
        let again =
            |more: &[&str]| sign("signed.json", &[&["-o", "again.json", "--force"][..], more].concat()).status.code();
        assert_eq!((again(&[]), again(&["--replace"])), (Some(1), Some(0)));
        let options = ["--domain", "a.example", "--challenge", "c"];
        assert_eq!(sign(name, &[&["-o", "other.json"][..], &options].concat()).status.code(), Some(2));
    }
    let other = ["sign", "request.json", "--key", "shop.pem", "--key-id", "did:wba:other.example#key-1"];
    let output = adp(folder.path(), &[&other]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("expected one of the sender, did:wba:shop.example"),
        "{output:?}"
    );
}

/// The origin proofs of the protocol's byte vectors: each verifies, and each change of one is refused.
#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn the_protocols_origin_proofs_verify() {
    let read = |name: &str| -> Value {
        let text = adp_fixtures::third_party::read(&format!("anp/spec-did-authentication-vnext/{name}"));
        serde_json::from_str(&text).unwrap()
    };
    let (vectors, identities) = (read("byte-vectors.json"), read("identities.json"));
    let folder = TempDir::new().unwrap();
    let mut documents = Vec::new();
    for (name, identity) in identities["identities"].as_object().unwrap() {
        let file = format!("{name}.did.json");
        fs::write(folder.path().join(&file), identity["document"].to_string()).unwrap();
        documents.extend(["--did-document".to_owned(), file]);
    }
    let documents: Vec<&str> = documents.iter().map(String::as_str).collect();
    let verify = |message: &Value| {
        fs::write(folder.path().join("message.json"), message.to_string()).unwrap();
        let verb = ["verify", "message.json", "--json", "--offline", "--at", "2026-09-07T08:00:00Z"];
        let (exit, verdict) = found(&adp(folder.path(), &[&verb, &documents]));
        (exit, verdict["keyid"].clone(), verdict["error"]["code"].clone())
    };
    let message = |vector: &Value| {
        let signed = &vector["signed_request_object"];
        let proof = json!({"contentDigest": vector["content_digest"], "signatureInput": vector["signature_input"], "signature": vector["signature"]});
        json!({"jsonrpc": "2.0", "id": "1", "method": signed["method"], "params": {"meta": signed["meta"], "body": signed["body"],
            "auth": {"scheme": "anp-rfc9421-origin-proof-v1", "origin_proof": proof}}})
    };
    let all = vectors["positives"].as_array().unwrap().iter();
    let positives: Vec<&Value> = all.filter(|vector| vector["transport"] == "p1-origin").collect();
    for vector in &positives {
        assert_eq!(verify(&message(vector)), (0, vector["keyid"].clone(), Value::Null), "{}", vector["id"]);
    }
    assert_eq!(positives.len(), 8);
    let mut refused = 0;
    for negative in vectors["negatives"].as_array().unwrap() {
        let Some(base) = positives.iter().find(|positive| positive["id"] == negative["base_id"]) else { continue };
        let mut message = message(base);
        let params = &mut message["params"];
        let code = match negative["mutation"].as_str().unwrap() {
            "request-target" => {
                params["meta"]["target"]["did"] = "did:wba:attacker.example".into();
                "auth-digest"
            }
            "request-content" => {
                params["body"]["tampered"] = true.into();
                "auth-digest"
            }
            _ => {
                let signature = &mut params["auth"]["origin_proof"]["signature"];
                let text = signature.as_str().unwrap();
                let other = if text.as_bytes()[6] == b'A' { "B" } else { "A" };
                *signature = format!("{}{other}{}", &text[..6], &text[7..]).into();
                "auth-signature"
            }
        };
        assert_eq!(verify(&message), (1, Value::Null, code.into()), "{}", negative["id"]);
        refused += 1;
    }
    adp_fixtures::third_party::ran("anp-draft-origin-proofs-by-command", positives.len() + refused);
}
