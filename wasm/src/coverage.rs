//! The members of a document that its signatures cover.
//!
//! Found by trial, not by a table: a member is covered if the signed bytes change without it.

use crate::{
    failure::{Failure, number},
    formats,
    options::Options,
    sign::Remote,
};
use agent_description::{
    Document, Json, KeyType, Limits, Suite, Timestamp,
    format::{self, Format},
    json::Object,
    key::VerifyingKey,
    proof::{SignOptions, Signer},
};

/// The generator of P-256 as a public key; no signature is created or verified with it.
const GENERATOR: [u8; 33] = [
    0x03, 0x6b, 0x17, 0xd1, 0xf2, 0xe1, 0x2c, 0x42, 0x47, 0xf8, 0xbc, 0xe6, 0xe5, 0x63, 0xa4, 0x40, 0xf2, 0x77, 0x03,
    0x7d, 0x81, 0x2d, 0xeb, 0x33, 0xa0, 0xf4, 0xa1, 0x39, 0x45, 0xd8, 0x98, 0xc2, 0x96,
];
/// Maximum number of tried members; each needs a canonicalization of the document.
const MAX_TRIALS: usize = 400;
/// Maximum size of a document whose nested members are tried, in bytes.
const MAX_NESTED_BYTES: usize = 1 << 18;
/// The members with signatures, by format.
const SIGNATURES: [&str; 3] = ["proof", "signatures", "signature"];

/// `{signature, uncovered, examined, complete}`: the members that contain the signatures, and those that no signature covers, as JSON Pointers.
/// Options: `{format?, payloadForm?}`.
pub fn covers(text: &str, mut options: Options) -> Result<Json, Failure> {
    let (format, payload_form) = (options.text("format")?, options.text("payloadForm")?);
    options.finish()?;
    let (document, formats) = formats::read_signed(text, format.as_deref())?;
    let format = *formats.first().unwrap_or(&format::DATA_INTEGRITY);
    let root = document.json();
    let trial = Trial { format, payload_form: payload_form.as_deref() };
    let Some(whole) = trial.payload(root) else {
        return Err(Failure::usage(format!("{} has no signature of its own", format.title())));
    };
    let mut found = Found { trials: MAX_TRIALS, examined: 0, uncovered: Vec::new() };
    let nested = document.source().len() <= MAX_NESTED_BYTES;
    trial.examine(&mut root.clone(), "", &whole, nested, &mut found);
    let signature =
        document.root().iter().map(|member| member.name().as_str()).filter(|name| SIGNATURES.contains(name));
    let mut object = Object::with_capacity(4);
    object.insert("signature", signature.map(|name| Json::from(format!("/{name}"))).collect::<Vec<_>>());
    object.insert("uncovered", found.uncovered.into_iter().map(Json::from).collect::<Vec<_>>());
    object.insert("examined", number(found.examined));
    object.insert("complete", nested && found.trials > 0);
    Ok(object.into())
}

struct Trial<'a> {
    format: &'static dyn Format,
    payload_form: Option<&'a str>,
}

struct Found {
    trials: usize,
    examined: usize,
    uncovered: Vec<String>,
}

impl Trial<'_> {
    /// The signed bytes.
    fn payload(&self, root: &Json) -> Option<Vec<u8>> {
        let key = VerifyingKey::from_sec1(KeyType::P256, &GENERATOR).ok()?;
        let signer = Remote::new("did:wba:example.com#key-1".parse().ok()?, key, Vec::new());
        let at: Timestamp = "2026-01-01T00:00:00Z".parse().ok()?;
        let document =
            Document::parse(root.to_compact().as_bytes(), self.format.read_limits(&Limits::default())).ok()?;
        let mut options = SignOptions::new(at).suite(Suite::AdpEcdsaP256).replace(true);
        options.unchecked = true;
        options.payload_form = self.payload_form.map(Into::into);
        // it always fails: the signer has no signature
        let _ = self.format.sign(&document, &signer as &dyn Signer, &options, &format::Options::at(at));
        signer.payload()
    }

    /// Tries each member of an object, and nested members if the whole member is covered.
    fn examine(&self, root: &mut Json, pointer: &str, whole: &[u8], nested: bool, found: &mut Found) {
        let Some(names) = place_of(root, pointer).map(|value| children(value)) else { return };
        for name in names {
            if pointer.is_empty() && SIGNATURES.contains(&name.as_str()) {
                continue;
            }
            if found.trials == 0 {
                return;
            }
            (found.trials, found.examined) = (found.trials - 1, found.examined + 1);
            let at = format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"));
            let Some(place) = place_of(root, &at) else { continue };
            let value = std::mem::replace(place, Json::from("covered?"));
            let payload = self.payload(root);
            if let Some(place) = place_of(root, &at) {
                *place = value;
            }
            if payload.as_deref() == Some(whole) {
                found.uncovered.push(at);
            } else if nested {
                self.examine(root, &at, whole, nested, found);
            }
        }
    }
}

/// The names of an object's members, or the indexes of a list.
fn children(value: &Json) -> Vec<String> {
    if let Some(members) = value.as_object() {
        return members.iter().map(|member| member.name().to_string()).collect();
    }
    let values = value.as_array().map_or(0, <[Json]>::len);
    (0..values).map(|index| index.to_string()).collect()
}

/// The value at a JSON Pointer that [`children`] made.
fn place_of<'a>(root: &'a mut Json, at: &str) -> Option<&'a mut Json> {
    at.split('/').skip(1).try_fold(root, |value, step| {
        if value.as_object().is_some() {
            value.as_object_mut()?.get_mut(&step.replace("~1", "/").replace("~0", "~"))
        } else {
            value.as_array_mut()?.get_mut(step.parse::<usize>().ok()?)
        }
    })
}
