//! Error codes of messages. The core defines those for JSON Web Signatures, keys and DIDs.

const SIGNED: &str = "this software: the source has a signature without a definition";
const BOUNDED: &str = "this software: queues are limited";
const TOLD: &str = "this software: a caller gets one response or one error";

agent_description::codes! {
    /// The key that signed a message does not belong to its sender.
    MESSAGE_SIGNER = "message-signer" / Refused,
        SIGNED,
        "Sign with a key of the DID that `source.agentId` names.";
    /// It is unknown whether the message was accepted before, because the nonce store is full, unavailable, or newer
    /// than the message.
    MESSAGE_REPLAY_STORE = "message-replay-store" / Undecided,
        "this software: a message is accepted only if its nonce can be stored",
        "Sign it again and send it after `retryAfter` seconds. The receiver needs a persistent store with free capacity.";
    /// Too few of several agents that were asked in parallel answered.
    MESSAGE_QUORUM = "message-quorum" / Undecided,
        "this software: the required number of responses must arrive",
        "Read why the other calls failed; they may have made changes.";
    /// A queue is full, here or at the receiver, so the message was not accepted.
    MESSAGE_QUEUE_FULL = "message-queue-full" / Undecided,
        BOUNDED,
        "Send it again later, with the same `messageId` and a new signature.";
    /// No response in time.
    MESSAGE_TIMEOUT = "message-timeout" / Undecided,
        "Agent-to-Agent communication, message format: metadata.timeout",
        "Retry, or use a longer timeout; the request may have made changes.";
    /// An agent, or the directory of agents, is unreachable or unreadable.
    MESSAGE_UNREACHABLE = "message-unreachable" / Undecided,
        TOLD,
        "Check the address, and that the agent is running.";
    /// The agent reported, signed, that the request failed.
    MESSAGE_FAILED = "message-failed" / Refused,
        "Agent-to-Agent communication, message format: payload.status",
        "Read the receiver's code and message.";
}
