//! Interfaces (table 5): how to call the agent.

use crate::{
    Code,
    description::{
        DescriptionProfile, SecurityRequirement,
        check::resources,
        error::misspelled_value,
        model::{
            node::values,
            node_type::{MemberValue, node_type},
        },
        node_reader::NodeReader,
        reading::ModelReader,
        rules, vocabulary as term,
        writing::Writer,
    },
    diagnostic::{
        Finding, change, closest,
        members::{Field, Meaning, local_name},
        shortened,
    },
    json::{Json, Offset, Text},
};

/// The known protocols: the specification's, and those of ANP-07.
const KNOWN_PROTOCOLS: [&str; 5] = ["YAML", "JSON-RPC 2.0", "openrpc", "MCP", "WebRTC"];

/// The kind of an interface.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InterfaceKind {
    /// Called by an API protocol.
    Structured,
    /// Called in natural language.
    NaturalLanguage,
    /// Another type, as an IRI, for example `https://agent-network-protocol.com/ad#SearchInterface`.
    Other(Text),
}

node_type! {
    /// An interface (table 5).
    pub struct Interface: "the interface";
    read by Some(&rules::INTERFACE_SECURITY), then Self::check;
    written ["name", "description", "protocol", "version", "humanAuthorization", "security"];
    compared by [
        Field::any("@type", Meaning::Any(&change::PROTOCOL)),
        Field::any("type", Meaning::Any(&change::PROTOCOL)),
    ], rest &change::OTHER;
    computed {
        /// The kind of the interface; `None` if it has no type.
        kind: Option<InterfaceKind> = "kind" by Self::read_kind,
    }
    {
        /// A name for people.
        name: Option<Text> = NAME [read Self::read_name] [means Meaning::Text],
        /// A description for people.
        description: Option<Text> = DESCRIPTION [read Self::read_description] [means Meaning::Text],
        /// The protocol; the specifications define "YAML", "JSON-RPC 2.0", "openrpc", "MCP" and "WebRTC".
        protocol: Option<Text> = PROTOCOL
            [by &rules::INTERFACE_PROTOCOL] [required] [read Self::read_protocol] [means Meaning::Protocol(None)],
        /// The URL of the interface's definition; `None` only with `content`.
        url: Option<Text> = URL [read Self::read_url] [means Meaning::Endpoint],
        /// The inline definition of the interface: for example an OpenRPC document.
        content: Option<Json> = CONTENT [read Self::read_content] [means Meaning::Inside],
        /// The interface's version.
        version: Option<Text> = VERSION [by &rules::INTERFACE_VERSION] [means Meaning::Protocol(None)],
        /// Whether a person must approve each call; no, if not stated.
        human_authorization: Option<bool> = HUMAN_AUTHORIZATION
            [by &rules::HUMAN_AUTHORIZATION] [means Meaning::Hint(false)] [marks Distinctive],
        /// The security schemes that replace the description's, if any.
        security: Vec<SecurityRequirement> = SECURITY [means Meaning::Demands(true)],
    }
}

/// Lower-case words in a name, type or address that suggest payments or obligations.
const COMMITTING: [&str; 14] = [
    "purchase",
    "booking",
    "payment",
    "checkout",
    "order",
    "buy",
    "reserve",
    "reservation",
    "购买",
    "预订",
    "支付",
    "下单",
    "付款",
    "预定",
];

