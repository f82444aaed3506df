//! Reports of runs: outputs, and a trace of the steps.

mod outputs;
mod tree;

use super::{error::RunError, secrets::Secrets};
use crate::plan::Crossing;
use agent_description::{
    Json,
    json::{Text, Value, object},
    secret::MASK,
};
pub use outputs::Outputs;
use std::{collections::HashMap, io, sync::Arc};
use tokio::time::Instant;
use tree::Tree;

/// The report of a run. The trace, errors and list of changes contain no secrets; the outputs are unmodified.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct RunReport {
    /// Whether the flow succeeded.
    pub ok: bool,
    /// The outputs; empty on failure.
    pub outputs: Outputs,
    /// All attempts of steps, in order.
    pub steps: Vec<Traced>,
    /// The sent requests that make changes, whether or not the flow succeeded.
    pub done: Vec<Done>,
    /// The response values that requests sent to other origins; in a dry run, those that they would send.
    pub crossings: Vec<Crossing>,
    /// Names of outputs without a value.
    pub warnings: Vec<String>,
    /// The error, if the flow failed.
    pub error: Option<RunError>,
}

/// An attempt of a step.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Traced {
    /// The workflow.
    pub workflow: Text,
    /// The step.
    pub step: Text,
    /// ID of the operation; `None` if it has none, or if the step calls a workflow.
    pub operation_id: Option<String>,
    /// The request.
    pub request: Option<TracedRequest>,
    /// Whether it was sent.
    pub sent: bool,
    /// Status of the response.
    pub status: Option<u16>,
    /// Whether a response came that was not read, such as one whose header is too long.
    pub unread: bool,
    /// Outputs of the step.
    pub outputs: Outputs,
    /// The error.
    pub error: Option<RunError>,
}

/// A request without secrets.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TracedRequest {
    /// HTTP method.
    pub method: String,
    /// URL.
    pub url: String,
    /// Headers, as an object.
    pub headers: Json,
    /// Value of the body.
    pub body: Option<Arc<Json>>,
}

/// A sent request that makes changes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Done {
    /// The step.
    pub step: Text,
    /// HTTP method.
    pub method: String,
    /// The operation, by ID or path.
    pub operation: String,
    /// Status of the response. `None` without one that was read: the service may have executed the request.
    pub status: Option<u16>,
    /// Whether a response came that was not read.
    pub unread: bool,
}

/// Redacts attempts. Shared values stay shared.
pub(super) struct Teller<'s> {
    secrets: &'s Secrets,
    /// Time after which values are not searched any more and therefore not shown.
    until: Instant,
    /// Redacted values by address.
    told: HashMap<usize, (Arc<Json>, Arc<Json>)>,
}

impl<'s> Teller<'s> {
    pub(super) fn new(secrets: &'s Secrets, until: Instant) -> Self {
        Self { secrets, until, told: HashMap::new() }
    }

    pub(super) fn attempt(&mut self, attempt: Traced) -> Traced {
        let secrets = self.secrets;
        let request = attempt.request.map(|request| TracedRequest {
            url: secrets.mask_url(&request.url),
            headers: secrets.mask_json(&request.headers),
            body: request.body.map(|body| self.value(&body)),
            ..request
        });
        let outputs = attempt.outputs.map(|value| self.value(value), |name| secrets.mask_name(name));
        Traced { request, outputs, error: attempt.error.map(|error| error.masked(secrets)), ..attempt }
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

impl RunReport {
    /// The object `{ok, outputs, steps, done, crossings, warnings, error}`.
    #[must_use]
    pub fn to_json(&self) -> Json {
        self.tree().into_json()
    }

    /// Writes [`to_json`](Self::to_json), indented, without copying large values.
    ///
    /// # Errors
    ///
    /// Errors of the writer.
    pub fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        self.tree().write(out, 0)
    }

    /// Writes only the outputs, in the same way.
    ///
    /// # Errors
    ///
    /// Errors of the writer.
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
            ("error", self.error.as_ref().map(RunError::to_json).into()),
        ])
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
            ("error", self.error.as_ref().map(RunError::to_json).into()),
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
        object! {
            "step": self.step.clone(),
            "method": self.method.as_str(),
            "operation": self.operation.as_str(),
            "status": self.status.map(u32::from),
        }
        .into()
    }
}
