//! Structure: the document is one node whose members mean what they say, for readers with and without JSON-LD.
//!
//! The signature covers the source's bytes. What a JSON-LD reader makes of them must be what a reader of plain JSON sees,
//! so everything that hides, moves or renames data is refused before the model is looked at.

use super::{
    AgentDescription, DescriptionProfile,
    error::{ModelError, ModelErrorKind},
    expanded_value::{kind, literal, source_offset},
    names::Role,
    plain,
    reading::Findings,
    rules,
    structure_for_rdf::{RDF_TYPE, stands_beside},
    term_set::TermSet,
    vocabulary as term,
};
use crate::{
    diagnostic::Wanted,
    json::by_offset::string_at,
    json::{Document, Json, Member, Object, Offset, Text, Value},
    jsonld::{self, ActiveContext, Contexts, Expanded, UsedContext, aliases_keywords},
};

use std::borrow::Cow;

/// The terms that are looked at by name at the root.
const ROOT: TermSet = TermSet::of(&term::ROOT_TERMS).with(TermSet::of(&[term::PROOF]));

/// Keywords that move data to another place than where it is written.
const RESTRUCTURING: [&str; 4] = ["@graph", "@included", "@reverse", "@nest"];

/// Checks the structure of a document: one root, nothing restructured, no term of the profile with another meaning, no DID
/// cut by a prefix.
///
/// # Errors
/// [`ModelErrorKind::Structure`], [`ModelErrorKind::Rebound`], [`ModelErrorKind::DidCaptured`], or [`ModelErrorKind::Missing`] for a document
/// that has no `@context` and is not of ANP-07.
pub fn check_structure(document: &Document, expanded: &Expanded) -> Result<(), ModelError> {
    check_plain_as(document, expanded.contexts(), plain::root_role(document))?;
    findings(document, expanded, Wanted::FirstError).into_first().map_or(Ok(()), |first| Err(first.into()))
}

/// Checks that a document is in the plain profile: the only form in which it can be verified, signed, published or modelled.
///
/// # Errors
/// [`ModelErrorKind::Structure`], the first departure; [`ModelErrorKind::Missing`] for a document that has no `@context` and is
/// not of ANP-07.
pub fn check_plain(document: &Document) -> Result<(), ModelError> {
    check_plain_as(document, &[], plain::root_role(document))
}

/// The same for a document whose root is of a kind, and which was expanded with the contexts `used`.
pub(super) fn check_plain_as(document: &Document, used: &[UsedContext], root: Role) -> Result<(), ModelError> {
    if no_context(document) {
        return Err(missing_context(document));
    }
    let found = plain::findings(document, root, used, Wanted::FirstError);
    found.into_first().map_or(Ok(()), |first| Err(first.into()))
}

