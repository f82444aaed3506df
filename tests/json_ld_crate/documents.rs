//! Generated documents, within the limits of the `json-ld` crate and away from its known differences.

use super::object;
use agent_description::json::{Json, Object};
use proptest::{
    collection::vec,
    prelude::{Just, Strategy, any},
    prop_oneof,
    sample::select,
    strategy::BoxedStrategy,
};

fn one(name: &str, value: impl Into<Json>) -> Json {
    object([(name.to_owned(), value.into())])
}

fn strings(of: &'static [&'static str]) -> BoxedStrategy<Json> {
    select(of).prop_map(Json::from).boxed()
}

/// An object of some of these members.
fn some_of(members: Vec<(&'static str, BoxedStrategy<Json>)>) -> BoxedStrategy<Json> {
    let members: Vec<_> = members
        .into_iter()
        .map(|(name, value)| {
            (any::<u8>(), value).prop_map(move |(dice, value)| (dice < 80).then(|| (name.to_owned(), value)))
        })
        .collect();
    members.prop_map(|members| object(members.into_iter().flatten())).boxed()
}

const TERMS: &[&str] = &["a", "b", "c", "d", "e", "p", "p:x", "id", "type", "T", "U", "urn:n", "unknown"];

const CONTAINERS: &[&[&str]] =
    &[&["@graph", "@id"], &["@graph", "@index"], &["@set", "@index"], &["@graph", "@id", "@set"], &["@set", "@type"]];

fn iri() -> BoxedStrategy<Json> {
    strings(&["urn:a", "https://example.org/ns#b", "p:c", "p:", "_:blank", "../up", "a", "T", "#f", "", "?q"])
}

/// What a generated context may say, so that no known difference is in the way.
#[derive(Clone, Copy)]
struct Features {
    /// Contexts inside term definitions, so deep.
    scoped: u32,
    /// `@propagate`, and contexts inside term definitions at all.
    propagate: bool,
    /// `@protected`, and the terms that may have it.
    protected: bool,
}

fn definition(features: Features, protectable: bool) -> BoxedStrategy<Json> {
    let null = || Just(Json::from(None::<&str>));
    let mut members = vec![
        ("@id", strings(&["urn:a", "urn:b", "p:c", "https://example.org/d/", "@type", "@id"])),
        ("@type", strings(&["@id", "@vocab", "@json", "@none", "urn:date", "p:t"])),
        ("@language", prop_oneof![null(), strings(&["en", "de-AT"])].boxed()),
        ("@direction", prop_oneof![null(), strings(&["ltr", "rtl"])].boxed()),
        (
            "@container",
            prop_oneof![
                strings(&["@set", "@list", "@index", "@language", "@id", "@type", "@graph"]),
                select(CONTAINERS)
                    .prop_map(|names| Json::from(names.iter().map(|name| Json::from(*name)).collect::<Vec<_>>())),
            ]
            .boxed(),
        ),
    ];
    if protectable && features.protected {
        members.push(("@protected", any::<bool>().prop_map(Json::from).boxed()));
    }
    if features.scoped > 0 {
        let inner = Features { scoped: features.scoped - 1, protected: false, ..features };
        members.push(("@context", context(inner)));
    }
    let reverse = u32::from(!protectable);
    prop_oneof![
        3 => strings(&["urn:a", "urn:b#", "https://example.org/c", "p:d", "p:"]),
        1 => null(),
        reverse => strings(&["urn:r", "p:r"]).prop_map(|iri| one("@reverse", iri)),
        5 => some_of(members),
    ]
    .boxed()
}

fn context(features: Features) -> BoxedStrategy<Json> {
    let null = || Just(Json::from(None::<&str>));
    let mut members = vec![
        ("@vocab", strings(&["https://example.org/vocab#", "urn:v:", "", "relative/"])),
        ("@base", strings(&["https://example.net/base/", "deeper/", "#"])),
        ("@language", prop_oneof![null(), strings(&["en", "fr"])].boxed()),
        ("@direction", prop_oneof![null(), strings(&["ltr"])].boxed()),
        ("p", strings(&["https://example.org/p/", "urn:p:", "urn:p#"])),
        ("id", strings(&["@id"])),
        ("type", strings(&["@type"])),
        ("a", definition(features, false)),
        ("b", definition(features, false)),
        ("e", definition(features, false)),
        ("T", definition(features, false)),
        ("U", definition(features, false)),
        ("p:x", definition(features, false)),
    ];
    if features.protected {
        members.extend([("c", definition(features, true)), ("d", definition(features, true))]);
    }
    if features.propagate {
        members.push(("@propagate", any::<bool>().prop_map(Json::from).boxed()));
    }
    some_of(members)
}

fn scalar() -> BoxedStrategy<Json> {
    prop_oneof![
        iri(),
        strings(&["text", "x", "@none", "ltr"]),
        any::<bool>().prop_map(Json::from),
        (0_u32..5).prop_map(Json::from),
        Just(Json::from(None::<&str>)),
    ]
    .boxed()
}

fn value_object() -> BoxedStrategy<Json> {
    let of_string =
        some_of(vec![("@language", strings(&["en"])), ("@direction", strings(&["rtl"])), ("@index", strings(&["i"]))]);
    let typed = some_of(vec![("@type", strings(&["urn:t", "p:t", "T", "@json"])), ("@index", strings(&["i"]))]);
    let with = |value: Json, mut rest: Json| {
        rest.as_object_mut().unwrap().insert("@value", value);
        rest
    };
    let not_null = scalar().prop_map(|value| if value.is_null() { Json::from(true) } else { value });
    prop_oneof![
        (iri(), of_string).prop_map(move |(value, rest)| with(value, rest)),
        (not_null, typed).prop_map(move |(value, rest)| with(value, rest)),
    ]
    .boxed()
}

fn value(depth: u32) -> BoxedStrategy<Json> {
    if depth == 0 {
        return prop_oneof![4 => scalar(), 1 => value_object(), 1 => iri().prop_map(|iri| one("@id", iri))].boxed();
    }
    let inner = value(depth - 1);
    prop_oneof![
        3 => scalar(),
        1 => value_object(),
        4 => node(depth - 1),
        2 => vec(inner.clone(), 0..3).prop_map(Json::from),
        1 => inner.clone().prop_map(|value| one("@list", value)),
        1 => inner.clone().prop_map(|value| one("@set", value)),
        1 => (vec(inner.clone(), 0..2)).prop_map(|items| one("@list", Json::from(items))),
        // maps by language, index, id and type
        2 => vec((select(&["en", "@none", "T", "a", "urn:k", "k"][..]), inner), 0..3)
            .prop_map(|members| object(members.into_iter().map(|(name, value)| (name.to_owned(), value)))),
    ]
    .boxed()
}

fn node(depth: u32) -> BoxedStrategy<Json> {
    let properties = vec((select(TERMS), value(depth)), 0..4);
    let keywords = some_of(vec![
        ("@id", iri()),
        ("@type", prop_oneof![iri(), vec(iri(), 1..3).prop_map(Json::from)].boxed()),
        ("@index", strings(&["i"])),
        ("@graph", value(depth.min(1))),
    ]);
    let plain = Features { scoped: 0, propagate: false, protected: false };
    let local =
        prop_oneof![6 => Just(None), 1 => context(plain).prop_map(Some), 1 => Just(Some(Json::from(None::<&str>)))];
    (properties, keywords, local, any::<u8>())
        .prop_map(|(properties, keywords, local, dice)| {
            let keywords = if dice < 128 { Object::new() } else { keywords.as_object().cloned().unwrap() };
            let local = local.map(|local| ("@context".to_owned(), local));
            let keywords = keywords.into_iter().map(|member| (member.name().to_string(), member.value().clone()));
            let properties = properties.into_iter().map(|(name, value)| (name.to_owned(), value));
            object(local.into_iter().chain(keywords).chain(properties))
        })
        .boxed()
}

/// Documents whose contexts use every feature, and documents with reverse maps under plainer ones.
pub fn document() -> BoxedStrategy<Json> {
    let every = Features { scoped: 1, propagate: true, protected: true };
    let plain = Features { scoped: 0, propagate: false, protected: true };
    let reverse = node(1).prop_map(|node| one("urn:n", node));
    let rooted = |context: Json, reverse: Option<Json>, node: Json| {
        let is_free = |name: &str| !matches!(name, "@context" | "@index" | "@reverse");
        let members = node.as_object().cloned().unwrap().into_iter().filter(|member| is_free(member.name()));
        let first = [Some(("@context".to_owned(), context)), reverse.map(|reverse| ("@reverse".to_owned(), reverse))];
        object(
            first
                .into_iter()
                .flatten()
                .chain(members.map(|member| (member.name().to_string(), member.value().clone()))),
        )
    };
    prop_oneof![
        3 => (context(every), node(3)).prop_map(move |(context, node)| rooted(context, None, node)),
        1 => (vec(context(every), 2), node(3)).prop_map(move |(contexts, node)| rooted(Json::from(contexts), None, node)),
        1 => (context(plain), reverse, node(2)).prop_map(move |(context, reverse, node)| rooted(context, Some(reverse), node)),
    ]
    .boxed()
}
