//! A tool in the form of an API, and calls of it with the tool's own names.

use super::{ToolFormat, format::NameNumbers, property_names::PropertyNames, strict};
use crate::{
    Loss,
    json_schema::{Holds, PatternBudget, Schema, direct, holds, is_of_type},
};
use agent_description::{
    Json,
    diagnostic::Severity,
    json::{Member, Object, Value, pointer::push_name},
};
use std::collections::{HashMap, HashSet};

/// Names of tools that an API accepts, each given once.
#[derive(Clone, Debug)]
pub struct ToolNames {
    format: ToolFormat,
    given: HashSet<String>,
    /// Names of the tools themselves: a tool with an accepted name keeps it.
    own: HashSet<String>,
    numbers: NameNumbers,
}

impl ToolNames {
    /// Names for an API, of tools that have these.
    #[must_use]
    pub fn new<'a>(format: ToolFormat, own: impl IntoIterator<Item = &'a str>) -> Self {
        let own = own.into_iter().map(str::to_owned).collect();
        Self { format, given: HashSet::new(), own, numbers: NameNumbers::default() }
    }

    /// The name for a tool with this own name; a different one is a loss at `place`. Call it once for each tool, in their order.
    pub fn give(&mut self, own: &str, place: &str, losses: &mut Vec<Loss>) -> String {
        let form = self.format.name_form();
        self.own.remove(own);
        let own_or_tool = if own.is_empty() { "tool" } else { own };
        let Self { given, own: left, numbers, .. } = self;
        let name = numbers.free_name(&form, own_or_tool, |name| given.contains(name) || left.contains(name));
        if name != own {
            let reason = format!("a name has {}: {name} is written", form.in_words());
            losses.push(Loss::new(place.to_owned(), reason, Severity::Warning));
        }
        self.given.insert(name.clone());
        name
    }
}

/// A tool for an API, which also maps a model's arguments back.
#[derive(Clone, Debug)]
pub struct ApiTool {
    format: ToolFormat,
    name: String,
    schema: Json,
    names: PropertyNames,
}

impl ApiTool {
    /// A tool with a name of [`ToolNames`] and a schema of [`usable_schema`](super::usable_schema).
    #[must_use]
    pub fn new(format: ToolFormat, name: String, schema: Json) -> Self {
        let names = match &format.requirements().property {
            Some((form, _)) => PropertyNames::for_schema(&schema, form),
            None => PropertyNames::default(),
        };
        Self { format, name, schema, names }
    }

    /// The name that the API is given.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The schema of the arguments, with the tool's own names.
    #[must_use]
    pub fn schema(&self) -> &Json {
        &self.schema
    }

    /// The tool in the API's form. Changes of its description are losses at `place`, changes of its schema at `schema_place`.
    #[must_use]
    pub fn to_json(
        &self,
        title: Option<&str>,
        description: &str,
        [place, schema_place]: [&str; 2],
        losses: &mut Vec<Loss>,
    ) -> Json {
        let requirements = self.format.requirements();
        let mut description = description.to_owned();
        if let Some((longest, _)) = requirements.description_chars
            && description.chars().count() > longest
        {
            description = description.chars().take(longest - 1).chain(['…']).collect();
            let reason = format!("descriptions have at most {longest} characters there: shortened");
            losses.push(Loss::new(format!("{place}/description"), reason, Severity::Warning));
        }
        let mut schema = self.schema.clone();
        without_keywords(&mut schema, requirements.root.0, schema_place, losses);
        if requirements.items.is_some() {
            with_items(&mut schema);
        }
        if requirements.numbers.is_some() {
            without_large_numbers(&mut schema, &mut schema_place.to_owned(), losses);
        }
        let strict = match requirements.is_strict {
            true => strict::schema(&schema, schema_place, losses),
            false => None,
        };
        let is_strict = strict.is_some();
        let mut schema = strict.unwrap_or(schema);
        if let Some((form, _)) = &requirements.property {
            self.names.rename(&mut schema, form, schema_place, losses);
        }
        self.format.tool(&self.name, title, &description, schema, is_strict)
    }

    /// Renames a model's arguments to the tool's own names. Optional members that are null are removed unless the schema allows null: strict mode
    /// requires them.
    pub fn restore(&self, arguments: &mut Json) {
        self.names.restore(arguments);
        without_nulls(arguments, &self.schema, &mut PatternBudget::for_document());
    }
}

/// Leaves out keywords that the API refuses at the root of a schema.
fn without_keywords(schema: &mut Json, refused: &[&str], place: &str, losses: &mut Vec<Loss>) {
    let Some(object) = schema.as_object_mut() else { return };
    for keyword in refused.iter().filter(|keyword| object.remove(keyword).is_some()) {
        let mut at = place.to_owned();
        push_name(&mut at, keyword);
        losses.push(Loss::new(at, "the API refuses it at the root of a schema: left out", Severity::Error));
    }
}

