//! Agreement at a node: a reader who takes members by their names sees what the model reads by IRI.
//!
//! Every node that the model types comes here when it is read, with the terms that the model asked for; so there is no list
//! of terms to keep in step with the model.

use super::{
    DescriptionProfile,
    error::ModelErrorKind,
    expanded_value::{is_value, source_offset, vanishes},
    node_reader::{NodeReader, Property},
    reading::Reading,
    rules,
    spelling::local_name,
    term_set::TermSet,
    vocabulary::{self as term, Namespace, SCHEMA_ORG, Term},
};
use crate::{
    diagnostic::shortened,
    json::by_offset::member_at,
    json::{Json, Member, Object, Offset, Value},
    jsonld::{self, is_schema_org_class},
};
use std::collections::HashSet;

/// The classes that the model tells apart. Other names of schema.org's are compared by [`is_schema_org_class`].
const CLASSES: TermSet = TermSet::of(&[
    term::AGENT_DESCRIPTION,
    term::STRUCTURED_INTERFACE,
    term::NATURAL_LANGUAGE_INTERFACE,
    term::PERSON,
    term::ORGANIZATION,
    term::PRODUCT,
    term::SERVICE,
    term::OFFER,
]);

impl<'a> NodeReader<'a> {
    /// Reports each term of this node whose values are not those of the source's member of its name: the member means
    /// something else, or the values stand elsewhere, or the member holds more or less than they. A term without such a
    /// member is invisible to readers by name, which is no contradiction: a warning. Then the same for the types.
    pub(super) fn report_disagreement(&self, reading: &mut Reading<'a>) {
        let Some(source) = self.source else { return };
        let mut members = source.iter().peekable();
        let mut properties = self.properties.iter().peekable();
        // the terms that stand under their own names
        let mut named = TermSet::EMPTY;
        while let Some(member) = members.next() {
            // most members have a property of their own, in the same order
            if let Some(property) = properties.next_if(|next| next.member.name_offset() == member.name_offset())
                && self.is_said_plainly(reading, property, member)
            {
                named = named.with(property.terms.by_name_alone());
                continue;
            }
            if member.name().starts_with('@') {
                continue;
            }
            let terms = self.asked.and(TermSet::named(member.name()));
            named = named.with(terms);
            let Some(term) = terms.first() else { continue };
            let to = members.peek().map_or(Offset::NONE, |next| next.name_offset());
            self.compare(reading, term, member, to);
        }
        self.report_lists(reading);
        self.report_unnamed(reading, named, source);
        self.compare_types(reading, source);
    }

    /// Whether there is nothing to compare: `property` is what the member became, under the member's own name, and its only value
    /// is what the member holds. Then no other property has a value from there, and [`Self::compare`] finds nothing.
    fn is_said_plainly(&self, reading: &mut Reading<'a>, property: &Property<'a>, member: &Member) -> bool {
        let (value, written) = (property.member.value(), member.value());
        if property.name != Some(member.name()) || value.offset() != written.offset() {
            return false;
        }
        let terms = self.asked.and(property.terms);
        if terms.is_empty() {
            return true;
        }
        let is_one = match (value.value(), written.value()) {
            (Value::Array(_) | Value::Null, _) | (_, Value::Array(_) | Value::Null) => false,
            (Value::Object(list), _) if list.contains("@list") => false,
            (Value::Object(node), Value::Object(_)) => {
                !node.contains("@value") && !terms.has(term::SECURITY_DEFINITIONS)
            }
            (_, Value::Object(_)) => false,
            // a scalar, whatever a type or a language has made of it
            _ => true,
        };
        if is_one && !self.is_repeated(terms) {
            reading.findings.exercise(&rules::TERM);
            reading.findings.exercise(&rules::UNNAMED);
            return true;
        }
        false
    }

