//! Security schemes (table 2), the names that stand for them, and which of them apply.

use super::{
    Node,
    error::ModelErrorKind,
    error_wording::NAMED,
    expanded_value::{kind, literal, source_offset, text_of},
    node_reader::{NodeReader, is_ill_formed},
    reading::Reading,
    rules,
    spelling::{Budget, closest, closest_within, local_name},
    vocabulary::{self as term, Term},
};
use crate::{
    diagnostic::{Rule, shortened},
    json::by_offset::{name_at, named_at, string_at},
    json::{Json, Text},
    jsonld,
};
use std::{
    cell::OnceCell,
    collections::{HashMap, HashSet},
    fmt,
};

/// Where an authentication parameter goes (`in` of table 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ParameterLocation {
    /// A header of the protocol, named by `name`.
    Header,
    /// A query parameter of the URI, named by `name`.
    Query,
    /// An element of the request's body, named by `name`.
    Body,
    /// A cookie, named by `name`.
    Cookie,
    /// A variable of the URI template, named by `name`.
    Uri,
    /// Settled by the protocol; there is no `name`.
    Auto,
}

impl ParameterLocation {
    /// Every location.
    pub const ALL: [Self; 6] = [Self::Header, Self::Query, Self::Body, Self::Cookie, Self::Uri, Self::Auto];

    /// As written in `in`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Query => "query",
            Self::Body => "body",
            Self::Cookie => "cookie",
            Self::Uri => "uri",
            Self::Auto => "auto",
        }
    }
}

impl fmt::Display for ParameterLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A security scheme (table 2): how a consumer authenticates.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SecurityScheme {
    /// Identity, types and what is not typed here.
    pub node: Node,
    /// The mechanism, for example `didwba`.
    pub scheme: Text,
    /// Where the authentication parameter goes; [`ParameterLocation::Auto`] also for `nosec` without `in`.
    pub location: ParameterLocation,
    /// The parameter's name; there is none with [`ParameterLocation::Auto`].
    pub name: Option<Text>,
    /// A description for people.
    pub description: Option<Text>,
}

/// A security scheme under its name in `securityDefinitions`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SecurityDefinition {
    /// The name, as written.
    pub name: Text,
    /// The scheme.
    pub scheme: SecurityScheme,
}

/// One entry of `security`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SecurityRequirement {
    /// The name of a scheme in `securityDefinitions`.
    Named(Text),
    /// A scheme written where it applies.
    Inline(Box<SecurityScheme>),
}

/// The mechanism that the protocol defines.
const DIDWBA: &str = "didwba";

/// The scheme of the Web of Things that asks for nothing.
const NOSEC: &str = "nosec";

/// Member names that betray a secret, lower case.
const SECRETS: [&str; 8] =
    ["password", "secret", "clientsecret", "token", "accesstoken", "apikey", "privatekey", "credential"];

impl SecurityScheme {
    pub(super) const WHAT: &'static str = "the security scheme";

    pub(super) fn read<'a>(reading: &mut Reading<'a>, node: NodeReader<'a>) -> Option<Self> {
        let mut node = node.called(Self::WHAT);
        if node.types().next().is_some() {
            reading.findings.exercise(&rules::SCHEME_TYPE);
        }
        node.require(reading, &rules::SCHEME, term::SCHEME);
        let scheme = node.text(reading, &rules::SCHEME, term::SCHEME);
        if let Some(scheme) = &scheme {
            check_scheme(reading, &mut node, scheme);
        }
        // nothing is presented, so nothing says where it goes
        let is_open = scheme.as_deref() == Some(NOSEC);
        let location = if is_open && node.values(term::IN).is_empty() {
            Some(ParameterLocation::Auto)
        } else {
            node.require(reading, &rules::SCHEME_IN, term::IN);
            read_location(reading, &mut node)
        };
        let description = node.text(reading, &rules::SCHEME_DESCRIPTION, term::DESCRIPTION);
        let name = match location {
            _ if is_open => node.text(reading, &rules::SCHEME_NAME, term::PARAMETER_NAME),
            Some(ParameterLocation::Auto) => {
                reading.findings.exercise(&rules::SCHEME_AUTO_NAME);
                if let Some(value) = node.values(term::PARAMETER_NAME).first() {
                    let offset = source_offset(value);
                    let expected = "no name, because the protocol defines it";
                    let rule = &rules::SCHEME_AUTO_NAME;
                    reading.wrong_type(
                        rule,
                        (Self::WHAT, "name"),
                        &|| "there, beside `in: auto`".into(),
                        expected,
                        offset,
                    );
                }
                None
            }
            _ => {
                node.require(reading, &rules::SCHEME_NAME, term::PARAMETER_NAME);
                node.text(reading, &rules::SCHEME_NAME, term::PARAMETER_NAME)
            }
        };
        reading.findings.exercise(&rules::SCHEME_SECRET);
        for member in node.members() {
            if !reading.findings.wants(&rules::SCHEME_SECRET, false) {
                break;
            }
            let local = local_name(member.name());
            let folded: String =
                local.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
            if SECRETS.contains(&folded.as_str()) {
                let (what, local) = (Self::WHAT, shortened(local));
                let found =
                    format!("{what} has a member {local}: a description is public and must not contain a secret");
                let help = "remove it, change it, and share it another way";
                let make = || ModelErrorKind::Structure { found, help };
                reading.findings.add(&rules::SCHEME_SECRET, member.name_offset(), make);
            }
        }
        // the index's name is part of the definition, not of the scheme
        node.values(term::DEFINITION_NAME);
        node.typed(term::DEFINITION_NAME);
        let node = node.finish(reading, &rules::RESOURCE);
        Some(Self { node, scheme: scheme?, location: location?, name, description })
    }
}

