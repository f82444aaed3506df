//! Runs flows within the limits of the caller.

use super::{
    consent::{self, ConsentItem},
    error::RunError,
    execution::{Execution, Mode},
    limits::RunLimits,
    report::RunReport,
    secrets::Credentials,
};
use crate::{
    codes,
    crossing::Crossings,
    plan::Crossing,
    workflow::{CompileError, CompiledWorkflow, Workflows},
};
use agent_description::{
    Json, Origin,
    resolve::{FetchLimits, Fetcher, HttpsGet, PrivateOrigin, SystemClock},
};

/// Runs flows with the caller's credentials, private origins and limits. A flow file cannot change these.
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
    limits: RunLimits,
    confirmed: bool,
    /// Allowed data flows between origins.
    allowed: Vec<(Origin, Origin)>,
}

impl Runner {
    /// Creates a runner with this client: no credentials, only public addresses, and no consent.
    #[must_use]
    pub fn new(https: HttpsGet) -> Self {
        Self {
            https,
            private: Vec::new(),
            credentials: Credentials::default(),
            limits: RunLimits::default(),
            confirmed: false,
            allowed: Vec::new(),
        }
    }

    /// Allows requests to this origin at a private address.
    #[must_use]
    pub fn allow_private(mut self, origin: PrivateOrigin) -> Self {
        self.private.push(origin);
        self
    }

    /// Sets the credentials.
    #[must_use]
    pub fn credentials(mut self, credentials: Credentials) -> Self {
        self.credentials = credentials;
        self
    }

    /// Sets the limits.
    #[must_use]
    pub fn limits(mut self, limits: RunLimits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets whether the caller confirms everything in [`needed_consent`](Self::needed_consent).
    #[must_use]
    pub fn confirmed(mut self, confirmed: bool) -> Self {
        self.confirmed = confirmed;
        self
    }

    /// Allows response values of one origin in requests to another.
    #[must_use]
    pub fn allow_flow(mut self, from: Origin, to: Origin) -> Self {
        self.allowed.push((from, to));
        self
    }

    /// Everything in a run of this flow that needs consent: requests that make changes, response values sent to another
    /// origin, and API keys in URLs.
    ///
    /// # Errors
    ///
    /// If the flow cannot run, or if the arguments are invalid.
    pub fn needed_consent(
        &self,
        workflows: &Workflows,
        id: &str,
        arguments: &Json,
    ) -> Result<Vec<ConsentItem>, RunError> {
        let (workflow, crossings) = Self::prepared(workflows, id, arguments)?;
        Ok(self.consent(workflows, workflow, arguments, &crossings)?)
    }

    fn consent(
        &self,
        workflows: &Workflows,
        workflow: &CompiledWorkflow,
        arguments: &Json,
        crossings: &Crossings,
    ) -> Result<Vec<ConsentItem>, CompileError> {
        let is = |origin: &Origin, text: &str| text.parse().is_ok_and(|other: Origin| other == *origin);
        let allows = |crossing: &Crossing| {
            self.allowed.iter().any(|(from, to)| is(from, &crossing.from) && is(to, &crossing.to))
        };
        consent::needed(&self.credentials, allows, workflows, workflow, arguments, crossings)
    }

    /// Runs a flow. Needs a tokio runtime with time and I/O.
    pub async fn run(&self, workflows: &Workflows, id: &str, arguments: &Json) -> RunReport {
        let prepared = Self::prepared(workflows, id, arguments).and_then(|(workflow, crossings)| {
            let items = self.consent(workflows, workflow, arguments, &crossings)?;
            if items.is_empty() || self.confirmed {
                Ok((workflow, crossings))
            } else {
                let items = items.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
                Err(RunError::new(codes::FLOW_CONFIRMATION, format!("this flow needs consent: {items}")))
            }
        });
        self.report(workflows, prepared, arguments, Mode::Send(self.fetcher())).await
    }

    fn prepared<'w>(
        workflows: &'w Workflows,
        id: &str,
        arguments: &Json,
    ) -> Result<(&'w CompiledWorkflow, Crossings), RunError> {
        let workflow = workflows.taking(id, arguments)?;
        Ok((workflow, Crossings::find(workflows, workflow, Some(arguments))?))
    }

    /// Builds the requests of a flow without sending them. Response values are shown as expressions in braces.
    pub async fn dry_run(&self, workflows: &Workflows, id: &str, arguments: &Json) -> RunReport {
        self.report(workflows, Self::prepared(workflows, id, arguments), arguments, Mode::Plan).await
    }

    async fn report<'a>(
        &'a self,
        workflows: &'a Workflows,
        prepared: Result<(&'a CompiledWorkflow, Crossings), RunError>,
        arguments: &Json,
        mode: Mode,
    ) -> RunReport {
        match prepared {
            Ok((workflow, crossings)) => {
                let execution = Execution::new(&self.credentials, self.limits, mode, crossings);
                execution.report(workflows, workflow, arguments.clone()).await
            }
            Err(error) => {
                let error = Some(error.masked(&self.credentials.secrets()));
                RunReport { error, ..RunReport::default() }
            }
        }
    }

    fn fetcher(&self) -> Fetcher {
        let mut limits = FetchLimits::default();
        limits.per_host = limits.per_host.max(self.limits.max_steps);
        limits.in_all = limits.in_all.max(self.limits.max_steps);
        let mut fetcher = Fetcher::with_limits(self.https.clone(), limits, SystemClock::default());
        fetcher.body_limit = self.limits.max_body;
        fetcher.deadlines.total = self.limits.timeout;
        self.private.iter().cloned().fold(fetcher, Fetcher::allow_private)
    }
}
