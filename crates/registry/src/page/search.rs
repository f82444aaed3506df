//! The search, and what it finds, with the state of each hit.

use super::{Shown, State};
use crate::Summary;
use agent_description::Timestamp;
use askama::Template;

/// The page of a search.
#[derive(Debug, Template)]
#[template(path = "search.html")]
pub struct SearchPage {
    place: &'static str,
    /// What was asked for, as it stands in the form again.
    query: String,
    verified_only: bool,
    problem: Option<Problem>,
    found: Option<Found>,
}

/// Why a search is not understood, pointing at the place.
#[derive(Debug)]
struct Problem {
    message: Shown,
    before: Shown,
    marked: Shown,
    after: Shown,
}

/// What was found.
#[derive(Debug)]
struct Found {
    title: String,
    hits: Vec<Hit>,
    next: Option<String>,
}

/// An entry that was found.
#[derive(Debug)]
pub struct Hit {
    name: Shown,
    /// The identifier, which needs no encoding in a path.
    path: String,
    identifier: Shown,
    description: Option<Shown>,
    format: Shown,
    state: State,
}

impl Hit {
    /// An entry at a time.
    #[must_use]
    pub fn new(summary: &Summary, now: Timestamp) -> Self {
        let description = summary.texts.as_ref().and_then(|texts| texts.description.as_deref());
        Self {
            name: Shown::cut(summary.title(), 100),
            path: summary.identifier.to_string(),
            identifier: Shown::name(summary.identifier.as_str()),
            description: description.map(|text| Shown::cut(text, 240)),
            format: Shown::name(&summary.profile),
            state: State::new(summary.status_at(now)),
        }
    }
}

impl SearchPage {
    /// What was found, with the address of the next page if there is one.
    #[must_use]
    pub fn found(query: &str, verified_only: bool, total: Option<u64>, hits: Vec<Hit>, next: Option<String>) -> Self {
        let title = match (query.trim().is_empty() && !verified_only, total) {
            (true, Some(total)) => format!("{total} entries"),
            (true, None) => "Entries".to_owned(),
            (false, Some(1)) => "1 entry found".to_owned(),
            (false, Some(total)) => format!("{total} entries found"),
            (false, None) => "Entries found".to_owned(),
        };
        let found = Some(Found { title, hits, next });
        Self { place: "search", query: query.to_owned(), verified_only, problem: None, found }
    }

    /// Why nothing was searched for; `offset` is the byte of the query that is at fault.
    #[must_use]
    pub fn problem(query: &str, verified_only: bool, message: &str, offset: Option<usize>) -> Self {
        let (before, marked, after) = match offset.and_then(|at| Some((query.get(..at)?, query.get(at..)?))) {
            Some((before, rest)) => {
                let end = rest.char_indices().skip(1).find(|(_, c)| c.is_whitespace() || "()".contains(*c));
                let (marked, after) = rest.split_at(end.map_or(rest.len(), |(at, _)| at));
                // the end of the search is a place too
                (before, if marked.is_empty() { "⌷" } else { marked }, after)
            }
            None => ("", "", ""),
        };
        let problem = Problem {
            message: Shown::prose(message),
            before: Shown::line(before),
            marked: Shown::line(marked),
            after: Shown::line(after),
        };
        Self { place: "search", query: query.to_owned(), verified_only, problem: Some(problem), found: None }
    }
}
