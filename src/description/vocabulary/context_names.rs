//! Meaning of names under a document's context, by table lookup instead of JSON-LD expansion.
//!
//! Valid for contexts of the plain profile, which [`plain`](crate::description::plain) checks.

use crate::{
    Limits,
    description::{
        DescriptionProfile,
        vocabulary::{self as term, Namespace, term_set::TermSet},
    },
    diagnostic::members,
    json::{Document, Json, Member, Text, Value},
    jsonld::{Contexts, schema_org_term},
};
use adp_json::member_names::bit_of;
use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

/// The IRIs by which `@context` names the protocol's context.
pub(in crate::description) const AD_CONTEXTS: [&str; 2] =
    ["https://agent-network-protocol.com/ad#", "https://agent-network-protocol.com/ad"];

/// The IRIs by which `@context` names schema.org's context.
pub(in crate::description) const SCHEMA_ORG_CONTEXTS: [&str; 8] = [
    "https://schema.org/",
    "https://schema.org",
    "https://schema.org/docs/jsonldcontext.jsonld",
    "https://schema.org/docs/jsonldcontext.json",
    "http://schema.org",
    "http://schema.org/",
    "http://schema.org/docs/jsonldcontext.jsonld",
    "http://schema.org/docs/jsonldcontext.json",
];

/// How the context changes the values of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::description) enum Coercion {
    /// Not at all.
    None,
    /// Strings become IRIs.
    Iri,
    /// The value is JSON data.
    Json,
    /// Scalars get a datatype.
    Datatype,
    /// Values are collected in a container.
    Container,
}

/// The meaning of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::description) enum Definition<'a> {
    /// A keyword.
    Alias(&'static str),
    /// A prefix of IRIs.
    Prefix(&'a str),
    /// A property or a class.
    Term(&'a str, Coercion),
}

/// An embedded context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::description) enum Pinned {
    Ad,
    SchemaOrg,
    Anp07,
}

impl Pinned {
    /// The embedded context of a description that `@context` names by this IRI.
    pub(in crate::description) fn named(iri: &str) -> Option<Self> {
        if AD_CONTEXTS.contains(&iri) {
            Some(Self::Ad)
        } else {
            SCHEMA_ORG_CONTEXTS.contains(&iri).then_some(Self::SchemaOrg)
        }
    }

    fn vocabulary(self) -> &'static str {
        match self {
            Self::Ad | Self::Anp07 => term::SCHEMA_ORG,
            Self::SchemaOrg => term::SCHEMA_ORG_HTTP,
        }
    }

    /// The definition of a name in the context.
    pub(in crate::description) fn definition(self, name: &str) -> Option<Definition<'static>> {
        match self {
            Self::Ad => AD_TERMS.get(name).copied(),
            Self::Anp07 => ANP_07_TERMS.get(name).copied(),
            Self::SchemaOrg => schema_org_term(name).map(|(iri, coercion)| match (iri, coercion) {
                ("@id", _) => Definition::Alias("@id"),
                ("@type", _) => Definition::Alias("@type"),
                (iri, Some("@prefix")) => Definition::Prefix(iri),
                (iri, Some("@id")) => Definition::Term(iri, Coercion::Iri),
                (iri, Some(_)) => Definition::Term(iri, Coercion::Datatype),
                (iri, None) => Definition::Term(iri, Coercion::None),
            }),
        }
    }
}

type Definitions = HashMap<Text, Definition<'static>>;

static AD_TERMS: LazyLock<Definitions> = LazyLock::new(|| definitions_of(term::AD_CONTEXT));
static ANP_07_TERMS: LazyLock<Definitions> = LazyLock::new(|| definitions_of(term::ANP_07_CONTEXT));

