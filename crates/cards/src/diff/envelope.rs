//! What the members of a message's envelope mean.

use super::{
    meaning::{Meaning, Spelling, Table},
    rules,
};

/// An envelope.
pub(super) static TABLE: Table = exact(&[
    ("version", Meaning::Protocol(None)),
    ("source", Meaning::Object(&SOURCE)),
    ("target", Meaning::Object(&TARGET)),
    ("message", Meaning::Object(&MESSAGE)),
    ("payload", Meaning::Object(&PAYLOAD)),
    ("security", Meaning::Any(&rules::SIGNATURE)),
]);

static SOURCE: Table =
    exact(&[("agentId", Meaning::Any(&rules::IDENTITY)), ("agentType", Meaning::Any(&rules::IDENTITY))]);

static TARGET: Table = Table { members: &[], rest: &rules::ENDPOINT, spelling: Spelling::Exact };

static MESSAGE: Table = exact(&[("type", Meaning::Protocol(None)), ("subType", Meaning::Any(&rules::PROTOCOL))]);

/// What it asks or answers: the rest, agents read.
static PAYLOAD: Table = Table {
    members: &[("action", Meaning::Any(&rules::PROTOCOL)), ("status", Meaning::Any(&rules::PROTOCOL))],
    rest: &rules::TEXT,
    spelling: Spelling::Exact,
};

const fn exact(members: &'static [(&'static str, Meaning)]) -> Table {
    Table { members, rest: &rules::OTHER, spelling: Spelling::Exact }
}
