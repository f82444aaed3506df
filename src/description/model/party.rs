//! People and organizations.

use crate::{
    description::{
        model::node_type::{MemberValue, node_type},
        node_reader::NodeReader,
        reading::ModelReader,
        rules, vocabulary as term,
        writing::Writer,
    },
    diagnostic::{
        change,
        members::{Field, Meaning},
    },
    json::{Json, Text},
};

/// The kind of a party.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PartyKind {
    /// schema.org's `Person`.
    Person,
    /// schema.org's `Organization`.
    Organization,
    /// Another type, for example a subclass of schema.org's `Organization`, or none; see the node's types.
    #[default]
    Other,
}

node_type! {
    /// A person or an organization (table 1, `owner`).
    pub struct Party: "the person or organization";
    read by None;
    compared by [
        Field::any("@id", Meaning::Any(&change::IDENTITY)),
        Field::any("id", Meaning::Any(&change::IDENTITY)),
        Field::any("@type", Meaning::Any(&change::IDENTITY)),
        Field::any("type", Meaning::Any(&change::IDENTITY)),
    ], rest &change::OTHER;
    computed {
        /// The kind of the party.
        kind: PartyKind = "kind" by read_kind,
    }
    {
        /// The name.
        name: Option<Text> = NAME [means Meaning::Text],
        /// The web site.
        url: Option<Text> = URL [url "http or https"],
        /// A description for people.
        description: Option<Text> = DESCRIPTION [means Meaning::Text],
    }
}

fn read_kind<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>) -> PartyKind {
    match node.one_class(reading, &rules::PLAIN_TYPE, [term::PERSON, term::ORGANIZATION]) {
        Some(term::PERSON) => PartyKind::Person,
        Some(_) => PartyKind::Organization,
        None => PartyKind::Other,
    }
}

impl MemberValue for PartyKind {
    /// The types of the node say it.
    fn write(&self, _writer: &mut Writer<'_>, _name: &'static str) {}

    fn show(&self) -> Json {
        match self {
            Self::Person => "person".into(),
            Self::Organization => "organization".into(),
            Self::Other => "other".into(),
        }
    }
}
