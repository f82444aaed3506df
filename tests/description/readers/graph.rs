//! The reader of RDF: statements of all graphs of a document, merged.

use super::view::{Kind, NAMESPACES, Seen, View};
use agent_description::jsonld::{self, Quad, Resource};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const XSD: &str = "http://www.w3.org/2001/XMLSchema#";

/// The nodes that a node may contain, one in the other.
const MAX_DEPTH: usize = 8;

/// An IRI is `<` and its text, a blank node its name, a literal its value and datatype.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Object {
    Node(String),
    Literal(String, String),
}

#[derive(Debug, Default)]
pub struct Graph {
    nodes: BTreeMap<String, BTreeMap<String, BTreeSet<Object>>>,
}

impl Graph {
    /// Of statements as the programs in tests/interop answer them.
    pub fn of(quads: &Value) -> Self {
        let mut graph = Self::default();
        for quad in quads.as_array().unwrap() {
            let node = |at: usize| quad[at].as_str().unwrap().to_owned();
            let object = match &quad[2] {
                Value::String(node) => Object::Node(node.clone()),
                literal => {
                    Object::Literal(literal[0].as_str().unwrap().to_owned(), literal[1].as_str().unwrap().to_owned())
                }
            };
            graph.add(node(0), node(1).trim_start_matches('<').to_owned(), object);
        }
        graph
    }

    /// Of statements of our own engine.
    pub fn of_ours(quads: &[Quad]) -> Self {
        let node = |resource: &Resource| match resource {
            Resource::Iri(iri) => format!("<{iri}"),
            Resource::Blank(name) => format!("_:{name}"),
        };
        let mut graph = Self::default();
        for quad in quads {
            let object = match &quad.object {
                jsonld::Object::Resource(resource) => Object::Node(node(resource)),
                jsonld::Object::Literal(literal) => {
                    Object::Literal(literal.lexical.to_string(), literal.datatype.to_string())
                }
            };
            graph.add(node(&quad.subject), node(&quad.predicate).trim_start_matches('<').to_owned(), object);
        }
        graph
    }

    fn add(&mut self, subject: String, predicate: String, object: Object) {
        self.nodes.entry(subject).or_default().entry(predicate).or_default().insert(object);
    }

    fn all<'a>(&'a self, key: &str, iris: &[String]) -> BTreeSet<&'a Object> {
        let node = self.nodes.get(key);
        iris.iter().filter_map(|iri| node?.get(iri)).flatten().collect()
    }

    fn values(&self, key: &str, term: &str, kind: Kind) -> BTreeSet<&Object> {
        let mut iris: Vec<String> = NAMESPACES.iter().map(|namespace| format!("{namespace}{term}")).collect();
        if term == "did" {
            iris.push("https://w3id.org/did#".to_owned());
        }
        if kind == Kind::Scheme && term == "name" {
            iris.extend(NAMESPACES.iter().map(|namespace| format!("{namespace}parameterName")));
        }
        self.all(key, &iris)
    }

    fn types(&self, key: &str) -> BTreeSet<String> {
        let found = self.all(key, &[format!("{RDF}type")]);
        let iri = |object: &&Object| match object {
            Object::Node(node) => node.trim_start_matches('<').to_owned(),
            Object::Literal(value, _) => format!("the literal {value}"),
        };
        found.iter().map(iri).collect()
    }

    /// What a reader of RDF sees of the document's description: of the one node of that class. A type is optional: without one, of
    /// the node with the root's `id`, or of the one that defines security schemes.
    pub fn description(&self, id: Option<&str>) -> Option<View> {
        let is_class = |class: &String| {
            NAMESPACES.iter().any(|namespace| class.strip_prefix(namespace) == Some("AgentDescription"))
        };
        let is_typed = |key: &&String| self.types(key).iter().any(is_class);
        let defines = |key: &&String| !self.values(key, "securityDefinitions", Kind::Root).is_empty();
        let only = |mut keys: Vec<&String>| if keys.len() == 1 { keys.pop().cloned() } else { None };
        let typed: Vec<&String> = self.nodes.keys().filter(is_typed).collect();
        let root = match (typed.is_empty(), id) {
            (false, _) => only(typed),
            (true, Some(id)) => Some(format!("<{id}")),
            (true, None) => only(self.nodes.keys().filter(defines).collect()),
        };
        Some(self.view(&root?, Kind::Root, 0))
    }

    fn view(&self, key: &str, kind: Kind, depth: usize) -> View {
        let mut view = View { id: key.strip_prefix('<').map(str::to_owned), types: self.types(key), ..View::default() };
        if depth == MAX_DEPTH {
            return view;
        }
        for (term, kind_of_values) in kind.terms() {
            let values = self.values(key, term, kind);
            if !values.is_empty() {
                let seen = values.into_iter().map(|value| self.seen(value, kind_of_values, depth));
                view.terms.insert(term, seen.collect());
            }
        }
        if kind == Kind::Root {
            view.schemes = self.schemes(key, depth);
        }
        if kind == Kind::Interface {
            let content = self.values(key, "content", kind);
            view.content = match content.first() {
                Some(Object::Literal(text, datatype)) if *datatype == format!("{RDF}JSON") => {
                    serde_json::from_str(text).ok()
                }
                _ => None,
            };
        }
        view
    }

    fn seen(&self, value: &Object, kind: Option<Kind>, depth: usize) -> Seen {
        match (value, kind) {
            (Object::Node(key), Some(kind)) => Seen::Node(self.view(key, kind, depth + 1)),
            (Object::Node(key), None) => Seen::Text(key.strip_prefix('<').unwrap_or_default().to_owned()),
            (Object::Literal(value, datatype), _) => match datatype.strip_prefix(XSD) {
                Some("boolean") => Seen::Bool(value == "true"),
                Some("integer" | "double" | "decimal") => {
                    value.parse().map_or_else(|_| Seen::Text(value.clone()), Seen::Number)
                }
                _ => Seen::Text(value.clone()),
            },
        }
    }

    /// The schemes under the names of an index, or under properties that are their names.
    fn schemes(&self, key: &str, depth: usize) -> BTreeMap<String, View> {
        let mut schemes = BTreeMap::new();
        for definition in self.values(key, "securityDefinitions", Kind::Root) {
            let Object::Node(definition) = definition else { continue };
            let named = self.values(definition, "definitionName", Kind::Root);
            if let Some(Object::Literal(name, _)) = named.first() {
                schemes.insert(name.clone(), self.view(definition, Kind::Scheme, depth + 1));
                continue;
            }
            for (property, values) in self.nodes.get(definition).into_iter().flatten() {
                let name = property.rsplit(['#', '/']).next().unwrap().to_owned();
                for scheme in values {
                    let Object::Node(scheme) = scheme else { continue };
                    schemes.insert(name.clone(), self.view(scheme, Kind::Scheme, depth + 1));
                }
            }
        }
        schemes
    }
}
