//! What readers of RDF find beside what others see, or do not find: types written as a property, collections beside members,
//! texts in a language that is none, and a proof with which the document does not expand.

use super::{
    error::ModelErrorKind,
    expanded_value::source_offset,
    rules,
    structure::{DEPTH, Scan},
};
use crate::{
    Fault,
    diagnostic::{Rule, shortened},
    json::{Json, Member, Object, Offset, Value},
    jsonld::{Disputed, JsonLdError},
    language_tag,
};

/// Keywords that are a value by themselves: beside the members of a node they add what readers by name do not see, or make
/// JSON-LD readers drop the node.
const COLLECTIONS: [&str; 2] = ["@set", "@list"];

/// The property that `@type` is to readers of RDF.
pub(super) const RDF_TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

/// Whether a keyword may stand beside `@list` or `@set` (JSON-LD 1.1, section 9.7), or is one of them.
pub(super) fn stands_beside(keyword: &str) -> bool {
    matches!(keyword, "@index" | "@context" | "@list")
}

impl Scan<'_> {
    /// What JSON-LD libraries read differently: readers of RDF would see something else, or nothing.
    pub(super) fn disputed(&mut self, what: Disputed, offset: Offset) {
        let (found, help) = match what {
            Disputed::PropagateInArray => (
                "a context in an array has `@propagate`, which some JSON-LD libraries take for the whole array",
                "remove it",
            ),
            Disputed::Import => {
                ("a context has `@import`, which some JSON-LD libraries refuse", "name the context itself")
            }
            Disputed::ScopedTwice => (
                "the context of a term changes itself when it is processed again, as some JSON-LD libraries do",
                "write one context there, without the term itself and with a `@vocab` that it does not change, or none",
            ),
            Disputed::NothingToRemove => (
                "a context removes a `@vocab` or `@language` where there is none, or a `@direction`, which some JSON-LD libraries refuse",
                "remove it",
            ),
            Disputed::ProtectedFalse => (
                "a context has `@protected: false`, which some JSON-LD libraries refuse",
                "remove it, as false is the default",
            ),
            Disputed::NoneByAlias => {
                ("a map has an alias of `@none`, which some JSON-LD libraries take for a name", "write `@none`")
            }
            Disputed::ValueInMap => (
                "a map by `@id`, by `@type` or by a property has a value or a list, with which some JSON-LD libraries fail",
                "remove it, as only nodes belong there",
            ),
            Disputed::ListedReference => (
                "a list has a node whose `@id` is no IRI, with which some JSON-LD libraries fail",
                "write the whole IRI",
            ),
            Disputed::MisplacedKeyword => (
                "a keyword that has no place in a node holds an object or array, which some JSON-LD libraries read",
                "remove it",
            ),
            Disputed::FramingKeyword => (
                "a term is mapped to a keyword of framing, which some JSON-LD libraries take for that keyword",
                "remove it, or map the term to an IRI",
            ),
            Disputed::NullIdentifier => {
                let (what, term) = ("a node", "@id");
                let (found, expected) = ("a text that means nothing".into(), "an IRI".into());
                return self.found.add(&rules::STRUCTURE, offset, || ModelErrorKind::WrongType {
                    what,
                    term,
                    found,
                    expected,
                });
            }
        };
        self.structure(found, help, offset);
    }

    /// `rdf:type` in the whole document, wherever it stands.
    pub(super) fn types_by_property(&mut self, json: &Json, depth: usize) {
        match json.value() {
            Value::Array(items) if depth <= DEPTH => {
                items.iter().for_each(|item| self.types_by_property(item, depth + 1))
            }
            Value::Object(object) if depth <= DEPTH && !object.contains("@value") => {
                for member in object {
                    if member.name() == RDF_TYPE {
                        self.type_by_property(member);
                    }
                    self.types_by_property(member.value(), depth + 1);
                }
            }
            _ => {}
        }
    }

    /// Readers of RDF find a type here that others do not see.
    pub(super) fn type_by_property(&mut self, member: &Member) {
        let offset = match member.name_offset() {
            Offset::NONE => source_offset(member.value()),
            offset => offset,
        };
        let found = format!("a type is written as the property <{RDF_TYPE}>");
        self.structure(&found, "write all types in `@type`", offset);
    }

    /// A text's language, which may be that of a context: then the context is at fault, where it is written.
    pub(super) fn language_of_text(&mut self, tag: &Json, text: &Object) {
        let at = text.get("@value").map_or(Offset::NONE, Json::offset);
        let is_own = tag.offset() != at && tag.offset() != Offset::NONE;
        let rule = if is_own { &rules::CONTEXT_LANGUAGE } else { &rules::STRUCTURE };
        self.language(rule, "a text", tag, if is_own { tag.offset() } else { at });
    }

    /// A language that is not a language tag: JSON-LD keeps its texts, and readers of RDF have none of them (JSON-LD 1.1 API,
    /// section 8.2, object to RDF conversion).
    pub(super) fn language(&mut self, rule: &'static Rule, what: &'static str, tag: &Json, offset: Offset) {
        let Some(found) = tag.as_str().filter(|tag| !language_tag::is_well_formed(tag)) else { return };
        let (found, expected) = (shortened(found), "a language tag such as en or zh-CN".into());
        self.found.add(rule, offset, || ModelErrorKind::WrongType { what, term: "@language", found, expected });
    }

    pub(super) fn beside(&mut self, keyword: &str, offset: Offset) {
        let found = format!("`{keyword}` appears with other members, which it hides or extends");
        self.structure(&found, "remove it, or make it the whole value", offset);
    }

    /// An object of the source with `@set` or `@list`, under whatever name, and members beside it. The root is a node
    /// whatever it holds.
    pub(super) fn collection(&mut self, object: &Object, is_root: bool) {
        let is_collection =
            |name: &str| self.keyword(name).and_then(|found| COLLECTIONS.into_iter().find(|keyword| *keyword == found));
        let found = object.iter().find_map(|member| Some((member, is_collection(member.name())?)));
        let Some((member, keyword)) = found else { return };
        let is_beside = |other: &Member| {
            other.name() != member.name() && !self.keyword(other.name()).is_some_and(|found| stands_beside(&found))
        };
        if is_root || object.iter().any(is_beside) {
            self.beside(keyword, member.name_offset());
        }
    }

    /// The proof: it is left out of the expansion, but readers of the whole document expand it, and have nothing where that
    /// fails.
    pub(super) fn proof(&mut self, proof: &Json, fault: Option<&JsonLdError>) {
        if !self.keywords_of_proof(proof)
            && let Some(fault) = fault
        {
            self.found.exercise(&rules::JSON_LD);
            self.found.add(&rules::JSON_LD, fault.offset(), || ModelErrorKind::Proof {
                code: fault.code(),
                message: format!("the document does not expand with its proof: {}", fault.message()),
                help: "without the proof it does: sign it by a suite that writes no `@context` into the proof, or take \
                       `@protected` and the definition of `proof` out of the `@context`",
            });
        }
    }

    /// The proof's own keywords; whether one is at fault.
    fn keywords_of_proof(&mut self, proof: &Json) -> bool {
        let mut any = false;
        for member in proof.as_object().into_iter().flatten() {
            let value = member.value();
            let is_text = |value: &Json| value.as_str().is_some();
            let (name, expands) = match member.name().as_str() {
                "@context" => continue,
                // a keyword as an identifier is none to some readers, and stops others
                name @ ("@id" | "id") => (name, value.as_str().is_some_and(|id| !is_keyword(id))),
                name @ ("@type" | "type") => {
                    (name, is_text(value) || value.as_array().is_some_and(|types| types.iter().all(is_text)))
                }
                name => (name, !name.starts_with('@')),
            };
            if !expands {
                any = true;
                let what = if value.as_str().is_some_and(is_keyword) { "a keyword" } else { value.kind() };
                let found = format!("the proof has a member {name:?} that is {what}");
                self.structure(&found, "remove it and sign again", member.name_offset());
            }
        }
        any
    }
}

/// Whether expansion leaves the text as it is because it is a keyword.
fn is_keyword(text: &str) -> bool {
    let name = text.strip_prefix('@').unwrap_or_default();
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic())
}
