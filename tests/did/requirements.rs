//! What did:wba 1.2, its appendices and DID Core ask of a document beyond what a reader needs.

use adp_fixtures::third_party;
use agent_description::{
    Limits,
    diagnostic::Severity,
    did::{Binding, Did, DidDocument, DidDocumentBuilder, DocumentProofForm},
    format::{DID_DOCUMENT, Options},
    json::{Document, Json},
    key::{AgreementKey, KeyType, SigningKey},
};
use serde_json::{Value, json};

const NOW: &str = "2026-02-15T00:00:00Z";

fn key(key_type: KeyType) -> SigningKey {
    SigningKey::from_secret_bytes(key_type, &[7; 32]).unwrap()
}

/// A plain document in order.
fn plain() -> Value {
    let did: Did = "did:wba:hotel.example".parse().unwrap();
    let document = DidDocumentBuilder::new(did, key(KeyType::Ed25519).verifying_key()).build().unwrap();
    serde_json::from_str(document.source()).unwrap()
}

/// The rules and severities of the findings, with where they are.
fn findings(document: &Value, strict: bool) -> Vec<(&'static str, Severity, String)> {
    let document = Document::parse(document.to_string().as_bytes(), &Limits::default()).unwrap();
    let mut options = Options::at(NOW.parse().unwrap());
    options.strict = strict;
    let report = DID_DOCUMENT.check(&document, &options);
    let of = |finding: &agent_description::diagnostic::Diagnostic| {
        (finding.rule.id, finding.severity, finding.pointer.clone().unwrap_or_default())
    };
    report.diagnostics.iter().map(of).collect()
}

/// The one finding of the plain document with these members.
#[track_caller]
fn finds(members: Value, rule: &str, severity: Severity, pointer: &str) {
    let mut document = plain();
    for (name, value) in members.as_object().unwrap() {
        document[name] = value.clone();
    }
    let document: Value = strip_null(document);
    let found = findings(&document, false);
    assert_eq!(found, [(rule, severity, pointer.to_owned())] as [(&str, Severity, String); 1], "{document:#}");
    // what no reader needs keeps nobody from reading
    let parsed = Document::parse(document.to_string().as_bytes(), &Limits::default()).unwrap();
    DidDocument::parse_own(&parsed, &Limits::default()).unwrap();
}

/// Members that are null are left out.
fn strip_null(document: Value) -> Value {
    let members = document.as_object().unwrap().iter().filter(|(_, value)| !value.is_null());
    Value::Object(members.map(|(name, value)| (name.clone(), value.clone())).collect())
}

fn service(members: Value) -> Value {
    let mut service = json!({"id": "#s", "type": "AgentDescription", "serviceEndpoint": "https://hotel.example/s"});
    for (name, value) in members.as_object().unwrap() {
        service[name] = value.clone();
    }
    json!({"service": [service]})
}

#[test]
fn members_that_the_specifications_require() {
    use Severity::{Error, Warning};
    assert_eq!(findings(&plain(), false), []);
    assert_eq!(findings(&plain(), true), []);
    finds(json!({"@context": null}), "did-required-context", Warning, "");
    let multikey = "https://w3id.org/security/multikey/v1";
    finds(json!({"@context": [multikey]}), "did-required-context", Error, "/@context");
    finds(json!({"authentication": null}), "did-required-member", Warning, "");
    finds(json!({"humanAuthorization": ["#key-1"]}), "did-required-member", Warning, "/humanAuthorization");
    finds(json!({"successorDid": "did:wba:hotel.example"}), "did-required-member", Warning, "/successorDid");
    finds(json!({"controller": "https://hotel.example/"}), "did-method-controller", Error, "/controller");
    finds(json!({"controller": ["did:web:hotel.example", "did:x"]}), "did-method-controller", Error, "/controller/1");
    finds(json!({"alsoKnownAs": "https://hotel.example/"}), "did-also-known-as", Error, "/alsoKnownAs");
    finds(json!({"alsoKnownAs": ["https://hotel.example/", "hotel"]}), "did-also-known-as", Error, "/alsoKnownAs/1");
    // DID 1.1's context does as well; the one of 2019 is known, so that the document is read as JSON-LD, but does not suffice
    let mut document = plain();
    document["@context"] = json!("https://www.w3.org/ns/did/v1.1");
    assert_eq!(findings(&document, false), []);
    document["@context"] = json!(["https://w3id.org/did/v1", multikey]);
    let required = ("did-required-context", Error, "/@context".to_owned());
    assert_eq!(findings(&document, false), [required]);
}

