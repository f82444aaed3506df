//! Translates the links of a flow to the parameters and bodies of its steps, and to the outputs of its workflow.

use super::losses::Losses;
use crate::{
    agents_json::{End, FieldPath, FieldPathStep as PathStep, Flow, Link, LinkEnd, LinkEnds, Place, Root},
    cut,
    openapi::{Location, Operation},
    workflow::{CompileError, CompiledCall, CompiledSource, compile::Work},
};

use agent_description::diagnostic::Severity;
use agent_description::{
    Code, Json,
    diagnostic::Suggestions,
    json::{
        Member, Object, Offset, Text, Value, object,
        pointer::{push_index, push_name},
    },
};
use std::collections::HashSet;

/// Maximum nesting depth of a value that a link copies. Its target nests it once more per segment.
const MAX_DEPTH: usize = 64;

/// An action that becomes a step of Arazzo. Values that links set have the offsets of the targets.
pub(super) struct FlowStep {
    pub id: String,
    pub call: CompiledCall,
    pub parameters: Vec<((Text, Location), Json)>,
    pub body: Option<Json>,
    /// The replacements in the payload of the body.
    pub replacements: Vec<Json>,
    /// Whether its response is used.
    pub is_answer_used: bool,
}

/// The state of resolving links.
struct Followed<'a, 'l, 'd> {
    flow: &'a Flow,
    sources: &'a [CompiledSource],
    steps: &'l mut [FlowStep],
    output: Json,
    losses: &'l mut Losses<'d>,
    work: &'l mut Work,
    /// Number of links so far: each is compared with the earlier ones.
    links: usize,
}

