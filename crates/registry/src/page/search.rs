//! The search page and the list of agents with their documents.

use super::{
    AGENTS_ON_A_PAGE, SearchAddress, Shown, State,
    texts::{Language, Texts, fill},
};
use crate::{
    EntrySummary, Status,
    search::{EndpointSummary, Facet, FilterTerm, OfferPrice},
};
use agent_description::Timestamp;
use askama::Template;

/// Maximum number of prices and endpoints of an agent in the list.
const MAX_PRICES: usize = 3;
const MAX_ENDPOINTS: usize = 2;
/// Example searches on the home page.
const EXAMPLES: [&str; 3] = ["weather", "hotel AND verified=true", "天气"];

/// The page of a search.
#[derive(Debug, Template)]
#[template(path = "search.html")]
pub(crate) struct SearchPage {
    t: &'static Texts,
    place: &'static str,
    address: SearchAddress,
    heading: Shown,
    title: String,
    problem: Option<Problem>,
    found: Option<Found>,
    examples: Vec<(String, &'static str)>,
}

/// A query error and its position.
#[derive(Debug)]
struct Problem {
    message: Shown,
    before: Shown,
    marked: Shown,
    after: Shown,
}

/// The results.
#[derive(Debug)]
struct Found {
    range: String,
    agents: Vec<Agent>,
    facets: Vec<FacetList>,
    /// The URLs of both orders and whether each is selected, if both are possible.
    orders: Vec<(String, &'static str, bool)>,
    /// Why there are no agents, if there are none.
    nothing: &'static str,
    first: Option<String>,
    previous: Option<String>,
    next: Option<String>,
}

/// An agent in the list, described by its first document, which is verified if possible.
#[derive(Debug)]
pub(super) struct Agent {
    name: Shown,
    path: String,
    host: Shown,
    description: Option<Shown>,
    state: State,
    /// What is verified, and its color.
    badge: (&'static str, Shown),
    prices: Vec<Shown>,
    endpoints: Vec<(Option<Shown>, Shown)>,
    documents: Vec<DocumentLink>,
    more: u64,
}

/// A document of an agent.
#[derive(Debug)]
pub(crate) struct DocumentLink {
    /// Path of its page.
    pub path: String,
    pub format: Shown,
    pub state: State,
    /// Whether it is the document of this page.
    pub is_current: bool,
}

/// A facet with its values and their numbers of documents.
#[derive(Debug)]
struct FacetList {
    title: &'static str,
    /// The selected value, and the URL without it.
    chosen: Option<(Shown, String)>,
    values: Vec<(Shown, u64, String)>,
}

/// The data of a result page.
#[derive(Debug)]
pub(crate) struct Results {
    /// The summaries of each agent's entries, verified ones first, and their number.
    pub agents: Vec<(Vec<EntrySummary>, u64)>,
    /// Number of agents on all pages.
    pub total: u64,
    /// Number of documents.
    pub documents: u64,
    pub next: Option<String>,
    pub facets: Vec<Facet>,
}

impl Agent {
    /// An agent as of a time, from the summaries of its entries; `None` without entries.
    fn new(t: &'static Texts, summaries: &[EntrySummary], total: u64, now: Timestamp, query: &str) -> Option<Self> {
        let is_verified = |summary: &EntrySummary| summary.status_at(now).identity().is_some();
        let first = summaries.iter().min_by_key(|summary| match summary.status_at(now) {
            Status::Verified(_) => 0,
            Status::EntriesVerified(_) => 1,
            _ => 2,
        })?;
        // a verified result contains no texts of unverified documents
        let alike = summaries.iter().filter(|summary| is_verified(summary) == is_verified(first));
        let texts: Vec<_> = alike.filter_map(|summary| summary.texts.as_ref()).collect();
        let description = first.texts.as_ref().and_then(|texts| texts.description.as_deref());
        let description = description.or_else(|| texts.iter().find_map(|texts| texts.description.as_deref()));
        let prices = texts.iter().flat_map(|texts| &texts.prices).take(MAX_PRICES);
        let mut urls: Vec<_> = texts.iter().flat_map(|texts| &texts.endpoints).collect();
        urls.dedup_by(|one, other| one.url == other.url);
        let state = State::new(t, first.status_at(now), first.identifier.host());
        let documents: Vec<_> = summaries.iter().map(|it| DocumentLink::new(t, it, now, query)).collect();
        let badge = badge(&state, &documents, first.format.as_str(), t);
        let endpoint = |it: &&EndpointSummary| {
            (it.protocol.as_deref().map(|name| Shown::cut(Texts::protocol(name), 30)), Shown::cut(&it.url, 100))
        };
        Some(Self {
            name: Shown::cut(first.title(), 100),
            path: format!("/entry/{}{query}", first.identifier),
            host: Shown::name(first.identifier.host()),
            description: description.map(|text| Shown::cut(text, 240)),
            state,
            badge,
            prices: prices.map(|price| price_line(t, price)).collect(),
            endpoints: urls.iter().take(MAX_ENDPOINTS).map(endpoint).collect(),
            documents,
            more: total.saturating_sub(u64::try_from(summaries.len()).unwrap_or(u64::MAX)),
        })
    }
}

impl DocumentLink {
    /// A document as of a time; `query` links back to the search.
    pub(super) fn new(t: &Texts, summary: &EntrySummary, now: Timestamp, query: &str) -> Self {
        Self {
            path: format!("/entry/{}{query}", summary.identifier),
            format: Shown::name(&t.format(&summary.format)),
            state: State::new(t, summary.status_at(now), summary.identifier.host()),
            is_current: false,
        }
    }
}

/// What the badge of an agent says: the status of its documents, or that of each if they differ.
fn badge(state: &State, documents: &[DocumentLink], format: &str, t: &Texts) -> (&'static str, Shown) {
    let Some(other) = documents.iter().find(|it| it.state.word != state.word) else {
        return (state.class, Shown::sentence(state.word, &[]));
    };
    let first = Shown::name(&t.format(format));
    let words: [&dyn std::fmt::Display; 4] = [&first, &state.word, &other.format, &other.state.word];
    (if state.class == "good" { "wait" } else { state.class }, Shown::sentence("{}: {} · {}: {}", &words))
}

/// An amount with currency.
pub(super) fn amount(t: &Texts, price: &OfferPrice) -> Shown {
    match &price.currency {
        Some(currency) => Shown::cut(&format!("{} {currency}", price.amount), 40),
        None => Shown::sentence(t.no_currency, &[&Shown::cut(&price.amount, 40)]),
    }
}

fn price_line(t: &Texts, price: &OfferPrice) -> Shown {
    let name = price.name.as_deref().unwrap_or(t.unnamed);
    Shown::sentence("{}: {}", &[&Shown::cut(name, 60), &amount(t, price)])
}

impl FacetList {
    fn new(
        t: &Texts,
        title: &'static str,
        facet: &Facet,
        address: &SearchAddress,
        (chosen, set): (&str, fn(&mut SearchAddress, String)),
    ) -> Option<Self> {
        let name = |value: &str| match facet.term {
            FilterTerm::Format => t.format(value),
            FilterTerm::Language => t.language(value).to_owned(),
            _ => value.to_owned(),
        };
        let to = |value: String| address.with(|address| set(address, value)).path();
        let values = facet.buckets.iter().filter(|(value, _)| value != chosen);
        // a single language is a useful filter, because most entries have none
        let least = usize::from(facet.term != FilterTerm::Language);
        let list = Self {
            title,
            chosen: (!chosen.is_empty()).then(|| (Shown::cut(&name(chosen), 60), to(String::new()))),
            values: values.map(|(value, count)| (Shown::cut(&name(value), 60), *count, to(value.clone()))).collect(),
        };
        (list.chosen.is_some() || list.values.len() > least).then_some(list)
    }
}

impl SearchPage {
    fn new(language: Language, address: &SearchAddress, is_wrong: bool) -> Self {
        let t = language.texts();
        let words = address.q.trim();
        let (heading, title) = match (words.is_empty(), address.is_narrow()) {
            (true, false) => (Shown::sentence(t.home_heading, &[]), t.site.to_owned()),
            (true, true) => (Shown::sentence(t.all_agents, &[]), format!("{} · {}", t.all_agents, t.site)),
            (false, _) if is_wrong => (Shown::sentence(t.nav_search, &[]), format!("{} · {}", t.query_problem, t.site)),
            (false, _) => {
                let heading = Shown::sentence(t.results_for, &[&Shown::cut(words, 100)]);
                (heading, format!("{} · {}", fill(t.results_for, &[&Shown::plain(words)]), t.site))
            }
        };
        let to = |q: &&'static str| (SearchAddress { q: (*q).to_owned(), ..SearchAddress::default() }.path(), *q);
        let examples = if address.is_narrow() { Vec::new() } else { EXAMPLES.iter().map(to).collect() };
        Self { t, place: "search", address: address.clone(), heading, title, problem: None, found: None, examples }
    }

