//! Structured fields (RFC 9651) that keep the order of their members.

use adp_json::TextError;
use sfv::{
    BareItem, BareItemFromInput, DictSerializer, InnerListSerializer, ItemSerializer, Key, KeyRef, ListSerializer,
    Parser, StringRef,
    visitor::{DictionaryVisitor, EntryVisitor, InnerListVisitor, ItemVisitor, ListVisitor, ParameterVisitor},
};
use std::convert::Infallible;

/// The types of structured fields (RFC 9651 section 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FieldType {
    /// One item.
    Item,
    /// A list.
    List,
    /// A dictionary.
    Dictionary,
}

/// The known structured fields; [`Message::structured`](super::Message::structured) adds others.
const KNOWN: &[(&str, FieldType)] = &[
    ("accept-signature", FieldType::Dictionary),
    ("cache-status", FieldType::List),
    ("client-cert", FieldType::Item),
    ("client-cert-chain", FieldType::List),
    ("content-digest", FieldType::Dictionary),
    ("priority", FieldType::Dictionary),
    ("proxy-status", FieldType::List),
    ("repr-digest", FieldType::Dictionary),
    ("signature", FieldType::Dictionary),
    ("signature-input", FieldType::Dictionary),
    ("want-content-digest", FieldType::Dictionary),
    ("want-repr-digest", FieldType::Dictionary),
];

pub(super) fn known_type(name: &str) -> Option<FieldType> {
    KNOWN.iter().find(|(known, _)| *known == name).map(|(_, field_type)| *field_type)
}

pub(crate) type Parameters = Vec<(Key, BareItem)>;

#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) value: BareItem,
    pub(crate) parameters: Parameters,
}

#[derive(Debug)]
pub(crate) struct InnerList {
    pub(crate) items: Vec<Item>,
    pub(crate) parameters: Parameters,
}

impl InnerList {
    /// The value of a parameter, if it is a string.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        text_of(&self.parameters, name)
    }
}

/// The value of a string parameter.
pub(super) fn text_of<'a>(parameters: &'a Parameters, name: &str) -> Option<&'a str> {
    let (_, value) = parameters.iter().find(|(key, _)| key.as_str() == name)?;
    value.as_string().map(StringRef::as_str)
}

#[derive(Debug)]
pub(crate) enum Member {
    Item(Item),
    InnerList(InnerList),
}

pub(crate) type Dictionary = Vec<(Key, Member)>;

/// What to do with a repeated key of a dictionary or of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Repeated {
    /// Refuse the field: a parser that keeps the first value would see another signer.
    Refused,
    /// Ignore all but the last one (RFC 9651 sections 3.1.2 and 3.2).
    LastCounts,
}

pub(crate) fn parse_dictionary(value: &[u8], repeated: Repeated) -> Result<Dictionary, sfv::Error> {
    Parser::new(value).parse_dictionary_with_visitor(DictionaryReader { members: Vec::new(), repeated })
}

pub(super) fn parse_item(value: &[u8]) -> Result<Item, sfv::Error> {
    let mut read = None;
    let done = |item| {
        read = Some(item);
        Ok(())
    };
    Parser::new(value).parse_item_with_visitor(ItemReader { repeated: Repeated::Refused, done })?;
    // a parser that succeeds has an item
    Ok(read.unwrap_or(Item { value: BareItem::Boolean(false), parameters: Parameters::new() }))
}

/// The strict serialization of a field (RFC 9421 section 2.1.1).
pub(super) fn reserialize(value: &[u8], field_type: FieldType) -> Result<String, sfv::Error> {
    Ok(match field_type {
        FieldType::Item => serialize_member(&Member::Item(parse_item(value)?)),
        FieldType::List => {
            let members = Parser::new(value).parse_list_with_visitor(ListReader(Vec::new()))?;
            members.iter().map(serialize_member).collect::<Vec<_>>().join(", ")
        }
        FieldType::Dictionary => {
            let mut dictionary = DictSerializer::new();
            for (key, member) in &parse_dictionary(value, Repeated::Refused)? {
                match member {
                    Member::Item(item) => {
                        let _ = dictionary.bare_item(key, &item.value).parameters(in_order(&item.parameters));
                    }
                    Member::InnerList(list) => write_inner_list(dictionary.inner_list(key), list),
                }
            }
            dictionary.finish().unwrap_or_default()
        }
    })
}

/// A member of a list, or the value of a dictionary's member.
pub(super) fn serialize_member(member: &Member) -> String {
    match member {
        Member::Item(item) => serialize_item(&item.value, &item.parameters),
        Member::InnerList(list) => {
            let mut text = ListSerializer::new();
            write_inner_list(text.inner_list(), list);
            text.finish().unwrap_or_default()
        }
    }
}

pub(super) fn serialize_item(value: &BareItem, parameters: &Parameters) -> String {
    ItemSerializer::new().bare_item(value).parameters(in_order(parameters)).finish()
}

/// Parameters in the form `;a=1;b`.
pub(super) fn serialize_parameters(parameters: &Parameters) -> String {
    if parameters.is_empty() {
        return String::new();
    }
    // the parameters of the item `?1`, without the item
    serialize_item(&BareItem::Boolean(true), parameters).split_off(2)
}

