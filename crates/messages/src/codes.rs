//! The error codes of messages. Those of JSON Web Signatures, keys and DIDs are the core's.

const SIGNED: &str = "this software: the source has a signature without a definition";
const BOUNDED: &str = "this software: queues are limited";
const TOLD: &str = "this software: a caller gets one response or one error";

agent_description::codes! {
    /// The key that signed a message is not of the agent that it says it is from.
    MESSAGE_SIGNER = "message-signer" / Refused,
        SIGNED,
        "Sign with a key of the DID that `source.agentId` names.";
    /// Nobody can tell whether the message was accepted before, because the store of nonces is full, out of reach, or newer than the message.
    MESSAGE_REPLAY_STORE = "message-replay-store" / Undecided,
        "this software: a message is accepted only if its nonce can be stored",
        "Sign it again and send it after `retryAfter` seconds. The receiver needs a persistent store with free capacity.";
    /// Of several agents that were asked at once too few answered.
    MESSAGE_QUORUM = "message-quorum" / Undecided,
        "this software: the required number of responses must arrive",
        "Read why the other calls failed; they may have made changes.";
    /// A queue is full: the message was not taken, here or by its receiver.
    MESSAGE_QUEUE_FULL = "message-queue-full" / Undecided,
        BOUNDED,
        "Send it again later, with the same `messageId` and a new signature.";
    /// Nobody answered in time.
    MESSAGE_TIMEOUT = "message-timeout" / Undecided,
        "Agent-to-Agent communication, message format: metadata.timeout",
        "Retry, or use a longer timeout; the request may have made changes.";
    /// An agent, or the directory that lists agents, cannot be reached or read.
    MESSAGE_UNREACHABLE = "message-unreachable" / Undecided,
        TOLD,
        "Check the address, and that the agent is running.";
    /// The agent that was asked says, signed, that it did not do what was asked.
    MESSAGE_FAILED = "message-failed" / Refused,
        "Agent-to-Agent communication, message format: payload.status",
        "Read the receiver's code and message.";
}
