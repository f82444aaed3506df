//! Where the model's values are others than a reader by names sees: the model as JSON, by what it has of a node of each kind.

use super::view::{Kind, Seen, View, same_json};
use serde_json::Value;
use std::collections::BTreeSet;

/// The model's name of a term.
fn name_of(term: &str, kind: Kind) -> &str {
    match (kind, term) {
        (_, "Infomations") => "informations",
        (_, "additionalProperty") => "additionalProperties",
        (_, "image") => "images",
        (Kind::PropertyValue, "value") => "values",
        _ => term,
    }
}

/// Terms whose values the model has in a list.
const LISTS: [&str; 12] = [
    "products",
    "services",
    "interfaces",
    "Infomations",
    "security",
    "ingredients",
    "offers",
    "additionalProperty",
    "image",
    "value",
    "options",
    "schemes",
];

pub fn differs(model: &Value, named: &View, kind: Kind, at: &str, found: &mut Vec<String>) {
    let mut differ = |term: &str, model: &Value, seen: &dyn std::fmt::Debug| {
        found.push(format!("{at}/{term}: model {model}, by name {seen:?}"));
    };
    if model["id"].as_str() != named.id.as_deref() {
        differ("@id", &model["id"], &named.id);
    }
    let types: BTreeSet<String> = model["types"].as_array().unwrap().iter().map(text).collect();
    if types != named.types {
        differ("@type", &model["types"], &named.types);
    }
    let mut nodes = Vec::new();
    for (term, of_nodes) in kind.terms() {
        let seen = named.values(term);
        match (kind, term) {
            // the price and its parts are one in the model
            (Kind::Offer, "price") => {
                if !same_price(&model["price"], named) {
                    differ(term, &model["price"], &(seen, named.values("priceSpecification")));
                }
            }
            (Kind::Offer, "priceCurrency" | "priceSpecification") => {}
            (Kind::Nutrition, _) => {
                if model["facts"].get(term).and_then(Value::as_str) != named.text(term) {
                    differ(term, &model["facts"], &seen);
                }
            }
            _ => {
                let value = &model[name_of(term, kind)];
                let is_boolean = matches!(term, "humanAuthorization" | "isRequired");
                let values: Vec<&Value> = match value {
                    Value::Array(items) => items.iter().collect(),
                    Value::Null => Vec::new(),
                    one => vec![one],
                };
                // what the model does not read: several values for one, and values of another kind
                let is_read = |seen: &&Seen| match seen {
                    Seen::Node(node) => of_nodes.is_some() || is_reference(term) && node.id.is_some(),
                    Seen::Text(_) => !is_boolean && (of_nodes.is_none() || matches!(term, "security" | "image")),
                    Seen::Number(_) => kind == Kind::PropertyValue && term == "value",
                    Seen::Bool(_) => is_boolean || kind == Kind::PropertyValue && term == "value",
                };
                let read: Vec<&Seen> = if seen.len() > 1 && !LISTS.contains(&term) {
                    Vec::new()
                } else {
                    seen.iter().filter(is_read).collect()
                };
                if values.len() != read.len() {
                    differ(term, value, &seen);
                }
                nodes.extend(values.into_iter().zip(read).enumerate().map(|(index, pair)| (term, index, pair)));
            }
        }
    }
    if kind == Kind::Interface {
        let content = named.content.clone().unwrap_or(Value::Null);
        if !same_json(&model["content"], &content) {
            differ("content", &model["content"], &content);
        }
    }
    if kind == Kind::Root {
        let definitions = model["securityDefinitions"].as_array().unwrap();
        let names: BTreeSet<String> =
            definitions.iter().map(|definition| text(&definition["definitionName"])).collect();
        if names != named.schemes.keys().cloned().collect() {
            differ("securityDefinitions", &model["securityDefinitions"], &named.schemes.keys());
        }
        for definition in definitions {
            if let Some(scheme) = named.schemes.get(&text(&definition["definitionName"])) {
                differs(definition, scheme, Kind::Scheme, &format!("{at}/securityDefinitions"), found);
            }
        }
    }
    for (term, index, (value, seen)) in nodes {
        let at = format!("{at}/{term}/{index}");
        match seen {
            Seen::Text(text) => {
                let is_same = match term {
                    "image" => value["url"].as_str() == Some(text),
                    // a name of schema.org may be written in short, or as an IRI of its vocabulary
                    "availability" => value.as_str().is_some_and(|value| last_part(value) == last_part(text)),
                    // what says nothing needs no header: `auto` is the model's word for it
                    _ => value.as_str() == Some(text),
                };
                if !is_same {
                    found.push(format!("{at}: model {value}, by name {text:?}"));
                }
            }
            Seen::Number(number) if value.as_f64() == Some(*number) => {}
            Seen::Bool(flag) if value.as_bool() == Some(*flag) => {}
            Seen::Number(_) | Seen::Bool(_) => found.push(format!("{at}: model {value}, by name {seen:?}")),
            Seen::Node(node) if is_reference(term) => {
                if value.as_str() != node.id.as_deref() {
                    found.push(format!("{at}: model {value}, by name {node:?}"));
                }
            }
            Seen::Node(node) => {
                let kind = kind.terms().find(|(name, _)| *name == term).and_then(|(_, kind)| kind).unwrap();
                // an image that is only named is an address
                if term == "image" && node.terms.is_empty() && node.types.is_empty() && node.id.is_some() {
                    if value["url"].as_str() != node.id.as_deref() {
                        found.push(format!("{at}: model {value}, by name {node:?}"));
                    }
                } else {
                    differs(value, node, kind, &at, found);
                }
            }
        }
    }
}

/// Whether a term takes an IRI, also one that is written as a reference to a node.
fn is_reference(term: &str) -> bool {
    matches!(term, "url" | "availability")
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn last_part(iri: &str) -> &str {
    iri.rsplit(['#', '/', ':']).next().unwrap_or(iri)
}

/// The price of an offer is its own, or that of its one price specification.
fn same_price(model: &Value, offer: &View) -> bool {
    let own = price(offer);
    let specified = || match offer.values("priceSpecification") {
        [Seen::Node(specification)] => price(specification),
        _ => None,
    };
    match own.or_else(specified) {
        None => model.is_null(),
        Some((amount, currency)) => {
            let written = model["amount"].as_str().unwrap_or_default();
            let is_amount = match &amount {
                Seen::Text(text) => written == text,
                Seen::Number(number) => written.parse() == Ok(*number),
                _ => false,
            };
            is_amount && model["currency"].as_str() == currency.as_deref()
        }
    }
}

/// A price that is a decimal number, and its currency.
fn price(node: &View) -> Option<(Seen, Option<String>)> {
    let [amount @ (Seen::Text(_) | Seen::Number(_))] = node.values("price") else { return None };
    if let Seen::Text(text) = amount {
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
        if !is_digits(whole) || !is_digits(fraction) {
            return None;
        }
    }
    Some((amount.clone(), node.text("priceCurrency").map(str::to_owned)))
}
