//! The steps of a plan, and the data that they receive from other origins.

use crate::{
    arazzo::Expression,
    change::is_change,
    openapi::{Location, Operation},
    workflow::{CompiledCall, CompiledContent, CompiledStep, Template, Workflows},
};
use agent_description::{
    Json,
    json::{Value, object, pointer::lookup},
};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use std::fmt;

/// All characters except the unreserved ones (RFC 3986, section 2.3).
pub(crate) const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

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

/// A response value of one origin that is in a request to another, or that decides whether it is sent.
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
    /// The expression for the value: in that step, or in the condition.
    pub value: String,
    /// Whether the value is not in the request: a condition on it decides whether the request is sent.
    pub is_condition: bool,
    /// HTTP method of the request.
    pub method: String,
    /// URL without query. Known path parameters are filled in; others stay in braces.
    pub url: String,
}

impl Crossing {
    /// The object `{from, source, to, step, value, condition, method, url}`.
    #[must_use]
    pub fn to_json(&self) -> Json {
        Json::from(object! {
            "from": self.from.as_str(),
            "source": self.source.as_str(),
            "to": self.to.as_str(),
            "step": self.step.as_str(),
            "value": self.value.as_str(),
            "condition": self.is_condition,
            "method": self.method.as_str(),
            "url": self.url.as_str(),
        })
    }
}

/// Formats as `GET https://b.example/items receives $steps.a.outputs.id from the response of https://a.example to "a"`;
/// a condition as `… is sent or not by $steps.a.outputs.id …`.
impl fmt::Display for Crossing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { method, url, value, from, source, .. } = self;
        let how = if self.is_condition { "is sent or not by" } else { "receives" };
        write!(f, "{method} {url} {how} {value} from the response of {from} to {source:?}")
    }
}

pub(crate) fn planned(workflows: &Workflows, step: &CompiledStep, name: &str, arguments: Option<&Json>) -> Planned {
    let mut planned = Planned { step: name.to_owned(), changes: true, ..Planned::default() };
    match &step.call {
        CompiledCall::Operation(at) => {
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
        CompiledCall::Missing { source, called } => {
            planned.operation_id = Some(called.to_string());
            if let Some(source) = workflows.sources().get(*source) {
                planned.source = source.name.to_string();
                planned.missing = match &source.content {
                    CompiledContent::Missing(why) => Some(format!("the source {why}")),
                    _ => None,
                };
            }
        }
        CompiledCall::Workflow(_) => {}
    }
    planned
}

/// The path with known parameters filled in.
fn path(operation: &Operation<'_>, step: &CompiledStep, arguments: Option<&Json>) -> String {
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
        Template::Expression(Expression::Input(value), _) => {
            lookup(arguments?.get(&value.name)?, value.pointer.as_deref().unwrap_or_default())
        }
        _ => None,
    };
    match json?.value() {
        Value::String(text) => Some(text.to_string()),
        Value::Number(_) | Value::Wide(_) | Value::Bool(_) => Some(json?.to_compact()),
        _ => None,
    }
}
