//! What a reader sees: a tree of the nodes that agents act on, by one table of what a node of each kind holds, typed here by
//! hand from the specification's tables.

use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Root,
    Party,
    Product,
    Service,
    Interface,
    Information,
    DomainEntity,
    Offer,
    PriceSpecification,
    Brand,
    Nutrition,
    PropertyValue,
    Image,
    Audience,
    Customization,
    Scheme,
}

/// The terms of a kind of node with plain values, and those with nodes.
type Row = (&'static [&'static str], &'static [(&'static str, Kind)]);

impl Kind {
    pub fn row(self) -> Row {
        match self {
            Kind::Root => (
                &["did", "name", "description", "version", "created", "modified", "url", "protocolVersion"],
                &[
                    ("owner", Kind::Party),
                    ("products", Kind::Product),
                    ("services", Kind::Service),
                    ("interfaces", Kind::Interface),
                    ("Infomations", Kind::Information),
                    ("domainEntity", Kind::DomainEntity),
                    ("security", Kind::Scheme),
                ],
            ),
            Kind::Party => (&["name", "url", "description"], &[]),
            Kind::Product => (
                &["name", "description", "url", "identifier", "sku", "category", "ingredients"],
                &[
                    ("brand", Kind::Brand),
                    ("manufacturer", Kind::Party),
                    ("offers", Kind::Offer),
                    ("nutrition", Kind::Nutrition),
                    ("additionalProperty", Kind::PropertyValue),
                    ("image", Kind::Image),
                    ("audience", Kind::Audience),
                    ("customizationOptions", Kind::Customization),
                    ("security", Kind::Scheme),
                ],
            ),
            Kind::Service => (
                &["name", "description", "url"],
                &[("offers", Kind::Offer), ("provider", Kind::Party), ("security", Kind::Scheme)],
            ),
            Kind::Interface => (
                &["name", "description", "protocol", "url", "version", "humanAuthorization"],
                &[("security", Kind::Scheme)],
            ),
            Kind::Information => (&["name", "description", "url"], &[("security", Kind::Scheme)]),
            Kind::DomainEntity => (&["name", "description", "url"], &[("products", Kind::Product)]),
            Kind::Offer => (
                &["name", "identifier", "price", "priceCurrency", "availability"],
                &[("priceSpecification", Kind::PriceSpecification)],
            ),
            Kind::PriceSpecification => (&["price", "priceCurrency"], &[]),
            Kind::Brand => (&["name"], &[]),
            Kind::Nutrition => (&NUTRITION, &[]),
            Kind::PropertyValue => (&["name", "value", "isRequired"], &[]),
            Kind::Image => (&["url", "caption", "description"], &[]),
            Kind::Audience => (&["audienceType", "geographicArea"], &[]),
            Kind::Customization => (&[], &[("options", Kind::PropertyValue)]),
            Kind::Scheme => (&["scheme", "in", "name", "description"], &[]),
        }
    }

    /// All terms of the kind, with the kind of the nodes that are their values.
    pub fn terms(self) -> impl Iterator<Item = (&'static str, Option<Kind>)> {
        let (values, nodes) = self.row();
        values.iter().map(|name| (*name, None)).chain(nodes.iter().map(|(name, kind)| (*name, Some(*kind))))
    }
}

pub const NUTRITION: [&str; 12] = [
    "servingSize",
    "calories",
    "fatContent",
    "saturatedFatContent",
    "unsaturatedFatContent",
    "transFatContent",
    "cholesterolContent",
    "carbohydrateContent",
    "sugarContent",
    "fiberContent",
    "proteinContent",
    "sodiumContent",
];

pub const NAMESPACES: [&str; 5] = [
    "https://agent-network-protocol.com/ad#",
    "https://schema.org/",
    "http://schema.org/",
    "https://service.agent-network-protocol.com/ad#",
    "https://agent-network-protocol.com/ad/",
];

