//! Verification of agent descriptions: each check failing alone, in order, and documents that must be verified.

mod expectations;
mod meaning;
mod proof;
mod readers;
mod subject;

use super::{
    All, CannotMake, Vector,
    did::{binding, did_document},
    signing::{Holder, changed, signed},
};

/// The unsigned agent description.
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

/// The proof before signing, with the specification's suite.
const PROOF: &str = r#"{"type": "EcdsaSecp256r1Signature2019", "created": "2026-01-31T12:00:00Z", "verificationMethod": "did:wba:example.com:alice#key-1", "proofPurpose": "assertionMethod", "domain": "example.com", "challenge": "1235abcd6789"}"#;

/// Default time of verification.
const AT: &str = "2026-01-31T12:05:00Z";

/// A verification vector.
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

    /// Changes the description before signing, so that the signature is valid.
    fn before(mut self, from: &str, to: &str) -> Result<Self, CannotMake> {
        self.description = changed(&self.description, from, to)?;
        Ok(self)
    }

    /// Replaces the proof.
    fn proof(mut self, proof: &str) -> Self {
        self.description = DESCRIPTION.replace("PROOF", proof);
        self
    }

    /// Changes the signed text.
    fn after(mut self, from: &str, to: &str) -> Self {
        self.after.push((from.to_owned(), to.to_owned()));
        self
    }

    /// Sets another DID as subject and signer.
    fn of(mut self, did: &str, fragment: &str) -> Self {
        self.description = self.description.replace("did:wba:example.com:alice", did);
        self.description = self.description.replace("#key-1", &format!("#{fragment}"));
        self
    }

    fn signed_by(mut self, holder: Holder) -> Self {
        self.holder = Some(holder);
        self
    }

    /// Leaves the document unsigned.
    fn unsigned(mut self) -> Self {
        self.holder = None;
        self
    }

    fn did_document(mut self, name: &'static str) -> Self {
        self.did_document = name;
        self
    }

    /// Sets or removes a header.
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

/// A DataIntegrityProof of a suite, with additional members.
fn data_integrity(cryptosuite: &str, method: &str, members: &str) -> String {
    format!(
        r#"{{"type": "DataIntegrityProof", "cryptosuite": "{cryptosuite}", "created": "2026-01-31T12:00:00Z", "verificationMethod": "did:wba:example.com:alice#{method}", "proofPurpose": "assertionMethod", "domain": "example.com", "challenge": "1235abcd6789"{members}}}"#
    )
}

pub fn add(all: &mut All) -> Result<(), CannotMake> {
    did_documents(all)?;
    accepted(all)?;
    proof::proofs(all)?;
    proof::resolution(all)?;
    proof::signatures(all)?;
    expectations::expectations(all)?;
    expectations::times(all)?;
    subject::subjects(all)?;
    meaning::meanings(all)?;
    readers::readers(all)
}

/// The DID documents of the vectors.
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
    push("e1", signed(&binding::e1_document()?, Holder::Edwards)?);
    push("k1", signed(&binding::k1_document()?, Holder::Koblitz)?);
    for (profile, text, did, holder) in [
        ("e1", binding::e1_document()?, binding::E1, Holder::Edwards),
        ("k1", binding::k1_document()?, binding::K1, Holder::Koblitz),
    ] {
        let two = binding::with_second_key(&text, did, Holder::Alice)?;
        push(&format!("{profile}-two-keys"), signed(&two, holder)?);
        push(&format!("{profile}-two-keys-stripped"), binding::stripped(&two)?);
        push(&format!("{profile}-two-keys-expired"), signed(&binding::expiring(&two)?, holder)?);
        let unknown = signed(&two, holder)?;
        let unknown = unknown.replace("eddsa-jcs-2022", "eddsa-rdfc-2022").replace("secp256k1-2025", "secp256k1-2099");
        push(&format!("{profile}-two-keys-suite-unknown"), unknown);
    }
    push("e1-unsigned", binding::e1_document()?);
    push("did-key", binding::did_key_document(Holder::Edwards)?);
    listings(all)
}

