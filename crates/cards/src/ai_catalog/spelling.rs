//! Finds misspelled names in catalogs and nested catalogs.

use super::{CatalogEntry, check::may_nest, members::CATALOG};
use crate::spelling::SpellingError;
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
pub fn check_names(document: &Document) -> Result<(), SpellingError> {
    let mut first = None;
    misspelled(document.root(), &mut |found| {
        first.get_or_insert(found);
    });
    first.map_or(Ok(()), |found| Err(SpellingError::new(document, &found)))
}

/// Reports each member whose name is another spelling of a known one, including nested catalogs.
pub(crate) fn misspelled<'a>(root: &'a Object, tell: &mut dyn FnMut(Misspelled<'a>)) {
    check_catalog(root, 1, tell);
}

fn check_catalog<'a>(root: &'a Object, depth: usize, tell: &mut dyn FnMut(Misspelled<'a>)) {
    members::misspelled(root, &CATALOG, tell);
    if !may_nest(depth) {
        return;
    }
    let entries = root.get("entries").and_then(Json::as_array).into_iter().flatten();
    for entry in entries.filter_map(Json::as_object).map(CatalogEntry::from_object).filter(CatalogEntry::is_catalog) {
        if let Some(inner) = entry.data().and_then(Json::as_object) {
            check_catalog(inner, depth + 1, tell);
        }
    }
}