/// A value as a reader sees it. What readers tell apart by their form alone has one form here.
#[derive(Clone, Debug, PartialEq)]
pub enum Seen {
    /// A string, or an IRI as the value of a term that is no node.
    Text(String),
    Number(f64),
    Bool(bool),
    Node(View),
}

/// A node as a reader sees it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    pub id: Option<String>,
    pub types: BTreeSet<String>,
    /// Of the terms that there are.
    pub terms: BTreeMap<&'static str, Vec<Seen>>,
    pub schemes: BTreeMap<String, View>,
    pub content: Option<Value>,
    /// Whether the context types `content` as JSON: elsewhere readers of RDF have statements in its place.
    pub is_content_json: bool,
}

impl View {
    /// The one text of a term.
    pub fn text(&self, term: &str) -> Option<&str> {
        match self.values(term) {
            [Seen::Text(text)] => Some(text),
            _ => None,
        }
    }

    pub fn values(&self, term: &str) -> &[Seen] {
        self.terms.get(term).map_or(&[], Vec::as_slice)
    }

    fn is_reference(&self, iri: &str) -> bool {
        self.id.as_deref() == Some(iri) && self.terms.is_empty() && self.types.is_empty()
    }
}

/// Where a reader of RDF sees other than a reader by names. `base` makes the relative URLs of ANP-07 absolute.
pub fn differs(rdf: &View, named: &View, base: Option<&str>, at: &str, found: &mut Vec<String>) {
    if rdf.id != named.id {
        found.push(format!("{at}/@id: RDF {:?}, by name {:?}", rdf.id, named.id));
    }
    if rdf.types != named.types {
        found.push(format!("{at}/@type: RDF {:?}, by name {:?}", rdf.types, named.types));
    }
    if let Some(content) = &named.content
        && named.is_content_json
        && rdf.content.as_ref().is_none_or(|other| !same_json(content, other))
    {
        found.push(format!("{at}/content: RDF {:?}, by name {content}", rdf.content));
    }
    let terms: BTreeSet<&str> = rdf.terms.keys().chain(named.terms.keys()).copied().collect();
    for term in terms {
        let mut left: Vec<&Seen> = rdf.values(term).iter().collect();
        for value in named.values(term) {
            let is_same = |other: &&Seen| same(other, value, base) || is_number_for_iri(term, other, value);
            match left.iter().position(is_same) {
                Some(index) => drop(left.swap_remove(index)),
                None => found.push(format!("{at}/{term}: RDF {:?} lacks {value:?}", rdf.values(term))),
            }
        }
        for other in left {
            found.push(format!("{at}/{term}: by name {:?} lacks {other:?}", named.values(term)));
        }
    }
    if rdf.schemes.keys().ne(named.schemes.keys()) {
        found.push(format!("{at}/schemes: RDF {:?}, by name {:?}", rdf.schemes.keys(), named.schemes.keys()));
    }
    for (name, scheme) in &named.schemes {
        if let Some(other) = rdf.schemes.get(name) {
            differs(other, scheme, base, &format!("{at}/schemes/{name}"), found);
        }
    }
}

fn same(rdf: &Seen, named: &Seen, base: Option<&str>) -> bool {
    match (rdf, named) {
        (Seen::Number(rdf), Seen::Number(named)) => rdf == named,
        (Seen::Bool(rdf), Seen::Bool(named)) => rdf == named,
        (Seen::Text(rdf), Seen::Text(named)) => {
            let absolute = || url::Url::parse(base?).ok()?.join(named).ok();
            rdf == named || absolute().is_some_and(|url| url.as_str() == rdf)
        }
        // the address of a picture is a node to readers of RDF, or a string
        (Seen::Node(rdf), Seen::Text(named)) => rdf.is_reference(named),
        (Seen::Text(rdf), Seen::Node(named)) => named.id.as_deref().unwrap_or_default() == rdf,
        (Seen::Node(rdf), Seen::Node(named)) => {
            let mut found = Vec::new();
            differs(rdf, named, base, "", &mut found);
            found.is_empty()
        }
        _ => false,
    }
}

