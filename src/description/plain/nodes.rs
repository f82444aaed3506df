//! Rule 7: identifiers, each described in one place.

use super::{
    Walk,
    iris::{fault_of_identifier, fault_of_iri, key_of_identifier},
};
use crate::{
    description::rules,
    diagnostic::shortened,
    json::{Json, Offset},
};
use std::collections::BTreeSet;

/// The nodes with an identifier.
#[derive(Default)]
pub(super) struct Nodes<'a> {
    mentions: Vec<Mention<'a>>,
    /// URLs of pictures.
    images: Vec<(&'a str, Offset)>,
}

/// A place where a node is described or referenced.
struct Mention<'a> {
    id: &'a str,
    offset: Offset,
    is_described: bool,
    /// Whether the model reads the node there.
    is_read: bool,
}

impl<'a> Nodes<'a> {
    pub(super) fn add(&mut self, id: &'a str, offset: Offset, is_described: bool, is_read: bool) {
        self.mentions.push(Mention { id, offset, is_described, is_read });
    }

    pub(super) fn add_image(&mut self, address: &'a str, offset: Offset) {
        self.images.push((address, offset));
    }
}

impl<'a> Walk<'a, '_> {
    /// The identifier of a node.
    pub(super) fn identifier(&mut self, value: &'a Json) -> Option<&'a str> {
        let Some(id) = value.as_str() else {
            let found = format!("an `@id` is {}", value.kind());
            self.depart(&rules::PLAIN_ID, value.offset(), found, "write an absolute IRI as a string");
            return None;
        };
        let scheme = id.split_once(':').map(|(scheme, _)| scheme);
        let is_name = scheme.is_some_and(|scheme| match self.names.definition(scheme) {
            // the embedded context defines the term `did`, which is not a prefix
            Some(_) => scheme != "did" || self.names.is_prefix("did"),
            None => false,
        });
        let fault = if is_name {
            Some(("its scheme is a name of the context", "write the IRI in full"))
        } else {
            fault_of_identifier(id)
        };
        if let Some((fault, help)) = fault {
            let found = format!("the `@id` {} is not in normalized form: {fault}", shortened(id));
            self.depart(&rules::PLAIN_ID, value.offset(), found, help);
            return None;
        }
        Some(id)
    }

    /// A string that the context turns into an IRI.
    pub(super) fn reference(&mut self, text: &str, offset: Offset, must_be_absolute: bool) {
        let scheme = text.split_once(':').map(|(scheme, _)| scheme);
        let uses_name = scheme.is_some_and(|scheme| self.names.definition(scheme).is_some());
        let is_keyword = text
            .strip_prefix('@')
            .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_alphabetic()));
        let (found, help) = if is_keyword {
            (format!("{} looks like a keyword", shortened(text)), "write an absolute IRI")
        } else if uses_name {
            (
                format!("{} begins with a name of the context", shortened(text)),
                "write the IRI in full, or rename the prefix",
            )
        } else {
            match must_be_absolute.then(|| fault_of_iri(text)).flatten() {
                Some(fault) => {
                    (format!("{} is not an absolute IRI: {fault}", shortened(text)), "write the absolute URL")
                }
                None => return,
            }
        };
        self.depart(&rules::PLAIN_ID, offset, found, help);
    }

    /// Reports nodes that are described twice, or outside of the model.
    pub(super) fn described_once(&mut self) {
        let mut nodes = std::mem::take(&mut self.nodes);
        nodes.mentions.sort_by_key(|mention| mention.offset);
        let keyed: Vec<_> = nodes.mentions.iter().map(|mention| (key_of_identifier(mention.id), mention)).collect();
        let mut described = BTreeSet::new();
        for (key, mention) in keyed.iter().filter(|(_, mention)| mention.is_described) {
            if !described.insert(key) {
                let found = format!("the node {} is described in two places", shortened(mention.id));
                let help = "describe it once, and write {\"@id\": …} elsewhere";
                self.depart(&rules::PLAIN_ID, mention.offset, found, help);
            }
        }
        for (key, mention) in keyed.iter().filter(|(_, mention)| !mention.is_described && mention.is_read) {
            if described.contains(key) {
                let found = format!("the node {} is used here, but described elsewhere", shortened(mention.id));
                self.depart(&rules::PLAIN_ID, mention.offset, found, "move its description here");
            }
        }
        if !nodes.images.is_empty() {
            let all: BTreeSet<_> = keyed.iter().map(|(key, _)| key).collect();
            for (address, offset) in nodes.images {
                if all.contains(&key_of_identifier(address)) {
                    let found = format!("the image {} is the `@id` of a node", shortened(address));
                    self.depart(&rules::PLAIN_ID, offset, found, "write the URL of the image file");
                }
            }
        }
    }
}
