//! Evaluates expressions during a run (Arazzo 1.0.1, section 4.7).

mod jsonpath;
pub(super) mod unmet;

use super::{
    limits::RunLimits,
    report::{Outputs, TracedRequest},
    request::text_of,
    response::Answer,
};
use crate::{
    arazzo::{Comparison, Condition, ConditionSegment, Expression, MessagePart, NamedValue as ArazzoValue, Operand},
    openapi::Location,
    workflow::{CompiledSource, Criterion, Piece, Template},
};
use agent_description::{
    Json, ReadLimits,
    json::{Object, Text, Value, parse, pointer::lookup},
};
use std::{
    borrow::Cow,
    collections::HashMap,
    ops::Deref,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};
use tokio::time::Instant;

/// A request and its response, as seen by expressions.
#[derive(Debug)]
pub(super) struct Exchange {
    pub request: TracedRequest,
    pub given: Vec<RequestArgument>,
    pub answer: Option<Answer>,
}

/// A value for an operation.
#[derive(Clone, Debug)]
pub(super) struct RequestArgument {
    pub name: String,
    pub location: Option<Location>,
    pub value: Json,
    /// Whether a dry run shows expressions instead of a value.
    pub is_planned: bool,
}

/// A completed workflow.
#[derive(Debug)]
pub(super) struct Ran {
    pub id: Text,
    pub inputs: Arc<Json>,
    pub outputs: Outputs,
}

/// The remaining memory for values.
#[derive(Debug, Default)]
pub(super) struct Room {
    /// In memory.
    kept: AtomicUsize,
    /// In the report, which contains a value as often as it is an output. Expressions can duplicate values in each
    /// step.
    written: AtomicUsize,
}

impl Room {
    pub(super) fn new(limits: &RunLimits) -> Self {
        Self { kept: AtomicUsize::new(limits.kept()), written: AtomicUsize::new(limits.written()) }
    }

    pub(super) fn is_left(&self) -> bool {
        self.is_left_to_keep() && self.written.load(Ordering::Relaxed) > 0
    }

    pub(super) fn is_left_to_keep(&self) -> bool {
        self.kept.load(Ordering::Relaxed) > 0
    }

    fn takes(room: &AtomicUsize, bytes: usize) -> bool {
        let left = room.load(Ordering::Relaxed).checked_sub(bytes);
        room.store(left.unwrap_or(0), Ordering::Relaxed);
        left.is_some()
    }
}

/// The values that expressions can refer to.
pub(super) struct Scope<'a> {
    pub inputs: &'a Json,
    /// Outputs of earlier steps.
    pub steps: &'a [(Text, Outputs)],
    /// The request of the current step, once it exists.
    pub exchange: Option<&'a Exchange>,
    /// Outputs of the workflow that the step called.
    pub outputs: Option<&'a Outputs>,
    /// Status of the last response in that workflow, which is the status code of a step that calls a workflow, as in
    /// the specification's examples.
    pub called_status: Option<u16>,
    pub ran: &'a [Ran],
    pub sources: &'a [CompiledSource],
    /// A dry run: response values are shown as expressions.
    pub is_planned: bool,
    pub room: &'a Room,
    /// Time after which expressions have no value, because the run ends.
    pub deadline: Instant,
}

/// The value of an expression.
pub(super) enum ExpressionValue<'a> {
    /// A complete shared value.
    Shared(&'a Arc<Json>),
    /// A part of a value.
    Part(&'a Json),
    Made(Json),
}

impl Deref for ExpressionValue<'_> {
    type Target = Json;

    fn deref(&self) -> &Json {
        match self {
            Self::Shared(json) => json,
            Self::Part(json) => json,
            Self::Made(json) => json,
        }
    }
}

/// Memory of a value in bytes, without sharing.
pub(super) fn weight(json: &Json) -> usize {
    size_of::<Json>()
        + match json.value() {
            Value::String(text) => text.len(),
            Value::Array(items) => items.iter().map(weight).sum(),
            Value::Object(object) => {
                object.iter().map(|it| size_of::<Text>() + it.name().len() + weight(it.value())).sum()
            }
            Value::Wide(number) => number.literal().len(),
            Value::Null | Value::Bool(_) | Value::Number(_) => 0,
        }
}

