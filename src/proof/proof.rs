//! The proof object, typed (W3C Data Integrity section 2.1; ADP "Proof").

use super::VerifyFault;
use crate::{
    Document, Json, Timestamp,
    did::DidUrl,
    json::{Object, Text, Value},
    key::Signature,
    suite::{ProofValueEncoding, Suite},
};

/// A proof whose members have the right types; it is unverified.
#[derive(Clone, Debug)]
pub(super) struct Proof {
    /// The proof's JSON in the document.
    pub(super) object: Object,
}

/// The members that must be strings.
const STRINGS: [&str; 9] = [
    "type",
    "cryptosuite",
    "created",
    "expires",
    "verificationMethod",
    "proofPurpose",
    "domain",
    "challenge",
    "proofValue",
];

impl Proof {
    /// The only proof of a document.
    ///
    /// # Errors
    /// `proof-missing`, `proof-multiple`, `proof-malformed`.
    pub(super) fn from_document(document: &Document) -> Result<Self, VerifyFault> {
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

fn malformed(member: &str, found: &Json, expected: &'static str) -> VerifyFault {
    VerifyFault::ProofMalformed { member: member.into(), found: found.kind().into(), expected }
}
