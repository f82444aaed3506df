//! The versions of a skills index, and its typed model.

use adp_tools::{lenient_members::other, model, typed_model::ModelPart};
use agent_description::json::{Json, Object, Text};

agent_description::words! {
    /// A version of the skills index.
    pub enum SkillsIndexVersion {
        /// The first draft: files without digests. An index without `$schema` has this version.
        V0_1_0 = "0.1.0",
        /// One artifact per skill, with its digest.
        V0_2_0 = "0.2.0",
    }
}

/// The `$schema` of 0.2.0. It is only compared, never fetched.
pub(super) const SCHEMA: &str = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

impl SkillsIndexVersion {
    /// The version of an index (section "Versioning"); `None` if it is unknown.
    #[must_use]
    pub fn from_root(root: &Object) -> Option<Self> {
        match root.get("$schema") {
            None => Some(Self::V0_1_0),
            Some(schema) => (schema.as_str() == Some(SCHEMA)).then_some(Self::V0_2_0),
        }
    }
}

model! {
    /// An unverified index of agent skills.
    pub struct SkillsIndex {
        /// The version; `None` if the index names an unknown one.
        version: Option<SkillsIndexVersion> as "version" => SkillsIndexVersion::from_root,
        /// The skills, in order.
        skills: Vec<IndexedSkill> = "skills",
        /// Other members, unchanged.
        other: Object as "other" => |root| other(root, &["$schema", "skills"]),
    }

    /// A skill: instructions for agents.
    pub struct IndexedSkill {
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

impl ModelPart for SkillsIndexVersion {
    fn from_json(json: &Json) -> Option<Self> {
        json.as_str().and_then(Self::from_name)
    }

    fn to_json(&self) -> Json {
        self.as_str().into()
    }
}
