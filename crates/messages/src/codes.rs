//! The error codes of messages. Those of JSON Web Signatures, keys and DIDs are the core's.

const SIGNED: &str = "this software: the source has a signature and does not say of what";
const BOUNDED: &str = "this software: what waits is bounded, and refused beyond";
const TOLD: &str = "this software: a caller gets one answer or one error";

agent_description::codes! {
    /// The key that signed a message is not of the agent that it says it is from.
    MESSAGE_SIGNER = "message-signer" / Refused,
        SIGNED,
        "Sign with a key of the DID that `source.agentId` names.";
    /// Nobody can tell whether the message was accepted before, because the store of nonces is full, out of reach, or newer than the message.
    MESSAGE_REPLAY_STORE = "message-replay-store" / Undecided,
        "this software: what cannot be remembered is not accepted",
        "Sign it again and send it later (`retryAfter` has the seconds); the receiver needs a store that has room and survives a restart.";
    /// Of several agents that were asked at once too few answered.
    MESSAGE_QUORUM = "message-quorum" / Undecided,
        "this software: all, any, or as many as were asked for",
        "See why the others failed; what was asked for may have been done.";
    /// A queue is full: the message was not taken, here or by its receiver.
    MESSAGE_QUEUE_FULL = "message-queue-full" / Undecided,
        BOUNDED,
        "Send it again later, with the same `messageId` and a new signature.";
    /// Nobody answered in time.
    MESSAGE_TIMEOUT = "message-timeout" / Undecided,
        "Agent-to-Agent communication, message format: metadata.timeout",
        "Try again, or give the request more time; what it asked for may have been done.";
    /// An agent, or the directory that lists agents, cannot be reached or read.
    MESSAGE_UNREACHABLE = "message-unreachable" / Undecided,
        TOLD,
        "Look at the address, and whether the agent runs.";
    /// The agent that was asked says, signed, that it did not do what was asked.
    MESSAGE_FAILED = "message-failed" / Refused,
        "Agent-to-Agent communication, message format: payload.status",
        "Read the code and the message that the receiver gives.";
}
