//! One thing, one description: nodes that share an `@id` are one node to readers of RDF, who merge the whole document.
//!
//! What the model reads at a node must be all that the document says of that node in the model's terms. So a node may be
//! named again (`@id` alone), and said again in the same words, but nothing may be added to it elsewhere: not by a node that
//! the model does not read, not under a relative `@id`, not by the proof.

use super::{
    error::ModelErrorKind,
    expanded_value::source_offset,
    identity::{Targets, fixed_key, is_relative, key},
    reading::Reading,
    rules,
    structure::DEPTH,
    term_set::TermSet,
    vocabulary::Term,
};
use crate::{
    diagnostic::shortened,
    json::{Document, Json, Member, Object, Offset, Text, Value, jcs},
    jsonld::{self, Expanded},
};
use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
};

/// What is known of a document's nodes: those that state something, and those that the model read.
#[derive(Default)]
pub(super) struct Merge<'a> {
    /// The nodes with an `@id` and more, by their keys.
    stated: Vec<(Cow<'a, str>, &'a Object)>,
    /// The nodes with a relative `@id` and more.
    relative: Vec<(&'a str, &'a Object)>,
    typed: Vec<Typed<'a>>,
}

/// A node that the model read, and the terms it asked for.
struct Typed<'a> {
    object: &'a Object,
    asked: Asked,
}

enum Asked {
    Terms(TermSet),
    /// All properties: their names are a document's own.
    Everything,
}

impl<'a> Merge<'a> {
    pub(super) fn of(document: &Document, expanded: &'a Expanded) -> Self {
        let mut merge = Self { stated: Vec::with_capacity(16), relative: Vec::new(), typed: Vec::with_capacity(16) };
        expanded.terse_items().iter().for_each(|item| merge.walk(item, 0));
        if !expanded.whole().is_empty() {
            merge.add_proof(document, expanded.whole());
        }
        merge.stated.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        merge
    }

    /// Adds the nodes that the proof makes: the model is made without it, readers of the whole document see them.
    fn add_proof(&mut self, document: &Document, whole: &'a [Json]) {
        let mut members = document.root().iter().skip_while(|member| member.name() != "proof");
        let from = members.next().map_or(Offset::NONE, Member::name_offset);
        let to = members.next().map_or(Offset::NONE, Member::name_offset);
        let inside = |offset: Offset| offset == Offset::NONE || from <= offset && (to == Offset::NONE || offset < to);
        let mut all = Self::default();
        whole.iter().for_each(|item| all.walk(item, 0));
        let of_proof = |object: &Object| inside(object.get("@id").map_or(Offset::NONE, source_offset));
        self.stated.extend(all.stated.into_iter().filter(|(_, object)| of_proof(object)));
        self.relative.extend(all.relative.into_iter().filter(|(_, object)| of_proof(object)));
    }

    fn walk(&mut self, json: &'a Json, depth: usize) {
        match json.value() {
            Value::Array(items) if depth <= DEPTH => items.iter().for_each(|item| self.walk(item, depth + 1)),
            Value::Object(object) if depth <= DEPTH && !object.contains("@value") => {
                if let Some(id) = object.get("@id")
                    && object.len() > 1
                {
                    // an `@id` that means nothing is none for some readers, and the base for others
                    let id = id.as_str().unwrap_or_default();
                    match fixed_key(id) {
                        Some(key) => self.stated.push((key, object)),
                        None => self.relative.push((id, object)),
                    }
                }
                object.iter().for_each(|member| self.walk(member.value(), depth + 1));
            }
            _ => {}
        }
    }

    /// Notes that the model read a node, and which terms of it.
    pub(super) fn typed(&mut self, object: &'a Object, asked: TermSet) {
        self.typed.push(Typed { object, asked: Asked::Terms(asked) });
    }

    /// Notes that the model read every property of a node.
    pub(super) fn typed_in_all(&mut self, object: &'a Object) {
        self.typed.push(Typed { object, asked: Asked::Everything });
    }

