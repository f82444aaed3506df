//! Error codes of lock files.

const LOCK: &str = "this software: a lock file is accepted only if it is unchanged";

agent_description::codes! {
    /// A lock file is not valid in this version of the lock format.
    LOCK_MALFORMED = "lock-malformed" / Malformed,
        LOCK,
        "Find out who changed the lock file, then lock the files again.";
}
