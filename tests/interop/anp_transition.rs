//! Chains of superseded DIDs against the Agent Network Protocol's own package, PyPI's `anp`: each side follows what either made.
//!
//! Runs where `INTEROP_PYTHON` names a Python that has `tests/interop/requirements.txt` installed.

use adp_fixtures::third_party;
use agent_description::{
    CodedError, Limits, Timestamp,
    did::{Binding, Did, DidDocument, DidDocumentBuilder, DocumentProofForm},
    json::{Document, Json, Object},
    key::{KeyType, SigningKey},
    resolve::{Following, StaticResolver, resolve_current},
    suite::{ProofValueEncoding, Suite},
};
use futures_executor::block_on;
use serde_json::{Value, json};
use std::sync::Arc;

/// Hands tasks to the Python program.
fn python(tasks: &[Value]) -> Vec<Value> {
    third_party::answers_of_python(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/interop/anp_transition.py"), tasks)
}

/// What is made: the signer of each hop, a fault that is signed, one that comes after signing, whether the first document is
/// trusted, and what both sides say: an assurance, or the SDK's kind and our code.
type Chain = (
    &'static [&'static str],
    Option<&'static str>,
    Option<&'static str>,
    bool,
    Result<&'static str, (&'static str, &'static str)>,
);

const B: &str = "binding";

const CHAINS: &[Chain] = &[
    (&[B], None, None, false, Ok("verified")),
    (&[B, B], None, None, false, Ok("verified")),
    (&[B, B, B, B, B, B, B, B], None, None, false, Ok("verified")),
    (&[B, B, B, B, B, B, B, B, B], None, None, false, Err(("max_hops_exceeded", "did-transition"))),
    (&["recovery"], None, None, true, Ok("recovery_verified")),
    (&["recovery", B], None, None, true, Ok("recovery_verified")),
    (&["recovery"], None, None, false, Err(("recovery_not_preauthorized", "did-document-proof"))),
    (&["stranger"], None, None, true, Err(("invalid_proof", "did-document-proof"))),
    (&["none"], None, None, false, Ok("provider_asserted")),
    (&[B, "none"], None, None, false, Ok("provider_asserted")),
    (&[B], Some("path"), None, false, Err(("stable_path_mismatch", "did-transition"))),
    (&[B, B], Some("cycle"), None, false, Err(("cycle", "did-transition"))),
    (&[B], Some("skip"), None, false, Err(("direct_successor_required", "did-transition"))),
    (&[B], Some("no-key"), None, false, Err(("invalid_document", "did-binding"))),
    (&[B], None, Some("tampered"), false, Err(("invalid_proof", "did-document-proof"))),
    (&[B], None, Some("last-unsigned"), false, Err(("invalid_proof", "did-document-proof"))),
    (&[B], None, Some("last-gone"), false, Err(("invalid_document", "did-deactivated"))),
    (&[B], None, Some("other-id"), false, Err(("invalid_document", "did-id-mismatch"))),
];

fn key(byte: u8) -> SigningKey {
    SigningKey::from_secret_bytes(KeyType::Ed25519, &[byte; 32]).unwrap()
}

fn sign(document: &Value, key: &SigningKey, method: &str) -> Value {
    let parsed = Document::parse(document.to_string().as_bytes(), &Limits::default()).unwrap();
    let mut root = parsed.root().clone();
    root.remove("proof");
    let mut proof = Object::new();
    for (name, value) in [
        ("type", "DataIntegrityProof"),
        ("cryptosuite", "eddsa-jcs-2022"),
        ("created", "2026-02-01T00:00:00Z"),
        ("verificationMethod", method),
        ("proofPurpose", "assertionMethod"),
    ] {
        proof.insert(name, value);
    }
    let input = Suite::EddsaJcs2022.signing_input(&root, &proof, ProofValueEncoding::Base58Btc).unwrap();
    proof.insert("proofValue", ProofValueEncoding::Base58Btc.encode(&key.sign(input.as_bytes())));
    root.insert("proof", proof);
    serde_json::from_str(&Json::from(root).to_compact()).unwrap()
}

