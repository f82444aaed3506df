//! Codes that every format shares: the finding names the format and the rule.

use super::core_codes;

const RULE: &str = "the specification of the document's format: the finding names the rule";

core_codes! {
    /// Something required is missing: a member, or an element of a list that may not be empty.
    MISSING = "missing" / Refused,
        RULE,
        "Add what the message names.";
    /// A member has a value of another JSON type than its format requires.
    WRONG_TYPE = "wrong-type" / Refused,
        RULE,
        "Write a value of the type in the message.";
    /// A member is not defined by the format or by the document's version of it, or nothing uses it.
    UNKNOWN_MEMBER = "unknown-member" / Refused,
        RULE,
        "Remove the member, or write the one that the message names.";
    /// A value has the right type, but not the form or range that its format requires.
    INVALID_VALUE = "invalid-value" / Refused,
        RULE,
        "Write a value that the message allows.";
    /// A name, an identifier or a path has a form that its format does not allow.
    INVALID_NAME = "invalid-name" / Refused,
        RULE,
        "Write a name of the form in the message.";
    /// A client cannot connect to the URL, or must not.
    INVALID_URL = "invalid-url" / Refused,
        RULE,
        "Write an absolute https URL, or the form in the message.";
    /// A time is not an RFC 3339 date-time, or is not in the right order with another time.
    INVALID_TIME = "invalid-time" / Refused,
        "RFC 3339; the specification of the document's format",
        "Write a date-time with an offset, such as 2026-01-31T12:00:00Z.";
    /// A JSON Schema is invalid, or uses something that is not supported, such as a reference to another document.
    INVALID_SCHEMA = "invalid-schema" / Refused,
        "JSON Schema 2020-12, or the dialect that the schema names",
        "Correct the schema as the message says; write all of it into the document, without look-around in patterns.";
    /// A reference leads to nothing, to something that comes later, or back to itself.
    INVALID_REFERENCE = "invalid-reference" / Refused,
        RULE,
        "Name something that the document defines, or define what is named.";
    /// The arguments of a call do not match the schema or the parameters of what is called.
    INVALID_ARGUMENTS = "invalid-arguments" / Refused,
        "the input schema of the tool, flow, skill or capability that is called",
        "Pass arguments that match the schema.";
    /// A result does not match its schema or its headers.
    INVALID_RESULT = "invalid-result" / Refused,
        "the output schema of the tool or capability; for an HTTP response, RFC 9110 section 8.3 and RFC 7493",
        "Do not use the result; report it to the service's operator.";
    /// The document has a version that is not supported, or needs a feature that is not supported.
    UNSUPPORTED_VERSION = "unsupported-version" / Refused,
        RULE,
        "Write one of the versions in the message, if the document is of that version.";
    /// Two things have the same name or identifier, or one thing is given twice.
    DUPLICATE = "duplicate" / Refused,
        RULE,
        "Give each its own name or identifier, or remove one of the two.";
    /// Two members contradict or exclude each other.
    CONTRADICTION = "contradiction" / Refused,
        RULE,
        "Keep the one that is right.";
    /// A name is a known one in another spelling (case, `_`, `-`): some readers take it for that one, others ignore it.
    SPELLING = "spelling" / Refused,
        "this software: decoders of Go and .NET ignore the case of names, others ignore `_` and `-`",
        "Write the name as the message says; if both are there, keep the right one.";
    /// Two names look alike.
    LOOK_ALIKE = "look-alike" / Refused,
        "Unicode Technical Standard 39, section 4",
        "Give each a name that cannot be mistaken for the other.";
    /// A text that models read contains something that people do not see.
    HIDDEN_TEXT = "hidden-text" / Refused,
        "this software: people and models should read the same text",
        "Remove what the message names.";
    /// A document or a value is larger or deeper than its reader accepts.
    TOO_LARGE = "too-large" / Refused,
        "this software, or the registry that the document is for: sizes are limited",
        "Make it smaller, or link to a part of it; white space counts.";
    /// A conversion would lose something, and losses were not allowed.
    CONVERT_LOSS = "convert-loss" / Refused,
        "this software: a conversion lists what it loses",
        "Convert with losses allowed, or remove what the other format cannot hold.";
    /// The sender has sent more requests than the receiver accepts in this time.
    RATE_LIMIT = "rate-limit" / Refused,
        "the receiver's rate limit: a card's constraints.rateLimits, or a registry's limit for each host",
        "Wait as long as the message says, then send again.";
    /// Nothing has the name or identifier.
    NOT_FOUND = "not-found" / Refused,
        "this software: the registry, directory or file has no such entry",
        "Check the name, or add the entry first.";
}
