//! Keys in verification methods: X25519, bare bytes, what JWKs say they are for, and warnings that spoil nothing.

use agent_description::{
    Code, Limits,
    did::{Did, DidDocument, Purpose},
    json::{Document, Json},
    key::{KeyType, VerifyingKey},
};

const DID: &str = "did:wba:example.com:a";

// RFC 8032 7.1 test 1, as Multikey and bare
const ED25519_MULTIKEY: &str = "z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw";
const ED25519_BARE: &str = "FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z";
// one X25519 key in its three spellings (converted by Python)
const X25519_MULTIKEY: &str = "z6LSeJZHnf9JoXVWWztK4KqVZpTFWP4e2sckqF5r5LC9PQoy";
const X25519_BARE: &str = "3dP8GMLSi4mmRcWYXgKYFEEmfEXXLGSbxGNAasYcg33D";
const X25519_JWK: &str = r#"{"kty":"OKP","crv":"X25519","x":"JwlM0jYIOX_JwSferigp2xXuP34It4uyuc8KS-WasHA"}"#;
// RFC 6979 A.2.5
const P256: &str = r#""kty":"EC","crv":"P-256","x":"YP7UuiVanTHJYet0xjVtaMBJuJI7Yfps5mliLmDyn7Y","y":"eQP-EAi4vJmkGunpVii8ZPLxsgwtfp9Rd6PClNRGIpk""#;

/// A document with one method of this type and key, listed under `keyAgreement`.
fn document(method_type: &str, key: &str) -> DidDocument {
    let text = format!(
        r##"{{"id":"{DID}","verificationMethod":[{{"id":"#k","type":"{method_type}","controller":"{DID}",{key}}}],"keyAgreement":["#k"]}}"##
    );
    let did: Did = DID.parse().unwrap();
    DidDocument::parse_for(&did, text.as_bytes(), &Limits::default()).unwrap().into_inner()
}

