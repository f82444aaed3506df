//! The address of a search: what its form, its filters and its pages are.

use serde::Deserialize;

/// What the page of a search is asked for. Unknown values mean the same as none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct SearchAddress {
    /// The search, in the search language.
    pub q: String,
    /// `true`: verified agents only.
    pub verified: String,
    /// The name of a format.
    pub format: String,
    /// The host of a publisher.
    pub host: String,
    /// A language: `zh`, `ja`, `ko`.
    pub language: String,
    /// `newest`; by relevance otherwise.
    pub sort: String,
    /// The token of a page.
    pub page: String,
    /// How many agents the pages before this one have.
    pub shown: String,
}

impl SearchAddress {
    /// Whether only verified agents are shown.
    #[must_use]
    pub fn is_verified_only(&self) -> bool {
        self.verified == "true"
    }

    /// Whether the newest agents come first: by choice, and where there is no search.
    #[must_use]
    pub fn is_newest_first(&self) -> bool {
        self.sort == "newest" || self.q.trim().is_empty()
    }

    /// How many agents the pages before this one have.
    #[must_use]
    pub fn shown(&self) -> u64 {
        self.shown.parse().unwrap_or_default()
    }

    /// Whether there is a search or a filter.
    pub(super) fn is_narrow(&self) -> bool {
        let Self { q, format, host, language, .. } = self;
        self.is_verified_only() || [q, format, host, language].iter().any(|text| !text.trim().is_empty())
    }

    /// The address with a change, from its first page on.
    pub(super) fn with(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut changed = Self { page: String::new(), shown: String::new(), ..self.clone() };
        change(&mut changed);
        changed
    }

    /// What follows the path: `?q=…`, or nothing.
    pub(super) fn query(&self) -> String {
        let Self { q, verified, format, host, language, sort, page, shown } = self;
        let members = [
            ("q", q),
            ("verified", verified),
            ("format", format),
            ("host", host),
            ("language", language),
            ("sort", sort),
            ("page", page),
            ("shown", shown),
        ];
        let mut pairs = url::form_urlencoded::Serializer::new(String::new());
        pairs.extend_pairs(members.into_iter().filter(|(_, value)| !value.is_empty()));
        let query = pairs.finish();
        if query.is_empty() { query } else { format!("?{query}") }
    }

    /// The path and query of the search.
    pub(super) fn path(&self) -> String {
        format!("/{}", self.query())
    }
}
