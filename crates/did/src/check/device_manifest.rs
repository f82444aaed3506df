//! `deviceManifest`: the devices of an agent that may receive encrypted messages (ANP messaging, identity and discovery
//! section 5.5).
//!
//! The manifest is only checked; request authentication does not use it.

use crate::{DidDocument, Purpose, document::document_part::Part, rules};
use adp_json::{Code, Text};
use adp_report::{Diagnostic, Severity};

const MANIFEST: [&str; 2] = ["type", "devices"];
const DEVICE: [&str; 4] = ["device_id", "signing_key_id", "e2ee_key_id", "profiles"];
const DIRECT: &str = "anp.direct.e2ee.v2";
const GROUP: &str = "anp.group.e2ee.v2";

/// The profiles that an encryption profile requires: the current sets, and those of earlier drafts, which are still
/// accepted.
const NEEDED: [(&str, &[&[&str]]); 2] = [
    (
        DIRECT,
        &[
            &["anp.core.binding.v1", "anp.identity.discovery.v1", "anp.direct.base.v1"],
            &["anp.core.binding.v2", "anp.identity.discovery.v2", "anp.direct.base.v2"],
        ],
    ),
    (
        GROUP,
        &[
            &["anp.core.binding.v1", "anp.identity.discovery.v1", "anp.group.base.v2"],
            &["anp.core.binding.v1", "anp.identity.discovery.v1", "anp.group.base.v1"],
            &["anp.core.binding.v2", "anp.identity.discovery.v2", "anp.group.base.v2"],
        ],
    ),
];

/// A problem and its position.
type PlacedFault<'a> = (Part<'a>, String);

/// The problems of the manifest, at most one for each device.
pub(crate) fn faults(root: Part<'_>, document: &DidDocument) -> Vec<Diagnostic> {
    let Some(manifest) = root.member("deviceManifest") else { return Vec::new() };
    let found = match devices(manifest) {
        Err(fault) => vec![fault],
        Ok(devices) => {
            let (mut ids, mut keys) = (Vec::new(), Vec::new());
            devices.filter_map(|device| check(device, document, &mut ids, &mut keys).err()).collect()
        }
    };
    let finding = |(part, message): PlacedFault<'_>| {
        part.finding(&rules::DEVICE_MANIFEST, Severity::Error, Code::DID_DOCUMENT_INVALID, &message)
    };
    found.into_iter().map(finding).collect()
}

fn devices<'a>(manifest: Part<'a>) -> Result<impl Iterator<Item = Part<'a>>, PlacedFault<'a>> {
    let [manifest_type, devices] = exact(manifest, MANIFEST)?;
    if manifest_type.json().as_str() != Some("ANPDeviceManifest") {
        return Err((manifest_type, "the type of a device manifest is \"ANPDeviceManifest\"".to_owned()));
    }
    devices.items().ok_or_else(|| (devices, "`devices` is not a list".to_owned()))
}

/// The members of an object that must have exactly these members.
fn exact<'a, const N: usize>(part: Part<'a>, names: [&str; N]) -> Result<[Part<'a>; N], PlacedFault<'a>> {
    let wrong = || (part, format!("expected an object with exactly the members {}", names.join(", ")));
    let object = part.json().as_object().ok_or_else(wrong)?;
    let members: Vec<Part<'a>> = names.iter().filter_map(|name| part.member(name)).collect();
    if object.iter().count() != N {
        return Err(wrong());
    }
    members.try_into().map_err(|_| wrong())
}

fn check<'a>(
    device: Part<'a>,
    document: &DidDocument,
    ids: &mut Vec<&'a str>,
    keys: &mut Vec<&'a str>,
) -> Result<(), PlacedFault<'a>> {
    let [id, signing, e2ee, profiles] = exact(device, DEVICE)?;
    let text = |part: Part<'a>| match part.json().as_text() {
        Some(text) if !text.is_empty() => Ok(text),
        _ => Err((part, "expected a string that is not empty".to_owned())),
    };
    let device_id: &Text = text(id)?;
    let (signing_key, e2ee_key) = (text(signing)?, text(e2ee)?);
    let items: Vec<Part<'a>> = match profiles.items() {
        Some(items) if items.len() > 0 => items.collect(),
        _ => return Err((profiles, "expected a list of profiles that is not empty".to_owned())),
    };
    let names: Vec<&str> =
        items.into_iter().map(|item| text(item).map(|name| name.as_str())).collect::<Result<_, _>>()?;
    if ids.contains(&device_id.as_str()) {
        return Err((id, format!("the device {device_id:?} is listed twice; use each device_id once")));
    }
    ids.push(device_id);
    for (part, key) in [(signing, signing_key), (e2ee, e2ee_key)] {
        if keys.contains(&key.as_str()) {
            return Err((part, format!("{key} belongs to another device, or to both uses of this one")));
        }
        keys.push(key);
        let methods = document.relationships.listed_methods();
        let is_own = key.starts_with(&format!("{}#", document.id()));
        if !is_own || !methods.iter().any(|method| method.id.as_str() == key.as_str()) {
            return Err((part, format!("{key} is not a method under this document's `verificationMethod`")));
        }
    }
    let lists = |purpose: Purpose, key: &str| document.listed_under(purpose).iter().any(|listed| listed == key);
    let unlisted = |part: Part<'a>, purpose: Purpose| (part, format!("the key is not listed under `{purpose}`"));
    for (profile, sets) in NEEDED {
        if !names.contains(&profile) {
            continue;
        }
        if !sets.iter().any(|set| set.iter().all(|needed| names.contains(needed))) {
            let needed = sets.first().map(|set| set.join(", ")).unwrap_or_default();
            return Err((profiles, format!("{profile} needs the profiles {needed}")));
        }
        if !lists(Purpose::AssertionMethod, signing_key) {
            return Err(unlisted(signing, Purpose::AssertionMethod));
        }
        if profile == GROUP && !lists(Purpose::Authentication, signing_key) {
            return Err(unlisted(signing, Purpose::Authentication));
        }
    }
    if !lists(Purpose::KeyAgreement, e2ee_key) {
        return Err(unlisted(e2ee, Purpose::KeyAgreement));
    }
    let of = |key: &str| document.verification_methods().iter().find(|method| method.id.as_str() == key);
    if of(signing_key).is_some_and(|method| method.key().is_err()) {
        return Err((signing, "the signing key cannot verify signatures".to_owned()));
    }
    if of(e2ee_key).is_some_and(|method| !matches!(method.agreement_key(), Ok(Some(_)))) {
        return Err((e2ee, "the encryption key is not an X25519 key".to_owned()));
    }
    Ok(())
}
