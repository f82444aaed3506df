//! Pages of a host's listing of agent descriptions (ANP-08).

use super::{All, CannotMake, Vector, signing::changed};

/// A page like ANP-08's example.
const PAGE: &str = r#"{
  "@context": {"@vocab": "https://schema.org/", "did": "https://w3id.org/did#", "ad": "https://agent-network-protocol.com/ad#"},
  "@type": "CollectionPage",
  "url": "https://example.com/.well-known/agent-descriptions",
  "items": [
    {"@type": "ad:AgentDescription", "name": "Rooms", "@id": "https://example.com/rooms/ad.json"},
    {"@type": "ad:AgentDescription", "name": "Meals", "@id": "https://example.com/meals/ad.json"}
  ],
  "next": "https://example.com/.well-known/agent-descriptions?page=2"
}
"#;
const URL: &str = "https://example.com/.well-known/agent-descriptions";
const BOTH: &str = r#""https://example.com/rooms/ad.json","https://example.com/meals/ad.json""#;
const NEXT: &str = r#""https://example.com/.well-known/agent-descriptions?page=2""#;

pub fn add(all: &mut All) -> Result<(), CannotMake> {
    read(all)?;
    refused(all)
}

/// Parsed pages: name, comment, replaced text, replacement, items, next page.
fn read(all: &mut All) -> Result<(), CannotMake> {
    for (name, comment, from, to, items, next) in [
        ("page", "the form of the protocol's example", "", "", BOTH, NEXT),
        (
            "last-page",
            "without next it is the last one",
            ",\n  \"next\": \"https://example.com/.well-known/agent-descriptions?page=2\"",
            "",
            BOTH,
            "null",
        ),
        (
            "empty",
            "a page may list nothing",
            PAGE,
            r#"{"@context": {"@vocab": "https://schema.org/"}, "@type": "CollectionPage", "items": []}"#,
            "",
            "null",
        ),
        (
            "prefixes",
            "names by prefix mean the same",
            PAGE,
            r#"{"@context": {"s": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#"}, "@type": "s:CollectionPage", "s:items": {"@id": "https://example.com/ad.json", "@type": "ad:AgentDescription"}}"#,
            r#""https://example.com/ad.json""#,
            "null",
        ),
        (
            "relative",
            "references are resolved against the page's own URL",
            "https://example.com/rooms/ad.json",
            "../rooms/ad.json",
            BOTH,
            NEXT,
        ),
        (
            "next-relative",
            "so is the next page",
            "\"next\": \"https://example.com/.well-known/agent-descriptions?page=2\"",
            "\"next\": \"?page=2\"",
            BOTH,
            NEXT,
        ),
        (
            "next-node",
            "the next page may be named by reference",
            "\"next\": \"https://example.com/.well-known/agent-descriptions?page=2\"",
            "\"next\": {\"@id\": \"https://example.com/.well-known/agent-descriptions?page=2\"}",
            BOTH,
            NEXT,
        ),
        (
            "url-for-id",
            "an item without @id is named by its url",
            "\"@id\": \"https://example.com/rooms/ad.json\"",
            "\"url\": \"https://example.com/rooms/ad.json\"",
            BOTH,
            NEXT,
        ),
        (
            "query",
            "query strings stay as they are written",
            "?page=2",
            "?page=2&at=a%2fb+c",
            BOTH,
            r#""https://example.com/.well-known/agent-descriptions?page=2&at=a%2fb+c""#,
        ),
        (
            "other-type",
            "what is of another type is left out",
            "\"@type\": \"ad:AgentDescription\", \"name\": \"Rooms\"",
            "\"@type\": \"Product\", \"name\": \"Rooms\"",
            r#""https://example.com/meals/ad.json""#,
            NEXT,
        ),
        (
            "elsewhere",
            "descriptions may be of other hosts: each is verified for itself",
            "https://example.com/rooms/ad.json",
            "https://example.org/ad.json",
            r#""https://example.org/ad.json","https://example.com/meals/ad.json""#,
            NEXT,
        ),
    ] {
        let text = if from.is_empty() { PAGE.to_owned() } else { changed(PAGE, from, to)? };
        let output = format!(r#"{{"items":[{items}],"next":{next}}}"#);
        let vector = Vector::new("listing", "ok", comment, text).with("fetched-from", URL).with("output", output);
        all.push(format!("listing/{name}"), vector);
    }
    Ok(())
}

fn refused(all: &mut All) -> Result<(), CannotMake> {
    let next = "\"next\": \"https://example.com/.well-known/agent-descriptions?page=2\"";
    for (name, code, comment, from, to) in [
        ("no-page", "document-shape", "another type", "CollectionPage", "WebPage"),
        ("no-type", "document-shape", "no type", "  \"@type\": \"CollectionPage\",\n", ""),
        (
            "no-items",
            "document-shape",
            "a page without items lists nothing that is complete",
            "\"items\"",
            "\"entries\"",
        ),
        (
            "item-nameless",
            "document-shape",
            "an item that names no description",
            ", \"@id\": \"https://example.com/rooms/ad.json\"",
            "",
        ),
        (
            "next-twice",
            "document-shape",
            "two next pages",
            next,
            "\"next\": [\"https://example.com/a\", \"https://example.com/b\"]",
        ),
        ("next-number", "document-shape", "a next page that is no URL", next, "\"next\": 2"),
        (
            "two-roots",
            "document-shape",
            "two pages in one",
            PAGE,
            r#"{"@context": {"@vocab": "https://schema.org/"}, "@graph": [{"@type": "CollectionPage", "name": "a"}, {"@type": "CollectionPage", "name": "b"}]}"#,
        ),
        (
            "context-elsewhere",
            "context-not-embedded",
            "contexts are never fetched",
            "{\"@vocab\": \"https://schema.org/\", \"did\": \"https://w3id.org/did#\", \"ad\": \"https://agent-network-protocol.com/ad#\"}",
            "\"https://example.com/context.jsonld\"",
        ),
        ("member-twice", "json-duplicate-key", "which list?", "  \"items\"", "  \"items\": [],\n  \"items\""),
        ("cut-off", "json-syntax", "a page that ends too early", "  ],\n", ""),
    ] {
        let vector = Vector::new("listing", code, comment, changed(PAGE, from, to)?).with("fetched-from", URL);
        all.push(format!("listing/{name}"), vector);
    }
    Ok(())
}
