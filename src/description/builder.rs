//! Building descriptions in code: valid when they are built.

use super::{
    AgentDescription, DateTime, Decimal, DescriptionProfile, Information, Interface, InterfaceKind, ModelError,
    ModelErrorKind, Node, Offer, ParameterLocation, Party, PartyKind, Price, Product, SecurityDefinition,
    SecurityRequirement, SecurityScheme, Service, WriteError, subject_did,
    vocabulary::{self as term, Term},
};
use crate::{Code, CodedError, Timestamp, did::Did, json::Text};

/// Why a description cannot be built.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// It cannot be written as a document: it would be too large or nested too deeply, or an IRI would change its
    /// meaning.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// It breaks a rule of the protocol's tables. The position is in the document that
    /// [`AgentDescription::to_document`] writes.
    #[error(transparent)]
    Model(#[from] ModelError),
}

impl CodedError for BuildError {
    fn code(&self) -> Code {
        match self {
            Self::Write(error) => error.code(),
            Self::Model(error) => error.code(),
        }
    }

    fn cause(&self) -> Option<&dyn CodedError> {
        match self {
            Self::Write(error) => Some(error),
            Self::Model(error) => Some(error),
        }
    }
}

/// Builds an [`AgentDescription`] in code.
///
/// ```
/// use agent_description::description::{AgentDescription, Interface};
///
/// let description = AgentDescription::builder()
///     .id("https://hotel.example/ad.json")
///     .name("Room service")
///     .did(&"did:wba:hotel.example:rooms".parse()?)
///     .interface(
///         Interface::structured(
///             "https://hotel.example/ad.json#order",
///             "Order",
///             "Orders to a room.",
///         )
///         .with_definition("YAML", "https://hotel.example/order.yaml")
///         .with_human_authorization(true),
///     )
///     .build()?;
/// assert!(description.to_document()?.source().contains("didwba_sc"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Without a defined security scheme, uses [`SecurityScheme::did_wba`] as `didwba_sc`. Without a name in `security`,
/// all defined schemes apply.
#[derive(Clone, Debug)]
#[must_use]
pub struct AgentDescriptionBuilder {
    description: AgentDescription,
}

impl AgentDescription {
    /// Starts a description, which needs a [`name`](AgentDescriptionBuilder::name).
    pub fn builder() -> AgentDescriptionBuilder {
        AgentDescriptionBuilder {
            description: AgentDescription {
                profile: DescriptionProfile::Adp,
                node: Node::for_class(Some(term::AGENT_DESCRIPTION)),
                language: None,
                did: None,
                name: Text::from_static(""),
                description: None,
                version: None,
                created: None,
                modified: None,
                url: None,
                owner: None,
                products: Vec::new(),
                services: Vec::new(),
                interfaces: Vec::new(),
                informations: Vec::new(),
                domain_entity: None,
                security: Vec::new(),
                security_definitions: Vec::new(),
                protocol_version: None,
            },
        }
    }
}

impl AgentDescriptionBuilder {
    /// Sets `@id`: the URL the description will be published at.
    pub fn id(mut self, id: impl Into<Text>) -> Self {
        self.description.node.id = Some(id.into());
        self
    }

    /// Sets the name.
    pub fn name(mut self, name: impl Into<Text>) -> Self {
        self.description.name = name.into();
        self
    }

    /// Sets the agent's DID.
    pub fn did(mut self, did: &Did) -> Self {
        self.description.did = Some(did.as_str().into());
        self
    }

    /// Sets the default language of texts: a BCP 47 tag.
    pub fn language(mut self, tag: impl Into<Text>) -> Self {
        self.description.language = Some(tag.into());
        self
    }

    /// Sets the description for people.
    pub fn description(mut self, description: impl Into<Text>) -> Self {
        self.description.description = Some(description.into());
        self
    }

    /// Sets the version.
    pub fn version(mut self, version: impl Into<Text>) -> Self {
        self.description.version = Some(version.into());
        self
    }

