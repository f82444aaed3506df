//! Moves schemas to another document together with the schemas that they refer to.

use agent_description::{
    Json,
    json::{Object, Text, Value},
};
use std::collections::{BTreeMap, HashMap, btree_map::Entry};

/// Maximum number of values to copy in one conversion, because many schemas can share large ones.
pub(super) const MAX_COPIED_VALUES: usize = 200_000;

/// Moves schemas from a document where references start with `from` (`#/components/schemas/`) to one where they start
/// with `to`.
pub(super) struct SchemaMover<'a, 'b> {
    /// The schemas that references name.
    pub known: HashMap<&'a str, &'a Json>,
    pub from: &'static str,
    pub to: &'static str,
    /// Number of values that may still be copied.
    pub budget: &'b mut usize,
}

impl SchemaMover<'_, '_> {
    /// Rewrites the references of a schema, and collects the referenced names.
    ///
    /// `None` for references to unknown schemas, and for those that would not resolve in the new document: pointers,
    /// anchors, URLs relative to its `$id`, and dynamic references.
    pub fn moved(&mut self, schema: &Json, names: &mut Vec<Text>) -> Option<Json> {
        *self.budget = self.budget.checked_sub(1)?;
        Some(match schema.value() {
            Value::Array(items) => items.iter().map(|item| self.moved(item, names)).collect::<Option<Vec<_>>>()?.into(),
            Value::Object(object) => {
                let mut kept = Vec::with_capacity(object.len());
                for member in object {
                    let text = member.value().as_str();
                    if text.is_some() && matches!(member.name().as_str(), "$dynamicRef" | "$recursiveRef") {
                        return None;
                    }
                    let reference = text.filter(|_| member.name() == "$ref");
                    if reference.is_some_and(|reference| !reference.starts_with('#') && !reference.contains(':')) {
                        return None;
                    }
                    let value = match reference.filter(|reference| reference.starts_with('#')) {
                        Some(reference) => {
                            let name = reference.strip_prefix(self.from);
                            let name = name.filter(|name| !name.contains(['/', '~', '%']))?;
                            self.known.get(name)?;
                            names.push(Text::from(name));
                            Json::from(format!("{}{name}", self.to))
                        }
                        None => self.moved(member.value(), names)?,
                    };
                    kept.push((member.name().clone(), value));
                }
                kept.into_iter().collect::<Object>().into()
            }
            _ => schema.clone(),
        })
    }

    /// Moves the schemas with these names, and those that they refer to.
    pub fn definitions(&mut self, mut names: Vec<Text>) -> Option<BTreeMap<Text, Json>> {
        let mut found = BTreeMap::new();
        while let Some(name) = names.pop() {
            if let Entry::Vacant(new) = found.entry(name) {
                let schema = *self.known.get(new.key().as_str())?;
                new.insert(self.moved(schema, &mut names)?);
            }
        }
        Some(found)
    }
}
