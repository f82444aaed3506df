//! Contexts, and the scopes that they open.

use super::{Generator, Scope, Shape, Term, object};
use serde_json::{Map, Value, json};

/// Context documents of `contexts/` that generated documents name, with terms of theirs.
const EMBEDDED: [(&str, &[(&str, Shape)]); 3] = [
    (
        "https://www.w3.org/ns/did/v1",
        &[("alsoKnownAs", Shape::Reference), ("assertionMethod", Shape::Reference), ("service", Shape::Reference)],
    ),
    ("https://w3id.org/security/data-integrity/v2", &[("proof", Shape::Graph), ("previousProof", Shape::Reference)]),
    (
        "https://agent-network-protocol.com/ad#",
        &[
            ("created", Shape::Scalar),
            ("products", Shape::Set),
            ("interfaces", Shape::Set),
            ("owner", Shape::Plain),
            ("securityDefinitions", Shape::PropertyIndexMap),
        ],
    ),
];

const DATATYPES: [&str; 5] =
    ["xsd:date", "xsd:integer", "xsd:decimal", "http://www.w3.org/2001/XMLSchema#string", "ex:Own"];

impl Generator {
    /// The context of a document's root.
    pub(super) fn root_context(&mut self) -> (Value, Scope) {
        let mut scope = Scope::default();
        let mut contexts = Vec::new();
        if self.chance(5) {
            self.used("null-context");
            contexts.push(Value::Null);
        }
        if self.chance(10) {
            self.used("embedded-context");
            let (iri, terms) = self.pick(&EMBEDDED);
            contexts.push(iri.into());
            let term =
                |(name, shape): &(&str, Shape)| Term { name: (*name).into(), shape: shape.clone(), scoped: None };
            scope.terms.extend(terms.iter().map(term));
        }
        let mut first = Map::new();
        first.insert("ex".into(), "https://example.org/ns/".into());
        first.insert("xsd".into(), "http://www.w3.org/2001/XMLSchema#".into());
        if self.chance(80) {
            let vocab = if self.chance(6) {
                self.used("relative-vocab");
                self.pick(&["?term=", "", "terms/"])
            } else {
                self.pick(&["https://example.org/vocabulary/", "https://example.org/v/", "ex:"])
            };
            first.insert("@vocab".into(), vocab.into());
            scope.vocab = true;
        }
        if self.chance(10) {
            self.used("base");
            let base = self.one_of([json!("https://other.example/dir/file"), json!("sub/"), json!("../"), Value::Null]);
            first.insert("@base".into(), base);
        }
        if self.chance(10) {
            first.insert("@version".into(), json!(1.1));
        }
        self.language_of_context(&mut first);
        let count = 3 + self.below(6);
        self.terms(&mut first, &mut scope, count, 2);
        self.aliases(&mut first, &mut scope);
        contexts.push(first.into());
        if self.chance(15) {
            self.used("context-array");
            let mut second = Map::new();
            let count = 1 + self.below(3);
            self.terms(&mut second, &mut scope, count, 2);
            contexts.push(second.into());
        }
        let context = if contexts.len() == 1 { contexts.remove(0) } else { Value::Array(contexts) };
        (context, scope)
    }

    /// A context further down: scoped or embedded in a node. Returns what it adds.
    pub(super) fn inner_context(&mut self, depth: usize) -> (Value, Scope) {
        let mut context = Map::new();
        let mut scope = Scope::default();
        let count = 1 + self.below(2);
        self.terms(&mut context, &mut scope, count, depth);
        if self.chance(10) {
            context.insert("@vocab".into(), self.pick(&["https://example.org/inner/", "ex:inner/"]).into());
            scope.vocab = true;
        }
        if self.chance(2) {
            self.used("null-vocab");
            context.insert("@vocab".into(), Value::Null);
        }
        if self.chance(12) {
            self.language_of_context(&mut context);
        }
        if self.chance(10) {
            self.used("propagate");
            let propagate = self.chance(50);
            context.insert("@propagate".into(), propagate.into());
            if !propagate {
                scope = scope.without_maps();
            }
        }
        (context.into(), scope)
    }