    /// One term against the member of its name, which ends where the next one begins, at `to`.
    fn compare(&self, reading: &mut Reading<'a>, term: Term, member: &Member, to: Offset) {
        let from = member.name_offset();
        let inside = |offset: Offset| offset != Offset::NONE && from <= offset && (to == Offset::NONE || offset < to);
        if !vanishes(member.value()) {
            reading.findings.exercise(&rules::TERM);
            reading.findings.exercise(&rules::UNNAMED);
            let meaning = self.properties.iter().find(|property| {
                let values = jsonld::values(property.member.value());
                inside(property.member.name_offset())
                    || property.may_stand(from, to) && values.iter().any(|value| inside(source_offset(value)))
            });
            if !meaning.is_some_and(|property| property.terms.has(term)) {
                reading.findings.add(&rules::TERM, from, || ModelErrorKind::Rebound {
                    member: member.name().to_string(),
                    meaning: meaning.map(|property| property.member.name().to_string()),
                    expected: term.iri(),
                });
                return;
            }
        }
        let (mut read, mut direct, mut whole) = (0, true, false);
        for value in self.found(term) {
            let offset = source_offset(value);
            if !inside(offset) {
                let property = self.properties.iter().find(|property| property.holds(value));
                let (what, property) = (self.what, property.map(|property| property.member.name().to_string()));
                reading.findings.add(&rules::TERM, offset, || ModelErrorKind::Elsewhere {
                    what,
                    term: term.name(),
                    property: property.unwrap_or_else(|| term.iri()),
                });
                return;
            }
            read += 1;
            whole |= offset == member.value().offset();
            direct = match term == term::SECURITY_DEFINITIONS && has_index(value) {
                true => is_definition(member.value(), offset),
                false => is_written(value, member.value(), offset),
            };
            if !direct {
                break;
            }
        }
        // what stands for the whole member is one value, and a JSON literal whatever it is
        let written = if whole { 1 } else { count_of(term, member.value()) };
        if !direct || read != written {
            let what = self.what;
            reading.findings.add(&rules::STRUCTURE, member.value().offset(), || ModelErrorKind::Structure {
                found: format!("`{term}` of {what} is written so that readers without JSON-LD see different values"),
                help: "write the value itself, or one array of values",
            });
        }
    }

    /// Reports terms whose values the context puts into a list: readers of RDF find the list there, and not its values.
    fn report_lists(&self, reading: &mut Reading<'a>) {
        for property in &self.properties {
            let mut values = jsonld::values(property.member.value()).iter();
            if let Some(list) = values.find(|value| value.get("@list").is_some())
                && !self.asked.and(property.terms).is_empty()
            {
                let name = shortened(property.member.name());
                reading.findings.add(&rules::STRUCTURE, source_offset(list), || ModelErrorKind::Structure {
                    found: format!("the context makes a list of <{name}>"),
                    help: "remove `@container: @list` from the term's definition",
                });
            }
        }
    }

    /// Terms that stand under other names only: those that `named` has stand under their own.
    fn report_unnamed(&self, reading: &mut Reading<'a>, named: TermSet, source: &Object) {
        if !reading.findings.wants(&rules::UNNAMED, false) {
            return;
        }
        for term in self.asked.and(self.present).without(named).iter() {
            // an index writes the name of a definition as a member's name
            if term == term::DEFINITION_NAME || source.contains(term.name()) {
                continue;
            }
            let Some(property) = self.properties.iter().find(|property| property.terms.has(term)) else { continue };
            reading.findings.exercise(&rules::UNNAMED);
            let (what, name) = (self.what, property.member.name().to_string());
            reading.findings.add(&rules::UNNAMED, property.member.name_offset(), || ModelErrorKind::Unnamed {
                what,
                term: term.name(),
                property: name,
            });
        }
    }

    /// The types stand in one member, `@type` if there is such a member, and are called what they are; none vanishes.
    fn compare_types(&self, reading: &mut Reading<'a>, source: &Object) {
        let types = self.types;
        let plain = if reading.profile == DescriptionProfile::Anp07 { ["@type", "type"] } else { ["@type", "@type"] };
        let home = |class: &Json| member_at(source, class.offset());
        let Some(first) = types.first() else {
            plain
                .into_iter()
                .filter_map(|name| source.get(name))
                .for_each(|written| self.report_vanished(reading, written));
            return;
        };
        let Some(first_home) = home(first) else { return };
        self.report_vanished(reading, first_home.value());
        let stray = types.iter().find(|class| home(class).map(Member::name_offset) != Some(first_home.name_offset()));
        let twice = plain.into_iter().any(|name| *first_home.name() != *name && source.contains(name));
        if stray.is_some() || twice {
            let what = self.what;
            reading.findings.add(&rules::STRUCTURE, stray.unwrap_or(first).offset(), || ModelErrorKind::Structure {
                found: format!("{what} has types in two members"),
                help: "write all types in one `@type`",
            });
            return;
        }
        for class in types {
            let Some(iri) = class.as_str() else { continue };
            let Some(written) = text_at(first_home.value(), class.offset()) else { continue };
            let name = local_name(written);
            let named = CLASSES.and(TermSet::named(name)).first();
            // the same backwards: another name for a class is one that readers by name take for another class
            let known = named.or_else(|| CLASSES.and(TermSet::of_iri(iri)).first());
            let rebound = match known {
                Some(_) => named.is_none() || !means_what_is_written(written, iri),
                // a vocabulary of one's own may have a class of the same name
                None => name != local_name(iri) && is_schema_org_class(written),
            };
            if rebound {
                reading.findings.add(&rules::TERM, class.offset(), || ModelErrorKind::Rebound {
                    member: written.to_owned(),
                    meaning: Some(iri.to_owned()),
                    expected: known.map_or_else(|| format!("{SCHEMA_ORG}{name}"), |class| class.iri()),
                });
            }
        }
    }

