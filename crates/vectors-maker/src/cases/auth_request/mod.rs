//! Authenticated requests: each possible refusal, and requests that must be accepted.
//!
//! The signed bytes are composed here by hand, not with the library.

mod didwba;
mod rfc9421;
pub(crate) mod web_bot_auth;

use super::{
    All, CannotMake, Vector,
    did::binding,
    signing::{Holder, changed, signed},
};
use sha2::{Digest, Sha256};

/// The signer.
const ALICE: &str = "did:wba:example.com:alice";
/// The service.
const AUDIENCE: &str = "https://agent.example.com";
/// The unhashed nonce key of Alice's usual nonce.
const USED: &str = r#"["https://agent.example.com","did:wba:example.com:alice","9b5d0a54c2d1c06d"]"#;
/// Default time of verification: half a minute after signing.
const AT: &str = "2026-01-31T12:00:30Z";

pub fn add(all: &mut All) -> Result<(), CannotMake> {
    did_documents(all)?;
    rfc9421::add(all)?;
    didwba::add(all)
}

/// The DID documents of the vectors.
fn did_documents(all: &mut All) -> Result<(), CannotMake> {
    let method = |did: &str, fragment: &str, holder: Holder| -> Result<String, CannotMake> {
        let (id, key) = (format!("{did}#{fragment}"), holder.multikey()?);
        Ok(format!(r#"{{"id": "{id}", "type": "Multikey", "controller": "{did}", "publicKeyMultibase": "{key}"}}"#))
    };
    let document = |did: &str, methods: &[String], authentication: &str| {
        let methods = methods.join(",\n    ");
        format!(
            "{{\n  \"@context\": [\"https://www.w3.org/ns/did/v1\"],\n  \"id\": \"{did}\",\n  \"verificationMethod\": [\n    {methods}\n  ],\n  \"authentication\": [{authentication}]\n}}\n"
        )
    };
    let keys = |did: &str| -> Result<[String; 3], CannotMake> {
        Ok([
            method(did, "p256", Holder::Alice)?,
            method(did, "ed25519", Holder::Edwards)?,
            method(did, "k1", Holder::Koblitz)?,
        ])
    };
    let all_three = r##""#p256", "#ed25519", "#k1""##;
    let alice = document(ALICE, &keys(ALICE)?, all_three);
    let bound = [method(binding::K1, "key-1", Holder::Koblitz)?, method(binding::K1, "p256", Holder::Alice)?];
    let mut push = |name: &str, text: String| {
        all.files.push((format!("auth-request/did-documents/{name}.json"), text.into_bytes()));
    };
    push("unlisted", changed(&alice, all_three, r##""#ed25519", "#k1""##)?);
    push("assertion-only", changed(&alice, "authentication", "assertionMethod")?);
    push("deactivated", changed(&alice, "\"authentication\"", "\"deactivated\": true,\n  \"authentication\"")?);
    push("mallory", document(ALICE, &[method(ALICE, "p256", Holder::Mallory)?], r##""#p256""##));
    push("bob", document("did:wba:example.com:bob", &keys("did:wba:example.com:bob")?, all_three));
    push("k1", document(binding::K1, &bound, r##""#key-1", "#p256""##));
    push(
        "lists-bobs-p256",
        changed(&alice, all_three, r#""did:wba:example.com:bob#p256", "did:wba:example.com:alice#p2566""#)?,
    );
    let controller = format!(r#""id": "{ALICE}#p256", "type": "Multikey", "controller": "{ALICE}"#);
    for (name, controlled) in [
        ("controlled-by-alice-2", format!("{controller}2")),
        ("controlled-by-alice-below", format!("{controller}:laptop")),
    ] {
        push(name, changed(&alice, &controller, &controlled)?);
    }
    push(
        "controlled-by-host",
        changed(
            &alice,
            &controller,
            &controller.replace(&format!(r#""controller": "{ALICE}"#), r#""controller": "did:wba:example.com"#),
        )?,
    );
    push("alice", alice);
    for (profile, text, did, holder) in [
        ("e1", binding::e1_document()?, binding::E1, Holder::Edwards),
        ("k1", binding::k1_document()?, binding::K1, Holder::Koblitz),
    ] {
        let two = binding::with_second_key(&text, did, Holder::Alice)?;
        push(&format!("{profile}-signed"), signed(&two, holder)?);
        push(&format!("{profile}-stripped"), binding::stripped(&two)?);
        let expired = changed(&two, "2026-01-31T12:00:00Z", "2026-01-01T12:00:00Z")?;
        let created = r#""created": "2026-01-01T12:00:00Z""#;
        let expired = changed(&expired, created, &format!(r#"{created}, "expires": "2026-01-31T12:00:30Z""#))?;
        push(&format!("{profile}-expired"), signed(&expired, holder)?);
        let unknown = signed(&two, holder)?;
        let unknown = unknown.replace("eddsa-jcs-2022", "eddsa-rdfc-2022").replace("secp256k1-2025", "secp256k1-2099");
        push(&format!("{profile}-suite-unknown"), unknown);
    }
    // a method that expires at the time of verification
    let id = format!(r#""id": "{ALICE}#p256", "#);
    let plain = document(ALICE, &keys(ALICE)?, all_three);
    push("method-expired", changed(&plain, &id, &format!(r#"{id}"expires": "{AT}", "#))?);
    push("method-not-expired", changed(&plain, &id, &format!(r#"{id}"expires": "2026-01-31T12:00:31Z", "#))?);
    Ok(())
}

/// A request vector: signed content, sent request and expectations.
#[derive(Clone)]
struct Making {
    name: &'static str,
    expect: &'static str,
    comment: &'static str,
    did_document: &'static str,
    method: String,
    headers: Vec<(&'static str, &'static str)>,
    /// The stored nonce keys, separated by spaces.
    remembers: Option<String>,
    /// Changes of the request after signing.
    after: Vec<(String, String)>,
}

impl Making {
    fn new(name: &'static str, expect: &'static str, comment: &'static str) -> Self {
        let method = format!("{ALICE}#p256");
        Self {
            name,
            expect,
            comment,
            did_document: "alice",
            method,
            headers: Vec::new(),
            remembers: None,
            after: Vec::new(),
        }
    }

    /// Sets a header of the vector.
    fn header(mut self, name: &'static str, value: &'static str) -> Self {
        self.headers.push((name, value));
        self
    }

    fn add(self, folder: &str, mut request: String, all: &mut All) -> Result<(), CannotMake> {
        for (from, to) in &self.after {
            request = changed(&request, from, to)?;
        }
        let header = |name: &str| self.headers.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
        let mut vector = Vector::new("auth-request", self.expect, self.comment, request)
            .with("audience", header("audience").unwrap_or(AUDIENCE))
            .with("did-document", format!("did-documents/{}.json", self.did_document))
            .with("at", header("at").unwrap_or(AT));
        for (name, value) in &self.headers {
            if !matches!(*name, "audience" | "at") {
                vector = vector.with(name, *value);
            }
        }
        if let Some(keys) = self.remembers {
            vector = vector.with("remembers", keys);
        }
        if self.expect == "ok" {
            vector = vector.with("output", self.method);
        }
        all.push(format!("auth-request/{folder}{}", self.name), vector);
        Ok(())
    }
}

/// SHA-256 in hexadecimal, as in nonce stores.
fn sha256_hex(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The head with HTTP/1.1 line endings, and the body.
fn request(lines: &[String], body: &str) -> String {
    format!("{}\r\n\r\n{body}", lines.join("\r\n"))
}
