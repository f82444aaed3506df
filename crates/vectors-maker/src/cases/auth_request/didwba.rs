//! Requests with the credentials that preceded RFC 9421: header and JSON body, versions 1.0 and 1.1.

use super::{ALICE, All, CannotMake, Holder, Making, USED, binding, request, sha256_hex};
use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

const NONCE: &str = "9b5d0a54c2d1c06d";
const TIMESTAMP: &str = "2026-01-31T12:00:00Z";

/// Credentials and the signed content.
struct Signed {
    making: Making,
    did: &'static str,
    version: &'static str,
    timestamp: &'static str,
    /// The service in the signed content; the credentials do not contain it.
    host: &'static str,
    holder: Holder,
    hashed_twice: bool,
}

impl Signed {
    fn new(name: &'static str, expect: &'static str, comment: &'static str) -> Self {
        Self {
            making: Making::new(name, expect, comment).header("legacy", "true"),
            did: ALICE,
            version: "1.1",
            timestamp: TIMESTAMP,
            host: "agent.example.com",
            holder: Holder::Alice,
            hashed_twice: true,
        }
    }

    fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    fn by(self, holder: Holder, fragment: &str) -> Self {
        self.with(|signed| (signed.holder, signed.making.method) = (holder, format!("{}#{fragment}", signed.did)))
    }

    fn version(self, version: &'static str) -> Self {
        self.with(|signed| signed.version = version)
    }

    fn after(self, from: impl Into<String>, to: impl Into<String>) -> Self {
        self.with(|signed| signed.making.after.push((from.into(), to.into())))
    }

    fn header(self, name: &'static str, value: &'static str) -> Self {
        self.with(|signed| signed.making.headers.push((name, value)))
    }

    fn did_document(self, name: &'static str) -> Self {
        self.with(|signed| signed.making.did_document = name)
    }

