//! Evidence of a verification.

use crate::{
    hex::hex,
    proof::{Check, Evidence},
};
use serde::{Serialize, Serializer, ser::SerializeStruct};

/// `{name, result, detail}`
impl Serialize for Check {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Check", 3)?;
        object.serialize_field("name", &self.name)?;
        object.serialize_field("result", &self.result)?;
        object.serialize_field("detail", &self.detail.as_ref().map(ToString::to_string))?;
        object.end()
    }
}

/// `{signer, subject, verificationMethod, suite, created, expires, domain, challenge, canonicalSha256, contexts, at, checks}`
impl Serialize for Evidence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Evidence", 12)?;
        object.serialize_field("signer", &self.signer)?;
        object.serialize_field("subject", &self.subject)?;
        object.serialize_field("verificationMethod", &self.verification_method)?;
        object.serialize_field("suite", &self.suite)?;
        object.serialize_field("created", &self.created)?;
        object.serialize_field("expires", &self.expires)?;
        object.serialize_field("domain", &self.domain)?;
        object.serialize_field("challenge", &self.challenge)?;
        object.serialize_field("canonicalSha256", &hex(&self.canonical_sha256))?;
        object.serialize_field("contexts", &self.contexts)?;
        object.serialize_field("at", &self.at)?;
        object.serialize_field("checks", &self.checks)?;
        object.end()
    }
}