/// Whether a number or boolean stands where an IRI is expected, which the model leaves unread: rdflib gives it a datatype of its
/// own.
fn is_number_for_iri(term: &str, rdf: &Seen, named: &Seen) -> bool {
    let Seen::Text(rdf) = rdf else { return false };
    let written = match named {
        Seen::Number(number) => rdf.parse() == Ok(*number),
        Seen::Bool(flag) => *rdf == flag.to_string(),
        _ => false,
    };
    matches!(term, "url" | "image") && written
}

/// Whether two JSON values are the same, numbers by their values.
pub fn same_json(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same_json(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(name, one)| other.get(name).is_some_and(|other| same_json(one, other)))
        }
        _ => one == other,
    }
}

/// The pinned context's parts that a reader by names needs: prefixes, names with IRIs of their own, and the vocabulary.
pub struct Names {
    prefixes: BTreeMap<String, String>,
    names: BTreeMap<String, String>,
    vocabulary: String,
    aliases: bool,
    is_content_json: bool,
    /// Whether the reader takes a member for a term that differs in case, `_` or `-` from its name.
    ignores_case: bool,
}

impl Names {
    pub fn new(root: &Map<String, Value>, pinned: &BTreeMap<String, Value>) -> Self {
        let mut names = Self {
            prefixes: BTreeMap::new(),
            names: BTreeMap::new(),
            vocabulary: String::new(),
            aliases: false,
            is_content_json: false,
            ignores_case: false,
        };
        match root.get("@context") {
            None => {
                names.add(&pinned[super::ANP_07]["@context"]);
                names.aliases = true;
            }
            Some(Value::Array(entries)) => entries.iter().for_each(|entry| names.entry(entry, pinned)),
            Some(entry) => names.entry(entry, pinned),
        }
        names
    }

    /// The same reader, ignoring case.
    pub fn ignoring_case(self) -> Self {
        Self { ignores_case: true, ..self }
    }

    fn entry(&mut self, entry: &Value, pinned: &BTreeMap<String, Value>) {
        match entry {
            Value::String(iri) => {
                self.aliases |= iri.contains("schema.org");
                if let Some(context) = pinned.get(iri) {
                    self.add(&context["@context"]);
                }
            }
            entry => self.add(entry),
        }
    }

    fn add(&mut self, context: &Value) {
        let context = context.as_object().unwrap();
        // a context's own prefixes make its IRIs
        let prefix = |name: &str| context.get(name).and_then(Value::as_str);
        let whole = |iri: &str| match iri.split_once(':') {
            Some((start, rest)) => prefix(start).map_or_else(|| iri.to_owned(), |start| format!("{start}{rest}")),
            None => iri.to_owned(),
        };
        if let Some(vocabulary) = context.get("@vocab").and_then(Value::as_str) {
            self.vocabulary = vocabulary.to_owned();
        }
        for (name, value) in context {
            let Some(iri) = value.as_str().or_else(|| value.get("@id")?.as_str()) else { continue };
            if name.starts_with('@') || iri.starts_with('@') {
                continue;
            }
            if value.is_string() && iri.ends_with(['/', '#', ':']) {
                self.prefixes.insert(name.clone(), whole(iri));
            } else {
                self.names.insert(name.clone(), whole(iri));
            }
            self.is_content_json |= name == "content";
        }
    }

    /// The IRI of a type.
    pub fn class(&self, name: &str) -> String {
        match name.split_once(':') {
            Some((prefix, rest)) if !rest.starts_with("//") => match self.prefixes.get(prefix) {
                Some(start) => format!("{start}{rest}"),
                None => name.to_owned(),
            },
            Some(_) => name.to_owned(),
            None => self.names.get(name).cloned().unwrap_or_else(|| format!("{}{name}", self.vocabulary)),
        }
    }

