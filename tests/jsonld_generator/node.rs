//! Nodes and values that fit the terms of a scope.

use super::{Generator, Scope, Shape, Term, object};
use serde_json::{Map, Value, json};

const DEEPEST: usize = 5;

const STRINGS: [&str; 8] =
    ["", "plain", "two words", "Grüße", "日本語", "line\nfeed \"quoted\" \\", "@value", "ex:looks-like-one"];

impl Generator {
    pub(super) fn node(&mut self, scope: &Scope, depth: usize) -> Map<String, Value> {
        let mut node = Map::new();
        if depth > 0 && (depth >= DEEPEST || self.budget == 0) {
            let (keyword, iri) = (self.keyword(scope, "@id"), self.reference());
            node.insert(keyword, iri.into());
            if self.chance(50) {
                node.insert("ex:leaf".into(), self.scalar());
            }
            return node;
        }
        let mut inside = scope.clone();
        self.budget = self.budget.saturating_sub(1);
        if depth > 0 && self.chance(6) {
            self.used("embedded-node-context");
            let (context, adds) = self.inner_context(1);
            node.insert("@context".into(), context);
            inside = inside.with(&adds);
        }
        if self.chance(if depth == 0 { 70 } else { 45 }) {
            let (keyword, iri) = (self.keyword(&inside, "@id"), self.reference());
            node.insert(keyword, iri.into());
        }
        // the nodes below do not see a type's terms: used there now and then, these mean nothing or something else
        let mut below = inside.clone();
        if self.chance(40) {
            let keyword = self.keyword(&inside, "@type");
            let (types, adds) = self.types(&inside);
            node.insert(keyword, types);
            inside = inside.with(&adds);
            if self.chance(4) {
                self.used("term-out-of-scope");
                below = inside.without_maps();
            }
        }
        for _ in 0..1 + self.below(4) {
            self.member(&mut node, &inside, &below, depth);
        }
        self.rare(&mut node, &below, depth);
        node
    }

    /// What is written now and then.
    fn rare(&mut self, node: &mut Map<String, Value>, scope: &Scope, depth: usize) {
        if self.chance(3) {
            self.used("included");
            let keyword = self.keyword(scope, "@included");
            let value = self.in_graph(scope, depth);
            node.insert(keyword, value);
        }
        if self.chance(4) {
            self.used("reverse");
            let property = format!("ex:reverse{}", self.below(3));
            let value = self.nodes(scope, depth);
            node.insert("@reverse".into(), object(property, value).into());
        }
        if self.chance(3) {
            self.used("nest");
            let mut nested = Map::new();
            self.member(&mut nested, scope, scope, depth + 1);
            node.insert("@nest".into(), nested.into());
        }
        if self.chance(3) {
            self.used("graph");
            let keyword = self.keyword(scope, "@graph");
            let value = json!([self.in_graph(scope, depth), self.in_graph(scope, depth)]);
            node.insert(keyword, value);
        }
        if depth > 0 && self.chance(3) {
            self.used("index");
            let keyword = self.keyword(scope, "@index");
            node.insert(keyword, format!("index {}", self.below(3)).into());
        }
    }

    /// A member whose name is of `scope`; nodes in its value are in the scope `below`.
    fn member(&mut self, node: &mut Map<String, Value>, scope: &Scope, below: &Scope, depth: usize) {
        if scope.terms.is_empty() || self.chance(15) {
            let name = match self.below(4) {
                0 => format!("ex:compact{}", self.below(4)),
                1 => format!("https://example.org/full/{}", self.below(4)),
                2 => format!("undefined{}", self.below(4)),
                _ => self.pick(&["_:blank", "@reserved", "relative/path", ""]).to_owned(),
            };
            let value = self.plain(below, depth);
            node.insert(name, value);
            return;
        }
        let at = self.below(scope.terms.len());
        let term = scope.terms[at].clone();
        let inner = term.scoped.as_ref().map_or_else(|| below.clone(), |adds| below.with(adds));
        let value = self.value(&term, &inner, depth);
        node.insert(term.name, value);
    }

