//! What a document leads to on its own host.

use super::{Asked, WellKnown, exhibit::UNSIGNED_FORMATS};
use crate::{
    ai_catalog::{ArtifactDigest, CatalogEntry, essence, media_type_of},
    members::objects,
};
use agent_description::{
    Did, Document, Origin,
    discovery::ReadPage,
    json::{Json, Object, Offset},
};
use url::Url;

/// The most links that are taken from one document: the others are not looked at.
const MOST: usize = 10_000;

/// A URL that a document names, and as what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// As what it is to be looked at.
    pub asked: Asked,
    /// The URL.
    pub url: String,
    /// The media type that a catalog says it has, without parameters, in lower case.
    pub media_type: Option<String>,
    /// Whether the entry that names it has its digest.
    pub has_digest: bool,
    /// The digest, and where it stands in the document that names it.
    pub(super) digest: Option<(ArtifactDigest, Offset)>,
}

impl Link {
    /// A well-known place of an origin.
    #[must_use]
    pub fn at(place: &'static WellKnown, origin: &str) -> Self {
        Self { asked: Asked::At(place), ..Self::to(place.url(origin)) }
    }

    /// Whether it may carry a signature: its media type is none of a format without. Documents of those are covered by what names
    /// them, if it has their digest.
    #[must_use]
    pub fn may_be_signed(&self) -> bool {
        let is_unsigned = |media_type: &str| UNSIGNED_FORMATS.iter().any(|format| media_type_of(format) == media_type);
        !self.media_type.as_deref().is_some_and(is_unsigned)
    }

    fn to(url: impl Into<String>) -> Self {
        Self { asked: Asked::Linked, url: url.into(), media_type: None, has_digest: false, digest: None }
    }

    /// The same as something else, with the digest that a member is.
    fn named_as(self, asked: Asked, digest: Option<&Json>) -> Self {
        Self { asked, has_digest: digest.is_some(), digest: digest.and_then(read_digest), ..self }
    }
}

/// What a page of the listing names: descriptions, and the next page.
pub(super) fn of_page(page: &ReadPage) -> Vec<Link> {
    let next = page.next.iter().map(|next| Link { asked: Asked::Page, ..Link::to(&*next.url) });
    next.chain(page.items.iter().take(MOST).map(|item| Link::to(&*item.url))).collect()
}

/// What a document of a format names: a description its DID document, a catalog its entries.
pub(super) fn of_document(document: &Document, format: &str) -> Vec<Link> {
    let root = document.root();
    match format {
        "adp" | "anp-07" => of_did(root).into_iter().collect(),
        "ai-catalog" | "ard" => objects(root, "entries").take(MOST).filter_map(of_entry).collect(),
        _ => Vec::new(),
    }
}

/// What a document at a URL refers to other than documents: files, and the interfaces of an agent.
pub(super) fn probes(document: &Document, format: &str, at: &str) -> Vec<Link> {
    let root = document.root();
    match format {
        "ai-catalog" | "ard" => {
            let entries = objects(root, "entries").filter(|entry| of_entry(entry).is_none());
            entries.filter_map(|entry| artifact(entry, at)).take(MOST).collect()
        }
        "skills-index" => objects(root, "skills").filter_map(|skill| artifact(skill, at)).take(MOST).collect(),
        "a2a-card" => of_card(root),
        "seed-card" => {
            let endpoints = root.get("endpoints").and_then(Json::as_object).into_iter().flatten();
            endpoints.filter_map(|endpoint| interface(endpoint.value())).take(MOST).collect()
        }
        "adp" | "anp-07" => {
            let interfaces = ["interfaces", "ad:interfaces"].into_iter().flat_map(|name| objects(root, name));
            interfaces.filter_map(|object| interface(object.get("url")?)).take(MOST).collect()
        }
        _ => Vec::new(),
    }
}

/// A file that is named with its digest; one of a skill also without.
fn artifact(object: &Object, at: &str) -> Option<Link> {
    let digest = object.get("digest");
    let url = Url::parse(at).ok()?.join(object.get("url")?.as_str()?).ok()?;
    Some(Link::to(url).named_as(Asked::Artifact, digest))
}

fn read_digest(digest: &Json) -> Option<(ArtifactDigest, Offset)> {
    Some((digest.as_str()?.parse().ok()?, digest.offset()))
}

/// The JSON-RPC interfaces of a card: the URL of another one is a prefix, or none of HTTP.
fn of_card(root: &Object) -> Vec<Link> {
    let is_json_rpc = |object: &Object, name: &str, default: bool| match object.get(name).filter(|it| !it.is_null()) {
        Some(transport) => transport.as_str() == Some("JSONRPC"),
        None => default,
    };
    let current = objects(root, "supportedInterfaces").filter(|it| is_json_rpc(it, "protocolBinding", false));
    let old = std::iter::once(root).filter(|it| is_json_rpc(it, "preferredTransport", true));
    let additional = objects(root, "additionalInterfaces").filter(|it| is_json_rpc(it, "transport", false));
    let all = current.chain(old).chain(additional);
    all.filter_map(|object| interface(object.get("url")?)).take(MOST).collect()
}

fn interface(url: &Json) -> Option<Link> {
    Some(Link::to(url.as_str()?).named_as(Asked::Interface, None))
}

/// What stands at the same origin.
pub(super) fn within(origin_of: &str, links: Vec<Link>) -> Vec<Link> {
    let origin = Origin::of_https(origin_of);
    links.into_iter().filter(|link| origin.is_some() && Origin::of_https(&link.url) == origin).collect()
}

fn of_did(root: &Object) -> Option<Link> {
    let did: Did = root.get("did")?.as_str()?.parse().ok()?;
    did.location().map(Link::to)
}

/// An entry whose artifact is a document, by its type: the URL of another one is that of a service.
fn of_entry(entry: &Object) -> Option<Link> {
    let media_type = essence(entry.get("type").or_else(|| entry.get("mediaType"))?.as_str()?);
    let url = entry.get("url")?.as_str()?;
    let digest = entry.get("digest");
    let has_digest = CatalogEntry::of(entry).digest().is_some();
    let is_document = media_type.ends_with("json") || media_type == "application/did";
    (is_document && !media_type.starts_with("application/ai-registry")).then(|| Link {
        media_type: Some(media_type),
        has_digest,
        digest: digest.and_then(read_digest),
        ..Link::to(url)
    })
}
