//! Consent of the caller, which is requested before the first request.

use super::{
    scope::{Room, Scope},
    secrets::{Applied, Credentials},
};
use crate::{
    arazzo::Expression,
    change::{doubt, is_change},
    crossing::Crossings,
    cut,
    openapi::{Location, Operation},
    plan::step::{Crossing, planned},
    workflow::{CompileError, CompiledCall, CompiledStep, CompiledWorkflow, Criterion, What, Workflows, reach},
};
use agent_description::{Json, Origin, json::Object};
use std::{fmt, time::Duration};
use tokio::time::Instant;

/// Time limit for evaluating a criterion before requests are sent.
const CRITERION_TIMEOUT: Duration = Duration::from_secs(5);

/// An action that needs consent. Its text states what would be sent, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConsentItem {
    /// A request that makes changes.
    Change {
        /// HTTP method.
        method: String,
        /// URL without query. Known path parameters are filled in; others stay in braces.
        url: String,
        /// The operation, by ID or path.
        operation: String,
        /// The reason, other than its method, why it may be a change: a body, a header, or a name that could override
        /// the method.
        doubt: Option<String>,
        /// Maximum number of retries without a response, after which the service may have executed it several times.
        repeats: u32,
    },
    /// A response value of one origin in a request to another.
    Crossing(Crossing),
    /// An API key in a URL, or in a parameter without a declared security scheme.
    ApiKey {
        /// HTTP method of the request.
        method: String,
        /// URL without query.
        url: String,
        /// The name of the credential: of its security scheme or parameter.
        credential: String,
        /// The parameter and its location, such as `query parameter "key"`.
        parameter: String,
    },
}

impl fmt::Display for ConsentItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Change { method, url, operation, doubt, repeats } => {
                write!(f, "{method} {url} makes changes ({operation})")?;
                if let Some(doubt) = doubt {
                    write!(f, ", as {doubt}")?;
                }
                if *repeats > 0 {
                    write!(f, ", and is retried up to {repeats} times without a response")?;
                }
                Ok(())
            }
            Self::Crossing(crossing) => crossing.fmt(f),
            Self::ApiKey { method, url, credential, parameter } => {
                write!(f, "{method} {url} sends the API key {credential:?} as {parameter}")
            }
        }
    }
}

/// The name: ID or path.
pub(super) fn name(operation: &Operation<'_>) -> String {
    operation.id().unwrap_or(operation.path()).to_owned()
}

/// The actions that need consent, in all reachable workflows. `allows` is what the caller allows.
pub(super) fn needed(
    credentials: &Credentials,
    allows: impl Fn(&Crossing) -> bool,
    document: &Workflows,
    workflow: &CompiledWorkflow,
    arguments: &Json,
    crossings: &Crossings,
) -> Result<Vec<ConsentItem>, CompileError> {
    let mut items = Vec::new();
    let mut add = |item: ConsentItem| {
        if !items.contains(&item) {
            items.push(item);
        }
    };
    for (number, (document, workflow)) in reach(document, workflow)?.into_iter().enumerate() {
        let arguments = Some(arguments).filter(|_| number == 0);
        for step in &workflow.steps {
            let CompiledCall::Operation(at) = step.call else { continue };
            let Some(operation) = document.operation(at) else { continue };
            let request = planned(document, step, &step.id, arguments);
            let (method, url) = (request.method.unwrap_or_default(), request.url.unwrap_or_default());
            if is_change(&operation, step) {
                let (doubt, repeats) = (doubt(&operation, step), repeats(step, &operation));
                let (method, url, operation) = (method.clone(), url.clone(), name(&operation));
                add(ConsentItem::Change { method, url, operation, doubt, repeats });
            }
            if let Ok(server) = document.server(at) {
                for (credential, parameter) in shown_keys(credentials, &operation, &server.origin) {
                    add(ConsentItem::ApiKey { method: method.clone(), url: url.clone(), credential, parameter });
                }
            }
        }
    }
    for crossing in crossings.all().filter(|crossing| !allows(crossing)) {
        add(ConsentItem::Crossing(crossing.clone()));
    }
    Ok(items)
}

/// The API keys that an operation would place in a URL or in an undeclared parameter: names of credentials and their
/// locations.
fn shown_keys(credentials: &Credentials, operation: &Operation<'_>, origin: &Origin) -> Vec<(String, String)> {
    let mut keys = Vec::new();
    // an inapplicable credential is not sent
    for (scheme, applied) in credentials.for_operation(operation, origin).unwrap_or_default() {
        if let Applied::Text(Location::Query, name, _) = applied {
            keys.push((scheme, place(Location::Query, &name)));
        }
    }
    for parameter in operation.parameters().unwrap_or_default() {
        if credentials.parameter(operation, origin, &parameter).is_some() {
            keys.push((parameter.name.to_string(), place(parameter.location, parameter.name)));
        }
    }
    keys
}

fn place(location: Location, name: &str) -> String {
    format!("{} parameter {:?}", location.as_str(), cut(name))
}

/// Maximum number of retries without a response, for operations that are not idempotent.
fn repeats(step: &CompiledStep, operation: &Operation<'_>) -> u32 {
    if operation.method().is_idempotent() {
        return 0;
    }
    let limits = step.on_failure.iter().filter_map(|action| match action.what {
        What::Retry { limit, .. } if action.criteria.iter().all(may_hold_without_response) => Some(limit),
        _ => None,
    });
    limits.fold(0, u32::saturating_add)
}

/// Whether a criterion may be true without a response: it is, or it depends on values that are not known yet.
fn may_hold_without_response(criterion: &Criterion) -> bool {
    let mut is_open = false;
    let mut look = |expression: &Expression| {
        is_open |= !matches!(expression, Expression::StatusCode | Expression::Response(_));
    };
    criterion.each_expression(&mut look);
    let nothing = Json::from(Object::new());
    let scope = Scope {
        inputs: &nothing,
        steps: &[],
        exchange: None,
        outputs: None,
        called_status: None,
        ran: &[],
        sources: &[],
        is_planned: false,
        room: &Room::default(),
        deadline: Instant::now() + CRITERION_TIMEOUT,
    };
    is_open || scope.holds(criterion).unwrap_or(true)
}
