//! What running a flow would do: which requests, to which origins, with which credentials, and what flows between origins.

use crate::{
    arazzo::Expression,
    openapi::{Location, Operation},
    workflow::{
        ArgumentsError, Call, CompileError, Destination, Step, Template, What, Workflow, WorkflowAt, Workflows,
    },
};
use agent_description::{
    Json,
    json::{Object, Value, pointer::lookup},
};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use std::collections::BTreeSet;

/// The most steps that a plan lists, those of workflows in workflows too.
const MOST_STEPS: usize = 1000;
/// How deep workflows in workflows are planned.
const DEEPEST: usize = 16;

/// What stays as it is in a segment of a path (RFC 3986, section 2.3).
const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A plan.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Plan {
    /// Every origin that is called, each once, in the order of the steps.
    pub origins: Vec<String>,
    /// The steps. One that an action may go to or repeat is listed once.
    pub steps: Vec<Planned>,
    /// What flows from one origin to another.
    pub crossings: Vec<Crossing>,
    /// What the file changes in the operations that are called.
    pub overrides: Vec<Override>,
}

/// A step of a plan.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Planned {
    /// Its id; of a step in a workflow that a step calls, behind that step's id and `/`.
    pub step: String,
    /// Which operation.
    pub operation_id: Option<String>,
    /// Of which source.
    pub source: String,
    /// The method; none where the source could not be read.
    pub method: Option<String>,
    /// The URL without its query: what is known of the path's parameters is filled in, others stand in braces.
    pub url: Option<String>,
    /// The origin; none where it is not known.
    pub origin: Option<String>,
    /// What a caller has to present: one of these, each the names of security schemes. Empty: nothing.
    pub security: Vec<Vec<String>>,
    /// Whether it changes something, and is not done without consent.
    pub changes: bool,
    /// Why it cannot run: its source could not be read.
    pub missing: Option<String>,
}

/// A value that one origin answers and another gets.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Crossing {
    /// Whose answer it is of.
    pub from: String,
    /// Who gets it.
    pub to: String,
    /// In which step.
    pub step: String,
    /// Which value.
    pub value: String,
}

/// A change of an operation.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Override {
    /// Of which source.
    pub source: String,
    /// Which operation.
    pub operation_id: String,
    /// Where in it.
    pub field_path: String,
    /// What stands there now.
    pub value: Json,
}

impl Plan {
    /// Plans a workflow. Arguments fill in what they say of paths; they have to fit, as when it is run.
    ///
    /// # Errors
    /// There is no such workflow, it cannot run, or it does not take the arguments.
    pub fn of(workflows: &Workflows, id: &str, arguments: Option<&Json>) -> Result<Self, ArgumentsError> {
        let workflow = match arguments {
            Some(arguments) => workflows.taking(id, arguments)?,
            None => workflows.workflow(id)?,
        };
        let mut plan = Self { origins: Vec::new(), steps: Vec::new(), crossings: Vec::new(), overrides: Vec::new() };
        let mut seen = BTreeSet::new();
        plan.workflow(workflows, workflow, "", arguments, DEEPEST, &mut seen)?;
        Ok(plan)
    }

    fn workflow(
        &mut self,
        workflows: &Workflows,
        workflow: &Workflow,
        prefix: &str,
        arguments: Option<&Json>,
        deep: usize,
        seen: &mut BTreeSet<(String, usize)>,
    ) -> Result<(), CompileError> {
        let mut origins: Vec<(&str, Option<String>)> = Vec::new();
        for at in &workflow.depends_on {
            self.inner(workflows, *at, prefix, deep, seen)?;
        }
        for step in &workflow.steps {
            if self.steps.len() >= MOST_STEPS {
                return Ok(());
            }
            let name = format!("{prefix}{}", step.id);
            if let Call::Workflow(at) = step.call {
                self.inner(workflows, at, &format!("{name}/"), deep, seen)?;
            } else {
                let planned = planned(workflows, step, &name, arguments);
                if let Some(to) = &planned.origin {
                    if !self.origins.contains(to) {
                        self.origins.push(to.clone());
                    }
                    self.crossings(step, &name, to, &origins);
                }
                origins.push((&step.id, planned.origin.clone()));
                self.overrides(workflows, step);
                self.steps.push(planned);
            }
            for action in step.on_success.iter().chain(&step.on_failure) {
                let to = match action.what {
                    What::Goto(to) => Some(to),
                    What::Retry { first, .. } => first,
                    What::End => None,
                };
                if let Some(Destination::Workflow(at)) = to {
                    self.inner(workflows, at, &format!("{name}/"), deep, seen)?;
                }
            }
        }
        Ok(())
    }

