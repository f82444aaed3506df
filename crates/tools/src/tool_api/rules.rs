//! What model APIs accept, a row each, with its source and the date on which that was read.

use crate::ten_times;
use agent_description::diagnostic::Edit::Swap;

const TOOLS: &str = r#"{
  "tools": [
    {
      "name": "book_room",
      "description": "Books a room.",
      "inputSchema": {"type": "object", "required": ["nights"], "properties": {"nights": {"type": "integer"}}}
    }
  ]
}
"#;

const STRICT_TOOLS: &str = r#"{
  "tools": [
    {
      "name": "book_room",
      "description": "Books a room.",
      "inputSchema": {"type": "object", "required": ["nights"], "additionalProperties": false, "properties": {"nights": {"type": "integer"}}}
    }
  ]
}
"#;

macro_rules! one_more {
    () => {
        "{\"name\": \"a\", \"inputSchema\": {\"type\": \"object\", \"properties\": {}}},"
    };
}

const LONG_NAME: &str = concat!(ten_times!("book_room_"), "or_a_table_on_a_terrace_by_the_sea");
const LONG_TEXT: &str = concat!(ten_times!(ten_times!("Books it. ")), "Books a table as well.....");
/// A start of a list with 130 tools before the last.
const MANY: &str = concat!(
    "\"tools\": [",
    ten_times!(ten_times!(one_more!())),
    ten_times!(one_more!()),
    ten_times!(one_more!()),
    ten_times!(one_more!())
);
const DEEP: &str = concat!(
    "{\"type\": \"integer\"}, \"deep\": ",
    ten_times!("{\"type\": \"array\", \"items\": "),
    "{\"type\": \"array\", \"items\": {\"type\": \"integer\"}}}}}}}}}}}}"
);

