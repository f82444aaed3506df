//! Proofs and keys against an independent implementation: `tests/interop/adp_proof.py`, on PyPI's `cryptography` and `jcs`.
//!
//! Runs where `INTEROP_PYTHON` names a Python that has `tests/interop/requirements.txt` installed.

use adp_fixtures::third_party;
use agent_description::{
    Contexts, Document, Limits,
    description::AgentDescription,
    did::{Did, DidDocument, DidDocumentBuilder, Purpose, Resolved},
    json::{Json, Object},
    key::{KeyType, SigningKey, VerifyingKey},
    proof::{self, Challenge, Expectations, KeySigner, SignOptions, Unverified, VerifyError},
    suite::{ProofValueEncoding, Suite},
};
use serde_json::{Value, json};

/// Hands tasks to the Python program.
fn python(tasks: &[Value]) -> Vec<Value> {
    third_party::answers_of_python(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/interop/adp_proof.py"), tasks)
}

/// Documents with what canonicalization must get right: order by UTF-16, escapes, numbers, proofs further down.
const DOCUMENTS: [&str; 4] = [
    r#"{"@context": "https://example.com/ad", "name": "Grand Hotel"}"#,
    r#"{"name": "no context"}"#,
    "{\"@context\": [\"https://example.com/ad\", {\"@vocab\": \"https://schema.org/\", \"n\": 1.0}],
      \"\u{1F600}\": 1, \"\u{FB33}\": 2, \"z\": \"\\u20ac\\u0024\\u000F\\nA'B\\\"\\\\\\/\", \"a\": \"\u{7f}\u{80}\",
      \"numbers\": [0, -0.0, 1.50, 1e2, 1E-7, 0.000001, 1e21, 333333333.33333329, 9007199254740991, 4.35],
      \"owner\": {\"proof\": {\"proofValue\": \"kept\"}, \"none\": null, \"yes\": true},
      \"empty\": [[], {}, \"\"]}",
    "{\"proofValue\": \"kept\", \"@context\": {}, \"\": \"empty name\", \"\u{e9}\": \"composed\", \"e\u{301}\": \"decomposed\"}",
];

fn options(method: &str) -> Value {
    json!({
        "created": "2026-11-21T10:00:00Z", "verificationMethod": method, "proofPurpose": "assertionMethod",
        "domain": "hotel.example", "challenge": "1235abcd6789", "unknown": {"covered": ["ü", 1.5]}
    })
}

fn document(text: &str) -> Document {
    Document::parse(text.as_bytes(), &Limits::default()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn proof(document: &Object) -> &Object {
    document.get("proof").and_then(Json::as_object).unwrap()
}

/// The document with a proof of ours.
fn sign(text: &str, suite: Suite, key: &SigningKey, with_context: bool) -> String {
    let mut document = document(text).root().clone();
    let mut proof = Object::new();
    proof.insert("type", suite.proof_type());
    if let Some(cryptosuite) = suite.cryptosuite() {
        proof.insert("cryptosuite", cryptosuite);
    }
    for member in self::document(&options("did:wba:hotel.example#key-1").to_string()).root() {
        proof.insert(member.name().clone(), member.value().clone());
    }
    if with_context && let Some(context) = document.get("@context") {
        proof.insert("@context", context.clone());
    }
    let input = suite.signing_input(&document, &proof, suite.written_encoding()).unwrap();
    proof.insert("proofValue", suite.written_encoding().encode(&key.sign(input.as_bytes())));
    document.insert("proof", proof);
    Json::from(document).to_pretty()
}

/// Verifies a document's proof under a key.
fn verify(text: &str, key: &VerifyingKey) -> Result<(Suite, ProofValueEncoding), String> {
    let document = document(text);
    let proof = proof(document.root());
    let member = |name: &str| proof.get(name).and_then(Json::as_str);
    let suite = Suite::identify(member("type").unwrap(), member("cryptosuite")).ok_or("no suite")?;
    let (signature, encoding) =
        suite.decode_proof_value(member("proofValue").unwrap()).map_err(|error| error.to_string())?;
    let input = suite.signing_input(document.root(), proof, encoding).map_err(|error| error.to_string())?;
    key.verify(input.as_bytes(), &signature).map_err(|error| error.to_string())?;
    Ok((suite, encoding))
}

fn key(suite: Suite) -> SigningKey {
    SigningKey::from_secret_bytes(suite.key_type(), &[0x42; 32]).unwrap()
}

fn jwk(key: &VerifyingKey) -> Value {
    serde_json::from_str(&Json::from(key.to_jwk()).to_compact()).unwrap()
}

/// An agent description as the specification writes them, with names and numbers that canonicalization has to get right.
const DESCRIPTION: &str = r#"{
  "@context": {"@vocab": "https://schema.org/", "did": "https://w3id.org/did#", "ad": "https://agent-network-protocol.com/ad#"},
  "@type": "ad:AgentDescription",
  "@id": "https://hotel.example/ad.json",
  "name": "Grand Hotel \u20ac \ud83d\ude00",
  "did": "did:wba:hotel.example",
  "description": "line\nfeed, \"quotes\", \\ and \u007f",
  "version": "1.0.0",
  "\ufb33": [1.50, 1e21, 0.000001, 333333333.33333329], "\ud83d\ude00": true, "é": null,
  "ad:securityDefinitions": {"didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}},
  "ad:security": "didwba_sc"
}"#;

const NOW: &str = "2026-11-21T10:00:00Z";

fn did() -> Did {
    "did:wba:hotel.example".parse().unwrap()
}

fn did_document(key: &VerifyingKey) -> Resolved<DidDocument> {
    let document = DidDocumentBuilder::new(did(), key).build().unwrap();
    DidDocument::parse_for(&did(), document.source().as_bytes(), &Limits::default()).unwrap()
}

/// The whole verification, with everything expected that the proof says.
fn verify_description(text: &str, key: &VerifyingKey) -> Result<Suite, VerifyError> {
    let expectations = Expectations::for_purpose(Purpose::AssertionMethod)
        .domain("hotel.example")
        .challenge(Challenge::new("1235abcd6789"))
        .at(NOW.parse().unwrap())
        .signer_is_subject();
    let unverified: Unverified<AgentDescription> = Unverified::new(document(text), &Contexts::embedded());
    let verified = unverified.verify(&did_document(key), expectations)?;
    assert_eq!(verified.get().name, "Grand Hotel € 😀");
    Ok(verified.evidence().suite.unwrap())
}

#[test]
#[ignore = "needs INTEROP_PYTHON"]
fn python_verifies_agent_descriptions_that_we_sign() {
    let mut tasks = Vec::new();
    for &suite in Suite::ALL {
        let key = key(suite);
        let jwk = jwk(key.verifying_key());
        let signer = KeySigner::new(format!("{}#key-1", did()).parse().unwrap(), key);
        let options = SignOptions::new(NOW.parse().unwrap()).suite(suite).domain("hotel.example", "1235abcd6789");
        let signed = proof::sign(&document(DESCRIPTION), &signer, options).unwrap();
        let verify = |text: &str| json!({"do": "verify", "document": text, "jwk": jwk});
        tasks.push(verify(signed.source()));
        for (from, to) in
            [("Grand", "Brand"), ("1235abcd", "1235abce"), ("1e+21", "1.1e+21"), ("assertionM", "assertionm")]
        {
            assert!(signed.source().contains(from), "{from} in {}", signed.source());
            tasks.push(verify(&signed.source().replacen(from, to, 1)));
        }
    }
    let answers = python(&tasks);
    for (at, answer) in answers.iter().enumerate() {
        assert_eq!(answer["verified"], at % 5 == 0, "{answer}: {}", tasks[at]["document"].as_str().unwrap());
    }
    third_party::ran("interop-python-verifies-descriptions", answers.len());
}

#[test]
#[ignore = "needs INTEROP_PYTHON"]
fn we_verify_agent_descriptions_that_python_signs() {
    // the plain profile allows a proof no other members than the suite's
    let mut options = options("did:wba:hotel.example#key-1");
    options.as_object_mut().unwrap().remove("unknown");
    let tasks: Vec<Value> = Suite::ALL
        .iter()
        .map(|&suite| {
            json!({
                "do": "sign", "document": DESCRIPTION, "suite": suite.as_str(), "pem": key(suite).to_pem().as_str(),
                "options": options,
            })
        })
        .collect();
    let answers = python(&tasks);
    for (answer, &suite) in answers.iter().zip(Suite::ALL) {
        let signed = answer["document"].as_str().unwrap();
        let key = key(suite);
        assert_eq!(verify_description(signed, key.verifying_key()).unwrap(), suite);
        for (from, to) in [("version", "versiom"), ("10:00:00Z", "09:59:59Z"), ("1235abcd6789", "1235abcd6780")] {
            assert!(signed.contains(from));
            let error = verify_description(&signed.replacen(from, to, 1), key.verifying_key()).unwrap_err();
            assert_eq!(agent_description::CodedError::code(&error).as_str(), "proof-signature", "{error}");
        }
    }
    third_party::ran("interop-python-signs-descriptions", answers.len());
}

#[test]
#[ignore = "needs INTEROP_PYTHON"]
fn python_verifies_what_we_sign() {
    let mut tasks = Vec::new();
    let mut expected = Vec::new();
    for &suite in Suite::ALL {
        let key = key(suite);
        let verify = |text: &str| json!({"do": "verify", "document": text, "jwk": jwk(key.verifying_key())});
        for text in DOCUMENTS {
            let signed = sign(text, suite, &key, suite.written_encoding() == ProofValueEncoding::Base58Btc);
            tasks.push(verify(&signed));
            expected.push((suite, true));
            // without `proof.@context` too; it is added before hashing
            tasks.push(verify(&sign(text, suite, &key, false)));
            expected.push((suite, true));
            // and what is changed does not verify: in the proof, in the document
            for (from, to) in [("10:00:00Z", "10:00:01Z"), ("hotel.example\"", "motel.example\"")] {
                assert!(signed.contains(from));
                tasks.push(verify(&signed.replace(from, to)));
                expected.push((suite, false));
            }
            tasks.push(verify(&signed.replacen('{', r#"{"added": 1,"#, 1)));
            expected.push((suite, false));
        }
    }
    let answers = python(&tasks);
    for ((task, answer), (suite, verified)) in tasks.iter().zip(&answers).zip(&expected) {
        assert_eq!(answer["suite"], suite.as_str());
        assert_eq!(answer["verified"], *verified, "{suite}: {answer}\n{}", task["document"].as_str().unwrap());
        if !verified {
            assert_eq!(answer["reason"], "signature");
        }
    }
    assert_eq!(expected.iter().filter(|(_, verified)| *verified).count(), 4 * DOCUMENTS.len() * 2);
    third_party::ran("interop-python-verifies", answers.len());
}

#[test]
#[ignore = "needs INTEROP_PYTHON"]
fn we_verify_what_python_signs() {
    let mut tasks = Vec::new();
    let mut expected = Vec::new();
    for &suite in Suite::ALL {
        let key = key(suite);
        let encodings: &[_] = match suite {
            Suite::AdpEcdsaP256 | Suite::EddsaJcs2022 => {
                &[(ProofValueEncoding::Base64Url, "base64url"), (ProofValueEncoding::Base58Btc, "base58btc")]
            }
            Suite::EcdsaJcs2019 => &[(ProofValueEncoding::Base58Btc, "base58btc")],
            _ => &[(ProofValueEncoding::Base64Url, "base64url")],
        };
        for (at, text) in DOCUMENTS.iter().enumerate() {
            for &(encoding, name) in encodings {
                tasks.push(json!({
                    "do": "sign", "document": text, "suite": suite.as_str(), "pem": key.to_pem().as_str(),
                    "options": options("did:wba:hotel.example#key-1"), "encoding": name,
                    // escaped and plain spellings of the same text have the same canonical form
                    "ascii": at % 2 == 0,
                }));
                expected.push((suite, encoding));
            }
        }
    }
    let answers = python(&tasks);
    for (answer, &(suite, encoding)) in answers.iter().zip(&expected) {
        let signed = answer["document"].as_str().unwrap();
        let key = key(suite);
        assert_eq!(verify(signed, key.verifying_key()), Ok((suite, encoding)), "{signed}");
        for (from, to) in [("10:00:00Z", "10:00:01Z"), ("hotel.example", "motel.example")] {
            let changed = signed.replace(from, to);
            assert!(verify(&changed, key.verifying_key()).unwrap_err().contains("does not verify"));
        }
        let other = SigningKey::from_secret_bytes(suite.key_type(), &[0x43; 32]).unwrap();
        assert!(verify(signed, other.verifying_key()).is_err());
    }
    third_party::ran("interop-python-signs", answers.len());
}

#[test]
#[ignore = "needs INTEROP_PYTHON"]
fn deterministic_signatures_are_equal_byte_for_byte() {
    // RFC 6979 leaves no freedom for P-256, nor does RFC 8032; for secp256k1 we write low s, OpenSSL whichever it is
    let mut tasks = Vec::new();
    let mut expected = Vec::new();
    for suite in [Suite::AdpEcdsaP256, Suite::EcdsaJcs2019, Suite::EddsaJcs2022] {
        let key = key(suite);
        for text in DOCUMENTS {
            tasks.push(json!({
                "do": "sign", "document": text, "suite": suite.as_str(), "pem": key.to_pem().as_str(),
                "options": options("did:wba:hotel.example#key-1"), "deterministic": true,
            }));
            expected.push(sign(text, suite, &key, false));
        }
    }
    let answers = python(&tasks);
    for (answer, ours) in answers.iter().zip(&expected) {
        let theirs = document(answer["document"].as_str().unwrap());
        assert_eq!(theirs.json(), document(ours).json());
    }
    third_party::ran("interop-python-deterministic", answers.len());
}

#[test]
#[ignore = "needs INTEROP_PYTHON"]
fn keys_are_read_alike_in_every_form() {
    let mut tasks = Vec::new();
    for &key_type in KeyType::ALL {
        for _ in 0..8 {
            tasks.push(json!({"do": "key", "pem": SigningKey::generate(key_type).unwrap().to_pem().as_str()}));
            tasks.push(json!({"do": "generate", "type": key_type.as_str()}));
        }
    }
    let answers = python(&tasks);
    for (task, theirs) in tasks.iter().zip(&answers) {
        let text = |name: &str| theirs[name].as_str().unwrap();
        let key = SigningKey::from_pem(text("pem")).unwrap();
        let public = key.verifying_key();
        if task["do"] == "key" {
            assert_eq!(task["pem"], theirs["pem"], "read and written again, our PEM is the same");
        }
        assert_eq!(key.to_pem().as_str(), text("pem"));
        assert_eq!(public.to_public_pem(), text("publicPem"));
        assert_eq!(jwk(public), theirs["jwk"]);
        assert_eq!(public.to_multikey(), text("multikey"));
        assert_eq!(public.thumbprint(), text("thumbprint"));
        assert_eq!(&VerifyingKey::from_multikey(text("multikey")).unwrap(), public);
        assert_eq!(&VerifyingKey::from_public_pem(text("publicPem")).unwrap(), public);
    }
    third_party::ran("interop-python-keys", answers.len());
}
