//! The registry over HTTP.

mod agents;
mod ard_entry;
mod body;
mod error;
mod guard;
mod metrics;
mod pages;
mod rate;

pub use agents::evidence_of;
pub use ard_entry::{ArdEntry, record};
pub use error::ApiError;
pub use guard::Guard;
pub use metrics::Metrics;
pub use rate::Rate;

use crate::{Identifier, Registry};
use agent_description::{format::Format, resolve::Resolve};
use adp_server::AuthLayer;
use axum::{
    Router,
    extract::DefaultBodyLimit,
    middleware,
    routing::{get, put},
};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// What all answers are made of.
#[derive(Debug)]
pub struct App {
    /// The registry.
    pub registry: Registry,
    /// The origin under which others reach it, without `/` at its end.
    pub origin: String,
    /// The formats that are checked.
    pub formats: Vec<&'static dyn Format>,
    /// How many documents may be checked at the same time.
    pub checks: Arc<Semaphore>,
}

impl App {
    /// Makes a change known to the index, before the writer is answered.
    async fn changed(&self, identifier: &Identifier) {
        let _ = identifier;
    }
}

/// All routes. Without `auth` nobody writes: those routes are not there.
pub fn router<R: Resolve + Send + 'static>(app: Arc<App>, guard: Arc<Guard>, auth: Option<AuthLayer<R>>) -> Router {
    let entry = "/agents/{identifier}";
    let mut routes = Router::new()
        .route("/style.css", get(pages::style))
        .route("/icon.svg", get(pages::icon))
        .route("/check", get(pages::check_form).post(pages::check))
        .route(entry, get(agents::get))
        .route("/agents/{identifier}/document", get(agents::document))
        .route("/agents/{identifier}/evidence", get(agents::evidence));
    if let Some(auth) = auth {
        routes = routes.merge(Router::new().route(entry, put(agents::put).delete(agents::delete)).route_layer(auth));
    }
    routes
        .fallback(|| async { ApiError::not_found("there is nothing at this path; see /openapi.json") })
        .method_not_allowed_fallback(|| async { ApiError::method() })
        .with_state(app)
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::from_fn_with_state(guard, guard::guard))
}
