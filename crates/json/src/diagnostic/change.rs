//! The rules of changes between two documents of a format: of which class a change is, with an example and a counterexample each.
//!
//! The tables of [`members`](super::members) name them; `adp-cards` compares documents by them.

use std::fmt;

/// Whom a change concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// A caller that worked with the old document may fail with the new one, or trust another party.
    Breaking,
    /// Something changed, which digests alone cannot tell more of: of locked files.
    Changed,
    /// What models read changed: no program fails, but an agent may behave differently.
    Text,
    /// Neither callers nor models notice.
    Cosmetic,
}

impl Class {
    /// `breaking`, `changed`, `text` or `cosmetic`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Breaking => "breaking",
            Self::Changed => "changed",
            Self::Text => "text",
            Self::Cosmetic => "cosmetic",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A rule that says of which class a change is.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChangeRule {
    /// The rule's stable id, for example `diff-removed`.
    pub id: &'static str,
    /// What a change by this rule does.
    pub class: Class,
    /// The rule itself.
    pub sentence: &'static str,
    /// The format that the example is of.
    pub format: &'static str,
    /// A document.
    pub old: &'static str,
    /// The document after a change that the rule is about.
    pub example: &'static str,
    /// The document after a change that looks alike, but that the rule is not about.
    pub counterexample: &'static str,
}

/// A rule: its id and class, its sentence, then the format, the old document, the example and the counterexample.
macro_rules! rule {
    ($(#[$doc:meta])+ $name:ident = $id:literal / $class:ident, $sentence:literal, $format:literal, $old:expr, $example:expr, $counterexample:expr;) => {
        $(#[$doc])+
        pub static $name: ChangeRule = ChangeRule {
            id: $id,
            class: Class::$class,
            sentence: $sentence,
            format: $format,
            old: $old,
            example: $example,
            counterexample: $counterexample,
        };
    };
}

rule! {
    /// Who the agent is.
    IDENTITY = "diff-identity" / Breaking,
    "Who the agent or its owner is (a DID, an id, a type) changed: callers trust somebody else.",
    "adp",
    r#"{"@id": "https://a.example/ad.json", "name": "A", "version": "1"}"#,
    r#"{"@id": "https://b.example/ad.json", "name": "A", "version": "1"}"#,
    r#"{"@id": "https://a.example/ad.json", "name": "A", "version": "2"}"#;
}
rule! {
    /// Where it is.
    ENDPOINT = "diff-endpoint" / Breaking,
    "A place where the agent is reached changed or is gone.",
    "a2a-card",
    r#"{"supportedInterfaces": [{"url": "https://a.example/1"}]}"#,
    r#"{"supportedInterfaces": [{"url": "https://a.example/2"}]}"#,
    r#"{"supportedInterfaces": [{"url": "https://a.example/1"}, {"url": "https://a.example/2"}]}"#;
}
rule! {
    /// Where it is, too.
    ENDPOINT_ADDED = "diff-endpoint-added" / Text,
    "There is one more place where the agent is reached: a person has to know whose it is.",
    "seed-card",
    r#"{"endpoints": {"primary": "https://a.example/"}}"#,
    r#"{"endpoints": {"primary": "https://a.example/", "backup": "https://b.example/"}}"#,
    r#"{"endpoints": {"primary": "https://b.example/"}}"#;
}
rule! {
    /// What is spoken there.
    PROTOCOL = "diff-protocol" / Breaking,
    "A protocol, its version or its binding changed, or the kind of what speaks it.",
    "a2a-card",
    r#"{"url": "https://a.example/", "preferredTransport": "JSONRPC"}"#,
    r#"{"url": "https://a.example/", "preferredTransport": "GRPC"}"#,
    r#"{"url": "https://a.example/"}"#;
}
rule! {
    /// Less that it can do.
    REMOVED = "diff-removed" / Breaking,
    "Something that callers use is gone: a skill, a tool, a capability, a method, an interface, a product, a service.",
    "a2a-card",
    r#"{"skills": [{"id": "book"}, {"id": "cancel"}]}"#,
    r#"{"skills": [{"id": "book"}]}"#,
    r#"{"skills": [{"id": "cancel"}, {"id": "book"}]}"#;
}
rule! {
    /// The same by another name.
    RENAMED = "diff-renamed" / Breaking,
    "A skill, a tool, a capability or a method has another name and is otherwise the same: callers that use the old one fail.",
    "mcp-tools",
    r#"{"tools": [{"name": "book", "description": "Books a room."}]}"#,
    r#"{"tools": [{"name": "reserve", "description": "Books a room."}]}"#,
    r#"{"tools": [{"name": "reserve", "description": "Books a suite."}]}"#;
}
rule! {
    /// More that it can do.
    ADDED = "diff-added" / Text,
    "There is one more skill, tool, capability, method, interface, product or service: models read it, and may use it.",
    "mcp-tools",
    r#"{"tools": [{"name": "book"}]}"#,
    r#"{"tools": [{"name": "book"}, {"name": "cancel"}]}"#,
    r#"{"tools": []}"#;
}
rule! {
    /// What models read.
    TEXT = "diff-text" / Text,
    "A text that models read changed: a name, a description, a tag, an example, what a product is, a value to choose, a member that the format does not know, or any other that can hold words. Every change is one unless another rule says otherwise.",
    "mcp-tools",
    r#"{"tools": [{"name": "book", "description": "Books a room."}], "nextCursor": "1"}"#,
    r#"{"tools": [{"name": "book", "description": "Books a suite."}], "nextCursor": "1"}"#,
    r#"{"tools": [{"name": "book", "description": "Books a room."}], "nextCursor": "2"}"#;
}
rule! {
    /// Less that is taken or given.
    NARROWED = "diff-narrowed" / Breaking,
    "Something that the agent took, gave or offered (a mode, a capability, a protocol version) is no longer listed.",
    "a2a-card",
    r#"{"capabilities": {"streaming": true}, "defaultInputModes": ["text/plain", "image/png"]}"#,
    r#"{"capabilities": {"streaming": true}, "defaultInputModes": ["text/plain"]}"#,
    r#"{"capabilities": {"streaming": true}, "defaultInputModes": ["image/png", "text/plain", "image/gif"]}"#;
}
rule! {
    /// More that is taken or given.
    WIDENED = "diff-widened" / Cosmetic,
    "The agent takes, gives or offers something more (a mode, a capability, a protocol version).",
    "a2a-card",
    r#"{"capabilities": {"streaming": false}}"#,
    r#"{"capabilities": {"streaming": true}}"#,
    r#"{"capabilities": {}}"#;
}
rule! {
    /// More that is asked for.
    DEMAND = "diff-demand" / Breaking,
    "More is asked of callers: authentication, a permission, an extension, a parameter, a person's approval.",
    "a2a-card",
    r#"{"securityRequirements": []}"#,
    r#"{"securityRequirements": [{"schemes": {"key": {"list": []}}}]}"#,
    r#"{"securityRequirements": [{}]}"#;
}
rule! {
    /// Less that is asked for.
    DEMAND_EASED = "diff-demand-eased" / Cosmetic,
    "Less is asked of callers, or they have one more way to bring it.",
    "seed-card",
    r#"{"security": {"requiredPermissions": ["read", "write"]}}"#,
    r#"{"security": {"requiredPermissions": ["read"]}}"#,
    r#"{"security": {"requiredPermissions": ["read", "write", "admin"]}}"#;
}
rule! {
    /// Nothing that is asked for.
    DEMAND_DROPPED = "diff-demand-dropped" / Breaking,
    "Nothing is asked of callers any more, no authentication and no permission: anybody may call, and callers relied on it that nobody else could.",
    "a2a-card",
    r#"{"securityRequirements": [{"schemes": {"key": {"list": []}}}]}"#,
    r#"{"securityRequirements": []}"#,
    r#"{"securityRequirements": [{"schemes": {"key": {"list": []}}}, {"schemes": {"tls": {"list": []}}}]}"#;
}
rule! {
    /// How callers authenticate.
    SCHEME = "diff-scheme" / Breaking,
    "A security scheme changed or is gone: what callers send no longer fits.",
    "adp",
    r#"{"securityDefinitions": {"s": {"scheme": "didwba", "in": "header"}}}"#,
    r#"{"securityDefinitions": {"s": {"scheme": "bearer", "in": "header"}}}"#,
    r#"{"securityDefinitions": {"s": {"scheme": "didwba", "in": "header"}, "t": {"scheme": "bearer", "in": "header"}}}"#;
}
rule! {
    /// How callers may authenticate.
    SCHEME_ADDED = "diff-scheme-added" / Text,
    "One more security scheme is declared, with a name and texts that models read; nobody has to use it yet.",
    "a2a-card",
    r#"{"securitySchemes": {}}"#,
    r#"{"securitySchemes": {"m": {"mtlsSecurityScheme": {}}}}"#,
    r#"{"skills": []}"#;
}
rule! {
    /// What an extension is set to.
    SETTINGS = "diff-settings" / Breaking,
    "The settings of an extension changed: only who speaks it knows what they mean.",
    "a2a-card",
    r#"{"capabilities": {"extensions": [{"uri": "https://a.example/e", "params": {"n": 1}}]}}"#,
    r#"{"capabilities": {"extensions": [{"uri": "https://a.example/e", "params": {"n": 2}}]}}"#,
    r#"{"capabilities": {"extensions": [{"uri": "https://a.example/e", "params": {"n": 1.0}}]}}"#;
}
rule! {
    /// By what clients decide whether to ask.
    HINT = "diff-hint" / Breaking,
    "A hint about what a tool does changed its value, defaults counted: clients decide by it whether to ask a person.",
    "mcp-tools",
    r#"{"tools": [{"name": "rm", "annotations": {"readOnlyHint": false}}]}"#,
    r#"{"tools": [{"name": "rm", "annotations": {"readOnlyHint": true}}]}"#,
    r#"{"tools": [{"name": "rm", "annotations": {}}]}"#;
}
rule! {
    /// A lower limit.
    LIMIT = "diff-limit" / Breaking,
    "A limit that callers must keep is lower, is new, or is no number.",
    "seed-card",
    r#"{"constraints": {"rateLimits": {"perMinute": 60}}}"#,
    r#"{"constraints": {"rateLimits": {"perMinute": 30}}}"#,
    r#"{"constraints": {"rateLimits": {"perMinute": 90}}}"#;
}
rule! {
    /// A higher limit.
    LIMIT_RAISED = "diff-limit-raised" / Cosmetic,
    "A limit that callers must keep is higher, or is gone.",
    "seed-card",
    r#"{"constraints": {"rateLimits": {"perMinute": 60}}}"#,
    r#"{"constraints": {"rateLimits": {"perMinute": 90}}}"#,
    r#"{"constraints": {"rateLimits": {"perMinute": 59}}}"#;
}
rule! {
    /// What terms mean.
    CONTEXT = "diff-context" / Breaking,
    "The JSON-LD context changed, or a member whose meaning the context decides: any term may mean another thing.",
    "adp",
    r#"{"@context": ["https://a.example/1"], "name": "A"}"#,
    r#"{"@context": ["https://a.example/2"], "name": "A"}"#,
    r#"{"@context": ["https://a.example/1"], "name": "B"}"#;
}
rule! {
    /// Keys that spoke for a DID.
    KEY = "diff-key" / Breaking,
    "A key, or what it speaks for, changed or is gone: what it signed no longer verifies.",
    "did-document",
    r#"{"id": "did:wba:a.example", "authentication": ["a#1", "a#2"]}"#,
    r#"{"id": "did:wba:a.example", "authentication": ["a#1"]}"#,
    r#"{"id": "did:wba:a.example", "authentication": ["a#2", "a#1"]}"#;
}
rule! {
    /// Keys that speak for a DID, too.
    KEY_ADDED = "diff-key-added" / Breaking,
    "One more key is in the DID document, or may be used for one more purpose: somebody else may speak for the DID, and callers trust them.",
    "did-document",
    r#"{"id": "did:wba:a.example", "authentication": ["a#1"]}"#,
    r#"{"id": "did:wba:a.example", "authentication": ["a#1", "a#2"]}"#,
    r#"{"id": "did:wba:a.example", "authentication": []}"#;
}
rule! {
    /// What nobody can compare.
    SHAPE = "diff-shape" / Breaking,
    "A member changed from or to a type that its format does not give it: readers refuse it, or read it differently.",
    "a2a-card",
    r#"{"skills": [{"id": "book"}]}"#,
    r#"{"skills": {"id": "book"}}"#,
    r#"{"skills": [{"id": "book", "name": "B"}]}"#;
}
rule! {
    /// Signatures and proofs.
    SIGNATURE = "diff-signature" / Cosmetic,
    "A signature or proof changed: it says who stands behind the document, not what the document says. Verify both. If more than its figures changed, it is reported as a text as well.",
    "a2a-card",
    r#"{"name": "A", "signatures": [{"protected": "a", "signature": "a"}]}"#,
    r#"{"name": "A", "signatures": [{"protected": "b", "signature": "b"}]}"#,
    r#"{"name": "B", "signatures": [{"signature": "a", "protected": "a"}]}"#;
}
rule! {
    /// Where callers go first.
    PREFERRED = "diff-preferred" / Breaking,
    "Another interface is the first, which is the one that is preferred: callers that go by it are sent elsewhere.",
    "a2a-card",
    r#"{"supportedInterfaces": [{"url": "https://a.example/1"}]}"#,
    r#"{"supportedInterfaces": [{"url": "https://b.example/1"}, {"url": "https://a.example/1"}]}"#,
    r#"{"supportedInterfaces": [{"url": "https://a.example/1"}, {"url": "https://b.example/1"}]}"#;
}
rule! {
    /// Where parameters stand.
    POSITION = "diff-position" / Breaking,
    "A parameter stands at another place: callers that give values by position give it to another one.",
    "adp",
    r#"{"interfaces": [{"name": "i", "content": {"methods": [{"name": "m", "params": [{"name": "a"}, {"name": "b"}]}]}}]}"#,
    r#"{"interfaces": [{"name": "i", "content": {"methods": [{"name": "m", "params": [{"name": "b"}, {"name": "a"}]}]}}]}"#,
    r#"{"interfaces": [{"name": "i", "content": {"methods": [{"name": "m", "params": [{"name": "a"}, {"name": "b"}, {"name": "c"}]}]}}]}"#;
}
rule! {
    /// What a flow does.
    STEPS = "diff-steps" / Breaking,
    "What a flow does changed: its steps, their order, what they send and where, or what comes out.",
    "arazzo",
    r#"{"workflows": [{"workflowId": "w", "steps": [{"stepId": "a", "operationId": "x", "description": "A."}]}]}"#,
    r#"{"workflows": [{"workflowId": "w", "steps": [{"stepId": "a", "operationId": "y", "description": "A."}]}]}"#,
    r#"{"workflows": [{"workflowId": "w", "steps": [{"stepId": "a", "operationId": "x", "description": "B."}]}]}"#;
}
rule! {
    /// What stands inside.
    CONTENT = "diff-content" / Breaking,
    "An artifact that stands in a catalog changed, of which its own format would tell more: compare the two by that.",
    "ai-catalog",
    r#"{"entries": [{"identifier": "urn:air:a.example:x", "data": {"name": "A"}}]}"#,
    r#"{"entries": [{"identifier": "urn:air:a.example:x", "data": {"name": "B"}}]}"#,
    r#"{"entries": [{"identifier": "urn:air:a.example:x", "data": {"name": "A"}}, {"identifier": "urn:air:a.example:y"}]}"#;
}
rule! {
    /// Order.
    ORDER = "diff-order" / Cosmetic,
    "The same items stand in another order.",
    "mcp-tools",
    r#"{"tools": [{"name": "a"}, {"name": "b"}]}"#,
    r#"{"tools": [{"name": "b"}, {"name": "a"}]}"#,
    r#"{"tools": [{"name": "a"}, {"name": "c"}, {"name": "b"}]}"#;
}
rule! {
    /// All else.
    OTHER = "diff-other" / Cosmetic,
    "A figure changed that neither callers nor models go by: a version, a date, an identifier, the number in a link below the same host. It has no words.",
    "a2a-card",
    r#"{"name": "A", "version": "1.0.0"}"#,
    r#"{"name": "A", "version": "1.0.1"}"#,
    r#"{"version": "1.0.0", "name": "A"}"#;
}
rule! {
    /// Input that was taken.
    INPUT_NARROWED = "schema-input-narrowed" / Breaking,
    "A schema of input takes less than before, or may: arguments that were valid are refused.",
    "mcp-tools",
    r#"{"tools": [{"name": "t", "inputSchema": {"type": "object", "required": ["a"]}}]}"#,
    r#"{"tools": [{"name": "t", "inputSchema": {"type": "object", "required": ["a", "b"]}}]}"#,
    r#"{"tools": [{"name": "t", "inputSchema": {"type": "object", "required": []}}]}"#;
}
rule! {
    /// Input that is taken, too.
    INPUT_WIDENED = "schema-input-widened" / Cosmetic,
    "A schema of input takes more than before.",
    "mcp-tools",
    r#"{"tools": [{"name": "t", "inputSchema": {"properties": {"n": {"maximum": 10}}}}]}"#,
    r#"{"tools": [{"name": "t", "inputSchema": {"properties": {"n": {"maximum": 20}}}}]}"#,
    r#"{"tools": [{"name": "t", "inputSchema": {"properties": {"n": {"maximum": 5}}}}]}"#;
}
rule! {
    /// Output that nobody expects.
    OUTPUT_WIDENED = "schema-output-widened" / Breaking,
    "A schema of output allows more than before, or may: callers get what they do not expect.",
    "seed-card",
    r#"{"capabilities": [{"name": "c", "outputSchema": {"type": "string"}}]}"#,
    r#"{"capabilities": [{"name": "c", "outputSchema": {"type": ["string", "null"]}}]}"#,
    r#"{"capabilities": [{"name": "c", "outputSchema": {"type": "string", "maxLength": 9}}]}"#;
}
rule! {
    /// Output that is promised more closely.
    OUTPUT_NARROWED = "schema-output-narrowed" / Cosmetic,
    "A schema of output allows less than before.",
    "seed-card",
    r#"{"capabilities": [{"name": "c", "outputSchema": {"enum": ["a", "b"]}}]}"#,
    r#"{"capabilities": [{"name": "c", "outputSchema": {"enum": ["a"]}}]}"#,
    r#"{"capabilities": [{"name": "c", "outputSchema": {"enum": ["b", "a"]}}]}"#;
}
rule! {
    /// A property less.
    PROPERTY_REMOVED = "schema-property-removed" / Breaking,
    "A property of input or output is gone, required or not: callers send it, or read it.",
    "mcp-tools",
    r#"{"tools": [{"name": "t", "inputSchema": {"properties": {"a": {}, "b": {}}}}]}"#,
    r#"{"tools": [{"name": "t", "inputSchema": {"properties": {"a": {}}}}]}"#,
    r#"{"tools": [{"name": "t", "inputSchema": {"properties": {"b": {}, "a": {}}}}]}"#;
}
rule! {
    /// A property more.
    PROPERTY_ADDED = "schema-property-added" / Text,
    "There is one more property that no caller has to know: models read it, and may fill it.",
    "mcp-tools",
    r#"{"tools": [{"name": "t", "inputSchema": {"properties": {"a": {}}}}]}"#,
    r#"{"tools": [{"name": "t", "inputSchema": {"properties": {"a": {}, "b": {}}}}]}"#,
    r#"{"tools": [{"name": "t", "inputSchema": {"properties": {}}}]}"#;
}
rule! {
    /// What an argument is where it is absent.
    DEFAULT = "schema-default" / Breaking,
    "A default of input changed or is gone: who leaves the argument out gets something else.",
    "mcp-tools",
    r#"{"tools": [{"name": "t", "inputSchema": {"properties": {"a": {"default": 1}}}}]}"#,
    r#"{"tools": [{"name": "t", "inputSchema": {"properties": {"a": {"default": 2}}}}]}"#,
    r#"{"tools": [{"name": "t", "inputSchema": {"properties": {"a": {"default": 1, "description": "A."}}}}]}"#;
}
rule! {
    /// What no comparison of schemas can tell.
    INCOMPARABLE = "schema-incomparable" / Breaking,
    "A schema changed in a way of which it cannot be told whether values that were valid still are.",
    "mcp-tools",
    r#"{"tools": [{"name": "t", "inputSchema": {"properties": {"a": {"pattern": "^a"}}}}]}"#,
    r#"{"tools": [{"name": "t", "inputSchema": {"properties": {"a": {"pattern": "^b"}}}}]}"#,
    r#"{"tools": [{"name": "t", "inputSchema": {"properties": {"a": {}}}}]}"#;
}
rule! {
    /// A locked file that is another.
    LOCKED_DOCUMENT = "lock-document" / Changed,
    "The document's digest is not the locked one.",
    "mcp-tools", r#"{"tools": []}"#, r#"{"tools": [], "nextCursor": "a"}"#, r#"{"tools":[]}"#;
}
rule! {
    /// A locked part that is another.
    LOCKED_PART = "lock-part" / Changed,
    "A tool, skill or other part has another digest than the locked one, is new, or is gone.",
    "mcp-tools", r#"{"tools": [{"name": "a"}]}"#, r#"{"tools": [{"name": "a", "description": "A."}]}"#, r#"{"tools": [{ "name": "a" }]}"#;
}
rule! {
    /// A locked file that is of another format.
    LOCKED_FORMAT = "lock-format" / Changed,
    "The document is of another format than when it was locked, or is no longer there.",
    "mcp-tools", r#"{"tools": []}"#, r#"{"agentInfo": {}, "capabilities": []}"#, r#"{"tools": [{"name": "a"}]}"#;
}

/// Every rule of comparisons.
pub static ALL: &[&ChangeRule] = &[
    &IDENTITY,
    &ENDPOINT,
    &ENDPOINT_ADDED,
    &PROTOCOL,
    &REMOVED,
    &RENAMED,
    &ADDED,
    &TEXT,
    &NARROWED,
    &WIDENED,
    &DEMAND,
    &DEMAND_EASED,
    &DEMAND_DROPPED,
    &SCHEME,
    &SCHEME_ADDED,
    &SETTINGS,
    &HINT,
    &LIMIT,
    &LIMIT_RAISED,
    &CONTEXT,
    &KEY,
    &KEY_ADDED,
    &SHAPE,
    &SIGNATURE,
    &PREFERRED,
    &POSITION,
    &STEPS,
    &CONTENT,
    &ORDER,
    &OTHER,
    &INPUT_NARROWED,
    &INPUT_WIDENED,
    &OUTPUT_WIDENED,
    &OUTPUT_NARROWED,
    &PROPERTY_REMOVED,
    &PROPERTY_ADDED,
    &DEFAULT,
    &INCOMPARABLE,
];

/// Every rule of comparisons with a lock file.
pub static LOCK_RULES: &[&ChangeRule] = &[&LOCKED_DOCUMENT, &LOCKED_PART, &LOCKED_FORMAT];

/// The rule of an id.
#[must_use]
pub fn rule(id: &str) -> Option<&'static ChangeRule> {
    ALL.iter().chain(LOCK_RULES).copied().find(|rule| rule.id == id)
}
