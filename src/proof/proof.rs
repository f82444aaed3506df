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
    proof_type: Text,
    cryptosuite: Option<Text>,
    pub(super) created: Option<Text>,
    pub(super) expires: Option<Timestamp>,
    /// `verificationMethod`.
    pub(super) method: Text,
    pub(super) purpose: Text,
    domain: Option<Json>,
    pub(super) challenge: Option<Text>,
    value: Text,
}

impl Proof {
    /// The only proof of a document, and its JSON. Its `domain` is a string, or if allowed, a set of strings.
    ///
    /// # Errors
    /// `proof-missing`, `proof-multiple`, `proof-malformed`.
    pub(super) fn from_document(document: &Document, allows_domain_set: bool) -> Result<(Self, &Object), VerifyFault> {
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
        let text = |name| match object.get(name) {
            Some(value) => value.as_text().cloned().map(Some).ok_or_else(|| malformed(name, value, "a string")),
            None => Ok(None),
        };
        let (proof_type, cryptosuite, created, expires) =
            (text("type")?, text("cryptosuite")?, text("created")?, text("expires")?);
        let (method, purpose) = (text("verificationMethod")?, text("proofPurpose")?);
        let (challenge, value) = (text("challenge")?, text("proofValue")?);
        let domain = object.get("domain");
        match domain {
            Some(domain) if domain.as_array().is_some() && allows_domain_set => check_domain_set(domain)?,
            Some(domain) if domain.as_str().is_none() => return Err(malformed("domain", domain, "a string")),
            _ => {}
        }
        let required = |name: &str, text: Option<Text>| {
            text.ok_or_else(|| VerifyFault::ProofMalformed {
                member: name.into(),
                found: "nothing".into(),
                expected: "this member",
            })
        };
        let proof = Self {
            proof_type: required("type", proof_type)?,
            cryptosuite,
            created,
            method: required("verificationMethod", method)?,
            purpose: required("proofPurpose", purpose)?,
            value: required("proofValue", value)?,
            expires: expires.map(|expires| expiry(&expires)).transpose()?,
            domain: domain.cloned(),
            challenge,
        };
        Ok((proof, object))
    }

    /// `type` and `cryptosuite`, which identify the suite together.
    pub(super) fn suite_names(&self) -> (&str, Option<&str>) {
        (&self.proof_type, self.cryptosuite.as_deref())
    }

    /// `domain`, if it is one string.
    pub(super) fn domain(&self) -> Option<&Text> {
        self.domain.as_ref()?.as_text()
    }

    /// The names in `domain`, as written; none if there is no `domain`.
    pub(super) fn domains(&self) -> impl Iterator<Item = &Text> {
        let set = self.domain.as_ref().and_then(Json::as_array).unwrap_or_default();
        self.domain.iter().chain(set).filter_map(Json::as_text)
    }

    /// `verificationMethod` as a DID with a fragment.
    ///
    /// # Errors
    /// `proof-method`, or `did-method-unsupported`.
    pub(super) fn method(&self) -> Result<DidUrl, VerifyFault> {
        self.method.parse().map_err(|source| VerifyFault::Method { found: self.method.to_string(), source })
    }

    /// The signature, decoded with the suite's encoding.
    ///
    /// # Errors
    /// `proof-value-encoding`.
    pub(super) fn signature(&self, suite: Suite) -> Result<(Signature, ProofValueEncoding), VerifyFault> {
        suite.decode_proof_value(&self.value).map_err(VerifyFault::Suite)
    }
}

fn expiry(text: &Text) -> Result<Timestamp, VerifyFault> {
    text.parse().map_err(|_| VerifyFault::ProofMalformed {
        member: "expires".into(),
        found: format!("{text:?}"),
        expected: "an RFC 3339 date-time",
    })
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
