//! The compaction algorithm's steps 12.8.4 to 12.8.10 (JSON-LD 1.1 API, section 6.1.2): the values of a property.

use super::{Compactor, Node, Use, compacted_node::Addition, container_of, definition_of, is_json};
use crate::{
    context::{
        active_context::ActiveContext,
        term::{Container, Mapping},
    },
    error::Result,
    expansion::{iri_expansion, is_graph_object},
    keyword::Keyword,
    node_builder::{items_of, object},
};
use adp_json::{Json, Object, Text, Value};

/// A property of a node during compaction.
#[derive(Clone, Copy)]
struct Property<'p> {
    active: &'p ActiveContext,
    name: &'p Text,
    container: Container,
    as_array: bool,
}

impl Compactor<'_, '_> {
    /// What a value of the property adds to a node.
    pub(crate) fn compact_item(&mut self, node: Node<'_>, name: &Text, item: &Json) -> Result<Addition> {
        // 12.8.4)
        let container = container_of(node.active, Some(name));
        // 12.8.5)
        let as_array = container.has(Container::SET) || name == "@graph" || name == "@list" || !self.arrays;
        let property = Property { active: node.active, name, container, as_array };
        // 12.8.6)
        if let Some(list) = item.get("@list") {
            let items = items_of(list);
            let items = self.compact_items(node.active, Some(name), items)?;
            return self.add_list(property, item, Json::at(Value::Array(items), list.offset()));
        }
        if is_graph_object(item) {
            let graph = item.get("@graph").unwrap_or(item);
            let compacted = self.compact_element(node.active, Some(name), graph)?;
            return self.add_graph(property, item, compacted);
        }
        let compacted = self.compact_element(node.active, Some(name), item)?;
        // ours: a term for JSON literals reads any value as one, even a map
        if is_json(node.active, name) && item.get("@value").is_some() {
            return Ok(Addition::Literal(compacted));
        }
        self.add_other(property, item, compacted)
    }

    /// 12.8.9) 12.8.10) Values that are neither graphs nor in a list container.
    fn add_other(&mut self, property: Property<'_>, item: &Json, compacted: Json) -> Result<Addition> {
        let Property { container, as_array, .. } = property;
        let kinds = Container::LANGUAGE.with(Container::INDEX).with(Container::ID).with(Container::TYPE);
        if container.has(kinds) && !container.has(Container::GRAPH) {
            return self.add_to_map(property, item, compacted);
        }
        // 12.8.10)
        Ok(Addition::Value { value: compacted, as_array })
    }

    /// 12.8.7) Lists.
    fn add_list(&mut self, property: Property<'_>, item: &Json, list: Json) -> Result<Addition> {
        let at = item.offset();
        // 12.8.7.3)
        if property.container.has(Container::LIST) {
            return Ok(Addition::List(list));
        }
        // 12.8.7.2)
        let mut members = Object::new();
        members.insert(self.keyword(property.active, Keyword::List, at)?, list);
        if let Some(index) = item.get("@index").filter(|_| !property.container.has(Container::INDEX)) {
            members.insert(self.keyword(property.active, Keyword::Index, at)?, index.clone());
        }
        self.add_other(property, item, Json::at(Value::Object(members), at))
    }

    /// 12.8.8) Graphs.
    fn add_graph(&mut self, property: Property<'_>, item: &Json, compacted: Json) -> Result<Addition> {
        let Property { active, container, as_array, .. } = property;
        let at = item.offset();
        let (id, index) = (item.get("@id").and_then(Json::as_text), item.get("@index").and_then(Json::as_text));
        // 12.8.8.1)
        if container.has(Container::GRAPH) && container.has(Container::ID) {
            let key = match id {
                Some(id) => self.compact_iri(active, id, Use::DOCUMENT, at)?,
                None => self.keyword(active, Keyword::None, at)?,
            };
            return Ok(Addition::InMap { key, value: compacted, as_array });
        }
        // 12.8.8.2)
        if container.has(Container::GRAPH) && container.has(Container::INDEX) && id.is_none() {
            let key = match index {
                Some(index) => index.clone(),
                None => self.keyword(active, Keyword::None, at)?,
            };
            return Ok(Addition::InMap { key, value: compacted, as_array });
        }
        // 12.8.8.3)
        if container.has(Container::GRAPH) && id.is_none() {
            let several = compacted.as_array().is_some_and(|items| items.len() > 1);
            let value = if several { self.wrapped(active, Keyword::Included, compacted, at)? } else { compacted };
            return Ok(Addition::Value { value, as_array });
        }
        // 12.8.8.4)
        let mut members = Object::new();
        members.insert(self.keyword(active, Keyword::Graph, at)?, compacted);
        if let Some(id) = id {
            let compacted = self.compact_iri(active, id, Use::DOCUMENT, at)?;
            members.insert(self.keyword(active, Keyword::Id, at)?, compacted);
        }
        if let Some(index) = index {
            members.insert(self.keyword(active, Keyword::Index, at)?, index.clone());
        }
        Ok(Addition::Value { value: Json::at(Value::Object(members), at), as_array })
    }

