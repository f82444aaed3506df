//! Finds the subschemas of a schema, and resolves its references.

use super::pattern_budget::schema_pattern_bytes;
use agent_description::json::{Json, Object, pointer};
use percent_encoding::percent_decode_str;
use std::{collections::HashMap, rc::Rc};
use url::Url;

/// Keywords with one schema for the same value.
pub(super) const IN_PLACE: [&str; 4] = ["not", "if", "then", "else"];
/// Keywords with a list of schemas for the same value.
pub(super) const IN_PLACE_LISTS: [&str; 3] = ["allOf", "anyOf", "oneOf"];
/// Keywords with named schemas for the same value.
pub(super) const IN_PLACE_MAPS: [&str; 2] = ["dependentSchemas", "dependencies"];
/// Keywords with a schema for each member or element.
pub(super) const SCHEMA_KEYWORDS: [&str; 7] = [
    "additionalProperties",
    "unevaluatedProperties",
    "propertyNames",
    "items",
    "additionalItems",
    "unevaluatedItems",
    "contains",
];
/// Keywords with named schemas for the members of these names.
const SCHEMA_MAP_KEYWORDS: [&str; 2] = ["properties", "patternProperties"];
/// Keywords with named schemas that only references use.
const DEFINITIONS: [&str; 2] = ["$defs", "definitions"];
/// Keywords that reference another schema.
pub(super) const REFERENCES: [&str; 3] = ["$ref", "$dynamicRef", "$recursiveRef"];

/// How the value of a keyword contains schemas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// One schema or a list.
    Schemas,
    /// Members with author-chosen names.
    Named,
}

/// How a keyword contains schemas, if it does.
#[must_use]
pub fn holds(keyword: &str) -> Option<Holds> {
    if SCHEMA_MAP_KEYWORDS.contains(&keyword) || IN_PLACE_MAPS.contains(&keyword) || DEFINITIONS.contains(&keyword) {
        return Some(Holds::Named);
    }
    let has_schemas = IN_PLACE.contains(&keyword)
        || SCHEMA_KEYWORDS.contains(&keyword)
        || IN_PLACE_LISTS.contains(&keyword)
        || matches!(keyword, "contentSchema" | "prefixItems");
    has_schemas.then_some(Holds::Schemas)
}

/// Calls `each` for every direct subschema.
pub fn direct<'a>(schema: &'a Object, each: &mut dyn FnMut(&'a Json)) {
    for member in schema {
        let (name, value) = (member.name().as_str(), member.value());
        match holds(name) {
            Some(Holds::Named) => value.as_object().into_iter().flatten().for_each(|entry| each(entry.value())),
            Some(Holds::Schemas) => {
                let is_list = IN_PLACE_LISTS.contains(&name) || matches!(name, "items" | "prefixItems");
                match value.as_array().filter(|_| is_list) {
                    Some(items) => items.iter().for_each(&mut *each),
                    None if name == "prefixItems" || IN_PLACE_LISTS.contains(&name) => {}
                    None => each(value),
                }
            }
            None => {}
        }
    }
}

/// The target of a reference.
#[derive(Clone, Copy, Debug)]
pub enum ReferenceTarget<'a> {
    /// A schema of the document.
    Schema(&'a Json),
    /// A meta-schema of JSON Schema, which is embedded.
    MetaSchema,
    /// A schema in another document.
    Elsewhere,
    /// Nothing: the reference does not resolve.
    Nowhere,
}

/// The schemas that references can name, and the base of each reference.
#[derive(Debug, Default)]
pub struct SchemaPlaces<'a> {
    root: Option<&'a Json>,
    /// By URL without fragment.
    resources: HashMap<String, &'a Json>,
    /// By URL and name.
    anchors: HashMap<(String, &'a str), &'a Json>,
    /// By name only, for dynamic references.
    dynamic: HashMap<&'a str, Vec<&'a Json>>,
    /// The base of each schema with references, if it differs from that of the root.
    bases: HashMap<*const Object, Rc<Url>>,
    /// Number of schemas.
    pub schemas: usize,
    /// What its patterns cost, as [`PatternBudget`](super::PatternBudget) counts.
    pub pattern_bytes: usize,
}

/// Maximum length of a schema's URL in bytes, because the URLs of all subschemas contain it.
const MAX_POINTER_BYTES: usize = 2048;

/// The base of a schema without `$id`, which cannot be fetched.
fn default_base() -> Option<Url> {
    Url::parse("json-schema:///").ok()
}

impl<'a> SchemaPlaces<'a> {
    /// Finds the schemas inside a schema.
    #[must_use]
    pub fn from_schema(root: &'a Json) -> Self {
        let mut places = Self { root: Some(root), ..Self::default() };
        if let Some(base) = default_base() {
            places.resources.insert(base.to_string(), root);
            places.visit(root, &Rc::new(base));
        }
        places
    }

