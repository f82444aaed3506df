//! The vocabulary: every IRI of the agent description profile, written once.
//!
//! The protocol's own examples put its terms under schema.org by `@vocab`, real documents under the protocol's
//! namespace, and both are right: a [`Term`] accepts its name in every [`Namespace`].

use std::fmt;

/// The namespace of the Agent Description Protocol.
pub const AD: &str = "https://agent-network-protocol.com/ad#";
/// The IRI of the embedded `ad.jsonld`, as documents name it in `@context`.
pub const AD_CONTEXT: &str = AD;
/// The IRI of the embedded context that documents of ANP-07 get, which are plain JSON and name none.
pub const ANP_07_CONTEXT: &str = "urn:agent-description:anp-07";
/// schema.org's namespace as the protocol's examples write it.
pub const SCHEMA_ORG: &str = "https://schema.org/";
/// schema.org's namespace as its own context writes it.
pub const SCHEMA_ORG_HTTP: &str = "http://schema.org/";
/// A spelling of the protocol's namespace that published documents use; diagnosed.
pub const AD_SERVICE_ALIAS: &str = "https://service.agent-network-protocol.com/ad#";
/// Another spelling of the protocol's namespace that published documents use; diagnosed.
pub const AD_SLASH_ALIAS: &str = "https://agent-network-protocol.com/ad/";
/// What the protocol's inline context makes of the term `did`. As a prefix it swallows DIDs in `@id` positions.
pub const DID_PREFIX: &str = "https://w3id.org/did#";

/// A namespace in which the terms of the profile are recognised; no other counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Namespace {
    /// [`AD`]
    Ad,
    /// [`SCHEMA_ORG`]
    SchemaOrg,
    /// [`SCHEMA_ORG_HTTP`]
    SchemaOrgHttp,
    /// [`AD_SERVICE_ALIAS`]
    AdServiceAlias,
    /// [`AD_SLASH_ALIAS`]
    AdSlashAlias,
}

impl Namespace {
    /// Every namespace.
    pub const ALL: [Namespace; 5] =
        [Self::SchemaOrg, Self::Ad, Self::SchemaOrgHttp, Self::AdServiceAlias, Self::AdSlashAlias];

    /// The namespace's IRI.
    #[must_use]
    pub const fn iri(self) -> &'static str {
        match self {
            Self::Ad => AD,
            Self::SchemaOrg => SCHEMA_ORG,
            Self::SchemaOrgHttp => SCHEMA_ORG_HTTP,
            Self::AdServiceAlias => AD_SERVICE_ALIAS,
            Self::AdSlashAlias => AD_SLASH_ALIAS,
        }
    }

    /// Whether this is a misspelling of [`AD`] that is read, with a warning.
    #[must_use]
    pub const fn is_alias(self) -> bool {
        matches!(self, Self::AdServiceAlias | Self::AdSlashAlias)
    }

    /// The namespace of an IRI and the name in it.
    #[must_use]
    pub fn split(iri: &str) -> Option<(Namespace, &str)> {
        Self::ALL.into_iter().find_map(|namespace| Some((namespace, iri.strip_prefix(namespace.iri())?)))
    }
}

/// A term of the profile: a property or a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    name: &'static str,
    home: Namespace,
    others: &'static [&'static str],
}

impl Term {
    const fn ad(name: &'static str) -> Self {
        Self { name, home: Namespace::Ad, others: &[] }
    }

    const fn schema(name: &'static str) -> Self {
        Self { name, home: Namespace::SchemaOrg, others: &[] }
    }

    /// The name, as documents write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// The IRI the embedded contexts give the term.
    #[must_use]
    pub fn iri(self) -> String {
        format!("{}{}", self.home.iri(), self.name)
    }

    /// Whether an expanded document means this term by `iri`.
    #[must_use]
    pub fn accepts(self, iri: &str) -> bool {
        self.accepts_elsewhere(iri)
            || iri.ends_with(self.name) && Namespace::split(iri).is_some_and(|(_, name)| name == self.name)
    }
}

impl Term {
    /// Whether `iri` is one of the term's IRIs outside the namespaces.
    pub(super) fn accepts_elsewhere(self, iri: &str) -> bool {
        self.others.contains(&iri)
    }