    /// 12.8.9) Maps by language, index, name or type.
    fn add_to_map(&mut self, property: Property<'_>, item: &Json, compacted: Json) -> Result<Addition> {
        let Property { active, container, as_array, .. } = property;
        let at = item.offset();
        let text = |name: &str| item.get(name).and_then(Json::as_text).cloned();
        let (key, value) = if container.has(Container::LANGUAGE) && item.get("@value").is_some() {
            // 12.8.9.4)
            (text("@language"), item.get("@value").cloned().unwrap_or(compacted))
        } else if container.has(Container::INDEX) {
            match definition_of(active, Some(property.name)).and_then(|definition| definition.index.clone()) {
                // 12.8.9.6) the term is kept, even if the IRI alone would compact to another one
                Some(index) if index != "@index" => {
                    let container_key = match iri_expansion::expand(active, &index, false, true) {
                        Mapping::Iri(iri) if active.terms.get(&index).is_none() => {
                            self.compact_iri(active, &iri, Use::VOCAB, at)?
                        }
                        _ => index,
                    };
                    take_first(compacted, &container_key)
                }
                // 12.8.9.5)
                _ => (text("@index"), compacted),
            }
        } else if container.has(Container::ID) {
            // 12.8.9.7)
            let container_key = self.keyword(active, Keyword::Id, at)?;
            take_first(compacted, &container_key)
        } else if container.has(Container::LANGUAGE) {
            (None, compacted)
        } else {
            // 12.8.9.8)
            let container_key = self.keyword(active, Keyword::Type, at)?;
            let (key, left) = take_first(compacted, &container_key);
            (key, self.reference_of(property, item, left)?)
        };
        // 12.8.9.9)
        let key = match key {
            Some(key) => key,
            None => self.keyword(active, Keyword::None, at)?,
        };
        // 12.8.9.10)
        Ok(Addition::InMap { key, value, as_array })
    }

    /// 12.8.9.8.4) A node with only its identifier is written as a reference.
    fn reference_of(&mut self, property: Property<'_>, item: &Json, compacted: Json) -> Result<Json> {
        // ours: the values of such a map are read in the context before a non-propagating one, which may lack the term;
        // a string would not be a reference there
        if property.active.previous.is_some() {
            return match (compacted.as_str(), item.get("@id").and_then(Json::as_text)) {
                (Some(_), Some(id)) => {
                    let id = self.compact_iri(property.active, id, Use::DOCUMENT, item.offset())?;
                    self.wrapped(property.active, Keyword::Id, id.into(), item.offset())
                }
                _ => Ok(compacted),
            };
        }
        let only = compacted.as_object().filter(|object| object.len() == 1).and_then(|object| object.iter().next());
        let (Some(only), Some(id)) = (only, item.get("@id")) else { return Ok(compacted) };
        let expanded = iri_expansion::expand(property.active, only.name(), false, true);
        if expanded != Mapping::Keyword(Keyword::Id) {
            return Ok(compacted);
        }
        let reference = object([(Keyword::Id.text(), id.clone())], item.offset());
        self.compact_element(property.active, Some(property.name), &reference)
    }
}

/// Removes the first value of a member from an object, if it is a string; returns the value and the rest.
fn take_first(mut compacted: Json, name: &str) -> (Option<Text>, Json) {
    let Some(object) = compacted.as_object_mut() else { return (None, compacted) };
    let values = object.get(name).map(items_of).unwrap_or_default();
    let Some(first) = values.first().and_then(Json::as_text).cloned() else { return (None, compacted) };
    match values.get(1..).unwrap_or_default() {
        [] => drop(object.remove(name)),
        [only] => drop(object.insert(name, only.clone())),
        left => drop(object.insert(name, left.to_vec())),
    }
    (Some(first), compacted)
}
