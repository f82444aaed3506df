//! What the members of a catalog mean, in every generation of AI Catalog and ARD.

use super::{
    meaning::{Items, Meaning, Spelling, Table},
    rules,
};

/// A catalog.
pub(super) static TABLE: Table = exact(&[
    ("specVersion", Meaning::Protocol(None)),
    ("host", Meaning::Object(&HOST)),
    ("entries", Meaning::Items(&Items::of("the entry", &["identifier", "url"], &ENTRY))),
    // ARD 0.9: other catalogs
    ("collections", Meaning::Items(&Items::of("the collection", &["url"], &COLLECTION))),
    ("trustManifest", Meaning::Object(&TRUST)),
    ("signature", Meaning::Any(&rules::SIGNATURE)),
]);

static HOST: Table = exact(&[
    ("displayName", Meaning::Text),
    ("identifier", Meaning::Any(&rules::IDENTITY)),
    ("trustManifest", Meaning::Object(&TRUST)),
]);

static ENTRY: Table = exact(&[
    ("displayName", Meaning::Text),
    ("description", Meaning::Text),
    ("tags", Meaning::Texts),
    ("capabilities", Meaning::Texts),
    ("representativeQueries", Meaning::Texts),
    ("type", Meaning::Any(&rules::PROTOCOL)),
    ("mediaType", Meaning::Any(&rules::PROTOCOL)),
    ("url", Meaning::Endpoint),
    ("data", Meaning::Any(&rules::CONTENT)),
    // what the digest is of, models read
    ("digest", Meaning::Any(&rules::TEXT)),
    ("publisher", Meaning::Any(&rules::IDENTITY)),
    ("trustManifest", Meaning::Object(&TRUST)),
    ("trustManifests", Meaning::Any(&rules::SIGNATURE)),
]);

static COLLECTION: Table = exact(&[("displayName", Meaning::Text), ("description", Meaning::Text)]);

/// Who it is by, and what shows that.
static TRUST: Table = Table {
    members: &[("identity", Meaning::Any(&rules::IDENTITY)), ("identityType", Meaning::Any(&rules::IDENTITY))],
    rest: &rules::SIGNATURE,
    spelling: Spelling::Exact,
};

const fn exact(members: &'static [(&'static str, Meaning)]) -> Table {
    Table { members, rest: &rules::OTHER, spelling: Spelling::Exact }
}
