//! The registry over HTTP.

mod agents;
mod ard_entry;
mod body;
mod error;
mod guard;
mod members;
mod metrics;
mod openapi;
mod pages;
mod parameters;
mod rate;
mod search;
mod self_description;
mod studio;

pub use agents::evidence_of;
pub use ard_entry::ArdEntry;
pub use error::ApiError;
pub use guard::Guard;
pub use metrics::Metrics;
pub use rate::Rate;
pub use self_description::{SelfDescription, SelfDescriptionError};

use crate::{Indexing, Registry};
use adp_server::{AuthLayer, BodyBudget, studio::StudioPage};
use agent_description::{format::Format, resolve::Resolve};
use axum::{
    Router,
    extract::{DefaultBodyLimit, State},
    middleware,
    response::{IntoResponse, Response},
    routing::{get, post, put},
};
use http::header::CONTENT_TYPE;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// What all answers are made of.
#[derive(Debug)]
pub struct App {
    /// The registry.
    pub registry: Registry,
    /// What is searched.
    pub indexing: Indexing,
    /// How many searches may run at the same time.
    pub searches: Arc<Semaphore>,
    /// The same of countings of facets: these look at everything that is found, and keep no search from its turn.
    pub countings: Arc<Semaphore>,
    /// The origin under which others reach it, without `/` at its end.
    pub origin: String,
    /// The formats that are checked.
    pub formats: Vec<&'static dyn Format>,
    /// What stands around every answer.
    pub guard: Arc<Guard>,
    /// The memory for the bodies of all requests.
    pub bodies: BodyBudget,
    /// The registry's signed description of itself, if it has a key.
    pub self_description: Option<SelfDescription>,
    /// The studio page, if this build or the operator has it.
    pub studio: Option<StudioPage>,
}

impl App {
    /// Makes a change known to the index, before the writer is answered.
    async fn changed(&self) {
        // what is stored is stored: the index follows by itself a moment later
        if let Err(error) = self.indexing.catch_up().await {
            tracing::warn!(%error, "the index is behind the store");
        }
    }
}

/// All routes. Without `auth` nobody writes. The layer gets the routes' budget for bodies, and refuses whoever may not write an entry before it fetches
/// anything.
pub fn router<R: Resolve + Send + 'static>(app: Arc<App>, auth: Option<AuthLayer<R>>) -> Router {
    let (entry, guard) = ("/agents/{identifier}", Arc::clone(&app.guard));
    let mut routes = Router::new()
        .route("/style.css", get(pages::style))
        .route("/icon.svg", get(pages::icon))
        .route("/check", get(pages::check_form).post(pages::check))
        .route("/", get(pages::search))
        .route("/api", get(pages::api))
        .route("/studio", get(studio::redirect))
        .route("/studio/", get(studio::index))
        .route("/studio/{*path}", get(studio::file))
        .route("/entry/{identifier}", get(pages::entry))
        .route("/openapi.json", get(openapi::document))
        .route("/metrics", get(metrics_text))
        .route("/search", get(search::ours).post(search::ard))
        .route("/explore", post(search::explore))
        .route("/agents", get(search::list))
        .route(entry, get(agents::get))
        .route("/agents/{identifier}/document", get(agents::document))
        .route("/agents/{identifier}/evidence", get(agents::evidence));
    if let Some(auth) = auth {
        let registry = app.registry.clone();
        let auth = auth.share_body_budget(app.bodies.clone());
        let auth = auth.refuse_claim(move |did, parts| agents::refusal(&registry, did, parts));
        let writing = Router::new().route(entry, put(agents::put).delete(agents::delete));
        routes = routes.merge(writing.route_layer(auth).route_layer(middleware::from_fn(agents::identify)));
    } else {
        routes = routes.merge(Router::new().route(entry, put(agents::read_only).delete(agents::read_only)));
    }
    if let Some(documents) = app.self_description.clone() {
        routes = routes.merge(documents.routes());
    }
    routes
        .fallback(pages::nothing)
        .method_not_allowed_fallback(|| async { ApiError::method() })
        .with_state(app)
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::from_fn_with_state(guard, guard::guard))
}

/// `GET /metrics`
async fn metrics_text(State(app): State<Arc<App>>) -> Response {
    let index = app.indexing.index();
    let gauges = [
        ("adp_registry_entries", "Entries in the index.", index.len()),
        ("adp_registry_sequence", "The last change of the store that the index contains.", index.revision().sequence),
    ];
    let text = app.guard.metrics.to_text(&gauges);
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}
