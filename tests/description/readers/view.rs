//! What a reader sees: a tree of the nodes that agents act on. Each reader builds it from its own form of the document, by one
//! table of what a node of each kind holds, typed here by hand from the specification's tables.

use agent_description::description::{
    AgentDescription, Interface, Node, Offer, Party, Product, SecurityRequirement, SecurityScheme, Service,
};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Root,
    Party,
    Product,
    Service,
    Interface,
    Offer,
    Brand,
    Scheme,
}

/// The terms of a kind of node with plain values, and those with nodes.
type Row = (&'static [&'static str], &'static [(&'static str, Kind)]);

impl Kind {
    pub fn row(self) -> Row {
        match self {
            Kind::Root => (
                &["did", "name", "description", "version", "created", "modified", "url", "security"],
                &[
                    ("owner", Kind::Party),
                    ("products", Kind::Product),
                    ("services", Kind::Service),
                    ("interfaces", Kind::Interface),
                ],
            ),
            Kind::Party => (&["name", "url", "description"], &[]),
            Kind::Product => (
                &["name", "description", "url", "identifier", "sku", "category", "ingredients", "security"],
                &[("offers", Kind::Offer), ("brand", Kind::Brand), ("manufacturer", Kind::Party)],
            ),
            Kind::Service => {
                (&["name", "description", "url", "security"], &[("offers", Kind::Offer), ("provider", Kind::Party)])
            }
            Kind::Interface => {
                (&["name", "description", "protocol", "url", "version", "humanAuthorization", "security"], &[])
            }
            Kind::Offer => (&["name", "identifier", "price", "availability"], &[]),
            Kind::Brand => (&["name"], &[]),
            Kind::Scheme => (&["scheme", "in", "name", "description"], &[]),
        }
    }
}

/// A node as a reader sees it. `None` for a term: the reader has no such member.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    pub id: Option<String>,
    pub values: BTreeMap<&'static str, Option<Vec<String>>>,
    pub nodes: BTreeMap<&'static str, Option<Vec<View>>>,
    pub schemes: Option<BTreeMap<String, View>>,
}

impl View {
    /// Whether there is nothing but an identifier: a link.
    pub fn is_link(&self) -> bool {
        self.values.values().all(|values| values.as_ref().is_none_or(Vec::is_empty))
            && self.nodes.values().all(|nodes| nodes.as_ref().is_none_or(Vec::is_empty))
            && self.schemes.as_ref().is_none_or(BTreeMap::is_empty)
    }
}

/// Whether a value is of the kind that a term takes: anything else is no value of it, for whoever reads.
fn fits(term: &str, value: &Value) -> bool {
    match term {
        "humanAuthorization" => value.is_boolean(),
        "price" => value.is_number() || value.as_str().is_some_and(|text| text.parse::<f64>().is_ok()),
        _ => value.is_string(),
    }
}

/// Whether a term takes IRIs.
fn takes_iris(term: &str) -> bool {
    matches!(term, "url" | "availability" | "security")
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

// ---- the reader by member names ----

/// What `jq` takes under each name. Value objects are JSON-LD's way to write a value; all other objects and nested arrays in
/// the place of a value are themselves.
pub fn plain(node: &Map<String, Value>, kind: Kind) -> View {
    let mut view = View { id: node.get("@id").map(text), ..View::default() };
    let (values, nodes) = kind.row();
    for name in values {
        view.values.insert(
            *name,
            node.get(*name).map(|value| elements(value).into_iter().filter_map(|v| plain_value(name, v)).collect()),
        );
    }
    for (name, kind) in nodes {
        let seen = node.get(*name).map(|value| {
            let each = elements(value).into_iter().map(|element| match element {
                Value::Object(node) => plain(node, *kind),
                other => View { id: Some(text(other)), ..View::default() },
            });
            each.collect()
        });
        view.nodes.insert(*name, seen);
    }
    if kind == Kind::Root {
        view.schemes = node.get("securityDefinitions").map(|definitions| {
            let named = elements(definitions).into_iter().filter_map(Value::as_object).flatten();
            named
                .filter(|(name, _)| !name.starts_with('@'))
                .flat_map(|(name, schemes)| elements(schemes).into_iter().map(move |scheme| (name, scheme)))
                .filter_map(|(name, scheme)| Some((name.clone(), plain(scheme.as_object()?, Kind::Scheme))))
                .collect()
        });
    }
    view
}

fn elements(value: &Value) -> Vec<&Value> {
    match value {
        Value::Array(items) => items.iter().filter(|item| !is_nothing(item)).collect(),
        other if is_nothing(other) => Vec::new(),
        other => vec![other],
    }
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().all(is_nothing),
        Value::Object(object) => object.get("@value").is_some_and(Value::is_null),
        _ => false,
    }
}

