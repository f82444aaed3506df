//! Codes of proofs.

use super::core_codes;

const ADP_PROOF: &str = "Agent Description Protocol, section Proof";
const DATA_INTEGRITY: &str = "W3C Verifiable Credential Data Integrity 1.0, section 4";
const DID_CORE: &str = "W3C Decentralized Identifiers (DIDs) 1.0";

core_codes! {
    /// The document has no proof.
    PROOF_MISSING = "proof-missing" / Refused, ADP_PROOF,
        "Sign the description.";
    /// The document has several proofs, or a proof chain.
    PROOF_MULTIPLE = "proof-multiple" / Refused, ADP_PROOF,
        "Keep one proof: sign again, replacing the existing ones.";
    /// The proof is not an object with the members that its suite needs, in the right types.
    PROOF_MALFORMED = "proof-malformed" / Refused, DATA_INTEGRITY,
        "Sign the description again, replacing the existing proof.";
    /// The proof's `type` and `cryptosuite` do not name an allowed suite.
    PROOF_SUITE = "proof-suite" / Refused, DATA_INTEGRITY,
        "Sign with a suite that the verifier allows.";
    /// `proofValue` does not have the suite's encoding.
    PROOF_VALUE_ENCODING = "proof-value-encoding" / Refused, ADP_PROOF,
        "Write the 64 bytes of the signature as base64url without padding, or as multibase base58btc.";
    /// `verificationMethod` is not a DID URL of a DID and a fragment.
    PROOF_METHOD = "proof-method" / Refused,
        "Agent Description Protocol, section Proof, verificationMethod",
        "Write a DID and a fragment, such as `did:wba:agent.example#key-1`.";
    /// The DID document has no verification method with this ID.
    PROOF_METHOD_NOT_FOUND = "proof-method-not-found" / Refused, DID_CORE,
        "Publish the key in the DID document, or sign with a key that is in it.";
    /// Another DID controls the verification method.
    PROOF_CONTROLLER = "proof-controller" / Refused,
        "W3C Controlled Identifiers 1.0, section 2.2",
        "Sign with a key that the DID itself controls.";
    /// The verification method is not listed under the proof's purpose.
    PROOF_METHOD_NOT_AUTHORIZED = "proof-method-not-authorized" / Refused,
        "W3C Controlled Identifiers 1.0, section 2.3",
        "List the method under the proof's purpose in the DID document, for example in `assertionMethod`.";
    /// The verification method's key does not have the suite's type.
    PROOF_KEY_TYPE = "proof-key-type" / Refused, DATA_INTEGRITY,
        "Sign with a key of the suite's type, or with the suite of the key's type.";
    /// The signature does not verify.
    PROOF_SIGNATURE = "proof-signature" / Refused, ADP_PROOF,
        "The document was changed after it was signed, or was signed with another key: fetch it again, or sign it again.";
    /// The proof's purpose is not the expected one.
    PROOF_PURPOSE = "proof-purpose" / Refused, DATA_INTEGRITY,
        "Sign for `assertionMethod`, or expect the purpose that the proof was made for.";
    /// The signer is neither the document's subject nor the signer that the caller requires.
    PROOF_SIGNER_NOT_SUBJECT = "proof-signer-not-subject" / Refused,
        "this software: a description belongs to its subject",
        "Sign with a key of the DID in `did`, or name the signer that you trust.";
    /// The proof's domain differs from the expected one, is missing although required, or is present although no domain
    /// is expected.
    PROOF_DOMAIN = "proof-domain" / Refused,
        "Agent Description Protocol, section Proof, domain",
        "Set the host that the file was published on. If it is not the proof's domain, the description may be forged.";
    /// The proof's challenge differs from the expected one, or a domain has no challenge (ADP, "Proof").
    PROOF_CHALLENGE = "proof-challenge" / Refused,
        "Agent Description Protocol, section Proof, challenge",
        "Sign with the verifier's challenge; a proof with a domain always needs a challenge.";
    /// `created` is missing although required, is not an RFC 3339 timestamp, or is not before `expires`.
    PROOF_CREATED = "proof-created" / Refused,
        "W3C Verifiable Credential Data Integrity 1.0, section 2.1; RFC 3339",
        "Sign again, with `created` set to the time of signing and `expires` after it.";
    /// `created` is in the future.
    PROOF_NOT_YET_VALID = "proof-not-yet-valid" / Refused,
        "W3C Verifiable Credential Data Integrity 1.0, section 4.3",
        "Set the clocks of signer and verifier: a difference of one minute is allowed.";
    /// `expires` has passed.
    PROOF_EXPIRED = "proof-expired" / Refused,
        "W3C Verifiable Credential Data Integrity 1.0, section 4.3",
        "Fetch the description again; its publisher should sign it again before it expires.";
    /// `created` is earlier than the caller allows.
    PROOF_TOO_OLD = "proof-too-old" / Refused,
        "this software: the verifier sets the maximum age of a proof",
        "Fetch the description again, or accept older proofs.";
}
