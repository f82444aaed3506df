//! The plain profile: the restrictions on descriptions that are verified, signed, published, registered or read into
//! the model.
//!
//! Inside the profile, plain JSON parsers, this crate's model and RDF parsers read the same data. Everything that no
//! rule allows is rejected.

mod context;
pub(crate) mod iris;
mod nodes;
mod proof;
mod values;

use super::{
    AgentDescription, DescriptionProfile, ModelError, Product, SecurityScheme, Service,
    error::{missing, structure},
    model::{
        node::values,
        node_type::{NodeValue, Role},
    },
    rules,
    vocabulary::{
        self as term, Namespace, Term,
        context_names::{
            self, Definition, Names, PARAMETER_NAME, Written, folded, is_accepted, is_folded_term, is_read,
        },
        term_set::TermSet,
    },
};
use crate::{
    diagnostic::{FindingFilter, Findings, Rule, shortened},
    json::{Document, Json, Member, Object, Offset, Value},
};
use iris::{fault_of_absolute, is_name, is_type_name};
use nodes::Nodes;
use std::{borrow::Cow, collections::BTreeMap};

/// The classes that only the protocol defines.
const PROTOCOL_CLASSES: [Term; 3] =
    [term::AGENT_DESCRIPTION, term::STRUCTURED_INTERFACE, term::NATURAL_LANGUAGE_INTERFACE];

/// Names that every JavaScript object has (rule 0).
const OBJECT_PROTOTYPE: [&str; 12] = [
    "__proto__",
    "constructor",
    "hasOwnProperty",
    "isPrototypeOf",
    "propertyIsEnumerable",
    "toLocaleString",
    "toString",
    "valueOf",
    "__defineGetter__",
    "__defineSetter__",
    "__lookupGetter__",
    "__lookupSetter__",
];

/// Checks that a document is in the plain profile, which verification, signing, publishing and the model require.
///
/// # Errors
/// `ad-structure`, the first violation; `ad-missing-term` for a document without `@context` that does not follow ANP-07.
pub fn check_plain(document: &Document) -> Result<(), ModelError> {
    check_plain_as(document, None)
}

/// Same for a document whose root is a given kind of node.
pub(super) fn check_plain_as(document: &Document, root: Option<&'static Role>) -> Result<(), ModelError> {
    findings(document, root, FindingFilter::FirstError).into_first().map_or(Ok(()), |first| Err(first.into()))
}

/// All violations of the plain profile. Without a role, the root's type determines it.
pub(super) fn findings<'d>(document: &'d Document, root: Option<&'static Role>, wanted: FindingFilter) -> Findings<'d> {
    let mut found = Findings::new(document, wanted);
    let profile = DescriptionProfile::for_document(document);
    let context = document.root().member("@context").filter(|context| !context.value().is_null());
    found.exercise(&rules::CONTEXT);
    if profile == DescriptionProfile::Adp && context.is_none() {
        let make = || missing(AgentDescription::WHAT, "@context");
        found.add_missing(&rules::CONTEXT, document.json().offset(), make);
    }
    let names = Names::for_document(document);
    let root = root.unwrap_or_else(|| match root_class(document, &names) {
        term::PRODUCT => Product::ROLE,
        term::SERVICE => Service::ROLE,
        _ => AgentDescription::ROLE,
    });
    let mut walk = Walk {
        document,
        prefixes: names.accepted_prefixes().map(|prefix| (folded(prefix), prefix)).collect(),
        names,
        found: &mut found,
        nodes: Nodes::default(),
    };
    for rule in rules::PLAIN.into_iter().filter(|rule| **rule != rules::PLAIN_PROOF) {
        walk.found.exercise(rule);
    }
    if let Some(context) = context {
        walk.context(context);
        walk.names_in(context);
    }
    walk.node(Some(root), document.root(), document.json().offset(), true);
    walk.described_once();
    found
}

/// The types that a document's root may have, in order of precedence.
const ROOT_TYPES: [Term; 3] = [term::AGENT_DESCRIPTION, term::PRODUCT, term::SERVICE];

/// The types of a document's root by the names of the plain profile: `AgentDescription`, `Product`, `Service`. Others
/// are omitted.
#[must_use]
pub fn root_types(document: &Document) -> Vec<&'static str> {
    let names = Names::new(DescriptionProfile::for_document(document), document.root().get("@context"));
    let types = types_of_root(document, &names);
    ROOT_TYPES.into_iter().filter(|class| types.iter().any(|iri| class.accepts(iri))).map(Term::name).collect()
}

fn types_of_root<'d>(document: &'d Document, names: &Names<'d>) -> Vec<Cow<'d, str>> {
    let types = document.root().iter().filter(|member| names.keyword(member.name()) == Some("@type"));
    let types = types.flat_map(|member| values(member.value())).filter_map(Json::as_str);
    types.map(|class| names.iri(class)).collect()
}

