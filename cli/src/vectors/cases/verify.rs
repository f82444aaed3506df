//! Verification of signed agent descriptions: each check of its order failing alone, and what must not make it fail.

use super::{
    All, CannotMake, Vector, did_document,
    signing::{Holder, changed, signed},
};

/// The agent description before it is signed.
const DESCRIPTION: &str = r#"{
  "@context": {"@vocab": "https://schema.org/", "did": "https://w3id.org/did#", "ad": "https://agent-network-protocol.com/ad#"},
  "@type": "ad:AgentDescription",
  "@id": "https://example.com/alice/ad.json",
  "name": "Grand Hotel Assistant",
  "did": "did:wba:example.com:alice",
  "owner": {"@type": "Organization", "name": "Grand Hotel", "@id": "https://example.com/"},
  "description": "Books rooms at the Grand Hotel.",
  "ad:stars": 4.5,
  "securityDefinitions": {"didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}},
  "security": "didwba_sc",
  "proof": PROOF
}
"#;

/// The proof before it is made: the specification's suite.
const PROOF: &str = r#"{"type": "EcdsaSecp256r1Signature2019", "created": "2026-01-31T12:00:00Z", "verificationMethod": "did:wba:example.com:alice#key-1", "proofPurpose": "assertionMethod", "domain": "example.com", "challenge": "1235abcd6789"}"#;

/// When most vectors are verified.
const AT: &str = "2026-01-31T12:05:00Z";

/// One vector in the making.
struct Making {
    name: &'static str,
    expect: &'static str,
    comment: &'static str,
    description: String,
    holder: Option<Holder>,
    did_document: &'static str,
    headers: Vec<(&'static str, &'static str)>,
    after: Vec<(String, String)>,
}

impl Making {
    fn new(name: &'static str, expect: &'static str, comment: &'static str) -> Self {
        Self {
            name,
            expect,
            comment,
            description: DESCRIPTION.replace("PROOF", PROOF),
            holder: Some(Holder::Alice),
            did_document: "alice",
            headers: vec![("at", AT), ("domain", "example.com"), ("challenge", "1235abcd6789")],
            after: Vec::new(),
        }
    }

    /// Changes the description before it is signed: the signature is good.
    fn before(mut self, from: &str, to: &str) -> Result<Self, CannotMake> {
        self.description = changed(&self.description, from, to)?;
        Ok(self)
    }

    /// Takes another proof.
    fn proof(mut self, proof: &str) -> Self {
        self.description = DESCRIPTION.replace("PROOF", proof);
        self
    }

    /// Changes the signed text.
    fn after(mut self, from: &str, to: &str) -> Self {
        self.after.push((from.to_owned(), to.to_owned()));
        self
    }

    fn signed_by(mut self, holder: Holder) -> Self {
        self.holder = Some(holder);
        self
    }

    /// Leaves the document as it is: no signature is made.
    fn unsigned(mut self) -> Self {
        self.holder = None;
        self
    }

    fn did_document(mut self, name: &'static str) -> Self {
        self.did_document = name;
        self
    }

    /// Sets a header, or takes it out.
    fn header(mut self, name: &'static str, value: &'static str) -> Self {
        self.headers.retain(|(known, _)| *known != name);
        if !value.is_empty() {
            self.headers.push((name, value));
        }
        self
    }

    fn add(self, all: &mut All) -> Result<(), CannotMake> {
        let mut text = match self.holder {
            Some(holder) => signed(&self.description, holder)?,
            None => self.description,
        };
        for (from, to) in &self.after {
            text = changed(&text, from, to)?;
        }
        let mut vector = Vector::new("verify", self.expect, self.comment, text);
        vector = vector.with("did-document", format!("did-documents/{}.json", self.did_document));
        for (name, value) in self.headers {
            vector = vector.with(name, value);
        }
        all.push(format!("verify/{}", self.name), vector);
        Ok(())
    }
}

