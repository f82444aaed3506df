//! The rules of Arazzo 1.0: those of its JSON Schema, and those that its prose alone has.

use super::rule_examples::EXAMPLES;
use agent_description::diagnostic::{Catalogue, Rule, Severity};

/// The rules with their examples.
pub const CATALOGUE: Catalogue = Catalogue { rules: ALL, examples: EXAMPLES };

const fn error(id: &'static str, sentence: &'static str, source: &'static str, original: &'static str) -> Rule {
    Rule::new(id, sentence, source, original, Severity::Error)
}

/// The version.
pub const VERSION: Rule = error(
    "arazzo-version",
    "`arazzo` is a version of 1.0 or 1.1.",
    "Arazzo 1.0.1, section 4.6.1",
    "REQUIRED. This string MUST be the version number of the Arazzo Specification that the Arazzo Description uses.",
);

/// What is new in 1.1.
pub const NOT_RUN: Rule = Rule::new(
    "arazzo-not-run",
    "What 1.1 added is recognized and not run: `$self`, AsyncAPI, `dependsOn` and `timeout` of steps, selectors, parameters of actions, query strings; nor are conditions in XPath.",
    "Arazzo 1.1.0; this software: workflows of 1.0.1 are what it is made for",
    "1.1.0 adds AsyncAPI steps, Selector Objects and `$self`.",
    Severity::Warning,
);

/// The root.
pub const ROOT: Rule = error(
    "arazzo-root",
    "A document has `info` with a title and a version, at least one source description and at least one workflow.",
    "Arazzo 1.0.1, section 4.6.1",
    "The list MUST have at least one entry.",
);

/// Members.
pub const MEMBER: Rule = error(
    "arazzo-member",
    "Objects have the members of the specification, and others that start with `x-`.",
    "Arazzo 1.0 JSON Schema; Arazzo 1.0.1, section 4.8",
    "The field name MUST begin with x-",
);

/// A source description.
pub const SOURCE: Rule = error(
    "arazzo-source",
    "A source description has a name, a URL and, if it says so, the type `openapi` or `arazzo`.",
    "Arazzo 1.0.1, section 4.6.3",
    "Possible values are \"openapi\" or \"arazzo\".",
);

/// A workflow.
pub const WORKFLOW: Rule = error(
    "arazzo-workflow",
    "A workflow has an id and at least one step; its other members have the right types.",
    "Arazzo 1.0.1, section 4.6.4",
    "REQUIRED. An ordered list of steps where each step represents a call to an API operation or to another workflow.",
);

/// A step.
pub const STEP: Rule = error(
    "arazzo-step",
    "A step has an id; its other members have the right types.",
    "Arazzo 1.0.1, section 4.6.5",
    "REQUIRED. Unique string to represent the step.",
);

/// What a step calls.
pub const TARGET: Rule = error(
    "arazzo-step-target",
    "A step has exactly one of `operationId`, `operationPath` and `workflowId`.",
    "Arazzo 1.0.1, section 4.6.5",
    "This field is mutually exclusive of the operationPath and workflowId fields respectively.",
);

/// A parameter.
pub const PARAMETER: Rule = error(
    "arazzo-parameter",
    "A parameter has a name, a value and, where the step calls an operation, a place.",
    "Arazzo 1.0.1, section 4.6.6",
    "the in field MUST be specified",
);

/// A reference to a component.
pub const REUSABLE: Rule = error(
    "arazzo-reusable",
    "A reference names a component of the document, of the kind that belongs there.",
    "Arazzo 1.0.1, section 4.6.10",
    "it MUST link to a parameter defined in the components/parameters of the current Arazzo document",
);

/// An action.
pub const ACTION: Rule = error(
    "arazzo-action",
    "An action has a name and a type; one that goes on elsewhere has either a step or a workflow to go to.",
    "Arazzo 1.0.1, sections 4.6.7 and 4.6.8",
    "This field is mutually exclusive to stepId.",
);

/// The components.
pub const COMPONENTS: Rule = error(
    "arazzo-components",
    "The components are objects of the right kinds.",
    "Arazzo 1.0.1, section 4.6.9",
    "Holds a set of reusable objects for different aspects of the Arazzo Specification.",
);

/// Names of outputs and components.
pub const KEY: Rule = error(
    "arazzo-key",
    "The names of outputs and components are letters, digits, `.`, `-` and `_`.",
    "Arazzo 1.0.1, sections 4.6.4, 4.6.5 and 4.6.9",
    "MUST use keys that match the regular expression: ^[a-zA-Z0-9\\.\\-_]+$",
);

