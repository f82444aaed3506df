//! What the members of an Arazzo document mean.

use super::{
    meaning::{Direction, Items, Meaning, Spelling, Table},
    rules,
};

/// An Arazzo document; references in it begin at its root.
pub(super) static TABLE: Table = exact(&[
    ("arazzo", Meaning::Protocol(None)),
    ("info", Meaning::Object(&INFO)),
    ("sourceDescriptions", Meaning::Items(&Items::endpoints("the source description", &["name"], &SOURCE))),
    ("workflows", Meaning::Items(&Items::of("the workflow", &["workflowId"], &WORKFLOW))),
    ("components", Meaning::Object(&COMPONENTS)),
]);

static INFO: Table = exact(&[("title", Meaning::Text), ("summary", Meaning::Text), ("description", Meaning::Text)]);

static SOURCE: Table = exact(&[("url", Meaning::Endpoint), ("type", Meaning::Any(&rules::PROTOCOL))]);

static WORKFLOW: Table = Table {
    members: &[
        ("summary", Meaning::Text),
        ("description", Meaning::Text),
        ("inputs", Meaning::Schema(Direction::Input)),
        ("steps", Meaning::Items(&Items::steps("the step", &["stepId"], &STEP))),
    ],
    rest: &rules::STEPS,
    spelling: Spelling::Exact,
};

static STEP: Table =
    Table { members: &[("description", Meaning::Text)], rest: &rules::STEPS, spelling: Spelling::Exact };

/// Inputs are compared where they are used.
static COMPONENTS: Table =
    Table { members: &[("inputs", Meaning::Definitions)], rest: &rules::STEPS, spelling: Spelling::Exact };

const fn exact(members: &'static [(&'static str, Meaning)]) -> Table {
    Table { members, rest: &rules::OTHER, spelling: Spelling::Exact }
}
