//! The proof object, the signer's DID document, and the signature.

use super::{All, CannotMake, Holder, Making, PROOF, data_integrity};

/// The proof object: steps `proof` to `method-url`.
pub(super) fn proofs(all: &mut All) -> Result<(), CannotMake> {
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
            "method-did-other",
            "a DID of another method",
            "did:plc:z72i7hdynmk6r22z27h6tvur#atproto",
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

/// The signer's DID document: steps `resolve` to `key-type`.
pub(super) fn resolution(all: &mut All) -> Result<(), CannotMake> {
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
        (
            "method-listed-of-another",
            "proof-method-not-authorized",
            "listed is Bob's #key-1, not Alice's: whole DID URLs are compared",
            "lists-bobs-key-1",
        ),
        ("method-listed-longer", "proof-method-not-authorized", "listed is #key-10, not #key-1", "lists-key-10"),
        ("method-controller-longer", "proof-controller", "a DID that begins like Alice's", "controlled-by-alice-2"),
        ("method-controller-below", "proof-controller", "a DID below Alice's", "controlled-by-alice-below"),
        ("method-controller-above", "proof-controller", "the DID of Alice's host", "controlled-by-host"),
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

/// Changes after signing, and other signatures.
pub(super) fn signatures(all: &mut All) -> Result<(), CannotMake> {
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
    Making::new("tampered-nested-proof", "ad-structure", "only the root's proofValue is left out of what is signed")
        .before(r#""name": "Grand Hotel","#, r#""name": "Grand Hotel", "ad:proof": {"proofValue": "one"},"#)?
        .after("\"one\"", "\"two\"")
        .add(all)?;
    Making::new("wrong-key", code, "signed with another key").signed_by(Holder::Mallory).add(all)?;
    Making::new("key-in-proof", "ad-structure", "keys come from the DID document, never from the proof")
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
