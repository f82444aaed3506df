//! What a catalog is found by: its host's name, and what its entries say of themselves.

use super::{MOST_PARTS, Record, Skill, owned};
use adp_cards::ai_catalog::CatalogEntry;
use agent_description::{Document, Json, json::Object};

pub(super) fn fill(record: &mut Record, document: &Document) {
    let root = document.root();
    let host = root.get("host").and_then(Json::as_object);
    let of_host = |name: &str| owned(host?.get(name)?.as_str());
    record.name = of_host("displayName");
    record.agent_ids.extend(of_host("identifier"));
    record.version = owned(root.get("specVersion").and_then(Json::as_str));
    let entries = root.get("entries").and_then(Json::as_array).unwrap_or_default();
    record.skills = entries.iter().filter_map(Json::as_object).take(MOST_PARTS).map(skill).collect();
}

fn skill(object: &Object) -> Skill {
    let entry = CatalogEntry::of(object);
    let texts = |name: &str| {
        let list = object.get(name).and_then(Json::as_array).unwrap_or_default();
        list.iter().filter_map(Json::as_str).take(MOST_PARTS).map(str::to_owned).collect::<Vec<_>>()
    };
    Skill {
        id: owned(entry.identifier()),
        name: owned(entry.display_name()),
        description: owned(object.get("description").and_then(Json::as_str)),
        tags: [texts("tags"), texts("capabilities")].concat(),
        examples: texts("representativeQueries"),
    }
}