    /// The steps of another workflow. One that has been planned is not planned again.
    fn inner(
        &mut self,
        workflows: &Workflows,
        at: WorkflowAt,
        prefix: &str,
        deep: usize,
        seen: &mut BTreeSet<(String, usize)>,
    ) -> Result<(), CompileError> {
        let (document, workflow) = workflows.at(at)?;
        // numbers of nested documents are their own, so a document is known by where it stands
        let place = format!("{:p}", std::ptr::from_ref(document));
        if deep == 0 || !seen.insert((place, at.number)) {
            return Ok(());
        }
        self.workflow(document, workflow, prefix, None, deep - 1, seen)
    }

    fn crossings(&mut self, step: &Step, name: &str, to: &str, origins: &[(&str, Option<String>)]) {
        let mut each = |expression: &Expression| {
            let Expression::Step(id, _) = expression else { return };
            let from = origins.iter().find(|(known, _)| known == id).and_then(|(_, origin)| origin.as_deref());
            if let Some(from) = from.filter(|from| *from != to) {
                let crossing = Crossing {
                    from: from.to_owned(),
                    to: to.to_owned(),
                    step: name.to_owned(),
                    value: expression.to_string(),
                };
                if !self.crossings.contains(&crossing) {
                    self.crossings.push(crossing);
                }
            }
        };
        step.arguments.iter().for_each(|argument| argument.value.each_expression(&mut each));
        if let Some(body) = &step.body {
            body.payload.iter().for_each(|payload| payload.each_expression(&mut each));
            body.replacements.iter().for_each(|(_, value)| value.each_expression(&mut each));
        }
    }

    fn overrides(&mut self, workflows: &Workflows, step: &Step) {
        let Call::Operation(at) = step.call else { return };
        let Some(source) = workflows.sources().get(at.source) else { return };
        let id = workflows.operation(at).and_then(|operation| operation.id());
        for changed in source.overrides.iter().filter(|changed| Some(changed.operation_id.as_str()) == id) {
            let is_known = |it: &Override| {
                it.operation_id == *changed.operation_id
                    && it.field_path == *changed.field_path
                    && it.source == *source.name
            };
            if !self.overrides.iter().any(is_known) {
                self.overrides.push(Override {
                    source: source.name.to_string(),
                    operation_id: changed.operation_id.to_string(),
                    field_path: changed.field_path.to_string(),
                    value: changed.value.clone(),
                });
            }
        }
    }

    /// `{origins, steps: [{step, operationId, source, method, url, needs, …}], crossings, overrides}`; `needs` has the names of the schemes of the
    /// first way in.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let texts = |all: &[String]| Json::from(all.iter().map(|it| Json::from(it.as_str())).collect::<Vec<_>>());
        let step = |it: &Planned| {
            Json::from(Object::from_iter([
                ("step", Json::from(it.step.as_str())),
                ("operationId", it.operation_id.clone().into()),
                ("source", it.source.as_str().into()),
                ("method", it.method.clone().into()),
                ("url", it.url.clone().into()),
                ("needs", texts(it.security.first().map(Vec::as_slice).unwrap_or_default())),
                ("security", it.security.iter().map(|all| texts(all)).collect::<Vec<_>>().into()),
                ("changes", it.changes.into()),
                ("missing", it.missing.clone().into()),
            ]))
        };
        let crossing = |it: &Crossing| {
            Json::from(Object::from_iter([
                ("from", it.from.as_str()),
                ("to", it.to.as_str()),
                ("step", it.step.as_str()),
                ("value", it.value.as_str()),
            ]))
        };
        let change = |it: &Override| {
            Json::from(Object::from_iter([
                ("source", Json::from(it.source.as_str())),
                ("operationId", it.operation_id.as_str().into()),
                ("fieldPath", it.field_path.as_str().into()),
                ("value", it.value.clone()),
            ]))
        };
        Object::from_iter([
            ("origins", texts(&self.origins)),
            ("steps", self.steps.iter().map(step).collect::<Vec<_>>().into()),
            ("crossings", self.crossings.iter().map(crossing).collect::<Vec<_>>().into()),
            ("overrides", self.overrides.iter().map(change).collect::<Vec<_>>().into()),
        ])
        .into()
    }
}

