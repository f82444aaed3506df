//! The rules that a DID document is checked by, in the order of checking.

use super::rule_examples::EXAMPLES;
use crate::diagnostic::{Catalogue, Rule, Severity};

/// The rules with their examples.
pub const CATALOGUE: Catalogue = Catalogue { rules: ALL, examples: EXAMPLES };

/// Shapes of DID Core.
pub const DOCUMENT: Rule = Rule::new(
    "did-document",
    "A DID document has an `id`, and verification methods, relationships, services and contexts of the shapes that DID Core defines.",
    "DID Core section 4",
    "A DID document consists of a map of entries, where each entry consists of a key/value pair.",
    Severity::Error,
);

/// The document's DID.
pub const ID: Rule = Rule::new(
    "did-document-id",
    "`id` is the DID that the document belongs to: a did:wba or did:web DID of a host on the public web, or a did:key DID.",
    "DID Core section 5.1.1; did:wba section 2.2",
    "The value of id MUST be a string that conforms to the rules in 3.1 DID Syntax and MUST exist in the root map of the data model for the DID document.",
    Severity::Error,
);

/// Not given up.
pub const ACTIVE: Rule = Rule::new(
    "did-document-active",
    "The document does not say that its DID is deactivated.",
    "DID Core section 7.1.3",
    "If a DID has been deactivated, DID document metadata MUST include this property with the boolean value true.",
    Severity::Error,
);

/// Who follows.
pub const SUCCESSOR: Rule = Rule::new(
    "did-document-successor",
    "A deactivated document that names a successor names a DID of the same path, and the old key or a recovery key signs it.",
    "did:wba section 2.5.3",
    "The new DID MUST have exactly the same stable subject path as the old DID",
    Severity::Error,
)
.when_missing(Severity::Warning);

/// No secrets.
pub const PRIVATE_KEY: Rule = Rule::new(
    "did-private-key",
    "A DID document contains no private key.",
    "DID Core section 5.2.1",
    "The map MUST NOT contain \"d\", or any other members of the private information class as described in Registration Template.",
    Severity::Error,
);

/// The available contexts.
pub const CONTEXT: Rule = Rule::new(
    "did-context",
    "All contexts are embedded in this software, so that the document can be checked as JSON-LD.",
    "did:wba section 2.4; DID Core section 6.3",
    "If @context exists at the root of the JSON document, the document should be processed according to JSON-LD rules.",
    Severity::Warning,
);

/// One method an id.
pub const METHOD_ID: Rule = Rule::new(
    "did-method-id",
    "Each verification method has an `id` of its own.",
    "DID Core section 5.2",
    "The value of the id property for a verification method MUST be a string that conforms to the rules in Section 3.2 DID URL Syntax.",
    Severity::Error,
);

/// Controllers that are DIDs.
pub const CONTROLLER: Rule = Rule::new(
    "did-method-controller",
    "The `controller` of each verification method is a DID, without path, query or fragment.",
    "DID Core section 5.2",
    "The value of the controller property MUST be a string that conforms to the rules in 3.1 DID Syntax.",
    Severity::Warning,
);

/// Keys of use.
pub const KEY: Rule = Rule::new(
    "did-method-key",
    "The key of each verification method can be used: a JWK or Multikey of a known curve.",
    "DID Core section 5.2.1",
    "Verification material is any information that is used by a process that applies a verification method.",
    Severity::Warning,
);

/// Keys in their form.
pub const KEY_FORM: Rule = Rule::new(
    "did-method-key-form",
    "The key of each verification method is written in the form of the method's type.",
    "DID Core section 5.2.1",
    "The type of a verification method is expected to be used to determine its compatibility with such processes.",
    Severity::Warning,
);

/// The document's own proof.
pub const PROOF: Rule = Rule::new(
    "did-document-proof",
    "The document's own proof, if it has one, verifies, has not expired, and is made with a key that may speak for the DID.",
    "did:wba section 2.5; Data Integrity 1.0 section 4.4",
    "The following algorithm specifies how to check the authenticity and integrity of a secured data document by verifying its digital proof.",
    Severity::Error,
);

/// Suites that are known.
pub const PROOF_SUITE: Rule = Rule::new(
    "did-document-proof-suite",
    "The document's own proof, if it has one, uses a known suite.",
    "Data Integrity 1.0 section 2.1",
    "An identifier for the cryptographic suite that can be used to verify the proof.",
    Severity::Warning,
);