    /// The term's IRIs outside the namespaces.
    pub(super) fn others(self) -> &'static [&'static str] {
        self.others
    }

    /// Whether the term has IRIs outside the namespaces.
    pub(super) fn has_others(self) -> bool {
        !self.others.is_empty()
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

// classes

/// The type of an agent description.
pub const AGENT_DESCRIPTION: Term = Term::ad("AgentDescription");
/// The type of an interface called by an API protocol.
pub const STRUCTURED_INTERFACE: Term = Term::ad("StructuredInterface");
/// The type of an interface one talks to in natural language.
pub const NATURAL_LANGUAGE_INTERFACE: Term = Term::ad("NaturalLanguageInterface");
/// The type of a person.
pub const PERSON: Term = Term::schema("Person");
/// The type of an organization.
pub const ORGANIZATION: Term = Term::schema("Organization");
/// The type of a product.
pub const PRODUCT: Term = Term::schema("Product");
/// The type of a service.
pub const SERVICE: Term = Term::schema("Service");

/// The type of an offer.
pub const OFFER: Term = Term::schema("Offer");
/// A page of a list, as discovery answers it (ANP-08).
pub const COLLECTION_PAGE: Term = Term::schema("CollectionPage");
/// What a page lists.
pub const ITEMS: Term = Term::schema("items");
/// The page after a page.
pub const NEXT: Term = Term::schema("next");

// table 1: the agent

/// The agent's DID; the protocol's inline context makes [`DID_PREFIX`] of it.
pub const DID: Term = Term { name: "did", home: Namespace::Ad, others: &[DID_PREFIX] };
/// A proof; the embedded contexts make the security vocabulary's property of it.
pub const PROOF: Term = Term { name: "proof", home: Namespace::Ad, others: &["https://w3id.org/security#proof"] };
/// A name for people.
pub const NAME: Term = Term::schema("name");
/// A description for people.
pub const DESCRIPTION: Term = Term::schema("description");
/// A version.
pub const VERSION: Term = Term::schema("version");
/// When the description was made.
pub const CREATED: Term = Term::ad("created");
/// When the description was last changed.
pub const MODIFIED: Term = Term::ad("modified");
/// Who owns the agent.
pub const OWNER: Term = Term::ad("owner");
/// What the agent sells.
pub const PRODUCTS: Term = Term::ad("products");
/// What the agent does.
pub const SERVICES: Term = Term::ad("services");
/// How to interact with the agent.
pub const INTERFACES: Term = Term::ad("interfaces");
/// Names of security schemes that apply.
pub const SECURITY: Term = Term::ad("security");
/// Named security schemes.
pub const SECURITY_DEFINITIONS: Term = Term::ad("securityDefinitions");
/// The name of a security scheme, where `securityDefinitions` is an index.
pub const DEFINITION_NAME: Term = Term::ad("definitionName");

// table 2: security schemes

/// The identifier of a security mechanism.
pub const SCHEME: Term = Term::ad("scheme");
/// Where the authentication parameter goes.
pub const IN: Term = Term::ad("in");
/// The name of the authentication parameter.
pub const PARAMETER_NAME: Term = Term {
    name: "name",
    home: Namespace::Ad,
    others: &[
        "https://agent-network-protocol.com/ad#parameterName",
        "https://service.agent-network-protocol.com/ad#parameterName",
        "https://agent-network-protocol.com/ad/parameterName",
    ],
};

// table 5: interfaces

/// The protocol of an interface.
pub const PROTOCOL: Term = Term::ad("protocol");
/// A URL: of an interface's definition, of a thing's page.
pub const URL: Term = Term::schema("url");
/// Whether a person must approve each call.
pub const HUMAN_AUTHORIZATION: Term = Term::ad("humanAuthorization");
/// An interface definition written inline (ANP-07).
pub const CONTENT: Term = Term::ad("content");

// ANP-07

/// `ANP`
pub const PROTOCOL_TYPE: Term = Term::ad("protocolType");
/// The version of the protocol.
pub const PROTOCOL_VERSION: Term = Term::ad("protocolVersion");
/// Resources of the agent; spelled so on the wire.
pub const INFOMATIONS: Term = Term::ad("Infomations");
/// The thing the agent stands for: a hotel, a shop.
pub const DOMAIN_ENTITY: Term = Term::ad("domainEntity");

// products (schema.org)

/// An identifier of the seller's choosing.
pub const IDENTIFIER: Term = Term::schema("identifier");
/// A stock keeping unit.
pub const SKU: Term = Term::schema("sku");
/// A category.
pub const CATEGORY: Term = Term::schema("category");
/// What it is made of.
pub const INGREDIENTS: Term = Term::schema("ingredients");
/// The brand.
pub const BRAND: Term = Term::schema("brand");
/// The manufacturer.
pub const MANUFACTURER: Term = Term::schema("manufacturer");
/// Offers to sell it.
pub const OFFERS: Term = Term::schema("offers");
/// An amount of money.
pub const PRICE: Term = Term::schema("price");
/// A currency, ISO 4217.
pub const PRICE_CURRENCY: Term = Term::schema("priceCurrency");
/// Price details.
pub const PRICE_SPECIFICATION: Term = Term::schema("priceSpecification");
/// In stock or not.
pub const AVAILABILITY: Term = Term::schema("availability");
/// Pictures.
pub const IMAGE: Term = Term::schema("image");
/// A caption.
pub const CAPTION: Term = Term::schema("caption");
/// For whom it is.
pub const AUDIENCE: Term = Term::schema("audience");
/// A kind of audience.
pub const AUDIENCE_TYPE: Term = Term::schema("audienceType");
/// Where the audience is.
pub const GEOGRAPHIC_AREA: Term = Term::schema("geographicArea");
/// Nutrition facts.
pub const NUTRITION: Term = Term::schema("nutrition");
/// Further properties, by name and value.
pub const ADDITIONAL_PROPERTY: Term = Term::schema("additionalProperty");
/// The value of a property.
pub const VALUE: Term = Term::schema("value");
/// Whether a value must be chosen.
pub const IS_REQUIRED: Term = Term::ad("isRequired");
/// What a buyer can choose.
pub const CUSTOMIZATION_OPTIONS: Term = Term::ad("customizationOptions");
/// The choices.
pub const OPTIONS: Term = Term::ad("options");
/// Who provides a service.
pub const PROVIDER: Term = Term::schema("provider");

/// The nutrition facts of schema.org's `NutritionInformation` that are typed.
pub const NUTRITION_FACTS: [Term; 12] = [
    Term::schema("servingSize"),
    Term::schema("calories"),
    Term::schema("fatContent"),
    Term::schema("saturatedFatContent"),
    Term::schema("unsaturatedFatContent"),
    Term::schema("transFatContent"),
    Term::schema("cholesterolContent"),
    Term::schema("carbohydrateContent"),
    Term::schema("sugarContent"),
    Term::schema("fiberContent"),
    Term::schema("proteinContent"),
    Term::schema("sodiumContent"),
];

/// The root members of an agent description that the model types: a member so named must mean this.
pub const ROOT_TERMS: [Term; 18] = [
    DID,
    NAME,
    DESCRIPTION,
    VERSION,
    CREATED,
    MODIFIED,
    OWNER,
    PRODUCTS,
    SERVICES,
    INTERFACES,
    SECURITY,
    SECURITY_DEFINITIONS,
    URL,
    PROTOCOL_TYPE,
    PROTOCOL_VERSION,
    INFOMATIONS,
    DOMAIN_ENTITY,
    CUSTOMIZATION_OPTIONS,
];

/// The properties of an interface that the model types (table 5).
pub const INTERFACE_TERMS: [Term; 8] =
    [NAME, DESCRIPTION, PROTOCOL, URL, VERSION, SECURITY, HUMAN_AUTHORIZATION, CONTENT];

/// The properties of a security scheme that the model types (table 2).
pub const SCHEME_TERMS: [Term; 4] = [DESCRIPTION, SCHEME, IN, PARAMETER_NAME];

#[cfg(test)]
mod tests {
    use super::{DID, NAME, Namespace, PARAMETER_NAME, SECURITY};

    #[test]
    fn a_term_is_accepted_in_five_namespaces_and_no_sixth() {
        for iri in [
            "https://agent-network-protocol.com/ad#security",
            "https://schema.org/security",
            "http://schema.org/security",
            "https://service.agent-network-protocol.com/ad#security",
            "https://agent-network-protocol.com/ad/security",
        ] {
            assert!(SECURITY.accepts(iri), "{iri}");
        }
        for iri in [
            "https://evil.example/ad#security",
            "https://agent-network-protocol.com/ad#securit",
            "https://agent-network-protocol.com/ad#xsecurity",
            "https://agent-network-protocol.com/ad#/security",
            "http://agent-network-protocol.com/ad#security",
            "https://schema.org/Security",
            "https://schema.org#security",
            "https://www.schema.org/security",
            "security",
            "@id",
            "",
        ] {
            assert!(!SECURITY.accepts(iri), "{iri}");
        }
    }

    #[test]
    fn only_the_bare_prefix_is_a_did() {
        assert!(DID.accepts("https://w3id.org/did#"));
        assert!(!DID.accepts("https://w3id.org/did#did"));
        assert!(!NAME.accepts("https://w3id.org/did#"));
    }

    #[test]
    fn a_parameter_name_is_no_name() {
        assert!(PARAMETER_NAME.accepts("https://agent-network-protocol.com/ad#parameterName"));
        assert!(PARAMETER_NAME.accepts("https://schema.org/name"));
        assert!(!NAME.accepts("https://agent-network-protocol.com/ad#parameterName"));
    }

    #[test]
    fn two_namespaces_are_aliases() {
        let aliases: Vec<_> = Namespace::ALL.into_iter().filter(|namespace| namespace.is_alias()).collect();
        assert_eq!(aliases, [Namespace::AdServiceAlias, Namespace::AdSlashAlias]);
    }
}