    fn value(&mut self, term: &Term, scope: &Scope, depth: usize) -> Value {
        match term.shape {
            Shape::Plain | Shape::Ignored => self.plain(scope, depth),
            Shape::Reference => match self.below(5) {
                0 => self.node_or_reference(scope, depth),
                1 => json!([self.reference(), self.reference()]),
                2 => self.scalar(),
                _ => self.reference().into(),
            },
            Shape::Scalar => match self.below(5) {
                0 => json!([self.scalar(), self.scalar()]),
                1 => self.value_object(scope),
                _ => self.scalar(),
            },
            Shape::Json => self.json(2),
            Shape::List => self.list(scope, depth),
            Shape::Set => match self.below(3) {
                0 => self.plain(scope, depth),
                _ => json!([self.plain(scope, depth), self.scalar()]),
            },
            Shape::LanguageMap => {
                let mut map = Map::new();
                for _ in 0..1 + self.below(3) {
                    let key = self.map_key(scope, &["en", "de", "fr-ca", "ja"]);
                    let value = match self.below(5) {
                        0 => json!([self.string(), self.string()]),
                        1 => json!([self.string(), null]),
                        _ => self.string(),
                    };
                    map.insert(key, value);
                }
                map.into()
            }
            Shape::IndexMap | Shape::PropertyIndexMap | Shape::GraphIndexMap | Shape::ReverseIndexMap => {
                self.map(scope, depth, &["one", "two", "ex:three", "with space"], &term.shape)
            }
            Shape::IdMap | Shape::GraphIdMap => {
                self.map(scope, depth, &["ex:one", "https://example.org/two", "relative", "_:b3"], &term.shape)
            }
            Shape::TypeMap => {
                self.map(scope, depth, &["ex:OneType", "https://example.org/TwoType", "Three"], &term.shape)
            }
            Shape::Graph => self.in_graph(scope, depth),
            Shape::Reverse => {
                if self.chance(30) {
                    self.reference_object(scope)
                } else {
                    self.nodes(scope, depth)
                }
            }
            Shape::Nest => {
                self.used("nest");
                let mut nested = Map::new();
                for _ in 0..1 + self.below(2) {
                    self.member(&mut nested, scope, scope, depth + 1);
                }
                if self.chance(20) { json!([nested, {"ex:nestedToo": self.scalar()}]) } else { nested.into() }
            }
        }
    }

    fn map_key(&mut self, scope: &Scope, keys: &[&str]) -> String {
        if self.chance(15) {
            self.used("none-key");
            return self.keyword(scope, "@none");
        }
        self.pick(keys).to_owned()
    }

    fn map(&mut self, scope: &Scope, depth: usize, keys: &[&str], shape: &Shape) -> Value {
        let mut map = Map::new();
        for _ in 0..1 + self.below(2) {
            let key = self.map_key(scope, keys);
            let value = match shape {
                Shape::IndexMap => self.plain(scope, depth),
                Shape::PropertyIndexMap if self.chance(25) => self.reference_object(scope),
                Shape::TypeMap if self.chance(25) => self.reference().into(),
                Shape::GraphIdMap | Shape::GraphIndexMap => self.in_graph(scope, depth),
                _ => self.nodes(scope, depth),
            };
            map.insert(key, value);
        }
        map.into()
    }

    /// One node or an array of two.
    fn nodes(&mut self, scope: &Scope, depth: usize) -> Value {
        if self.budget > 0 && self.chance(25) {
            json!([self.node(scope, depth + 1), self.node(scope, depth + 1)])
        } else {
            self.node(scope, depth + 1).into()
        }
    }

    /// A node with something to say: what graph containers are for.
    fn in_graph(&mut self, scope: &Scope, depth: usize) -> Value {
        let mut node = self.node(scope, depth + 1);
        node.insert("ex:inGraph".into(), self.below(9).into());
        node.into()
    }

    fn node_or_reference(&mut self, scope: &Scope, depth: usize) -> Value {
        if self.budget == 0 || depth >= DEEPEST || self.chance(25) {
            self.reference_object(scope)
        } else {
            self.node(scope, depth + 1).into()
        }
    }

    fn reference_object(&mut self, scope: &Scope) -> Value {
        let (keyword, iri) = (self.keyword(scope, "@id"), self.reference());
        object(keyword, iri).into()
    }

    /// A value of a term that coerces nothing.
    fn plain(&mut self, scope: &Scope, depth: usize) -> Value {
        match self.below(14) {
            0..=4 => self.scalar(),
            5 | 6 => json!([self.scalar(), self.scalar(), self.scalar()]),
            7 => self.value_object(scope),
            8 => {
                self.used("list");
                let keyword = self.keyword(scope, "@list");
                let items = match self.below(4) {
                    0 => json!([{"@list": [self.scalar()]}, {"@list": []}, self.scalar()]),
                    1 => self.scalar(),
                    _ => json!([self.scalar(), self.node_or_reference(scope, depth), self.scalar()]),
                };
                object(keyword, items).into()
            }
            9 => {
                self.used("set");
                let keyword = self.keyword(scope, "@set");
                let items = json!([self.scalar(), self.node_or_reference(scope, depth)]);
                object(keyword, items).into()
            }
            10 => json!([[self.scalar(), [self.scalar()]], self.node_or_reference(scope, depth)]),
            _ => {
                self.used("nested-node");
                self.node_or_reference(scope, depth)
            }
        }
    }

