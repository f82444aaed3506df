//! The rules of flows beside the operations that they call: what only both documents together tell.

use super::rule_examples::EXAMPLES;
use agent_description::diagnostic::{Catalogue, Rule, Severity};

/// The rules with their examples.
pub const CATALOGUE: Catalogue = Catalogue { rules: ALL, examples: EXAMPLES };

const OPENAPI: &str = "OpenAPI 3.1.1, section 4.8.12, of the operation that is called";

/// A source that is read.
pub const SOURCE: Rule = Rule::new(
    "flow-source-read",
    "The OpenAPI document of each source can be read: without it nobody knows what a flow calls.",
    "agents.json 0.1.0, documentation, sources; Arazzo 1.0.1, section 4.6.3",
    "path: the file path or URL of the OpenAPI document",
    Severity::Note,
);

/// Operations.
pub const OPERATION: Rule = Rule::new(
    "flow-known-operation",
    "The operation that an action, a step or an override names is one of its source.",
    "agents.json 0.1.0, documentation, actions; Arazzo 1.0.1, section 4.6.5",
    "operationId: the id of the operation in the source",
    Severity::Error,
);

/// Overrides.
pub const OVERRIDE: Rule = Rule::new(
    "flow-override-place",
    "An override changes what is there in the operation, and what an operation says of itself: not its method, path or id.",
    "agents.json 0.1.0, documentation, overrides",
    "fieldPath: the path of the field in the operation",
    Severity::Error,
);

/// Parameters.
pub const PARAMETER: Rule = Rule::new(
    "flow-known-parameter",
    "What is given to an operation is a parameter of it, or its body.",
    OPENAPI,
    "A list of parameters that are applicable for this operation.",
    Severity::Warning,
)
.hardening();

/// Required inputs.
pub const REQUIRED: Rule = Rule::new(
    "flow-required-input",
    "What an operation requires is given to it, or is supplied by its security scheme.",
    OPENAPI,
    "required: Determines whether this parameter is mandatory.",
    Severity::Error,
);

/// Types.
pub const TYPE: Rule = Rule::new(
    "flow-type-fits",
    "A value that is given to an operation can be of a type that the operation takes there.",
    "OpenAPI 3.1.1, section 4.8.12: the schema of the parameter or body",
    "schema: The schema defining the type used for the parameter.",
    Severity::Error,
);

/// Answers.
pub const ANSWER: Rule = Rule::new(
    "flow-known-answer",
    "What is taken of an operation's answer is in the schema of it.",
    "OpenAPI 3.1.1, section 4.8.17",
    "A description of the response contents and its schema.",
    Severity::Warning,
);

/// Every rule.
pub const ALL: &[&Rule] = &[&SOURCE, &OPERATION, &OVERRIDE, &PARAMETER, &REQUIRED, &TYPE, &ANSWER];
