//! Rules 1 and 2: the `@context` and its names.

use super::{
    Walk,
    iris::{fault_of_absolute, is_name},
};
use crate::{
    description::{
        rules,
        vocabulary::{
            self as term, Namespace,
            context_names::{self, Definition, Pinned, folded, is_accepted, is_folded_class, is_folded_term},
            term_set::TermSet,
        },
    },
    diagnostic::{members::local_name, shortened},
    json::{Json, Member, Object, Value},
};
use adp_jsonld::language_tag;
use std::collections::BTreeMap;

/// Maximum number of entries of a `@context`.
const MAX_ENTRIES: usize = 8;

/// IRIs besides the accepted vocabularies. No prefix may be the start or an extension of one, and no term may have one.
const RESERVED: [&str; 3] = [term::DID_PREFIX, "https://w3id.org/security#", term::RDF_TYPE];

/// Names that would replace the scheme of identifiers.
const SCHEMES: [&str; 4] = ["https", "http", "urn", "did"];

/// Characters at the end of an IRI that make readers treat a custom term as a prefix.
const ENDS_OF_PREFIXES: [char; 8] = ['/', '#', ':', '?', '[', ']', '@', '='];

impl<'a> Walk<'a, '_> {
    /// Checks the root's `@context`.
    pub(super) fn context(&mut self, member: &'a Member) {
        let value = member.value();
        let entries = match value.value() {
            Value::Array(entries) if entries.is_empty() || entries.len() > MAX_ENTRIES => {
                let found = format!("`@context` has {} entries", entries.len());
                return self.depart(&rules::PLAIN_CONTEXT, value.offset(), found, "write one to eight entries");
            }
            Value::Array(entries) => entries,
            _ => std::slice::from_ref(value),
        };
        let mut pinned: Vec<Pinned> = Vec::new();
        let mut defined = BTreeMap::new();
        for entry in entries {
            match entry.value() {
                Value::String(iri) => match Pinned::named(iri) {
                    None => self.depart(
                        &rules::PLAIN_CONTEXT,
                        entry.offset(),
                        format!("`@context` names {}", shortened(iri)),
                        "use only https://agent-network-protocol.com/ad# or https://schema.org/",
                    ),
                    Some(named) if pinned.contains(&named) => {
                        let found = format!("`@context` names {} again", shortened(iri));
                        self.depart(&rules::PLAIN_CONTEXT, entry.offset(), found, "list each context once");
                    }
                    Some(named) => pinned.push(named),
                },
                Value::Object(terms) => terms.iter().for_each(|member| self.entry(member, &mut defined)),
                _ => {
                    let found = format!("an entry of `@context` is {}", entry.kind());
                    self.depart(&rules::PLAIN_CONTEXT, entry.offset(), found, "write a string or an object");
                }
            }
        }
        if self.names.vocabulary.is_none() {
            let found = "`@context` has neither `@vocab` nor a known context".into();
            let help = "write \"@vocab\": \"https://schema.org/\", or name https://agent-network-protocol.com/ad#";
            self.depart(&rules::PLAIN_CONTEXT, member.name_offset(), found, help);
        }
        self.folded_prefixes(entries);
    }

    /// Checks a member of an object in the context.
    fn entry(&mut self, member: &'a Member, defined: &mut BTreeMap<&'a str, Definition<'a>>) {
        let (name, value) = (member.name().as_str(), member.value());
        let (found, help, offset) = match (name, value.value()) {
            ("@version", Value::Number(version)) if version.get() == 1.1 => return,
            ("@version", _) => ("`@version` is not 1.1".into(), "write \"@version\": 1.1", value.offset()),
            ("@vocab", Value::String(iri)) if is_accepted(iri) => return,
            ("@vocab", _) => (
                "`@vocab` is not a vocabulary of agent descriptions".into(),
                "write \"@vocab\": \"https://schema.org/\", and use a prefix for other vocabularies",
                value.offset(),
            ),
            ("@language", Value::String(tag)) if tag.is_ascii() && language_tag::is_well_formed(tag) => return,
            ("@language", _) => {
                ("`@language` is not a language tag".into(), "write a tag such as \"en\" or \"zh-CN\"", value.offset())
            }
            _ if name.starts_with('@') => (
                format!("`@context` has {}", shortened(name)),
                "remove it: only `@vocab`, `@language`, `@version`, prefixes and terms are allowed",
                member.name_offset(),
            ),
            _ => return self.own_definition(member, defined),
        };
        self.depart(&rules::PLAIN_CONTEXT, offset, found, help);
    }

    /// Checks a prefix or a term that the document defines.
    fn own_definition(&mut self, member: &'a Member, defined: &mut BTreeMap<&'a str, Definition<'a>>) {
        let (name, value) = (member.name().as_str(), member.value());
        let Some(definition) = context_names::definition(value).filter(|_| has_only_id_and_type(value)) else {
            let found = format!("the context defines {} as something other than an IRI", shortened(name));
            let help = "write the IRI as a string, or {\"@id\": IRI}, {\"@id\": IRI, \"@type\": \"@id\"}";
            return self.depart(&rules::PLAIN_CONTEXT, value.offset(), found, help);
        };
        let iri = match definition {
            Definition::Prefix(iri) | Definition::Term(iri, _) => iri,
            Definition::Alias(keyword) => keyword,
        };
        if let Some(fault) = fault_of_absolute(iri) {
            let found = format!("the IRI {} of {} is not absolute: {fault}", shortened(iri), shortened(name));
            return self.depart(&rules::PLAIN_CONTEXT, value.offset(), found, "write the absolute IRI");
        }
        let is_prefix = matches!(definition, Definition::Prefix(_));
        if !is_prefix && iri.ends_with(ENDS_OF_PREFIXES) {
            let found = format!("the IRI {} of the term {} ends like a prefix", shortened(iri), shortened(name));
            let help = "write a prefix as a string that ends in `/`, `#` or `:`, and a term with its complete IRI";
            return self.depart(&rules::PLAIN_CONTEXT, value.offset(), found, help);
        }
        self.own_name(member, definition, defined.insert(name, definition));
        let reserved = || Namespace::ALL.iter().map(|namespace| namespace.iri()).chain(RESERVED);
        let crosses = |other: &str| other != iri && (iri.starts_with(other) || other.starts_with(iri));
        if is_prefix && reserved().any(crosses) {
            let found = format!("the prefix {} is part of an accepted vocabulary, or extends one", shortened(name));
            self.depart(
                &rules::PLAIN_CONTEXT_NAME,
                value.offset(),
                found,
                "use the vocabulary's complete IRI, or another one",
            );
        }
        let read = context_names::MODEL_TERMS.with(context_names::CLASSES);
        let is_read = || {
            !TermSet::from_iri(iri).and(read).is_empty() || is_like_class(iri) || reserved().any(|other| other == iri)
        };
        let is_second_did = is_prefix && iri == term::DID_PREFIX && name != "did";
        if is_second_did || !is_prefix && is_read() {
            let found = format!("{} gives {} another name", shortened(name), shortened(iri));
            self.depart(&rules::PLAIN_CONTEXT_NAME, value.offset(), found, "remove it, and use the standard name");
        }
    }

    /// Rule 2: checks a name of the context; `before` is its earlier definition.
    fn own_name(&mut self, member: &Member, definition: Definition<'a>, before: Option<Definition<'a>>) {
        let name = member.name().as_str();
        let mut depart =
            |found: String, help| self.depart(&rules::PLAIN_CONTEXT_NAME, member.name_offset(), found, help);
        if !is_name(name) {
            let found = format!("{} is not a name for a context", shortened(name));
            return depart(found, "use letters, digits, `-` and `_`, with a letter first");
        }
        if name == "did" && definition == Definition::Prefix(term::DID_PREFIX) {
            return;
        }
        let is_repeated = |other: Definition<'_>| match (definition, other) {
            (Definition::Prefix(iri), Definition::Prefix(other)) => {
                iri == other || is_accepted(iri) && is_accepted(other)
            }
            _ => false,
        };
        match before {
            Some(before) if is_repeated(before) => return,
            Some(_) => return depart(format!("the context defines {} twice", shortened(name)), "define it once"),
            None => {}
        }
        let pinned: Vec<Definition<'_>> = self.names.pinned().filter_map(|pinned| pinned.definition(name)).collect();
        let (found, help) = if !pinned.is_empty() {
            if pinned.into_iter().all(is_repeated) {
                return;
            }
            (format!("the context changes the term {}", shortened(name)), "use another name")
        } else if SCHEMES.contains(&name) {
            (format!("the context defines {}, which is a URI scheme", shortened(name)), "use another name")
        } else if is_folded_term(&folded(name)) || is_folded_class(&folded(name)) {
            (format!("the context defines {}, which is a reserved name", shortened(name)), "use another name")
        } else {
            return;
        };
        self.depart(&rules::PLAIN_CONTEXT_NAME, member.name_offset(), found, help);
    }

    /// Names that differ from the prefix of an accepted vocabulary only in case, `_` or `-`.
    fn folded_prefixes(&mut self, entries: &'a [Json]) {
        for member in entries.iter().filter_map(Json::as_object).flat_map(Object::iter) {
            let name = member.name().as_str();
            if let Some(prefix) = self.prefixes.get(&*folded(name)).copied().filter(|prefix| *prefix != name) {
                let found = format!("{} differs from the prefix `{prefix}` only in case, `_` or `-`", shortened(name));
                self.depart(&rules::PLAIN_CONTEXT_NAME, member.name_offset(), found, "use another name");
            }
        }
    }
}

/// Whether a definition is a string, or an object with `@id` and at most `"@type": "@id"`.
fn has_only_id_and_type(value: &Json) -> bool {
    let is_known = |member: &Member| match member.name().as_str() {
        "@id" => true,
        "@type" => member.value().as_str() == Some("@id"),
        _ => false,
    };
    value.as_object().is_none_or(|object| object.iter().all(is_known))
}

/// Whether an IRI ends like that of a class of the protocol.
pub(super) fn is_like_class(iri: &str) -> bool {
    let last = local_name(iri);
    let needs_folding = last.bytes().any(|byte| matches!(byte, b'_' | b'-' | 0x80..));
    let last = if needs_folding { folded(last) } else { last.into() };
    super::PROTOCOL_CLASSES.iter().any(|class| class.name().eq_ignore_ascii_case(&last))
}
