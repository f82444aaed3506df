//! The validation plan of a schema, which is used to estimate the work.

use super::{
    fault::{FaultKind, SchemaFault},
    places::{
        IN_PLACE, IN_PLACE_LISTS, IN_PLACE_MAPS, REFERENCES, ReferenceTarget, SCHEMA_KEYWORDS, SchemaPlaces, direct,
    },
};
use agent_description::{
    diagnostic::shortened,
    json::{Json, Member, Object, Text, Value},
};
use std::collections::{HashMap, HashSet};

/// Maximum number of schemas that the dynamic references of a document may lead to, counted for each reference.
const MAX_DYNAMIC_TARGETS: usize = 100_000;

/// Maximum number of nested schemas for one value.
pub(super) const MAX_CHAIN: usize = 256;

/// The requirements of a schema for a value, and the schemas for its parts.
#[derive(Debug, Default)]
pub(super) struct Step {
    /// Schemas for the same value.
    pub in_place: Vec<usize>,
    /// Schemas of members by name.
    pub by_name: Vec<(Text, usize)>,
    /// Schemas for every member.
    pub members: Vec<usize>,
    /// Schemas for the names of members.
    pub names: Vec<usize>,
    /// Schemas for every element.
    pub elements: Vec<usize>,
    /// Schemas for elements by index.
    pub by_index: Vec<usize>,
    /// Whether the schemas for the same value are evaluated again, to find unevaluated parts.
    pub unevaluated: bool,
    /// Number of name lookups.
    pub lookups: u64,
    /// Total size of the values that the value is compared with.
    pub compared: u64,
    /// Maximum number of states of the patterns for the value or for names of members.
    pub pattern: u64,
    pub name_patterns: u64,
    /// Whether all elements are compared with each other.
    pub unique: bool,
    /// Whether a meta-schema of JSON Schema is used.
    pub meta: bool,
}

/// The plan of a schema, or the faults of its references: the steps of all schemas that a validation can reach. The first one is the root.
pub(super) fn plan(root: &Json, places: &SchemaPlaces<'_>) -> Result<Vec<Step>, Vec<SchemaFault>> {
    let mut builder = Builder { places, numbers: HashMap::new(), todo: Vec::new(), faults: Vec::new(), dynamic: 0 };
    builder.number(root);
    let mut steps = Vec::new();
    while let Some(schema) = builder.todo.get(steps.len()).copied() {
        steps.push(builder.step(schema));
    }
    if builder.faults.is_empty() {
        builder.faults.extend(endless(&steps, &builder.todo));
    }
    if builder.faults.is_empty() { Ok(steps) } else { Err(builder.faults) }
}

struct Builder<'p, 'a> {
    places: &'p SchemaPlaces<'a>,
    numbers: HashMap<*const Json, usize>,
    /// The schemas by number.
    todo: Vec<&'a Json>,
    faults: Vec<SchemaFault>,
    /// Number of targets of dynamic references so far.
    dynamic: usize,
}