/// A proof names a method by its DID and a fragment (DID Core sections 3.2 and 5.2).
#[test]
fn a_method_s_id_has_a_fragment() {
    use Severity::Warning;
    let did = "did:wba:hotel.example";
    let method = &plain()["verificationMethod"][0];
    let named = |id: &str| {
        let mut method = method.clone();
        method["id"] = json!(id);
        method
    };
    for id in [did.to_owned(), format!("{did}?versionId=1"), format!("{did}/key-1")] {
        let members = json!({"verificationMethod": [method, named(&id)]});
        finds(members, "did-method-id", Warning, "/verificationMethod/1/id");
        finds(json!({"keyAgreement": [named(&id)]}), "did-method-id", Warning, "/keyAgreement/0/id");
    }
    // one of another DID, or of a longer name, is no method of this document
    for id in ["did:wba:hotel.example:rooms", "did:web:hotel.example", "did:x:1"] {
        let mut document = plain();
        document["verificationMethod"] = json!([method, named(id)]);
        assert_eq!(findings(&document, false), [], "{id}");
    }
    // nor does a reference name one
    finds(json!({"assertionMethod": ["#key-1", did]}), "did-relationship-key", Warning, "/assertionMethod/1");
}

/// What only did:wba asks for: DID Core's representation in JSON has no `@context`, and its members are all optional.
#[test]
fn documents_of_did_web_need_no_more_than_did_core_asks() {
    assert_eq!(findings(&json!({"id": "did:web:hotel.example", "assertionMethod": []}), false), []);
    let required = findings(&json!({"id": "did:wba:hotel.example", "assertionMethod": []}), false);
    let rules: Vec<&str> = required.iter().map(|(rule, ..)| *rule).collect();
    assert_eq!(rules, ["did-required-context", "did-required-member", "did-required-member"]);
}

#[test]
fn services_and_relationships() {
    use Severity::{Error, Warning};
    let endpoint = "/service/0/serviceEndpoint";
    for relative in ["/ad.json", "ad.json", "#ad", "//hotel.example/ad.json"] {
        finds(service(json!({"serviceEndpoint": relative})), "did-service-endpoint", Error, endpoint);
    }
    let several = json!({"serviceEndpoint": ["https://hotel.example/", "ad.json"]});
    finds(service(several), "did-service-endpoint", Error, "/service/0/serviceEndpoint/1");
    let handle = |endpoint: &str| service(json!({"type": ["ANPHandleService"], "serviceEndpoint": endpoint}));
    finds(handle("http://hotel.example/.well-known/handle/desk"), "did-service-endpoint", Error, endpoint);
    for not_a_did in ["hotel.example", "did:wba:hotel.example#key-1"] {
        finds(service(json!({"serviceDid": not_a_did})), "did-service-did", Warning, "/service/0/serviceDid");
    }
    finds(service(json!({"type": ["ANPMessageService"]})), "did-service-did", Warning, "/service/0");
    let both = json!({"authentication": ["#key-1", "#key-2"]});
    finds(both, "did-relationship-key", Warning, "/authentication/1");
    finds(json!({"keyAgreement": ["#key-1"]}), "did-relationship-key", Warning, "/keyAgreement/0");
    let mut document = plain();
    for (name, value) in
        service(json!({"serviceDid": "did:web:hotel.example", "serviceEndpoint": "urn:a:b"})).as_object().unwrap()
    {
        document[name] = value.clone();
    }
    // another document's methods are its own
    document["authentication"] = json!(["#key-1", "did:wba:other.example#key-1"]);
    assert_eq!(findings(&document, false), []);
}

