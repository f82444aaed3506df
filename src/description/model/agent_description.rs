//! The agent description (table 1).

use crate::{
    Code,
    description::{
        DescriptionProfile, DomainEntity, Information, Interface, InterfaceKind, ModelError, Party, Product,
        SecurityDefinition, SecurityRequirement, SecurityScheme, Service,
        check::{context_rules, resources},
        error::{MAX_IRI_CHARS, misspelled_value},
        model::{
            node_type::{Marker, NodeValue, ReadMember, ReadNode, node_type, shown_node},
            security,
        },
        node_reader::NodeReader,
        plain::check_plain_as,
        reading::ModelReader,
        rules, vocabulary as term,
    },
    diagnostic::{
        Finding, FindingFilter, change, closest,
        members::{Field, Items, Meaning, Table, local_name},
    },
    json::{Document, Json, Member, Object, Text},
};
use adp_json::cut;

/// The name of a resource: the first of these members.
const KEY: &[&str] = &["@id", "id", "identifier", "url", "name"];

static PRODUCTS: Items = Items::parts("the product", KEY);
static SERVICES: Items = Items::parts("the service", KEY);
static RESOURCES: Items = Items::parts("the resource", KEY);
static INTERFACES: Items = Items::parts("the interface", &["@id", "id", "url", "name"]);

/// Declares descriptions, with more members in tests.
macro_rules! description {
    ($name:ident $($more:tt)*) => {
        node_type! {
            /// An agent description (table 1).
            pub struct $name: "the agent description";
            read by Some(&rules::PLAIN_VALUE), end |reading, node| {
                node.origin = Some(reading.origin());
                if reading.is_check {
                    resources::misplaced(reading, Self::WHAT, node);
                }
            };
            also &[term::PROTOCOL_TYPE], &[];
            written [
                "name", "did", "owner", "description", "version", "created", "modified", "url", "protocolVersion",
                "securityDefinitions", "security", "domainEntity", "products", "services", "Infomations", "interfaces",
            ];
            compared by [
                Field::any("@context", Meaning::Any(&change::CONTEXT)),
                // the contexts in which a description may occur
                Field::any("@graph", Meaning::Any(&change::CONTEXT)),
                Field::any("@included", Meaning::Any(&change::CONTEXT)),
                Field::any("@reverse", Meaning::Any(&change::CONTEXT)),
                Field::any("@nest", Meaning::Any(&change::CONTEXT)),
                Field::any("@type", Meaning::Any(&change::IDENTITY)),
                Field::any("type", Meaning::Any(&change::IDENTITY)),
                Field::any("@id", Meaning::Any(&change::IDENTITY)),
                Field::any("id", Meaning::Any(&change::IDENTITY)),
                Field::any("protocolType", Meaning::Protocol(None)),
                Field::any("proof", Meaning::Any(&change::SIGNATURE)),
            ], rest &change::OTHER;
            fields {
                /// The specification that the document follows.
                profile: DescriptionProfile = |reading| reading.profile,
                /// The default language of texts, if the context sets one.
                language: Option<Text> = |reading| reading.names.language.cloned(),
            }
            {
                /// The agent's DID, as claimed by the document.
                did: Option<Text> = DID [by &rules::DID] [means Meaning::Any(&change::IDENTITY)] [marks Own],
                /// The agent's name.
                name: Text = NAME [by &rules::NAME] [required] [means Meaning::Text],
                /// A description for people.
                description: Option<Text> = DESCRIPTION [by &rules::DESCRIPTION] [means Meaning::Text],
                /// The agent's version.
                version: Option<Text> = VERSION [by &rules::VERSION],
                /// Creation time of the description (RFC 3339, perhaps without UTC offset).
                created: Option<Text> = "created" [by &rules::CREATED] [time],
                /// When it was last changed, in the same form.
                modified: Option<Text> = "modified" [by &rules::MODIFIED] [time],
                /// The URL of the description (ANP-07).
                url: Option<Text> = URL
                    [by &rules::DESCRIPTION_URL] [url "https" by &rules::DESCRIPTION_URL] [means Meaning::Endpoint],
                /// The owner of the agent.
                owner: Option<Party> = "owner" [by &rules::OWNER] [means Meaning::Inside] [marks Own],
                /// The products that the agent sells.
                products: Vec<Product> = PRODUCTS
                    [last] [by &rules::PRODUCTS] [means Meaning::Items(&PRODUCTS)] [marks Own],
                /// The services that the agent offers.
                services: Vec<Service> = SERVICES
                    [last] [by &rules::SERVICES] [means Meaning::Items(&SERVICES)] [marks Own],
                /// The interfaces of the agent.
                interfaces: Vec<Interface> = INTERFACES
                    [last] [by &rules::INTERFACES] [read read_interfaces] [means Meaning::Items(&INTERFACES)]
                    [marks Own],
                /// The agent's resources (ANP-07's `Infomations`).
                informations: Vec<Information> = INFOMATIONS
                    [last] [by &rules::INFOMATIONS] [as "informations"] [means Meaning::Items(&RESOURCES)]
                    [marks Distinctive],
                /// The entity that the agent represents.
                domain_entity: Option<DomainEntity> = DOMAIN_ENTITY
                    [last] [means Meaning::Any(&change::TEXT)] [marks Distinctive],
                /// The security schemes of all resources without their own.
                security: Vec<SecurityRequirement> = SECURITY
                    [by &rules::SECURITY] [required] [read read_security] [means Meaning::Demands(false)] [marks Own],
                /// The named security schemes.
                security_definitions: Vec<SecurityDefinition> = SECURITY_DEFINITIONS
                    [means Meaning::Schemes] [marks Own],
                /// The protocol's version (ANP-07).
                protocol_version: Option<Text> = PROTOCOL_VERSION
                    [first] [by &rules::PROTOCOL_VERSION] [means Meaning::Protocol(None)] [marks Own],
                $($more)*
            }
        }
    };
}

