//! DID documents: DID Core, section 5, did:wba, section 2, and our stricter rules.

use crate::cases::{
    All, CannotMake, Vector,
    signing::{Holder, changed, signed},
};

const DID: &str = "did:wba:example.com:alice";

/// Name, code, comment, replaced text, replacement.
const FAULTS: &[(&str, &str, &str, &str, &str)] = &[
    ("id-missing", "did-document-invalid", "DID Core section 5.1.1", r#""id": "did:wba:example.com:alice","#, ""),
    (
        "id-other",
        "did-id-mismatch",
        "the document of another DID",
        r#""id": "did:wba:example.com:alice","#,
        r#""id": "did:wba:example.com:bob","#,
    ),
    (
        "id-web",
        "did-id-mismatch",
        "the same place, another method: DIDs are compared byte for byte",
        r#""id": "did:wba:example.com:alice","#,
        r#""id": "did:web:example.com:alice","#,
    ),
    (
        "id-upper-case",
        "did-id-mismatch",
        "the same host in another spelling",
        r#""id": "did:wba:example.com:alice","#,
        r#""id": "did:wba:Example.com:alice","#,
    ),
    ("id-number", "did-document-invalid", "not a string", r#""id": "did:wba:example.com:alice","#, r#""id": 1,"#),
    (
        "deactivated",
        "did-deactivated",
        "DID Resolution: the DID is no longer in use",
        r#""authentication": ["#,
        r#""deactivated": true, "authentication": ["#,
    ),
    (
        "deactivated-string",
        "did-document-invalid",
        "neither true nor false",
        r#""authentication": ["#,
        r#""deactivated": "true", "authentication": ["#,
    ),
    (
        "context-redefines-term",
        "did-document-invalid",
        "an inline context gives assertionMethod another meaning",
        r#"["https://www.w3.org/ns/did/v1"]"#,
        r#"["https://www.w3.org/ns/did/v1", {"assertionMethod": "https://example.org/none"}]"#,
    ),
    (
        "methods-no-array",
        "did-document-invalid",
        "DID Core section 5.2: an array",
        r#""assertionMethod": ["#,
        r##""capabilityInvocation": "#key-1", "assertionMethod": ["##,
    ),
    (
        "method-string",
        "did-document-invalid",
        "verificationMethod holds objects; references stand under relationships",
        r#""verificationMethod": ["#,
        r##""verificationMethod": ["#key-1", "##,
    ),
    (
        "method-no-id",
        "did-document-invalid",
        "DID Core section 5.2",
        r#""verificationMethod": ["#,
        r#""verificationMethod": [{"type": "Multikey", "controller": "did:wba:example.com:alice", "publicKeyMultibase": "zDnaexPSt4925D3GkowSZgSHQ2EPrVsBEmyNCJwcoGLgWR7eP"}, "#,
    ),
    (
        "method-twice",
        "did-method-ambiguous",
        "a second method of the same id, with another key",
        r#""assertionMethod": ["#,
        r#""assertionMethod": [{"id": "did:wba:example.com:alice#key-1", "type": "Multikey", "controller": "did:wba:example.com:alice", "publicKeyMultibase": "zDnaexPSt4925D3GkowSZgSHQ2EPrVsBEmyNCJwcoGLgWR7eP"}, "#,
    ),
    (
        "method-twice-relative",
        "did-method-ambiguous",
        "relative ids are expanded before they are compared",
        r#""assertionMethod": ["#,
        r##""assertionMethod": [{"id": "#key-1", "type": "Multikey", "controller": "did:wba:example.com:alice", "publicKeyMultibase": "zDnaexPSt4925D3GkowSZgSHQ2EPrVsBEmyNCJwcoGLgWR7eP"}, "##,
    ),
    (
        "duplicate-name",
        "json-duplicate-key",
        "strict JSON: two lists of the same name",
        r#""assertionMethod": ["#,
        r#""assertionMethod": [], "assertionMethod": ["#,
    ),
];

/// Contexts at any location: members must mean the same to a JSON-LD processor as by name.
const CONTEXTS: &[(&str, &str, &str, &str, &str)] = &[
    ("null", REFUSED, "no context takes every meaning away", ROOT, r#"["https://www.w3.org/ns/did/v1", null]"#),
    (
        "same-term-twice",
        "ok",
        "two contexts that protect a term with the same definition",
        ROOT,
        r#"["https://www.w3.org/ns/did/v1.1", "https://w3id.org/security/multikey/v1", "https://w3id.org/security/jwk/v1"]"#,
    ),
    ("array-in-array", REFUSED, "no context is an array in an array", ROOT, r#"["https://www.w3.org/ns/did/v1", []]"#),
    (
        "redefines-key",
        REFUSED,
        "a name of methods that DID Core's context leaves open",
        ROOT,
        r#"["https://www.w3.org/ns/did/v1", {"publicKeyJwk": "https://example.org/none"}]"#,
    ),
    (
        "says-what-a-key-is",
        "ok",
        "an inline context may say what DID Core's leaves open, if it says it rightly",
        ROOT,
        r#"["https://www.w3.org/ns/did/v1", {"sec": "https://w3id.org/security#", "publicKeyJwk": {"@id": "sec:publicKeyJwk", "@type": "@json"}}]"#,
    ),
    (
        "alias-of-term",
        REFUSED,
        "another name for what is read: a JSON-LD reader would see a second controller",
        ROOT,
        r#"["https://www.w3.org/ns/did/v1", {"sec": "https://w3id.org/security#", "boss": {"@id": "sec:controller", "@type": "@id"}}]"#,
    ),
    (
        "alias-of-keyword",
        REFUSED,
        "another name for `id`",
        ROOT,
        r#"["https://www.w3.org/ns/did/v1", {"identifier": "@id"}]"#,
    ),
    (
        "in-term",
        REFUSED,
        "a context for what stands below a term",
        ROOT,
        r#"["https://www.w3.org/ns/did/v1", {"AgentDescription": {"@id": "https://example.org/a", "@context": {"serviceEndpoint": "https://example.org/none"}}}]"#,
    ),
    (
        "in-method",
        REFUSED,
        "a context of its own for a verification method",
        METHOD,
        r#""type": "EcdsaSecp256r1VerificationKey2019", "@context": {"controller": "https://example.org/none"},"#,
    ),
    (
        "in-method-null",
        REFUSED,
        "the method means nothing to a JSON-LD reader",
        METHOD,
        r#""type": "EcdsaSecp256r1VerificationKey2019", "@context": null,"#,
    ),
    (
        "in-method-published",
        "ok",
        "a published context, which leaves DID Core's terms alone",
        METHOD,
        r#""type": "EcdsaSecp256r1VerificationKey2019", "@context": "https://w3id.org/security/suites/jws-2020/v1","#,
    ),
    (
        "in-method-array-empty",
        "ok",
        "no context at all",
        METHOD,
        r#""type": "EcdsaSecp256r1VerificationKey2019", "@context": [],"#,
    ),
    (
        "in-key",
        REFUSED,
        "in the key itself",
        r#""publicKeyJwk": {"#,
        r#""publicKeyJwk": {"@context": {"type": "https://example.org/none"}, "#,
    ),
    (
        "in-service",
        REFUSED,
        "in a service, further down",
        r#""serviceEndpoint": "https://example.com/alice/ad.json""#,
        r#""serviceEndpoint": [{"uri": {"@context": [{"x": "https://example.org/x"}, {"id": "https://example.org/none"}]}}]"#,
    ),
    (
        "in-anything",
        REFUSED,
        "in a member that nobody reads",
        r#""authentication": ["#,
        r#""note": [[{"@context": {"verificationMethod": null}}]], "authentication": ["#,
    ),
    (
        "in-proof",
        REFUSED,
        "in a proof, though of an unknown suite",
        r#""authentication": ["#,
        r#""proof": {"type": "RotProof13", "@context": {"proofPurpose": "https://example.org/none"}}, "authentication": ["#,
    ),
];
const REFUSED: &str = "did-document-invalid";
const ROOT: &str = r#"["https://www.w3.org/ns/did/v1"]"#;
const METHOD: &str = r#""type": "EcdsaSecp256r1VerificationKey2019","#;

/// Name, code (empty: accepted), comment, replacement of the method's key.
const KEYS: &[(&str, &str, &str)] = &[
    ("key-missing", "no key at all", r#""publicKeyHex": "00""#),
    (
        "key-private",
        "a private key was published",
        r#""publicKeyJwk": {"kty": "EC", "crv": "P-256", "x": "YP7UuiVanTHJYet0xjVtaMBJuJI7Yfps5mliLmDyn7Y", "y": "eQP-EAi4vJmkGunpVii8ZPLxsgwtfp9Rd6PClNRGIpk", "d": "ya-p2EW6dRZrXCFXZ7HWk05Qw9s26JsSe4piKxIPZyE"}"#,
    ),
    (
        "key-off-curve",
        "the point is not on the curve",
        r#""publicKeyJwk": {"kty": "EC", "crv": "P-256", "x": "YP7UuiVanTHJYet0xjVtaMBJuJI7Yfps5mliLmDyn7Y", "y": "eQP-EAi4vJmkGunpVii8ZPLxsgwtfp9Rd6PClNRGIpg"}"#,
    ),
    (
        "key-of-another-curve",
        "the type says P-256, the key is of secp256k1",
        r#""publicKeyJwk": {"kty": "EC", "crv": "secp256k1", "x": "ZNYrCWIUaRpbvmdyKyaVBAIZLj9lUhAU1h0v217htsw", "y": "FH6EqA1FV5-B2gGXU2SuMRMLNveHNPxJijeuR2hrP3A"}"#,
    ),
    (
        "key-twice-different",
        "as JWK and as Multikey, two keys",
        r#""publicKeyJwk": {"kty": "EC", "crv": "P-256", "x": "YP7UuiVanTHJYet0xjVtaMBJuJI7Yfps5mliLmDyn7Y", "y": "eQP-EAi4vJmkGunpVii8ZPLxsgwtfp9Rd6PClNRGIpk"}, "publicKeyMultibase": "zDnaexPSt4925D3GkowSZgSHQ2EPrVsBEmyNCJwcoGLgWR7eP""#,
    ),
];

pub fn add(all: &mut All) -> Result<(), CannotMake> {
    let plain = plain()?;
    let vector =
        |expect: &str, comment: &str, text: String| Vector::new("did-document", expect, comment, text).with("did", DID);
    let thumbprint = "DOvxvJiAdIqVWIkFt5hDtCunXLF0BV4-JGv4f-ALSm0";
    let key_1 = "did:wba:example.com:alice#key-1";

    let comment = "P-256 as EcdsaSecp256r1VerificationKey2019, relative and absolute ids";
    let accepted = vector("ok", comment, plain.clone()).with("method", key_1).with("output", thumbprint);
    all.push("did-document/plain", accepted);
    for (name, expect, comment, from, to) in FAULTS {
        all.push(format!("did-document/{name}"), vector(expect, comment, changed(&plain, from, to)?));
    }

    for (name, expect, comment, from, to) in CONTEXTS {
        all.push(format!("did-document/context-{name}"), vector(expect, comment, changed(&plain, from, to)?));
    }

    let jwk = format!(r#""publicKeyJwk": {}"#, Holder::Alice.jwk()?);
    let with_key = |method_type: &str, key: &str| {
        changed(&changed(&plain, "EcdsaSecp256r1VerificationKey2019", method_type)?, &jwk, key)
    };
    for (name, method_type, key) in [
        ("json-web-key-2020", "JsonWebKey2020", jwk.clone()),
        ("multikey", "Multikey", format!(r#""publicKeyMultibase": "{}""#, Holder::Alice.multikey()?)),
    ] {
        let vector = vector("ok", "another spelling of the same key", with_key(method_type, &key)?);
        all.push(format!("did-document/{name}"), vector.with("method", key_1).with("output", thumbprint));
    }
    for (name, comment, key) in KEYS {
        let text = with_key("EcdsaSecp256r1VerificationKey2019", key)?;
        all.push(format!("did-document/{name}"), vector("did-key-unsupported", comment, text).with("method", key_1));
    }
    for (name, expect, comment, method_type, key) in [
        (
            "key-bare",
            "ok",
            "32 bytes without multicodec, where the type says which curve: read, with a warning",
            "Ed25519VerificationKey2020",
            r#""publicKeyMultibase": "zFVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z""#,
        ),
        (
            "key-bare-multikey",
            "did-key-unsupported",
            "a Multikey says its curve by the multicodec alone",
            "Multikey",
            r#""publicKeyMultibase": "zFVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z""#,
        ),
        (
            "key-31-bytes",
            "did-key-unsupported",
            "a leading zero byte was lost: RFC 7518 section 6.2.1.2 keeps it",
            "EcdsaSecp256k1VerificationKey2019",
            r#""publicKeyJwk": {"kty": "EC", "crv": "secp256k1", "x": "3QhHtIA9OrPys7Ih-C7ypn_wo0hURSJsftiO0InGX3Y", "y": "zctVr4gezAgl0yrr6pdgTrj3njlU1MC_NqfoMz-MIw"}"#,
        ),
        (
            "key-agreement",
            "did-key-unsupported",
            "X25519 agrees on keys and signs nothing",
            "X25519KeyAgreementKey2019",
            r#""publicKeyMultibase": "z6LSeJZHnf9JoXVWWztK4KqVZpTFWP4e2sckqF5r5LC9PQoy""#,
        ),
        (
            "key-use-encryption",
            "did-key-unsupported",
            "RFC 7517 section 4.2: the key is not published for signatures",
            "JsonWebKey2020",
            r#""publicKeyJwk": {"kty": "EC", "crv": "P-256", "use": "enc", "x": "YP7UuiVanTHJYet0xjVtaMBJuJI7Yfps5mliLmDyn7Y", "y": "eQP-EAi4vJmkGunpVii8ZPLxsgwtfp9Rd6PClNRGIpk"}"#,
        ),
    ] {
        let vector = vector(expect, comment, with_key(method_type, key)?).with("method", key_1);
        let vector = if expect == "ok" {
            // RFC 8037 appendix A.3
            vector.with("output", "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
        } else {
            vector
        };
        all.push(format!("did-document/{name}"), vector);
    }
    let text = with_key("RsaVerificationKey2018", &jwk)?;
    let unknown = vector("did-key-unsupported", "a type that we do not verify with", text).with("method", key_1);
    all.push("did-document/method-type-unknown", unknown);

    let methods: Vec<String> =
        (2..=65).map(|n| method(&format!("#key-{n}"), Holder::Mallory)).collect::<Result<_, _>>()?;
    let many =
        changed(&plain, r#""verificationMethod": ["#, &format!(r#""verificationMethod": [{}, "#, methods.join(", ")))?;
    all.push("did-document/methods-65", vector("did-document-invalid", "one more than the limit", many));

    proofs(all, &plain)
}

/// The document's own proof.
fn proofs(all: &mut All, plain: &str) -> Result<(), CannotMake> {
    let unsigned = changed(
        plain,
        r#""authentication": ["#,
        r#""proof": {"type": "DataIntegrityProof", "cryptosuite": "ecdsa-jcs-2019", "created": "2026-01-31T12:00:00Z", "verificationMethod": "did:wba:example.com:alice#key-1", "proofPurpose": "assertionMethod"}, "authentication": ["#,
    )?;
    let good = signed(&unsigned, Holder::Alice)?;
    let expiring = changed(
        &unsigned,
        r#""created": "2026-01-31T12:00:00Z""#,
        r#""created": "2026-01-31T12:00:00Z", "expires": "2026-03-01T00:00:00Z""#,
    )?;
    let expiring = signed(&expiring, Holder::Alice)?;
    let unlisted = changed(&unsigned, r#""proofPurpose": "assertionMethod""#, r#""proofPurpose": "keyAgreement""#)?;
    let vector = |expect: &str, comment: &str, text: &str| {
        Vector::new("did-document", expect, comment, text).with("did", DID).with("at", "2026-02-15T00:00:00Z")
    };
    all.push("did-document/proof", vector("ok", "a plain document that signs itself", &good));
    all.push("did-document/proof-expiring", vector("ok", "it has not expired yet", &expiring));
    let refused = "did-document-proof";
    all.push(
        "did-document/proof-expired",
        Vector::new("did-document", refused, "at the very second of expires", expiring)
            .with("did", DID)
            .with("at", "2026-03-01T00:00:00Z"),
    );
    let tampered = changed(&good, "https://example.com/alice/ad.json", "https://evil.example/alice/ad.json")?;
    all.push("did-document/proof-tampered", vector(refused, "the service was changed after signing", &tampered));
    let mallory = signed(&unsigned, Holder::Mallory)?;
    all.push("did-document/proof-wrong-key", vector(refused, "signed with another key than it says", &mallory));
    let foreign = changed(
        &unsigned,
        r#""verificationMethod": "did:wba:example.com:alice#key-1""#,
        r#""verificationMethod": "did:wba:example.com:bob#key-1""#,
    )?;
    let foreign = signed(&foreign, Holder::Alice)?;
    all.push("did-document/proof-by-another-did", vector(refused, "a document is signed by its own subject", &foreign));
    let unlisted = signed(&unlisted, Holder::Alice)?;
    all.push("did-document/proof-purpose", vector(refused, "made for another purpose", &unlisted));
    let unknown = changed(&unsigned, "ecdsa-jcs-2019", "rot13-jcs-2026")?;
    all.push(
        "did-document/proof-suite-unknown",
        vector("ok", "noted, not verified: a plain DID needs no proof", &unknown),
    );
    Ok(())
}

/// The document of a plain DID with one P-256 key.
pub fn plain() -> Result<String, CannotMake> {
    Ok(format!(
        r##"{{
  "@context": ["https://www.w3.org/ns/did/v1"],
  "id": "did:wba:example.com:alice",
  "verificationMethod": [{method}],
  "authentication": ["did:wba:example.com:alice#key-1"],
  "assertionMethod": ["#key-1"],
  "service": [{{"id": "#ad", "type": "AgentDescription", "serviceEndpoint": "https://example.com/alice/ad.json"}}]
}}
"##,
        method = method("did:wba:example.com:alice#key-1", Holder::Alice)?
    ))
}

fn method(id: &str, holder: Holder) -> Result<String, CannotMake> {
    Ok(format!(
        r#"{{"id": "{id}", "type": "EcdsaSecp256r1VerificationKey2019", "controller": "did:wba:example.com:alice", "publicKeyJwk": {}}}"#,
        holder.jwk()?
    ))
}