#[test]
fn how_bound_keys_and_proofs_stand_in_a_document() {
    use Severity::{Error, Warning};
    let now = "2026-01-31T12:00:00Z".parse().unwrap();
    let document = |binding: Binding, key: &SigningKey, signed: bool| {
        let did = Did::wba_bound("hotel.example", "desk", binding, key.verifying_key()).unwrap();
        let builder = DidDocumentBuilder::new(did, key.verifying_key());
        let document = if signed { builder.build_signed(key, now, DocumentProofForm::W3c) } else { builder.build() };
        serde_json::from_str::<Value>(document.unwrap().source()).unwrap()
    };
    let (k1, e1) = (key(KeyType::Secp256k1), key(KeyType::Ed25519));
    // strict mode asks for a k1 document's proof, and else nothing does
    let unsigned = document(Binding::K1, &k1, false);
    assert_eq!(findings(&unsigned, false), []);
    assert_eq!(findings(&unsigned, true), [("did-document-proof", Error, String::new())]);
    assert_eq!(findings(&document(Binding::K1, &k1, true), true), []);
    // a k1 key is a JWK
    let mut multikey = unsigned;
    multikey["verificationMethod"][0]["type"] = "Multikey".into();
    multikey["verificationMethod"][0].as_object_mut().unwrap().remove("publicKeyJwk");
    multikey["verificationMethod"][0]["publicKeyMultibase"] = k1.verifying_key().to_multikey().into();
    multikey["@context"] = json!(["https://www.w3.org/ns/did/v1", "https://w3id.org/security/multikey/v1"]);
    let form = ("did-method-key-form", Error, "/verificationMethod/0".to_owned());
    assert_eq!(findings(&multikey, false), [form]);

    // what follows is signed anew
    let signed = |edit: &dyn Fn(&mut Value)| {
        let mut made = document(Binding::E1, &e1, true);
        edit(&mut made);
        let proof = made.as_object_mut().unwrap().remove("proof").unwrap();
        let mut root = Document::parse(made.to_string().as_bytes(), &Limits::default()).unwrap().root().clone();
        let parsed = Document::parse(proof.to_string().as_bytes(), &Limits::default()).unwrap();
        let mut options = parsed.root().clone();
        for name in ["proofValue", "@context"] {
            options.remove(name);
        }
        if root.remove("undated").is_some() {
            options.remove("created");
        }
        use agent_description::suite::{ProofValueEncoding, Suite};
        let input = Suite::EddsaJcs2022.signing_input(&root, &options, ProofValueEncoding::Base58Btc).unwrap();
        options.insert("proofValue", ProofValueEncoding::Base58Btc.encode(&e1.sign(input.as_bytes())));
        root.insert("proof", options);
        serde_json::from_str::<Value>(&Json::from(root).to_compact()).unwrap()
    };
    assert_eq!(findings(&signed(&|_| {}), true), []);
    let undated = signed(&|document| document["undated"] = true.into());
    assert_eq!(findings(&undated, false), [("did-document-proof", Warning, "/proof".to_owned())]);
    let bare = signed(&|document| document["@context"] = json!(["https://www.w3.org/ns/did/v1"]));
    let context = ("did-required-context", Error, "/@context".to_owned());
    assert_eq!(findings(&bare, false), [context.clone(), context]);
    let bare = signed(&|document| drop(document.as_object_mut().unwrap().remove("@context")));
    assert_eq!(findings(&bare, false), [("did-required-context", Error, String::new())]);
    let jwk = signed(&|document| {
        document["verificationMethod"][0]["type"] = "JsonWebKey2020".into();
        document["verificationMethod"][0].as_object_mut().unwrap().remove("publicKeyMultibase");
        let jwk = Json::from(e1.verifying_key().to_jwk()).to_compact();
        document["verificationMethod"][0]["publicKeyJwk"] = serde_json::from_str(&jwk).unwrap();
    });
    assert_eq!(findings(&jwk, false), [("did-method-key-form", Warning, "/verificationMethod/0".to_owned())]);
    let embedded = signed(&|document| {
        let method = document["verificationMethod"][0].take();
        document["verificationMethod"] = json!([]);
        document["authentication"] = json!([method]);
    });
    assert_eq!(findings(&embedded, false), [("did-bound-key", Error, String::new())]);
}

#[test]
fn what_the_builder_writes_is_in_order() {
    let (e1, x25519) = (key(KeyType::Ed25519), AgreementKey([9; 32]));
    let did = Did::wba_bound("hotel.example", "desk", Binding::E1, e1.verifying_key()).unwrap();
    let mut builder = DidDocumentBuilder::new(did.clone(), e1.verifying_key());
    builder.services = vec![
        ("ANPHandleService".to_owned(), "https://hotel.example/.well-known/handle/desk".to_owned()),
        ("ANPMessageService".to_owned(), "https://hotel.example/anp".to_owned()),
    ];
    builder.agreement_keys.push(x25519);
    builder.names_keys_by_thumbprint = true;
    builder.service_did = Some("did:wba:hotel.example".parse().unwrap());
    let document = builder.build_signed(&e1, "2026-01-31T12:00:00Z".parse().unwrap(), DocumentProofForm::W3c).unwrap();
    let document: Value = serde_json::from_str(document.source()).unwrap();
    assert_eq!(findings(&document, true), []);
    assert_eq!(document["authentication"], json!([format!("{did}#{}", did.fingerprint().unwrap())]));
    assert_eq!(document["keyAgreement"], json!([format!("{did}#key-x25519-1")]));
    // base58btc of 32 bytes 0x09, by Python's `base58`
    assert_eq!(document["verificationMethod"][1]["publicKeyMultibase"], "zcGfHiC6Kgg3FpFZvgwGcswsCRtp4aBP2fzuXRQPizuN");
    let ids: Vec<&Value> = document["service"].as_array().unwrap().iter().map(|service| &service["id"]).collect();
    assert_eq!(ids, [&json!(format!("{did}#handle")), &json!(format!("{did}#service-1"))]);
    assert_eq!(document["service"][1]["serviceDid"], "did:wba:hotel.example");
    assert_eq!(document["service"][0].get("serviceDid"), None);
    let mut http = DidDocumentBuilder::new("did:web:hotel.example".parse().unwrap(), e1.verifying_key());
    http.services.push(("ANPHandleService".to_owned(), "http://hotel.example/h".to_owned()));
    assert!(http.build().is_err());
}