/// The kind of a document's root: a product or a service by its type, else a description.
pub(super) fn root_class<'d>(document: &'d Document, names: &Names<'d>) -> Term {
    let types = types_of_root(document, names);
    let is_a = |class: Term| types.iter().any(|iri| class.accepts(iri));
    match (is_a(term::AGENT_DESCRIPTION), is_a(term::PRODUCT), is_a(term::SERVICE)) {
        (false, true, _) => term::PRODUCT,
        (false, false, true) => term::SERVICE,
        _ => term::AGENT_DESCRIPTION,
    }
}

/// The state of the check.
struct Walk<'a, 'f> {
    document: &'a Document,
    names: Names<'a>,
    /// The prefixes of accepted vocabularies, by their folded names.
    prefixes: BTreeMap<Cow<'a, str>, &'a str>,
    found: &'f mut Findings<'a>,
    nodes: Nodes<'a>,
}

impl<'a> Walk<'a, '_> {
    /// Reports a violation: the value found, and the plain form.
    fn depart(&mut self, rule: &'static Rule, offset: Offset, found: String, help: &'static str) {
        self.found.add(rule, offset, || structure(found, help));
    }

    /// Rule 0 for one name.
    fn name(&mut self, member: &Member) {
        let name = member.name().as_str();
        // fast path by the first letter
        let is_bad = matches!(name.as_bytes().first(), Some(b'_' | b'c' | b'h' | b'i' | b'p' | b't' | b'v'))
            && OBJECT_PROTOTYPE.contains(&name)
            || name.contains('\0');
        if is_bad {
            let found = format!("the member name {} has a special meaning in JavaScript or C", shortened(name));
            self.depart(&rules::PLAIN_JSON, member.name_offset(), found, "use another name");
        }
    }

    /// Rule 0 for every name in a member's value, and for empty objects.
    fn names_in(&mut self, member: &Member) {
        self.name(member);
        self.names_below(member.value(), false);
    }

    fn names_below(&mut self, value: &Json, may_be_empty: bool) {
        match value.value() {
            Value::Array(items) => items.iter().for_each(|item| self.names_below(item, may_be_empty)),
            Value::Object(object) => {
                if !may_be_empty {
                    self.empty(object, value.offset());
                }
                for member in object {
                    self.name(member);
                    self.names_below(member.value(), may_be_empty);
                }
            }
            _ => {}
        }
    }

    fn empty(&mut self, object: &Object, offset: Offset) {
        if object.is_empty() {
            self.depart(&rules::PLAIN_JSON, offset, "found an empty object".into(), "remove the member");
        }
    }

    /// Checks a node: one of the model if it has a role.
    fn node(&mut self, role: Option<&'static Role>, object: &'a Object, offset: Offset, is_root: bool) {
        self.empty(object, offset);
        let (mut has_id, mut has_type, mut seen) = (false, false, TermSet::EMPTY);
        let mut id = None;
        for member in object {
            let name = member.name().as_str();
            match self.names.keyword(name) {
                Some("@context") if is_root => {}
                Some("@context") => {
                    let found = "found a `@context` below the root".into();
                    let help = "move its names into the root's `@context`";
                    self.depart(&rules::PLAIN_CONTEXT, member.name_offset(), found, help);
                }
                Some(keyword @ ("@id" | "@type")) => {
                    let is_met = if keyword == "@id" { &mut has_id } else { &mut has_type };
                    if std::mem::replace(is_met, true) {
                        let found = format!("a node has `{keyword}` and an alias of it");
                        self.depart(&rules::PLAIN_KEYWORD, member.name_offset(), found, "keep one of them");
                    }
                    if keyword == "@type" {
                        self.types(member, is_root);
                    } else if role.is_some_and(Role::is_scheme) {
                        let found = "a security scheme has an `@id`".into();
                        self.depart(&rules::PLAIN_SECURITY, member.name_offset(), found, "remove it");
                    } else {
                        id = self.identifier(member.value());
                    }
                }
                Some(keyword) => {
                    self.name(member);
                    let found = format!("the document uses {}", shortened(keyword));
                    let help = "write the data as members with names: only `@id` and `@type` are allowed";
                    self.depart(&rules::PLAIN_KEYWORD, member.name_offset(), found, help);
                }
                None => self.member(role, member, is_root, &mut seen),
            }
        }
        if let Some(id) = id {
            self.nodes.add(id, offset, object.len() > 1, role.is_some());
        }
    }

    /// Checks a member that is not a keyword.
    fn member(&mut self, role: Option<&'static Role>, member: &'a Member, is_root: bool, seen: &mut TermSet) {
        let name = member.name().as_str();
        let (written, terms) = self.names.member(name);
        // any other name is judged by its meaning, in nodes that the model does not read too
        if terms.is_empty() || !matches!(written, Written::Name(_)) {
            self.name(member);
            if let Some(iri) = self.names.reserved(name) {
                return self.second_name(member, iri);
            }
        }
        if terms.has(term::PROOF) || terms.has(term::SECURITY_DEFINITIONS) {
            if !is_root {
                let found = format!("found a member {} below the root", shortened(name));
                return self.depart(&rules::PLAIN_MEMBER, member.name_offset(), found, "move it to the root");
            }
            if name == "proof" {
                return self.proof(member);
            }
        }
        if written == Written::TermAsPrefix {
            let found = format!("{} uses a term as a prefix", shortened(name));
            let help = "write the IRI in full, or define a prefix";
            self.depart(&rules::PLAIN_CONTEXT_NAME, member.name_offset(), found, help);
        }
        let Some(role) = role else { return self.unknown_member(member) };
        if terms.has(term::PROOF) {
            let found = format!("the member {} is another proof", shortened(name));
            return self.depart(&rules::PLAIN_MEMBER, member.name_offset(), found, "keep one, as the member `proof`");
        }
        let Some(term) = terms.first() else {
            self.other_member(role, member, written);
            return self.unknown_member(member);
        };
        if seen.has(term) {
            let found = format!("the member {} means `{term}`, which already exists", shortened(name));
            self.depart(&rules::PLAIN_MEMBER, member.name_offset(), found, "keep one of them");
        }
        seen.insert(term);
        if role.is_scheme() && term == term::DEFINITION_NAME {
            return self.named_scheme(member);
        }
        match role.reads(terms) {
            Some(reads) => self.term(reads, terms, member),
            None => self.unknown_member(member),
        }
    }

    /// Rule 4 for a member of a model node that is not a model term.
    fn other_member(&mut self, role: &'static Role, member: &Member, written: Written<'_>) {
        let name = member.name().as_str();
        let offset = member.name_offset();
        let iri = self.names.iri(name);
        let is_parameter = |iri| matches!(Namespace::split(iri), Some((_, local)) if local == PARAMETER_NAME);
        if role.is_scheme() && (name == PARAMETER_NAME || is_parameter(&iri)) {
            return self.named_scheme(member);
        }
        if matches!(written, Written::Name(_)) && is_folded_term(&folded(name)) {
            let found = format!("the member {} differs from a term only in case, `_` or `-`", shortened(name));
            let found = if matches!(name, "id" | "type") {
                format!("found a member {}, which is not an alias of a keyword here", shortened(name))
            } else {
                found
            };
            return self.depart(&rules::PLAIN_MEMBER, offset, found, EXACT_NAME_HELP);
        }
        if is_read(&iri) {
            return self.second_name(member, &iri);
        }
        let plain = match written {
            Written::Name(_) => return,
            Written::Compact(_, plain) => plain,
            _ => name.split_once(':').map_or(name, |(_, rest)| rest),
        };
        let prefix = name.split(':').next().unwrap_or_default();
        if prefix == "_" {
            let found = format!("the member {} is a blank node identifier", shortened(name));
            return self.depart(&rules::PLAIN_MEMBER, offset, found, "write a name, or an IRI");
        }
        let is_accepted_prefix =
            matches!(self.names.definition(prefix), Some(Definition::Prefix(iri)) if is_accepted(iri));
        let is_like_prefix = || self.prefixes.get(&*folded(prefix)).is_some_and(|accepted| *accepted != prefix);
        if !is_accepted_prefix && is_like_prefix() {
            let found = format!("the prefix of {} differs from another only in case, `_` or `-`", shortened(name));
            return self.depart(&rules::PLAIN_MEMBER, offset, found, "write the prefix as the context defines it");
        }
        if is_accepted_prefix && is_folded_term(&folded(plain)) && !matches!(plain, "id" | "type") {
            let found = format!("the member {} differs from a term only in case, `_` or `-`", shortened(name));
            self.depart(&rules::PLAIN_MEMBER, offset, found, EXACT_NAME_HELP);
        }
    }

    /// A member that means a property with a name of its own.
    fn second_name(&mut self, member: &Member, iri: &str) {
        let found = format!("the member {} means {}, which has another name", shortened(member.name()), shortened(iri));
        self.depart(
            &rules::PLAIN_MEMBER,
            member.name_offset(),
            found,
            "write the property's own name, or use another name",
        );
    }

    /// Rule 6.
    fn types(&mut self, member: &'a Member, is_root: bool) {
        let value = member.value();
        let types = match value.value() {
            Value::String(_) => std::slice::from_ref(value),
            Value::Array(types) if !types.is_empty() => types,
            _ => {
                let found = format!("`@type` is {}", value.kind());
                let help = "write a type, or an array of types";
                return self.depart(&rules::PLAIN_TYPE, value.offset(), found, help);
            }
        };
        for class in types {
            match class.as_str() {
                Some(name) => self.class(name, class.offset(), is_root),
                None => {
                    let found = format!("a type is {}", class.kind());
                    self.depart(&rules::PLAIN_TYPE, class.offset(), found, "write types as strings");
                }
            }
        }
    }

    fn class(&mut self, name: &str, offset: Offset, is_root: bool) {
        if let Some(found) = self.fault_of_class(name) {
            let help = "write a name, PREFIX:name, or an absolute IRI";
            return self.depart(&rules::PLAIN_TYPE, offset, found, help);
        }
        // without a definition, the IRI ends like the name
        if self.names.definition(name).is_none() && !context::is_like_class(name) {
            return;
        }
        let iri = self.names.iri(name);
        if context::is_like_class(&iri) {
            let is_class = PROTOCOL_CLASSES.iter().any(|class| class.accepts(&iri));
            if !is_class {
                let found = format!("the type {} looks like a type of the protocol, but is not", shortened(name));
                let help = "write the protocol's type, such as ad:AgentDescription, or a clearly different one";
                self.depart(&rules::PLAIN_TYPE, offset, found, help);
            } else if !is_root && term::AGENT_DESCRIPTION.accepts(&iri) {
                let found = "found an agent description below the root".into();
                self.depart(&rules::PLAIN_TYPE, offset, found, "write each description to its own file");
            }
        }
    }

    /// Why a text is not a type.
    fn fault_of_class(&self, name: &str) -> Option<String> {
        let fault = match self.names.written(name) {
            Written::Name(local) | Written::Compact(_, local) if !is_type_name(local) => {
                return Some(format!("{} is not the name of a type", shortened(name)));
            }
            Written::Name(name) if self.names.is_prefix(name) => "is a prefix",
            Written::Name(name) if !context_names::model_terms(name).is_empty() || matches!(name, "id" | "type") => {
                "is the name of a member"
            }
            Written::Name(_) | Written::Compact(..) => return None,
            Written::TermAsPrefix => "uses a term as a prefix",
            Written::Blank => "is a blank node",
            Written::Iri => {
                let fault = self.fault_of_iri(name)?;
                return Some(format!("the type {} is not absolute: {fault}", shortened(name)));
            }
        };
        Some(format!("the type {} {fault}", shortened(name)))
    }

    /// Why a text is not an absolute IRI of rule 1.
    fn fault_of_iri(&self, text: &str) -> Option<&'static str> {
        let scheme = text.split(':').next().unwrap_or_default();
        match self.names.definition(scheme) {
            Some(_) => Some("its scheme is a name of the context"),
            None => fault_of_absolute(text),
        }
    }

    /// Rule 8 for a scheme that gets another name.
    fn named_scheme(&mut self, member: &Member) {
        let found = format!("a security scheme has a member {}", shortened(member.name()));
        self.depart(
            &rules::PLAIN_SECURITY,
            member.name_offset(),
            found,
            "remove it; the scheme's name is the name of its member",
        );
    }

    /// Rule 8.
    fn definitions(&mut self, value: &'a Json) {
        let Some(definitions) = value.as_object() else {
            let found = format!("`securityDefinitions` is {}", value.kind());
            return self.depart(&rules::PLAIN_SECURITY, value.offset(), found, "write one object of named schemes");
        };
        self.empty(definitions, value.offset());
        for member in definitions {
            self.name(member);
            let name = member.name().as_str();
            let is_free = match self.names.definition(name) {
                None => true,
                // terms of an embedded context that do not change values
                Some(Definition::Term(_, context_names::Coercion::None)) => self.names.is_pinned(name),
                Some(_) => false,
            };
            if !is_name(name) || !is_free || name == term::DEFINITION_NAME.name() {
                let found = format!("a security scheme has the name {}", shortened(name));
                let help = "use a name of letters, digits, `-` and `_` that the context does not define";
                self.depart(&rules::PLAIN_SECURITY, member.name_offset(), found, help);
            }
            match member.value().as_object() {
                Some(scheme) => self.node(Some(SecurityScheme::ROLE), scheme, member.value().offset(), false),
                None => {
                    let found = format!("the security scheme {} is {}", shortened(name), member.value().kind());
                    self.depart(&rules::PLAIN_SECURITY, member.value().offset(), found, "write one object");
                }
            }
        }
    }
}

const EXACT_NAME_HELP: &str = "write the term's exact name, or use another name";
