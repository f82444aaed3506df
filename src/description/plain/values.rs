//! Rules 3 and 5: values.

use super::{Walk, iris::key_of_identifier};
use crate::{
    Timestamp,
    description::{
        SecurityScheme,
        model::node_type::{NodeValue, Reads},
        reading::id_of,
        rules,
        vocabulary::{self as term, context_names::Coercion, term_set::TermSet},
    },
    diagnostic::shortened,
    json::{Json, Member, Number, Object, Offset, Value, WideNumber},
};
use adp_jsonld::language_tag;
use std::{borrow::Cow, collections::HashSet};

/// Maximum number of digits of a number.
const MAX_DIGITS: usize = 15;

/// Maximum number of digits of a fraction of a second.
const MAX_FRACTION_DIGITS: usize = 6;

impl<'a> Walk<'a, '_> {
    /// Checks the value of a member that the model reads.
    pub(super) fn term(&mut self, reads: Reads, terms: TermSet, member: &'a Member) {
        let (name, value) = (member.name().as_str(), member.value());
        match reads {
            Reads::Definitions => return self.definitions(value),
            Reads::Content => return self.unknown_member(member),
            Reads::Scalars | Reads::Times | Reads::Nodes(_) | Reads::Security => {}
        }
        match value.value() {
            Value::Null => {}
            Value::Array(items) => {
                self.distinct(name, items);
                if let (true, Some(second)) = (terms.has(term::DOMAIN_ENTITY), items.get(1)) {
                    let found = format!("{} has several values", shortened(name));
                    self.depart(&rules::PLAIN_VALUE, second.offset(), found, "keep one domain entity");
                }
                for item in items {
                    match item.value() {
                        Value::Array(_) | Value::Null => {
                            let found = format!("the array {} contains {}", shortened(name), item.kind());
                            let help = "write a flat array of strings, numbers, booleans or objects";
                            self.depart(&rules::PLAIN_VALUE, item.offset(), found, help);
                        }
                        _ => self.term_item(reads, terms, name, item),
                    }
                }
            }
            _ => self.term_item(reads, terms, name, value),
        }
    }

    /// RDF parsers treat values as a set, so a repeated value exists only once for them.
    fn distinct(&mut self, name: &str, items: &'a [Json]) {
        if items.len() < 2 {
            return;
        }
        let mut met = HashSet::new();
        for item in items {
            let value = match item.value() {
                Value::String(text) => Some(Scalar::Text(text)),
                Value::Number(number) => Some(Scalar::Number(number.get().to_bits())),
                Value::Bool(flag) => Some(Scalar::Bool(*flag)),
                // a duplicate node is reported with the other nodes
                Value::Object(object) if object.len() == 1 => {
                    id_of(&self.names, item).map(|id| Scalar::Reference(key_of_identifier(id)))
                }
                Value::Object(_) | Value::Array(_) | Value::Null | Value::Wide(_) => None,
            };
            if value.is_some_and(|value| !met.insert(value)) {
                let found = format!("the array {} contains a value twice", shortened(name));
                self.depart(&rules::PLAIN_VALUE, item.offset(), found, "write each value once");
            }
        }
    }

    fn term_item(&mut self, reads: Reads, terms: TermSet, name: &str, value: &'a Json) {
        match value.value() {
            Value::String(text) => {
                self.coerced(name, text, value.offset());
                if terms.has(term::IMAGE) {
                    self.nodes.add_image(text, value.offset());
                }
                if matches!(reads, Reads::Times) {
                    self.date_time(name, text, value.offset());
                }
            }
            Value::Number(number) => self.number(*number, value.offset()),
            Value::Wide(number) => self.wide_number(number, value.offset()),
            Value::Object(object) if object.contains("@value") || object.contains("@list") => {
                let found = format!("{} is a value object or a list", shortened(name));
                self.depart(&rules::PLAIN_VALUE, value.offset(), found, "write the value itself");
            }
            Value::Object(object) => {
                let role = match reads {
                    Reads::Nodes(role) => Some(role),
                    Reads::Security => Some(SecurityScheme::ROLE),
                    _ => None,
                };
                self.node(role, object, value.offset(), false);
            }
            Value::Array(_) | Value::Null | Value::Bool(_) => {}
        }
    }

    /// Checks the value of a member that the model does not read.
    pub(super) fn unknown_member(&mut self, member: &'a Member) {
        if self.names.coercion(member.name()) == Coercion::Json {
            self.names_below(member.value(), true);
        } else {
            self.unknown(member.name(), member.value());
        }
    }

    fn unknown(&mut self, name: &str, value: &'a Json) {
        match value.value() {
            Value::String(text) => self.coerced(name, text, value.offset()),
            Value::Array(items) => items.iter().for_each(|item| self.unknown(name, item)),
            Value::Object(object) if object.contains("@value") => self.value_object(object),
            Value::Object(object) if object.contains("@list") => {
                for member in object {
                    if member.name() == "@list" {
                        self.list(name, member.value());
                    } else {
                        self.beside(member, "@list");
                    }
                }
            }
            Value::Object(object) => self.node(None, object, value.offset(), false),
            Value::Wide(number) => self.wide_number(number, value.offset()),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// Checks the items of a `@list`: some parsers keep nested arrays, others flatten them.
    fn list(&mut self, name: &str, value: &'a Json) {
        for array in value.as_array().into_iter().flatten().filter(|item| item.as_array().is_some()) {
            let found = format!("{} has an array in a list", shortened(name));
            self.depart(&rules::PLAIN_VALUE, array.offset(), found, "write the items in one array");
        }
        self.unknown(name, value);
    }

    /// Checks a string that the context may turn into an IRI.
    fn coerced(&mut self, name: &str, text: &str, offset: Offset) {
        if self.names.coercion(name) == Coercion::Iri {
            self.reference(text, offset, matches!(name, "url" | "image"));
        }
    }

    /// Rule 3: a value object.
    fn value_object(&mut self, object: &'a Object) {
        for member in object {
            let value = member.value();
            let is_sound = match member.name().as_str() {
                "@value" => value.as_array().is_none() && value.as_object().is_none(),
                "@language" if !object.contains("@type") => {
                    let is_string = object.get("@value").is_some_and(|value| value.as_str().is_some());
                    is_string && value.as_str().is_some_and(|tag| tag.is_ascii() && language_tag::is_well_formed(tag))
                }
                "@type" => match value.as_str() {
                    Some(datatype) => datatype.contains(':') && self.fault_of_class(datatype).is_none(),
                    None => false,
                },
                _ => {
                    self.beside(member, "@value");
                    continue;
                }
            };
            if !is_sound {
                let found = format!("{} of a value object is not plain", shortened(member.name()));
                let help = "write a scalar, with a language tag or the IRI of a datatype";
                self.depart(&rules::PLAIN_KEYWORD, value.offset(), found, help);
            }
        }
    }

    fn beside(&mut self, member: &Member, keyword: &str) {
        let found = format!("found a member {} next to `{keyword}`", shortened(member.name()));
        self.depart(&rules::PLAIN_KEYWORD, member.name_offset(), found, "remove it");
    }

    /// Rule 5: checks that all parsers read the same number.
    fn number(&mut self, number: Number, offset: Offset) {
        let source = offset.get().and_then(|at| self.document.source().get(at..)).unwrap_or_default();
        let end = source.find(|c: char| !matches!(c, '0'..='9' | '-' | '+' | '.' | 'e' | 'E')).unwrap_or(source.len());
        let fault = match source.get(..end).unwrap_or_default() {
            "" => fault_of_number(number, &number.to_string()),
            written => fault_of_number(number, written),
        };
        if let Some(fault) = fault {
            let found = format!("the number {} {fault}", shortened(source.get(..end).unwrap_or_default()));
            self.depart(&rules::PLAIN_VALUE, offset, found, "write it as a string");
        }
    }

    /// The reader refuses it in a description already.
    fn wide_number(&mut self, number: &WideNumber, offset: Offset) {
        let found = format!("the number {} is not its double", shortened(number.literal()));
        self.depart(&rules::PLAIN_VALUE, offset, found, "write it as a string");
    }

    fn date_time(&mut self, name: &str, text: &str, offset: Offset) {
        let fraction = text.split_once('.').map_or(0, |(_, rest)| rest.bytes().take_while(u8::is_ascii_digit).count());
        // the model reports invalid dates
        let lacks_offset = || format!("{text}Z").parse::<Timestamp>().is_ok();
        if fraction > MAX_FRACTION_DIGITS || text.parse::<Timestamp>().is_err() && lacks_offset() {
            let found = format!("{} is {}", shortened(name), shortened(text));
            let help = "write a date and time with an offset, such as 2026-01-31T12:00:00Z";
            self.depart(&rules::PLAIN_VALUE, offset, found, help);
        }
    }
}

/// A comparison key for the values of an array.
#[derive(PartialEq, Eq, Hash)]
enum Scalar<'a> {
    Text(&'a str),
    Number(u64),
    Bool(bool),
    Reference(Cow<'a, str>),
}

/// The difference that parsers could have for a number as written.
fn fault_of_number(number: Number, written: &str) -> Option<&'static str> {
    let magnitude = number.get().abs();
    let digits: String = written.chars().filter(char::is_ascii_digit).collect();
    let significant = digits.trim_start_matches('0').len();
    if written.contains(['e', 'E']) {
        Some("has an exponent")
    } else if written.starts_with('-') && magnitude == 0.0 {
        Some("is a negative zero")
    } else if significant > MAX_DIGITS {
        Some("has more than 15 digits")
    } else if written.contains('.') && magnitude != 0.0 && !(1e-6..1e15).contains(&magnitude) {
        Some("is too small or too large")
    } else {
        None
    }
}