/// Nesting depth of an output in a report.
const OUTPUT_DEPTH: usize = 4;

/// Length of the indented JSON text in bytes, without escapes.
fn written(json: &Json, depth: usize) -> usize {
    let item = |json: &Json| 2 + 2 * depth + written(json, depth + 1);
    2 + match json.value() {
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(item).sum(),
        Value::Object(object) => object.iter().map(|it| 4 + it.name().len() + item(it.value())).sum(),
        Value::Wide(number) => number.literal().len(),
        Value::Null | Value::Bool(_) | Value::Number(_) => 4,
    }
}

/// A part of a value, by JSON Pointer.
fn within<'a>(value: &'a Json, pointer: Option<&String>) -> Option<ExpressionValue<'a>> {
    Some(ExpressionValue::Part(pointer.map_or(Some(value), |pointer| lookup(value, pointer))?))
}

/// Like [`within`], for a shared value.
fn within_shared<'a>(value: &'a Arc<Json>, pointer: Option<&String>) -> Option<ExpressionValue<'a>> {
    if pointer.is_some() { within(value, pointer) } else { Some(ExpressionValue::Shared(value)) }
}

/// Like [`within`], for outputs.
fn within_outputs<'a>(outputs: &'a Outputs, value: &ArazzoValue) -> Option<ExpressionValue<'a>> {
    match outputs.shared(&value.name) {
        Some(shared) => within_shared(shared, value.pointer.as_ref()),
        None => within(outputs.get(&value.name)?, value.pointer.as_ref()),
    }
}

