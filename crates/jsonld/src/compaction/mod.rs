//! The compaction algorithm (JSON-LD 1.1 API, section 6.1.2) for elements, and the API methods `compact` and `flatten`
//! (section 9.1).

mod compacted_node;
mod iri_compaction;
mod items;
mod members;
mod value_compaction;

use self::compacted_node::CompactedNode;
use super::{
    Contexts, ExpandOptions, JsonLdError, ProcessingMode,
    budget::Budget,
    context::{
        Inputs,
        active_context::{ActiveContext, State},
        inverse_context::InverseContexts,
        term::{Container, TermDefinition, TypeMapping},
    },
    error::Result,
    flattening,
    keyword::Keyword,
    node_builder::{NodeBuilder, items_of, object},
    processor::Processor,
};
use adp_json::{Json, Object, Offset, Text, Value};
use std::sync::Arc;

/// Options for compaction.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CompactOptions {
    /// The options of the preceding expansion.
    pub expand: ExpandOptions,
    /// Whether an array with one value becomes that value.
    pub compact_arrays: bool,
    /// Whether IRIs are written relative to the base.
    pub compact_to_relative: bool,
}

impl Default for CompactOptions {
    fn default() -> Self {
        Self { expand: ExpandOptions::default(), compact_arrays: true, compact_to_relative: true }
    }
}

/// Compacts a document with a context: an object, an IRI, an array of these, or an object with `@context`.
///
/// # Errors
/// As [`super::expand`], and the specification's codes for compaction.
pub fn compact(
    json: &Json,
    context: &Json,
    contexts: &Contexts,
    options: &CompactOptions,
) -> Result<Json, JsonLdError> {
    let expanded = super::expand(json, contexts, &options.expand)?;
    compact_expanded(expanded.items(), context, contexts, options, expanded.budget.clone())
}

/// Flattens a document, and compacts the result with a context.
///
/// Without a context, use [`super::Expanded::flatten`].
///
/// # Errors
/// As [`compact`], and `conflicting-indexes` if one node has two different `@index` values.
pub fn flatten(
    json: &Json,
    context: &Json,
    contexts: &Contexts,
    options: &CompactOptions,
) -> Result<Json, JsonLdError> {
    let expanded = super::expand(json, contexts, &options.expand)?;
    let mut budget = expanded.budget.clone();
    let flattened = flattening::flatten(expanded.items(), &mut budget)?;
    compact_expanded(&flattened, context, contexts, options, budget)
}

/// `compact()` of section 9.1, from step 4 on.
fn compact_expanded(
    expanded: &[Json],
    context: &Json,
    contexts: &Contexts,
    options: &CompactOptions,
    budget: Budget,
) -> Result<Json> {
    // 6)
    let context = context.get("@context").unwrap_or(context);
    let mut processor = Processor { budget: budget.for_other_contexts(), ..Processor::new(contexts, &options.expand) };
    // 7) 8)
    let initial = State::initial(processor.base_url.clone()).freeze();
    let base_url = processor.base_url.clone();
    let active = processor.process_context(&initial, context, Inputs::new(base_url.as_ref()))?;
    // 9)
    let mut compactor = Compactor {
        processor: &mut processor,
        inverse: InverseContexts::default(),
        arrays: options.compact_arrays,
        to_relative: options.compact_to_relative,
        has_one_root: options.compact_arrays && expanded.len() == 1,
    };
    let compacted = compactor.compact_array(&active, None, expanded, Offset::NONE)?;
    // 9.1) 9.2)
    let compacted = match compacted.into_value() {
        Value::Array(items) if items.is_empty() => Object::new(),
        Value::Object(object) => object,
        items => {
            let name = compactor.keyword(&active, Keyword::Graph, Offset::NONE)?;
            Object::from_iter([(name, Json::from(items))])
        }
    };
    Ok(with_context(compacted, context))
}

