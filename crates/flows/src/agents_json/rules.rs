//! The rules of agents.json.

use super::rule_examples::EXAMPLES;
use agent_description::diagnostic::{Catalogue, Rule, Severity};

/// The rules with their examples.
pub const CATALOGUE: Catalogue = Catalogue { rules: ALL, examples: EXAMPLES };

const SCHEMA: &str = "agents.json 0.1.0, agentsJson.schema.json";
const PROSE: &str = "agents.json 0.1.0, documentation, schema";
const EXECUTOR: &str = "agents.json 0.1.0, reference implementation, executor.py";

const fn error(id: &'static str, sentence: &'static str, source: &'static str, original: &'static str) -> Rule {
    Rule::new(id, sentence, source, original, Severity::Error)
}

const fn warning(id: &'static str, sentence: &'static str, source: &'static str, original: &'static str) -> Rule {
    Rule::new(id, sentence, source, original, Severity::Warning)
}

/// The root.
pub const ROOT: Rule = error(
    "agents-json-root",
    "A file has a version of the format, `info`, `sources` and `flows`.",
    SCHEMA,
    "\"required\": [\"agentsJson\", \"info\", \"sources\", \"flows\"]",
);

/// `info`
pub const INFO: Rule = error(
    "agents-json-info",
    "`info` has a title, a version and a description, all of them strings.",
    SCHEMA,
    "\"required\": [\"title\", \"version\", \"description\"]",
);

/// A source.
pub const SOURCE: Rule =
    error("agents-json-source", "Each source has an id and a path.", SCHEMA, "\"required\": [\"id\", \"path\"]");

/// An override.
pub const OVERRIDE: Rule = error(
    "agents-json-override",
    "Each override names a source, an operation and a field, and has a value other than null.",
    "agents.json 0.1.0, agentsJson.schema.json (whose `oneOf` of integer and number refuses whole numbers: read as `anyOf`)",
    "\"required\": [\"sourceId\", \"operationId\", \"fieldPath\", \"value\"]",
);

/// A flow.
pub const FLOW: Rule = error(
    "agents-json-flow",
    "Each flow has an id, a title, a description, actions and fields.",
    SCHEMA,
    "\"required\": [\"id\", \"title\", \"description\", \"actions\", \"fields\"]",
);

/// An action.
pub const ACTION: Rule = error(
    "agents-json-action",
    "Each action has an id, a source and an operation.",
    SCHEMA,
    "\"required\": [\"id\", \"sourceId\", \"operationId\"]",
);

/// A link.
pub const LINK: Rule = error(
    "agents-json-link",
    "Each link has an origin and a target, each with a path and, if it is an action's, the action's id.",
    SCHEMA,
    "\"required\": [\"origin\", \"target\"]",
);

/// The fields.
pub const FIELDS: Rule = error(
    "agents-json-fields",
    "The fields of a flow are its parameters, a request body if it takes one, and its responses.",
    SCHEMA,
    "\"required\": [\"parameters\", \"responses\"]",
);

/// What the schema does not allow and real files have.
pub const EXTRA: Rule = warning(
    "agents-json-extra",
    "Links, parameters, bodies and responses have no members but those of the schema, and a body that is not there is not null.",
    "agents.json 0.1.0, agentsJson.schema.json; real files have `enum`, `items` and `default` in parameters, which are read here",
    "\"additionalProperties\": false",
)
.hardening();

/// Keywords of schemas among members.
pub const STRAY: Rule = warning(
    "agents-json-stray",
    "The root and the flows have no member `additionalProperties`: it is a keyword of schemas, and says nothing here.",
    "agents.json 0.1.0, agentsJson.schema.json: keywords of the schema are not members of the file",
    "\"additionalProperties\": true",
);

/// The version.
pub const VERSION: Rule = warning(
    "agents-json-version",
    "`agentsJson` is a version of three numbers.",
    PROSE,
    "The version of the agents.json specification, by Semantic Versioning.",
);

/// Ids are unique.
pub const ID: Rule = error(
    "agents-json-id",
    "No two sources have one id, no two flows, and no two actions of a flow; an action's id is not its flow's.",
    PROSE,
    "A unique identifier; a link names an action, or the flow, by its id.",
);

