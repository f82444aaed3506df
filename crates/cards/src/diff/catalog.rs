//! What the members of a catalog mean, in every generation of AI Catalog and ARD.

use agent_description::diagnostic::{
    change as rules,
    members::{Field, Items, Meaning, Shape, Table},
};

/// A catalog.
pub(super) static TABLE: Table = Table::compared(&[
    Field::any("specVersion", Meaning::Protocol(None)),
    Field::inside("host", &HOST),
    Field::optional("entries", Shape::List(&Shape::Of(&ENTRY)))
        .means(Meaning::Items(&Items::of("the entry", &["identifier", "url"]))),
    // ARD 0.9: other catalogs
    Field::optional("collections", Shape::List(&Shape::Of(&COLLECTION)))
        .means(Meaning::Items(&Items::of("the collection", &["url"]))),
    Field::inside("trustManifest", &TRUST),
    Field::any("signature", Meaning::Any(&rules::SIGNATURE)),
]);

static HOST: Table = Table::compared(&[
    Field::any("displayName", Meaning::Text),
    Field::any("identifier", Meaning::Any(&rules::IDENTITY)),
    Field::inside("trustManifest", &TRUST),
]);

static ENTRY: Table = Table::compared(&[
    Field::any("displayName", Meaning::Text),
    Field::any("description", Meaning::Text),
    Field::any("tags", Meaning::Texts),
    Field::any("capabilities", Meaning::Texts),
    Field::any("representativeQueries", Meaning::Texts),
    Field::any("type", Meaning::Any(&rules::PROTOCOL)),
    Field::any("mediaType", Meaning::Any(&rules::PROTOCOL)),
    Field::any("url", Meaning::Endpoint),
    Field::any("data", Meaning::Any(&rules::CONTENT)),
    // what the digest is of, models read
    Field::any("digest", Meaning::Any(&rules::TEXT)),
    Field::any("publisher", Meaning::Any(&rules::IDENTITY)),
    Field::inside("trustManifest", &TRUST),
    Field::any("trustManifests", Meaning::Any(&rules::SIGNATURE)),
]);

static COLLECTION: Table =
    Table::compared(&[Field::any("displayName", Meaning::Text), Field::any("description", Meaning::Text)]);

/// Who it is by, and what shows that.
static TRUST: Table = Table::compared(&[
    Field::any("identity", Meaning::Any(&rules::IDENTITY)),
    Field::any("identityType", Meaning::Any(&rules::IDENTITY)),
])
.rest(&rules::SIGNATURE);
