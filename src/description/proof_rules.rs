//! The structure of a proof, checked without verification: [`crate::proof`] verifies it.

use super::{reading::ModelReader, rules};
use crate::{
    Code,
    diagnostic::{Finding, Rule},
    json::{Json, Object, Offset},
};

/// The required string members of every proof.
const TEXT_MEMBERS: [&str; 4] = ["type", "proofPurpose", "verificationMethod", "proofValue"];

pub(super) fn check(reading: &mut ModelReader<'_>) {
    let Some(member) = reading.document.root().member("proof") else { return };
    reading.findings.exercise(&rules::PROOF);
    let value = member.value();
    let Some(proof) = value.as_object() else {
        let code = if value.as_array().is_some() { Code::PROOF_MULTIPLE } else { Code::PROOF_MALFORMED };
        let message = format!("`proof` is {}, expected an object", value.kind());
        report(
            reading,
            &rules::PROOF,
            code,
            message,
            "keep one proof, as an object: sign the description again",
            value.offset(),
        );
        return;
    };
    for name in TEXT_MEMBERS {
        let (found, offset) = match proof.get(name) {
            Some(value) if value.as_str().is_some() => continue,
            Some(value) => (format!("`{name}` of the proof is {}, expected a string", value.kind()), value.offset()),
            None => (format!("the proof has no `{name}`"), value.offset()),
        };
        report(reading, &rules::PROOF, Code::PROOF_MALFORMED, found, "sign the description", offset);
    }
    check_domain(reading, proof);
}

/// With a domain but no challenge, an old proof could be replayed.
fn check_domain(reading: &mut ModelReader<'_>, proof: &Object) {
    let Some(domain) = proof.member("domain") else { return };
    reading.findings.exercise(&rules::PROOF_CHALLENGE);
    if proof.get("challenge").is_none_or(Json::is_null) {
        let found = "the proof has a `domain` and no `challenge`".to_owned();
        let help = "sign it again, with both domain and challenge";
        report(reading, &rules::PROOF_CHALLENGE, Code::PROOF_CHALLENGE, found, help, domain.name_offset());
    }
}

fn report(
    reading: &mut ModelReader<'_>,
    rule: &'static Rule,
    code: Code,
    message: String,
    help: &'static str,
    offset: Offset,
) {
    reading.findings.add(rule, offset, || Finding::new(code, message).with_help(help));
}
