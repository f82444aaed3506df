//! What a run did: the answer, and a trace of its steps.

use super::{error::RunError, outputs::Outputs, request::Shown, secrets::Secrets, tree::Tree};
use crate::plan::Crossing;
use agent_description::{
    Code, CodedError, Json,
    json::{Object, Text, Value},
    secret::MASK,
};
use std::{collections::HashMap, io, sync::Arc};
use tokio::time::Instant;

/// What a run did. Its trace, its errors and its list of what was done hold no secrets; its outputs are what the flow gives.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report {
    /// Whether the flow ended as it wants.
    pub ok: bool,
    /// What it gives; nothing where it failed.
    pub outputs: Outputs,
    /// Every attempt of a step, in order.
    pub steps: Vec<Traced>,
    /// What was sent that changes something, whether or not the flow ended well.
    pub done: Vec<Done>,
    /// The values of responses that requests may have taken to other origins; of a dry run, those that they would.
    pub crossings: Vec<Crossing>,
    /// What the flow means and the run did not find: outputs without a value, by name.
    pub warnings: Vec<String>,
    /// Why it did not end as it wants.
    pub error: Option<ReportedError>,
}

/// An attempt of a step.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Traced {
    /// The workflow that it is of.
    pub workflow: Text,
    /// The step.
    pub step: Text,
    /// The operation; none where the step calls a workflow, or the operation has no id.
    pub operation_id: Option<String>,
    /// The request.
    pub request: Option<TracedRequest>,
    /// Whether it was sent.
    pub sent: bool,
    /// What came back.
    pub status: Option<u16>,
    /// What the step gives.
    pub outputs: Outputs,
    /// Why it failed.
    pub error: Option<ReportedError>,
}

/// A request as it is shown.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TracedRequest {
    /// Its method.
    pub method: String,
    /// Its URL.
    pub url: String,
    /// Its headers: an object.
    pub headers: Json,
    /// The value of its body.
    pub body: Option<Arc<Json>>,
}

/// A request that changes something, and was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Done {
    /// The step.
    pub step: Text,
    /// The method.
    pub method: String,
    /// The operation, by its id or else its path.
    pub operation: String,
    /// The status of the response; none where none came, so that nobody knows whether the service acted on the request.
    pub status: Option<u16>,
}

/// The longest message of an error, in characters.
pub(super) const MAX_MESSAGE_CHARS: usize = 1000;

/// An error as it is told.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReportedError {
    /// The code.
    pub code: Code,
    /// What happened.
    pub message: String,
}

impl ReportedError {
    pub(super) fn from_error(error: &RunError, secrets: &Secrets) -> Self {
        // a limit is told in words of this crate alone
        let message = match error {
            RunError::Limit(_) => error.to_string(),
            _ => secrets.mask_message(error.to_string()),
        };
        let message = match message.char_indices().nth(MAX_MESSAGE_CHARS) {
            Some((end, _)) => format!("{}…", message.get(..end).unwrap_or_default()),
            None => message,
        };
        Self { code: error.code(), message }
    }

    /// `{code, message}`
    #[must_use]
    pub fn to_json(&self) -> Json {
        Object::from_iter([("code", Json::from(self.code.as_str())), ("message", self.message.as_str().into())]).into()
    }
}

/// An attempt as it was; what is secret of it may become known later.
pub(super) struct Attempt {
    pub workflow: Text,
    pub step: Text,
    pub operation_id: Option<String>,
    pub request: Option<Shown>,
    pub sent: bool,
    pub status: Option<u16>,
    pub outputs: Outputs,
    pub error: Option<RunError>,
}

/// Tells attempts without secrets. Values that are shared stay so.
pub(super) struct Teller<'s> {
    secrets: &'s Secrets,
    /// From when on no more values are looked through: they are not shown.
    until: Instant,
    /// Each with what is shown of it, by where it is.
    told: HashMap<usize, (Arc<Json>, Arc<Json>)>,
}

impl<'s> Teller<'s> {
    pub fn new(secrets: &'s Secrets, until: Instant) -> Self {
        Self { secrets, until, told: HashMap::new() }
    }

