//! What the members of a message's envelope mean.

use agent_description::diagnostic::{
    change as rules,
    members::{Field, Meaning, Table},
};

/// An envelope.
pub(super) static TABLE: Table = Table::compared(&[
    Field::any("version", Meaning::Protocol(None)),
    Field::inside("source", &SOURCE),
    Field::inside("target", &TARGET),
    Field::inside("message", &MESSAGE),
    Field::inside("payload", &PAYLOAD),
    Field::any("security", Meaning::Any(&rules::SIGNATURE)),
]);

static SOURCE: Table = Table::compared(&[
    Field::any("agentId", Meaning::Any(&rules::IDENTITY)),
    Field::any("agentType", Meaning::Any(&rules::IDENTITY)),
]);

static TARGET: Table = Table::compared(&[]).rest(&rules::ENDPOINT);

static MESSAGE: Table = Table::compared(&[
    Field::any("type", Meaning::Protocol(None)),
    Field::any("subType", Meaning::Any(&rules::PROTOCOL)),
]);

/// What it asks or answers: the rest, agents read.
static PAYLOAD: Table = Table::compared(&[
    Field::any("action", Meaning::Any(&rules::PROTOCOL)),
    Field::any("status", Meaning::Any(&rules::PROTOCOL)),
])
.rest(&rules::TEXT);