/// 9.3) Adds the context to the compacted document, unless it is empty.
fn with_context(compacted: Object, context: &Json) -> Json {
    let says_nothing = match context.value() {
        Value::Null => true,
        Value::Object(object) => object.is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    };
    if says_nothing {
        return compacted.into();
    }
    let mut result = NodeBuilder::with_capacity(compacted.len() + 1);
    result.set(Keyword::Context.text(), Offset::NONE, context.clone());
    for member in compacted {
        result.set(member.name().clone(), member.name_offset(), member.value().clone());
    }
    result.build(Offset::NONE)
}

/// The state of one compaction.
pub(super) struct Compactor<'p, 'c> {
    pub(super) processor: &'p mut Processor<'c>,
    pub(super) inverse: InverseContexts,
    /// Whether an array with one value becomes that value.
    pub(super) arrays: bool,
    /// Whether IRIs become relative to the base.
    pub(super) to_relative: bool,
    /// Whether the context will be inside the only node; otherwise the nodes are below it, in a graph.
    pub(super) has_one_root: bool,
}

impl Compactor<'_, '_> {
    /// Compacts an element of a property; `None` is the algorithm's null property.
    pub(super) fn compact_element(
        &mut self,
        active: &ActiveContext,
        property: Option<&Text>,
        element: &Json,
    ) -> Result<Json> {
        match element.value() {
            // 3)
            Value::Array(items) => self.compact_array(active, property, items, element.offset()),
            // 4)
            Value::Object(object) => self.compact_object(active, property, object, element.offset()),
            // 2)
            _ => Ok(element.clone()),
        }
    }

    /// 3) Arrays.
    fn compact_array(
        &mut self,
        active: &ActiveContext,
        property: Option<&Text>,
        items: &[Json],
        at: Offset,
    ) -> Result<Json> {
        let mut result = self.compact_items(active, property, items)?;
        // 3.3)
        let container = container_of(active, property);
        let stays = !self.arrays
            || property.is_some_and(|property| property == "@graph" || property == "@set")
            || container.has(Container::LIST.with(Container::SET));
        // 3.4)
        match result.pop() {
            Some(only) if result.is_empty() && !stays => Ok(only),
            last => {
                result.extend(last);
                Ok(Json::at(Value::Array(result), at))
            }
        }
    }

    /// 3.1) 3.2) The items of an array.
    pub(super) fn compact_items(
        &mut self,
        active: &ActiveContext,
        property: Option<&Text>,
        items: &[Json],
    ) -> Result<Vec<Json>> {
        let mut result = Vec::with_capacity(items.len());
        for item in items {
            let compacted = self.compact_element(active, property, item)?;
            if !compacted.is_null() {
                result.push(compacted);
            }
        }
        Ok(result)
    }

    /// 5) to 13) Objects.
    fn compact_object(
        &mut self,
        outer: &ActiveContext,
        property: Option<&Text>,
        element: &Object,
        at: Offset,
    ) -> Result<Json> {
        self.processor.budget.work(1 + property.map_or(0, |property| property.len() / 64), at)?;
        let mut active = self.context_of_object(outer, property, element, at)?;
        // 7)
        if (element.contains("@value") || element.contains("@id"))
            && let Some(value) = self.compact_value(&active, property, element)?
        {
            return Ok(value);
        }
        // 8)
        if let Some(list) = element.get("@list")
            && container_of(&active, property).has(Container::LIST)
        {
            return self.compact_element(&active, property, list);
        }
        // 1) ours: the context in which expansion will read the types, which is this one, after steps 5 and 6
        let type_scoped = active.clone();
        // 11)
        if let Some(types) = element.get("@type") {
            active = self.apply_type_scoped_contexts(active, &type_scoped, types)?;
        }
        // 9) 10) 12)
        let is_value = element.contains("@value");
        let node = Node { type_scoped: &type_scoped, active: &active, property, is_value };
        let mut result = CompactedNode::with_capacity(element.len());
        for member in element {
            self.compact_member(node, &mut result, member)?;
        }
        Ok(result.build(at))
    }

