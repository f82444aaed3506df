//! Codes that every format shares: the finding names the format and the rule.

use super::core_codes;

const RULE: &str = "the specification of the document's format: the finding names the rule";

core_codes! {
    /// Something required is missing: a member, or an element of a list that must not be empty.
    MISSING = "missing" / Refused, RULE,
        "Add the member that the message names.";
    /// A member has another JSON type than its format requires.
    WRONG_TYPE = "wrong-type" / Refused, RULE,
        "Write a value of the type in the message.";
    /// The format, or the document's version of it, does not define a member, or nothing uses it.
    UNKNOWN_MEMBER = "unknown-member" / Refused, RULE,
        "Remove the member, or rename it as the message suggests.";
    /// A value has the right type, but not the syntax or range that its format requires.
    INVALID_VALUE = "invalid-value" / Refused, RULE,
        "Write one of the values in the message.";
    /// A name, an identifier or a path has a syntax that its format does not allow.
    INVALID_NAME = "invalid-name" / Refused, RULE,
        "Write a name with the syntax in the message.";
    /// A client cannot or must not connect to the URL.
    INVALID_URL = "invalid-url" / Refused, RULE,
        "Write an absolute https URL, or the form in the message.";
    /// A time is not an RFC 3339 timestamp, or is in the wrong order with another time.
    INVALID_TIME = "invalid-time" / Refused,
        "RFC 3339; the specification of the document's format",
        "Write a date-time with an offset, such as 2026-01-31T12:00:00Z.";
    /// A JSON Schema is invalid, or uses an unsupported feature, such as a reference to another document.
    INVALID_SCHEMA = "invalid-schema" / Refused,
        "JSON Schema 2020-12, or the dialect that the schema names",
        "Correct the schema as the message says. Keep it in one document, without look-around in patterns.";
    /// A reference does not resolve, refers to something later, or forms a cycle.
    INVALID_REFERENCE = "invalid-reference" / Refused, RULE,
        "Refer to a defined name, or define this one.";
    /// The arguments of a call do not match the schema or the parameters of its target.
    INVALID_ARGUMENTS = "invalid-arguments" / Refused,
        "the input schema of the tool, flow, skill or capability that is called",
        "Pass arguments that match the schema.";
    /// A result does not match its schema or its headers.
    INVALID_RESULT = "invalid-result" / Refused,
        "the output schema of the tool or capability; for an HTTP response, RFC 9110 section 8.3 and RFC 7493",
        "Do not use the result; report it to the service's operator.";
    /// The document has a version that is not supported, or needs a feature that is not supported.
    UNSUPPORTED_VERSION = "unsupported-version" / Refused, RULE,
        "Write one of the versions in the message, if the document is of that version.";
    /// Two items have the same name or identifier, or one item occurs twice.
    DUPLICATE = "duplicate" / Refused, RULE,
        "Use different names or identifiers, or remove one of the two.";
    /// Two members contradict or exclude each other.
    CONTRADICTION = "contradiction" / Refused, RULE,
        "Keep the correct value and remove the other.";
    /// A name differs from a known one only in spelling (case, `_`, `-`): some parsers treat it as the known one,
    /// others ignore it.
    SPELLING = "spelling" / Refused,
        "this software: decoders of Go and .NET ignore the case of names, others ignore `_` and `-`",
        "Write the name as in the message; if both exist, keep the correct one.";
    /// Two names look alike.
    LOOK_ALIKE = "look-alike" / Refused,
        "Unicode Technical Standard 39, section 4",
        "Use names that cannot be confused.";
    /// A text that models read contains characters that people do not see.
    HIDDEN_TEXT = "hidden-text" / Refused,
        "this software: people and models must see the same text",
        "Remove the characters that the message names.";
    /// A document or a value is larger or deeper than its reader allows.
    TOO_LARGE = "too-large" / Refused,
        "this software, or the registry for the document: sizes are limited",
        "Shorten it, or link to a part of it. The limit includes white space.";
    /// A conversion would lose data, and losses are not allowed.
    CONVERT_LOSS = "convert-loss" / Refused,
        "this software: a conversion lists what it loses",
        "Allow losses, or remove what the target format cannot represent.";
    /// The sender exceeds the receiver's rate limit.
    RATE_LIMIT = "rate-limit" / Refused,
        "the receiver's rate limit: a card's constraints.rateLimits, or a registry's limit for each host",
        "Wait for the time in the message, then retry.";
    /// No entry has this name or identifier, or no document of this DID was found where it may be.
    NOT_FOUND = "not-found" / Refused,
        "this software: the entry must exist in the registry, directory or file; an agent that a gateway admits publishes a signed document",
        "Check the name; add the entry, or publish the document first.";
}
