//! Runs JSON-RPC calls as workflows with one step, and validates the result.

use super::{
    error::RunError,
    report::{Outputs, RunReport},
    runner::Runner,
};
use crate::{codes, openrpc::RpcCall, workflow::Workflows};
use agent_description::{CodedError, json::Object};

impl Runner {
    /// Sends a call with its [workflow](Workflows::from_call). The output of the report is the method's result. Needs a
    /// tokio runtime with time and I/O.
    pub async fn call(&self, call: &RpcCall, workflows: &Workflows) -> RunReport {
        let report = self.run(workflows, call.method(), &Object::new().into()).await;
        if report.ok { self.read_response(call, report) } else { report }
    }

    fn read_response(&self, call: &RpcCall, report: RunReport) -> RunReport {
        let status = report.steps.last().and_then(|step| step.status).unwrap_or_default();
        let is_success = (200..300).contains(&status);
        let read = match report.outputs.to_json().get("success") {
            _ if call.is_notification() => Ok(None),
            Some(response) => call.read_json(response).map(Some),
            None => call.read(b"").map(|_| None),
        };
        let (code, message) = match read {
            Ok(result) if is_success => {
                let outputs = result.unwrap_or_else(|| Object::new().into());
                return RunReport { outputs: Outputs::whole(outputs), warnings: Vec::new(), ..report };
            }
            Err(error) if is_success || error.is_of_service() => (error.code(), error.to_string()),
            _ => (codes::FLOW_FAILED, format!("{:?} failed: answered {status}", call.method())),
        };
        let error = RunError::new(code, message).masked(&self.credentials.secrets());
        RunReport { ok: false, outputs: Outputs::default(), warnings: Vec::new(), error: Some(error), ..report }
    }
}
