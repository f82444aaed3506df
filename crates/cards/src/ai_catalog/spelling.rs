//! Known names in another spelling, in catalogs and in those that are in them.

use super::{CatalogEntry, check::may_nest, members::CATALOG};
use crate::spelling::SpellingError;
use agent_description::{
    Document,
    diagnostic::members::{self, Misspelled},
    json::{Json, Object},
};

/// Refuses a catalog that two readers would read differently: what one of them verifies, follows or lists is then not what the other one does.
///
/// # Errors
/// `spelling`
pub fn check_names(document: &Document) -> Result<(), SpellingError> {
    let mut first = None;
    misspelled(document.root(), &mut |found| {
        first.get_or_insert(found);
    });
    first.map_or(Ok(()), |found| Err(SpellingError::new(document, &found)))
}

/// Tells of each member of a catalog whose name is a known one in another spelling, also in the catalogs that are in it.
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