    /// The value of a term: under its own name, or with the prefix of a vocabulary that is read.
    fn member<'a>(&self, node: &'a Map<String, Value>, term: &str) -> Option<&'a Value> {
        if self.ignores_case {
            // of several, the one that the exact name does not find
            let alike = node.iter().filter(|(name, _)| equal_ignoring_case(name, term));
            if let Some((_, value)) = alike.max_by_key(|(name, _)| *name != term) {
                return Some(value);
            }
        }
        node.get(term).or_else(|| {
            let accepted = self.prefixes.iter().filter(|(_, iri)| NAMESPACES.contains(&iri.as_str()));
            accepted.map(|(prefix, _)| format!("{prefix}:{term}")).find_map(|name| node.get(&name))
        })
    }

    /// What a program sees that takes members by their names.
    pub fn view(&self, node: &Map<String, Value>, kind: Kind) -> View {
        let keyword = |keyword: &str, alias: &str| match node.get(keyword) {
            None if self.aliases => node.get(alias),
            value => value,
        };
        let types: Vec<&Value> = keyword("@type", "type").map(elements).unwrap_or_default();
        let id = keyword("@id", "id").and_then(Value::as_str).map(str::to_owned);
        let types = types.into_iter().filter_map(Value::as_str).map(|name| self.class(name)).collect();
        let mut view = View { id, types, ..View::default() };
        for (term, kind) in kind.terms() {
            let values = self.member(node, term).map(elements).unwrap_or_default();
            if !values.is_empty() {
                view.terms.insert(term, values.into_iter().map(|value| self.seen(value, kind)).collect());
            }
        }
        if kind == Kind::Root {
            let definitions = self.member(node, "securityDefinitions").and_then(Value::as_object);
            let named =
                definitions.into_iter().flatten().filter_map(|(name, scheme)| Some((name, scheme.as_object()?)));
            view.schemes = named.map(|(name, scheme)| (name.clone(), self.view(scheme, Kind::Scheme))).collect();
        }
        if kind == Kind::Interface {
            view.content = self.member(node, "content").filter(|content| !elements(content).is_empty()).cloned();
            view.is_content_json = self.is_content_json && node.contains_key("content");
        }
        view
    }

    fn seen(&self, value: &Value, kind: Option<Kind>) -> Seen {
        match (value, kind) {
            (Value::String(text), _) => Seen::Text(text.clone()),
            (Value::Bool(flag), _) => Seen::Bool(*flag),
            (Value::Number(number), _) => Seen::Number(number.as_f64().unwrap()),
            (Value::Object(node), Some(kind)) => Seen::Node(self.view(node, kind)),
            // what is no value of the term: told apart by its identifier alone
            (Value::Object(node), None) => {
                Seen::Node(View { id: node.get("@id").and_then(Value::as_str).map(str::to_owned), ..View::default() })
            }
            (Value::Array(_) | Value::Null, _) => panic!("the profile allows no {value} here"),
        }
    }
}

/// Java's `equalsIgnoreCase`, by its documentation: letters are equal as they are, in upper case, or in lower case of it.
/// `_` and `-` do not count.
fn equal_ignoring_case(one: &str, other: &str) -> bool {
    let single = |mut mapped: Box<dyn Iterator<Item = char>>, letter: char| match (mapped.next(), mapped.next()) {
        (Some(only), None) => only,
        _ => letter,
    };
    let upper = |letter: char| single(Box::new(letter.to_uppercase()), letter);
    // the one letter whose lower case is longer in Unicode's special casing
    let lower = |letter: char| if letter == 'İ' { 'i' } else { single(Box::new(letter.to_lowercase()), letter) };
    let letters = |name: &str| name.chars().filter(|letter| !matches!(letter, '_' | '-')).collect::<Vec<char>>();
    let (one, other) = (letters(one), letters(other));
    let equal = |(one, other): (&char, &char)| {
        one == other || upper(*one) == upper(*other) || lower(upper(*one)) == lower(upper(*other))
    };
    one.len() == other.len() && one.iter().zip(&other).all(equal)
}

/// The values of a member: none for `null` and `[]`.
fn elements(value: &Value) -> Vec<&Value> {
    match value {
        Value::Array(items) => items.iter().collect(),
        Value::Null => Vec::new(),
        other => vec![other],
    }
}
