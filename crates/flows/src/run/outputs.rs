//! Outputs of steps and workflows: shared values that can be large.

use super::{scope::Scope, tree::Tree};
use crate::{arazzo::Expression, workflow::Template};
use agent_description::{
    Json,
    json::{Text, Value},
};
use std::{collections::HashMap, sync::Arc};

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
    pub(super) fn none() -> Self {
        Self(OutputValues::Members([].into()))
    }

    /// Evaluates expressions. Also returns the names without a value.
    pub(super) fn from_expressions<'e>(
        scope: &Scope<'_>,
        named: impl Iterator<Item = (&'e Text, &'e Expression)>,
    ) -> (Self, Vec<(&'e Text, &'e Expression)>) {
        let (mut members, mut absent, mut known) = (Vec::new(), Vec::new(), HashMap::new());
        for (name, expression) in named {
            let value = known.entry(expression.to_string()).or_insert_with(|| scope.kept(expression));
            match value {
                Some(value) if scope.takes_member(name, value) => members.push((name.clone(), Arc::clone(value))),
                Some(_) => break,
                None => absent.push((name, expression)),
            }
        }
        (Self(OutputValues::Members(members.into())), absent)
    }

    /// Evaluates the outputs of a workflow. Also returns the names of expressions without a value.
    pub(super) fn from_template<'t>(
        scope: &Scope<'_>,
        template: &'t Template,
    ) -> (Self, Vec<(&'t Text, &'t Expression)>) {
        match template {
            Template::Object(members) if members.iter().all(|(_, it)| matches!(it, Template::Expression(_))) => {
                let expressions = members.iter().filter_map(|(name, value)| match value {
                    Template::Expression(expression) => Some((name, expression)),
                    _ => None,
                });
                Self::from_expressions(scope, expressions)
            }
            Template::Object(members) => {
                let mut absent = Vec::new();
                let member = |(name, value): &'t (Text, Template)| {
                    let filled = scope.fill(value);
                    if let (None, Template::Expression(expression)) = (&filled, value) {
                        absent.push((name, expression));
                    }
                    Some((name.clone(), Arc::new(filled?)))
                };
                let members = members.iter().filter_map(member).collect();
                (Self(OutputValues::Members(members)), absent)
            }
            whole => (scope.fill(whole).map_or_else(Self::default, Self::whole), Vec::new()),
        }
    }

    pub(super) fn whole(value: Json) -> Self {
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
    pub(super) fn shared(&self, name: &str) -> Option<&Arc<Json>> {
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
    pub(super) fn map(&self, mut each: impl FnMut(&Arc<Json>) -> Arc<Json>, name: impl Fn(&Text) -> Text) -> Self {
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