/// A DataIntegrityProof of a suite, with some members more.
fn data_integrity(cryptosuite: &str, method: &str, members: &str) -> String {
    format!(
        r#"{{"type": "DataIntegrityProof", "cryptosuite": "{cryptosuite}", "created": "2026-01-31T12:00:00Z", "verificationMethod": "did:wba:example.com:alice#{method}", "proofPurpose": "assertionMethod", "domain": "example.com", "challenge": "1235abcd6789"{members}}}"#
    )
}

pub fn add(all: &mut All) -> Result<(), CannotMake> {
    did_documents(all)?;
    accepted(all)?;
    proofs(all)?;
    resolution(all)?;
    signatures(all)?;
    expectations(all)?;
    times(all)?;
    subjects(all)
}

/// The DID documents that the vectors name.
fn did_documents(all: &mut All) -> Result<(), CannotMake> {
    let plain = did_document::plain()?;
    let mut push = |name: &str, text: String| {
        all.files.push((format!("verify/did-documents/{name}.json"), text.into_bytes()));
    };
    let edit = |from: &str, to: &str| changed(&plain, from, to);
    let method = |id: &str, holder: Holder| -> Result<String, CannotMake> {
        Ok(format!(
            r#"{{"id": "{id}", "type": "Multikey", "controller": "did:wba:example.com:alice", "publicKeyMultibase": "{}"}}"#,
            holder.multikey()?
        ))
    };
    let (alice, mallory) = (Holder::Alice.jwk()?, Holder::Mallory.jwk()?);
    push("not-authorized", edit(r##""assertionMethod": ["#key-1"]"##, r#""assertionMethod": []"#)?);
    push("no-assertion-method", edit(r##"  "assertionMethod": ["#key-1"],"##, "")?);
    push("rotated", edit(&alice, &mallory)?);
    push("other-method", plain.replace("#key-1", "#key-2"));
    push(
        "controlled-by-bob",
        edit(r#""controller": "did:wba:example.com:alice""#, r#""controller": "did:wba:example.com:bob""#)?,
    );
    push(
        "private-key",
        edit(
            &alice,
            r#"{"kty": "EC", "crv": "P-256", "x": "YP7UuiVanTHJYet0xjVtaMBJuJI7Yfps5mliLmDyn7Y", "y": "eQP-EAi4vJmkGunpVii8ZPLxsgwtfp9Rd6PClNRGIpk", "d": "ya-p2EW6dRZrXCFXZ7HWk05Qw9s26JsSe4piKxIPZyE"}"#,
        )?,
    );
    push("deactivated", edit(r#""authentication": ["#, r#""deactivated": true, "authentication": ["#)?);
    push(
        "proof-bad",
        edit(
            r#""authentication": ["#,
            &format!(
                r#""proof": {{"type": "DataIntegrityProof", "cryptosuite": "ecdsa-jcs-2019", "created": "2026-01-31T12:00:00Z", "verificationMethod": "did:wba:example.com:alice#key-1", "proofPurpose": "assertionMethod", "proofValue": "{}"}}, "authentication": ["#,
                "z2Ana1pUpv2ZbMVkwF5FXapYeBEjdxDatLn7nvJkhgTSXbs59SyZSx866bXirPgj8QQVB57uxHJBG1YFvkRbFj4T"
            ),
        )?,
    );
    push("mallory", plain.replace("did:wba:example.com:alice", "did:wba:evil.example").replace(&alice, &mallory));
    let more = format!("{}, {}, ", method("#ed25519", Holder::Edwards)?, method("#secp256k1", Holder::Koblitz)?);
    let more = edit(r#""verificationMethod": ["#, &format!(r#""verificationMethod": [{more}"#))?;
    push(
        "three-keys",
        changed(&more, r#""assertionMethod": ["#, r##""assertionMethod": ["#ed25519", "#secp256k1", "##)?,
    );
    push("alice", plain);
    Ok(())
}

fn accepted(all: &mut All) -> Result<(), CannotMake> {
    Making::new("adp-ecdsa-p256", "ok", "the specification's suite, for its domain and challenge").add(all)?;
    for (name, cryptosuite, method, holder) in [
        ("ecdsa-jcs-2019", "ecdsa-jcs-2019", "key-1", Holder::Alice),
        ("eddsa-jcs-2022", "eddsa-jcs-2022", "ed25519", Holder::Edwards),
        ("didwba-ecdsa-k1", "didwba-jcs-ecdsa-secp256k1-2025", "secp256k1", Holder::Koblitz),
    ] {
        let making = Making::new(name, "ok", "another suite, with its own kind of key");
        making.proof(&data_integrity(cryptosuite, method, "")).signed_by(holder).did_document("three-keys").add(all)?;
    }
    Making::new("white-space", "ok", "white space between tokens is not signed")
        .after("{\n  \"@context\"", " {\r\n\t\"@context\"")
        .add(all)?;
    Making::new("escapes", "ok", "how a character is escaped is not signed")
        .after("Grand Hotel Assistant", r"\u0047rand Hotel Assist\u0061nt")
        .add(all)?;
    Making::new("number-spelling", "ok", "how a number is written is not signed").after("4.5", "0.45e1").add(all)?;
    Making::new("unbound", "ok", "no domain and no challenge, and nobody expects them")
        .before(r#", "domain": "example.com", "challenge": "1235abcd6789""#, "")?
        .header("domain", "")
        .header("challenge", "")
        .add(all)?;
    Making::new("any-domain", "ok", "the caller says aloud that the domain is not looked at")
        .header("domain", "")
        .header("any-domain", "true")
        .add(all)?;
    Making::new("domain-upper-case", "ok", "hosts are compared in lower case")
        .before(r#""domain": "example.com""#, r#""domain": "EXAMPLE.com""#)?
        .add(all)?;
    Making::new("domain-any-port", "ok", "a domain without port is the host on any port")
        .header("domain", "")
        .header("fetched-from", "https://example.com:8443/alice/ad.json")
        .add(all)?;
    Making::new("domain-with-port", "ok", "a domain with port is host and port")
        .before(r#""domain": "example.com""#, r#""domain": "example.com:8443""#)?
        .header("domain", "")
        .header("fetched-from", "https://example.com:8443/alice/ad.json")
        .add(all)?;
    Making::new("signer-named", "ok", "a description without did, whose signer the caller names")
        .before("  \"did\": \"did:wba:example.com:alice\",\n", "")?
        .header("signer", "did:wba:example.com:alice")
        .add(all)?;
    Making::new("proof-member-unknown", "ok", "a member that no rule knows is signed like any other")
        .before(r#""challenge": "1235abcd6789""#, r#""challenge": "1235abcd6789", "note": "x""#)?
        .add(all)
}

/// The proof as an object: step `proof` to step `method-url`.
fn proofs(all: &mut All) -> Result<(), CannotMake> {
    for (name, comment, proof) in [
        ("proof-missing-null", "null is no proof", "null"),
        ("proof-missing-empty-object", "an empty object is no proof", "{}"),
        ("proof-missing-empty-array", "an empty array is no proof", "[]"),
    ] {
        Making::new(name, "proof-missing", comment).proof(proof).unsigned().add(all)?;
    }
    Making::new("proof-missing", "proof-missing", "an unsigned description")
        .before(&format!(",\n  \"proof\": {PROOF}"), "")?
        .unsigned()
        .add(all)?;
    Making::new("proof-multiple", "proof-multiple", "an array, even of one")
        .after("\"proof\": {", "\"proof\": [{")
        .after("\n  }\n}\n", "\n  }]\n}\n")
        .add(all)?;
    Making::new("proof-chain", "proof-multiple", "previousProof makes a chain")
        .before(r#""challenge": "1235abcd6789""#, r#""challenge": "1235abcd6789", "previousProof": "urn:uuid:1""#)?
        .add(all)?;
    for (name, comment, from, to) in [
        (
            "proof-domain-array",
            "one domain, a string",
            r#""domain": "example.com""#,
            r#""domain": ["example.com", "example.org"]"#,
        ),
        ("proof-challenge-number", "a string", r#""challenge": "1235abcd6789""#, r#""challenge": 1235"#),
        ("proof-created-number", "a string", r#""created": "2026-01-31T12:00:00Z""#, r#""created": 1769860800"#),
        ("proof-purpose-missing", "every proof has a purpose", r#""proofPurpose": "assertionMethod", "#, ""),
        (
            "proof-expires-unreadable",
            "an RFC 3339 date-time",
            r#""challenge": "1235abcd6789""#,
            r#""challenge": "1235abcd6789", "expires": "tomorrow""#,
        ),
    ] {
        Making::new(name, "proof-malformed", comment).before(from, to)?.add(all)?;
    }
    Making::new("proof-string", "proof-malformed", "not an object").proof("\"signed\"").unsigned().add(all)?;
    Making::new("proof-value-missing", "proof-malformed", "a proof without proofValue").unsigned().add(all)?;
    Making::new("suite-unknown", "proof-suite", "a suite that nobody has")
        .after("EcdsaSecp256r1Signature2019", "RsaSignature2018")
        .add(all)?;
    Making::new("suite-not-allowed", "proof-suite", "a good signature of a suite that the caller does not allow")
        .header("suites", "ecdsa-jcs-2019 eddsa-jcs-2022")
        .add(all)?;
    for (name, comment, method, code) in [
        ("method-url", "a URL where a DID URL is due", "https://example.com/keys/1", "proof-method"),
        ("method-no-fragment", "a DID, but no method of it", "did:wba:example.com:alice", "proof-method"),
        ("method-with-path", "DID and fragment only", "did:wba:example.com:alice/path#key-1", "proof-method"),
        ("method-relative", "absolute, so that it names one key only", "#key-1", "proof-method"),
        (
            "method-did-key",
            "a DID of another method",
            "did:key:zDnaepBuvsQ8cpsWrVKw8fbpGpvPeNSjVPTWoq6cRqaYzBKVP#zDnaepBuvsQ8cpsWrVKw8fbpGpvPeNSjVPTWoq6cRqaYzBKVP",
            "did-method-unsupported",
        ),
    ] {
        Making::new(name, code, comment).before("did:wba:example.com:alice#key-1", method)?.add(all)?;
    }
    Making::new("context-unknown", "context-not-embedded", "contexts never come from the network")
        .before(r#""@context": {"#, r#""@context": ["https://example.com/context.jsonld", {"#)?
        .before("/ad#\"},\n", "/ad#\"}],\n")?
        .add(all)
}

/// The signer's DID document: step `resolve` to step `key-type`.
fn resolution(all: &mut All) -> Result<(), CannotMake> {
    for (name, expect, comment, did_document) in [
        ("did-document-of-another", "did-id-mismatch", "the document of another DID", "mallory"),
        ("did-deactivated", "did-deactivated", "the DID is no longer in use", "deactivated"),
        ("did-document-proof-bad", "did-document-proof", "the DID document's own proof does not verify", "proof-bad"),
        ("method-not-found", "proof-method-not-found", "the document has #key-2 only", "other-method"),
        ("method-controller", "proof-controller", "the method is controlled by another DID", "controlled-by-bob"),
        (
            "method-not-authorized",
            "proof-method-not-authorized",
            "the key may authenticate, not assert",
            "not-authorized",
        ),
        (
            "method-no-relationship",
            "proof-method-not-authorized",
            "the document has no assertionMethod at all",
            "no-assertion-method",
        ),
        ("key-private", "did-key-unsupported", "the document publishes the private key", "private-key"),
        ("key-rotated", "proof-signature", "the method has another key now", "rotated"),
    ] {
        Making::new(name, expect, comment).did_document(did_document).add(all)?;
    }
    Making::new(
        "purpose-key-agreement",
        "proof-method-not-authorized",
        "a purpose that the method is not listed under",
    )
    .before(r#""proofPurpose": "assertionMethod""#, r#""proofPurpose": "keyAgreement""#)?
    .add(all)?;
    Making::new("purpose-unknown", "proof-method-not-authorized", "no relationship of that name")
        .before(r#""proofPurpose": "assertionMethod""#, r#""proofPurpose": "assertionmethod""#)?
        .add(all)?;
    Making::new("key-type", "proof-key-type", "a P-256 suite and an Ed25519 key")
        .before("did:wba:example.com:alice#key-1", "did:wba:example.com:alice#ed25519")?
        .did_document("three-keys")
        .add(all)?;
    Making::new("key-type-eddsa", "proof-key-type", "an Ed25519 suite and a P-256 key")
        .proof(&data_integrity("eddsa-jcs-2022", "key-1", ""))
        .signed_by(Holder::Edwards)
        .did_document("three-keys")
        .add(all)
}

/// What was changed after signing, and what was signed otherwise.
fn signatures(all: &mut All) -> Result<(), CannotMake> {
    let code = "proof-signature";
    for (name, comment, from, to) in [
        ("tampered-name", "the name", "Grand Hotel Assistant", "Grand Hotel Assistent"),
        (
            "tampered-url",
            "the description's own identifier",
            "https://example.com/alice/ad.json",
            "https://example.com/alice/ad2.json",
        ),
        ("tampered-number", "a number by one unit in its last place", "4.5", "4.500000000000001"),
        ("tampered-type-of-value", "a number became a string", "4.5", "\"4.5\""),
        ("tampered-nested", "a member of a member", "\"name\": \"Grand Hotel\",", "\"name\": \"Grand  Hotel\","),
        ("tampered-member-added", "a member more", "\"ad:stars\": 4.5,", "\"ad:stars\": 4.5, \"ad:rooms\": 80,"),
        ("tampered-member-removed", "a member less", "\"ad:stars\": 4.5,", ""),
        ("tampered-unicode-form", "normalization changes the bytes", "Books rooms", "Books ro\u{f6}ms"),
        ("tampered-proof-created", "the proof's date", "2026-01-31T12:00:00Z", "2026-01-31T12:00:01Z"),
        ("tampered-proof-member-added", "a member of the proof more", "\"created\":", "\"nonce\": \"x\", \"created\":"),
    ] {
        Making::new(name, code, comment).after(from, to).add(all)?;
    }
    Making::new("tampered-proof-domain", code, "the proof's domain, and the verifier expects the new one")
        .after("\"domain\": \"example.com\"", "\"domain\": \"example.org\"")
        .header("domain", "example.org")
        .add(all)?;
    Making::new("tampered-proof-challenge", code, "the proof's challenge, and the verifier expects the new one")
        .after("1235abcd6789", "1235abcd6780")
        .header("challenge", "1235abcd6780")
        .add(all)?;
    Making::new("tampered-nested-proof", code, "only the root's proofValue is left out of what is signed")
        .before(r#""name": "Grand Hotel","#, r#""name": "Grand Hotel", "ad:proof": {"proofValue": "one"},"#)?
        .after("\"one\"", "\"two\"")
        .add(all)?;
    Making::new("wrong-key", code, "signed with another key").signed_by(Holder::Mallory).add(all)?;
    Making::new("key-in-proof", code, "keys come from the DID document, never from the proof")
        .before(
            r#""challenge": "1235abcd6789""#,
            &format!(r#""challenge": "1235abcd6789", "publicKeyJwk": {}"#, Holder::Mallory.jwk()?),
        )?
        .signed_by(Holder::Mallory)
        .add(all)?;
    Making::new("suite-confusion", code, "signed by one suite, said to be by another: one key, two inputs")
        .proof(&data_integrity("ecdsa-jcs-2019", "key-1", ""))
        .after(
            "\"type\": \"DataIntegrityProof\",\n    \"cryptosuite\": \"ecdsa-jcs-2019\"",
            "\"type\": \"EcdsaSecp256r1Signature2019\"",
        )
        .add(all)?;
    for (name, comment, value) in [
        (
            "signature-zero",
            "r and s are zero",
            "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        ),
        (
            "signature-ones",
            "r and s are larger than the group's order",
            "_____________________________________________________________________________________w",
        ),
    ] {
        let proof = PROOF.replace(
            r#""challenge": "1235abcd6789""#,
            &format!(r#""challenge": "1235abcd6789", "proofValue": "{value}""#),
        );
        Making::new(name, code, comment).proof(&proof).unsigned().add(all)?;
    }
    let der = "MEUCIQCcKcL0AHKAYHUWGBfj3hqTmwEkZLP0dxSmWxXKxxxxxwIgCk8L0nX1uKQwq8c1t2cO2bwQ2vCkZ3qkq2kmxkqUkqM";
    let proof = PROOF
        .replace(r#""challenge": "1235abcd6789""#, &format!(r#""challenge": "1235abcd6789", "proofValue": "{der}""#));
    Making::new("signature-der", "proof-value-encoding", "ASN.1 DER where r and s are due")
        .proof(&proof)
        .unsigned()
        .add(all)
}

/// Purpose, signer, domain and challenge, all of them signed well.
fn expectations(all: &mut All) -> Result<(), CannotMake> {
    Making::new("purpose-authentication", "proof-purpose", "a proof made to log in, not to assert")
        .before(r#""proofPurpose": "assertionMethod""#, r#""proofPurpose": "authentication""#)?
        .add(all)?;
    Making::new(
        "signer-mallory",
        "proof-signer-not-subject",
        "Mallory signs Alice's description with a key of her own",
    )
    .before("did:wba:example.com:alice#key-1", "did:wba:evil.example#key-1")?
    .signed_by(Holder::Mallory)
    .did_document("mallory")
    .add(all)?;
    Making::new("signer-no-subject", "proof-signer-not-subject", "the description says of no DID that it is its own")
        .before("  \"did\": \"did:wba:example.com:alice\",\n", "")?
        .add(all)?;
    Making::new("signer-other-named", "proof-signer-not-subject", "the caller expects another signer")
        .header("signer", "did:wba:example.org")
        .add(all)?;
    let code = "proof-domain";
    for (name, comment, domain) in [
        ("domain-other", "signed for example.com, served by example.org", "example.org"),
        ("domain-subdomain", "a subdomain is another host", "www.example.com"),
        ("domain-parent", "so is the parent", "com"),
        ("domain-prefix", "no comparison of beginnings", "example.com.evil.example"),
        ("domain-trailing-dot", "one spelling", "example.com."),
    ] {
        Making::new(name, code, comment).header("domain", domain).add(all)?;
    }
    Making::new("domain-port-other", code, "a domain with port is host and port")
        .before(r#""domain": "example.com""#, r#""domain": "example.com:8443""#)?
        .header("domain", "")
        .header("fetched-from", "https://example.com/alice/ad.json")
        .add(all)?;
    Making::new("domain-fetched-elsewhere", code, "a copy on another host")
        .header("domain", "")
        .header("fetched-from", "https://mirror.example/alice/ad.json")
        .add(all)?;
    Making::new("domain-not-named", code, "present means checked: a file needs the domain to expect")
        .header("domain", "")
        .add(all)?;
    Making::new("domain-missing", code, "a domain is expected, and the proof has none")
        .before(r#""domain": "example.com", "#, "")?
        .add(all)?;
    Making::new("domain-required", code, "any domain will do, but there is none")
        .before(r#", "domain": "example.com", "challenge": "1235abcd6789""#, "")?
        .header("domain", "")
        .header("challenge", "")
        .header("any-domain", "true")
        .header("require-domain", "true")
        .add(all)?;
    let code = "proof-challenge";
    Making::new("challenge-other", code, "an answer to another challenge").header("challenge", "another").add(all)?;
    Making::new("challenge-prefix", code, "equal, not alike").header("challenge", "1235abcd67890").add(all)?;
    Making::new("challenge-missing", code, "a challenge is expected, and the proof has none")
        .before(r#", "domain": "example.com", "challenge": "1235abcd6789""#, "")?
        .header("domain", "")
        .add(all)?;
    Making::new("domain-without-challenge", code, "ADP: a domain comes with a challenge")
        .before(r#", "challenge": "1235abcd6789""#, "")?
        .header("challenge", "")
        .add(all)
}

fn times(all: &mut All) -> Result<(), CannotMake> {
    Making::new("skew-60-seconds", "ok", "60 seconds of clock skew are allowed")
        .header("at", "2026-01-31T11:59:00Z")
        .add(all)?;
    Making::new("not-yet-valid", "proof-not-yet-valid", "61 seconds before its date")
        .header("at", "2026-01-31T11:58:59Z")
        .add(all)?;
    let expiring = |name, expect, comment, at| -> Result<Making, CannotMake> {
        let making = Making::new(name, expect, comment).header("at", at);
        making.before(
            r#""challenge": "1235abcd6789""#,
            r#""challenge": "1235abcd6789", "expires": "2026-02-28T12:00:00Z""#,
        )
    };
    expiring("not-expired", "ok", "one second before", "2026-02-28T11:59:59Z")?.add(all)?;
    expiring("expired", "proof-expired", "expired means now or earlier", "2026-02-28T12:00:00Z")?.add(all)?;
    Making::new("created-with-offset", "ok", "the same instant, two hours east")
        .before("2026-01-31T12:00:00Z", "2026-01-31T14:00:00+02:00")?
        .add(all)?;
    for (name, comment, created) in [
        ("created-date", "a date is no date-time", "2026-01-31"),
        ("created-no-offset", "no offset from UTC", "2026-01-31T12:00:00"),
        ("created-lower-case", "RFC 3339, in upper case", "2026-01-31t12:00:00z"),
        ("created-leap-second", "no second 60", "2026-01-31T11:59:60Z"),
        ("created-year-10000", "four digits", "10000-01-31T12:00:00Z"),
    ] {
        Making::new(name, "proof-created", comment).before("2026-01-31T12:00:00Z", created)?.add(all)?;
    }
    Making::new("created-missing", "proof-created", "this suite needs a date")
        .before(r#""created": "2026-01-31T12:00:00Z", "#, "")?
        .add(all)?;
    let undated = data_integrity("ecdsa-jcs-2019", "key-1", "").replace(r#""created": "2026-01-31T12:00:00Z", "#, "");
    Making::new("created-optional", "ok", "a DataIntegrityProof needs no date").proof(&undated).add(all)?;
    Making::new("created-missing-for-age", "proof-created", "without a date nobody can tell the age")
        .proof(&undated)
        .header("max-age-seconds", "3600")
        .add(all)?;
    Making::new("expires-before-created", "proof-created", "it was never valid")
        .before(r#""challenge": "1235abcd6789""#, r#""challenge": "1235abcd6789", "expires": "2026-01-31T12:00:00Z""#)?
        .add(all)?;
    Making::new("max-age", "ok", "as old as allowed").header("max-age-seconds", "300").add(all)?;
    Making::new("too-old", "proof-too-old", "one second older").header("max-age-seconds", "299").add(all)?;
    Making::new("rolled-back", "proof-too-old", "an older description than the caller knows of")
        .header("not-before", "2026-01-31T12:00:01Z")
        .add(all)
}

/// Structure, subject and model of the description, all of it signed well.
fn subjects(all: &mut All) -> Result<(), CannotMake> {
    let code = "ad-structure";
    for (name, comment, from, to) in [
        (
            "structure-graph",
            "@graph moves data",
            r#""ad:stars": 4.5,"#,
            r#""ad:stars": 4.5, "@graph": [{"name": "Other"}],"#,
        ),
        (
            "structure-included",
            "@included moves data",
            r#""ad:stars": 4.5,"#,
            r#""ad:stars": 4.5, "@included": [{"name": "Other"}],"#,
        ),
        (
            "structure-reverse",
            "@reverse moves data",
            r#""ad:stars": 4.5,"#,
            r#""ad:stars": 4.5, "@reverse": {"knows": {"name": "Other"}},"#,
        ),
        ("structure-nest", "@nest moves data", r#""ad:stars": 4.5,"#, r#""ad:stars": 4.5, "@nest": {"version": "2"},"#),
        (
            "structure-nested-context",
            "a context of its own for the owner",
            r#""owner": {"@type""#,
            r#""owner": {"@context": {"name": "https://example.org/n"}, "@type""#,
        ),
        (
            "structure-base",
            "@base moves identifiers",
            r#""@context": {"@vocab""#,
            r#""@context": {"@base": "https://evil.example/", "@vocab""#,
        ),
    ] {
        Making::new(name, code, comment).before(from, to)?.add(all)?;
    }
    let code = "ad-term-rebound";
    for (name, comment, from, to) in [
        (
            "rebound-name",
            "`name` means something else",
            r#""@context": {"@vocab""#,
            r#""@context": {"name": "https://evil.example/name", "label": "https://schema.org/name", "@vocab""#,
        ),
        (
            "rebound-did",
            "a reader of plain JSON sees another subject",
            r#""@context": {"@vocab": "https://schema.org/", "did": "https://w3id.org/did#""#,
            r#""@context": {"@vocab": "https://schema.org/", "did": "https://evil.example/did""#,
        ),
        (
            "rebound-keyword",
            "`description` is an alias of @id",
            r#""@context": {"@vocab""#,
            r#""@context": {"description": "@index", "@vocab""#,
        ),
    ] {
        Making::new(name, code, comment).before(from, to)?.add(all)?;
    }
    Making::new("did-captured", code, "the prefix `did` makes another IRI of a DID in @id")
        .before(r#""@id": "https://example.com/""#, r#""@id": "did:wba:example.com:owner""#)?
        .add(all)?;
    Making::new("did-twice", "ad-ambiguous-value", "two subjects")
        .before(
            r#""did": "did:wba:example.com:alice","#,
            r#""did": ["did:wba:example.com:alice", "did:wba:example.org"],"#,
        )?
        .add(all)?;
    Making::new("did-object", "ad-wrong-type", "a DID is one plain string")
        .before(
            r#""did": "did:wba:example.com:alice","#,
            r#""did": {"@value": "did:wba:example.com:alice", "@language": "en"},"#,
        )?
        .add(all)?;
    for (name, code, comment, from, to) in [
        ("model-name-missing", "ad-missing-term", "ADP table 1", "  \"name\": \"Grand Hotel Assistant\",\n", ""),
        ("model-security-missing", "ad-missing-term", "ADP table 1", "  \"security\": \"didwba_sc\",\n", ""),
        (
            "model-security-unknown",
            "ad-unknown-security",
            "a scheme that is not defined",
            "\"security\": \"didwba_sc\"",
            "\"security\": \"oauth_sc\"",
        ),
        (
            "model-name-number",
            "ad-wrong-type",
            "ADP table 1: a string",
            "\"name\": \"Grand Hotel Assistant\"",
            "\"name\": 7",
        ),
    ] {
        Making::new(name, code, comment).before(from, to)?.add(all)?;
    }
    Ok(())
}
