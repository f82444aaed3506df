//! The index of agent skills, `/.well-known/agent-skills/index.json`.

mod model;
mod version;

pub use model::{Skill, SkillsIndex};
pub use version::Version;
