//! Schemas that a schema refers to by name, each copied once, and how much is copied for a document.

use agent_description::json::{Json, Value};
use std::collections::{BTreeSet, HashSet};

/// A text is charged as one value more for each of these bytes.
const TEXT_BYTES: usize = 64;

/// The values that may still be copied for a document, because many places can refer to the same large ones.
#[derive(Debug)]
pub(crate) struct CopyBudget(usize);

impl CopyBudget {
    /// Maximum number of values to copy for a document. Long texts count as several.
    pub(crate) const MAX_VALUES: usize = 400_000;

    /// The budget of a document.
    pub(crate) fn for_document() -> Self {
        Self(Self::MAX_VALUES)
    }

    /// Charges a copy of a value. `None`, now and for all further values, if that is too much.
    pub(crate) fn charge(&mut self, json: &Json) -> Option<()> {
        match json.value() {
            Value::Array(items) => items.iter().try_for_each(|item| self.charge(item))?,
            Value::Object(object) => object.iter().try_for_each(|member| {
                self.charge_values(member.name.len() / TEXT_BYTES)?;
                self.charge(&member.value)
            })?,
            Value::String(text) => self.charge_values(text.len() / TEXT_BYTES)?,
            _ => {}
        }
        self.charge_values(1)
    }

    /// Same for a number of values.
    pub(crate) fn charge_values(&mut self, values: usize) -> Option<()> {
        let left = self.0.checked_sub(values);
        // what does not fit is not measured again
        self.0 = left.unwrap_or_default();
        left.map(drop)
    }
}

/// Names of schemas to copy: each is taken once, in alphabetical order of those that wait.
#[derive(Debug, Default)]
pub(crate) struct ReferencedNames {
    waiting: BTreeSet<String>,
    known: HashSet<String>,
}

impl ReferencedNames {
    /// Adds a name, unless it was added before.
    pub(crate) fn add(&mut self, name: &str) {
        if !self.known.contains(name) {
            self.known.insert(name.to_owned());
            self.waiting.insert(name.to_owned());
        }
    }

    /// Whether no name was ever added.
    pub(crate) fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// The schemas by name, each made by `copy`, which adds the names that its own schema refers to. `None` if it makes
    /// one of them `None`.
    pub(crate) fn into_definitions(
        mut self,
        mut copy: impl FnMut(&str, &mut Self) -> Option<Json>,
    ) -> Option<Vec<(String, Json)>> {
        let mut definitions = Vec::new();
        while let Some(name) = self.waiting.pop_first() {
            let schema = copy(&name, &mut self)?;
            definitions.push((name, schema));
        }
        Some(definitions)
    }
}
