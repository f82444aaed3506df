//! Facets, filters and free text, as ARD has them.

use crate::search::records::{at, found, index_of, named, query, skill, time};
use adp_registry::search::{
    Facet, FacetRequest, Filter, FilterTerm, Index, IndexChange, Record, Search, SearchInput, SearchLimits,
};

fn entries() -> Vec<Record> {
    let mut weather = named("acme.example", "weather", "Weather", "Says what the weather will be.");
    weather.texts.skills = vec![skill("forecast", "Forecast", "Five days.", &["weather", "Travel"])];
    weather.verified = true;
    let mut flights = named("acme.example", "flights", "Flights", "Finds flights in any weather.");
    flights.texts.skills =
        vec![skill("search", "Search", "Finds.", &["travel"]), skill("book", "Book", "Books.", &["travel", "payment"])];
    (flights.created, flights.updated) = (time(10), time(20));
    let mut tea = named("tea.example", "tea", "Tea house", "Sells tea.");
    tea.texts.skills = vec![skill("sell", "Sell", "Sells.", &["payment"])];
    tea.texts.version = Some("2.0".to_owned());
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
        "unknown field \"trustManifest.attestations.type\"; known fields for filters and facets: \
         `identifier`, `displayName`, `type`, `publisher`, `tags`, `capabilities`, `version`, `format`, `verified`, `did`, `language`"
    );
}

#[test]
fn facets() {
    let index = index_of(&entries());
    let everything = SearchInput::Query(Default::default());
    let ask = |wanted: &SearchInput, request: FacetRequest| {
        let Facet { buckets, other, .. } =
            index.explore(wanted, &Filter::default(), &[request]).unwrap().facets.remove(0);
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
    let weather = SearchInput::Text("what will the weather be".to_owned());
    assert_eq!(ask(&weather, publishers), ("acme.example 2".to_owned(), 0));
    assert_eq!(
        ask(&SearchInput::Query("name:tea".parse().unwrap()), FacetRequest::new(FilterTerm::Verified)),
        ("false 1".to_owned(), 0)
    );

    // the language is that of the script, and a text without letters of these scripts has none
    let language = |name: &str, description: &str| {
        let index = index_of(&[named("tea.example", "tea", name, description)]);
        let facet = FacetRequest::new(FilterTerm::Language);
        let found = index.explore(&everything, &Filter::default(), &[facet]).unwrap().facets.remove(0).buckets;
        found.into_iter().map(|(value, _)| value).collect::<String>()
    };
    assert_eq!(language("天气预报", "查询未来七天的天气。"), "zh");
    assert_eq!(language("天気", "あすのてんきをしらせる。"), "ja");
    assert_eq!(language("날씨", "내일 날씨."), "ko");
    assert_eq!(language("Tea", "Sells 茶."), "");

    let too_many = vec![tags; 17];
    let error = index.explore(&everything, &Filter::default(), &too_many).unwrap_err();
    assert!(error.to_string().starts_with("17 facets are requested, more than the limit of 16"), "{error}");
}

/// Entries that came one by one stand in segments of their own, where a value has another number in each.
#[test]
fn values_are_counted_over_all_segments() {
    let index = Index::in_memory(SearchLimits::default()).unwrap();
    for (number, tags) in [["pear", "fig"], ["apple", "pear"], ["fig", "pear"], ["kiwi", "apple"]].iter().enumerate() {
        let mut record = named("fruit.example", &format!("n{number}"), "Agent", "An agent.");
        record.texts.skills = vec![skill("s", "S", "S.", tags)];
        index.apply(vec![IndexChange::Put(Box::new(record))], at(number as u64 + 1)).unwrap();
    }
    let count = |limit: usize| {
        let request = FacetRequest { limit, ..FacetRequest::new(FilterTerm::Tags) };
        let everything = SearchInput::Query(Default::default());
        let Facet { buckets, other, .. } =
            index.explore(&everything, &Filter::default(), &[request]).unwrap().facets.remove(0);
        let buckets: Vec<_> = buckets.iter().map(|(value, count)| format!("{value} {count}")).collect();
        (buckets.join(", "), other)
    };
    assert_eq!(count(20), ("pear 3, apple 2, fig 2, kiwi 1".to_owned(), 0));
    assert_eq!(count(4), ("pear 3, apple 2, fig 2, kiwi 1".to_owned(), 0));
    // of those that are equally frequent, the first by value
    assert_eq!(count(2), ("pear 3, apple 2".to_owned(), 3));
    assert_eq!(count(1), ("pear 3".to_owned(), 5));
}

/// 100 entries of 20 tags each, counted by what is looked at and not by a clock.
#[test]
fn counting_is_bounded_by_what_it_looks_at() {
    let entries: Vec<IndexChange> = (0..100)
        .map(|number| {
            let mut record = named("many.example", &format!("n{number}"), "Agent", "An agent.");
            let tags: Vec<String> = (0..20).map(|tag| format!("tag{number}x{tag}")).collect();
            record.texts.skills = vec![skill("s", "S", "S.", &tags.iter().map(String::as_str).collect::<Vec<_>>())];
            IndexChange::Put(Box::new(record))
        })
        .collect();
    let everything = SearchInput::Query(Default::default());
    let count = |work: u64, wanted: &SearchInput, terms: &[FilterTerm]| {
        let mut limits = SearchLimits::default();
        limits.work = work;
        let index = Index::in_memory(limits).unwrap();
        index.apply(entries.clone(), at(1)).unwrap();
        let requests: Vec<_> = terms.iter().copied().map(FacetRequest::new).collect();
        index.explore(wanted, &Filter::default(), &requests)
    };
    let (publisher, tags) = (FilterTerm::Publisher, FilterTerm::Tags);
    // 100 entries gone through, 100 hosts, 2,000 tags
    assert_eq!(count(10_000, &everything, &[publisher, tags]).unwrap().work, 2_200);
    // twice the same is counted once
    assert_eq!(count(10_000, &everything, &[publisher, publisher]).unwrap().work, 200);
    // one entry is looked up, and its tags
    let one = SearchInput::Query("agentId=urn:air:many.example:agents:n7".parse().unwrap());
    assert_eq!(count(10_000, &one, &[tags]).unwrap().work, 21);
    assert!(count(2_200, &everything, &[publisher, tags]).is_ok());
    let error = count(1_000, &everything, &[publisher, tags]).unwrap_err();
    // no further than the entry that went beyond it: 100 before, 21 for each
    assert!(error.to_string().contains("1003 index postings, more than the limit of 1000"), "{error}");
}

#[test]
fn free_text_finds_any_word_and_the_best_first() {
    let index = index_of(&entries());
    let ask = |text: &str| {
        let page = index.search(&Search::new(SearchInput::Text(text.to_owned()))).unwrap();
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
