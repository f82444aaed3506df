//! What a document is found by in a search.

/// What a document says that people and agents search for, whatever its format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The name.
    pub name: Option<String>,
    /// The name for people, if there is another one.
    pub display_name: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// The document's own version.
    pub version: Option<String>,
    /// The identifiers of the agent.
    pub agent_ids: Vec<String>,
    /// The agent's DIDs.
    pub dids: Vec<String>,
    /// What the agent can do.
    pub skills: Vec<Skill>,
    /// What can be called.
    pub tools: Vec<Tool>,
    /// Names and descriptions of products.
    pub products: Vec<String>,
    /// Where the agent is called.
    pub endpoints: Vec<Endpoint>,
    /// What is sold, with its prices.
    pub prices: Vec<OfferPrice>,
}

/// A URL at which an agent, a server or an API is called, or the definition of its interface is found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Endpoint {
    /// The URL; a template if its format has variables in URLs.
    pub url: String,
    /// The protocol as the document names it, for example `JSONRPC` or `streamable-http`.
    pub protocol: Option<String>,
}

/// The price of an offer. The amount is the text of the document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OfferPrice {
    /// The name of the offer, or of its product or service.
    pub name: Option<String>,
    /// The amount, a decimal number.
    pub amount: String,
    /// The currency (ISO 4217), if the document names one.
    pub currency: Option<String>,
}

/// Something that an agent can do: a skill of a card, a flow, an interface of a description, an entry of a catalog.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skill {
    /// Its id.
    pub id: Option<String>,
    /// Its name.
    pub name: Option<String>,
    /// What it does.
    pub description: Option<String>,
    /// Words to find it by.
    pub tags: Vec<String>,
    /// Prompts that it answers.
    pub examples: Vec<String>,
}

/// Something that can be called: a tool of a server, an operation of an API.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tool {
    /// The name by which it is called.
    pub name: Option<String>,
    /// What it does.
    pub description: Option<String>,
}

impl Summary {
    /// The most skills, tools, products, endpoints or prices of one document that are read, and the most tags or examples of one skill.
    pub const MAX_PARTS: usize = 1_000;

    /// A summary of three texts.
    #[must_use]
    pub fn new(
        name: Option<impl AsRef<str>>,
        description: Option<impl AsRef<str>>,
        version: Option<impl AsRef<str>>,
    ) -> Self {
        Self { name: owned(name), description: owned(description), version: owned(version), ..Self::default() }
    }

    /// The same with a name for people.
    #[must_use]
    pub fn with_display_name(self, name: Option<impl AsRef<str>>) -> Self {
        Self { display_name: owned(name), ..self }
    }
}

impl Skill {
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

impl Endpoint {
    /// An endpoint whose protocol may not be known.
    #[must_use]
    pub fn new(url: impl AsRef<str>, protocol: Option<impl AsRef<str>>) -> Self {
        Self { url: url.as_ref().to_owned(), protocol: owned(protocol) }
    }
}

impl Tool {
    /// A tool by its name, and what it does: the first text, then the second.
    #[must_use]
    pub fn new(name: Option<impl AsRef<str>>, first: Option<impl AsRef<str>>, second: Option<impl AsRef<str>>) -> Self {
        let description = match (first, second) {
            (Some(first), Some(second)) => Some(format!("{}\n{}", first.as_ref(), second.as_ref())),
            (first, second) => owned(first).or_else(|| owned(second)),
        };
        Self { name: owned(name), description }
    }
}

/// A text of a model, if it is there.
fn owned(text: Option<impl AsRef<str>>) -> Option<String> {
    text.map(|text| text.as_ref().to_owned())
}
