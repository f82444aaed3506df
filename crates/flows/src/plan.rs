//! Plans of flows: requests, origins, credentials, and data between origins.

use crate::{
    arazzo::Expression,
    change::is_change,
    crossing::Crossings,
    openapi::{Location, Operation},
    workflow::{
        ArgumentsError, Call, CompileError, Destination, Override, Step, Template, What, Workflow, WorkflowAt,
        Workflows,
    },
};
use agent_description::{
    Json,
    json::{Value, pointer::lookup},
};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use std::{collections::HashSet, fmt};

/// Maximum number of steps in a plan, including nested workflows.
const MAX_STEPS: usize = 1000;
/// Maximum nesting depth of workflows in a plan.
const MAX_DEPTH: usize = 16;

/// All characters except the unreserved ones (RFC 3986, section 2.3).
pub(crate) const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A plan.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Plan {
    /// The called origins, without duplicates, in step order.
    pub origins: Vec<String>,
    /// The steps. A step that actions repeat is listed once.
    pub steps: Vec<Planned>,
    /// Data that flows between origins.
    pub crossings: Vec<Crossing>,
    /// Overrides of the called operations.
    pub overrides: Vec<Override>,
}

/// A step of a plan.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Planned {
    /// ID of the step; in a nested workflow, prefixed with the calling step's ID and `/`.
    pub step: String,
    /// ID of the operation.
    pub operation_id: Option<String>,
    /// Name of the source.
    pub source: String,
    /// HTTP method; `None` if the source could not be read.
    pub method: Option<String>,
    /// URL without query. Known path parameters are filled in; others stay in braces.
    pub url: Option<String>,
    /// The origin, if it is known.
    pub origin: Option<String>,
    /// Alternatives of required credentials, each with names of security schemes. Empty means none.
    pub security: Vec<Vec<String>>,
    /// Whether the step makes changes and needs consent.
    pub changes: bool,
    /// Why the step cannot run: the error of its source.
    pub missing: Option<String>,
}

/// A response value of one origin in a request to another.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Crossing {
    /// Origin of the response.
    pub from: String,
    /// The step that gets the response.
    pub source: String,
    /// Origin of the request.
    pub to: String,
    /// The step that sends the request.
    pub step: String,
    /// The expression for the value in that step.
    pub value: String,
    /// HTTP method of the request.
    pub method: String,
    /// URL without query. Known path parameters are filled in; others stay in braces.
    pub url: String,
}

impl Crossing {
    /// The object `{from, source, to, step, value, method, url}`.
    #[must_use]
    pub fn to_json(&self) -> Json {
        Json::from(object! {
            "from": self.from.as_str(),
            "source": self.source.as_str(),
            "to": self.to.as_str(),
            "step": self.step.as_str(),
            "value": self.value.as_str(),
            "method": self.method.as_str(),
            "url": self.url.as_str(),
        })
    }
}

/// Formats as `GET https://b.example/items receives $steps.a.outputs.id from the response of https://a.example to "a"`.
impl fmt::Display for Crossing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { method, url, value, from, source, .. } = self;
        write!(f, "{method} {url} receives {value} from the response of {from} to {source:?}")
    }
}

impl Plan {
    /// Plans a workflow. Arguments fill in path parameters and must be valid.
    ///
    /// # Errors
    ///
    /// If the workflow is unknown or cannot run, or if the arguments are invalid.
    pub fn for_workflow(workflows: &Workflows, id: &str, arguments: Option<&Json>) -> Result<Self, ArgumentsError> {
        let workflow = match arguments {
            Some(arguments) => workflows.taking(id, arguments)?,
            None => workflows.workflow(id)?,
        };
        let crossings = Crossings::find(workflows, workflow, arguments)?;
        let mut planner = Planner { plan: Self::default(), crossings, seen: HashSet::new() };
        planner.workflow(workflows, workflow, "", arguments, MAX_DEPTH)?;
        Ok(planner.plan)
    }

    /// The JSON form: `{origins, steps: [{step, operationId, source, method, url, needs, …}], crossings, overrides}`.
    /// `needs` contains the scheme names of the first alternative.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let texts = |all: &[String]| Json::from(all.iter().map(|it| Json::from(it.as_str())).collect::<Vec<_>>());
        let step = |it: &Planned| {
            Json::from(object! {
                "step": it.step.as_str(),
                "operationId": it.operation_id.clone(),
                "source": it.source.as_str(),
                "method": it.method.clone(),
                "url": it.url.clone(),
                "needs": texts(it.security.first().map(Vec::as_slice).unwrap_or_default()),
                "security": it.security.iter().map(|all| texts(all)).collect::<Vec<_>>(),
                "changes": it.changes,
                "missing": it.missing.clone(),
            })
        };
        object! {
            "origins": texts(&self.origins),
            "steps": self.steps.iter().map(step).collect::<Vec<_>>(),
            "crossings": self.crossings.iter().map(Crossing::to_json).collect::<Vec<_>>(),
            "overrides": self.overrides.iter().map(Override::to_json).collect::<Vec<_>>(),
        }
        .into()
    }
}

