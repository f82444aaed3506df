//! The index of agent skills, `/.well-known/agent-skills/index.json`.
//!
//! [`artifacts`] lists the artifacts of an index, and [`Artifact::compare`] compares the digest with fetched bytes.

mod artifact;
mod check;
mod model;
pub mod rules;

pub use artifact::{Artifact, artifacts};
pub use model::{Skill, SkillsIndex, Version};

use crate::{
    card_format::bounded,
    members::{list, objects, parts},
};
use agent_description::{
    CodedError, Document,
    diagnostic::{CheckReport, Rule, members::Table},
    format::{self, Format, Link, LinkTarget, MatchConfidence, Options, Summary, WellKnown},
    json::{Json, Object},
};

/// The format skills index.
pub const SKILLS_INDEX: &dyn Format = &OfSkills;

/// Whether an object is an index: by `$schema`, or by a list of skills whose first one has a digest, files or a
/// location, and no members of cards.
pub(crate) fn is_index(root: &Object) -> bool {
    let schema = root.get("$schema").and_then(Json::as_str).unwrap_or_default();
    if schema.starts_with("https://schemas.agentskills.io/") {
        return true;
    }
    let first = list(root, "skills").first().and_then(Json::as_object);
    let is_skill = |skill: &Object| ["digest", "sha256", "files", "url"].iter().any(|name| skill.contains(name));
    !has_members_of_cards(root) && first.is_some_and(is_skill)
}

/// Whether an object has members of cards other than `skills` and `url`.
fn has_members_of_cards(root: &Object) -> bool {
    ["name", "capabilities", "defaultInputModes", "defaultOutputModes", "supportedInterfaces", "protocolVersion"]
        .iter()
        .any(|name| root.contains(name))
}

#[derive(Debug)]
struct OfSkills;

impl Format for OfSkills {
    fn name(&self) -> &'static str {
        "skills-index"
    }

    fn title(&self) -> &'static str {
        "an index of agent skills"
    }

    /// tools that write YAML front matter also write the index in YAML
    fn yaml_member(&self) -> Option<&'static str> {
        Some("skills")
    }

    fn match_confidence(&self, root: &Object) -> MatchConfidence {
        match root.get("skills").is_some_and(|skills| skills.as_array().is_some()) {
            _ if is_index(root) => MatchConfidence::Certain,
            true if !has_members_of_cards(root) => MatchConfidence::Lacks(vec!["its `$schema`"]),
            _ => MatchConfidence::Lacks(vec!["its `$schema`", "a list `skills` of files"]),
        }
    }

    /// The profile, such as `skills-index/0.2.0`; `skills-index/unknown` for unknown versions.
    fn profile(&self, document: &Document) -> String {
        format!("{}/{}", self.name(), Version::from_root(document.root()).map_or("unknown", Version::as_str))
    }

    fn file_names(&self) -> &'static [&'static str] {
        &["agent-skills/index.json", "skills/index.json"]
    }

    fn media_type(&self) -> Option<&'static str> {
        Some("application/agent-skills+json")
    }

    fn well_known(&self) -> &'static [WellKnown] {
        const { &[WellKnown::new("/.well-known/agent-skills/index.json", "the skills index")] }
    }

    fn rules(&self) -> &'static [&'static Rule] {
        rules::RULES
    }

    fn members(&self) -> Option<&'static Table> {
        Some(&check::INDEX)
    }

    fn linked_rules(&self) -> &'static [&'static Rule] {
        rules::FOLLOWED
    }

    fn summary(&self, document: &Document) -> Summary {
        let skills = SkillsIndex::read(document).skills;
        let skill = |skill: &self::Skill| {
            format::Skill::new(skill.name.as_ref(), skill.name.as_ref(), skill.description.as_ref())
        };
        Summary { skills: skills.iter().map(skill).collect(), ..Summary::default() }
    }

    /// The files of the skills.
    fn links(&self, document: &Document) -> Vec<Link> {
        let skills = objects(document.root(), "skills");
        let url = |skill: &Object| skill.get("url").and_then(Json::as_str).map(str::to_owned);
        let link = |skill| Some(Link::to(LinkTarget::File, url(skill)?).with_digest(skill.get("digest")));
        skills.filter_map(link).collect()
    }

    fn check(&self, document: &Document, options: &Options) -> CheckReport {
        check::check(document, options)
    }

    fn show(&self, document: &Document, _: &Options) -> Result<Json, Box<dyn CodedError>> {
        bounded(parts(list(document.root(), "skills"), "files"))?;
        Ok(SkillsIndex::read(document).to_model_json())
    }
}
