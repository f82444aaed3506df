//! Patches for findings (RFC 6902).

use agent_description::{
    Document, ReadLimits,
    diagnostic::{Diagnostic, members::is_same_name},
    json::{self, Json, Object, pointer},
};

/// Maximum length of a replacement text, in bytes.
const MAX_TEXT_BYTES: usize = 64 << 10;

/// Members that contain signatures. A signed document must be fixed at its source and signed again, because a patch
/// would invalidate the signature.
const SIGNATURES: [&str; 3] = ["proof", "signature", "signatures"];

/// The patch for a finding, such as the correction of a misspelled name. `None` if only the author knows the fix, and
/// for signed documents.
#[must_use]
pub fn patch_of(document: &Document, found: &Diagnostic) -> Option<Json> {
    if carries_signature(document) {
        return None;
    }
    let at = found.pointer.as_deref()?;
    let meant = found
        .replacement
        .as_deref()
        .and_then(|json| json::parse(json.as_bytes(), ReadLimits::new(MAX_TEXT_BYTES)).ok())?;
    let value = pointer::lookup(document.json(), at)?;
    let is_here = |json: &Json| document.position(json.offset()) == found.place().position;
    if is_here(value) && value.as_str().is_some() {
        return Some(vec![operation("replace", at, ("value", meant))].into());
    }
    // the finding refers to the first of several types
    if let Some(first) = value.as_array().and_then(<[Json]>::first).filter(|first| first.as_str().is_some())
        && (is_here(value) || is_here(first))
    {
        return Some(vec![operation("replace", &format!("{at}/0"), ("value", meant))].into());
    }
    // otherwise the location is a member name
    let (parent, _) = at.rsplit_once('/')?;
    let name = meant.as_str()?;
    let beside = pointer::lookup(document.json(), parent)?.as_object()?;
    if beside.contains(name) {
        return None;
    }
    let mut to = parent.to_owned();
    pointer::push_name(&mut to, name);
    Some(vec![operation("move", &to, ("from", at.into()))].into())
}

/// Whether a document contains a signature: at its root, in a catalog entry, or in the `security` of an envelope.
#[must_use]
pub fn carries_signature(document: &Document) -> bool {
    let entries = document.root().get("entries").and_then(Json::as_array).unwrap_or_default();
    let of_entry = |entry: &Json| {
        let manifests = entry.get("trustManifests").or_else(|| entry.get("trustManifest"));
        manifests.is_some_and(|manifests| !manifests.is_null())
    };
    // in any spelling, because a fix of the name could activate the signature
    let has_any = |object: &Object| {
        let is_signature = |name: &str| SIGNATURES.iter().any(|known| is_same_name(name, known));
        object.iter().any(|member| !member.value().is_null() && is_signature(member.name()))
    };
    has_any(document.root())
        || document.root().get("security").and_then(Json::as_object).is_some_and(has_any)
        || entries.iter().any(of_entry)
}

fn operation(op: &str, path: &str, (name, value): (&str, Json)) -> Json {
    Object::from_iter([("op", op.into()), ("path", path.into()), (name, value)]).into()
}