/// Whether a number is not below the largest integer of 64 bits.
pub(super) fn is_too_large(value: &Json) -> bool {
    const TOO_LARGE: f64 = 9_223_372_036_854_775_808.0;
    let number = match value.value() {
        Value::Number(number) => number.get(),
        Value::Wide(number) => number.nearest(),
        _ => return false,
    };
    number.abs() >= TOO_LARGE
}

/// Leaves out members that are, or list, numbers which are too large for the API.
fn without_large_numbers(json: &mut Json, place: &mut String, losses: &mut Vec<Loss>) {
    if let Some(items) = json.as_array_mut() {
        for (index, item) in items.iter_mut().enumerate() {
            let length = place.len();
            place.push_str(&format!("/{index}"));
            without_large_numbers(item, place, losses);
            place.truncate(length);
        }
        return;
    }
    let Some(object) = json.as_object_mut() else { return };
    let is_refused =
        |value: &Json| is_too_large(value) || value.as_array().is_some_and(|all| all.iter().any(is_too_large));
    let (refused, kept): (Vec<&Member>, Vec<&Member>) = object.iter().partition(|member| is_refused(member.value()));
    for member in &refused {
        let mut at = place.clone();
        push_name(&mut at, member.name());
        losses.push(Loss::new(at, "the API refuses numbers of more than 63 bits: left out", Severity::Warning));
    }
    if !refused.is_empty() {
        *object = kept.into_iter().map(|member| (member.name().clone(), member.value().clone())).collect();
    }
    for (name, value) in object.iter_mut() {
        let length = place.len();
        push_name(place, name);
        without_large_numbers(value, place, losses);
        place.truncate(length);
    }
}

/// Adds `items` that allow anything to every list in a schema without `items`.
fn with_items(schema: &mut Json) {
    if let Some(items) = schema.as_array_mut() {
        return items.iter_mut().for_each(with_items);
    }
    let lacks_items = lacks_items(schema);
    let Some(object) = schema.as_object_mut() else { return };
    if lacks_items {
        object.insert("items", Object::new());
    }
    for (name, value) in object.iter_mut() {
        match holds(name) {
            Some(Holds::Schemas) => with_items(value),
            Some(Holds::Named) => {
                value.as_object_mut().into_iter().flat_map(Object::iter_mut).for_each(|(_, schema)| with_items(schema));
            }
            None => {}
        }
    }
}

/// Whether a schema describes a list without `items`.
pub(super) fn lacks_items(schema: &Json) -> bool {
    is_of_type(schema, "array") && schema.get("items").is_none()
}

/// Calls `each` with a schema and every schema inside, and with its depth in lists and objects.
pub(super) fn each_schema<'a>(schema: &'a Json, depth: usize, each: &mut dyn FnMut(&'a Json, usize)) {
    let Some(object) = schema.as_object() else { return };
    each(schema, depth);
    let is_container = object.contains("properties") || object.contains("items");
    direct(object, &mut |inner| each_schema(inner, depth + usize::from(is_container), each));
}

fn without_nulls(value: &mut Json, schema: &Json, patterns: &mut PatternBudget) {
    if let Some(items) = value.as_array_mut() {
        if let Some(schema) = schema.get("items") {
            items.iter_mut().for_each(|item| without_nulls(item, schema, patterns));
        }
        return;
    }
    let (Some(object), Some(properties)) = (value.as_object_mut(), schema.get("properties").and_then(Json::as_object))
    else {
        return;
    };
    let required = schema.get("required").and_then(Json::as_array).unwrap_or_default();
    let required: HashSet<&str> = required.iter().filter_map(Json::as_str).collect();
    let properties: HashMap<&str, &Json> =
        properties.iter().map(|property| (property.name().as_str(), property.value())).collect();
    let is_kept = |member: &Member| {
        let name = member.name().as_str();
        !member.value().is_null()
            || required.contains(name)
            || properties.get(name).is_none_or(|schema| takes_null(schema, patterns))
    };
    *object = Object::from_unique(std::mem::take(object).into_iter().filter(is_kept).collect());
    for (name, inner) in object.iter_mut() {
        if let Some(schema) = properties.get(name.as_str()) {
            without_nulls(inner, schema, patterns);
        }
    }
}

fn takes_null(schema: &Json, patterns: &mut PatternBudget) -> bool {
    let null = Json::from(Value::Null);
    Schema::compile_within(schema, patterns).is_ok_and(|schema| schema.validate(&null).is_ok())
}
