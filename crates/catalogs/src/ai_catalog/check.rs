//! Checks a catalog against the rules of its version.

use super::{
    CatalogEntry, Generation, check_entry,
    check_members::{CONVENTIONS, closed, objects, present, stranger},
    check_trust,
    entry::{MAX_DEPTH, may_nest},
    members::{CATALOG, HOST},
    rules, spelling,
};
use adp_tools::text::TextRules;
use agent_description::{
    Code, Document,
    diagnostic::{Finding, Findings, shortened},
    format::Options,
    json::{Json, Object},
};
use std::collections::HashSet;

pub(super) fn check(found: &mut Findings<'_>, document: &Document, _: &Options) {
    catalog(found, document.json(), document.root(), 1);
    found.exercise(&rules::SPELLING);
    spelling::misspelled(document.root(), 1, &mut |misspelled| {
        found.add(&rules::SPELLING, misspelled.member.name_offset(), || misspelled.remark());
    });
    TextRules::both(&rules::TEXT).lint_all(found, document.json());
}

/// Checks a catalog whose entries are at this depth. The outermost entries have depth 1.
fn catalog(found: &mut Findings<'_>, at: &Json, root: &Object, depth: usize) {
    let generation = Generation::from_root(root);
    CATALOG.check(found, at, &CONVENTIONS);
    if generation != Generation::Ard091 {
        CATALOG.require(found, at, "specVersion", &rules::ROOT, &CONVENTIONS);
    }
    host(found, root, generation);
    others(found, root, generation);
    check_entry::extensions(found, root, generation);
    if root.contains("signature") && !generation.is_ard() {
        check_trust::signature(found, root, None);
    }
    let mut seen = HashSet::new();
    for (at, entry) in objects(root, "entries") {
        check_entry::entry(found, at, entry, generation);
        check_trust::manifests(found, entry, generation);
        unique(found, at, entry, &mut seen);
        nested(found, at, CatalogEntry::from_object(entry), depth);
    }
}

fn host(found: &mut Findings<'_>, root: &Object, generation: Generation) {
    // ARD 0.91 defines only `entries`; other members belong to the enclosing document
    if generation == Generation::Ard091 {
        return;
    }
    let Some(value) = present(root, "host") else { return };
    HOST.check(found, value, &CONVENTIONS);
    if let Some(host) = value.as_object() {
        check_trust::hosts(found, host, generation);
    }
}

/// Reports members of other versions.
fn others(found: &mut Findings<'_>, root: &Object, generation: Generation) {
    found.exercise(&rules::GENERATION);
    let strangers: &[(&str, &str)] = match generation {
        Generation::AiCatalog1 => &[
            ("collections", "nest catalogs as entries of the type application/ai-catalog+json"),
            ("metadata", "move non-standard members to `extensions`"),
            ("trustManifest", "move trust manifests to the `trustManifests` of an entry"),
        ],
        Generation::AiCatalogMediaType => &[
            ("collections", "nest catalogs as entries of the media type application/ai-catalog+json"),
            ("extensions", "move non-standard members to `metadata`"),
            ("signature", "this version has no signature of the catalog"),
        ],
        Generation::Ard09 | Generation::Ard091 => &[
            ("collections", "nest catalogs as entries of the type application/ai-catalog+json"),
            ("trustManifest", "move the trust manifest to an entry"),
        ],
    };
    for (name, instead) in strangers {
        stranger(found, root, name, instead, generation);
    }
    if generation == Generation::Ard09 {
        closed(found, root, &["specVersion", "host", "entries", "collections", "trustManifest"]);
    }
}

/// Checks that each pair of identifier and version is unique. Without a version, the identifier must be unique.
fn unique<'a>(found: &mut Findings<'_>, at: &Json, entry: &'a Object, seen: &mut HashSet<(&'a str, Option<&'a str>)>) {
    found.exercise(&rules::UNIQUE);
    let entry = CatalogEntry::from_object(entry);
    let Some(identifier) = entry.identifier() else { return };
    if !seen.insert((identifier, entry.version())) {
        let offset = entry.object().get("identifier").unwrap_or(at).offset();
        found.add(&rules::UNIQUE, offset, || {
            let version = match entry.version() {
                Some(version) => format!(" and the version {}", shortened(version)),
                None => String::new(),
            };
            let message = format!("an earlier entry also has the identifier {}{version}", shortened(identifier));
            Finding::new(Code::DUPLICATE, message)
        });
    }
}

/// Checks a nested catalog.
fn nested(found: &mut Findings<'_>, at: &Json, entry: CatalogEntry<'_>, depth: usize) {
    if !entry.is_catalog() {
        return;
    }
    found.exercise(&rules::NESTED);
    if !may_nest(depth) {
        found.report(&rules::NESTED, at.offset(), Code::INVALID_VALUE, || {
            format!("a catalog at the depth {depth}, expected at most {MAX_DEPTH}")
        });
        return;
    }
    let Some(data) = entry.data() else { return };
    match data.as_object() {
        // an invalid catalog gets one finding, not one per member
        Some(inner) if inner.contains("entries") => catalog(found, data, inner, depth + 1),
        _ => found.report(&rules::NESTED, data.offset(), Code::INVALID_VALUE, || {
            "`data` is not a catalog, as the entry's type requires: it has no `entries`".to_owned()
        }),
    }
}
