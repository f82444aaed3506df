//! Compacted documents rewritten so that one fault of a peer no longer shows: what it spells otherwise is spelled one way, whoever wrote it.

use agent_description::jsonld::Contexts;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The definitions of a context and of the contexts within: all that a term has.
pub struct Definitions {
    terms: BTreeMap<String, Vec<Map<String, Value>>>,
    aliases: BTreeMap<String, String>,
    /// Whether there is a default direction.
    has_direction: bool,
}

impl Definitions {
    pub fn of(context: &Value) -> Self {
        let mut definitions = Self { terms: BTreeMap::new(), aliases: BTreeMap::new(), has_direction: false };
        definitions.read(context);
        definitions
    }

    fn read(&mut self, context: &Value) {
        match context {
            Value::Array(contexts) => contexts.iter().for_each(|context| self.read(context)),
            Value::String(iri) => {
                if let Some(embedded) = Contexts::embedded().iter().find(|context| context.iri() == iri) {
                    self.read(&serde_json::from_slice::<Value>(embedded.bytes()).unwrap()["@context"]);
                }
            }
            Value::Object(members) => {
                self.has_direction |= members.contains_key("@direction");
                for (name, definition) in members.iter().filter(|(name, _)| !name.starts_with('@')) {
                    let id = definition.get("@id").unwrap_or(definition).as_str();
                    if let Some(keyword) = id.filter(|id| id.starts_with('@')) {
                        self.aliases.insert(name.clone(), keyword.to_owned());
                    }
                    if let Value::Object(definition) = definition {
                        self.terms.entry(name.clone()).or_default().push(definition.clone());
                        definition.get("@context").into_iter().for_each(|context| self.read(context));
                    }
                }
            }
            _ => {}
        }
    }

    /// Whether a term has, somewhere, all these containers.
    pub fn is_in(&self, term: &str, containers: &[&str]) -> bool {
        self.any(term, |definition| {
            let of = definition.get("@container").map(items).unwrap_or_default();
            containers.iter().all(|container| of.iter().any(|one| one == container))
        })
    }

    pub fn any(&self, term: &str, condition: impl Fn(&Map<String, Value>) -> bool) -> bool {
        self.terms.get(term).is_some_and(|definitions| definitions.iter().any(condition))
    }

    /// Whether a member is the index of some term.
    fn is_index(&self, name: &str) -> bool {
        let is_one = |index: &Value| index.as_str().is_some_and(|index| last_part(index) == last_part(name));
        self.keyword(name) == "@index"
            || self.some_term(|term| self.any(term, |definition| definition.get("@index").is_some_and(is_one)))
    }

    /// Whether some term satisfies a condition.
    pub fn some_term(&self, condition: impl Fn(&str) -> bool) -> bool {
        self.terms.keys().any(|term| condition(term))
    }

    pub fn keyword<'n>(&'n self, name: &'n str) -> &'n str {
        self.aliases.get(name).map_or(name, String::as_str)
    }

    /// The member of an object that is a keyword or its alias.
    pub fn member<'v>(&self, value: &'v Value, keyword: &str) -> Option<&'v Value> {
        value.as_object()?.iter().find(|(name, _)| self.keyword(name) == keyword).map(|(_, value)| value)
    }

    /// An object without a keyword.
    pub fn without(&self, value: Value, keyword: &str) -> Value {
        match value {
            Value::Object(members) => {
                members.into_iter().filter(|(name, _)| self.keyword(name) != keyword).collect::<Map<_, _>>().into()
            }
            other => other,
        }
    }

    /// What is left of an object that has this keyword only: its value.
    pub fn only(&self, value: &Value, keyword: &str) -> Value {
        match self.member(value, keyword) {
            Some(only) if value.as_object().is_some_and(|members| members.len() == 1) => only.clone(),
            _ => value.clone(),
        }
    }
}

/// A rewriting of one value, whose inner values are rewritten already; the name is that of the member that it stands in.
pub type Rewriting = fn(&Definitions, &str, Value) -> Value;

/// Rewrites a document from its leaves up.
pub fn rewrite(definitions: &Definitions, rewriting: Rewriting, name: &str, value: &Value) -> Value {
    let value = match value {
        Value::Array(items) => items.iter().map(|item| rewrite(definitions, rewriting, name, item)).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(name, value)| match name.as_str() {
                "@context" => (name.clone(), value.clone()),
                _ => (name.clone(), rewrite(definitions, rewriting, name, value)),
            })
            .collect::<Map<_, _>>()
            .into(),
        other => other.clone(),
    };
    rewriting(definitions, name, value)
}

/// A value, or the items of an array.
pub fn items(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_else(|| vec![value.clone()])
}

/// One item as itself.
fn joined(mut values: Vec<Value>) -> Value {
    match values.len() {
        1 => values.remove(0),
        _ => values.into(),
    }
}

