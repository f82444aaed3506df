//! The data of a DID document as JSON: every member is always present, and null if unknown.

use crate::{DidDocument, DidService, DocumentProof, Purpose, VerificationMethod};
use adp_crypto::{
    Timestamp,
    key::AgreementKey,
    suite::{ProofValueEncoding, Suite},
};
use adp_json::{Json, Object};

const PURPOSES: [Purpose; 5] = [
    Purpose::AssertionMethod,
    Purpose::Authentication,
    Purpose::KeyAgreement,
    Purpose::CapabilityInvocation,
    Purpose::CapabilityDelegation,
];

impl DidDocument {
    /// `{did, url, binding, proof, verificationMethods, services}`: the URL of the document, the binding key, the
    /// document's own proof, each method with its listed purposes and those it may sign for at `at`, and the services.
    #[must_use]
    pub fn to_model_json(&self, at: Timestamp) -> Object {
        let mut object = Object::with_capacity(6);
        object.insert("did", self.id().as_str());
        object.insert("url", self.id().location());
        object.insert("binding", binding(self));
        object.insert("proof", self.proof().map(proof));
        let methods = self.verification_methods().iter();
        object.insert("verificationMethods", methods.map(|method| self.method_json(method, at)).collect::<Vec<_>>());
        object.insert("services", self.services.iter().map(service).collect::<Vec<_>>());
        object
    }

    /// The relationships that list a method. It may not sign for all of them, see
    /// [`signing_purposes`](Self::signing_purposes).
    #[must_use]
    pub fn listed_purposes(&self, method: &VerificationMethod) -> Vec<Purpose> {
        PURPOSES.into_iter().filter(|&purpose| self.lists(&method.id, purpose)).collect()
    }

    /// The purposes for which a method may sign at a time.
    #[must_use]
    pub fn signing_purposes(&self, method: &VerificationMethod, at: Timestamp) -> Vec<Purpose> {
        PURPOSES.into_iter().filter(|&purpose| self.key_for(&method.id, purpose, at).is_ok()).collect()
    }

    fn method_json(&self, method: &VerificationMethod, at: Timestamp) -> Json {
        let names = |purposes: Vec<Purpose>| {
            purposes.into_iter().map(|purpose| Json::from(purpose.as_str())).collect::<Vec<_>>()
        };
        let mut object = Object::with_capacity(5);
        object.insert("id", method.id.to_string());
        object.insert("type", method.method_type.as_str());
        object.insert("keyType", method.curve());
        object.insert("purposes", names(self.listed_purposes(method)));
        object.insert("speaksFor", names(self.signing_purposes(method, at)));
        object.into()
    }
}

impl VerificationMethod {
    /// The curve of the method's key, for example `P-256`, if the key can be used.
    #[must_use]
    pub fn curve(&self) -> Option<&'static str> {
        match self.agreement_key() {
            Ok(Some(_)) => Some(AgreementKey::CURVE),
            _ => self.key().ok().map(|key| key.key_type().as_str()),
        }
    }
}

impl DocumentProof {
    /// The form of an `eddsa-jcs-2022` proof: `w3c` or `anp-sdk`.
    #[must_use]
    pub fn form(&self) -> Option<&'static str> {
        match self {
            Self::Verified { suite: Suite::EddsaJcs2022, encoding, .. } => Some(match encoding {
                ProofValueEncoding::Base58Btc => "w3c",
                ProofValueEncoding::Base64Url => "anp-sdk",
            }),
            _ => None,
        }
    }
}

/// `{profile, verificationMethod}`, null for plain DIDs.
fn binding(document: &DidDocument) -> Option<Json> {
    let (binding, method) = document.id().binding().zip(document.binding_method())?;
    let mut object = Object::with_capacity(2);
    object.insert("profile", binding.as_str());
    object.insert("verificationMethod", method.to_string());
    Some(object.into())
}

/// `{verified, suite, form, verificationMethod, created, expires}`
fn proof(proof: &DocumentProof) -> Json {
    let mut object = Object::with_capacity(6);
    let method = match proof {
        DocumentProof::Verified { method, .. } => Some(method.as_str()),
        DocumentProof::UnknownSuite { .. } => None,
    };
    object.insert("verified", method.is_some());
    object.insert("suite", proof.suite_name());
    object.insert("form", proof.form());
    object.insert("verificationMethod", method);
    object.insert("created", proof.created().map(|created| created.to_string()));
    object.insert("expires", proof.expires().map(|expires| expires.to_string()));
    object.into()
}

/// `{id, types, endpoint}`
fn service(service: &DidService) -> Json {
    let mut object = Object::with_capacity(3);
    object.insert("id", service.id.as_str());
    object.insert("types", service.types.iter().map(|name| Json::from(name.as_str())).collect::<Vec<_>>());
    object.insert("endpoint", service.endpoint.clone());
    object.into()
}
