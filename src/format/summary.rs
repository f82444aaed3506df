//! Searchable data of documents.

/// The searchable data of a document of any format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The name.
    pub name: Option<String>,
    /// The display name, if it differs.
    pub display_name: Option<String>,
    /// The description.
    pub description: Option<String>,
    /// The document's own version.
    pub version: Option<String>,
    /// The identifiers of the agent.
    pub agent_ids: Vec<String>,
    /// The agent's DIDs.
    pub dids: Vec<String>,
    /// The skills of the agent.
    pub skills: Vec<SkillSummary>,
    /// The tools that can be called.
    pub tools: Vec<ToolSummary>,
    /// Names and descriptions of products.
    pub products: Vec<String>,
    /// The endpoints of the agent.
    pub endpoints: Vec<EndpointSummary>,
    /// Offers with prices.
    pub prices: Vec<OfferPrice>,
}

/// The URL of an agent, a server, an API, or an interface definition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct EndpointSummary {
    /// The URL; a template if its format has variables in URLs.
    pub url: String,
    /// The protocol as written in the document, for example `JSONRPC` or `streamable-http`.
    pub protocol: Option<String>,
}

/// The price of an offer. The amount is the text in the document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct OfferPrice {
    /// The name of the offer, or of its product or service.
    pub name: Option<String>,
    /// The amount, a decimal number.
    pub amount: String,
    /// The currency (ISO 4217), if present.
    pub currency: Option<String>,
}

/// A skill of an agent: a skill of a card, a flow, an interface of a description, an entry of a catalog.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SkillSummary {
    /// Its id.
    pub id: Option<String>,
    /// Its name.
    pub name: Option<String>,
    /// What it does.
    pub description: Option<String>,
    /// Tags.
    pub tags: Vec<String>,
    /// Example prompts.
    pub examples: Vec<String>,
}

/// A tool of a server, or an operation of an API.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolSummary {
    /// The name to call.
    pub name: Option<String>,
    /// What it does.
    pub description: Option<String>,
}

impl Summary {
    /// Maximum number of skills, tools, products, endpoints or prices of one document, and of tags or examples of one
    /// skill.
    pub const MAX_PARTS: usize = 1_000;

    /// Creates a summary of three texts.
    #[must_use]
    pub fn new(
        name: Option<impl AsRef<str>>,
        description: Option<impl AsRef<str>>,
        version: Option<impl AsRef<str>>,
    ) -> Self {
        Self { name: owned(name), description: owned(description), version: owned(version), ..Self::default() }
    }
}

impl SkillSummary {
    /// A skill without tags and examples.
    #[must_use]
    pub fn new(
        id: Option<impl AsRef<str>>,
        name: Option<impl AsRef<str>>,
        description: Option<impl AsRef<str>>,
    ) -> Self {
        Self { id: owned(id), name: owned(name), description: owned(description), ..Self::default() }
    }
}

impl EndpointSummary {
    /// An endpoint with an optional protocol.
    #[must_use]
    pub fn new(url: impl AsRef<str>, protocol: Option<impl AsRef<str>>) -> Self {
        Self { url: url.as_ref().to_owned(), protocol: owned(protocol) }
    }
}

impl ToolSummary {
    /// A tool with its name and its description: the first available text.
    #[must_use]
    pub fn new(name: Option<impl AsRef<str>>, first: Option<impl AsRef<str>>, second: Option<impl AsRef<str>>) -> Self {
        let description = match (first, second) {
            (Some(first), Some(second)) => Some(format!("{}\n{}", first.as_ref(), second.as_ref())),
            (first, second) => owned(first).or_else(|| owned(second)),
        };
        Self { name: owned(name), description }
    }
}

/// A text of a model, if present.
fn owned(text: Option<impl AsRef<str>>) -> Option<String> {
    text.map(|text| text.as_ref().to_owned())
}