    fn language_of_context(&mut self, context: &mut Map<String, Value>) {
        if self.chance(15) {
            self.used("default-language");
            context.insert("@language".into(), self.pick(&["en", "de-ch", "fr"]).into());
        }
        if self.chance(3) {
            self.used("default-direction");
            context.insert("@direction".into(), self.pick(&["ltr", "rtl"]).into());
        }
    }

    fn aliases(&mut self, context: &mut Map<String, Value>, scope: &mut Scope) {
        const ALIASES: [(&str, &str, usize); 10] = [
            ("id", "@id", 25),
            ("type", "@type", 25),
            ("value", "@value", 10),
            ("lang", "@language", 10),
            ("graph", "@graph", 8),
            ("included", "@included", 8),
            ("list", "@list", 8),
            ("set", "@set", 8),
            ("idx", "@index", 8),
            ("none", "@none", 10),
        ];
        for (alias, keyword, percent) in ALIASES {
            if self.chance(percent) {
                context.insert(alias.into(), keyword.into());
                scope.aliases.insert(alias.into(), keyword);
            }
        }
    }

    /// The IRI that a term stands for, in one of its spellings; `None` leaves it to `@vocab`.
    fn iri_of(&mut self, name: &str, vocab: bool) -> Option<String> {
        match self.below(4) {
            0 if vocab => None,
            0 | 1 => Some(format!("ex:{name}")),
            2 => Some(format!("https://example.org/absolute/{name}")),
            _ => Some(format!("http://schema.org/{name}")),
        }
    }

    fn terms(&mut self, context: &mut Map<String, Value>, scope: &mut Scope, count: usize, depth: usize) {
        for _ in 0..count {
            if self.chance(15) {
                self.type_term(context, scope, depth);
            } else {
                self.term(context, scope, depth);
            }
        }
    }

    fn type_term(&mut self, context: &mut Map<String, Value>, scope: &mut Scope, depth: usize) {
        let name = self.name("Type");
        let mut definition = object("@id", format!("ex:{name}"));
        let mut inner = None;
        if depth > 0 && self.chance(70) {
            self.used("type-scoped-context");
            let (scoped, adds) = self.inner_context(depth - 1);
            definition.insert("@context".into(), scoped);
            inner = Some(adds);
        }
        context.insert(name.clone(), definition.into());
        scope.types.push((name, inner));
    }

    fn term(&mut self, context: &mut Map<String, Value>, scope: &mut Scope, depth: usize) {
        let name = self.name("term");
        let mut definition = Map::new();
        if let Some(iri) = self.iri_of(&name, scope.vocab) {
            definition.insert("@id".into(), iri.into());
        }
        let mut inner = None;
        let shape = self.shape(&mut definition, scope.vocab);
        if shape == Shape::Ignored {
            context.insert(name.clone(), Value::Null);
            scope.terms.push(Term { name, shape, scoped: None });
            return;
        }
        if shape == Shape::Nest {
            context.insert(name.clone(), "@nest".into());
            scope.terms.push(Term { name: name.clone(), shape, scoped: None });
            // a term whose values may be found in that nesting
            let nested = self.name("nested");
            context.insert(nested.clone(), json!({"@id": format!("ex:{nested}"), "@nest": name}));
            scope.terms.push(Term { name: nested, shape: Shape::Plain, scoped: None });
            return;
        }
        if depth > 0 && self.chance(12) && shape != Shape::Json {
            self.used("property-scoped-context");
            let (scoped, adds) = self.inner_context(depth - 1);
            definition.insert("@context".into(), scoped);
            inner = Some(adds);
        }
        if self.chance(4) {
            self.used("protected");
            definition.insert("@protected".into(), true.into());
        }
        let short = definition.len() == 1 && definition.contains_key("@id") && self.chance(60);
        let value = if short { definition.remove("@id").unwrap() } else { definition.into() };
        context.insert(name.clone(), value);
        scope.terms.push(Term { name, shape, scoped: inner });
    }

