//! Reading a node: its members by name, and each term once.

use super::{
    Node,
    error::{MAX_IRI_CHARS, ambiguous, structure, wrong_type},
    model::node::{Types, Untyped, values},
    reading::{ModelReader, id_of},
    rules,
    vocabulary::{self as term, Term, spelling, term_set::TermSet},
};
use crate::{
    Code, Timestamp,
    diagnostic::{Finding, Rule, shortened},
    json::{Json, Member, Object, Offset, Text},
    web_url::{is_plain_web_url, is_web_url, rewritten_authority},
};
use adp_json::cut;

/// A member that is not a keyword.
pub(super) struct Property<'a> {
    member: &'a Member,
    /// The terms of the member, by its plain name or by the prefix of an accepted vocabulary.
    terms: TermSet,
    is_typed: bool,
}

/// A node being read.
pub(super) struct NodeReader<'a> {
    pub(super) what: &'static str,
    object: &'a Object,
    offset: Offset,
    id: Option<&'a Json>,
    types: Types,
    type_offset: Option<Offset>,
    properties: Vec<Property<'a>>,
    /// The terms of all properties.
    present: TermSet,
    /// The requested terms.
    asked: TermSet,
}

impl<'a> ModelReader<'a> {
    /// The document's root, as a node to read.
    pub(super) fn root(&mut self, what: &'static str) -> NodeReader<'a> {
        NodeReader::new(self, what, self.document.root(), self.document.json().offset())
    }

    /// Reads `value` as a node; other values are reported.
    pub(super) fn node(
        &mut self,
        rule: &'static Rule,
        (what, term): (&'static str, Term),
        value: &'a Json,
    ) -> Option<NodeReader<'a>> {
        self.findings.exercise(rule);
        match value.as_object() {
            Some(object) => self.has_room(value).then(|| NodeReader::new(self, what, object, value.offset())),
            None => {
                self.unreadable(rule, (what, term.name()), value, "an object");
                None
            }
        }
    }
}

impl<'a> NodeReader<'a> {
    pub(super) fn new(reading: &mut ModelReader<'a>, what: &'static str, object: &'a Object, offset: Offset) -> Self {
        let properties = reading.spare_properties.pop().unwrap_or_else(|| Vec::with_capacity(object.len()));
        let (id, types, type_offset) = (None, Types::default(), None);
        let (present, asked) = (TermSet::EMPTY, TermSet::EMPTY);
        let mut node = Self { what, object, offset, id, types, type_offset, properties, present, asked };
        for member in object {
            match reading.names.keyword(member.name()) {
                None => {
                    reading.note_alias(member.name(), member.name_offset());
                    let (_, terms) = reading.names.member(member.name());
                    node.present = node.present.with(terms);
                    node.properties.push(Property { member, terms, is_typed: false });
                }
                Some("@id") => node.id = Some(member.value()),
                Some("@type") => {
                    let types = values(member.value());
                    for class in types {
                        reading.note_alias(class.as_str().unwrap_or_default(), class.offset());
                    }
                    node.type_offset = Some(types.first().map_or(member.value().offset(), Json::offset));
                    node.types = types.iter().filter_map(Json::as_str).map(|name| reading.names.text(name)).collect();
                }
                Some(_) => {}
            }
        }
        node
    }

    /// The node with its name in messages.
    pub(super) fn called(self, what: &'static str) -> Self {
        Self { what, ..self }
    }

    pub(super) fn offset(&self) -> Offset {
        self.offset
    }

    pub(super) fn types(&self) -> impl Iterator<Item = &str> {
        self.types.iter().map(Text::as_str)
    }

    pub(super) fn is_a(&self, class: Term) -> bool {
        self.types().any(|iri| class.accepts(iri))
    }

    /// The one of two classes that the node has; both are reported.
    pub(super) fn one_class(
        &self,
        reading: &mut ModelReader<'a>,
        rule: &'static Rule,
        [one, other]: [Term; 2],
    ) -> Option<Term> {
        let has = [one, other].map(|class| self.is_a(class));
        if has == [true, true] {
            let make = || wrong_type((self.what, "@type"), &format!("{one} and {other}"), "one of them");
            reading.findings.add(rule, self.type_offset(), make);
        }
        if has[0] { Some(one) } else { has[1].then_some(other) }
    }

    /// The position of the first type, or of the node.
    pub(super) fn type_offset(&self) -> Offset {
        self.type_offset.unwrap_or(self.offset)
    }

    /// Whether the node has a type, even an invalid one.
    pub(super) fn has_type(&self) -> bool {
        self.type_offset.is_some()
    }

    /// Whether the node has an identifier, even an invalid one.
    pub(super) fn has_id(&self) -> bool {
        self.id.is_some()
    }

    /// The node's members that are not keywords.
    pub(super) fn members(&self) -> impl Iterator<Item = &'a Member> {
        self.properties.iter().map(|property| property.member)
    }

