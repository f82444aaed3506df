//! What a run does only with its caller's consent, which is asked for before the first request.

use super::{
    auth::Applied,
    runner::Runner,
    scope::{Room, Scope},
};
use crate::{
    arazzo::Expression,
    change::{doubt, is_change},
    crossing::Crossings,
    openapi::{Location, Method, Operation},
    plan::{Crossing, planned},
    server,
    workflow::{Call, CompileError, Criterion, Step, What, Workflow, Workflows, reach},
};
use agent_description::{Json, Origin, json::Object};
use std::{fmt, time::Duration};
use tokio::time::Instant;

/// How long a criterion may take to be judged before anything is sent.
const CRITERION_TIMEOUT: Duration = Duration::from_secs(5);

/// Something that a run does only with its caller's consent. As text it says what would be sent, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConsentItem {
    /// A request changes something.
    Change {
        /// Its method.
        method: String,
        /// Its URL without query: what is known of the path's parameters is filled in, others stand in braces.
        url: String,
        /// The operation, by its id or else its path.
        operation: String,
        /// What but its method makes a change of it: a body, a header, or a name that may give it another method.
        doubt: Option<String>,
        /// How often it may be sent again where no response came, so that the service may do it twice.
        repeats: u32,
    },
    /// A value of a response of one origin goes to another one.
    Crossing(Crossing),
    /// An API key goes into a URL, or into a parameter for which its document declares no security scheme.
    ApiKey {
        /// The method of the request.
        method: String,
        /// Its URL without query.
        url: String,
        /// The name of the credential: of its security scheme, or of the parameter.
        credential: String,
        /// The parameter, with its place: `query parameter "key"`.
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

/// By its id, else its path.
pub(super) fn name(operation: &Operation<'_>) -> String {
    operation.id().unwrap_or(operation.path()).to_owned()
}

/// What needs consent, of all workflows that a run may come to.
///
/// # Errors
/// A workflow among them cannot run.
pub(super) fn needed(
    runner: &Runner,
    document: &Workflows,
    workflow: &Workflow,
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
            let Call::Operation(at) = step.call else { continue };
            let Some(operation) = document.operation(at) else { continue };
            let request = planned(document, step, &step.id, arguments);
            let (method, url) = (request.method.unwrap_or_default(), request.url.unwrap_or_default());
            if is_change(&operation, step) {
                let (doubt, repeats) = (doubt(&operation, step), repeats(step, &operation));
                let (method, url, operation) = (method.clone(), url.clone(), name(&operation));
                add(ConsentItem::Change { method, url, operation, doubt, repeats });
            }
            let base = document.sources().get(at.source).and_then(|source| source.base.as_deref());
            if let Ok((_, origin)) = server::server(&operation, base) {
                for (credential, parameter) in shown_keys(runner, &operation, &origin) {
                    add(ConsentItem::ApiKey { method: method.clone(), url: url.clone(), credential, parameter });
                }
            }
        }
    }
    for crossing in crossings.all().filter(|crossing| !runner.allows(crossing)) {
        add(ConsentItem::Crossing(crossing.clone()));
    }
    Ok(items)
}

/// The API keys that an operation would put into a URL, or where no scheme puts them: names of credentials, and where they go.
fn shown_keys(runner: &Runner, operation: &Operation<'_>, origin: &Origin) -> Vec<(String, String)> {
    let mut keys = Vec::new();
    // what cannot be presented is not sent
    for (scheme, applied) in runner.credentials.named(operation, origin).unwrap_or_default() {
        if let Applied::Query(name, _) = applied {
            keys.push((scheme, place(Location::Query, &name)));
        }
    }
    for parameter in operation.parameters().unwrap_or_default() {
        if runner.credentials.parameter(operation, origin, &parameter).is_some() {
            keys.push((parameter.name.to_string(), place(parameter.location, parameter.name)));
        }
    }
    keys
}

fn place(location: Location, name: &str) -> String {
    format!("{} parameter {:?}", location.name(), name.chars().take(80).collect::<String>())
}

/// How often a step may repeat a request that no response came for, where the service may do it twice (RFC 9110, section 9.2.2).
fn repeats(step: &Step, operation: &Operation<'_>) -> u32 {
    if !matches!(operation.method(), Method::Post | Method::Patch) {
        return 0;
    }
    let limits = step.on_failure.iter().filter_map(|action| match action.what {
        What::Retry { limit, .. } if action.criteria.iter().all(may_hold_without_response) => Some(limit),
        _ => None,
    });
    limits.fold(0, u32::saturating_add)
}

/// Whether a criterion may hold where there is no response: it does, or it depends on what is known only then.
fn may_hold_without_response(criterion: &Criterion) -> bool {
    let mut is_open = false;
    let mut look = |expression: &Expression| {
        is_open |= !matches!(expression, Expression::StatusCode | Expression::Response(_));
    };
    match criterion {
        Criterion::Simple(condition) => condition.each_expression(&mut look),
        Criterion::Regex(context, _) | Criterion::JsonPath(context, _) => look(context),
    }
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