/// Ids of flows are names of tools.
pub const TOOL_NAME: Rule = warning(
    "agents-json-tool-name",
    "A flow's id has up to 64 letters, digits, `_` and `-`.",
    "OpenAI and Anthropic, tool use: names of tools",
    "^[a-zA-Z0-9_-]{1,64}$",
);

/// Ids are written in snake case.
pub const SNAKE_CASE: Rule =
    warning("agents-json-snake-case", "Ids are written in snake_case.", PROSE, "A unique identifier in snake_case.");

/// The source of an action or an override.
pub const KNOWN_SOURCE: Rule = error(
    "agents-json-known-source",
    "The source that an action or an override names is one of the file's.",
    PROSE,
    "sourceId: the id of the source in `sources`.",
);

/// The action of a link.
pub const KNOWN_ACTION: Rule = error(
    "agents-json-known-action",
    "The action that a link names is one of the flow's, or the flow itself.",
    EXECUTOR,
    "trace[link.origin.actionId]: KeyError otherwise; a link to an unknown target is dropped.",
);

/// The path of a link.
pub const PATH: Rule = error(
    "agents-json-path",
    "A link goes from the flow's parameters or body, or from an earlier action, into an action's parameters or body, or into the flow's response.",
    EXECUTOR,
    "fieldPath: dot-separated, rooted at `parameters`, `requestBody` or `responses`.",
);

/// The spelling of a path.
pub const SPELLING: Rule = warning(
    "agents-json-path-spelling",
    "A path starts with `parameters`, `requestBody` or `responses.success`, and an index stands between dots, not in brackets; what some files have instead is read as what it means.",
    EXECUTOR,
    "`query.x` is dropped, `response.x` and `responseBody.x` are a ValueError, `responses.x` sends null.",
)
.hardening();

/// The order of actions.
pub const ORDER: Rule = error(
    "agents-json-order",
    "A link takes a value from an earlier action than the one that it gives it to.",
    EXECUTOR,
    "Actions run in the order of the array; a link from a later one is a KeyError.",
);

/// Parameters that links take.
pub const DECLARED: Rule = error(
    "agents-json-declared",
    "A parameter that a link takes from the flow is one of the flow's, and so is the body.",
    "this software: a model gives what the fields ask for",
    "fields.parameters: the parameters of the flow.",
);

/// Parameters that no link takes.
pub const USED: Rule = warning(
    "agents-json-used",
    "Each parameter of a flow, and its body, is taken by a link.",
    "this software: what no link takes is asked of the model and goes nowhere",
    "links: how the fields of the flow reach its actions.",
);

/// Targets of links.
pub const TARGET_ONCE: Rule = warning(
    "agents-json-target-once",
    "No two links of a flow have one target.",
    EXECUTOR,
    "Links are applied in their order; the last one counts.",
);

/// Responses that are promised.
pub const PROMISED: Rule = warning(
    "agents-json-promised",
    "Where links make a flow's response, they make each member that its schema names.",
    EXECUTOR,
    "Links whose target is the flow make its response; where there is none, it is that of the last action.",
);

/// A flow has actions.
pub const NOTHING: Rule = warning(
    "agents-json-nothing",
    "A flow has at least one action.",
    "this software: a flow without actions does nothing",
    "actions: the API calls of the flow, in their order.",
);

/// Texts that models read.
pub const TEXT: Rule = error(
    "agents-json-text",
    "Texts that models read have no characters that people cannot see, and none continues after hidden white space.",
    "this software: people and models should read the same text",
    "title, description: what the flow is chosen by.",
);

/// Every rule.
pub const ALL: &[&Rule] = &[
    &ROOT,
    &INFO,
    &SOURCE,
    &OVERRIDE,
    &FLOW,
    &ACTION,
    &LINK,
    &FIELDS,
    &EXTRA,
    &STRAY,
    &VERSION,
    &ID,
    &TOOL_NAME,
    &SNAKE_CASE,
    &KNOWN_SOURCE,
    &KNOWN_ACTION,
    &PATH,
    &SPELLING,
    &ORDER,
    &DECLARED,
    &USED,
    &TARGET_ONCE,
    &PROMISED,
    &NOTHING,
    &TEXT,
];