/// Sets the parameters and bodies of the steps of a flow. Returns its outputs, which may be any value: an object of
/// expressions is written as Arazzo has it.
pub(crate) fn follow(
    flow: &Flow,
    sources: &[CompiledSource],
    steps: &mut [FlowStep],
    (losses, work): (&mut Losses<'_>, &mut Work),
) -> Result<Json, CompileError> {
    let mut ids = HashSet::new();
    for action in &flow.actions {
        let id = action.id.as_deref().unwrap_or_default();
        if !ids.insert(id) {
            let message = format!("two actions have the id {:?}", cut(id));
            return Err(CompileError::broken(Code::DUPLICATE, action.offset, message));
        }
    }
    let (ends, mut suggestions) = (LinkEnds::for_flow(flow), Suggestions::default());
    let mut links = Vec::with_capacity(flow.links.len());
    for link in &flow.links {
        let mut faults = Vec::new();
        let ends = ends.resolve(link, &mut suggestions, &mut faults);
        if let Some(fault) = faults.into_iter().next() {
            return Err(fault.into());
        }
        let (Some(origin), Some(target)) = ends else {
            return Err(CompileError::reference(link.target.path_at, "the link has an end without `fieldPath`"));
        };
        links.push((origin, target, link));
    }
    // inputs of an action are resolved before links use them
    links.sort_by_key(|(_, (place, _), _)| *place);
    let mut followed = Followed { flow, sources, steps, output: Value::Null.into(), losses, work, links: 0 };
    for (origin, target, link) in links {
        followed.link(origin, target, link)?;
    }
    if followed.output.is_null() {
        let answer = followed.answer_of(flow.actions.len().saturating_sub(1));
        return Ok(answer.unwrap_or_else(|| Object::new().into()));
    }
    Ok(followed.output)
}

fn nowhere(path: &FieldPath, at: Offset, why: &str) -> CompileError {
    CompileError::reference(at, format!("the path {:?} does not resolve: {why}", cut(&path.to_string())))
}

impl Followed<'_, '_, '_> {
    fn link(&mut self, (from, origin): End, (to, target): End, link: &Link) -> Result<(), CompileError> {
        self.charge(1, link)?;
        if let Place::Action(to) = to
            && target.root == Root::Parameters
            && target.steps.is_empty()
        {
            return self.all(to, from, &origin, link);
        }
        let Some(value) = self.value(from, &origin, link)? else { return Ok(()) };
        match to {
            Place::Flow => put(&mut self.output, &target.steps, value, &link.target, self.losses),
            Place::Action(to) if target.root == Root::Parameters => return self.parameter(to, &target, value, link),
            Place::Action(to) => return self.body(to, &target.steps, value, link),
        }
        Ok(())
    }

    /// Charges values that a link copies, and the comparison with the earlier links.
    fn charge(&mut self, values: usize, link: &Link) -> Result<(), CompileError> {
        self.links += 1;
        self.work.charge(values.saturating_add(self.links / 8), link.target.path_at)
    }

    /// The value of a link for its target; `None` if it refers to an input that the action does not have.
    fn value(&mut self, from: Place, path: &FieldPath, link: &Link) -> Result<Option<Json>, CompileError> {
        let end = &link.origin;
        let value = match (from, path.root) {
            // reported when the link was resolved
            (Place::Flow, Root::Response) => return Ok(None),
            (Place::Flow, Root::Parameters) => part_of(&"$inputs.parameters".into(), &path.steps),
            (Place::Flow, Root::RequestBody) => part_of(&"$inputs.requestBody".into(), &path.steps),
            (Place::Action(at), Root::Response) => self.answer_of(at).and_then(|answer| part_of(&answer, &path.steps)),
            (Place::Action(at), Root::Parameters) if path.steps.is_empty() => {
                // all parameters of the action, as one object
                let given = self.parameters(at).map(|(name, value)| (name.clone(), value.clone()));
                Some(given.collect::<Object>().into())
            }
            (Place::Action(at), Root::Parameters) => {
                let (name, rest) = self.parameter_name(at, &path.steps, end)?;
                let given = self.parameters(at).find(|(given, _)| Some(*given) == name.as_ref());
                given.and_then(|(_, value)| part_of(value, rest))
            }
            (Place::Action(at), Root::RequestBody) => self.body_of(at, &path.steps),
        };
        let Some(value) = value else {
            let reason = format!("{:?} of the action is not set and is omitted", cut(&path.to_string()));
            self.losses.add_at(end.path_at, reason, Severity::Warning);
            return Ok(None);
        };
        let (work, depth) = measure(&value);
        self.charge(work, link)?;
        if depth > MAX_DEPTH {
            let message = format!("the links nest this value more than {MAX_DEPTH} deep; link its parts");
            return Err(CompileError::broken(Code::TOO_LARGE, end.path_at, message));
        }
        Ok(Some(moved(value, link.target.path_at)))
    }

    /// The response of a step.
    fn answer_of(&mut self, at: usize) -> Option<Json> {
        let step = self.steps.get_mut(at)?;
        step.is_answer_used = true;
        let answer = format!("$steps.{}.outputs.success", step.id);
        Some(Json::at(Value::String(answer.into()), self.flow.offset))
    }

    /// The names and values of a step's parameters.
    fn parameters(&self, at: usize) -> impl Iterator<Item = (&Text, &Json)> {
        let parameters = self.steps.get(at).into_iter().flat_map(|step| &step.parameters);
        parameters.filter_map(|((name, _), parameter)| Some((name, parameter.get("value")?)))
    }

    /// The value at a location in the body of an action.
    fn body_of(&self, at: usize, way: &[PathStep]) -> Option<Json> {
        let (step, wanted) = (self.steps.get(at)?, pointer(way));
        let is_wanted = |it: &&Json| it.get("target").and_then(Json::as_str) == Some(&wanted);
        match step.replacements.iter().rev().find(is_wanted) {
            Some(replacement) => replacement.get("value").cloned(),
            None => part_of(step.body.as_ref()?.get("payload")?, way),
        }
    }

    fn operation(&self, at: usize) -> Option<Operation<'_>> {
        self.steps.get(at)?.call.operation(self.sources)
    }

    fn referenced<T>(found: Result<T, CompileError>, end: &LinkEnd) -> Result<T, CompileError> {
        found.map_err(|error| CompileError::reference(end.path_at, error.to_string()))
    }

    /// Splits a path into the name of a parameter, which it may give as the index in the operation's list, and the rest.
    /// There is no name if the operation has no such parameter.
    fn parameter_name<'p>(
        &self,
        at: usize,
        path: &'p [PathStep],
        end: &LinkEnd,
    ) -> Result<(Option<Text>, &'p [PathStep]), CompileError> {
        let (number, rest) = match path.split_first() {
            None => return Ok((None, path)),
            Some((PathStep::Name(name), rest)) => return Ok((Some(name.clone()), rest)),
            Some((PathStep::Index(number), rest)) => (*number, rest),
        };
        let Some(operation) = self.operation(at) else {
            let message = "the parameter has only an index, but the operation is unknown";
            return Err(CompileError::reference(end.path_at, message));
        };
        let parameter = Self::referenced(operation.parameter_at(number as usize), end)?;
        let rest = rest.strip_prefix(&[PathStep::Name("value".into())]).unwrap_or(rest);
        Ok((parameter.map(|parameter| parameter.name.clone()), rest))
    }

    /// Sets one parameter.
    fn parameter(&mut self, to: usize, target: &FieldPath, value: Json, link: &Link) -> Result<(), CompileError> {
        let end = &link.target;
        let (name, rest) = self.parameter_name(to, &target.steps, end)?;
        let name =
            name.ok_or_else(|| nowhere(target, end.path_at, "the operation has no parameter with this index"))?;
        let Some(location) = self.location(to, &name, end)? else {
            // the operation expects it in its body
            let mut way = vec![PathStep::Name(name)];
            way.extend_from_slice(rest);
            return self.body(to, &way, value, link);
        };
        let Some(FlowStep { parameters, .. }) = self.steps.get_mut(to) else { return Ok(()) };
        let key = (name, location);
        let at = parameters.iter().position(|(known, _)| *known == key).unwrap_or(parameters.len());
        if at == parameters.len() {
            let parameter = object! { "name": key.0.clone(), "in": location.as_str(), "value": Value::Null };
            parameters.push((key, Json::at(Value::Object(parameter), end.path_at)));
        }
        let parameter = parameters.get_mut(at).and_then(|(_, parameter)| parameter.as_object_mut());
        let Some(known) = parameter.and_then(|it| it.get_mut("value")) else { return Ok(()) };
        put(known, rest, value, end, self.losses);
        Ok(())
    }

    /// The location of a parameter; `None` for a member of the body.
    fn location(&mut self, to: usize, name: &Text, end: &LinkEnd) -> Result<Option<Location>, CompileError> {
        let Some(operation) = self.operation(to) else {
            let reason = format!(
                "the location of the parameter {:?} is unknown without its document: sent in the query",
                cut(name)
            );
            self.losses.add_at(end.path_at, reason, Severity::Warning);
            return Ok(Some(Location::Query));
        };
        let work = operation.work();
        self.work.charge(work, end.path_at)?;
        let Some(operation) = self.operation(to) else { return Ok(None) };
        let parameters = Self::referenced(operation.parameters(), end)?;
        let named = parameters.iter().filter(|parameter| parameter.name == name);
        if let Some(parameter) = named.min_by_key(|parameter| parameter.location) {
            return Ok(Some(parameter.location));
        }
        let body = Self::referenced(operation.body(), end)?;
        let schemas = body.iter().flat_map(|body| &body.content).filter_map(|(_, schema)| schema.as_ref());
        let is_of_body = schemas
            .filter_map(|schema| schema.json.get("properties")?.as_object())
            .any(|properties| properties.contains(name));
        let (place, sent) = match is_of_body {
            true => (None, ", but a member of its body: sent there"),
            false => (Some(Location::Query), ": sent in the query"),
        };
        let id = cut(operation.id().unwrap_or_default());
        let reason = format!("the operation {id:?} has no parameter {:?}{sent}", cut(name));
        self.losses.add_at(end.path_at, reason, Severity::Warning);
        Ok(place)
    }

    /// Sets all parameters that the operation knows.
    fn all(&mut self, to: usize, from: Place, origin: &FieldPath, link: &Link) -> Result<(), CompileError> {
        let names: Vec<Text> = match (from, origin.root, origin.steps.is_empty()) {
            (Place::Flow, Root::Parameters, true) => self.flow.parameters.iter().map(|it| it.name.clone()).collect(),
            (Place::Flow, Root::RequestBody, true) => {
                let body = self.flow.request_body.as_ref().and_then(|body| body.preferred()?.1.as_ref());
                let properties = body.and_then(|schema| schema.get("properties")?.as_object());
                properties.into_iter().flatten().map(|member| member.name().clone()).collect()
            }
            (Place::Action(at), Root::Parameters, true) => self.parameters(at).map(|(name, _)| name.clone()).collect(),
            _ => {
                let operation = self.operation(to);
                let parameters = operation.map(|operation| Self::referenced(operation.parameters(), &link.target));
                parameters.transpose()?.into_iter().flatten().map(|parameter| parameter.name.clone()).collect()
            }
        };
        for name in names {
            let mut path = origin.clone();
            path.steps.push(PathStep::Name(name.clone()));
            let Some(value) = self.value(from, &path, link)? else { continue };
            let target = FieldPath { root: Root::Parameters, steps: vec![PathStep::Name(name)], meant: None };
            self.parameter(to, &target, value, link)?;
        }
        Ok(())
    }

    /// Sets a location in the body.
    fn body(&mut self, to: usize, way: &[PathStep], value: Json, link: &Link) -> Result<(), CompileError> {
        let end = &link.target;
        let content_type = match self.operation(to) {
            None => Some("application/json".into()),
            Some(operation) => match Self::referenced(operation.body(), end)? {
                Some(body) => body.preferred().cloned(),
                None => {
                    let id = cut(operation.id().unwrap_or_default());
                    if self.steps.get(to).is_some_and(|step| step.body.is_none()) {
                        let reason = format!("the operation {id:?} has no request body: the body is sent as JSON");
                        self.losses.add_at(end.path_at, reason, Severity::Warning);
                    }
                    Some("application/json".into())
                }
            },
        };
        let Some(step) = self.steps.get_mut(to) else { return Ok(()) };
        let new = object! { if "contentType": content_type, "payload": Value::Null };
        let body = step.body.get_or_insert_with(|| Json::at(Value::Object(new), end.path_at)).as_object_mut();
        let Some(payload) = body.and_then(|body| body.get_mut("payload")) else { return Ok(()) };
        let replacement = |target: String, value: Json| Json::from(object! { "target": target, "value": value });
        if way.is_empty() {
            // merge members that were set before
            match std::mem::replace(payload, value).value() {
                Value::Object(members) => step.replacements.extend(members.iter().map(|member| {
                    replacement(pointer(&[PathStep::Name(member.name().clone())]), member.value().clone())
                })),
                before => report_replaced(*before == Value::Null, end, self.losses),
            }
        } else if payload.as_str().is_some() {
            let (target, count) = (pointer(way), step.replacements.len());
            // the last link also replaces what earlier ones set inside its target
            let is_inside = |known: &Json| {
                let rest = known.get("target").and_then(Json::as_str).and_then(|known| known.strip_prefix(&*target));
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            };
            step.replacements.retain(|known| !is_inside(known));
            report_replaced(step.replacements.len() == count, end, self.losses);
            step.replacements.push(replacement(target, value));
        } else {
            put(payload, way, value, end, self.losses);
        }
        Ok(())
    }
}

