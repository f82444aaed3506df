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

pub use address::SearchAddress;
pub use api::ApiPage;
pub use check::{CheckPage, CheckProblem, MAX_CHECKED_BYTES};
pub use entry::{EntryPage, EntryView};
pub use excerpt::{Excerpt, Line, Remark};
pub use search::{Agent, DocumentLink, Results, SearchPage};
pub use shown::Shown;
pub use state::{Evidence, State};
pub use texts::Language;

use askama::Template;
use http::StatusCode;
use texts::Texts;

/// The style sheet of all pages.
pub const STYLE: &str = include_str!("style.css");
/// The icon.
pub const ICON: &str = include_str!("icon.svg");

/// An error page.
#[derive(Debug, Template)]
#[template(path = "error.html")]
pub struct ErrorPage {
    t: &'static Texts,
    place: &'static str,
    title: &'static str,
    message: &'static str,
    details: Shown,
}

impl ErrorPage {
    /// The page for a status. The API's message is in the details.
    #[must_use]
    pub fn new(language: Language, status: StatusCode, details: &str) -> Self {
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
