//! Vectors for listings of agent descriptions.

use super::{Answered, Path, Vector, VectorAnswer, document, required};
use agent_description::{
    Contexts,
    discovery::CollectionPage,
    json::{Json, Object, Value, jcs},
};

/// Parses a page of a listing (ANP-08). Output: the listed descriptions and the next page, as canonical JSON.
pub(super) fn listing(vector: &Vector, _: &Path) -> Answered {
    let page =
        CollectionPage::read_strict(&document(vector)?, required(vector, "fetched-from")?, &Contexts::embedded())?;
    let items: Vec<Json> = page.items.into_iter().map(|item| Json::from(item.url)).collect();
    let mut found = Object::new();
    found.insert("items", items);
    found.insert("next", page.next.map_or(Json::from(Value::Null), Json::from));
    Ok(VectorAnswer::output(String::from_utf8_lossy(&jcs::canonicalize(&found.into()))))
}