    fn list(&mut self, scope: &Scope, depth: usize) -> Value {
        match self.below(6) {
            0 => json!([]),
            1 => self.scalar(),
            2 => {
                self.used("list-of-lists");
                json!([[self.scalar(), self.scalar()], [], self.scalar()])
            }
            3 => json!([self.scalar(), self.node_or_reference(scope, depth), null]),
            _ => json!([self.scalar(), self.scalar(), self.scalar()]),
        }
    }

    fn value_object(&mut self, scope: &Scope) -> Value {
        let value = self.keyword(scope, "@value");
        let mut object = Map::new();
        match self.below(6) {
            0 => {
                self.used("typed-value");
                object.insert(value, self.scalar());
                let keyword = self.keyword(scope, "@type");
                object.insert(keyword, self.pick(&["xsd:date", "ex:Own", "https://example.org/datatype"]).into());
            }
            1 => {
                self.used("json-value");
                object.insert(value, self.json(2));
                object.insert("@type".into(), "@json".into());
            }
            2 | 3 => {
                self.used("language-value");
                object.insert(value, self.string());
                let keyword = self.keyword(scope, "@language");
                object.insert(keyword, self.pick(&["en", "de-at", "zh-hans"]).into());
                if self.chance(30) {
                    self.used("direction-value");
                    object.insert("@direction".into(), self.pick(&["ltr", "rtl"]).into());
                }
            }
            4 => {
                object.insert(value, self.scalar());
                let keyword = self.keyword(scope, "@index");
                object.insert(keyword, "indexed".into());
            }
            _ => {
                object.insert(value, self.scalar());
            }
        }
        object.into()
    }

    fn types(&mut self, scope: &Scope) -> (Value, Scope) {
        let mut adds = Scope::default();
        let mut types = Vec::new();
        for _ in 0..1 + self.below(2) {
            if !scope.types.is_empty() && self.chance(70) {
                let at = self.below(scope.types.len());
                let (name, scoped) = scope.types[at].clone();
                if let Some(mut scoped) = scoped {
                    self.used("type-scoped");
                    // values of @type maps expand without the type's context, so strings would be plain values there
                    for term in scoped.terms.iter_mut().filter(|term| term.shape == Shape::TypeMap) {
                        term.shape = Shape::IdMap;
                    }
                    adds = adds.with(&scoped);
                }
                types.push(Value::from(name));
            } else {
                types.push(
                    self.pick(&["ex:Thing", "https://example.org/Type", "Undefined", "_:type", "rel/Type"]).into(),
                );
            }
        }
        (if types.len() == 1 && self.chance(60) { types.remove(0) } else { types.into() }, adds)
    }

    fn reference(&mut self) -> String {
        match self.below(10) {
            0..=2 => format!("https://example.org/node/{}", self.below(6)),
            3 | 4 => format!("ex:node{}", self.below(6)),
            5 => format!("_:b{}", self.below(4)),
            6 => format!("#part{}", self.below(4)),
            7 => self
                .pick(&["", "../up", "./same", "?query=1", "//host.example/path", "/root", "a/../b", "../../../far"])
                .to_owned(),
            8 => self.pick(&["did:wba:hotel.example", "urn:uuid:7", "mailto:a@example.org", "tel:1"]).to_owned(),
            _ => format!("relative{}", self.below(4)),
        }
    }

    fn string(&mut self) -> Value {
        self.pick(&STRINGS).into()
    }

    fn scalar(&mut self) -> Value {
        match self.below(12) {
            0..=5 => self.string(),
            6 => self.below(1000).into(),
            7 => (-7).into(),
            8 => self.pick(&[0.5, 1.5e-7, -3.25, 5e300, 2.5e-300, 123456789.125]).into(),
            9 => true.into(),
            10 => false.into(),
            _ => Value::Null,
        }
    }

    fn json(&mut self, depth: usize) -> Value {
        match self.below(if depth == 0 { 3 } else { 6 }) {
            0 => self.pick(&["text", "Grüße", ""]).into(),
            1 => self.pick(&[-7, 0, 12]).into(),
            2 => json!({}),
            3 => json!([self.json(depth - 1), 1.5, [null]]),
            4 => json!({"z": self.json(depth - 1), "@id": 7, "é": [], "a": true, "b": null}),
            _ => json!([]),
        }
    }
}
