//! The error codes of registries.

agent_description::codes! {
    /// A search is not understood, or would take too long.
    REGISTRY_QUERY = "registry-query" / Refused,
        "this software: the search language, documented in the registry's README",
        "Write the search as the message says; quote texts that are not meant as operators.";
    /// The index of a registry cannot be opened, written or read.
    REGISTRY_INDEX = "registry-index" / Undecided,
        "this software: the index holds nothing that the store has not",
        "Free the disk or the folder, then start again: the index is made anew from the store.";
}
