//! Members that identify an object as an agent description.

use crate::{
    description::{
        Marker, markers,
        vocabulary::{self as term, Namespace},
    },
    format::detect::{ENTRIES, entries},
    json::{Json, Object},
};

/// Members that other formats have too: two of these are distinctive, if the first one is among them.
const TOGETHER: [&[&str]; 4] =
    [&["interfaces"], &["security", "securityDefinitions"], &["products", "services"], &["owner"]];

/// Hosts of the namespaces of description terms.
const HOSTS: [&str; 2] = ["agent-network-protocol.com", "schema.org"];

/// Maximum number of `@context` entries searched for aliases.
const CONTEXT_VALUES: usize = 512;

/// Whether a `@context` has the protocol's namespace, in the correct or a known wrong spelling.
pub(in crate::format) fn names_the_protocol(context: &Json) -> bool {
    let is_namespace = |iri: &str| {
        Namespace::split(iri)
            .is_some_and(|(space, name)| name.is_empty() && (space == Namespace::Ad || space.is_alias()))
    };
    entries(context).any(|entry| match entry.as_object() {
        Some(map) => map.iter().take(ENTRIES).any(|member| member.value().as_str().is_some_and(is_namespace)),
        None => entry.as_str().is_some_and(is_namespace),
    })
}

/// Whether the root has the type of a description.
pub(in crate::format) fn is_description(root: &Object) -> bool {
    let types = ["@type", "type"].into_iter().filter_map(|name| root.get(name)).flat_map(entries);
    let named = |text: &str| text.rsplit(['#', '/', ':']).next() == Some(term::AGENT_DESCRIPTION.name());
    types.filter_map(Json::as_str).any(named)
}

/// Whether the root is a page of a listing: by its type, or without a type by a list of items. Objects with the type of
/// a description are excluded.
pub(in crate::format) fn is_listing(root: &Object) -> bool {
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

/// Whether an object is a file with a JSON-LD context: terms, and nothing that has them.
pub(in crate::format) fn is_context(root: &Object) -> bool {
    root.len() == 1 && root.get("@context").is_some_and(|context| context.as_object().is_some())
}

/// Whether an object is probably an incomplete description, because something distinguishes it from other formats.
/// Shared names (`type`, `services`, `security`, `@context`) are not sufficient. An object with a type of another
/// vocabulary, or with a graph of nodes, needs more than that vocabulary's context or prefixes.
pub(in crate::format) fn is_likely(root: &Object) -> bool {
    let mut types = ["@type", "type"].into_iter().filter_map(|name| root.get(name)).flat_map(entries).peekable();
    let is_of_others = types.peek().is_some() || ["@graph", "@included"].iter().any(|name| root.contains(name));
    let is_named = types.any(names_a_description);
    // a product or service without its context; other formats use `type`
    let listed = [term::PRODUCT.name(), term::SERVICE.name()];
    let classes = root.get("@type").into_iter().flat_map(entries).filter_map(Json::as_str);
    let is_listed = classes.into_iter().any(|text| listed.contains(&local(text)));
    let has = |names: &[&str]| names.iter().any(|name| root.contains(name));
    let rows = TOGETHER.iter().filter(|names| has(names)).count();
    let mut members = root.iter().map(|member| (member.name().as_str(), member.value()));
    is_named
        || is_listed
        || rows >= 2 && has(TOGETHER[0])
        || members.any(|(name, value)| is_distinctive(name, value) || !is_of_others && is_of_vocabulary(name, value))
}

/// Whether a member has a vocabulary that descriptions use.
fn is_of_vocabulary(name: &str, value: &Json) -> bool {
    match name {
        // only descriptions of products have it
        "@context" => entries(value).any(is_of_schema_org),
        _ => name.contains(':') && is_own(name),
    }
}

fn is_distinctive(name: &str, value: &Json) -> bool {
    match name {
        "did" => value.as_str().is_some_and(|did| did.starts_with("did:")),
        "interfaces" => entries(value).any(|entry| entry.as_object().is_some_and(is_interface)),
        _ => markers().any(|known| known == (name, Marker::Distinctive)) || is_of_protocol(name),
    }
}

fn is_of_schema_org(context: &Json) -> bool {
    let is_it = |iri: &str| Namespace::split(iri).is_some_and(|(_, name)| name.is_empty());
    match context.as_object() {
        Some(map) => map.iter().take(ENTRIES).any(|member| member.value().as_str().is_some_and(is_it)),
        None => context.as_str().is_some_and(|iri| is_it(iri) || is_it(&format!("{iri}/"))),
    }
}

/// Whether an entry names a protocol, or has the type of an interface.
fn is_interface(entry: &Object) -> bool {
    let types = ["@type", "type"].into_iter().filter_map(|name| entry.get(name)).flat_map(entries);
    let named = types.filter_map(Json::as_str).any(|text| text.ends_with("Interface"));
    named || entry.contains("protocol") && (entry.contains("url") || entry.contains("content"))
}

/// Finds a member of a description that DID documents must not have.
///
/// - A distinctive member, by its name, behind a prefix or in a namespace of the protocol.
/// - `type`, if it is a description type in any spelling.
/// - `@context`, if it can define an alias of such a member.
pub(in crate::format) fn description_marker(root: &Object) -> Option<&str> {
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

/// The name after a prefix or namespace.
fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local.rsplit(['#', '/']).next().unwrap_or(local))
}

fn is_own(name: &str) -> bool {
    markers().any(|(known, _)| known == local(name)) || name == term::DID_PREFIX || is_of_protocol(name)
}

/// Whether a name is in a namespace of the protocol.
fn is_of_protocol(name: &str) -> bool {
    Namespace::split(name).is_some_and(|(space, _)| space == Namespace::Ad || space.is_alias())
}

/// Whether a namespace of description terms begins with the text. With such a prefix or vocabulary, other entries or
/// member names can compose these terms.
fn begins_a_namespace(text: &str) -> bool {
    let namespaces = Namespace::ALL.into_iter().map(Namespace::iri).chain([term::DID_PREFIX]);
    !text.is_empty() && namespaces.into_iter().any(|namespace| namespace.starts_with(text))
}

/// Whether a type is `AgentDescription`, ignoring case and separators.
fn names_a_description(types: &Json) -> bool {
    let named = |text: &str| {
        let letters: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
        letters.to_ascii_lowercase().contains("agentdescription")
    };
    let all = types.as_array().unwrap_or(std::slice::from_ref(types));
    // an entry beyond the limit may be one
    all.len() > ENTRIES || all.iter().filter_map(Json::as_str).any(named)
}

/// Whether a `@context` names the protocol, or defines terms by its namespaces: then any member name can be a
/// description term. A context beyond the size limit is treated as one.
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