    /// Sets the creation time.
    pub fn created(mut self, created: Timestamp) -> Self {
        self.description.created = Some(DateTime::from(created));
        self
    }

    /// Sets the time of the last change.
    pub fn modified(mut self, modified: Timestamp) -> Self {
        self.description.modified = Some(DateTime::from(modified));
        self
    }

    /// Sets the owner.
    pub fn owner(mut self, owner: Party) -> Self {
        self.description.owner = Some(owner);
        self
    }

    /// Adds a product.
    pub fn product(mut self, product: Product) -> Self {
        self.description.products.push(product);
        self
    }

    /// Adds a service.
    pub fn service(mut self, service: Service) -> Self {
        self.description.services.push(service);
        self
    }

    /// Adds an interface.
    pub fn interface(mut self, interface: Interface) -> Self {
        self.description.interfaces.push(interface);
        self
    }

    /// Adds a resource.
    pub fn information(mut self, information: Information) -> Self {
        self.description.informations.push(information);
        self
    }

    /// Defines a security scheme.
    pub fn security_definition(mut self, name: impl Into<Text>, scheme: SecurityScheme) -> Self {
        self.description.security_definitions.push(SecurityDefinition { name: name.into(), scheme });
        self
    }

    /// Adds the name of a security scheme that every resource needs.
    pub fn security(mut self, name: impl Into<Text>) -> Self {
        self.description.security.push(SecurityRequirement::Named(name.into()));
        self
    }

    /// Builds the description and validates it like verification does.
    ///
    /// # Errors
    /// [`BuildError`], for example for an empty name, an undefined name in `security`, or an interface whose URL is not
    /// `https`.
    pub fn build(mut self) -> Result<AgentDescription, BuildError> {
        let description = &mut self.description;
        if description.security_definitions.is_empty() {
            let scheme = SecurityScheme::did_wba();
            description.security_definitions.push(SecurityDefinition { name: Text::from_static("didwba_sc"), scheme });
        }
        if description.security.is_empty() {
            description.security = description
                .security_definitions
                .iter()
                .map(|defined| SecurityRequirement::Named(defined.name.clone()))
                .collect();
        }
        if description.name.trim().is_empty() {
            let kind = ModelErrorKind::Missing { what: AgentDescription::WHAT, term: "name" };
            return Err(ModelError { kind, place: Box::default() }.into());
        }
        let document = self.description.to_document()?;
        subject_did(&document)?;
        Ok(AgentDescription::from_document(&document)?)
    }
}

impl From<Timestamp> for DateTime {
    fn from(timestamp: Timestamp) -> Self {
        Self::from_timestamp(timestamp)
    }
}

impl SecurityScheme {
    /// A scheme whose parameter has a name.
    #[must_use]
    pub fn new(scheme: impl Into<Text>, location: ParameterLocation, name: impl Into<Text>) -> Self {
        let name = (location != ParameterLocation::Auto).then(|| name.into());
        Self { node: Node::for_class(None), scheme: scheme.into(), location, name, description: None }
    }

    /// did:wba in the `Authorization` header.
    #[must_use]
    pub fn did_wba() -> Self {
        Self::new("didwba", ParameterLocation::Header, "Authorization")
    }
}

impl Party {
    fn new(class: Term, kind: PartyKind, name: Text) -> Self {
        Self { node: Node::for_class(Some(class)), kind, name: Some(name), url: None, description: None }
    }

    /// A person.
    #[must_use]
    pub fn person(name: impl Into<Text>) -> Self {
        Self::new(term::PERSON, PartyKind::Person, name.into())
    }

    /// An organization.
    #[must_use]
    pub fn organization(name: impl Into<Text>) -> Self {
        Self::new(term::ORGANIZATION, PartyKind::Organization, name.into())
    }

    /// The party with an identifier.
    #[must_use]
    pub fn with_id(mut self, id: impl Into<Text>) -> Self {
        self.node.id = Some(id.into());
        self
    }