fn jwk(text: &str) -> Result<VerifyingKey, String> {
    let jwk = Document::parse(text.as_bytes(), &Limits::default()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    VerifyingKey::from_jwk(jwk.root()).map_err(|error| error.to_string())
}

#[test]
fn x25519_keys_are_read_and_verify_nothing() {
    for (method_type, key) in [
        ("X25519KeyAgreementKey2019", format!(r#""publicKeyMultibase":"{X25519_MULTIKEY}""#)),
        ("X25519KeyAgreementKey2019", format!(r#""publicKeyBase58":"{X25519_BARE}""#)),
        ("X25519KeyAgreementKey2020", format!(r#""publicKeyMultibase":"{X25519_MULTIKEY}""#)),
        ("Multikey", format!(r#""publicKeyMultibase":"{X25519_MULTIKEY}""#)),
        ("JsonWebKey2020", format!(r#""publicKeyJwk":{X25519_JWK}"#)),
        ("JsonWebKey", format!(r#""publicKeyJwk":{X25519_JWK}"#)),
        ("JsonWebKey2020", format!(r#""publicKeyJwk":{X25519_JWK},"publicKeyMultibase":"{X25519_MULTIKEY}""#)),
    ] {
        let document = document(method_type, &key);
        let method = &document.verification_methods()[0];
        let agreement = method.agreement_key().unwrap().unwrap();
        assert_eq!(agreement.to_multikey(), X25519_MULTIKEY, "{method_type} {key}");
        assert_eq!(Json::from(agreement.to_jwk()).to_compact(), X25519_JWK);
        let error = method.key().unwrap_err();
        assert!(error.to_string().contains("for key agreement, not signatures"), "{error}");
        assert!(document.lists(&method.id, Purpose::KeyAgreement));
        assert_eq!(document.diagnostics(None), [], "{method_type}");
    }
    // a key for signatures is none for agreement
    let signing = document("Multikey", &format!(r#""publicKeyMultibase":"{ED25519_MULTIKEY}""#));
    assert_eq!(signing.verification_methods()[0].agreement_key().unwrap(), None);
    assert!(signing.verification_methods()[0].key().is_ok());
}

#[test]
fn x25519_keys_that_are_none() {
    for (method_type, key, hint) in [
        ("X25519KeyAgreementKey2019", format!(r#""publicKeyMultibase":"{ED25519_MULTIKEY}""#), "has X25519"),
        ("Ed25519VerificationKey2020", format!(r#""publicKeyMultibase":"{X25519_MULTIKEY}""#), "has Ed25519"),
        (
            "JsonWebKey2020",
            r#""publicKeyJwk":{"kty":"EC","crv":"X25519","x":"JwlM0jYIOX_JwSferigp2xXuP34It4uyuc8KS-WasHA"}"#
                .to_owned(),
            "OKP",
        ),
        ("JsonWebKey2020", r#""publicKeyJwk":{"kty":"OKP","crv":"X25519","x":"JwlM"}"#.to_owned(), "43"),
    ] {
        let document = document(method_type, &key);
        let error = document.verification_methods()[0].agreement_key().unwrap_err();
        assert!(error.to_string().contains(hint), "{error}");
        assert_eq!(document.diagnostics(None)[0].code, Code::DID_KEY_UNSUPPORTED);
    }
}

#[test]
fn bare_bytes_are_read_with_a_warning_where_the_type_tells_the_curve() {
    for (method_type, bare, expected) in [
        ("Ed25519VerificationKey2020", ED25519_BARE, ED25519_MULTIKEY),
        ("Ed25519VerificationKey2018", ED25519_BARE, ED25519_MULTIKEY),
        ("X25519KeyAgreementKey2019", X25519_BARE, X25519_MULTIKEY),
    ] {
        let document = document(method_type, &format!(r#""publicKeyMultibase":"z{bare}""#));
        let method = &document.verification_methods()[0];
        let found = match method.agreement_key().unwrap() {
            Some(key) => key.to_multikey(),
            None => method.key().unwrap().to_multikey(),
        };
        assert_eq!(found, expected, "{method_type}");
        let warnings = document.diagnostics(None);
        // the form of did:wba's own example
        if method_type == "X25519KeyAgreementKey2019" {
            assert_eq!(warnings, []);
            continue;
        }
        let [warning] = warnings.as_slice() else { panic!("{warnings:?}") };
        assert_eq!((warning.code, warning.pointer.as_deref().unwrap()), (Code::KEY_MALFORMED, "/verificationMethod/0"));
        assert!(
            warning.message.contains("32 bytes without a multicodec") && warning.message.contains(method_type),
            "{warning}"
        );
    }
    // a Multikey says its curve by the multicodec alone
    for (method_type, text) in [("Multikey", ED25519_BARE), ("EcdsaSecp256k1VerificationKey2019", ED25519_BARE)] {
        let document = document(method_type, &format!(r#""publicKeyMultibase":"z{text}""#));
        assert!(document.verification_methods()[0].key().is_err(), "{method_type}");
    }
    // all zero: bare bytes of a point of small order
    let zero = document("Ed25519VerificationKey2020", &format!(r#""publicKeyMultibase":"z{}""#, "1".repeat(32)));
    assert!(zero.verification_methods()[0].key().unwrap_err().to_string().contains("small order"));
}

#[test]
fn only_the_first_z_is_multibase() {
    // 57 * 58^42, as Python's integers have it: a reader that strips every leading `z` gets other bytes (research 5.1 item 20)
    let text = format!("zz{}", "1".repeat(42));
    let document = document("X25519KeyAgreementKey2019", &format!(r#""publicKeyMultibase":"{text}""#));
    let key = document.verification_methods()[0].agreement_key().unwrap().unwrap();
    let hex: String = key.0.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hex, "0e9a1b2a807bb1bb7008cf9697d3720147ba8972633038daef11840000000000");
}

#[test]
fn a_coordinate_without_its_leading_zero_says_so() {
    // 31 bytes, as in a document that the ANP SDKs publish (research 5.1 item 21)
    let short = r#""publicKeyJwk":{"kty":"EC","crv":"secp256k1","x":"3QhHtIA9OrPys7Ih-C7ypn_wo0hURSJsftiO0InGX3Y","y":"zctVr4gezAgl0yrr6pdgTrj3njlU1MC_NqfoMz-MIw"}"#;
    let document = document("EcdsaSecp256k1VerificationKey2019", short);
    let error = document.verification_methods()[0].key().unwrap_err().to_string();
    assert!(error.contains("`y`") && error.contains("31 bytes") && error.contains("leading zero"), "{error}");
    let warnings = document.diagnostics(None);
    assert_eq!(warnings.len(), 1);
    assert_eq!(
        (warnings[0].code, warnings[0].pointer.as_deref().unwrap()),
        (Code::DID_KEY_UNSUPPORTED, "/verificationMethod/0")
    );
}

/// RFC 7517 sections 4.2 to 4.4.
#[test]
fn jwks_are_used_for_what_they_say() {
    for member in [
        r#""use":"sig""#,
        r#""key_ops":["verify"]"#,
        r#""key_ops":["sign","verify"],"use":"sig""#,
        r#""alg":"ES256""#,
        r#""ext":true,"kid":"x","x5u":"https://example.com""#,
    ] {
        let key = jwk(&format!("{{{P256},{member}}}")).unwrap();
        assert_eq!(key.key_type(), KeyType::P256, "{member}");
    }
    for (member, hint) in [
        (r#""use":"enc""#, "`use` is \"enc\""),
        (r#""use":"SIG""#, "`use` is \"SIG\""),
        (r#""use":null"#, "`use`"),
        (r#""key_ops":[]"#, "\"verify\""),
        (r#""key_ops":["sign"]"#, "\"verify\""),
        (r#""key_ops":["deriveKey","deriveBits"]"#, "\"verify\""),
        (r#""key_ops":"verify""#, "array"),
        (r#""key_ops":["verify",1]"#, "number"),
        (r#""key_ops":["verify","verify"]"#, "twice"),
        (r#""use":"sig","key_ops":["encrypt"]"#, "\"verify\""),
        (r#""alg":"ECDH-ES""#, "\"ECDH-ES\""),
        (r#""alg":"ES256K""#, "\"ES256K\""),
        (r#""alg":"none""#, "\"none\""),
        (r#""alg":1"#, "`alg`"),
    ] {
        let error = jwk(&format!("{{{P256},{member}}}")).unwrap_err();
        assert!(error.contains(hint), "{member}: {error}");
    }
    let ed25519 = r#""kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo""#;
    for alg in ["EdDSA", "Ed25519"] {
        assert!(jwk(&format!("{{{ed25519},\"alg\":\"{alg}\"}}")).is_ok());
    }
    assert!(jwk(&format!("{{{ed25519},\"alg\":\"ES256\"}}")).is_err());
    let secp256k1 = r#""kty":"EC","crv":"secp256k1","x":"eb5mfvncu6xVoGKVzocLBwKb_NstzijZWfKBWxb4F5g","y":"SDradyajxGVdpPv8DhEIqP0XtEimhVQZnEfQj_sQ1Lg""#;
    assert!(jwk(&format!("{{{secp256k1},\"alg\":\"ES256K\"}}")).is_ok());
    assert!(jwk(&format!("{{{secp256k1},\"alg\":\"ES256\"}}")).is_err());
    let x25519 = |member: &str| {
        let key = format!(r#""publicKeyJwk":{},{member}}}"#, X25519_JWK.trim_end_matches('}'));
        let document = document("JsonWebKey2020", &key);
        document.verification_methods()[0].agreement_key().is_ok_and(|key| key.is_some())
    };
    for member in [r#""use":"enc""#, r#""key_ops":[]"#, r#""key_ops":["deriveBits"]"#, r#""alg":"ECDH-ES""#] {
        assert!(x25519(member), "{member}");
    }
    for member in [r#""use":"sig""#, r#""key_ops":["verify"]"#] {
        assert!(!x25519(member), "{member}");
    }
}

#[test]
fn contexts_that_are_not_embedded_are_named() {
    let read = |context: &str| {
        let text = format!(r#"{{"@context":{context},"id":"{DID}"}}"#);
        DidDocument::parse_for(&DID.parse().unwrap(), text.as_bytes(), &Limits::default())
            .unwrap()
            .get()
            .diagnostics(None)
    };
    assert_eq!(read(r#""https://www.w3.org/ns/did/v1""#), []);
    let warnings = read(r#"["https://www.w3.org/ns/did/v1","https://a.example/1","https://b.example/2"]"#);
    let places: Vec<_> = warnings.iter().map(|warning| (warning.code, warning.pointer.as_deref().unwrap())).collect();
    assert_eq!(places, [(Code::CONTEXT_NOT_EMBEDDED, "/@context/1"), (Code::CONTEXT_NOT_EMBEDDED, "/@context/2")]);
    assert!(warnings[0].message.contains("https://a.example/1"), "{}", warnings[0]);
    assert_eq!(read(r#""https://a.example/1""#).len(), 1);
    let text = format!(
        r##"{{"@context":"https://www.w3.org/ns/did/v1","id":"{DID}","service":[{{"@context":"https://a.example/1","id":"#s","type":"X","serviceEndpoint":"https://b.example"}}]}}"##
    );
    let inside = DidDocument::parse_for(&DID.parse().unwrap(), text.as_bytes(), &Limits::default()).unwrap();
    assert_eq!(inside.get().diagnostics(None).len(), 1);
}

#[test]
fn proofs_of_unknown_suites_are_named() {
    let text = format!(r#"{{"id":"{DID}","proof":{{"type":"DataIntegrityProof","cryptosuite":"new-2030"}}}}"#);
    let document = DidDocument::parse_for(&DID.parse().unwrap(), text.as_bytes(), &Limits::default()).unwrap();
    let warnings = document.get().diagnostics(None);
    let [warning] = warnings.as_slice() else { panic!("{warnings:?}") };
    assert_eq!((warning.code, warning.pointer.as_deref().unwrap()), (Code::PROOF_SUITE, "/proof"));
    assert!(warning.message.contains("\"new-2030\""), "{warning}");
}