description!(AgentDescription);

/// The members that only descriptions have among the known formats, also those of interfaces.
pub(crate) fn markers() -> impl Iterator<Item = (&'static str, Marker)> {
    let others =
        [(term::PROTOCOL_TYPE.name(), Marker::Distinctive), ("@graph", Marker::Own), ("@included", Marker::Own)];
    AgentDescription::ROLE.markers().chain(Interface::ROLE.markers()).chain(others)
}

impl AgentDescription {
    /// How descriptions are compared.
    pub(crate) const TABLE: &'static Table = Self::COMPARED;

    /// Reads the model from a document of the plain profile, by member names.
    ///
    /// # Errors
    /// [`ModelError`]: the first departure from the plain profile, or the first finding that [`check()`](crate::description::check()) would call an
    /// error in the tables' terms.
    pub fn from_document(document: &Document) -> Result<Self, ModelError> {
        check_plain_as(document, Some(Self::ROLE))?;
        Self::from_plain(document)
    }

    /// Reads the model from a document that is known to be in the plain profile.
    pub(in crate::description) fn from_plain(document: &Document) -> Result<Self, ModelError> {
        let mut reading = ModelReader::new(document, FindingFilter::FirstError);
        let root = reading.root(Self::WHAT);
        let description = Self::read(&mut reading, root);
        reading.into_model(description)
    }

    /// The typed data of the description: every member is always present, `null` or empty without a value. Untyped
    /// members are under `other` by their IRI, unchanged.
    #[must_use]
    pub fn to_model_json(&self) -> Json {
        let profile = Object::from_iter([("profile", self.profile.as_str())]);
        shown_node(profile, &self.node, self.shown_members())
    }

    /// The scheme with a name in `securityDefinitions`.
    #[must_use]
    pub(crate) fn security_definition(&self, name: &str) -> Option<&SecurityScheme> {
        self.security_definitions
            .iter()
            .find(|definition| definition.name == *name)
            .map(|definition| &definition.scheme)
    }

    /// The security schemes of a resource: its own `security` if present, else the description's. Callers must meet all
    /// of them.
    #[must_use]
    pub fn effective_security<'a>(&'a self, own: &'a [SecurityRequirement]) -> Vec<&'a SecurityScheme> {
        let requirements = if own.is_empty() { &self.security } else { own };
        requirements
            .iter()
            .filter_map(|requirement| match requirement {
                SecurityRequirement::Named(name) => self.security_definition(name),
                SecurityRequirement::Inline(scheme) => Some(scheme.as_ref()),
            })
            .collect()
    }

    /// Reads the root; `None` if it has another type or no name.
    pub(in crate::description) fn read<'a>(reading: &mut ModelReader<'a>, mut root: NodeReader<'a>) -> Option<Self> {
        read_type(reading, &root)?;
        context_rules::check_identity(reading, root.types());
        if reading.profile == DescriptionProfile::Anp07 {
            read_protocol(reading, &mut root);
        }
        Self::read_node(reading, &rules::PLAIN_VALUE, root)
    }
}

/// The definitions are read first, because `security` refers to their names.
fn read_security<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>) -> Vec<SecurityRequirement> {
    node.require(reading, &rules::SECURITY_DEFINITIONS, term::SECURITY_DEFINITIONS);
    security::read_definitions(reading, node);
    security::read_requirements(reading, &rules::SECURITY, node)
}

