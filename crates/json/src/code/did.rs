//! Codes of DIDs and their documents.

use super::core_codes;

const DID_CORE: &str = "W3C Decentralized Identifiers (DIDs) 1.0";

core_codes! {
    /// The text is not a DID or DID URL, or does not name a host on the public web (did:wba section 2.2).
    DID_SYNTAX = "did-syntax" / Refused,
        "did:wba method specification, section 2.2; W3C DIDs 1.0 section 3.1",
        "Use a DID with a host name on the public web.";
    /// The DID's method is not supported.
    DID_METHOD_UNSUPPORTED = "did-method-unsupported" / Refused, DID_CORE,
        "Use a did:wba, did:web or did:key DID.";
    /// The DID document is invalid (DID Core section 5).
    DID_DOCUMENT_INVALID = "did-document-invalid" / Refused,
        "W3C Decentralized Identifiers (DIDs) 1.0, section 5",
        "Correct the DID document at the position shown.";
    /// The DID document's `id` is not the DID that was resolved.
    DID_ID_MISMATCH = "did-id-mismatch" / Refused,
        "W3C Decentralized Identifiers (DIDs) 1.0, section 5.1.1",
        "Publish the DID document under the URL of its own `id`.";
    /// The DID document has `deactivated: true`.
    DID_DEACTIVATED = "did-deactivated" / Refused,
        "W3C Decentralized Identifiers (DIDs) 1.0, section 8.2",
        "The owner has deactivated the DID. Ask for a description that is signed by a new DID.";
    /// Another DID succeeds this one: the document has `deactivated: true` and names the successor (did:wba section
    /// 2.5.3).
    DID_SUPERSEDED = "did-superseded" / Refused,
        "did:wba method specification 1.2, section 2.5.3",
        "Follow the successors to the current DID, and use it.";
    /// A chain of successors is refused: another path, a skipped generation, a cycle, a fork, or too long.
    DID_TRANSITION = "did-transition" / Refused,
        "did:wba method specification 1.2, sections 2.5.2 to 2.6",
        "Do not use the new DID. Ask the owner over another channel which DID is current.";
    /// The key-bound last segment (`e1_`, `k1_`) does not match the document's key or cannot be checked. Or the signing
    /// key is not the binding key, and the binding key has not signed it. Or a Handle and its DID do not confirm each
    /// other.
    DID_BINDING = "did-binding" / Refused,
        "did:wba method specification, key-bound identifiers (e1_, k1_); ANP-04 section 6",
        "Sign with the key that the DID is bound to, or have the DID document signed with it. To replace that key, create a new DID. For a Handle: name its URL in an ANPHandleService of the DID document.";
    /// Two verification methods have the same `id`.
    DID_METHOD_AMBIGUOUS = "did-method-ambiguous" / Refused,
        "W3C Decentralized Identifiers (DIDs) 1.0, section 5.2",
        "Give each verification method an `id` of its own.";
    /// A verification method's key is malformed or of an unsupported type.
    DID_KEY_UNSUPPORTED = "did-key-unsupported" / Refused,
        "W3C Controlled Identifiers 1.0, section 2.2",
        "Publish the key as a JWK or Multikey; P-256, Ed25519 and secp256k1 keys are supported.";
    /// The DID document's own proof is missing or does not verify.
    DID_DOCUMENT_PROOF = "did-document-proof" / Refused,
        "did:wba method specification, DID document proof",
        "Sign the DID document again with the DID's key.";
}