impl<'a> Builder<'_, 'a> {
    fn number(&mut self, schema: &'a Json) -> usize {
        let next = self.todo.len();
        let number = *self.numbers.entry(std::ptr::from_ref(schema)).or_insert(next);
        if number == next {
            self.todo.push(schema);
        }
        number
    }

    fn step(&mut self, schema: &'a Json) -> Step {
        let mut step = Step::default();
        let Some(object) = schema.as_object() else { return step };
        for member in object {
            self.keyword(object, member, &mut step);
        }
        // definitions have references of their own
        direct(object, &mut |inner| _ = self.number(inner));
        step
    }

    fn keyword(&mut self, schema: &Object, member: &'a Member, step: &mut Step) {
        let (name, value) = (member.name().as_str(), member.value());
        let named = || value.as_object().into_iter().flatten();
        match name {
            "properties" => {
                step.lookups += named().count() as u64;
                for property in named() {
                    step.by_name.push((property.name().clone(), self.number(property.value())));
                }
            }
            "patternProperties" => {
                for property in named() {
                    step.name_patterns += states(property.name());
                    step.members.push(self.number(property.value()));
                }
            }
            "propertyNames" => {
                step.names.push(self.number(value));
            }
            "additionalProperties" | "unevaluatedProperties" => {
                step.unevaluated |= name == "unevaluatedProperties";
                step.members.push(self.number(value));
            }
            "prefixItems" => self.all(value, &mut step.by_index),
            "items" if value.as_array().is_some() => self.all(value, &mut step.by_index),
            name if SCHEMA_KEYWORDS.contains(&name) => {
                step.unevaluated |= name == "unevaluatedItems";
                step.elements.push(self.number(value));
            }
            name if IN_PLACE.contains(&name) => {
                // an error of `not` contains a copy of its schema
                step.compared += if name == "not" { size(value) } else { 0 };
                step.in_place.push(self.number(value));
            }
            name if IN_PLACE_LISTS.contains(&name) => self.all(value, &mut step.in_place),
            name if IN_PLACE_MAPS.contains(&name) => {
                for dependent in named() {
                    step.lookups += 1;
                    if let Some(names) = dependent.value().as_array() {
                        step.lookups += names.len() as u64;
                    } else {
                        step.in_place.push(self.number(dependent.value()));
                    }
                }
            }
            name if REFERENCES.contains(&name) => self.reference(schema, name, value, step),
            "required" | "dependentRequired" => step.lookups += size(value),
            "enum" | "const" => step.compared += size(value),
            "pattern" => step.pattern += value.as_str().map_or(0, states),
            "uniqueItems" => step.unique |= value.as_bool() == Some(true),
            _ => {}
        }
    }

    fn all(&mut self, list: &'a Json, numbers: &mut Vec<usize>) {
        numbers.extend(list.as_array().unwrap_or_default().iter().map(|schema| self.number(schema)));
    }

    fn reference(&mut self, schema: &Object, keyword: &str, value: &Json, step: &mut Step) {
        let Some(reference) = value.as_str() else { return };
        let (kind, problem) = match self.places.target(schema, reference) {
            ReferenceTarget::Schema(target) => {
                step.in_place.push(self.number(target));
                let targets = self.places.number_of_dynamic_targets(keyword, reference);
                self.dynamic = self.dynamic.saturating_add(targets);
                if self.dynamic > MAX_DYNAMIC_TARGETS {
                    let message = format!(
                        "the dynamic references of the document lead to more than {MAX_DYNAMIC_TARGETS} schemas in all"
                    );
                    // one is enough
                    if self.faults.is_empty() {
                        self.faults.push(SchemaFault::new(FaultKind::Limit, value.offset(), message));
                    }
                    return;
                }
                let mut known: HashSet<usize> = step.in_place.iter().copied().collect();
                let targets = self.places.dynamic_targets(keyword, reference);
                let numbers = targets.into_iter().map(|target| self.number(target));
                step.in_place.extend(numbers.filter(|number| known.insert(*number)));
                return;
            }
            ReferenceTarget::MetaSchema => return step.meta = true,
            ReferenceTarget::Nowhere => (FaultKind::Reference, "which the schema does not have"),
            ReferenceTarget::Elsewhere => (FaultKind::Remote, "outside of the document; it is not fetched"),
        };
        let message = format!("{keyword} refers to {}, {problem}", shortened(reference));
        self.faults.push(SchemaFault::new(kind, value.offset(), message));
    }
}

/// Number of values in a value. Long texts count as several.
pub(super) fn size(json: &Json) -> u64 {
    match json.value() {
        Value::Array(items) => 1 + items.iter().map(size).sum::<u64>(),
        Value::Object(object) => {
            1 + object.iter().map(|member| 1 + (member.name().len() / 64) as u64 + size(member.value())).sum::<u64>()
        }
        Value::String(text) => 1 + (text.len() / 64) as u64,
        _ => 1,
    }
}

/// Approximate number of states of a pattern's engine: its letters, multiplied by repetitions, at most that of the
/// largest compiled pattern.
fn states(pattern: &str) -> u64 {
    let mut repeats = 1_u64;
    for part in pattern.split('{').skip(1) {
        let digits = part.split(|c: char| !c.is_ascii_digit()).take(2).filter_map(|digits| digits.parse::<u64>().ok());
        repeats = repeats.saturating_add(digits.max().unwrap_or_default());
    }
    (pattern.len() as u64).saturating_mul(repeats).min(6_500)
}

/// The first schema that refers to itself for the same value, or has too many nested schemas.
fn endless(steps: &[Step], schemas: &[&Json]) -> Option<SchemaFault> {
    /// The depth of nested schemas, once it is known; `None` during the computation.
    type Heights = HashMap<usize, Option<usize>>;
    fn height(at: usize, row: usize, steps: &[Step], heights: &mut Heights) -> Result<usize, (usize, FaultKind)> {
        match heights.get(&at) {
            Some(Some(known)) if row + known <= MAX_CHAIN => return Ok(*known),
            Some(Some(_)) => return Err((at, FaultKind::Limit)),
            Some(None) => return Err((at, FaultKind::Endless)),
            None if row >= MAX_CHAIN => return Err((at, FaultKind::Limit)),
            None => {}
        }
        heights.insert(at, None);
        let mut highest = 0;
        for next in steps.get(at).map(|step| step.in_place.as_slice()).unwrap_or_default() {
            highest = highest.max(height(*next, row + 1, steps, heights)? + 1);
        }
        heights.insert(at, Some(highest));
        Ok(highest)
    }
    let mut heights = Heights::new();
    let (at, kind) = (0..steps.len()).find_map(|at| height(at, 0, steps, &mut heights).err())?;
    let message = match kind {
        FaultKind::Endless => "the schema refers to itself for the same value (infinite recursion)".to_owned(),
        _ => format!("a chain of more than {MAX_CHAIN} schema references applies to the same value"),
    };
    Some(SchemaFault::new(kind, schemas.get(at).map(|schema| schema.offset()).unwrap_or_default(), message))
}
