//! The typed model of a skills index.

use super::Version;
use crate::{
    members::other,
    model::{Part, model},
};
use agent_description::{
    Document,
    json::{Json, Object, Text},
};

model! {
    /// An unverified index of agent skills.
    pub struct SkillsIndex {
        /// The version; `None` if the index names an unknown one.
        version: Option<Version> as "version" => |root| Version::from_root(root),
        /// The skills, in order.
        skills: Vec<Skill> = "skills",
        /// Other members, unchanged.
        other: Object as "other" => |root| other(root, &["$schema", "skills"]),
    }

    /// A skill: instructions for agents.
    pub struct Skill {
        /// Name of the skill.
        name: Option<Text> = "name",
        /// `skill-md` or `archive`.
        kind: Option<Text> = "type",
        /// Description.
        description: Option<Text> = "description",
        /// URL, possibly relative to the index.
        url: Option<Text> = "url",
        /// Digest of the file: `sha256:` and hexadecimal digits.
        digest: Option<Text> = "digest",
        /// Paths of its files (0.1.0).
        files: Vec<Text> = "files",
        /// Other members, unchanged.
        other: Object as "other" => |skill| other(skill, Self::MEMBERS),
    }
}

impl SkillsIndex {
    /// Reads an index leniently; [`SKILLS_INDEX`](super::SKILLS_INDEX) reports what is wrong.
    #[must_use]
    pub fn read(document: &Document) -> Self {
        Self::from_object(document.root())
    }
}

impl Part for Version {
    fn from_json(json: &Json) -> Option<Self> {
        json.as_str().and_then(Self::from_name)
    }

    fn to_json(&self) -> Json {
        self.as_str().into()
    }
}
