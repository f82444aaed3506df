//! The links of a document to its own host.

use super::{ProbeReason, ProbeTarget, ProbedDocument, probe_target::MAX_LINKS};
use agent_description::{
    Did, Origin,
    discovery::CollectionPage,
    format::{Format, LinkTarget, LinkedUrl},
};
use url::Url;

/// The links of a listing page: descriptions, and the next page.
pub(super) fn links_of_page(page: &CollectionPage) -> Vec<ProbeTarget> {
    let next = page.next.iter().map(|next| ProbeTarget { reason: ProbeReason::Page, ..ProbeTarget::to(&**next) });
    next.chain(page.items.iter().take(MAX_LINKS).map(|item| ProbeTarget::to(&*item.url))).collect()
}

/// Adds the links of a document to those that it has: documents, and also files and interfaces.
pub(super) fn add(probed: &mut ProbedDocument<'_>, links: Vec<LinkedUrl>, formats: &[&Format]) {
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
    probed.elsewhere = probed.links.extract_if(.., |link| !is_own(link)).collect();
    probed.probes.retain(is_own);
}
