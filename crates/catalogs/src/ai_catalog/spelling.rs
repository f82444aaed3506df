//! Finds misspelled names in catalogs and nested catalogs.

use super::{
    CatalogEntry,
    entry::{entries, may_nest},
    members::CATALOG,
};
use adp_cards::signature::SignatureError;
use agent_description::{
    Document,
    diagnostic::members::{self, Misspelled},
    json::{Json, Object},
};

/// Rejects a catalog with ambiguous member names, because parsers would verify, follow or list different entries.
///
/// # Errors
///
/// `spelling`
pub fn check_names(document: &Document) -> Result<(), SignatureError> {
    let mut first = None;
    misspelled(document.root(), 1, &mut |found| {
        first.get_or_insert(found);
    });
    first.map_or(Ok(()), |found| Err(SignatureError::misspelled(document, &found)))
}

/// Reports each member whose name is another spelling of a known one, including nested catalogs. The outermost entries
/// have depth 1.
pub(super) fn misspelled<'a>(root: &'a Object, depth: usize, tell: &mut dyn FnMut(Misspelled<'a>)) {
    members::misspelled(root, &CATALOG, tell);
    if !may_nest(depth) {
        return;
    }
    for entry in entries(root).filter(CatalogEntry::is_catalog) {
        if let Some(inner) = entry.data().and_then(Json::as_object) {
            misspelled(inner, depth + 1, tell);
        }
    }
}
