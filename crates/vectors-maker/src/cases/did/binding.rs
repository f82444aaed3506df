//! Key-bound DIDs: did:wba, section 2.3 (`e1_`) and its k1 extension (`k1_`).

use crate::cases::{
    All, CannotMake, Vector,
    signing::{Holder, changed, high_s, signed, signed_as},
};
use agent_description::ProofValueEncoding;

// thumbprints: RFC 8037, appendix A.3; others with Python's `hashlib` over the members of RFC 7638, section 3.2
pub const E1: &str = "did:wba:example.com:agents:e1_kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k";
const E1_OTHER: &str = "did:wba:example.com:agents:e1_FtIu-VbGrfe_KB6CH7GNwODB72MNxj_ml11dEvO-7kk";
pub const K1: &str = "did:wba:example.com:agents:k1_R0S4fNQ4MaqH8qNHgauvJjjlVSpvql970b-t0ZPRMy8";

const EDDSA: &str = r#""cryptosuite": "eddsa-jcs-2022""#;
const KOBLITZ: &str = r#""cryptosuite": "didwba-jcs-ecdsa-secp256k1-2025""#;

pub fn add(all: &mut All) -> Result<(), CannotMake> {
    e1(all)?;
    e1_proofs(all)?;
    k1(all)?;
    speakers(all)?;
    did_key(all)
}

// RFC 8032 section 7.1 test 1 as a Multikey value
pub const DID_KEY: &str = "did:key:z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw";

/// A published document of a did:key DID, whose key is in the DID itself.
pub fn did_key_document(holder: Holder) -> Result<String, CannotMake> {
    let fragment = &DID_KEY["did:key:".len()..];
    Ok(format!(
        r#"{{
  "@context": ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/multikey/v1"],
  "id": "{DID_KEY}",
  "verificationMethod": [{{"id": "{DID_KEY}#{fragment}", "type": "Multikey", "controller": "{DID_KEY}", "publicKeyMultibase": "{}"}}],
  "authentication": ["{DID_KEY}#{fragment}"],
  "assertionMethod": ["{DID_KEY}#{fragment}"]
}}
"#,
        holder.multikey()?
    ))
}

fn did_key(all: &mut All) -> Result<(), CannotMake> {
    let method = format!("{DID_KEY}#{}", &DID_KEY["did:key:".len()..]);
    let own = vector("ok", "the document of a key", DID_KEY, did_key_document(Holder::Edwards)?)
        .with("method", method)
        .with("output", "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
    all.push("did-document/did-key", own);
    let other = vector("did-binding", "another key than the DID is", DID_KEY, did_key_document(Holder::Hamburg)?);
    all.push("did-document/did-key-other", other);
    let unsupported = DID_KEY.replace(
        "z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw",
        "z82LkmB946CwaTXf7jqgFWtfkUVWWsFKvM18ba6JKqoZACTxGaGxYiiY9ocSbQU4dAHVgD9",
    );
    let text = format!("{{\"id\": \"{unsupported}\"}}\n");
    all.push("did-document/did-key-p-384", vector("did-key-unsupported", "a key of P-384", &unsupported, text));
    Ok(())
}

/// An unsigned document of `did` with the key `#key-1` under both relationships.
fn document(did: &str, method: &str, cryptosuite: &str) -> String {
    format!(
        r##"{{
  "@context": ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/data-integrity/v2"],
  "id": "{did}",
  "verificationMethod": [{{"id": "{did}#key-1", "controller": "{did}", {method}}}],
  "authentication": ["{did}#key-1"],
  "assertionMethod": ["#key-1"],
  "service": [{{"id": "#ad", "type": "AgentDescription", "serviceEndpoint": "https://example.com/agents/ad.json"}}],
  "proof": {{"type": "DataIntegrityProof", {cryptosuite}, "created": "2026-01-31T12:00:00Z", "verificationMethod": "{did}#key-1", "proofPurpose": "assertionMethod"}}
}}
"##
    )
}

