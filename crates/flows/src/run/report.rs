//! What a run did: the answer, and a trace of its steps.

use super::{error::RunError, request::Shown, secrets::Secrets};
use crate::plan::Crossing;
use agent_description::{
    Code, Fault, Json,
    json::{Object, Text, Value},
};
use std::sync::Arc;

/// What a run did. Its trace, its errors and its list of what was done hold no secrets; its outputs are what the flow gives.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report {
    /// Whether the flow ended as it wants.
    pub ok: bool,
    /// What it gives; null where it failed.
    pub outputs: Json,
    /// Every attempt of a step, in order.
    pub steps: Vec<Traced>,
    /// What was sent that changes something, whether or not the flow ended well.
    pub done: Vec<Done>,
    /// The values of responses that requests may have taken to other origins; of a dry run, those that they would.
    pub crossings: Vec<Crossing>,
    /// Why it did not end as it wants.
    pub error: Option<Told>,
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
    /// The request: `{method, url, headers, body}`.
    pub request: Option<Json>,
    /// Whether it was sent.
    pub sent: bool,
    /// What came back.
    pub status: Option<u16>,
    /// What the step gives.
    pub outputs: Json,
    /// Why it failed.
    pub error: Option<Told>,
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
pub(super) const LONGEST_TOLD: usize = 1000;

/// An error as it is told.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Told {
    /// The code.
    pub code: Code,
    /// What happened.
    pub message: String,
}

impl Told {
    pub(super) fn of(error: &RunError, secrets: &Secrets) -> Self {
        // a limit is told in words of this crate alone
        let message = match error {
            RunError::Limit(_) => error.to_string(),
            _ => secrets.mask_message(error.to_string()),
        };
        let message = match message.char_indices().nth(LONGEST_TOLD) {
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

impl Shown {
    fn told(&self, secrets: &Secrets) -> Json {
        Object::from_iter([
            ("method", Json::from(self.method.as_str())),
            ("url", secrets.mask_url(&self.url).into()),
            ("headers", secrets.mask_json(&self.headers.clone().into())),
            ("body", secrets.mask_json(&self.body.clone().into())),
        ])
        .into()
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
    pub outputs: Arc<Json>,
    pub error: Option<RunError>,
}

impl Attempt {
    pub fn told(self, secrets: &Secrets) -> Traced {
        Traced {
            workflow: self.workflow,
            step: self.step,
            operation_id: self.operation_id,
            request: self.request.as_ref().map(|request| request.told(secrets)),
            sent: self.sent,
            status: self.status,
            outputs: secrets.mask_json(&self.outputs),
            error: self.error.as_ref().map(|error| Told::of(error, secrets)),
        }
    }
}

impl Report {
    /// `{ok, outputs, steps, done, crossings, error}`
    #[must_use]
    pub fn to_json(&self) -> Json {
        self.clone().into_json()
    }

    /// The same of a report that is not needed any more: its values, which may be large, are not copied.
    #[must_use]
    pub fn into_json(self) -> Json {
        let status = |status: Option<u16>| Json::from(status.map(u32::from));
        let error = |error: &Option<Told>| Json::from(error.as_ref().map(Told::to_json));
        let step = |step: Traced| {
            Json::from(Object::from_iter([
                ("workflow", Json::from(step.workflow)),
                ("step", step.step.into()),
                ("operationId", step.operation_id.into()),
                ("request", step.request.into()),
                ("sent", step.sent.into()),
                ("status", status(step.status)),
                ("outputs", step.outputs),
                ("error", error(&step.error)),
            ]))
        };
        let done = |done: &Done| {
            Json::from(Object::from_iter([
                ("step", Json::from(done.step.clone())),
                ("method", done.method.as_str().into()),
                ("operation", done.operation.as_str().into()),
                ("status", status(done.status)),
            ]))
        };
        Object::from_iter([
            ("ok", Json::from(self.ok)),
            ("outputs", self.outputs),
            ("steps", self.steps.into_iter().map(step).collect::<Vec<_>>().into()),
            ("done", self.done.iter().map(done).collect::<Vec<_>>().into()),
            ("crossings", self.crossings.iter().map(Crossing::to_json).collect::<Vec<_>>().into()),
            ("error", error(&self.error)),
        ])
        .into()
    }

    pub(super) fn failed(error: &RunError, secrets: &Secrets) -> Self {
        Self {
            ok: false,
            outputs: Value::Null.into(),
            steps: Vec::new(),
            done: Vec::new(),
            crossings: Vec::new(),
            error: Some(Told::of(error, secrets)),
        }
    }
}
