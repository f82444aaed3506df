//! What the members of an agent description mean, in both of its generations.

use super::openrpc;
use agent_description::diagnostic::{
    change as rules,
    members::{Field, Items, Meaning, Shape, Spelling, Table},
};
use agent_description::{Json, json::Object};

/// An agent description.
pub(super) static TABLE: Table = Table::compared(&[
    Field::any("@context", Meaning::Any(&rules::CONTEXT)),
    // what a description can stand in
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

/// What a resource is called, the first that is there.
const KEY: &[&str] = &["@id", "id", "identifier", "url", "name"];

static PRODUCTS: Items = Items::of("the product", KEY);
static SERVICES: Items = Items::of("the service", KEY);
static RESOURCES: Items = Items::of("the resource", KEY);

/// Products and services, which models read whole.
static GOODS: Table = Table::compared(&[
    Field::any("@type", Meaning::Any(&rules::IDENTITY)),
    Field::any("type", Meaning::Any(&rules::IDENTITY)),
    Field::any("url", Meaning::Endpoint),
    Field::any("security", Meaning::Demands(true)),
])
.rest(&rules::TEXT)
.spelled(Spelling::Linked);

static INTERFACES: Items = Items::of("the interface", &["@id", "id", "url", "name"]);

static INTERFACE: Table = Table::compared(&[
    Field::any("@type", Meaning::Any(&rules::PROTOCOL)),
    Field::any("type", Meaning::Any(&rules::PROTOCOL)),
    Field::any("protocol", Meaning::Protocol(None)),
    Field::any("version", Meaning::Protocol(None)),
    Field::any("url", Meaning::Endpoint),
    Field::any("name", Meaning::Text),
    Field::any("description", Meaning::Text),
    Field::any("humanAuthorization", Meaning::Demand),
    Field::any("security", Meaning::Demands(true)),
    Field::inside("content", &openrpc::DOCUMENT),
])
.spelled(Spelling::Linked);

/// How much of a `@context` is looked at.
const LOOKED_AT: usize = 512;

/// Whether a document's context gives terms names of its own, so that a member of any name may be any term. Prefixes are no
/// such names: their terms are found behind them.
pub(super) fn makes_aliases(root: &Object) -> bool {
    let Some(context) = root.get("@context") else { return false };
    let mut left = vec![context];
    for _ in 0..LOOKED_AT {
        let Some(entry) = left.pop() else { return false };
        left.extend(entry.as_array().into_iter().flatten().take(LOOKED_AT));
        for term in entry.as_object().into_iter().flatten() {
            let is_prefix = |iri: &Json| iri.as_str().is_some_and(|iri| iri.ends_with(['#', '/', ':']));
            let is_keyword =
                matches!(term.name().as_str(), "@vocab" | "@base" | "@language" | "@version" | "@direction");
            if !is_keyword && !is_prefix(term.value()) && !is_same_name(term.name(), term.value()) {
                return true;
            }
        }
    }
    true
}

/// Whether a term is defined as an IRI that ends in its own name: `"did": "https://…/did#did"`, `{"@id": "ad:did"}`.
fn is_same_name(term: &str, definition: &Json) -> bool {
    let iri = definition.get("@id").unwrap_or(definition).as_str();
    iri.and_then(|iri| iri.rsplit([':', '#', '/']).next()) == Some(term)
}