/// The definitions of one of the protocol's embedded contexts, which have no nested prefixes.
fn definitions_of(iri: &str) -> Definitions {
    let contexts = Contexts::embedded();
    let document = contexts.get(iri).and_then(|file| Document::parse(file.bytes(), &Limits::default()).ok());
    let Some(context) = document.as_ref().and_then(|document| document.root().get("@context")?.as_object()) else {
        return Definitions::default();
    };
    let complete = |iri: &str| match iri.split_once(':') {
        Some((prefix, rest)) => match context.get(prefix).and_then(Json::as_str) {
            Some(namespace) => [namespace, rest].concat(),
            None => iri.to_owned(),
        },
        None => iri.to_owned(),
    };
    let read = |member: &Member| {
        let value = member.value();
        // once for each term of the program's contexts
        let iri: &'static str = complete(value.as_str().or_else(|| value.get("@id")?.as_str())?).leak();
        let coercion = match (value.get("@container"), value.get("@type").and_then(Json::as_str)) {
            (Some(_), _) => Coercion::Container,
            (None, Some("@id")) => Coercion::Iri,
            (None, Some("@json")) => Coercion::Json,
            (None, Some(_)) => Coercion::Datatype,
            (None, None) => Coercion::None,
        };
        Some(match iri {
            "@type" => Definition::Alias("@type"),
            iri if iri.ends_with(['/', '#']) => Definition::Prefix(iri),
            iri => Definition::Term(iri, coercion),
        })
    };
    let members = context.iter().filter(|member| !member.name().starts_with('@'));
    members.filter_map(|member| Some((member.name().clone(), read(member)?))).collect()
}

/// The classes that the model distinguishes.
pub(in crate::description) const CLASSES: TermSet = TermSet::from_terms(&[
    term::AGENT_DESCRIPTION,
    term::STRUCTURED_INTERFACE,
    term::NATURAL_LANGUAGE_INTERFACE,
    term::PERSON,
    term::ORGANIZATION,
    term::PRODUCT,
    term::SERVICE,
    term::OFFER,
]);

/// Discovery terms of the vocabulary, which are not part of a description.
const LISTING_TERMS: TermSet = TermSet::from_terms(&[term::COLLECTION_PAGE, term::ITEMS, term::NEXT]);

/// The vocabulary's name for a security scheme's parameter, if it differs from the member's name.
pub(in crate::description) const PARAMETER_NAME: &str = "parameterName";

/// The properties that the model reads.
pub(in crate::description) const MODEL_TERMS: TermSet = TermSet::ALL.without(CLASSES).without(LISTING_TERMS);

/// The model terms with a name in documents.
pub(in crate::description) fn model_terms(name: &str) -> TermSet {
    TermSet::named(name).and(MODEL_TERMS)
}

/// Whether the model reads the property with this IRI.
pub(in crate::description) fn is_read(iri: &str) -> bool {
    !TermSet::from_iri(iri).and(MODEL_TERMS).is_empty()
}

/// [`members::folded`] as text.
pub(in crate::description) fn folded(name: &str) -> Cow<'_, str> {
    let is_folded = |byte: u8| byte.is_ascii() && !byte.is_ascii_uppercase() && !matches!(byte, b'_' | b'-');
    if name.bytes().all(is_folded) { Cow::Borrowed(name) } else { members::folded(name).collect() }
}

/// IRIs that have one name in a document, besides the accepted vocabularies, with the name that rule 2 excepts.
const RESERVED: [(&str, Option<&str>); 3] =
    [(term::DID_PREFIX, Some("did")), (term::SECURITY_PROOF, Some("proof")), (term::RDF_TYPE, None)];

/// Whether a folded name is that of a model term, or `id` or `type`.
pub(in crate::description) fn is_folded_term(folded: &str) -> bool {
    static TERMS: LazyLock<HashSet<String>> = LazyLock::new(|| {
        let terms = MODEL_TERMS.iter().map(|term| term.name());
        terms.chain([PARAMETER_NAME, "id", "type"]).map(|name| self::folded(name).into_owned()).collect()
    });
    TERMS.contains(folded)
}

/// Whether a folded name is that of a class of the model.
pub(in crate::description) fn is_folded_class(folded: &str) -> bool {
    static FOLDED_CLASSES: LazyLock<HashSet<String>> =
        LazyLock::new(|| CLASSES.iter().map(|class| self::folded(class.name()).into_owned()).collect());
    FOLDED_CLASSES.contains(folded)
}

/// The syntax of a name: with or without a colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::description) enum Written<'n> {
    /// Without a colon.
    Name(&'n str),
    /// The IRI of a prefix, and the name after the colon.
    Compact(&'n str, &'n str),
    /// A term or an alias is used like a prefix.
    TermAsPrefix,
    /// A blank node name.
    Blank,
    /// An IRI, or something similar.
    Iri,
}

