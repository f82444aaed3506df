//! The URL of a search page.

use super::AGENTS_ON_A_PAGE;
use serde::Deserialize;

/// Maximum number of earlier pages in a URL.
const MAX_EARLIER_PAGES: usize = 5;

/// The parameters of a search page. Unknown values are ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(crate) struct SearchAddress {
    /// The query in the search language.
    pub q: String,
    /// `true`: verified agents only.
    pub verified: String,
    pub format: String,
    pub host: String,
    /// Language: `zh`, `ja`, `ko`.
    pub language: String,
    /// `newest`; otherwise by relevance.
    pub sort: String,
    pub page: String,
    /// Number of agents on earlier pages.
    pub shown: String,
    /// The tokens of the pages before this one but the first, separated by commas.
    pub earlier: String,
}

impl SearchAddress {
    pub(crate) fn is_verified_only(&self) -> bool {
        self.verified == "true"
    }

    /// Whether the newest agents come first: by choice, or without a query.
    pub(crate) fn is_newest_first(&self) -> bool {
        self.sort == "newest" || self.q.trim().is_empty()
    }

    /// Number of agents on earlier pages.
    pub(crate) fn shown(&self) -> u64 {
        self.shown.parse().unwrap_or_default()
    }

    /// Whether there is a query or filter.
    pub(super) fn is_narrow(&self) -> bool {
        let Self { q, format, host, language, .. } = self;
        self.is_verified_only() || [q, format, host, language].iter().any(|text| !text.trim().is_empty())
    }

    /// The `earlier` of the next page; only the last pages are kept, so that the URL stays short.
    pub(super) fn earlier_of_next(&self) -> String {
        if self.page.is_empty() {
            return String::new();
        }
        let mut tokens: Vec<_> = self.earlier.split(',').filter(|token| !token.is_empty()).collect();
        tokens.push(&self.page);
        let start = tokens.len().saturating_sub(MAX_EARLIER_PAGES);
        tokens.get(start..).unwrap_or_default().join(",")
    }

    /// The token of the page before this one, empty for the first, and the `earlier` of that page. `None` on the first page, and if the
    /// page before is not known.
    pub(super) fn previous(&self) -> Option<(String, String)> {
        if self.page.is_empty() {
            return None;
        }
        match self.earlier.rsplit_once(',') {
            Some((earlier, token)) => Some((token.to_owned(), earlier.to_owned())),
            None if self.earlier.is_empty() && self.shown() > AGENTS_ON_A_PAGE as u64 => None,
            None => Some((self.earlier.clone(), String::new())),
        }
    }

    /// A changed search, starting at the first page.
    pub(super) fn with(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut changed = Self { page: String::new(), shown: String::new(), earlier: String::new(), ..self.clone() };
        change(&mut changed);
        changed
    }

    /// The query string `?q=…`; empty without parameters.
    pub(super) fn query(&self) -> String {
        let Self { q, verified, format, host, language, sort, page, shown, earlier } = self;
        let members = [
            ("q", q),
            ("verified", verified),
            ("format", format),
            ("host", host),
            ("language", language),
            ("sort", sort),
            ("page", page),
            ("shown", shown),
            ("earlier", earlier),
        ];
        let mut pairs = url::form_urlencoded::Serializer::new(String::new());
        pairs.extend_pairs(members.into_iter().filter(|(_, value)| !value.is_empty()));
        let query = pairs.finish();
        if query.is_empty() { query } else { format!("?{query}") }
    }

    /// The path with query string.
    pub(super) fn path(&self) -> String {
        format!("/{}", self.query())
    }
}