impl Interface {
    /// The specifications' name of a protocol for a usual one, in any case: `YAML` for `openapi`, `JSON-RPC 2.0` for `json-rpc`.
    #[must_use]
    pub fn protocol_for_usual_name(name: &str) -> Option<&'static str> {
        match name.to_lowercase().as_str() {
            // the specification calls an OpenAPI document YAML
            "openapi" | "swagger" => Some("YAML"),
            "json-rpc" | "jsonrpc" => Some("JSON-RPC 2.0"),
            name => KNOWN_PROTOCOLS.into_iter().find(|known| known.eq_ignore_ascii_case(name)),
        }
    }

    /// The kind, which is read first: a description of the seed specification needs an identifier too.
    fn read_kind<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>) -> Option<InterfaceKind> {
        let first = node.types().next();
        reading.findings.exercise(&rules::INTERFACE_TYPE);
        if !node.has_type() {
            reading.missing(&rules::INTERFACE_TYPE, (Self::WHAT, "@type"), node.offset());
        }
        if first.is_some() {
            reading.findings.exercise(&rules::INTERFACE_TYPE_KNOWN);
        }
        let classes = [term::STRUCTURED_INTERFACE, term::NATURAL_LANGUAGE_INTERFACE];
        let kind = match node.one_class(reading, &rules::INTERFACE_TYPE, classes) {
            Some(term::STRUCTURED_INTERFACE) => Some(InterfaceKind::Structured),
            Some(_) => Some(InterfaceKind::NaturalLanguage),
            None => {
                if let Some(iri) = first {
                    Self::check_kind(reading, iri, node.type_offset());
                }
                first.map(|iri| InterfaceKind::Other(iri.into()))
            }
        };
        if reading.profile == DescriptionProfile::Adp {
            reading.findings.exercise(&rules::INTERFACE_ID);
            if !node.has_id() {
                reading.missing(&rules::INTERFACE_ID, (Self::WHAT, "@id"), node.offset());
            }
        }
        kind
    }

    fn read_name<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>) -> Option<Text> {
        if reading.profile == DescriptionProfile::Adp {
            node.require(reading, &rules::INTERFACE_NAME, term::NAME);
        }
        node.text(reading, &rules::INTERFACE_NAME, term::NAME)
    }

    fn read_description<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>) -> Option<Text> {
        let is_adp = reading.profile == DescriptionProfile::Adp;
        let rule = if is_adp { &rules::INTERFACE_DESCRIPTION } else { &rules::ANP_07_INTERFACE };
        node.require(reading, rule, term::DESCRIPTION);
        node.text(reading, rule, term::DESCRIPTION)
    }

    fn read_url<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>) -> Option<Text> {
        if node.values(term::CONTENT).is_empty() {
            node.require(reading, &rules::INTERFACE_URL, term::URL);
        }
        node.url(reading, (&rules::INTERFACE_URL, &rules::INTERFACE_URL), term::URL, "https or wss")
    }

    fn check(reading: &mut ModelReader<'_>, interface: &Self) {
        let node = &interface.node;
        if reading.is_check {
            resources::misplaced(reading, Self::WHAT, node);
        }
        let is_unsaid =
            interface.human_authorization.is_none() && node.untyped_member(term::HUMAN_AUTHORIZATION).is_none();
        if is_unsaid && reading.findings.wants(&rules::HUMAN_AUTHORIZATION, true) && interface.commits() {
            reading.missing(&rules::HUMAN_AUTHORIZATION, (Self::WHAT, "humanAuthorization"), node.offset());
        }
    }

    /// Other types are allowed, unless they can be confused with these two.
    fn check_kind(reading: &mut ModelReader<'_>, iri: &str, offset: Offset) {
        if !reading.findings.wants(&rules::INTERFACE_TYPE_KNOWN, false) {
            return;
        }
        let known = [term::STRUCTURED_INTERFACE.name(), term::NATURAL_LANGUAGE_INTERFACE.name()];
        let name = local_name(iri);
        if let Some(near) = closest(name, known) {
            let expected = "StructuredInterface, NaturalLanguageInterface or a clearly different type";
            let make = || misspelled_value((Self::WHAT, "@type"), name, expected, near);
            reading.findings.add(&rules::INTERFACE_TYPE_KNOWN, offset, make);
        }
    }

    fn read_protocol<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>) -> Option<Text> {
        let value = node.single(reading, &rules::INTERFACE_PROTOCOL, term::PROTOCOL)?;
        let protocol = node.text(reading, &rules::INTERFACE_PROTOCOL, term::PROTOCOL)?;
        reading.findings.exercise(&rules::INTERFACE_PROTOCOL_KNOWN);
        if !KNOWN_PROTOCOLS.contains(&protocol.as_str()) {
            reading.findings.add(&rules::INTERFACE_PROTOCOL_KNOWN, value.offset(), || {
                let known = KNOWN_PROTOCOLS.map(|known| format!("{known:?}")).join(", ");
                let expected = format!("which no specification defines; expected one of {known}");
                let message = format!("`protocol` of the interface is {}, {expected}", shortened(&protocol));
                let finding = Finding::new(Code::AD_WRONG_TYPE, message);
                match closest(&protocol, KNOWN_PROTOCOLS).or_else(|| Self::protocol_for_usual_name(&protocol)) {
                    Some(near) => finding.meant(protocol.as_str(), near),
                    None => finding,
                }
            });
        }
        Some(protocol)
    }

    /// `content` may be any JSON.
    fn read_content<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>) -> Option<Json> {
        let member = node.member(term::CONTENT).filter(|member| !values(member.value()).is_empty())?;
        reading.findings.exercise(&rules::ANP_07_INTERFACE);
        node.typed(term::CONTENT);
        Some(member.value().clone())
    }

    /// Whether the interface seems to buy or book something.
    fn commits(&self) -> bool {
        if self.kind == Some(InterfaceKind::NaturalLanguage) {
            return false;
        }
        // the host does not distinguish between several interfaces
        let path = self.url.as_deref().and_then(|url| url.splitn(4, '/').nth(3));
        let mut texts = self.node.types().chain(self.name.as_deref()).chain(path).map(str::to_lowercase);
        texts.any(|text| COMMITTING.iter().any(|word| has_word(&text, word)))
    }
}

impl MemberValue for Option<InterfaceKind> {
    /// The types of the node say it.
    fn write(&self, _writer: &mut Writer<'_>, _name: &'static str) {}

    fn show(&self) -> Json {
        match self {
            None => Json::from(None::<Json>),
            Some(InterfaceKind::Structured) => "structured".into(),
            Some(InterfaceKind::NaturalLanguage) => "natural-language".into(),
            Some(InterfaceKind::Other(iri)) => iri.clone().into(),
        }
    }
}

/// Whether `text` contains `word`, but not inside a longer lower-case word.
fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, found)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let after = text.get(at + found.len()..).and_then(|after| after.chars().next());
        // types are camel case, folded: `purchaseinterface`
        let ends = after.is_none_or(|c| !c.is_ascii_lowercase()) || text.get(at + found.len()..) == Some("interface");
        ends && before.is_none_or(|c| !c.is_ascii_lowercase())
    })
}