agent_description::rules! {
    /// Every rule.
    pub RULES;

    OPENAI_NAME = "openai-name" / Error {
        summary: "OpenAI: a name of a function has 1 to 64 letters, digits, `_` and `-`.",
        source: "OpenAI API reference, FunctionObject (https://platform.openai.com/docs/api-reference/chat/create), read 2026-11-26",
        quote: "name: letters, digits, underscores and dashes; 64 characters at most",
        rationale: "The API refuses the whole request, with all other tools.",
        fix: "Rename the tool, or write the list with `adp convert --to openai`.",
        wrong: TOOLS => [Swap("book_room", "book.room")],
    }
    OPENAI_DESCRIPTION = "openai-description" / Error {
        summary: "OpenAI: a description of a function has at most 1,024 characters.",
        source: "Error of the API, quoted by a user on 2025-04-25 (https://github.com/getsentry/sentry-mcp/issues/106), read 2026-11-26",
        quote: "string too long. Expected a string with maximum length 1024",
        rationale: "The API refuses the whole request.",
        fix: "Shorten the description; details go into those of the arguments.",
        wrong: TOOLS => [Swap("Books a room.", LONG_TEXT)],
    }
    OPENAI_COUNT = "openai-count" / Warning {
        summary: "OpenAI: a request has at most 128 tools, on Azure at least.",
        source: "Azure OpenAI quotas and limits (https://learn.microsoft.com/azure/ai-services/openai/quotas-limits), read 2026-11-26",
        quote: "chat completions: 128 tools",
        rationale: "The service refuses the request.",
        fix: "Give the model the tools that it needs for the task.",
        wrong: TOOLS => [Swap("\"tools\": [", MANY)],
    }
    OPENAI_ROOT = "openai-root" / Error {
        summary: "OpenAI: the root of a schema has the type object, and no `oneOf`, `anyOf`, `allOf`, `enum` or `not`.",
        source: "Error of the API, quoted by a user (https://github.com/langchain-ai/langchainjs/issues/9804), read 2026-11-26",
        quote: "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level",
        rationale: "The API refuses the whole request.",
        fix: "Move the alternatives into an argument.",
        wrong: TOOLS => [Swap("{\"type\": \"object\",", "{\"anyOf\": [{}], \"type\": \"object\",")],
    }
    OPENAI_PROPERTIES = "openai-properties" / Error {
        summary: "OpenAI: the root of a schema has `properties`.",
        source: "Error of the API, quoted by a user on 2025-08-10 (https://github.com/tailcallhq/forgecode/issues/1359), read 2026-11-29",
        quote: "object schema missing properties",
        rationale: "The API refuses the whole request, with all other tools.",
        fix: "Add `\"properties\": {}` for a tool without arguments, or write the list with `adp convert --to openai`.",
        wrong: TOOLS => [Swap(", \"required\": [\"nights\"], \"properties\": {\"nights\": {\"type\": \"integer\"}}", "")],
    }
    OPENAI_ITEMS = "openai-items" / Error {
        summary: "OpenAI: the schema of a list has `items`.",
        source: "Error of the API, quoted by a user on 2025-05-13 (https://github.com/streamnative/streamnative-mcp-server/issues/26), read 2026-11-26",
        quote: "array schema missing items",
        rationale: "The API refuses the whole request; `prefixItems` alone does not do.",
        fix: "Add `items`: `{}` for items of any kind.",
        wrong: TOOLS => [Swap("\"integer\"", "\"array\"")],
    }
    STRICT_CLOSED = "openai-strict-closed" / Error {
        summary: "OpenAI, strict: the schema of an object has `additionalProperties` of false.",
        source: "OpenAI, Structured Outputs, supported schemas (https://platform.openai.com/docs/guides/structured-outputs), read 2026-11-26",
        quote: "additionalProperties: false, in every object",
        rationale: "The API refuses the request: strict mode writes only what a schema names.",
        fix: "Add `\"additionalProperties\": false`, or turn strict mode off for the tool.",
        wrong: STRICT_TOOLS => [Swap("\"additionalProperties\": false, ", "")],
    }
    STRICT_REQUIRED = "openai-strict-required" / Error {
        summary: "OpenAI, strict: every property of an object is in `required`.",
        source: "OpenAI, Structured Outputs, supported schemas (https://platform.openai.com/docs/guides/structured-outputs), read 2026-11-26",
        quote: "all fields are required; an optional one is a union with null",
        rationale: "The API refuses the request.",
        fix: "List the property in `required`; give an optional one the type \"null\" too.",
        wrong: STRICT_TOOLS => [Swap("[\"nights\"]", "[]")],
    }
    STRICT_KEYWORD = "openai-strict-keyword" / Error {
        summary: "OpenAI, strict: schemas have no `allOf`, `not`, `dependentRequired`, `dependentSchemas`, `if`, `then` and `else`.",
        source: "OpenAI, Structured Outputs, supported schemas (https://platform.openai.com/docs/guides/structured-outputs), read 2026-11-26",
        quote: "not supported: allOf, not, dependentRequired, dependentSchemas, if, then, else",
        rationale: "The API refuses the request.",
        fix: "Say it with `anyOf`, or in the description.",
        wrong: STRICT_TOOLS => [Swap("\"integer\"", "\"integer\", \"not\": {\"const\": 0}")],
    }
    STRICT_UNLISTED = "openai-strict-unlisted" / Warning {
        summary: "OpenAI, strict: schemas have the keywords that the guide lists.",
        source: "OpenAI, Structured Outputs, supported schemas (https://platform.openai.com/docs/guides/structured-outputs), read 2026-11-26",
        quote: "a subset of JSON Schema, which the guide lists",
        rationale: "The guide does not say what happens; the API refuses `default` and `oneOf`.",
        fix: "Leave the keyword out, or write the list with `adp convert --to openai-strict`.",
        wrong: STRICT_TOOLS => [Swap("\"integer\"", "\"integer\", \"default\": 1")],
    }
    STRICT_SIZE = "openai-strict-size" / Error {
        summary: "OpenAI, strict: a schema has 10 levels, 5,000 properties, 1,000 `enum` values and 120,000 characters of names and values at most.",
        source: "OpenAI, Structured Outputs, supported schemas (https://platform.openai.com/docs/guides/structured-outputs), read 2026-11-26",
        quote: "5000 properties, 10 levels, 1000 enum values, 120,000 characters",
        rationale: "The API refuses the request. An `enum` of more than 250 values has at most 15,000 characters.",
        fix: "Split the tool, or turn strict mode off for it.",
        wrong: STRICT_TOOLS => [Swap("[\"nights\"]", "[\"nights\", \"deep\"]"), Swap("{\"type\": \"integer\"}", DEEP)],
    }
    ANTHROPIC_NAME = "anthropic-name" / Error {
        summary: "Anthropic: a name of a tool has 1 to 128 letters, digits, `_` and `-`.",
        source: "Anthropic, Define tools (https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools), read 2026-11-26",
        quote: "name: ^[a-zA-Z0-9_-]{1,128}$",
        rationale: "The API refuses the whole request, with all other tools. Earlier texts and some clients allow 64 characters.",
        fix: "Rename the tool, or write the list with `adp convert --to anthropic`.",
        wrong: TOOLS => [Swap("book_room", LONG_NAME)],
    }
    ANTHROPIC_PROPERTY = "anthropic-property" / Error {
        summary: "Anthropic: a name of an argument has 1 to 64 letters, digits, `_`, `.` and `-`.",
        source: "Anthropic, Self-hosted sandboxes, MCP (https://platform.claude.com/docs/en/managed-agents/self-hosted-sandboxes), read 2026-11-26",
        quote: "property names: letters, digits, underscores, dots and hyphens; 1 to 64 characters",
        rationale: "The API refuses the whole request: `Property keys should match pattern`. It looks at the names at the root of the schema.",
        fix: "Rename the argument, or write the list with `adp convert --to anthropic`.",
        wrong: TOOLS => [Swap("\"properties\": {\"nights\"", "\"properties\": {\"filter[city]\": {}, \"nights\"")],
    }
    ANTHROPIC_ROOT = "anthropic-root" / Error {
        summary: "Anthropic: a tool has a schema of an object, without `oneOf`, `anyOf` and `allOf` at its root.",
        source: "Anthropic, Self-hosted sandboxes, MCP (https://platform.claude.com/docs/en/managed-agents/self-hosted-sandboxes), read 2026-11-26",
        quote: "rejected at the top level: oneOf, anyOf, allOf",
        rationale: "The API refuses the whole request.",
        fix: "Move the alternatives into an argument.",
        wrong: TOOLS => [Swap("{\"type\": \"object\",", "{\"oneOf\": [{}], \"type\": \"object\",")],
    }
    ANTHROPIC_SCHEMA = "anthropic-schema" / Error {
        summary: "Anthropic: schemas are valid by JSON Schema 2020-12, whatever dialect they name.",
        source: "Anthropic SDK, Tool.input_schema (https://github.com/anthropics/anthropic-sdk-typescript/blob/main/src/resources/messages/messages.ts), read 2026-11-26",
        quote: "input_schema: JSON Schema 2020-12",
        rationale: "The API refuses the whole request.",
        fix: "Write the schema as 2020-12 has it: `prefixItems`, numbers for `exclusiveMinimum`, `$defs`.",
        wrong: TOOLS => [Swap("\"integer\"", "\"int\"")],
    }
    ANTHROPIC_NUMBER = "anthropic-number" / Error {
        summary: "Anthropic: numbers in a schema are below the largest integer of 64 bits, 2^63 - 1.",
        source: "Error of the API, quoted by a user on 2026-06-20 (https://github.com/RevenueCat/ai-toolkit/issues/26), read 2026-11-29",
        quote: "int too big to convert",
        rationale: "The API refuses the whole request, with all other tools.",
        fix: "Leave the limit out: it allows every integer of 64 bits.",
        wrong: TOOLS => [Swap("\"integer\"", "\"integer\", \"maximum\": 9223372036854776000")],
    }
    GEMINI_NAME = "gemini-name" / Error {
        summary: "Gemini: a name of a function has 1 to 128 letters, digits, `_`, `:`, `.` and `-`.",
        source: "Gemini API reference, FunctionDeclaration (https://ai.google.dev/api/caching#FunctionDeclaration), v1beta of 2026-08-16, read 2026-11-26",
        quote: "name: letters, digits, underscores, colons, dots and dashes; 128 characters at most",
        rationale: "The API refuses the whole request.",
        fix: "Rename the tool, or write the list with `adp convert --to gemini`.",
        wrong: TOOLS => [Swap("book_room", "book room")],
    }
    GEMINI_NAME_START = "gemini-name-start" / Warning {
        summary: "Gemini: a name of a function begins with a letter or `_`.",
        source: "Vertex AI reference, FunctionDeclaration (https://cloud.google.com/vertex-ai/generative-ai/docs/reference/java/latest/com.google.cloud.vertexai.api.FunctionDeclarationOrBuilder), read 2026-11-26",
        quote: "name: first a letter or an underscore",
        rationale: "Vertex AI refuses other names; the Gemini Developer API does not say so.",
        fix: "Rename the tool, or write the list with `adp convert --to gemini`.",
        wrong: TOOLS => [Swap("book_room", "2_rooms")],
    }
    GEMINI_DESCRIPTION = "gemini-description" / Warning {
        summary: "Gemini: a function has a description.",
        source: "Gemini API reference, FunctionDeclaration (https://ai.google.dev/api/caching#FunctionDeclaration), read 2026-11-26",
        quote: "description: required",
        rationale: "The reference requires it; Vertex AI does not.",
        fix: "Add a description.",
        wrong: TOOLS => [Swap("Books a room.", "")],
    }
    GEMINI_PROPERTY = "gemini-property" / Warning {
        summary: "Gemini: a name of an argument has 1 to 64 letters, digits and `_`, and begins with no digit.",
        source: "Vertex AI reference, FunctionDeclaration (https://cloud.google.com/vertex-ai/generative-ai/docs/reference/java/latest/com.google.cloud.vertexai.api.FunctionDeclarationOrBuilder), read 2026-11-26",
        quote: "names of parameters: letters, digits and underscores, first no digit; 64 characters at most",
        rationale: "Vertex AI and the SDKs say so; the Gemini Developer API does not.",
        fix: "Rename the argument, or write the list with `adp convert --to gemini`.",
        wrong: TOOLS => [Swap("\"properties\": {\"nights\"", "\"properties\": {\"no-smoking\": {}, \"nights\"")],
    }
    GEMINI_ROOT = "gemini-root" / Error {
        summary: "Gemini: the root of a schema has the type object.",
        source: "Gemini API reference, FunctionDeclaration (https://ai.google.dev/api/caching#FunctionDeclaration), read 2026-11-26",
        quote: "parameters: an object, a Schema for each parameter",
        rationale: "Arguments are an object.",
        fix: "Write `\"type\": \"object\"`.",
        wrong: TOOLS => [Swap("{\"type\": \"object\",", "{\"type\": \"string\",")],
    }
    GEMINI_KEYWORD = "gemini-keyword" / Error {
        summary: "Gemini: `parameters` has only the 22 keywords of `Schema`: no `$ref`, `additionalProperties`, `oneOf`, `const`.",
        source: "Gemini API reference, Schema (https://ai.google.dev/api/caching#Schema), v1beta of 2026-08-16, read 2026-11-26",
        quote: "Schema: a subset of OpenAPI 3.0",
        rationale: "The API refuses unknown names. `parametersJsonSchema` takes JSON Schemas instead.",
        fix: "Give the schema as `parametersJsonSchema`: `adp convert --to gemini` writes it.",
        wrong: TOOLS => [Swap("\"integer\"", "\"integer\", \"exclusiveMinimum\": 0")],
    }
    GEMINI_VALUE = "gemini-value" / Error {
        summary: "Gemini: in `parameters`, `type` is one name and `enum` a list of strings.",
        source: "Gemini API reference, Schema (https://ai.google.dev/api/caching#Schema), v1beta of 2026-08-16, read 2026-11-26",
        quote: "type: enum (Type); enum[]: string",
        rationale: "The API refuses values of another type.",
        fix: "Use `nullable` for null, and strings in `enum`, or `parametersJsonSchema`.",
        wrong: TOOLS => [Swap("\"integer\"", "[\"integer\", \"null\"]")],
    }
    GEMINI_REQUIRED = "gemini-required" / Error {
        summary: "Gemini: in `parameters`, `required` names only what `properties` has.",
        source: "Error of the API, quoted by a user on 2026-05-05 (https://github.com/iBUHub/AIStudioToAPI/issues/154), read 2026-11-29",
        quote: "parameters.required[0]: property is not defined",
        rationale: "The API refuses the whole request, with all other tools.",
        fix: "Define the property, or leave it out of `required`.",
        wrong: TOOLS => [Swap("[\"nights\"]", "[\"nights\", \"city\"]")],
    }
    GEMINI_ITEMS = "gemini-items" / Error {
        summary: "Gemini: in `parameters`, the schema of a list has `items`.",
        source: "Error of the API, quoted by a user on 2026-03-04 (https://github.com/pixelsock/directus-mcp/issues/12), read 2026-11-29",
        quote: "items: missing field",
        rationale: "The API refuses the whole request, with all other tools.",
        fix: "Add `items`.",
        wrong: TOOLS => [Swap("\"integer\"", "\"array\"")],
    }
    GEMINI_ENUM = "gemini-enum" / Error {
        summary: "Gemini: in `parameters`, a schema with `enum` has the type string.",
        source: "Error of the API, quoted by a user on 2026-03-19 (https://github.com/decolua/9router/issues/359), read 2026-11-29",
        quote: "enum only allowed for STRING type",
        rationale: "The API refuses the whole request, with all other tools.",
        fix: "Write `\"type\": \"string\"`, and the values as strings.",
        wrong: TOOLS => [Swap("{\"type\": \"integer\"}", "{\"enum\": [\"one\", \"two\"]}")],
    }
    GEMINI_EMPTY = "gemini-empty" / Warning {
        summary: "Gemini: in `parameters`, the schema of an object has properties.",
        source: "Error of the API, quoted by users on 2025-02-13 and 2025-03-17 (https://github.com/agno-agi/agno/issues/2112, https://github.com/pipecat-ai/pipecat-flows/issues/110), read 2026-11-29",
        quote: "properties: should be non-empty for OBJECT type",
        rationale: "The API refused such requests in 2025; whether it still does is not known.",
        fix: "Leave out the `parameters` of a tool without arguments; give an object its properties.",
        wrong: TOOLS => [Swap("{\"type\": \"integer\"}", "{\"type\": \"object\"}")],
    }
}
