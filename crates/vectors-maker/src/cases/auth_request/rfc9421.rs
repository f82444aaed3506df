//! Requests signed with RFC 9421, by the protocol's profile.

use super::{ALICE, AUDIENCE, All, CannotMake, Holder, Making, USED, binding, request, sha256_hex};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use sha2::{Digest, Sha256, Sha512};

const ORDER: &str = r#"{"item":"coffee"}"#;
/// 2026-01-31T12:00:00Z, and the default signature parameters.
const PARAMS: &str = r#";created=1769860800;expires=1769860860;nonce="9b5d0a54c2d1c06d";keyid="KEYID""#;

/// A request and its signed components.
#[derive(Clone)]
struct Signed {
    making: Making,
    verb: &'static str,
    /// The target in the request line.
    target: &'static str,
    body: &'static str,
    /// Header fields other than `Host` and those of the signature.
    fields: Vec<(&'static str, String)>,
    covered: Vec<&'static str>,
    /// The value of `@target-uri`.
    target_uri: String,
    params: String,
    holder: Holder,
}

fn sha256(body: &str) -> String {
    format!("sha-256=:{}:", BASE64_STANDARD.encode(Sha256::digest(body)))
}

fn sha512(body: &str) -> String {
    format!("sha-512=:{}:", BASE64_STANDARD.encode(Sha512::digest(body)))
}

impl Signed {
    /// A validly signed order.
    fn order(name: &'static str, expect: &'static str, comment: &'static str) -> Self {
        let fields = vec![("Content-Type", "application/json".to_owned()), ("Content-Digest", sha256(ORDER))];
        Self {
            making: Making::new(name, expect, comment),
            verb: "POST",
            target: "/orders?table=7",
            body: ORDER,
            fields,
            covered: vec![r#""@method""#, r#""@target-uri""#, r#""content-digest""#],
            target_uri: format!("{AUDIENCE}/orders?table=7"),
            params: PARAMS.to_owned(),
            holder: Holder::Alice,
        }
    }

    /// A request without body.
    fn question(name: &'static str, expect: &'static str, comment: &'static str) -> Self {
        let mut signed = Self::order(name, expect, comment);
        (signed.verb, signed.body) = ("GET", "");
        signed.fields.clear();
        signed.covered.pop();
        signed
    }

    fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// Signs with another key of Alice.
    fn by(self, holder: Holder, fragment: &str) -> Self {
        self.with(|signed| (signed.holder, signed.making.method) = (holder, format!("{ALICE}#{fragment}")))
    }

    fn params(self, from: &str, to: &str) -> Self {
        self.with(|signed| signed.params = signed.params.replace(from, to))
    }

    /// Changes the request after signing.
    fn after(self, from: impl Into<String>, to: impl Into<String>) -> Self {
        self.with(|signed| signed.making.after.push((from.into(), to.into())))
    }

    fn header(self, name: &'static str, value: &'static str) -> Self {
        self.with(|signed| signed.making.headers.push((name, value)))
    }

    fn remembers(self, keys: &str) -> Self {
        self.with(|signed| signed.making.remembers = Some(keys.to_owned()))
    }

    fn did_document(self, name: &'static str) -> Self {
        self.with(|signed| signed.making.did_document = name)
    }

    fn covering(self, covered: &[&'static str]) -> Self {
        self.with(|signed| signed.covered = covered.to_vec())
    }

    /// The value of a component (RFC 9421, section 2).
    fn value(&self, component: &str) -> String {
        let name = component.split('"').nth(1).unwrap_or_default();
        let field = self.fields.iter().find(|(field, _)| field.eq_ignore_ascii_case(name));
        match (name, field) {
            ("@method", _) => self.verb.to_owned(),
            ("@target-uri", _) => self.target_uri.clone(),
            ("@authority", _) => AUDIENCE.trim_start_matches("https://").to_owned(),
            (_, Some((_, value))) => value.clone(),
            _ => String::new(),
        }
    }

    /// The value of `@signature-params`: `(…);created=…`.
    fn signature_params(&self) -> String {
        format!("({}){}", self.covered.join(" "), self.params.replace("KEYID", &self.making.method))
    }

    /// The signature base (RFC 9421, section 2.5).
    fn base(&self) -> String {
        let lines = self.covered.iter().map(|component| format!("{component}: {}\n", self.value(component)));
        format!("{}\"@signature-params\": {}", lines.collect::<String>(), self.signature_params())
    }

    fn lines(&self) -> Result<Vec<String>, CannotMake> {
        let signature = BASE64_STANDARD.encode(self.holder.key()?.sign(self.base().as_bytes()).0);
        let mut lines = vec![format!("{} {} HTTP/1.1", self.verb, self.target), "Host: agent.example.com".to_owned()];
        lines.extend(self.fields.iter().map(|(name, value)| format!("{name}: {value}")));
        if !self.body.is_empty() {
            lines.push(format!("Content-Length: {}", self.body.len()));
        }
        lines.push(format!("Signature-Input: sig1={}", self.signature_params()));
        lines.push(format!("Signature: sig1=:{signature}:"));
        Ok(lines)
    }

    fn add(self, all: &mut All) -> Result<(), CannotMake> {
        let text = request(&self.lines()?, self.body);
        self.making.add("", text, all)
    }
}

pub fn add(all: &mut All) -> Result<(), CannotMake> {
    accepted(all)?;
    forms(all)?;
    coverage(all)?;
    times(all)?;
    keys(all)?;
    replays(all)?;
    json_bodies(all)
}

fn accepted(all: &mut All) -> Result<(), CannotMake> {
    let ok = |name, comment| Signed::order(name, "ok", comment);
    ok("p256", "ECDSA P-256 over method, target and body").add(all)?;
    ok("ed25519", "Ed25519").by(Holder::Edwards, "ed25519").add(all)?;
    ok("secp256k1", "ECDSA secp256k1").by(Holder::Koblitz, "k1").add(all)?;
    Signed::question("no-body", "ok", "without body there is no digest to cover").add(all)?;
    ok("sha-512", "RFC 9530's other digest").with(|signed| signed.fields[1].1 = sha512(ORDER)).add(all)?;
    ok("two-digests", "both digests hold")
        .with(|signed| signed.fields[1].1 = format!("{}, {}", sha256(ORDER), sha512(ORDER)))
        .add(all)?;
    ok("order", "components and parameters in another order are what is signed, in that order")
        .covering(&[r#""content-digest""#, r#""@target-uri""#, r#""@method""#])
        .with(|signed| {
            signed.params =
                r#";keyid="KEYID";nonce="9b5d0a54c2d1c06d";expires=1769860860;created=1769860800"#.to_owned();
        })
        .add(all)?;
    ok("more-covered", "authority and a field too")
        .covering(&[r#""@method""#, r#""@target-uri""#, r#""@authority""#, r#""content-digest""#, r#""content-type""#])
        .add(all)?;
    ok("nonce-semicolon", "a string may hold what separates parameters")
        .params("9b5d0a54c2d1c06d", "a;keyid=b, (c)")
        .add(all)?;
    ok("gateway", "another label, not of a DID, is neither read nor trusted")
        .after("Signature-Input: sig1=", "Signature-Input: gw=(\"@method\");keyid=\"gateway-1\", sig1=")
        .after("Signature: sig1=", "Signature: gw=:AAAA:, sig1=")
        .add(all)?;
    ok("absolute-form", "a target that names the service")
        .with(|signed| signed.target = "https://agent.example.com/orders?table=7")
        .add(all)?;
    ok("host-rewritten", "a proxy may rewrite Host; the configured name counts")
        .after("Host: agent.example.com", "Host: 10.0.0.7:8080")
        .add(all)?;
    ok("no-nonce-allowed", "a service may take the signed bytes for the nonce")
        .params(r#";nonce="9b5d0a54c2d1c06d""#, "")
        .header("allow-no-nonce", "true")
        .add(all)?;
    ok("alg", "the algorithm that is the key's").params(";keyid", ";alg=\"ecdsa-p256-sha256\";keyid").add(all)?;
    ok("tag", "a tag is signed as it stands").params(";keyid", ";tag=\"shop\";keyid").add(all)
}

fn forms(all: &mut All) -> Result<(), CannotMake> {
    let malformed = |name, comment| Signed::order(name, "auth-malformed", comment);
    let credentials = ["Signature-Input", "Signature"];
    let bare = Signed::order("missing", "auth-missing", "no credentials");
    let lines = bare.lines()?.into_iter().filter(|line| !credentials.iter().any(|name| line.starts_with(name)));
    let text = request(&lines.collect::<Vec<_>>(), ORDER);
    bare.making.add("", text, all)?;
    Signed::order("only-gateway", "auth-missing", "a signature of somebody else")
        .with(|signed| signed.params = signed.params.replace("KEYID", "gateway-1"))
        .add(all)?;
    malformed("no-keyid", "nobody says who signed").params(";keyid=\"KEYID\"", "").add(all)?;
    malformed("no-created", "nobody says when it was signed").params(";created=1769860800", "").add(all)?;
    malformed("no-nonce", "no nonce, and the service wants one").params(r#";nonce="9b5d0a54c2d1c06d""#, "").add(all)?;
    malformed("empty-nonce", "an empty nonce").params("9b5d0a54c2d1c06d", "").add(all)?;
    malformed("keyid-no-fragment", "a DID, but no method of it").params("KEYID", ALICE).add(all)?;
    malformed("alg-other", "an algorithm that is not the key's").params(";keyid", ";alg=\"ed25519\";keyid").add(all)?;
    malformed("created-text", "a time that is no number").params("1769860800", "\"1769860800\"").add(all)?;
    malformed("two-dids", "two signatures of DIDs: whose request is it?")
        .after("Signature-Input: sig1=", format!("Signature-Input: a=(\"@method\");keyid=\"{ALICE}#k1\", sig1="))
        .after("Signature: sig1=", "Signature: a=:AAAA:, sig1=")
        .add(all)?;
    malformed("no-signature", "the label has no signature").after("Signature: sig1=", "Signature: sig2=").add(all)?;
    malformed("not-base64", "a signature that is no byte sequence")
        .after("Signature: sig1=:", "Signature: sig1=:?")
        .add(all)?;
    malformed("signature-short", "63 bytes")
        .after("Signature: sig1=:", format!("Signature: sig1=:{}:, x=:", BASE64_STANDARD.encode([1; 63])))
        .add(all)?;
    malformed("component-unknown", "a derived component that nobody knows")
        .covering(&[r#""@method""#, r#""@target-uri""#, r#""content-digest""#, r#""@teapot""#])
        .add(all)?;
    malformed("component-twice", "a component twice (RFC 9421 section 2)")
        .covering(&[r#""@method""#, r#""@target-uri""#, r#""content-digest""#, r#""@method""#])
        .add(all)?;
    malformed("component-absent", "a field that the request does not have")
        .covering(&[r#""@method""#, r#""@target-uri""#, r#""content-digest""#, r#""x-absent""#])
        .add(all)?;
    malformed("digest-unknown", "a digest that nobody can check")
        .with(|signed| signed.fields[1].1 = "md5=:1B2M2Y8AsgTpgAmY7PhCfg==:".to_owned())
        .add(all)?;
    malformed("and-didwba", "two kinds of credentials")
        .after("Host: ", "Authorization: DIDWba v=\"1.1\"\r\nHost: ")
        .header("legacy", "true")
        .add(all)
}

fn coverage(all: &mut All) -> Result<(), CannotMake> {
    let uncovered = |name, comment| Signed::order(name, "auth-uncovered", comment);
    uncovered("uncovered-method", "the method could be another")
        .covering(&[r#""@target-uri""#, r#""content-digest""#])
        .add(all)?;
    uncovered("uncovered-target", "the target could be another")
        .covering(&[r#""@method""#, r#""content-digest""#])
        .add(all)?;
    uncovered("uncovered-body", "the body could be another")
        .covering(&[r#""@method""#, r#""@target-uri""#])
        .add(all)?;
    uncovered("uncovered-path-only", "path and authority are not the whole target")
        .covering(&[r#""@method""#, r#""@authority""#, r#""content-digest""#])
        .add(all)?;
    uncovered("uncovered-nothing", "nothing but the parameters").covering(&[]).add(all)?;
    Signed::question("uncovered-empty-chunks", "auth-uncovered", "a body is announced, though it is empty")
        .after("Signature-Input", "Transfer-Encoding: chunked\r\nSignature-Input")
        .after("\r\n\r\n", "\r\n\r\n0\r\n\r\n")
        .add(all)?;

    let digest = |name, comment| Signed::order(name, "auth-digest", comment);
    digest("body-changed", "another body than the one that was signed").after("coffee", "coffin").add(all)?;
    digest("digest-second", "one of two digests is another body's")
        .with(|signed| signed.fields[1].1 = format!("{}, {}", sha256(ORDER), sha512("{}")))
        .add(all)?;
    digest("body-too-large", "more than is digested").header("body-limit", "16").add(all)?;

    for (name, target) in [
        ("absolute-form-elsewhere", "https://other.example.com/orders?table=7"),
        ("absolute-form-scheme", "http://agent.example.com/orders?table=7"),
        ("absolute-form-port", "https://agent.example.com:8443/orders?table=7"),
    ] {
        let comment = "a target that names another service";
        Signed::order(name, "auth-audience", comment).with(|signed| signed.target = target).add(all)?;
    }

    let refused = |name, comment| Signed::order(name, "auth-signature", comment);
    refused("method-changed", "another method").after("POST ", "PUT ").add(all)?;
    refused("path-changed", "another path").after("POST /orders", "POST /refunds").add(all)?;
    refused("query-changed", "another query").after("table=7", "table=8").add(all)?;
    refused("other-service", "signed for another service, whose name Host has")
        .with(|signed| signed.target_uri = "https://other.example.com/orders?table=7".to_owned())
        .after("Host: agent", "Host: other")
        .add(all)?;
    refused("other-port", "signed for another port")
        .with(|signed| signed.target_uri = "https://agent.example.com:8443/orders?table=7".to_owned())
        .add(all)?;
    refused("nonce-changed", "another nonce").after("9b5d0a54c2d1c06d", "9b5d0a54c2d1c06e").add(all)?;
    refused("params-reordered", "the same parameters in another order are other bytes")
        .after(";created=1769860800;expires=1769860860", ";expires=1769860860;created=1769860800")
        .add(all)?;
    refused("field-changed", "another value of a field that is covered")
        .covering(&[r#""@method""#, r#""@target-uri""#, r#""content-digest""#, r#""content-type""#])
        .after("application/json", "text/plain")
        .add(all)
}

fn times(all: &mut All) -> Result<(), CannotMake> {
    let order = Signed::order;
    order("expired", "auth-expired", "now is when it expires").header("at", "2026-01-31T12:01:00Z").add(all)?;
    order("expires-last-second", "ok", "a second before it expires").header("at", "2026-01-31T12:00:59Z").add(all)?;
    order("expires-too-late", "auth-expired", "good for more than the window of 300 seconds")
        .params("1769860860", "1769861101")
        .add(all)?;
    order("expires-at-window", "ok", "good for the whole window").params("1769860860", "1769861100").add(all)?;
    order("expires-before-created", "auth-expired", "it expires when it is made")
        .params("1769860860", "1769860800")
        .add(all)?;
    order("too-old", "auth-expired", "no expiry, and the window is over")
        .params(";expires=1769860860", "")
        .header("at", "2026-01-31T12:05:00Z")
        .add(all)?;
    order("window-shorter", "auth-expired", "a service with a shorter window")
        .header("window-seconds", "30")
        .header("at", "2026-01-31T12:00:10Z")
        .add(all)?;
    order("clock-ahead", "ok", "the client's clock is a minute ahead").header("at", "2026-01-31T11:59:00Z").add(all)?;
    order("not-yet-valid", "auth-not-yet-valid", "the client's clock is further ahead")
        .header("at", "2026-01-31T11:58:59Z")
        .add(all)
}

fn keys(all: &mut All) -> Result<(), CannotMake> {
    let refused = |name, comment| Signed::order(name, "auth-method-not-authorized", comment);
    refused("method-unlisted", "another method is listed, this one is not").did_document("unlisted").add(all)?;
    refused("method-assertion-only", "listed for another purpose").did_document("assertion-only").add(all)?;
    refused("method-unknown", "the document has no such method").by(Holder::Alice, "key-9").add(all)?;
    refused("k1-other-key", "a k1 DID authenticates with the key it is bound to")
        .did_document("k1")
        .with(|signed| signed.making.method = format!("{}#p256", binding::K1))
        .add(all)?;
    Signed::order("k1-bound-key", "ok", "the key that the k1 DID is bound to")
        .did_document("k1")
        .with(|signed| (signed.holder, signed.making.method) = (Holder::Koblitz, format!("{}#key-1", binding::K1)))
        .add(all)?;
    for (name, comment, did_document) in [
        ("method-listed-of-another", "listed is Bob's #p256, and a longer one of Alice's", "lists-bobs-p256"),
        ("method-controller-longer", "a DID that begins like Alice's controls it", "controlled-by-alice-2"),
        ("method-controller-below", "a DID below Alice's controls it", "controlled-by-alice-below"),
        ("method-controller-above", "the DID of Alice's host controls it", "controlled-by-host"),
        ("method-expired", "the method ends at the service's time", "method-expired"),
    ] {
        refused(name, comment).did_document(did_document).add(all)?;
    }
    Signed::order("method-not-expired", "ok", "a second before the method ends")
        .did_document("method-not-expired")
        .add(all)?;
    speakers(all)?;
    Signed::order("key-rotated", "auth-signature", "another key than the document has")
        .did_document("mallory")
        .add(all)?;
    Signed::order("document-of-bob", "did-id-mismatch", "another DID's document, with the same keys")
        .did_document("bob")
        .add(all)?;
    Signed::order("deactivated", "did-deactivated", "a DID that is given up").did_document("deactivated").add(all)
}

/// Requests of key-bound DIDs, with the bound key and with another key of the document.
fn speakers(all: &mut All) -> Result<(), CannotMake> {
    const E1: (&str, Holder) = (binding::E1, Holder::Edwards);
    const K1: (&str, Holder) = (binding::K1, Holder::Koblitz);
    let (other, no_proof) = ("auth-method-not-authorized", "did-document-proof");
    for (name, expect, comment, (did, holder), is_bound, did_document) in [
        ("e1-signed-bound-key", "ok", "the key that the e1 DID is bound to", E1, true, "e1-signed"),
        ("e1-signed-other-key", "ok", "the bound key's proof vouches for it", E1, false, "e1-signed"),
        ("e1-stripped", no_proof, "the host added a key and took the proof out", E1, false, "e1-stripped"),
        ("e1-expired", no_proof, "the document's own proof ends at the service's time", E1, true, "e1-expired"),
        ("e1-suite-unknown", no_proof, "a proof that nobody can check", E1, true, "e1-suite-unknown"),
        ("k1-signed-bound-key", "ok", "the key that the k1 DID is bound to", K1, true, "k1-signed"),
        (
            "k1-signed-other-key",
            other,
            "did:wba, k1 extension: keyid is the binding key, though the document's proof vouches for this one",
            K1,
            false,
            "k1-signed",
        ),
        ("k1-stripped-bound-key", "ok", "without proof, by the bound key", K1, true, "k1-stripped"),
        ("k1-stripped-other-key", other, "the host added a key and took the proof out", K1, false, "k1-stripped"),
        ("k1-expired", no_proof, "the document's own proof ends at the service's time", K1, true, "k1-expired"),
        ("k1-suite-unknown", no_proof, "a proof that nobody can check", K1, true, "k1-suite-unknown"),
    ] {
        let (holder, fragment) = if is_bound { (holder, "key-1") } else { (Holder::Alice, "p256") };
        Signed::order(name, expect, comment)
            .did_document(did_document)
            .with(|signed| (signed.holder, signed.making.method) = (holder, format!("{did}#{fragment}")))
            .add(all)?;
    }
    Ok(())
}

/// Nonce keys: SHA-256 of the canonical array of service, DID and nonce.
fn replays(all: &mut All) -> Result<(), CannotMake> {
    let order = |name, expect, comment, remembered: &[&str]| {
        let keys: Vec<String> = remembered.iter().map(|text| sha256_hex(text)).collect();
        Signed::order(name, expect, comment).remembers(&keys.join(" "))
    };
    order("nonce-used", "auth-replayed", "the signer has used the nonce at this service", &[USED]).add(all)?;
    order(
        "nonce-used-elsewhere",
        "ok",
        "other signers', other services' and other nonces are other keys",
        &[
            r#"["https://agent.example.com","did:wba:example.com:bob","9b5d0a54c2d1c06d"]"#,
            r#"["https://other.example.com","did:wba:example.com:alice","9b5d0a54c2d1c06d"]"#,
            r#"["https://agent.example.com","did:wba:example.com:alice","9B5D0A54C2D1C06D"]"#,
        ],
    )
    .add(all)?;
    order("nonce-used-forged", "auth-signature", "who cannot sign does not learn which nonces are used", &[USED])
        .did_document("mallory")
        .add(all)?;
    order("nonce-used-by-another-key", "auth-replayed", "a nonce is the DID's, whichever of its keys signs", &[USED])
        .by(Holder::Edwards, "ed25519")
        .add(all)?;
    Signed::order("store-full", "auth-store-full", "no room to remember the nonce: nobody gets in")
        .header("store-full", "true")
        .add(all)?;
    // without a nonce, the key contains the hash of the signature base, marked by a fourth element
    let no_nonce = |name, expect, comment| {
        Signed::order(name, expect, comment).params(r#";nonce="9b5d0a54c2d1c06d""#, "").header("allow-no-nonce", "true")
    };
    let base = sha256_hex(&no_nonce("", "", "").base());
    let key = |rest: &str| {
        sha256_hex(&format!(r#"["https://agent.example.com","did:wba:example.com:alice","{base}"{rest}]"#))
    };
    no_nonce("no-nonce-used", "auth-replayed", "the same signature twice")
        .remembers(&key(r#","signature-base""#))
        .add(all)?;
    no_nonce("no-nonce-is-no-nonce", "ok", "a nonce that reads like the hash is another key")
        .remembers(&key(""))
        .add(all)
}

/// The same three values in the body; the digest covers only the canonical `payload`.
fn json_bodies(all: &mut All) -> Result<(), CannotMake> {
    for (name, expect, comment, from, to) in [
        ("json-body", "ok", "the signature stands in the body, beside what it is over", "", ""),
        (
            "json-body-spaces",
            "ok",
            "the digest is of the canonical payload",
            r#"{"item":"coffee"}"#,
            r#"{ "item" : "coffee" }"#,
        ),
        ("json-body-changed", "auth-digest", "another payload", "coffee", "coffin"),
        ("json-body-member", "auth-malformed", "a member that is neither", r#"{"auth""#, r#"{"note":1,"auth""#),
        ("json-body-none", "auth-missing", "a body without credentials", r#""auth""#, r#""oauth""#),
        ("json-body-twice", "auth-malformed", "two payloads", r#"{"auth""#, r#"{"payload":{},"auth""#),
    ] {
        let signed = Signed::order(name, expect, comment).header("json-body", "true");
        let lines = signed.lines()?;
        let value = |name: &str| {
            let line = lines.iter().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
            line.replace('\\', "\\\\").replace('"', "\\\"")
        };
        let mut body = format!(
            r#"{{"auth":{{"contentDigest":"{}","signatureInput":"{}","signature":"{}"}},"payload":{ORDER}}}"#,
            value("Content-Digest: "),
            value("Signature-Input: "),
            value("Signature: "),
        );
        if !from.is_empty() {
            body = super::changed(&body, from, to)?;
        }
        let head = [lines[0].clone(), "Host: agent.example.com".to_owned(), format!("Content-Length: {}", body.len())];
        signed.making.add("", request(&head, &body), all)?;
    }
    Ok(())
}
