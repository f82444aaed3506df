//! The agent description (table 1).

use super::{
    DescriptionProfile, DomainEntity, Information, Interface, InterfaceKind, ModelError, Node, Party, Product,
    SecurityDefinition, SecurityRequirement, SecurityScheme, Service, context_rules,
    error::{MAX_IRI_CHARS, misspelled_value},
    node_reader::NodeReader,
    node_type::{NodeValue, ReadMember, Sign, node_type},
    plain::check_plain_as,
    reading::ModelReader,
    resource_check, rules, security,
    vocabulary::{self as term, Term},
};
use crate::{
    Code, Timestamp,
    diagnostic::{
        Finding, FindingFilter, Rule, change, closest,
        members::{Field, Items, Meaning, Table, local_name},
    },
    json::{Document, Member, Text},
};
use adp_json::cut;

/// The name of a resource: the first of these members.
const KEY: &[&str] = &["@id", "id", "identifier", "url", "name"];

static PRODUCTS: Items = Items::parts("the product", KEY);
static SERVICES: Items = Items::parts("the service", KEY);
static RESOURCES: Items = Items::parts("the resource", KEY);
static INTERFACES: Items = Items::parts("the interface", &["@id", "id", "url", "name"]);

node_type! {
    /// An agent description (table 1).
    #[derive(Default)]
    pub struct AgentDescription: "the agent description";
    also &[term::PROTOCOL_TYPE], &[];
    written &[
        term::NAME, term::DID, term::OWNER, term::DESCRIPTION, term::VERSION, term::CREATED, term::MODIFIED,
        term::URL, term::PROTOCOL_VERSION, term::SECURITY_DEFINITIONS, term::SECURITY, term::DOMAIN_ENTITY,
        term::PRODUCTS, term::SERVICES, term::INFOMATIONS, term::INTERFACES,
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
        profile: DescriptionProfile,
        /// The default language of texts, if the context sets one.
        language: Option<Text>,
    }
    {
        /// The agent's DID, as claimed by the document.
        did: Option<Text> = DID [means Meaning::Any(&change::IDENTITY)] [sign Own],
        /// The agent's name.
        name: Text = NAME [means Meaning::Text],
        /// A description for people.
        description: Option<Text> = DESCRIPTION [means Meaning::Text],
        /// The agent's version.
        version: Option<Text> = VERSION,
        /// Creation time of the description (RFC 3339, perhaps without UTC offset).
        created: Option<Text> = CREATED,
        /// When it was last changed, in the same form.
        modified: Option<Text> = MODIFIED,
        /// The URL of the description (ANP-07).
        url: Option<Text> = URL [means Meaning::Endpoint],
        /// The owner of the agent.
        owner: Option<Party> = OWNER [means Meaning::Inside] [sign Own],
        /// The products that the agent sells.
        products: Vec<Product> = PRODUCTS [means Meaning::Items(&PRODUCTS)] [sign Own],
        /// The services that the agent offers.
        services: Vec<Service> = SERVICES [means Meaning::Items(&SERVICES)] [sign Own],
        /// The interfaces of the agent.
        interfaces: Vec<Interface> = INTERFACES [means Meaning::Items(&INTERFACES)] [sign Own],
        /// The agent's resources (ANP-07's `Infomations`).
        informations: Vec<Information> = INFOMATIONS
            [as "informations"] [means Meaning::Items(&RESOURCES)] [sign Distinctive],
        /// The entity that the agent represents.
        domain_entity: Option<DomainEntity> = DOMAIN_ENTITY [means Meaning::Any(&change::TEXT)] [sign Distinctive],
        /// The security schemes of all resources without their own.
        security: Vec<SecurityRequirement> = SECURITY [means Meaning::Demands(false)] [sign Own],
        /// The named security schemes.
        security_definitions: Vec<SecurityDefinition> = SECURITY_DEFINITIONS [means Meaning::Schemes] [sign Own],
        /// The protocol's version (ANP-07).
        protocol_version: Option<Text> = PROTOCOL_VERSION [means Meaning::Protocol(None)] [sign Own],
    }
}

/// The members that only descriptions have among the known formats, also those of interfaces.
pub(crate) fn signs() -> impl Iterator<Item = (&'static str, Sign)> {
    let members = AgentDescription::ROLE.members.iter().chain(Interface::ROLE.members);
    let others = [(term::PROTOCOL_TYPE.name(), Sign::Distinctive), ("@graph", Sign::Own), ("@included", Sign::Own)];
    members.map(|member| (member.term.name(), member.sign)).filter(|(_, sign)| *sign != Sign::Shared).chain(others)
}