fn read_interfaces<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>) -> Option<Vec<Interface>> {
    let interfaces = Vec::<Interface>::read(reading, node, &rules::INTERFACES, term::INTERFACES)?;
    if reading.profile == DescriptionProfile::Anp07 && reading.is_check {
        require_arrays(reading, node);
        recommend_natural_language(reading, node, &interfaces);
    }
    Some(interfaces)
}

/// Lists of ANP-07 must be arrays even with one entry, because plain JSON parsers iterate over them.
fn require_arrays<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>) {
    for (term, rule) in [(term::INTERFACES, &rules::INTERFACES), (term::INFOMATIONS, &rules::INFOMATIONS)] {
        let value = node.member(term).map(Member::value);
        if let Some(value) = value.filter(|value| value.as_object().is_some()) {
            reading.unreadable(rule, (AgentDescription::WHAT, term.name()), value, "an array");
        }
    }
}

/// With only structured interfaces, callers have no fallback if none of them fits.
fn recommend_natural_language<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>, interfaces: &[Interface]) {
    let Some(first) = node.member(term::INTERFACES).filter(|_| !interfaces.is_empty()) else { return };
    reading.findings.exercise(&rules::NATURAL_LANGUAGE);
    if !interfaces.iter().any(|interface| interface.kind == Some(InterfaceKind::NaturalLanguage)) {
        let what = (AgentDescription::WHAT, term::NATURAL_LANGUAGE_INTERFACE.name());
        reading.missing(&rules::NATURAL_LANGUAGE, what, first.value().offset());
    }
}

/// The root's type; `None` if it is another one.
fn read_type<'a>(reading: &mut ModelReader<'a>, node: &NodeReader<'a>) -> Option<()> {
    let said = if reading.profile == DescriptionProfile::Anp07 { &rules::ANP_07_TYPE } else { &rules::TYPE_SAID };
    reading.findings.exercise(said);
    if node.types().next().is_some() {
        reading.findings.exercise(&rules::TYPE);
    }
    if node.is_a(term::AGENT_DESCRIPTION) {
        return Some(());
    }
    let types: Vec<&str> = node.types().collect();
    if !types.is_empty() {
        reading.findings.add(&rules::TYPE, node.type_offset(), || not_an_agent_description(&types));
        return None;
    }
    if node.has_type() {
        return Some(());
    }
    let keyword = if reading.profile == DescriptionProfile::Anp07 { "type" } else { "@type" };
    reading.missing(said, (AgentDescription::WHAT, keyword), node.offset());
    Some(())
}

/// The root has other types than `AgentDescription`.
fn not_an_agent_description(types: &[&str]) -> Finding {
    const MAX_SHOWN_TYPES: usize = 5;
    let shown: Vec<String> =
        types.iter().take(MAX_SHOWN_TYPES).map(|iri| format!("<{}>", cut(iri, MAX_IRI_CHARS))).collect();
    let more = match types.len() - shown.len() {
        0 => String::new(),
        more => format!(" and {more} others"),
    };
    let (class, expected) = (term::AGENT_DESCRIPTION.name(), term::AGENT_DESCRIPTION.iri());
    let message = format!("the document's type is {}{more}, expected <{expected}>", shown.join(", "));
    let finding = Finding::new(Code::AD_MISSING_TERM, message);
    match types.iter().map(|iri| local_name(iri)).find(|name| closest(name, [class]).is_some()) {
        Some(name) => finding.meant(name, class).with_help(format!("did you mean \"ad:{class}\"?")),
        None => finding.with_help("write \"ad:AgentDescription\", under a context that has the prefix `ad`"),
    }
}

pub(in crate::description) fn read_protocol<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>) {
    let values = node.values(term::PROTOCOL_TYPE);
    reading.findings.exercise(&rules::PROTOCOL_TYPE);
    match values {
        [value] if value.as_str() == Some("ANP") => node.typed(term::PROTOCOL_TYPE),
        [value, ..] if reading.is_check => {
            let what = (AgentDescription::WHAT, "protocolType");
            match value.as_str().filter(|text| closest(text, ["ANP"]).is_some()) {
                Some(text) => {
                    let make = || misspelled_value(what, text, "\"ANP\"", "ANP");
                    reading.findings.add(&rules::PROTOCOL_TYPE, value.offset(), make);
                }
                None => reading.unreadable(&rules::PROTOCOL_TYPE, what, value, "\"ANP\""),
            }
        }
        _ => {}
    }
    node.require(reading, &rules::PROTOCOL_VERSION, term::PROTOCOL_VERSION);
}

#[cfg(test)]
#[path = "../../../tests/description/toy_member.rs"]
#[allow(clippy::unwrap_used, clippy::wildcard_imports, unreachable_pub)]
pub(in crate::description) mod toy_member;