/// The protocol defines one mechanism and leaves others to the future, but not ones that only look like it.
fn check_scheme<'a>(reading: &mut Reading<'a>, node: &mut NodeReader<'a>, scheme: &str) {
    const RULE: &Rule = &rules::SCHEME_KNOWN;
    reading.findings.exercise(RULE);
    if scheme == DIDWBA || !reading.findings.wants(RULE, false) {
        return;
    }
    if let Some(near) = closest(scheme, [DIDWBA].into_iter()) {
        let offset = node.values(term::SCHEME).first().map_or(node.offset(), |value| source_offset(value));
        reading.findings.add(RULE, offset, || {
            let (what, term, found, suggestion) = (SecurityScheme::WHAT, "scheme", scheme.into(), near.into());
            ModelErrorKind::MisspelledValue { what, term, found, expected: "\"didwba\"".into(), suggestion }
        });
    }
}

fn read_location<'a>(reading: &mut Reading<'a>, node: &mut NodeReader<'a>) -> Option<ParameterLocation> {
    let value = node.single(reading, &rules::SCHEME_IN, term::IN)?;
    let text = node.text(reading, &rules::SCHEME_IN, term::IN)?;
    let location = ParameterLocation::ALL.into_iter().find(|location| location.as_str() == text.as_str());
    if location.is_none() {
        let expected = "header, query, body, cookie, uri or auto";
        let (what, term) = (SecurityScheme::WHAT, "in");
        let near = closest(&text, ParameterLocation::ALL.into_iter().map(ParameterLocation::as_str));
        reading.findings.add(&rules::SCHEME_IN, source_offset(value), || match near {
            Some(near) => {
                let (found, suggestion) = (text.to_string(), near.to_owned());
                ModelErrorKind::MisspelledValue { what, term, found, expected: expected.into(), suggestion }
            }
            None => {
                let found = shortened(&text);
                ModelErrorKind::WrongType { what, term, found, expected: expected.into() }
            }
        });
    }
    location
}

/// What `securityDefinitions` defines.
#[derive(Default)]
pub(super) struct Definitions {
    /// Whether there are any: a resource's own document has none, and its names are the agent description's.
    known: bool,
    pub(super) sound: Vec<SecurityDefinition>,
    /// The name, as written, of each definition, and its IRI where the context makes names properties, not an index; also of
    /// definitions whose scheme is faulty, and reported as such.
    written: Vec<(Text, Option<Text>)>,
    /// The same, once someone asked for one of many.
    index: OnceCell<Index>,
    /// The names in order, once someone asked.
    sorted: OnceCell<Vec<Text>>,
}

/// Names as written: by IRI, and all of them, with whether one is by itself an index.
#[derive(Default)]
struct Index {
    by_iri: HashMap<Text, Text>,
    by_name: HashMap<Text, bool>,
}

/// How many definitions are looked at one by one.
const FEW: usize = 8;

impl Definitions {
    fn add(&mut self, name: Text, iri: Option<Text>, scheme: Option<SecurityScheme>) {
        self.written.push((name.clone(), iri));
        if let Some(scheme) = scheme {
            self.sound.push(SecurityDefinition { name, scheme });
        }
    }