/// A value, or each item of an array, made anew.
fn each(value: &Value, make: impl Fn(&Value) -> Value) -> Value {
    value.as_array().map_or_else(|| make(value), |items| items.iter().map(&make).collect())
}

/// Each entry of a map made anew.
fn each_entry(value: Value, make: impl Fn(&Value) -> Value) -> Value {
    match value {
        Value::Object(map) => {
            map.into_iter().map(|(key, value)| (key, each(&value, &make))).collect::<Map<_, _>>().into()
        }
        other => other,
    }
}

/// The items of all entries of a map.
fn entries(value: &Value) -> Vec<Value> {
    value.as_object().map_or_else(|| items(value), |map| map.values().flat_map(items).collect())
}

/// The last part of an IRI or a compact IRI: generated terms are called by it, after whatever the vocabulary is.
fn last_part(name: &str) -> &str {
    let part = name.rsplit(['/', '#', ':']).next().filter(|part| !part.is_empty()).unwrap_or(name);
    part.rfind("term").and_then(|at| part.get(at..)).unwrap_or(part)
}

fn last_part_of(value: &Value) -> Value {
    value.as_str().map_or_else(|| value.clone(), |name| last_part(name).into())
}

/// An array without arrays in it.
fn flat(value: &Value) -> Vec<Value> {
    value.as_array().map_or_else(|| vec![value.clone()], |items| items.iter().flat_map(flat).collect())
}

/// Members whose names end like one of the terms become that term's one member.
fn gather(value: Value, is_one: impl Fn(&str) -> bool, values: impl Fn(&str, &Value) -> Vec<Value>) -> Value {
    let Value::Object(members) = value else { return value };
    let mut result = Map::new();
    for (name, value) in members {
        let term = last_part(&name);
        if !is_one(term) {
            result.insert(name, value);
        } else if let Value::Array(all) = result.entry(term).or_insert_with(|| Value::Array(Vec::new())) {
            all.extend(values(&name, &value));
        }
    }
    result.into()
}

fn is_json(definitions: &Definitions, term: &str) -> bool {
    definitions.any(term, |definition| definition.get("@type").is_some_and(|kind| kind == "@json"))
}

pub fn without_graph_names(definitions: &Definitions, name: &str, value: Value) -> Value {
    if definitions.is_in(name, &["@graph", "@id"]) && value.is_object() {
        return entries(&value).into();
    }
    let is_graph = value.as_object().is_some_and(|members| {
        members.keys().all(|name| matches!(definitions.keyword(name), "@graph" | "@id" | "@index"))
    });
    match definitions.member(&value, "@graph") {
        Some(_) if is_graph => definitions.without(value, "@id"),
        _ => value,
    }
}

pub fn with_flat_literals(definitions: &Definitions, name: &str, value: Value) -> Value {
    if is_json(definitions, name) && value.is_array() { joined(flat(&value)) } else { value }
}

pub fn with_joined_literals(definitions: &Definitions, _: &str, value: Value) -> Value {
    let literal = |value: &Value| match definitions.member(value, "@type") {
        Some(kind) if kind == "@json" => definitions.member(value, "@value").unwrap_or(value).clone(),
        _ => value.clone(),
    };
    let literals = |_: &str, value: &Value| items(value).iter().flat_map(|one| flat(&literal(one))).collect();
    gather(value, |term| is_json(definitions, term), literals)
}

pub fn is_directed_language_map(definitions: &Definitions, term: &str) -> bool {
    definitions.any(term, |definition| {
        (definitions.has_direction || definition.contains_key("@direction"))
            && definition.get("@container").is_some_and(|of| items(of).iter().any(|one| one == "@language"))
    })
}

pub fn without_directed_language_maps(definitions: &Definitions, _: &str, value: Value) -> Value {
    let is_one = |term: &str| is_directed_language_map(definitions, term);
    gather(value, is_one, |name, value| {
        let values = if is_one(name) { entries(value) } else { items(value) };
        values.iter().map(|value| definitions.member(value, "@value").unwrap_or(value).clone()).collect()
    })
}

pub fn with_plain_references_in_type_maps(definitions: &Definitions, name: &str, value: Value) -> Value {
    if !definitions.is_in(name, &["@type"]) {
        return value;
    }
    each_entry(value, |one| last_part_of(&definitions.only(one, "@id")))
}

pub fn with_plain_strings_in_language_maps(definitions: &Definitions, name: &str, value: Value) -> Value {
    if !definitions.is_in(name, &["@language"]) {
        return value;
    }
    each_entry(value, |one| definitions.member(one, "@value").unwrap_or(one).clone())
}

pub fn without_default_directions(definitions: &Definitions, _: &str, value: Value) -> Value {
    if definitions.member(&value, "@value").is_none() {
        return value;
    }
    definitions.only(&definitions.without(value, "@direction"), "@value")
}

