//! A node being read: its terms one by one, each once, whatever IRI of theirs is written.

use super::{
    Node,
    error::ModelErrorKind,
    expanded_value::{literal, reference_of, source_offset, text_of, vanishes},
    reading::Reading,
    rules, spelling,
    term_set::TermSet,
    vocabulary::{Namespace, Term},
};
use crate::{
    diagnostic::{Rule, Severity, shortened},
    iri,
    json::{Json, Member, Object, Offset, Text, by_offset::object_at},
    jsonld,
    web_url::{is_plain_web_url, is_web_url, rewritten_authority},
};
use std::ops::Range;

/// One property of a node.
pub(super) struct Property<'a> {
    pub(super) member: &'a Member,
    /// Its name in a namespace of the profile.
    pub(super) name: Option<&'a str>,
    /// The terms that the property may be read as.
    pub(super) terms: TermSet,
    typed: bool,
    /// Where the values stand in the source, those that do: the first place, and the last.
    places: Option<(Offset, Offset)>,
}

/// A node being read.
pub(super) struct NodeReader<'a> {
    pub(super) what: &'static str,
    pub(super) object: &'a Object,
    /// The object of the source that it was made of.
    pub(super) source: Option<&'a Object>,
    /// What its `@type` expands to.
    pub(super) types: &'a [Json],
    offset: Offset,
    pub(super) properties: Vec<Property<'a>>,
    /// The terms that some property may be read as.
    pub(super) present: TermSet,
    /// The terms that several properties may be read as: few documents have such.
    repeated: TermSet,
    pub(super) asked: TermSet,
}

impl<'a> NodeReader<'a> {
    pub(super) fn new(reading: &mut Reading<'a>, what: &'static str, object: &'a Object, offset: Offset) -> Self {
        let mut properties = reading.spare_properties.pop().unwrap_or_else(|| Vec::with_capacity(object.len()));
        let (mut present, mut repeated) = (TermSet::EMPTY, TermSet::EMPTY);
        for member in object {
            if member.name().starts_with('@') {
                continue;
            }
            let split = Namespace::split(member.name());
            let terms = TermSet::of_split(member.name(), split);
            if let Some((namespace, _)) = split {
                reading.note_alias(namespace, member.name_offset());
            }
            let name = split.map(|(_, name)| name);
            repeated = repeated.with(present.and(terms));
            present = present.with(terms);
            properties.push(Property { member, name, terms, typed: false, places: places_of(member.value()) });
        }
        let types = jsonld::types(object);
        for class in types {
            if let Some((namespace, _)) = class.as_str().and_then(Namespace::split) {
                reading.note_alias(namespace, class.offset());
            }
        }
        let source = object_at(reading.document.json(), offset);
        Self { what, object, source, types, offset, properties, present, repeated, asked: TermSet::EMPTY }
    }

    /// The node under the name that messages call it by.
    pub(super) fn called(self, what: &'static str) -> Self {
        Self { what, ..self }
    }

    pub(super) fn offset(&self) -> Offset {
        self.offset
    }

