//! What a verification found, with the members that `adp verify --json` prints.

use agent_description::{
    Fault,
    json::{Json, Object},
    verification::{SignatureReport, Verification},
};

/// Members that every report has of the proof, `null` where nothing is known.
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

/// The report on a document.
pub fn report(found: &Verification) -> Object {
    let is_verified = found.is_verified();
    let identity = found.signer.as_ref().map(|signer| signer.as_str()).filter(|_| is_verified);
    let own = |name: &str| found.own.get(name).cloned().unwrap_or_else(|| Json::from(None::<&str>));
    let mut report = Object::new();
    report.insert("verified", is_verified);
    report.insert("format", found.format);
    report.insert("identity", identity);
    report.insert("binding", found.binding.filter(|_| is_verified).map(|binding| binding.as_str()));
    report.insert("signer", found.own.get("signer").cloned().unwrap_or_else(|| identity.into()));
    let succession = found.succession.as_deref().filter(|_| is_verified).map(|succession| {
        let mut object = Object::new();
        object.insert("currentDid", succession.current_did().as_str());
        object.insert("assurance", succession.assurance().map(|assurance| assurance.as_str()));
        object.insert("supersededAt", succession.superseded_at().map(|time| time.to_string()));
        object
    });
    report.insert("succession", succession);
    for name in OF_THE_PROOF {
        report.insert(name, own(name));
    }
    if let Some(expires) = found.expires.filter(|_| is_verified) {
        report.insert("expires", expires.to_string());
    }
    report.insert("signatures", found.signatures.iter().enumerate().map(signature).collect::<Vec<_>>());
    for member in &found.own {
        if member.name().as_str() != "signer" && !OF_THE_PROOF.contains(&member.name().as_str()) {
            report.insert(member.name().as_str(), member.value().clone());
        }
    }
    let checks = found.checks.iter().map(|check| {
        let mut object = Object::with_capacity(3);
        object.insert("name", &*check.name);
        object.insert("result", check.result.as_str());
        object.insert("detail", check.detail.as_ref().map(ToString::to_string));
        Json::from(object)
    });
    report.insert("checks", checks.collect::<Vec<_>>());
    report.insert("error", found.error.as_deref().map(code_and_message));
    report
}

fn signature((index, signature): (usize, &SignatureReport)) -> Json {
    let mut object = Object::with_capacity(9);
    object.insert("index", u32::try_from(index).unwrap_or(u32::MAX));
    object.insert("verified", signature.is_good());
    object.insert("alg", signature.algorithm.as_deref());
    object.insert("kid", signature.key_id.as_deref());
    object.insert("reading", signature.reading);
    object.insert("keySource", signature.key_source);
    object.insert("identity", signature.signer.as_ref().map(|signer| signer.as_str()));
    object.insert("binding", signature.binding.map(|binding| binding.as_str()));
    object.insert("error", signature.error.as_deref().map(code_and_message));
    object.into()
}

fn code_and_message(error: &dyn Fault) -> Object {
    let mut object = Object::with_capacity(2);
    object.insert("code", error.code().as_str());
    object.insert("message", error.to_string());
    object
}
