//! The studio page, which checks and verifies documents in the browser.

use super::{App, error::ApiError, pages::error_page};
use crate::page::Language;
use adp_server::studio::{HOW_TO_BUILD, NO_PAGE};
use axum::{
    extract::{Path, State},
    response::{IntoResponse, Response},
};
use std::sync::Arc;

/// `GET /studio/`
pub(super) async fn index(state: State<Arc<App>>, language: Language) -> Response {
    file(state, language, Path(String::new())).await
}

/// `GET /studio/{path}`
pub(super) async fn file(State(app): State<Arc<App>>, language: Language, Path(path): Path<String>) -> Response {
    let Some(page) = &app.studio else {
        return error_page(ApiError::not_found(format!("{NO_PAGE}; {HOW_TO_BUILD}")), language);
    };
    match page.response(&path) {
        Some(response) => response.into_response(),
        None => error_page(ApiError::not_found("the studio page has no such file"), language),
    }
}