impl<'a> Scope<'a> {
    /// The value of an expression; `None` if absent.
    pub(super) fn value(&self, expression: &Expression) -> Option<ExpressionValue<'a>> {
        if Instant::now() >= self.deadline {
            return None;
        }
        match expression {
            Expression::Url => Some(ExpressionValue::Made(self.exchange?.request.url.as_str().into())),
            Expression::Method => Some(ExpressionValue::Made(self.exchange?.request.method.as_str().into())),
            Expression::StatusCode => {
                let own = self.exchange.and_then(|exchange| Some(exchange.answer.as_ref()?.status));
                Some(ExpressionValue::Made(u32::from(own.or(self.called_status)?).into()))
            }
            Expression::Request(part) => self.read_request(part),
            Expression::Response(part) => self.read_response(part),
            Expression::Input(value) => within(self.inputs.get(&value.name)?, value.pointer.as_ref()),
            Expression::Output(value) => within_outputs(self.outputs?, value),
            Expression::Step(..) | Expression::WorkflowOutput(..) if self.is_planned => Some(planned(expression)),
            Expression::Step(id, value) => {
                let (_, outputs) = self.steps.iter().rev().find(|(known, _)| known == id.as_str())?;
                within_outputs(outputs, value)
            }
            Expression::WorkflowInput(id, value) => {
                within(self.ran(id)?.inputs.get(&value.name)?, value.pointer.as_ref())
            }
            Expression::WorkflowOutput(id, value) => within_outputs(&self.ran(id)?.outputs, value),
            Expression::Source(name, rest) if rest == "url" => {
                let source = self.sources.iter().find(|source| source.name == name.as_str())?;
                Some(ExpressionValue::Made(source.url.clone().into()))
            }
            Expression::Source(..) | Expression::Component(..) => None,
        }
    }

    fn ran(&self, id: &str) -> Option<&'a Ran> {
        self.ran.iter().rev().find(|ran| ran.id == id)
    }

    fn read_request(&self, part: &MessagePart) -> Option<ExpressionValue<'a>> {
        let exchange = self.exchange?;
        let given = |name: &str, location: Location| {
            let is = |it: &&RequestArgument| it.location == Some(location) && location.is_same_name(&it.name, name);
            exchange.given.iter().find(is).map(|it| ExpressionValue::Part(&it.value))
        };
        match part {
            MessagePart::Header(name) => given(name, Location::Header),
            MessagePart::Query(name) => given(name, Location::Query),
            MessagePart::Path(name) => given(name, Location::Path),
            MessagePart::Body(pointer) => within_shared(exchange.request.body.as_ref()?, pointer.as_ref()),
        }
    }

    fn read_response(&self, part: &MessagePart) -> Option<ExpressionValue<'a>> {
        if self.is_planned {
            return Some(planned(&Expression::Response(part.clone())));
        }
        let answer = self.exchange?.answer.as_ref()?;
        match part {
            MessagePart::Header(name) => {
                let values = answer.headers.get_all(name.as_str()).iter();
                let values: Vec<&str> = values.filter_map(|value| value.to_str().ok()).collect();
                (!values.is_empty()).then(|| ExpressionValue::Made(values.join(", ").into()))
            }
            MessagePart::Body(pointer) => within_shared(&answer.body, pointer.as_ref()),
            MessagePart::Query(_) | MessagePart::Path(_) => None,
        }
    }

    /// A value to keep; `None` if the memory limit is reached, which the run checks.
    pub(super) fn kept(&self, expression: &Expression) -> Option<Arc<Json>> {
        // stop when the memory limit is reached
        if !self.room.is_left() {
            return None;
        }
        let value = self.value(expression)?;
        // outputs of steps and workflows are already kept
        let is_new = !matches!(&value, ExpressionValue::Shared(_))
            || matches!(expression, Expression::Request(_) | Expression::Response(_));
        if is_new && !Room::takes(&self.room.kept, weight(&value)) {
            return None;
        }
        Some(match value {
            ExpressionValue::Shared(shared) => Arc::clone(shared),
            ExpressionValue::Part(json) => Arc::new(json.clone()),
            ExpressionValue::Made(json) => Arc::new(json),
        })
    }

    /// Whether the memory limit allows a named value.
    pub(super) fn takes_member(&self, name: &str, value: &Json) -> bool {
        let own = size_of::<(Text, Arc<Json>)>() + name.len();
        Room::takes(&self.room.kept, own) && Room::takes(&self.room.written, own + written(value, OUTPUT_DEPTH))
    }

    /// Whether the memory limit allows a new value.
    fn takes(&self, json: &Json) -> bool {
        Room::takes(&self.room.kept, weight(json))
    }

    fn copied(&self, expression: &Expression) -> Option<Json> {
        if !self.room.is_left() {
            return None;
        }
        let value = self.value(expression)?;
        self.takes(&value).then(|| match value {
            ExpressionValue::Made(json) => json,
            found => found.clone(),
        })
    }

    /// Fills in a template; `None` if the value itself is absent. Absent members are omitted, absent elements are null.
    pub(super) fn fill(&self, template: &Template) -> Option<Json> {
        match template {
            Template::Constant(json) => self.takes(json).then(|| json.clone()),
            Template::Expression(expression, _) => self.copied(expression),
            Template::Text(pieces, _) => {
                let piece = |piece: &Piece| match piece {
                    Piece::Text(text) => Some(text.clone()),
                    Piece::Expression(expression) => {
                        let value = self.copied(expression)?;
                        Some(text_of(&value))
                    }
                };
                pieces.iter().map(piece).collect::<Option<String>>().map(Json::from)
            }
            Template::Array(items, _) => {
                let item = |item: &Template| self.fill(item).unwrap_or_else(|| Value::Null.into());
                Some(items.iter().map(item).collect::<Vec<_>>().into())
            }
            Template::Object(members, _) => {
                let member = |(name, value): &(Text, Template)| Some((name.clone(), self.fill(value)?));
                Some(members.iter().filter_map(member).collect::<Object>().into())
            }
        }
    }

    /// Evaluates expressions. Also returns the names without a value.
    pub(super) fn outputs_of<'e>(
        &self,
        named: impl Iterator<Item = (&'e Text, &'e Expression)>,
    ) -> (Outputs, Vec<(&'e Text, &'e Expression)>) {
        let (mut members, mut absent, mut known) = (Vec::new(), Vec::new(), HashMap::new());
        for (name, expression) in named {
            let value = known.entry(expression.to_string()).or_insert_with(|| self.kept(expression));
            match value {
                Some(value) if self.takes_member(name, value) => members.push((name.clone(), Arc::clone(value))),
                Some(_) => break,
                None => absent.push((name, expression)),
            }
        }
        (Outputs::named(members), absent)
    }

    /// Evaluates the outputs of a workflow. Also returns the names of expressions without a value.
    pub(super) fn outputs_of_template<'t>(&self, template: &'t Template) -> (Outputs, Vec<(&'t Text, &'t Expression)>) {
        match template {
            Template::Object(members, _) if members.iter().all(|(_, it)| matches!(it, Template::Expression(..))) => {
                let expressions = members.iter().filter_map(|(name, value)| match value {
                    Template::Expression(expression, _) => Some((name, expression)),
                    _ => None,
                });
                self.outputs_of(expressions)
            }
            Template::Object(members, _) => {
                let mut absent = Vec::new();
                let member = |(name, value): &'t (Text, Template)| {
                    let filled = self.fill(value);
                    if let (None, Template::Expression(expression, _)) = (&filled, value) {
                        absent.push((name, expression));
                    }
                    Some((name.clone(), Arc::new(filled?)))
                };
                let members = members.iter().filter_map(member).collect();
                (Outputs::named(members), absent)
            }
            whole => (self.fill(whole).map_or_else(Outputs::default, Outputs::whole), Vec::new()),
        }
    }

    /// Whether a criterion is true.
    ///
    /// # Errors
    ///
    /// If evaluation would take too long.
    pub(super) fn holds(&self, criterion: &Criterion) -> Result<bool, String> {
        match criterion {
            Criterion::Simple(condition) => Ok(self.condition(condition)),
            Criterion::Regex(context, pattern) => {
                let value = self.value(context);
                let Some(text) = value.map(|value| text_of(&value)) else { return Ok(false) };
                pattern
                    .matches(&text)
                    .ok_or_else(|| format!("a text of {} bytes is too long for the pattern /{pattern}/", text.len()))
            }
            Criterion::JsonPath(context, query) => {
                self.value(context).map_or(Ok(false), |value| jsonpath::finds(query, &value))
            }
        }
    }

    fn condition(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Operand(operand) => is_true(self.operand(operand).as_deref()),
            Condition::Not(inner) => !self.condition(inner),
            Condition::And(a, b) => self.condition(a) && self.condition(b),
            Condition::Or(a, b) => self.condition(a) || self.condition(b),
            Condition::Compare(a, comparison, b) => {
                compare(self.operand(a).as_deref(), *comparison, self.operand(b).as_deref())
            }
        }
    }

    /// The value of an operand; `None` if absent.
    pub(super) fn operand(&self, operand: &Operand) -> Option<ExpressionValue<'a>> {
        let made = match operand {
            Operand::Expression(expression, way) => {
                let value = self.value(expression)?;
                if way.is_empty() {
                    return Some(value);
                }
                return match value {
                    ExpressionValue::Shared(value) => further(value, way).map(ExpressionValue::Part),
                    ExpressionValue::Part(value) => further(value, way).map(ExpressionValue::Part),
                    ExpressionValue::Made(value) => further(&value, way).cloned().map(ExpressionValue::Made),
                };
            }
            Operand::Text(text) => text.as_str().into(),
            Operand::Number(literal) => number_in(literal)?,
            Operand::Bool(value) => (*value).into(),
            Operand::Null => Value::Null.into(),
        };
        Some(ExpressionValue::Made(made))
    }
}