pub fn with_directed_strings_plain(definitions: &Definitions, _: &str, value: Value) -> Value {
    let members = ["@value", "@language", "@direction"];
    match members.map(|keyword| definitions.member(&value, keyword)) {
        [Some(text), Some(_), Some(_)] if value.as_object().is_some_and(|members| members.len() == 3) => text.clone(),
        _ => value,
    }
}

pub fn with_keywords_for_aliases(definitions: &Definitions, _: &str, value: Value) -> Value {
    let Some(name) = value.as_str() else { return value };
    let keyword = name.strip_prefix("./").filter(|name| name.starts_with('@'));
    definitions.keyword(keyword.unwrap_or(name)).into()
}

pub fn with_last_parts_of_dotted_paths(_: &Definitions, _: &str, value: Value) -> Value {
    if value.as_str().is_some_and(|iri| iri.contains("../")) { last_part_of(&value) } else { value }
}

pub fn without_line_feeds(_: &Definitions, _: &str, value: Value) -> Value {
    value.as_str().map_or_else(|| value.clone(), |text| text.replace('\n', "").into())
}

pub fn with_short_empty_properties(_: &Definitions, _: &str, value: Value) -> Value {
    let Value::Object(members) = value else { return value };
    let is_empty = |value: &Value| value.as_array().is_some_and(Vec::is_empty);
    let name = |name: String, value: &Value| if is_empty(value) { last_part(&name).to_owned() } else { name };
    members.into_iter().map(|(of, value)| (name(of, &value), value)).collect::<Map<_, _>>().into()
}

pub fn with_single_items_of_lists(definitions: &Definitions, name: &str, value: Value) -> Value {
    if definitions.keyword(name) == "@list" && value.is_array() { joined(items(&value)) } else { value }
}

pub fn with_short_types(definitions: &Definitions, name: &str, value: Value) -> Value {
    if definitions.keyword(name) == "@type" {
        return each(&value, last_part_of);
    }
    match value {
        Value::Object(_) if definitions.is_in(name, &["@type"]) => gather(value, |_| true, |_, value| items(value)),
        other => other,
    }
}

pub fn with_lists_as_arrays(definitions: &Definitions, _: &str, value: Value) -> Value {
    match definitions.member(&value, "@list") {
        Some(list) if value.as_object().is_some_and(|members| members.len() == 1) => items(list).into(),
        _ => value,
    }
}

/// The last of several lists in the place of the first.
pub fn with_the_last_list(definitions: &Definitions, _: &str, value: Value) -> Value {
    let Value::Object(mut members) = value else { return value };
    let terms: Vec<String> = members.keys().filter(|term| definitions.is_in(term, &["@list"])).cloned().collect();
    for term in terms {
        let others: Vec<String> =
            members.keys().filter(|name| **name != term && last_part(name) == term).cloned().collect();
        for other in others {
            let (lists, rest): (Vec<Value>, Vec<Value>) =
                items(&members[&other]).into_iter().partition(|one| definitions.member(one, "@list").is_some());
            let Some(list) = lists.last().and_then(|last| definitions.member(last, "@list")) else { continue };
            members.insert(term.clone(), items(list).into());
            members.remove(&other);
            if !rest.is_empty() {
                members.insert(other, joined(rest));
            }
        }
    }
    members.into()
}

pub fn without_indexes_of_nodes(definitions: &Definitions, _: &str, value: Value) -> Value {
    if definitions.member(&value, "@value").is_some() { value } else { definitions.without(value, "@index") }
}

/// The entries of maps by a property, which they no longer have.
pub fn without_index_properties(definitions: &Definitions, name: &str, value: Value) -> Value {
    let mut properties = Vec::new();
    for definition in definitions.terms.get(name).into_iter().flatten() {
        properties.extend(definition.get("@index").and_then(Value::as_str).map(last_part));
    }
    if properties.is_empty() || !value.is_object() {
        return value;
    }
    let mut left = entries(&value);
    for one in left.iter_mut().filter_map(Value::as_object_mut) {
        one.retain(|name, _| !properties.contains(&last_part(name)));
    }
    left.into()
}

/// What is in a document wherever it stands, the indexes of nodes aside: its scalars in order.
pub fn scalars(definitions: &Definitions, value: &Value) -> Vec<String> {
    fn collect(definitions: &Definitions, value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| collect(definitions, item, found)),
            Value::Object(members) => members
                .iter()
                .filter(|(name, _)| *name != "@context" && !definitions.is_index(name))
                .for_each(|(_, value)| collect(definitions, value, found)),
            scalar => found.push(scalar.to_string()),
        }
    }
    let mut found = Vec::new();
    collect(definitions, value, &mut found);
    found.sort_unstable();
    found
}
