//! Value compaction (JSON-LD 1.1 API, section 6.3).

use super::{Compactor, Use};
use crate::{
    context::{
        active_context::ActiveContext,
        term::{Container, TypeMapping},
    },
    error::Result,
};
use adp_json::{Json, Object, Text};

impl Compactor<'_, '_> {
    /// Compacts a value object or a node reference of a property to a scalar or JSON literal; `None` if it needs an
    /// object.
    pub(crate) fn compact_value(
        &mut self,
        active: &ActiveContext,
        property: Option<&Text>,
        value: &Object,
    ) -> Result<Option<Json>> {
        let definition = property.and_then(|property| active.terms.get(property)).map(AsRef::as_ref);
        let type_mapping = definition.and_then(|definition| definition.type_mapping.as_ref());
        let has_index_container = definition.is_some_and(|definition| definition.container.has(Container::INDEX));
        let members = value.len() - usize::from(value.contains("@index"));
        // 6)
        if let Some(id) = value.get("@id").filter(|_| members == 1) {
            let wanted = match type_mapping {
                Some(TypeMapping::Id) => Use::DOCUMENT,
                Some(TypeMapping::Vocab) => Use::VOCAB,
                _ => return Ok(None),
            };
            let Some(text) = id.as_text() else { return Ok(None) };
            return Ok(Some(at(self.compact_iri(active, text, wanted, id.offset())?, id)));
        }
        let Some(inner) = value.get("@value") else { return Ok(None) };
        // 9.1) 10.1); ours: an index that no container preserves needs an object
        if value.contains("@index") && !has_index_container {
            return Ok(None);
        }
        let is_plain = match (value.get("@type").and_then(Json::as_str), type_mapping) {
            // 7)
            (Some(kind), Some(mapping)) if *mapping != TypeMapping::None => mapping.text() == *kind,
            // 8)
            (Some(_), _) | (None, Some(TypeMapping::None)) => false,
            // 9) 10)
            (None, _) => inner.as_str().is_none() || is_in_the_property_s_language(active, property, value),
        };
        Ok(is_plain.then(|| inner.clone()))
    }
}

/// Whether a string has the language and direction of the property's strings.
fn is_in_the_property_s_language(active: &ActiveContext, property: Option<&Text>, value: &Object) -> bool {
    let definition = property.and_then(|property| active.terms.get(property));
    // 4) 5)
    let language = match definition.and_then(|definition| definition.language.as_ref()) {
        Some(mapping) => mapping.as_deref(),
        None => active.language.as_deref(),
    };
    let direction = definition.and_then(|definition| definition.direction).unwrap_or(active.direction);
    let text = |name: &str| value.get(name).and_then(Json::as_str);
    let same_language = match (text("@language"), language) {
        (Some(theirs), Some(ours)) => theirs.eq_ignore_ascii_case(ours),
        (None, None) => true,
        _ => false,
    };
    same_language && text("@direction") == direction.map(|direction| direction.text()).as_deref()
}

/// A string at the position of a value.
fn at(text: Text, place: &Json) -> Json {
    Json::at(adp_json::Value::String(text), place.offset())
}
