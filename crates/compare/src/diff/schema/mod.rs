//! Compares JSON Schemas by the keywords that tool authors use.
//!
//! These decide: `type`, `required`, `properties`, `additionalProperties`, `items`, `enum`, `const`, bounds, and `allOf`,
//! `anyOf` and `oneOf` of these. Any other keyword that changed is undecidable. Referenced schemas are compared at the reference, each pair once. The
//! work is linear in the size of the documents, whatever the references are.

mod keywords;
mod references;
pub(super) mod state;

use super::{
    change::Both,
    walk::{Walk, became},
    words,
};
use agent_description::{
    Json,
    diagnostic::{change as rules, members::Direction},
};
use references::refers;

/// Maximum nesting depth of schemas, including references.
const MAX_DEPTH: usize = 64;

impl<'a> Walk<'a> {
    /// Compares two schemas of this direction. An absent schema accepts everything.
    pub fn schema(&mut self, direction: Direction, both: Both<'a>) {
        self.schemas.direction = direction;
        let outer = self.roots.clone();
        if outer.is_none() {
            self.roots = Some(self.roots_of(both));
        }
        if self.places().is_some() {
            self.subschema(both);
        }
        self.roots = outer;
    }

    fn subschema(&mut self, both: Both<'a>) {
        if both.0.is_none() && both.1.is_none() {
            return;
        }
        self.schemas.charge(1);
        if self.schemas.has_ended {
            return;
        }
        if self.schemas.steps == 0 {
            self.schemas.has_ended = true;
            let detail = "the schemas are too complex for a complete comparison".to_owned();
            return self.add(&rules::INCOMPARABLE, detail);
        }
        if self.schemas.depth == MAX_DEPTH {
            // equal schemas can refer to different definitions
            return self.add(&rules::INCOMPARABLE, format!("schemas are compared only up to a depth of {MAX_DEPTH}"));
        }
        self.schemas.depth += 1;
        let before = self.seen;
        self.by_kind(both);
        self.schemas.depth -= 1;
        let in_place = |schema: Option<&Json>| schema.and_then(Json::as_object).is_some_and(|it| refers(it).is_none());
        // equivalent schemas with different keywords
        if self.seen == before && !(in_place(both.0) && in_place(both.1)) {
            self.any(&rules::OTHER, both);
        }
    }

    fn by_kind(&mut self, both: Both<'a>) {
        let is_nothing = |schema: Option<&Json>| schema.is_some_and(|schema| schema.as_bool() == Some(false));
        let is_none = |schema: &Json| schema.as_bool().is_none() && schema.as_object().is_none();
        if [both.0, both.1].into_iter().flatten().any(is_none) {
            return self.any(&rules::INCOMPARABLE, both);
        }
        let object = |schema: Option<&'a Json>| schema.and_then(Json::as_object);
        match (is_nothing(both.0), is_nothing(both.1), object(both.0), object(both.1)) {
            (true, true, ..) | (false, false, None, None) => {}
            (false, false, old, new) if old.and_then(refers).is_some() || new.and_then(refers).is_some() => {
                self.references(both, (old, new));
            }
            (false, false, old, new) => self.keywords(old, new),
            (_, is_less, ..) => self.graded(both, |walk| walk.grade(is_less, &became(both))),
        }
    }

    /// Reports a change after which less, or more, is accepted. Changed texts are reported separately.
    fn grade(&mut self, is_less: bool, detail: &str) {
        let rule = match (self.schemas.direction, is_less) {
            _ if self.schemas.strict > 0 => &rules::INCOMPARABLE,
            (Direction::Input, true) => &rules::INPUT_NARROWED,
            (Direction::Input, false) => &rules::INPUT_WIDENED,
            (Direction::Output, true) => &rules::OUTPUT_NARROWED,
            (Direction::Output, false) => &rules::OUTPUT_WIDENED,
        };
        self.cosmetic(rule, detail.to_owned());
    }

    /// Compares two values by what they accept. Models read the words in them, whatever is accepted.
    fn graded(&mut self, both: Both<'a>, compare: impl FnOnce(&mut Self)) {
        let (seen, breaking) = (self.seen, self.breaking);
        compare(self);
        if self.breaking == breaking && !words::is_wordless(both) {
            self.add(&rules::TEXT, became(both));
        } else if self.seen == seen {
            self.other(both);
        }
    }
}
