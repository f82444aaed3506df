//! The proof object, typed (W3C Data Integrity section 2.1; ADP "Proof").

use super::VerifyFault;
use crate::{
    Document, Json, Timestamp,
    did::DidUrl,
    json::{Object, Text, Value},
    key::Signature,
    suite::{ProofValueEncoding, Suite},
};
use std::collections::HashSet;

/// A proof whose members have the right types; it is unverified.
#[derive(Clone, Debug)]
pub(super) struct Proof {
    /// The proof's JSON in the document.
    pub(super) object: Object,
}

/// The members that must be strings.
const STRINGS: [&str; 8] =
    ["type", "cryptosuite", "created", "expires", "verificationMethod", "proofPurpose", "challenge", "proofValue"];

impl Proof {
    /// The only proof of a document. Its `domain` is a string, or if allowed, a set of strings.
    ///
    /// # Errors
    /// `proof-missing`, `proof-multiple`, `proof-malformed`.
    pub(super) fn from_document(document: &Document, allows_domain_set: bool) -> Result<Self, VerifyFault> {
        let Some(json) = document.root().get("proof") else {
            return Err(VerifyFault::ProofMissing { found: "no `proof` member" });
        };
        let object = match json.value() {
            Value::Object(object) if object.is_empty() => {
                return Err(VerifyFault::ProofMissing { found: "an empty `proof`" });
            }
            Value::Object(object) => object,
            Value::Null => return Err(VerifyFault::ProofMissing { found: "a `proof` that is null" }),
            Value::Array(items) if items.is_empty() => {
                return Err(VerifyFault::ProofMissing { found: "an empty `proof` array" });
            }
            Value::Array(_) => return Err(VerifyFault::ProofMultiple { found: "an array of proofs" }),
            _ => return Err(malformed("proof", json, "an object")),
        };
        if object.contains("previousProof") {
            return Err(VerifyFault::ProofMultiple { found: "a proof chain (`previousProof`)" });
        }
        for name in STRINGS {
            if let Some(value) = object.get(name)
                && value.as_str().is_none()
            {
                return Err(malformed(name, value, "a string"));
            }
        }
        match object.get("domain") {
            Some(domain) if domain.as_array().is_some() && allows_domain_set => check_domain_set(domain)?,
            Some(domain) if domain.as_str().is_none() => return Err(malformed("domain", domain, "a string")),
            _ => {}
        }
        for name in ["type", "verificationMethod", "proofPurpose", "proofValue"] {
            if !object.contains(name) {
                return Err(VerifyFault::ProofMalformed {
                    member: name.into(),
                    found: "nothing".into(),
                    expected: "this member",
                });
            }
        }
        if let Some(expires) = object.get("expires").and_then(Json::as_str)
            && expires.parse::<Timestamp>().is_err()
        {
            return Err(VerifyFault::ProofMalformed {
                member: "expires".into(),
                found: format!("{expires:?}"),
                expected: "an RFC 3339 date-time",
            });
        }
        Ok(Self { object: object.clone() })
    }

    /// A member as written.
    pub(super) fn string(&self, name: &str) -> Option<&str> {
        self.object.get(name).and_then(Json::as_str)
    }

    /// A member as shared text.
    pub(super) fn text(&self, name: &str) -> Option<Text> {
        self.object.get(name).and_then(Json::as_text).cloned()
    }

    /// The names in `domain`, as written; none if there is no `domain`.
    pub(super) fn domains(&self) -> impl Iterator<Item = &Text> {
        let domain = self.object.get("domain");
        let set = domain.and_then(Json::as_array).unwrap_or_default();
        domain.into_iter().chain(set).filter_map(Json::as_text)
    }

    /// `verificationMethod` as a DID with a fragment.
    ///
    /// # Errors
    /// `proof-method`, or `did-method-unsupported`.
    pub(super) fn method(&self) -> Result<DidUrl, VerifyFault> {
        let text = self.string("verificationMethod").unwrap_or_default();
        text.parse().map_err(|source| VerifyFault::Method { found: text.to_owned(), source })
    }

    /// `proofPurpose` as written.
    pub(super) fn proof_purpose(&self) -> &str {
        self.string("proofPurpose").unwrap_or_default()
    }

    /// The expiry time of the proof; validated when parsed.
    pub(super) fn expires(&self) -> Option<Timestamp> {
        self.string("expires")?.parse().ok()
    }

    /// The signature, decoded with the suite's encoding.
    ///
    /// # Errors
    /// `proof-value-encoding`.
    pub(super) fn signature(&self, suite: Suite) -> Result<(Signature, ProofValueEncoding), VerifyFault> {
        let value = self.string("proofValue").unwrap_or_default();
        suite.decode_proof_value(value).map_err(VerifyFault::Suite)
    }
}

/// A set has members, and each once (Data Integrity 1.0 section 2.1; JSON-LD 1.1 section 4.3.2).
fn check_domain_set(domain: &Json) -> Result<(), VerifyFault> {
    let names = domain.as_array().unwrap_or_default();
    let invalid = |found: &str| VerifyFault::ProofMalformed {
        member: "domain".to_owned(),
        found: found.to_owned(),
        expected: "a string, or a set of different strings",
    };
    if names.is_empty() {
        return Err(invalid("an empty array"));
    }
    if let Some(other) = names.iter().find(|name| name.as_str().is_none()) {
        return Err(invalid(&format!("an array with {}", other.kind())));
    }
    let different: HashSet<_> = names.iter().filter_map(Json::as_str).collect();
    if different.len() < names.len() { Err(invalid("the same string twice")) } else { Ok(()) }
}

fn malformed(member: &str, found: &Json, expected: &'static str) -> VerifyFault {
    VerifyFault::ProofMalformed { member: member.into(), found: found.kind().into(), expected }
}
