//! The fields of the search language.

use agent_description::diagnostic::closest;
use std::fmt;

/// Declares the fields in one table, in documentation order.
macro_rules! fields {
    ($($(#[$doc:meta])* $variant:ident = $name:literal;)*) => {
        /// A field of an entry.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Field {
            $($(#[$doc])* $variant,)*
        }

        impl Field {
            /// All fields.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name in the search language.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

fields! {
    /// The entry's identifier, and the agent identifier in the document.
    AgentId = "agentId";
    /// The document's name; for MCP servers the technical name.
    Name = "name";
    /// The display name, or else the name.
    DisplayName = "displayName";
    /// The description of the agent or server.
    Description = "description";
    /// All texts of all skills.
    Skills = "skills";
    /// The IDs of skills.
    SkillsId = "skills.id";
    /// The names of skills.
    SkillsName = "skills.name";
    /// The descriptions of skills.
    SkillsDescription = "skills.description";
    /// The tags of skills.
    SkillsTags = "skills.tags";
    /// The example prompts of skills.
    SkillsExamples = "skills.examples";
    /// All texts of all tools.
    Tools = "tools";
    /// The names of tools.
    ToolsName = "tools.name";
    /// The descriptions of tools.
    ToolsDescription = "tools.description";
    /// The names and descriptions of products.
    Products = "products";
    /// `true` for verified documents, otherwise `false`.
    Verified = "verified";
    /// The document's format, with and without version: `a2a-card`, `a2a-card/1.0`.
    Format = "format";
    /// The DID that signed the document, and the DID that it names as its agent's.
    Did = "did";
    /// The host of the entry's identifier.
    Host = "host";
}

impl Field {
    /// The field with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|field| field.name() == name)
    }

    /// The field with the most similar name, if any is similar.
    #[must_use]
    pub fn nearest(name: &str) -> Option<Self> {
        closest(name, Self::ALL.iter().map(|field| field.name())).and_then(Self::from_name)
    }

    /// The fields that a search of this field reads: itself, or all parts of skills or tools.
    #[must_use]
    pub const fn parts(self) -> &'static [Self] {
        match self {
            Self::Skills => {
                &[Self::SkillsId, Self::SkillsName, Self::SkillsDescription, Self::SkillsTags, Self::SkillsExamples]
            }
            Self::Tools => &[Self::ToolsName, Self::ToolsDescription],
            Self::AgentId => &[Self::AgentId],
            Self::Name => &[Self::Name],
            Self::DisplayName => &[Self::DisplayName],
            Self::Description => &[Self::Description],
            Self::SkillsId => &[Self::SkillsId],
            Self::SkillsName => &[Self::SkillsName],
            Self::SkillsDescription => &[Self::SkillsDescription],
            Self::SkillsTags => &[Self::SkillsTags],
            Self::SkillsExamples => &[Self::SkillsExamples],
            Self::ToolsName => &[Self::ToolsName],
            Self::ToolsDescription => &[Self::ToolsDescription],
            Self::Products => &[Self::Products],
            Self::Verified => &[Self::Verified],
            Self::Format => &[Self::Format],
            Self::Did => &[Self::Did],
            Self::Host => &[Self::Host],
        }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
