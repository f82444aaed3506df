//! The registry's pages: made here whole, without script. They show what others wrote through [`Shown`] alone.

mod check;
mod entry;
mod excerpt;
mod search;
mod shown;
mod state;

pub use check::{CheckPage, MOST as MOST_TO_CHECK};
pub use entry::EntryPage;
pub use excerpt::{Excerpt, Line, Remark};
pub use search::{Hit, SearchPage};
pub use shown::Shown;
pub use state::State;

use askama::Template;

/// The style sheet of all pages.
pub const STYLE: &str = include_str!("style.css");
/// Their icon.
pub const ICON: &str = include_str!("icon.svg");

/// A page that says why there is no other.
#[derive(Debug, Template)]
#[template(path = "error.html")]
pub struct ErrorPage {
    place: &'static str,
    title: String,
    message: String,
}

impl ErrorPage {
    /// A title and a sentence, both our own words.
    #[must_use]
    pub fn new(title: &str, message: &str) -> Self {
        Self { place: "", title: title.to_owned(), message: message.to_owned() }
    }
}
