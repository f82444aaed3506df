//! The error codes of the registry. What is wrong with a document or its proof has the codes of its format.

const WRITING: &str = "this software: the registry's README, \"Writing\"";

agent_description::codes! {
    /// The identifier of an entry is not `urn:air:HOST:NAMESPACE:NAME` with a host as DIDs have them.
    REGISTRY_IDENTIFIER = "registry-identifier" / Malformed,
        "ARD 0.91, identifiers; hosts as in did:wba 0.2, section 2.2",
        "Write urn:air:, the host in lower case, a namespace and a name, with colons between them.";
    /// A document breaks rules of its format: what is not valid is not indexed.
    REGISTRY_INVALID = "registry-invalid" / Refused,
        "Agent Registry, validation: a document is validated before its skills are indexed",
        "Fix the listed problems and add the document again.";
    /// A document was signed before the one that it would replace, or is a lower version of it.
    REGISTRY_OLDER = "registry-older" / Refused,
        WRITING,
        "Sign the document again; if its format has no signing time, also increase its version.";
    /// The host has as many entries or bytes in the registry as it may have.
    REGISTRY_QUOTA = "registry-quota" / Refused,
        WRITING,
        "Remove entries of the host, or ask the registry's operator for a higher limit.";
    /// Others wrote the same entry at the same time, again and again.
    REGISTRY_CONFLICT = "registry-conflict" / Undecided,
        WRITING,
        "Read the current entry, then retry if the change is still needed.";
    /// The registry's store or index cannot be opened, written or read.
    REGISTRY_STORE = "registry-store" / Undecided,
        "this software: writes are acknowledged only after they are stored",
        "Retry later; the operator must check the database or the disk.";
    /// A good signature is by a DID of another host than the identifier's.
    REGISTRY_SIGNER_HOST = "registry-signer-host" / Refused,
        "this software: a verified identity is bound to the entry's host",
        "Sign with a DID of the identifier's host, without a port.";
    /// What verified the document has ended, and it was not verified since.
    REGISTRY_LAPSED = "registry-lapsed" / Undecided,
        "this software: a verification is valid until the proof expires or could not be confirmed for a day",
        "Sign the document again, or make the signer's DID document reachable.";
    /// A search is not understood, or would take too long.
    REGISTRY_QUERY = "registry-query" / Refused,
        "this software: the search language (docs/reference/registry-search.md)",
        "Correct the search as the message says; put texts in quotes that are not operators.";
}
