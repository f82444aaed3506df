//! The error codes of cards and catalogs. Those of JSON Web Signatures, keys and DIDs are the core's.

const SIGNING: &str = "A2A 1.0, section 8.4";
const TRUST: &str = "AI Catalog, Trust Manifest";
const SIGNER: &str = "AI Catalog, the did:web Signer Profile";
const LOCK: &str = "this software: a lock file is accepted only if it is unchanged";

agent_description::codes! {
    /// The card is signed, but by nobody whose signature counts for it: anyone can copy a card and sign it.
    CARD_SIGNER_UNBOUND = "card-signer-unbound" / Refused,
        "this software: `signatures` is not covered by a signature, so anyone can add one",
        "Set the expected signer, or fetch the card from its signer's host.";
    /// The readings of section 8.4 differ on the card, so that a signature by one would not verify by another.
    CARD_NOT_PORTABLE = "card-not-portable" / Refused,
        SIGNING,
        "Remove or fill the members in the message, or select one payload form.";
    /// The card or catalog has no signatures.
    JWS_MISSING = "jws-missing" / Refused,
        SIGNING,
        "Sign it.";
    /// A signature does not count yet, or no longer.
    JWS_TIME = "jws-time" / Refused,
        "AI Catalog, Signature Acceptance and Time",
        "Sign again, with an expiry time in the future.";
    /// A trust manifest or signature object of a catalog is not of its form.
    CATALOG_TRUST = "catalog-trust" / Refused,
        TRUST,
        "Write the member as the message says.";
    /// The signer is not a DID that the profile allows, not the contributor whose claims it signs, or not the operator that the catalog names.
    CATALOG_SIGNER = "catalog-signer" / Refused,
        SIGNER,
        "Sign as the did:web DID of a bare host, and name it as the contributor or operator.";
    /// A signed manifest is about something else than the entry that holds it.
    CATALOG_SUBJECT = "catalog-subject" / Refused,
        "AI Catalog, Entry Release Coverage",
        "Sign a manifest for this entry, after its last change.";
    /// An artifact has other bytes than the digest of the catalog or skills index.
    CATALOG_ARTIFACT = "catalog-artifact" / Refused,
        "AI Catalog, Verifying Artifact Integrity",
        "Publish the document with the digest of the served bytes; until then, do not use the artifact.";
    /// A digest was not compared, because its artifact was not fetched.
    CATALOG_UNCHECKED = "catalog-unchecked" / Undecided,
        "AI Catalog, Entry Release Coverage: the bytes must be verified against the digest",
        "Fetch the artifact.";
    /// An entry is signed by nobody whose word counts for its publisher: anyone can endorse anything.
    CATALOG_PUBLISHER = "catalog-publisher" / Refused,
        "AI Catalog, the did:web Publisher Profile",
        "Sign the entry as did:web: and the host of its urn:air identifier.";
    /// The signer of a catalog, did:web:HOST, and another DID would have their documents at one place.
    CATALOG_DID_PLACE = "catalog-did-place" / Refused,
        "did:web, Read (Resolve); did:wba, section 2.3; AI Catalog (commit be6803f6), profile did-web-v1",
        "Give the other DID a path, such as did:wba:HOST:agent: then its document has its own URL.";
    /// A lock file is not as this version of lock files is written.
    LOCK_MALFORMED = "lock-malformed" / Malformed,
        LOCK,
        "Find out who changed the lock file, then lock the files again.";
}