    /// The member of a term.
    pub(super) fn member(&mut self, term: Term) -> Option<&'a Member> {
        self.asked.insert(term);
        if !self.present.has(term) {
            return None;
        }
        let mut found =
            self.properties.iter().filter(|property| property.terms.has(term)).map(|property| property.member);
        let first = found.next()?;
        // a second one breaks the plain profile, even if the first is null
        if values(first.value()).is_empty() { found.next().or(Some(first)) } else { Some(first) }
    }

    /// Every value of a term.
    pub(super) fn values(&mut self, term: Term) -> &'a [Json] {
        self.member(term).map_or(&[], |member| values(member.value()))
    }

    /// Marks a term's values as part of the model.
    pub(super) fn typed(&mut self, term: Term) {
        if let Some(property) = self.properties.iter_mut().find(|property| property.terms.has(term)) {
            property.is_typed = true;
        }
    }

    /// The only value of a term; several values are reported.
    pub(super) fn single(
        &mut self,
        reading: &mut ModelReader<'a>,
        rule: &'static Rule,
        term: Term,
    ) -> Option<&'a Json> {
        match self.values(term) {
            [] => None,
            [value] => {
                reading.findings.exercise(rule);
                Some(value)
            }
            [_, second, ..] => {
                reading.findings.exercise(rule);
                let (what, count) = ((self.what, term.name()), self.values(term).len());
                reading.findings.add(rule, second.offset(), || ambiguous(what, count));
                None
            }
        }
    }

    /// Reports a term that is missing.
    pub(super) fn require(&mut self, reading: &mut ModelReader<'a>, rule: &'static Rule, term: Term) {
        reading.findings.exercise(rule);
        if self.values(term).is_empty() {
            reading.missing(rule, (self.what, term.name()), self.offset);
        }
    }

    /// The only value of a term, converted by `read`; an invalid value is reported.
    fn scalar<T>(
        &mut self,
        reading: &mut ModelReader<'a>,
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

    pub(super) fn text(&mut self, reading: &mut ModelReader<'a>, rule: &'static Rule, term: Term) -> Option<Text> {
        self.scalar(reading, rule, term, "a string", |value| value.as_text().cloned())
    }

    pub(super) fn boolean(&mut self, reading: &mut ModelReader<'a>, rule: &'static Rule, term: Term) -> Option<bool> {
        self.scalar(reading, rule, term, "true or false", Json::as_bool)
    }

    /// A string, or the identifier of a node.
    pub(super) fn reference(&mut self, reading: &mut ModelReader<'a>, rule: &'static Rule, term: Term) -> Option<Text> {
        let (value, iri) = self.any_reference(reading, rule, term)?;
        reading.check_well_formed(rule, (self.what, term.name()), &iri, value.offset());
        Some(iri)
    }

    /// Same without a check of the characters, with the JSON value.
    fn any_reference(
        &mut self,
        reading: &mut ModelReader<'a>,
        rule: &'static Rule,
        term: Term,
    ) -> Option<(&'a Json, Text)> {
        let value = self.single(reading, rule, term)?;
        match value.as_text().or_else(|| id_of(&reading.names, value)) {
            Some(iri) => {
                self.typed(term);
                Some((value, iri.clone()))
            }
            None => {
                reading.unreadable(rule, (self.what, term.name()), value, "a URL");
                None
            }
        }
    }

    /// All strings of a term; other values are reported.
    pub(super) fn texts(&mut self, reading: &mut ModelReader<'a>, rule: &'static Rule, term: Term) -> Vec<Text> {
        let values = self.values(term);
        let mut texts = Vec::with_capacity(values.len());
        for value in values {
            reading.findings.exercise(rule);
            match value.as_text() {
                Some(text) => texts.push(text.clone()),
                None => reading.unreadable(rule, (self.what, term.name()), value, "a string"),
            }
        }
        if texts.len() == values.len() {
            self.typed(term);
        }
        texts
    }

    /// A date and time (RFC 3339, perhaps without UTC offset).
    pub(super) fn date_time(&mut self, reading: &mut ModelReader<'a>, rule: &'static Rule, term: Term) -> Option<Text> {
        let value = self.single(reading, rule, term)?;
        let text = self.text(reading, rule, term)?;
        if text.parse::<Timestamp>().is_ok() || format!("{text}Z").parse::<Timestamp>().is_ok() {
            return Some(text);
        }
        let expected = "a date and time such as 2026-01-31T12:00:00Z";
        reading.unreadable(rule, (self.what, term.name()), value, expected);
        None
    }

    /// A URL of one of the `allowed` schemes, for example `https` or `http or https`; with one rule for the type of the
    /// value, and one for the URL.
    pub(super) fn url(
        &mut self,
        reading: &mut ModelReader<'a>,
        (kind, rule): (&'static Rule, &'static Rule),
        term: Term,
        allowed: &'static str,
    ) -> Option<Text> {
        let (value, url) = self.any_reference(reading, kind, term)?;
        let what = self.what;
        if is_plain_web_url(&url, allowed) {
            return Some(url);
        }
        let found = || format!("`{term}` of {what} is {}", shortened(&url));
        if !is_web_url(&url, allowed) {
            reading.findings.add(rule, value.offset(), || {
                let message = format!("{}, expected a URL of the scheme {allowed}", found());
                Finding::new(Code::AD_URL_SCHEME, message).with_help("serve it over HTTPS and write that URL")
            });
        } else if let Some(read_as) = rewritten_authority(&url) {
            reading.findings.add(rule, value.offset(), || {
                let read_as = shortened(&read_as);
                let message =
                    format!("{}, which URL parsers interpret as {read_as}; write the host in this form", found());
                let help = "write the host with the letters, digits and dots of the DNS (`xn--` for others), without a user name";
                Finding::new(Code::AD_URL_SCHEME, message).with_help(help)
            });
        } else {
            reading.check_well_formed(rule, (what, term.name()), &url, value.offset());
        }
        Some(url)
    }

    /// All nodes of a term; other values are reported.
    pub(super) fn nodes<T>(
        &mut self,
        reading: &mut ModelReader<'a>,
        rule: &'static Rule,
        term: Term,
        read: impl Fn(&mut ModelReader<'a>, NodeReader<'a>) -> Option<T>,
    ) -> Vec<T> {
        let values = self.values(term);
        let mut nodes = Vec::with_capacity(values.len().min(INITIAL_CAPACITY));
        let mut all = true;
        for value in values {
            match reading.node(rule, (self.what, term), value) {
                Some(node) => nodes.extend(read(reading, node)),
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
        reading: &mut ModelReader<'a>,
        rule: &'static Rule,
        term: Term,
        read: impl Fn(&mut ModelReader<'a>, NodeReader<'a>) -> Option<T>,
    ) -> Option<T> {
        let value = self.single(reading, rule, term)?;
        let node = reading.node(rule, (self.what, term), value)?;
        self.typed(term);
        read(reading, node)
    }

    /// The rest of the node: identity, types and untyped members. Reports members whose names resemble a term of this
    /// kind of node.
    pub(super) fn finish(&mut self, reading: &mut ModelReader<'a>) -> Node {
        self.report_unnamed(reading);
        self.report_misspelled(reading);
        let id = self.id.and_then(Json::as_text).cloned();
        let mut properties = std::mem::take(&mut self.properties);
        let left = properties.iter().filter(|property| !property.is_typed).map(|property| property.member);
        let left = left.filter(|member| !values(member.value()).is_empty() && member.name() != "proof");
        let untyped: Vec<Untyped> = left
            .map(|member| Untyped {
                name: member.name().clone(),
                iri: reading.names.text(member.name()),
                value: member.value().clone(),
            })
            .collect();
        properties.clear();
        reading.spare_properties.push(properties);
        let origin = (!untyped.is_empty()).then(|| reading.origin());
        Node { id, types: std::mem::take(&mut self.types), untyped, origin, offset: self.offset }
    }

    /// Terms with a prefix, which parsers that look up plain names do not find.
    fn report_unnamed(&self, reading: &mut ModelReader<'a>) {
        if !reading.findings.wants(&rules::UNNAMED, false) {
            return;
        }
        for property in &self.properties {
            let name = property.member.name();
            let Some(term) = property.terms.and(self.asked).first() else { continue };
            reading.findings.exercise(&rules::UNNAMED);
            if *name != *term.name() {
                let property_iri = cut(&reading.names.iri(name), MAX_IRI_CHARS);
                let (what, name_offset) = (self.what, property.member.name_offset());
                reading.findings.add(&rules::UNNAMED, name_offset, || {
                    let found = format!("`{term}` of {what} is written only as <{property_iri}>");
                    let help = format!("rename the member to `{term}`, with a context that gives it this meaning");
                    structure(format!("{found}: plain JSON parsers find no member `{term}`"), help)
                });
            }
        }
    }

    /// An unknown member whose name resembles a missing term.
    fn report_misspelled(&self, reading: &mut ModelReader<'a>) {
        if !reading.findings.wants(&rules::MISSPELLED, false) {
            return;
        }
        // other kinds of node have too many schema.org properties to guess
        let knows_words = self.asked.has(term::SECURITY) || self.asked.has(term::PRICE);
        let absent: Vec<&str> = self.asked.without(self.present).iter().map(Term::name).collect();
        for member in self.object.iter().filter(|member| !values(member.value()).is_empty()) {
            let name = member.name().as_str();
            if name.starts_with('@') || !self.asked.and(TermSet::named(name)).is_empty() {
                continue;
            }
            reading.findings.exercise(&rules::MISSPELLED);
            let near = spelling::misspelled(name, absent.iter().copied());
            let near = near.or_else(|| spelling::other_word(name, absent.iter().copied()).filter(|_| knows_words));
            if let Some(term) = near {
                let message = || format!("{} has no `{term}`, but a member {}", self.what, shortened(name));
                let make = || Finding::new(Code::AD_STRUCTURE, message()).meant_name(name, term);
                reading.findings.add(&rules::MISSPELLED, member.name_offset(), make);
            }
        }
    }
}

/// Initial capacity for nodes of a term.
const INITIAL_CAPACITY: usize = 8;
