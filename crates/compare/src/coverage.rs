//! The members of a document that its signatures cover.
//!
//! Found by trial, not by a table: a member is covered if the signed bytes change with its value. A trial changes many members. If the signed
//! JSON shows the change at the same place, and before it the same value as the document, the member is covered with all that it contains.

use agent_description::{
    DidUrl, Document, Json, KeyType, Limits, Suite, Timestamp,
    format::{self, Format},
    json::{Object, Value, object, pointer},
    key::{Signature, VerifyingKey},
    proof::{SignError, SignOptions, Signer},
    suite::SigningInput,
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Mutex,
};

/// The generator of P-256 as a public key; no signature is created or verified with it.
const GENERATOR: [u8; 33] = [
    0x03, 0x6b, 0x17, 0xd1, 0xf2, 0xe1, 0x2c, 0x42, 0x47, 0xf8, 0xbc, 0xe6, 0xe5, 0x63, 0xa4, 0x40, 0xf2, 0x77, 0x03,
    0x7d, 0x81, 0x2d, 0xeb, 0x33, 0xa0, 0xf4, 0xa1, 0x39, 0x45, 0xd8, 0x98, 0xc2, 0x96,
];
/// Maximum size of all documents that are signed in trials, in bytes.
const MAX_TRIAL_BYTES: usize = 8 << 20;
/// The members with signatures, by format.
const SIGNATURES: [&str; 3] = ["proof", "signatures", "signature"];

/// What the signatures of a document cover.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CoveredMembers {
    /// The members that contain the signatures, as JSON Pointers.
    pub signature: Vec<String>,
    /// The members that no signature covers.
    pub uncovered: Vec<String>,
    /// The number of members that were tried.
    pub examined: usize,
    /// Whether all members were tried; a large document has too many.
    pub complete: bool,
}

impl CoveredMembers {
    /// The object `{signature, uncovered, examined, complete}`.
    #[must_use]
    pub fn to_json(&self) -> Object {
        let pointers = |found: &[String]| found.iter().map(|pointer| pointer.as_str().into()).collect::<Vec<Json>>();
        object! {
            "signature": pointers(&self.signature),
            "uncovered": pointers(&self.uncovered),
            "examined": u32::try_from(self.examined).unwrap_or(u32::MAX),
            "complete": self.complete,
        }
    }
}

/// What a signature of `document` covers, as its format signs; `None` if the format has no signature of its own.
#[must_use]
pub fn covers(document: &Document, format: &'static Format, payload_form: Option<&str>) -> Option<CoveredMembers> {
    let found = Trial { format, payload_form, document }.examine()?;
    let names = document.root().iter().map(|member| member.name().as_str());
    let signature = names.filter(|name| SIGNATURES.contains(name)).map(|name| format!("/{name}")).collect();
    Some(CoveredMembers { signature, uncovered: found.uncovered, examined: found.examined, complete: found.complete })
}

/// A signer that records what it is asked to sign, and signs nothing.
#[derive(Debug)]
struct Recorder {
    method: DidUrl,
    key: VerifyingKey,
    payload: Mutex<Option<Vec<u8>>>,
}

impl Signer for Recorder {
    fn method(&self) -> &DidUrl {
        &self.method
    }

    fn verifying_key(&self) -> &VerifyingKey {
        &self.key
    }

    fn sign(&self, input: &SigningInput) -> Result<Signature, SignError> {
        if let Ok(mut payload) = self.payload.lock() {
            // later payloads depend on the first one's signature
            payload.get_or_insert_with(|| input.as_bytes().to_vec());
        }
        Err(SignError::OwnSignature)
    }
}

struct Trial<'a> {
    format: &'static Format,
    payload_form: Option<&'a str>,
    document: &'a Document,
}

struct Found {
    examined: usize,
    uncovered: Vec<String>,
    complete: bool,
}

