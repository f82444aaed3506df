//! The searchable content of an entry, independent of its format.

use super::{Field, language_of};
use adp_cards::ai_catalog::{AirIdentifier, media_type_of};
use agent_description::{
    Document, Timestamp,
    format::{Endpoint, Format, OfferPrice, Skill, Summary, Tool},
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
    /// The DID that signed it, then the DID that it names as its agent's.
    pub dids: Vec<String>,
    /// Other agent identifiers in the document.
    pub agent_ids: Vec<String>,
    /// Name.
    pub name: Option<String>,
    /// Display name, if different.
    pub display_name: Option<String>,
    /// Description.
    pub description: Option<String>,
    /// Version of the document.
    pub version: Option<String>,
    /// Skills.
    pub skills: Vec<Skill>,
    /// Tools.
    pub tools: Vec<Tool>,
    /// Names and descriptions of products.
    pub products: Vec<String>,
    /// Endpoints, which are shown but not searched.
    pub endpoints: Vec<Endpoint>,
    /// Prices, which are shown but not searched.
    pub prices: Vec<OfferPrice>,
    /// Time of the first write.
    pub created: Timestamp,
    /// Time of the last write.
    pub updated: Timestamp,
}

/// The data of an entry besides its document.
#[derive(Clone, Copy, Debug)]
pub struct EntryMetadata<'a> {
    /// Identifier of the entry.
    pub id: &'a AirIdentifier,
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
            host: known.id.publisher().to_owned(),
            format: format.name().to_owned(),
            profile: profile.to_owned(),
            media_type: media_type_of(format),
            verified: known.signer.is_some(),
            dids: known.signer.map(str::to_owned).into_iter().collect(),
            agent_ids: Vec::new(),
            name: None,
            display_name: None,
            description: None,
            version: None,
            skills: Vec::new(),
            tools: Vec::new(),
            products: Vec::new(),
            endpoints: Vec::new(),
            prices: Vec::new(),
            created: known.created,
            updated: known.updated,
        }
    }

    /// Reads the record of a document, which should be checked. Omits unreadable parts. A format without searchable
    /// texts has only the identifier, format and DIDs.
    #[must_use]
    pub fn read(known: EntryMetadata<'_>, format: &dyn Format, document: &Document) -> Self {
        let mut record = Self::new(known, format, &format.profile(document));
        let Summary {
            name,
            display_name,
            description,
            version,
            agent_ids,
            dids,
            skills,
            tools,
            products,
            endpoints,
            prices,
        } = format.summary(document);
        (record.name, record.display_name, record.description, record.version) =
            (name, display_name, description, version);
        (record.agent_ids, record.skills, record.tools, record.products) = (agent_ids, skills, tools, products);
        (record.endpoints, record.prices) = (endpoints, prices);
        dids.iter().for_each(|did| record.name_did(did));
        record.bound();
        record
    }

    /// The texts of a field; for `skills` and `tools` those of all parts.
    #[must_use]
    pub fn values(&self, field: Field) -> Vec<&str> {
        let skills =
            |of: fn(&Skill) -> Option<&String>| self.skills.iter().filter_map(of).map(String::as_str).collect();
        let listed =
            |of: fn(&Skill) -> &Vec<String>| self.skills.iter().flat_map(of).map(String::as_str).collect::<Vec<_>>();
        let tools = |of: fn(&Tool) -> Option<&String>| self.tools.iter().filter_map(of).map(String::as_str).collect();
        match field {
            Field::AgentId => {
                std::iter::once(self.id.as_str()).chain(self.agent_ids.iter().map(String::as_str)).collect()
            }
            Field::Name => self.name.as_deref().into_iter().collect(),
            Field::DisplayName => self.display_name.as_deref().or(self.name.as_deref()).into_iter().collect(),
            Field::Description => self.description.as_deref().into_iter().collect(),
            Field::Skills | Field::Tools => field.parts().iter().flat_map(|part| self.values(*part)).collect(),
            Field::SkillsId => skills(|skill| skill.id.as_ref()),
            Field::SkillsName => skills(|skill| skill.name.as_ref()),
            Field::SkillsDescription => skills(|skill| skill.description.as_ref()),
            Field::SkillsTags => listed(|skill| &skill.tags),
            Field::SkillsExamples => listed(|skill| &skill.examples),
            Field::ToolsName => tools(|tool| tool.name.as_ref()),
            Field::ToolsDescription => tools(|tool| tool.description.as_ref()),
            Field::Products => self.products.iter().map(String::as_str).collect(),
            Field::Verified => vec![if self.verified { "true" } else { "false" }],
            Field::Format if self.profile == self.format => vec![&self.format],
            Field::Format => vec![&self.format, &self.profile],
            Field::Did => self.dids.iter().map(String::as_str).collect(),
            Field::Host => vec![&self.host],
        }
    }

    /// The display name of the document.
    pub(crate) fn own_title(&self) -> Option<&str> {
        self.display_name.as_deref().or(self.name.as_deref()).filter(|name| !name.trim().is_empty())
    }

    /// The language of name and description, if their script shows it.
    pub(super) fn language(&self) -> Option<&'static str> {
        let texts = [self.own_title(), self.description.as_deref()];
        language_of(&texts.into_iter().flatten().collect::<Vec<_>>().join("\n"))
    }

    /// The agent name that groups documents of a host: the lower-case display name, or else the last part of the
    /// identifier.
    pub(super) fn agent_name(&self) -> String {
        let title = self.own_title().or_else(|| self.id.rsplit(':').next());
        title.unwrap_or_default().trim().to_lowercase()
    }

    /// Adds a DID that the document names, without duplicates.
    fn name_did(&mut self, did: &str) {
        if !self.dids.iter().any(|known| known == did) {
            self.dids.push(did.to_owned());
        }
    }

    /// Truncates texts to the indexed size.
    fn bound(&mut self) {
        self.skills.truncate(Summary::MAX_PARTS);
        self.tools.truncate(Summary::MAX_PARTS);
        self.products.truncate(Summary::MAX_PARTS);
        self.agent_ids.truncate(Summary::MAX_PARTS);
        self.endpoints.truncate(Summary::MAX_PARTS);
        self.prices.truncate(Summary::MAX_PARTS);
        let texts = [&mut self.name, &mut self.display_name, &mut self.description, &mut self.version];
        texts.into_iter().flatten().for_each(shorten);
        self.dids.iter_mut().chain(&mut self.agent_ids).chain(&mut self.products).for_each(shorten);
        for skill in &mut self.skills {
            skill.tags.truncate(Summary::MAX_PARTS);
            skill.examples.truncate(Summary::MAX_PARTS);
            [&mut skill.id, &mut skill.name, &mut skill.description].into_iter().flatten().for_each(shorten);
            skill.tags.iter_mut().chain(&mut skill.examples).for_each(shorten);
        }
        for tool in &mut self.tools {
            [&mut tool.name, &mut tool.description].into_iter().flatten().for_each(shorten);
        }
    }
}

fn shorten(text: &mut String) {
    text.truncate(text.floor_char_boundary(MAX_INDEXED_BYTES));
}