fn write_inner_list(mut writer: InnerListSerializer<'_>, list: &InnerList) {
    for item in &list.items {
        let _ = writer.bare_item(&item.value).parameters(in_order(&item.parameters));
    }
    let _ = writer.finish().parameters(in_order(&list.parameters));
}

fn in_order(parameters: &Parameters) -> impl Iterator<Item = (&Key, &BareItem)> {
    parameters.iter().map(|(key, value)| (key, value))
}

/// Maximum number of keys of a dictionary or of parameters: each is compared with those before it. All parsers read
/// this many members (RFC 9651 section 3.2).
const MAX_KEYS: usize = 1024;

fn add<V>(to: &mut Vec<(Key, V)>, key: &KeyRef, value: V, repeated: Repeated) -> Result<(), TextError> {
    if let Some(at) = to.iter().position(|(there, _)| there == key) {
        match repeated {
            Repeated::Refused => return Err(TextError::new(format!("`{key}` appears twice"))),
            Repeated::LastCounts => drop(to.remove(at)),
        }
    }
    if to.len() == MAX_KEYS {
        return Err(TextError::new(format!("found more than {MAX_KEYS} keys in one place")));
    }
    to.push((key.to_owned(), value));
    Ok(())
}

/// Collects parameters, then passes them on.
struct ParametersReader<F> {
    parameters: Parameters,
    repeated: Repeated,
    done: F,
}

impl<'de, F: FnOnce(Parameters) -> Result<(), TextError>> ParameterVisitor<'de> for ParametersReader<F> {
    type Out = ();
    type Error = TextError;

    fn parameter(&mut self, key: &'de KeyRef, value: BareItemFromInput<'de>) -> Result<(), TextError> {
        add(&mut self.parameters, key, value.into(), self.repeated)
    }

    fn finish(self) -> Result<(), TextError> {
        (self.done)(self.parameters)
    }
}

struct ItemReader<F> {
    repeated: Repeated,
    done: F,
}

impl<'de, F: FnOnce(Item) -> Result<(), TextError>> ItemVisitor<'de> for ItemReader<F> {
    type Out = ();
    type Error = Infallible;

    fn bare_item(self, value: BareItemFromInput<'de>) -> Result<impl ParameterVisitor<'de, Out = ()>, Self::Error> {
        let Self { repeated, done } = self;
        let value = value.into();
        let done = move |parameters| done(Item { value, parameters });
        Ok(ParametersReader { parameters: Parameters::new(), repeated, done })
    }
}

struct InnerListReader<F> {
    items: Vec<Item>,
    repeated: Repeated,
    done: F,
}

impl<'de, F: FnOnce(InnerList) -> Result<(), TextError>> InnerListVisitor<'de> for InnerListReader<F> {
    type Error = Infallible;

    fn item(&mut self) -> Result<impl ItemVisitor<'de>, Self::Error> {
        let items = &mut self.items;
        let done = move |item| {
            items.push(item);
            Ok(())
        };
        Ok(ItemReader { repeated: self.repeated, done })
    }

    fn finish(self) -> Result<impl ParameterVisitor<'de>, Self::Error> {
        let Self { items, repeated, done } = self;
        let done = move |parameters| done(InnerList { items, parameters });
        Ok(ParametersReader { parameters: Parameters::new(), repeated, done })
    }
}

struct MemberReader<F> {
    repeated: Repeated,
    done: F,
}

impl<'de, F: FnOnce(Member) -> Result<(), TextError>> EntryVisitor<'de> for MemberReader<F> {
    type Error = Infallible;

    fn item(self) -> Result<impl ItemVisitor<'de>, Self::Error> {
        Ok(ItemReader { repeated: self.repeated, done: move |item| (self.done)(Member::Item(item)) })
    }

    fn inner_list(self) -> Result<impl InnerListVisitor<'de>, Self::Error> {
        let Self { repeated, done } = self;
        Ok(InnerListReader { items: Vec::new(), repeated, done: move |list| done(Member::InnerList(list)) })
    }
}

struct DictionaryReader {
    members: Dictionary,
    repeated: Repeated,
}

impl<'de> DictionaryVisitor<'de> for DictionaryReader {
    type Out = Dictionary;
    type Error = Infallible;

    fn entry(&mut self, key: &'de KeyRef) -> Result<impl EntryVisitor<'de>, Self::Error> {
        let Self { members, repeated } = self;
        let repeated = *repeated;
        Ok(MemberReader { repeated, done: move |member| add(members, key, member, repeated) })
    }

    fn finish(self) -> Result<Dictionary, Self::Error> {
        Ok(self.members)
    }
}

struct ListReader(Vec<Member>);

impl<'de> ListVisitor<'de> for ListReader {
    type Out = Vec<Member>;
    type Error = Infallible;

    fn entry(&mut self) -> Result<impl EntryVisitor<'de>, Self::Error> {
        let members = &mut self.0;
        let done = move |member| {
            members.push(member);
            Ok(())
        };
        Ok(MemberReader { repeated: Repeated::Refused, done })
    }

    fn finish(self) -> Result<Vec<Member>, Self::Error> {
        Ok(self.0)
    }
}
