//! What says of an object that it is an agent description, whatever else it is.

use super::entries::{ENTRIES, entries};
use crate::{
    description::vocabulary::{self as term, Namespace},
    json::{Json, Object},
};

/// Members that descriptions alone have among the formats known here: no DID document has them by its vocabulary. Names
/// that every format has (`name`, `description`, `url`, `version`, `created`, `id`) are none of them.
const OWN: [&str; 14] = [
    "did",
    "owner",
    "interfaces",
    "products",
    "services",
    "security",
    "securityDefinitions",
    "Infomations",
    "domainEntity",
    "protocolType",
    "protocolVersion",
    "humanAuthorization",
    // what a description can stand in
    "@graph",
    "@included",
];

/// Members by which an object is likely a description, if they have a value of the kind that descriptions have.
const DISTINCTIVE: [&str; 4] = ["Infomations", "domainEntity", "protocolType", "humanAuthorization"];

/// Members that other formats have too: two of these rows together are distinctive, if the first is one of them.
const TOGETHER: [&[&str]; 4] =
    [&["interfaces"], &["security", "securityDefinitions"], &["products", "services"], &["owner"]];

/// Hosts of the namespaces that the terms of descriptions stand in.
const HOSTS: [&str; 2] = ["agent-network-protocol.com", "schema.org"];

/// How many values of a `@context` are looked at for aliases.
const CONTEXT_VALUES: usize = 512;

/// Whether a `@context` has the protocol's namespace, spelled right or as it is known to be misspelled.
pub(super) fn names_the_protocol(context: &Json) -> bool {
    let is_namespace = |iri: &str| {
        Namespace::split(iri)
            .is_some_and(|(space, name)| name.is_empty() && (space == Namespace::Ad || space.is_alias()))
    };
    entries(context).any(|entry| match entry.as_object() {
        Some(map) => map.iter().take(ENTRIES).any(|member| member.value().as_str().is_some_and(is_namespace)),
        None => entry.as_str().is_some_and(is_namespace),
    })
}

/// Whether the root says by its type that it is a description.
pub(super) fn is_description(root: &Object) -> bool {
    let types = ["@type", "type"].into_iter().filter_map(|name| root.get(name)).flat_map(entries);
    let named = |text: &str| text.rsplit(['#', '/', ':']).next() == Some(term::AGENT_DESCRIPTION.name());
    types.filter_map(Json::as_str).any(named)
}

/// Whether the root is a page of a listing: it says so by its type, or says no type and has a list of items. What says that it is a
/// description is none.
pub(super) fn is_listing(root: &Object) -> bool {
    let types = ["@type", "type"].into_iter().filter_map(|name| root.get(name));
    let mut types = types.flat_map(entries).filter_map(Json::as_str).peekable();
    let has_items = |root: &Object| root.get("items").is_some_and(|items| items.as_array().is_some());
    let is_page = match types.peek() {
        None => {
            has_items(root) && root.get("@context").is_some_and(|it| names_the_protocol(it) || is_of_schema_org(it))
        }
        Some(_) => types.any(|text| {
            let class = local(text);
            class.eq_ignore_ascii_case(term::COLLECTION_PAGE.name()) || class == "Collection" && has_items(root)
        }),
    };
    is_page && !is_description(root) && !root.contains("did")
}

/// Whether anything tells an object from those of other formats, so that it is likely a description that lacks the rest. Names that others have
/// too (`type`, `services`, `security`, `@context`) tell nothing alone.
pub(super) fn is_likely(root: &Object) -> bool {
    let is_named =
        ["@type", "type"].into_iter().filter_map(|name| root.get(name)).flat_map(entries).any(names_a_description);
    let has = |names: &[&str]| names.iter().any(|name| root.contains(name));
    let rows = TOGETHER.iter().filter(|names| has(names)).count();
    is_named || root.iter().any(|member| is_distinctive(member.name(), member.value())) || rows >= 2 && has(TOGETHER[0])
}

