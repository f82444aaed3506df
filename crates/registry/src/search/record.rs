//! The searchable content of an entry, independent of its format.

use super::{Field, language_of};
use crate::Identifier;
use adp_catalogs::ai_catalog::media_type_of;
use agent_description::{
    Document, Timestamp,
    format::{Format, Skill, Summary, Tool},
};

/// Maximum length of an indexed text, in bytes; the rest is ignored.
pub const MAX_INDEXED_BYTES: usize = 16 * 1024;

/// The searchable content of a checked document.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Record {
    /// Identifier of the entry, `urn:air:HOST:…`, unique in a registry.
    pub id: String,
    /// Host of the identifier.
    pub host: String,
    /// Name of the format, such as `a2a-card`.
    pub format: String,
    /// Format with version, if it has one: `a2a-card/1.0`.
    pub profile: String,
    /// Media type of the format in catalogs.
    pub media_type: &'static str,
    /// Whether the document is verified.
    pub verified: bool,
    /// The content of the document. Its DIDs are the one that signed it, then the one that it names as its agent's. Endpoints
    /// and prices are shown but not searched.
    pub texts: Summary,
    /// Time of the first write.
    pub created: Timestamp,
    /// Time of the last write.
    pub updated: Timestamp,
}

/// The data of an entry besides its document.
#[derive(Clone, Copy, Debug)]
pub struct EntryMetadata<'a> {
    /// Identifier of the entry.
    pub id: &'a Identifier,
    /// DID of the verified signer, if any.
    pub signer: Option<&'a str>,
    /// Time of the first write.
    pub created: Timestamp,
    /// Time of the last write.
    pub updated: Timestamp,
}

impl Record {
    /// A record without texts.
    #[must_use]
    pub fn new(known: EntryMetadata<'_>, format: &dyn Format, profile: &str) -> Self {
        Self {
            id: known.id.as_str().to_owned(),
            host: known.id.host().to_owned(),
            format: format.name().to_owned(),
            profile: profile.to_owned(),
            media_type: media_type_of(format),
            verified: known.signer.is_some(),
            texts: Summary { dids: known.signer.map(str::to_owned).into_iter().collect(), ..Summary::default() },
            created: known.created,
            updated: known.updated,
        }
    }

    /// Reads the record of a document, which should be checked. Omits unreadable parts. A format without searchable
    /// texts has only the identifier, format and DIDs.
    #[must_use]
    pub fn read(known: EntryMetadata<'_>, format: &dyn Format, document: &Document) -> Self {
        let mut record = Self::new(known, format, &format.profile(document));
        record.texts = format.summary(document);
        bound(&mut record.texts);
        record.set_metadata(known);
        record
    }

    /// Sets the data of an entry besides its document. A signer is the first of the DIDs, and each occurs once.
    pub(crate) fn set_metadata(&mut self, known: EntryMetadata<'_>) {
        self.verified = known.signer.is_some();
        (self.created, self.updated) = (known.created, known.updated);
        let named = std::mem::replace(&mut self.texts.dids, known.signer.map(str::to_owned).into_iter().collect());
        for did in named {
            if !self.texts.dids.contains(&did) {
                self.texts.dids.push(did);
            }
        }
    }

    /// The texts of a field; for `skills` and `tools` those of all parts.
    #[must_use]
    pub fn values(&self, field: Field) -> Vec<&str> {
        let Summary { name, display_name, description, agent_ids, dids, skills, tools, products, .. } = &self.texts;
        let of_skills = |of: fn(&Skill) -> Option<&String>| skills.iter().filter_map(of).map(String::as_str).collect();
        let lists = |of: fn(&Skill) -> &Vec<String>| skills.iter().flat_map(of).map(String::as_str).collect::<Vec<_>>();
        let of_tools = |of: fn(&Tool) -> Option<&String>| tools.iter().filter_map(of).map(String::as_str).collect();
        match field {
            Field::AgentId => [&self.id].into_iter().chain(agent_ids).map(String::as_str).collect(),
            Field::Name => name.as_deref().into_iter().collect(),
            Field::DisplayName => display_name.as_deref().or(name.as_deref()).into_iter().collect(),
            Field::Description => description.as_deref().into_iter().collect(),
            Field::Skills | Field::Tools => field.parts().iter().flat_map(|part| self.values(*part)).collect(),
            Field::SkillsId => of_skills(|skill| skill.id.as_ref()),
            Field::SkillsName => of_skills(|skill| skill.name.as_ref()),
            Field::SkillsDescription => of_skills(|skill| skill.description.as_ref()),
            Field::SkillsTags => lists(|skill| &skill.tags),
            Field::SkillsExamples => lists(|skill| &skill.examples),
            Field::ToolsName => of_tools(|tool| tool.name.as_ref()),
            Field::ToolsDescription => of_tools(|tool| tool.description.as_ref()),
            Field::Products => products.iter().map(String::as_str).collect(),
            Field::Verified => vec![if self.verified { "true" } else { "false" }],
            Field::Format if self.profile == self.format => vec![&self.format],
            Field::Format => vec![&self.format, &self.profile],
            Field::Did => dids.iter().map(String::as_str).collect(),
            Field::Host => vec![&self.host],
        }
    }

    /// The display name of the document.
    pub(crate) fn own_title(&self) -> Option<&str> {
        self.texts.display_name.as_deref().or(self.texts.name.as_deref()).filter(|name| !name.trim().is_empty())
    }

    /// The language of name and description, if their script shows it.
    pub(super) fn language(&self) -> Option<&'static str> {
        let texts = [self.own_title(), self.texts.description.as_deref()];
        language_of(&texts.into_iter().flatten().collect::<Vec<_>>().join("\n"))
    }

    /// The agent name that groups documents of a host: the lower-case display name, or else the last part of the
    /// identifier.
    pub(super) fn agent_name(&self) -> String {
        let title = self.own_title().or_else(|| self.id.rsplit(':').next());
        title.unwrap_or_default().trim().to_lowercase()
    }
}

/// Truncates texts to the indexed size.
fn bound(texts: &mut Summary) {
    texts.skills.truncate(Summary::MAX_PARTS);
    texts.tools.truncate(Summary::MAX_PARTS);
    texts.endpoints.truncate(Summary::MAX_PARTS);
    texts.prices.truncate(Summary::MAX_PARTS);
    [&mut texts.products, &mut texts.agent_ids].into_iter().for_each(|list| list.truncate(Summary::MAX_PARTS));
    let own = [&mut texts.name, &mut texts.display_name, &mut texts.description, &mut texts.version];
    own.into_iter().flatten().for_each(shorten);
    texts.dids.iter_mut().chain(&mut texts.agent_ids).chain(&mut texts.products).for_each(shorten);
    for skill in &mut texts.skills {
        skill.tags.truncate(Summary::MAX_PARTS);
        skill.examples.truncate(Summary::MAX_PARTS);
        [&mut skill.id, &mut skill.name, &mut skill.description].into_iter().flatten().for_each(shorten);
        skill.tags.iter_mut().chain(&mut skill.examples).for_each(shorten);
    }
    for tool in &mut texts.tools {
        [&mut tool.name, &mut tool.description].into_iter().flatten().for_each(shorten);
    }
}

fn shorten(text: &mut String) {
    text.truncate(text.floor_char_boundary(MAX_INDEXED_BYTES));
}