fn plain_value(term: &str, value: &Value) -> Option<String> {
    let value = match value.get("@value") {
        Some(inner) => inner,
        None if takes_iris(term) => value.get("@id").unwrap_or(value),
        None => value,
    };
    fits(term, value).then(|| text(value))
}

// ---- the reader of RDF ----

const NAMESPACES: [&str; 5] = [
    "https://agent-network-protocol.com/ad#",
    "https://schema.org/",
    "http://schema.org/",
    "https://service.agent-network-protocol.com/ad#",
    "https://agent-network-protocol.com/ad/",
];

/// The nodes of a document, those of one identifier merged.
#[derive(Debug, Default)]
pub struct Merged {
    nodes: BTreeMap<String, BTreeMap<String, BTreeSet<String>>>,
    fresh: usize,
}

impl Merged {
    /// Of an expanded or flattened document; every graph counts.
    pub fn of(items: &Value) -> Self {
        let mut merged = Self::default();
        for item in items.as_array().unwrap() {
            merged.add(item);
        }
        merged
    }

    /// The key of a node: its `@id`, or one of its own.
    fn add(&mut self, node: &Value) -> String {
        let object = node.as_object().unwrap();
        let key = match object.get("@id") {
            Some(Value::String(id)) => id.clone(),
            // none, or one that means nothing
            _ => {
                self.fresh += 1;
                format!("_:test-{}", self.fresh)
            }
        };
        self.nodes.entry(key.clone()).or_default();
        for (property, values) in object {
            if matches!(property.as_str(), "@graph" | "@included") {
                for node in values.as_array().unwrap() {
                    self.add(node);
                }
            } else if !property.starts_with('@') {
                for value in values.as_array().unwrap() {
                    self.add_value(&key, property, value);
                }
            }
        }
        key
    }

    fn add_value(&mut self, key: &str, property: &str, value: &Value) {
        if let Some(list) = value.get("@list") {
            for item in list.as_array().unwrap() {
                self.add_value(key, property, item);
            }
            return;
        }
        if let Some(Value::Array(items)) = value.get("@value") {
            for item in items {
                self.add_value(key, property, &json!({"@value": item}));
            }
            return;
        }
        let value = match value.get("@value") {
            Some(literal) => literal.to_string(),
            None => format!("<{}", self.add(value)),
        };
        self.nodes.entry(key.to_owned()).or_default().entry(property.to_owned()).or_default().insert(value);
    }

    fn values(&self, key: &str, term: &str, kind: Kind) -> BTreeSet<String> {
        let mut names: Vec<String> = NAMESPACES.iter().map(|namespace| format!("{namespace}{term}")).collect();
        if term == "did" {
            names.push("https://w3id.org/did#".to_owned());
        }
        if kind == Kind::Scheme && term == "name" {
            names.push("https://agent-network-protocol.com/ad#parameterName".to_owned());
        }
        let node = self.nodes.get(key);
        names.iter().filter_map(|name| node?.get(name)).flatten().cloned().collect()
    }

    /// The node of a key, as a kind.
    pub fn view(&self, key: &str, kind: Kind) -> View {
        let mut view = View { id: Some(key.to_owned()), ..View::default() };
        let (values, nodes) = kind.row();
        for name in values {
            let found = self.values(key, name, kind);
            let read = |value: &String| match value.strip_prefix('<') {
                Some(iri) => takes_iris(name).then(|| iri.to_owned()),
                None => serde_json::from_str(value).ok().filter(|value| fits(name, value)).map(|value| text(&value)),
            };
            view.values.insert(*name, Some(found.iter().filter_map(read).collect()));
        }
        for (name, kind) in nodes {
            let found = self.values(key, name, *kind);
            let nodes = found.iter().filter_map(|value| value.strip_prefix('<'));
            view.nodes.insert(*name, Some(nodes.map(|key| self.view(key, *kind)).collect()));
        }
        if kind == Kind::Root {
            view.schemes = Some(self.schemes(key));
        }
        view
    }