    /// The party with its web site.
    #[must_use]
    pub fn with_url(mut self, url: impl Into<Text>) -> Self {
        self.url = Some(url.into());
        self
    }
}

impl Interface {
    fn new(class: Term, kind: InterfaceKind, id: Text, name: Text, description: Text) -> Self {
        let mut node = Node::for_class(Some(class));
        node.id = Some(id);
        Self {
            node,
            kind: Some(kind),
            name: Some(name),
            description: Some(description),
            protocol: None,
            url: None,
            content: None,
            version: None,
            human_authorization: None,
            security: Vec::new(),
        }
    }

    /// An API interface; it needs [`Interface::with_definition`].
    #[must_use]
    pub fn structured(id: impl Into<Text>, name: impl Into<Text>, description: impl Into<Text>) -> Self {
        Self::new(term::STRUCTURED_INTERFACE, InterfaceKind::Structured, id.into(), name.into(), description.into())
    }

    /// A natural-language interface; it needs [`Interface::with_definition`].
    #[must_use]
    pub fn natural_language(id: impl Into<Text>, name: impl Into<Text>, description: impl Into<Text>) -> Self {
        let (class, kind) = (term::NATURAL_LANGUAGE_INTERFACE, InterfaceKind::NaturalLanguage);
        Self::new(class, kind, id.into(), name.into(), description.into())
    }

    /// Sets the protocol and the URL of the definition.
    #[must_use]
    pub fn with_definition(mut self, protocol: impl Into<Text>, url: impl Into<Text>) -> Self {
        self.protocol = Some(protocol.into());
        self.url = Some(url.into());
        self
    }

    /// Sets the version.
    #[must_use]
    pub fn with_version(mut self, version: impl Into<Text>) -> Self {
        self.version = Some(version.into());
        self
    }

    /// Sets whether a person must approve each call.
    #[must_use]
    pub fn with_human_authorization(mut self, needed: bool) -> Self {
        self.human_authorization = Some(needed);
        self
    }

    /// Adds a security scheme that replaces the description's.
    #[must_use]
    pub fn with_security(mut self, name: impl Into<Text>) -> Self {
        self.security.push(SecurityRequirement::Named(name.into()));
        self
    }
}

impl Product {
    /// A product with its document at `id`.
    #[must_use]
    pub fn new(id: impl Into<Text>, name: impl Into<Text>) -> Self {
        let mut node = Node::for_class(Some(term::PRODUCT));
        node.id = Some(id.into());
        Self {
            node,
            name: Some(name.into()),
            description: None,
            url: None,
            identifier: None,
            sku: None,
            category: None,
            ingredients: Vec::new(),
            brand: None,
            manufacturer: None,
            offers: Vec::new(),
            nutrition: None,
            additional_properties: Vec::new(),
            images: Vec::new(),
            audience: None,
            customization_options: None,
            security: Vec::new(),
        }
    }

    /// Sets the description for people.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<Text>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Adds an offer with a price.
    #[must_use]
    pub fn with_price(mut self, amount: Decimal, currency: impl Into<Text>) -> Self {
        let price = Some(Price { amount, currency: Some(currency.into()) });
        let node = Node::for_class(Some(term::OFFER));
        self.offers.push(Offer { node, name: None, identifier: None, price, availability: None });
        self
    }
}

impl Service {
    /// A service with its document at `id`.
    #[must_use]
    pub fn new(id: impl Into<Text>, name: impl Into<Text>) -> Self {
        let mut node = Node::for_class(Some(term::SERVICE));
        node.id = Some(id.into());
        Self {
            node,
            name: Some(name.into()),
            description: None,
            url: None,
            provider: None,
            offers: Vec::new(),
            security: Vec::new(),
        }
    }

    /// Sets the description for people.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<Text>) -> Self {
        self.description = Some(description.into());
        self
    }
}
