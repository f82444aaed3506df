//! DID documents against the Agent Network Protocol's own package, PyPI's `anp`, through `tests/interop/anp_identity.py`.
//!
//! Runs where `INTEROP_PYTHON` names a Python that has `tests/interop/requirements.txt` installed.

use adp_fixtures::third_party;
use agent_description::{
    Code, CodedError, Contexts, Document, Limits,
    description::{AgentDescription, DescriptionProfile},
    did::{Binding, Did, DidDocument, DidDocumentBuilder, DidError, DocumentProof, DocumentProofForm, Purpose},
    key::{KeyType, SigningKey},
    proof::{Expectations, Unverified},
    suite::{ProofValueEncoding, Suite},
};
use serde_json::{Value, json};

const NOW: &str = "2026-11-21T10:00:00Z";

/// Hands tasks to the Python program.
fn python(tasks: &[Value]) -> Vec<Value> {
    third_party::answers_of_python(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/interop/anp_identity.py"), tasks)
}

fn read(document: &Value) -> Result<DidDocument, DidError> {
    let did: Did = document["id"].as_str().unwrap().parse()?;
    DidDocument::parse_for(&did, document.to_string().as_bytes(), &Limits::default()).map(|read| read.into_inner())
}

fn code(document: &Value) -> &'static str {
    read(document).map_or_else(|error| error.code().as_str(), |_| "ok")
}

fn create(profile: &str, path: &[&str]) -> Value {
    json!({"do": "create", "profile": profile, "path": path, "e2ee": true, "description": "https://hotel.example/ad.json"})
}

#[test]
#[ignore = "needs INTEROP_PYTHON"]
fn we_accept_documents_that_anp_makes() {
    let mut tasks = Vec::new();
    for profile in ["e1", "k1", "plain_legacy"] {
        for path in [&["agents"][..], &["agents", "hotel-1", "Front.desk_2"], &[]] {
            for port in [None, Some(8443)] {
                for e2ee in [true, false] {
                    let mut task = create(profile, path);
                    task["port"] = port.into();
                    task["e2ee"] = e2ee.into();
                    tasks.push(task);
                }
            }
        }
    }
    // OpenSSL writes s high or low by chance: with forty documents both come up
    tasks.extend(std::iter::repeat_with(|| create("k1", &["agents"])).take(40));
    let answers = python(&tasks);
    let (mut high, mut low) = (0, 0);
    for (task, answer) in tasks.iter().zip(&answers) {
        let made = &answer["document"];
        let document = read(made).unwrap_or_else(|error| panic!("{error}\n{made:#}"));
        let warnings: Vec<_> =
            document.diagnostics(None).into_iter().map(|warning| (warning.code, warning.pointer.unwrap())).collect();
        let mut expected = Vec::new();
        // its plain documents have a proof of a type that no specification defines
        let legacy = task["profile"] == "plain_legacy";
        if legacy {
            expected.push((Code::PROOF_SUITE, "/proof".to_owned()));
        }
        assert_eq!(warnings, expected, "{made:#}");
        let bound = match (task["profile"].as_str().unwrap(), task["path"].as_array().unwrap().is_empty()) {
            ("e1", false) => Some(Binding::E1),
            ("k1", false) => Some(Binding::K1),
            _ => None,
        };
        assert_eq!(document.id().binding(), bound);
        let key_1 = format!("{}#key-1", document.id());
        assert_eq!(document.binding_method().map(|method| method.as_str()), bound.map(|_| key_1.as_str()));
        match document.proof() {
            Some(DocumentProof::Verified { encoding, method, .. }) if !legacy => {
                assert_eq!((*encoding, method.as_str()), (ProofValueEncoding::Base64Url, key_1.as_str()));
            }
            Some(DocumentProof::UnknownSuite { proof_type, .. }) if legacy => {
                assert_eq!(proof_type, "EcdsaSecp256k1Signature2019");
            }
            other => panic!("{other:?}"),
        }
        for method in document.verification_methods() {
            let pem = answer["keys"][method.id.fragment()].as_str().unwrap();
            match method.key() {
                Ok(key) => assert_eq!(key, SigningKey::from_pem(pem).unwrap().verifying_key()),
                Err(_) => assert!(method.agreement_key().unwrap().is_some(), "{}", method.id),
            }
        }
        if task["profile"] == "k1" {
            let value = made["proof"]["proofValue"].as_str().unwrap();
            let (signature, _) = Suite::DidWbaEcdsaK1.decode_proof_value(value).unwrap();
            // the group's order begins with 0xFF…, half of it with 0x7F…
            if signature.0[32] > 0x7F { high += 1 } else { low += 1 }
        }
        // and what is changed is refused
        let mut changed = made.clone();
        changed["service"] = json!([]);
        assert_eq!(code(&changed), if legacy { "ok" } else { "did-document-proof" });
    }
    assert!(high > 0 && low > 0, "{high} signatures with high s, {low} with low s");
    third_party::ran("interop-anp-documents-read", answers.len());
}

fn key(key_type: KeyType, byte: u8) -> SigningKey {
    SigningKey::from_secret_bytes(key_type, &[byte; 32]).unwrap()
}