/// The meaning of a document's names.
#[derive(Debug)]
pub(in crate::description) struct Names<'a> {
    /// The context's entries that are not looked up in `own`, with their positions.
    pinned: Vec<(usize, Pinned)>,
    /// The document's own definitions sorted by name; later definitions of the same name come later.
    own: Vec<(&'a str, usize, Definition<'a>)>,
    /// A bit for each name in `own`: most others are recognized without comparison.
    own_bits: u64,
    /// The vocabulary of undefined names.
    pub(in crate::description) vocabulary: Option<&'a str>,
    /// The default language of texts.
    pub(in crate::description) language: Option<&'a Text>,
}

impl<'a> Names<'a> {
    /// The names under a root's `@context`, or those of ANP-07.
    pub(in crate::description) fn new(profile: DescriptionProfile, context: Option<&'a Json>) -> Self {
        let mut names = Self { pinned: Vec::new(), own: Vec::new(), own_bits: 0, vocabulary: None, language: None };
        if profile == DescriptionProfile::Anp07 {
            names.pin(0, Pinned::Anp07);
        }
        let entries = context.map(|context| context.as_array().unwrap_or(std::slice::from_ref(context)));
        for (place, entry) in entries.unwrap_or_default().iter().enumerate() {
            match entry.value() {
                Value::String(iri) => {
                    if let Some(pinned) = Pinned::named(iri) {
                        names.pin(place, pinned);
                    }
                }
                Value::Object(entry) => {
                    for member in entry {
                        if member.name() == "@vocab" {
                            names.vocabulary = member.value().as_str();
                        } else if member.name() == "@language" {
                            names.language = member.value().as_text();
                        } else if let Some(definition) = definition(member.value()) {
                            names.own_bits |= bit_of(member.name());
                            names.own.push((member.name(), place, definition));
                        }
                    }
                }
                _ => {}
            }
        }
        names.own.sort_by_key(|(name, place, _)| (*name, *place));
        names
    }

    /// The names of a document. Without a `@context`, which is an error of its own, they have the meaning of the
    /// protocol's context, so that a check finds the other errors too.
    pub(in crate::description) fn for_document(document: &'a Document) -> Self {
        let profile = DescriptionProfile::for_document(document);
        let context = document.root().get("@context").filter(|context| !context.is_null());
        let mut names = Self::new(profile, context);
        if profile == DescriptionProfile::Adp && context.is_none() {
            names.pin(0, Pinned::Ad);
        }
        names
    }

    fn pin(&mut self, place: usize, pinned: Pinned) {
        self.pinned.push((place, pinned));
        self.vocabulary = Some(pinned.vocabulary());
    }

    /// The embedded contexts in use.
    pub(in crate::description) fn pinned(&self) -> impl Iterator<Item = Pinned> {
        self.pinned.iter().map(|(_, pinned)| *pinned)
    }

    /// The document's own definitions.
    pub(in crate::description) fn own(&self) -> impl Iterator<Item = (&'a str, Definition<'a>)> {
        self.own.iter().map(|(name, _, definition)| (*name, *definition))
    }

