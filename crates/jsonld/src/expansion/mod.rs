//! The expansion algorithm (JSON-LD 1.1 API, section 5.1.2) for elements and finished objects.

pub(crate) mod iri_expansion;
mod maps;
mod members;
mod value_expansion;

use super::{
    ExpandOptions, Expanded,
    context::{
        Inputs,
        active_context::{ActiveContext, State},
        term::{Container, Mapping, TermDefinition},
    },
    error::Result,
    keyword::Keyword,
    node_builder::{NodeBuilder, into_array, into_items, items_of, object},
    processor::Processor,
};
use crate::iri;
use adp_json::{Code, Json, Member, Object, Offset, Text, Value};
use std::sync::Arc;

/// The algorithm's `active property`.
#[derive(Clone, Copy)]
pub(super) enum Property<'p> {
    /// Null: the element is at the top level.
    None,
    /// `@graph`
    Graph,
    /// `@reverse`
    Reverse,
    /// A member's name as written.
    Term(&'p Text),
}

impl Property<'_> {
    /// The property's definition in a context.
    pub(super) fn definition<'a>(&self, active: &'a ActiveContext) -> Option<&'a Arc<TermDefinition>> {
        match self {
            Self::Term(term) => active.terms.get(term),
            _ => None,
        }
    }

    /// The length of its name, in bytes.
    fn length(self) -> usize {
        match self {
            Self::Term(term) => term.len(),
            _ => 0,
        }
    }

    /// Whether scalars and lists would be free-floating here.
    pub(super) fn is_top(self) -> bool {
        matches!(self, Self::None | Self::Graph)
    }
}

/// Number of bytes of a name that one unit of work covers.
const BYTES_PER_LOOKUP: usize = 64;

/// The position of an element in the recursion.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) depth: usize,
    /// The algorithm's `from map`.
    pub(super) from_map: bool,
}

impl Place {
    /// The position of a nested value.
    pub(super) fn inside(self) -> Self {
        Self { depth: self.depth + 1, from_map: false }
    }
}

