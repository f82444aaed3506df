//! Codes of DIDs and their documents.

use super::core_codes;

const DID_CORE: &str = "W3C Decentralized Identifiers (DIDs) 1.0";

core_codes! {
    /// The text is not a DID or DID URL, or not one of a host on the public web (did:wba section 2.2).
    DID_SYNTAX = "did-syntax" / Refused,
        "did:wba method specification, section 2.2; W3C DIDs 1.0 section 3.1",
        "Write the DID of a host name on the public web.";
    /// The DID's method is not supported.
    DID_METHOD_UNSUPPORTED = "did-method-unsupported" / Refused,
        DID_CORE,
        "Use a did:wba, did:web or did:key DID.";
    /// The DID document is invalid (DID Core section 5).
    DID_DOCUMENT_INVALID = "did-document-invalid" / Refused,
        "W3C Decentralized Identifiers (DIDs) 1.0, section 5",
        "Mend the DID document at the place that is named.";
    /// The DID document's `id` is not the DID that was resolved.
    DID_ID_MISMATCH = "did-id-mismatch" / Refused,
        "W3C Decentralized Identifiers (DIDs) 1.0, section 5.1.1",
        "Publish the DID document under the URL of its own `id`.";
    /// The DID document says `deactivated: true`.
    DID_DEACTIVATED = "did-deactivated" / Refused,
        "W3C Decentralized Identifiers (DIDs) 1.0, section 8.2",
        "Nothing here: the DID's owner has given it up. Ask for a description of a new DID.";
    /// The key-bound last segment (`e1_`, `k1_`) does not match the document's key, or cannot be checked; or another key
    /// signed, which the bound one does not vouch for.
    DID_BINDING = "did-binding" / Refused,
        "did:wba method specification, key-bound identifiers (e1_, k1_)",
        "Sign with the key in the DID, or have its document signed with that key; a new key for all is a new DID.";
    /// Two verification methods have the same `id`.
    DID_METHOD_AMBIGUOUS = "did-method-ambiguous" / Refused,
        "W3C Decentralized Identifiers (DIDs) 1.0, section 5.2",
        "Give each verification method an `id` of its own.";
    /// A verification method's key is malformed or of an unsupported type.
    DID_KEY_UNSUPPORTED = "did-key-unsupported" / Refused,
        "W3C Controlled Identifiers 1.0, section 2.2",
        "Publish the key as JWK or Multikey, of P-256, Ed25519 or secp256k1.";
    /// The DID document's own proof is missing or does not verify.
    DID_DOCUMENT_PROOF = "did-document-proof" / Refused,
        "did:wba method specification, DID document proof",
        "Sign the DID document anew with the key of its DID.";
}
