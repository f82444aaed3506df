//! Building descriptions in code: valid when they are built.

use crate::{
    description::{
        AgentDescription, Decimal, Interface, InterfaceKind, ModelError, Node, Offer, ParameterLocation, Party,
        PartyKind, Price, Product, SecurityDefinition, SecurityRequirement, SecurityScheme, Service, WriteError,
        error::missing, subject_did, vocabulary as term,
    },
    did::Did,
    json::Text,
};

/// Builds an [`AgentDescription`] in code.
///
/// ```
/// use agent_description::description::{
///     AgentDescription, Interface, InterfaceKind,
/// };
///
/// let mut order = Interface::new(
///     InterfaceKind::Structured,
///     "https://hotel.example/ad.json#order",
///     "Order",
///     "Orders to a room.",
/// );
/// order.protocol = Some("YAML".into());
/// order.url = Some("https://hotel.example/order.yaml".into());
/// order.human_authorization = Some(true);
/// let description = AgentDescription::builder()
///     .id("https://hotel.example/ad.json")
///     .name("Room service")
///     .did(&"did:wba:hotel.example:rooms".parse()?)
///     .interface(order)
///     .build()?;
/// assert!(description.to_document()?.source().contains("didwba_sc"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Without a defined security scheme, uses did:wba in the `Authorization` header as `didwba_sc`. Without a name in `security`,
/// all defined schemes apply.
#[derive(Clone, Debug)]
#[must_use]
pub struct AgentDescriptionBuilder {
    /// The description so far; members without a method are set here.
    pub model: AgentDescription,
}

impl AgentDescription {
    /// Starts a description, which needs a [`name`](AgentDescriptionBuilder::name).
    pub fn builder() -> AgentDescriptionBuilder {
        let node = Node::for_class(Some(term::AGENT_DESCRIPTION));
        AgentDescriptionBuilder { model: AgentDescription { node, ..AgentDescription::default() } }
    }
}

impl AgentDescriptionBuilder {
    /// Sets `@id`: the URL the description will be published at.
    pub fn id(mut self, id: impl Into<Text>) -> Self {
        self.model.node.id = Some(id.into());
        self
    }

    /// Sets the name.
    pub fn name(mut self, name: impl Into<Text>) -> Self {
        self.model.name = name.into();
        self
    }

    /// Sets the agent's DID.
    pub fn did(mut self, did: &Did) -> Self {
        self.model.did = Some(did.as_str().into());
        self
    }

    /// Sets the description for people.
    pub fn description(mut self, description: impl Into<Text>) -> Self {
        self.model.description = Some(description.into());
        self
    }

    /// Adds an interface.
    pub fn interface(mut self, interface: Interface) -> Self {
        self.model.interfaces.push(interface);
        self
    }

    /// Builds the description and validates it like verification does.
    ///
    /// # Errors
    /// [`WriteError`], for example for an empty name, an undefined name in `security`, or an interface whose URL is not
    /// `https`.
    pub fn build(self) -> Result<AgentDescription, WriteError> {
        let mut model = self.model;
        if model.security_definitions.is_empty() {
            let scheme = SecurityScheme::new("didwba", ParameterLocation::Header, "Authorization");
            model.security_definitions.push(SecurityDefinition { name: Text::from_static("didwba_sc"), scheme });
        }
        if model.security.is_empty() {
            let names = model.security_definitions.iter().map(|defined| defined.name.clone());
            model.security = names.map(SecurityRequirement::Named).collect();
        }
        if model.name.trim().is_empty() {
            let missing = missing(AgentDescription::WHAT, "name");
            return Err(ModelError::from((missing, Box::default())).into());
        }
        let document = model.to_document()?;
        subject_did(&document)?;
        Ok(AgentDescription::from_document(&document)?)
    }
}

impl SecurityScheme {
    /// A scheme whose parameter has a name.
    #[must_use]
    pub fn new(scheme: impl Into<Text>, location: ParameterLocation, name: impl Into<Text>) -> Self {
        let name = (location != ParameterLocation::Auto).then(|| name.into());
        Self { scheme: scheme.into(), location, name, ..Self::default() }
    }
}

impl Party {
    /// A person or an organization with a name.
    #[must_use]
    pub fn new(kind: PartyKind, name: impl Into<Text>) -> Self {
        let class = match kind {
            PartyKind::Person => Some(term::PERSON),
            PartyKind::Organization => Some(term::ORGANIZATION),
            PartyKind::Other => None,
        };
        Self { node: Node::for_class(class), kind, name: Some(name.into()), ..Self::default() }
    }
}

impl Interface {
    /// An interface; it needs a protocol and the URL of its definition.
    #[must_use]
    pub fn new(kind: InterfaceKind, id: impl Into<Text>, name: impl Into<Text>, description: impl Into<Text>) -> Self {
        let mut node = match &kind {
            InterfaceKind::Structured => Node::for_class(Some(term::STRUCTURED_INTERFACE)),
            InterfaceKind::NaturalLanguage => Node::for_class(Some(term::NATURAL_LANGUAGE_INTERFACE)),
            InterfaceKind::Other(iri) => Node { types: [iri.clone()].into_iter().collect(), ..Node::default() },
        };
        node.id = Some(id.into());
        let (name, description) = (Some(name.into()), Some(description.into()));
        Self { node, kind: Some(kind), name, description, ..Self::default() }
    }
}

impl Product {
    /// A product with its document at `id`.
    #[must_use]
    pub fn new(id: impl Into<Text>, name: impl Into<Text>) -> Self {
        let node = Node { id: Some(id.into()), ..Node::for_class(Some(term::PRODUCT)) };
        Self { node, name: Some(name.into()), ..Self::default() }
    }

    /// Adds an offer with a price.
    #[must_use]
    pub fn with_price(mut self, amount: Decimal, currency: impl Into<Text>) -> Self {
        let price = Some(Price { amount, currency: Some(currency.into()) });
        let node = Node::for_class(Some(term::OFFER));
        self.offers.push(Offer { node, price, ..Offer::default() });
        self
    }
}

impl Service {
    /// A service with its document at `id`.
    #[must_use]
    pub fn new(id: impl Into<Text>, name: impl Into<Text>) -> Self {
        let node = Node { id: Some(id.into()), ..Node::for_class(Some(term::SERVICE)) };
        Self { node, name: Some(name.into()), ..Self::default() }
    }
}