/// The part of a value at a path.
fn further<'v>(value: &'v Json, way: &[ConditionSegment]) -> Option<&'v Json> {
    way.iter().try_fold(value, |value, access| match access {
        ConditionSegment::Index(index) => value.as_array()?.get(*index as usize),
        ConditionSegment::Name(name) => value.get(name),
    })
}

fn planned<'a>(expression: &Expression) -> ExpressionValue<'a> {
    ExpressionValue::Made(format!("{{{expression}}}").into())
}

/// Whether a value is true: present, and neither false nor null.
fn is_true(value: Option<&Json>) -> bool {
    value.is_some_and(|value| !value.is_null() && value.as_bool() != Some(false))
}

/// Compares values. Strings are compared without regard to case (Arazzo 1.0.1, section 4.6.11.1); absent equals null. A
/// string that contains a number is compared as a number with numbers, and with other such strings by `<` and similar
/// operators (Arazzo 1.1.0, Condition Evaluation).
fn compare(a: Option<&Json>, comparison: Comparison, b: Option<&Json>) -> bool {
    let null = Json::from(Value::Null);
    let (a, b) = (a.unwrap_or(&null), b.unwrap_or(&null));
    let is_of_numbers =
        !matches!(comparison, Comparison::Equal | Comparison::NotEqual) || a.is_number() || b.is_number();
    let numbers = number(a).zip(number(b)).filter(|_| is_of_numbers);
    let order = match (numbers, a.value(), b.value()) {
        (Some((a, b)), ..) => a.compare_numbers(&b),
        (None, Value::String(a), Value::String(b)) => Some(a.to_lowercase().cmp(&b.to_lowercase())),
        _ => None,
    };
    let is_equal = order.map_or_else(|| a == b, std::cmp::Ordering::is_eq);
    match comparison {
        Comparison::Equal => is_equal,
        Comparison::NotEqual => !is_equal,
        Comparison::Less => order.is_some_and(std::cmp::Ordering::is_lt),
        Comparison::LessOrEqual => order.is_some_and(std::cmp::Ordering::is_le),
        Comparison::Greater => order.is_some_and(std::cmp::Ordering::is_gt),
        Comparison::GreaterOrEqual => order.is_some_and(std::cmp::Ordering::is_ge),
    }
}