/// The document's subject: its DID, if it has one. It is exactly one plain string over the IRIs that `did` may have, and
/// equal to the source's root member `did`.
///
/// # Errors
/// [`ModelErrorKind::Ambiguous`] for several values, [`ModelErrorKind::WrongType`] for a value that is not a plain string in either form,
/// [`ModelErrorKind::Rebound`] and [`ModelErrorKind::SubjectHidden`] where a reader without JSON-LD would see another subject.
pub fn subject_did(document: &Document, expanded: &Expanded) -> Result<Option<Text>, ModelError> {
    let (root, _) = one_root(document, expanded.terse_items())?;
    let values: Vec<(&Member, &Json)> = root
        .iter()
        .filter(|member| term::DID.accepts(member.name()))
        .flat_map(|member| jsonld::values(member.value()).iter().map(move |value| (member, value)))
        .collect();
    let source = document.root().member("did").filter(|member| !member.value().is_null());
    let rebound = |member: &Member, meaning: Option<String>| {
        let (member_name, expected) = ("did".into(), term::DID.iri());
        ModelErrorKind::Rebound { member: member_name, meaning, expected }.at(document, member.name_offset())
    };
    let no_string = |found: String, offset: Offset| {
        let (what, term, expected) = (AgentDescription::WHAT, "did", "one plain string".into());
        ModelErrorKind::WrongType { what, term, found, expected }.at(document, offset)
    };
    match (values.as_slice(), source) {
        ([], None) => Ok(None),
        ([], Some(member)) => Err(rebound(member, expanded.root_context().expand_iri_vocab("did"))),
        ([(property, value)], source) => {
            let Some(did) = literal(value).and_then(Json::as_text) else {
                return Err(no_string(kind(value), source_offset(value)));
            };
            match source {
                Some(member) if member.value().as_text() == Some(did) => Ok(Some(did.clone())),
                Some(member) if member.value().as_str().is_none() => {
                    Err(no_string(member.value().kind().into(), member.value().offset()))
                }
                Some(member) => Err(rebound(member, expanded.root_context().expand_iri_vocab("did"))),
                None => {
                    let (did, property_name) = (did.to_string(), property.name().to_string());
                    Err(ModelErrorKind::SubjectHidden { did, property: property_name }
                        .at(document, property.name_offset()))
                }
            }
        }
        ([_, (_, second), ..], _) => {
            let (what, term, count) = (AgentDescription::WHAT, "did", values.len());
            Err(ModelErrorKind::Ambiguous { what, term, count }.at(document, source_offset(second)))
        }
    }
}

/// The one node that an expanded document is, and where it stands.
pub(super) fn one_root<'a>(document: &Document, items: &'a [Json]) -> Result<(&'a Object, Offset), ModelError> {
    let whole = document.json().offset();
    match items {
        [root] => match root.as_object() {
            Some(object) if !object.contains("@value") && !object.contains("@list") => {
                let offset = if root.offset() == Offset::NONE { whole } else { root.offset() };
                Ok((object, offset))
            }
            _ => Err(structure(document, "the document is a value, expected one node", "describe one agent", whole)),
        },
        [] if no_context(document) => Err(missing_context(document)),
        [] => Err(structure(
            document,
            "nothing in the document has a meaning under its context",
            "set `@vocab` in `@context`, or use the context https://agent-network-protocol.com/ad#",
            whole,
        )),
        [_, second, ..] => {
            let found = format!("the document has {} roots, expected one", items.len());
            Err(structure(document, &found, "write one agent description per file", source_offset(second)))
        }
    }
}