    /// 5) 6) The active context for an object's members, except for types.
    fn context_of_object(
        &mut self,
        outer: &ActiveContext,
        property: Option<&Text>,
        element: &Object,
        at: Offset,
    ) -> Result<ActiveContext> {
        let is_reference = element.len() == 1 && element.contains("@id");
        let active = match &outer.previous {
            // 5) ours: a context that does not propagate applies to the only node that contains it
            Some(_) if property.is_none() && self.has_one_root => outer.clone(),
            Some(previous) if !element.contains("@value") && !is_reference => previous.clone(),
            _ => outer.clone(),
        };
        // 6) the definition outside applies, as in expansion
        match definition_of(outer, property).filter(|definition| definition.scoped.is_some()) {
            Some(definition) => self.processor.process_scoped(&active, definition, true, true, at),
            None => Ok(active),
        }
    }

    /// 11) The contexts of an object's types, sorted by the types' names.
    fn apply_type_scoped_contexts(
        &mut self,
        mut active: ActiveContext,
        type_scoped: &ActiveContext,
        types: &Json,
    ) -> Result<ActiveContext> {
        let mut names = Vec::new();
        for kind in items_of(types) {
            if let Some(iri) = kind.as_text() {
                names.push(self.compact_iri(&active, iri, Use::VOCAB, kind.offset())?);
            }
        }
        names.sort_unstable();
        for name in &names {
            if let Some(definition) = type_scoped.terms.get(name).filter(|definition| definition.scoped.is_some()) {
                active = self.processor.process_scoped(&active, definition, false, false, types.offset())?;
            }
        }
        Ok(active)
    }

    /// An object with one member, named by a keyword's alias.
    pub(super) fn wrapped(
        &mut self,
        active: &ActiveContext,
        keyword: Keyword,
        value: Json,
        at: Offset,
    ) -> Result<Json> {
        Ok(object([(self.keyword(active, keyword, at)?, value)], at))
    }
}

impl Processor<'_> {
    pub(super) fn is_1_1(&self) -> bool {
        self.mode == ProcessingMode::JsonLd11
    }
}

/// A node object during compaction.
#[derive(Clone, Copy)]
pub(super) struct Node<'n> {
    /// The context for compacting types.
    pub(super) type_scoped: &'n ActiveContext,
    pub(super) active: &'n ActiveContext,
    /// The property that has the node as a value.
    pub(super) property: Option<&'n Text>,
    /// Whether it is a value object.
    pub(super) is_value: bool,
}

/// A property's definition in a context.
pub(super) fn definition_of<'a>(active: &'a ActiveContext, property: Option<&Text>) -> Option<&'a Arc<TermDefinition>> {
    property.and_then(|property| active.terms.get(property))
}

/// A property's containers in a context.
pub(super) fn container_of(active: &ActiveContext, property: Option<&Text>) -> Container {
    definition_of(active, property).map(|definition| definition.container).unwrap_or_default()
}

/// Whether a property's values are JSON literals.
pub(super) fn is_json(active: &ActiveContext, property: &Text) -> bool {
    definition_of(active, Some(property)).is_some_and(|definition| definition.type_mapping == Some(TypeMapping::Json))
}

/// The use of a compacted IRI.
#[derive(Clone, Copy, Default)]
pub(super) struct Use<'v> {
    /// The value of the term, if the IRI is a property.
    pub(super) value: Option<&'v Json>,
    /// Whether it is used like a term; otherwise it may become relative.
    pub(super) vocab: bool,
    /// Whether it is a property in a reverse map.
    pub(super) reverse: bool,
}

impl Use<'_> {
    /// A type, a keyword or similar.
    pub(super) const VOCAB: Use<'static> = Use { value: None, vocab: true, reverse: false };
    /// The identifier of a node.
    pub(super) const DOCUMENT: Use<'static> = Use { value: None, vocab: false, reverse: false };
}
