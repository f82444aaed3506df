//! The `Link` header fields of a host's home page (RFC 8288, section 3), which tell agents where documents are.

use super::{Answer, Link, ProbeReason, ProbedDocument, rules};
use crate::ai_catalog::essence;
use agent_description::{Code, Origin, diagnostic::shortened, format::Format};
use std::collections::HashSet;
use url::Url;

/// The relations to files of any type that agents look for, beside those of well-known places.
const FILE_RELATIONS: [&str; 4] = ["describedby", "service-desc", "service-doc", "service-meta"];
/// The relation to documents of a type of our formats.
const ALTERNATE: &str = "alternate";
/// The most links of a field that are read.
const MAX_HEADER_LINKS: usize = 64;

/// A link of a field.
#[derive(Debug, Default, PartialEq, Eq)]
struct HeaderLink {
    /// As written.
    target: String,
    /// In lower case.
    relations: Vec<String>,
    /// In lower case, without parameters.
    media_type: Option<String>,
    /// Whether the link is of another page than the one that was asked for.
    has_anchor: bool,
}

/// Reads the field; the targets on the host are probed.
pub(super) fn look_at_home(home: &mut ProbedDocument<'_>, formats: &[&dyn Format], answer: Answer) {
    let Answer::Body { fields, .. } = answer else { return };
    home.fields = fields;
    let (Some(field), Ok(page)) = (home.field("link").map(str::to_owned), Url::parse(&home.url)) else { return };
    let (links, malformed) = links_of_field(&field);
    for link in links {
        let Some(asked) = reason(&link, formats) else { continue };
        home.holds(&rules::LINK_FIELD);
        let relation = link.relations.join(" ");
        let Ok(mut url) = page.join(&link.target) else {
            let message =
                format!("the target of the relation {relation:?} is {}, which is not a URL", shortened(&link.target));
            home.breaks(&rules::LINK_FIELD, Code::INVALID_URL, &message);
            continue;
        };
        url.set_fragment(None);
        if Origin::from_https(url.as_str()) != Origin::from_https(&home.url) {
            let message =
                format!("the relation {relation:?} leads to {}, on another host: not fetched", shortened(url.as_str()));
            home.breaks(&rules::HOME_LINKS, Code::INVALID_REFERENCE, &message);
            continue;
        }
        let link = Link { asked, media_type: link.media_type, ..Link::to(url) };
        let list = if asked == ProbeReason::Linked { &mut home.links } else { &mut home.probes };
        list.push(link);
    }
    if let Some(rest) = malformed {
        let message = format!("found {} in `Link`, expected `<URL>; rel=\"RELATION\"`", shortened(rest));
        home.breaks(&rules::LINK_FIELD, Code::INVALID_VALUE, &message);
    }
    home.report.sort();
}

/// Compares the field with what was found: the media types of targets, and whether it leads to what the host shows.
pub(super) fn compare(exhibits: &mut [ProbedDocument<'_>]) {
    let is_home = |exhibit: &ProbedDocument<'_>| exhibit.asked == ProbeReason::Home && !exhibit.fields.is_empty();
    let Some(at) = exhibits.iter().position(is_home) else { return };
    let home = &exhibits[at];
    let of_other_type = |link: &Link| {
        let (expected, named) = (link.media_type.as_ref()?, exhibits.iter().find(|exhibit| exhibit.url == link.url)?);
        let found = essence(named.field("content-type")?);
        (found != *expected).then(|| format!("`Link` says that {} is of type {expected}, found {found:?}", link.url))
    };
    let differing: Vec<String> = home.links.iter().chain(&home.probes).filter_map(of_other_type).collect();
    let linked: HashSet<String> =
        links_of_field(home.field("link").unwrap_or_default()).0.into_iter().flat_map(|link| link.relations).collect();
    let places = exhibits.iter().filter(|exhibit| exhibit.shown).filter_map(|exhibit| match exhibit.asked {
        ProbeReason::At(place) => Some((place.path, place.relation?)),
        _ => None,
    });
    let unlinked = places.filter(|(_, relation)| !linked.contains(*relation));
    let unlinked: Vec<String> = unlinked.map(|(path, relation)| format!("<{path}>; rel=\"{relation}\"")).collect();
    let home = &mut exhibits[at];
    for message in differing {
        home.breaks(&rules::LINK_FIELD, Code::NET_TYPE, &message);
    }
    if !unlinked.is_empty() {
        let message = format!("the home page has no link to what the host shows; send `Link: {}`", unlinked.join(", "));
        home.breaks(&rules::HOME_LINKS, Code::MISSING, &message);
    }
    home.report.sort();
}

/// Why the target of a link is probed, if it is: a document if its relation is of a well-known place or its type of a format.
fn reason(link: &HeaderLink, formats: &[&dyn Format]) -> Option<ProbeReason> {
    // the link of another page
    if link.has_anchor {
        return None;
    }
    let has = |wanted: &str| link.relations.iter().any(|relation| relation == wanted);
    let is_of_place = |format: &&dyn Format| format.well_known().iter().filter_map(|place| place.relation).any(has);
    let is_of_format =
        link.media_type.is_some() && formats.iter().any(|it| it.media_type() == link.media_type.as_deref());
    let is_file = FILE_RELATIONS.into_iter().any(has);
    match () {
        () if formats.iter().any(is_of_place) => Some(ProbeReason::Linked),
        () if is_of_format && (is_file || has(ALTERNATE)) => Some(ProbeReason::Linked),
        () if is_file => Some(ProbeReason::Artifact),
        () => None,
    }
}

/// The links of a field, and the text from where it is not well-formed.
fn links_of_field(field: &str) -> (Vec<HeaderLink>, Option<&str>) {
    let (mut links, mut scanner) = (Vec::new(), Scanner(field));
    loop {
        // empty elements are allowed (RFC 9110, section 5.6.1.2)
        while scanner.eat(',') {}
        let rest = scanner.0;
        if rest.is_empty() || links.len() == MAX_HEADER_LINKS {
            return (links, None);
        }
        match scanner.link() {
            Some(link) => links.push(link),
            None => return (links, Some(rest)),
        }
    }
}

/// The rest of a field.
struct Scanner<'a>(&'a str);