/// The structural faults, those that the source shows first.
pub(super) fn findings<'a>(document: &'a Document, expanded: &'a Expanded, wanted: Wanted) -> Findings<'a> {
    let mut found = Findings::new(document, wanted);
    found.exercise(&rules::CONTEXT);
    if no_context(document) {
        let error = missing_context(document);
        found.push(&rules::CONTEXT, error.kind, error.place);
        return found;
    }
    let mut scan = Scan {
        document,
        context: expanded.root_context(),
        aliases_possible: expanded.contexts().iter().any(is_foreign),
        has_aliases: document.root().get("@context").is_some_and(|context| aliases_keywords(context, "proof")),
        literals: Vec::new(),
        found: Findings::new(document, wanted),
    };
    scan.found.exercise(&rules::CONTEXT);
    scan.found.exercise(&rules::STRUCTURE);
    // an alias is one wherever it stands, whatever it means there
    let is_plain = expanded.is_plain()
        && !(scan.aliases_possible || scan.has_aliases)
        && !expanded.terse_items().iter().filter_map(Json::as_object).flatten().any(is_second_proof);
    // debug builds look all the same, and find nothing
    let looks = !is_plain || wanted != Wanted::FirstError || cfg!(debug_assertions);
    if looks {
        expanded.terse_items().iter().for_each(|item| scan.expanded(item, 0));
    }
    debug_assert!(!is_plain || scan.found.iter().next().is_none(), "the expansion has seen nothing odd");
    // the proof can say of a node what its type is
    for item in expanded.whole() {
        scan.types_by_property(item, 0);
    }
    scan.literals.sort_unstable();
    let hidden = std::mem::replace(&mut scan.found, found);
    for member in document.root() {
        match member.name().as_str() {
            "@context" => scan.context_entry(member.value()),
            // the proof is read by its key and left out of the expansion
            "proof" => scan.proof(member.value(), expanded.left_out_fault()),
            _ if looks => {
                let before = scan.found.iter().count();
                scan.source_member(member);
                debug_assert!(!is_plain || scan.found.iter().count() == before, "the expansion has seen nothing odd");
            }
            _ => {}
        }
    }
    if looks {
        scan.collection(document.root(), true);
    }
    for (what, offset) in expanded.disputed() {
        scan.disputed(*what, *offset);
    }
    // what the source shows, it shows at the better place
    let shown = scan.found.iter().next().is_some();
    scan.found.append(hidden, |rule| !(shown && *rule == rules::STRUCTURE));
    if let Err(error) = one_root(document, expanded.terse_items()) {
        scan.found.push(&rules::STRUCTURE, error.kind, error.place);
    }
    scan.root_terms(expanded.terse_items());
    let types = expanded.terse_items().iter().filter_map(Json::as_object).flat_map(jsonld::types).count();
    if types == 0 {
        for item in expanded.terse_items() {
            scan.misplaced_description(item, 0);
        }
    }
    scan.found
}

pub(super) fn no_context(document: &Document) -> bool {
    DescriptionProfile::of(document) == DescriptionProfile::Adp
        && document.root().get("@context").is_none_or(Json::is_null)
}

fn missing_context(document: &Document) -> ModelError {
    let (what, term) = (AgentDescription::WHAT, "@context");
    ModelErrorKind::Missing { what, term }.at(document, document.json().offset())
}

fn structure(document: &Document, found: &str, help: &'static str, offset: Offset) -> ModelError {
    ModelErrorKind::Structure { found: found.into(), help }.at(document, offset)
}

/// Whether a member of the expanded root is a proof: the root's own is left out of the expansion.
fn is_second_proof(member: &Member) -> bool {
    term::PROOF.accepts(member.name())
}

/// Whether a context is not one of this crate's, which alias no keyword that restructures.
fn is_foreign(used: &UsedContext) -> bool {
    Contexts::embedded().get(&used.iri).is_none_or(|embedded| *embedded.sha256() != used.sha256)
}

pub(super) struct Scan<'a> {
    document: &'a Document,
    context: &'a ActiveContext,
    /// Whether a context that is not looked at here may alias a keyword.
    aliases_possible: bool,
    /// Whether the document's own context has aliases of keywords.
    has_aliases: bool,
    /// Where JSON literals start: what is in them is data, not structure.
    literals: Vec<Offset>,
    pub(super) found: Findings<'a>,
}

/// The deepest the walks go; strict reading allows no deeper documents.
pub(super) const DEPTH: usize = 4 * crate::Limits::MAX_DEPTH;