    pub fn attempt(&mut self, attempt: Attempt) -> Traced {
        let secrets = self.secrets;
        let request = attempt.request.map(|request| TracedRequest {
            method: request.method,
            url: secrets.mask_url(&request.url),
            headers: secrets.mask_json(&request.headers.into()),
            body: request.body.map(|body| self.value(&body)),
        });
        Traced {
            workflow: attempt.workflow,
            step: attempt.step,
            operation_id: attempt.operation_id,
            request,
            sent: attempt.sent,
            status: attempt.status,
            outputs: attempt.outputs.map(|value| self.value(value), |name| secrets.mask_name(name)),
            error: attempt.error.as_ref().map(|error| ReportedError::from_error(error, secrets)),
        }
    }

    fn value(&mut self, value: &Arc<Json>) -> Arc<Json> {
        let key = Arc::as_ptr(value).addr();
        if let Some((_, told)) = self.told.get(&key) {
            return Arc::clone(told);
        }
        let told = if Instant::now() >= self.until {
            Arc::new(MASK.into())
        } else if self.secrets.are_in(value) {
            Arc::new(self.secrets.mask_json(value))
        } else {
            Arc::clone(value)
        };
        self.told.insert(key, (Arc::clone(value), Arc::clone(&told)));
        told
    }
}

impl Report {
    /// `{ok, outputs, steps, done, crossings, warnings, error}`
    #[must_use]
    pub fn to_json(&self) -> Json {
        self.tree().into_json()
    }

    /// Writes [`to_json`](Self::to_json), indented, without a copy of its values, which may be large.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        self.tree().write(out, 0)
    }

    /// Writes the outputs alone in the same way.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_outputs(&self, out: &mut dyn io::Write) -> io::Result<()> {
        self.outputs.tree().write(out, 0)
    }

    fn tree(&self) -> Tree<'_> {
        Tree::Object(vec![
            ("ok", self.ok.into()),
            ("outputs", self.outputs.tree()),
            ("steps", Tree::Array(self.steps.iter().map(Traced::tree).collect())),
            ("done", Tree::Array(self.done.iter().map(|done| done.to_json().into()).collect())),
            ("crossings", Tree::Array(self.crossings.iter().map(|it| it.to_json().into()).collect())),
            ("warnings", Tree::Array(self.warnings.iter().map(|it| it.as_str().into()).collect())),
            ("error", self.error.as_ref().map(ReportedError::to_json).into()),
        ])
    }

    pub(super) fn failed(error: &RunError, secrets: &Secrets) -> Self {
        Self {
            ok: false,
            outputs: Outputs::default(),
            steps: Vec::new(),
            done: Vec::new(),
            crossings: Vec::new(),
            warnings: Vec::new(),
            error: Some(ReportedError::from_error(error, secrets)),
        }
    }
}

impl Traced {
    fn tree(&self) -> Tree<'_> {
        Tree::Object(vec![
            ("workflow", self.workflow.clone().into()),
            ("step", self.step.clone().into()),
            ("operationId", self.operation_id.clone().into()),
            ("request", self.request.as_ref().map_or_else(|| Value::Null.into(), TracedRequest::tree)),
            ("sent", self.sent.into()),
            ("status", self.status.map(u32::from).into()),
            ("outputs", self.outputs.tree()),
            ("error", self.error.as_ref().map(ReportedError::to_json).into()),
        ])
    }
}

impl TracedRequest {
    fn tree(&self) -> Tree<'_> {
        Tree::Object(vec![
            ("method", self.method.as_str().into()),
            ("url", self.url.as_str().into()),
            ("headers", Tree::Shared(&self.headers)),
            ("body", self.body.as_deref().map_or_else(|| Value::Null.into(), Tree::Shared)),
        ])
    }
}

impl Done {
    fn to_json(&self) -> Json {
        Object::from_iter([
            ("step", Json::from(self.step.clone())),
            ("method", self.method.as_str().into()),
            ("operation", self.operation.as_str().into()),
            ("status", self.status.map(u32::from).into()),
        ])
        .into()
    }
}
