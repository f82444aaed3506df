//! The links of a catalog's entries.

use super::CatalogEntry;
use crate::members::objects;
use agent_description::{
    format::{Link, LinkTarget},
    header_field::essence,
    json::Object,
};

/// The documents and files that entries link to.
pub(super) fn links(root: &Object) -> Vec<Link> {
    objects(root, "entries").filter_map(link).collect()
}

fn link(object: &Object) -> Option<Link> {
    let entry = CatalogEntry::from_object(object);
    let url = entry.url()?;
    let to = |target| Link::to(target, url).with_digest(object.get("digest"));
    Some(match entry.media_type().map(essence).filter(|media_type| is_of_documents(media_type)) {
        Some(media_type) => to(LinkTarget::Document).with_media_type(media_type),
        None => to(LinkTarget::File),
    })
}

fn is_of_documents(media_type: &str) -> bool {
    (media_type.ends_with("json") || media_type == "application/did")
        && !media_type.starts_with("application/ai-registry")
}
