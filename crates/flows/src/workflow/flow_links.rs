//! Resolves the links of a flow to the inputs of its actions and the outputs of the flow.

use super::{
    Argument, CompileError, CompiledBody, CompiledSource, CompiledStep, LinkPlaces, Template, losses::Losses,
    template::pointer, work::Work,
};
use crate::{
    agents_json::{End, FieldPath, FieldPathStep as PathStep, Flow, Link, LinkEnd, LinkEnds, Place, Root},
    arazzo::{Expression, MessagePart, NamedValue},
    cut,
    openapi::{Location, Operation},
};

use agent_description::diagnostic::Severity;
use agent_description::{
    Code,
    diagnostic::Suggestions,
    json::{Offset, Text},
};
use std::collections::HashSet;

/// The output of a step: its response.
pub(super) const SUCCESS: &str = "success";

/// The state of resolving links.
struct Followed<'a, 'l, 'd> {
    flow: &'a Flow,
    sources: &'a [CompiledSource],
    steps: &'l mut [CompiledStep],
    output: Option<Template>,
    output_places: LinkPlaces,
    losses: &'l mut Losses<'d>,
    work: &'l mut Work,
    /// Number of links so far: each is compared with the earlier ones.
    links: usize,
}

/// Sets the arguments and bodies of the steps of a flow, and their responses as outputs where links use them. Returns
/// the outputs of the flow, and the links that set them.
pub(super) fn follow(
    flow: &Flow,
    sources: &[CompiledSource],
    steps: &mut [CompiledStep],
    (losses, work): (&mut Losses<'_>, &mut Work),
) -> Result<(Template, LinkPlaces), CompileError> {
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
    let output_places = LinkPlaces::default();
    let mut followed = Followed { flow, sources, steps, output: None, output_places, losses, work, links: 0 };
    for (origin, target, link) in links {
        followed.link(origin, target, link)?;
    }
    let output = followed.output.take().or_else(|| followed.answer_of(flow.actions.len().saturating_sub(1)));
    Ok((output.unwrap_or_else(|| Template::Object(Vec::new())), followed.output_places))
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
        let Some(value) = self.value(from, &origin, &link.origin)? else { return Ok(()) };
        self.charge(value.size(), link)?;
        match to {
            Place::Flow => {
                let mut output = self.output.take();
                self.put(&mut output, &target.steps, value, &link.target)?;
                self.output = output;
                self.output_places.add(pointer(&target.steps), link);
                Ok(())
            }
            Place::Action(to) if target.root == Root::Parameters => self.parameter(to, &target, value, link),
            Place::Action(to) => self.body(to, &target.steps, value, link),
        }
    }

    /// Charges values that a link copies, and the comparison with the earlier links.
    fn charge(&mut self, values: usize, link: &Link) -> Result<(), CompileError> {
        self.links += 1;
        self.work.charge(values.saturating_add(self.links / 8), link.target.path_at)
    }

    /// The value at the origin of a link; `None` if it refers to an input that the action does not have.
    fn value(&mut self, from: Place, path: &FieldPath, end: &LinkEnd) -> Result<Option<Template>, CompileError> {
        let named = |name: &str, way: &[PathStep]| {
            let pointer = (!way.is_empty()).then(|| pointer(way));
            Some(Template::Expression(Expression::Input(NamedValue { name: name.to_owned(), pointer })))
        };
        let value = match (from, path.root) {
            // reported when the link was resolved
            (Place::Flow, Root::Response) => None,
            (Place::Flow, Root::Parameters) => return Ok(named("parameters", &path.steps)),
            (Place::Flow, Root::RequestBody) => return Ok(named("requestBody", &path.steps)),
            (Place::Action(at), Root::Response) => {
                return Ok(self.answer_of(at).and_then(|answer| answer.within(&path.steps)));
            }
            (Place::Action(at), Root::Parameters) if path.steps.is_empty() => {
                // all parameters of the action, as one object
                let given = self.arguments(at).iter().map(|it| (it.name.clone(), it.value.clone()));
                return Ok(Some(Template::Object(given.collect())));
            }
            (Place::Action(at), Root::Parameters) => {
                let (name, rest) = self.parameter_name(at, &path.steps, end)?;
                let given = self.arguments(at).iter().find(|it| Some(&it.name) == name.as_ref());
                given.and_then(|given| given.value.within(rest))
            }
            (Place::Action(at), Root::RequestBody) => self.body_of(at, &path.steps),
        };
        if value.is_none() {
            let reason = format!("{:?} of the action is not set and is omitted", cut(&path.to_string()));
            self.losses.add_at(end.path_at, reason, Severity::Warning);
        }
        Ok(value)
    }

    /// The response of a step, which becomes its output.
    fn answer_of(&mut self, at: usize) -> Option<Template> {
        let step = self.steps.get_mut(at)?;
        if step.outputs.is_empty() {
            step.outputs.push((SUCCESS.into(), Expression::Response(MessagePart::Body(None))));
        }
        Some(answer(&step.id))
    }

    fn arguments(&self, at: usize) -> &[Argument] {
        self.steps.get(at).map_or(&[], |step| &step.arguments)
    }

    /// The value at a location in the body of an action.
    fn body_of(&self, at: usize, way: &[PathStep]) -> Option<Template> {
        let body = self.steps.get(at)?.body.as_ref()?;
        let wanted = pointer(way);
        let replaced = body.replacements.iter().rev().find(|(place, _)| *place == *wanted);
        replaced.map(|(_, value)| value.clone()).or_else(|| body.payload.as_ref()?.within(way))
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
    fn parameter(&mut self, to: usize, target: &FieldPath, value: Template, link: &Link) -> Result<(), CompileError> {
        let (name, rest) = self.parameter_name(to, &target.steps, &link.target)?;
        let name =
            name.ok_or_else(|| nowhere(target, link.target.path_at, "the operation has no parameter with this index"))?;
        match self.location(to, &name, &link.target)? {
            Some(location) => self.give(to, name, location, rest, value, link),
            // the operation expects it in its body
            None => {
                let mut way = vec![PathStep::Name(name)];
                way.extend_from_slice(rest);
                self.body(to, &way, value, link)
            }
        }
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

    fn give(
        &mut self,
        to: usize,
        name: Text,
        location: Location,
        way: &[PathStep],
        value: Template,
        link: &Link,
    ) -> Result<(), CompileError> {
        let end = &link.target;
        let Some(CompiledStep { arguments, .. }) = self.steps.get_mut(to) else { return Ok(()) };
        let at = arguments.iter().position(|it| it.name == name && it.location == Some(location));
        let known = at.map(|at| arguments.remove(at));
        let (mut whole, offset, mut places) = match known {
            Some(known) => (Some(known.value), known.offset, known.places),
            None => (None, end.path_at, LinkPlaces::default()),
        };
        self.put(&mut whole, way, value, end)?;
        places.add(pointer(way), link);
        if let (Some(step), Some(value)) = (self.steps.get_mut(to), whole) {
            let argument = Argument { name, location: Some(location), value, offset, places };
            step.arguments.insert(at.unwrap_or(step.arguments.len()), argument);
        }
        Ok(())
    }

    /// Sets a part of a value. If an earlier link has set it, the last link is used.
    fn put(
        &mut self,
        here: &mut Option<Template>,
        way: &[PathStep],
        value: Template,
        end: &LinkEnd,
    ) -> Result<(), CompileError> {
        let was_free = Template::put(here, way, value).map_err(|index| {
            let message = format!("the index {index} of the path is too large");
            CompileError::reference(end.path_at, message)
        })?;
        self.told_twice(was_free, end);
        Ok(())
    }

    fn told_twice(&mut self, was_free: bool, end: &LinkEnd) {
        if !was_free {
            let reason = "an earlier link has the same target: the last link is used";
            self.losses.add_at(end.path_at, reason, Severity::Warning);
        }
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
            (Place::Action(at), Root::Parameters, true) => {
                self.arguments(at).iter().map(|it| it.name.clone()).collect()
            }
            _ => {
                let operation = self.operation(to);
                let parameters = operation.map(|operation| Self::referenced(operation.parameters(), &link.target));
                parameters.transpose()?.into_iter().flatten().map(|parameter| parameter.name.clone()).collect()
            }
        };
        for name in names {
            let mut path = origin.clone();
            path.steps.push(PathStep::Name(name.clone()));
            let Some(value) = self.value(from, &path, &link.origin)? else { continue };
            self.charge(value.size(), link)?;
            let target = FieldPath { root: Root::Parameters, steps: vec![PathStep::Name(name)], meant: None };
            self.parameter(to, &target, value, link)?;
        }
        Ok(())
    }

    /// Sets a location in the body.
    fn body(&mut self, to: usize, way: &[PathStep], value: Template, link: &Link) -> Result<(), CompileError> {
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
        let mut body = step.body.take().unwrap_or_else(|| CompiledBody {
            content_type,
            payload: None,
            replacements: Vec::new(),
            offset: end.path_at,
            places: LinkPlaces::default(),
        });
        body.places.add(pointer(way), link);
        let is_whole_before = body.payload.as_ref().is_some_and(|payload| matches!(payload, Template::Expression(_)));
        if way.is_empty() {
            // merge members that were set before
            match body.payload.replace(value) {
                Some(Template::Object(members)) => {
                    let replaced =
                        members.into_iter().map(|(name, value)| (pointer(&[PathStep::Name(name)]).into(), value));
                    body.replacements.extend(replaced);
                }
                before => self.told_twice(before.is_none(), end),
            }
        } else if is_whole_before {
            let at: Text = pointer(way).into();
            let count = body.replacements.len();
            body.replacements.retain(|(place, _)| *place != at);
            self.told_twice(body.replacements.len() == count, end);
            body.replacements.push((at, value));
        } else {
            self.put(&mut body.payload, way, value, end)?;
        }
        if let Some(step) = self.steps.get_mut(to) {
            step.body = Some(body);
        }
        Ok(())
    }
}

/// The response of a step.
pub(super) fn answer(step: &Text) -> Template {
    let success = NamedValue { name: SUCCESS.to_owned(), pointer: None };
    Template::Expression(Expression::Step(step.to_string(), success))
}