fn planned(workflows: &Workflows, step: &Step, name: &str, arguments: Option<&Json>) -> Planned {
    let mut planned = Planned {
        step: name.to_owned(),
        operation_id: None,
        source: String::new(),
        method: None,
        url: None,
        origin: None,
        security: Vec::new(),
        changes: true,
        missing: None,
    };
    match &step.call {
        Call::Operation(at) => {
            let source = workflows.sources().get(at.source);
            planned.source = source.map(|source| source.name.to_string()).unwrap_or_default();
            let Some(operation) = workflows.operation(*at) else { return planned };
            planned.operation_id = operation.id().map(str::to_owned);
            planned.method = Some(operation.method().to_string());
            planned.changes = !operation.method().is_safe();
            planned.security = operation
                .security()
                .into_iter()
                .map(|all| all.into_iter().map(|scheme| scheme.name.to_string()).collect())
                .collect();
            let server = server(&operation, source.and_then(|source| source.base.as_deref()));
            planned.origin = origin(&server);
            planned.url = Some(format!("{}{}", server.trim_end_matches('/'), path(&operation, step, arguments)));
        }
        Call::Missing { source, called } => {
            planned.operation_id = Some(called.to_string());
            if let Some(source) = workflows.sources().get(*source) {
                planned.source = source.name.to_string();
                planned.missing = match &source.content {
                    crate::workflow::Content::Missing(why) => Some(format!("the source {why}")),
                    _ => None,
                };
            }
        }
        Call::Workflow(_) => {}
    }
    planned
}

/// The first server; a relative one from where the document is.
fn server(operation: &Operation<'_>, base: Option<&str>) -> String {
    let server = operation.servers().into_iter().next().unwrap_or_else(|| "/".to_owned());
    if server.contains("://") {
        return server;
    }
    let Some(base) = base else { return server };
    match (origin(base), server.starts_with('/')) {
        (Some(origin), true) => format!("{origin}{server}"),
        (Some(_), false) => {
            let folder = base.split(['?', '#']).next().unwrap_or_default();
            let folder = folder.rsplit_once('/').map_or(folder, |(folder, _)| folder);
            format!("{folder}/{server}")
        }
        (None, _) => server,
    }
}

/// `https://host:port` of a URL.
fn origin(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let host = rest.split(['/', '?', '#']).next().filter(|host| !host.is_empty())?;
    Some(format!("{}://{}", scheme.to_ascii_lowercase(), host.to_ascii_lowercase()))
}

/// The path with what is known filled in.
fn path(operation: &Operation<'_>, step: &Step, arguments: Option<&Json>) -> String {
    let mut path = operation.path().to_owned();
    for argument in step.arguments.iter().filter(|argument| argument.location == Some(Location::Path)) {
        if let Some(value) = known(&argument.value, arguments) {
            let value = utf8_percent_encode(&value, UNRESERVED).to_string();
            path = path.replace(&format!("{{{}}}", argument.name), &value);
        }
    }
    path
}

/// What is known of a value before anything runs, as a text of a path.
fn known(template: &Template, arguments: Option<&Json>) -> Option<String> {
    let json = match template {
        Template::Constant(json) => Some(json),
        Template::Expression(Expression::Input(value)) => {
            lookup(arguments?.get(&value.name)?, value.pointer.as_deref().unwrap_or_default())
        }
        _ => None,
    };
    match json?.value() {
        Value::String(text) => Some(text.to_string()),
        Value::Number(_) | Value::Bool(_) => Some(json?.to_compact()),
        _ => None,
    }
}
