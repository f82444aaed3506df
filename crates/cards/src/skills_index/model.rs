//! What an index of skills says.

use super::Version;
use crate::members::{objects, other, text, text_array, texts};
use agent_description::{
    Document,
    json::{Json, Object, Text},
};

/// The skills that a site offers to agents, unverified.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SkillsIndex {
    /// The version that the index names; `None` where it names another one.
    pub version: Option<Version>,
    /// The skills, in their order.
    pub skills: Vec<Skill>,
    /// The other members, as they are.
    pub other: Object,
}

/// A skill: instructions that an agent can load.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Skill {
    /// Its name.
    pub name: Option<Text>,
    /// `skill-md` or `archive`.
    pub kind: Option<Text>,
    /// What it is for.
    pub description: Option<Text>,
    /// Where it is, perhaps relative to the index.
    pub url: Option<Text>,
    /// The digest of its bytes: `sha256:` and hexadecimal digits.
    pub digest: Option<Text>,
    /// The paths of its files (0.1.0).
    pub files: Vec<Text>,
    /// The other members, as they are.
    pub other: Object,
}

impl SkillsIndex {
    /// Reads an index as far as it can be read; [`SKILLS_INDEX`](super::SKILLS_INDEX) tells what is wrong with it.
    #[must_use]
    pub fn read(document: &Document) -> Self {
        let root = document.root();
        Self {
            version: Version::from_root(root),
            skills: objects(root, "skills").map(Skill::read).collect(),
            other: other(root, &["$schema", "skills"]),
        }
    }

    /// The index as JSON, every member always there.
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
