//! Security schemes (table 2), their names, and the schemes that apply.

use crate::{
    Code,
    description::{
        error::{misspelled_value, structure, wrong_type},
        model::node_type::{MemberValue, NodeValue, ReadNode, node_type, shown_node},
        node_reader::NodeReader,
        reading::ModelReader,
        rules,
        vocabulary::{self as term, Term},
        writing::Writer,
    },
    diagnostic::{Finding, Rule, Suggestions, closest, members::local_name, shortened},
    json::{Json, Member, Object, Text},
};

adp_json::words! {
    /// The location of an authentication parameter (`in` of table 2).
    #[derive(Default)]
    pub enum ParameterLocation {
        /// A header of the protocol, named by `name`.
        Header = "header",
        /// A query parameter of the URI, named by `name`.
        Query = "query",
        /// An element of the request's body, named by `name`.
        Body = "body",
        /// A cookie, named by `name`.
        Cookie = "cookie",
        /// A variable of the URI template, named by `name`.
        Uri = "uri",
        /// Defined by the protocol; without `name`.
        #[default]
        Auto = "auto",
    }
    impl FromStr;
}

node_type! {
    /// A security scheme (table 2): how a consumer authenticates.
    pub struct SecurityScheme: "the security scheme";
    read by Some(&rules::SCHEME);
    {
        /// The mechanism, for example `didwba`.
        scheme: Text = SCHEME [required] [read read_scheme],
        /// The location of the authentication parameter; [`ParameterLocation::Auto`] also for `nosec` without `in`.
        location: ParameterLocation = IN [read read_location],
        /// The parameter's name; with [`ParameterLocation::Auto`] it has no meaning, and should be `None`.
        name: Option<Text> = PARAMETER_NAME [last] [read read_name],
        /// A description for people.
        description: Option<Text> = DESCRIPTION [by &rules::SCHEME_DESCRIPTION],
    }
}

impl MemberValue for ParameterLocation {
    fn write(&self, writer: &mut Writer<'_>, name: &'static str) {
        writer.set(name, self.show());
    }

    fn show(&self) -> Json {
        self.as_str().into()
    }
}

/// A security scheme under its name in `securityDefinitions`.
#[derive(Clone, Debug, PartialEq)]
pub struct SecurityDefinition {
    /// The name, as written.
    pub name: Text,
    /// The scheme.
    pub scheme: SecurityScheme,
}

/// An entry of `security`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SecurityRequirement {
    /// The name of a scheme in `securityDefinitions`.
    Named(Text),
    /// An inline scheme.
    Inline(Box<SecurityScheme>),
}

/// The mechanism that the protocol defines.
const DIDWBA: &str = "didwba";

/// Maximum number of names in a message.
const MAX_NAMED: usize = 5;

/// The scheme of the Web of Things for public access.
const NOSEC: &str = "nosec";

/// Member names that suggest a secret, in lower case.
const SECRETS: [&str; 8] =
    ["password", "secret", "clientsecret", "token", "accesstoken", "apikey", "privatekey", "credential"];

impl SecurityScheme {
    pub(in crate::description) fn read<'a>(reading: &mut ModelReader<'a>, node: NodeReader<'a>) -> Option<Self> {
        report_secrets(reading, &node);
        Self::read_node(reading, &rules::SCHEME, node)
    }
}

impl SecurityDefinition {
    /// The definition in the model's JSON: the scheme with its name.
    pub(in crate::description) fn shown(&self) -> Json {
        let name = ("definitionName", Json::from(self.name.clone()));
        shown_node(Object::new(), &self.scheme.node, [name].into_iter().chain(self.scheme.shown_members()))
    }
}

impl SecurityRequirement {
    /// The requirement in the model's JSON.
    pub(in crate::description) fn shown(&self) -> Json {
        match self {
            Self::Named(name) => name.clone().into(),
            Self::Inline(scheme) => scheme.shown(),
        }
    }
}

/// A description is public.
fn report_secrets<'a>(reading: &mut ModelReader<'a>, node: &NodeReader<'a>) {
    reading.findings.exercise(&rules::SCHEME_SECRET);
    if !reading.findings.wants(&rules::SCHEME_SECRET, false) {
        return;
    }
    for member in node.members() {
        let iri = reading.names.iri(member.name());
        let local = local_name(&iri);
        let folded: String = local.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
        if SECRETS.contains(&folded.as_str()) {
            let (what, local) = (SecurityScheme::WHAT, shortened(local));
            let found = format!("{what} has a member {local}: a description is public and must not contain a secret");
            let help = "remove it, replace it, and share the new one over another channel";
            reading.findings.add(&rules::SCHEME_SECRET, member.name_offset(), || structure(found, help));
        }
    }
}

fn read_scheme<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>) -> Option<Text> {
    let scheme = node.text(reading, &rules::SCHEME, term::SCHEME)?;
    check_scheme(reading, node, &scheme);
    Some(scheme)
}

/// Whether nothing is sent, so that there is no location.
fn is_open(node: &mut NodeReader<'_>) -> bool {
    matches!(node.values(term::SCHEME), [scheme] if scheme.as_str() == Some(NOSEC))
}

fn read_name<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>) -> Option<Text> {
    let auto = ParameterLocation::Auto.as_str();
    let is_auto = matches!(node.values(term::IN), [location] if location.as_str() == Some(auto));
    if is_auto && !is_open(node) {
        reading.findings.exercise(&rules::SCHEME_AUTO_NAME);
        if let Some(value) = node.values(term::PARAMETER_NAME).first() {
            let expected = "no `name`, because the protocol defines it";
            let make = || wrong_type((SecurityScheme::WHAT, "name"), "there, beside `in: auto`", expected);
            reading.findings.add(&rules::SCHEME_AUTO_NAME, value.offset(), make);
        }
    } else if !is_open(node) {
        node.require(reading, &rules::SCHEME_NAME, term::PARAMETER_NAME);
    }
    node.text(reading, &rules::SCHEME_NAME, term::PARAMETER_NAME)
}

