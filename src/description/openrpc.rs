//! The member table of OpenRPC documents (OpenRPC 1.3.2), also for the content of interfaces in descriptions (ANP-07).
//!
//! The table follows the meta-schema of OpenRPC, with two members of ANP-07: `security` and
//! `components.securitySchemes`.

use crate::{
    Code,
    diagnostic::{
        Edit::Swap,
        change,
        members::{
            Conventions, Direction, Field, Form, ItemOrder, Items, Meaning, Others,
            Shape::{self, Any, Flag, List, Map, Marked, Of, Range, Schema, Text, Word},
            Table,
        },
    },
};

/// The interface protocols that OpenRPC defines (ANP-07, OpenRPC Interface Description Document; ADP table 5,
/// protocol).
pub const PROTOCOLS: [&str; 2] = ["openrpc", "JSON-RPC 2.0"];

const META_SCHEMA: &str = "OpenRPC 1.3.2, meta-schema";

const DOCUMENT: &str = r##"{
  "openrpc": "1.3.2",
  "info": {"title": "Rooms", "version": "1.0.0"},
  "servers": [{"url": "https://hotel.example/rpc"}],
  "methods": [
    {
      "name": "search",
      "params": [
        {"name": "nights", "required": true, "schema": {"type": "integer", "minimum": 1}}
      ],
      "result": {"name": "rooms", "schema": {"type": "array"}}
    }
  ]
}
"##;

crate::rules! {
    /// The rules of an OpenRPC document's structure.
    pub STRUCTURE_RULES;

    STRUCTURE = "openrpc-structure" / Error {
        summary: "A document has `openrpc`, `info` and `methods`; every object has its required members, of the right types.",
        source: META_SCHEMA,
        quote: "required: info, methods, openrpc",
        rationale: "Callers cannot tell which methods there are, or what they take.",
        fix: "Add the member or correct its type.",
        wrong: DOCUMENT => [Swap("\"name\": \"nights\", ", "")],
    }
    MEMBER = "openrpc-member" / Warning, strict Error {
        summary: "Objects have the members that OpenRPC defines, and others whose names begin with `x-`.",
        source: META_SCHEMA,
        quote: "additionalProperties: false; patternProperties: ^x-",
        rationale: "Readers ignore a misspelled member: a parameter is then no longer required.",
        fix: "Correct the name, or begin it with `x-`.",
        wrong: DOCUMENT => [Swap("\"required\": true", "\"require\": true")],
    }
}

/// Null is a value, and names are exact.
pub const CONVENTIONS: Conventions =
    Conventions { null_is_absent: false, checks_spelling: false, exact_names: true, ..Conventions::DEFAULT };

const EXTENSIBLE: Others = Others::OnlyExtensions(&MEMBER);

/// A string of at least one character.
const NAME: Shape = Shape::Form(&Form {
    rule: None,
    code: Code::INVALID_VALUE,
    fits: |text| !text.is_empty(),
    expected: "a string of at least one character",
    sample: "…",
});

/// An OpenRPC document.
pub static MEMBERS: Table = Table::new(
    "the OpenRPC document",
    &STRUCTURE,
    &[
        Field::required("openrpc", Text).sample("\"1.3.2\"").means(Meaning::Protocol(None)),
        Field::required("info", Of(&INFO)).means(Meaning::Inside),
        Field::required("methods", List(&Marked(&METHOD, "$ref", &REFERENCE))).means(Meaning::Items(&METHODS)),
        Field::optional("servers", List(&Of(&SERVER))).means(Meaning::Any(&change::ENDPOINT)),
        Field::optional("components", Of(&COMPONENTS)).means(Meaning::Inside),
        Field::optional("externalDocs", Of(&DOCS)).means(Meaning::Any(&change::TEXT)),
        Field::optional("security", List(&Any)).means(Meaning::Alternatives(false)),
        Field::optional("$schema", Text),
    ],
)
.others(EXTENSIBLE)
.root();

static INFO: Table = Table::part(
    "`info`",
    &[
        Field::required("title", Text).means(Meaning::Text),
        Field::required("version", Text).sample("\"1.0.0\""),
        Field::optional("description", Text).means(Meaning::Text),
        Field::optional("termsOfService", Text),
        Field::optional("contact", Of(&CONTACT)),
        Field::optional("license", Of(&LICENSE)),
    ],
)
.others(EXTENSIBLE);

static CONTACT: Table = Table::part(
    "`contact`",
    &[Field::optional("name", Text), Field::optional("email", Text), Field::optional("url", Text)],
)
.others(EXTENSIBLE);

static LICENSE: Table =
    Table::part("`license`", &[Field::optional("name", Text), Field::optional("url", Text)]).others(EXTENSIBLE);

static DOCS: Table =
    Table::part("`externalDocs`", &[Field::required("url", Text), Field::optional("description", Text)])
        .others(EXTENSIBLE);

static SERVER: Table = Table::part(
    "the server",
    &[
        Field::required("url", Text),
        Field::optional("name", Text),
        Field::optional("summary", Text),
        Field::optional("description", Text),
        Field::optional("variables", Map(&Of(&VARIABLE))),
    ],
)
.others(EXTENSIBLE);

static VARIABLE: Table = Table::part(
    "the variable",
    &[Field::required("default", Text), Field::optional("description", Text), Field::optional("enum", List(&Text))],
);

static REFERENCE: Table =
    Table::part("the reference", &[Field::required("$ref", Text)]).others(Others::Unwanted(&MEMBER));

