//! The names of the members of catalogs, of all generations at once.

use super::{CatalogEntry, check::may_nest};
use crate::spelling::{
    Inside::{self, Free, List, Object},
    Misspelled, Names, SpellingError, each,
};
use agent_description::{
    Document,
    json::{self, Json},
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
pub(crate) fn misspelled<'a>(root: &'a json::Object, tell: &mut dyn FnMut(Misspelled<'a>)) {
    of_catalog(root, 1, tell);
}

fn of_catalog<'a>(root: &'a json::Object, depth: usize, tell: &mut dyn FnMut(Misspelled<'a>)) {
    each(root, Object(&CATALOG), tell);
    if !may_nest(depth) {
        return;
    }
    let entries = root.get("entries").and_then(Json::as_array).into_iter().flatten();
    for entry in entries.filter_map(Json::as_object).map(CatalogEntry::of).filter(CatalogEntry::is_catalog) {
        if let Some(inner) = entry.data().and_then(Json::as_object) {
            of_catalog(inner, depth + 1, tell);
        }
    }
}

static CATALOG: Names = Names(&[
    ("specVersion", Free),
    ("host", Object(&HOST)),
    ("entries", List(&Object(&ENTRY))),
    ("collections", List(&Object(&COLLECTION))),
    ("trustManifest", Object(&MANIFEST)),
    ("signature", Object(&SIGNATURE)),
    ("additionalSignatures", SIGNATURES),
    ("extensions", Free),
    ("metadata", Free),
]);

const SIGNATURES: Inside = List(&Object(&SIGNATURE));

static HOST: Names = Names(&[
    ("displayName", Free),
    ("identifier", Free),
    ("documentationUrl", Free),
    ("logoUrl", Free),
    ("trustManifest", Object(&MANIFEST)),
]);

static COLLECTION: Names =
    Names(&[("displayName", Free), ("identifier", Free), ("description", Free), ("url", Free), ("tags", Free)]);

static ENTRY: Names = Names(&[
    ("identifier", Free),
    ("type", Free),
    ("mediaType", Free),
    ("displayName", Free),
    ("description", Free),
    ("version", Free),
    ("updatedAt", Free),
    ("url", Free),
    ("data", Free),
    ("digest", Free),
    ("tags", Free),
    ("capabilities", Free),
    ("representativeQueries", Free),
    ("publisher", Object(&PUBLISHER)),
    ("trustManifests", List(&Object(&MANIFEST))),
    ("trustManifest", Object(&MANIFEST)),
    ("extensions", Free),
    ("metadata", Free),
]);

static PUBLISHER: Names = Names(&[("identifier", Free), ("displayName", Free), ("identityType", Free)]);

static MANIFEST: Names = Names(&[
    ("contributor", Free),
    ("identity", Free),
    ("identityType", Free),
    ("subject", Object(&SUBJECT)),
    ("trustSchema", Object(&SCHEMA)),
    ("attestations", List(&Object(&ATTESTATION))),
    ("provenance", List(&Object(&PROVENANCE))),
    ("signature", Object(&SIGNATURE)),
    ("additionalSignatures", SIGNATURES),
    ("extensions", Free),
    ("metadata", Free),
]);

static SUBJECT: Names =
    Names(&[("identifier", Free), ("type", Free), ("version", Free), ("digest", Free), ("url", Free)]);

static SCHEMA: Names =
    Names(&[("identifier", Free), ("version", Free), ("governanceUri", Free), ("verificationMethods", Free)]);

static ATTESTATION: Names = Names(&[
    ("type", Free),
    ("uri", Free),
    ("mediaType", Free),
    ("digest", Free),
    ("size", Free),
    ("description", Free),
]);

static PROVENANCE: Names = Names(&[
    ("relation", Free),
    ("sourceId", Free),
    ("sourceDigest", Free),
    ("registryUri", Free),
    ("statementUri", Free),
    ("signatureRef", Free),
]);

static SIGNATURE: Names =
    Names(&[("signer", Free), ("profile", Free), ("issuedAt", Free), ("expiresAt", Free), ("jws", Free)]);
