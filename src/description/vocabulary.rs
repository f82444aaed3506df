//! The vocabulary: all IRIs of the agent description profile.
//!
//! The protocol's examples put its terms under schema.org by `@vocab`; real documents use the protocol's namespace.
//! Both are valid: a [`Term`] accepts its name in every [`Namespace`].

use std::fmt;

/// The namespace of the Agent Description Protocol.
pub(crate) const AD: &str = "https://agent-network-protocol.com/ad#";
/// The IRI of the embedded `ad.jsonld`, as documents name it in `@context`.
pub(crate) const AD_CONTEXT: &str = AD;
/// The IRI of the embedded context for ANP-07 documents, which are plain JSON without `@context`.
pub(crate) const ANP_07_CONTEXT: &str = "urn:agent-description:anp-07";
/// schema.org's namespace as the protocol's examples write it.
pub(crate) const SCHEMA_ORG: &str = "https://schema.org/";
/// schema.org's namespace as its own context writes it.
pub(crate) const SCHEMA_ORG_HTTP: &str = "http://schema.org/";
/// A wrong spelling of the protocol's namespace in published documents; reported.
pub(crate) const AD_SERVICE_ALIAS: &str = "https://service.agent-network-protocol.com/ad#";
/// Another wrong spelling of the protocol's namespace in published documents; reported.
pub(crate) const AD_SLASH_ALIAS: &str = "https://agent-network-protocol.com/ad/";
/// The IRI of the term `did` in the protocol's inline context. As a prefix it changes DIDs in `@id`.
pub(crate) const DID_PREFIX: &str = "https://w3id.org/did#";
/// The property of the security vocabulary that `proof` is in the embedded contexts.
pub(crate) const SECURITY_PROOF: &str = "https://w3id.org/security#proof";
/// The property that `@type` is in RDF.
pub(crate) const RDF_TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

/// A namespace of the profile's terms; other namespaces are not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub(crate) enum Namespace {
    /// [`AD`]
    Ad,
    /// [`SCHEMA_ORG`]
    SchemaOrg,
    /// `http://schema.org/`
    SchemaOrgHttp,
    /// `https://service.agent-network-protocol.com/ad#`
    AdServiceAlias,
    /// `https://agent-network-protocol.com/ad/`
    AdSlashAlias,
}

impl Namespace {
    /// Every namespace.
    pub(crate) const ALL: [Namespace; 5] =
        [Self::SchemaOrg, Self::Ad, Self::SchemaOrgHttp, Self::AdServiceAlias, Self::AdSlashAlias];

    /// The namespace's IRI.
    #[must_use]
    pub(crate) const fn iri(self) -> &'static str {
        match self {
            Self::Ad => AD,
            Self::SchemaOrg => SCHEMA_ORG,
            Self::SchemaOrgHttp => SCHEMA_ORG_HTTP,
            Self::AdServiceAlias => AD_SERVICE_ALIAS,
            Self::AdSlashAlias => AD_SLASH_ALIAS,
        }
    }

    /// Whether this is an accepted misspelling of [`AD`], with a warning.
    #[must_use]
    pub(crate) const fn is_alias(self) -> bool {
        matches!(self, Self::AdServiceAlias | Self::AdSlashAlias)
    }

    /// The namespace of an IRI and the name in it.
    #[must_use]
    pub(crate) fn split(iri: &str) -> Option<(Namespace, &str)> {
        Self::ALL.into_iter().find_map(|namespace| Some((namespace, iri.strip_prefix(namespace.iri())?)))
    }
}

impl Term {
    /// The IRI in the embedded contexts.
    #[must_use]
    pub(crate) fn iri(self) -> String {
        format!("{}{}", self.home().iri(), self.name())
    }

    /// Whether `iri` means this term.
    #[must_use]
    pub(crate) fn accepts(self, iri: &str) -> bool {
        // fast path: the last letter differs for most terms
        let name = self.name();
        let may_end = iri.as_bytes().last() == name.as_bytes().last() && iri.ends_with(name);
        self.others().contains(&iri) || may_end && Namespace::split(iri).is_some_and(|(_, local)| local == name)
    }