    /// The fields. The signed names are in the order of RFC 8785, so the text is canonical.
    fn fields(&self) -> Result<[(&'static str, String); 6], CannotMake> {
        let Self { did, host, timestamp, .. } = self;
        let text = if self.version == "1.0" {
            format!(r#"{{"did":"{did}","nonce":"{NONCE}","service":"{host}","timestamp":"{timestamp}"}}"#)
        } else {
            format!(r#"{{"aud":"{host}","did":"{did}","nonce":"{NONCE}","timestamp":"{timestamp}"}}"#)
        };
        let key = self.holder.key()?;
        // ECDSA keys hash their input
        let signature = if self.hashed_twice { key.sign(&Sha256::digest(&text)) } else { key.sign(text.as_bytes()) };
        let fragment = self.making.method.split('#').nth(1).unwrap_or_default();
        Ok([
            ("v", self.version.to_owned()),
            ("did", (*did).to_owned()),
            ("nonce", NONCE.to_owned()),
            ("timestamp", (*timestamp).to_owned()),
            ("verification_method", fragment.to_owned()),
            ("signature", BASE64_URL_SAFE_NO_PAD.encode(signature.0)),
        ])
    }

    fn add(self, all: &mut All) -> Result<(), CannotMake> {
        let fields: Vec<_> = self.fields()?.iter().map(|(name, value)| format!("{name}=\"{value}\"")).collect();
        let lines = [
            "GET /tasks HTTP/1.1".to_owned(),
            "Host: agent.example.com".to_owned(),
            format!("Authorization: DIDWba {}", fields.join(", ")),
        ];
        self.making.add("didwba-", request(&lines, ""), all)
    }

    /// Adds the same credentials as body members, with a change.
    fn add_json(self, from: &str, to: &str, all: &mut All) -> Result<(), CannotMake> {
        let members: Vec<_> = self.fields()?.iter().map(|(name, value)| format!("\"{name}\":\"{value}\"")).collect();
        let mut body = format!("{{{}}}", members.join(","));
        if !from.is_empty() {
            body = super::changed(&body, from, to)?;
        }
        let head = [
            "POST /login HTTP/1.1".to_owned(),
            "Host: agent.example.com".to_owned(),
            format!("Content-Length: {}", body.len()),
        ];
        self.header("json-body", "true").making.add("didwba-", request(&head, &body), all)
    }
}

pub fn add(all: &mut All) -> Result<(), CannotMake> {
    for (version, [p256, ed25519, k1]) in
        [("1.0", ["1-0-p256", "1-0-ed25519", "1-0-secp256k1"]), ("1.1", ["1-1-p256", "1-1-ed25519", "1-1-secp256k1"])]
    {
        for (name, holder, fragment) in
            [(p256, Holder::Alice, "p256"), (ed25519, Holder::Edwards, "ed25519"), (k1, Holder::Koblitz, "k1")]
        {
            Signed::new(name, "ok", "a header, signed as the SDKs do")
                .version(version)
                .by(holder, fragment)
                .add(all)?;
        }
    }
    Signed::new("no-version", "ok", "without v it is 1.1").after("v=\"1.1\", ", "").add(all)?;
    Signed::new("scheme-case", "ok", "schemes have no case").after("DIDWba", "didwba").add(all)?;
    let mut off = Signed::new("off", "auth-legacy-refused", "a service that does not accept this form");
    off.making.headers.clear();
    off.add(all)?;
    forms(all)?;
    refusals(all)?;
    bodies(all)
}

fn forms(all: &mut All) -> Result<(), CannotMake> {
    let did = format!("did=\"{ALICE}\"");
    for (name, comment, from, to) in [
        (
            "unanchored-name",
            "xdid is not did",
            did.as_str(),
            "xdid=\"did:wba:evil.example\", did=\"did:wba:example.com:alice\"",
        ),
        (
            "field-twice",
            "whose request is it?",
            did.as_str(),
            "did=\"did:wba:evil.example\", did=\"did:wba:example.com:alice\"",
        ),
        ("field-unknown", "a field that no version has", "v=\"1.1\"", "v=\"1.1\", realm=\"x\""),
        ("field-missing", "no nonce", "nonce=\"9b5d0a54c2d1c06d\", ", ""),
        ("version-unknown", "a version that nobody knows", "v=\"1.1\"", "v=\"1.2\""),
        ("escape", "quoted strings have no escapes: readers differ", NONCE, "9b5d\\\"0a54"),
        ("unquoted", "a value without quotes", "v=\"1.1\"", "v=1.1"),
        ("semicolons", "fields are separated by commas", "v=\"1.1\",", "v=\"1.1\";"),
        ("empty-nonce", "an empty nonce", NONCE, ""),
        ("fragment-with-sharp", "the fragment stands without its sign", "\"p256\"", "\"#p256\""),
        ("timestamp-no-zone", "a time without offset", TIMESTAMP, "2026-01-31T12:00:00"),
        ("did-address", "an address is no DID's host", "did:wba:example.com:alice", "did:wba:127.0.0.1:alice"),
    ] {
        Signed::new(name, "auth-malformed", comment).after(from, to).add(all)?;
    }
    let padded = Signed::new("padding", "auth-malformed", "base64url goes without padding");
    let signature = padded.fields()?[5].1.clone();
    padded.after(signature.clone(), format!("{signature}==")).add(all)?;
    Signed::new("twice", "auth-malformed", "two headers")
        .after("Authorization", "Authorization: Basic eDp5\r\nAuthorization")
        .add(all)
}

fn refusals(all: &mut All) -> Result<(), CannotMake> {
    let signature = "auth-signature";
    Signed::new("other-service", signature, "signed for another service, whose name Host has")
        .with(|signed| signed.host = "other.example.com")
        .after("Host: agent", "Host: other")
        .add(all)?;
    Signed::new("host-rewritten", "ok", "a proxy may rewrite Host; the configured name counts")
        .after("Host: agent.example.com", "Host: 10.0.0.7:8080")
        .add(all)?;
    Signed::new("hashed-once", signature, "ECDSA hashes once more than the protocol's text says: as every SDK does")
        .with(|signed| signed.hashed_twice = false)
        .add(all)?;
    Signed::new("nonce-changed", signature, "another nonce").after(NONCE, "9b5d0a54c2d1c06e").add(all)?;
    Signed::new("version-changed", signature, "1.0 signs the service under another name")
        .after("v=\"1.1\"", "v=\"1.0\"")
        .add(all)?;
    Signed::new("timestamp-respelt", signature, "the same instant is another text")
        .after(TIMESTAMP, "2026-01-31T13:00:00+01:00")
        .add(all)?;
    Signed::new("key-rotated", signature, "another key than the document has").did_document("mallory").add(all)?;
    Signed::new("expired", "auth-expired", "the window of 300 seconds is over")
        .header("at", "2026-01-31T12:05:00Z")
        .add(all)?;
    Signed::new("nonce-used", "auth-replayed", "the signer has used the nonce at this service")
        .with(|signed| signed.making.remembers = Some(sha256_hex(USED)))
        .add(all)?;
    Signed::new("last-second", "ok", "a second before").header("at", "2026-01-31T12:04:59Z").add(all)?;
    Signed::new("not-yet-valid", "auth-not-yet-valid", "more than a minute ahead")
        .header("at", "2026-01-31T11:58:59Z")
        .add(all)?;
    let method = "auth-method-not-authorized";
    Signed::new("method-unlisted", method, "the method is not listed under authentication")
        .did_document("unlisted")
        .add(all)?;
    Signed::new("k1-other-key", method, "a k1 DID authenticates with the key it is bound to")
        .with(|signed| signed.did = binding::K1)
        .by(Holder::Alice, "p256")
        .did_document("k1")
        .add(all)?;
    Signed::new("k1-bound-key", "ok", "the key that the k1 DID is bound to")
        .with(|signed| signed.did = binding::K1)
        .by(Holder::Koblitz, "key-1")
        .did_document("k1")
        .add(all)
}

fn bodies(all: &mut All) -> Result<(), CannotMake> {
    for (name, version, expect, comment, from, to) in [
        ("json-1-0", "1.0", "ok", "the fields as members of a body", "", ""),
        ("json-1-1", "1.1", "ok", "the fields as members of a body", "", ""),
        ("json-member-unknown", "1.1", "auth-malformed", "a member that no version has", "{", "{\"aud\":\"x\","),
        ("json-member-missing", "1.1", "auth-malformed", "no time", "\"timestamp\":\"2026-01-31T12:00:00Z\",", ""),
        ("json-number", "1.1", "auth-malformed", "a version that is no string", "\"1.1\"", "1.1"),
        ("json-version-changed", "1.1", "auth-signature", "the other version", "\"1.1\"", "\"1.0\""),
        ("json-twice", "1.1", "auth-malformed", "a member twice", "{", "{\"v\":\"1.1\","),
    ] {
        Signed::new(name, expect, comment).version(version).add_json(from, to, all)?;
    }
    let mut off = Signed::new("json-off", "auth-legacy-refused", "a service that does not accept this form");
    off.making.headers.clear();
    off.add_json("", "", all)
}
