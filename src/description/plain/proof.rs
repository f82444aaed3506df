//! Rule 9: the proof.

use super::Walk;
use crate::{
    description::rules,
    diagnostic::shortened,
    json::{Json, Member},
};

/// The members of a proof with any cryptosuite.
const MEMBERS: [&str; 9] =
    ["type", "created", "expires", "proofPurpose", "verificationMethod", "domain", "challenge", "nonce", "proofValue"];

/// The types of proofs that have a cryptosuite.
const TYPES: [&str; 2] = [ADP_TYPE, "DataIntegrityProof"];

const ADP_TYPE: &str = "EcdsaSecp256r1Signature2019";

impl<'a> Walk<'a, '_> {
    pub(super) fn proof(&mut self, member: &'a Member) {
        self.found.exercise(&rules::PLAIN_PROOF);
        let value = member.value();
        let Some(proof) = value.as_object().filter(|proof| !proof.is_empty()) else {
            let found = format!("`proof` is {}", value.kind());
            return self.depart(&rules::PLAIN_PROOF, value.offset(), found, "keep one proof, as an object");
        };
        let proof_type = proof.get("type").and_then(Json::as_str);
        if !proof_type.is_some_and(|proof_type| TYPES.contains(&proof_type)) {
            let offset = proof.get("type").map_or(value.offset(), Json::offset);
            let found = "the `type` of the proof is not that of a known cryptosuite".into();
            self.depart(&rules::PLAIN_PROOF, offset, found, "sign the description again");
        }
        for member in proof {
            let (name, value) = (member.name().as_str(), member.value());
            let is_known = MEMBERS.contains(&name);
            if !is_known {
                self.name(member);
            }
            if name == "@context" {
                if self.document.root().get("@context") != Some(value) {
                    let found = "the `@context` of the proof is not that of the document".into();
                    self.depart(&rules::PLAIN_PROOF, value.offset(), found, "remove it, or sign the description again");
                }
            } else if !is_known && (name != "cryptosuite" || proof_type == Some(ADP_TYPE)) {
                let found = format!("the proof has a member {}", shortened(name));
                self.depart(
                    &rules::PLAIN_PROOF,
                    member.name_offset(),
                    found,
                    "remove it, and sign the description again",
                );
            } else if value.as_str().is_none() {
                let found = format!("{} of the proof is {}", shortened(name), value.kind());
                self.depart(
                    &rules::PLAIN_PROOF,
                    value.offset(),
                    found,
                    "write a string, and sign the description again",
                );
            }
        }
    }
}
