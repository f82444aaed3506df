//! Handles against the Agent Network Protocol's own package, PyPI's `anp`: both read the same texts and documents.
//!
//! Runs where `INTEROP_PYTHON` names a Python that has `tests/interop/requirements.txt` installed.

use adp_fixtures::third_party;
use agent_description::{
    Document, Limits,
    handle::{BindingGeneration, Handle, HandleDocument},
};
use serde_json::{Value, json};
use std::cmp::Ordering;

/// Hands tasks to the Python program.
fn python(tasks: &[Value]) -> Vec<Value> {
    third_party::answers_of_python(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/interop/anp_handles.py"), tasks)
}

/// Texts over a few characters, every one up to a length.
fn texts(alphabet: &[char], most: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut last = all.clone();
    for _ in 0..most {
        let longer = |text: &String| alphabet.iter().map(|letter| format!("{text}{letter}")).collect::<Vec<_>>();
        last = last.iter().flat_map(longer).collect();
        all.extend(last.clone());
    }
    all
}

#[test]
#[ignore = "needs INTEROP_PYTHON"]
fn generations_are_read_and_compared_alike() {
    let mut values: Vec<Value> = texts(&['0', '1', '9', '-', '+', ' ', 'a'], 3).into_iter().map(Value::from).collect();
    let large = format!("1{}", "0".repeat(40));
    values.extend([
        json!(8),
        json!(8.0),
        Value::Null,
        json!(true),
        json!(["8"]),
        json!("\u{661}"),
        json!("8\n"),
        json!(large),
    ]);
    let tasks: Vec<Value> = values.iter().map(|value| json!({"do": "generation", "value": value})).collect();
    for (value, theirs) in values.iter().zip(python(&tasks)) {
        let ours = value.as_str().and_then(|text| text.parse::<BindingGeneration>().ok());
        assert_eq!(ours.as_ref().map(ToString::to_string).as_deref(), theirs.as_str(), "{value}");
    }
    let numbers = [
        "1",
        "2",
        "9",
        "10",
        "11",
        "99",
        "100",
        "18446744073709551615",
        "18446744073709551616",
        &large,
        &"9".repeat(40),
    ];
    let pairs: Vec<(&str, &str)> =
        numbers.iter().flat_map(|left| numbers.iter().map(|right| (*left, *right))).collect();
    let tasks: Vec<Value> =
        pairs.iter().map(|(left, right)| json!({"do": "compare", "left": left, "right": right})).collect();
    for ((left, right), theirs) in pairs.iter().zip(python(&tasks)) {
        let ours = left.parse::<BindingGeneration>().unwrap().cmp(&right.parse().unwrap());
        let theirs = [Ordering::Less, Ordering::Equal, Ordering::Greater]
            [usize::try_from(theirs.as_i64().unwrap() + 1).unwrap()];
        assert_eq!(ours, theirs, "{left} {right}");
    }
    third_party::ran("interop-anp-generations", values.len() + pairs.len());
}

#[test]
#[ignore = "needs INTEROP_PYTHON"]
fn handles_are_read_alike() {
    let mut handles: Vec<String> = texts(&['a', 'Z', '7', '-', '_', '.'], 4)
        .iter()
        .map(|local_part| format!("{local_part}.example.com"))
        .collect();
    for length in [62, 63, 64] {
        handles.push(format!("{}.example.com", "a".repeat(length)));
        handles.push(format!("a.{}.com", "b".repeat(length)));
    }
    handles.extend(
        ["", "alice", "alice.com", "alice.example.com:443", "alice.example.com/x", "ålice.example.com"]
            .map(str::to_owned),
    );
    let tasks: Vec<Value> = handles.iter().map(|text| json!({"do": "handle", "text": text})).collect();
    let mut accepted = 0;
    for (text, theirs) in handles.iter().zip(python(&tasks)) {
        let ours = text.parse::<Handle>().ok();
        let ours = ours.map(|handle| json!([handle.local_part(), handle.domain(), handle.resolution_url()]));
        accepted += usize::from(ours.is_some());
        assert_eq!(ours.unwrap_or(Value::Null), theirs, "{text}");
    }
    assert!(accepted > 100, "{accepted}");
    // hosts that are not on the public web, to us alone
    let tasks: Vec<Value> =
        ["alice.127.0.0.1", "alice.host.local"].map(|text| json!({"do": "handle", "text": text})).to_vec();
    assert!(python(&tasks).iter().all(|theirs| !theirs.is_null()));
    assert!("alice.127.0.0.1".parse::<Handle>().is_err() && "alice.host.local".parse::<Handle>().is_err());
    third_party::ran("interop-anp-handles", handles.len() + tasks.len());
}

#[test]
#[ignore = "needs INTEROP_PYTHON"]
fn handle_documents_are_read_alike() {
    let did = "did:wba:example.com:user:alice";
    let right = json!({
        "handle": "alice.example.com", "did": did, "status": "active", "binding_generation": "8",
        "profile": {"subject_did": did, "subject_type": "person", "handle": "alice.example.com", "display_name": "Alice"}
    });
    let mut documents = vec![right.clone()];
    for (pointer, value) in [
        ("/status", json!("suspended")),
        ("/status", json!("revoked")),
        ("/status", json!("gone")),
        ("/status", Value::Null),
        ("/binding_generation", json!(8)),
        ("/binding_generation", json!("0")),
        ("/binding_generation", json!("18446744073709551616")),
        ("/binding_generation", Value::Null),
        ("/handle", Value::Null),
        ("/did", Value::Null),
        ("/profile/subject_did", json!("did:wba:example.com:user:bob")),
        ("/profile/subject_did", Value::Null),
        ("/profile/handle", json!("bob.example.com")),
        ("/profile/subject_type", json!("spaceship")),
        ("/profile/subject_type", json!("group")),
    ] {
        let mut document = right.clone();
        *document.pointer_mut(pointer).unwrap() = value;
        documents.push(document);
    }
    let tasks: Vec<Value> = documents.iter().map(|document| json!({"do": "document", "document": document})).collect();
    for (document, theirs) in documents.iter().zip(python(&tasks)) {
        let parsed = Document::parse(document.to_string().as_bytes(), &Limits::default()).unwrap();
        let ours = HandleDocument::read(&parsed).ok().map(|read| {
            let profile = read.fitting_profile();
            json!({
                "did": read.did.as_str(),
                "status": read.status.as_str(),
                "generation": read.binding_generation.to_string(),
                "profile": profile.is_some(),
                "subjectType": profile.map(|profile| profile.subject_type),
            })
        });
        assert_eq!(ours.unwrap_or(Value::Null), theirs, "{document}");
    }
    third_party::ran("interop-anp-handle-documents", documents.len());
}
