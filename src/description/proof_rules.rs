//! The shape of a proof, as far as it shows without verifying it: the rest is [`crate::proof`]'s.

use super::{error::ModelErrorKind, reading::ModelReader, rules};
use crate::{
    Code,
    diagnostic::Rule,
    json::{Json, Object, Offset},
};

/// What every proof says, in strings.
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

/// A domain alone would let an old proof be shown again.
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
    reading.findings.add(rule, offset, || ModelErrorKind::Proof { code, message, help });
}
