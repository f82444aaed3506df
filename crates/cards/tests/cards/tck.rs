//! The cross-SDK vectors of the TCK: every case, under each of our payload forms, the verdict that it states.

use crate::signing_agent::{Expected, code_of};
use adp_cards::{A2A_CARD, a2a_card::A2A, signature::PayloadForm};
use adp_fixtures::samples::{files, parse};
use adp_fixtures::third_party;
use agent_description::{
    Document, Json, KeyType, Limits, SigningKey,
    diagnostic::Severity,
    json::{self, Object},
    jws::{Algorithm, Unsigned},
    verification::{Supplied, Verification},
};
use std::path::Path;

/// What the vectors call our payload forms, on each of their axes: default values, unknown members, twins.
fn labels(form: PayloadForm) -> &'static [&'static str] {
    match form {
        PayloadForm::Presence => &["rule-1-as-written", "rule-1-served-scope", "unknown-retain", "dual-name-refuse"],
        PayloadForm::Pruned => &["prune-empty", "unknown-exclude", "dual-name-refuse"],
        _ => &["served-as-is", "unknown-retain", "dual-name-refuse"],
    }
}

fn strings(vector: &Json, name: &str) -> Vec<String> {
    vector.get(name).and_then(Json::as_array).unwrap().iter().map(|it| it.as_str().unwrap().to_owned()).collect()
}

/// The verdict by a set of keys, or without any.
fn verify(card: &Document, keys: Option<&str>, forms: &[PayloadForm]) -> Verification {
    let expected = Expected { payload_forms: forms.to_vec(), key_set: keys.map(str::to_owned), ..Expected::default() };
    expected.verify(card, &Supplied::default())
}

fn accepts(card: &Document, keys: &str, forms: &[PayloadForm]) -> bool {
    verify(card, Some(keys), forms).is_verified()
}

/// The card of a vector, as it would be served.
fn card_of(vector: &Json, name: &str) -> Document {
    parse(&vector.get(name).unwrap().to_compact())
}

