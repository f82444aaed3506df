//! The vocabulary: all IRIs of the agent description profile.
//!
//! The protocol's examples put its terms under schema.org by `@vocab`; real documents use the protocol's namespace.
//! Both are valid: a [`Term`] accepts its name in every [`Namespace`].

pub(super) mod context_names;
pub(super) mod spelling;
pub(super) mod term_set;

pub(crate) use spelling::misspelled;

use crate::description::{
    AgentDescription, Audience, Brand, CustomizationOptions, DomainEntity, Image, Information, Interface, Nutrition,
    Offer, Party, Product, PropertyValue, SecurityScheme, Service,
};
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

/// A term of the profile: a property or a class, by its number in [`TERMS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Term(u8);

/// What a term is called.
#[derive(Clone, Copy)]
pub(in crate::description) struct TermName {
    home: Namespace,
    name: &'static str,
    others: &'static [&'static str],
}

impl Term {
    /// The term that a kind of node declares with its member: one without a constant.
    pub(in crate::description) const fn declared(name: &str) -> Self {
        let mut at = 0;
        while !is_equal(TERMS[at].name, name) {
            at += 1;
        }
        Self::from_number(at)
    }

    #[allow(clippy::cast_possible_truncation)] // there are at most 128
    pub(in crate::description) const fn from_number(at: usize) -> Self {
        Self(at as u8)
    }

    /// The name in documents.
    #[must_use]
    pub(crate) const fn name(self) -> &'static str {
        TERMS[self.0 as usize].name
    }

    /// The IRI in the embedded contexts.
    #[must_use]
    pub(crate) fn iri(self) -> String {
        format!("{}{}", TERMS[self.0 as usize].home.iri(), self.name())
    }

    /// The term's IRIs outside the namespaces.
    pub(in crate::description) const fn others(self) -> &'static [&'static str] {
        TERMS[self.0 as usize].others
    }

    /// Whether `iri` means this term.
    #[must_use]
    pub(crate) fn accepts(self, iri: &str) -> bool {
        // fast path: the last letter differs for most terms
        let name = self.name();
        let may_end = iri.as_bytes().last() == name.as_bytes().last() && iri.ends_with(name);
        self.others().contains(&iri) || may_end && Namespace::split(iri).is_some_and(|(_, local)| local == name)
    }

    /// The bit of the term's number.
    pub(in crate::description) const fn bit(self) -> u128 {
        1 << self.0
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
        #[allow(clippy::upper_case_acronyms, non_camel_case_types)]
        enum Number { $($term),* }

        $($(#[$doc])* pub(crate) const $term: Term = Term::from_number(Number::$term as usize);)*

        const NAMED: &[TermName] =
            &[$(TermName { home: Namespace::$home, name: $text, others: &[$($($other),*)?] }),*];
    };
}

/// Whether two names are the same, when the program is compiled.
const fn is_equal(one: &str, other: &str) -> bool {
    let (one, other, mut at) = (one.as_bytes(), other.as_bytes(), 0);
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// The terms that have no constant here, by the kinds of nodes that declare them.
const DECLARED: &[&[&str]] = &[
    AgentDescription::DECLARED_TERMS,
    SecurityScheme::DECLARED_TERMS,
    Interface::DECLARED_TERMS,
    Information::DECLARED_TERMS,
    DomainEntity::DECLARED_TERMS,
    Party::DECLARED_TERMS,
    Service::DECLARED_TERMS,
    Product::DECLARED_TERMS,
    Brand::DECLARED_TERMS,
    Offer::DECLARED_TERMS,
    Image::DECLARED_TERMS,
    Audience::DECLARED_TERMS,
    Nutrition::DECLARED_TERMS,
    PropertyValue::DECLARED_TERMS,
    CustomizationOptions::DECLARED_TERMS,
    #[cfg(test)]
    crate::description::model::agent_description::toy_member::ToyDescription::DECLARED_TERMS,
];

/// Every term, in order: those with a constant, then those that kinds of nodes declare.
pub(in crate::description) const TERMS: &[TermName] = ALL_TERMS.0.split_at(ALL_TERMS.1).0;

/// The terms and their number. A set of terms has 128 bits.
const ALL_TERMS: ([TermName; u128::BITS as usize], usize) = {
    let unused = TermName { home: Namespace::SchemaOrg, name: "", others: &[] };
    let (mut all, mut count) = ([unused; u128::BITS as usize], 0);
    while count < NAMED.len() {
        all[count] = NAMED[count];
        count += 1;
    }
    let (mut kind, mut at) = (0, 0);
    while kind < DECLARED.len() {
        if at == DECLARED[kind].len() {
            (kind, at) = (kind + 1, 0);
            continue;
        }
        let mut known = 0;
        while known < count && !is_equal(all[known].name, DECLARED[kind][at]) {
            known += 1;
        }
        if known == count && !DECLARED[kind][at].is_empty() {
            all[count].name = DECLARED[kind][at];
            count += 1;
        }
        at += 1;
    }
    (all, count)
};

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
    OFFERS: SchemaOrg "offers";
    PRICE: SchemaOrg "price";
    PRICE_CURRENCY: SchemaOrg "priceCurrency";
    PRICE_SPECIFICATION: SchemaOrg "priceSpecification";
    AVAILABILITY: SchemaOrg "availability";
    IMAGE: SchemaOrg "image";
    VALUE: SchemaOrg "value";

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
