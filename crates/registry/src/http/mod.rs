//! The registry over HTTP.

pub mod body;
pub mod error;
pub mod guard;
pub mod metrics;
pub mod pages;
pub mod rate;

use agent_description::format::Format;
use axum::{Router, extract::DefaultBodyLimit, middleware, routing::get};
use guard::Guard;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// What all answers are made of.
pub struct App {
    /// The formats that are checked.
    pub formats: Vec<&'static dyn Format>,
    /// How many documents may be checked at the same time.
    pub checks: Arc<Semaphore>,
}

/// All routes.
pub fn router(app: Arc<App>, guard: Arc<Guard>) -> Router {
    Router::new()
        .route("/style.css", get(pages::style))
        .route("/icon.svg", get(pages::icon))
        .route("/check", get(pages::check_form).post(pages::check))
        .with_state(app)
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::from_fn_with_state(guard, guard::guard))
}
