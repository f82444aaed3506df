//! The rules of OpenAPI documents that calling an operation depends on. What only documentation needs is left to others.

use super::rule_examples::EXAMPLES;
use agent_description::diagnostic::{Catalogue, Rule, Severity};

/// The rules with their examples.
pub const CATALOGUE: Catalogue = Catalogue { rules: ALL, examples: EXAMPLES };

const fn error(id: &'static str, sentence: &'static str, source: &'static str, original: &'static str) -> Rule {
    Rule::new(id, sentence, source, original, Severity::Error)
}

/// The version.
pub const VERSION: Rule = error(
    "openapi-version",
    "`openapi` is a version of 3.0 or 3.1.",
    "OpenAPI 3.1.1, section 4.8.1",
    "REQUIRED. This string MUST be the version number of the OpenAPI Specification that the OpenAPI Document uses.",
);

/// The root.
pub const ROOT: Rule = error(
    "openapi-root",
    "A document has `info` with a title and a version, and `paths`, or of 3.1 instead `components` or `webhooks`.",
    "OpenAPI 3.0.4 and 3.1.1, section 4.8.1",
    "at least one of the components, paths, or webhooks fields MUST be present",
);

/// A path.
pub const PATH: Rule = error(
    "openapi-path",
    "A path starts with `/`, and what it has is an object.",
    "OpenAPI 3.1.1, section 4.8.8",
    "The field name MUST begin with a forward slash (/).",
);

/// Ids of operations.
pub const OPERATION_ID: Rule = error(
    "openapi-operation-id",
    "No two operations have one `operationId`.",
    "OpenAPI 3.1.1, section 4.8.10",
    "The id MUST be unique among all operations described in the API.",
);

/// Parameters.
pub const PARAMETER: Rule = error(
    "openapi-parameter",
    "A parameter has a name and a place: `path`, `query`, `header` or `cookie`.",
    "OpenAPI 3.1.1, section 4.8.12",
    "A unique parameter is defined by a combination of a name and location.",
);

/// Parameters of paths.
pub const TEMPLATE: Rule = error(
    "openapi-template",
    "Each `{name}` of a path has a required parameter of the path, in each operation.",
    "OpenAPI 3.1.1, section 4.8.8 and 4.8.12",
    "Each template expression in the path MUST correspond to a path parameter",
);

/// Parameters that the path does not have.
pub const PATH_PARAMETER: Rule = error(
    "openapi-path-parameter",
    "Each parameter of the path stands in the path, as `{name}`.",
    "OpenAPI 3.1.1, section 4.8.12.2.1",
    "If in is \"path\", the name field MUST correspond to a single template expression occurring within the path field",
);

/// Parameters that are there twice.
pub const PARAMETER_TWICE: Rule = error(
    "openapi-parameter-twice",
    "No list has two parameters of the same name and place; names of headers are the same in small and capital letters.",
    "OpenAPI 3.1.1, sections 4.8.9 and 4.8.10",
    "The list MUST NOT include duplicated parameters.",
);

/// Styles.
pub const STYLE: Rule = error(
    "openapi-style",
    "The style of a parameter is one that its place allows.",
    "OpenAPI 3.1.1, section 4.8.12.3",
    "In order to support common ways of serializing simple parameters, a set of style values are defined.",
);

/// Bodies.
pub const BODY: Rule = error(
    "openapi-request-body",
    "A request body has `content`: an object of media types.",
    "OpenAPI 3.1.1, section 4.8.13",
    "REQUIRED. The content of the request body.",
);

/// References.
pub const REFERENCE: Rule = error(
    "openapi-reference",
    "A reference leads to something in the document, or to a file beside it.",
    "OpenAPI 3.1.1, section 4.8.23",
    "REQUIRED. The reference identifier. This MUST be in the form of a URI.",
);

/// Servers.
pub const SERVER: Rule = error(
    "openapi-server",
    "A server has a URL, and each variable of the URL a default.",
    "OpenAPI 3.1.1, sections 4.8.5 and 4.8.6",
    "Variable substitutions will be made when a variable is named in {braces}.",
);

/// Security.
pub const SECURITY: Rule = error(
    "openapi-security",
    "A security scheme that is asked for is declared.",
    "OpenAPI 3.1.1, section 4.8.30",
    "The name used for each property MUST correspond to a security scheme declared in the Security Schemes",
);

/// Operations that flows can name.
pub const NO_ID: Rule = Rule::new(
    "openapi-no-operation-id",
    "An operation has an `operationId`.",
    "this software: flows name operations by it",
    "Unique string used to identify the operation. (optional)",
    Severity::Note,
);

/// Every rule.
pub const ALL: &[&Rule] = &[
    &VERSION,
    &ROOT,
    &PATH,
    &OPERATION_ID,
    &PARAMETER,
    &TEMPLATE,
    &PATH_PARAMETER,
    &PARAMETER_TWICE,
    &STYLE,
    &BODY,
    &REFERENCE,
    &SERVER,
    &SECURITY,
    &NO_ID,
];