/// The key of the DID.
pub const BINDING: Rule = Rule::new(
    "did-bound-key",
    "A DID that ends in a key's thumbprint (`e1_`, `k1_`), or is a key (did:key), has a document that contains this key and that this key vouches for.",
    "did:wba section 2.2.1",
    "For newly created path type did:wba, the last path segment MUST be the `e1_` binding public key fingerprint segment.",
    Severity::Error,
);

/// Keys that speak.
pub const VOUCHED: Rule = Rule::new(
    "did-vouched-key",
    "Every key that is listed under a relationship speaks for the DID: if the DID is bound to a key, it is that key or a key that it vouches for.",
    "did:wba section 2.5",
    "`proof` is used to express the integrity proof of the DID Document, proving that the DID Document has not been tampered with after generating the proof",
    Severity::Warning,
);

/// The contexts that a document names.
pub const CONTEXTS: Rule = Rule::new(
    "did-required-context",
    "`@context` contains DID Core's context, and in the document of an `e1_` DID those of its proof and its key.",
    "did:wba section 2.5",
    "`https://www.w3.org/ns/did/v1` is required. For e1 documents using the standard Ed25519 proof, `https://w3id.org/security/data-integrity/v2` and `https://w3id.org/security/multikey/v1` are also required.",
    Severity::Error,
)
.when_missing(Severity::Warning);

/// What a document has.
pub const MEMBERS: Rule = Rule::new(
    "did-required-member",
    "A document has `verificationMethod` and `authentication`, and no member that DID documents no longer have.",
    "did:wba section 2.5",
    "verificationMethod: A required field, containing an array of verification methods",
    Severity::Warning,
);

/// Other names.
pub const ALSO_KNOWN_AS: Rule = Rule::new(
    "did-also-known-as",
    "`alsoKnownAs` is a list of absolute URIs.",
    "DID Core section 5.1.3",
    "If present, the value MUST be a set where each item in the set is a URI conforming to RFC3986.",
    Severity::Error,
);

/// Where services are.
pub const SERVICE_ENDPOINT: Rule = Rule::new(
    "did-service-endpoint",
    "`serviceEndpoint` is an absolute URI, and that of an ANPHandleService an https URL.",
    "did:wba section 2.4",
    "References to external resources, external DIDs, or `serviceEndpoint` MUST use absolute URIs.",
    Severity::Error,
);

/// Who signs a service's requests.
pub const SERVICE_DID: Rule = Rule::new(
    "did-service-did",
    "`serviceDid` is a DID, without path, query or fragment.",
    "did:wba section 2.5",
    "Its value should be a DID string, not a DID URL",
    Severity::Warning,
);

/// What a relationship lists.
pub const RELATIONSHIP: Rule = Rule::new(
    "did-relationship-key",
    "A relationship lists methods that the document contains, with keys that can do what they are listed for.",
    "did:wba section 2.5",
    "Signing/assertion keys do not participate in key agreement, and key agreement keys do not participate in signing.",
    Severity::Warning,
);

/// The devices for encryption.
pub const DEVICE_MANIFEST: Rule = Rule::new(
    "did-device-manifest",
    "`deviceManifest` lists devices once each, with keys of the document that may do what the device's profiles need.",
    "ANP messaging, identity and discovery section 5.5",
    "device_id is unique in the current Manifest",
    Severity::Error,
);

/// Every rule, in the order of checking.
pub const ALL: &[&Rule] = &[
    &DOCUMENT,
    &ID,
    &ACTIVE,
    &SUCCESSOR,
    &PRIVATE_KEY,
    &CONTEXT,
    &METHOD_ID,
    &CONTROLLER,
    &KEY,
    &KEY_FORM,
    &PROOF,
    &PROOF_SUITE,
    &BINDING,
    &VOUCHED,
    &CONTEXTS,
    &MEMBERS,
    &ALSO_KNOWN_AS,
    &SERVICE_ENDPOINT,
    &SERVICE_DID,
    &RELATIONSHIP,
    &DEVICE_MANIFEST,
];

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::CATALOGUE;
    use crate::{Document, Limits, did::check_report};

    #[test]
    fn each_rule_has_an_example_that_breaks_it_alone_and_one_that_breaks_none() {
        let faults = CATALOGUE.faults(
            |text| {
                let document = Document::parse(text.as_bytes(), &Limits::default()).unwrap();
                check_report(&document, "2026-02-15T00:00:00Z".parse().unwrap(), false, &Limits::default())
            },
            &[],
        );
        assert!(faults.is_empty(), "{faults:#?}");
    }
}
