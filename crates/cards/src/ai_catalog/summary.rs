//! The searchable content of a catalog: its host's name, and the texts of its entries.

use super::CatalogEntry;
use crate::members::{list, objects};
use agent_description::{
    Json,
    format::{Skill, Summary},
    json::Object,
};

pub(super) fn summary(root: &Object) -> Summary {
    let host = root.get("host").and_then(Json::as_object);
    let of_host = |name: &str| host?.get(name)?.as_str();
    let version = root.get("specVersion").and_then(Json::as_str);
    Summary {
        agent_ids: of_host("identifier").map(str::to_owned).into_iter().collect(),
        skills: objects(root, "entries").take(Summary::MAX_PARTS).map(skill).collect(),
        ..Summary::new(of_host("displayName"), None::<&str>, version)
    }
}

fn skill(object: &Object) -> Skill {
    let entry = CatalogEntry::from_object(object);
    let texts = |name: &str| -> Vec<String> {
        list(object, name).iter().filter_map(Json::as_str).take(Summary::MAX_PARTS).map(str::to_owned).collect()
    };
    Skill {
        tags: [texts("tags"), texts("capabilities")].concat(),
        examples: texts("representativeQueries"),
        ..Skill::new(entry.identifier(), entry.display_name(), object.get("description").and_then(Json::as_str))
    }
}
