//! What the members of an agent description mean, in both of its generations.

use super::{
    meaning::{Items, Meaning, Spelling, Table},
    openrpc, rules,
};
use agent_description::{Json, json::Object};

/// An agent description.
pub(super) static TABLE: Table = Table {
    members: &[
        ("@context", Meaning::Any(&rules::CONTEXT)),
        // what a description can stand in
        ("@graph", Meaning::Any(&rules::CONTEXT)),
        ("@included", Meaning::Any(&rules::CONTEXT)),
        ("@reverse", Meaning::Any(&rules::CONTEXT)),
        ("@nest", Meaning::Any(&rules::CONTEXT)),
        ("@type", Meaning::Any(&rules::IDENTITY)),
        ("type", Meaning::Any(&rules::IDENTITY)),
        ("@id", Meaning::Any(&rules::IDENTITY)),
        ("id", Meaning::Any(&rules::IDENTITY)),
        ("did", Meaning::Any(&rules::IDENTITY)),
        ("url", Meaning::Endpoint),
        ("name", Meaning::Text),
        ("description", Meaning::Text),
        ("protocolType", Meaning::Protocol(None)),
        ("protocolVersion", Meaning::Protocol(None)),
        ("owner", Meaning::Object(&OWNER)),
        ("domainEntity", Meaning::Any(&rules::TEXT)),
        ("products", Meaning::Items(&PRODUCTS)),
        ("services", Meaning::Items(&SERVICES)),
        ("Infomations", Meaning::Items(&RESOURCES)),
        ("interfaces", Meaning::Items(&INTERFACES)),
        ("securityDefinitions", Meaning::Schemes),
        ("security", Meaning::Demands(false)),
        ("proof", Meaning::Any(&rules::SIGNATURE)),
    ],
    rest: &rules::OTHER,
    spelling: Spelling::Linked,
};

static OWNER: Table = Table {
    members: &[
        ("@id", Meaning::Any(&rules::IDENTITY)),
        ("id", Meaning::Any(&rules::IDENTITY)),
        ("@type", Meaning::Any(&rules::IDENTITY)),
        ("type", Meaning::Any(&rules::IDENTITY)),
        ("name", Meaning::Text),
        ("description", Meaning::Text),
    ],
    rest: &rules::OTHER,
    spelling: Spelling::Linked,
};

/// What a resource is called, the first that is there.
const KEY: &[&str] = &["@id", "id", "identifier", "url", "name"];

static PRODUCTS: Items = Items::of("the product", KEY, &GOODS);
static SERVICES: Items = Items::of("the service", KEY, &GOODS);
static RESOURCES: Items = Items::of("the resource", KEY, &GOODS);

/// Products and services, which models read whole.
static GOODS: Table = Table {
    members: &[
        ("@type", Meaning::Any(&rules::IDENTITY)),
        ("type", Meaning::Any(&rules::IDENTITY)),
        ("url", Meaning::Endpoint),
        ("security", Meaning::Demands(true)),
    ],
    rest: &rules::TEXT,
    spelling: Spelling::Linked,
};

static INTERFACES: Items = Items::of("the interface", &["@id", "id", "url", "name"], &INTERFACE);

static INTERFACE: Table = Table {
    members: &[
        ("@type", Meaning::Any(&rules::PROTOCOL)),
        ("type", Meaning::Any(&rules::PROTOCOL)),
        ("protocol", Meaning::Protocol(None)),
        ("version", Meaning::Protocol(None)),
        ("url", Meaning::Endpoint),
        ("name", Meaning::Text),
        ("description", Meaning::Text),
        ("humanAuthorization", Meaning::Demand),
        ("security", Meaning::Demands(true)),
        ("content", Meaning::Root(&openrpc::DOCUMENT)),
    ],
    rest: &rules::OTHER,
    spelling: Spelling::Linked,
};

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
