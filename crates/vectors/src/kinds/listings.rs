//! Vectors for listings of agent descriptions.

use super::{Answer, CannotAnswer, Path, Vector, required};
use agent_description::{
    Contexts, Limits,
    discovery::CollectionPage,
    json::{Document, Json, Object, Value, jcs},
};

/// Parses a page of a listing (ANP-08). Output: the listed descriptions and the next page, as canonical JSON.
pub fn listing(vector: &Vector, _: &Path) -> Result<Answer, CannotAnswer> {
    let url = required(vector, "fetched-from")?;
    let document = match Document::parse(vector.body(), &Limits::default()) {
        Ok(document) => document,
        Err(error) => return Ok(Answer::refused(&error)),
    };
    Ok(match CollectionPage::read(&document, url, &Contexts::embedded()) {
        Ok(page) => {
            let items: Vec<Json> = page.items.into_iter().map(|item| Json::from(item.url)).collect();
            let mut found = Object::new();
            found.insert("items", items);
            found.insert("next", page.next.map_or(Json::from(Value::Null), Json::from));
            Answer::output(String::from_utf8_lossy(&jcs::canonicalize(&found.into())))
        }
        Err(error) => Answer::refused(&error),
    })
}