    /// A definition whose name is that of another before it.
    fn repeated(&self) -> Option<&SecurityDefinition> {
        if self.sound.len() < 2 {
            return None;
        }
        let mut names = HashSet::with_capacity(self.sound.len());
        self.sound.iter().find(|definition| !names.insert(definition.name.as_str()))
    }

    /// Whether there is a definition of this name, as written.
    fn has(&self, name: &str) -> bool {
        match self.index() {
            Some(index) => index.by_name.contains_key(name),
            None => self.written.iter().any(|(written, _)| *written == *name),
        }
    }

    fn index(&self) -> Option<&Index> {
        (self.written.len() > FEW).then(|| {
            self.index.get_or_init(|| {
                let mut index = Index::default();
                for (name, iri) in &self.written {
                    *index.by_name.entry(name.clone()).or_default() |= iri.is_none();
                    if let Some(iri) = iri {
                        index.by_iri.entry(iri.clone()).or_insert_with(|| name.clone());
                    }
                }
                index
            })
        })
    }

    /// The name, as written, of the definition that the context gives this IRI.
    fn by_iri(&self, iri: &str) -> Option<&Text> {
        match self.index() {
            Some(index) => index.by_iri.get(iri),
            None => self.written.iter().find(|(_, own)| own.as_deref() == Some(iri)).map(|(name, _)| name),
        }
    }

    /// Whether a definition has the name by an index.
    fn is_indexed(&self, name: &str) -> bool {
        match self.index() {
            Some(index) => index.by_name.get(name).is_some_and(|is_indexed| *is_indexed),
            None => self.written.iter().any(|(written, iri)| iri.is_none() && *written == *name),
        }
    }

    /// That `name` is none of the definitions'.
    fn unknown(&self, name: &str, budget: &mut Budget) -> ModelErrorKind {
        let names = self.sorted.get_or_init(|| {
            let mut names: Vec<Text> = self.written.iter().map(|(name, _)| name.clone()).collect();
            names.sort_unstable_by(|a, b| a.as_str().cmp(b.as_str()));
            names.dedup();
            names
        });
        let suggestion = closest_within(name, names.iter().map(Text::as_str), budget).map(str::to_owned);
        let defined: Vec<String> = names.iter().take(NAMED).map(Text::to_string).collect();
        let more = names.len() - defined.len();
        ModelErrorKind::UnknownSecurity { name: name.to_owned(), defined, more, suggestion }
    }

    /// The name, as written, of the definition that an entry of `security` means.
    fn find<'d>(&'d self, name: &'d Text, iri: Option<&str>) -> Option<&'d Text> {
        iri.and_then(|iri| self.by_iri(iri)).or_else(|| self.is_indexed(name).then_some(name))
    }
}

/// Reads `securityDefinitions`: an index of schemes, or a node whose properties are the schemes' names.
pub(super) fn read_definitions<'a>(
    reading: &mut Reading<'a>,
    rule: &'static Rule,
    node: &mut NodeReader<'a>,
) -> Definitions {
    const WHAT: (&str, Term) = ("`securityDefinitions`", term::SECURITY_DEFINITIONS);
    let mut definitions = Definitions::default();
    for value in node.values(term::SECURITY_DEFINITIONS) {
        definitions.known = true;
        let Some(mut entry) = reading.node(rule, ("the agent description", WHAT.1), value) else { continue };
        let index = value.get("@index").and_then(Json::as_text).cloned();
        let defined = entry.values(term::DEFINITION_NAME).first().and_then(|name| text_of(name)).cloned();
        if defined.is_none()
            && let Some(index) = &index
        {
            reading.findings.add(&rules::STRUCTURE, entry.offset(), || ModelErrorKind::Structure {
                found: format!("the name {} of a security scheme is an index, which readers of RDF do not have", shortened(index)),
                help: "do not define `securityDefinitions` in the `@context`, or with the `@index` that the profile's context has",
            });
        }
        if let Some(name) = defined.or(index) {
            // a reader without JSON-LD knows the scheme by the member it stands under
            let written = name_at(reading.document.json(), entry.offset());
            if written != Some(name.as_str()) || entry.values(term::DEFINITION_NAME).len() > 1 {
                reading.findings.add(&rules::STRUCTURE, entry.offset(), || ModelErrorKind::Structure {
                    found: format!("a security scheme gives its own name as {}", shortened(&name)),
                    help: "give the name only as the member in `securityDefinitions`",
                });
            }
            definitions.add(name, None, SecurityScheme::read(reading, entry));
            continue;
        }
        for member in entry.members() {
            let name = match named_at(reading.document.json(), member.name_offset()) {
                Some(written) => written.name().clone(),
                None => member.name().rsplit(['#', '/', ':']).next().unwrap_or_default().into(),
            };
            if is_ill_formed(member.name()) {
                let (what, term, found) = (WHAT.0, "definition", member.name().to_string());
                let make = || ModelErrorKind::IllFormedIri { what, term, found };
                reading.findings.add(rule, member.name_offset(), make);
            }
            let schemes = jsonld::values(member.value());
            if let [_, second, ..] = schemes {
                let (what, term, count) = (WHAT.0, "definition", schemes.len());
                let make = || ModelErrorKind::Ambiguous { what, term, count };
                reading.findings.add(rule, source_offset(second), make);
                definitions.add(name, Some(member.name().clone()), None);
                continue;
            }
            for scheme in schemes {
                let scheme = reading.node(rule, WHAT, scheme).and_then(|scheme| SecurityScheme::read(reading, scheme));
                definitions.add(name.clone(), Some(member.name().clone()), scheme);
            }
        }
        entry.finish_definitions(reading, rule);
    }
    if let Some(second) = definitions.repeated() {
        let (what, term, count) = (WHAT.0, "definition", 2);
        let make = || ModelErrorKind::Ambiguous { what, term, count };
        reading.findings.add(rule, second.scheme.node.offset(), make);
    }
    node.typed(term::SECURITY_DEFINITIONS);
    definitions
}

