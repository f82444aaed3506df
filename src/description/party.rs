//! People and organizations.

use super::{Node, error::wrong_type, node_reader::NodeReader, reading::ModelReader, rules, vocabulary as term};
use crate::{diagnostic::Rule, json::Text};

/// The kind of a party.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PartyKind {
    /// schema.org's `Person`.
    Person,
    /// schema.org's `Organization`.
    Organization,
    /// Another type, for example a subclass of schema.org's `Organization`, or none; see the node's types.
    Other,
}

/// A person or an organization (table 1, `owner`).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Party {
    /// Identity, types and what is not typed here.
    pub node: Node,
    /// The kind of the party.
    pub kind: PartyKind,
    /// The name.
    pub name: Option<Text>,
    /// The web site.
    pub url: Option<Text>,
    /// A description for people.
    pub description: Option<Text>,
}

impl Party {
    pub(super) fn read<'a>(reading: &mut ModelReader<'a>, rule: &'static Rule, node: NodeReader<'a>) -> Self {
        let mut node = node.called("the person or organization");
        let kind = if node.is_a(term::PERSON) {
            PartyKind::Person
        } else if node.is_a(term::ORGANIZATION) {
            PartyKind::Organization
        } else {
            PartyKind::Other
        };
        let name = node.text(reading, rule, term::NAME);
        let url = node.url_of_kind(reading, (rule, &rules::RESOURCE), term::URL, "http or https");
        let description = node.text(reading, rule, term::DESCRIPTION);
        let (both, type_offset) = (node.is_a(term::PERSON) && node.is_a(term::ORGANIZATION), node.type_offset());
        let what = (node.what, "@type");
        let node = node.finish(reading);
        if both {
            let make = || wrong_type(what, "Person and Organization", "one of them");
            reading.findings.add(&rules::PLAIN_TYPE, type_offset, make);
        }
        Self { node, kind, name, url, description }
    }
}
