//! The links of a document to its own host.

use super::ProbeReason;
use crate::ai_catalog::ArtifactDigest;
use agent_description::{
    Did, Document, Origin,
    discovery::ReadPage,
    format::{self, Authenticity, Format, LinkTarget, WellKnown},
    json::Offset,
};
use url::Url;

/// Maximum number of links to follow from one document.
const MAX_LINKS: usize = 10_000;

/// A link in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The reason for probing.
    pub asked: ProbeReason,
    /// The URL.
    pub url: String,
    /// The media type from a catalog, in lower case, without parameters.
    pub media_type: Option<String>,
    /// Whether the target may be signed, because its format has signatures. Documents of other formats are covered by
    /// the digest in the link, if any.
    pub may_be_signed: bool,
    /// Whether the linking entry has a digest.
    pub has_digest: bool,
    /// The digest, and its offset in the linking document.
    pub(super) digest: Option<(ArtifactDigest, Offset)>,
}

impl Link {
    /// A well-known location of an origin.
    #[must_use]
    pub fn at(place: &'static WellKnown, origin: &str) -> Self {
        Self { asked: ProbeReason::At(place), ..Self::to(place.url(origin)) }
    }

    pub(super) fn to(url: impl Into<String>) -> Self {
        let (asked, url) = (ProbeReason::Linked, url.into());
        Self { asked, url, media_type: None, may_be_signed: true, has_digest: false, digest: None }
    }

    /// Converts a link of a document at a URL. Relative URLs refer to files.
    fn from_link(link: format::Link, at: &Url, formats: &[&dyn Format]) -> Option<Self> {
        let (asked, url) = match link.target {
            LinkTarget::Document => (ProbeReason::Linked, link.url),
            LinkTarget::File => (ProbeReason::Artifact, at.join(&link.url).ok()?.into()),
            LinkTarget::Interface => (ProbeReason::Interface, link.url),
            LinkTarget::Did => (ProbeReason::Linked, link.url.parse::<Did>().ok()?.location()?),
        };
        Some(Self {
            asked,
            url,
            may_be_signed: !link.media_type.as_deref().is_some_and(|media_type| is_unsigned(media_type, formats)),
            media_type: link.media_type,
            has_digest: link.digest.is_some(),
            digest: link.digest.and_then(|(text, offset)| Some((text.parse().ok()?, offset))),
        })
    }
}

/// Whether a media type belongs to a format without signatures.
fn is_unsigned(media_type: &str, formats: &[&dyn Format]) -> bool {
    let mut of_type = formats.iter().filter(|format| format.media_type() == Some(media_type));
    of_type.any(|format| format.authenticity() == Authenticity::Unsigned)
}

/// The links of a listing page: descriptions, and the next page.
pub(super) fn links_of_page(page: &ReadPage) -> Vec<Link> {
    let next = page.next.iter().map(|next| Link { asked: ProbeReason::Page, ..Link::to(&*next.url) });
    next.chain(page.items.iter().take(MAX_LINKS).map(|item| Link::to(&*item.url))).collect()
}

/// The links of a document: documents, and also files and interfaces.
pub(super) fn links_of_document(
    document: &Document,
    format: &dyn Format,
    at: &str,
    formats: &[&dyn Format],
) -> (Vec<Link>, Vec<Link>) {
    let Ok(at) = Url::parse(at) else { return (Vec::new(), Vec::new()) };
    let links = format.links(document).into_iter().filter_map(|link| Link::from_link(link, &at, formats));
    let (mut documents, mut probes): (Vec<_>, Vec<_>) = links.partition(|link| link.asked == ProbeReason::Linked);
    documents.truncate(MAX_LINKS);
    probes.truncate(MAX_LINKS);
    (documents, probes)
}

/// The links to the same origin, and interfaces at other ports of its host.
pub(super) fn within(origin_of: &str, links: Vec<Link>) -> Vec<Link> {
    let Some(origin) = Origin::from_https(origin_of) else { return Vec::new() };
    let is_own = |link: &Link| {
        let is_interface = link.asked == ProbeReason::Interface;
        Origin::from_https(&link.url).is_some_and(|to| to == origin || is_interface && to.host() == origin.host())
    };
    links.into_iter().filter(is_own).collect()
}
