//! Resolves references in schemas.

use super::super::{change::Both, walk::Walk};
use super::state::{Objects, Roots};
use adp_tools::json_schema::{ReferenceTarget, SchemaPlaces};
use agent_description::{
    Json,
    diagnostic::change as rules,
    json::{Object, pointer},
};
use std::{collections::HashSet, rc::Rc};

/// The target of a reference.
enum Lead<'a> {
    To(&'a Json),
    /// Outside the document, by its complete URL.
    Out(String),
    Nowhere,
}

fn lead<'a>(places: &SchemaPlaces<'a>, schema: &Object, reference: &str) -> Lead<'a> {
    match places.target(schema, reference) {
        ReferenceTarget::Schema(found) => Lead::To(found),
        ReferenceTarget::Nowhere => Lead::Nowhere,
        ReferenceTarget::MetaSchema | ReferenceTarget::Elsewhere => {
            places.url(schema, reference).map_or(Lead::Nowhere, |url| Lead::Out(url.into()))
        }
    }
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
        let is_alone = |schema: Option<&Object>| schema.is_some_and(|schema| schema.len() == 1);
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
            (Some(Lead::To(before)), None) if is_alone(old) => self.subschema((Some(before), both.1)),
            (None, Some(Lead::To(now))) if is_alone(new) => self.subschema((both.0, Some(now))),
            _ => self.any(&rules::INCOMPARABLE, both),
        }
    }

    /// Compares the targets of two references, once.
    fn targets(&mut self, (before, now): (&'a Json, &'a Json)) {
        if self.schemas.is_new_pair(before, now) {
            let place = self.place_in_root(now).unwrap_or_else(|| self.path.clone());
            self.at_place(place, |walk| walk.subschema((Some(before), Some(now))));
        }
    }

    /// Reports definitions that changed and that no reference leads to, after everything that refers was compared.
    pub fn unreferenced_definitions(&mut self) {
        let mut known = HashSet::new();
        for (place, both) in std::mem::take(&mut self.definitions) {
            if known.insert(place.clone()) {
                self.at_place(place, |walk| walk.entries(both, Self::definition));
            }
        }
    }

    /// Names of new definitions and of those that are gone are reported where they are listed.
    fn definition(&mut self, both: Both<'a>) {
        if let (Some(before), Some(now)) = both
            && !self.schemas.is_referenced(before, now)
        {
            self.any(&rules::TEXT, both);
        }
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
