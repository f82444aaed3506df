//! A listing after JSON-LD expansion.

use super::Options;
use crate::{
    description::vocabulary::{self as term, Namespace, Term},
    json::{Document, Json, Object, Offset, Text},
    jsonld::{self, ExpandOptions, JsonLdError},
};

/// The page's root, expanded without a base; an empty object if the document is not one node.
pub(super) fn root(document: &Document, options: &Options) -> Result<Object, JsonLdError> {
    let mut expand = ExpandOptions::default();
    expand.limits = options.limits.clone();
    if !document.root().contains("@context") {
        // like readers; a missing context is a separate finding
        let prefix: Object = [("@vocab", term::SCHEMA_ORG), ("ad", term::AD)].into_iter().collect();
        expand.expand_context = Some(vec![Json::from(prefix), Json::from(term::ANP_07_CONTEXT)].into());
    }
    let expanded = jsonld::expand(document.json(), &options.contexts, &expand);
    let expanded = expanded.map_err(|error| error.locate(document))?;
    Ok(match expanded.items() {
        [one] => one.as_object().cloned().unwrap_or_default(),
        _ => Object::new(),
    })
}

/// `{url, items: [{url, name, types}], next}`
pub(super) fn model(root: &Object) -> Json {
    let items = values(root, term::ITEMS).map(|item| {
        let object = item.as_object();
        let mut listed = Object::with_capacity(4);
        listed.insert("url", reference(item).cloned());
        listed.insert("name", object.and_then(|item| values(item, term::NAME).find_map(text_of)).cloned());
        if let Some(handle) = object.and_then(handle_of).and_then(text_of) {
            listed.insert("handle", handle.clone());
        }
        listed.insert("types", object.into_iter().flat_map(types).map(Json::from).collect::<Vec<_>>());
        Json::from(listed)
    });
    let mut model = Object::with_capacity(3);
    model.insert("url", values(root, term::URL).find_map(reference).cloned());
    model.insert("items", items.collect::<Vec<_>>());
    model.insert("next", values(root, term::NEXT).find_map(reference).cloned());
    model.into()
}

/// The URL of an expanded value: its `@id`, or its string.
pub(crate) fn reference(value: &Json) -> Option<&Text> {
    value.get("@id").and_then(Json::as_text).or_else(|| text_of(value))
}

/// The types of an expanded node.
pub(crate) fn types(object: &Object) -> impl Iterator<Item = &str> {
    object.get("@type").and_then(Json::as_array).unwrap_or_default().iter().filter_map(Json::as_str)
}

/// The types of an expanded node, for messages.
pub(crate) fn shown_types(object: &Object) -> String {
    types(object).map(|iri| format!("<{iri}>")).collect::<Vec<_>>().join(", ")
}

/// All values of a term in an expanded node, under any of its IRIs, with lists flattened.
pub(crate) fn values(object: &Object, term: Term) -> impl Iterator<Item = &Json> {
    object.iter().filter(move |member| term.accepts(member.name())).flat_map(|member| {
        let values = member.value().as_array().unwrap_or_default().iter();
        values.flat_map(|value| value.get("@list").and_then(Json::as_array).unwrap_or(std::slice::from_ref(value)))
    })
}

/// The string of an expanded value.
pub(crate) fn text_of(value: &Json) -> Option<&Text> {
    value.get("@value")?.as_text()
}

/// The Handle of an expanded item (ANP-04 section 7.3), in any namespace, if it is a string.
pub(crate) fn handle_of(item: &Object) -> Option<&Json> {
    let is_handle =
        |name: &str| Namespace::ALL.iter().any(|namespace| name.strip_prefix(namespace.iri()) == Some("handle"));
    item.iter().find(|member| is_handle(member.name()))?.value().as_array()?.first()
}

/// The position of an expanded value in the source.
pub(crate) fn offset_of(value: &Json) -> Offset {
    if value.offset() != Offset::NONE {
        return value.offset();
    }
    ["@value", "@id"].into_iter().find_map(|key| value.get(key)).map_or(Offset::NONE, Json::offset)
}