impl Processor<'_> {
    /// The `expand` method of the API (section 9.1.2), from its step 5 on.
    pub(super) fn run(mut self, json: &Json, options: &ExpandOptions) -> Result<Expanded> {
        // 5)
        let mut active = State::initial(self.base_url.clone()).freeze();
        // 6)
        if let Some(context) = &options.expand_context {
            let context = context.get("@context").unwrap_or(context);
            let base_url = self.base_url.clone();
            active = self.process_context(&active, context, Inputs::new(base_url.as_ref()))?;
        }
        // 8)
        let expanded = self.expand_element(&active, Property::None, json, Place { depth: 0, from_map: false })?;
        let root_context = self.root_context.unwrap_or(active);
        Ok(Expanded {
            items: top_items(expanded),
            used: self.used,
            dropped: self.dropped,
            root_context,
            budget: self.budget,
        })
    }

    /// Expands an element. `None` is the algorithm's null.
    pub(super) fn expand_element(
        &mut self,
        active: &ActiveContext,
        property: Property<'_>,
        element: &Json,
        place: Place,
    ) -> Result<Option<Json>> {
        // the property is looked up again for each element: below a long name there may be thousands
        self.budget.work(1 + property.length() / BYTES_PER_LOOKUP, element.offset())?;
        match element.value() {
            // 1)
            Value::Null => Ok(None),
            // 5)
            Value::Array(items) => self.expand_array(active, property, items, element.offset(), place),
            // 6)
            Value::Object(object) => self.expand_object(active, property, object, element.offset(), place),
            // 4)
            _ => self.expand_scalar(active, property, element),
        }
    }

    /// 4) Scalars.
    fn expand_scalar(
        &mut self,
        active: &ActiveContext,
        property: Property<'_>,
        element: &Json,
    ) -> Result<Option<Json>> {
        // 4.1)
        if property.is_top() {
            return Ok(None);
        }
        let definition = property.definition(active);
        // 3) 4.2)
        if let Some(scoping) = definition.filter(|definition| definition.scoped.is_some()) {
            let scoped = self.process_scoped(active, scoping, true, true, element.offset())?;
            let definition = property.definition(&scoped);
            return self.expand_value(&scoped, definition.map(Arc::as_ref), element).map(Some);
        }
        // 4.3)
        self.expand_value(active, definition.map(Arc::as_ref), element).map(Some)
    }

    /// 5) Arrays.
    fn expand_array(
        &mut self,
        active: &ActiveContext,
        property: Property<'_>,
        items: &[Json],
        at: Offset,
        place: Place,
    ) -> Result<Option<Json>> {
        self.budget.depth(place.depth + 1, at)?;
        // 5.1)
        let mut result = Vec::with_capacity(items.len());
        let is_list = property.definition(active).is_some_and(|definition| definition.container.has(Container::LIST));
        // 5.2)
        for item in items {
            // 5.2.1)
            let inside = Place { depth: place.depth + 1, ..place };
            let Some(expanded) = self.expand_element(active, property, item, inside)? else { continue };
            let offset = expanded.offset();
            // 5.2.2) 5.2.3)
            match expanded.into_value() {
                Value::Array(values) if is_list => result.push(list_object(Json::at(Value::Array(values), offset))),
                Value::Array(values) => result.extend(values),
                value => result.push(Json::at(value, offset)),
            }
        }
        // 5.3)
        Ok(Some(Json::at(Value::Array(result), at)))
    }

    /// 7) to 20) Objects.
    fn expand_object(
        &mut self,
        outer: &ActiveContext,
        property: Property<'_>,
        element: &Object,
        at: Offset,
        place: Place,
    ) -> Result<Option<Json>> {
        self.budget.depth(place.depth + 1, at)?;
        // 3) the property-scoped context comes from the outer context
        let scoping = property.definition(outer).filter(|definition| definition.scoped.is_some());
        let mut active = self.context_of_object(outer, scoping, element, at, place)?;
        // 10)
        let type_scoped = active.clone();
        // 11)
        let aliased;
        let own = element.member("@type").map(|member| (member.name(), member.value()));
        let types = if active.terms.aliases_type {
            aliased = self.type_members(&type_scoped, element);
            aliased.as_slice()
        } else {
            own.as_slice()
        };
        if active.terms.any_scoped {
            for (_, value) in types {
                self.apply_type_scoped_contexts(&mut active, &type_scoped, value)?;
            }
        }
        if place.depth == 0 && self.root_context.is_none() {
            self.root_context = Some(active.clone());
        }
        // 12)
        let mut node = Node {
            result: NodeBuilder::with_capacity(element.len()),
            reverse: NodeBuilder::default(),
            has_reverse: false,
            seen_reverse: false,
            is_json: self.input_type_is_json(&active, types.first().map(|(_, value)| *value)),
            property,
            type_scoped: &type_scoped,
            place,
        };
        // 13) 14)
        self.expand_members(&active, &mut node, element)?;
        if node.has_reverse {
            node.result.set(Keyword::Reverse.text(), at, node.reverse.build(at));
        }
        self.finish_object(node.result, property, at)
    }

    /// 7) to 9) The active context for an object's members, except for types.
    fn context_of_object(
        &mut self,
        outer: &ActiveContext,
        scoping: Option<&Arc<TermDefinition>>,
        element: &Object,
        at: Offset,
        place: Place,
    ) -> Result<ActiveContext> {
        // 7)
        let mut active = match &outer.previous {
            Some(previous) if !place.from_map && self.reverts(outer, element) => previous.clone(),
            _ => outer.clone(),
        };
        // 8)
        if let Some(definition) = scoping {
            active = self.process_scoped(&active, definition, true, true, at)?;
        }
        // 9)
        if let Some(context) = element.get("@context") {
            let base_url = self.base_url.clone();
            active = self.process_context(&active, context, Inputs::new(base_url.as_ref()))?;
        }
        Ok(active)
    }

    /// Whether an object restores the context before a non-propagating one (step 7): unless it is a value object or only
    /// a reference.
    fn reverts(&self, active: &ActiveContext, element: &Object) -> bool {
        let expands_to = |name: &Text, keyword: Keyword| {
            iri_expansion::expand(active, name, false, true) == Mapping::Keyword(keyword)
        };
        let mut members = element.iter();
        let is_reference = match (members.next(), members.next()) {
            (Some(only), None) => expands_to(only.name(), Keyword::Id),
            _ => false,
        };
        !is_reference && !element.iter().any(|member| expands_to(member.name(), Keyword::Value))
    }

    /// The members whose name expands to `@type`, if terms are aliases of it, sorted by name.
    fn type_members<'e>(&self, active: &ActiveContext, element: &'e Object) -> Vec<(&'e Text, &'e Json)> {
        let is_type = |name: &str| match active.terms.get(name) {
            Some(definition) => definition.mapping == Mapping::Keyword(Keyword::Type),
            None => name == "@type",
        };
        let members = element.iter().filter(|member| is_type(member.name()));
        let mut types: Vec<_> = members.map(|member| (member.name(), member.value())).collect();
        types.sort_by_key(|(name, _)| *name);
        types
    }

    /// 11.1) 11.2)
    fn apply_type_scoped_contexts(
        &mut self,
        active: &mut ActiveContext,
        type_scoped: &ActiveContext,
        value: &Json,
    ) -> Result<()> {
        let terms = items_of(value).iter().filter_map(|item| Some((item.as_text()?, item.offset())));
        let mut terms: Vec<(&Text, Offset)> = terms.collect();
        terms.sort_by_key(|(term, _)| *term);
        for (term, at) in terms {
            if let Some(definition) = type_scoped.terms.get(term).filter(|definition| definition.scoped.is_some()) {
                *active = self.process_scoped(active, definition, false, false, at)?;
            }
        }
        Ok(())
    }

    /// 12) Whether the last type in the object's first type member is that of a JSON literal.
    fn input_type_is_json(&self, active: &ActiveContext, value: Option<&Json>) -> bool {
        let last = value.and_then(|value| items_of(value).last()?.as_text());
        last.is_some_and(|term| iri_expansion::keyword_of(active, term) == Some(Keyword::Json))
    }

    /// 15) to 20) Checks an object with expanded members.
    fn finish_object(&self, mut result: NodeBuilder, property: Property<'_>, at: Offset) -> Result<Option<Json>> {
        if result.has("@value") {
            // 15)
            if self.check_value_object(&result, at)? {
                return Ok(None);
            }
        } else if let Some(types) = result.get("@type") {
            // 16)
            if types.as_array().is_none() {
                let types = into_array(types.clone());
                result.set(Keyword::Type.text(), at, types);
            }
        } else if result.has("@set") || result.has("@list") {
            // 17.1)
            let others = result.names().filter(|name| *name != "@set" && *name != "@list" && *name != "@index").count();
            if others > 0 || result.has("@set") && result.has("@list") {
                let message = "an object with `@set` or `@list` may only have `@index` as another member";
                return Err(self.fault(Code::INVALID_SET_OR_LIST_OBJECT, at, message));
            }
            // 17.2) a set may contain any value, so its items are checked for free-floating values
            if let Some(set) = result.remove("@set") {
                return Ok(if set.is_null() { None } else { unless_floating_value(set, property) });
            }
        }
        // 18)
        if result.len() == 1 && result.has("@language") {
            return Ok(None);
        }
        // 19) 20)
        Ok(unless_floating_value(result.build(at), property))
    }

    /// 15.1) to 15.5) Whether the value is null.
    fn check_value_object(&self, result: &NodeBuilder, at: Offset) -> Result<bool> {
        // 15.1)
        let is_plain = |name: &str| matches!(name, "@direction" | "@index" | "@language" | "@type" | "@value");
        let types = result.get("@type");
        if !result.names().all(is_plain) {
            let other = result.names().find(|name| !is_plain(name)).unwrap_or_default();
            let message = format!(
                "an object with `@value` also has {other:?}; only `@type`, `@language`, `@direction` and `@index` may accompany `@value`"
            );
            return Err(self.fault(Code::INVALID_VALUE_OBJECT, at, message));
        }
        if types.is_some() && (result.has("@language") || result.has("@direction")) {
            let message = "an object with `@value` has both `@type` and `@language` or `@direction`; a string with a language cannot have another type";
            return Err(self.fault(Code::INVALID_VALUE_OBJECT, at, message));
        }
        // 15.2)
        if types.and_then(Json::as_str) == Some("@json") {
            return Ok(false);
        }
        let value = result.get("@value").map(Json::value);
        // 15.3)
        match value {
            None | Some(Value::Null) => return Ok(true),
            Some(Value::Array(items)) if items.is_empty() => return Ok(true),
            _ => {}
        }
        // 15.4)
        if !matches!(value, Some(Value::String(_))) && result.has("@language") {
            let message = "`@language` is given for a `@value` that is not a string; only strings have a language";
            return Err(self.fault(Code::INVALID_LANGUAGE_TAGGED_VALUE, at, message));
        }
        // 15.5)
        if let Some(types) = types
            && !types.as_str().is_some_and(iri::is_well_formed)
        {
            let message = "the `@type` of an object with `@value` is not one IRI";
            return Err(self.fault(Code::INVALID_TYPED_VALUE, types.offset(), message));
        }
        Ok(false)
    }
}