fn judge_signed(folder: &Path, keys: &str) -> usize {
    let mut cases = 0;
    for (name, text) in files(folder).into_iter().filter(|(name, _)| name.starts_with('S')) {
        let vector = parse(&text).json().clone();
        let (accept, reject) = (strings(&vector, "accept_under"), strings(&vector, "reject_under"));
        let card = card_of(&vector, "served_card");
        for form in PayloadForm::ALL {
            let says = |list: &[String]| labels(*form).iter().any(|label| list.iter().any(|said| said == label));
            assert!(says(&accept) != says(&reject), "{name} states nothing of {form}");
            assert_eq!(accepts(&card, keys, &[*form]), says(&accept), "{name} by {form}");
        }
        // by default: what either of the two accepted payload forms accepts
        let either = PayloadForm::ACCEPTED.iter().any(|form| accepts(&card, keys, &[*form]));
        assert_eq!(accepts(&card, keys, PayloadForm::ACCEPTED), either, "{name}");
        // the descriptor's scope alone is nobody's payload form here
        if accept == ["rule-1-descriptor-scope"] {
            assert!(!accepts(&card, keys, PayloadForm::ALL), "{name}");
        }
        cases += 1;
    }
    cases
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn signed_cards_get_the_verdicts_that_the_vectors_state() {
    let folder = third_party::path("a2a-tck/a2a-card-sign-v01");
    let jwks = third_party::read("a2a-tck/a2a-card-sign-v01/testkey_jwks.json");
    let groups = ["s0-control", "s1-default-valued", "s2-absent-required", "s3-unknown-fields", "s4-dual-name"];
    let cases: usize = groups.iter().map(|group| judge_signed(&folder.join(group), &jwks)).sum();
    let reduced = judge_signed(&third_party::path("interop/a2a-card-sign"), &jwks);
    third_party::ran("a2a-signed-cards", cases + reduced);
    assert_eq!((cases, reduced), (42, 12));
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn two_signatures_of_which_one_is_good_are_told_apart() {
    let keys = third_party::read("a2a-tck/a2a-card-sign-v01/testkey_jwks.json");
    for (name, good) in [("S3-D-012", [false, true]), ("S3-D-013", [false, false])] {
        let text = third_party::read(&format!("a2a-tck/a2a-card-sign-v01/s3-unknown-fields/{name}.json"));
        let card = card_of(parse(&text).json(), "served_card");
        let verdict = verify(&card, Some(&keys), PayloadForm::ACCEPTED);
        let found: Vec<bool> = verdict.signatures.iter().map(|signature| signature.error.is_none()).collect();
        assert_eq!((found, verdict.is_verified()), (good.to_vec(), good.contains(&true)), "{name}");
    }
}

/// Cases whose statement is not shared, each with the sentence that decides.
const NOT_SHARED: &[(&str, &str)] = &[
    (
        "A2-REJECT-003",
        "a payload that still has `signatures`: no payload is taken from anybody here, each is made of the card (8.4.3, \
         \"Exclude the `signatures` field\")",
    ),
    ("A2-REJECT-004", "the same with an empty list"),
    (
        "R1-REJECT-005",
        "a card without required members has a canonical form all the same; that it is not valid, the check says (5.7, \
         \"Implementations SHOULD validate these requirements\")",
    ),
];

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn served(card: &Object) -> String {
    hex(&A2A.payload(card, PayloadForm::Served).unwrap())
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn payloads_are_canonical_as_the_vectors_state() {
    let mut cases = 0;
    for group in [
        "a2-signatures-exclusion",
        "a3-object-key-ordering",
        "a4-string-serialization",
        "a5-number-serialization",
        "a6-arrays-nesting-literals",
    ] {
        for (name, text) in files(&third_party::path(&format!("a2a-tck/a2a-jcs-v01/{group}"))) {
            cases += 1;
            if NOT_SHARED.iter().any(|(id, _)| name.starts_with(id)) {
                continue;
            }
            // the vectors of lone surrogates hold them, escaped, in a string
            let vector = serde_json::from_str::<serde_json::Value>(&text).unwrap();
            if vector["disposition"] == "MUST-REJECT" {
                let raw = vector["input_raw"].as_str().unwrap();
                assert!(Document::parse(raw.as_bytes(), &Limits::default()).is_err(), "{name}");
                continue;
            }
            let input = match name.as_str() {
                // `input` is parsed already; this is the text, as the MANIFEST has it
                "A5-015.json" => parse(r#"{"exp_upper": 1E1, "trailing_zero": 1.0}"#).json().clone(),
                _ => parse(&text).root().get("input").unwrap().clone(),
            };
            let found = match input.as_object() {
                Some(card) => served(card),
                None => hex(&json::jcs::canonicalize(&input)),
            };
            assert_eq!(found, vector["expected"]["canonical_utf8_hex"].as_str().unwrap(), "{name}");
        }
    }
    third_party::ran("a2a-canonical-payloads", cases);
    assert_eq!(cases, 57);
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn presence_is_the_served_scope_and_never_the_descriptor_s() {
    let mut cases = 0;
    for (name, text) in files(&third_party::path("a2a-tck/a2a-jcs-rule1-v01/r1-field-presence")) {
        cases += 1;
        let vector = parse(&text).json().clone();
        let resolution = vector.get("resolution").and_then(Json::as_str).unwrap();
        if resolution == "strict-presence-validation" {
            assert!(NOT_SHARED.iter().any(|(id, _)| name.starts_with(id)));
            let card = parse(vector.get("input_raw").and_then(Json::as_str).unwrap());
            let report = A2A_CARD.check(&card, &adp_fixtures::samples::options());
            assert!(report.number_of(Severity::Error) > 0, "the check refuses what the vector refuses");
            continue;
        }
        let card = vector.get("input").and_then(Json::as_object).unwrap();
        let expected =
            vector.get("expected").and_then(|it| it.get("canonical_utf8_hex")).and_then(Json::as_str).unwrap();
        let found = hex(&A2A.payload(card, PayloadForm::Presence).unwrap());
        assert_eq!(found == expected, resolution == "presence-preserving", "{name}");
    }
    third_party::ran("a2a-rule-1", cases);
    assert_eq!(cases, 5);
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn the_reference_payloads_signatures_and_headers_are_ours() {
    let mut cases = 0;
    let text = third_party::read("a2a-tck/tests/card_signing_canonicalization_vectors.json");
    let vectors = third_party::read("a2a-tck/tests/card_signing_vectors.json");
    let (reference, vectors) = (parse(&text), parse(&vectors));
    let canonical = |list: &Json| {
        for case in list.as_array().unwrap() {
            let card = case.get("agent_card").and_then(Json::as_object).unwrap();
            let expected = case.get("expected_jcs_payload").and_then(Json::as_str).unwrap();
            assert_eq!(String::from_utf8(A2A.payload(card, PayloadForm::Presence).unwrap()).unwrap(), expected);
        }
        list.as_array().unwrap().len()
    };
    cases += canonical(reference.root().get("cases").unwrap());
    cases += canonical(vectors.root().get("canonicalization_cases").unwrap());

    // the key's phrase is in the MANIFEST
    let seed =
        SigningKey::from_secret_bytes(KeyType::Ed25519, &sha256("a2a-tck CARD-SIGN reference vectors key-1")).unwrap();
    for case in vectors.root().get("signing_cases").and_then(Json::as_array).unwrap() {
        let text = |name: &str| case.get(name).and_then(Json::as_str).unwrap();
        let card = case.get("agent_card").and_then(Json::as_object).unwrap();
        let payload = A2A.payload(card, PayloadForm::Presence).unwrap();
        let unsigned = Unsigned::new(Algorithm::EdDsa, &payload).typ("JOSE").kid("key-1");
        assert_eq!(unsigned.signing_input().as_bytes(), text("expected_signing_input").as_bytes());
        let signed = unsigned.sign(&seed).unwrap();
        assert_eq!(
            (signed.protected.as_str(), signed.signature.as_str()),
            (text("expected_protected_b64"), text("signature"))
        );
        cases += 1;
    }

    // the signatures are fakes: what is stated is whether each header has `alg` and `kid`. With 64 bytes in their place, a
    // header in order fails for want of the key, or by an algorithm that is not accepted here
    let expected: [(bool, &[&str]); 6] = [
        (true, &["jws-key"]),
        (true, &["jws-algorithm"]),
        (false, &["jws-header"]),
        (false, &["jws-header"]),
        (false, &["jws-algorithm"]),
        (true, &["jws-algorithm", "jws-key"]),
    ];
    let text = third_party::read("a2a-tck/tests/card_signing_protected_header_vectors.json");
    let headers = parse(&text);
    let headers = headers.root().get("cases").and_then(Json::as_array).unwrap();
    assert_eq!(headers.len(), expected.len());
    for (case, (valid, codes)) in headers.iter().zip(expected) {
        assert_eq!(case.get("expected_valid").and_then(Json::as_bool), Some(valid));
        let mut card = case.get("agent_card").and_then(Json::as_object).unwrap().clone();
        for entry in card.get_mut("signatures").and_then(Json::as_array_mut).unwrap() {
            entry.as_object_mut().unwrap().insert("signature", "A".repeat(86));
        }
        let verdict = verify(&parse(&Json::from(card).to_compact()), None, PayloadForm::ALL);
        let found = (0..verdict.signatures.len()).map(|index| code_of(&verdict, index));
        assert_eq!(found.collect::<Vec<_>>(), codes);
        cases += 1;
    }
    third_party::ran("a2a-reference-vectors", cases);
    assert_eq!(cases, 17);
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn cards_signed_by_another_implementation_verify_with_their_key_and_no_other() {
    for name in ["nucleus-agent-card", "nucleus-plain-agent-card"] {
        let fixture = parse(&third_party::read(&format!("a2a/signed-fixtures/{name}.json")));
        let card = card_of(fixture.json(), "signed_card");
        let kid = verify(&card, None, PayloadForm::ACCEPTED).signatures[0].key_id.clone().unwrap();
        for (jwk, expected) in [("resolved_jwk", true), ("wrong_jwk", false)] {
            let mut jwk = fixture.root().get(jwk).and_then(Json::as_object).unwrap().clone();
            jwk.insert("kid", kid.as_str());
            let set = format!(r#"{{"keys": [{}]}}"#, Json::from(jwk).to_compact());
            assert_eq!(accepts(&card, &set, PayloadForm::ACCEPTED), expected, "{name}");
        }
    }
    third_party::ran("a2a-cards-of-another-signer", 2);
}

fn sha256(text: &str) -> [u8; 32] {
    use sha2::{Digest, Sha256};
    Sha256::digest(text.as_bytes()).into()
}
