//! The links of a document to its own host.

use super::{ProbeReason, ProbedDocument};
use crate::ai_catalog::ArtifactDigest;
use agent_description::{
    Did, Origin,
    discovery::CollectionPage,
    format::{self, Authenticity, Format, LinkTarget, WellKnown},
    json::Offset,
};
use url::Url;

/// Maximum number of links to follow from one document.
pub(super) const MAX_LINKS: usize = 10_000;

/// A link in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProbeTarget {
    /// The reason for probing.
    pub reason: ProbeReason,
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

impl ProbeTarget {
    /// A well-known location of an origin.
    #[must_use]
    pub fn at(place: &'static WellKnown, origin: &str) -> Self {
        Self { reason: ProbeReason::At(place), ..Self::to(format!("{origin}{}", place.path)) }
    }

    pub(super) fn to(url: impl Into<String>) -> Self {
        let reason = ProbeReason::Linked;
        Self { reason, url: url.into(), media_type: None, may_be_signed: true, has_digest: false, digest: None }
    }

    /// Converts a link of a document at a URL. Relative URLs refer to files.
    fn from_link(link: format::Link, at: &Url, formats: &[&dyn Format]) -> Option<Self> {
        let (reason, url) = match link.target {
            LinkTarget::Document => (ProbeReason::Linked, link.url),
            LinkTarget::File => (ProbeReason::Artifact, at.join(&link.url).ok()?.into()),
            LinkTarget::Interface => (ProbeReason::Interface, link.url),
            LinkTarget::Did => (ProbeReason::Linked, link.url.parse::<Did>().ok()?.location()?),
        };
        Some(Self {
            reason,
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
pub(super) fn links_of_page(page: &CollectionPage) -> Vec<ProbeTarget> {
    let next = page.next.iter().map(|next| ProbeTarget { reason: ProbeReason::Page, ..ProbeTarget::to(&**next) });
    next.chain(page.items.iter().take(MAX_LINKS).map(|item| ProbeTarget::to(&*item.url))).collect()
}

/// Adds the links of a document to those that it has: documents, and also files and interfaces.
pub(super) fn add(probed: &mut ProbedDocument<'_>, links: Vec<format::Link>, formats: &[&dyn Format]) {
    let Ok(at) = Url::parse(&probed.url) else { return };
    for link in links {
        if link.target == LinkTarget::Did {
            probed.named_dids.extend(link.url.parse::<Did>());
        }
        if let Some(target) = ProbeTarget::from_link(link, &at, formats) {
            probed.add(target);
        }
    }
}

/// Removes the links to other origins, except interfaces at other ports of the host.
pub(super) fn keep_own(probed: &mut ProbedDocument<'_>) {
    let origin = Origin::from_https(&probed.url);
    let is_own = |link: &ProbeTarget| {
        let is_interface = link.reason == ProbeReason::Interface;
        let to = Origin::from_https(&link.url);
        to.zip(origin.as_ref()).is_some_and(|(to, own)| to == *own || is_interface && to.host() == own.host())
    };
    probed.links.retain(is_own);
    probed.probes.retain(is_own);
}
