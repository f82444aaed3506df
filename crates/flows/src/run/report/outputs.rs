//! Outputs of steps and workflows: shared values that can be large.

use super::tree::Tree;
use agent_description::{
    Json,
    json::{Text, Value},
};
use std::sync::Arc;

/// The outputs of a step or workflow, which are cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Outputs(OutputValues);

#[derive(Clone, Debug, Default)]
enum OutputValues {
    /// No outputs, because the run failed.
    #[default]
    Nothing,
    Members(Arc<[(Text, Arc<Json>)]>),
    /// A workflow's single value that is not an object of values.
    Whole(Arc<Json>),
}

impl Outputs {
    /// No outputs: `{}`.
    pub(crate) fn none() -> Self {
        Self::named(Vec::new())
    }

    pub(crate) fn named(members: Vec<(Text, Arc<Json>)>) -> Self {
        Self(OutputValues::Members(members.into()))
    }

    pub(crate) fn whole(value: Json) -> Self {
        Self(OutputValues::Whole(Arc::new(value)))
    }

    /// An output by name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Json> {
        match &self.0 {
            OutputValues::Nothing => None,
            OutputValues::Members(_) => self.shared(name).map(|value| &**value),
            OutputValues::Whole(value) => value.get(name),
        }
    }

    /// A shared output; `None` if it is a part of another value.
    pub(crate) fn shared(&self, name: &str) -> Option<&Arc<Json>> {
        match &self.0 {
            OutputValues::Members(members) => members.iter().find(|(known, _)| known == name).map(|(_, value)| value),
            OutputValues::Nothing | OutputValues::Whole(_) => None,
        }
    }

    /// Whether there are no outputs, because the run failed.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(&self.0, OutputValues::Nothing)
    }

    /// Copies everything into one value.
    #[must_use]
    pub fn to_json(&self) -> Json {
        self.tree().into_json()
    }

    /// A part of a report.
    pub(super) fn tree(&self) -> Tree<'_> {
        match &self.0 {
            OutputValues::Nothing => Tree::Value(Value::Null.into()),
            OutputValues::Members(members) => {
                Tree::Object(members.iter().map(|(name, value)| (name.as_str(), Tree::Shared(value))).collect())
            }
            OutputValues::Whole(value) => Tree::Shared(value),
        }
    }

    /// Transforms the values.
    pub(crate) fn map(&self, mut each: impl FnMut(&Arc<Json>) -> Arc<Json>, name: impl Fn(&Text) -> Text) -> Self {
        Self(match &self.0 {
            OutputValues::Nothing => OutputValues::Nothing,
            OutputValues::Members(members) => {
                let mut mapped: Vec<(Text, Arc<Json>)> = Vec::with_capacity(members.len());
                for (known, value) in members.iter() {
                    let name = name(known);
                    // two names can become equal
                    if name == *known || mapped.iter().all(|(other, _)| *other != name) {
                        mapped.push((name, each(value)));
                    }
                }
                OutputValues::Members(mapped.into())
            }
            OutputValues::Whole(value) => OutputValues::Whole(each(value)),
        })
    }
}