    /// The definition of a name: the last entry that defines it.
    pub(in crate::description) fn definition(&self, name: &str) -> Option<Definition<'a>> {
        let find = || {
            let end = self.own.partition_point(|(own, ..)| *own <= name);
            self.own.get(end.checked_sub(1)?).filter(|(own, ..)| *own == name)
        };
        let own = if self.own_bits & bit_of(name) == 0 { None } else { find() };
        let pinned = self.pinned.iter().rev().find_map(|(place, pinned)| Some((*place, pinned.definition(name)?)));
        match (own, pinned) {
            (Some((_, own_place, _)), Some((place, definition))) if place > *own_place => Some(definition),
            (Some((_, _, definition)), _) => Some(*definition),
            (None, pinned) => pinned.map(|(_, definition)| definition),
        }
    }

    /// Whether an embedded context defines a name, and the document does not.
    pub(in crate::description) fn is_pinned(&self, name: &str) -> bool {
        self.own.binary_search_by(|(own, ..)| (*own).cmp(name)).is_err()
    }

    /// Whether a name is a prefix.
    pub(in crate::description) fn is_prefix(&self, name: &str) -> bool {
        matches!(self.definition(name), Some(Definition::Prefix(_)))
    }

    /// The keyword of a member's name or alias.
    pub(in crate::description) fn keyword<'n>(&self, name: &'n str) -> Option<&'n str> {
        if name.starts_with('@') {
            return Some(name);
        }
        match name {
            "id" | "type" => match self.definition(name) {
                Some(Definition::Alias(keyword)) => Some(keyword),
                _ => None,
            },
            _ => None,
        }
    }

    /// Parses the syntax of a name.
    pub(in crate::description) fn written<'n>(&self, name: &'n str) -> Written<'n>
    where
        'a: 'n,
    {
        // most names have no colon
        match name.as_bytes().contains(&b':').then(|| name.split_once(':')).flatten() {
            None => Written::Name(name),
            Some(("_", _)) => Written::Blank,
            Some((_, rest)) if rest.starts_with("//") => Written::Iri,
            Some((prefix, rest)) => match self.definition(prefix) {
                Some(Definition::Prefix(iri)) => Written::Compact(iri, rest),
                Some(_) => Written::TermAsPrefix,
                None => Written::Iri,
            },
        }
    }

    /// The syntax of a member's name in a model node, and its model terms: by its plain name, or by the prefix of an
    /// accepted vocabulary.
    pub(in crate::description) fn member<'n>(&self, name: &'n str) -> (Written<'n>, TermSet)
    where
        'a: 'n,
    {
        let terms = model_terms(name);
        // no term has a colon
        let written = if terms.is_empty() { self.written(name) } else { Written::Name(name) };
        match written {
            Written::Compact(iri, name) if is_accepted(iri) => (written, model_terms(name)),
            _ => (written, terms),
        }
    }

    /// The IRI of a property or class, with any syntax.
    pub(in crate::description) fn iri<'n>(&self, name: &'n str) -> Cow<'n, str>
    where
        'a: 'n,
    {
        match self.parts(name) {
            (iri, "") => Cow::Borrowed(iri),
            (start, rest) => Cow::Owned([start, rest].concat()),
        }
    }

    /// [`Names::iri`] as text, without an intermediate string.
    pub(in crate::description) fn text(&self, name: &str) -> Text {
        match self.parts(name) {
            (iri, "") => iri.into(),
            (start, rest) => Text::joined(start, rest),
        }
    }

    /// The two parts of [`Names::iri`].
    fn parts<'n>(&self, name: &'n str) -> (&'n str, &'n str)
    where
        'a: 'n,
    {
        match self.written(name) {
            Written::Compact(iri, rest) => (iri, rest),
            Written::Name(name) => match self.definition(name) {
                Some(Definition::Prefix(iri) | Definition::Term(iri, _)) => (iri, ""),
                Some(Definition::Alias(keyword)) => (keyword, ""),
                None => (self.vocabulary.unwrap_or_default(), name),
            },
            Written::TermAsPrefix | Written::Blank | Written::Iri => (name, ""),
        }
    }

    /// The reserved IRI that a name means, however it does so, unless rule 2 excepts the name.
    pub(in crate::description) fn reserved(&self, name: &str) -> Option<&'static str> {
        let (start, rest) = self.parts(name);
        let is_meant = |iri: &str| iri.strip_prefix(start) == Some(rest);
        if let Some((iri, own)) = RESERVED.into_iter().find(|(iri, _)| is_meant(iri)) {
            return (own != Some(name)).then_some(iri);
        }
        let vocabulary = Namespace::ALL.into_iter().map(Namespace::iri).find(|iri| is_meant(iri))?;
        (!self.is_prefix(name)).then_some(vocabulary)
    }

    /// How the context changes the values of a member.
    pub(in crate::description) fn coercion(&self, name: &str) -> Coercion {
        match self.definition(name) {
            Some(Definition::Term(_, coercion)) => coercion,
            _ => Coercion::None,
        }
    }

    /// Whether a name is the prefix of an accepted vocabulary, in an embedded context or in the document's own.
    pub(in crate::description) fn accepted_prefixes(&self) -> impl Iterator<Item = &'a str> {
        let own =
            self.own().filter(|(_, definition)| matches!(definition, Definition::Prefix(iri) if is_accepted(iri)));
        let pinned = self.pinned().flat_map(|pinned| match pinned {
            Pinned::Ad => ["ad", "schema"].as_slice(),
            Pinned::SchemaOrg => &["schema"],
            Pinned::Anp07 => &[],
        });
        own.map(|(name, _)| name).chain(pinned.copied())
    }
}