    /// The schemes under the names of an index, or under properties that are their names.
    fn schemes(&self, key: &str) -> BTreeMap<String, View> {
        let mut schemes = BTreeMap::new();
        for definition in self.values(key, "securityDefinitions", Kind::Root) {
            let Some(definition) = definition.strip_prefix('<') else { continue };
            let named = self.values(definition, "definitionName", Kind::Root);
            if let Some(name) = named.first() {
                schemes.insert(serde_json::from_str(name).unwrap(), self.view(definition, Kind::Scheme));
                continue;
            }
            for (property, values) in self.nodes.get(definition).into_iter().flatten() {
                let name = property.rsplit(['#', '/']).next().unwrap().to_owned();
                for scheme in values.iter().filter_map(|value| value.strip_prefix('<')) {
                    schemes.insert(name.clone(), self.view(scheme, Kind::Scheme));
                }
            }
        }
        schemes
    }

    /// The key of the one description in the document: its identifier, or that of the one blank node that defines schemes.
    pub fn root(&self, id: Option<&str>) -> String {
        let defines =
            |key: &&String| key.starts_with("_:") && !self.values(key, "securityDefinitions", Kind::Root).is_empty();
        match id.filter(|id| !id.starts_with("_:")) {
            Some(id) => id.to_owned(),
            None => self.nodes.keys().find(defines).cloned().unwrap_or_default(),
        }
    }
}

// ---- the model ----

