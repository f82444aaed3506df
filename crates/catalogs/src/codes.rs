//! Error codes of catalogs.

const TRUST: &str = "AI Catalog, Trust Manifest";
const SIGNER: &str = "AI Catalog, the did:web Signer Profile";

agent_description::codes! {
    /// A trust manifest or signature object of a catalog has an invalid structure.
    CATALOG_TRUST = "catalog-trust" / Refused,
        TRUST,
        "Write the member as the message says.";
    /// The profile does not allow the signer's DID, or the signer is not the contributor of its claims or the operator
    /// of the catalog.
    CATALOG_SIGNER = "catalog-signer" / Refused,
        SIGNER,
        "Sign as the did:web DID of a bare host, and name it as the contributor or operator.";
    /// The subject of a signed manifest is not the entry that contains it.
    CATALOG_SUBJECT = "catalog-subject" / Refused,
        "AI Catalog, Entry Release Coverage",
        "Sign a manifest for this entry, after its last change.";
    /// An artifact does not match the digest in the catalog or skills index.
    CATALOG_ARTIFACT = "catalog-artifact" / Refused,
        "AI Catalog, Verifying Artifact Integrity",
        "Publish the document with the digest of the served bytes; until then, do not use the artifact.";
    /// A digest was not compared, because its artifact was not fetched.
    CATALOG_UNCHECKED = "catalog-unchecked" / Undecided,
        "AI Catalog, Entry Release Coverage: the bytes must be verified against the digest",
        "Fetch the artifact.";
    /// An entry has no valid signature of its publisher; endorsements by others are not sufficient.
    CATALOG_PUBLISHER = "catalog-publisher" / Refused,
        "AI Catalog, the did:web Publisher Profile",
        "Sign the entry as did:web: and the host of its urn:air identifier.";
    /// The signer did:web:HOST of a catalog and another DID would publish their documents at the same URL.
    CATALOG_DID_PLACE = "catalog-did-place" / Refused,
        "did:web, Read (Resolve); did:wba, section 2.3; AI Catalog (commit be6803f6), profile did-web-v1",
        "Give the other DID a path, such as did:wba:HOST:agent: then its document has its own URL.";
}
