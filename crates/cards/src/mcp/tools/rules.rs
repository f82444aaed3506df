//! The rules of lists of MCP tools.

use super::rule_examples::EXAMPLES;
use agent_description::diagnostic::{Catalogue, Rule, Severity};

/// The rules with their examples.
pub const CATALOGUE: Catalogue = Catalogue { rules: ALL, examples: EXAMPLES };

/// The list.
pub const LIST: Rule = Rule::new(
    "mcp-tools-list",
    "A list of tools has `tools`, an array; `nextCursor` is a string, `_meta` an object.",
    "MCP 2026-07-28, schema.ts, ListToolsResult",
    "tools: Tool[];",
    Severity::Error,
);

/// The version.
pub const VERSION: Rule = Rule::new(
    "mcp-tools-version",
    "A list that names its version names one that is known: 2025-06-18, 2025-11-25 or 2026-07-28.",
    "MCP 2026-07-28, schema.ts, `io.modelcontextprotocol/protocolVersion`",
    "The MCP Protocol Version being used for this request.",
    Severity::Warning,
);

/// Results of 2026-07-28.
pub const RESULT: Rule = Rule::new(
    "mcp-tools-result",
    "A result of 2026-07-28 has `resultType`, `ttlMs` and `cacheScope`, which is public or private.",
    "MCP 2026-07-28, schema.ts, ListToolsResult, CacheableResult",
    "\"required\": [\"cacheScope\", \"resultType\", \"tools\", \"ttlMs\"]",
    Severity::Error,
);

/// A tool.
pub const TOOL: Rule = Rule::new(
    "mcp-tool",
    "A tool has a name and an input schema; its other members have the right types.",
    "MCP 2026-07-28, schema.ts, Tool, ToolAnnotations, Icon",
    "\"required\": [\"inputSchema\", \"name\"]",
    Severity::Error,
);

/// Members of one version alone.
pub const EXECUTION: Rule = Rule::new(
    "mcp-tool-execution",
    "Only tools of 2025-11-25 have `execution`.",
    "MCP 2025-11-25, schema.ts, ToolExecution (2026-07-28 has none)",
    "execution?: ToolExecution;",
    Severity::Warning,
);

/// How names are formed.
pub const NAME: Rule = Rule::new(
    "mcp-tool-name",
    "A tool's name has 1 to 128 letters, digits, `_`, `-` and `.`.",
    "MCP 2025-11-25, Tools, Tool Names",
    "Tool names SHOULD be between 1 and 128 characters in length (inclusive).",
    Severity::Warning,
)
.hardening();

/// One tool a name.
pub const UNIQUE: Rule = Rule::new(
    "mcp-tool-unique",
    "Each tool of a list has a name of its own.",
    "MCP 2025-11-25, Tools, Tool Names (a call says nothing but the name)",
    "Tool names SHOULD be unique within a server.",
    Severity::Error,
);

/// Names that look alike.
pub const LOOK_ALIKE: Rule = Rule::new(
    "mcp-tool-look-alike",
    "No two names of tools look alike.",
    "Unicode Technical Standard 39, section 4",
    "X and Y are confusable if and only if skeleton(X) = skeleton(Y).",
    Severity::Warning,
);

/// What a schema's root is.
pub const ROOT: Rule = Rule::new(
    "mcp-tool-input",
    "The root of an input schema has the type object.",
    "MCP 2026-07-28, schema.ts, Tool.inputSchema",
    "inputSchema: { $schema?: string; type: \"object\"; [key: string]: unknown };",
    Severity::Error,
);

/// What an output schema's root is.
pub const OUTPUT: Rule = Rule::new(
    "mcp-tool-output",
    "Before 2026-07-28, the root of an output schema has the type object.",
    "MCP 2025-11-25, schema.ts, Tool.outputSchema",
    "Currently restricted to type: \"object\" at the root level.",
    Severity::Warning,
);

/// Schemas are JSON Schemas.
pub const SCHEMA: Rule = Rule::new(
    "mcp-tool-schema",
    "The schemas of a tool are JSON Schemas of their dialect, 2020-12 where they name none, and their references lead to \
     something.",
    "MCP 2025-11-25, Overview, JSON Schema Usage (SEP-1613)",
    "Schemas without a $schema field default to JSON Schema 2020-12",
    Severity::Error,
);

/// Schemas that can be used.
pub const USABLE: Rule = Rule::new(
    "mcp-tool-schema-usable",
    "The schemas of a tool can be used as they are: they are of a known dialect, refer to nothing outside, and have patterns \
     of bounded cost.",
    "this software: nothing is fetched for a schema, and no pattern takes more than linear time",
    "A schema that leads elsewhere can be another one tomorrow.",
    Severity::Warning,
);

/// Hints that contradict each other.
pub const HINTS: Rule = Rule::new(
    "mcp-tool-hints",
    "A tool that is read-only is not destructive.",
    "MCP 2026-07-28, schema.ts, ToolAnnotations.destructiveHint",
    "(This property is meaningful only when `readOnlyHint == false`)",
    Severity::Warning,
);

/// Texts that models read.
pub const TEXT: Rule = Rule::new(
    "mcp-tool-text",
    "Texts of a tool, in its schemas too, have no characters that people cannot see, and none continues after hidden white \
     space.",
    "this software: people and models should read the same text",
    "Descriptions go into the prompts of models.",
    Severity::Error,
);

/// How large a list may be.
pub const SIZE: Rule = Rule::new(
    "mcp-tools-size",
    "A list that is registered has at most 10,240 bytes.",
    "Agent Registry, JSON schemas (MCP tool specification)",
    "The maximum size of the specification file is 10 KB.",
    Severity::Error,
);

/// How large it should be.
pub const SIZE_NEAR: Rule = Rule::new(
    "mcp-tools-size-near",
    "A list that is registered has at most 10,000 bytes, where 10 KB may mean that.",
    "Agent Registry, JSON schemas (MCP tool specification)",
    "The maximum size of the specification file is 10 KB.",
    Severity::Warning,
);

/// Every rule.
pub const ALL: &[&Rule] = &[
    &LIST,
    &VERSION,
    &RESULT,
    &TOOL,
    &EXECUTION,
    &NAME,
    &UNIQUE,
    &LOOK_ALIKE,
    &ROOT,
    &OUTPUT,
    &SCHEMA,
    &USABLE,
    &HINTS,
    &TEXT,
    &SIZE,
    &SIZE_NEAR,
];