    fn visit(&mut self, schema: &'a Json, base: &Rc<Url>) {
        self.schemas += 1;
        let Some(object) = schema.as_object() else { return };
        let mut base = Rc::clone(base);
        for member in object {
            let Some(text) = member.value().as_str() else { continue };
            match member.name().as_str() {
                "$id" | "id" if text.starts_with('#') => self.anchor(&base, text.get(1..).unwrap_or_default(), schema),
                "$id" if text.len() <= MAX_POINTER_BYTES => {
                    let joined = base.join(text).ok().filter(|url| url.as_str().len() <= MAX_POINTER_BYTES);
                    if let Some(mut url) = joined {
                        url.set_fragment(None);
                        self.resources.insert(url.to_string(), schema);
                        base = Rc::new(url);
                    }
                }
                _ => {}
            }
        }
        for member in object {
            let value = member.value();
            match (member.name().as_str(), value.as_str()) {
                ("$anchor", Some(name)) => self.anchor(&base, name, schema),
                ("$dynamicAnchor", Some(name)) => {
                    self.anchor(&base, name, schema);
                    self.dynamic.entry(name).or_default().push(schema);
                }
                ("pattern", Some(pattern)) => self.charge_pattern(pattern),
                ("patternProperties", None) => {
                    value.as_object().into_iter().flatten().for_each(|member| self.charge_pattern(member.name()));
                }
                _ => {}
            }
        }
        if REFERENCES.iter().any(|name| object.contains(name)) {
            self.bases.insert(std::ptr::from_ref(object), Rc::clone(&base));
        }
        direct(object, &mut |inner| self.visit(inner, &base));
    }

    fn charge_pattern(&mut self, pattern: &str) {
        self.pattern_bytes = self.pattern_bytes.saturating_add(schema_pattern_bytes(pattern));
    }

    fn anchor(&mut self, base: &Url, name: &'a str, schema: &'a Json) {
        self.anchors.entry((base.to_string(), name)).or_insert(schema);
    }

    /// The absolute URL of a schema's reference.
    #[must_use]
    pub fn url(&self, schema: &Object, reference: &str) -> Option<Url> {
        match self.bases.get(&std::ptr::from_ref(schema)) {
            Some(base) => base.join(reference).ok(),
            None => default_base()?.join(reference).ok(),
        }
    }

    /// Resolves the reference of a schema.
    #[must_use]
    pub fn target(&self, schema: &Object, reference: &str) -> ReferenceTarget<'a> {
        let Some(mut url) = self.url(schema, reference) else { return ReferenceTarget::Nowhere };
        let fragment = percent_decode_str(url.fragment().unwrap_or_default()).decode_utf8_lossy().into_owned();
        url.set_fragment(None);
        let Some(resource) = self.resources.get(url.as_str()) else {
            return match (url.scheme(), url.host_str()) {
                ("json-schema", _) => ReferenceTarget::Nowhere,
                (_, Some("json-schema.org")) if url.path().starts_with("/draft") => ReferenceTarget::MetaSchema,
                _ => ReferenceTarget::Elsewhere,
            };
        };
        let found = if fragment.is_empty() || fragment.starts_with('/') {
            pointer::lookup(resource, &fragment)
        } else {
            self.anchors.get(&(url.to_string(), fragment.as_str())).copied()
        };
        found.map_or(ReferenceTarget::Nowhere, ReferenceTarget::Schema)
    }

    /// Number of schemas that a dynamic reference may resolve to.
    #[cfg(feature = "json-schema")]
    #[must_use]
    pub fn number_of_dynamic_targets(&self, keyword: &str, reference: &str) -> usize {
        match keyword {
            "$recursiveRef" => 1 + self.resources.len(),
            _ => self.named_dynamically(keyword, reference).len(),
        }
    }

    fn named_dynamically(&self, keyword: &str, reference: &str) -> &[&'a Json] {
        let name = reference.rsplit_once('#').map_or("", |(_, name)| name);
        self.dynamic.get(name).filter(|_| keyword == "$dynamicRef").map_or(&[], Vec::as_slice)
    }

    /// All schemas that a dynamic reference may resolve to, besides the one it names.
    #[must_use]
    pub fn dynamic_targets(&self, keyword: &str, reference: &str) -> Vec<&'a Json> {
        match keyword {
            "$recursiveRef" => self.root.into_iter().chain(self.resources.values().copied()).collect(),
            _ => self.named_dynamically(keyword, reference).to_vec(),
        }
    }
}
