//! `Link` fields and media types of responses.

use agent_description::header_field::{LinkValue, essence};

type Link<'a> = (&'a str, Vec<&'a str>, Option<&'a str>);

/// The links of a field, and the text that was not read.
fn read(links: &[LinkValue]) -> Vec<Link<'_>> {
    let mut read = Vec::new();
    for link in links {
        let relations = link.relations.iter().map(String::as_str).collect();
        read.push((link.target.as_str(), relations, link.media_type.as_deref()));
    }
    read
}

/// The examples of RFC 8288, section 3.5, and of RFC 9727, section 3.
#[test]
fn links_are_read() {
    for (field, expected) in [
        (
            "<http://example.com/TheBook/chapter2>; rel=\"previous\"; title=\"previous chapter\"",
            vec![("http://example.com/TheBook/chapter2", vec!["previous"], None)],
        ),
        ("</>; rel=\"http://example.net/foo\"", vec![("/", vec!["http://example.net/foo"], None)]),
        (
            "</TheBook/chapter2>; rel=\"previous\"; title*=UTF-8'de'letztes%20Kapitel, </TheBook/chapter4>;rel=next",
            vec![("/TheBook/chapter2", vec!["previous"], None), ("/TheBook/chapter4", vec!["next"], None)],
        ),
        (
            "<http://example.org/>; rel=\"start http://example.net/relation/other\"",
            vec![("http://example.org/", vec!["start", "http://example.net/relation/other"], None)],
        ),
        (
            "</a,b;c>; REL = Service-Desc ; type=\"Application/JSON; v=1\"",
            vec![("/a,b;c", vec!["service-desc"], Some("application/json"))],
        ),
        (" , <a>; title=\"a \\\", b\"; rel=x; rel=y,,", vec![("a", vec!["x"], None)]),
        ("<a>; rel", vec![("a", vec![], None)]),
        ("", vec![]),
    ] {
        let (links, rest) = LinkValue::parse_field(field, 64);
        assert_eq!((read(&links), rest), (expected, None), "{field}");
        assert!(links.iter().all(|link| !link.has_anchor));
    }
    assert!(LinkValue::parse_field("<a>; rel=x; anchor=\"/b\"", 64).0[0].has_anchor);
}

#[test]
fn what_is_malformed_or_too_many_is_not_read() {
    for rest in ["/a; rel=x", "</a; rel=x", "</a>", "</a>; rel=\"x", "</a>; rel=x y", "</a>; =x", "</a> </b>; rel=x"] {
        let field = format!("<b>; rel=y, {rest}");
        let (links, found) = LinkValue::parse_field(&field, 64);
        assert_eq!((read(&links), found), (vec![("b", vec!["y"], None)], Some(rest)));
    }
    let many = "<a>; rel=x,".repeat(3);
    assert_eq!(LinkValue::parse_field(&many, 3).1, None);
    let (links, rest) = LinkValue::parse_field(&many, 2);
    assert_eq!((links.len(), rest), (2, Some("<a>; rel=x,")));
}

#[test]
fn a_media_type_is_cut_at_its_parameters() {
    for (text, expected) in [
        ("application/json", "application/json"),
        ("Application/JSON ; charset=utf-8", "application/json"),
        ("\ttext/event-stream;a=\"b;c\"", "text/event-stream"),
        ("", ""),
    ] {
        assert_eq!(essence(text), expected);
    }
}
