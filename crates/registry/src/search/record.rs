//! What an entry is found by: the texts of its document, whatever its format.

use super::{Field, language_of};
use adp_cards::ai_catalog::{AirIdentifier, media_type_of};
use agent_description::{
    Document, Timestamp,
    format::{Endpoint, Format, OfferPrice, Skill, Summary, Tool},
};

/// The most bytes of a text that count; what is behind them is not searched.
pub const MAX_INDEXED_BYTES: usize = 16 * 1024;

/// What an entry is found by, read from a document that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Record {
    /// The entry's identifier, `urn:air:HOST:…`: unique in a registry.
    pub id: String,
    /// The host of the identifier.
    pub host: String,
    /// The name of the document's format: `a2a-card`.
    pub format: String,
    /// The format with its version, where it has one: `a2a-card/1.0`.
    pub profile: String,
    /// The media type that catalogs give the format.
    pub media_type: &'static str,
    /// Whether an identity is bound to the document; integrity alone is not enough.
    pub verified: bool,
    /// The DID that signed it, then the one that it names as its agent's.
    pub dids: Vec<String>,
    /// What the document calls its agent, beside the entry's identifier.
    pub agent_ids: Vec<String>,
    /// The name.
    pub name: Option<String>,
    /// The name for people, where there is another one.
    pub display_name: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// The document's own version.
    pub version: Option<String>,
    /// What the agent can do.
    pub skills: Vec<Skill>,
    /// What can be called.
    pub tools: Vec<Tool>,
    /// What is sold: names and descriptions.
    pub products: Vec<String>,
    /// Where the agent is called; shown and not searched.
    pub endpoints: Vec<Endpoint>,
    /// Prices of what is sold; shown and not searched.
    pub prices: Vec<OfferPrice>,
    /// When the entry was first written.
    pub created: Timestamp,
    /// When it was last written.
    pub updated: Timestamp,
}

/// What a registry knows of an entry beside its document.
#[derive(Clone, Copy, Debug)]
pub struct EntryMetadata<'a> {
    /// The entry's identifier.
    pub id: &'a AirIdentifier,
    /// The DID whose signature binds the document to an identity; none where nothing does.
    pub signer: Option<&'a str>,
    /// When the entry was first written.
    pub created: Timestamp,
    /// When it was last written.
    pub updated: Timestamp,
}

impl Record {
    /// A record without any text of a document.
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

    /// What an entry is found by. The document should have been checked: what cannot be read is left out. Of a format that has no texts to
    /// search, the identifier, the format and the DIDs remain.
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

    /// The texts of a field, one after the other; of `skills` and `tools` all that their parts have.
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

    /// The name for people that the document gives.
    pub(crate) fn own_title(&self) -> Option<&str> {
        self.display_name.as_deref().or(self.name.as_deref()).filter(|name| !name.trim().is_empty())
    }

    /// The language of the name and the description, if their script shows it.
    pub(super) fn language(&self) -> Option<&'static str> {
        let texts = [self.own_title(), self.description.as_deref()];
        language_of(&texts.into_iter().flatten().collect::<Vec<_>>().join("\n"))
    }

    /// What the documents of one agent share beside their host: the name for people in lower case, else the last part of the identifier.
    pub(super) fn agent_name(&self) -> String {
        let title = self.own_title().or_else(|| self.id.rsplit(':').next());
        title.unwrap_or_default().trim().to_lowercase()
    }

    /// Adds a DID that the document names, once.
    fn name_did(&mut self, did: &str) {
        if !self.dids.iter().any(|known| known == did) {
            self.dids.push(did.to_owned());
        }
    }

    /// Keeps what may be searched of a large document.
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
