//! The typed model of a skills index.

use super::Version;
use crate::members::{objects, other, text, text_array, texts};
use agent_description::{
    Document,
    json::{Json, Object, Text},
};

/// An unverified index of agent skills.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SkillsIndex {
    /// The version; `None` if the index names an unknown one.
    pub version: Option<Version>,
    /// The skills, in order.
    pub skills: Vec<Skill>,
    /// Other members, unchanged.
    pub other: Object,
}

/// A skill: instructions for agents.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Skill {
    /// Name of the skill.
    pub name: Option<Text>,
    /// `skill-md` or `archive`.
    pub kind: Option<Text>,
    /// Description.
    pub description: Option<Text>,
    /// URL, possibly relative to the index.
    pub url: Option<Text>,
    /// Digest of the file: `sha256:` and hexadecimal digits.
    pub digest: Option<Text>,
    /// Paths of its files (0.1.0).
    pub files: Vec<Text>,
    /// Other members, unchanged.
    pub other: Object,
}

impl SkillsIndex {
    /// Reads an index leniently; [`SKILLS_INDEX`](super::SKILLS_INDEX) reports what is wrong.
    #[must_use]
    pub fn read(document: &Document) -> Self {
        let root = document.root();
        Self {
            version: Version::from_root(root),
            skills: objects(root, "skills").map(Skill::read).collect(),
            other: other(root, &["$schema", "skills"]),
        }
    }

    /// The model as JSON. All members are present.
    #[must_use]
    pub fn to_model_json(&self) -> Json {
        let mut object = Object::with_capacity(3);
        object.insert("version", self.version.map(|version| Text::from_static(version.as_str())));
        object.insert("skills", self.skills.iter().map(Skill::to_json).collect::<Vec<_>>());
        object.insert("other", self.other.clone());
        object.into()
    }
}

impl Skill {
    fn read(skill: &Object) -> Self {
        Self {
            name: text(skill, "name"),
            kind: text(skill, "type"),
            description: text(skill, "description"),
            url: text(skill, "url"),
            digest: text(skill, "digest"),
            files: texts(skill, "files"),
            other: other(skill, &["name", "type", "description", "url", "digest", "files"]),
        }
    }

    fn to_json(&self) -> Json {
        let mut object = Object::with_capacity(7);
        object.insert("name", self.name.clone());
        object.insert("type", self.kind.clone());
        object.insert("description", self.description.clone());
        object.insert("url", self.url.clone());
        object.insert("digest", self.digest.clone());
        object.insert("files", text_array(&self.files));
        object.insert("other", self.other.clone());
        object.into()
    }
}
