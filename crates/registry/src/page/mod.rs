//! The registry's HTML pages without scripts, in English and Chinese. They show texts of documents only through
//! [`Shown`].

mod address;
mod api;
mod check;
mod entry;
mod excerpt;
mod search;
mod shown;
mod state;
mod texts;

pub(crate) use address::SearchAddress;
pub(crate) use api::ApiPage;
pub(crate) use check::{CheckPage, CheckProblem, MAX_CHECKED_BYTES};
pub(crate) use entry::{EntryPage, EntryView};
pub(crate) use excerpt::{Excerpt, Remark};
pub(crate) use search::{DocumentLink, Results, SearchPage};
pub(crate) use shown::Shown;
pub(crate) use state::{Evidence, State};
pub(crate) use texts::Language;

use askama::Template;
use http::StatusCode;
use texts::Texts;

/// Maximum number of agents on a page: each has several lines.
pub(crate) const AGENTS_ON_A_PAGE: usize = 10;

/// The style sheet of all pages.
pub(crate) const STYLE: &str = include_str!("style.css");
/// The icon.
pub(crate) const ICON: &str = include_str!("icon.svg");

/// An error page.
#[derive(Debug, Template)]
#[template(path = "error.html")]
pub(crate) struct ErrorPage {
    t: &'static Texts,
    place: &'static str,
    title: &'static str,
    message: &'static str,
    details: Shown,
}

impl ErrorPage {
    /// The page for a status. The API's message is in the details.
    pub(crate) fn new(language: Language, status: StatusCode, details: &str) -> Self {
        let t = language.texts();
        let (title, message) = match status {
            StatusCode::NOT_FOUND => (t.not_found, t.not_found_message),
            StatusCode::SERVICE_UNAVAILABLE => (t.unavailable, t.unavailable_message),
            StatusCode::TOO_MANY_REQUESTS => (t.too_many_requests, t.too_many_message),
            status if status.is_server_error() => (t.failure, t.failure_message),
            _ => (t.invalid_request, t.invalid_message),
        };
        Self { t, place: "", title, message, details: Shown::message(details) }
    }
}
