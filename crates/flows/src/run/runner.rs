//! Runs flows, as far as their caller allows.

use super::{
    auth::Credentials,
    consent::{self, ConsentItem},
    error::RunError,
    execution::{Execution, Mode},
    limits::RunLimits,
    report::Report,
};
use crate::{
    crossing::Crossings,
    plan::Crossing,
    workflow::{Workflow, Workflows},
};
use agent_description::{
    Json, Origin,
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
    /// From which origin values may go to which.
    allowed: Vec<(Origin, Origin)>,
}

impl Runner {
    /// Sends by this client, without credentials, to public addresses, and nothing that needs consent.
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

    /// Whether the caller agrees to all that [`needed_consent`](Self::needed_consent) lists.
    #[must_use]
    pub fn confirmed(mut self, confirmed: bool) -> Self {
        self.confirmed = confirmed;
        self
    }

    /// Lets values of responses of one origin go to another one.
    #[must_use]
    pub fn allow_flow(mut self, from: Origin, to: Origin) -> Self {
        self.allowed.push((from, to));
        self
    }

    /// All that a run of this flow may do only with consent, so that a caller can be asked: requests that change something, values of responses
    /// that go to another origin, and API keys that are shown in URLs.
    ///
    /// # Errors
    /// The flow cannot run, or does not take the arguments.
    pub fn needed_consent(
        &self,
        workflows: &Workflows,
        id: &str,
        arguments: &Json,
    ) -> Result<Vec<ConsentItem>, RunError> {
        let (workflow, crossings) = Self::prepared(workflows, id, arguments)?;
        Ok(consent::needed(self, workflows, workflow, arguments, &crossings)?)
    }

    /// Whether the caller lets values cross between two origins.
    pub(super) fn allows(&self, crossing: &Crossing) -> bool {
        let is = |origin: &Origin, text: &str| text.parse().is_ok_and(|other: Origin| other == *origin);
        self.allowed.iter().any(|(from, to)| is(from, &crossing.from) && is(to, &crossing.to))
    }

    /// Runs a flow. Needs a tokio runtime with time and I/O.
    pub async fn run(&self, workflows: &Workflows, id: &str, arguments: &Json) -> Report {
        let prepared = Self::prepared(workflows, id, arguments).and_then(|(workflow, crossings)| {
            let items = consent::needed(self, workflows, workflow, arguments, &crossings)?;
            if items.is_empty() || self.confirmed {
                Ok((workflow, crossings))
            } else {
                Err(RunError::Confirmation { items })
            }
        });
        self.report(workflows, prepared, arguments, Mode::Send(self.fetcher())).await
    }

    fn prepared<'w>(
        workflows: &'w Workflows,
        id: &str,
        arguments: &Json,
    ) -> Result<(&'w Workflow, Crossings), RunError> {
        let workflow = workflows.taking(id, arguments)?;
        Ok((workflow, Crossings::find(workflows, workflow, Some(arguments))?))
    }

    /// Makes the requests of a flow in their order and sends none: what answers would give stands in braces.
    pub async fn dry_run(&self, workflows: &Workflows, id: &str, arguments: &Json) -> Report {
        self.report(workflows, Self::prepared(workflows, id, arguments), arguments, Mode::Plan).await
    }

    async fn report<'a>(
        &'a self,
        workflows: &'a Workflows,
        prepared: Result<(&'a Workflow, Crossings), RunError>,
        arguments: &Json,
        mode: Mode,
    ) -> Report {
        match prepared {
            Ok((workflow, crossings)) => {
                Execution::new(self, mode, crossings).report(workflows, workflow, arguments.clone()).await
            }
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
