//! Verification reports as JSON.

use super::{SignatureReport, Verification};
use crate::{
    CodedError,
    json::{Json, Object},
    resolve::Succession,
};

/// The members about the proof that only formats with one signer have; `null` if unknown.
const OF_THE_PROOF: [&str; 9] = [
    "subject",
    "verificationMethod",
    "suite",
    "created",
    "expires",
    "domain",
    "challenge",
    "canonicalSha256",
    "contexts",
];

/// The JSON report of a verification: the members of all formats, then those of its format.
///
/// The shared members are `verified`, `format`, `identity`, `binding`, `signer`, `succession`, the members of the
/// proof, `signatures`, `unsigned`, `unsignedOmitted`, `checks` and `error`. They are always present, and `null` if unknown. Without a verification
/// (the input was not a document), all are `null`.
#[must_use]
pub fn report(found: Option<&Verification>) -> Object {
    let verified = found.filter(|found| found.is_verified());
    let own = |name: &str| found.and_then(|found| found.own.get(name)).cloned();
    let identity = verified.and_then(|found| found.signer.as_ref()).map(|signer| signer.as_str());
    let mut report = Object::with_capacity(32);
    report.insert("verified", verified.is_some());
    report.insert("format", found.map(|found| found.format));
    report.insert("identity", identity);
    report.insert("binding", verified.and_then(|found| found.binding).map(|binding| binding.as_str()));
    report.insert("signer", own("signer").unwrap_or_else(|| identity.into()));
    report.insert("succession", verified.and_then(|found| found.succession.as_deref()).map(succession));
    for name in OF_THE_PROOF {
        let of_the_key = verified.and_then(|found| found.expires).filter(|_| name == "expires");
        let value = of_the_key.map(|expires| expires.to_string().into());
        report.insert(name, value.or_else(|| own(name)).unwrap_or_else(|| None::<&str>.into()));
    }
    let signatures = found.iter().flat_map(|found| found.signatures.iter().enumerate()).map(signature);
    report.insert("signatures", signatures.collect::<Vec<_>>());
    for member in found.iter().flat_map(|found| &found.own) {
        let name = member.name().as_str();
        if name != "signer" && !OF_THE_PROOF.contains(&name) {
            report.insert(name, member.value().clone());
        }
    }
    let checks = found.iter().flat_map(|found| &found.checks).map(|check| Json::from(check.to_object()));
    let unsigned = verified.map(|found| found.unsigned().iter().map(|at| Json::from(at.as_str())).collect::<Vec<_>>());
    report.insert("unsigned", unsigned);
    report.insert("unsignedOmitted", verified.map(|found| u32::try_from(found.unsigned_omitted()).unwrap_or(u32::MAX)));
    report.insert("checks", checks.collect::<Vec<_>>());
    report.insert("error", found.and_then(|found| found.error.as_deref()).map(code_and_message));
    report
}

/// The current DID, if the signer is superseded.
fn succession(succession: &Succession) -> Object {
    let mut object = Object::with_capacity(3);
    object.insert("currentDid", succession.current_did().as_str());
    object.insert("assurance", succession.assurance().map(|assurance| assurance.as_str()));
    object.insert("supersededAt", succession.superseded_at().map(|time| time.to_string()));
    object
}

fn signature((index, signature): (usize, &SignatureReport)) -> Json {
    let mut object = Object::with_capacity(9);
    object.insert("index", u32::try_from(index).unwrap_or(u32::MAX));
    object.insert("verified", signature.error.is_none());
    object.insert("alg", signature.algorithm.as_deref());
    object.insert("kid", signature.key_id.as_deref());
    object.insert("reading", signature.payload_form);
    object.insert("keySource", signature.key_source);
    object.insert("identity", signature.signer.as_ref().map(|signer| signer.as_str()));
    object.insert("binding", signature.binding.map(|binding| binding.as_str()));
    object.insert("error", signature.error.as_deref().map(code_and_message));
    object.into()
}

fn code_and_message(error: &dyn CodedError) -> Object {
    Object::from_iter([("code", Json::from(error.code().as_str())), ("message", error.unplaced_message().into())])
}