/// The state of one object's expansion.
pub(super) struct Node<'n> {
    pub(super) result: NodeBuilder,
    /// The future `@reverse` of the result.
    pub(super) reverse: NodeBuilder,
    /// Whether the result has an `@reverse`, possibly empty.
    pub(super) has_reverse: bool,
    /// Whether an `@reverse` member has been read.
    pub(super) seen_reverse: bool,
    /// The algorithm's `input type` is `@json`.
    pub(super) is_json: bool,
    pub(super) property: Property<'n>,
    pub(super) type_scoped: &'n ActiveContext,
    pub(super) place: Place,
}

/// 19) Removes a free-floating value.
fn unless_floating_value(value: Json, property: Property<'_>) -> Option<Json> {
    let floats = property.is_top()
        && value.as_object().is_some_and(|object| {
            object.is_empty()
                || object.contains("@value")
                || object.contains("@list")
                || object.len() == 1 && object.contains("@id")
        });
    (!floats).then_some(value)
}

/// A list object of an array, or of one value.
pub(super) fn list_object(list: Json) -> Json {
    let at = list.offset();
    object([(Keyword::List.text(), into_array(list))], at)
}

/// 8.1) to 8.3) of the `expand` method: the items of the expanded document.
fn top_items(expanded: Option<Json>) -> Vec<Json> {
    let Some(mut json) = expanded else { return Vec::new() };
    match json.as_object_mut().filter(|object| object.len() == 1).and_then(|object| object.remove("@graph")) {
        Some(graph) => into_items(graph),
        None => into_items(json),
    }
}

/// Whether this is a value object.
pub(super) fn is_value_object(json: &Json) -> bool {
    json.get("@value").is_some()
}

/// Whether this is a list object.
pub(super) fn is_list_object(json: &Json) -> bool {
    json.get("@list").is_some()
}

/// Whether this is a graph object: `@graph` with only `@id` and `@index` as other members.
pub(super) fn is_graph_object(json: &Json) -> bool {
    json.as_object().is_some_and(|object| {
        object.contains("@graph")
            && object.iter().all(|member: &Member| matches!(member.name().as_str(), "@graph" | "@id" | "@index"))
    })
}
