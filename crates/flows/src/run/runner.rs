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
        let prepared = workflows.taking(id, arguments).map_err(RunError::from).and_then(|workflow| {
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
        let prepared = workflows.taking(id, arguments).map_err(RunError::from);
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
