//! The members of every object of OpenAPI 3.0 and 3.1, by the official JSON Schemas
//! (<https://spec.openapis.org/oas/3.0/schema/2024-10-18>, <https://spec.openapis.org/oas/3.1/schema/2025-11-23>).
//!
//! 3.2 is checked by its schema itself ([`v3_2`]). The two before it have the same objects. They differ in schemas, which 3.1 leaves to JSON Schema, and in some members. Not here, because other
//! checks have it: `openapi`, `paths` or another part, the locations and styles of parameters, operation IDs and references.

use super::rules::{MEMBER, STRUCTURE};
use agent_description::diagnostic::members::{Entries, Field, Kinds, Others, Shape, Table};

const TEXT: Shape = Shape::Text;
const FLAG: Shape = Shape::Flag;
const TEXTS: Shape = Shape::List(&TEXT);
const SCOPES: Shape = Shape::Map(&TEXT);

/// An object, or a reference to one. A macro, because a constant cannot refer to a table that refers to it.
macro_rules! or_reference {
    ($table:ident) => {
        Shape::Marked(&$table, "$ref", &REFERENCE)
    };
}

/// An object with extensions and no other members.
const fn part(what: &'static str, fields: &'static [Field]) -> Table {
    Table::new(what, &STRUCTURE, fields).others(Others::OnlyExtensions(&MEMBER))
}

const fn text(name: &'static str) -> Field {
    Field::optional(name, TEXT)
}

const fn flag(name: &'static str) -> Field {
    Field::optional(name, FLAG)
}

/// The siblings of a reference are ignored (3.0) or texts (3.1).
static REFERENCE: Table = Table::new("the reference", &STRUCTURE, &[Field::required("$ref", TEXT)]);

static CONTACT: Table = part("the contact", &[text("name"), text("url"), text("email")]);

static EXTERNAL_DOCS: Table = part("the link to documentation", &[text("description"), Field::required("url", TEXT)]);

static SERVER: Table = part(
    "the server",
    &[
        Field::required("url", TEXT),
        text("description"),
        Field::optional("variables", Shape::Map(&Shape::Of(&SERVER_VARIABLE))),
    ],
);

static SERVER_VARIABLE: Table = part(
    "the variable of the server",
    &[Field::optional("enum", TEXTS), Field::optional("default", Shape::Any), text("description")],
);

const SERVERS: Shape = Shape::List(&Shape::Of(&SERVER));

const SECURITY: Shape = Shape::List(&Shape::Map(&TEXTS));

static TAG: Table = part(
    "the tag",
    &[Field::required("name", TEXT), text("description"), Field::optional("externalDocs", Shape::Of(&EXTERNAL_DOCS))],
);

static EXAMPLE: Table = part(
    "the example",
    &[text("summary"), text("description"), Field::optional("value", Shape::Any), text("externalValue")],
)
.never_both(&[["value", "externalValue"]]);

const EXAMPLES: Shape = Shape::Map(&Shape::Marked(&EXAMPLE, "$ref", &REFERENCE));

/// A schema is used or a media type, and examples in one form.
const ONE_FORM: &[[&str; 2]] = &[
    ["example", "examples"],
    ["content", "style"],
    ["content", "explode"],
    ["content", "allowReserved"],
    ["content", "example"],
    ["content", "examples"],
];

const fn kinds(of: &'static [(&'static str, &'static Table)]) -> Kinds {
    Kinds { what: "the security scheme", rule: &STRUCTURE, member: "type", of, unless: Some(&REFERENCE) }
}

static SECURITY_3_0: Kinds =
    kinds(&[("apiKey", &API_KEY), ("http", &HTTP), ("oauth2", &OAUTH2), ("openIdConnect", &OPEN_ID_CONNECT)]);

static SECURITY_3_1: Kinds = kinds(&[
    ("apiKey", &API_KEY),
    ("http", &HTTP),
    ("oauth2", &OAUTH2),
    ("openIdConnect", &OPEN_ID_CONNECT),
    ("mutualTLS", &MUTUAL_TLS),
]);

static API_KEY: Table = part(
    "the API key",
    &[
        Field::required("type", TEXT),
        text("description"),
        Field::required("name", TEXT),
        Field::required("in", Shape::Word(&["header", "query", "cookie"])),
    ],
);

static HTTP: Table = part(
    "the HTTP scheme",
    &[Field::required("type", TEXT), text("description"), Field::required("scheme", TEXT), text("bearerFormat")],
);

static OAUTH2: Table = part(
    "the OAuth 2 scheme",
    &[Field::required("type", TEXT), text("description"), Field::required("flows", Shape::Of(&OAUTH_FLOWS))],
);

