//! A URL to probe, and why.

use super::ProbeReason;
use adp_catalogs::ai_catalog::ArtifactDigest;
use agent_description::{
    Did,
    format::{Authenticity, Format, LinkTarget, LinkedUrl, WellKnown},
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
    pub(super) fn from_link(link: LinkedUrl, at: &Url, formats: &[&Format]) -> Option<Self> {
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
fn is_unsigned(media_type: &str, formats: &[&Format]) -> bool {
    let mut of_type = formats.iter().filter(|format| format.media_type == Some(media_type));
    of_type.any(|format| format.authenticity == Authenticity::Unsigned)
}
