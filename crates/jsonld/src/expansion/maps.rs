//! Steps 13.7 and 13.8 of the expansion algorithm: language maps, and maps by index, id or type.

use super::{
    Place, Property, iri_expansion, is_graph_object, is_value_object, members::graph_object,
    value_expansion::expanded_json,
};
use crate::{
    context::{
        active_context::ActiveContext,
        term::{Container, Mapping, TermDefinition},
    },
    error::Result,
    keyword::Keyword,
    node_builder::{append, into_array, into_items, items_of, string, value_object},
    processor::Processor,
};
use adp_json::{Code, Json, Member, Object, Offset, Text, Value};
use std::sync::Arc;

impl Processor<'_> {
    /// 13.7) A map from languages to strings.
    pub(crate) fn expand_language_map(
        &mut self,
        active: &ActiveContext,
        definition: &TermDefinition,
        value: &Json,
    ) -> Result<Json> {
        // 13.7.1)
        let mut expanded = Vec::new();
        // 13.7.2) 13.7.3)
        let direction = definition.direction.unwrap_or(active.direction);
        // 13.7.4)
        for entry in value.as_object().into_iter().flatten() {
            let language = entry.name();
            // 13.7.4.2.4)
            let is_none = iri_expansion::expand(active, language, false, true) == Mapping::Keyword(Keyword::None);
            // 13.7.4.1) 13.7.4.2)
            for item in items_of(entry.value()) {
                let at = item.offset();
                self.budget.work(1, at)?;
                // 13.7.4.2.1) 13.7.4.2.2)
                match item.value() {
                    Value::Null => continue,
                    Value::String(_) => {}
                    _ => {
                        let message =
                            format!("the language map has {} for {language:?}, expected a string", item.kind());
                        return Err(self.fault(Code::INVALID_LANGUAGE_MAP_VALUE, at, message));
                    }
                }
                // 13.7.4.2.3) to 13.7.4.2.6)
                self.budget.members(1 + usize::from(direction.is_some()), at)?;
                let mut members = vec![Member { name: Keyword::Value.text(), name_offset: at, value: item.clone() }];
                if !is_none {
                    self.budget.text(language.len(), at)?;
                    let value = string(language.clone(), entry.name_offset());
                    members.push(Member { name: Keyword::Language.text(), name_offset: entry.name_offset(), value });
                }
                if let Some(direction) = direction {
                    members.push(Member {
                        name: Keyword::Direction.text(),
                        name_offset: at,
                        value: string(direction.text(), at),
                    });
                }
                expanded.push(Json::at(Value::Object(Object::from_unique(members)), at));
            }
        }
        Ok(Json::at(Value::Array(expanded), value.offset()))
    }

    /// 13.8) A map from indexes, identifiers or types to values of the property `member`.
    pub(crate) fn expand_map(
        &mut self,
        active: &ActiveContext,
        definition: &Arc<TermDefinition>,
        member: &Member,
        place: Place,
    ) -> Result<Json> {
        let value = member.value();
        self.budget.depth(place.depth + 1, value.offset())?;
        // 13.8.1)
        let mut expanded = Vec::new();
        // 13.8.3)
        for entry in value.as_object().into_iter().flatten() {
            self.budget.work(1, entry.name_offset())?;
            // 13.8.3.1) to 13.8.3.3)
            let map_context = self.map_context(active, definition.container, entry)?;
            // 13.8.3.4)
            let index = self.expand_iri(active, entry.name(), false, true, entry.name_offset())?;
            // 13.8.3.5) 13.8.3.6) an array with one value expands like that value
            let inside = Place { depth: place.depth + 1, from_map: true };
            let property = Property::Term(member.name());
            let Some(values) = self.expand_element(&map_context, property, entry.value(), inside)? else { continue };
            // the array of step 13.8.3.5 turns a list in a list container into a list of lists
            if index == Mapping::Null && names_types(definition.container) {
                self.drop_type(active, entry.name(), entry.name_offset());
            }
            // 13.8.3.7)
            for item in into_items(values) {
                let item = self.place_in_map(active, definition, entry, &index, item)?;
                expanded.push(item);
            }
        }
        Ok(Json::at(Value::Array(expanded), value.offset()))
    }

    /// 13.8.3.1) to 13.8.3.3) The active context for a map entry's value.
    fn map_context(&mut self, active: &ActiveContext, container: Container, entry: &Member) -> Result<ActiveContext> {
        if !container.has(Container::ID.with(Container::TYPE)) {
            return Ok(active.clone());
        }
        let context = active.previous.clone().unwrap_or_else(|| active.clone());
        if container.has(Container::TYPE)
            && let Some(definition) = context.terms.get(entry.name()).filter(|definition| definition.scoped.is_some())
        {
            return self.process_scoped(&context, definition, false, false, entry.name_offset());
        }
        Ok(context)
    }

    /// 13.8.3.7) Adds a map entry's name to one of its values.
    fn place_in_map(
        &mut self,
        active: &ActiveContext,
        definition: &TermDefinition,
        entry: &Member,
        index: &Mapping,
        item: Json,
    ) -> Result<Json> {
        let container = definition.container;
        let name_offset = entry.name_offset();
        self.budget.members(1, name_offset)?;
        let item = if item.as_object().is_some() { item } else { value_object(item) };
        // 13.8.3.7.1)
        let mut item =
            if container.has(Container::GRAPH) && !is_graph_object(&item) { graph_object(item) } else { item };
        let index_key = definition.index.as_ref().filter(|key| key.as_str() != "@index");
        if *index == Mapping::Keyword(Keyword::None) {
            return Ok(item);
        }
        if let (true, Some(key)) = (container.has(Container::INDEX), index_key) {
            // 13.8.3.7.2)
            return self.place_property(active, key, entry, item);
        }
        let Some(object) = item.as_object_mut() else { return Ok(item) };
        if container.has(Container::INDEX) {
            // 13.8.3.7.3)
            if !object.contains("@index") {
                self.budget.text(entry.name().len(), name_offset)?;
                set_from_name(object, Keyword::Index.text(), string(entry.name().clone(), name_offset), name_offset);
            }
        } else if container.has(Container::ID) {
            // 13.8.3.7.4) ours: a value has no identifier, and would not be a value object with one
            if object.contains("@value") {
                let message = "a value is in a map indexed by `@id`; only nodes have identifiers";
                return Err(self.fault(Code::INVALID_VALUE_OBJECT, item.offset(), message));
            }
            if !object.contains("@id") {
                let id = self.expand_iri(active, entry.name(), true, false, name_offset)?;
                set_from_name(object, Keyword::Id.text(), expanded_json(&id, name_offset), name_offset);
            }
        } else if names_types(container) && *index != Mapping::Null {
            // 13.8.3.7.5) null is not a type, as in 13.4.4.4)
            let mut types = into_array(expanded_json(index, name_offset));
            self.budget.text(index.as_str().map_or(0, str::len), name_offset)?;
            if let Some(existing) = object.remove("@type") {
                append(&mut types, existing);
            }
            set_from_name(object, Keyword::Type.text(), types, name_offset);
        }
        Ok(item)
    }

    /// 13.8.3.7.2) The index as a property value.
    fn place_property(&mut self, active: &ActiveContext, key: &Text, entry: &Member, mut item: Json) -> Result<Json> {
        let name_offset = entry.name_offset();
        // a value object and its array
        self.budget.members(3, name_offset)?;
        // 13.8.3.7.2.1)
        let index = string(entry.name().clone(), name_offset);
        let index_definition = active.terms.get(key).cloned();
        let index = self.expand_value(active, index_definition.as_deref(), &index)?;
        // 13.8.3.7.2.2)
        let Mapping::Iri(property) = self.expand_iri(active, key, false, true, name_offset)? else { return Ok(item) };
        // 13.8.3.7.2.5)
        if is_value_object(&item) {
            let message = "a value is in a map that is indexed by a property; only nodes have properties";
            return Err(self.fault(Code::INVALID_VALUE_OBJECT, item.offset(), message));
        }
        // 13.8.3.7.2.3) 13.8.3.7.2.4)
        if let Some(object) = item.as_object_mut() {
            let mut values = into_array(index);
            if let Some(existing) = object.remove(&property) {
                append(&mut values, existing);
            }
            set_from_name(object, property, values, name_offset);
        }
        Ok(item)
    }
}

/// Whether a map's names are types of its values.
fn names_types(container: Container) -> bool {
    container.has(Container::TYPE) && !container.has(Container::INDEX.with(Container::ID))
}

/// Sets a member from a map entry's name.
fn set_from_name(object: &mut Object, name: Text, value: Json, name_offset: Offset) {
    let mut members: Vec<Member> = Vec::with_capacity(object.len() + 1);
    members.extend(std::mem::take(object));
    members.retain(|member| member.name != name);
    members.push(Member { name, name_offset, value });
    *object = Object::from_unique(members);
}