pub fn e1_document() -> Result<String, CannotMake> {
    let method = format!(r#""type": "Multikey", "publicKeyMultibase": "{}""#, Holder::Edwards.multikey()?);
    Ok(document(E1, &method, EDDSA))
}

pub fn k1_document() -> Result<String, CannotMake> {
    let method = format!(r#""type": "EcdsaSecp256k1VerificationKey2019", "publicKeyJwk": {}"#, Holder::Koblitz.jwk()?);
    Ok(document(K1, &method, KOBLITZ))
}

/// An unsigned document of a key-bound DID with a second key `#p256` under both relationships.
pub fn with_second_key(document: &str, did: &str, holder: Holder) -> Result<String, CannotMake> {
    let method = format!(
        r#""verificationMethod": [{{"id": "{did}#p256", "type": "Multikey", "controller": "{did}", "publicKeyMultibase": "{}"}}, "#,
        holder.multikey()?
    );
    let text = changed(document, r#""verificationMethod": ["#, &method)?;
    let text = changed(&text, r#""authentication": ["#, &format!(r#""authentication": ["{did}#p256", "#))?;
    changed(&text, r#""assertionMethod": ["#, r##""assertionMethod": ["#p256", "##)
}

/// The document without its proof, as anyone who controls the host could publish it.
pub fn stripped(document: &str) -> Result<String, CannotMake> {
    let begin =
        document.find(",\n  \"proof\"").ok_or_else(|| CannotMake::new("stripped", "the document has no proof"))?;
    Ok(format!("{}\n}}\n", &document[..begin]))
}

/// A proof that expires a month after its creation.
pub fn expiring(document: &str) -> Result<String, CannotMake> {
    let created = r#""created": "2026-01-31T12:00:00Z""#;
    changed(document, created, &format!(r#"{created}, "expires": "2026-03-01T00:00:00Z""#))
}

/// The keys that may sign for a key-bound DID, which depends on the document's proof.
fn speakers(all: &mut All) -> Result<(), CannotMake> {
    const BEFORE: &str = "2026-02-15T00:00:00Z";
    // RFC 6979 appendix A.2.5
    const P256: &str = "DOvxvJiAdIqVWIkFt5hDtCunXLF0BV4-JGv4f-ALSm0";
    const KOBLITZ_THUMBPRINT: &str = "R0S4fNQ4MaqH8qNHgauvJjjlVSpvql970b-t0ZPRMy8";
    const EDWARDS_THUMBPRINT: &str = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k";
    let (e1, k1) = (e1_document()?, k1_document()?);
    let (e1_two, k1_two) = (with_second_key(&e1, E1, Holder::Alice)?, with_second_key(&k1, K1, Holder::Alice)?);
    let (e1_signed, k1_signed) = (signed(&e1_two, Holder::Edwards)?, signed(&k1_two, Holder::Koblitz)?);
    let bare = stripped(&k1_two)?;
    let mut push = |name: &str,
                    expect: &str,
                    comment: &str,
                    did: &str,
                    text: &str,
                    (fragment, purpose, at): (&str, &str, &str)| {
        let (expect, output) = if expect.len() == 43 { ("ok", Some(expect)) } else { (expect, None) };
        let vector = vector(expect, comment, did, text.to_owned()).with("method", format!("{did}#{fragment}"));
        let vector = vector.with("purpose", purpose).with("at", at);
        let vector = match output {
            Some(output) => vector.with("output", output),
            None => vector,
        };
        all.push(format!("did-document/{name}"), vector);
    };
    let (asserts, authenticates) = ("assertionMethod", "authentication");
    let stranger = "the proof was stripped and a key added: without proof a k1 DID speaks by the key it is bound to";
    for purpose in [asserts, authenticates] {
        let which = |name: &str| format!("{name}-{}", if purpose == asserts { "asserts" } else { "authenticates" });
        push(&which("k1-stripped-other-key"), "did-binding", stranger, K1, &bare, ("p256", purpose, BEFORE));
        let bound = "without proof, by the bound key";
        push(&which("k1-stripped-bound-key"), KOBLITZ_THUMBPRINT, bound, K1, &bare, ("key-1", purpose, BEFORE));
        let second = "the bound key's proof vouches for the other keys";
        push(&which("e1-other-key"), P256, second, E1, &e1_signed, ("p256", purpose, BEFORE));
        push(&which("e1-bound-key"), EDWARDS_THUMBPRINT, "the bound key", E1, &e1_signed, ("key-1", purpose, BEFORE));
        push(&which("k1-bound-key"), KOBLITZ_THUMBPRINT, "the bound key", K1, &k1_signed, ("key-1", purpose, BEFORE));
        let stripped = stripped(&e1_two)?;
        let no_proof = "an e1 document without proof speaks by nothing";
        push(&which("e1-stripped-other-key"), "did-document-proof", no_proof, E1, &stripped, ("p256", purpose, BEFORE));
        push(
            &which("e1-stripped-bound-key"),
            "did-document-proof",
            no_proof,
            E1,
            &stripped,
            ("key-1", purpose, BEFORE),
        );
    }
    let vouched = "the bound key's proof vouches for the other keys";
    push("k1-other-key-asserts", P256, vouched, K1, &k1_signed, ("p256", asserts, BEFORE));
    push(
        "k1-other-key-authenticates",
        "did-binding",
        "did:wba, k1 extension: a request's keyid is the binding key, whatever the document lists",
        K1,
        &k1_signed,
        ("p256", authenticates, BEFORE),
    );
    // the bound key under two names
    let twin = with_second_key(&k1, K1, Holder::Koblitz)?;
    let twin = stripped(&twin)?;
    push(
        "k1-stripped-bound-key-twice",
        KOBLITZ_THUMBPRINT,
        "the key is bound, not its name",
        K1,
        &twin,
        ("p256", asserts, BEFORE),
    );
    // a relationship that proofs cannot use
    let invokes =
        changed(&bare, r#""assertionMethod": ["#, r##""capabilityInvocation": ["#p256"], "assertionMethod": ["##)?;
    push(
        "k1-stripped-other-key-invokes",
        "did-binding",
        stranger,
        K1,
        &invokes,
        ("p256", "capabilityInvocation", BEFORE),
    );
    let unknown = "a proof that nobody can check vouches for nothing, and is not taken for a missing one";
    let e1_unknown = changed(&e1_signed, "eddsa-jcs-2022", "eddsa-rdfc-2022")?;
    let k1_unknown = changed(&k1_signed, "secp256k1-2025", "secp256k1-2099")?;
    push("e1-suite-unknown-other-key", "did-document-proof", unknown, E1, &e1_unknown, ("p256", asserts, BEFORE));
    push("k1-suite-unknown-other-key", "did-document-proof", unknown, K1, &k1_unknown, ("p256", asserts, BEFORE));
    push("k1-suite-unknown-bound-key", "did-document-proof", unknown, K1, &k1_unknown, ("key-1", asserts, BEFORE));
    for (profile, did, text, holder) in [("e1", E1, &e1_two, Holder::Edwards), ("k1", K1, &k1_two, Holder::Koblitz)] {
        let expiring = signed(&expiring(text)?, holder)?;
        for (name, expect, comment, fragment, at) in [
            ("proof-not-expired", P256, "a second before the proof expires", "p256", "2026-02-28T23:59:59Z"),
            ("proof-expired", "did-document-proof", "the very second of expires", "p256", "2026-03-01T00:00:00Z"),
            ("proof-expired-bound-key", "did-document-proof", "nor by the bound key", "key-1", "2026-03-01T00:00:00Z"),
        ] {
            push(&format!("{profile}-{name}"), expect, comment, did, &expiring, (fragment, asserts, at));
        }
        let id = format!(r##""id": "{did}#key-1", "##);
        let method = changed(text, &id, &format!(r#"{id}"expires": "2026-03-01T00:00:00Z", "#))?;
        let method = signed(&method, holder)?;
        let comment = "Controlled Identifiers 1.0 section 2.2: proofs made with a method end with the method";
        push(
            &format!("{profile}-method-not-expired"),
            P256,
            comment,
            did,
            &method,
            ("p256", asserts, "2026-02-28T23:59:59Z"),
        );
        push(
            &format!("{profile}-method-expired"),
            "did-document-proof",
            comment,
            did,
            &method,
            ("p256", asserts, "2026-03-01T00:00:00Z"),
        );
    }
    // without a proof, only the method expires
    let id = format!(r##""id": "{K1}#key-1", "##);
    let ending = changed(&bare, &id, &format!(r#"{id}"expires": "2026-03-01T00:00:00Z", "#))?;
    let ended = "the bound key's method has expired";
    push(
        "k1-stripped-method-expired",
        "did-key-unsupported",
        ended,
        K1,
        &ending,
        ("key-1", asserts, "2026-03-01T00:00:00Z"),
    );
    Ok(())
}

fn vector(expect: &str, comment: &str, did: &str, text: String) -> Vector {
    Vector::new("did-document", expect, comment, text).with("did", did)
}

/// The required content of a document with a valid signature.
fn e1(all: &mut All) -> Result<(), CannotMake> {
    let plain = e1_document()?;
    let good = signed(&plain, Holder::Edwards)?;
    let mut push = |name: &str, vector: Vector| all.push(format!("did-document/e1{name}"), vector);
    let accepted = vector("ok", "signed in the W3C's form by the key it is bound to", E1, good.clone());
    push(
        "",
        accepted.with("method", format!("{E1}#key-1")).with("output", "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"),
    );
    let sdk = signed_as(&plain, Holder::Edwards, ProofValueEncoding::Base64Url)?;
    push("-sdk-form", vector("ok", "in the ANP SDKs' form: base64url, options without a context", E1, sdk));

    let authentication = format!(r#""authentication": ["{E1}#key-1"]"#);
    let method = |id: &str, holder: Holder| -> Result<String, CannotMake> {
        Ok(format!(
            r#""verificationMethod": [{{"id": "{E1}#{id}", "controller": "{E1}", "type": "Multikey", "publicKeyMultibase": "{}"}}, "#,
            holder.multikey()?
        ))
    };
    let with_p256 = changed(&plain, r#""verificationMethod": ["#, &method("p256", Holder::Alice)?)?;
    for (name, expect, comment, text) in [
        (
            "-relative",
            "ok",
            "relative references are the document's own",
            changed(&plain, &authentication, r##""authentication": ["#key-1"]"##)?,
        ),
        ("-more-keys", "ok", "a second key, which the DID is not bound to", with_p256.clone()),
        (
            "-not-in-authentication",
            "did-binding",
            "the key must be listed under authentication too",
            changed(&plain, &authentication, r#""authentication": []"#)?,
        ),
        (
            "-not-in-assertion-method",
            "did-document-proof",
            "the key must be listed under the proof's purpose",
            changed(&plain, r##""assertionMethod": ["#key-1"]"##, r#""assertionMethod": []"#)?,
        ),
        (
            "-purpose",
            "did-document-proof",
            "a document asserts: made for assertionMethod, nothing else",
            changed(&plain, r#""proofPurpose": "assertionMethod""#, r#""proofPurpose": "authentication""#)?,
        ),
        (
            "-controller",
            "did-document-proof",
            "somebody else controls the key",
            changed(&plain, &format!(r#""controller": "{E1}""#), r#""controller": "did:wba:example.com:bob""#)?,
        ),
        (
            "-deactivated",
            "did-deactivated",
            "its own key says so",
            changed(&plain, &authentication, &format!(r#""deactivated": true, {authentication}"#))?,
        ),
    ] {
        push(name, vector(expect, comment, E1, signed(&text, Holder::Edwards)?));
    }
    let other = good.replace(E1, E1_OTHER);
    let other = signed(&unsigned(&other)?, Holder::Edwards)?;
    push("-thumbprint", vector("did-binding", "the last segment is another key's thumbprint", E1_OTHER, other));
    let second =
        changed(&plain, r#""verificationMethod": ["#, &method("second", Holder::Hamburg)?)?.replace(E1, E1_OTHER);
    let second = signed(&second, Holder::Edwards)?;
    push(
        "-thumbprint-of-another-method",
        vector("did-binding", "a key of the document has the thumbprint, but another one signs", E1_OTHER, second),
    );
    let as_p256 = changed(&with_p256, EDDSA, r#""cryptosuite": "ecdsa-jcs-2019""#)?;
    let as_p256 = changed(
        &as_p256,
        &format!(r#""verificationMethod": "{E1}#key-1""#),
        &format!(r#""verificationMethod": "{E1}#p256""#),
    )?;
    let as_p256 = as_p256.replace(r##""assertionMethod": ["#key-1"]"##, r##""assertionMethod": ["#key-1", "#p256"]"##);
    push(
        "-suite-other",
        vector("did-document-proof", "signed by a known suite that is not e1's", E1, signed(&as_p256, Holder::Alice)?),
    );
    Ok(())
}

/// The document's text without its `proofValue`.
fn unsigned(text: &str) -> Result<String, CannotMake> {
    let from = text.find(r#""proofPurpose": "assertionMethod""#);
    let end = from.and_then(|from| Some(from + text[from..].find('}')?));
    match (from, end) {
        (Some(from), Some(end)) => {
            Ok(format!("{}\"proofPurpose\": \"assertionMethod\"\n  {}", &text[..from], &text[end..]))
        }
        _ => Err(CannotMake::new("unsigned", "the document has no proof")),
    }
}

/// The required content of the proof.
fn e1_proofs(all: &mut All) -> Result<(), CannotMake> {
    let plain = e1_document()?;
    let good = signed(&plain, Holder::Edwards)?;
    let sdk = signed_as(&plain, Holder::Edwards, ProofValueEncoding::Base64Url)?;
    let refused = "did-document-proof";
    let mut push = |name: &str, comment: &str, text: String| {
        all.push(format!("did-document/e1-{name}"), vector(refused, comment, E1, text));
    };
    let begin = plain.find(",\n  \"proof\"").ok_or_else(|| CannotMake::new("e1", "no proof"))?;
    push("proof-missing", "without a proof anybody could have written it", format!("{}\n}}\n", &plain[..begin]));
    push("proof-value-missing", "no signature", plain.clone());
    push(
        "suite-unknown",
        "a proof that cannot be checked is none",
        changed(&good, "eddsa-jcs-2022", "eddsa-rdfc-2022")?,
    );
    push(
        "suite-k1",
        "the name of k1's suite over an Ed25519 signature",
        changed(&good, "eddsa-jcs-2022", "didwba-jcs-ecdsa-secp256k1-2025")?,
    );
    let endpoint = "https://example.com/agents/ad.json";
    push("tampered", "a service was moved", changed(&good, endpoint, "https://evil.example/ad.json")?);
    push("tampered-sdk-form", "a service was moved", changed(&sdk, endpoint, "https://evil.example/ad.json")?);
    push("wrong-key", "signed by a key that the document does not have", signed(&plain, Holder::Hamburg)?);
    // the signature of each form in the encoding of the other: the encoding alone determines the signed bytes
    for (name, comment, text, encoding) in [
        (
            "sdk-form-in-base58",
            "signed without context, written as if signed with one",
            &sdk,
            ProofValueEncoding::Base58Btc,
        ),
        (
            "w3c-form-in-base64url",
            "signed with the context, written as if without",
            &good,
            ProofValueEncoding::Base64Url,
        ),
    ] {
        push(name, comment, crate::cases::signing::encoded_as(text, encoding)?);
    }
    let context = r#""created": "2026-01-31T12:00:00Z""#;
    push(
        "sdk-form-with-context",
        "that form's options have no context",
        changed(&sdk, context, &format!(r#""@context": "https://www.w3.org/ns/did/v1", {context}"#))?,
    );
    push(
        "context-other",
        "the proof's context is not the document's",
        changed(&good, context, &format!(r#""@context": "https://www.w3.org/ns/did/v1", {context}"#))?,
    );
    Ok(())
}

fn k1(all: &mut All) -> Result<(), CannotMake> {
    let plain = k1_document()?;
    let good = signed(&plain, Holder::Koblitz)?;
    let mut push = |name: &str, vector: Vector| all.push(format!("did-document/k1{name}"), vector);
    let accepted = vector("ok", "signed by the key it is bound to, s low", K1, good.clone());
    push(
        "",
        accepted.with("method", format!("{K1}#key-1")).with("output", "R0S4fNQ4MaqH8qNHgauvJjjlVSpvql970b-t0ZPRMy8"),
    );
    push("-high-s", vector("ok", "(r, n-s), as OpenSSL writes one of two", K1, high_s(&good)?));
    let begin = plain.find(",\n  \"proof\"").ok_or_else(|| CannotMake::new("k1", "no proof"))?;
    let bare = format!("{}\n}}\n", &plain[..begin]);
    push("-no-proof", vector("ok", "a k1 document may go without a proof", K1, bare.clone()));

    let authentication = format!(r#""authentication": ["{K1}#key-1"]"#);
    let unlisted = changed(&plain, &authentication, r#""authentication": []"#)?;
    push(
        "-not-in-authentication",
        vector("did-binding", "the key must be listed under authentication", K1, signed(&unlisted, Holder::Koblitz)?),
    );
    let unlisted = changed(&bare, &authentication, r#""authentication": []"#)?;
    push("-no-proof-not-in-authentication", vector("did-binding", "the same without a proof", K1, unlisted));
    let other = K1.replace("R0S4", "R0S5");
    let comment = "the last segment is another key's thumbprint";
    push("-no-proof-thumbprint", vector("did-binding", comment, &other, bare.replace(K1, &other)));
    let text = signed(&plain.replace(K1, &other), Holder::Koblitz)?;
    push("-thumbprint", vector("did-binding", comment, &other, text));

    let refused = "did-document-proof";
    let endpoint = "https://example.com/agents/ad.json";
    for (name, comment, text) in [
        ("-tampered", "a proof that is there is verified", changed(&good, endpoint, "https://evil.example/ad.json")?),
        (
            "-suite-unknown",
            "nobody can check it, so it counts for nothing",
            changed(&good, "secp256k1-2025", "secp256k1-2099")?,
        ),
        (
            "-type-legacy",
            "an old type that nobody verifies does not stand in for a proof",
            changed(&good, r#""type": "DataIntegrityProof""#, r#""type": "EcdsaSecp256k1Signature2019""#)?,
        ),
        (
            "-base58",
            "this suite is written in base64url",
            crate::cases::signing::encoded_as(&good, ProofValueEncoding::Base58Btc)?,
        ),
        (
            "-suite-e1",
            "the name of e1's suite over an ECDSA signature",
            changed(&good, "didwba-jcs-ecdsa-secp256k1-2025", "eddsa-jcs-2022")?,
        ),
    ] {
        push(name, vector(refused, comment, K1, text));
    }
    Ok(())
}