static METHODS: Items = Items::parts("the method", &["name", "$ref"]);

static METHOD: Table = Table::part(
    "the method",
    &[
        Field::required("name", NAME),
        Field::required("params", List(&Marked(&PARAMETER, "$ref", &REFERENCE))).means(Meaning::Items(&PARAMETERS)),
        Field::optional("result", Marked(&RESULT, "$ref", &REFERENCE)).means(Meaning::Inside),
        Field::optional("summary", Text).means(Meaning::Text),
        Field::optional("description", Text).means(Meaning::Text),
        Field::optional("tags", List(&Marked(&TAG, "$ref", &REFERENCE))).means(Meaning::Texts),
        Field::optional("paramStructure", Word(&["either", "by-name", "by-position"]))
            .means(Meaning::Any(&change::PROTOCOL)),
        Field::optional("servers", List(&Of(&SERVER))).means(Meaning::Any(&change::ENDPOINT)),
        Field::optional("errors", List(&Marked(&ERROR, "$ref", &REFERENCE))),
        Field::optional("links", List(&Marked(&LINK, "$ref", &REFERENCE))),
        Field::optional("examples", List(&Marked(&PAIRING, "$ref", &REFERENCE))).means(Meaning::Any(&change::TEXT)),
        Field::optional("deprecated", Flag).means(Meaning::Text),
        Field::optional("externalDocs", Of(&DOCS)).means(Meaning::Any(&change::TEXT)),
        Field::any("$ref", Meaning::Any(&change::INCOMPARABLE)),
    ],
)
.others(EXTENSIBLE);

/// OpenRPC 1.3.2, Method Object, `paramStructure`: the default is `either`.
static PARAMETERS: Items = Items {
    order: ItemOrder::Places { unless: ("paramStructure", "by-name") },
    ..Items::parameters(&["name", "$ref"])
};

static PARAMETER: Table = Table::part(
    "the parameter",
    &[
        Field::required("name", NAME),
        Field::required("schema", Schema).means(Meaning::Schema(Direction::Input)),
        Field::optional("summary", Text).means(Meaning::Text),
        Field::optional("description", Text).means(Meaning::Text),
        Field::optional("required", Flag).means(Meaning::Demand),
        Field::optional("deprecated", Flag).means(Meaning::Text),
    ],
)
.others(EXTENSIBLE);

static RESULT: Table = Table::part(
    "the result",
    &[
        Field::required("name", NAME).sample("\"result\""),
        Field::required("schema", Schema).means(Meaning::Schema(Direction::Output)),
        Field::optional("summary", Text).means(Meaning::Text),
        Field::optional("description", Text).means(Meaning::Text),
        Field::optional("required", Flag),
        Field::optional("deprecated", Flag).means(Meaning::Text),
        Field::any("$ref", Meaning::Any(&change::INCOMPARABLE)),
    ],
)
.others(EXTENSIBLE);

static TAG: Table = Table::part(
    "the tag",
    &[Field::required("name", NAME), Field::optional("description", Text), Field::optional("externalDocs", Of(&DOCS))],
)
.others(EXTENSIBLE);

static ERROR: Table = Table::part(
    "the error",
    &[
        Field::required("code", Range(i64::MIN, i64::MAX)).sample("1"),
        Field::required("message", Text),
        Field::optional("data", Any),
    ],
)
.others(Others::Unwanted(&MEMBER));

static LINK: Table = Table::part(
    "the link",
    &[
        Field::optional("name", NAME),
        Field::optional("method", Text),
        Field::optional("summary", Text),
        Field::optional("description", Text),
        Field::optional("params", Any),
        Field::optional("server", Of(&SERVER)),
    ],
)
.others(EXTENSIBLE);

static EXAMPLE: Table = Table::part(
    "the example",
    &[
        Field::required("name", NAME),
        Field::required("value", Any),
        Field::optional("summary", Text),
        Field::optional("description", Text),
    ],
);

static PAIRING: Table = Table::part(
    "the example",
    &[
        Field::required("name", NAME),
        Field::required("params", List(&Marked(&EXAMPLE, "$ref", &REFERENCE))),
        Field::optional("result", Marked(&EXAMPLE, "$ref", &REFERENCE)),
        Field::optional("description", Text),
    ],
);

/// Schemas are compared where they are used; other reference targets are not compared.
static COMPONENTS: Table = Table::part(
    "`components`",
    &[
        Field::optional("schemas", Map(&Schema)).means(Meaning::Definitions),
        Field::optional("securitySchemes", Map(&Any)).means(Meaning::Schemes),
        Field::optional("contentDescriptors", Map(&Of(&PARAMETER))).means(Meaning::Any(&change::INCOMPARABLE)),
        Field::optional("errors", Map(&Of(&ERROR))).means(Meaning::Any(&change::INCOMPARABLE)),
        Field::optional("links", Map(&Of(&LINK))).means(Meaning::Any(&change::INCOMPARABLE)),
        Field::optional("tags", Map(&Of(&TAG))).means(Meaning::Any(&change::INCOMPARABLE)),
        Field::optional("examples", Map(&Of(&EXAMPLE))).means(Meaning::Any(&change::INCOMPARABLE)),
        Field::optional("examplePairings", Map(&Of(&PAIRING))).means(Meaning::Any(&change::INCOMPARABLE)),
    ],
)
.rest(&change::INCOMPARABLE);
