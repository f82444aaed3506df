//! What the members of an OpenRPC document mean, which an interface of a description may hold.

use crate::diagnostic::{
    change as rules,
    members::{Direction, Field, Items, Meaning, Order, Shape, Table},
};

/// An OpenRPC document.
pub(super) static DOCUMENT: Table = Table::compared(&[
    Field::inside("info", &INFO),
    Field::optional("methods", Shape::List(&Shape::Of(&METHOD))).means(Meaning::Items(&METHODS)),
    Field::any("servers", Meaning::Any(&rules::ENDPOINT)),
    Field::inside("components", &COMPONENTS),
])
.root();

static INFO: Table = Table::compared(&[Field::any("title", Meaning::Text), Field::any("description", Meaning::Text)]);

static METHODS: Items = Items::parts("the method", &["name"]);

static METHOD: Table = Table::compared(&[
    Field::any("summary", Meaning::Text),
    Field::any("description", Meaning::Text),
    Field::any("tags", Meaning::Texts),
    Field::optional("params", Shape::List(&Shape::Of(&PARAMETER))).means(Meaning::Items(&PARAMETERS)),
    Field::inside("result", &RESULT),
    Field::any("examples", Meaning::Any(&rules::TEXT)),
    Field::any("servers", Meaning::Any(&rules::ENDPOINT)),
    Field::any("paramStructure", Meaning::Any(&rules::PROTOCOL)),
    Field::any("$ref", Meaning::Any(&rules::INCOMPARABLE)),
]);

/// OpenRPC 1.3.2, Method Object, `paramStructure`: either way, where nothing is said.
static PARAMETERS: Items =
    Items { order: Order::Places { unless: ("paramStructure", "by-name") }, ..Items::parameters(&["name", "$ref"]) };

static PARAMETER: Table = Table::compared(&[
    Field::any("summary", Meaning::Text),
    Field::any("description", Meaning::Text),
    Field::any("required", Meaning::Demand),
    Field::any("schema", Meaning::Schema(Direction::Input)),
]);

static RESULT: Table = Table::compared(&[
    Field::any("summary", Meaning::Text),
    Field::any("description", Meaning::Text),
    Field::any("schema", Meaning::Schema(Direction::Output)),
    Field::any("$ref", Meaning::Any(&rules::INCOMPARABLE)),
]);

/// Schemas are compared where they are used; what else is referred to, is not.
static COMPONENTS: Table = Table::compared(&[Field::any("schemas", Meaning::Definitions)]).rest(&rules::INCOMPARABLE);
