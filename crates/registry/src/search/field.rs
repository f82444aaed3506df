//! The fields that a search can name.

use agent_description::diagnostic::closest;
use std::fmt;

/// Declares the fields: one table of names, in the order of the documentation.
macro_rules! fields {
    ($($(#[$doc:meta])* $variant:ident = $name:literal;)*) => {
        /// A field of an entry that a search can name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Field {
            $($(#[$doc])* $variant,)*
        }

        impl Field {
            /// Every field.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The field's name, as a search writes it.
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
    /// The entry's identifier, and the one that the document gives its agent.
    AgentId = "agentId";
    /// The name that the document gives: for MCP servers the one that programs use.
    Name = "name";
    /// The name for people; the name where there is no other.
    DisplayName = "displayName";
    /// What the agent or server is for.
    Description = "description";
    /// All texts of all skills.
    Skills = "skills";
    /// The ids of skills.
    SkillsId = "skills.id";
    /// The names of skills.
    SkillsName = "skills.name";
    /// What skills do.
    SkillsDescription = "skills.description";
    /// The words that skills are tagged with.
    SkillsTags = "skills.tags";
    /// The prompts that skills answer.
    SkillsExamples = "skills.examples";
    /// All texts of all tools.
    Tools = "tools";
    /// The names of tools.
    ToolsName = "tools.name";
    /// What tools do.
    ToolsDescription = "tools.description";
    /// The names and descriptions of what is sold.
    Products = "products";
    /// `true` where an identity is bound to the document, else `false`.
    Verified = "verified";
    /// The document's format, with and without its version: `a2a-card`, `a2a-card/1.0`.
    Format = "format";
    /// The DID that signed the document, and the one it names as its agent's.
    Did = "did";
    /// The host of the entry's identifier.
    Host = "host";
}

impl Field {
    /// The field of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|field| field.name() == name)
    }

    /// The field whose name is most like this one, where one is like it at all.
    #[must_use]
    pub fn nearest(name: &str) -> Option<Self> {
        closest(name, Self::ALL.iter().map(|field| field.name())).and_then(Self::from_name)
    }

    /// The fields whose texts a search of this one looks at: itself, or all of the skill's or the tool's.
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