/// The state of planning.
struct Planner {
    plan: Plan,
    crossings: Crossings,
    /// The planned workflows.
    seen: HashSet<*const Workflow>,
}

impl Planner {
    fn workflow(
        &mut self,
        workflows: &Workflows,
        workflow: &Workflow,
        prefix: &str,
        arguments: Option<&Json>,
        deep: usize,
    ) -> Result<(), CompileError> {
        for at in &workflow.depends_on {
            self.inner(workflows, *at, prefix, deep)?;
        }
        for step in &workflow.steps {
            if self.plan.steps.len() >= MAX_STEPS {
                return Ok(());
            }
            let name = format!("{prefix}{}", step.id);
            if let Call::Workflow(at) = step.call {
                self.inner(workflows, at, &format!("{name}/"), deep)?;
            } else {
                let planned = planned(workflows, step, &name, arguments);
                if let Some(to) = planned.origin.as_ref().filter(|to| !self.plan.origins.contains(to)) {
                    self.plan.origins.push(to.clone());
                }
                let crossings = self.crossings.crossings_of(step);
                self.plan.crossings.extend(crossings.map(|it| Crossing { step: name.clone(), ..it.clone() }));
                self.overrides(workflows, step);
                self.plan.steps.push(planned);
            }
            for action in step.on_success.iter().chain(&step.on_failure) {
                let to = match action.what {
                    What::Goto(to) => Some(to),
                    What::Retry { first, .. } => first,
                    What::End => None,
                };
                if let Some(Destination::Workflow(at)) = to {
                    self.inner(workflows, at, &format!("{name}/"), deep)?;
                }
            }
        }
        Ok(())
    }

    /// Plans a nested workflow, unless it was already planned.
    fn inner(&mut self, workflows: &Workflows, at: WorkflowAt, prefix: &str, deep: usize) -> Result<(), CompileError> {
        let (document, workflow) = workflows.at(at)?;
        if deep == 0 || !self.seen.insert(std::ptr::from_ref(workflow)) {
            return Ok(());
        }
        self.workflow(document, workflow, prefix, None, deep - 1)
    }

    fn overrides(&mut self, workflows: &Workflows, step: &Step) {
        let Call::Operation(at) = step.call else { return };
        let Some(source) = workflows.sources().get(at.source) else { return };
        let id = workflows.operation(at).and_then(|operation| operation.id());
        for changed in source.overrides.iter().filter(|changed| Some(changed.operation_id.as_str()) == id) {
            if !self.plan.overrides.contains(changed) {
                self.plan.overrides.push(changed.clone());
            }
        }
    }
}

pub(crate) fn planned(workflows: &Workflows, step: &Step, name: &str, arguments: Option<&Json>) -> Planned {
    let mut planned = Planned { step: name.to_owned(), changes: true, ..Planned::default() };
    match &step.call {
        Call::Operation(at) => {
            let source = workflows.sources().get(at.source);
            planned.source = source.map(|source| source.name.to_string()).unwrap_or_default();
            let Some(operation) = workflows.operation(*at) else { return planned };
            planned.operation_id = operation.id().map(str::to_owned);
            planned.method = Some(operation.method().name());
            planned.changes = is_change(&operation, step);
            planned.security = operation
                .security()
                .into_iter()
                .map(|all| all.into_iter().map(|scheme| scheme.name.to_string()).collect())
                .collect();
            let server = match workflows.server(*at) {
                Ok(server) => {
                    planned.origin = Some(server.origin.to_string());
                    server.url.to_string()
                }
                Err(_) => operation.servers().into_iter().next().unwrap_or_else(|| "/".to_owned()),
            };
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

/// The path with known parameters filled in.
fn path(operation: &Operation<'_>, step: &Step, arguments: Option<&Json>) -> String {
    let mut path = operation.path().to_owned();
    for argument in step.arguments.iter().filter(|argument| argument.location == Some(Location::Path)) {
        if let Some(value) = known(&argument.value, arguments) {
            let value = utf8_percent_encode(&value, RESERVED).to_string();
            path = path.replace(&format!("{{{}}}", argument.name), &value);
        }
    }
    path
}

/// The text of a value that is known before the run.
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