impl<'a> Scanner<'a> {
    /// Skips white space, and the character if it is next.
    fn eat(&mut self, expected: char) -> bool {
        self.0 = self.0.trim_start_matches([' ', '\t']);
        let after = self.0.strip_prefix(expected);
        self.0 = after.unwrap_or(self.0);
        after.is_some()
    }

    /// A link with its parameters; none without `rel`, which is required (section 3.3).
    fn link(&mut self) -> Option<HeaderLink> {
        if !self.eat('<') {
            return None;
        }
        let (target, rest) = self.0.split_once('>')?;
        self.0 = rest;
        let mut link = HeaderLink { target: target.to_owned(), ..HeaderLink::default() };
        let mut relations = None;
        while self.eat(';') {
            self.eat(' ');
            let name = self.token()?.to_ascii_lowercase();
            let value = if self.eat('=') { self.value()? } else { String::new() };
            match name.as_str() {
                // later ones are ignored
                "rel" if relations.is_none() => relations = Some(value),
                "type" => link.media_type = Some(essence(&value)),
                "anchor" => link.has_anchor = true,
                _ => {}
            }
        }
        link.relations = relations?.split_ascii_whitespace().map(str::to_ascii_lowercase).collect();
        (self.0.is_empty() || self.0.starts_with(',')).then_some(link)
    }

    /// A token or a quoted string (RFC 9110, section 5.6).
    fn value(&mut self) -> Option<String> {
        if !self.eat('"') {
            return self.token().map(str::to_owned);
        }
        let (mut text, mut chars) = (String::new(), self.0.chars());
        loop {
            match chars.next()? {
                '"' => break,
                '\\' => text.push(chars.next()?),
                other => text.push(other),
            }
        }
        self.0 = chars.as_str();
        Some(text)
    }

    fn token(&mut self) -> Option<&'a str> {
        let is_end = |c: char| !(c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c));
        let (token, rest) = self.0.split_at(self.0.find(is_end).unwrap_or(self.0.len()));
        self.0 = rest;
        (!token.is_empty()).then_some(token)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(target: &str, relations: &[&str], media_type: Option<&str>) -> HeaderLink {
        let relations = relations.iter().map(|&relation| relation.to_owned()).collect();
        HeaderLink {
            target: target.to_owned(),
            relations,
            media_type: media_type.map(str::to_owned),
            has_anchor: false,
        }
    }

    /// The examples of RFC 8288, section 3.5, and of RFC 9727, section 3.
    #[test]
    fn fields_are_read() {
        let chapter = link("http://example.com/TheBook/chapter2", &["previous"], None);
        for (field, expected) in [
            ("<http://example.com/TheBook/chapter2>; rel=\"previous\"; title=\"previous chapter\"", vec![chapter]),
            ("</>; rel=\"http://example.net/foo\"", vec![link("/", &["http://example.net/foo"], None)]),
            (
                "</TheBook/chapter2>; rel=\"previous\"; title*=UTF-8'de'letztes%20Kapitel, </TheBook/chapter4>;rel=next",
                vec![link("/TheBook/chapter2", &["previous"], None), link("/TheBook/chapter4", &["next"], None)],
            ),
            (
                "<http://example.org/>; rel=\"start http://example.net/relation/other\"",
                vec![link("http://example.org/", &["start", "http://example.net/relation/other"], None)],
            ),
            (
                "</a,b;c>; REL = Service-Desc ; type=\"Application/JSON; v=1\"",
                vec![link("/a,b;c", &["service-desc"], Some("application/json"))],
            ),
            (" , <a>; title=\"a \\\", b\"; rel=x; rel=y,,", vec![link("a", &["x"], None)]),
            ("", vec![]),
        ] {
            assert_eq!(links_of_field(field), (expected, None), "{field}");
        }
        assert!(links_of_field("<a>; rel=x; anchor=\"/b\"").0[0].has_anchor);
        let many = "<a>; rel=x,".repeat(100_000);
        assert_eq!(links_of_field(&many).0.len(), MAX_HEADER_LINKS);
    }

    #[test]
    fn what_is_not_well_formed_is_told() {
        for rest in [
            "/a; rel=x",
            "</a; rel=x",
            "</a>",
            "</a>; rel",
            "</a>; rel=\"x",
            "</a>; rel=x y",
            "</a>; =x",
            "</a> </b>; rel=x",
        ] {
            let expected = if rest == "</a>; rel" { None } else { Some(rest) };
            let field = format!("<b>; rel=y, {rest}");
            let (links, malformed) = links_of_field(&field);
            assert_eq!((&links[0], malformed), (&link("b", &["y"], None), expected));
        }
    }
}
