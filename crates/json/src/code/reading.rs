//! Codes of files, keys, JSON and YAML.

use super::core_codes;

core_codes! {
    /// A file cannot be read or written.
    IO_READ = "io-read" / Malformed,
        "the operating system",
        "Check the file's name and permissions, and the space on the disk.";
    /// A file that must not be overwritten already exists.
    IO_EXISTS = "io-exists" / Malformed,
        "this software: it never overwrites other files",
        "Choose another file name, or move the existing file away.";
    /// A key cannot be decoded: PEM, JWK, Multikey or a curve point.
    KEY_MALFORMED = "key-malformed" / Malformed,
        "RFC 5958 and RFC 7468 (PEM), RFC 7517 (JWK), W3C Controlled Identifiers 1.0 (Multikey)",
        "Export the key again as PKCS#8 PEM, or make a new one.";
    /// The document's root has the wrong type, for example it is not a JSON object.
    DOCUMENT_SHAPE = "document-shape" / Refused,
        "Agent Description Protocol: the description is an object",
        "Write one JSON object at the root.";
    /// The object fits no known format: it has none of the members that identify one.
    FORMAT_UNKNOWN = "format-unknown" / Malformed,
        "this software: the content decides the format",
        "Add the missing members that the message lists, or specify the format.";
    /// A document has several formats, and verifies by each, but with different signers.
    FORMAT_SIGNERS = "format-signers" / Refused,
        "this software: one document has one signer",
        "Keep the parts of each format in separate files.";
    /// The text is not JSON (RFC 8259), or bytes follow the value.
    JSON_SYNTAX = "json-syntax" / Malformed,
        "RFC 8259",
        "Correct the text at the position shown: look for a comma, a quote or a bracket.";
    /// A member name appears twice in one object, after unescaping (RFC 7493 section 2.3).
    JSON_DUPLICATE_KEY = "json-duplicate-key" / Malformed,
        "RFC 7493 section 2.3",
        "Keep one of the two members: parsers disagree on which one they use.";
    /// A number of a signed document is not exactly the double that canonicalization would write (RFC 8785 section
    /// 3.2.2.3, RFC 7493 section 2.2).
    JSON_NUMBER = "json-number" / Malformed,
        "RFC 8785 section 3.2.2.3, RFC 7493 section 2.2",
        "Use a number that a double represents exactly, or a string.";
    /// Arrays and objects are nested more deeply than the limit.
    JSON_DEPTH = "json-depth" / Malformed,
        "RFC 8259 section 9: limits are the reader's",
        "Flatten the document: the limit is 64 levels.";
    /// The input is larger than the limit.
    JSON_SIZE = "json-size" / Malformed,
        "RFC 8259 section 9: limits are the reader's",
        "Split the document: link products and interfaces instead of writing them inline.";
    /// The input is not UTF-8 without a byte order mark, or a string contains a lone surrogate (RFC 7493 section 2.1).
    JSON_ENCODING = "json-encoding" / Malformed,
        "RFC 8259 section 8.1, RFC 7493 section 2.1",
        "Save the file as UTF-8 without a byte order mark.";
    /// The text is not YAML 1.2, or has control characters.
    YAML_SYNTAX = "yaml-syntax" / Malformed,
        "YAML 1.2.2",
        "Correct the text at the position shown: look at indentation, quotes and brackets.";
    /// The YAML is not a single document, or has a directive other than `%YAML 1.2` (YAML 1.2.2 section 9).
    YAML_STREAM = "yaml-stream" / Malformed,
        "YAML 1.2.2 section 9",
        "Keep one document, and remove the directives.";
    /// A YAML alias is undefined, is part of its own value, or makes the document larger than the limit (YAML 1.2.2
    /// section 7.1).
    YAML_ALIAS = "yaml-alias" / Malformed,
        "YAML 1.2.2 section 7.1",
        "Replace the alias with its value.";
    /// A YAML tag is not in the core schema, or does not match its value (YAML 1.2.2 section 10.3).
    YAML_TAG = "yaml-tag" / Malformed,
        "YAML 1.2.2 section 10.3",
        "Remove the tag, and quote strings.";
    /// A YAML key cannot be a JSON member name, because it is neither a string nor an integer.
    YAML_KEY = "yaml-key" / Malformed,
        "YAML 1.2.2 section 10.3",
        "Quote the key to make it a string.";
}
