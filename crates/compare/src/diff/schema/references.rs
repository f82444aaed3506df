//! Resolves references in schemas.

use super::super::{change::Both, sets::form, walk::Walk};
use super::state::{Objects, Roots};
use adp_tools::json_schema::{ReferenceTarget, SchemaPlaces};
use agent_description::{
    Json,
    diagnostic::{change as rules, members::Direction},
    json::{Object, pointer},
};
use std::{
    collections::{BTreeMap, HashSet},
    ptr,
    rc::Rc,
};

/// Maximum number of consecutive references.
const MAX_REFERENCE_HOPS: usize = 16;

/// The target of a reference.
enum Lead<'a> {
    To(&'a Json),
    /// Outside the document, by its complete URL.
    Out(String),
    Nowhere,
}

fn lead<'a>(places: &SchemaPlaces<'a>, schema: &Object, reference: &str) -> Lead<'a> {
    let (mut found, mut at) = match places.target(schema, reference) {
        ReferenceTarget::Schema(found) => (found, 0),
        ReferenceTarget::Nowhere => return Lead::Nowhere,
        ReferenceTarget::MetaSchema | ReferenceTarget::Elsewhere => {
            return places.url(schema, reference).map_or(Lead::Nowhere, |url| Lead::Out(url.into()));
        }
    };
    // skip schemas that contain only a reference
    while let Some(object) = found.as_object().filter(|object| object.len() == 1 && at < MAX_REFERENCE_HOPS) {
        let next = refers(object).map(|next| places.target(object, next));
        let Some(ReferenceTarget::Schema(next)) = next else { break };
        (found, at) = (next, at + 1);
    }
    Lead::To(found)
}

impl<'a> Walk<'a> {
    /// The bases for two values at this location.
    pub fn roots_of(&self, both: Both<'a>) -> Roots<'a> {
        let places = |root: Option<&'a Json>| root.map(SchemaPlaces::from_schema).unwrap_or_default();
        let places = (both.0 != both.1).then(|| Rc::new((places(both.0), places(both.1))));
        Roots { places, new: both.1, pointer: self.path.clone() }
    }

    /// The schemas that references can name, in both documents.
    pub(super) fn places(&self) -> Option<Rc<(SchemaPlaces<'a>, SchemaPlaces<'a>)>> {
        self.roots.as_ref()?.places.clone()
    }

    /// Compares schemas with references.
    pub(super) fn references(&mut self, both: Both<'a>, (old, new): Objects<'a>) {
        let alone = |schema: Option<&Object>| schema.into_iter().flatten().all(|member| is_annotation(member.name()));
        let Some(places) = self.places() else { return };
        let of =
            |places: &SchemaPlaces<'a>, schema: Option<&Object>| schema.and_then(|s| Some(lead(places, s, refers(s)?)));
        match (of(&places.0, old), of(&places.1, new)) {
            (Some(before), Some(now)) => {
                match (before, now) {
                    (Lead::To(before), Lead::To(now)) => self.targets((before, now)),
                    // external schemas are compared by URL
                    (Lead::Out(before), Lead::Out(now)) if before == now => {}
                    _ => self.add(&rules::INCOMPARABLE, "the reference cannot be resolved".to_owned()),
                }
                self.keywords(old, new);
            }
            // the same schema, inline or referenced
            (Some(Lead::To(before)), None) if alone(old) => self.subschema((Some(before), both.1)),
            (None, Some(Lead::To(now))) if alone(new) => self.subschema((both.0, Some(now))),
            _ => self.any(&rules::INCOMPARABLE, both),
        }
    }

    /// Compares dynamic references, whose targets depend on outer schemas: by name, to the same or other schemas.
    pub(super) fn dynamic_references(&mut self, (old, new): Objects<'a>) {
        for keyword in ["$dynamicRef", "$recursiveRef"] {
            let (Some(old), Some(new)) = (old, new) else { return };
            let named = |schema: &'a Object| schema.get(keyword).and_then(Json::as_str);
            let (Some(before), Some(now)) = (named(old), named(new)) else { continue };
            let Some(places) = self.places() else { return };
            let mut leads = |places: &SchemaPlaces<'a>, schema: &Object, reference: &str| {
                let named = match places.target(schema, reference) {
                    ReferenceTarget::Schema(schema) => Some(schema),
                    _ => None,
                };
                let all = named.into_iter().chain(places.dynamic_targets(keyword, reference));
                let mut known = HashSet::new();
                let found: Vec<&'a Json> = all.filter(|schema| known.insert(ptr::from_ref(*schema).addr())).collect();
                self.schemas.charge(found.len());
                found
            };
            let (before, now) = (leads(&places.0, old, before), leads(&places.1, new, now));
            if let (&[before], &[now]) = (before.as_slice(), now.as_slice()) {
                self.targets((before, now));
                continue;
            }
            let forms = |schemas: Vec<&'a Json>| -> BTreeMap<Box<[u8]>, &'a Json> {
                schemas.into_iter().map(|schema| (form(schema), schema)).collect()
            };
            let (before, now) = (forms(before), forms(now));
            self.schemas.charge(before.keys().chain(now.keys()).map(|form| form.len()).sum());
            if before.is_empty() || !before.keys().eq(now.keys()) {
                let detail = format!("{keyword} cannot be resolved");
                self.within(keyword, |walk| walk.add(&rules::INCOMPARABLE, detail));
                continue;
            }
            // equal schemas can refer to different definitions
            before.into_values().zip(now.into_values()).for_each(|pair| self.targets(pair));
        }
    }

    /// Compares the targets of two references, once.
    fn targets(&mut self, (before, now): (&'a Json, &'a Json)) {
        let address = |json: &Json| ptr::from_ref(json).addr();
        let is_input = self.schemas.direction == Direction::Input;
        let pair = (address(before), address(now), is_input, self.schemas.strict > 0);
        if !self.schemas.seen.insert(pair) {
            return;
        }
        let place = self.place_in_root(now).unwrap_or_else(|| self.path.clone());
        self.at_place(place, |walk| walk.subschema((Some(before), Some(now))));
    }

    /// The pointer of a schema in the new document, unless it is too long.
    fn place_in_root(&self, schema: &Json) -> Option<String> {
        let roots = self.roots.as_ref().filter(|roots| roots.pointer.len() <= 512)?;
        let place = pointer::pointer_within(roots.new?, schema.offset(), 512)?;
        Some(format!("{}{place}", roots.pointer))
    }
}

/// The reference in a schema.
pub(super) fn refers(schema: &Object) -> Option<&str> {
    schema.get("$ref").and_then(Json::as_str)
}

/// Whether a keyword next to a reference does not affect what is accepted.
fn is_annotation(name: &str) -> bool {
    matches!(name, "$ref" | "$defs" | "definitions" | "description" | "title" | "examples" | "$comment" | "default")
}