/// The official cases of device manifests: the keys and the relationships of one document, with one manifest each.
#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn device_manifests_are_told_apart() {
    let source = third_party::read("anp/anp/testdata/device_manifest/vnext_device_manifest_fixtures.json");
    // `e1_fixture` is no thumbprint
    let cases: Value = serde_json::from_str(&source.replace("e1_fixture", "fixture")).unwrap();
    let faults = |case: &Value| {
        let mut document = cases["base_did_document"].clone();
        for (name, value) in case["document_patch"].as_object().into_iter().flatten() {
            document[name] = value.clone();
        }
        document["deviceManifest"] = case["device_manifest"].clone();
        let found = findings(&document, false);
        found.into_iter().filter(|(rule, ..)| *rule == "did-device-manifest").count()
    };
    let of = |name: &str| cases[name].as_array().unwrap();
    assert_eq!((of("valid").len(), of("invalid").len()), (4, 17));
    for case in of("valid") {
        assert_eq!(faults(case), 0, "{}", case["name"]);
    }
    for case in of("invalid") {
        assert!(faults(case) > 0, "{}: {}", case["name"], case["reason"]);
    }
    // the manifest changes nothing about who may sign a request
    let mut document = cases["base_did_document"].clone();
    document["deviceManifest"] = of("invalid")[0]["device_manifest"].clone();
    let parsed = Document::parse(document.to_string().as_bytes(), &Limits::default()).unwrap();
    let read = DidDocument::parse_own(&parsed, &Limits::default()).unwrap();
    let method = format!("{}#dev-a-sign", document["id"].as_str().unwrap()).parse().unwrap();
    let purpose = agent_description::did::Purpose::Authentication;
    assert!(read.get().key_for(&method, purpose, NOW.parse().unwrap()).is_ok());
    third_party::ran("anp-device-manifests", of("valid").len() + of("invalid").len());
}

/// DID Core 5.2: a controller is a DID, by its syntax and not by what it lacks.
#[test]
fn a_controller_of_a_key_is_a_did() {
    for (controller, advice) in [
        ("mara", "write the DID that controls the key"),
        ("", "write the DID that controls the key"),
        ("https://hotel.example/", "write the DID that controls the key"),
        ("mailto:mara@hotel.example", "write the DID that controls the key"),
        ("did:wba:", "write the DID that controls the key"),
        ("DID:wba:hotel.example", "write the DID that controls the key"),
        ("did:wba:hotel.example#key-1", "write \"did:wba:hotel.example\""),
        ("did:web:hotel.example?x=1", "write \"did:web:hotel.example\""),
    ] {
        let mut document = plain();
        document["verificationMethod"][0]["controller"] = json!(controller);
        let parsed = Document::parse(document.to_string().as_bytes(), &Limits::default()).unwrap();
        let report = DID_DOCUMENT.check(&parsed, &Options::at(NOW.parse().unwrap()));
        let found: Vec<_> =
            report.diagnostics.iter().filter(|found| found.rule.id == "did-method-controller").collect();
        assert_eq!(found.len(), 1, "{document:#}");
        assert_eq!(found[0].severity, Severity::Warning);
        assert!(found[0].message.ends_with(advice), "{}", found[0].message);
    }
    for controller in ["did:wba:other.example", "did:example:a%20b", "did:x1:y"] {
        let mut document = plain();
        document["verificationMethod"][0]["controller"] = json!(controller);
        assert!(findings(&document, false).iter().all(|(rule, ..)| *rule != "did-method-controller"), "{controller}");
    }
    for controller in
        [json!("mara"), json!(7), json!([["did:web:hotel.example"]]), json!({"id": "did:web:hotel.example"})]
    {
        let mut document = plain();
        document["controller"] = controller;
        let found = findings(&document, false);
        assert!(
            found.iter().any(|(rule, severity, _)| (*rule, *severity) == ("did-method-controller", Severity::Error)),
            "{document}"
        );
    }
}