/// The definition in a context member, if it is valid in the plain profile.
pub(in crate::description) fn definition(value: &Json) -> Option<Definition<'_>> {
    match value.value() {
        Value::String(iri) if iri.ends_with(['/', '#', ':']) => Some(Definition::Prefix(iri)),
        Value::String(iri) => Some(Definition::Term(iri, Coercion::None)),
        Value::Object(object) => {
            let coercion = if object.contains("@type") { Coercion::Iri } else { Coercion::None };
            Some(Definition::Term(object.get("@id")?.as_str()?, coercion))
        }
        _ => None,
    }
}

/// Whether an IRI is that of a vocabulary whose terms the model reads.
pub(in crate::description) fn is_accepted(iri: &str) -> bool {
    Namespace::ALL.iter().any(|namespace| namespace.iri() == iri)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::{
        AD_CONTEXTS, AD_TERMS, ANP_07_TERMS, Coercion, Definition, Pinned, SCHEMA_ORG_CONTEXTS, folded, is_folded_term,
        term,
    };
    use crate::{Document, Json, Limits, jsonld::Contexts};

    #[test]
    fn definitions_are_those_of_the_context_documents() {
        for (pinned, name, expected) in [
            (Pinned::Ad, "ad", Definition::Prefix("https://agent-network-protocol.com/ad#")),
            (Pinned::Ad, "did", Definition::Term("https://agent-network-protocol.com/ad#did", Coercion::None)),
            (Pinned::Ad, "url", Definition::Term("https://schema.org/url", Coercion::Iri)),
            (Pinned::Ad, "proof", Definition::Term("https://w3id.org/security#proof", Coercion::Container)),
            (
                Pinned::Anp07,
                "content",
                Definition::Term("https://agent-network-protocol.com/ad#content", Coercion::Json),
            ),
            (
                Pinned::Anp07,
                "created",
                Definition::Term("https://agent-network-protocol.com/ad#created", Coercion::Datatype),
            ),
            (Pinned::Anp07, "type", Definition::Alias("@type")),
        ] {
            assert_eq!(pinned.definition(name), Some(expected), "{name}");
        }
        assert_eq!((AD_TERMS.len(), ANP_07_TERMS.len()), (27, 26));
        let contexts = Contexts::embedded();
        for (pinned, iri) in [(Pinned::Ad, term::AD_CONTEXT), (Pinned::Anp07, term::ANP_07_CONTEXT)] {
            let document = Document::parse(contexts.get(iri).unwrap().bytes(), &Limits::default()).unwrap();
            let vocabulary = document.root().get("@context").unwrap().get("@vocab").and_then(Json::as_str);
            assert_eq!(vocabulary, Some(pinned.vocabulary()), "{iri}");
        }
        assert_eq!(Pinned::Ad.definition("scheme"), None);
    }

    #[test]
    fn pinned_contexts_have_the_names_of_the_store() {
        let contexts = Contexts::embedded();
        let hash = |iri: &str| *contexts.get(iri).unwrap().sha256();
        assert!(AD_CONTEXTS.iter().all(|iri| hash(iri) == hash(AD_CONTEXTS[0])));
        assert!(SCHEMA_ORG_CONTEXTS.iter().all(|iri| hash(iri) == hash(SCHEMA_ORG_CONTEXTS[0])));
        assert_ne!(hash(AD_CONTEXTS[0]), hash(SCHEMA_ORG_CONTEXTS[0]));
    }

    #[test]
    fn names_are_folded() {
        for (name, expected) in [
            ("URL", "url"),
            ("human_Authorization", "humanauthorization"),
            ("price-Currency", "pricecurrency"),
            ("de\u{17f}cription", "description"),
            ("\u{212a}ey", "key"),
            ("of\u{fb01}ce", "office"),
            ("d\u{130}d", "did"),
        ] {
            assert_eq!(folded(name), expected);
        }
        assert!(is_folded_term("url") && is_folded_term("securitydefinitions") && is_folded_term("type"));
        assert!(!is_folded_term("items") && !is_folded_term("urls") && !is_folded_term("product"));
    }
}