    /// The results as of a time.
    pub(crate) fn found(language: Language, address: &SearchAddress, results: &Results, now: Timestamp) -> Self {
        let t = language.texts();
        let query = address.query();
        let agents = results.agents.iter();
        let agents: Vec<Agent> = agents.filter_map(|(all, total)| Agent::new(t, all, *total, now, &query)).collect();
        let count = u64::try_from(agents.len()).unwrap_or(u64::MAX);
        let before = address.shown().min(results.total.saturating_sub(count));
        let range = match results.total {
            0 => t.no_results.to_owned(),
            1 => fill(t.one_agent, &[&results.documents]),
            total => fill(t.range, &[&(before + 1).min(before + count), &(before + count), &total, &results.documents]),
        };
        let orders = [("", t.sort_relevance, false), ("newest", t.sort_newest, true)].map(|(sort, title, newest)| {
            let to = address.with(|address| address.sort = sort.to_owned()).path();
            (to, title, newest == address.is_newest_first())
        });
        let next = results.next.as_ref().map(|token| {
            let earlier = address.earlier_of_next();
            let next = |address: &mut SearchAddress| {
                (address.page, address.shown) = (token.clone(), (before + count).to_string());
                address.earlier = earlier;
            };
            address.with(next).path()
        });
        // all pages before this one are full
        let size = u64::try_from(AGENTS_ON_A_PAGE).unwrap_or(u64::MAX);
        let previous = address.previous().map(|(page, earlier)| {
            let previous = |address: &mut SearchAddress| {
                address.shown = if page.is_empty() { String::new() } else { before.saturating_sub(size).to_string() };
                (address.page, address.earlier) = (page, earlier);
            };
            address.with(previous).path()
        });
        let has_filters = SearchAddress { q: String::new(), ..address.clone() }.is_narrow();
        let nothing = match (has_filters, address.q.trim().is_empty()) {
            (true, _) => t.nothing_found,
            (false, false) => t.nothing_for_words,
            (false, true) => t.nothing_listed,
        };
        let of = |facet: &Facet| {
            let (title, chosen, set): (_, _, fn(&mut SearchAddress, String)) = match facet.term {
                FilterTerm::Format => (t.facet_format, &address.format, |address, value| address.format = value),
                FilterTerm::Publisher => (t.facet_host, &address.host, |address, value| address.host = value),
                FilterTerm::Language => {
                    (t.facet_language, &address.language, |address, value| address.language = value)
                }
                _ => return None,
            };
            FacetList::new(t, title, facet, address, (chosen, set))
        };
        let found = Found {
            range,
            agents,
            facets: results.facets.iter().filter_map(of).collect(),
            nothing,
            orders: if address.q.trim().is_empty() || results.total == 0 { Vec::new() } else { orders.into() },
            first: (before > 0).then(|| address.with(|_| {}).path()),
            previous,
            next,
        };
        Self { found: Some(found), ..Self::new(language, address, false) }
    }

    /// The error of a search; `offset` is the position in the query, in bytes.
    pub(crate) fn problem(language: Language, address: &SearchAddress, message: &str, offset: Option<usize>) -> Self {
        let query = &address.q;
        let (before, marked, after) = match offset.and_then(|at| Some((query.get(..at)?, query.get(at..)?))) {
            Some((before, rest)) => {
                let end = rest.char_indices().skip(1).find(|(_, c)| c.is_whitespace() || "()".contains(*c));
                let (marked, after) = rest.split_at(end.map_or(rest.len(), |(at, _)| at));
                // the end of the query can also be marked
                (before, if marked.is_empty() { "⌷" } else { marked }, after)
            }
            None => ("", "", ""),
        };
        let problem = Problem {
            message: Shown::message(message),
            before: Shown::line(before),
            marked: Shown::line(marked),
            after: Shown::line(after),
        };
        Self { problem: Some(problem), ..Self::new(language, address, true) }
    }
}
