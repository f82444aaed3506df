//! Counts the steps of a validation before it starts.
//!
//! A short schema can require practically infinite work, such as `allOf` with two references that each contain two
//! more. This module counts each pair of schema and value once, and multiplies by the number of evaluations.

use super::steps::{MAX_CHAIN, Step, size};
use agent_description::json::{Json, Object, Value};
use std::collections::HashMap;

/// Maximum number of steps of a validation, some tenths of a second.
const MAX_STEPS: u64 = 250_000;

/// Whether a validation stays within the maximum.
pub(super) fn is_bearable(steps: &[Step], value: &Json) -> bool {
    let mut count = Count { steps, known: HashMap::new() };
    count.count_steps(0, Node::Value(value), 0).is_some_and(|all| all <= MAX_STEPS)
}

/// A value, or the name of a member, which schemas can also restrict.
#[derive(Clone, Copy)]
enum Node<'a> {
    Value(&'a Json),
    Name(&'a str),
}

struct Count<'s> {
    steps: &'s [Step],
    /// By schema and value.
    known: HashMap<(usize, usize), u64>,
}

impl Count<'_> {
    /// Number of steps of a schema for a value; `None` if there are too many steps or nested schemas.
    fn count_steps(&mut self, at: usize, node: Node<'_>, row: usize) -> Option<u64> {
        if row > MAX_CHAIN {
            return None;
        }
        let key = match node {
            Node::Value(value) => Some((at, std::ptr::from_ref(value).addr())),
            Node::Name(_) => None,
        };
        if let Some(known) = key.and_then(|key| self.known.get(&key)) {
            return Some(*known);
        }
        let steps = self.steps;
        let step = steps.get(at)?;
        let (mut sum, mut in_place) = (Sum(1 + step.compared / 16), Sum(0));
        for next in &step.in_place {
            in_place.add(self.count_steps(*next, node, row + 1)?)?;
        }
        sum.add(in_place.0)?;
        if step.unevaluated {
            sum.add(in_place.0)?;
        }
        let text = match node {
            Node::Value(value) => value.as_str().unwrap_or_default(),
            Node::Name(name) => name,
        };
        sum.add(matching(text, step.pattern))?;
        if let Node::Value(value) = node {
            if step.meta || step.unique {
                sum.add(size(value).saturating_mul(if step.meta { 50 } else { 1 }))?;
            }
            match value.value() {
                Value::Object(object) => self.members(at, object, row, &mut sum)?,
                Value::Array(items) => {
                    for (index, item) in items.iter().enumerate() {
                        for next in step.elements.iter().chain(step.by_index.get(index)) {
                            sum.add(self.count_steps(*next, Node::Value(item), row + 1)?)?;
                        }
                    }
                }
                _ => {}
            }
        }
        if let Some(key) = key {
            self.known.insert(key, sum.0);
        }
        Some(sum.0)
    }

    fn members(&mut self, at: usize, object: &Object, row: usize, sum: &mut Sum) -> Option<()> {
        let steps = self.steps;
        let step = steps.get(at)?;
        // counted as linear, an upper bound: the validator looks names up in sorted maps
        sum.add(step.lookups.saturating_mul(object.len() as u64) / 32)?;
        let by_name: HashMap<&str, usize> = match step.by_name.len().min(object.len()) {
            0 => HashMap::new(),
            _ => step.by_name.iter().map(|(name, next)| (name.as_str(), *next)).collect(),
        };
        for member in object {
            let (name, value) = (member.name().as_str(), Node::Value(member.value()));
            sum.add(matching(name, step.name_patterns))?;
            for next in &step.names {
                sum.add(self.count_steps(*next, Node::Name(name), row + 1)?)?;
            }
            for next in step.members.iter().chain(by_name.get(name)) {
                sum.add(self.count_steps(*next, value, row + 1)?)?;
            }
        }
        Some(())
    }
}

/// Steps of matching a text: at worst, each byte with each state.
fn matching(text: &str, states: u64) -> u64 {
    (text.len() as u64).saturating_mul(states) / 32
}

/// A sum that fails if it becomes too large.
struct Sum(u64);

impl Sum {
    fn add(&mut self, more: u64) -> Option<()> {
        self.0 = self.0.saturating_add(more);
        (self.0 <= MAX_STEPS).then_some(())
    }
}
