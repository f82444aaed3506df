//! The member table of agent descriptions in both generations.

use crate::{
    description::openrpc,
    diagnostic::{
        change as rules,
        members::{Field, Items, Meaning, Shape, Spelling, Table},
    },
};

/// An agent description.
pub(super) static TABLE: Table = Table::compared(&[
    Field::any("@context", Meaning::Any(&rules::CONTEXT)),
    // the contexts in which a description may occur
    Field::any("@graph", Meaning::Any(&rules::CONTEXT)),
    Field::any("@included", Meaning::Any(&rules::CONTEXT)),
    Field::any("@reverse", Meaning::Any(&rules::CONTEXT)),
    Field::any("@nest", Meaning::Any(&rules::CONTEXT)),
    Field::any("@type", Meaning::Any(&rules::IDENTITY)),
    Field::any("type", Meaning::Any(&rules::IDENTITY)),
    Field::any("@id", Meaning::Any(&rules::IDENTITY)),
    Field::any("id", Meaning::Any(&rules::IDENTITY)),
    Field::any("did", Meaning::Any(&rules::IDENTITY)),
    Field::any("url", Meaning::Endpoint),
    Field::any("name", Meaning::Text),
    Field::any("description", Meaning::Text),
    Field::any("protocolType", Meaning::Protocol(None)),
    Field::any("protocolVersion", Meaning::Protocol(None)),
    Field::inside("owner", &OWNER),
    Field::any("domainEntity", Meaning::Any(&rules::TEXT)),
    Field::optional("products", Shape::List(&Shape::Of(&GOODS))).means(Meaning::Items(&PRODUCTS)),
    Field::optional("services", Shape::List(&Shape::Of(&GOODS))).means(Meaning::Items(&SERVICES)),
    Field::optional("Infomations", Shape::List(&Shape::Of(&GOODS))).means(Meaning::Items(&RESOURCES)),
    Field::optional("interfaces", Shape::List(&Shape::Of(&INTERFACE))).means(Meaning::Items(&INTERFACES)),
    Field::any("securityDefinitions", Meaning::Schemes),
    Field::any("security", Meaning::Demands(false)),
    Field::any("proof", Meaning::Any(&rules::SIGNATURE)),
])
.spelled(Spelling::Linked);

static OWNER: Table = Table::compared(&[
    Field::any("@id", Meaning::Any(&rules::IDENTITY)),
    Field::any("id", Meaning::Any(&rules::IDENTITY)),
    Field::any("@type", Meaning::Any(&rules::IDENTITY)),
    Field::any("type", Meaning::Any(&rules::IDENTITY)),
    Field::any("name", Meaning::Text),
    Field::any("description", Meaning::Text),
])
.spelled(Spelling::Linked);

/// The name of a resource: the first of these members.
const KEY: &[&str] = &["@id", "id", "identifier", "url", "name"];

static PRODUCTS: Items = Items::parts("the product", KEY);
static SERVICES: Items = Items::parts("the service", KEY);
static RESOURCES: Items = Items::parts("the resource", KEY);

/// Products and services; models read all of their members.
static GOODS: Table = Table::compared(&[
    Field::any("@type", Meaning::Any(&rules::IDENTITY)),
    Field::any("type", Meaning::Any(&rules::IDENTITY)),
    Field::any("url", Meaning::Endpoint),
    Field::any("security", Meaning::Demands(true)),
])
.rest(&rules::TEXT)
.spelled(Spelling::Linked);

static INTERFACES: Items = Items::parts("the interface", &["@id", "id", "url", "name"]);

static INTERFACE: Table = Table::compared(&[
    Field::any("@type", Meaning::Any(&rules::PROTOCOL)),
    Field::any("type", Meaning::Any(&rules::PROTOCOL)),
    Field::any("protocol", Meaning::Protocol(None)),
    Field::any("version", Meaning::Protocol(None)),
    Field::any("url", Meaning::Endpoint),
    Field::any("name", Meaning::Text),
    Field::any("description", Meaning::Text),
    Field::any("humanAuthorization", Meaning::Hint(false)),
    Field::any("security", Meaning::Demands(true)),
    Field::inside("content", &openrpc::MEMBERS),
])
.spelled(Spelling::Linked);
