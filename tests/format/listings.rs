//! Listings of agent descriptions (ANP-08).

use agent_description::{
    Document, Limits,
    format::{ALL, DISCOVERY_LISTING, Options, detect},
};

fn at() -> Options {
    Options::at("2026-02-15T00:00:00Z".parse().unwrap())
}

fn parse(text: &str) -> Document {
    Document::parse(text.as_bytes(), &Limits::default()).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn listings_are_checked_and_shown_as_listings() {
    let context = r#""@context": {"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#"}, "#;
    let items = r#"[{"@type": "ad:AgentDescription", "name": "Rooms", "@id": "https://hotel.example/ad.json"}]"#;
    let url = r#""url": "https://hotel.example/.well-known/agent-descriptions", "#;
    let right = format!(r#"{{{context}"@type": "CollectionPage", {url}"items": {items}}}"#);
    let of = |text: &str| -> Vec<&'static str> {
        detect(parse(text).root(), ALL).map(|all| all.iter().map(|it| it.name).collect()).unwrap_or_default()
    };
    let found = |text: &str| -> Vec<(&'static str, &'static str)> {
        let report = DISCOVERY_LISTING.check(&parse(text), &at());
        report.diagnostics.iter().map(|it| (it.rule.id, it.code.as_str())).collect()
    };
    assert_eq!((of(&right), found(&right)), (vec!["discovery-listing"], vec![]));
    let shown = DISCOVERY_LISTING.show(&parse(&right), &at()).unwrap();
    let first = &shown.get("items").unwrap().as_array().unwrap()[0];
    assert_eq!(
        first.to_compact(),
        r#"{"url":"https://hotel.example/ad.json","name":"Rooms","types":["https://agent-network-protocol.com/ad#AgentDescription"]}"#
    );
    for (from, to, expected) in [
        (context, "", ("anp-08-context", "ad-missing-term")),
        (url, "", ("anp-08-url", "ad-missing-term")),
        ("\"@type\": \"CollectionPage\", ", "", ("anp-08-type", "ad-missing-term")),
        ("\"ad:AgentDescription\"", "\"Product\"", ("anp-08-item-type", "ad-wrong-type")),
        ("\"name\": \"Rooms\", ", "", ("anp-08-item-name", "ad-missing-term")),
        ("https://hotel.example/ad.json", "http://hotel.example/ad.json", ("anp-08-item-id", "ad-url-scheme")),
    ] {
        let text = right.replacen(from, to, 1);
        assert_eq!((of(&text), found(&text)), (vec!["discovery-listing"], vec![expected]), "{text}");
    }
    // a member under another name is missing, and the name is told
    let text = right.replace("\"items\"", "\"itmes\"");
    let mut told = found(&text);
    told.sort_unstable();
    assert_eq!(told, [("anp-08-items", "ad-missing-term"), ("anp-08-misspelled", "ad-structure")]);
    // some decoders read the one as the other
    let twins = right.replace("\"items\"", "\"ITEMS\": [], \"items\"");
    assert_eq!(found(&twins), [("anp-08-misspelled", "spelling")]);
    // what says that it is a description is one
    assert_eq!(of(&right.replace("CollectionPage", "ad:AgentDescription")), ["adp"]);
}
