//! The JSON model of a catalog.

use super::{AirIdentifier, CatalogEntry, Generation};
use crate::members::{objects, other};
use agent_description::json::{Json, Object};

/// The catalog as JSON. All members are present; unknown ones are in `other`, unchanged.
pub(super) fn to_model_json(root: &Object) -> Json {
    Object::from_iter([
        ("generation", Json::from(Generation::from_root(root).profile())),
        ("specVersion", root.get("specVersion").and_then(Json::as_str).into()),
        ("host", root.get("host").and_then(Json::as_object).cloned().into()),
        ("entries", objects(root, "entries").map(entry).collect::<Vec<_>>().into()),
        ("other", other(root, &["specVersion", "host", "entries"]).into()),
    ])
    .into()
}

fn entry(object: &Object) -> Json {
    let entry = CatalogEntry::from_object(object);
    let publisher = entry.identifier().and_then(|text| text.parse::<AirIdentifier>().ok());
    let known = ["identifier", "displayName", "type", "mediaType", "version", "url", "data", "digest", "description"];
    Object::from_iter([
        ("identifier", Json::from(entry.identifier())),
        ("publisher", publisher.as_ref().map(AirIdentifier::publisher).into()),
        ("displayName", entry.display_name().into()),
        ("description", object.get("description").and_then(Json::as_str).into()),
        ("type", entry.media_type().into()),
        ("version", entry.version().into()),
        ("url", entry.url().into()),
        ("data", entry.data().cloned().into()),
        ("digest", entry.digest().into()),
        ("other", other(object, &known).into()),
    ])
    .into()
}