impl AgentDescription {
    /// How descriptions are compared.
    pub(crate) const TABLE: &'static Table = Self::COMPARED;

    /// Reads the model from a document of the plain profile, by member names.
    ///
    /// # Errors
    /// [`ModelError`]: the first departure from the plain profile, or the first finding that [`super::check()`] would call an
    /// error in the tables' terms.
    pub fn from_document(document: &Document) -> Result<Self, ModelError> {
        check_plain_as(document, Some(Self::ROLE))?;
        Self::from_plain(document)
    }

    /// Reads the model from a document that is known to be in the plain profile.
    pub(super) fn from_plain(document: &Document) -> Result<Self, ModelError> {
        let mut reading = ModelReader::new(document, FindingFilter::FirstError);
        let root = reading.root(Self::WHAT);
        let description = Self::read(&mut reading, root);
        reading.into_model(description)
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
    pub(super) fn read<'a>(reading: &mut ModelReader<'a>, mut node: NodeReader<'a>) -> Option<Self> {
        let anp_07 = reading.profile == DescriptionProfile::Anp07;
        let node = &mut node;
        read_type(reading, node)?;
        context_rules::check_identity(reading, node.types());
        if anp_07 {
            read_protocol(reading, node);
        }
        let protocol_version = node.text(reading, &rules::PROTOCOL_VERSION, term::PROTOCOL_VERSION);
        let did = node.text(reading, &rules::DID, term::DID);
        node.require(reading, &rules::NAME, term::NAME);
        let name = node.text(reading, &rules::NAME, term::NAME);
        let description = node.text(reading, &rules::DESCRIPTION, term::DESCRIPTION);
        let version = node.text(reading, &rules::VERSION, term::VERSION);
        let created = read_date_time(reading, node, &rules::CREATED, term::CREATED);
        let modified = read_date_time(reading, node, &rules::MODIFIED, term::MODIFIED);
        let url = node.url(reading, &rules::DESCRIPTION_URL, term::URL, "https");
        let owner = Option::<Party>::read(reading, node, &rules::OWNER, term::OWNER);
        // definitions first, because `security` refers to their names
        node.require(reading, &rules::SECURITY, term::SECURITY);
        node.require(reading, &rules::SECURITY_DEFINITIONS, term::SECURITY_DEFINITIONS);
        security::read_definitions(reading, node);
        let security = security::read_requirements(reading, &rules::SECURITY, node);
        let products = Vec::<Product>::read(reading, node, &rules::PRODUCTS, term::PRODUCTS);
        let services = Vec::<Service>::read(reading, node, &rules::SERVICES, term::SERVICES);
        let interfaces = Vec::<Interface>::read(reading, node, &rules::INTERFACES, term::INTERFACES);
        if anp_07 && reading.is_check {
            require_arrays(reading, node);
            recommend_natural_language(reading, node, &interfaces);
        }
        let informations = Vec::<Information>::read(reading, node, &rules::INFOMATIONS, term::INFOMATIONS);
        let domain_entity = Option::<DomainEntity>::read(reading, node, &rules::PLAIN_VALUE, term::DOMAIN_ENTITY);
        let node = Node { origin: Some(reading.origin()), ..node.finish(reading) };
        if reading.is_check {
            resource_check::misplaced(reading, Self::WHAT, &node);
        }
        Some(Self {
            profile: reading.profile,
            node,
            language: reading.names.language.cloned(),
            did,
            name: name?,
            description,
            version,
            created,
            modified,
            url,
            owner,
            products,
            services,
            interfaces,
            informations,
            domain_entity,
            security,
            security_definitions: std::mem::take(&mut reading.definitions.sound),
            protocol_version,
        })
    }
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

pub(super) fn read_protocol<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>) {
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

fn read_date_time<'a>(
    reading: &mut ModelReader<'a>,
    node: &mut NodeReader<'a>,
    rule: &'static Rule,
    term: Term,
) -> Option<Text> {
    let value = node.single(reading, rule, term)?;
    let text = node.text(reading, rule, term)?;
    let is_time = || text.parse::<Timestamp>().is_ok() || format!("{text}Z").parse::<Timestamp>().is_ok();
    if is_time() {
        return Some(text);
    }
    let expected = "a date and time such as 2026-01-31T12:00:00Z";
    reading.unreadable(rule, (AgentDescription::WHAT, term.name()), value, expected);
    None
}
