//! The rules of messages with an origin proof.

use agent_description::diagnostic::Edit::Swap;

const SOURCE: &str = "ANP messaging P1, appendix A";

const MESSAGE: &str = r#"{
  "jsonrpc": "2.0",
  "id": "1",
  "method": "direct.send",
  "params": {
    "meta": {
      "sender_did": "did:wba:shop.example",
      "target": {"kind": "agent", "did": "did:wba:kb.example"},
      "message_id": "m-1"
    },
    "auth": {
      "scheme": "anp-rfc9421-origin-proof-v1",
      "origin_proof": {
        "contentDigest": "sha-256=:jb+B/4yzKJ+zDn0TOkmbKdHiNdqvRpXSKud+mwDafZU=:",
        "signatureInput": "sig1=(\"@method\" \"@target-uri\" \"content-digest\");created=1788768000;expires=1788768060;nonce=\"n-1\";keyid=\"did:wba:shop.example#key-1\"",
        "signature": "sig1=:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==:"
      }
    },
    "body": {"text": "Hello"}
  }
}
"#;

agent_description::rules! {
    /// All rules.
    pub RULES;

    FORM = "anp-message-form" / Error {
        summary: "A message is a JSON-RPC 2.0 request with a method, a sender, a target of a known kind and a body, or the object that it represents.",
        source: SOURCE,
        quote: "{method, meta, body}",
        rationale: "The origin proof signs these members: without one of them, a receiver cannot rebuild what was signed.",
        fix: "Write `jsonrpc`: \"2.0\" and `method`, and under `params` `meta.sender_did`, `meta.target` with `kind` and `did`, and `body`.",
        wrong: MESSAGE => [Swap("\"kind\": \"agent\"", "\"kind\": \"device\"")],
    }
    PROOF = "anp-message-proof" / Error {
        summary: "The origin proof, if there is one, covers method, target and digest, and is made with a key of the sender.",
        source: SOURCE,
        quote: "(\"@method\" \"@target-uri\" \"content-digest\")",
        rationale: "A proof that covers less, or is made with another agent's key, says nothing about the sender.",
        fix: "Sign the message again with a key of the DID in `meta.sender_did`.",
        wrong: MESSAGE => [Swap("\"text\": \"Hello\"", "\"text\": \"Goodbye\"")],
    }
}