    /// Reports types of the source that expansion has not kept: those with the form of a keyword, and terms that the context
    /// takes the meaning from.
    fn report_vanished(&self, reading: &mut Reading<'a>, written: &Json) {
        if elements(written).len() == self.types.len() {
            return;
        }
        let kept: HashSet<Offset> = self.types.iter().map(Json::offset).collect();
        for class in elements(written).iter().filter(|class| !kept.contains(&class.offset())) {
            let Some(found) = class.as_str() else { continue };
            let (what, term, found) = (self.what, "@type", found.to_owned());
            let make = || ModelErrorKind::IllFormedIri { what, term, found };
            reading.findings.add(&rules::STRUCTURE, class.offset(), make);
        }
    }

    /// Reports definitions that readers by name see in `securityDefinitions` and the model does not: `self` is the node
    /// whose properties are the names of the schemes.
    pub(super) fn report_unread_definitions(&self, reading: &mut Reading<'a>) {
        let Some(source) = self.source else { return };
        let schemes = self.members().flat_map(|property| jsonld::values(property.value()));
        let mut read: Vec<Offset> = schemes.map(source_offset).collect();
        read.sort_unstable();
        for member in source {
            let mut schemes = elements(member.value()).iter().filter(|element| element.as_object().is_some());
            let unread = schemes.any(|scheme| read.binary_search(&scheme.offset()).is_err());
            if unread && !member.name().starts_with('@') {
                let member_name = member.name().to_string();
                reading.findings.add(&rules::TERM, member.name_offset(), || ModelErrorKind::Rebound {
                    expected: format!("{}{member_name}", term::SCHEMA_ORG),
                    member: member_name,
                    meaning: None,
                });
            }
        }
    }
}

/// Whether a name in a document is what a reader without JSON-LD takes `iri` for: the IRI itself, or its last segment; and
/// under a name or prefix that such a reader knows, of a namespace of the profile.
pub(super) fn means_what_is_written(written: &str, iri: &str) -> bool {
    if written == iri {
        return true;
    }
    let in_profile = |name: &str| Namespace::split(iri).is_some_and(|(_, found)| found == name);
    match written.split_once(':') {
        None => in_profile(written),
        Some(("ad" | "schema", name)) => in_profile(name),
        Some(_) => !local_name(written).is_empty() && local_name(written) == local_name(iri),
    }
}

/// The values of a member: one, or those of an array.
fn elements(value: &Json) -> &[Json] {
    value.as_array().unwrap_or(std::slice::from_ref(value))
}

/// The element that starts at `offset`, as what is expanded of it does.
fn element_at(value: &Json, offset: Offset) -> Option<&Json> {
    if value.offset() == offset {
        return Some(value);
    }
    let elements = elements(value);
    let after = elements.partition_point(|element| element.offset() <= offset);
    elements.get(after.checked_sub(1)?).filter(|element| element.offset() == offset)
}

fn text_at(value: &Json, offset: Offset) -> Option<&str> {
    element_at(value, offset)?.as_str()
}

/// Whether the expanded value is one of the member's for readers by name too: a node or a scalar, or a value object under
/// JSON-LD's own keyword.
fn is_written(expanded: &Json, value: &Json, offset: Offset) -> bool {
    let Some(element) = element_at(value, offset) else { return false };
    let is_json = || expanded.get("@type").and_then(Json::as_str) == Some("@json");
    element.as_object().is_none() || is_json() || !is_value(expanded) || element.get("@value").is_some()
}

/// Whether a definition has its name from the map it stands in.
fn has_index(definition: &Json) -> bool {
    let is_name = |member: &Member| member.name() == "@index" || term::DEFINITION_NAME.accepts(member.name());
    definition.as_object().is_some_and(|object| object.iter().any(is_name))
}

/// Whether what stands at `offset` is a definition in the map `securityDefinitions`.
fn is_definition(value: &Json, offset: Offset) -> bool {
    value
        .as_object()
        .and_then(|map| member_at(map, offset))
        .is_some_and(|named| element_at(named.value(), offset).is_some())
}

/// How many values readers without JSON-LD find in a member, where it is not one as a whole: those of an array, or of the
/// map `securityDefinitions`.
fn count_of(term: Term, value: &Json) -> usize {
    let count = |value| elements(value).iter().filter(|element| says_something(element)).count();
    match value.as_object() {
        Some(map) if term == term::SECURITY_DEFINITIONS => map.iter().map(|named| count(named.value())).sum(),
        _ => count(value),
    }
}

fn says_something(element: &Json) -> bool {
    !vanishes(element) && !element.get("@value").is_some_and(Json::is_null)
}
