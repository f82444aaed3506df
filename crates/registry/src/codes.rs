//! Error codes of the registry. Errors of a document or its proof have the codes of the format.

const WRITING: &str = "this software: the registry's README, \"Writing\"";

agent_description::codes! {
    /// The identifier of an entry is not `urn:air:HOST:NAMESPACE:NAME` with a valid host.
    REGISTRY_IDENTIFIER = "registry-identifier" / Malformed,
        "ARD 0.91, identifiers; hosts as in did:wba 0.2, section 2.2",
        "Write urn:air:, the host in lower case, a namespace and a name, with colons between them.";
    /// A document violates rules of its format, and invalid documents are not indexed.
    REGISTRY_INVALID = "registry-invalid" / Refused,
        "Agent Registry, validation: a document is validated before its skills are indexed",
        "Fix the listed problems and add the document again.";
    /// A document was signed before the one it would replace, or has a lower version.
    REGISTRY_OLDER = "registry-older" / Refused,
        WRITING,
        "Sign the document again; if its format has no signing time, also increase its version.";
    /// The registrable domain of the host reached its quota of entries or bytes in the registry.
    REGISTRY_QUOTA = "registry-quota" / Refused,
        WRITING,
        "Remove entries of the domain, or ask the registry's operator for a higher limit.";
    /// Other processes repeatedly wrote the same entry at the same time.
    REGISTRY_CONFLICT = "registry-conflict" / Undecided,
        WRITING,
        "Read the current entry, then retry if the change is still needed.";
    /// All processors for this kind of request are busy, or a document takes too long to check.
    REGISTRY_BUSY = "registry-busy" / Undecided,
        "this software: each kind of request has processors and a time limit of its own",
        "Retry later; if a document takes too long, make it smaller or simpler.";
    /// The registry's store or index cannot be opened, written or read.
    REGISTRY_STORE = "registry-store" / Undecided,
        "this software: writes are acknowledged only after they are stored",
        "Retry later; the operator must check the database or the disk.";
    /// A valid signature is by a DID of another host than the identifier's.
    REGISTRY_SIGNER_HOST = "registry-signer-host" / Refused,
        "this software: a verified identity is bound to the entry's host",
        "Sign with a DID of the identifier's host, without a port.";
    /// The verification of the document expired and was not renewed.
    REGISTRY_LAPSED = "registry-lapsed" / Undecided,
        "this software: a verification is valid until the proof expires or could not be confirmed for a day",
        "Sign the document again, or make the signer's DID document reachable.";
    /// A search is invalid, or would take too long.
    REGISTRY_QUERY = "registry-query" / Refused,
        "this software: the search language (docs/reference/registry-search.md)",
        "Correct the search as the message says; put texts in quotes that are not operators.";
}