/// A document of ours with three keys, the first being `key`.
fn ours(binding: Option<Binding>, key: &SigningKey, form: DocumentProofForm) -> Value {
    let did = match binding {
        Some(binding) => Did::wba_bound("hotel.example:8443", "agents:desk", binding, key.verifying_key()).unwrap(),
        None => "did:wba:hotel.example:agents:desk".parse().unwrap(),
    };
    let mut builder =
        DidDocumentBuilder::new(did, key.verifying_key()).agent_description("https://hotel.example:8443/ad.json");
    let others = [self::key(KeyType::P256, 5), self::key(KeyType::Secp256k1, 6)];
    builder.keys.extend(others.map(|other| other.verifying_key().clone()));
    let document = match binding {
        Some(_) => builder.build_signed(key, NOW.parse().unwrap(), form).unwrap(),
        None => builder.build().unwrap(),
    };
    serde_json::from_str(document.source()).unwrap()
}

#[test]
#[ignore = "needs INTEROP_PYTHON"]
fn anp_accepts_documents_that_we_make() {
    let mut tasks = Vec::new();
    let mut expected = Vec::new();
    for (binding, key_type) in [
        (Some(Binding::E1), KeyType::Ed25519),
        (Some(Binding::K1), KeyType::Secp256k1),
        (None, KeyType::P256),
        (None, KeyType::Ed25519),
        (None, KeyType::Secp256k1),
    ] {
        for form in [DocumentProofForm::W3c, DocumentProofForm::AnpSdk] {
            for byte in 1..=4 {
                let (key, stranger) = (key(key_type, byte), key(key_type, 9));
                let document = ours(binding, &key, form);
                for (pem, accepted) in [(key.to_pem(), true), (stranger.to_pem(), false)] {
                    tasks.push(json!({"do": "login", "document": document, "pem": pem.as_str()}));
                    expected.push(accepted);
                }
                if binding.is_none() {
                    continue;
                }
                let mut moved = document.clone();
                moved["service"][0]["serviceEndpoint"] = "https://evil.example/ad.json".into();
                for (document, accepted) in [(document, true), (moved, false)] {
                    tasks.push(json!({"do": "accept", "document": document}));
                    expected.push(accepted);
                }
            }
        }
    }
    let answers = python(&tasks);
    for ((task, answer), accepted) in tasks.iter().zip(&answers).zip(&expected) {
        assert_eq!(answer["accepted"], *accepted, "{answer}: {task:#}");
    }
    third_party::ran("interop-anp-reads-ours", answers.len());
}

