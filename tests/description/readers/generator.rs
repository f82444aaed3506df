//! Hostile documents from a seed: a sound one, with one to four attempts to show two readers two things.

use adp_fixtures::jsonld_generator::Sequence;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

pub const ID: &str = "https://agent.example/alice/ad.json";
/// Where a copy of the document lies: relative identifiers mean something else there.
pub const COPY: &str = "https://agent.example/alice/i/copy.json";
const AD: &str = "https://agent-network-protocol.com/ad#";

pub struct Generated {
    pub document: Value,
    pub attempts: BTreeMap<&'static str, usize>,
}

/// The nodes that the model types, by pointer.
const NODES: [&str; 11] = [
    "",
    "/owner",
    "/products/0",
    "/products/1",
    "/products/0/offers",
    "/products/0/manufacturer",
    "/services/0",
    "/services/0/provider",
    "/interfaces/0",
    "/interfaces/1",
    "/securityDefinitions/didwba_sc",
];

const NAMESPACES: [&str; 5] = [
    AD,
    "https://schema.org/",
    "http://schema.org/",
    "https://service.agent-network-protocol.com/ad#",
    "https://agent-network-protocol.com/ad/",
];

fn sound(context: &str) -> Value {
    let mut document = json!({
        "@context": null,
        "@type": "ad:AgentDescription",
        "@id": ID,
        "name": "Alice",
        "did": "did:wba:agent.example:alice",
        "description": "Books rooms.",
        "owner": {"@type": "Organization", "@id": "https://owner.example/", "name": "Owner"},
        "products": [
            {"@type": "Product", "@id": "https://agent.example/alice/p/1", "name": "Room", "ingredients": ["salt", "air"],
                "offers": {"@type": "Offer", "name": "Deal", "price": 12.5, "priceCurrency": "EUR"},
                "manufacturer": {"name": "Maker"}},
            {"@type": "Product", "@id": "https://agent.example/alice/p/2", "name": "Suite"}
        ],
        "services": [{"@type": "Service", "name": "Tea", "provider": {"@id": "https://maker.example/"}}],
        "interfaces": [
            {"@type": "ad:StructuredInterface", "@id": "https://agent.example/alice/i/1", "name": "One", "description": "d",
                "protocol": "YAML", "url": "https://agent.example/alice/1.yaml", "humanAuthorization": true},
            {"@type": "ad:NaturalLanguageInterface", "name": "Two", "description": "e", "protocol": "YAML",
                "url": "https://agent.example/alice/2.yaml"}
        ],
        "securityDefinitions": {"didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}},
        "security": "didwba_sc",
        "stars": 4,
        "review": {"@id": "https://agent.example/alice/review", "text": "Good", "author": {"givenName": "Bob"}},
        "proof": {"type": "EcdsaSecp256r1Signature2019", "created": "2026-01-31T12:00:00Z", "nonce": "n"}
    });
    let root = document.as_object_mut().unwrap();
    match context {
        "inline" => {
            root["@context"] = json!([{"@vocab": "https://schema.org/", "did": "https://w3id.org/did#", "ad": AD}])
        }
        "embedded" => root["@context"] = json!([AD]),
        "schema.org" => root["@context"] = json!(["https://schema.org/", {"ad": AD}]),
        _ => {
            root.remove("@context");
            root.remove("@type");
            root.insert("type".into(), "AgentDescription".into());
            root.insert("protocolType".into(), "ANP".into());
            root.insert("protocolVersion".into(), "1.0.0".into());
            let interfaces = root["interfaces"].as_array_mut().unwrap();
            for interface in interfaces {
                let interface = interface.as_object_mut().unwrap();
                interface.remove("@type");
                interface.insert("type".into(), "StructuredInterface".into());
            }
        }
    }
    document
}

struct Making {
    random: Sequence,
    document: Value,
    terms: Map<String, Value>,
    attempts: BTreeMap<&'static str, usize>,
}

/// The document of a seed.
pub fn document(seed: u64) -> Generated {
    let mut random = Sequence::new(seed ^ 0x7EAD_E125);
    let context = match random.below(100) {
        0..45 => "inline",
        45..85 => "embedded",
        85..87 => "schema.org",
        _ => "anp-07",
    };
    let document = sound(context);
    let mut making = Making { random, document, terms: Map::new(), attempts: BTreeMap::new() };
    for _ in 0..1 + making.random.below(3) {
        making.attempt();
    }
    let Making { mut document, terms, attempts, .. } = making;
    if !terms.is_empty()
        && let Some(Value::Array(context)) = document.get_mut("@context")
    {
        context.push(Value::Object(terms));
    }
    Generated { document, attempts }
}

impl Making {
    fn attempt(&mut self) {
        let name = match self.random.below(16) {
            0 => self.moved(),
            1 => self.doubled(),
            2 => self.hidden(),
            3 | 4 => self.wrapped(),
            5 => self.defined(),
            6..=8 => self.twin(),
            9 => self.same_id(),
            10 => self.keyword_alias(),
            11 => self.proof(),
            12 => self.type_changed(),
            13 => self.indexed(),
            14 => self.misplaced(),
            _ => self.harmless(),
        };
        *self.attempts.entry(name).or_default() += 1;
    }

    /// A typed node and one of its members; the root's more often than others.
    fn place(&mut self) -> (String, String) {
        let pointer = if self.random.chance(30) { "" } else { *self.random.pick(&NODES) };
        let pointer = if self.document.pointer(pointer).is_some_and(Value::is_object) { pointer } else { "" };
        let node = self.document.pointer(pointer).unwrap().as_object().unwrap();
        let names: Vec<String> = node
            .keys()
            .filter(|name| {
                !name.starts_with('@') && !["proof", "review", "stars", "protocolType", "type"].contains(&name.as_str())
            })
            .cloned()
            .collect();
        if names.is_empty() {
            return (String::new(), "name".into());
        }
        (pointer.to_owned(), self.random.pick(&names).clone())
    }

    fn node(&mut self, pointer: &str) -> &mut Map<String, Value> {
        self.document.pointer_mut(pointer).unwrap().as_object_mut().unwrap()
    }

    /// Another name for a term: a compact or full IRI, or a term of the context.
    fn alias(&mut self, name: &str) -> String {
        match self.random.below(4) {
            0 => format!("ad:{name}"),
            1 => {
                let home = if ["name", "description", "url", "price", "offers"].contains(&name) {
                    "https://schema.org/"
                } else {
                    AD
                };
                let alias = format!("x{}", self.random.below(3));
                self.terms.insert(alias.clone(), format!("{home}{name}").into());
                alias
            }
            _ => format!("{}{name}", self.random.pick(&NAMESPACES)),
        }
    }

    fn nothing(&mut self) -> Value {
        self.random
            .pick(&[
                json!(null),
                json!([]),
                json!({}),
                json!({"@value": null}),
                json!([null]),
                json!([[]]),
                json!({"@set": []}),
                json!({"@list": []}),
                json!(""),
            ])
            .clone()
    }

    /// Another value of the same kind.
    fn other(&mut self, value: &Value) -> Value {
        match value {
            Value::String(text) if text.starts_with("https://") => json!("https://evil.example/1.yaml"),
            Value::String(text) if text.starts_with("did:") => json!("did:wba:evil.example"),
            Value::String(_) => json!("Mallory"),
            Value::Number(_) => json!(1),
            Value::Bool(flag) => json!(!flag),
            Value::Array(items) => {
                let item = items.first().cloned().unwrap_or(Value::Null);
                self.other(&item)
            }
            Value::Object(object) => {
                let mut object = object.clone();
                if self.random.chance(50) {
                    object.remove("@id");
                }
                if let Some(name) = object.get_mut("name") {
                    *name = "Mallory".into();
                }
                Value::Object(object)
            }
            Value::Null => Value::Null,
        }
    }

    /// Nothing under the plain name, the value under another.
    fn moved(&mut self) -> &'static str {
        let (pointer, name) = self.place();
        let (alias, nothing) = (self.alias(&name), self.nothing());
        let node = self.node(&pointer);
        let value = node.insert(name, nothing).unwrap_or(Value::Null);
        node.insert(alias, value);
        "moved"
    }

    /// A value under the plain name, and one under another.
    fn doubled(&mut self) -> &'static str {
        let (pointer, name) = self.place();
        let alias = self.alias(&name);
        let value = self.node(&pointer).get(&name).cloned().unwrap_or(Value::Null);
        let value = if self.random.chance(70) { self.other(&value) } else { value };
        self.node(&pointer).insert(alias, value);
        "doubled"
    }

    /// The value under another name only.
    fn hidden(&mut self) -> &'static str {
        let (pointer, name) = self.place();
        let alias = self.alias(&name);
        let node = self.node(&pointer);
        if let Some(value) = node.remove(&name) {
            node.insert(alias, value);
        }
        "hidden"
    }

    /// The value in an array, a set, a list, a value object, a map.
    fn wrapped(&mut self) -> &'static str {
        let (pointer, name) = self.place();
        let value = self.node(&pointer).get(&name).cloned().unwrap_or(Value::Null);
        let nothing = self.nothing();
        let wrapped = match self.random.below(11) {
            0 => json!([value]),
            1 => json!([[value]]),
            2 => json!({"@set": [value]}),
            3 => json!({"@list": [value]}),
            4 => json!({"@value": value}),
            5 => json!({"@id": value}),
            6 => json!([value, nothing]),
            7 => json!([nothing, value]),
            8 => {
                let containers = ["@index", "@language", "@id", "@type", "@graph", "@set", "@list"];
                let container = *self.random.pick(&containers);
                let home = if self.random.chance(50) { AD } else { "https://schema.org/" };
                self.terms.insert(name.clone(), json!({"@id": format!("{home}{name}"), "@container": container}));
                let key = *self.random.pick(&["en", "k", "https://evil.example/k", "ad:Person", "name", "@none"]);
                if self.random.chance(70) { json!({key: value}) } else { value }
            }
            9 => nothing,
            _ => json!([[], [value, [nothing]]]),
        };
        self.node(&pointer).insert(name, wrapped);
        "wrapped"
    }

    /// A term of the profile, defined by the document.
    fn defined(&mut self) -> &'static str {
        let (_, name) = self.place();
        let iri = match self.random.below(6) {
            0 => json!(null),
            1 => json!("@id"),
            2 => json!("https://evil.example/x"),
            3 => {
                json!({"@id": format!("{}{name}", self.random.pick(&NAMESPACES)), "@type": self.random.pick(&["@id", "@vocab", "@json", "@none"])})
            }
            4 => {
                let inner = self.place().1;
                json!({"@id": format!("{AD}{name}"), "@context": {inner.clone(): "https://evil.example/y", "y": format!("https://schema.org/{inner}")}})
            }
            _ => json!(format!("{}{name}", self.random.pick(&NAMESPACES))),
        };
        self.terms.insert(name, iri);
        "defined"
    }

    fn an_id(&mut self) -> String {
        let ids = [
            "",
            "?",
            "#",
            "ad.json",
            "./ad.json",
            "/alice/ad.json",
            "../alice/ad.json",
            "i/1",
            "1",
            "p/1",
            "../p/1",
            "/alice/i/1",
            "//owner.example/",
            "//agent.example/alice/ad.json",
            "copy.json",
            "#x",
            "%61d.json",
            "x/../ad.json",
            "review",
            "/",
            "_:b0",
            "_:b1",
            ID,
            ID,
            ID,
            "https://owner.example/",
            "https://owner.example",
            "https://agent.example/alice/i/1",
            "https://agent.example/alice/p/1",
            "https://agent.example/alice/p/2",
            "HTTPS://agent.example/alice/ad.json",
            "https://agent.example:443/alice/ad.json",
            "https://agent.example/alice/../alice/ad.json",
            "https://new.example/",
            COPY,
            "@x",
        ];
        (*self.random.pick(&ids)).to_owned()
    }

    /// A node somewhere that has the identifier of another, and something to say.
    fn twin(&mut self) -> &'static str {
        let id = self.an_id();
        let (pointer, name) = self.place();
        let value = self.node(&pointer).get(&name).cloned().unwrap_or(Value::Null);
        let value = if self.random.chance(60) { self.other(&value) } else { value };
        let mut twin = Map::from_iter([("@id".to_owned(), json!(id))]);
        match self.random.below(8) {
            0 => {}
            1 => {
                twin.insert(
                    "@type".into(),
                    json!(*self.random.pick(&["Person", "ad:NaturalLanguageInterface", "Thing"])),
                );
            }
            2 => {
                twin.insert("stars".into(), json!(5));
            }
            3 => {
                let alias = self.alias(&name);
                twin.insert(alias, value);
            }
            _ => {
                twin.insert(name, value);
            }
        }
        let twin = Value::Object(twin);
        match self.random.below(8) {
            0 => {
                self.node("").insert("owner".into(), twin);
            }
            1 => {
                if let Some(Value::Array(services)) = self.document.pointer_mut("/services") {
                    services.push(twin);
                }
            }
            2 => {
                if let Some(Value::Array(products)) = self.document.pointer_mut("/products") {
                    products.push(twin);
                }
            }
            3 => {
                if let Some(Value::Object(review)) = self.document.pointer_mut("/review") {
                    review.insert("about".into(), json!([{"deep": [twin]}]));
                }
            }
            4 => {
                self.node("").insert("ad:extra".into(), json!({"@list": [twin]}));
            }
            5 => {
                let data = json!({"@type": "@json", "@value": twin});
                self.node("").insert("ad:data".into(), data);
            }
            _ => {
                self.node("").insert("knows".into(), twin);
            }
        }
        "twin"
    }

    /// A typed node gets the identifier of another.
    fn same_id(&mut self) -> &'static str {
        let id = self.an_id();
        let (pointer, _) = self.place();
        self.node(&pointer).insert("@id".into(), json!(id));
        "same-id"
    }

    /// A map whose names become values of a term, or identifiers.
    fn indexed(&mut self) -> &'static str {
        let (pointer, name) = self.place();
        let by = if self.random.chance(70) {
            json!({"@id": "https://x.example/by", "@container": "@index", "@index": format!("{}{name}", self.random.pick(&NAMESPACES))})
        } else {
            json!({"@id": "https://x.example/by", "@container": self.random.pick(&["@id", "@type", "@language", "@graph"])})
        };
        self.terms.insert("by".into(), by);
        if self.random.chance(50) {
            self.terms.insert("Mallory".into(), json!("@none"));
        }
        let key = *self.random.pick(&["Mallory", "@none", "k"]);
        let value = match self.random.below(10) {
            0 => json!("text"),
            1 => json!({"@value": true}),
            2 => json!({"@list": ["text"]}),
            _ => json!({"@id": self.an_id()}),
        };
        self.node(&pointer).insert("by".into(), json!({key: value}));
        "indexed"
    }

    /// A keyword where it has no place, under its own name or a term's.
    fn misplaced(&mut self) -> &'static str {
        let (pointer, name) = self.place();
        let keyword =
            *self.random.pick(&["@none", "@json", "@version", "@container", "@embed", "@preserve", "@default", "@foo"]);
        if self.random.chance(30) {
            self.terms.insert(name, json!(keyword));
        } else {
            let value = self
                .random
                .pick(&[json!("text"), json!({"@value": [1]}), json!({"@id": "https://agent.example.com/x"})])
                .clone();
            self.node(&pointer).insert(keyword.into(), value);
        }
        "misplaced"
    }

    fn keyword_alias(&mut self) -> &'static str {
        let keyword = *self.random.pick(&["@id", "@type", "@value", "@list", "@set", "@index", "@none", "@json"]);
        let alias = *self.random.pick(&["id", "type", "kind", "nonce", "name", "val"]);
        self.terms.insert(alias.into(), json!(keyword));
        let (pointer, name) = self.place();
        let id = self.an_id();
        let node = self.node(&pointer);
        match keyword {
            "@id" => {
                node.remove("@id");
                node.insert(alias.into(), json!(id));
            }
            "@type" => {
                let class = node.remove("@type").unwrap_or(json!("Person"));
                node.insert(alias.into(), class);
            }
            _ => {
                let value = node.get(&name).cloned().unwrap_or(Value::Null);
                node.insert(name, json!({alias: value}));
            }
        }
        "keyword-alias"
    }

    /// The proof is a node to readers of RDF.
    fn proof(&mut self) -> &'static str {
        let id = self.an_id();
        let alias = *self.random.pick(&["@id", "id", "nonce", "who"]);
        if alias != "@id" && self.random.chance(70) {
            if self.random.chance(50) {
                self.terms.insert(alias.into(), json!("@id"));
            } else {
                let scoped = json!({"@id": "https://w3id.org/security#proof", "@context": {alias: "@id"}});
                self.terms.insert("proof".into(), scoped);
            }
        }
        let below = self.random.chance(30);
        if let Some(Value::Object(proof)) = self.document.pointer_mut("/proof") {
            if below {
                proof.insert("more".into(), json!({alias: id, "name": "Mallory"}));
            } else {
                proof.insert(alias.into(), json!(id));
                proof.insert("name".into(), json!("Mallory"));
            }
        }
        "proof"
    }

    fn type_changed(&mut self) -> &'static str {
        let (pointer, _) = self.place();
        let class =
            *self.random.pick(&["Person", "ad:StructuredInterface", "StructuredInterface", "Thing", "ad:Other"]);
        if self.random.chance(50) {
            self.terms.insert("Person".into(), json!("https://schema.org/Organization"));
        }
        self.node(&pointer).insert("@type".into(), json!(class));
        "type"
    }

    /// What is no trick: the control.
    fn harmless(&mut self) -> &'static str {
        let node = self.node("");
        node.insert("rating".into(), json!({"@id": "https://agent.example/r", "best": 5, "worst": [1, {"x": null}]}));
        "harmless"
    }
}
