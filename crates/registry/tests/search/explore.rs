//! Facets, filters and free text, as ARD has them.

use crate::records::{found, index_of, named, query, skill, time};
use adp_registry::search::{
    Facet, FacetRequest, Filter, FilterTerm, Index, QueryError, Record, Search, SearchError, Wanted,
};

fn entries() -> Vec<Record> {
    let mut weather = named("acme.example", "weather", "Weather", "Says what the weather will be.");
    weather.skills = vec![skill("forecast", "Forecast", "Five days.", &["weather", "Travel"])];
    weather.verified = true;
    let mut flights = named("acme.example", "flights", "Flights", "Finds flights in any weather.");
    flights.skills =
        vec![skill("search", "Search", "Finds.", &["travel"]), skill("book", "Book", "Books.", &["travel", "payment"])];
    (flights.created, flights.updated) = (time(10), time(20));
    let mut tea = named("tea.example", "tea", "Tea house", "Sells tea.");
    tea.skills = vec![skill("sell", "Sell", "Sells.", &["payment"])];
    tea.version = Some("2.0".to_owned());
    vec![weather, flights, tea]
}

fn filtered(index: &Index, change: impl FnOnce(&mut Filter)) -> String {
    let mut search = query("");
    change(&mut search.filter);
    found(&index.search(&search).unwrap()).join(" ")
}

#[test]
fn filters() {
    let index = index_of(&entries());
    let by = |name: &str, values: &[&str]| {
        filtered(&index, |filter| filter.add(name, values.iter().map(|value| (*value).to_owned()).collect()).unwrap())
    };
    for (name, values, expected) in [
        ("publisher", &["acme.example"][..], "flights weather"),
        ("publisher", &["acme.example", "tea.example"], "flights tea weather"),
        ("publisher", &["acme"], ""),
        ("publisher", &[], ""),
        ("type", &["application/a2a-agent-card+json"], "flights tea weather"),
        ("type", &["application/mcp-server-card+json"], ""),
        ("tags", &["travel"], "flights"),
        ("tags", &["Travel", "payment"], "flights tea weather"),
        ("capabilities", &["forecast"], "weather"),
        ("identifier", &["urn:air:tea.example:agents:tea"], "tea"),
        ("displayName", &["Tea house"], "tea"),
        ("displayName", &["tea house"], ""),
        ("verified", &["true"], "weather"),
        ("version", &["2.0"], "tea"),
        ("format", &["a2a-card"], "flights tea weather"),
    ] {
        assert_eq!(by(name, values), expected, "{name} {values:?}");
    }
    assert_eq!(filtered(&index, |filter| filter.display_name = Some("TEA".to_owned())), "tea");
    assert_eq!(filtered(&index, |filter| filter.display_name = Some("…".to_owned())), "");
    assert_eq!(filtered(&index, |filter| filter.created_after = Some(time(9))), "flights");
    assert_eq!(filtered(&index, |filter| filter.created_after = Some(time(10))), "");
    assert_eq!(filtered(&index, |filter| filter.updated_after = Some(time(-1))), "flights tea weather");

    // across terms, all; with a search, both; the filter changes no score
    let mut search = query("weather");
    let unfiltered = index.search(&search).unwrap();
    search.filter.add("publisher", vec!["acme.example".to_owned()]).unwrap();
    assert_eq!(index.search(&search).unwrap().hits, unfiltered.hits);
    search.filter.add("tags", vec!["payment".to_owned()]).unwrap();
    assert_eq!(found(&index.search(&search).unwrap()), ["flights"]);

    let error = Filter::default().add("trustManifest.attestations.type", Vec::new()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "\"trustManifest.attestations.type\" is nothing that entries are filtered or counted by; there are \
         `identifier`, `displayName`, `type`, `publisher`, `tags`, `capabilities`, `version`, `format`, `verified`, `did`"
    );
}

#[test]
fn facets() {
    let index = index_of(&entries());
    let everything = Wanted::Query(Default::default());
    let ask = |wanted: &Wanted, request: FacetRequest| {
        let Facet { buckets, other, .. } = index.explore(wanted, &Filter::default(), &[request]).unwrap().remove(0);
        (buckets.iter().map(|(value, count)| format!("{value} {count}")).collect::<Vec<_>>().join(", "), other)
    };
    let tags = FacetRequest::new(FilterTerm::Tags);
    // an entry counts once, however many skills have the tag
    assert_eq!(ask(&everything, tags), ("payment 2, Travel 1, travel 1, weather 1".to_owned(), 0));
    let two = FacetRequest { limit: 2, ..tags };
    assert_eq!(ask(&everything, two), ("payment 2, Travel 1".to_owned(), 2));
    let frequent = FacetRequest { least: 2, ..tags };
    assert_eq!(ask(&everything, frequent), ("payment 2".to_owned(), 0));
    let none = FacetRequest { limit: 0, ..tags };
    assert_eq!(ask(&everything, none), (String::new(), 5));
    let publishers = FacetRequest::new(FilterTerm::Publisher);
    assert_eq!(ask(&everything, publishers), ("acme.example 2, tea.example 1".to_owned(), 0));
    let weather = Wanted::Text("what will the weather be".to_owned());
    assert_eq!(ask(&weather, publishers), ("acme.example 2".to_owned(), 0));
    assert_eq!(
        ask(&Wanted::Query("name:tea".parse().unwrap()), FacetRequest::new(FilterTerm::Verified)),
        ("false 1".to_owned(), 0)
    );

    let too_many = vec![tags; 17];
    let error = index.explore(&everything, &Filter::default(), &too_many).unwrap_err();
    assert!(matches!(error, SearchError::Query(QueryError::Facets { found: 17, most: 16 })), "{error}");
}

#[test]
fn free_text_finds_any_word_and_the_best_first() {
    let index = index_of(&entries());
    let ask = |text: &str| {
        let page = index.search(&Search::new(Wanted::Text(text.to_owned()))).unwrap();
        page.hits.iter().map(|hit| format!("{} {}", hit.id.rsplit(':').next().unwrap(), hit.score)).collect::<Vec<_>>()
    };
    let found = ask("Please find me a weather forecast!");
    assert_eq!(found.len(), 2);
    assert_eq!(found[0], "weather 100");
    assert!(found[1].starts_with("flights "), "{found:?}");
    // operators are words here
    assert_eq!(ask("tea OR (").len(), 1);
    assert!(ask("nobody has this").is_empty());
}
