//! The losses of a conversion.

use crate::agents_json::PARAMETER;
use adp_tools::Loss;
use agent_description::diagnostic::Severity;
use agent_description::{
    Document, Json,
    diagnostic::members::Shape,
    format::Format,
    json::{
        Offset, Place,
        pointer::{pointer_to, push_index, push_name},
    },
};

/// Maximum number of listed losses.
const MAX_LOSSES: usize = 1000;

pub(super) struct Losses<'a> {
    document: &'a Document,
    pub list: Vec<Loss>,
}

impl<'a> Losses<'a> {
    pub(super) fn for_document(document: &'a Document) -> Self {
        Self { document, list: Vec::new() }
    }

    pub(super) fn at(&mut self, pointer: impl Into<String>, reason: impl Into<String>, severity: Severity) {
        match self.list.len() {
            ..MAX_LOSSES => self.list.push(Loss::new(pointer.into(), reason, severity)),
            MAX_LOSSES => {
                let reason = format!("only the first {MAX_LOSSES} losses are listed; correct them and convert again");
                self.list.push(Loss::new(String::new(), reason, Severity::Error));
            }
            _ => {}
        }
    }

    pub(super) fn add_at(&mut self, offset: Offset, reason: impl Into<String>, severity: Severity) {
        if self.list.len() > MAX_LOSSES {
            return;
        }
        let pointer = pointer_to(self.document.json(), offset).unwrap_or_default();
        self.at(pointer, reason, severity);
    }

    /// Reports members that only the document's format has: examples, and those that it does not define.
    pub(super) fn own_members(&mut self, format: &Format, reason: &str) {
        let (document, table) = (self.document, format.members);
        table.into_iter().for_each(|table| {
            self.own_below(Shape::Of(table), document.json(), &mut String::new(), reason);
        });
    }

    fn own_below(&mut self, shape: Shape, json: &Json, pointer: &mut String, reason: &str) {
        let end = pointer.len();
        match shape {
            // its other members are the schema of the value
            Shape::Of(table) if std::ptr::eq(table, &PARAMETER) => {}
            Shape::Of(table) => {
                for member in json.as_object().into_iter().flatten() {
                    push_name(pointer, member.name());
                    match table.field(member.name()) {
                        Some(field) if field.name == "example" => self.at(pointer.as_str(), reason, Severity::Note),
                        Some(field) => self.own_below(field.shape, member.value(), pointer, reason),
                        None => self.at(pointer.as_str(), reason, Severity::Warning),
                    }
                    pointer.truncate(end);
                }
            }
            Shape::Marked(table, member, other) => {
                let table = if json.get(member).is_some() { other } else { table };
                self.own_below(Shape::Of(table), json, pointer, reason);
            }
            Shape::List(each) | Shape::Filled(each) => {
                for (index, item) in json.as_array().unwrap_or_default().iter().enumerate() {
                    push_index(pointer, index);
                    self.own_below(*each, item, pointer, reason);
                    pointer.truncate(end);
                }
            }
            Shape::Map(each) => {
                for member in json.as_object().into_iter().flatten() {
                    // a loss below a longer name gets the pointer of the map: one long name is not copied for each loss
                    let end_of_name = member.name().floor_char_boundary(Place::MAX_POINTER_BYTES + 4);
                    push_name(pointer, &member.name()[..end_of_name]);
                    self.own_below(*each, member.value(), pointer, reason);
                    pointer.truncate(end);
                }
            }
            Shape::NotNull(shape, _) => self.own_below(*shape, json, pointer, reason),
            _ => {}
        }
    }
}
