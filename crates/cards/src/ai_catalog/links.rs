//! The links of a catalog's entries.

use super::{CatalogEntry, essence};
use crate::members::objects;
use agent_description::{
    format::{Link, LinkTarget},
    json::Object,
};

/// The documents and files that entries link to.
pub(super) fn links(root: &Object) -> Vec<Link> {
    objects(root, "entries").filter_map(link).collect()
}

fn link(object: &Object) -> Option<Link> {
    let entry = CatalogEntry::from_object(object);
    let url = entry.url()?;
    let media_type = entry.media_type().map(essence).filter(|media_type| is_of_documents(media_type));
    let target = if media_type.is_some() { LinkTarget::Document } else { LinkTarget::File };
    Some(Link { media_type, digest: Link::digest_in(object, "digest"), ..Link::to(target, url) })
}

fn is_of_documents(media_type: &str) -> bool {
    (media_type.ends_with("json") || media_type == "application/did")
        && !media_type.starts_with("application/ai-registry")
}