impl Trial<'_> {
    /// Tries all members. `None` if the document cannot be signed.
    fn examine(&self) -> Option<Found> {
        let whole = self.payload(&BTreeSet::new())?;
        let signed = content(&whole);
        let signed = signed.as_ref().map(by_pointer).unwrap_or_default();
        let root = self.document.json();
        let values = by_pointer(root);
        let mut bytes = MAX_TRIAL_BYTES;
        let mut found = Found { examined: 0, uncovered: Vec::new(), complete: true };
        let is_signature = |at: &String| SIGNATURES.iter().any(|name| at.strip_prefix('/') == Some(name));
        // sets of members that are tried together, the next one last
        let mut open = vec![parts(root, "").into_iter().map(|(at, _)| at).filter(|at| !is_signature(at)).collect()];
        while let Some(set) = open.pop() {
            let set: Vec<String> = set;
            if set.is_empty() {
                continue;
            }
            let Some(left) = bytes.checked_sub(self.document.source().len()) else {
                found.complete = false;
                break;
            };
            bytes = left;
            let payload = self.payload(&set.iter().map(String::as_str).collect());
            if payload.as_ref() == Some(&whole) {
                found.examined += set.len();
                found.uncovered.extend(set);
                continue;
            }
            let changed = payload.as_deref().and_then(content);
            let changed = changed.as_ref().map(by_pointer).unwrap_or_default();
            let is_alone = set.len() == 1;
            let (copied, mut others): (Vec<_>, Vec<_>) =
                set.into_iter().partition(|at| changed.get(at).and_then(|value| value.as_str()) == Some(&mark(at)));
            let mut inner = Vec::new();
            for at in &copied {
                let Some(value) = values.get(at) else { continue };
                if signed.get(at) == Some(value) {
                    found.examined += by_pointer(value).len();
                } else {
                    found.examined += 1;
                    inner.extend(parts(value, at).into_iter().map(|(at, _)| at));
                }
            }
            // tried alone, it is covered too, but perhaps not all that it contains
            if is_alone && let Some((at, value)) = others.pop().and_then(|at| values.get_key_value(&at)) {
                found.examined += 1;
                inner.extend(parts(value, at).into_iter().map(|(at, _)| at));
            }
            let kept = if copied.is_empty() { others.len() / 2 } else { others.len() };
            let second = others.split_off(kept);
            open.extend([second, others, inner]);
        }
        found.uncovered.sort_by_key(|at| values.get(at).map(|value| value.offset()));
        Some(found)
    }

    /// The signed bytes with other values at these pointers.
    fn payload(&self, changed: &BTreeSet<&str>) -> Option<Vec<u8>> {
        let key = VerifyingKey::from_sec1(KeyType::P256, &GENERATOR).ok()?;
        let method = "did:wba:example.com#key-1".parse().ok()?;
        let signer = Recorder { method, key, payload: Mutex::default() };
        let at: Timestamp = "2026-01-01T00:00:00Z".parse().ok()?;
        let mut root = self.document.json().clone();
        set_marks(&mut root, "", changed);
        let document =
            Document::parse(root.to_compact().as_bytes(), self.format.read_limits(&Limits::default())).ok()?;
        // the signed bytes of this suite are JSON, not a digest
        let mut options = SignOptions::new(at).suite(Suite::AdpEcdsaP256);
        options.replace = true;
        options.unchecked = true;
        options.payload_form = self.payload_form.map(Into::into);
        // it always fails: the recorder signs nothing
        let _ = self.format.sign(&document, &signer as &dyn Signer, &options, &format::Options::at(at));
        signer.payload.into_inner().ok()?
    }
}

/// The signed JSON: the signed bytes themselves, or the payload of a JWS.
fn content(payload: &[u8]) -> Option<Json> {
    let json = match payload.iter().position(|byte| *byte == b'.') {
        Some(dot) if !payload.starts_with(b"{") => &BASE64_URL_SAFE_NO_PAD.decode(payload.get(dot + 1..)?).ok()?,
        _ => payload,
    };
    Some(Document::parse(json, &Limits::default()).ok()?.json().clone())
}

/// The value that a trial sets.
fn mark(at: &str) -> String {
    format!("covered? {at}")
}

fn set_marks(value: &mut Json, at: &str, changed: &BTreeSet<&str>) {
    if changed.contains(at) {
        *value = mark(at).into();
    } else if let Some(object) = value.as_object_mut() {
        for (name, value) in object.iter_mut() {
            set_marks(value, &member_at(at, name), changed);
        }
    } else if let Some(items) = value.as_array_mut() {
        for (index, value) in items.iter_mut().enumerate() {
            set_marks(value, &item_at(at, index), changed);
        }
    }
}

/// The values of a tree by their JSON Pointers.
fn by_pointer(root: &Json) -> BTreeMap<String, &Json> {
    let mut found = BTreeMap::new();
    let mut open = vec![(String::new(), root)];
    while let Some((at, value)) = open.pop() {
        open.extend(parts(value, &at));
        found.insert(at, value);
    }
    found
}

/// The members of an object or the items of an array, with their pointers.
fn parts<'a>(value: &'a Json, at: &str) -> Vec<(String, &'a Json)> {
    match value.value() {
        Value::Object(object) => object.iter().map(|member| (member_at(at, member.name()), member.value())).collect(),
        Value::Array(items) => items.iter().enumerate().map(|(index, value)| (item_at(at, index), value)).collect(),
        _ => Vec::new(),
    }
}

fn member_at(at: &str, name: &str) -> String {
    let mut at = at.to_owned();
    pointer::push_name(&mut at, name);
    at
}

fn item_at(at: &str, index: usize) -> String {
    let mut at = at.to_owned();
    pointer::push_index(&mut at, index);
    at
}
