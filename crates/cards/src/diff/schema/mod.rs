//! JSON Schemas, compared by what they let pass: more, less, or nobody can tell.
//!
//! A schema is compared keyword by keyword, by those of drafts 4 to 2020-12. What references lead to is compared where they
//! stand, each pair once; the work is bounded by the size of the documents, whatever the references make of them.

mod keywords;
mod lists;

use super::{
    meaning::Direction,
    rules,
    walk::{Both, Walk, became},
};
use agent_description::{
    Json,
    json::{Object, pointer},
};
use std::{collections::HashSet, ptr};

/// How deeply schemas are followed, references counted.
const DEPTH: usize = 64;
/// How many references lead from one place to another before there is a schema.
const HOPS: usize = 16;

/// Where references begin, in both documents, and where that is in the new one.
#[derive(Clone, Debug)]
pub(super) struct Roots<'a> {
    old: Option<&'a Json>,
    new: Option<&'a Json>,
    pointer: String,
    is_same: bool,
}

/// What bounds the comparison of schemas.
#[derive(Debug)]
pub(super) struct Schemas {
    steps: usize,
    has_ended: bool,
    depth: usize,
    /// Below `not` and its like, more may be less.
    strict: usize,
    /// Pairs that references led to.
    seen: HashSet<(usize, usize, bool, bool)>,
}

impl Schemas {
    /// The bounds for documents of so many bytes together.
    pub fn for_bytes(bytes: usize) -> Self {
        let steps = bytes.saturating_mul(8).saturating_add(1_000);
        Self { steps, has_ended: false, depth: 0, strict: 0, seen: HashSet::new() }
    }

    /// Work that may be done again where several references lead to one place.
    fn charge(&mut self, steps: usize) {
        self.steps = self.steps.saturating_sub(steps);
    }
}

/// What a schema is, apart from its keywords.
enum Kind<'a> {
    Anything,
    Nothing,
    Object(&'a Object),
    /// No schema.
    Other,
}

fn kind(schema: Option<&Json>) -> Kind<'_> {
    match schema {
        None => Kind::Anything,
        Some(schema) => match (schema.as_bool(), schema.as_object()) {
            (Some(true), _) => Kind::Anything,
            (Some(false), _) => Kind::Nothing,
            (_, Some(object)) => Kind::Object(object),
            _ => Kind::Other,
        },
    }
}

