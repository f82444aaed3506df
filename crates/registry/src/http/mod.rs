//! The HTTP API and pages.

mod agents;
mod ard_entry;
mod body;
mod error;
mod guard;
mod members;
mod metrics;
mod pages;
mod parameters;
mod rate;
mod search;
mod self_description;
mod studio;

pub use agents::evidence_of;
pub(crate) use ard_entry::ArdEntry;
pub use guard::{AccessLog, Guard};
pub use metrics::Metrics;
pub use rate::{Rate, WorkBudget};
pub(crate) use search::{SearchResult, SearchResults};
pub use self_description::SelfDescription;

use crate::{
    Indexing, Registry, RegistryError,
    cpu_pool::{CpuPool, Stopwatch},
    page::{ICON, STYLE},
};
use adp_server::{AuthLayer, BodyBudget, studio::StudioPage};
use agent_description::resolve::{PeerAddress, Resolve};
use axum::{
    Router,
    extract::{DefaultBodyLimit, State},
    middleware,
    response::{IntoResponse, Redirect, Response},
    routing::{get, post, put},
};
use error::ApiError;
use http::{StatusCode, header::CONTENT_TYPE};
use std::{sync::Arc, time::Instant};
use tokio::sync::Semaphore;

/// The state of the application.
#[derive(Debug)]
pub struct App {
    /// The registry.
    pub registry: Registry,
    /// The search index.
    pub indexing: Indexing,
    /// Limits parallel searches.
    pub searches: Arc<Semaphore>,
    /// Limits parallel facet counts separately, because they read all results and must not delay searches.
    pub countings: Arc<Semaphore>,
    /// The public origin, without trailing `/`.
    pub origin: String,
    /// The middleware.
    pub guard: Arc<Guard>,
    /// The memory budget for request bodies.
    pub bodies: BodyBudget,
    /// The memory budget for documents that anybody has checked, so that these leave the other for writers.
    pub check_bodies: BodyBudget,
    /// The registry's signed description, if it has a key.
    pub self_description: Option<SelfDescription>,
    /// The studio page, if this build or the operator has it.
    pub studio: Option<StudioPage>,
}

/// Default memory budget for request bodies, in bytes.
const BODY_BUDGET_BYTES: usize = 256 << 20;
/// Default memory budget for documents that anybody has checked, in bytes.
const CHECK_BODY_BUDGET_BYTES: usize = 64 << 20;

impl App {
    /// Creates the state with default limits, without a description of the registry and without a studio page.
    #[must_use]
    pub fn new(registry: Registry, indexing: Indexing, origin: String, guard: Guard) -> Self {
        let processors = std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            registry,
            indexing,
            searches: Arc::new(Semaphore::new(2 * processors)),
            countings: Arc::new(Semaphore::new(processors.div_ceil(2))),
            origin,
            guard: Arc::new(guard),
            bodies: BodyBudget::new(BODY_BUDGET_BYTES),
            check_bodies: BodyBudget::new(CHECK_BODY_BUDGET_BYTES),
            self_description: None,
            studio: None,
        }
    }

    /// Runs work for a client on a processor of a pool, and charges its network for it.
    async fn run_for<T: Send + 'static>(
        &self,
        peer: Option<PeerAddress>,
        pool: &CpuPool,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let Some(peer) = peer else { return Ok(pool.run(work).await.map_err(RegistryError::from)?) };
        let guard = Arc::clone(&self.guard);
        guard.check_work(peer)?;
        let processor = pool.acquire().await.map_err(RegistryError::from)?;
        // meanwhile the network may have used its time for others of its requests
        guard.check_work(peer)?;
        let work = move || {
            let stopwatch = Stopwatch::start();
            let done = work();
            guard.work.charge(peer, stopwatch.elapsed(), Instant::now());
            done
        };
        Ok(processor.run(work).await.map_err(RegistryError::from)?)
    }

    /// Updates the index before the writer gets its response.
    async fn changed(&self) {
        // the change is stored, and the index catches up later
        if let Err(error) = self.indexing.catch_up().await {
            tracing::warn!(%error, "the index is behind the store");
        }
    }
}

/// All routes. Without `auth`, writing is disabled. The layer uses the common memory budget for bodies, and refuses
/// DIDs that may not write an entry before it resolves them.
pub fn router<R: Resolve + Send + 'static>(app: Arc<App>, auth: Option<AuthLayer<R>>) -> Router {
    let (entry, guard) = ("/agents/{identifier}", Arc::clone(&app.guard));
    let mut routes = Router::new()
        .route("/style.css", get(|| async { pages::asset("text/css; charset=utf-8", STYLE) }))
        .route("/icon.svg", get(|| async { pages::asset("image/svg+xml", ICON) }))
        .route("/check", get(pages::check_form).post(pages::check))
        .route("/", get(pages::search))
        .route("/api", get(pages::api))
        .route("/language/{tag}", get(pages::choose_language))
        // the page's files are relative to `/studio/`
        .route("/studio", get(|| async { Redirect::permanent("/studio/") }))
        .route("/studio/", get(studio::index))
        .route("/studio/{*path}", get(studio::file))
        .route("/entry/{identifier}", get(pages::entry))
        .route("/openapi.json", get(|| async { pages::asset("application/json", pages::OPENAPI) }))
        .route("/healthz", get(|| async { "ok\n" }))
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
        .method_not_allowed_fallback(|| async {
            let message = "This path does not support the method. The methods of each path are in /openapi.json";
            ApiError::new(StatusCode::METHOD_NOT_ALLOWED, message)
        })
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