    /// The bit of the term's place among [`TERMS`].
    pub(super) const fn bit(self) -> u128 {
        1 << self as u8
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Defines terms: `NAME: NAMESPACE "name" or [IRIs outside the namespaces]`.
macro_rules! terms {
    ($($(#[$doc:meta])* $term:ident: $home:ident $text:literal $(or [$($other:expr),*])?;)*) => {
        /// A term of the profile: a property or a class.
        #[allow(clippy::upper_case_acronyms, non_camel_case_types)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Term { $($(#[$doc])* $term),* }

        pub(crate) use Term::{$($term),*};

        impl Term {
            /// The name in documents.
            #[must_use]
            pub(crate) const fn name(self) -> &'static str {
                match self { $($term => $text),* }
            }

            const fn home(self) -> Namespace {
                match self { $($term => Namespace::$home),* }
            }

            /// The term's IRIs outside the namespaces.
            pub(super) const fn others(self) -> &'static [&'static str] {
                match self { $($term => &[$($($other),*)?]),* }
            }
        }

        /// Every term, in order.
        pub(super) const TERMS: &[Term] = &[$($term),*];
    };
}

terms! {
    // classes

    AGENT_DESCRIPTION: Ad "AgentDescription";
    STRUCTURED_INTERFACE: Ad "StructuredInterface";
    NATURAL_LANGUAGE_INTERFACE: Ad "NaturalLanguageInterface";
    PERSON: SchemaOrg "Person";
    ORGANIZATION: SchemaOrg "Organization";
    PRODUCT: SchemaOrg "Product";
    SERVICE: SchemaOrg "Service";

    OFFER: SchemaOrg "Offer";
    /// A page of a listing (ANP-08).
    COLLECTION_PAGE: SchemaOrg "CollectionPage";
    ITEMS: SchemaOrg "items";
    NEXT: SchemaOrg "next";

    // table 1: the agent

    /// The agent's DID; the protocol's inline context maps it to [`DID_PREFIX`].
    DID: Ad "did" or [DID_PREFIX];
    /// A proof; the embedded contexts map it to the property of the security vocabulary.
    PROOF: Ad "proof" or [SECURITY_PROOF];
    /// A name for people.
    NAME: SchemaOrg "name";
    DESCRIPTION: SchemaOrg "description";
    VERSION: SchemaOrg "version";
    CREATED: Ad "created";
    MODIFIED: Ad "modified";
    OWNER: Ad "owner";
    PRODUCTS: Ad "products";
    SERVICES: Ad "services";
    INTERFACES: Ad "interfaces";
    /// Names of security schemes that apply.
    SECURITY: Ad "security";
    /// Named security schemes.
    SECURITY_DEFINITIONS: Ad "securityDefinitions";
    /// The name of a security scheme, where `securityDefinitions` is an index.
    DEFINITION_NAME: Ad "definitionName";

    // table 2: security schemes

    /// The identifier of a security mechanism.
    SCHEME: Ad "scheme";
    /// The location of the authentication parameter.
    IN: Ad "in";
    /// The name of the authentication parameter.
    PARAMETER_NAME: Ad "name" or ["https://agent-network-protocol.com/ad#parameterName", "https://service.agent-network-protocol.com/ad#parameterName", "https://agent-network-protocol.com/ad/parameterName"];

    // table 5: interfaces

    PROTOCOL: Ad "protocol";
    /// A URL: of an interface's definition or of a web page.
    URL: SchemaOrg "url";
    /// Whether a person must approve each call.
    HUMAN_AUTHORIZATION: Ad "humanAuthorization";
    /// An inline interface definition (ANP-07).
    CONTENT: Ad "content";

    // ANP-07

    /// `ANP`
    PROTOCOL_TYPE: Ad "protocolType";
    PROTOCOL_VERSION: Ad "protocolVersion";
    /// Resources of the agent; the protocol misspells the name.
    INFOMATIONS: Ad "Infomations";
    DOMAIN_ENTITY: Ad "domainEntity";

    // products (schema.org)

    IDENTIFIER: SchemaOrg "identifier";
    SKU: SchemaOrg "sku";
    CATEGORY: SchemaOrg "category";
    /// The material.
    INGREDIENTS: SchemaOrg "ingredients";
    BRAND: SchemaOrg "brand";
    MANUFACTURER: SchemaOrg "manufacturer";
    OFFERS: SchemaOrg "offers";
    PRICE: SchemaOrg "price";
    PRICE_CURRENCY: SchemaOrg "priceCurrency";
    PRICE_SPECIFICATION: SchemaOrg "priceSpecification";
    AVAILABILITY: SchemaOrg "availability";
    IMAGE: SchemaOrg "image";
    CAPTION: SchemaOrg "caption";
    AUDIENCE: SchemaOrg "audience";
    AUDIENCE_TYPE: SchemaOrg "audienceType";
    GEOGRAPHIC_AREA: SchemaOrg "geographicArea";
    NUTRITION: SchemaOrg "nutrition";
    /// Further properties, by name and value.
    ADDITIONAL_PROPERTY: SchemaOrg "additionalProperty";
    VALUE: SchemaOrg "value";
    IS_REQUIRED: Ad "isRequired";
    CUSTOMIZATION_OPTIONS: Ad "customizationOptions";
    OPTIONS: Ad "options";
    PROVIDER: SchemaOrg "provider";

    // nutrition facts (schema.org)

    SERVING_SIZE: SchemaOrg "servingSize";
    CALORIES: SchemaOrg "calories";
    FAT_CONTENT: SchemaOrg "fatContent";
    SATURATED_FAT_CONTENT: SchemaOrg "saturatedFatContent";
    UNSATURATED_FAT_CONTENT: SchemaOrg "unsaturatedFatContent";
    TRANS_FAT_CONTENT: SchemaOrg "transFatContent";
    CHOLESTEROL_CONTENT: SchemaOrg "cholesterolContent";
    CARBOHYDRATE_CONTENT: SchemaOrg "carbohydrateContent";
    SUGAR_CONTENT: SchemaOrg "sugarContent";
    FIBER_CONTENT: SchemaOrg "fiberContent";
    PROTEIN_CONTENT: SchemaOrg "proteinContent";
    SODIUM_CONTENT: SchemaOrg "sodiumContent";
}

/// The nutrition facts of schema.org's `NutritionInformation` that are typed.
pub(crate) const NUTRITION_FACTS: [Term; 12] = [
    SERVING_SIZE,
    CALORIES,
    FAT_CONTENT,
    SATURATED_FAT_CONTENT,
    UNSATURATED_FAT_CONTENT,
    TRANS_FAT_CONTENT,
    CHOLESTEROL_CONTENT,
    CARBOHYDRATE_CONTENT,
    SUGAR_CONTENT,
    FIBER_CONTENT,
    PROTEIN_CONTENT,
    SODIUM_CONTENT,
];

#[cfg(test)]
mod tests {
    use super::{DID, NAME, Namespace, PARAMETER_NAME};

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