/// What `do_make` of the Python program makes, made here.
fn ours(signers: &[&str], fault: Option<&str>) -> Value {
    let generation = |byte: u8, path: &str| {
        let did = Did::wba_bound("hotel.example", path, Binding::E1, key(byte).verifying_key()).unwrap();
        let mut document = DidDocumentBuilder::new(did, key(byte).verifying_key());
        document.keys.push(key(99).verifying_key().clone());
        let document =
            document.build_signed(&key(byte), "2026-01-01T00:00:00Z".parse().unwrap(), DocumentProofForm::W3c);
        serde_json::from_str::<Value>(document.unwrap().source()).unwrap()
    };
    let last = signers.len();
    let byte = |index: usize| u8::try_from(index + 1).unwrap();
    let mut documents: Vec<Value> = (0..=last).map(|index| generation(byte(index), "user:alice")).collect();
    if fault == Some("path") {
        documents[last] = generation(byte(last), "user:bob");
    }
    let id = |documents: &[Value], index: usize| documents[index]["id"].as_str().unwrap().to_owned();
    let ids: Vec<String> = (0..=last).map(|index| id(&documents, index)).collect();
    let trusted = documents[0].clone();
    for (index, signer) in signers.iter().enumerate() {
        let document = &mut documents[index];
        document["deactivated"] = true.into();
        document["successorDid"] = ids[index + 1].clone().into();
        if fault == Some("cycle") && index + 1 == last {
            document["successorDid"] = ids[0].clone().into();
        }
        if index > 0 {
            document["alsoKnownAs"] = json!([ids[index - 1]]);
        }
        if fault == Some("no-key") && index == 0 {
            document["verificationMethod"].as_array_mut().unwrap().remove(0);
        }
        document.as_object_mut().unwrap().remove("proof");
        match *signer {
            "binding" => *document = sign(document, &key(byte(index)), &format!("{}#key-1", ids[index])),
            "recovery" => *document = sign(document, &key(99), &format!("{}#key-2", ids[index])),
            "stranger" => *document = sign(document, &key(98), &format!("{}#key-2", ids[index])),
            _ => {}
        }
    }
    let other = generation(77, "user:alice")["id"].clone();
    documents[last]["alsoKnownAs"] = json!([if fault == Some("skip") { other } else { ids[last - 1].clone().into() }]);
    documents[last] = sign(&documents[last], &key(byte(last)), &format!("{}#key-1", ids[last]));
    json!({"requested": ids[0], "documents": documents, "trusted": trusted})
}

/// A fault that nobody signed.
fn spoil(chain: &mut Value, fault: Option<&str>) {
    let documents = chain["documents"].as_array_mut().unwrap();
    let last = documents.len() - 1;
    match fault {
        None => {}
        Some("tampered") => documents[0]["service"] = json!([]),
        Some("last-unsigned") => drop(documents[last].as_object_mut().unwrap().remove("proof")),
        Some("last-gone") => documents[last]["deactivated"] = true.into(),
        Some("other-id") => {
            let id = documents[last]["id"].as_str().unwrap().to_owned();
            // published under the successor's name, but of another DID
            documents[last]["asked"] = id.into();
            documents[last]["id"] = "did:wba:hotel.example".into();
        }
        Some(other) => panic!("{other}"),
    }
}

/// What our side says: an assurance or a code.
fn follow(chain: &Value, is_trusted: bool) -> Result<String, &'static str> {
    let mut resolver = StaticResolver::default();
    for document in chain["documents"].as_array().unwrap() {
        let id = document.get("asked").unwrap_or(&document["id"]);
        resolver.insert(id.as_str().unwrap().parse().unwrap(), document.to_string());
    }
    let mut following = Following::default();
    if is_trusted {
        let trusted = Document::parse(chain["trusted"].to_string().as_bytes(), &Limits::default()).unwrap();
        following.trusted.push(Arc::new(DidDocument::parse_own(&trusted, &Limits::default()).unwrap()));
    }
    let requested: Did = chain["requested"].as_str().unwrap().parse().unwrap();
    let now = Timestamp::now();
    match block_on(resolve_current(&requested, &resolver, &following, now)) {
        Ok(found) => {
            let last = chain["documents"].as_array().unwrap().last().unwrap();
            assert_eq!(found.current_did().as_str(), last["id"]);
            Ok(found.assurance().unwrap().to_string())
        }
        Err(error) => Err(error.code().as_str()),
    }
}

#[test]
#[ignore = "needs INTEROP_PYTHON"]
fn both_sides_follow_the_chains_of_either() {
    let make = |&(signers, fault, ..): &Chain| json!({"do": "make", "signers": signers, "fault": fault});
    let theirs = python(&CHAINS.iter().map(make).collect::<Vec<_>>());
    let of_ours = CHAINS.iter().map(|(signers, fault, ..)| ours(signers, *fault));
    let mut chains: Vec<Value> = of_ours.chain(theirs).collect();
    let asked = || CHAINS.iter().chain(CHAINS);
    for (chain, (_, _, spoiled, ..)) in chains.iter_mut().zip(asked()) {
        spoil(chain, *spoiled);
    }
    let tasks = chains.iter().zip(asked()).map(|(chain, (.., is_trusted, _))| {
        let trusted = if *is_trusted { chain["trusted"].clone() } else { Value::Null };
        json!({"do": "follow", "requested": chain["requested"], "documents": chain["documents"], "trusted": trusted})
    });
    let answers = python(&tasks.collect::<Vec<_>>());
    for ((chain, answer), (signers, fault, spoiled, is_trusted, expected)) in chains.iter().zip(&answers).zip(asked()) {
        let name = format!("{signers:?} {fault:?} {spoiled:?} {is_trusted}");
        let found = follow(chain, *is_trusted);
        match expected {
            Ok(assurance) => {
                assert_eq!(answer["assurance"], *assurance, "{name}: {answer}");
                // documents at hand are not from the DIDs' host
                let own = if *assurance == "provider_asserted" { "unverified" } else { assurance };
                assert_eq!(found.as_deref(), Ok(own), "{name}");
            }
            Err((kind, code)) => {
                assert_eq!(answer["error"], *kind, "{name}: {answer}");
                assert_eq!(found, Err(*code), "{name}");
            }
        }
    }
    third_party::ran("interop-anp-transitions", answers.len());
}