/// What the model typed, and for terms that it left untyped, because a value is not of the term's kind, what it kept.
fn view<const V: usize, const N: usize>(
    node: &Node,
    values: [(&'static str, Vec<String>); V],
    nodes: [(&'static str, Vec<View>); N],
) -> View {
    let kept = |name: &str| {
        let properties = node.untyped_properties().filter(|(iri, _)| {
            NAMESPACES.iter().any(|namespace| iri.strip_prefix(namespace).is_some_and(|found| found == name))
        });
        properties
            .flat_map(|(_, values)| values.iter().map(|value| serde_json::from_str(&value.to_compact()).unwrap()))
            .collect::<Vec<Value>>()
    };
    let values = values.map(|(name, mut typed)| {
        typed.extend(kept(name).iter().filter_map(|value| match value.as_object() {
            None => fits(name, value).then(|| text(value)),
            Some(node) => node.get("@id").filter(|_| takes_iris(name)).map(text),
        }));
        (name, Some(typed))
    });
    // nodes that are left untyped are compared as JSON-LD only
    let nodes = nodes.map(|(name, typed)| (name, kept(name).is_empty().then_some(typed)));
    View { id: node.id().map(str::to_owned), values: values.into(), nodes: nodes.into(), schemes: None }
}

fn one<T: ToString>(value: Option<T>) -> Vec<String> {
    value.map(|value| value.to_string()).into_iter().collect()
}

fn names(security: &[SecurityRequirement]) -> Vec<String> {
    let name = |requirement: &SecurityRequirement| match requirement {
        SecurityRequirement::Named(name) => name.to_string(),
        SecurityRequirement::Inline(_) => panic!("the generator writes no inline schemes"),
        _ => panic!("a requirement this test does not know"),
    };
    security.iter().map(name).collect()
}

pub fn model(ad: &AgentDescription) -> View {
    let mut root = view(
        &ad.node,
        [
            ("did", one(ad.did.as_ref())),
            ("name", vec![ad.name.to_string()]),
            ("description", one(ad.description.as_ref())),
            ("version", one(ad.version.as_ref())),
            ("created", one(ad.created.as_ref().map(|time| time.as_str().to_owned()))),
            ("modified", one(ad.modified.as_ref().map(|time| time.as_str().to_owned()))),
            ("url", one(ad.url.as_ref())),
            ("security", names(&ad.security)),
        ],
        [
            ("owner", ad.owner.iter().map(party).collect()),
            ("products", ad.products.iter().map(product).collect()),
            ("services", ad.services.iter().map(service).collect()),
            ("interfaces", ad.interfaces.iter().map(interface).collect()),
        ],
    );
    let schemes = ad.security_definitions.iter();
    root.schemes = Some(schemes.map(|named| (named.name.to_string(), scheme(&named.scheme))).collect());
    root
}

fn party(party: &Party) -> View {
    let values = [
        ("name", one(party.name.as_ref())),
        ("url", one(party.url.as_ref())),
        ("description", one(party.description.as_ref())),
    ];
    view(&party.node, values, [])
}

fn product(product: &Product) -> View {
    view(
        &product.node,
        [
            ("name", one(product.name.as_ref())),
            ("description", one(product.description.as_ref())),
            ("url", one(product.url.as_ref())),
            ("identifier", one(product.identifier.as_ref())),
            ("sku", one(product.sku.as_ref())),
            ("category", one(product.category.as_ref())),
            ("ingredients", product.ingredients.iter().map(ToString::to_string).collect()),
            ("security", names(&product.security)),
        ],
        [
            ("offers", product.offers.iter().map(offer).collect()),
            ("brand", product.brand.iter().map(|b| view(&b.node, [("name", one(b.name.as_ref()))], [])).collect()),
            ("manufacturer", product.manufacturer.iter().map(party).collect()),
        ],
    )
}

fn service(service: &Service) -> View {
    view(
        &service.node,
        [
            ("name", one(service.name.as_ref())),
            ("description", one(service.description.as_ref())),
            ("url", one(service.url.as_ref())),
            ("security", names(&service.security)),
        ],
        [
            ("offers", service.offers.iter().map(offer).collect()),
            ("provider", service.provider.iter().map(party).collect()),
        ],
    )
}

fn interface(interface: &Interface) -> View {
    let values = [
        ("name", one(interface.name.as_ref())),
        ("description", one(interface.description.as_ref())),
        ("protocol", one(interface.protocol.as_ref())),
        ("url", one(interface.url.as_ref())),
        ("version", one(interface.version.as_ref())),
        ("humanAuthorization", one(interface.human_authorization)),
        ("security", names(&interface.security)),
    ];
    view(&interface.node, values, [])
}

fn offer(offer: &Offer) -> View {
    let values = [
        ("name", one(offer.name.as_ref())),
        ("identifier", one(offer.identifier.as_ref())),
        ("price", one(offer.price.as_ref().map(|price| price.amount.clone()))),
        ("availability", one(offer.availability.as_ref())),
    ];
    view(&offer.node, values, [])
}

fn scheme(scheme: &SecurityScheme) -> View {
    let values = [
        ("scheme", vec![scheme.scheme.to_string()]),
        ("in", vec![scheme.location.to_string()]),
        ("name", one(scheme.name.as_ref())),
        ("description", one(scheme.description.as_ref())),
    ];
    view(&scheme.node, values, [])
}

// ---- comparing ----

/// Where the reader by names sees other values than the model; a name that is missing shows nothing, but a `did` must be.
pub fn plain_differs(plain: &View, model: &View, at: &str, found: &mut Vec<String>) {
    for (name, values) in &model.values {
        let seen = plain.values.get(name).cloned().flatten();
        let Some(values) = values.clone() else { continue };
        let hidden_did = *name == "did" && seen.is_none() && !values.is_empty();
        // an IRI may be written in short
        let same = |seen: &Vec<String>| {
            seen.len() == values.len()
                && seen.iter().zip(&values).all(|(seen, value)| {
                    seen == value
                        || *name == "availability" && last_segment(seen) == last_segment(value)
                        || *name == "security" && last_segment(seen) == *value
                })
        };
        if hidden_did || seen.as_ref().is_some_and(|seen| !same(seen)) {
            found.push(format!("{at}/{name}: by name {seen:?}, model {values:?}"));
        }
    }
    for (name, nodes) in &model.nodes {
        let Some(seen) = plain.nodes.get(name).cloned().flatten() else { continue };
        let Some(nodes) = nodes.clone() else { continue };
        if seen.len() != nodes.len() {
            found.push(format!("{at}/{name}: by name {} nodes, model {}", seen.len(), nodes.len()));
        }
        for (index, (seen, node)) in seen.iter().zip(&nodes).enumerate() {
            plain_differs(seen, node, &format!("{at}/{name}/{index}"), found);
        }
    }
    if let (Some(seen), Some(schemes)) = (&plain.schemes, &model.schemes) {
        if seen.keys().ne(schemes.keys()) {
            found.push(format!("{at}: by name {:?}, model {:?}", seen.keys(), schemes.keys()));
        }
        for (name, scheme) in schemes {
            if let Some(seen) = seen.get(name) {
                plain_differs(seen, scheme, &format!("{at}/securityDefinitions/{name}"), found);
            }
        }
    }
}

fn last_segment(iri: &str) -> &str {
    iri.rsplit(['#', '/', ':']).next().unwrap()
}

/// The model's view with the relative identifiers that `base` makes absolute.
pub fn resolved(model: &View, base: &str) -> View {
    let mut view = model.clone();
    if let Some(id) = &view.id
        && !id.starts_with("_:")
    {
        view.id = Some(
            url::Url::parse(id)
                .map_or_else(|_| url::Url::parse(base).unwrap().join(id).unwrap().to_string(), |_| id.clone()),
        );
    }
    for nodes in view.nodes.values_mut().flatten() {
        *nodes = nodes.iter().map(|node| resolved(node, base)).collect();
    }
    view
}

/// Where the reader of RDF sees other values than the model; what is only named is described where it is stated.
pub fn merged_differs(merged: &View, model: &View, at: &str, found: &mut Vec<String>) {
    if model.id.is_some() && model.is_link() {
        return;
    }
    let set = |values: &Option<Vec<String>>| values.iter().flatten().cloned().collect::<BTreeSet<String>>();
    for (name, values) in &model.values {
        let (ours, theirs) = (set(values), merged.values.get(name).map(set).unwrap_or_default());
        // names of schemes that a context made IRIs of
        let short =
            |values: &BTreeSet<String>| values.iter().map(|v| last_segment(v).to_owned()).collect::<BTreeSet<_>>();
        if ours != theirs && !(*name == "security" && short(&ours) == short(&theirs)) {
            found.push(format!("{at}/{name}: merged {theirs:?}, model {ours:?}"));
        }
    }
    for (name, nodes) in &model.nodes {
        let Some(ours) = nodes.clone() else { continue };
        let theirs = merged.nodes.get(name).cloned().flatten().unwrap_or_default();
        nodes_differ(&theirs, &ours, &format!("{at}/{name}"), found);
    }
    if let (Some(theirs), Some(ours)) = (&merged.schemes, &model.schemes) {
        if theirs.keys().ne(ours.keys()) {
            found.push(format!("{at}: merged {:?}, model {:?}", theirs.keys(), ours.keys()));
        }
        for (name, scheme) in ours {
            if let Some(theirs) = theirs.get(name) {
                merged_differs(theirs, scheme, &format!("{at}/securityDefinitions/{name}"), found);
            }
        }
    }
}

/// Nodes by their identifiers; those without are told apart by what they hold.
fn nodes_differ(theirs: &[View], ours: &[View], at: &str, found: &mut Vec<String>) {
    let mut left: Vec<&View> = theirs.iter().collect();
    let mut met: BTreeSet<&str> = BTreeSet::new();
    for node in ours {
        if let Some(id) = &node.id
            && met.contains(id.as_str())
        {
            let same = theirs.iter().find(|other| other.id == node.id).unwrap();
            merged_differs(same, node, at, found);
            continue;
        }
        let fits = |other: &&View| match &node.id {
            // blank node identifiers are the reader's own
            Some(id) if !id.starts_with("_:") => other.id.as_ref() == Some(id),
            _ => {
                let mut differences = Vec::new();
                merged_differs(other, &View { id: None, ..node.clone() }, at, &mut differences);
                differences.is_empty() && other.id.as_ref().is_none_or(|id| id.starts_with("_:"))
            }
        };
        match left.iter().position(fits) {
            Some(index) => {
                let other = left.swap_remove(index);
                merged_differs(other, node, at, found);
                met.extend(node.id.as_deref().filter(|id| !id.starts_with("_:")));
            }
            // a blank node said twice
            None if node.id.as_ref().is_some_and(|id| id.starts_with("_:"))
                && theirs.iter().any(|other| fits(&other)) => {}
            None => found.push(format!("{at}: the merge has no {node:?}")),
        }
    }
    for other in left {
        found.push(format!("{at}: the model has no {other:?}"));
    }
}
