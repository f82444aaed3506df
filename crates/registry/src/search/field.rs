//! The fields of the search language.

use agent_description::diagnostic::closest;

agent_description::words! {
    /// A field of an entry. The order is that of the documentation.
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum SearchField {
        /// The entry's identifier, and the agent identifier in the document.
        AgentId = "agentId",
        /// The document's name; for MCP servers the technical name.
        Name = "name",
        /// The display name, or else the name.
        DisplayName = "displayName",
        /// The description of the agent or server.
        Description = "description",
        /// All texts of all skills.
        Skills = "skills",
        /// The IDs of skills.
        SkillsId = "skills.id",
        /// The names of skills.
        SkillsName = "skills.name",
        /// The descriptions of skills.
        SkillsDescription = "skills.description",
        /// The tags of skills.
        SkillsTags = "skills.tags",
        /// The example prompts of skills.
        SkillsExamples = "skills.examples",
        /// All texts of all tools.
        Tools = "tools",
        /// The names of tools.
        ToolsName = "tools.name",
        /// The descriptions of tools.
        ToolsDescription = "tools.description",
        /// The names and descriptions of products.
        Products = "products",
        /// `true` for verified documents, otherwise `false`.
        Verified = "verified",
        /// The document's format, with and without version: `a2a-card`, `a2a-card/1.0`.
        Format = "format",
        /// The DID that signed the document, and the DID that it names as its agent's.
        Did = "did",
        /// The host of the entry's identifier.
        Host = "host",
    }
}

impl SearchField {
    /// The field with the most similar name, if any is similar.
    #[must_use]
    pub fn nearest(name: &str) -> Option<Self> {
        closest(name, Self::ALL.iter().map(|field| field.as_str())).and_then(Self::from_name)
    }

    /// The fields that a search of this field reads: itself, or all parts of skills or tools.
    #[must_use]
    pub fn parts(self) -> &'static [Self] {
        match self {
            Self::Skills => {
                &[Self::SkillsId, Self::SkillsName, Self::SkillsDescription, Self::SkillsTags, Self::SkillsExamples]
            }
            Self::Tools => &[Self::ToolsName, Self::ToolsDescription],
            _ => Self::ALL.get(self as usize..=self as usize).unwrap_or_default(),
        }
    }
}
