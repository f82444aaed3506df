//! The index of agent skills, `/.well-known/agent-skills/index.json`.
//!
//! [`artifacts`] lists the artifacts of an index, and [`Artifact::compare`] compares the digest with fetched bytes.

mod artifact;
mod check;
mod model;
pub mod rules;

pub use artifact::{Artifact, artifacts};
pub use model::{IndexedSkill, SkillsIndex, SkillsIndexVersion};

use adp_cards::a2a_card::{has_members_of_cards, is_skills_index};
use adp_tools::lenient_members::{digest_of, list, objects, parts};
use agent_description::{
    Document,
    format::{self, Format, LinkTarget, LinkedUrl, MatchConfidence, Summary, WellKnown},
    json::{Json, Object},
};

/// The format skills index.
pub const SKILLS_INDEX: &Format = &Format {
    name: "skills-index",
    title: "an index of agent skills",
    // tools that write YAML front matter also write the index in YAML
    yaml_member: Some("skills"),
    file_names: &["agent-skills/index.json", "skills/index.json"],
    media_type: Some("application/agent-skills+json"),
    well_known: &[WellKnown::new("/.well-known/agent-skills/index.json", "the skills index")],
    rules: rules::RULES,
    linked_rules: rules::FOLLOWED,
    members: Some(&check::INDEX),
    match_confidence,
    profile: |document| {
        let version = SkillsIndexVersion::from_root(document.root()).map_or("unknown", SkillsIndexVersion::as_str);
        Some(format!("skills-index/{version}"))
    },
    check: check::check,
    parts: |root| parts(list(root, "skills"), "files"),
    model: Some(|document, _| Ok(SkillsIndex::read(document).to_model_json())),
    summary,
    links,
    ..Format::DEFAULT
};

fn match_confidence(root: &Object) -> MatchConfidence {
    match root.get("skills").is_some_and(|skills| skills.as_array().is_some()) {
        _ if is_skills_index(root) => MatchConfidence::Certain,
        true if !has_members_of_cards(root) && !root.contains("name") => MatchConfidence::Lacks(vec!["its `$schema`"]),
        _ => MatchConfidence::Lacks(vec!["its `$schema`", "a list `skills` of files"]),
    }
}

fn summary(document: &Document) -> Summary {
    let skills = SkillsIndex::read(document).skills;
    let skill = |skill: &self::IndexedSkill| {
        format::SkillSummary::new(skill.name.as_ref(), skill.name.as_ref(), skill.description.as_ref())
    };
    Summary { skills: skills.iter().map(skill).collect(), ..Summary::default() }
}

/// The files of the skills.
fn links(root: &Object) -> Vec<LinkedUrl> {
    let skills = objects(root, "skills");
    let url = |skill: &Object| skill.get("url").and_then(Json::as_str).map(str::to_owned);
    let link = |skill| Some(LinkedUrl { digest: digest_of(skill), ..LinkedUrl::to(LinkTarget::File, url(skill)?) });
    skills.filter_map(link).collect()
}