    /// Whether some node may be another: in most documents none.
    fn is_odd(&self) -> bool {
        let twice = self.stated.is_sorted_by(|(a, _), (b, _)| a < b);
        let named = |typed: &Typed<'_>| {
            let id = || typed.object.get("@id")?.as_str();
            let is_stated = |id| self.stated.binary_search_by(|(stated, _)| (**stated).cmp(&key(id))).is_ok();
            typed.object.len() == 1 && id().is_some_and(is_stated)
        };
        !twice || !self.relative.is_empty() || self.typed.iter().any(named)
    }

    /// The nodes that the model read, and all that are stated, by key.
    fn groups(&self) -> HashMap<Cow<'a, str>, Group<'a, '_>> {
        let mut groups: HashMap<Cow<'a, str>, Group<'a, '_>> = HashMap::new();
        let mut read: HashSet<*const Object> = HashSet::new();
        for typed in &self.typed {
            read.insert(std::ptr::from_ref(typed.object));
            // relative ones are compared with each other by themselves
            if let Some(key) = typed.object.get("@id").and_then(Json::as_str).and_then(fixed_key) {
                groups.entry(key).or_default().typed.push(typed);
            }
        }
        for (key, object) in self.stated.iter().filter(|(_, object)| !read.contains(&std::ptr::from_ref(*object))) {
            if let Some(group) = groups.get_mut(key) {
                group.others.push(object);
            }
        }
        groups
    }
}

/// The nodes of one `@id`.
#[derive(Default)]
struct Group<'a, 'm> {
    typed: Vec<&'m Typed<'a>>,
    others: Vec<&'a Object>,
}

impl Reading<'_> {
    /// Reports what is said of a node that the model read in another place than where it was read.
    pub(super) fn report_merged(&mut self) {
        if !self.findings.wants(&rules::STRUCTURE, false) {
            return;
        }
        let merge = std::mem::take(&mut self.merge);
        let named = self.identifiers_of_proof();
        if named.is_empty() && !merge.is_odd() {
            return;
        }
        let groups = merge.groups();
        let mut faults: Vec<(Offset, String)> = Vec::new();
        for group in groups.values().filter(|group| group.typed.len() + group.others.len() > 1) {
            faults.extend(group.fault());
        }
        let targets = Targets::new(groups.keys().map(Cow::as_ref).filter(|id| !id.starts_with("_:")));
        let asked = merge.asked();
        for (id, object) in &merge.relative {
            let is_asked =
                |member: &&Member| member.name() == "@type" || !asked.and(TermSet::of_iri(member.name())).is_empty();
            if let Some(member) = object.iter().find(is_asked).filter(|_| targets.may_be(id)) {
                faults.push((
                    offset_of(member),
                    format!(
                        "the node with the relative `@id` {} may be the same as a node described elsewhere, and gives {}",
                        shortened(id),
                        name_of(member)
                    ),
                ));
            }
        }
        for (id, offset) in named {
            if groups.contains_key(&key(&id)) || is_relative(&id) && targets.may_be(&id) {
                faults.push((
                    offset,
                    format!("the proof has the `@id` {}, which a node of the description also has", shortened(&id)),
                ));
            }
        }
        // in the source's order, whatever the order of the map
        faults.sort_unstable();
        for (offset, found) in faults {
            let help = "give each thing its own absolute `@id`, and describe it in one place";
            self.findings.add(&rules::STRUCTURE, offset, || ModelErrorKind::Structure { found, help });
        }
    }

    /// The strings in the proof that some reader may take for an `@id`: the proof is read by its key, and not expanded.
    fn identifiers_of_proof(&self) -> Vec<(Text, Offset)> {
        let mut found = Vec::new();
        if let Some(proof) = self.document.root().get("proof").and_then(Json::as_object) {
            let mut aliases = HashSet::new();
            if let Some(context) = self.document.root().get("@context") {
                aliases_of_id(context, &mut aliases);
            }
            self.identifiers_in(proof, &aliases, &mut found);
        }
        found
    }

    fn identifiers_in(&self, object: &Object, aliases: &HashSet<&str>, found: &mut Vec<(Text, Offset)>) {
        for member in object.iter().filter(|member| member.name() != "@context") {
            let name = member.name().as_str();
            if let Some(text) = member.value().as_text() {
                let is_id = matches!(name, "@id" | "id") || aliases.contains(name);
                let means_id = || self.context.expand_vocab(member.name()).is_some_and(|meaning| meaning == "@id");
                // only a term can be an alias
                if is_id || self.context.defines(name) && means_id() {
                    found.push((text.clone(), member.value().offset()));
                }
            }
            self.identifiers_below(member.value(), aliases, found);
        }
    }

    fn identifiers_below(&self, value: &Json, aliases: &HashSet<&str>, found: &mut Vec<(Text, Offset)>) {
        match value.value() {
            Value::Array(items) => items.iter().for_each(|item| self.identifiers_below(item, aliases, found)),
            Value::Object(object) => {
                // a map may make `@id`s of its keys
                found.extend(object.iter().map(|member| (member.name().clone(), member.name_offset())));
                self.identifiers_in(object, aliases, found);
            }
            _ => {}
        }
    }
}

