//! Pages of a listing, read strictly and written.

use agent_description::{
    Code, CodedError, Contexts, Document, Limits,
    diagnostic::Severity,
    discovery::{CollectionPage, Error, ListedDescription},
};

const URL: &str = "https://hotel.example/.well-known/agent-descriptions";

fn read(text: &str) -> Result<CollectionPage, Error> {
    let document = Document::parse(text.as_bytes(), &Limits::default()).unwrap();
    CollectionPage::read_strict(&document, URL, &Contexts::embedded())
}

fn listed(url: &str, name: Option<&str>) -> ListedDescription {
    ListedDescription { url: url.to_owned(), name: name.map(str::to_owned), ..ListedDescription::default() }
}

/// The items as they would be written, without their places in a document.
fn items(page: CollectionPage) -> Vec<ListedDescription> {
    let written =
        |item: ListedDescription| ListedDescription { handle: item.handle, ..listed(&item.url, item.name.as_deref()) };
    page.items.into_iter().map(written).collect()
}

#[test]
fn reads_meaning_not_names() {
    let expected = vec![listed("https://hotel.example/ad.json", Some("Rooms"))];
    for text in [
        r#"{"@context": {"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#"},
            "@type": "CollectionPage", "items": [{"@type": "ad:AgentDescription", "name": "Rooms", "@id": "/ad.json"}]}"#,
        r#"{"@context": {"s": "http://schema.org/", "id": "@id"}, "@type": "s:CollectionPage",
            "s:items": {"@type": "https://agent-network-protocol.com/ad#AgentDescription", "s:name": "Rooms",
            "id": "https://hotel.example/ad.json"}}"#,
        // plain JSON gets the example's context
        r#"{"@type": "CollectionPage", "items": [{"name": "Rooms", "@id": "../ad.json"}]}"#,
        // ignore other nodes on the page
        r#"{"@type": "CollectionPage", "items": [{"@type": "Product", "@id": "/p.json"},
            {"@type": ["Thing", "ad:AgentDescription"], "name": "Rooms", "@id": "/ad.json"}]}"#,
    ] {
        let page = read(text).unwrap();
        assert_eq!(page.next, None, "{text}");
        assert_eq!(items(page), expected, "{text}");
    }
}

#[test]
fn next_is_one_url() {
    for (next, expected) in [
        (r#""https://hotel.example/page-2.json""#, "https://hotel.example/page-2.json"),
        (r#""?page=2""#, "https://hotel.example/.well-known/agent-descriptions?page=2"),
        (r#"{"@id": "/p2"}"#, "https://hotel.example/p2"),
    ] {
        let page = read(&format!(r#"{{"@type": "CollectionPage", "items": [], "next": {next}}}"#)).unwrap();
        assert_eq!(page.next.as_deref(), Some(expected));
    }
    for next in [r#"["/a", "/b"]"#, "5", r#""https://""#] {
        let error = read(&format!(r#"{{"@type": "CollectionPage", "items": [], "next": {next}}}"#)).unwrap_err();
        assert_eq!(error.code(), Code::DOCUMENT_SHAPE, "{next}");
    }
}

#[test]
fn other_documents_are_no_pages() {
    for (text, line) in [
        (r#"{"@type": "Collection", "items": []}"#, 1),
        ("{}", 1),
        (r#"{"@type": "CollectionPage", "next": "https://hotel.example/2"}"#, 1),
        ("{\"@type\": \"CollectionPage\",\n \"items\": [{\"@type\": \"ad:AgentDescription\", \"name\": \"x\"}]}", 2),
    ] {
        let error = read(text).unwrap_err();
        assert_eq!(error.code(), Code::DOCUMENT_SHAPE, "{text}");
        assert_eq!(error.position().map(|at| at.line), Some(line), "{text}: {error}");
    }
}

#[test]
fn what_is_written_is_read() {
    let page = CollectionPage {
        url: Some(URL.to_owned()),
        items: vec![
            listed("https://hotel.example/a/ad.json", Some("東京")),
            ListedDescription {
                handle: Some("b.hotel.example".parse().unwrap()),
                ..listed("https://hotel.example/b", None)
            },
        ],
        next: Some("https://hotel.example/agent-descriptions/page-2.json".to_owned()),
        ..CollectionPage::default()
    };
    let document = page.to_document(&Limits::default()).unwrap();
    let read = CollectionPage::read_strict(&document, URL, &Contexts::embedded()).unwrap();
    assert_eq!((&read.url, &read.next, &read.findings[..]), (&page.url, &page.next, &[][..]));
    assert_eq!(items(read), page.items);
}

#[test]
fn a_page_has_items() {
    // `null` is no value in JSON-LD
    for members in ["", r#", "items": null"#, r#", "entries": []"#, r#", "https://evil.example/items": []"#] {
        let text = format!(r#"{{"@type": "CollectionPage"{members}}}"#);
        assert_eq!(read(&text).unwrap_err().code(), Code::DOCUMENT_SHAPE, "{text}");
        let page = CollectionPage::parse(text.as_bytes(), URL, &Contexts::embedded(), &Limits::default()).unwrap();
        let found: Vec<_> =
            page.findings.iter().map(|found| (found.code, found.severity, found.pointer.as_deref())).collect();
        assert_eq!(found, [(Code::AD_MISSING_TERM, Severity::Error, Some(""))], "{text}");
    }
    for members in [r#", "items": []"#, r#", "https://schema.org/items": []"#] {
        let page = read(&format!(r#"{{"@type": "CollectionPage"{members}}}"#)).unwrap();
        assert!(page.items.is_empty() && page.findings.is_empty(), "{members}");
    }
}
