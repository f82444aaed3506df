//! DID documents: what is read, what is refused and by which code.

use adp_fixtures::third_party;
use agent_description::{
    Code, CodedError, Limits,
    did::{Did, DidDocument, DidDocumentBuilder, DidError, DidService, DidUrl, DocumentProof, Purpose},
    key::{KeyType, SigningKey},
    suite::Suite,
};

const DID: &str = "did:wba:example.com:agents:a";

// RFC 6979 A.2.5's public key; its Multikey form is the one in the W3C ECDSA test vectors
const P256_JWK: &str = r#"{"kty":"EC","crv":"P-256","x":"YP7UuiVanTHJYet0xjVtaMBJuJI7Yfps5mliLmDyn7Y","y":"eQP-EAi4vJmkGunpVii8ZPLxsgwtfp9Rd6PClNRGIpk"}"#;
const P256_MULTIKEY: &str = "zDnaepBuvsQ8cpsWrVKw8fbpGpvPeNSjVPTWoq6cRqaYzBKVP";
// the generator of P-256
const OTHER_P256_MULTIKEY: &str = "zDnaepsL7AXenJkVYdkh5KuKsSU7Ykh7kyXaLLU7auN9FWSiZ";
// RFC 8032 7.1 test 1
const ED25519_JWK: &str = r#"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#;
const ED25519_MULTIKEY: &str = "z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw";
const ED25519_BASE58: &str = "FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z";
// the generator of secp256k1
const SECP256K1_JWK: &str = r#"{"kty":"EC","crv":"secp256k1","x":"eb5mfvncu6xVoGKVzocLBwKb_NstzijZWfKBWxb4F5g","y":"SDradyajxGVdpPv8DhEIqP0XtEimhVQZnEfQj_sQ1Lg"}"#;
const SECP256K1_MULTIKEY: &str = "zQ3shVc2UkAfJCdc1TR8E66J85h48P43r93q8jGPkPpjF9Ef9";

fn did() -> Did {
    DID.parse().unwrap()
}

fn url(fragment: &str) -> DidUrl {
    DidUrl::new(&did(), fragment).unwrap()
}

fn read(text: &str) -> Result<DidDocument, DidError> {
    DidDocument::parse_for(&did(), text.as_bytes(), &Limits::default()).map(|resolved| resolved.into_inner())
}

/// A document of `DID` with these further members.
fn document(members: &str) -> String {
    format!("{{\"id\":\"{DID}\"{}{members}}}", if members.is_empty() { "" } else { "," })
}

