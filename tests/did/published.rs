//! DID documents, keys and object proofs that the ANP repositories publish: each resolves, or says why not.

use adp_fixtures::third_party;
use agent_description::{
    Code, CodedError, Document, Limits,
    did::{Did, DidDocument, DidError, DidUrl, DocumentProof, Purpose},
    json::{Json, Object},
    key::{KeyType, SigningKey, VerifyingKey},
    suite::{ProofValueEncoding, Suite},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use std::collections::BTreeMap;

const VNEXT: &str = "anp/spec-did-authentication-vnext";
const SDK: &str = "anp/anp/typescript/ts_sdk/tests/fixtures/rust";

fn text<'a>(json: &'a Json, name: &str) -> &'a str {
    json.get(name).and_then(Json::as_str).unwrap_or_else(|| panic!("a string `{name}`"))
}

fn object<'a>(json: &'a Json, name: &str) -> &'a Object {
    json.get(name).and_then(Json::as_object).unwrap_or_else(|| panic!("an object `{name}`"))
}

fn parse(source: &str) -> Document {
    let mut limits = Limits::default();
    limits.description_bytes = 4 << 20;
    Document::parse(source.as_bytes(), &limits).unwrap()
}

/// Resolves a document for the DID that it says it is.
fn resolve(document: &Object) -> Result<DidDocument, DidError> {
    let json = Json::from(document.clone());
    let did: Did = text(&json, "id").parse()?;
    DidDocument::parse_for(&did, json.to_compact().as_bytes(), &Limits::default()).map(|resolved| resolved.into_inner())
}

