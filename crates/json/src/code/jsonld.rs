//! Codes of JSON-LD.

use super::core_codes;

const EXPANSION: &str = "JSON-LD 1.1 Processing Algorithms and API, sections 4 and 5";
const CORRECT_MEMBER: &str =
    "Correct the member at the position shown: its keyword does not allow a value of this type.";
const CORRECT_CONTEXT: &str = "Correct the definition in `@context` at the position shown, or remove it.";

core_codes! {
    /// JSON-LD: two properties of one node expand to the same keyword.
    COLLIDING_KEYWORDS = "colliding-keywords" / Refused, EXPANSION, CORRECT_MEMBER;
    /// JSON-LD: one node has two different `@index` values.
    CONFLICTING_INDEXES = "conflicting-indexes" / Refused, EXPANSION, CORRECT_MEMBER;
    /// JSON-LD: contexts include each other too deeply.
    CONTEXT_OVERFLOW = "context-overflow" / Refused, EXPANSION, CORRECT_CONTEXT;
    /// JSON-LD: a term definition depends on itself.
    CYCLIC_IRI_MAPPING = "cyclic-IRI-mapping" / Refused, EXPANSION, CORRECT_CONTEXT;
    /// JSON-LD: `@id` is not a string.
    INVALID_ID_VALUE = "invalid-@id-value" / Refused, EXPANSION, CORRECT_MEMBER;
    /// JSON-LD: `@import` is not a string.
    INVALID_IMPORT_VALUE = "invalid-@import-value" / Refused, EXPANSION, CORRECT_CONTEXT;
    /// JSON-LD: `@included` does not contain node objects.
    INVALID_INCLUDED_VALUE = "invalid-@included-value" / Refused, EXPANSION, CORRECT_MEMBER;
    /// JSON-LD: `@index` is not a string.
    INVALID_INDEX_VALUE = "invalid-@index-value" / Refused, EXPANSION, CORRECT_MEMBER;
    /// JSON-LD: `@nest` is not a term, or does not contain objects.
    INVALID_NEST_VALUE = "invalid-@nest-value" / Refused, EXPANSION, CORRECT_MEMBER;
    /// JSON-LD: `@prefix` is not a boolean.
    INVALID_PREFIX_VALUE = "invalid-@prefix-value" / Refused, EXPANSION, CORRECT_CONTEXT;
    /// JSON-LD: `@propagate` is not a boolean.
    INVALID_PROPAGATE_VALUE = "invalid-@propagate-value" / Refused, EXPANSION, CORRECT_CONTEXT;
    /// JSON-LD: `@protected` is not a boolean.
    INVALID_PROTECTED_VALUE = "invalid-@protected-value" / Refused, EXPANSION, CORRECT_CONTEXT;
    /// JSON-LD: `@reverse` is not an object.
    INVALID_REVERSE_VALUE = "invalid-@reverse-value" / Refused, EXPANSION, CORRECT_MEMBER;
    /// JSON-LD: `@version` is not the number 1.1.
    INVALID_VERSION_VALUE = "invalid-@version-value" / Refused, EXPANSION, CORRECT_CONTEXT;
    /// JSON-LD: a base direction is not `ltr`, `rtl` or null.
    INVALID_BASE_DIRECTION = "invalid-base-direction" / Refused, EXPANSION, CORRECT_CONTEXT;
    /// JSON-LD: `@base` is neither an IRI, an IRI reference nor null.
    INVALID_BASE_IRI = "invalid-base-IRI" / Refused, EXPANSION, CORRECT_CONTEXT;
    /// JSON-LD: `@container` is not one of the allowed values.
    INVALID_CONTAINER_MAPPING = "invalid-container-mapping" / Refused, EXPANSION, CORRECT_CONTEXT;
    /// JSON-LD: an entry of a context has an invalid value.
    INVALID_CONTEXT_ENTRY = "invalid-context-entry" / Refused, EXPANSION, CORRECT_CONTEXT;
    /// JSON-LD: a context with protected terms is set to null.
    INVALID_CONTEXT_NULLIFICATION = "invalid-context-nullification" / Refused, EXPANSION, CORRECT_CONTEXT;
    /// JSON-LD: the default language is neither a string nor null.
    INVALID_DEFAULT_LANGUAGE = "invalid-default-language" / Refused, EXPANSION, CORRECT_CONTEXT;
    /// JSON-LD: a term does not map to an IRI, a blank node identifier or a keyword.
    INVALID_IRI_MAPPING = "invalid-IRI-mapping" / Refused, EXPANSION, CORRECT_CONTEXT;
    /// JSON-LD: an alias of a keyword that must not be aliased.
    INVALID_KEYWORD_ALIAS = "invalid-keyword-alias" / Refused, EXPANSION, CORRECT_CONTEXT;
    /// JSON-LD: a value of a language map is not a string.
    INVALID_LANGUAGE_MAP_VALUE = "invalid-language-map-value" / Refused, EXPANSION, CORRECT_MEMBER;
    /// JSON-LD: the `@language` of a term is neither a string nor null.
    INVALID_LANGUAGE_MAPPING = "invalid-language-mapping" / Refused, EXPANSION, CORRECT_CONTEXT;
    /// JSON-LD: the `@language` of a value is not a string.
    INVALID_LANGUAGE_TAGGED_STRING = "invalid-language-tagged-string" / Refused, EXPANSION, CORRECT_MEMBER;
    /// JSON-LD: a value with `@language` is not a string.
    INVALID_LANGUAGE_TAGGED_VALUE = "invalid-language-tagged-value" / Refused, EXPANSION, CORRECT_MEMBER;
    /// JSON-LD: a context is neither an object, a string, null nor an array of these.
    INVALID_LOCAL_CONTEXT = "invalid-local-context" / Refused, EXPANSION, CORRECT_CONTEXT;
    /// JSON-LD: a context document has no `@context`.
    INVALID_REMOTE_CONTEXT = "invalid-remote-context" / Refused, EXPANSION, CORRECT_CONTEXT;
    /// JSON-LD: a reverse property's definition is invalid.
    INVALID_REVERSE_PROPERTY = "invalid-reverse-property" / Refused, EXPANSION, CORRECT_CONTEXT;
    /// JSON-LD: a reverse property map contains a keyword.
    INVALID_REVERSE_PROPERTY_MAP = "invalid-reverse-property-map" / Refused, EXPANSION, CORRECT_MEMBER;
    /// JSON-LD: a reverse property's value is a value or a list.
    INVALID_REVERSE_PROPERTY_VALUE = "invalid-reverse-property-value" / Refused, EXPANSION, CORRECT_MEMBER;
    /// JSON-LD: a context inside a term definition is invalid.
    INVALID_SCOPED_CONTEXT = "invalid-scoped-context" / Refused, EXPANSION, CORRECT_CONTEXT;
    /// JSON-LD: a set or list object has other members.
    INVALID_SET_OR_LIST_OBJECT = "invalid-set-or-list-object" / Refused, EXPANSION, CORRECT_MEMBER;
    /// JSON-LD: a term definition is invalid.
    INVALID_TERM_DEFINITION = "invalid-term-definition" / Refused, EXPANSION, CORRECT_CONTEXT;
    /// JSON-LD: the `@type` of a term is not an IRI or an allowed keyword.
    INVALID_TYPE_MAPPING = "invalid-type-mapping" / Refused, EXPANSION, CORRECT_CONTEXT;
    /// JSON-LD: a node's `@type` is not a string or an array of strings.
    INVALID_TYPE_VALUE = "invalid-type-value" / Refused, EXPANSION, CORRECT_MEMBER;
    /// JSON-LD: a typed value's type is not an IRI.
    INVALID_TYPED_VALUE = "invalid-typed-value" / Refused, EXPANSION, CORRECT_MEMBER;
    /// JSON-LD: a value object has other members than allowed.
    INVALID_VALUE_OBJECT = "invalid-value-object" / Refused, EXPANSION, CORRECT_MEMBER;
    /// JSON-LD: a value object's `@value` is not a scalar.
    INVALID_VALUE_OBJECT_VALUE = "invalid-value-object-value" / Refused, EXPANSION, CORRECT_MEMBER;
    /// JSON-LD: `@vocab` is neither an IRI, a term nor null.
    INVALID_VOCAB_MAPPING = "invalid-vocab-mapping" / Refused, EXPANSION, CORRECT_CONTEXT;
    /// JSON-LD: a keyword is redefined.
    KEYWORD_REDEFINITION = "keyword-redefinition" / Refused, EXPANSION, CORRECT_CONTEXT;
    /// JSON-LD: a 1.1 feature under processing mode 1.0.
    PROCESSING_MODE_CONFLICT = "processing-mode-conflict" / Refused, EXPANSION, CORRECT_CONTEXT;
    /// JSON-LD: a protected term is redefined.
    PROTECTED_TERM_REDEFINITION = "protected-term-redefinition" / Refused, EXPANSION, CORRECT_CONTEXT;
    /// JSON-LD: an IRI is confused with a prefix (compaction).
    IRI_CONFUSED_WITH_PREFIX = "IRI-confused-with-prefix" / Refused,
        "JSON-LD 1.1 Processing Algorithms and API, section 6.2",
        "Rename the prefix, so that no absolute IRI begins with it.";
    /// A JSON-LD expansion needs more work than its budget allows.
    JSONLD_BUDGET = "jsonld-budget" / Refused,
        "this software: processing time is limited",
        "Use fewer contexts and definitions; documents rarely need this many.";
    /// A context IRI is not embedded and was not supplied; contexts are never fetched.
    CONTEXT_NOT_EMBEDDED = "context-not-embedded" / Refused,
        "this software: contexts never come from the network",
        "Use an embedded context, or supply the context with its digest.";
}
