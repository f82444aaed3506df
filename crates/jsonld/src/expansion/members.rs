//! Steps 13 and 14 of the expansion algorithm: the members of an object.

use super::{
    Node, Property, iri_expansion, is_list_object, is_value_object, list_object, value_expansion::expanded_json,
};
use crate::{
    DropReason, Dropped, ProcessingMode,
    context::{
        active_context::ActiveContext,
        term::{Container, Direction, Mapping, TermDefinition, TypeMapping},
    },
    error::Result,
    keyword::Keyword,
    node_builder::{into_array, into_items, items_of, object, string},
    processor::Processor,
};
use adp_json::{Code, Json, Member, Object, Offset, Text, Value};
use std::sync::Arc;

impl Processor<'_> {
    /// 13) 14) Expands the members of `element` into the node.
    pub(crate) fn expand_members(
        &mut self,
        active: &ActiveContext,
        node: &mut Node<'_>,
        element: &Object,
    ) -> Result<()> {
        let mut nests: Vec<&Member> = Vec::new();
        // 13)
        for member in element {
            self.budget.work(1, member.name_offset())?;
            let definition = active.terms.get(member.name());
            // 13.2)
            let expanded = match definition {
                Some(definition) => definition.mapping.clone(),
                None => iri_expansion::expand_name(active, member.name(), &mut self.names),
            };
            match expanded {
                // 13.4)
                Mapping::Keyword(Keyword::Nest) => {
                    // 13.4.14)
                    self.check_keyword_place(node, member)?;
                    nests.push(member);
                }
                // 13.1)
                Mapping::Keyword(Keyword::Context) => {}
                Mapping::Keyword(keyword) => self.expand_keyword(active, node, member, keyword)?,
                // checked near its start, because this is faster than a search
                Mapping::Iri(iri) if iri.bytes().any(|byte| byte == b':') => {
                    self.budget.text(iri.len(), member.name_offset())?;
                    self.expand_property(active, node, member, iri, definition)?;
                }
                // 13.3)
                Mapping::Null if definition.is_some() => self.drop_member(member, DropReason::MappedToNull),
                Mapping::Null => self.drop_member(member, DropReason::Reserved),
                Mapping::Iri(_) => self.drop_member(member, DropReason::NoMapping),
            }
        }
        // 14)
        for nest in nests {
            self.expand_nest(active, node, nest)?;
        }
        Ok(())
    }

    fn drop_member(&mut self, member: &Member, reason: DropReason) {
        self.dropped.push(Dropped { name: member.name().clone(), offset: member.name_offset(), reason });
    }

    /// 14.1) 14.2) The members of nested objects belong to the node.
    fn expand_nest(&mut self, active: &ActiveContext, node: &mut Node<'_>, nest: &Member) -> Result<()> {
        node.place.depth += 1;
        for nested in items_of(nest.value()) {
            // 14.2.1)
            let Some(object) = nested.as_object() else {
                let message =
                    format!("{:?} nests {}, expected an object or an array of objects", nest.name(), nested.kind());
                return Err(self.fault(Code::INVALID_NEST_VALUE, nested.offset(), message));
            };
            self.budget.depth(node.place.depth + 1, nested.offset())?;
            // 14.2.2) with 3) and 8)
            let scoped = match active.terms.get(nest.name()).filter(|definition| definition.scoped.is_some()) {
                Some(definition) => self.process_scoped(active, definition, true, true, nested.offset())?,
                None => active.clone(),
            };
            let is_value = |member: &Member| {
                iri_expansion::expand(&scoped, member.name(), false, true) == Mapping::Keyword(Keyword::Value)
            };
            if let Some(value) = object.iter().find(|member| is_value(member)) {
                let message = format!("{:?} nests an object with `@value`", nest.name());
                return Err(self.fault(Code::INVALID_NEST_VALUE, value.name_offset(), message));
            }
            self.expand_members(&scoped, node, object)?;
        }
        node.place.depth -= 1;
        Ok(())
    }

    /// 13.4.1)
    fn check_keyword_place(&self, node: &Node<'_>, member: &Member) -> Result<()> {
        if matches!(node.property, Property::Reverse) {
            let message = format!("`@reverse` contains the keyword {:?}, expected properties", member.name());
            return Err(self.fault(Code::INVALID_REVERSE_PROPERTY_MAP, member.name_offset(), message));
        }
        Ok(())
    }

    /// 13.4) A member that is a keyword or an alias of one.
    fn expand_keyword(
        &mut self,
        active: &ActiveContext,
        node: &mut Node<'_>,
        member: &Member,
        keyword: Keyword,
    ) -> Result<()> {
        self.check_keyword_place(node, member)?;
        let is_1_0 = self.mode == ProcessingMode::JsonLd10;
        // 13.4.2) values added by reverse properties are not a second `@reverse`
        let is_second = match keyword {
            Keyword::Reverse => std::mem::replace(&mut node.seen_reverse, true),
            _ => node.result.has(keyword.as_str()),
        };
        if is_second && (is_1_0 || !matches!(keyword, Keyword::Included | Keyword::Type)) {
            let message = format!("{:?} is a second {} in one object", member.name(), keyword.as_str());
            return Err(self.fault(Code::COLLIDING_KEYWORDS, member.name_offset(), message));
        }
        let value = member.value();
        let at = value.offset();
        let inside = node.place.inside();
        let expanded = match keyword {
            Keyword::Id => self.expand_id(active, value)?,
            Keyword::Type => self.expand_types(node, value)?,
            // 13.4.5)
            Keyword::Graph => {
                let expanded = self.expand_element(active, Property::Graph, value, inside)?;
                into_array(expanded.unwrap_or_else(|| Json::at(Value::Array(Vec::new()), at)))
            }
            Keyword::Included if is_1_0 => return Ok(()),
            Keyword::Included => self.expand_included(active, node, value)?,
            Keyword::Value => self.expand_value_member(node, value)?,
            // 13.4.8)
            Keyword::Language => {
                self.text(value, Code::INVALID_LANGUAGE_TAGGED_STRING, "`@language`", "a language tag")?;
                value.clone()
            }
            // 13.4.9)
            Keyword::Direction if is_1_0 => return Ok(()),
            Keyword::Direction => {
                if value.as_str().and_then(Direction::from_name).is_none() {
                    let message = "`@direction` must be \"ltr\" or \"rtl\"";
                    return Err(self.fault(Code::INVALID_BASE_DIRECTION, at, message));
                }
                value.clone()
            }
            // 13.4.10)
            Keyword::Index => {
                self.text(value, Code::INVALID_INDEX_VALUE, "`@index`", "a string")?;
                value.clone()
            }
            // 13.4.11)
            Keyword::List => {
                if node.property.is_top() {
                    return Ok(());
                }
                let expanded = self.expand_element(active, node.property, value, inside)?;
                into_array(expanded.unwrap_or_else(|| Json::at(Value::Array(Vec::new()), at)))
            }
            // 13.4.12)
            Keyword::Set => {
                let expanded = self.expand_element(active, node.property, value, inside)?;
                expanded.unwrap_or_else(|| Json::at(Value::Null, at))
            }
            Keyword::Reverse => return self.expand_reverse(active, node, member),
            _ => {
                self.drop_member(member, DropReason::MisplacedKeyword);
                return Ok(());
            }
        };
        // 13.4.4.5) 13.4.6.4) types and included blocks are accumulated
        let mut expanded = Some(expanded);
        if matches!(keyword, Keyword::Type | Keyword::Included) && node.result.append(keyword.as_str(), &mut expanded) {
            return Ok(());
        }
        // 13.4.16)
        if let Some(expanded) = expanded {
            node.result.set(keyword.text(), member.name_offset(), expanded);
        }
        Ok(())
    }

    /// 13.4.3)
    fn expand_id(&mut self, active: &ActiveContext, value: &Json) -> Result<Json> {
        let id = self.text(value, Code::INVALID_ID_VALUE, "`@id`", "an IRI reference")?;
        let expanded = self.expand_iri(active, id, true, false, value.offset())?;
        Ok(expanded_json(&expanded, value.offset()))
    }

    /// 13.4.4)
    fn expand_types(&mut self, node: &Node<'_>, value: &Json) -> Result<Json> {
        let at = value.offset();
        // 13.4.4.1) 13.4.4.4) a type without a meaning is dropped: null is not a type
        Ok(match value.value() {
            Value::Array(items) => {
                let mut types = Vec::with_capacity(items.len());
                for item in items {
                    self.budget.work(1, item.offset())?;
                    types.extend(self.expand_type(node, item)?);
                }
                Json::at(Value::Array(types), at)
            }
            _ => self.expand_type(node, value)?.unwrap_or_else(|| Json::at(Value::Array(Vec::new()), at)),
        })
    }

    fn expand_type(&mut self, node: &Node<'_>, value: &Json) -> Result<Option<Json>> {
        let (term, at) = (self.text(value, Code::INVALID_TYPE_VALUE, "a type", "a term or an IRI")?, value.offset());
        let expanded = self.expand_iri(node.type_scoped, term, true, true, at)?;
        if expanded == Mapping::Null {
            self.drop_type(node.type_scoped, term, at);
            return Ok(None);
        }
        Ok(Some(expanded_json(&expanded, at)))
    }

    /// A type that expands to null.
    pub(crate) fn drop_type(&mut self, active: &ActiveContext, term: &Text, at: Offset) {
        let reason = if active.terms.get(term).is_some() { DropReason::MappedToNull } else { DropReason::Reserved };
        self.dropped.push(Dropped { name: term.clone(), offset: at, reason });
    }

    /// 13.4.6)
    fn expand_included(&mut self, active: &ActiveContext, node: &Node<'_>, value: &Json) -> Result<Json> {
        let at = value.offset();
        // 13.4.6.2)
        let expanded = self.expand_element(active, Property::None, value, node.place.inside())?;
        // 13.4.6.3) null is not a node object either
        let included = expanded.map(into_array);
        let is_node = |item: &Json| {
            let is_other = |object: &Object| ["@value", "@list", "@set"].iter().any(|name| object.contains(name));
            item.as_object().is_some_and(|object| !is_other(object))
        };
        let included = included.filter(|included| items_of(included).iter().all(is_node));
        let message = "`@included` contains something other than node objects";
        included.ok_or_else(|| self.fault(Code::INVALID_INCLUDED_VALUE, at, message))
    }

    /// 13.4.7)
    fn expand_value_member(&mut self, node: &Node<'_>, value: &Json) -> Result<Json> {
        let at = value.offset();
        if node.is_json {
            // 13.4.7.1)
            if self.mode == ProcessingMode::JsonLd10 {
                let message = "a JSON literal is not allowed in processing mode json-ld-1.0";
                return Err(self.fault(Code::INVALID_VALUE_OBJECT_VALUE, at, message));
            }
        } else if matches!(value.value(), Value::Array(_) | Value::Object(_)) {
            // 13.4.7.2)
            let message = format!("`@value` is {}, expected a string, a number, a boolean or null", value.kind());
            return Err(self.fault(Code::INVALID_VALUE_OBJECT_VALUE, at, message));
        }
        // 13.4.7.3) 13.4.7.4)
        Ok(value.clone())
    }

    /// 13.4.13)
    fn expand_reverse(&mut self, active: &ActiveContext, node: &mut Node<'_>, member: &Member) -> Result<()> {
        let value = member.value();
        // 13.4.13.1)
        if value.as_object().is_none() {
            let message = format!("`@reverse` is {}, expected an object of properties", value.kind());
            return Err(self.fault(Code::INVALID_REVERSE_VALUE, value.offset(), message));
        }
        // 13.4.13.2)
        let expanded = self.expand_element(active, Property::Reverse, value, node.place.inside())?;
        let Some(Value::Object(properties)) = expanded.map(Json::into_value) else { return Ok(()) };
        for property in properties {
            let items = property.value;
            if property.name.as_str() == "@reverse" {
                // 13.4.13.3) double reversal cancels
                if let Value::Object(twice) = items.into_value() {
                    for forward in twice {
                        node.result.add(forward.name, forward.name_offset, forward.value);
                    }
                }
            } else {
                // 13.4.13.4)
                self.add_reverse(node, property.name, property.name_offset, items)?;
            }
        }
        Ok(())
    }

    /// Adds values to a property in the node's reverse map: 13.4.13.4) and 13.13).
    fn add_reverse(&mut self, node: &mut Node<'_>, property: Text, at: Offset, values: Json) -> Result<()> {
        let values = into_array(values);
        let wrong =
            values.as_array().unwrap_or_default().iter().find(|item| is_value_object(item) || is_list_object(item));
        if let Some(wrong) = wrong {
            let message = format!(
                "the reverse property {property} has a value that is not a node; only nodes can be the subject of a reverse property"
            );
            return Err(self.fault(Code::INVALID_REVERSE_PROPERTY_VALUE, wrong.offset(), message));
        }
        node.has_reverse = true;
        // a property without values adds no entry
        if values.as_array().is_some_and(|items| !items.is_empty()) {
            node.reverse.add(property, at, values);
        }
        Ok(())
    }

    /// 13.5) to 13.14) A member that is a property.
    fn expand_property(
        &mut self,
        active: &ActiveContext,
        node: &mut Node<'_>,
        member: &Member,
        iri: Text,
        definition: Option<&Arc<TermDefinition>>,
    ) -> Result<()> {
        let value = member.value();
        // 13.5)
        let container = definition.map_or(Container::default(), |definition| definition.container);
        let is_map = value.as_object().is_some();
        let maps = Container::INDEX.with(Container::TYPE).with(Container::ID);
        let expanded = match definition {
            // 13.6)
            Some(definition) if definition.type_mapping == Some(TypeMapping::Json) => Some(json_literal(value)),
            // 13.7)
            Some(definition) if is_map && container.has(Container::LANGUAGE) => {
                Some(self.expand_language_map(active, definition, value)?)
            }
            // 13.8)
            Some(definition) if is_map && container.has(maps) => {
                Some(self.expand_map(active, definition, member, node.place.inside())?)
            }
            // 13.9)
            _ => self.expand_element(active, Property::Term(member.name()), value, node.place.inside())?,
        };
        // 13.10)
        let Some(mut expanded) = expanded else { return Ok(()) };
        // 13.11)
        if container.has(Container::LIST) && !is_list_object(&expanded) {
            expanded = list_object(expanded);
        }
        // 13.12)
        if container.has(Container::GRAPH) && !container.has(Container::ID.with(Container::INDEX)) {
            expanded = graph_objects(expanded);
        }
        // 13.13)
        if definition.is_some_and(|definition| definition.reverse) {
            return self.add_reverse(node, iri, member.name_offset(), expanded);
        }
        // 13.14)
        node.result.add(iri, member.name_offset(), expanded);
        Ok(())
    }
}

/// 13.6) A JSON literal.
fn json_literal(value: &Json) -> Json {
    let at = value.offset();
    object([(Keyword::Value.text(), value.clone()), (Keyword::Type.text(), string(Keyword::Json.text(), at))], at)
}

/// 13.12) Wraps every value in a graph object.
fn graph_objects(expanded: Json) -> Json {
    let at = expanded.offset();
    Json::at(Value::Array(into_items(expanded).into_iter().map(graph_object).collect()), at)
}

/// A graph object of one value.
pub(crate) fn graph_object(item: Json) -> Json {
    let at = item.offset();
    object([(Keyword::Graph.text(), into_array(item))], at)
}
