//! The `Link` header fields of a host's home page (RFC 8288, section 3), which tell agents where documents are.

use super::{ProbeReason, ProbeResponse, ProbeTarget, ProbedDocument, rules};
use agent_description::{
    Code, Origin,
    diagnostic::shortened,
    format::Format,
    header_field::{LinkValue, essence},
};
use std::collections::HashSet;
use url::Url;

/// The relations to files of any type that agents look for, beside those of well-known places.
const FILE_RELATIONS: [&str; 4] = ["describedby", "service-desc", "service-doc", "service-meta"];
/// The relation to documents of a type of our formats.
const ALTERNATE: &str = "alternate";
/// The most links of a field that are read.
const MAX_HEADER_LINKS: usize = 64;

/// Reads the field; the targets on the host are probed.
pub(super) fn inspect_home(home: &mut ProbedDocument<'_>, formats: &[&Format], answer: ProbeResponse) {
    let ProbeResponse::Body { fields, .. } = answer else { return };
    home.fields = fields;
    let (Some(field), Ok(page)) = (home.field("link").map(str::to_owned), Url::parse(&home.url)) else { return };
    let (links, rest) = LinkValue::parse_field(&field, MAX_HEADER_LINKS);
    let is_full = links.len() == MAX_HEADER_LINKS;
    for link in links {
        let Some(reason) = reason(&link, formats) else { continue };
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
        home.add(ProbeTarget { reason, media_type: link.media_type, ..ProbeTarget::to(url) });
    }
    match rest {
        Some(_) if is_full => {
            let message = format!("`Link` has more than {MAX_HEADER_LINKS} links; the others are not read");
            home.breaks(&rules::LINK_FIELD, Code::TOO_LARGE, &message);
        }
        Some(rest) => {
            let message = format!("found {} in `Link`, expected `<URL>; rel=\"RELATION\"`", shortened(rest));
            home.breaks(&rules::LINK_FIELD, Code::INVALID_VALUE, &message);
        }
        None => {}
    }
    home.report.sort();
}

/// Compares the field with what was found: the media types of targets, and whether it leads to what the host shows.
pub(super) fn compare(documents: &mut [ProbedDocument<'_>]) {
    let is_home = |probed: &ProbedDocument<'_>| probed.reason == ProbeReason::Home && !probed.fields.is_empty();
    let Some(at) = documents.iter().position(is_home) else { return };
    let home = &documents[at];
    let of_other_type = |link: &ProbeTarget| {
        let (expected, named) = (link.media_type.as_ref()?, documents.iter().find(|probed| probed.url == link.url)?);
        let found = essence(named.field("content-type")?);
        (found != *expected).then(|| format!("`Link` says that {} is of type {expected}, found {found:?}", link.url))
    };
    let differing: Vec<String> = home.links.iter().chain(&home.probes).filter_map(of_other_type).collect();
    let (links, _) = LinkValue::parse_field(home.field("link").unwrap_or_default(), MAX_HEADER_LINKS);
    let linked: HashSet<String> = links.into_iter().flat_map(|link| link.relations).collect();
    let places = documents.iter().filter(|probed| probed.shown).filter_map(|probed| match probed.reason {
        ProbeReason::At(place) => Some((place.path, place.relation?)),
        _ => None,
    });
    let unlinked = places.filter(|(_, relation)| !linked.contains(*relation));
    let unlinked: Vec<String> = unlinked.map(|(path, relation)| format!("<{path}>; rel=\"{relation}\"")).collect();
    let home = &mut documents[at];
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
fn reason(link: &LinkValue, formats: &[&Format]) -> Option<ProbeReason> {
    // the link of another page
    if link.has_anchor {
        return None;
    }
    let has = |wanted: &str| link.relations.iter().any(|relation| relation == wanted);
    let is_of_place = |format: &&Format| format.well_known.iter().filter_map(|place| place.relation).any(has);
    let is_of_format =
        link.media_type.is_some() && formats.iter().any(|it| it.media_type == link.media_type.as_deref());
    let is_file = FILE_RELATIONS.into_iter().any(has);
    match () {
        () if formats.iter().any(is_of_place) => Some(ProbeReason::Linked),
        () if is_of_format && (is_file || has(ALTERNATE)) => Some(ProbeReason::Linked),
        () if is_file => Some(ProbeReason::Artifact),
        () => None,
    }
}