    /// Chooses what a term takes and writes it to its definition.
    fn shape(&mut self, definition: &mut Map<String, Value>, vocab: bool) -> Shape {
        let set = self.chance(15);
        let mut container = |names: &[&str]| {
            let mut names: Vec<&str> = names.to_vec();
            if set {
                names.push("@set");
            }
            let value = if names.len() == 1 { json!(names[0]) } else { json!(names) };
            definition.insert("@container".into(), value);
        };
        match self.below(36) {
            0..=7 => Shape::Plain,
            8..=10 => {
                let to = self.pick(&["@id", "@id", "@vocab"]);
                definition.insert("@type".into(), to.into());
                Shape::Reference
            }
            11..=13 => {
                self.used("typed-term");
                definition.insert("@type".into(), self.pick(&DATATYPES).into());
                Shape::Scalar
            }
            14 => {
                self.used("type-none");
                definition.insert("@type".into(), "@none".into());
                Shape::Scalar
            }
            15 => {
                self.used("term-language");
                definition.insert("@language".into(), self.one_of([json!("en"), json!("ja"), Value::Null]));
                if self.chance(40) {
                    definition.insert("@direction".into(), self.one_of([json!("rtl"), Value::Null]));
                }
                Shape::Scalar
            }
            16 | 17 => {
                self.used("json");
                definition.insert("@type".into(), "@json".into());
                Shape::Json
            }
            18 | 19 => {
                self.used("list-container");
                definition.insert("@container".into(), "@list".into());
                if self.chance(30) {
                    definition.insert("@type".into(), self.pick(&["@id", "xsd:date"]).into());
                }
                Shape::List
            }
            20 => {
                self.used("set-container");
                definition.insert("@container".into(), "@set".into());
                Shape::Set
            }
            21 | 22 => {
                container(&["@language"]);
                self.used("language-container");
                if self.chance(20) {
                    definition.insert("@direction".into(), "rtl".into());
                }
                Shape::LanguageMap
            }
            23 | 24 => {
                container(&["@index"]);
                self.used("index-container");
                if self.chance(40) {
                    self.used("property-index");
                    let index = if vocab && self.chance(15) {
                        "indexedBy"
                    } else {
                        self.pick(&["ex:indexedBy", "https://example.org/indexedBy"])
                    };
                    definition.insert("@index".into(), index.into());
                    return Shape::PropertyIndexMap;
                }
                Shape::IndexMap
            }
            25 | 26 => {
                container(&["@id"]);
                self.used("id-container");
                Shape::IdMap
            }
            27 | 28 => {
                container(&["@type"]);
                self.used("type-container");
                if self.chance(25) {
                    definition.insert("@type".into(), self.pick(&["@id", "@vocab"]).into());
                }
                Shape::TypeMap
            }
            29 => {
                container(&["@graph"]);
                self.used("graph-container");
                Shape::Graph
            }
            30 => {
                container(&["@graph", "@id"]);
                self.used("graph-id-container");
                Shape::GraphIdMap
            }
            31 => {
                container(&["@graph", "@index"]);
                self.used("graph-index-container");
                Shape::GraphIndexMap
            }
            32 | 33 => {
                self.used("reverse-term");
                let iri = definition.remove("@id").unwrap_or_else(|| "ex:reversed".into());
                definition.insert("@reverse".into(), iri);
                match self.below(3) {
                    0 => {
                        definition.insert("@container".into(), "@index".into());
                        Shape::ReverseIndexMap
                    }
                    1 => {
                        definition.insert("@type".into(), "@id".into());
                        Shape::Reverse
                    }
                    _ => Shape::Reverse,
                }
            }
            34 => {
                self.used("nest-term");
                Shape::Nest
            }
            _ => {
                self.used("null-term");
                Shape::Ignored
            }
        }
    }
}