/// The terms that a context written in the document makes aliases of `@id`, its scoped contexts included.
fn aliases_of_id<'c>(context: &'c Json, aliases: &mut HashSet<&'c str>) {
    match context.value() {
        Value::Array(items) => items.iter().for_each(|item| aliases_of_id(item, aliases)),
        Value::Object(terms) => {
            for term in terms {
                if term.value().get("@id").unwrap_or(term.value()).as_str() == Some("@id") {
                    aliases.insert(term.name());
                }
                if let Some(scoped) = term.value().get("@context") {
                    aliases_of_id(scoped, aliases);
                }
            }
        }
        _ => {}
    }
}

impl Merge<'_> {
    /// Every term that the model asked for, at whatever node.
    fn asked(&self) -> TermSet {
        self.typed.iter().fold(TermSet::EMPTY, |asked, typed| match typed.asked {
            Asked::Terms(terms) => asked.with(terms),
            Asked::Everything => asked,
        })
    }
}

impl<'a> Group<'a, '_> {
    /// Where the group, of several nodes, says more of one than the model read there, and what.
    fn fault(&self) -> Option<(Offset, String)> {
        let mut terms = TermSet::EMPTY;
        let mut everything = false;
        for typed in &self.typed {
            match typed.asked {
                Asked::Terms(asked) => terms = terms.with(asked),
                Asked::Everything => everything = true,
            }
        }
        if everything {
            let other = self.others.first().copied().or_else(|| Some(self.typed.last()?.object))?;
            return Some((
                other.get("@id").map_or(Offset::NONE, Json::offset),
                "`securityDefinitions` is described twice".into(),
            ));
        }
        let types = |object: &'a Object| object.get("@type").into_iter().flat_map(jsonld::values);
        terms
            .iter()
            .find_map(|term| {
                let values = |object: &'a Object| {
                    object
                        .iter()
                        .filter(move |member| term.accepts(member.name()))
                        .flat_map(|m| jsonld::values(m.value()))
                };
                self.differs(|typed| typed.asks(term), values).map(|value| (value, format!("`{term}`")))
            })
            .or_else(|| self.differs(|_| true, types).map(|value| (value, "`@type`".to_owned())))
            .map(|(value, what)| (source_offset(value), format!("a node is described twice, with different {what}")))
    }

    /// A value that does not stand at every node of the group where the model reads it.
    fn differs<V: Iterator<Item = &'a Json>>(
        &self,
        asks: impl Fn(&Typed<'a>) -> bool,
        values: impl Fn(&'a Object) -> V,
    ) -> Option<&'a Json> {
        let all: HashMap<Vec<u8>, &'a Json> =
            self.typed.iter().flat_map(|typed| values(typed.object)).map(|value| (bytes(value), value)).collect();
        for other in &self.others {
            if let Some(added) = values(other).find(|value| !all.contains_key(&bytes(value))) {
                return Some(added);
            }
        }
        for typed in self.typed.iter().filter(|typed| asks(typed) && !is_reference(typed.object)) {
            let own: HashSet<Vec<u8>> = values(typed.object).map(bytes).collect();
            if own.len() < all.len() {
                let missing = all.iter().filter(|(bytes, _)| !own.contains(*bytes)).map(|(_, value)| *value);
                return missing.min_by_key(|value| source_offset(value));
            }
        }
        None
    }
}

impl Typed<'_> {
    fn asks(&self, term: Term) -> bool {
        matches!(&self.asked, Asked::Terms(asked) if asked.has(term))
    }
}

/// Whether a node only names another: it has no properties.
fn is_reference(object: &Object) -> bool {
    object.iter().all(|member| member.name().starts_with('@'))
}

/// Bytes that are equal where readers of RDF see one value: nodes without `@id`, and lists, are never one.
fn bytes(value: &Json) -> Vec<u8> {
    match value.as_object() {
        // an object that has nothing but `@value` is the scalar that may stand for it
        Some(object) if object.contains("@value") => jcs::canonicalize(jsonld::plain_scalar(value).unwrap_or(value)),
        Some(object) => match object.get("@id").and_then(Json::as_str) {
            Some(id) => format!("@{}", key(id)).into_bytes(),
            None => format!("!{:p}", std::ptr::from_ref(object)).into_bytes(),
        },
        None => jcs::canonicalize(value),
    }
}

fn offset_of(member: &Member) -> Offset {
    if member.name_offset() == Offset::NONE { source_offset(member.value()) } else { member.name_offset() }
}

fn name_of(member: &Member) -> String {
    match member.name().as_str() {
        keyword if keyword.starts_with('@') => format!("its `{keyword}`"),
        iri => format!("<{iri}>"),
    }
}
