//! The compaction algorithm's step 12 (JSON-LD 1.1 API, section 6.1.2): the members of an object.

use super::{Compactor, Node, Use, compacted_node::CompactedNode, container_of, definition_of, is_json};
use crate::{
    context::{
        active_context::ActiveContext,
        term::{Container, Mapping},
    },
    error::Result,
    expansion::iri_expansion,
    keyword::Keyword,
    node_builder::{NodeBuilder, items_of},
};
use adp_json::{Code, Json, Member, Offset, Text, Value};

impl Compactor<'_, '_> {
    /// One member of an expanded object.
    pub(crate) fn compact_member(&mut self, node: Node<'_>, result: &mut CompactedNode, member: &Member) -> Result<()> {
        let (value, at) = (member.value(), member.name_offset());
        match Keyword::from_text(member.name()) {
            // 12.1)
            Some(Keyword::Id) => {
                let id = self.compact_iri_value(node.active, value, Use::DOCUMENT)?;
                result.set(self.keyword(node.active, Keyword::Id, at)?, at, id);
                Ok(())
            }
            Some(Keyword::Type) => self.compact_types(node, result, value, at),
            Some(Keyword::Reverse) => self.compact_reverse(node, result, value, at),
            // 12.5)
            Some(Keyword::Index) if container_of(node.active, node.property).has(Container::INDEX) => Ok(()),
            // 12.6)
            Some(keyword @ (Keyword::Direction | Keyword::Index | Keyword::Language | Keyword::Value)) => {
                result.set(self.keyword(node.active, keyword, at)?, at, value.clone());
                Ok(())
            }
            _ => self.compact_property(node, result, member),
        }
    }

    /// An IRI as written in a context; other values unchanged.
    pub(crate) fn compact_iri_value(&mut self, active: &ActiveContext, value: &Json, wanted: Use<'_>) -> Result<Json> {
        match value.as_text() {
            Some(iri) => {
                Ok(Json::at(Value::String(self.compact_iri(active, iri, wanted, value.offset())?), value.offset()))
            }
            None => Ok(value.clone()),
        }
    }

    /// 12.2) Types.
    fn compact_types(&mut self, node: Node<'_>, result: &mut CompactedNode, types: &Json, at: Offset) -> Result<()> {
        // 12.2.1) 12.2.2)
        let mut compacted = Vec::new();
        for kind in items_of(types) {
            compacted.push(self.compact_iri_value(node.type_scoped, kind, Use::VOCAB)?);
        }
        // 12.2.3)
        let alias = self.keyword(node.active, Keyword::Type, at)?;
        // ours: a value has one type, in any container
        if node.is_value {
            result.set(alias, at, compacted.pop().unwrap_or_else(|| types.clone()));
            return Ok(());
        }
        // 12.2.4)
        let is_set = self.processor.is_1_1() && container_of(node.active, Some(&alias)).has(Container::SET);
        // ours: an empty list of types is kept
        let as_array = is_set || !self.arrays || compacted.is_empty();
        let types = Json::at(Value::Array(compacted), types.offset());
        result.add_value(&alias, at, types, as_array);
        Ok(())
    }

    /// 12.3) Reverse properties.
    fn compact_reverse(
        &mut self,
        node: Node<'_>,
        result: &mut CompactedNode,
        reverse: &Json,
        at: Offset,
    ) -> Result<()> {
        // 12.3.1)
        let name = Keyword::Reverse.text();
        let compacted = self.compact_element(node.active, Some(&name), reverse)?;
        let mut left = NodeBuilder::default();
        // 12.3.2)
        if let Value::Object(properties) = compacted.into_value() {
            for property in properties {
                let Member { name, name_offset, value } = property;
                let definition = node.active.terms.get(&name);
                match definition.filter(|definition| definition.reverse) {
                    Some(definition) => {
                        let as_array = definition.container.has(Container::SET) || !self.arrays;
                        result.add_value(&name, name_offset, value, as_array);
                    }
                    None => left.set(name, name_offset, value),
                }
            }
        }
        // 12.3.3)
        if !left.is_empty() {
            result.set(self.keyword(node.active, Keyword::Reverse, at)?, at, left.build(reverse.offset()));
        }
        Ok(())
    }

    /// 12.7) 12.8) Properties, and keywords that contain nodes.
    fn compact_property(&mut self, node: Node<'_>, result: &mut CompactedNode, member: &Member) -> Result<()> {
        let at = member.name_offset();
        let reverse = node.property.is_some_and(|property| property == "@reverse");
        let values = items_of(member.value());
        if values.is_empty() {
            // 12.7)
            let wanted = Use { value: Some(member.value()), vocab: true, reverse };
            let name = self.compact_iri(node.active, member.name(), wanted, at)?;
            let empty = Json::at(Value::Array(Vec::new()), member.value().offset());
            self.nest_of(node.active, result, &name, at)?.add_value(&name, at, empty, true);
        }
        // 12.8)
        for item in values {
            // 12.8.1)
            let wanted = Use { value: Some(item), vocab: true, reverse };
            let mut name = self.compact_iri(node.active, member.name(), wanted, at)?;
            // ours: two JSON literals, or two lists, would be read as one, so the second gets no term
            let is_list = item.get("@list").is_some() && container_of(node.active, Some(&name)).has(Container::LIST);
            let stands_alone = is_list || is_json(node.active, &name);
            if stands_alone && self.nest_of(node.active, result, &name, at)?.has(&name) {
                name = self.shorten(node.active, member.name(), wanted, at)?;
            }
            let value = self.compact_item(node, &name, item)?;
            self.nest_of(node.active, result, &name, at)?.add(&name, at, value);
        }
        Ok(())
    }

    /// 12.7.2) 12.8.2) The object for a property's values: the node, or the nesting object of its term.
    fn nest_of<'r>(
        &mut self,
        active: &ActiveContext,
        result: &'r mut CompactedNode,
        name: &Text,
        at: Offset,
    ) -> Result<&'r mut CompactedNode> {
        let Some(nest) = definition_of(active, Some(name)).and_then(|definition| definition.nest.clone()) else {
            return Ok(result);
        };
        if nest != "@nest" && iri_expansion::expand(active, &nest, false, true) != Mapping::Keyword(Keyword::Nest) {
            let message = format!("the term {name:?} is nested in {nest:?}, expected `@nest` or an alias of it");
            return Err(self.processor.fault(Code::INVALID_NEST_VALUE, at, message));
        }
        Ok(result.within(&nest, at))
    }
}