/// Ids are unique.
pub const ID: Rule = error(
    "arazzo-id",
    "No two source descriptions have one name, no two workflows one id, and no two steps of a workflow.",
    "Arazzo 1.0.1, sections 4.6.3 to 4.6.5",
    "The id MUST be unique amongst all workflows described in the Arazzo Description.",
);

/// Ids are programming names.
pub const NAME: Rule = Rule::new(
    "arazzo-name",
    "Names and ids are letters, digits, `_` and `-`.",
    "Arazzo 1.0.1, sections 4.6.3 to 4.6.5",
    "SHOULD conform to the regular expression [A-Za-z0-9_\\-]+.",
    Severity::Warning,
)
.hardening();

/// Lists without doubles.
pub const TWICE: Rule = error(
    "arazzo-twice",
    "No list has the same parameter or the same action twice.",
    "Arazzo 1.0.1, sections 4.6.4 and 4.6.5",
    "The list MUST NOT include duplicate parameters.",
);

/// Expressions.
pub const EXPRESSION: Rule = error(
    "arazzo-expression",
    "What is a runtime expression has the syntax of one.",
    "Arazzo 1.0.1, section 4.7",
    "The runtime expression is defined by the following ABNF syntax",
);

/// Texts that are nearly expressions.
pub const NEARLY: Rule = Rule::new(
    "arazzo-nearly",
    "A text that starts with `$` is not nearly an expression: it is sent as it is. No pointer in an expression has an index in brackets.",
    "this software: what is no expression is a text (Arazzo 1.0.1, section 4.7)",
    "The runtime expression is defined by the following ABNF syntax",
    Severity::Warning,
);

/// What expressions name.
pub const NAMED: Rule = error(
    "arazzo-named",
    "What an expression, a step or an action names is there: the step, the workflow, the source, the component, the output.",
    "Arazzo 1.0.1, sections 4.6.5 and 4.7",
    "The name of an existing, resolvable operation",
);

/// Inputs.
pub const INPUT: Rule = error(
    "arazzo-input",
    "An input that an expression takes is declared, where the workflow declares its inputs.",
    "Arazzo 1.0.1, section 4.6.4; this software: what is not declared is asked of nobody",
    "A JSON Schema 2020-12 object representing the input parameters used by this workflow.",
);

/// The schemas of inputs.
pub const SCHEMA: Rule = error(
    "arazzo-inputs",
    "The inputs of a workflow, and those of the components, are a JSON Schema.",
    "Arazzo 1.0.1, sections 4.6.4 and 4.6.9",
    "A JSON Schema 2020-12 object representing the input parameters used by this workflow.",
);

/// The order of steps.
pub const ORDER: Rule = Rule::new(
    "arazzo-order",
    "A step takes what earlier steps put out.",
    "Arazzo 1.0.1, section 4.6.4 (steps may go back by an action: told, not refused)",
    "An ordered list of steps",
    Severity::Warning,
);

/// What workflows wait for.
pub const WAITING: Rule = error(
    "arazzo-waiting",
    "What a workflow waits for can begin: no `dependsOn` leads back to the workflow that it came from.",
    "Arazzo 1.0.1, section 4.6.4",
    "A list of workflows that MUST be completed before this workflow can be processed.",
);

/// Several sources.
pub const AMBIGUOUS: Rule = error(
    "arazzo-ambiguous",
    "Where a document has several sources of operations, a step says which: `$sourceDescriptions.NAME.ID`.",
    "Arazzo 1.0.1, section 4.6.5",
    "the operationId MUST be specified using a Runtime Expression",
);

/// Criteria.
pub const CRITERION: Rule = error(
    "arazzo-criterion",
    "A criterion has a condition that can be read; one with a type also has a context.",
    "Arazzo 1.0.1, section 4.6.11",
    "If type is specified, then the context MUST be provided",
);

/// Every rule.
pub const ALL: &[&Rule] = &[
    &VERSION,
    &NOT_RUN,
    &ROOT,
    &MEMBER,
    &SOURCE,
    &WORKFLOW,
    &STEP,
    &TARGET,
    &PARAMETER,
    &REUSABLE,
    &ACTION,
    &COMPONENTS,
    &KEY,
    &ID,
    &NAME,
    &TWICE,
    &EXPRESSION,
    &NEARLY,
    &NAMED,
    &INPUT,
    &SCHEMA,
    &ORDER,
    &WAITING,
    &AMBIGUOUS,
    &CRITERION,
];
