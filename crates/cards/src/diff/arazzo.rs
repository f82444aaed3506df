//! What the members of an Arazzo document mean.

use agent_description::diagnostic::{
    change as rules,
    members::{Direction, Field, Items, Meaning, Shape, Table},
};

/// An Arazzo document; references in it begin at its root.
pub(super) static TABLE: Table = Table::compared(&[
    Field::any("arazzo", Meaning::Protocol(None)),
    Field::inside("info", &INFO),
    Field::optional("sourceDescriptions", Shape::List(&Shape::Of(&SOURCE)))
        .means(Meaning::Items(&Items::endpoints("the source description", &["name"]))),
    Field::optional("workflows", Shape::List(&Shape::Of(&WORKFLOW)))
        .means(Meaning::Items(&Items::of("the workflow", &["workflowId"]))),
    Field::inside("components", &COMPONENTS),
])
.root();

static INFO: Table = Table::compared(&[
    Field::any("title", Meaning::Text),
    Field::any("summary", Meaning::Text),
    Field::any("description", Meaning::Text),
]);

static SOURCE: Table =
    Table::compared(&[Field::any("url", Meaning::Endpoint), Field::any("type", Meaning::Any(&rules::PROTOCOL))]);

static WORKFLOW: Table = Table::compared(&[
    Field::any("summary", Meaning::Text),
    Field::any("description", Meaning::Text),
    Field::any("inputs", Meaning::Schema(Direction::Input)),
    Field::optional("steps", Shape::List(&Shape::Of(&STEP)))
        .means(Meaning::Items(&Items::steps("the step", &["stepId"]))),
])
.rest(&rules::STEPS);

static STEP: Table = Table::compared(&[Field::any("description", Meaning::Text)]).rest(&rules::STEPS);

/// Inputs are compared where they are used.
static COMPONENTS: Table = Table::compared(&[Field::any("inputs", Meaning::Definitions)]).rest(&rules::STEPS);