impl Scan<'_> {
    pub(super) fn structure(&mut self, found: &str, help: &'static str, offset: Offset) {
        self.found.add(&rules::STRUCTURE, offset, || ModelErrorKind::Structure { found: found.into(), help });
    }

    /// The expanded form: keywords that only term definitions can bring in, and DIDs that were cut.
    fn expanded(&mut self, json: &Json, depth: usize) {
        if depth > DEPTH {
            self.structure("the expanded document is nested too deeply", "flatten the document", source_offset(json));
            return;
        }
        match json.value() {
            Value::Array(items) => items.iter().for_each(|item| self.expanded(item, depth + 1)),
            Value::Object(object) => {
                if object.get("@type").and_then(Json::as_str) == Some("@json") {
                    self.literals.push(object.get("@value").map_or(Offset::NONE, Json::offset));
                    return;
                }
                for member in object {
                    let name = member.name().as_str();
                    if name.starts_with('@') && RESTRUCTURING.contains(&name) {
                        let found = format!("the document uses `{name}`, which moves data elsewhere");
                        let offset = match member.name_offset() {
                            Offset::NONE => source_offset(json),
                            offset => offset,
                        };
                        self.structure(&found, "nest the data where it belongs", offset);
                    }
                    // a set on its own is no longer there
                    if name == "@set" || name == "@list" && object.iter().any(|other| !stands_beside(other.name())) {
                        self.beside(name, source_offset(json));
                    }
                    if name == RDF_TYPE {
                        self.type_by_property(member);
                    }
                    if name == "@language" {
                        self.language_of_text(member.value(), object);
                    }
                    if name == "@id" {
                        self.captured(member.value());
                    }
                    // the root's own proof is left out of the expansion
                    if depth == 0 && is_second_proof(member) {
                        let found = format!("there is a second proof under <{name}>");
                        self.structure(&found, "keep one proof, as the root member `proof`", member.name_offset());
                    }
                    self.expanded(member.value(), depth + 1);
                }
            }
            _ => {}
        }
    }

    /// A DID that a prefix `did` has cut.
    fn captured(&mut self, id: &Json) {
        if id.as_str().is_some_and(|iri| iri.starts_with("did:")) {
            self.found.exercise(&rules::DID_CAPTURED);
        }
        let Some(became) = id.as_str().filter(|iri| !iri.starts_with("did:")) else { return };
        let source = string_at(self.document.json(), id.offset());
        let did = match source {
            Some(text) if text.starts_with("did:") => text.to_owned(),
            // no source to compare with (a map's key): what the prefix stands for gives it away
            None => {
                let prefix = self.context.expand_iri_vocab("did:x").unwrap_or_default();
                match prefix.strip_suffix('x').filter(|prefix| *prefix != "did:").and_then(|p| became.strip_prefix(p)) {
                    Some(rest) if !rest.is_empty() => format!("did:{rest}"),
                    _ => return,
                }
            }
            Some(_) => return,
        };
        let became = became.to_owned();
        self.found.add(&rules::DID_CAPTURED, id.offset(), || ModelErrorKind::DidCaptured { did, became });
    }

    /// A context written in the document: no `@base`, no alias of a keyword that restructures.
    fn context_entry(&mut self, context: &Json) {
        match context.value() {
            Value::Array(items) => items.iter().for_each(|item| self.context_entry(item)),
            Value::Object(terms) => terms.iter().for_each(|member| self.term_definition(member)),
            _ => {}
        }
    }

    fn term_definition(&mut self, member: &Member) {
        if member.name() == "@base" {
            let found = "the context sets `@base`, which moves relative IRIs";
            self.structure(found, "remove `@base` and write absolute IRIs", member.name_offset());
        }
        let language =
            if member.name() == "@language" { Some(member.value()) } else { member.value().get("@language") };
        if let Some(tag) = language {
            self.language(&rules::CONTEXT_LANGUAGE, "the `@context`", tag, tag.offset());
        }
        let id = member.value().get("@id").unwrap_or(member.value());
        if let Some(keyword) = id.as_str().filter(|id| RESTRUCTURING.contains(id)) {
            let found = format!("the context makes {:?} an alias of `{keyword}`", member.name().as_str());
            self.structure(&found, "remove the alias", member.name_offset());
        }
        if member.value().get("@reverse").is_some() {
            let found = format!("the context makes {:?} a reverse property", member.name().as_str());
            self.structure(&found, "remove the definition", member.name_offset());
        }
        if let Some(scoped) = member.value().get("@context") {
            self.context_entry(scoped);
        }
    }

    /// The source's members: no nested context, no keyword that restructures, under whatever name.
    fn source_member(&mut self, member: &Member) {
        let name = member.name().as_str();
        if name == "@context" {
            let found = "there is an `@context` below the root";
            self.structure(found, "move its terms into the root's `@context`", member.name_offset());
            return;
        }
        // an alias of the document's own is reported where it is defined
        let keyword = self.keyword(name).filter(|_| name.starts_with('@') || self.aliases_possible);
        if let Some(keyword) = keyword.filter(|keyword| RESTRUCTURING.contains(&keyword.as_ref())) {
            let found = format!("the member {name:?} is `{keyword}`, which moves data elsewhere");
            self.structure(&found, "nest the data where it belongs", member.name_offset());
        }
        self.source_value(member.value());
    }

    /// The keyword that a member's name is, or is an alias of.
    pub(super) fn keyword<'n>(&self, name: &'n str) -> Option<Cow<'n, str>> {
        if name.starts_with('@') {
            Some(Cow::Borrowed(name))
        } else if (self.aliases_possible || self.has_aliases) && self.context.defines(name) {
            self.context.expand_iri_vocab(name).filter(|meaning| meaning.starts_with('@')).map(Cow::Owned)
        } else {
            None
        }
    }

    fn source_value(&mut self, json: &Json) {
        if self.literals.binary_search(&json.offset()).is_ok() {
            return;
        }
        match json.value() {
            Value::Array(items) => items.iter().for_each(|item| self.source_value(item)),
            Value::Object(object) => {
                self.collection(object, false);
                object.iter().for_each(|member| self.source_member(member));
            }
            _ => {}
        }
    }

    /// Root members named as terms of the profile, and the proof, mean these terms.
    fn root_terms(&mut self, items: &[Json]) {
        let properties = match items {
            [root] => root.as_object(),
            _ => None,
        };
        // what a member became stands in the expanded root, but for one that means nothing, or the same as another
        let property = |name: Offset| properties?.iter().find(|property| property.name_offset() == name);
        for member in self.document.root() {
            let Some(term) = TermSet::named(member.name()).and(ROOT).first() else { continue };
            if member.value().is_null() {
                continue;
            }
            self.found.exercise(&rules::TERM);
            let meaning = match property(member.name_offset()) {
                Some(property) => Some(property.name().clone()),
                None => self.context.expand_vocab(member.name()),
            };
            // a proof without meaning is still a proof, which is read by its key
            if term == term::PROOF && meaning.as_ref().is_none_or(|meaning| *meaning == *term.name()) {
                continue;
            }
            if !meaning.as_deref().is_some_and(|iri| term.accepts(iri)) {
                // without a vocabulary, an undefined term stays as it is and vanishes
                let meaning = meaning.filter(|meaning| meaning.contains(':') || meaning.starts_with('@'));
                let meaning = meaning.map(|meaning| meaning.to_string());
                let (member_name, expected) = (term.name().to_owned(), term.iri());
                self.found.add(&rules::TERM, member.name_offset(), || ModelErrorKind::Rebound {
                    member: member_name,
                    meaning,
                    expected,
                });
            }
        }
    }

    /// An agent description below a root without a type would be read as part of another.
    fn misplaced_description(&mut self, json: &Json, depth: usize) {
        if depth > DEPTH {
            return;
        }
        match json.value() {
            Value::Array(items) => items.iter().for_each(|item| self.misplaced_description(item, depth + 1)),
            Value::Object(object) => {
                let types = jsonld::types(object);
                if types.iter().filter_map(Json::as_str).any(|iri| term::AGENT_DESCRIPTION.accepts(iri)) {
                    let found =
                        "there is an agent description below the root, but the root does not say that it is one";
                    self.structure(
                        found,
                        "set the root's `@type`, or write each description to its own file",
                        source_offset(json),
                    );
                }
                object.iter().for_each(|member| self.misplaced_description(member.value(), depth + 1));
            }
            _ => {}
        }
    }
}
