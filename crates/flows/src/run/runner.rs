//! Runs flows, as far as their caller allows.

use super::{
    auth::Credentials,
    consent,
    error::RunError,
    execution::{Execution, Mode},
    limits::RunLimits,
    report::Report,
};
use crate::workflow::{CompileError, Workflow, Workflows};
use adp_cards::json_schema::{Schema, SchemaFault};
use agent_description::{
    Json,
    resolve::{Deadlines, FetchLimits, Fetcher, HttpsGet, PrivateOrigin, SystemClock},
};

/// Runs flows: with the credentials, to the private origins and within the limits that the caller names. A flow file decides none of that.
///
/// ```no_run
/// # async fn run(workflows: &adp_flows::workflow::Workflows) -> Result<(), Box<dyn std::error::Error>> {
/// use adp_flows::run::Runner;
/// use agent_description::{Limits, json::parse, resolve::HttpsGet};
///
/// let runner = Runner::new(HttpsGet::builder().build()).confirmed(true);
/// let arguments = parse(br#"{"parameters": {"item": "tea"}}"#, &Limits::default())?;
/// let report = runner.run(workflows, "order", &arguments).await;
/// println!("{}", report.to_json().to_pretty());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Runner {
    https: HttpsGet,
    private: Vec<PrivateOrigin>,
    pub(super) credentials: Credentials,
    pub(super) limits: RunLimits,
    confirmed: bool,
}

impl Runner {
    /// Sends by this client, without credentials, to public addresses, and nothing that changes something.
    #[must_use]
    pub fn new(https: HttpsGet) -> Self {
        Self {
            https,
            private: Vec::new(),
            credentials: Credentials::default(),
            limits: RunLimits::default(),
            confirmed: false,
        }
    }

    /// Lets requests go to this origin wherever it is.
    #[must_use]
    pub fn allow_private(mut self, origin: PrivateOrigin) -> Self {
        self.private.push(origin);
        self
    }

    /// What may be presented, and where.
    #[must_use]
    pub fn credentials(mut self, credentials: Credentials) -> Self {
        self.credentials = credentials;
        self
    }

    /// How long and how much a run may take.
    #[must_use]
    pub fn limits(mut self, limits: RunLimits) -> Self {
        self.limits = limits;
        self
    }

    /// Whether the caller agrees to what the flow changes.
    #[must_use]
    pub fn confirmed(mut self, confirmed: bool) -> Self {
        self.confirmed = confirmed;
        self
    }

    /// The operations that change something, of all that a run of this flow may come to, so that a caller can be asked: `POST placeOrder`.
    ///
    /// # Errors
    /// The flow cannot run.
    pub fn changes(workflows: &Workflows, id: &str) -> Result<Vec<String>, CompileError> {
        consent::changing(workflows, workflows.workflow(id)?)
    }

    /// Runs a flow. Needs a tokio runtime with time and I/O.
    pub async fn run(&self, workflows: &Workflows, id: &str, arguments: &Json) -> Report {
        let prepared = self.prepared(workflows, id, arguments).and_then(|workflow| {
            let operations = consent::changing(workflows, workflow)?;
            if operations.is_empty() || self.confirmed {
                Ok(workflow)
            } else {
                Err(RunError::Confirmation { operations })
            }
        });
        self.report(workflows, prepared, arguments, Mode::Send(self.fetcher())).await
    }

    /// Makes the requests of a flow in their order and sends none: what answers would give stands in braces.
    pub async fn dry_run(&self, workflows: &Workflows, id: &str, arguments: &Json) -> Report {
        let prepared = self.prepared(workflows, id, arguments);
        self.report(workflows, prepared, arguments, Mode::Plan).await
    }

    async fn report<'a>(
        &'a self,
        workflows: &'a Workflows,
        prepared: Result<&'a Workflow, RunError>,
        arguments: &Json,
        mode: Mode,
    ) -> Report {
        match prepared {
            Ok(workflow) => Execution::new(self, mode).report(workflows, workflow, arguments.clone()).await,
            Err(error) => Report::failed(&error, &self.credentials.secrets()),
        }
    }

    /// The flow, whose inputs the arguments fit. By a schema that is none nobody can tell: the flow does not run.
    fn prepared<'a>(&self, workflows: &'a Workflows, id: &str, arguments: &Json) -> Result<&'a Workflow, RunError> {
        let workflow = workflows.workflow(id)?;
        if arguments.as_object().is_none() {
            return Err(RunError::Inputs(format!("they are {}, expected an object", arguments.kind())));
        }
        let schema = workflow.inputs.as_ref().map(Schema::compile).transpose();
        let schema = schema.map_err(|faults| no_schema(&faults))?;
        if let Some(Err(unfit)) = schema.map(|schema| schema.validate(arguments)) {
            let told: Vec<String> = unfit.mismatches().iter().take(5).map(|it| it.message.clone()).collect();
            return Err(RunError::Inputs(told.join("; ")));
        }
        Ok(workflow)
    }

    fn fetcher(&self) -> Fetcher {
        let mut limits = FetchLimits::default();
        limits.per_host = limits.per_host.max(self.limits.max_steps);
        limits.in_all = limits.in_all.max(self.limits.max_steps);
        let fetcher = Fetcher::with_limits(self.https.clone(), limits, SystemClock::new())
            .body_limit(self.limits.max_body)
            .deadlines(Deadlines { total: self.limits.timeout, ..self.https.deadlines() });
        self.private.iter().cloned().fold(fetcher, Fetcher::allow_private)
    }
}

/// Arguments of a flow whose schema of inputs is none.
fn no_schema(faults: &[SchemaFault]) -> RunError {
    let first = faults.first().map_or("it cannot be read", |fault| fault.message.as_str());
    RunError::Inputs(format!("nothing can be checked by the schema of the flow's inputs: {first}"))
}