/// A Multikey method of this id.
fn multikey(id: &str) -> String {
    format!(r#"{{"id":"{id}","type":"Multikey","controller":"{DID}","publicKeyMultibase":"{P256_MULTIKEY}"}}"#)
}

#[track_caller]
fn refused(text: &str, code: Code, pointer: &str) -> DidError {
    let error = read(text).map(|_| ()).unwrap_err();
    assert_eq!(error.code(), code, "{text}: {error}");
    assert_eq!(error.pointer().as_deref(), Some(pointer), "{text}: {error}");
    assert!(error.position().is_some(), "{text}: {error}");
    error
}

#[test]
fn id_must_be_the_did_byte_for_byte() {
    read(&document("")).unwrap();
    for other in [
        "did:wba:example.com:agents:A",
        "did:wba:Example.com:agents:a",
        "did:wba:example.com%3A443:agents:a",
        "did:wba:example.com:agents:a ",
        "did:wba:example.com:agents:a#",
        "did:web:example.com:agents:a",
        "did:wba:evil.example",
        "",
    ] {
        let error = refused(&format!("{{\"x\":1,\n \"id\":\"{other}\"}}"), Code::DID_ID_MISMATCH, "/id");
        assert_eq!(error.position().unwrap().to_string(), "2:7");
        assert!(error.to_string().contains(&format!("{other:?}")) && error.to_string().contains(DID), "{error}");
    }
    refused("{}", Code::DID_DOCUMENT_INVALID, "");
    refused(r#"{"id":["did:wba:example.com:agents:a"]}"#, Code::DID_DOCUMENT_INVALID, "/id");
    refused(r#"{"id":null}"#, Code::DID_DOCUMENT_INVALID, "/id");
}

#[test]
fn strict_json_with_the_size_of_did_documents() {
    for (text, code) in [
        ("[]", Code::DOCUMENT_SHAPE),
        ("{", Code::JSON_SYNTAX),
        (r#"{"id":"did:wba:example.com:agents:a","id":"did:wba:evil.example"}"#, Code::JSON_DUPLICATE_KEY),
        (r#"{"id":"did:wba:example.com:agents:a","n":9007199254740993}"#, Code::JSON_NUMBER),
    ] {
        let error = read(text).map(|_| ()).unwrap_err();
        assert_eq!(error.code(), code, "{text}");
        assert!(error.position().is_some(), "{text}");
    }
    let padded = |size: usize| format!("{}{}", document(""), " ".repeat(size - document("").len()));
    read(&padded(256 << 10)).unwrap();
    assert_eq!(read(&padded((256 << 10) + 1)).map(|_| ()).unwrap_err().code(), Code::JSON_SIZE);
}

#[test]
fn deactivated_documents_do_not_resolve() {
    refused(&document(r#""deactivated":true"#), Code::DID_DEACTIVATED, "/deactivated");
    read(&document(r#""deactivated":false"#)).unwrap();
    for odd in ["\"true\"", "1", "null", "{}"] {
        refused(&document(&format!("\"deactivated\":{odd}")), Code::DID_DOCUMENT_INVALID, "/deactivated");
    }
}

#[test]
fn relationships_decide_what_a_method_may_be_used_for() {
    let text = document(&format!(
        r##""verificationMethod":[{},{}],
        "authentication":["#key-1"],
        "assertionMethod":["{DID}#key-1",{}],
        "keyAgreement":["did:wba:other.example#key-9"]"##,
        multikey("#key-1"),
        multikey(&format!("{DID}#key-2")),
        multikey("#inline"),
    ));
    let read = read(&text).unwrap();
    let ids: Vec<_> = read.verification_methods().iter().map(|method| method.id.as_str()).collect();
    assert_eq!(ids, [format!("{DID}#key-1"), format!("{DID}#key-2"), format!("{DID}#inline")]);
    for (fragment, authentication, assertion) in
        [("key-1", true, true), ("key-2", false, false), ("inline", false, true), ("key-3", false, false)]
    {
        assert_eq!(read.lists(&url(fragment), Purpose::Authentication), authentication, "{fragment}");
        assert_eq!(read.lists(&url(fragment), Purpose::AssertionMethod), assertion, "{fragment}");
        for purpose in [Purpose::KeyAgreement, Purpose::CapabilityInvocation, Purpose::CapabilityDelegation] {
            assert!(!read.lists(&url(fragment), purpose), "{fragment} {purpose}");
        }
    }
    assert!(read.lists(&"did:wba:other.example#key-9".parse().unwrap(), Purpose::KeyAgreement));
    assert!(read.verification_method(&url("inline")).unwrap().key().is_ok());
    assert!(read.verification_method(&url("key-3")).is_none());
    assert!(read.verification_method(&"did:wba:example.com#key-1".parse().unwrap()).is_none());
    assert_eq!(read.id().as_str(), DID);
    assert_eq!(read.listed_under(Purpose::AssertionMethod), [format!("{DID}#key-1"), format!("{DID}#inline")]);
}

#[test]
fn method_ids_are_unique_after_expansion() {
    let methods = |list: &[String]| document(&format!("\"verificationMethod\":[{}]", list.join(",")));
    let full = format!("{DID}#key-1");
    refused(&methods(&[multikey("#key-1"), multikey("#key-1")]), Code::DID_METHOD_AMBIGUOUS, "/verificationMethod/1");
    refused(
        &methods(&[multikey("#a"), multikey("#key-1"), multikey(&full)]),
        Code::DID_METHOD_AMBIGUOUS,
        "/verificationMethod/2",
    );
    let embedded =
        document(&format!("\"verificationMethod\":[{}],\"authentication\":[{}]", multikey("#key-1"), multikey(&full)));
    refused(&embedded, Code::DID_METHOD_AMBIGUOUS, "/authentication/0");
    let twice = document(&format!("\"authentication\":[{0}],\"assertionMethod\":[{0}]", multikey("#key-1")));
    refused(&twice, Code::DID_METHOD_AMBIGUOUS, "/assertionMethod/0");
    // ids that no proof can name are counted too
    refused(
        &methods(&[multikey("did:plc:z6Mk#z6Mk"), multikey("did:plc:z6Mk#z6Mk")]),
        Code::DID_METHOD_AMBIGUOUS,
        "/verificationMethod/1",
    );
}

#[test]
fn methods_of_other_dids_are_kept_but_never_mistaken_for_our_own() {
    let text = document(&format!(
        "\"verificationMethod\":[{},{},{}]",
        multikey("did:wba:evil.example#key-1"),
        multikey("did:plc:z6Mk#z6Mk"),
        multikey(&format!("{DID}?versionId=1#key-1"))
    ));
    let read = read(&text).unwrap();
    assert_eq!(read.verification_methods().len(), 1);
    assert_eq!(read.verification_methods()[0].id.did().as_str(), "did:wba:evil.example");
    assert!(read.verification_method(&url("key-1")).is_none());
}

#[test]
fn at_most_64_verification_methods() {
    let many = |n: usize| -> Vec<String> { (0..n).map(|index| multikey(&format!("#key-{index}"))).collect() };
    read(&document(&format!("\"verificationMethod\":[{}]", many(64).join(",")))).unwrap();
    refused(
        &document(&format!("\"verificationMethod\":[{}]", many(65).join(","))),
        Code::DID_DOCUMENT_INVALID,
        "/verificationMethod/64",
    );
    let text = document(&format!(
        "\"verificationMethod\":[{}],\"authentication\":[{}]",
        many(64).join(","),
        multikey("#extra")
    ));
    refused(&text, Code::DID_DOCUMENT_INVALID, "/authentication/0");
    let mut limits = Limits::default();
    limits.verification_methods = 65;
    DidDocument::parse_for(&did(), text.as_bytes(), &limits).unwrap();
}

#[test]
fn members_of_the_wrong_shape() {
    for (members, pointer) in [
        (r#""verificationMethod":{}"#, "/verificationMethod"),
        (r##""verificationMethod":["#key-1"]"##, "/verificationMethod/0"),
        (r#""verificationMethod":[{}]"#, "/verificationMethod/0"),
        (r#""verificationMethod":[{"id":1}]"#, "/verificationMethod/0/id"),
        (r#""verificationMethod":[{"id":"key-1"}]"#, "/verificationMethod/0/id"),
        (
            r##""verificationMethod":[{"id":"#","type":"Multikey","controller":"did:wba:a.b"}]"##,
            "/verificationMethod/0/id",
        ),
        (
            r##""verificationMethod":[{"id":"#a b","type":"Multikey","controller":"did:wba:a.b"}]"##,
            "/verificationMethod/0/id",
        ),
        (r##""verificationMethod":[{"id":"#key-1","type":"Multikey"}]"##, "/verificationMethod/0"),
        (
            r##""verificationMethod":[{"id":"#key-1","type":"Multikey","controller":[]}]"##,
            "/verificationMethod/0/controller",
        ),
        (r##""verificationMethod":[{"id":"#key-1","controller":"did:wba:a.b"}]"##, "/verificationMethod/0"),
        (
            r##""verificationMethod":[{"id":"#key-1","type":["Multikey"],"controller":"did:wba:a.b"}]"##,
            "/verificationMethod/0/type",
        ),
        (r##""authentication":"#key-1""##, "/authentication"),
        (r#""authentication":["key-1"]"#, "/authentication/0"),
        (r#""assertionMethod":[null]"#, "/assertionMethod/0"),
        (r#""capabilityDelegation":[["x"]]"#, "/capabilityDelegation/0"),
        (r#""service":{}"#, "/service"),
        (r#""service":["x"]"#, "/service/0"),
        (r#""service":[{"type":"x","serviceEndpoint":"https://a.b"}]"#, "/service/0"),
        (r#""service":[{"id":"x","serviceEndpoint":"https://a.b"}]"#, "/service/0"),
        (r#""service":[{"id":"x","type":"x"}]"#, "/service/0"),
        (r#""service":[{"id":"x","type":[1],"serviceEndpoint":"https://a.b"}]"#, "/service/0/type/0"),
        (r#""service":[{"id":"x","type":"x","serviceEndpoint":1}]"#, "/service/0/serviceEndpoint"),
        (r#""service":[{"id":"x","type":"x","serviceEndpoint":[null]}]"#, "/service/0/serviceEndpoint"),
        (
            r##""service":[{"id":"#x","type":"x","serviceEndpoint":"a:"},{"id":"did:wba:example.com:agents:a#x","type":"x","serviceEndpoint":"a:"}]"##,
            "/service/1",
        ),
        (r#""@context":1"#, "/@context"),
        (r#""@context":null"#, "/@context"),
        (r#""@context":["https://www.w3.org/ns/did/v1",["x"]]"#, "/@context/1"),
    ] {
        refused(&document(members), Code::DID_DOCUMENT_INVALID, pointer);
    }
}

#[test]
fn inline_contexts_must_not_redefine_did_core() {
    for name in [
        "id",
        "type",
        "alsoKnownAs",
        "assertionMethod",
        "authentication",
        "capabilityDelegation",
        "capabilityInvocation",
        "controller",
        "keyAgreement",
        "proof",
        "service",
        "serviceEndpoint",
        "verificationMethod",
        "@base",
        "@import",
    ] {
        for context in [
            format!("{{\"{name}\":\"https://evil.example/x\"}}"),
            format!("[\"https://www.w3.org/ns/did/v1\",{{\"{name}\":null}}]"),
        ] {
            let error = read(&document(&format!("\"@context\":{context}"))).map(|_| ()).unwrap_err();
            assert_eq!(error.code(), Code::DID_DOCUMENT_INVALID, "{context}");
            assert!(error.to_string().contains(&format!("`{name}`")), "{error}");
        }
    }
    for context in [
        r#""https://www.w3.org/ns/did/v1""#,
        r#"["https://www.w3.org/ns/did/v1","https://unknown.example/v1"]"#,
        r#"[{"publicKeyJwk":{"@id":"https://w3id.org/security#publicKeyJwk","@type":"@json"},"@vocab":"https://example.com/#"}]"#,
    ] {
        read(&document(&format!("\"@context\":{context}"))).unwrap();
    }
}

/// Where an inline context can stand: the document's members around it, and the pointer to it.
const PLACES: &[(&str, &str)] = &[
    (r#""@context":CONTEXT"#, "/@context"),
    (r#""@context":["https://www.w3.org/ns/did/v1",CONTEXT]"#, "/@context/1"),
    (
        r##""verificationMethod":[{"@context":CONTEXT,"id":"#m","type":"Multikey","controller":"did:wba:example.com"}]"##,
        "/verificationMethod/0/@context",
    ),
    (
        r##""assertionMethod":[{"id":"#m","type":"Multikey","controller":"did:wba:example.com","@context":["https://w3id.org/security/multikey/v1",CONTEXT]}]"##,
        "/assertionMethod/0/@context/1",
    ),
    (
        r##""verificationMethod":[{"id":"#m","type":"JsonWebKey","controller":"did:wba:example.com","publicKeyJwk":{"@context":CONTEXT}}]"##,
        "/verificationMethod/0/publicKeyJwk/@context",
    ),
    (
        r##""service":[{"id":"#s","type":"A","serviceEndpoint":{"uri":[{"deep":{"@context":CONTEXT}}]}}]"##,
        "/service/0/serviceEndpoint/uri/0/deep/@context",
    ),
    (r#""proof":{"type":"UnknownProof","@context":CONTEXT}"#, "/proof/@context"),
    (r#""note":[[{"a":{"b":[{"@context":CONTEXT}]}}]]"#, "/note/0/0/a/b/0/@context"),
    (r#""@context":{"note":{"@id":"https://example.org/note","@context":CONTEXT}}"#, "/@context/note/@context"),
    (
        r#""@context":{"note":{"@id":"https://example.org/note","@context":[{"more":{"@id":"https://example.org/more","@context":CONTEXT}}]}}"#,
        "/@context/note/@context/0/more/@context",
    ),
];

#[test]
fn no_context_at_any_depth_changes_what_is_read() {
    for (place, pointer) in PLACES {
        let at = |context: &str| document(&place.replace("CONTEXT", context));
        for context in [
            r#"{"assertionMethod":"https://evil.example/x"}"#,
            r#"{"controller":{"@id":"https://w3id.org/security#controller"}}"#,
            r#"{"id":"@id"}"#,
            r#"{"type":null}"#,
            r#"{"@base":"did:wba:evil.example"}"#,
            r#"{"@import":"https://www.w3.org/ns/did/v1"}"#,
            // names of methods and proofs that DID Core's context leaves open
            r#"{"publicKeyJwk":"https://evil.example/key"}"#,
            r#"{"publicKeyMultibase":null}"#,
            r#"{"publicKeyMultibase":{"@type":"@id"}}"#,
            r#"{"expires":"https://schema.org/expires"}"#,
            r#"{"sec":"https://evil.example/","revoked":"sec:revoked"}"#,
            r#"{"Multikey":{"@id":"https://w3id.org/security#JsonWebKey"}}"#,
            r#"{"proofValue":false}"#,
            // other names for what is read
            r#"{"boss":"https://w3id.org/security#controller"}"#,
            r#"{"sec":"https://w3id.org/security#","signs":{"@id":"sec:assertionMethod","@type":"@id"}}"#,
            r#"{"boss":"controller"}"#,
            r#"{"ended":{"@id":"https://w3id.org/security#revoked"}}"#,
            r#"{"isControllerOf":{"@reverse":"https://w3id.org/security#controller"}}"#,
            r#"{"identifier":"@id"}"#,
            r#"{"kind":{"@id":"@type"}}"#,
            r#"{"inside":"@nest"}"#,
            r#"{"beside":"@included"}"#,
            // no context at all
            "null",
            "1",
            "true",
        ] {
            refused(&at(context), Code::DID_DOCUMENT_INVALID, pointer);
        }
        // in arrays, by their places
        for (context, below) in [
            ("[null]", "/0"),
            (r#"["https://www.w3.org/ns/did/v1",null]"#, "/1"),
            (r#"[[]]"#, "/0"),
            (r#"[[{"id":"@id"}]]"#, "/0"),
            (r#"[{"x":"https://example.org/x"},{"proof":"https://evil.example/x"}]"#, "/1"),
        ] {
            let text = at(context);
            let error = read(&text).map(|_| ()).unwrap_err();
            assert_eq!(error.code(), Code::DID_DOCUMENT_INVALID, "{text}");
            let found = error.pointer().unwrap();
            // an array in an array is refused where it stands
            assert!(found == format!("{pointer}{below}") || found == *pointer, "{found}: {text}");
        }
        for context in [
            "{}",
            r#""https://w3id.org/security/multikey/v1""#,
            r#"{"note":"https://example.org/note","ex":"https://example.org/"}"#,
            r#"{"sec":"https://w3id.org/security#","publicKeyJwk":{"@id":"sec:publicKeyJwk","@type":"@json"}}"#,
            r#"{"created":{"@id":"http://purl.org/dc/terms/created"},"text":"@value","@vocab":"https://example.org/"}"#,
        ] {
            read(&at(context)).map(|_| ()).unwrap_or_else(|error| panic!("{error}: {}", at(context)));
        }
        if !pointer.ends_with("/1") {
            read(&at("[]")).map(|_| ()).unwrap_or_else(|error| panic!("{error}: {place}"));
        }
    }
}

/// A published context may stand below the root as well; one that is not embedded is named.
#[test]
fn contexts_below_the_root_that_are_not_embedded_are_named() {
    let text = document(
        r##""@context":"https://www.w3.org/ns/did/v1","service":[{"@context":"https://unknown.example/v1","id":"#s","type":"A","serviceEndpoint":"https://example.com/"}]"##,
    );
    let diagnostics = read(&text).unwrap().diagnostics(None);
    let codes: Vec<Code> = diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    assert_eq!(codes, [Code::CONTEXT_NOT_EMBEDDED]);
}

/// What stands before `//` is a scheme, even where the context has a term of its name (JSON-LD 1.1 API, section 5.2).
#[test]
fn a_term_named_as_a_scheme_is_no_prefix_of_addresses() {
    let context =
        |meaning: &str| document(&format!(r#""@context":{{"https":"https://example.com/","keys":"{meaning}"}}"#));
    refused(&context("https://w3id.org/security#verificationMethod"), Code::DID_DOCUMENT_INVALID, "/@context");
    read(&context("https://w3id.org/security#other")).unwrap();
}

#[test]
fn contexts_at_hand_must_make_json_ld_of_the_document() {
    for context in [
        // not DID Core's term, but one that its context brings protected
        r#"["https://www.w3.org/ns/did/v1",{"@vocab":7}]"#,
        r#"[{"@version":2}]"#,
    ] {
        let text = document(&format!("\"@context\":{context},\"alias\":\"did:wba:evil.example\""));
        refused(&text, Code::DID_DOCUMENT_INVALID, "/@context");
    }
    // what an unknown context would make of it is unknown
    read(&document(r#""@context":["https://unknown.example/v1",{"@vocab":7}]"#)).unwrap();
}

/// A method with this type and these further members, read for its key.
fn method(method_type: &str, members: &str) -> Result<(KeyType, String), DidError> {
    let text = document(&format!(
        r##""verificationMethod":[{},{{"id":"#key-1","type":"{method_type}","controller":"{DID}"{}{members}}}]"##,
        multikey("#other"),
        if members.is_empty() { "" } else { "," },
    ));
    let read = read(&text).unwrap();
    // a bad key spoils its method alone
    assert!(read.verification_method(&url("other")).unwrap().key().is_ok());
    let method = read.verification_method(&url("key-1")).unwrap();
    assert_eq!((method.method_type.as_str(), method.controller.as_str()), (method_type, DID));
    method.key().map(|key| (key.key_type(), key.to_multikey())).map_err(Clone::clone)
}

fn jwk(jwk: &str) -> String {
    format!("\"publicKeyJwk\":{jwk}")
}

fn multibase(text: &str) -> String {
    format!("\"publicKeyMultibase\":\"{text}\"")
}

#[test]
fn keys_in_the_forms_of_their_types() {
    let base58 = format!("\"publicKeyBase58\":\"{ED25519_BASE58}\"");
    for (method_type, members, key_type, expected) in [
        ("JsonWebKey2020", jwk(P256_JWK), KeyType::P256, P256_MULTIKEY),
        ("JsonWebKey2020", jwk(ED25519_JWK), KeyType::Ed25519, ED25519_MULTIKEY),
        ("JsonWebKey2020", jwk(SECP256K1_JWK), KeyType::Secp256k1, SECP256K1_MULTIKEY),
        ("JsonWebKey", jwk(P256_JWK), KeyType::P256, P256_MULTIKEY),
        ("Multikey", multibase(P256_MULTIKEY), KeyType::P256, P256_MULTIKEY),
        ("Multikey", multibase(ED25519_MULTIKEY), KeyType::Ed25519, ED25519_MULTIKEY),
        ("Multikey", multibase(SECP256K1_MULTIKEY), KeyType::Secp256k1, SECP256K1_MULTIKEY),
        ("EcdsaSecp256r1VerificationKey2019", jwk(P256_JWK), KeyType::P256, P256_MULTIKEY),
        ("EcdsaSecp256r1VerificationKey2019", multibase(P256_MULTIKEY), KeyType::P256, P256_MULTIKEY),
        ("EcdsaSecp256k1VerificationKey2019", jwk(SECP256K1_JWK), KeyType::Secp256k1, SECP256K1_MULTIKEY),
        ("Ed25519VerificationKey2020", multibase(ED25519_MULTIKEY), KeyType::Ed25519, ED25519_MULTIKEY),
        ("Ed25519VerificationKey2018", base58.clone(), KeyType::Ed25519, ED25519_MULTIKEY),
        ("Ed25519VerificationKey2018", jwk(ED25519_JWK), KeyType::Ed25519, ED25519_MULTIKEY),
        // both forms, the same key
        ("JsonWebKey2020", format!("{},{}", jwk(P256_JWK), multibase(P256_MULTIKEY)), KeyType::P256, P256_MULTIKEY),
        ("Multikey", format!("{},{}", multibase(P256_MULTIKEY), jwk(P256_JWK)), KeyType::P256, P256_MULTIKEY),
    ] {
        let (found, text) =
            method(method_type, &members).unwrap_or_else(|error| panic!("{method_type} {members}: {error}"));
        assert_eq!((found, text.as_str()), (key_type, expected), "{method_type} {members}");
    }
}

#[test]
fn keys_that_cannot_be_used() {
    let off_curve =
        P256_JWK.replace("eQP-EAi4vJmkGunpVii8ZPLxsgwtfp9Rd6PClNRGIpk", "eQP-EAi4vJmkGunpVii8ZPLxsgwtfp9Rd6PClNRGIpg");
    let bare = format!("z{ED25519_BASE58}");
    for (method_type, members, hint) in [
        ("Multikey", String::new(), "publicKeyMultibase"),
        ("Multikey", jwk(P256_JWK), "publicKeyMultibase"),
        ("JsonWebKey2020", multibase(P256_MULTIKEY), "publicKeyJwk"),
        ("JsonWebKey2020", "\"publicKeyJwk\":\"x\"".to_owned(), "a string"),
        ("Multikey", "\"publicKeyMultibase\":{}".to_owned(), "an object"),
        ("Multikey", multibase("zzz"), "Multikey"),
        ("Multikey", multibase(&bare), "Multikey"),
        ("JsonWebKey2020", jwk(&off_curve), "curve"),
        ("JsonWebKey2020", jwk(r#"{"kty":"RSA","n":"AQAB","e":"AQAB"}"#), "RSA"),
        (
            "JsonWebKey2020",
            jwk(r#"{"kty":"OKP","crv":"X25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#),
            "X25519",
        ),
        // for key agreement only: tests/did/key_material.rs
        (
            "X25519KeyAgreementKey2019",
            multibase("z6LSeJZHnf9JoXVWWztK4KqVZpTFWP4e2sckqF5r5LC9PQoy"),
            "for key agreement",
        ),
        ("SomethingNew2030", multibase(P256_MULTIKEY), "SomethingNew2030"),
        // a type that says another curve than the key's
        ("EcdsaSecp256r1VerificationKey2019", jwk(SECP256K1_JWK), "P-256"),
        ("EcdsaSecp256k1VerificationKey2019", jwk(P256_JWK), "secp256k1"),
        ("Ed25519VerificationKey2020", multibase(P256_MULTIKEY), "Ed25519"),
        // two different keys in one method
        ("JsonWebKey2020", format!("{},{}", jwk(P256_JWK), multibase(OTHER_P256_MULTIKEY)), "a different key"),
        ("Multikey", format!("{},{}", multibase(OTHER_P256_MULTIKEY), jwk(P256_JWK)), "a different key"),
        ("Multikey", format!("{},\"publicKeyJwk\":1", multibase(P256_MULTIKEY)), "a number"),
        (
            "Ed25519VerificationKey2018",
            format!("\"publicKeyBase58\":\"{ED25519_BASE58}\",{}", multibase(P256_MULTIKEY)),
            "a different key",
        ),
        // forms that are not read, alone or beside one that is
        (
            "Multikey",
            format!("{},\"publicKeyBase58\":\"{ED25519_BASE58}\"", multibase(ED25519_MULTIKEY)),
            "publicKeyBase58",
        ),
        ("Multikey", format!("{},\"publicKeyHex\":\"00\"", multibase(P256_MULTIKEY)), "publicKeyHex"),
        ("Ed25519VerificationKey2018", "\"publicKeyBase58\":\"1111\"".to_owned(), "32"),
        ("Ed25519VerificationKey2018", format!("\"publicKeyBase58\":\"{}\"", "z".repeat(45)), "publicKeyBase58"),
        // ends that cannot be read
        ("Multikey", format!("{},\"revoked\":true", multibase(P256_MULTIKEY)), "revoked"),
        ("Multikey", format!("{},\"revoked\":\"2026\"", multibase(P256_MULTIKEY)), "revoked"),
        ("Multikey", format!("{},\"expires\":\"soon\"", multibase(P256_MULTIKEY)), "expires"),
    ] {
        let error = method(method_type, &members).unwrap_err();
        assert_eq!(error.code(), Code::DID_KEY_UNSUPPORTED, "{method_type} {members}: {error}");
        assert_eq!(error.pointer().as_deref(), Some("/verificationMethod/1"), "{error}");
        let message = error.to_string();
        assert!(message.contains(hint), "{method_type} {members}: {message}");
        assert!(message.contains(&format!("{DID}#key-1")), "{message}");
    }
}

/// At any place and under any name: any reader of the document can sign with it.
#[test]
fn a_document_with_a_private_key_is_refused() {
    const SECRET: &str = "ya-p2EW6deZrFcIXZ7HWk04Qw9s26JsSe4piKxIPZyE";
    let with_d = P256_JWK.replace("\"kty\"", &format!("\"d\":\"{SECRET}\",\"kty\""));
    let method = |members: &str| format!(r##"{{"id":"#k","type":"JsonWebKey2020","controller":"{DID}",{members}}}"##);
    let secret_multikey = multibase("z42tmUXTVn3n9BihE6NhdMpvVBTnFTgmb6fw18o5Ud6puhRW");
    for (members, pointer) in [
        (format!(r#""verificationMethod":[{}]"#, method(&jwk(&with_d))), "/verificationMethod/0/publicKeyJwk/d"),
        (
            format!(
                r#""verificationMethod":[{},{}]"#,
                multikey("#a"),
                method(r#""publicKeyJwk":{"kty":"oct","k":"AQAB"}"#)
            ),
            "/verificationMethod/1/publicKeyJwk/k",
        ),
        (
            format!(
                r#""verificationMethod":[{}]"#,
                method(r#""publicKeyJwk":{"kty":"RSA","n":"AQAB","e":"AQAB","dq":"AQAB"}"#)
            ),
            "/verificationMethod/0/publicKeyJwk/dq",
        ),
        (
            format!(r#""capabilityDelegation":[{}]"#, method(&secret_multikey)),
            "/capabilityDelegation/0/publicKeyMultibase",
        ),
        (
            format!(r#""keyAgreement":[{}]"#, method(&format!(r#""privateKeyJwk":{{}},{}"#, jwk(P256_JWK)))),
            "/keyAgreement/0/privateKeyJwk",
        ),
        (
            format!(r#""authentication":[{}]"#, method(&format!(r#""secretKeyMultibase":"z42","{}":1"#, "x"))),
            "/authentication/0/secretKeyMultibase",
        ),
        (
            format!(r##""service":[{{"id":"#s","type":"X","serviceEndpoint":{{"keys":[{with_d}]}}}}]"##),
            "/service/0/serviceEndpoint/keys/0/d",
        ),
        (format!(r#""backup":{{"privateKeyHex":"{}"}}"#, "ab".repeat(32)), "/backup/privateKeyHex"),
        (r#""backup":{"-----BEGIN PRIVATE KEY-----MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v":1}"#.to_owned(), "/backup"),
    ] {
        let error = refused(&document(&members), Code::DID_KEY_UNSUPPORTED, pointer);
        let message = error.to_string();
        assert!(message.contains("the private key is compromised"), "{message}");
        assert!(
            !message.contains("ya-p2EW6")
                && !message.contains("z42t")
                && !message.contains("MC4C")
                && !message.contains("abab"),
            "{message}"
        );
    }
}

#[test]
fn a_controller_that_is_no_did_is_told() {
    let text = document(&format!(
        "\"verificationMethod\":[{},{}]",
        multikey("#a"),
        multikey("#b").replace(&format!("\"controller\":\"{DID}\""), &format!("\"controller\":\"{DID}#b\"")),
    ));
    let found = read(&text).unwrap().diagnostics(None);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].rule.id, found[0].code), ("did-method-controller", Code::PROOF_CONTROLLER));
    assert_eq!(found[0].pointer.as_deref(), Some("/verificationMethod/1/controller"));
    assert!(found[0].message.ends_with(&format!("expected a DID; write {DID:?}")), "{}", found[0].message);
}

/// Microsoft Entra's documents have such a context.
#[test]
fn the_documents_own_did_may_be_its_base() {
    let text = |base: &str| {
        document(&format!(
            r#""@context":["https://www.w3.org/ns/did/v1",{{"@base":{base}}}],"verificationMethod":[{}],"authentication":["\u0023key-1"]"#,
            multikey("#key-1")
        ))
    };
    let own = read(&text(&format!("{DID:?}"))).unwrap();
    assert!(own.lists(&url("key-1"), Purpose::Authentication));
    assert_eq!(own.diagnostics(None), []);
    for other in [
        "null",
        "\"\"",
        "\"did:wba:example.com:agents:A\"",
        "\"https://example.com/\"",
        "\"did:wba:example.com:agents:a#\"",
        "[]",
        "{\"@id\":\"did:wba:example.com:agents:a\"}",
    ] {
        refused(&text(other), Code::DID_DOCUMENT_INVALID, "/@context/1");
    }
}

#[test]
fn services() {
    let text = document(
        r##""service":[
          {"id":"#ad","type":"AgentDescription","serviceEndpoint":"https://example.com/ad.json"},
          {"id":"did:wba:example.com:agents:a#m","type":["ANPMessageService","Other"],"serviceEndpoint":{"uri":"https://example.com/m"}}]"##,
    );
    let read = read(&text).unwrap();
    let [ad, message] = read.services() else { panic!("{:?}", read.services()) };
    assert_eq!(ad.id, format!("{DID}#ad"));
    assert!(ad.has_type(DidService::AGENT_DESCRIPTION));
    assert_eq!(ad.endpoint.as_str(), Some("https://example.com/ad.json"));
    assert!(message.has_type("Other") && !message.has_type("AgentDescription"));
    assert_eq!(message.endpoint.as_str(), None);
    assert_eq!(message.endpoint.get("uri").and_then(|uri| uri.as_str()), Some("https://example.com/m"));
}

// Signed by RFC 6979 A.2.5's key with Python's `cryptography` over canonical texts from Python's `json`.
const SIGNED: &str = r##"{
  "@context": ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/multikey/v1"],
  "id": "did:wba:example.com:agents:a",
  "verificationMethod": [{
    "id": "#key-1", "type": "Multikey", "controller": "did:wba:example.com:agents:a",
    "publicKeyMultibase": "zDnaepBuvsQ8cpsWrVKw8fbpGpvPeNSjVPTWoq6cRqaYzBKVP"
  }],
  "assertionMethod": ["#key-1"],
  "proof": PROOF
}"##;
const ECDSA_JCS_2019: &str = r#"{
    "type": "DataIntegrityProof", "cryptosuite": "ecdsa-jcs-2019",
    "created": "2026-01-31T12:00:00Z", "expires": "2027-01-31T12:00:00Z",
    "verificationMethod": "did:wba:example.com:agents:a#key-1", "proofPurpose": "assertionMethod",
    "proofValue": "z2rDkML9VhDyX87R6vNpinrCkFPrNt2atGJxhQWryMAtutsBNY5CRb9QuoYEkHSyuBMpp92LzhKYnkjXSkZupopeY"
  }"#;
const ADP_ECDSA_P256: &str = r#"{
    "type": "EcdsaSecp256r1Signature2019", "created": "2026-01-31T12:00:00Z",
    "verificationMethod": "did:wba:example.com:agents:a#key-1", "proofPurpose": "assertionMethod",
    "proofValue": "8IzdC7Da4anNGd6ku8okdV6l37SHJq2TDedVcmK5u-2VDYT69Kb2OcJ6owtWTBMo_79lQlHsmGKO3VsH96TKcw"
  }"#;

#[test]
fn its_own_proof_is_verified_whenever_the_suite_is_known() {
    let with_context = ECDSA_JCS_2019
        .replace(
            "\"created\"",
            "\"@context\": [\"https://www.w3.org/ns/did/v1\", \"https://w3id.org/security/multikey/v1\"], \"created\"",
        )
        .replace(
            "z2rDkML9VhDyX87R6vNpinrCkFPrNt2atGJxhQWryMAtutsBNY5CRb9QuoYEkHSyuBMpp92LzhKYnkjXSkZupopeY",
            "z3Z5Mhu4nGvQGguHavBxc7tsq7E47Pm7KMocYYArt4WJ74nXyPaf7KgrXyRzWY2eexajgsNMYsGYtgQhqtAtPSPFY",
        );
    for (proof, suite) in [
        (ECDSA_JCS_2019, Suite::EcdsaJcs2019),
        (with_context.as_str(), Suite::EcdsaJcs2019),
        (ADP_ECDSA_P256, Suite::AdpEcdsaP256),
    ] {
        let text = SIGNED.replace("PROOF", proof);
        let read = read(&text).unwrap();
        let Some(DocumentProof::Verified { suite: found, method, created, expires, .. }) = read.proof() else {
            panic!("{:?}", read.proof());
        };
        assert_eq!((*found, method), (suite, &url("key-1")));
        assert_eq!(*created, Some("2026-01-31T12:00:00Z".parse().unwrap()));
        assert_eq!(expires.is_some(), suite == Suite::EcdsaJcs2019);
        let changed = text.replace("\"id\": \"#key-1\"", "\"x\": 1, \"id\": \"#key-1\"");
        refused(&changed, Code::DID_DOCUMENT_PROOF, "/proof");
    }
}

#[test]
fn its_own_proof_expires() {
    let read = read(&SIGNED.replace("PROOF", ECDSA_JCS_2019)).unwrap();
    read.check_time("2027-01-31T11:59:59Z".parse().unwrap()).unwrap();
    // made after this time: not compared
    read.check_time("2020-01-01T00:00:00Z".parse().unwrap()).unwrap();
    for now in ["2027-01-31T12:00:00Z", "2030-01-01T00:00:00Z"] {
        let error = read.check_time(now.parse().unwrap()).unwrap_err();
        assert_eq!((error.code(), error.pointer().as_deref()), (Code::DID_DOCUMENT_PROOF, Some("/proof")));
    }
    assert!(self::read(&document("")).unwrap().check_time("2030-01-01T00:00:00Z".parse().unwrap()).is_ok());
}

#[test]
fn proofs_of_unknown_suites_are_noted() {
    let proof = ECDSA_JCS_2019.replace("ecdsa-jcs-2019", "ecdsa-xyz-2099");
    assert_eq!(
        read(&SIGNED.replace("PROOF", &proof)).unwrap().proof(),
        Some(&DocumentProof::UnknownSuite {
            proof_type: "DataIntegrityProof".to_owned(),
            cryptosuite: Some("ecdsa-xyz-2099".to_owned())
        })
    );
    assert_eq!(read(&document("")).unwrap().proof(), None);
}

#[test]
fn proofs_of_its_own_that_are_refused() {
    let secp256k1 = format!(
        r##""id": "#key-1", "type": "Multikey", "controller": "{DID}", "publicKeyMultibase": "{SECP256K1_MULTIKEY}""##
    );
    let method = &SIGNED[SIGNED.find("\"id\": \"#key-1\"").unwrap()..SIGNED.find("\n  }],").unwrap()];
    for (from, to, hint) in [
        ("PROOF", "null", "one proof object"),
        ("PROOF", "[PROOF]", "one proof object"),
        ("PROOF", "{}", "`type`"),
        ("\"type\": \"DataIntegrityProof\"", "\"type\": 1", "expected a string"),
        ("\"cryptosuite\": \"ecdsa-jcs-2019\"", "\"cryptosuite\": null", "expected a string"),
        ("\"created\"", "\"previousProof\": \"urn:x\", \"created\"", "previousProof"),
        ("\"proofValue\": \"z", "\"proofValue\": \"y", "proofValue"),
        ("\"proofValue\"", "\"value\"", "no `proofValue`"),
        (
            "\"verificationMethod\": \"did:wba:example.com:agents:a#key-1\"",
            "\"verificationMethod\": \"#key-1\"",
            "names no verification method",
        ),
        (
            "\"verificationMethod\": \"did:wba:example.com:agents:a#key-1\"",
            "\"verificationMethod\": \"did:wba:evil.example#key-1\"",
            "expected the document of the signer, did:wba:evil.example",
        ),
        (
            "\"verificationMethod\": \"did:wba:example.com:agents:a#key-1\"",
            "\"verificationMethod\": \"did:wba:example.com:agents:a#key-2\"",
            "is not in the DID document",
        ),
        (
            "\"controller\": \"did:wba:example.com:agents:a\"",
            "\"controller\": \"did:wba:evil.example\"",
            "is controlled by did:wba:evil.example",
        ),
        ("\"proofPurpose\": \"assertionMethod\"", "\"proofPurpose\": \"keyAgreement\"", "proofPurpose"),
        (
            "\"proofPurpose\": \"assertionMethod\"",
            "\"proofPurpose\": \"authentication\"",
            "not listed under `authentication`",
        ),
        ("\"assertionMethod\": [\"#key-1\"]", "\"assertionMethod\": []", "not listed under `assertionMethod`"),
        ("\"publicKeyMultibase\": \"zDnae", "\"publicKeyMultibase\": \"zzz", "cannot be verified"),
        (method, secp256k1.as_str(), "needs a key of the type P-256"),
        ("2026-01-31T12:00:00Z\", \"expires", "2026-01-31T12:00:01Z\", \"expires", "does not verify"),
        ("PROOF", "PROOF, \"added\": 1", "does not verify"),
    ] {
        let text = if from == "PROOF" {
            SIGNED.replace(from, to).replace("PROOF", ECDSA_JCS_2019)
        } else {
            let text = SIGNED.replace("PROOF", ECDSA_JCS_2019);
            assert!(text.contains(from), "{from}");
            text.replace(from, to)
        };
        let error = read(&text).map(|_| ()).unwrap_err();
        assert_eq!(error.code(), Code::DID_DOCUMENT_PROOF, "{to}: {error}");
        assert!(error.to_string().contains(hint), "{to}: {error}");
    }
}

/// Signs a document with one P-256 key by our own suite: for dates that no signature made elsewhere has.
fn signed_with_dates(created: Option<&str>, expires: Option<&str>, suite: Suite) -> String {
    use agent_description::json::{Document, Json, Object};
    let secret = SigningKey::from_secret_bytes(KeyType::P256, &[7; 32]).unwrap();
    let document = DidDocumentBuilder::new(did(), secret.verifying_key()).build().unwrap();
    let mut proof: Object = [
        ("type", suite.proof_type()),
        ("verificationMethod", "did:wba:example.com:agents:a#key-1"),
        ("proofPurpose", "assertionMethod"),
    ]
    .into_iter()
    .collect();
    for (name, value) in [("cryptosuite", suite.cryptosuite()), ("created", created), ("expires", expires)] {
        if let Some(value) = value {
            proof.insert(name, value);
        }
    }
    let input = suite.signing_input(document.root(), &proof, suite.written_encoding()).unwrap();
    proof.insert("proofValue", suite.written_encoding().encode(&secret.sign(input.as_bytes())));
    let mut root: Object = document.root().clone();
    root.insert("proof", Json::from(proof));
    Document::from_object(root, &Limits::default()).unwrap().source().to_owned()
}

#[test]
fn dates_of_its_own_proof() {
    const T1: &str = "2026-01-31T12:00:00Z";
    const T2: &str = "2026-01-31T12:00:01Z";
    for (created, expires, suite) in [
        (Some(T1), Some(T2), Suite::EcdsaJcs2019),
        (None, None, Suite::EcdsaJcs2019),
        (None, Some(T1), Suite::EcdsaJcs2019),
        (Some(T1), None, Suite::AdpEcdsaP256),
    ] {
        read(&signed_with_dates(created, expires, suite)).unwrap();
    }
    for (created, expires, suite, hint) in [
        (Some("yesterday"), None, Suite::EcdsaJcs2019, "invalid `created`"),
        (Some(T1), Some("2026-02-30T00:00:00Z"), Suite::EcdsaJcs2019, "invalid `expires`"),
        (Some(T1), Some(T1), Suite::EcdsaJcs2019, "before it was created"),
        (Some(T2), Some(T1), Suite::EcdsaJcs2019, "before it was created"),
        (None, None, Suite::AdpEcdsaP256, "no `created`"),
    ] {
        let error = read(&signed_with_dates(created, expires, suite)).map(|_| ()).unwrap_err();
        assert_eq!(error.code(), Code::DID_DOCUMENT_PROOF, "{error}");
        assert!(error.to_string().contains(hint), "{error}");
    }
}

#[test]
fn built_documents() {
    use agent_description::json::{Document, Object};
    let key = |key_type, byte| SigningKey::from_secret_bytes(key_type, &[byte; 32]).unwrap();
    let jwk: Object = Document::parse(P256_JWK.as_bytes(), &Limits::default()).unwrap().root().clone();
    let published = agent_description::key::VerifyingKey::from_jwk(&jwk).unwrap();
    let built =
        DidDocumentBuilder::new(did(), &published).agent_description("https://example.com/ad.json").build().unwrap();
    assert_eq!(
        built.source(),
        r#"{
  "@context": [
    "https://www.w3.org/ns/did/v1",
    "https://w3id.org/security/suites/jws-2020/v1"
  ],
  "id": "did:wba:example.com:agents:a",
  "verificationMethod": [
    {
      "id": "did:wba:example.com:agents:a#key-1",
      "type": "EcdsaSecp256r1VerificationKey2019",
      "controller": "did:wba:example.com:agents:a",
      "publicKeyJwk": {
        "kty": "EC",
        "crv": "P-256",
        "x": "YP7UuiVanTHJYet0xjVtaMBJuJI7Yfps5mliLmDyn7Y",
        "y": "eQP-EAi4vJmkGunpVii8ZPLxsgwtfp9Rd6PClNRGIpk"
      }
    }
  ],
  "authentication": [
    "did:wba:example.com:agents:a#key-1"
  ],
  "assertionMethod": [
    "did:wba:example.com:agents:a#key-1"
  ],
  "service": [
    {
      "id": "did:wba:example.com:agents:a#ad",
      "type": "AgentDescription",
      "serviceEndpoint": "https://example.com/ad.json"
    }
  ]
}
"#
    );
    let (p256, ed25519, secp256k1) = (key(KeyType::P256, 1), key(KeyType::Ed25519, 2), key(KeyType::Secp256k1, 3));
    let mut all = DidDocumentBuilder::new(did(), p256.verifying_key());
    all.keys.extend([&ed25519, &secp256k1].map(|key| key.verifying_key().clone()));
    let all = all.build().unwrap();
    let read = read(all.source()).unwrap();
    for (fragment, expected) in [("key-1", &p256), ("key-2", &ed25519), ("key-3", &secp256k1)] {
        assert_eq!(read.verification_method(&url(fragment)).unwrap().key().unwrap(), expected.verifying_key());
        assert!(read.lists(&url(fragment), Purpose::AssertionMethod));
        assert!(read.lists(&url(fragment), Purpose::Authentication));
        assert!(!read.lists(&url(fragment), Purpose::KeyAgreement));
    }
    let code = |built: Result<Document, DidError>| built.map(|_| ()).unwrap_err().code();
    let plain = || DidDocumentBuilder::new(did(), p256.verifying_key());
    for url in ["http://example.com/ad.json", "/ad.json", "https://", "mailto:a@b.c"] {
        assert_eq!(code(plain().agent_description(url).build()), Code::DID_DOCUMENT_INVALID, "{url}");
    }
    let mut twice = plain();
    twice.keys.push(p256.verifying_key().clone());
    assert_eq!(code(twice.build()), Code::DID_DOCUMENT_INVALID);
}

#[test]
fn the_source_is_kept() {
    let resolved = DidDocument::parse_for(&did(), document("").as_bytes(), &Limits::default()).unwrap();
    assert_eq!(resolved.url(), None);
    assert_eq!(resolved.get().document().source(), document(""));
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn published_documents_of_the_official_tools() {
    let mut cases = 0;
    for (path, method, usable) in [
        ("anp/AgentConnect/did_wba_examples/generated/did.json", "key-1", true),
        ("anp/anp/tools/did_generater/user_yanlq/did.json", "key-1", true),
        ("anp/anp/tools/did_generater/user_public/did.json", "key-1", true),
        ("anp/anp/docs/did_public/did_a.json", "key-1", true),
        ("anp/anp/docs/did_public/did_b.json", "key-1", true),
        // its JWK has a coordinate of 31 bytes
        ("anp/anp/docs/did_public/public-did-doc.json", "key-1", false),
    ] {
        let text = third_party::read(path);
        let id = text.split("\"id\": \"").nth(1).unwrap().split('"').next().unwrap();
        let did: Did = id.parse().unwrap();
        let resolved = DidDocument::parse_for(&did, text.as_bytes(), &Limits::default())
            .unwrap_or_else(|error| panic!("{path}: {error}"));
        let method = DidUrl::new(&did, method).unwrap();
        let found = resolved.get().verification_method(&method).unwrap();
        assert_eq!(found.controller.as_str(), id);
        match found.key() {
            Ok(key) => assert!(usable && key.key_type() == KeyType::Secp256k1, "{path}"),
            Err(error) => assert!(!usable && error.code() == Code::DID_KEY_UNSUPPORTED, "{path}: {error}"),
        }
        assert!(resolved.get().lists(&method, Purpose::Authentication), "{path}");
        assert!(!resolved.get().lists(&method, Purpose::AssertionMethod), "{path}");
        cases += 1;
    }
    third_party::ran("anp-did-documents", cases);
}