/// Verifies an object's own proof with the key that a resolved document lists for the proof's purpose.
fn verify_object(signer: &DidDocument, signed: &Object) -> Result<ProofValueEncoding, String> {
    let json = Json::from(signed.clone());
    let proof = json.get("proof").unwrap();
    let suite = Suite::identify(text(proof, "type"), proof.get("cryptosuite").and_then(Json::as_str)).ok_or("suite")?;
    let method: DidUrl = text(proof, "verificationMethod").parse().map_err(|error: DidError| error.to_string())?;
    let purpose: Purpose = text(proof, "proofPurpose").parse().map_err(|_| "purpose")?;
    if !signer.lists(&method, purpose) {
        return Err(format!("{method} is not listed under {purpose}"));
    }
    let key = signer.verification_method(&method).unwrap().key().map_err(ToString::to_string)?;
    let (signature, encoding) =
        suite.decode_proof_value(text(proof, "proofValue")).map_err(|error| error.to_string())?;
    let input = suite.signing_input(signed, proof.as_object().unwrap(), encoding).map_err(|error| error.to_string())?;
    key.verify(input.as_bytes(), &signature).map_err(|error| error.to_string())?;
    Ok(encoding)
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn the_ten_identities_of_the_drafts_resolve() {
    let source = third_party::read(&format!("{VNEXT}/identities.json"));
    let all = parse(&source);
    let mut resolved = 0;
    for identity in object(all.json(), "identities") {
        let (name, identity) = (identity.name(), identity.value());
        let document = resolve(object(identity, "document")).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(document.id().as_str(), text(identity, "did"));
        let root: DidUrl = text(identity, "root_kid").parse().unwrap();
        // four are bound by `e1_` and signed, the others are hosts' word alone
        let bound = document.id().binding().is_some();
        assert_eq!(document.binding_method(), bound.then_some(&root), "{name}");
        assert_eq!(
            matches!(document.proof(), Some(DocumentProof::Verified { encoding: ProofValueEncoding::Base58Btc, .. })),
            bound,
            "{name}"
        );
        assert_eq!(document.diagnostics(None), [], "{name}");
        assert!(document.lists(&root, Purpose::AssertionMethod), "{name}");
        for method in document.verification_methods() {
            let agrees = document.lists(&method.id, Purpose::KeyAgreement);
            assert_eq!(method.agreement_key().unwrap().is_some(), agrees, "{}", method.id);
            assert_eq!(method.key().is_ok(), !agrees, "{}", method.id);
        }
        resolved += 1;
    }
    third_party::ran("anp-draft-identities-resolved", resolved);
}

/// The vectors of Data Integrity; those of HTTP signatures and of encryption are counted, they are other modules' business.
#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn the_data_integrity_vectors_of_the_drafts() {
    let identities = third_party::read(&format!("{VNEXT}/identities.json"));
    let identities = parse(&identities);
    let signers: BTreeMap<String, DidDocument> = object(identities.json(), "identities")
        .into_iter()
        .map(|member| (member.name().to_string(), resolve(object(member.value(), "document")).unwrap()))
        .collect();
    let vectors = parse(&third_party::read(&format!("{VNEXT}/byte-vectors.json")));
    let list = |name: &str| vectors.json().get(name).and_then(Json::as_array).unwrap();
    let is_ours = |vector: &Json| text(vector, "kind") == "data-integrity";

    let mut positives = BTreeMap::new();
    for vector in list("positives").iter().filter(|vector| is_ours(vector)) {
        let (name, signed) = (text(vector, "id"), object(vector, "object"));
        let signer = &signers[text(vector, "identity_fixture")];
        assert_eq!(verify_object(signer, signed), Ok(ProofValueEncoding::Base58Btc), "{name}");
        let proof = signed.get("proof").and_then(Json::as_object).unwrap();
        let (suite, encoding) = (Suite::EddsaJcs2022, ProofValueEncoding::Base58Btc);
        let forms = suite.canonical_forms(signed, proof, encoding).unwrap();
        assert_eq!(
            std::str::from_utf8(forms.proof_config.as_deref().unwrap()).unwrap(),
            text(vector, "proof_config_jcs"),
            "{name}"
        );
        assert_eq!(std::str::from_utf8(&forms.document).unwrap(), text(vector, "document_jcs"), "{name}");
        let input = suite.signing_input(signed, proof, encoding).unwrap();
        let hex: String = input.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, text(vector, "hash_data_hex"), "{name}");
        let key = VerifyingKey::from_jwk(object(vector, "public_key_jwk")).unwrap();
        let method: DidUrl = text(vector, "keyid").parse().unwrap();
        assert_eq!(signer.verification_method(&method).unwrap().key().unwrap(), &key, "{name}");
        if text(vector, "object_type") == "did-document" {
            assert!(resolve(signed).is_ok(), "{name}");
        }
        positives.insert(name, (signer, vector));
    }

    let mut negatives = 0;
    for vector in list("negatives") {
        let Some((signer, base)) = positives.get(text(vector, "base_id")) else { continue };
        let (name, mut changed) = (text(vector, "id"), object(base, "object").clone());
        let replacement = vector.get("replacement").unwrap().clone();
        match text(vector, "mutation") {
            "object-property" => drop(changed.insert(text(vector, "property"), replacement)),
            "proof-purpose" => {
                let mut proof = changed.get("proof").and_then(Json::as_object).unwrap().clone();
                proof.insert("proofPurpose", replacement);
                changed.insert("proof", proof);
            }
            other => panic!("{name}: an unknown mutation {other}"),
        }
        assert_eq!(vector.get("expected_integrity").and_then(Json::as_bool), Some(false));
        let error = verify_object(signer, &changed).unwrap_err();
        let is_group_web = name.starts_with("P4-RECEIPT-web") && name.ends_with("PURPOSE");
        // that identity has no `authentication` at all, so its relationship is looked at first
        assert!(error.contains(if is_group_web { "is not listed" } else { "does not verify" }), "{name}: {error}");
        if text(base, "object_type") == "did-document" {
            assert_eq!(resolve(&changed).unwrap_err().code(), Code::DID_DOCUMENT_PROOF, "{name}");
        }
        negatives += 1;
    }
    third_party::ran("anp-draft-data-integrity-positive", positives.len());
    third_party::ran("anp-draft-data-integrity-negative", negatives);
    let others = list("positives").len() + list("negatives").len() - positives.len() - negatives;
    third_party::ran("anp-draft-vectors-of-other-schemes", others);
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn documents_of_the_sdks_resolve() {
    let mut cases = 0;
    for (name, suite) in [("e1", Suite::EddsaJcs2022), ("k1", Suite::DidWbaEcdsaK1)] {
        let source = third_party::read(&format!("{SDK}/{name}/did.json"));
        let document = resolve(parse(&source).root()).unwrap();
        let Some(DocumentProof::Verified { suite: found, encoding, .. }) = document.proof() else { panic!("{name}") };
        assert_eq!((*found, *encoding), (suite, ProofValueEncoding::Base64Url));
        assert_eq!(document.binding_method().unwrap().fragment(), "key-1");
        assert_eq!(document.diagnostics(None), []);
        let method = |n: usize| &document.verification_methods()[n];
        assert_eq!(method(1).key().unwrap().key_type(), KeyType::P256);
        // PEM labels of their own making around the bare bytes
        let bytes = |file: &str| -> [u8; 32] {
            let pem = third_party::read(&format!("{SDK}/{name}/{file}"));
            let base64: String = pem.lines().filter(|line| !line.starts_with("-----")).collect();
            STANDARD.decode(base64).unwrap().try_into().unwrap()
        };
        for (at, file) in [(0, "key-1_private.pem"), (1, "key-2_private.pem")] {
            let public = method(at).key().unwrap();
            let key = SigningKey::from_secret_bytes(public.key_type(), &bytes(file)).unwrap();
            assert_eq!(key.verifying_key(), public, "{name} {file}");
        }
        assert_eq!(method(2).agreement_key().unwrap().unwrap().0, bytes("key-3_public.pem"));
        // the P-256 key stands under no relationship: it may sign nothing
        assert!(Purpose::ALL.iter().all(|&purpose| !document.lists(&method(1).id, purpose)));
        cases += 1;
    }
    let golden = parse(&third_party::read("anp/anp/testdata/group_e2ee/did_wba_binding_golden.json"));
    let document = resolve(object(golden.json(), "did_document")).unwrap();
    assert_eq!(document.id().as_str(), text(golden.json(), "issuer_did"));
    assert_eq!(verify_object(&document, object(golden.json(), "did_wba_binding")), Ok(ProofValueEncoding::Base58Btc));
    let bundle = parse(&third_party::read("anp/anp/testdata/direct_e2ee/p5_v2_wire_vectors.json"));
    let bundle = bundle.json().get("signed_bundle_golden").unwrap();
    resolve(object(bundle, "did_document")).unwrap();
    third_party::ran("anp-sdk-documents-resolved", cases + 2);
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn seven_secp256k1_documents_and_their_keys() {
    const PUBLIC: &str = "anp/anp/docs/did_public";
    const GENERATER: &str = "anp/anp/tools/did_generater";
    const CONNECT: &str = "anp/AgentConnect/did_wba_examples/generated";
    let (mut loaded, mut matching) = (0, 0);
    for (document, pem) in [
        (format!("{PUBLIC}/did_a.json"), format!("{PUBLIC}/private_a.pem")),
        (format!("{PUBLIC}/did_b.json"), format!("{PUBLIC}/private_b.pem")),
        (format!("{PUBLIC}/public-did-doc.json"), format!("{PUBLIC}/public-private-key.pem")),
        (format!("{GENERATER}/user_public/did.json"), format!("{GENERATER}/user_public/key-1_private.pem")),
        (format!("{GENERATER}/user_yanlq/did.json"), format!("{GENERATER}/user_yanlq/key-1_private.pem")),
        (format!("{CONNECT}/did.json"), format!("{CONNECT}/key-1_private.pem")),
        (format!("{SDK}/k1/did.json"), format!("{SDK}/k1/key-1_private.pem")),
    ] {
        let source = third_party::read(&document);
        let read = resolve(parse(&source).root()).unwrap_or_else(|error| panic!("{document}: {error}"));
        let method = &read.verification_methods()[0];
        loaded += 1;
        let pem = third_party::read(&pem);
        // one copy has a second end line, one the SDK's own label around the bare scalar: tests/key/published.rs
        let end = "-----END PRIVATE KEY-----";
        let secret = match pem.split_once(end) {
            Some((block, _)) => SigningKey::from_pem(&format!("{block}{end}\n")).unwrap(),
            None => {
                let base64: String = pem.lines().filter(|line| !line.starts_with("-----")).collect();
                let scalar = STANDARD.decode(base64).unwrap().try_into().unwrap();
                SigningKey::from_secret_bytes(KeyType::Secp256k1, &scalar).unwrap()
            }
        };
        match method.key() {
            Ok(key) => {
                assert_eq!(key, secret.verifying_key(), "{document}");
                matching += 1;
            }
            Err(error) => {
                assert!(document.ends_with("public-did-doc.json"), "{document}: {error}");
                assert_eq!(error.code(), Code::DID_KEY_UNSUPPORTED);
                assert!(error.to_string().contains("`y`") && error.to_string().contains("31 bytes"), "{error}");
                // with its leading zero it would be the key of the private file
                let jwk = secret.verifying_key().to_jwk();
                assert_eq!(jwk.get("y").and_then(Json::as_str), Some("AM3LVa-IHswIJdMq6-qXYE649545VNTAvzan6DM_jCM"));
                assert_eq!(read.diagnostics(None).len(), 1);
            }
        }
    }
    third_party::ran("anp-secp256k1-documents", loaded);
    third_party::ran("anp-secp256k1-key-pairs", matching);
}
