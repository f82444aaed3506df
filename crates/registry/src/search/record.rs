//! The searchable content of an entry, independent of its format.

use super::{SearchField, language_of};
use crate::Identifier;
use adp_catalogs::ai_catalog::media_type_of;
use agent_description::{
    Document, Timestamp,
    format::{Format, SkillSummary, Summary, ToolSummary},
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
    pub fn new(known: EntryMetadata<'_>, format: &Format, profile: &str) -> Self {
        Self {
            id: known.id.as_str().to_owned(),
            host: known.id.host().to_owned(),
            format: format.name.to_owned(),
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
    pub fn read(known: EntryMetadata<'_>, format: &Format, document: &Document) -> Self {
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
    pub fn values(&self, field: SearchField) -> Vec<&str> {
        let Summary { name, display_name, description, agent_ids, dids, skills, tools, products, .. } = &self.texts;
        let of_skills =
            |of: fn(&SkillSummary) -> Option<&String>| skills.iter().filter_map(of).map(String::as_str).collect();
        let lists =
            |of: fn(&SkillSummary) -> &Vec<String>| skills.iter().flat_map(of).map(String::as_str).collect::<Vec<_>>();
        let of_tools =
            |of: fn(&ToolSummary) -> Option<&String>| tools.iter().filter_map(of).map(String::as_str).collect();
        match field {
            SearchField::AgentId => [&self.id].into_iter().chain(agent_ids).map(String::as_str).collect(),
            SearchField::Name => name.as_deref().into_iter().collect(),
            SearchField::DisplayName => display_name.as_deref().or(name.as_deref()).into_iter().collect(),
            SearchField::Description => description.as_deref().into_iter().collect(),
            SearchField::Skills | SearchField::Tools => {
                field.parts().iter().flat_map(|part| self.values(*part)).collect()
            }
            SearchField::SkillsId => of_skills(|skill| skill.id.as_ref()),
            SearchField::SkillsName => of_skills(|skill| skill.name.as_ref()),
            SearchField::SkillsDescription => of_skills(|skill| skill.description.as_ref()),
            SearchField::SkillsTags => lists(|skill| &skill.tags),
            SearchField::SkillsExamples => lists(|skill| &skill.examples),
            SearchField::ToolsName => of_tools(|tool| tool.name.as_ref()),
            SearchField::ToolsDescription => of_tools(|tool| tool.description.as_ref()),
            SearchField::Products => products.iter().map(String::as_str).collect(),
            SearchField::Verified => vec![if self.verified { "true" } else { "false" }],
            SearchField::Format if self.profile == self.format => vec![&self.format],
            SearchField::Format => vec![&self.format, &self.profile],
            SearchField::Did => dids.iter().map(String::as_str).collect(),
            SearchField::Host => vec![&self.host],
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
