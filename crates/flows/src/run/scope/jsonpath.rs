//! JSONPath queries (RFC 9535) of untrusted responses. The work is estimated before a query runs.

use agent_description::{Json, json::Value};
use jsonpath_rust::{
    parser::model::{Comparable, Filter, FilterAtom, FnArg, JpQuery, Segment, Selector, Test, TestFunction},
    query::js_path_process,
};

/// Maximum number of visited values, by an upper bound.
const MAX_WORK: u64 = 4_000_000;

/// Maximum number of values in a queried response, because it is copied.
const MAX_NODES: u64 = 1_000_000;

/// The cost of a pattern per value, because it is compiled for each.
const PATTERN: u64 = 500;

/// Whether a query of a value has results.
///
/// # Errors
///
/// If it could take too long.
pub(crate) fn finds(query: &JpQuery, value: &Json) -> Result<bool, String> {
    let tree = Tree::for_value(value);
    if tree.nodes > MAX_NODES {
        return Err(format!("a JSONPath query of a response with more than {MAX_NODES} values"));
    }
    if tree.nodes.saturating_mul(tree.cost_of_segments(&query.segments)) > MAX_WORK {
        return Err(format!("a JSONPath query could visit more than {MAX_WORK} values of the response"));
    }
    let value: serde_json::Value = serde_json::from_str(&value.to_compact())
        .map_err(|error| format!("a JSONPath query of a response that is nested too deeply, or: {error}"))?;
    Ok(js_path_process(query, &value).is_ok_and(|found| !found.is_empty()))
}

/// The size of a value.
struct Tree {
    nodes: u64,
    depth: u64,
}

impl Tree {
    fn for_value(value: &Json) -> Self {
        let (mut nodes, mut depth, mut left) = (0, 1, vec![(value, 1)]);
        while let Some((value, at)) = left.pop() {
            nodes += 1;
            depth = depth.max(at);
            match value.value() {
                Value::Array(items) => left.extend(items.iter().map(|item| (item, at + 1))),
                Value::Object(object) => left.extend(object.iter().map(|member| (member.value(), at + 1))),
                _ => {}
            }
        }
        Self { nodes, depth }
    }

    /// How often each value is visited. A value has one path, but selectors can select it twice, and `..` reaches it
    /// from each ancestor.
    fn cost_of_segments(&self, segments: &[Segment]) -> u64 {
        let (mut often, mut work) = (1_u64, 1_u64);
        for segment in segments {
            let (times, filters) = self.cost_of_segment(segment);
            work = work.saturating_add(often.saturating_mul(times).saturating_mul(filters.saturating_add(1)));
            often = often.saturating_mul(times);
        }
        work
    }

    /// The factor by which visits multiply after a segment, and the work of its filters per visit.
    fn cost_of_segment(&self, segment: &Segment) -> (u64, u64) {
        match segment {
            Segment::Descendant(inner) => {
                let (times, filters) = self.cost_of_segment(inner);
                (times.saturating_mul(self.depth), filters)
            }
            Segment::Selector(selector) => (1, self.cost_of_selector(selector)),
            Segment::Selectors(all) => {
                let filters = all.iter().map(|selector| self.cost_of_selector(selector));
                (all.len() as u64, filters.fold(0, u64::saturating_add))
            }
        }
    }

    fn cost_of_selector(&self, selector: &Selector) -> u64 {
        match selector {
            Selector::Filter(filter) => self.cost_of_filter(filter),
            _ => 0,
        }
    }

    fn cost_of_filter(&self, filter: &Filter) -> u64 {
        match filter {
            Filter::Or(all) | Filter::And(all) => {
                all.iter().map(|filter| self.cost_of_filter(filter)).fold(1, u64::saturating_add)
            }
            Filter::Atom(FilterAtom::Filter { expr, .. }) => self.cost_of_filter(expr),
            Filter::Atom(FilterAtom::Test { expr, .. }) => self.cost_of_test(expr),
            Filter::Atom(FilterAtom::Comparison(comparison)) => {
                let (a, b) = comparison.vals();
                self.cost_of_comparable(a).saturating_add(self.cost_of_comparable(b))
            }
        }
    }

    fn cost_of_comparable(&self, comparable: &Comparable) -> u64 {
        match comparable {
            Comparable::Literal(_) => 1,
            Comparable::SingularQuery(_) => self.depth,
            Comparable::Function(function) => self.cost_of_function(function),
        }
    }

    /// The subtrees of all values together contain each value once per ancestor.
    fn cost_of_test(&self, test: &Test) -> u64 {
        match test {
            Test::RelQuery(segments) => self.depth.saturating_mul(self.cost_of_segments(segments)),
            Test::AbsQuery(query) => self.nodes.saturating_mul(self.cost_of_segments(&query.segments)),
            Test::Function(function) => self.cost_of_function(function),
        }
    }

    fn cost_of_function(&self, function: &TestFunction) -> u64 {
        let of = |argument: &FnArg| match argument {
            FnArg::Literal(_) => 1,
            FnArg::Test(test) => self.cost_of_test(test),
            FnArg::Filter(filter) => self.cost_of_filter(filter),
        };
        match function {
            TestFunction::Length(argument) => of(argument),
            TestFunction::Value(argument) | TestFunction::Count(argument) => of(argument),
            TestFunction::Search(a, b) | TestFunction::Match(a, b) => {
                of(a).saturating_add(of(b)).saturating_add(PATTERN)
            }
            TestFunction::Custom(_, arguments) => arguments.iter().map(of).fold(PATTERN, u64::saturating_add),
        }
    }
}