/// What the package accepts and must not be accepted; the numbers are those of our list of its weaknesses.
#[test]
#[ignore = "needs INTEROP_PYTHON"]
fn what_anp_accepts_and_we_refuse() {
    let made = python(&[create("k1", &["agents"]), create("e1", &["agents"])]);
    let (k1, e1) = (&made[0], &made[1]);
    let (k1_did, e1_did) = (k1["document"]["id"].as_str().unwrap(), e1["document"]["id"].as_str().unwrap());
    let prove = |made: &Value, document: &Value, method: &str, proof_type: &str, suite: Option<&str>, purpose: &str| {
        json!({
            "do": "prove", "document": document, "pem": made["keys"][method], "type": proof_type, "cryptosuite": suite,
            "method": format!("{}#{method}", document["id"].as_str().unwrap()), "purpose": purpose,
        })
    };
    let edited = |made: &Value, edit: &dyn Fn(&mut Value)| {
        let mut document = made["document"].clone();
        edit(&mut document);
        document
    };
    let sign_e1 = |document: Value| {
        prove(e1, &document, "key-1", "DataIntegrityProof", Some("eddsa-jcs-2022"), "assertionMethod")
    };

    // 15: a k1 fingerprint that is nobody's, with a proof of a type that is never looked at (did:wba k1 extension: the
    // thumbprint is the key's; a proof that is there is verified)
    let other: Value = serde_json::from_str(
        &k1["document"].to_string().replace(k1_did, &k1_did.replace(&k1_did[k1_did.len() - 43..], &"A".repeat(43))),
    )
    .unwrap();
    let bypass = prove(k1, &other, "key-1", "EcdsaSecp256k1Signature2019", None, "authentication");
    // 18: deactivated, by its own key (did:wba draft: it must not authenticate)
    let deactivated = sign_e1(edited(e1, &|document| document["deactivated"] = true.into()));
    // 19: two methods of one id with different keys (DID Core section 5.2: ids are unique)
    let twice = sign_e1(edited(e1, &|document| {
        let mut second = document["verificationMethod"][1].clone();
        second["id"] = document["verificationMethod"][0]["id"].clone();
        document["verificationMethod"].as_array_mut().unwrap().push(second);
    }));
    // 19: the key that signs is controlled by somebody else (DID Core section 5.2.1)
    let controlled = sign_e1(edited(e1, &|document| {
        document["verificationMethod"][0]["controller"] = "did:wba:evil.example".into();
    }));
    // 2: the DID is an address, whose URL is the caller's own machine (did:wba section 2.2)
    let local = edited(e1, &|document| {
        *document = serde_json::from_str(&document.to_string().replace("hotel.example", "127.0.0.1")).unwrap();
    });
    let proved = python(&[bypass, deactivated, twice, controlled, sign_e1(local)]);
    let documents: Vec<Value> = proved.iter().map(|answer| answer["document"].clone()).collect();
    let judged: Vec<Value> = documents.iter().map(|document| json!({"do": "accept", "document": document})).collect();
    let judged = python(&judged);
    let codes = ["did-document-proof", "did-deactivated", "did-method-ambiguous", "did-document-proof", "did-syntax"];
    for ((document, answer), expected) in documents.iter().zip(&judged).zip(codes) {
        assert_eq!(answer["accepted"], true, "the package has mended this: {document:#}");
        assert_eq!(code(document), expected, "{document:#}");
    }

    // 17: relative references are the document's own (did:wba section 2.5): there it is the package that refuses
    let relative = sign_e1(edited(e1, &|document| {
        document["authentication"] = json!(["#key-1"]);
        document["assertionMethod"] = json!(["#key-1"]);
    }));
    let relative = python(&[relative])[0]["document"].clone();
    assert_eq!(python(&[json!({"do": "accept", "document": relative})])[0]["accepted"], false);
    assert_eq!(code(&relative), "ok");

    // 16: a description signed by a P-256 key under the name of secp256k1's suite (a suite has one type of key)
    let description = json!({
        "@context": "https://agent-network-protocol.com/ad#", "@type": "AgentDescription", "name": "Hotel", "did": e1_did,
        "securityDefinitions": {"s": {"scheme": "didwba", "in": "header", "name": "Authorization"}}, "security": "s",
        "id": e1_did,
    });
    let confused = prove(e1, &description, "key-2", "EcdsaSecp256k1Signature2019", None, "assertionMethod");
    let confused = &python(&[confused])[0];
    assert_eq!(confused["accepted"], true);
    let document = Document::parse(confused["document"].to_string().as_bytes(), &Limits::default()).unwrap();
    let expectations = Expectations::for_purpose(Purpose::AssertionMethod)
        .no_domain()
        .any_challenge()
        .at("2099-01-01T00:00:00Z".parse().unwrap())
        .signer_is_subject();
    let resolved =
        DidDocument::parse_for(&e1_did.parse().unwrap(), e1["document"].to_string().as_bytes(), &Limits::default());
    let unverified: Unverified<AgentDescription> = Unverified::new(document, &Contexts::embedded());
    let error = unverified.verify(&resolved.unwrap(), expectations).unwrap_err();
    assert_eq!(error.code(), Code::PROOF_SUITE, "{error}");
    third_party::ran("interop-anp-refused-by-us", codes.len() + 2);
}

/// What the SDK's crawler reads of a description in both generations: with its kind, protocol and version only of ANP-07.
#[test]
#[ignore = "needs INTEROP_PYTHON"]
fn the_crawler_of_the_sdk_reads_descriptions_of_anp_07() {
    let text = r#"{"@context": ["https://agent-network-protocol.com/ad#"], "@type": "AgentDescription",
      "@id": "https://hotel.example/ad.json", "name": "Hotel", "version": "2.0", "security": "d",
      "securityDefinitions": {"d": {"scheme": "didwba", "in": "header", "name": "Authorization"}},
      "interfaces": [
        {"@type": "NaturalLanguageInterface", "@id": "https://hotel.example/chat", "name": "Chat", "version": "1.2",
         "description": "Talks.", "protocol": "YAML", "url": "https://hotel.example/chat.yaml"},
        {"@type": "StructuredInterface", "@id": "https://hotel.example/rpc", "name": "Rooms", "description": "Books.",
         "protocol": "openrpc", "humanAuthorization": true, "content": {"openrpc": "1.3.2",
           "info": {"title": "Rooms", "version": "1"}, "methods": [{"name": "book", "params": [], "summary": "Book"}]}}]}"#;
    let document = Document::parse(text.as_bytes(), &Limits::default()).unwrap();
    let description = AgentDescription::from_document(&document).unwrap();
    let (written, _) = description.to_generation(DescriptionProfile::Anp07).unwrap();
    let written = Document::from_object(written, &Limits::default()).unwrap();
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/interop/anp_crawler.py");
    let task = |document: &str| json!({"document": document, "url": "https://hotel.example/ad.json"});
    let answers = third_party::answers_of_python(program, &[task(written.source()), task(text)]);
    let read: Vec<[&Value; 3]> = answers[0]
        .as_array()
        .unwrap()
        .iter()
        .map(|interface| [&interface["type"], &interface["protocol"], &interface["version"]])
        .collect();
    assert_eq!(read[0], [&json!("NaturalLanguageInterface"), &json!("YAML"), &json!("1.2")]);
    assert_eq!(read[1][..2], [&json!("openrpc_method"), &json!("openrpc")]);
    assert_eq!(answers[0][1]["method_name"], "book");
    // JSON-LD says `@type`
    assert_eq!(answers[1][0]["type"], "unknown");
    third_party::ran("interop-anp-crawler-reads-ours", 2);
}
