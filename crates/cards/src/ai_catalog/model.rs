//! The JSON model of a catalog.

use super::{AirIdentifier, CatalogEntry, Generation};
use agent_description::json::{Json, Object};

/// The catalog as JSON. All members are present; unknown ones are in `other`, unchanged.
pub(super) fn to_model_json(root: &Object) -> Json {
    let generation = Generation::from_root(root);
    let known = ["specVersion", "host", "entries"];
    let other = root.iter().filter(|member| !known.contains(&member.name().as_str()));
    let entries = root.get("entries").and_then(Json::as_array).unwrap_or_default();
    let entries: Vec<Json> = entries.iter().filter_map(Json::as_object).map(entry).collect();
    let mut object = Object::with_capacity(5);
    object.insert("generation", generation.profile());
    object.insert("specVersion", root.get("specVersion").and_then(Json::as_str));
    object.insert("host", root.get("host").and_then(Json::as_object).cloned());
    object.insert("entries", entries);
    object.insert("other", other.map(|member| (member.name().clone(), member.value().clone())).collect::<Object>());
    object.into()
}

fn entry(object: &Object) -> Json {
    let entry = CatalogEntry::from_object(object);
    let publisher = entry.identifier().and_then(|text| text.parse::<AirIdentifier>().ok());
    let known = ["identifier", "displayName", "type", "mediaType", "version", "url", "data", "digest", "description"];
    let other = object.iter().filter(|member| !known.contains(&member.name().as_str()));
    let mut model = Object::with_capacity(10);
    model.insert("identifier", entry.identifier());
    model.insert("publisher", publisher.as_ref().map(AirIdentifier::publisher));
    model.insert("displayName", entry.display_name());
    model.insert("description", object.get("description").and_then(Json::as_str));
    model.insert("type", entry.media_type());
    model.insert("version", entry.version());
    model.insert("url", entry.url());
    model.insert("data", entry.data().cloned());
    model.insert("digest", entry.digest());
    model.insert("other", other.map(|member| (member.name().clone(), member.value().clone())).collect::<Object>());
    model.into()
}
