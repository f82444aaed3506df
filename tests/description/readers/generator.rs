//! Descriptions from a seed: a sound one (from a grammar, or a real one) with up to three changes, most of which some reader
//! reads differently.

use super::spelling::{self, CLASSES, TERMS};
use adp_fixtures::jsonld_generator::Sequence;
use serde_json::{Map, Value, json};
use std::fmt::Write;

pub const ID: &str = "https://agent.example/alice/ad.json";
/// A string that starts so is written as the number that follows: serde_json keeps no spelling of numbers.
const NUMBER: &str = "#number:";

/// The keywords of JSON-LD 1.1 and of framing.
pub const KEYWORDS: [&str; 37] = [
    "@base",
    "@container",
    "@context",
    "@direction",
    "@graph",
    "@id",
    "@import",
    "@included",
    "@index",
    "@json",
    "@language",
    "@list",
    "@nest",
    "@none",
    "@prefix",
    "@propagate",
    "@protected",
    "@reverse",
    "@set",
    "@type",
    "@value",
    "@version",
    "@vocab",
    "@always",
    "@default",
    "@embed",
    "@explicit",
    "@first",
    "@last",
    "@link",
    "@never",
    "@null",
    "@omitDefault",
    "@once",
    "@preserve",
    "@requireAll",
    // none, but like one
    "@foo",
];

/// Names of members that objects of JavaScript and Python have already.
pub const OBJECT_NAMES: [&str; 28] = [
    "__proto__",
    "constructor",
    "prototype",
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
    "toJSON",
    "then",
    "length",
    "__class__",
    "__init__",
    "__dict__",
    "__doc__",
    "__module__",
    "__getattr__",
    "__len__",
    "items",
    "keys",
    "values",
    "get",
    "update",
];

/// Spellings of numbers, the plain ones first.
pub const NUMBERS: [&str; 24] = [
    "0",
    "1",
    "-7",
    "42",
    "12.5",
    "0.1",
    "19.99",
    "999999999999999",
    "0.000001",
    "123456.789012345",
    "1.0",
    "1e2",
    "1E+2",
    "1e-7",
    "0.0000001",
    "-0",
    "-0.0",
    "1234567890123456",
    "9007199254740993",
    "0.1234567890123456",
    "1e21",
    "1e400",
    "100000000000000000000000",
    "5e-324",
];

fn vocabularies() -> Value {
    json!({"@vocab": "https://schema.org/", "did": "https://w3id.org/did#", "ad": spelling::AD})
}

pub struct Making<'a> {
    pub random: Sequence,
    real: &'a [Value],
    /// How many identifiers were given.
    given: usize,
}

/// The document of a seed. `real` are documents to change.
pub fn document(seed: u64, real: &[Value]) -> String {
    let mut making = Making { random: Sequence::new(seed ^ 0x7EAD_E125), real, given: 0 };
    let mut document = if making.random.chance(35) && !real.is_empty() {
        making.random.pick(making.real).clone()
    } else {
        making.description()
    };
    let changes = match making.random.below(100) {
        0..20 => 0,
        20..65 => 1,
        65..88 => 2,
        _ => 3,
    };
    for _ in 0..changes {
        making.change(&mut document);
    }
    let mut text = String::new();
    making.write(&document, &mut text);
    text
}

