//! The structure of a proof, checked without verification: [`crate::proof`] verifies it.

use crate::{
    Code,
    description::{reading::ModelReader, rules},
    diagnostic::Finding,
    json::Json,
};

/// The required string members of every proof.
const TEXT_MEMBERS: [&str; 4] = ["type", "proofPurpose", "verificationMethod", "proofValue"];

pub(in crate::description) fn check(reading: &mut ModelReader<'_>) {
    let Some(member) = reading.document.root().member("proof") else { return };
    let (value, findings) = (member.value(), &mut reading.findings);
    findings.exercise(&rules::PROOF);
    let Some(proof) = value.as_object() else {
        let code = if value.as_array().is_some() { Code::PROOF_MULTIPLE } else { Code::PROOF_MALFORMED };
        let found = format!("`proof` is {}, expected an object", value.kind());
        let help = "keep one proof, as an object: sign the description again";
        return findings.add(&rules::PROOF, value.offset(), || Finding::new(code, found).with_help(help));
    };
    for name in TEXT_MEMBERS {
        let (found, offset) = match proof.get(name) {
            Some(value) if value.as_str().is_some() => continue,
            Some(value) => (format!("`{name}` of the proof is {}, expected a string", value.kind()), value.offset()),
            None => (format!("the proof has no `{name}`"), value.offset()),
        };
        let make = || Finding::new(Code::PROOF_MALFORMED, found).with_help("sign the description");
        findings.add(&rules::PROOF, offset, make);
    }
    // with a domain but no challenge, an old proof could be replayed
    let Some(domain) = proof.member("domain") else { return };
    findings.exercise(&rules::PROOF_CHALLENGE);
    if proof.get("challenge").is_none_or(Json::is_null) {
        findings.add(&rules::PROOF_CHALLENGE, domain.name_offset(), || {
            Finding::new(Code::PROOF_CHALLENGE, "the proof has a `domain` and no `challenge`")
                .with_help("sign it again, with both domain and challenge")
        });
    }
}