/// The number of a value: a number, or a string with a JSON number and surrounding spaces.
fn number(value: &Json) -> Option<Cow<'_, Json>> {
    match value.value() {
        Value::Number(_) | Value::Wide(_) => Some(Cow::Borrowed(value)),
        Value::String(text) => number_in(text.trim()).map(Cow::Owned),
        _ => None,
    }
}

/// The value of a number literal.
fn number_in(text: &str) -> Option<Json> {
    let read = parse(text.as_bytes(), ReadLimits::new(text.len()).any_number());
    read.ok().filter(Json::is_number)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Expression, Instant, Room, RunLimits, Scope, Text, parse};
    use agent_description::ReadLimits;
    use std::time::Duration;

    /// How many of three outputs are made, and how many are reported as absent.
    fn made_at(deadline: Instant) -> (usize, usize) {
        let inputs = parse(br#"{"a": {"b": "c"}, "d": [1, 2]}"#, ReadLimits::new(100)).unwrap();
        let named = ["$inputs.a", "$inputs.a#/b", "$inputs.d#/1"].map(|text| (text, Expression::read(text).unwrap()));
        let named: Vec<(Text, Expression)> = named.into_iter().map(|(name, it)| (name.into(), it)).collect();
        let room = Room::new(&RunLimits::default());
        let scope = Scope {
            inputs: &inputs,
            steps: &[],
            exchange: None,
            outputs: None,
            called_status: None,
            ran: &[],
            sources: &[],
            is_planned: false,
            room: &room,
            deadline,
        };
        let (outputs, absent) = scope.outputs_of(named.iter().map(|(name, it)| (name, it)));
        (named.iter().filter(|(name, _)| outputs.get(name).is_some()).count(), absent.len())
    }

    #[test]
    fn outputs_are_not_made_after_the_deadline() {
        let now = Instant::now();
        assert_eq!(made_at(now + Duration::from_secs(60)), (3, 0));
        assert_eq!(made_at(now), (0, 3));
    }
}