static OPEN_ID_CONNECT: Table = part(
    "the OpenID Connect scheme",
    &[Field::required("type", TEXT), text("description"), Field::required("openIdConnectUrl", TEXT)],
);

static MUTUAL_TLS: Table = part("the mutual TLS scheme", &[Field::required("type", TEXT), text("description")]);

static OAUTH_FLOWS: Table = part(
    "the OAuth flows",
    &[
        Field::optional("implicit", Shape::Of(&IMPLICIT)),
        Field::optional("password", Shape::Of(&TOKEN)),
        Field::optional("clientCredentials", Shape::Of(&TOKEN)),
        Field::optional("authorizationCode", Shape::Of(&AUTHORIZATION_CODE)),
    ],
);

static IMPLICIT: Table = part(
    "the OAuth flow",
    &[Field::required("authorizationUrl", TEXT), text("refreshUrl"), Field::required("scopes", SCOPES)],
);

static TOKEN: Table =
    part("the OAuth flow", &[Field::required("tokenUrl", TEXT), text("refreshUrl"), Field::required("scopes", SCOPES)]);

static AUTHORIZATION_CODE: Table = part(
    "the OAuth flow",
    &[
        Field::required("authorizationUrl", TEXT),
        Field::required("tokenUrl", TEXT),
        text("refreshUrl"),
        Field::required("scopes", SCOPES),
    ],
);

fn is_status(name: &str) -> bool {
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    name == "default"
        || name.len() == 3
            && name.starts_with(|first: char| ('1'..='5').contains(&first))
            && name.get(1..).is_some_and(|rest| rest == "XX" || is_digits(rest))
}