/// Documents whose relationships and controllers resemble those of the method.
fn listings(all: &mut All) -> Result<(), CannotMake> {
    let plain = did_document::plain()?;
    let mut push = |name: &str, from: &str, to: &str| -> Result<(), CannotMake> {
        all.files.push((format!("verify/did-documents/{name}.json"), changed(&plain, from, to)?.into_bytes()));
        Ok(())
    };
    let (listed, controller) = (r##""assertionMethod": ["#key-1"]"##, r#""controller": "did:wba:example.com:alice""#);
    push("lists-bobs-key-1", listed, r#""assertionMethod": ["did:wba:example.com:bob#key-1"]"#)?;
    push("lists-key-10", listed, r##""assertionMethod": ["#key-10"]"##)?;
    push("controlled-by-alice-2", controller, r#""controller": "did:wba:example.com:alice2""#)?;
    push("controlled-by-alice-below", controller, r#""controller": "did:wba:example.com:alice:laptop""#)?;
    push("controlled-by-host", controller, r#""controller": "did:wba:example.com""#)
}

/// Descriptions of key-bound DIDs, signed with the bound key and with another key of the document.
fn speakers(all: &mut All) -> Result<(), CannotMake> {
    const E1: (&str, &str, Holder) = (binding::E1, "eddsa-jcs-2022", Holder::Edwards);
    const K1: (&str, &str, Holder) = (binding::K1, "didwba-jcs-ecdsa-secp256k1-2025", Holder::Koblitz);
    let no_proof = "did-document-proof";
    for (name, expect, comment, (did, cryptosuite, holder), is_bound, did_document) in [
        ("signer-e1-other-key", "ok", "the bound key's proof vouches for it", E1, false, "e1-two-keys"),
        (
            "signer-e1-stripped",
            no_proof,
            "the host added a key and took the proof out",
            E1,
            false,
            "e1-two-keys-stripped",
        ),
        ("signer-e1-stripped-bound-key", no_proof, "the proof was taken out", E1, true, "e1-two-keys-stripped"),
        ("signer-e1-suite-unknown", no_proof, "a proof that nobody can check", E1, false, "e1-two-keys-suite-unknown"),
        ("signer-k1-other-key", "ok", "the bound key's proof vouches for it", K1, false, "k1-two-keys"),
        (
            "signer-k1-stripped",
            "did-binding",
            "the host added a key and took the proof out: without proof a k1 DID speaks by its bound key alone",
            K1,
            false,
            "k1-two-keys-stripped",
        ),
        ("signer-k1-stripped-bound-key", "ok", "without proof, by the bound key", K1, true, "k1-two-keys-stripped"),
        ("signer-k1-suite-unknown", no_proof, "a proof that nobody can check", K1, false, "k1-two-keys-suite-unknown"),
        (
            "signer-k1-suite-unknown-bound-key",
            no_proof,
            "the same for the bound key: it is not taken for a document without proof",
            K1,
            true,
            "k1-two-keys-suite-unknown",
        ),
    ] {
        let making = Making::new(name, expect, comment);
        let making = if is_bound {
            making.proof(&data_integrity(cryptosuite, "key-1", "")).of(did, "key-1").signed_by(holder)
        } else {
            making.of(did, "p256")
        };
        making.did_document(did_document).add(all)?;
    }
    for (name, did, did_document) in [
        ("signer-e1-expired", binding::E1, "e1-two-keys-expired"),
        ("signer-k1-expired", binding::K1, "k1-two-keys-expired"),
    ] {
        let comment = "the DID document's own proof has expired";
        let making = Making::new(name, "did-document-proof", comment).of(did, "p256").did_document(did_document);
        making.header("at", "2026-03-01T00:00:00Z").add(all)?;
    }
    Ok(())
}

fn accepted(all: &mut All) -> Result<(), CannotMake> {
    Making::new("adp-ecdsa-p256", "ok", "the specification's suite, for its domain and challenge").add(all)?;
    // SHA-256 of the output of Python's `jcs`, with `proof.@context` where the suite adds it
    const ECDSA: &str = "d1b6b7d6fc0b50d822a53875df443cdb5374032cec16665273d6e6c1e3c87785";
    const EDDSA: &str = "cc8d084feaf464f464f593f61658eca77fde739c60c2140dde95edc6bc39f57b";
    const KOBLITZ: &str = "535de6484183706bc24418631a65e1f5fb68616d6d45181c552dbd842cb5048a";
    for (name, cryptosuite, method, holder, output) in [
        ("ecdsa-jcs-2019", "ecdsa-jcs-2019", "key-1", Holder::Alice, ECDSA),
        ("eddsa-jcs-2022", "eddsa-jcs-2022", "ed25519", Holder::Edwards, EDDSA),
        ("didwba-ecdsa-k1", "didwba-jcs-ecdsa-secp256k1-2025", "secp256k1", Holder::Koblitz, KOBLITZ),
    ] {
        let making = Making::new(name, "ok", "another suite, with its own kind of key");
        let making = making.proof(&data_integrity(cryptosuite, method, "")).signed_by(holder);
        making.did_document("three-keys").header("output", output).add(all)?;
    }
    // the `@context` of DESCRIPTION
    const CONTEXT: &str = r#", "@context": {"@vocab": "https://schema.org/", "did": "https://w3id.org/did#", "ad": "https://agent-network-protocol.com/ad#"}"#;
    for (name, cryptosuite, method, holder, output) in [
        ("ecdsa-jcs-2019-context", "ecdsa-jcs-2019", "key-1", Holder::Alice, ECDSA),
        ("eddsa-jcs-2022-context", "eddsa-jcs-2022", "ed25519", Holder::Edwards, EDDSA),
    ] {
        let comment = "the proof writes out the context that it is signed with: the same content, the same output";
        let proof = data_integrity(cryptosuite, method, CONTEXT);
        let making = Making::new(name, "ok", comment).proof(&proof).signed_by(holder);
        making.did_document("three-keys").header("output", output).add(all)?;
    }
    for (name, expect, comment, did, fragment, cryptosuite, holder, did_document) in [
        (
            "signer-e1",
            "ok",
            "a DID bound to an Ed25519 key",
            binding::E1,
            "key-1",
            "eddsa-jcs-2022",
            Holder::Edwards,
            "e1",
        ),
        (
            "signer-e1-unsigned",
            "did-document-proof",
            "the signer's document has no proof that verifies",
            binding::E1,
            "key-1",
            "eddsa-jcs-2022",
            Holder::Edwards,
            "e1-unsigned",
        ),
        (
            "signer-k1",
            "ok",
            "a DID bound to a secp256k1 key",
            binding::K1,
            "key-1",
            "didwba-jcs-ecdsa-secp256k1-2025",
            Holder::Koblitz,
            "k1",
        ),
        (
            "signer-did-key",
            "ok",
            "a DID that is a key",
            binding::DID_KEY,
            &binding::DID_KEY["did:key:".len()..],
            "eddsa-jcs-2022",
            Holder::Edwards,
            "did-key",
        ),
    ] {
        let making = Making::new(name, expect, comment).proof(&data_integrity(cryptosuite, "key-1", ""));
        making.of(did, fragment).signed_by(holder).did_document(did_document).add(all)?;
    }
    speakers(all)?;
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
    Making::new("proof-member-unknown", "ad-structure", "a member that no rule knows is signed like any other")
        .before(r#""challenge": "1235abcd6789""#, r#""challenge": "1235abcd6789", "note": "x""#)?
        .add(all)
}