/// Sets a part of a value. If an earlier link has set it, the last link is used.
fn put(whole: &mut Json, way: &[PathStep], value: Json, end: &LinkEnd, losses: &mut Losses<'_>) {
    report_replaced(put_part(whole, way, value), end, losses);
}

fn report_replaced(is_free: bool, end: &LinkEnd, losses: &mut Losses<'_>) {
    if !is_free {
        let reason = "an earlier link has the same target: the last link is used";
        losses.add_at(end.path_at, reason, Severity::Warning);
    }
}

/// Sets the part at a path, and creates the objects and arrays on it. Null is a value that no link has set. Returns
/// false if another value on the path was replaced.
fn put_part(here: &mut Json, way: &[PathStep], value: Json) -> bool {
    let (was_null, offset) = (here.is_null(), value.offset());
    let (inner, rest, is_same_kind) = match way.split_first() {
        None => {
            *here = value;
            return was_null;
        }
        Some((PathStep::Name(name), rest)) => {
            let is_object = here.as_object().is_some();
            if !is_object {
                *here = Json::at(Value::Object(Object::new()), offset);
            }
            let Some(object) = here.as_object_mut() else { return false };
            if !object.contains(name) {
                object.insert(name.clone(), Value::Null);
            }
            (object.get_mut(name), rest, is_object)
        }
        Some((PathStep::Index(index), rest)) => {
            let is_array = here.as_array().is_some();
            if !is_array {
                *here = Json::at(Value::Array(Vec::new()), offset);
            }
            let Some(items) = here.as_array_mut() else { return false };
            let at = *index as usize;
            if items.len() <= at {
                items.resize(at + 1, Json::at(Value::Null, offset));
            }
            (items.get_mut(at), rest, is_array)
        }
    };
    let Some(inner) = inner else { return false };
    put_part(inner, rest, value) && (was_null || is_same_kind)
}

