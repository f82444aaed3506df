//! The error codes of messages. Those of JSON Web Signatures, keys and DIDs are the core's.

const ENVELOPE: &str = "Agent-to-Agent communication, message format";
const SIGNED: &str = "this software: the source has a signature and does not say of what";
const BOUNDED: &str = "this software: what waits is bounded, and refused beyond";
const TOLD: &str = "this software: a caller gets one answer or one error";

agent_description::codes! {
    /// A required member of an envelope is missing.
    MESSAGE_MISSING = "message-missing" / Refused,
        ENVELOPE,
        "Add the member that the message names.";
    /// A member of an envelope has another type than the format gives it.
    MESSAGE_TYPE = "message-type" / Refused,
        ENVELOPE,
        "Write the member with the type in the message.";
    /// A member of an envelope has none of the values that the format lists for it.
    MESSAGE_VALUE = "message-value" / Refused,
        ENVELOPE,
        "Write one of the values in the message.";
    /// A message's identifier is none that can tell it from all others.
    MESSAGE_ID = "message-id" / Refused,
        "Agent-to-Agent communication, message format: messageId is a UUID (v4)",
        "Write a new random UUID for each message.";
    /// A time of an envelope is none.
    MESSAGE_TIME = "message-time" / Refused,
        "Agent-to-Agent communication, message format; RFC 3339",
        "Write a date-time with `Z` or an offset.";
    /// The target does not fit the way the message is to be routed, or the message is for somebody else.
    MESSAGE_TARGET = "message-target" / Refused,
        "Agent-to-Agent communication, message format: routingStrategy",
        "Name one agent for a direct message, and only a type of agents for a broadcast or load balancing.";
    /// A response does not say which request it answers.
    MESSAGE_CORRELATION = "message-correlation" / Refused,
        "Agent-to-Agent communication, message format: correlationId is the original message's id",
        "Write the request's `messageId` as `correlationId`.";
    /// A nonce is too short to be unique, or not base64url.
    MESSAGE_NONCE = "message-nonce" / Refused,
        "this software: a nonce has at least 128 random bits",
        "Make the nonce of 16 random bytes or more, in base64url.";
    /// The key that signed a message is not of the agent that it says it is from.
    MESSAGE_SIGNER = "message-signer" / Refused,
        SIGNED,
        "Sign with a key of the DID that `source.agentId` names.";
    /// The message is signed already.
    MESSAGE_SIGNED = "message-signed" / Refused,
        SIGNED,
        "Ask for its signature to be replaced, if the message is your own.";
    /// The message was accepted before.
    MESSAGE_REPLAYED = "message-replayed" / Refused,
        "this software: a nonce is accepted once",
        "Send a retry with the same `messageId`, a new nonce and a new signature.";
    /// Nobody can tell whether the message was accepted before, because the store of nonces is full, out of reach, or newer than the message.
    MESSAGE_REPLAY_STORE = "message-replay-store" / Undecided,
        "this software: what cannot be remembered is not accepted",
        "Sign it again and send it later (`retryAfter` has the seconds); the receiver needs a store that has room and survives a restart.";
    /// A message asks for something that the agent cannot do.
    MESSAGE_ACTION = "message-action" / Refused,
        "Agent-to-Agent communication, payload.action and the card's capabilities",
        "Name one of the agent's capabilities.";
    /// The parameters of a request do not fit the capability.
    MESSAGE_PARAMETERS = "message-parameters" / Refused,
        "Agent-to-Agent communication, the card's inputSchema",
        "Give the parameters that the capability's schema asks for.";
    /// What a response brings does not fit the capability.
    MESSAGE_RESULTS = "message-results" / Refused,
        "Agent-to-Agent communication, the card's outputSchema",
        "Nothing of this response should be used; tell the agent's operator.";
    /// A capability of a card cannot be checked by.
    MESSAGE_CAPABILITY = "message-capability" / Refused,
        "Agent-to-Agent communication, the card's capabilities",
        "Mend the card: each capability has a name of its own, and schemas that JSON Schema knows.";
    /// The sender asks for more than the card promises anybody.
    MESSAGE_RATE = "message-rate" / Refused,
        "Agent-to-Agent communication, the card's constraints.rateLimits",
        "Wait, and send fewer requests a minute and at once.";
    /// The sender lacks a permission that the card asks for.
    MESSAGE_PERMISSION = "message-permission" / Refused,
        "Agent-to-Agent communication, the card's security.requiredPermissions",
        "Ask the agent's operator for the permission.";
    /// A card lists no agent that messages can be sent to.
    MESSAGE_CARD = "message-card" / Refused,
        "this software: an agent's messages are signed by the DID that its card names",
        "Mend the card: its `agentInfo.id` is a DID, its size below 1 MiB.";
    /// A directory of agents does not tell who there is.
    MESSAGE_DIRECTORY = "message-directory" / Undecided,
        "Agentic Resource Discovery, POST /search; this software: a folder has at most 10,000 cards",
        "Look at the folder, or at the registry's URL.";
    /// Nobody is known that can do what is asked for.
    MESSAGE_NOBODY = "message-nobody" / Refused,
        "this software: an agent is asked for what its card says that it can",
        "Name another capability, or add the card of an agent that has it.";
    /// Of several agents that were asked at once too few answered.
    MESSAGE_QUORUM = "message-quorum" / Undecided,
        "this software: all, any, or as many as were asked for",
        "See why the others failed; what was asked for may have been done.";
    /// A queue is full: the message was not taken, here or by its receiver.
    MESSAGE_QUEUE_FULL = "message-queue-full" / Undecided,
        BOUNDED,
        "Send it again later, with the same `messageId` and a new signature.";
    /// A message is larger than messages may be, or than the channel carries.
    MESSAGE_SIZE = "message-size" / Refused,
        BOUNDED,
        "Send less, or a URL of what is large.";
    /// Nobody answered in time.
    MESSAGE_TIMEOUT = "message-timeout" / Undecided,
        "Agent-to-Agent communication, message format: metadata.timeout",
        "Try again, or give the request more time; what it asked for may have been done.";
    /// The agent that a message is for cannot be reached.
    MESSAGE_UNREACHABLE = "message-unreachable" / Undecided,
        TOLD,
        "Look at the address, and whether the agent runs.";
    /// An address leads to no channel.
    MESSAGE_ADDRESS = "message-address" / Refused,
        "this software: https, wss and nats are what messages go by",
        "Name an https, wss or nats URL.";
    /// A message with this id came from this agent before, and said something else.
    MESSAGE_DUPLICATE = "message-duplicate" / Refused,
        "this software: a retry repeats a message, it does not change it",
        "Give each message an id of its own.";
    /// The receiver did not take the message, and its word is not signed.
    MESSAGE_REFUSED = "message-refused" / Refused,
        TOLD,
        "See the code that the receiver tells.";
    /// The answer is not of an agent that was asked.
    MESSAGE_ANSWERER = "message-answerer" / Refused,
        TOLD,
        "Look at who may answer: the target, or the agents of its type that the caller named.";
    /// The agent that was asked says, signed, that it did not do what was asked.
    MESSAGE_FAILED = "message-failed" / Refused,
        "Agent-to-Agent communication, message format: payload.status",
        "See what the agent says.";
}
