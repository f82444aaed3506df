//! The index of agent skills, `/.well-known/agent-skills/index.json`.
//!
//! [`artifacts`] lists what an index names, and [`Artifact::compare`] compares its digest with bytes that the caller fetched.

mod artifact;
mod check;
mod model;
mod rule_examples;
pub mod rules;
mod version;

pub use artifact::{Artifact, DigestMismatch, artifacts};
pub use model::{Skill, SkillsIndex};
pub use version::Version;

use crate::{
    card_format::bounded,
    members::{list, parts},
};
use agent_description::{
    Document, Fault, Limits, ReadLimits,
    diagnostic::{Catalogue, CheckReport},
    format::{Format, Likeness, Options},
    json::{Json, Object},
};

/// Indexes of agent skills.
pub const SKILLS_INDEX: &dyn Format = &OfSkills;

/// Where an index stands on its host.
pub const WELL_KNOWN: &str = "/.well-known/agent-skills/index.json";

#[derive(Debug)]
struct OfSkills;

impl Format for OfSkills {
    fn name(&self) -> &'static str {
        "skills-index"
    }

    fn title(&self) -> &'static str {
        "an index of agent skills"
    }

    /// 1 MiB, as for descriptions.
    fn read_limits(&self, _: &Limits) -> ReadLimits {
        ReadLimits::new(1 << 20)
    }

    /// Tools that write front matter in YAML write the index likewise.
    fn yaml_member(&self) -> Option<&'static str> {
        Some("skills")
    }

    /// By its `$schema`; without one, by a list of skills whose first has a place or files, and not the modes of a card.
    fn likeness(&self, root: &Object) -> Likeness {
        let schema = root.get("$schema").and_then(Json::as_str).unwrap_or_default();
        let skills = root.get("skills").and_then(Json::as_array);
        if schema.starts_with("https://schemas.agentskills.io/") {
            return Likeness::Certain;
        }
        let is_card = ["name", "capabilities", "defaultInputModes", "supportedInterfaces", "url"];
        let first = skills.and_then(<[Json]>::first).and_then(Json::as_object);
        let is_skill = |skill: &Object| ["digest", "sha256", "files", "url"].iter().any(|name| skill.contains(name));
        match (skills.is_some(), is_card.iter().any(|name| root.contains(name))) {
            (true, false) if first.is_some_and(is_skill) => Likeness::Certain,
            (true, false) => Likeness::Lacks(vec!["its `$schema`"]),
            _ => Likeness::Lacks(vec!["its `$schema`", "a list `skills` of files"]),
        }
    }

    /// `skills-index/0.2.0`; `skills-index/unknown` where the index names another version.
    fn profile(&self, document: &Document) -> String {
        format!("{}/{}", self.name(), Version::of(document.root()).map_or("unknown", Version::as_str))
    }

    fn catalogue(&self) -> Catalogue {
        rules::CATALOGUE
    }

    fn check(&self, document: &Document, options: &Options) -> CheckReport {
        check::check(document, options)
    }

    fn show(&self, document: &Document, _: &Options) -> Result<Json, Box<dyn Fault>> {
        bounded(parts(list(document.root(), "skills"), "files"))?;
        Ok(SkillsIndex::read(document).to_model_json())
    }
}