impl Making<'_> {
    // ---- the grammar: what is sound, with much of what the profile allows ----

    fn description(&mut self) -> Value {
        let context = self.random.below(100);
        let is_07 = context >= 85;
        let mut root = Map::new();
        let ad = if is_07 { "" } else { "ad:" };
        match context {
            0..30 => root.insert("@context".into(), self.own(vocabularies())),
            30..62 => root.insert("@context".into(), self.pinned("https://agent-network-protocol.com/ad#")),
            62..66 => root.insert("@context".into(), self.pinned("https://schema.org/")),
            66..85 => {
                let vocabulary = *self.random.pick(&spelling::NAMESPACES);
                let context = json!({"@vocab": vocabulary, "ad": spelling::AD, "schema": "https://schema.org/"});
                root.insert("@context".into(), self.own(context))
            }
            _ => {
                root.insert("protocolType".into(), "ANP".into());
                root.insert("protocolVersion".into(), "1.0.0".into());
                root.insert("type".into(), "AgentDescription".into())
            }
        };
        if !is_07 {
            let class = format!("{ad}AgentDescription");
            let types = if self.random.chance(20) { json!([class, "Thing"]) } else { json!(class) };
            root.insert("@type".into(), types);
            if self.random.chance(80) {
                root.insert("@id".into(), ID.into());
            }
        }
        root.insert("name".into(), "Alice".into());
        root.insert("did".into(), "did:wba:agent.example:alice".into());
        let schemes = json!({"basic_sc": {"scheme": "basic", "in": "query", "name": "q", "description": "d"},
            "didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}});
        root.insert("securityDefinitions".into(), schemes);
        root.insert("security".into(), "didwba_sc".into());
        for (term, percent) in [
            ("description", 70),
            ("version", 30),
            ("created", 30),
            ("modified", 20),
            ("url", 30),
            ("owner", 50),
            ("products", 50),
            ("services", 40),
            ("interfaces", 70),
            ("domainEntity", 25),
            ("proof", 50),
        ] {
            if self.random.chance(percent) {
                let value = self.sound(term, is_07, 0);
                let prefixed = !is_07 && self.random.chance(5) && !matches!(term, "proof" | "url");
                root.insert(if prefixed { format!("ad:{term}") } else { term.to_owned() }, value);
            }
        }
        if is_07 && self.random.chance(40) {
            root.insert(
                "Infomations".into(),
                json!([{"type": "Information", "description": "i", "url": "https://a.example/i"}]),
            );
        }
        for _ in 0..self.random.below(3) {
            let (name, value) = (self.name(), self.harmless(2));
            root.insert(name, value);
        }
        Value::Object(root)
    }

    /// A context of the document's own, in several entries or one.
    fn own(&mut self, base: Value) -> Value {
        let more = self.sound_definitions();
        match (self.random.below(3), more.is_empty()) {
            (0, _) | (_, true) => json!([base]),
            (1, false) => {
                let mut base = base;
                base.as_object_mut().unwrap().extend(more);
                base
            }
            (_, false) => json!([more, base]),
        }
    }

    fn pinned(&mut self, iri: &str) -> Value {
        let mut entries = vec![json!(iri)];
        let more = self.sound_definitions();
        if iri.contains("schema.org") {
            entries.push(json!({"ad": spelling::AD}));
        } else if self.random.chance(10) {
            entries.insert(self.random.below(2), json!({"@vocab": "http://schema.org/"}));
        } else if self.random.chance(4) {
            entries.insert(self.random.below(2), json!("https://schema.org"));
        }
        if !more.is_empty() {
            entries.push(Value::Object(more));
        }
        if entries.len() == 1 && self.random.chance(50) { entries.remove(0) } else { Value::Array(entries) }
    }

    fn sound_definitions(&mut self) -> Map<String, Value> {
        let mut terms = Map::new();
        for (name, value) in [
            ("@version", json!(1.1)),
            ("@language", json!("en")),
            ("@language", json!("zh-Hans-CN")),
            ("ex", json!("https://ex.example/ns#")),
            ("loc", json!("urn:loc:")),
            ("color", json!("https://ex.example/color")),
            ("size", json!({"@id": "https://ex.example/size"})),
            ("page", json!({"@id": "https://ex.example/page", "@type": "@id"})),
            ("Widget", json!("https://ex.example/Widget")),
        ] {
            if self.random.chance(12) {
                terms.insert(name.into(), value);
            }
        }
        terms
    }

    /// A name that is no term of the model.
    fn name(&mut self) -> String {
        let names =
            ["stars", "rating", "color", "size", "page", "ex:thing", "x-note", "knows", "schema:award", "ad:extra"];
        (*self.random.pick(&names)).to_owned()
    }

    fn next_id(&mut self) -> String {
        self.given += 1;
        let number = self.given;
        match self.random.below(8) {
            0 => format!("urn:uuid:0000-{number}"),
            1 => format!("did:wba:n{number}.example"),
            2 => format!("https://n{number}.example"),
            3 => format!("http://agent.example:8080/n/{number}?q=1#f"),
            _ => format!("https://agent.example/n/{number}"),
        }
    }

    /// A node with some of the members that `parts` name, for the grammar.
    fn node(&mut self, is_07: bool, classes: &[&str], parts: &[(&str, usize)], depth: usize) -> Value {
        let mut node = Map::new();
        if !classes.is_empty() && self.random.chance(80) {
            let class = *self.random.pick(classes);
            let class = if is_07 { class.trim_start_matches("ad:") } else { class };
            node.insert(if is_07 { "type" } else { "@type" }.into(), class.into());
        }
        if self.random.chance(40) {
            node.insert("@id".into(), self.next_id().into());
        }
        for (term, percent) in parts {
            if self.random.chance(*percent) {
                node.insert((*term).to_owned(), self.sound(term, is_07, depth + 1));
            }
        }
        if self.random.chance(10) {
            let (name, value) = (self.name(), self.harmless(1));
            node.insert(name, value);
        }
        if node.is_empty() {
            node.insert("name".into(), "N".into());
        }
        Value::Object(node)
    }

    fn some(&mut self, mut make: impl FnMut(&mut Self) -> Value) -> Value {
        match self.random.below(6) {
            0 => json!([]),
            1 => Value::Null,
            2 => make(self),
            3 => json!([make(self), make(self)]),
            _ => json!([make(self)]),
        }
    }

    /// A value that the profile allows for a term.
    fn sound(&mut self, term: &str, is_07: bool, depth: usize) -> Value {
        const NAMED: [(&str, usize); 3] = [("name", 80), ("description", 40), ("url", 30)];
        match term {
            "created" | "modified" => {
                let times = ["2026-01-31T12:00:00Z", "2026-01-31T12:00:00.123456+08:00", "2026-01-31T00:00:00-00:30"];
                json!(self.random.pick(&times))
            }
            "owner" | "manufacturer" | "provider" => {
                if self.random.chance(8) {
                    return json!({"@id": self.next_id()});
                }
                self.node(is_07, &["Organization", "Person", "Widget"], &NAMED, depth)
            }
            "products" => self.some(|making| {
                let parts = [
                    ("name", 90),
                    ("description", 40),
                    ("url", 20),
                    ("identifier", 20),
                    ("sku", 20),
                    ("category", 20),
                    ("ingredients", 20),
                    ("brand", 20),
                    ("manufacturer", 20),
                    ("offers", 50),
                    ("nutrition", 15),
                    ("additionalProperty", 15),
                    ("image", 20),
                    ("audience", 10),
                    ("customizationOptions", 10),
                    ("security", 10),
                ];
                making.node(is_07, &["Product", "HotelRoom", "Widget"], &parts, depth)
            }),
            "services" => self.some(|making| {
                let parts = [
                    ("name", 80),
                    ("description", 50),
                    ("url", 20),
                    ("provider", 30),
                    ("offers", 30),
                    ("security", 10),
                ];
                making.node(is_07, &["Service"], &parts, depth)
            }),
            "interfaces" => self.some(|making| {
                let classes = ["ad:StructuredInterface", "ad:NaturalLanguageInterface"];
                let parts = [
                    ("name", 100),
                    ("description", 100),
                    ("protocol", 100),
                    ("version", 20),
                    ("humanAuthorization", 30),
                    ("security", 10),
                ];
                let mut interface = making.node(is_07, &classes, &parts, depth);
                let node = interface.as_object_mut().unwrap();
                let has_url = making.random.chance(70);
                if has_url {
                    node.insert("url".into(), making.sound("url", is_07, depth));
                }
                if !has_url || making.random.chance(25) {
                    let contents = [
                        json!({"openrpc": "1.3.2", "methods": []}),
                        json!("text"),
                        json!([1, [2, null]]),
                        json!({"a": {}, "@id": "x"}),
                        json!([]),
                        json!({"fee": making.number(NUMBERS.len()), "fees": [{"fee": making.number(NUMBERS.len())}]}),
                    ];
                    node.insert("content".into(), making.random.pick(&contents).clone());
                }
                interface
            }),
            "domainEntity" => {
                self.node(is_07, &["Hotel"], &[("name", 90), ("description", 40), ("url", 30), ("products", 30)], depth)
            }
            "offers" => self.some(|making| {
                let parts = [
                    ("name", 40),
                    ("identifier", 20),
                    ("price", 70),
                    ("priceCurrency", 60),
                    ("availability", 30),
                    ("priceSpecification", 20),
                ];
                making.node(is_07, &["Offer"], &parts, depth)
            }),
            "priceSpecification" => {
                self.node(is_07, &["UnitPriceSpecification"], &[("price", 90), ("priceCurrency", 80)], depth)
            }
            "brand" => self.node(is_07, &["Brand"], &[("name", 90)], depth),
            "nutrition" => self.node(
                is_07,
                &["NutritionInformation"],
                &[("calories", 70), ("fatContent", 50), ("sugarContent", 30)],
                depth,
            ),
            "additionalProperty" | "options" => self.some(|making| {
                making.node(is_07, &["PropertyValue"], &[("name", 90), ("value", 80), ("isRequired", 40)], depth)
            }),
            "image" => self.some(|making| match making.random.below(3) {
                0 => json!(format!("https://pictures.example/{}.png", making.random.below(1000))),
                1 => making.node(is_07, &["ImageObject"], &[("url", 80), ("caption", 40), ("description", 30)], depth),
                _ => json!("https://pictures.example/a.png"),
            }),
            "audience" => self.node(is_07, &["Audience"], &[("audienceType", 70), ("geographicArea", 50)], depth),
            "customizationOptions" => self.node(is_07, &["CustomizationOptions"], &[("options", 90)], depth),
            "price" => match self.random.below(3) {
                0 => self.number(10),
                1 => json!("12.50"),
                _ => json!("13"),
            },
            "value" => match self.random.below(4) {
                0 => self.number(10),
                1 => json!(true),
                2 => json!(["small", "large"]),
                _ => json!("red"),
            },
            "priceCurrency" => json!("EUR"),
            "availability" => json!(self.random.pick(&["https://schema.org/InStock", "InStock", "schema:InStock"])),
            "isRequired" | "humanAuthorization" => json!(self.random.chance(50)),
            "ingredients" => json!(["salt", "air"]),
            "security" => {
                self.random.pick(&[json!("didwba_sc"), json!(["didwba_sc", "basic_sc"]), json!(["basic_sc"])]).clone()
            }
            "url" => {
                let urls = [
                    "https://agent.example/x",
                    "https://agent.example",
                    "https://Agent.example/a%41b",
                    "https://agent.example/x#y",
                    "https://agent.example/\u{939}\u{93f}\u{928}\u{94d}\u{926}\u{940}",
                    "openapi.yaml",
                ];
                // one in many is relative, which ANP-07 does not allow either
                let known = if self.random.chance(3) { 6 } else { 5 };
                json!(urls[self.random.below(known)])
            }
            "proof" => {
                let mut proof = json!({"type": "EcdsaSecp256r1Signature2019", "created": "2026-01-31T12:00:00Z", "nonce": "n",
                    "verificationMethod": "did:wba:agent.example:alice#key-1", "proofValue": "z"});
                if self.random.chance(30) {
                    proof["type"] = "DataIntegrityProof".into();
                    proof["cryptosuite"] = "ecdsa-jcs-2019".into();
                    proof["proofPurpose"] = "assertionMethod".into();
                }
                proof
            }
            _ => json!(self.random.pick(&[
                "Room",
                "茶 ß ſ K",
                "a\u{0}b",
                "x\u{301}",
                "",
                " 1 ",
                "did:x",
                "ad:x",
                "1.0",
                "true"
            ])),
        }
    }

    fn number(&mut self, end: usize) -> Value {
        json!(format!("{NUMBER}{}", NUMBERS[self.random.below(end)]))
    }

    /// A value of a member that the model does not read.
    fn harmless(&mut self, depth: usize) -> Value {
        match self.random.below(if depth == 0 { 6 } else { 11 }) {
            0 => self.number(NUMBERS.len()),
            1 => Value::Null,
            2 => json!(self.random.chance(50)),
            3 => json!([]),
            4 | 5 => json!(self.random.pick(&[
                "text",
                "a/b",
                "#f",
                "?q",
                "x y",
                "https://a.example/y",
                "mailto:a@b.example"
            ])),
            6 => json!([self.harmless(depth - 1), self.harmless(depth - 1)]),
            7 => json!({"@value": self.random.pick(&[json!("v"), json!(5), json!(false)]), "@language": "en"}),
            8 => json!({"@list": [self.harmless(depth - 1), "l"]}),
            9 => json!({"@id": self.next_id(), "name": "Other", "best": self.harmless(depth - 1)}),
            _ => json!({"best": self.harmless(depth - 1), "text": "t"}),
        }
    }

    // ---- the changes ----

    fn change(&mut self, document: &mut Value) {
        let is_07 = document.get("@context").is_none();
        match self.random.below(20) {
            0..3 if !is_07 => return self.change_context(document),
            3 => return self.twin(document),
            4 | 5 => return self.second_name(document, is_07),
            6 => return self.odd_scheme(document),
            _ => {}
        }
        let objects = pointers(document);
        let pointer = if self.random.chance(30) { String::new() } else { self.random.pick(&objects).clone() };
        let names: Vec<String> = document.pointer(&pointer).unwrap().as_object().unwrap().keys().cloned().collect();
        let picked = if names.is_empty() { "name".to_owned() } else { self.random.pick(&names).clone() };
        let picked = if picked == "@context" { "name".to_owned() } else { picked };
        let what = self.random.below(16);
        let value = document.pointer(&pointer).unwrap().get(&picked).cloned().unwrap_or(json!("v"));
        let (name, value) = match what {
            // a name that somebody reads as something else
            0..3 => {
                let name = self.odd_name();
                (name, if self.random.chance(50) { self.harmless(1) } else { self.odd_value(&json!("v")) })
            }
            // another spelling instead, or beside
            3 | 4 => (self.respelled(&picked), value),
            5 | 6 => {
                let value = if self.random.chance(60) { self.other(&value) } else { value };
                (self.respelled(&picked), value)
            }
            7..10 => (picked.clone(), self.odd_value(&value)),
            10 => (picked.clone(), self.number(NUMBERS.len())),
            11 => (self.random.pick(&["@id", "@id", "id"]).to_string(), self.odd_id().into()),
            12 => {
                let class = self.odd_class();
                (self.random.pick(&["@type", "@type", "type"]).to_string(), class)
            }
            13 => {
                let term = *self.random.pick(&TERMS);
                let value = self.sound(term, is_07, 1);
                (term.to_owned(), value)
            }
            14 => {
                let name = self.name();
                (name, self.harmless(2))
            }
            _ => {
                let context = self.odd_context_entry();
                ("@context".to_owned(), context)
            }
        };
        let node = document.pointer_mut(&pointer).unwrap().as_object_mut().unwrap();
        if matches!(what, 3 | 4) {
            node.remove(&picked);
        }
        node.insert(name, value);
    }

    /// Another name for a property that has one, as a term or prefix of the context, or as an IRI, in a node that the model reads
    /// or in another.
    fn second_name(&mut self, document: &mut Value, is_07: bool) {
        let iri = *self.random.pick(&spelling::RESERVED);
        let free = (*self.random.pick(&spelling::FREE_NAMES)).to_owned();
        let (entry, name) = match self.random.below(if is_07 { 1 } else { 6 }) {
            0 => (None, iri.to_owned()),
            1 => (Some(json!({free.as_str(): iri})), free),
            2 => (Some(json!({free.as_str(): {"@id": iri}})), free),
            3 => {
                let end = iri.trim_end_matches(['/', '#']).rfind(['/', '#']).unwrap() + 1;
                (Some(json!({free.as_str(): &iri[..end]})), format!("{free}:{}", &iri[end..]))
            }
            4 => (Some(json!({free.as_str(): iri})), format!("{free}:")),
            _ => (None, (*self.random.pick(&["", "did:", "ad:", "schema:", "did", "ad", "schema"])).to_owned()),
        };
        if let (Some(entry), Some(context)) = (entry, document.get_mut("@context")) {
            match context {
                Value::Array(entries) => entries.push(entry),
                Value::Object(object) if self.random.chance(70) => object.extend(entry.as_object().unwrap().clone()),
                _ => *context = json!([context.clone(), entry]),
            }
        }
        let values = [
            json!("did:wba:evil.example"),
            json!({"@id": "did:wba:evil.example"}),
            json!({"@id": "https://agent-network-protocol.com/ad#AgentDescription"}),
            json!("https://agent-network-protocol.com/ad#AgentDescription"),
            json!({"type": "EcdsaSecp256r1Signature2019", "proofValue": "z"}),
        ];
        let value = self.random.pick(&values).clone();
        let objects = pointers(document);
        let pointer = if self.random.chance(50) { String::new() } else { self.random.pick(&objects).clone() };
        let node = document.pointer_mut(&pointer).unwrap().as_object_mut().unwrap();
        if self.random.chance(60) {
            node.insert(name, value);
        } else {
            node.insert("knows".into(), json!({"@id": self.next_id(), name: value, "stars": 1}));
        }
    }

    /// A scheme of the protocol with a name, or with a member of another vocabulary that ends like a name's.
    fn odd_scheme(&mut self, document: &mut Value) {
        let names = [
            json!("x"),
            json!(7),
            json!(["x", "y"]),
            json!({"@id": "https://agent.example/x"}),
            json!(null),
            json!([]),
        ];
        let mut scheme = json!({"scheme": "didwba", "in": self.random.pick(&["auto", "auto", "header"]), "name": self.random.pick(&names)});
        if self.random.chance(30) {
            let other = *self.random.pick(&[
                "ex:parameterName",
                "https://ex.example/parameterName",
                "schema:parameterName",
                "parameterName",
            ]);
            scheme[other] = "other".into();
        }
        let definitions = document.get_mut("securityDefinitions").and_then(Value::as_object_mut);
        drop(definitions.map(|definitions| definitions.insert("odd_sc".into(), scheme)));
    }

    /// Another value of the same kind.
    fn other(&mut self, value: &Value) -> Value {
        match value {
            Value::String(text) if text.starts_with("https://") => json!("https://evil.example/1.yaml"),
            Value::String(text) if text.starts_with("did:") => json!("did:wba:evil.example"),
            Value::String(_) => json!("Mallory"),
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
                object.insert("name".into(), "Mallory".into());
                Value::Object(object)
            }
            other => other.clone(),
        }
    }

    fn nothing(&mut self) -> Value {
        let nothings = [
            json!(null),
            json!([]),
            json!({}),
            json!({"@value": null}),
            json!([null]),
            json!([[]]),
            json!({"@set": []}),
            json!({"@list": []}),
            json!(""),
        ];
        self.random.pick(&nothings).clone()
    }

    /// A value in a form that some reader takes for another.
    fn odd_value(&mut self, value: &Value) -> Value {
        let nothing = self.nothing();
        match self.random.below(24) {
            0 => json!([value]),
            1 => json!([[value]]),
            2 => json!({"@set": [value]}),
            3 => json!({"@list": [value]}),
            4 => json!({"@value": value}),
            5 => json!({"@id": value}),
            6 => json!([value, nothing]),
            7 => json!([value, value]),
            8 | 9 => nothing,
            10 => json!([[], [value, [nothing]]]),
            11 => {
                let key = *self.random.pick(&["en", "k", "https://evil.example/k", "ad:Person", "name", "@none"]);
                json!({key: value})
            }
            12 => {
                json!({"@value": value, "@type": self.random.pick(&["@json", "xsd:string", "http://www.w3.org/2001/XMLSchema#double", "@id", "@none"])})
            }
            13 => json!({"@value": "v", "@language": self.random.pick(&["en", "en_US", ""]), "@direction": "rtl"}),
            14 => json!({"@type": "@id", "@value": value}),
            15 => json!({"@reverse": {"knows": value}}),
            16 => json!({"@graph": [value]}),
            17 => json!({"@index": "i", "@value": value}),
            18 => json!({"@included": [{"@id": self.odd_id(), "name": "I"}]}),
            19 => json!({"@nest": {"name": "N"}}),
            20 => json!({"@id": self.odd_id()}),
            21 => json!(self.random.pick(&spelling::STRINGS)),
            22 => json!([value, self.other(value)]),
            _ => {
                let keyword = *self.random.pick(&KEYWORDS);
                json!({keyword: value})
            }
        }
    }

    fn odd_name(&mut self) -> String {
        match self.random.below(10) {
            0 | 1 => (*self.random.pick(&KEYWORDS)).to_owned(),
            2..5 => (*self.random.pick(&OBJECT_NAMES)).to_owned(),
            5 | 6 => {
                let term = *self.random.pick(&TERMS);
                self.respelled(term)
            }
            7 => self.odd_id(),
            _ => (*self.random.pick(&spelling::NAMES)).to_owned(),
        }
    }

    /// Another name for a term.
    fn respelled(&mut self, name: &str) -> String {
        if self.random.chance(55) {
            let start = *self.random.pick(&spelling::STARTS);
            return format!("{start}{name}");
        }
        spelling::folded_alike(name, self.random.below(spelling::FOLDINGS))
    }

    fn odd_id(&mut self) -> String {
        if self.random.chance(12) {
            return format!("https://agent.example/n/{}", self.random.below(4));
        }
        (*self.random.pick(&spelling::IDS)).to_owned()
    }

    fn odd_class(&mut self) -> Value {
        let class = match self.random.below(4) {
            0 => {
                let class = *self.random.pick(&CLASSES);
                self.respelled(class)
            }
            1 => self.odd_id(),
            2 => self.odd_name(),
            _ => format!("ad:{}", self.random.pick(&CLASSES)),
        };
        match self.random.below(6) {
            0 => json!([class, "Thing"]),
            1 => json!([]),
            2 => json!([[class]]),
            3 => json!({"@id": class}),
            _ => json!(class),
        }
    }

    /// A node that has the identifier of another and something to say, or only names it.
    fn twin(&mut self, document: &mut Value) {
        let objects = pointers(document);
        let ids: Vec<String> = objects
            .iter()
            .filter_map(|pointer| document.pointer(pointer)?.get("@id")?.as_str().map(str::to_owned))
            .collect();
        let id = if !ids.is_empty() && self.random.chance(70) { self.random.pick(&ids).clone() } else { self.odd_id() };
        let mut twin = Map::from_iter([("@id".to_owned(), json!(id))]);
        match self.random.below(4) {
            0 => {}
            1 => {
                twin.insert("@type".into(), json!("Thing"));
            }
            2 => {
                let term = *self.random.pick(&TERMS);
                twin.insert(term.to_owned(), self.sound(term, false, 2));
            }
            _ => {
                twin.insert("name".into(), "Mallory".into());
            }
        }
        let twin = Value::Object(twin);
        let places = [
            "owner",
            "products",
            "services",
            "interfaces",
            "domainEntity",
            "knows",
            "ad:extra",
            "proof",
            "image",
            "offers",
        ];
        let place = *self.random.pick(&places);
        let twin = match self.random.below(6) {
            0 => json!([twin, twin]),
            1 => json!({"@list": [twin]}),
            2 => json!({"deep": [twin]}),
            _ => twin,
        };
        let pointer = if self.random.chance(60) { String::new() } else { self.random.pick(&objects).clone() };
        let node = document.pointer_mut(&pointer).unwrap().as_object_mut().unwrap();
        match node.get_mut(place) {
            Some(Value::Array(items)) if self.random.chance(60) => items.push(twin),
            _ => drop(node.insert(place.to_owned(), twin)),
        }
    }

    // ---- contexts ----

    fn change_context(&mut self, document: &mut Value) {
        let entry = self.odd_context_entry();
        let context = document.get_mut("@context").unwrap();
        match self.random.below(8) {
            // into an object that is there
            0..3 => {
                let objects = match context {
                    Value::Array(entries) => entries.iter_mut().find_map(Value::as_object_mut),
                    Value::Object(object) => Some(object),
                    _ => None,
                };
                if let (Some(object), Value::Object(entry)) = (objects, entry) {
                    object.extend(entry);
                }
            }
            3 => *context = entry,
            4 => *context = json!([context.clone()]),
            5 => *context = json!([[context.clone()], entry]),
            6 => {
                let mut entries = vec![entry];
                entries.extend(context.as_array().cloned().unwrap_or_else(|| vec![context.clone()]));
                *context = Value::Array(entries);
            }
            _ => {
                let mut entries = context.as_array().cloned().unwrap_or_else(|| vec![context.clone()]);
                entries.push(entry);
                *context = Value::Array(entries);
            }
        }
    }

    fn odd_context_entry(&mut self) -> Value {
        match self.random.below(12) {
            0 => json!(self.random.pick(&spelling::CONTEXTS)),
            1 => Value::Null,
            2 => self.nothing(),
            3..5 => {
                let keyword = *self.random.pick(&KEYWORDS);
                json!({keyword: self.random.pick(&spelling::CONTEXT_VALUES)})
            }
            5 => {
                let keywords = [
                    ("@vocab", json!("https://schema.org/")),
                    ("@vocab", json!("http://schema.org/")),
                    ("@vocab", json!(spelling::AD)),
                    ("@vocab", json!("")),
                    ("@vocab", json!("ad:")),
                    ("@vocab", json!("https://evil.example/")),
                    ("@base", json!("https://evil.example/")),
                    ("@base", json!(null)),
                    ("@language", json!("de")),
                    ("@direction", json!("rtl")),
                    ("@import", json!("https://schema.org/")),
                    ("@protected", json!(true)),
                    ("@propagate", json!(false)),
                    ("@version", json!(1.1)),
                ];
                let (keyword, value) = self.random.pick(&keywords).clone();
                json!({keyword: value, "x": "https://ex.example/x"})
            }
            _ => {
                let name = match self.random.below(6) {
                    0 => (*self.random.pick(&TERMS)).to_owned(),
                    1 => (*self.random.pick(&CLASSES)).to_owned(),
                    2 => self.odd_name(),
                    3 => (*self
                        .random
                        .pick(&["id", "type", "https", "http", "urn", "did", "mailto", "ad", "schema", "sec", "xsd"]))
                    .to_owned(),
                    4 => self.name(),
                    _ => (*self.random.pick(&["Person", "Thing", "basic_sc", "best", "n", "x", "Ex", "a-d", "A_D"]))
                        .to_owned(),
                };
                let definition = self.definition();
                json!({name: definition})
            }
        }
    }

    fn definition(&mut self) -> Value {
        let term = *self.random.pick(&TERMS);
        let iri = match self.random.below(8) {
            0 => format!("{}{term}", self.random.pick(&spelling::NAMESPACES)),
            1 => (*self.random.pick(&spelling::NAMESPACES)).to_owned(),
            2 => (*self.random.pick(&KEYWORDS)).to_owned(),
            3 => self.odd_id(),
            4 => (*self.random.pick(&spelling::DEFINED)).to_owned(),
            5 => format!("ad:{term}"),
            _ => {
                (*self.random.pick(&["https://ex.example/y", "https://ex.example/ns/", "urn:x:y", "urn:x:"])).to_owned()
            }
        };
        match self.random.below(14) {
            0 => Value::Null,
            1..6 => json!(iri),
            6 => json!({"@id": iri}),
            7 => {
                json!({"@id": iri, "@type": self.random.pick(&["@id", "@vocab", "@json", "@none", "xsd:double", "https://ex.example/t"])})
            }
            8 => {
                let containers = ["@index", "@language", "@id", "@type", "@graph", "@set", "@list"];
                json!({"@id": iri, "@container": self.random.pick(&containers)})
            }
            9 => {
                json!({"@id": iri, "@container": "@index", "@index": format!("{}{term}", self.random.pick(&spelling::NAMESPACES))})
            }
            10 => {
                json!({"@id": iri, "@context": {term: "https://evil.example/y", "y": format!("https://schema.org/{term}")}})
            }
            11 => json!({"@reverse": iri}),
            12 => {
                let more = [
                    ("@prefix", json!(true)),
                    ("@protected", json!(true)),
                    ("@language", json!("en")),
                    ("@direction", json!("ltr")),
                    ("@nest", json!("@nest")),
                    ("@propagate", json!(false)),
                    ("@context", json!("https://schema.org/")),
                    ("@context", json!(null)),
                ];
                let (keyword, value) = self.random.pick(&more).clone();
                json!({"@id": iri, keyword: value})
            }
            _ => json!({"@type": "@id"}),
        }
    }

    // ---- writing ----

    /// The document as text, its members in any order.
    fn write(&mut self, value: &Value, text: &mut String) {
        match value {
            Value::String(number) if number.starts_with(NUMBER) => text.push_str(&number[NUMBER.len()..]),
            Value::Array(items) => {
                text.push('[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        text.push(',');
                    }
                    self.write(item, text);
                }
                text.push(']');
            }
            Value::Object(object) => {
                let mut members: Vec<(&String, &Value)> = object.iter().collect();
                for last in (1..members.len()).rev() {
                    members.swap(last, self.random.below(last + 1));
                }
                text.push('{');
                for (index, (name, value)) in members.into_iter().enumerate() {
                    let comma = if index > 0 { "," } else { "" };
                    write!(text, "{comma}{}:", json!(name)).unwrap();
                    self.write(value, text);
                }
                text.push('}');
            }
            other => write!(text, "{other}").unwrap(),
        }
    }
}

/// The places of all objects outside of the root's context.
fn pointers(document: &Value) -> Vec<String> {
    fn collect(value: &Value, at: &str, found: &mut Vec<String>) {
        match value {
            Value::Object(object) => {
                found.push(at.to_owned());
                for (name, value) in object.iter().filter(|(name, _)| *name != "@context") {
                    collect(value, &format!("{at}/{}", name.replace('~', "~0").replace('/', "~1")), found);
                }
            }
            Value::Array(items) => {
                items.iter().enumerate().for_each(|(index, item)| collect(item, &format!("{at}/{index}"), found));
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    collect(document, "", &mut found);
    found
}