/// The part of a value, or of what an expression will be, at a path; `None` if there is none.
fn part_of(value: &Json, way: &[PathStep]) -> Option<Json> {
    let Some((step, rest)) = way.split_first() else { return Some(value.clone()) };
    match (value.value(), step) {
        (Value::String(expression), _) => {
            let hash = if expression.contains('#') { "" } else { "#" };
            Some(format!("{expression}{hash}{}", pointer(way)).as_str().into())
        }
        (Value::Object(members), PathStep::Name(name)) => part_of(members.get(name)?, rest),
        (Value::Array(items), PathStep::Index(index)) => part_of(items.get(*index as usize)?, rest),
        _ => None,
    }
}

/// The work of copying a value, for each of its parts and for long expressions, and its nesting depth.
fn measure(json: &Json) -> (usize, usize) {
    let with = |(work, depth): (usize, usize), part: &Json| {
        let (more, deep) = measure(part);
        (work + more, depth.max(deep + 1))
    };
    match json.value() {
        Value::String(expression) => (1 + expression.len() / 8, 0),
        Value::Array(items) => items.iter().fold((1, 1), with),
        Value::Object(members) => members.iter().map(Member::value).fold((1, 1), with),
        _ => (1, 0),
    }
}

/// The value with one offset for all of its parts.
fn moved(json: Json, at: Offset) -> Json {
    let value = match json.into_value() {
        Value::Array(items) => Value::Array(items.into_iter().map(|item| moved(item, at)).collect()),
        Value::Object(members) => Value::Object(members.into_iter().map(|it| (it.name, moved(it.value, at))).collect()),
        scalar => scalar,
    };
    Json::at(value, at)
}

/// Converts a path to a JSON Pointer.
fn pointer(way: &[PathStep]) -> String {
    let mut pointer = String::new();
    for step in way {
        match step {
            PathStep::Name(name) => push_name(&mut pointer, name),
            PathStep::Index(index) => push_index(&mut pointer, *index as usize),
        }
    }
    pointer
}
