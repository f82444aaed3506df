//! Rules for changes between two documents of a format: the class of each kind of change, with an example and a
//! counterexample.
//!
//! The tables of [`members`](super::members) refer to them; `adp-compare` uses them to compare documents.

adp_json::words! {
    /// The effect of a change.
    #[derive(PartialOrd, Ord)]
    pub enum Class {
        /// Breaking: a caller of the old document may fail with the new one, or trust another party.
        Breaking = "breaking",
        /// Changed: a locked file differs, which digests alone cannot classify.
        Changed = "changed",
        /// Text: what models read changed. No program fails, but an agent may behave differently.
        Text = "text",
        /// Cosmetic: no effect on callers or models.
        Cosmetic = "cosmetic",
    }
}

/// A rule that assigns a class to a kind of change.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChangeRule {
    /// The rule's stable id, for example `diff-removed`.
    pub id: &'static str,
    /// The class of these changes.
    pub class: Class,
    /// The rule itself.
    pub sentence: &'static str,
    /// The format of the example.
    pub format: &'static str,
    /// The old document.
    pub old: &'static str,
    /// The new document after a change that matches the rule.
    pub example: &'static str,
    /// The new document after a similar change that does not match the rule.
    pub counterexample: &'static str,
}

/// Defines rules and their list: for each its ID and class, its sentence, then the format, the old document, the example
/// and the counterexample.
macro_rules! change_rules {
    (
        $(#[$list_doc:meta])* $list:ident;
        $($name:ident = $id:literal / $class:ident, $sentence:literal, $format:literal, $old:expr, $example:expr, $counterexample:expr;)+
    ) => {
        $(
            #[doc = $sentence]
            pub static $name: ChangeRule = ChangeRule {
                id: $id,
                class: Class::$class,
                sentence: $sentence,
                format: $format,
                old: $old,
                example: $example,
                counterexample: $counterexample,
            };
        )+

        $(#[$list_doc])*
        pub static $list: &[&ChangeRule] = &[$(&$name,)+];
    };
}

change_rules! {
    /// All rules for comparing documents.
    ALL;

    IDENTITY = "diff-identity" / Breaking,
        "The identity of the agent, its owner, signer or successor (a DID, an ID, a type) changed, or a proof was removed: callers now trust another party.",
        "adp",
        r#"{"@id": "https://a.example/ad.json", "name": "A", "version": "1"}"#,
        r#"{"@id": "https://b.example/ad.json", "name": "A", "version": "1"}"#,
        r#"{"@id": "https://a.example/ad.json", "name": "A", "version": "2"}"#;
    ENDPOINT = "diff-endpoint" / Breaking,
        "An endpoint of the agent changed or was removed.",
        "a2a-card",
        r#"{"supportedInterfaces": [{"url": "https://a.example/1"}]}"#,
        r#"{"supportedInterfaces": [{"url": "https://a.example/2"}]}"#,
        r#"{"supportedInterfaces": [{"url": "https://a.example/1"}, {"url": "https://a.example/2"}]}"#;
    ENDPOINT_ADDED = "diff-endpoint-added" / Text,
        "An endpoint was added: a person must check who controls it.",
        "seed-card",
        r#"{"endpoints": {"primary": "https://a.example/"}}"#,
        r#"{"endpoints": {"primary": "https://a.example/", "backup": "https://b.example/"}}"#,
        r#"{"endpoints": {"primary": "https://b.example/"}}"#;
    PROTOCOL = "diff-protocol" / Breaking,
        "A protocol, its version, its binding or the kind of its interface changed.",
        "a2a-card",
        r#"{"url": "https://a.example/", "preferredTransport": "JSONRPC"}"#,
        r#"{"url": "https://a.example/", "preferredTransport": "GRPC"}"#,
        r#"{"url": "https://a.example/"}"#;
    REMOVED = "diff-removed" / Breaking,
        "Something that callers use was removed: a skill, tool, capability, method, interface, product or service.",
        "a2a-card",
        r#"{"skills": [{"id": "book"}, {"id": "cancel"}]}"#,
        r#"{"skills": [{"id": "book"}]}"#,
        r#"{"skills": [{"id": "cancel"}, {"id": "book"}]}"#;
    RENAMED = "diff-renamed" / Breaking,
        "A skill, tool, capability, method, flow or catalog entry has another name and is otherwise the same: callers that use the old name fail.",
        "mcp-tools",
        r#"{"tools": [{"name": "book", "description": "Books a room."}]}"#,
        r#"{"tools": [{"name": "reserve", "description": "Books a room."}]}"#,
        r#"{"tools": [{"name": "reserve", "description": "Books a suite."}]}"#;
    ADDED = "diff-added" / Text,
        "A skill, tool, capability, method, interface, product or service was added: models read it and may use it.",
        "mcp-tools",
        r#"{"tools": [{"name": "book"}]}"#,
        r#"{"tools": [{"name": "book"}, {"name": "cancel"}]}"#,
        r#"{"tools": []}"#;
    TEXT = "diff-text" / Text,
        "A text that models read changed: a name, description, tag, example, product, allowed value, unknown member or any other member that can contain words. This is the default class of changes.",
        "mcp-tools",
        r#"{"tools": [{"name": "book", "description": "Books a room."}], "nextCursor": "1"}"#,
        r#"{"tools": [{"name": "book", "description": "Books a suite."}], "nextCursor": "1"}"#,
        r#"{"tools": [{"name": "book", "description": "Books a room."}], "nextCursor": "2"}"#;
    NARROWED = "diff-narrowed" / Breaking,
        "An input mode, output mode, capability or protocol version was removed from a list.",
        "a2a-card",
        r#"{"capabilities": {"streaming": true}, "defaultInputModes": ["text/plain", "image/png"]}"#,
        r#"{"capabilities": {"streaming": true}, "defaultInputModes": ["text/plain"]}"#,
        r#"{"capabilities": {"streaming": true}, "defaultInputModes": ["image/png", "text/plain", "image/gif"]}"#;
    WIDENED = "diff-widened" / Cosmetic,
        "An input mode, output mode, capability or protocol version was added to a list.",
        "a2a-card",
        r#"{"capabilities": {"streaming": false}}"#,
        r#"{"capabilities": {"streaming": true}}"#,
        r#"{"capabilities": {}}"#;
    DEMAND = "diff-demand" / Breaking,
        "A requirement for callers was added: authentication, a permission, an extension, or a parameter.",
        "a2a-card",
        r#"{"securityRequirements": []}"#,
        r#"{"securityRequirements": [{"schemes": {"key": {"list": []}}}]}"#,
        r#"{"securityRequirements": [{}]}"#;
    DEMAND_EASED = "diff-demand-eased" / Cosmetic,
        "A requirement for callers was removed, or callers have another way to meet it.",
        "a2a-card",
        r#"{"capabilities": {"extensions": [{"uri": "https://a.example/x", "required": true}]}}"#,
        r#"{"capabilities": {"extensions": [{"uri": "https://a.example/x", "required": false}]}}"#,
        r#"{"capabilities": {"extensions": [{"uri": "https://a.example/x", "required": true}, {"uri": "https://a.example/y"}]}}"#;
    DEMAND_DROPPED = "diff-demand-dropped" / Breaking,
        "All requirements for callers were removed: anyone may call now, without authentication or permission.",
        "a2a-card",
        r#"{"securityRequirements": [{"schemes": {"key": {"list": []}}}]}"#,
        r#"{"securityRequirements": []}"#,
        r#"{"securityRequirements": [{"schemes": {"key": {"list": []}}}, {"schemes": {"tls": {"list": []}}}]}"#;
    SCHEME = "diff-scheme" / Breaking,
        "A security scheme changed or was removed: the credentials of callers no longer match.",
        "adp",
        r#"{"securityDefinitions": {"s": {"scheme": "didwba", "in": "header"}}}"#,
        r#"{"securityDefinitions": {"s": {"scheme": "bearer", "in": "header"}}}"#,
        r#"{"securityDefinitions": {"s": {"scheme": "didwba", "in": "header"}, "t": {"scheme": "bearer", "in": "header"}}}"#;
    SCHEME_ADDED = "diff-scheme-added" / Text,
        "A security scheme was added, with a name and texts that models read. No operation requires it yet.",
        "a2a-card",
        r#"{"securitySchemes": {}}"#,
        r#"{"securitySchemes": {"m": {"mtlsSecurityScheme": {}}}}"#,
        r#"{"skills": []}"#;
    SETTINGS = "diff-settings" / Breaking,
        "The settings of an extension changed: only its users know their meaning.",
        "a2a-card",
        r#"{"capabilities": {"extensions": [{"uri": "https://a.example/e", "params": {"n": 1}}]}}"#,
        r#"{"capabilities": {"extensions": [{"uri": "https://a.example/e", "params": {"n": 2}}]}}"#,
        r#"{"capabilities": {"extensions": [{"uri": "https://a.example/e", "params": {"n": 1.0}}]}}"#;
    HINT = "diff-hint" / Breaking,
        "A hint about a tool's effects or the requirement of human approval changed, including defaults: clients use it to decide whether to ask a person.",
        "mcp-tools",
        r#"{"tools": [{"name": "rm", "annotations": {"readOnlyHint": false}}]}"#,
        r#"{"tools": [{"name": "rm", "annotations": {"readOnlyHint": true}}]}"#,
        r#"{"tools": [{"name": "rm", "annotations": {}}]}"#;
    LIMIT = "diff-limit" / Breaking,
        "A limit for callers was lowered or added, or is not a number.",
        "seed-card",
        r#"{"constraints": {"rateLimits": {"perMinute": 60}}}"#,
        r#"{"constraints": {"rateLimits": {"perMinute": 30}}}"#,
        r#"{"constraints": {"rateLimits": {"perMinute": 90}}}"#;
    LIMIT_RAISED = "diff-limit-raised" / Cosmetic,
        "A limit for callers was raised or removed.",
        "seed-card",
        r#"{"constraints": {"rateLimits": {"perMinute": 60}}}"#,
        r#"{"constraints": {"rateLimits": {"perMinute": 90}}}"#,
        r#"{"constraints": {"rateLimits": {"perMinute": 59}}}"#;
    CONTEXT = "diff-context" / Breaking,
        "The JSON-LD context changed, or a member that depends on it: terms may have another meaning.",
        "adp",
        r#"{"@context": ["https://a.example/1"], "name": "A"}"#,
        r#"{"@context": ["https://a.example/2"], "name": "A"}"#,
        r#"{"@context": ["https://a.example/1"], "name": "B"}"#;
    KEY = "diff-key" / Breaking,
        "A key or its purpose changed or was removed: its signatures no longer verify.",
        "did-document",
        r#"{"id": "did:wba:a.example", "authentication": ["a#1", "a#2"]}"#,
        r#"{"id": "did:wba:a.example", "authentication": ["a#1"]}"#,
        r#"{"id": "did:wba:a.example", "authentication": ["a#2", "a#1"]}"#;
    KEY_ADDED = "diff-key-added" / Breaking,
        "A key or a purpose of a key was added to the DID document: its holder may now sign for the DID.",
        "did-document",
        r#"{"id": "did:wba:a.example", "authentication": ["a#1"]}"#,
        r#"{"id": "did:wba:a.example", "authentication": ["a#1", "a#2"]}"#,
        r#"{"id": "did:wba:a.example", "authentication": []}"#;
    SHAPE = "diff-shape" / Breaking,
        "A member changed from or to a type that its format does not allow: readers refuse it or interpret it differently.",
        "a2a-card",
        r#"{"skills": [{"id": "book"}]}"#,
        r#"{"skills": {"id": "book"}}"#,
        r#"{"skills": [{"id": "book", "name": "B"}]}"#;
    SIGNATURE = "diff-signature" / Cosmetic,
        "A signature or proof of the same signer was made again. It is not part of the content; verify both documents.",
        "a2a-card",
        r#"{"name": "A", "signatures": [{"protected": "a", "signature": "a"}]}"#,
        r#"{"name": "A", "signatures": [{"protected": "b", "signature": "b"}]}"#,
        r#"{"name": "B", "signatures": [{"signature": "a", "protected": "a"}]}"#;
    PREFERRED = "diff-preferred" / Breaking,
        "The first interface changed: callers that use the preferred interface call another endpoint.",
        "a2a-card",
        r#"{"supportedInterfaces": [{"url": "https://a.example/1"}]}"#,
        r#"{"supportedInterfaces": [{"url": "https://b.example/1"}, {"url": "https://a.example/1"}]}"#,
        r#"{"supportedInterfaces": [{"url": "https://a.example/1"}, {"url": "https://b.example/1"}]}"#;
    POSITION = "diff-position" / Breaking,
        "The position of a parameter changed: callers that pass arguments by position pass them to another parameter.",
        "adp",
        r#"{"interfaces": [{"name": "i", "content": {"methods": [{"name": "m", "params": [{"name": "a"}, {"name": "b"}]}]}}]}"#,
        r#"{"interfaces": [{"name": "i", "content": {"methods": [{"name": "m", "params": [{"name": "b"}, {"name": "a"}]}]}}]}"#,
        r#"{"interfaces": [{"name": "i", "content": {"methods": [{"name": "m", "params": [{"name": "a"}, {"name": "b"}, {"name": "c"}]}]}}]}"#;
    STEPS = "diff-steps" / Breaking,
        "The behavior of a flow changed: its steps, their order, its requests or its outputs.",
        "arazzo",
        r#"{"workflows": [{"workflowId": "w", "steps": [{"stepId": "a", "operationId": "x", "description": "A."}]}]}"#,
        r#"{"workflows": [{"workflowId": "w", "steps": [{"stepId": "a", "operationId": "y", "description": "A."}]}]}"#,
        r#"{"workflows": [{"workflowId": "w", "steps": [{"stepId": "a", "operationId": "x", "description": "B."}]}]}"#;
    CONTENT = "diff-content" / Breaking,
        "An artifact embedded in a catalog changed; compare the two artifacts in their own format for details.",
        "ai-catalog",
        r#"{"entries": [{"identifier": "urn:air:a.example:x", "data": {"name": "A"}}]}"#,
        r#"{"entries": [{"identifier": "urn:air:a.example:x", "data": {"name": "B"}}]}"#,
        r#"{"entries": [{"identifier": "urn:air:a.example:x", "data": {"name": "A"}}, {"identifier": "urn:air:a.example:y"}]}"#;
    ORDER = "diff-order" / Cosmetic,
        "The order of the same items changed.",
        "mcp-tools",
        r#"{"tools": [{"name": "a"}, {"name": "b"}]}"#,
        r#"{"tools": [{"name": "b"}, {"name": "a"}]}"#,
        r#"{"tools": [{"name": "a"}, {"name": "c"}, {"name": "b"}]}"#;
    OTHER = "diff-other" / Cosmetic,
        "A value without words changed that callers and models do not use: a version, date or identifier, or a number in a link on the same host.",
        "a2a-card",
        r#"{"name": "A", "version": "1.0.0"}"#,
        r#"{"name": "A", "version": "1.0.1"}"#,
        r#"{"version": "1.0.0", "name": "A"}"#;
    INPUT_NARROWED = "schema-input-narrowed" / Breaking,
        "An input schema is or may be narrower: arguments that were valid may be refused.",
        "mcp-tools",
        r#"{"tools": [{"name": "t", "inputSchema": {"type": "object", "required": ["a"]}}]}"#,
        r#"{"tools": [{"name": "t", "inputSchema": {"type": "object", "required": ["a", "b"]}}]}"#,
        r#"{"tools": [{"name": "t", "inputSchema": {"type": "object", "required": []}}]}"#;
    INPUT_WIDENED = "schema-input-widened" / Cosmetic,
        "An input schema is wider.",
        "mcp-tools",
        r#"{"tools": [{"name": "t", "inputSchema": {"properties": {"n": {"maximum": 10}}}}]}"#,
        r#"{"tools": [{"name": "t", "inputSchema": {"properties": {"n": {"maximum": 20}}}}]}"#,
        r#"{"tools": [{"name": "t", "inputSchema": {"properties": {"n": {"maximum": 5}}}}]}"#;
    OUTPUT_WIDENED = "schema-output-widened" / Breaking,
        "An output schema is or may be wider: callers may get unexpected values.",
        "seed-card",
        r#"{"capabilities": [{"name": "c", "outputSchema": {"type": "string"}}]}"#,
        r#"{"capabilities": [{"name": "c", "outputSchema": {"type": ["string", "null"]}}]}"#,
        r#"{"capabilities": [{"name": "c", "outputSchema": {"type": "string", "maxLength": 9}}]}"#;
    OUTPUT_NARROWED = "schema-output-narrowed" / Cosmetic,
        "An output schema is narrower.",
        "seed-card",
        r#"{"capabilities": [{"name": "c", "outputSchema": {"enum": [1, 2]}}]}"#,
        r#"{"capabilities": [{"name": "c", "outputSchema": {"enum": [1]}}]}"#,
        r#"{"capabilities": [{"name": "c", "outputSchema": {"enum": [2, 1]}}]}"#;
    PROPERTY_REMOVED = "schema-property-removed" / Breaking,
        "A property of an input or output schema was removed: callers may send or read it.",
        "mcp-tools",
        r#"{"tools": [{"name": "t", "inputSchema": {"properties": {"a": {}, "b": {}}}}]}"#,
        r#"{"tools": [{"name": "t", "inputSchema": {"properties": {"a": {}}}}]}"#,
        r#"{"tools": [{"name": "t", "inputSchema": {"properties": {"b": {}, "a": {}}}}]}"#;
    PROPERTY_ADDED = "schema-property-added" / Text,
        "An optional property was added: models read it and may fill it.",
        "mcp-tools",
        r#"{"tools": [{"name": "t", "inputSchema": {"properties": {"a": {}}}}]}"#,
        r#"{"tools": [{"name": "t", "inputSchema": {"properties": {"a": {}, "b": {}}}}]}"#,
        r#"{"tools": [{"name": "t", "inputSchema": {"properties": {}}}]}"#;
    DEFAULT = "schema-default" / Breaking,
        "A default of an input schema changed or was removed: callers that omit the argument get another result.",
        "mcp-tools",
        r#"{"tools": [{"name": "t", "inputSchema": {"properties": {"a": {"default": 1}}}}]}"#,
        r#"{"tools": [{"name": "t", "inputSchema": {"properties": {"a": {"default": 2}}}}]}"#,
        r#"{"tools": [{"name": "t", "inputSchema": {"properties": {"a": {"default": 1, "description": "A."}}}}]}"#;
    INCOMPARABLE = "schema-incomparable" / Breaking,
        "A schema changed, and it is undecidable whether all valid values remain valid.",
        "mcp-tools",
        r#"{"tools": [{"name": "t", "inputSchema": {"properties": {"a": {"pattern": "^a"}}}}]}"#,
        r#"{"tools": [{"name": "t", "inputSchema": {"properties": {"a": {"pattern": "^b"}}}}]}"#,
        r#"{"tools": [{"name": "t", "inputSchema": {"properties": {"a": {}}}}]}"#;
}

change_rules! {
    /// All rules for comparing with a lock file.
    LOCK_RULES;

    LOCKED_DOCUMENT = "lock-document" / Changed,
        "The document's digest differs from the lock file.",
        "mcp-tools", r#"{"tools": []}"#, r#"{"tools": [], "nextCursor": "a"}"#, r#"{"tools":[]}"#;
    LOCKED_PART = "lock-part" / Changed,
        "The digest of a tool, skill or other part differs from the lock file, or the part was added or removed.",
        "mcp-tools", r#"{"tools": [{"name": "a"}]}"#, r#"{"tools": [{"name": "a", "description": "A."}]}"#, r#"{"tools": [{ "name": "a" }]}"#;
    LOCKED_FORMAT = "lock-format" / Changed,
        "The document has another format than in the lock file, or no longer exists.",
        "mcp-tools", r#"{"tools": []}"#, r#"{"agentInfo": {}, "capabilities": []}"#, r#"{"tools": [{"name": "a"}]}"#;
}

/// The rule with an ID.
#[must_use]
pub fn rule(id: &str) -> Option<&'static ChangeRule> {
    ALL.iter().chain(LOCK_RULES).copied().find(|rule| rule.id == id)
}