/// The protocol defines one mechanism and allows others, unless they can be confused with it.
fn check_scheme<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>, scheme: &str) {
    const RULE: &Rule = &rules::SCHEME_KNOWN;
    reading.findings.exercise(RULE);
    if scheme == DIDWBA || !reading.findings.wants(RULE, false) {
        return;
    }
    if let Some(near) = closest(scheme, [DIDWBA]) {
        let offset = node.values(term::SCHEME).first().map_or(node.offset(), Json::offset);
        let what = (SecurityScheme::WHAT, "scheme");
        reading.findings.add(RULE, offset, || misspelled_value(what, scheme, "\"didwba\"", near));
    }
}

fn read_location<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>) -> Option<ParameterLocation> {
    if is_open(node) && node.values(term::IN).is_empty() {
        return Some(ParameterLocation::Auto);
    }
    node.require(reading, &rules::SCHEME_IN, term::IN);
    let value = node.single(reading, &rules::SCHEME_IN, term::IN)?;
    let text = node.text(reading, &rules::SCHEME_IN, term::IN)?;
    let location = text.parse::<ParameterLocation>().ok();
    if location.is_none() {
        let (what, expected) = ((SecurityScheme::WHAT, "in"), "header, query, body, cookie, uri or auto");
        let near = closest(&text, ParameterLocation::ALL.iter().map(|location| location.as_str()));
        reading.findings.add(&rules::SCHEME_IN, value.offset(), || match near {
            Some(near) => misspelled_value(what, &text, expected, near),
            None => wrong_type(what, &shortened(&text), expected),
        });
    }
    location
}

/// The definitions in `securityDefinitions`.
#[derive(Default)]
pub(in crate::description) struct Definitions<'a> {
    /// Whether there are any: the document of a resource has none, and refers to those of the agent description.
    known: bool,
    pub(in crate::description) sound: Vec<SecurityDefinition>,
    /// The names of all definitions in order, including those of invalid schemes, which are reported.
    names: Vec<&'a str>,
}

impl Definitions<'_> {
    fn has(&self, name: &str) -> bool {
        self.names.binary_search(&name).is_ok()
    }

    /// Reports that `name` is not defined.
    fn unknown(&self, name: &str, suggestions: &mut Suggestions) -> Finding {
        let shown = shortened(name);
        let defined: Vec<String> = self.names.iter().take(MAX_NAMED).map(|name| shortened(name)).collect();
        let expected = match self.names.len() - defined.len() {
            _ if defined.is_empty() => "but `securityDefinitions` defines nothing".to_owned(),
            0 => format!("expected one of {}", defined.join(", ")),
            more => format!("expected one of {} or {more} others", defined.join(", ")),
        };
        let finding = Finding::new(Code::AD_UNKNOWN_SECURITY, format!("`security` names {shown}, {expected}"));
        match suggestions.closest(name, self.names.iter().copied()) {
            Some(near) => finding.meant(name, near),
            None => finding
                .with_help(format!("define {shown} in `securityDefinitions`, or use a scheme that is defined there")),
        }
    }
}

/// Reads `securityDefinitions`: an object of schemes by their names.
pub(in crate::description) fn read_definitions<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>) {
    const WHAT: (&str, Term) = ("`securityDefinitions`", term::SECURITY_DEFINITIONS);
    let mut definitions = Definitions::default();
    let Some(value) = node.member(term::SECURITY_DEFINITIONS).map(Member::value) else { return };
    node.typed(term::SECURITY_DEFINITIONS);
    definitions.known = !value.is_null();
    for member in value.as_object().into_iter().flatten() {
        definitions.names.push(member.name());
        let scheme = reading.node(&rules::SECURITY_DEFINITIONS, WHAT, member.value());
        if let Some(scheme) = scheme.and_then(|scheme| SecurityScheme::read(reading, scheme)) {
            definitions.sound.push(SecurityDefinition { name: member.name().clone(), scheme });
        }
    }
    definitions.names.sort_unstable();
    reading.definitions = definitions;
}

/// Reads `security` of the description or of a resource: names of definitions, or inline schemes.
pub(in crate::description) fn read_requirements<'a>(
    reading: &mut ModelReader<'a>,
    rule: &'static Rule,
    node: &mut NodeReader<'a>,
) -> Vec<SecurityRequirement> {
    let values = node.values(term::SECURITY);
    let mut requirements = Vec::with_capacity(values.len());
    for value in values {
        if value.as_object().is_some() {
            let scheme = reading.node(rule, (node.what, term::SECURITY), value);
            let scheme = scheme.and_then(|scheme| SecurityScheme::read(reading, scheme));
            requirements.extend(scheme.map(|scheme| SecurityRequirement::Inline(Box::new(scheme))));
            continue;
        }
        reading.findings.exercise(rule);
        let Some(name) = value.as_text() else {
            reading.unreadable(rule, (node.what, "security"), value, "the name of a security scheme");
            continue;
        };
        let (definitions, suggestions) = (&reading.definitions, &mut reading.suggestions);
        if definitions.known {
            reading.findings.exercise(&rules::SECURITY_REFERENCE);
        }
        if definitions.known && !definitions.has(name) {
            let make = || definitions.unknown(name, suggestions);
            reading.findings.add(&rules::SECURITY_REFERENCE, value.offset(), make);
        } else {
            requirements.push(SecurityRequirement::Named(name.clone()));
        }
    }
    node.typed(term::SECURITY);
    requirements
}
