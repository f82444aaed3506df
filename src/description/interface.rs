//! Interfaces (table 5): how to call the agent.

use super::{
    DescriptionProfile, Node, SecurityRequirement,
    error::{misspelled_value, wrong_type},
    node::values,
    node_reader::NodeReader,
    reading::ModelReader,
    resource_check, rules, security,
    spelling::local_name,
    vocabulary as term,
};
use crate::{
    Code,
    diagnostic::{Finding, closest, shortened},
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

/// An interface (table 5).
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Interface {
    /// Identity, types and what is not typed here.
    pub node: Node,
    /// The kind of the interface; `None` if it has no type.
    pub kind: Option<InterfaceKind>,
    /// A name for people.
    pub name: Option<Text>,
    /// A description for people.
    pub description: Option<Text>,
    /// The protocol; the specifications define "YAML", "JSON-RPC 2.0", "openrpc", "MCP" and "WebRTC".
    pub protocol: Option<Text>,
    /// The URL of the interface's definition; `None` only with `content`.
    pub url: Option<Text>,
    /// The inline definition of the interface: for example an OpenRPC document.
    pub content: Option<Json>,
    /// The interface's version.
    pub version: Option<Text>,
    /// Whether a person must approve each call; no, if not stated.
    pub human_authorization: Option<bool>,
    /// The security schemes that replace the description's, if any.
    pub security: Vec<SecurityRequirement>,
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
    pub(super) const WHAT: &'static str = "the interface";

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

    pub(super) fn read<'a>(reading: &mut ModelReader<'a>, node: NodeReader<'a>) -> Self {
        let mut node = node.called(Self::WHAT);
        let adp = reading.profile == DescriptionProfile::Adp;
        let kind = Self::read_kind(reading, &node);
        if adp {
            reading.findings.exercise(&rules::INTERFACE_ID);
        }
        if adp && !node.has_id() {
            reading.missing(&rules::INTERFACE_ID, (Self::WHAT, "@id"), node.offset());
        }
        if adp {
            node.require(reading, &rules::INTERFACE_NAME, term::NAME);
        }
        let name = node.text(reading, &rules::INTERFACE_NAME, term::NAME);
        let description_rule = if adp { &rules::INTERFACE_DESCRIPTION } else { &rules::ANP_07_INTERFACE };
        node.require(reading, description_rule, term::DESCRIPTION);
        let description = node.text(reading, description_rule, term::DESCRIPTION);
        node.require(reading, &rules::INTERFACE_PROTOCOL, term::PROTOCOL);
        let protocol = Self::read_protocol(reading, &mut node);
        let content = Self::read_content(reading, &mut node);
        if content.is_none() {
            node.require(reading, &rules::INTERFACE_URL, term::URL);
        }
        let url = node.url(reading, &rules::INTERFACE_URL, term::URL, "https or wss");
        let version = node.text(reading, &rules::INTERFACE_VERSION, term::VERSION);
        let human_authorization = node.boolean(reading, &rules::HUMAN_AUTHORIZATION, term::HUMAN_AUTHORIZATION);
        let rule = &rules::INTERFACE_SECURITY;
        let security = security::read_requirements(reading, rule, &mut node);
        let unsaid = node.values(term::HUMAN_AUTHORIZATION).is_empty();
        let offset = node.offset();
        let both = node.is_a(term::STRUCTURED_INTERFACE) && node.is_a(term::NATURAL_LANGUAGE_INTERFACE);
        let type_offset = node.type_offset();
        let node = node.finish(reading);
        if both {
            let found = "StructuredInterface and NaturalLanguageInterface";
            let make = || wrong_type((Self::WHAT, "@type"), found, "one of them");
            reading.findings.add(&rules::INTERFACE_TYPE, type_offset, make);
        }
        let interface =
            Self { node, kind, name, description, protocol, url, content, version, human_authorization, security };
        if reading.is_check {
            resource_check::misplaced(reading, Self::WHAT, &interface.node);
        }
        if unsaid && reading.findings.wants(&rules::HUMAN_AUTHORIZATION, true) && interface.commits() {
            reading.missing(&rules::HUMAN_AUTHORIZATION, (Self::WHAT, "humanAuthorization"), offset);
        }
        interface
    }

    fn read_kind<'a>(reading: &mut ModelReader<'a>, node: &NodeReader<'a>) -> Option<InterfaceKind> {
        let first = node.types().next();
        reading.findings.exercise(&rules::INTERFACE_TYPE);
        if !node.has_type() {
            reading.missing(&rules::INTERFACE_TYPE, (Self::WHAT, "@type"), node.offset());
        }
        if first.is_some() {
            reading.findings.exercise(&rules::INTERFACE_TYPE_KNOWN);
        }
        if node.is_a(term::STRUCTURED_INTERFACE) {
            Some(InterfaceKind::Structured)
        } else if node.is_a(term::NATURAL_LANGUAGE_INTERFACE) {
            Some(InterfaceKind::NaturalLanguage)
        } else {
            if let Some(iri) = first {
                Self::check_kind(reading, iri, node.type_offset());
            }
            first.map(|iri| InterfaceKind::Other(iri.into()))
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