impl<'a> Walk<'a> {
    /// The roots that two values are, here.
    pub fn roots_of(&self, both: Both<'a>) -> Roots<'a> {
        Roots { old: both.0, new: both.1, pointer: self.path.to_pointer(), is_same: both.0 == both.1 }
    }

    /// Two schemas; an absent one takes everything.
    pub fn schema(&mut self, direction: Direction, both: Both<'a>) {
        let outer = self.roots.clone();
        if outer.is_none() {
            self.roots = Some(self.roots_of(both));
        }
        if self.roots.as_ref().is_some_and(|roots| !roots.is_same) {
            self.subschema(direction, both);
        }
        self.roots = outer;
    }

    fn subschema(&mut self, direction: Direction, both: Both<'a>) {
        if both.0.is_none() && both.1.is_none() {
            return;
        }
        self.schemas.charge(1);
        if self.schemas.has_ended {
            return;
        }
        if self.schemas.steps == 0 {
            self.schemas.has_ended = true;
            let detail = "the schemas are too intertwined to be compared to their end".to_owned();
            return self.add(&rules::INCOMPARABLE, detail);
        }
        if self.schemas.depth == DEPTH {
            // the two may be one here and refer to what is not
            return self.add(&rules::INCOMPARABLE, format!("schemas are compared to a depth of {DEPTH}"));
        }
        self.schemas.depth += 1;
        let before = self.changes.len();
        self.by_kind(direction, both);
        self.schemas.depth -= 1;
        let in_place = |schema: Option<&Json>| schema.and_then(Json::as_object).is_some_and(|it| refers(it).is_none());
        // the same by other words
        if self.changes.len() == before && !(in_place(both.0) && in_place(both.1)) {
            self.any(&rules::OTHER, both);
        }
    }

    fn by_kind(&mut self, direction: Direction, both: Both<'a>) {
        match (kind(both.0), kind(both.1)) {
            (Kind::Nothing, Kind::Nothing) => {}
            (Kind::Anything, Kind::Anything) => {}
            (Kind::Nothing, Kind::Anything | Kind::Object(_)) => self.grade(direction, false, &became(both)),
            (Kind::Anything | Kind::Object(_), Kind::Nothing) => self.grade(direction, true, &became(both)),
            (Kind::Other, _) | (_, Kind::Other) => self.any(&rules::INCOMPARABLE, both),
            (old, new) => {
                let object = |kind| if let Kind::Object(object) = kind { Some(object) } else { None };
                let (old, new) = (object(old), object(new));
                match (old.and_then(refers), new.and_then(refers)) {
                    (None, None) => self.keywords(direction, old, new),
                    references => self.references(direction, both, (old, new), references),
                }
            }
        }
    }

    /// Schemas of which one or both refer to another one.
    fn references(
        &mut self,
        direction: Direction,
        both: Both<'a>,
        (old, new): (Option<&'a Object>, Option<&'a Object>),
        references: (Option<&'a str>, Option<&'a str>),
    ) {
        let alone = |schema: Option<&Object>| schema.into_iter().flatten().all(|member| is_annotation(member.name()));
        let Some(roots) = self.roots.clone() else { return };
        let (before, now) = (
            references.0.and_then(|reference| target(roots.old, reference)),
            references.1.and_then(|reference| target(roots.new, reference)),
        );
        match references {
            (Some(old_name), Some(new_name)) => {
                match (before, now) {
                    (Some(before), Some(now)) => self.targets(direction, (before, now), &roots),
                    // one that leads elsewhere is what it is called
                    _ if old_name == new_name && before.is_none() && now.is_none() => {}
                    _ => self.any(&rules::INCOMPARABLE, both),
                }
                self.keywords(direction, old, new);
            }
            // the same schema, written in place or elsewhere
            (Some(_), None) if alone(old) && before.is_some() => self.subschema(direction, (before, both.1)),
            (None, Some(_)) if alone(new) && now.is_some() => self.subschema(direction, (both.0, now)),
            _ => self.any(&rules::INCOMPARABLE, both),
        }
    }

    /// What two references lead to, once.
    fn targets(&mut self, direction: Direction, (before, now): (&'a Json, &'a Json), roots: &Roots<'a>) {
        let address = |json: &Json| ptr::from_ref(json).addr();
        let is_input = direction == Direction::Input;
        let pair = (address(before), address(now), is_input, self.schemas.strict > 0);
        if !self.schemas.seen.insert(pair) {
            return;
        }
        // the pointer leads to where the schema stands
        let place = roots.new.and_then(|root| pointer::pointer_within(root, now.offset(), 512));
        let here = match place {
            Some(place) if roots.pointer.len() <= 512 => self.path.replaced(format!("{}{place}", roots.pointer)),
            _ => self.path.to_pointer(),
        };
        self.subschema(direction, (Some(before), Some(now)));
        self.path.replaced(here);
    }

    /// A change after which less passes, or more.
    fn grade(&mut self, direction: Direction, is_less: bool, detail: &str) {
        let rule = match (direction, is_less) {
            _ if self.schemas.strict > 0 => &rules::INCOMPARABLE,
            (Direction::Input, true) => &rules::INPUT_NARROWED,
            (Direction::Input, false) => &rules::INPUT_WIDENED,
            (Direction::Output, true) => &rules::OUTPUT_NARROWED,
            (Direction::Output, false) => &rules::OUTPUT_WIDENED,
        };
        self.add(rule, detail.to_owned());
    }
}

fn refers(schema: &Object) -> Option<&str> {
    schema.get("$ref").and_then(Json::as_str)
}

/// What beside a reference changes nothing of what passes.
fn is_annotation(name: &str) -> bool {
    matches!(name, "$ref" | "$defs" | "definitions" | "description" | "title" | "examples" | "$comment" | "default")
}

/// What a reference within the document leads to, through others that say nothing else.
fn target<'a>(root: Option<&'a Json>, reference: &str) -> Option<&'a Json> {
    let mut found = within(root?, reference)?;
    for _ in 0..HOPS {
        match found.as_object() {
            Some(object) if object.len() == 1 => match refers(object) {
                Some(next) => found = within(root?, next)?,
                None => return Some(found),
            },
            _ => return Some(found),
        }
    }
    None
}

fn within<'a>(root: &'a Json, reference: &str) -> Option<&'a Json> {
    let fragment = reference.strip_prefix('#')?;
    // no name here needs escapes of URLs; one that has them leads nowhere that is known
    pointer::lookup(root, fragment)
}