/// The objects with schemas, or in which the versions differ.
macro_rules! tables {
    (
        $(#[$doc:meta])* $version:ident, schema: $schema:expr, responses: $responses:ident, security: $security:ident, header: [$($header:expr),*],
        link: $link:ident($($ends:expr),*), root: [$($root:expr),*], info: [$($info:expr),*], license: [$($license:expr),*],
        components: [$($components:expr),*]
    ) => {
        $(#[$doc])*
        pub(super) mod $version {
            use super::*;

            pub(in super::super) static DOCUMENT: Table = part(
                "the document",
                &[
                    Field::optional("openapi", Shape::Any),
                    Field::required("info", Shape::Of(&INFO)),
                    Field::optional("servers", SERVERS),
                    Field::optional("paths", Shape::Of(&PATHS)),
                    Field::optional("components", Shape::Of(&COMPONENTS)),
                    Field::optional("security", SECURITY),
                    Field::optional("tags", Shape::List(&Shape::Of(&TAG))),
                    Field::optional("externalDocs", Shape::Of(&EXTERNAL_DOCS)),
                    $($root,)*
                ],
            );

            static INFO: Table = part(
                "`info`",
                &[
                    Field::required("title", TEXT),
                    text("description"),
                    text("termsOfService"),
                    Field::optional("contact", Shape::Of(&CONTACT)),
                    Field::optional("license", Shape::Of(&LICENSE)),
                    Field::required("version", TEXT),
                    $($info,)*
                ],
            );

            static LICENSE: Table =
                part("the license", &[Field::required("name", TEXT), text("url"), $($license,)*]).never_both(&[["identifier", "url"]]);

            static PATHS: Table = Table::new("`paths`", &STRUCTURE, &[]).others(Others::Entries(&Entries {
                // by the rule of paths
                fits: |_| true,
                expected: "a path",
                shape: Shape::Of(&PATH_ITEM),
            }));

            pub(super) static PATH_ITEM: Table = part(
                "the path",
                &[
                    text("$ref"),
                    text("summary"),
                    text("description"),
                    Field::optional("servers", SERVERS),
                    Field::optional("parameters", Shape::List(&or_reference!(PARAMETER))),
                    Field::optional("get", Shape::Of(&OPERATION)),
                    Field::optional("put", Shape::Of(&OPERATION)),
                    Field::optional("post", Shape::Of(&OPERATION)),
                    Field::optional("delete", Shape::Of(&OPERATION)),
                    Field::optional("options", Shape::Of(&OPERATION)),
                    Field::optional("head", Shape::Of(&OPERATION)),
                    Field::optional("patch", Shape::Of(&OPERATION)),
                    Field::optional("trace", Shape::Of(&OPERATION)),
                ],
            );

            static OPERATION: Table = part(
                "the operation",
                &[
                    Field::optional("tags", TEXTS),
                    text("summary"),
                    text("description"),
                    Field::optional("externalDocs", Shape::Of(&EXTERNAL_DOCS)),
                    text("operationId"),
                    Field::optional("parameters", Shape::List(&or_reference!(PARAMETER))),
                    Field::optional("requestBody", or_reference!(REQUEST_BODY)),
                    Field::$responses("responses", Shape::Of(&RESPONSES)),
                    Field::optional("callbacks", Shape::Map(&or_reference!(CALLBACK))),
                    flag("deprecated"),
                    Field::optional("security", SECURITY),
                    Field::optional("servers", SERVERS),
                ],
            );

            static CALLBACK: Table = Table::new("the callback", &STRUCTURE, &[]).others(Others::Entries(&Entries {
                fits: |_| true,
                expected: "an expression",
                shape: Shape::Of(&PATH_ITEM),
            }));

            static PARAMETER: Table = part(
                "the parameter",
                &[
                    // both are checked by the rule of parameters
                    Field::optional("name", Shape::Any),
                    Field::optional("in", Shape::Any),
                    text("description"),
                    flag("required"),
                    flag("deprecated"),
                    flag("allowEmptyValue"),
                    Field::optional("style", Shape::Any),
                    flag("explode"),
                    flag("allowReserved"),
                    Field::optional("schema", $schema),
                    Field::optional("content", Shape::Single(&Shape::Of(&MEDIA_TYPE))),
                    Field::optional("example", Shape::Any),
                    Field::optional("examples", EXAMPLES),
                ],
            )
            .one_among(&["schema", "content"])
            .never_both(ONE_FORM);

            static REQUEST_BODY: Table = part(
                "the request body",
                &[text("description"), Field::required("content", Shape::Map(&Shape::Of(&MEDIA_TYPE))), flag("required")],
            );

            static MEDIA_TYPE: Table = part(
                "the media type",
                &[
                    Field::optional("schema", $schema),
                    Field::optional("example", Shape::Any),
                    Field::optional("examples", EXAMPLES),
                    Field::optional("encoding", Shape::Map(&Shape::Of(&ENCODING))),
                ],
            )
            .never_both(&[["example", "examples"]]);

            static ENCODING: Table = part(
                "the encoding",
                &[
                    text("contentType"),
                    Field::optional("headers", Shape::Map(&or_reference!(HEADER))),
                    Field::optional("style", Shape::Word(&["form", "spaceDelimited", "pipeDelimited", "deepObject"])),
                    flag("explode"),
                    flag("allowReserved"),
                ],
            );

            static RESPONSES: Table = Table::new("`responses`", &STRUCTURE, &[])
                .others(Others::Entries(&Entries {
                    fits: is_status,
                    expected: "a status, such as 200 or 4XX, or default",
                    shape: or_reference!(RESPONSE),
                }))
                .filled();

            static RESPONSE: Table = part(
                "the response",
                &[
                    Field::required("description", TEXT),
                    Field::optional("headers", Shape::Map(&or_reference!(HEADER))),
                    Field::optional("content", Shape::Map(&Shape::Of(&MEDIA_TYPE))),
                    Field::optional("links", Shape::Map(&or_reference!(LINK))),
                ],
            );

            static HEADER: Table = part(
                "the header",
                &[
                    text("description"),
                    flag("required"),
                    flag("deprecated"),
                    Field::optional("style", Shape::Word(&["simple"])),
                    flag("explode"),
                    Field::optional("schema", $schema),
                    Field::optional("content", Shape::Single(&Shape::Of(&MEDIA_TYPE))),
                    Field::optional("example", Shape::Any),
                    Field::optional("examples", EXAMPLES),
                    $($header,)*
                ],
            )
            .one_among(&["schema", "content"])
            .never_both(ONE_FORM);

            static LINK: Table = part(
                "the link",
                &[
                    text("operationId"),
                    text("operationRef"),
                    Field::optional("parameters", Shape::Object),
                    Field::optional("requestBody", Shape::Any),
                    text("description"),
                    Field::optional("server", Shape::Of(&SERVER)),
                ],
            )
            .$link($($ends),*);

            static COMPONENTS: Table = part(
                "`components`",
                &[
                    Field::optional("schemas", Shape::Map(&$schema)),
                    Field::optional("responses", Shape::Map(&or_reference!(RESPONSE))),
                    Field::optional("parameters", Shape::Map(&or_reference!(PARAMETER))),
                    Field::optional("examples", EXAMPLES),
                    Field::optional("requestBodies", Shape::Map(&or_reference!(REQUEST_BODY))),
                    Field::optional("headers", Shape::Map(&or_reference!(HEADER))),
                    Field::optional("securitySchemes", Shape::Map(&Shape::Kinds(&$security))),
                    Field::optional("links", Shape::Map(&or_reference!(LINK))),
                    Field::optional("callbacks", Shape::Map(&or_reference!(CALLBACK))),
                    $($components,)*
                ],
            );
        }
    };
}

tables! {
    /// OpenAPI 3.0.
    v3_0, schema: or_reference!(SCHEMA), responses: required, security: SECURITY_3_0, header: [flag("allowEmptyValue"), flag("allowReserved")],
    link: never_both(&[["operationId", "operationRef"]]), root: [], info: [], license: [], components: []
}

tables! {
    /// OpenAPI 3.1.
    v3_1, schema: Shape::Schema, responses: optional, security: SECURITY_3_1, header: [],
    link: one_among(&["operationId", "operationRef"]),
    root: [text("jsonSchemaDialect"), Field::optional("webhooks", Shape::Map(&Shape::Of(&v3_1::PATH_ITEM)))],
    info: [text("summary")], license: [text("identifier")],
    components: [Field::optional("pathItems", Shape::Map(&Shape::Of(&PATH_ITEM)))]
}

/// OpenAPI 3.2, by its official JSON Schema. Without the feature `json-schema` of `adp-tools`, only the other rules
/// are checked.
pub(super) mod v3_2 {
    use super::STRUCTURE;
    use adp_tools::json_schema::{Schema, TOO_LARGE_MESSAGE, Unfit, compile_official, validate_beyond};
    use agent_description::{
        Code, Document,
        diagnostic::{CheckReport, Diagnostic, Severity},
    };
    use std::sync::LazyLock;

    static OFFICIAL: LazyLock<Option<Schema>> =
        LazyLock::new(|| compile_official(include_str!("../../schemas/oas-3.2.schema.json")));

    /// Adds what the schema refuses where no other rule found an error.
    pub(in super::super) fn check(report: &mut CheckReport, document: &Document) {
        let Some(Err(unfit)) = OFFICIAL.as_ref().map(|schema| validate_beyond(schema, document, report)) else {
            return;
        };
        if unfit == Unfit::TooMuch {
            let at = document.json().offset();
            let mut note = Diagnostic::found(&STRUCTURE, Code::TOO_LARGE, TOO_LARGE_MESSAGE, document, at);
            note.severity = Severity::Note;
            report.add(note);
        }
        for mismatch in unfit.mismatches() {
            let code = match mismatch.keyword.as_str() {
                "required" => Code::MISSING,
                "type" => Code::WRONG_TYPE,
                "unevaluatedProperties" => Code::UNKNOWN_MEMBER,
                _ => Code::INVALID_VALUE,
            };
            report.add(Diagnostic::found(&STRUCTURE, code, &mismatch.message, document, mismatch.offset));
        }
    }
}

/// A schema of 3.0. Those of 3.1 are JSON Schemas.
static SCHEMA: Table = part(
    "the schema",
    &[
        text("title"),
        Field::optional("multipleOf", Shape::Amount),
        Field::optional("maximum", Shape::Number),
        flag("exclusiveMaximum"),
        Field::optional("minimum", Shape::Number),
        flag("exclusiveMinimum"),
        Field::optional("maxLength", Shape::COUNT),
        Field::optional("minLength", Shape::COUNT),
        text("pattern"),
        Field::optional("maxItems", Shape::COUNT),
        Field::optional("minItems", Shape::COUNT),
        flag("uniqueItems"),
        Field::optional("maxProperties", Shape::COUNT),
        Field::optional("minProperties", Shape::COUNT),
        Field::optional("required", Shape::Filled(&TEXT)),
        Field::optional("enum", Shape::Filled(&Shape::Any)),
        Field::optional("type", Shape::Word(&["array", "boolean", "integer", "number", "object", "string"])),
        Field::optional("not", or_reference!(SCHEMA)),
        Field::optional("allOf", Shape::List(&or_reference!(SCHEMA))),
        Field::optional("oneOf", Shape::List(&or_reference!(SCHEMA))),
        Field::optional("anyOf", Shape::List(&or_reference!(SCHEMA))),
        Field::optional("items", or_reference!(SCHEMA)),
        Field::optional("properties", Shape::Map(&or_reference!(SCHEMA))),
        Field::optional("additionalProperties", Shape::FlagOr(&or_reference!(SCHEMA))),
        text("description"),
        text("format"),
        Field::optional("default", Shape::Any),
        flag("nullable"),
        Field::optional("discriminator", Shape::Of(&DISCRIMINATOR)),
        flag("readOnly"),
        flag("writeOnly"),
        Field::optional("example", Shape::Any),
        Field::optional("externalDocs", Shape::Of(&EXTERNAL_DOCS)),
        flag("deprecated"),
        Field::optional("xml", Shape::Of(&XML)),
    ],
);

static DISCRIMINATOR: Table = Table::new(
    "the discriminator",
    &STRUCTURE,
    &[Field::required("propertyName", TEXT), Field::optional("mapping", Shape::Map(&TEXT))],
);

static XML: Table =
    part("`xml`", &[text("name"), text("namespace"), text("prefix"), flag("attribute"), flag("wrapped")]);