fn is_distinctive(name: &str, value: &Json) -> bool {
    match name {
        // a product or service whose context is missing; other formats say `type`
        "@type" => {
            let listed = [term::PRODUCT.name(), term::SERVICE.name()];
            entries(value).filter_map(Json::as_str).any(|text| listed.contains(&local(text)))
        }
        // descriptions of products have it alone
        "@context" => entries(value).any(is_of_schema_org),
        "did" => value.as_str().is_some_and(|did| did.starts_with("did:")),
        "interfaces" => entries(value).any(|entry| entry.as_object().is_some_and(is_interface)),
        _ => DISTINCTIVE.contains(&name) || name.contains(':') && is_own(name),
    }
}

fn is_of_schema_org(context: &Json) -> bool {
    let is_it = |iri: &str| Namespace::split(iri).is_some_and(|(_, name)| name.is_empty());
    match context.as_object() {
        Some(map) => map.iter().take(ENTRIES).any(|member| member.value().as_str().is_some_and(is_it)),
        None => context.as_str().is_some_and(|iri| is_it(iri) || is_it(&format!("{iri}/"))),
    }
}

/// Whether an entry says what is spoken there, or by its type that it is an interface.
fn is_interface(entry: &Object) -> bool {
    let types = ["@type", "type"].into_iter().filter_map(|name| entry.get(name)).flat_map(entries);
    let named = types.filter_map(Json::as_str).any(|text| text.ends_with("Interface"));
    named || entry.contains("protocol") && (entry.contains("url") || entry.contains("content"))
}

/// What of a root is of a description and of no DID document: the member that says so, by its own name, behind a prefix or
/// in a namespace of the protocol; `type`, where it names a description in any spelling; `@context`, where it can make an
/// alias of such a member.
pub(super) fn description_sign(root: &Object) -> Option<&str> {
    root.iter().find_map(|member| {
        let (name, value) = (member.name().as_str(), member.value());
        let says = match name {
            "@context" => makes_aliases(value),
            "type" | "@type" => names_a_description(value),
            _ => is_own(name),
        };
        says.then_some(name)
    })
}

/// The name behind a prefix or namespace.
fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local.rsplit(['#', '/']).next().unwrap_or(local))
}

fn is_own(name: &str) -> bool {
    OWN.contains(&local(name))
        || name == term::DID_PREFIX
        || Namespace::split(name).is_some_and(|(space, _)| space == Namespace::Ad || space.is_alias())
}

/// Whether a namespace of a description's terms begins with the text: a prefix or vocabulary with which other entries, or
/// names of members, can spell these terms in pieces.
fn begins_a_namespace(text: &str) -> bool {
    let namespaces = Namespace::ALL.into_iter().map(Namespace::iri).chain([term::DID_PREFIX]);
    !text.is_empty() && namespaces.into_iter().any(|namespace| namespace.starts_with(text))
}

/// Whether a type is `AgentDescription` without regard to case and to what stands between its words.
fn names_a_description(types: &Json) -> bool {
    let named = |text: &str| {
        let letters: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
        letters.to_ascii_lowercase().contains("agentdescription")
    };
    let all = types.as_array().unwrap_or(std::slice::from_ref(types));
    // what is not looked at may be one
    all.len() > ENTRIES || all.iter().filter_map(Json::as_str).any(named)
}

/// Whether a `@context` names the protocol, or defines terms by its namespaces: then a member of any name can be one of a
/// description. Of a larger one nobody knows.
fn makes_aliases(context: &Json) -> bool {
    let mut left = vec![(context, false)];
    let mut looked_at = 0;
    while let Some((value, defines)) = left.pop() {
        looked_at += 1;
        if looked_at > CONTEXT_VALUES {
            return true;
        }
        if let Some(text) = value.as_str() {
            let hosts = if defines { &HOSTS[..] } else { &HOSTS[..1] };
            if hosts.iter().any(|host| text.contains(host)) || defines && (is_own(text) || begins_a_namespace(text)) {
                return true;
            }
        } else if let Some(array) = value.as_array() {
            left.extend(array.iter().take(CONTEXT_VALUES + 1).map(|entry| (entry, defines)));
        } else if let Some(object) = value.as_object() {
            left.extend(object.iter().take(CONTEXT_VALUES + 1).map(|member| (member.value(), true)));
        }
    }
    false
}
