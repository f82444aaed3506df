//! What steps and workflows give: values that may be large, and are shared by all that hold them.

use super::{scope::Scope, tree::Tree};
use crate::{arazzo::Expression, workflow::Template};
use agent_description::{
    Json,
    json::{Object, Text, Value},
};
use std::{collections::HashMap, sync::Arc};

/// What a step or a workflow gives. A copy of it is cheap.
#[derive(Clone, Debug, Default)]
pub struct Outputs(OutputValues);

#[derive(Clone, Debug, Default)]
enum OutputValues {
    /// Of a run that failed.
    #[default]
    Nothing,
    Members(Arc<[(Text, Arc<Json>)]>),
    /// Of a workflow whose one value is no object of values.
    Whole(Arc<Json>),
}

impl Outputs {
    /// No outputs: `{}`.
    pub(super) fn none() -> Self {
        Self(OutputValues::Members([].into()))
    }

    /// The value of each expression; also the names of those that have none.
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

    /// What a workflow gives; also the names of the expressions that have no value.
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

    /// A value by its name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Json> {
        match &self.0 {
            OutputValues::Nothing => None,
            OutputValues::Members(_) => self.shared(name).map(|value| &**value),
            OutputValues::Whole(value) => value.get(name),
        }
    }

    /// The same, to be shared; none of a value that is in another one.
    pub(super) fn shared(&self, name: &str) -> Option<&Arc<Json>> {
        match &self.0 {
            OutputValues::Members(members) => members.iter().find(|(known, _)| known == name).map(|(_, value)| value),
            OutputValues::Nothing | OutputValues::Whole(_) => None,
        }
    }

    /// Whether there are none, as the run failed.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(&self.0, OutputValues::Nothing)
    }

    /// A copy of all of it as one value.
    #[must_use]
    pub fn to_json(&self) -> Json {
        match &self.0 {
            OutputValues::Nothing => Value::Null.into(),
            OutputValues::Members(members) => {
                members.iter().map(|(name, value)| (name.clone(), Json::clone(value))).collect::<Object>().into()
            }
            OutputValues::Whole(value) => Json::clone(value),
        }
    }

    /// As a part of a report.
    pub(super) fn tree(&self) -> Tree<'_> {
        match &self.0 {
            OutputValues::Nothing => Tree::Value(Value::Null.into()),
            OutputValues::Members(members) => {
                Tree::Object(members.iter().map(|(name, value)| (name.as_str(), Tree::Shared(value))).collect())
            }
            OutputValues::Whole(value) => Tree::Shared(value),
        }
    }

    /// With other values.
    pub(super) fn map(&self, mut each: impl FnMut(&Arc<Json>) -> Arc<Json>, name: impl Fn(&Text) -> Text) -> Self {
        Self(match &self.0 {
            OutputValues::Nothing => OutputValues::Nothing,
            OutputValues::Members(members) => {
                let mut mapped: Vec<(Text, Arc<Json>)> = Vec::with_capacity(members.len());
                for (known, value) in members.iter() {
                    let name = name(known);
                    // two names may have become the same
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