    /// The node as its author wrote it.
    pub(super) fn source(&self) -> Option<&'a Object> {
        self.source
    }

    pub(super) fn types(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.types.iter().filter_map(Json::as_str)
    }

    pub(super) fn is_a(&self, class: Term) -> bool {
        self.types().any(|iri| class.accepts(iri))
    }

    /// The place of the `@type`, or of the node.
    pub(super) fn type_offset(&self) -> Offset {
        self.types.first().map_or(self.offset, Json::offset)
    }

    pub(super) fn id(&self) -> Option<&'a Json> {
        self.object.get("@id")
    }

    /// The node's properties that are not keywords: IRI and values.
    pub(super) fn members(&self) -> impl Iterator<Item = &'a Member> {
        self.properties.iter().map(|property| property.member)
    }

    /// Every value of a term, under whichever of its IRIs, lists flattened.
    pub(super) fn values(&mut self, term: Term) -> Vec<&'a Json> {
        self.asked.insert(term);
        if self.present.has(term) { self.found(term).collect() } else { Vec::new() }
    }

    /// The one value of a term's one property, if it is neither a list nor missing.
    fn plain_value(&self, term: Term) -> Option<&'a Json> {
        match self.properties.get(self.range_of(term)).unwrap_or_default() {
            [only] => match jsonld::values(only.member.value()) {
                [value] if value.get("@list").is_none() => Some(value),
                _ => None,
            },
            _ => None,
        }
    }

    /// Where the properties are that may be read as a term: none, one, or some of those from the first on.
    fn range_of(&self, term: Term) -> Range<usize> {
        if !self.present.has(term) {
            return 0..0;
        }
        let first = self.properties.iter().position(|property| property.terms.has(term)).unwrap_or_default();
        first..if self.repeated.has(term) { self.properties.len() } else { first + 1 }
    }

    /// The values of a term, lists flattened.
    pub(super) fn found(&self, term: Term) -> Found<'_, 'a> {
        let properties = self.properties.get(self.range_of(term)).unwrap_or_default().iter();
        Found { term, properties, values: [].iter(), listed: [].iter() }
    }

    /// Whether several properties may be read as one of the terms.
    pub(super) fn is_repeated(&self, terms: TermSet) -> bool {
        !self.repeated.and(terms).is_empty()
    }

    /// Marks a term's values as part of the model.
    pub(super) fn typed(&mut self, term: Term) {
        let range = self.range_of(term);
        for property in
            self.properties.get_mut(range).unwrap_or_default().iter_mut().filter(|property| property.terms.has(term))
        {
            property.typed = true;
        }
    }

    /// The one value of a term; several are reported.
    pub(super) fn single(&mut self, reading: &mut Reading<'a>, rule: &'static Rule, term: Term) -> Option<&'a Json> {
        self.asked.insert(term);
        if !self.present.has(term) {
            return None;
        }
        if let Some(value) = self.plain_value(term) {
            reading.findings.exercise(rule);
            return Some(value);
        }
        let mut found = self.found(term);
        let first = found.next()?;
        reading.findings.exercise(rule);
        match found.next() {
            None => Some(first),
            Some(second) => {
                let (what, count) = (self.what, 2 + found.count());
                reading.findings.add(rule, source_offset(second), || ModelErrorKind::Ambiguous {
                    what,
                    term: term.name(),
                    count,
                });
                None
            }
        }
    }

    /// Reports a term that is missing.
    pub(super) fn require(&mut self, reading: &mut Reading<'a>, rule: &'static Rule, term: Term) {
        reading.findings.exercise(rule);
        self.asked.insert(term);
        if !self.present.has(term) || self.found(term).next().is_none() {
            reading
                .findings
                .add_missing(rule, self.offset, || ModelErrorKind::Missing { what: self.what, term: term.name() });
        }
    }

    /// The one value of a term, as `read` makes of it; what it cannot read is reported.
    fn scalar<T>(
        &mut self,
        reading: &mut Reading<'a>,
        rule: &'static Rule,
        term: Term,
        expected: &str,
        read: impl Fn(&'a Json) -> Option<T>,
    ) -> Option<T> {
        let value = self.single(reading, rule, term)?;
        match read(value) {
            Some(result) => {
                self.typed(term);
                Some(result)
            }
            None => {
                reading.unreadable(rule, (self.what, term.name()), value, expected);
                None
            }
        }
    }

    pub(super) fn text(&mut self, reading: &mut Reading<'a>, rule: &'static Rule, term: Term) -> Option<Text> {
        self.scalar(reading, rule, term, "a string", |value| text_of(value).cloned())
    }

    pub(super) fn boolean(&mut self, reading: &mut Reading<'a>, rule: &'static Rule, term: Term) -> Option<bool> {
        self.scalar(reading, rule, term, "true or false", |value| literal(value)?.as_bool())
    }

    /// A string or an IRI reference.
    pub(super) fn reference(&mut self, reading: &mut Reading<'a>, rule: &'static Rule, term: Term) -> Option<Text> {
        let (value, iri, _) = self.any_reference(reading, rule, term)?;
        reading.check_well_formed(rule, (self.what, term.name()), value);
        Some(iri)
    }

    /// The same, of whatever characters, with the value that it is and, if that is an IRI, what is written.
    fn any_reference(
        &mut self,
        reading: &mut Reading<'a>,
        rule: &'static Rule,
        term: Term,
    ) -> Option<(&'a Json, Text, Option<&'a str>)> {
        let read = |value| Some((value, reference_of(value)?.clone()));
        let (value, iri) = self.scalar(reading, rule, term, "a URL", read)?;
        let written = reading.check_reference(value);
        Some((value, iri, written))
    }

    /// Every string of a term; one that is none is reported.
    pub(super) fn texts(&mut self, reading: &mut Reading<'a>, rule: &'static Rule, term: Term) -> Vec<Text> {
        let mut texts = Vec::new();
        let mut all = true;
        for value in self.values(term) {
            reading.findings.exercise(rule);
            match text_of(value) {
                Some(text) => texts.push(text.clone()),
                None => {
                    all = false;
                    reading.unreadable(rule, (self.what, term.name()), value, "a string");
                }
            }
        }
        if all {
            self.typed(term);
        }
        texts
    }

    /// A URL of one of the `allowed` schemes, for example `https` or `http or https`.
    pub(super) fn url(
        &mut self,
        reading: &mut Reading<'a>,
        rule: &'static Rule,
        term: Term,
        allowed: &'static str,
    ) -> Option<Text> {
        let (value, url, written) = self.any_reference(reading, rule, term)?;
        if let Some(written) = written.filter(|written| *written != url.as_str()) {
            reading.findings.add(&rules::STRUCTURE, source_offset(value), || ModelErrorKind::Structure {
                found: format!("the context turns the URL {} into {}", shortened(written), shortened(&url)),
                help: "write the URL in full: readers without JSON-LD take it literally",
            });
        }
        let what = self.what;
        if is_plain_web_url(&url, allowed) {
            return Some(url);
        }
        let mut is_refused = refuses(rule);
        if !is_web_url(&url, allowed) {
            reading.findings.add(rule, source_offset(value), || ModelErrorKind::UrlScheme {
                what,
                term: term.name(),
                url: url.to_string(),
                allowed,
            });
        } else if let Some(read_as) = rewritten_authority(&url) {
            reading.findings.add(rule, source_offset(value), || ModelErrorKind::UrlRewritten {
                what,
                term: term.name(),
                url: url.to_string(),
                read_as,
            });
        } else {
            is_refused = false;
        }
        // a warning lets it pass
        if !is_refused {
            reading.check_well_formed(rule, (what, term.name()), value);
        }
        Some(url)
    }

    /// Every node of a term; what is none is reported.
    pub(super) fn nodes<T>(
        &mut self,
        reading: &mut Reading<'a>,
        rule: &'static Rule,
        (what, term): (&'static str, Term),
        read: impl Fn(&mut Reading<'a>, NodeReader<'a>) -> T,
    ) -> Vec<T> {
        self.asked.insert(term);
        if !self.present.has(term) {
            return Vec::new();
        }
        let mut nodes = Vec::with_capacity(self.found(term).take(FEW).count());
        let mut all = true;
        for value in self.found(term) {
            match reading.node(rule, (what, term), value) {
                Some(node) => nodes.push(read(reading, node)),
                None => all = false,
            }
        }
        if all {
            self.typed(term);
        }
        nodes
    }

    /// The one node of a term.
    pub(super) fn one_node<T>(
        &mut self,
        reading: &mut Reading<'a>,
        rule: &'static Rule,
        (what, term): (&'static str, Term),
        read: impl Fn(&mut Reading<'a>, NodeReader<'a>) -> T,
    ) -> Option<T> {
        let value = self.single(reading, rule, term)?;
        let node = reading.node(rule, (what, term), value)?;
        self.typed(term);
        Some(read(reading, node))
    }

    /// The rest of the node: identity, types, and what the model did not type. Reports an `@id` that is not an absolute IRI
    /// and members that are named as a term of this kind of node but mean something else.
    pub(super) fn finish(&mut self, reading: &mut Reading<'a>, id_rule: &'static Rule) -> Node {
        let id = self.read_id(reading, id_rule);
        self.check_types(reading);
        self.report_disagreement(reading);
        self.report_misspelled(reading);
        reading.merge.typed(self.object, self.asked);
        let mut properties = std::mem::take(&mut self.properties);
        let untyped = properties.iter().filter(|property| !property.typed).map(|property| {
            let values = jsonld::values(property.member.value());
            let mut values = jsonld::written_out(values.iter().cloned());
            remove_empty_nodes(&mut values);
            (property.member.name().clone(), values)
        });
        let untyped = untyped.collect();
        properties.clear();
        reading.spare_properties.push(properties);
        let types = self.types.iter().filter_map(Json::as_text).cloned().collect();
        Node { id, types, untyped, offset: self.offset }
    }

    /// Reports types that readers of RDF drop: keywords, relative types, and what is not an IRI by its characters.
    fn check_types(&self, reading: &mut Reading<'a>) {
        for class in self.types {
            let Some(iri) = class.as_str().filter(|iri| !is_fixed(iri) || is_ill_formed(iri)) else { continue };
            let (what, term, found) = (self.what, "@type", iri.to_owned());
            let make = || ModelErrorKind::IllFormedIri { what, term, found };
            reading.findings.add(&rules::STRUCTURE, class.offset(), make);
        }
    }

    /// The `@id`, if it identifies anything; one that is not an absolute IRI, or another than is written, is reported.
    pub(super) fn read_id(&self, reading: &mut Reading<'a>, rule: &'static Rule) -> Option<Text> {
        let id = self.id()?;
        reading.findings.exercise(rule);
        match id.as_text() {
            Some(text) if is_ill_formed(text) => {
                let (what, term, found) = (self.what, "@id", text.to_string());
                let make = || ModelErrorKind::IllFormedIri { what, term, found };
                reading.findings.add(refusing(rule), id.offset(), make);
                Some(text.clone())
            }
            Some(text) if iri::is_absolute(text) || text.starts_with("_:") => {
                reading.check_identifier(self.what, id, text);
                Some(text.clone())
            }
            text => {
                let found = || text.map_or_else(|| "nothing".into(), |text| shortened(text));
                // readers of RDF drop the node without a base, and have another with one
                reading.wrong_type(refusing(rule), (self.what, "@id"), &found, "an absolute IRI", id.offset());
                text.cloned()
            }
        }
    }

    /// [`Self::finish`] for the node that holds the definitions of security schemes under names of their own.
    pub(super) fn finish_definitions(&self, reading: &mut Reading<'a>, id_rule: &'static Rule) {
        self.read_id(reading, id_rule);
        self.report_unread_definitions(reading);
        reading.merge.typed_in_all(self.object);
    }

    /// A member that the model does not know, but whose name is nearly that of a term that is missing.
    fn report_misspelled(&self, reading: &mut Reading<'a>) {
        if !reading.findings.wants(&rules::MISSPELLED, false) {
            return;
        }
        let Some(source) = self.source else { return };
        let absent = |term: &Term| !self.properties.iter().any(|property| property.terms.has(*term));
        let absent: Vec<&str> = self.asked.iter().filter(absent).map(Term::name).collect();
        for member in source.iter().filter(|member| !vanishes(member.value())) {
            let name = member.name().as_str();
            if name.starts_with('@') || !self.asked.and(TermSet::named(name)).is_empty() {
                continue;
            }
            reading.findings.exercise(&rules::MISSPELLED);
            if let Some(term) = spelling::misspelled(name, absent.iter().copied()) {
                let (what, member_name, suggestion) = (self.what, name.to_owned(), term.to_owned());
                let make = || ModelErrorKind::MisspelledTerm { what, member: member_name, suggestion };
                reading.findings.add(&rules::MISSPELLED, member.name_offset(), make);
            }
        }
    }
}

/// Whether readers of RDF drop what is said with this identifier, whatever its base.
pub(super) fn is_ill_formed(iri: &str) -> bool {
    !iri.starts_with("_:") && !iri::is_well_formed_reference(iri)
}

/// Whether an expanded identifier is one and the same for every base: not relative, which readers without a base drop, and no
/// keyword, which expansion leaves as it is.
pub(super) fn is_fixed(iri: &str) -> bool {
    iri::is_absolute(iri) || iri.starts_with("_:")
}

/// Whether a document is refused for what is wrong by the rule.
fn refuses(rule: &Rule) -> bool {
    rule.severity(false, false) == Severity::Error
}

/// The rule by which a fault is an error: `rule` itself, if it refuses anything.
pub(super) fn refusing(rule: &'static Rule) -> &'static Rule {
    if refuses(rule) { rule } else { &rules::STRUCTURE }
}

impl Property<'_> {
    /// Whether a value of it may stand from one place to before another, which is none at the end of the source.
    pub(super) fn may_stand(&self, from: Offset, to: Offset) -> bool {
        self.places.is_some_and(|(first, last)| from <= last && (to == Offset::NONE || first < to))
    }

    /// Whether `value` is one of the property's, or in one of its lists.
    pub(super) fn holds(&self, value: &Json) -> bool {
        let same = |other: &Json| std::ptr::eq(other, value);
        let listed = |list: &Json| list.get("@list").and_then(Json::as_array).is_some_and(|list| list.iter().any(same));
        jsonld::values(self.member.value()).iter().any(|held| same(held) || listed(held))
    }
}

/// Where values stand in the source, those that do: the first place, and the last.
fn places_of(values: &Json) -> Option<(Offset, Offset)> {
    let places = jsonld::values(values).iter().map(source_offset).filter(|offset| *offset != Offset::NONE);
    places.fold(None, |places, offset| {
        let (first, last): (Offset, Offset) = places.unwrap_or((offset, offset));
        Some((first.min(offset), last.max(offset)))
    })
}

/// How many nodes of a term there is room for at first.
const FEW: usize = 8;

/// The values of a term in a node's properties.
pub(super) struct Found<'r, 'a> {
    term: Term,
    properties: std::slice::Iter<'r, Property<'a>>,
    /// Those that are left of a property.
    values: std::slice::Iter<'a, Json>,
    /// Those that are left of a list.
    listed: std::slice::Iter<'a, Json>,
}

impl<'a> Iterator for Found<'_, 'a> {
    type Item = &'a Json;

    fn next(&mut self) -> Option<&'a Json> {
        loop {
            if let Some(value) = self.listed.next() {
                return Some(value);
            }
            if let Some(value) = self.values.next() {
                match value.get("@list").and_then(Json::as_array) {
                    Some(list) => self.listed = list.iter(),
                    None => return Some(value),
                }
            } else {
                let term = self.term;
                let value = self.properties.find(|property| property.terms.has(term))?.member.value();
                self.values = jsonld::values(value).iter();
            }
        }
    }
}

/// Removes nodes without members: expansion leaves them where all members were null, and no plain description has one.
fn remove_empty_nodes(values: &mut Vec<Json>) {
    for value in values.iter_mut() {
        if let Some(items) = value.as_array_mut() {
            remove_empty_nodes(items);
        } else if let Some(object) = value.as_object_mut().filter(|object| !object.contains("@value")) {
            let names: Vec<_> = object.iter().map(|member| member.name().clone()).collect();
            for name in names {
                if let Some(items) = object.get_mut(&name).and_then(Json::as_array_mut) {
                    remove_empty_nodes(items);
                }
            }
        }
    }
    values.retain(|value| !value.as_object().is_some_and(Object::is_empty));
}