/// Reads `security` of the description or of a resource: names of definitions, or schemes written in place.
pub(super) fn read_requirements<'a>(
    reading: &mut Reading<'a>,
    rule: &'static Rule,
    what: &'static str,
    node: &mut NodeReader<'a>,
    definitions: &Definitions,
) -> Vec<SecurityRequirement> {
    let mut requirements = Vec::new();
    for value in node.values(term::SECURITY) {
        if value.as_object().is_some_and(|object| object.len() > 1 && !object.contains("@value")) {
            let Some(scheme) = reading.node(rule, (what, term::SECURITY), value) else { continue };
            if let Some(scheme) = SecurityScheme::read(reading, scheme) {
                requirements.push(SecurityRequirement::Inline(Box::new(scheme)));
            }
            continue;
        }
        // a name, or what a context that types `security` as an IRI made of it
        let (name, iri) = match literal(value) {
            Some(inner) => (inner.as_text(), inner.as_str().and_then(|name| reading.vocabulary(name))),
            None => {
                let id = value.get("@id").and_then(Json::as_text);
                (id, id.map(Text::to_string))
            }
        };
        let offset = source_offset(value);
        reading.findings.exercise(rule);
        let Some(name) = name else {
            let found = || kind(value);
            reading.wrong_type(rule, (what, "security"), &found, "the name of a security scheme", offset);
            continue;
        };
        // a plain name may have any characters
        if value.get("@id").is_some() {
            reading.check_well_formed(rule, (what, "security"), value);
        }
        if definitions.known {
            reading.findings.exercise(&rules::SECURITY_REFERENCE);
        }
        match definitions.find(name, iri.as_deref()) {
            // readers of RDF have an IRI here, and the definition's name as a text
            Some(defined) if value.get("@id").is_some() && definitions.by_iri(name).is_none() => {
                reading.findings.add(&rules::STRUCTURE, offset, || ModelErrorKind::Structure {
                    found: format!(
                        "the security scheme {} is named by an IRI that no definition has",
                        shortened(defined)
                    ),
                    help: "write its name as a plain string",
                });
            }
            Some(defined) => {
                // a reader without JSON-LD takes the definition that has the name as it is written
                let written_at = value.get("@id").map_or(offset, Json::offset);
                let written = string_at(reading.document.json(), written_at).unwrap_or(name);
                let is_other = local_name(written) != defined.as_str() || definitions.has(written);
                if defined != written && is_other {
                    reading.findings.add(&rules::STRUCTURE, offset, || ModelErrorKind::Structure {
                        found: format!(
                            "the context turns the security scheme {} into {}",
                            shortened(written),
                            shortened(defined)
                        ),
                        help: "remove the definitions of scheme names from `@context`",
                    });
                }
                requirements.push(SecurityRequirement::Named(defined.clone()));
            }
            None if !definitions.known => requirements.push(SecurityRequirement::Named(name.clone())),
            None => {
                let budget = &mut reading.spelling;
                let make = || definitions.unknown(name, budget);
                reading.findings.add(&rules::SECURITY_REFERENCE, offset, make);
            }
        }
    }
    node.typed(term::SECURITY);
    requirements
}
