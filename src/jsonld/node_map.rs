//! The node map generation algorithm (JSON-LD 1.1 API, section 7.2), on an expanded document.

use super::JsonLdError;
use crate::{
    Code,
    json::{Json, Object, Offset, Text, Value, jcs},
};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Every graph of a document, by name; the default graph has none.
#[derive(Debug, Default)]
pub(super) struct NodeMap {
    pub(super) graphs: BTreeMap<Option<Text>, Graph>,
    pub(super) blanks: BlankNodes,
}

/// The nodes of one graph, by identifier.
pub(super) type Graph = BTreeMap<Text, Node>;

/// A node of one graph.
#[derive(Debug, Default)]
pub(super) struct Node {
    pub(super) types: Values<Text>,
    pub(super) properties: BTreeMap<Text, Values<Item>>,
    pub(super) index: Option<Text>,
}

impl Node {
    /// Whether there is nothing but the identifier.
    pub(super) fn says_nothing(&self) -> bool {
        self.types.items.is_empty() && self.properties.is_empty() && self.index.is_none()
    }
}

/// A value of a property.
#[derive(Clone, Debug)]
pub(super) enum Item {
    /// A node, by identifier.
    Node(Text),
    /// A value object.
    Value(Json),
    /// A list.
    List(Vec<Item>),
}

/// Values without duplicates, in the order they came.
#[derive(Debug)]
pub(super) struct Values<T> {
    pub(super) items: Vec<T>,
    seen: HashSet<Vec<u8>>,
}

impl<T> Default for Values<T> {
    fn default() -> Self {
        Self { items: Vec::new(), seen: HashSet::new() }
    }
}

impl<T> Values<T> {
    /// Appends the value, unless one with the same bytes is there.
    fn add(&mut self, value: T, bytes: Vec<u8>) {
        if self.seen.insert(bytes) {
            self.items.push(value);
        }
    }
}

impl Item {
    /// Bytes that are the same for equivalent items; lists have none, they are never compared.
    fn bytes(&self) -> Option<Vec<u8>> {
        match self {
            Self::Node(id) => Some(reference_bytes(id)),
            // canonical JSON starts with a brace, references do not
            Self::Value(value) => Some(jcs::canonicalize(value)),
            Self::List(_) => None,
        }
    }
}

fn reference_bytes(id: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(id.len() + 1);
    bytes.push(b'@');
    bytes.extend_from_slice(id.as_bytes());
    bytes
}

/// The generate blank node identifier algorithm (section 7.4).
#[derive(Debug, Default)]
pub(super) struct BlankNodes {
    issued: usize,
    known: HashMap<Text, Text>,
}

impl BlankNodes {
    /// A new identifier.
    pub(super) fn fresh(&mut self) -> Text {
        let identifier = Text::from(format!("_:b{}", self.issued));
        self.issued += 1;
        identifier
    }

    /// The identifier that stands for one of the document's.
    fn relabel(&mut self, identifier: &Text) -> Text {
        // 1)
        if let Some(known) = self.known.get(identifier) {
            return known.clone();
        }
        // 2) to 4)
        let fresh = self.fresh();
        self.known.insert(identifier.clone(), fresh.clone());
        fresh
    }

    /// An IRI as it is, a blank node identifier relabelled.
    fn settle(&mut self, identifier: &Text) -> Text {
        if identifier.starts_with("_:") { self.relabel(identifier) } else { identifier.clone() }
    }
}

/// What an element is a value of.
enum Role<'r> {
    /// Nothing: it stands at the top of a graph.
    Top,
    /// A property of a subject.
    Object { subject: &'r Text, property: &'r Text },
    /// The list being collected.
    Item(&'r mut Vec<Item>),
    /// The subject of a property, read backwards, whose object is this node.
    Subject { object: &'r Text, property: &'r Text },
}

impl Role<'_> {
    /// The same role for one more element.
    fn again(&mut self) -> Role<'_> {
        match self {
            Self::Top => Role::Top,
            Self::Object { subject, property } => Role::Object { subject, property },
            Self::Item(list) => Role::Item(list),
            Self::Subject { object, property } => Role::Subject { object, property },
        }
    }
}

impl NodeMap {
    /// The node map of an expanded document.
    pub(super) fn of(items: &[Json]) -> Result<Self, JsonLdError> {
        let mut map = Self::default();
        map.graphs.entry(None).or_default();
        for item in items {
            map.add(item, &None, Role::Top)?;
        }
        Ok(map)
    }

    fn node(&mut self, graph: &Option<Text>, id: &Text) -> &mut Node {
        if !self.graphs.contains_key(graph) {
            self.graphs.insert(graph.clone(), Graph::new());
        }
        let nodes = self.graphs.entry(graph.clone()).or_default();
        nodes.entry(id.clone()).or_default()
    }

    /// Gives an item to what it is a value of.
    fn give(&mut self, item: Item, graph: &Option<Text>, role: Role<'_>) {
        match role {
            Role::Top => {}
            Role::Item(list) => list.push(item),
            Role::Object { subject, property } => {
                let bytes = item.bytes();
                let values = self.node(graph, subject).properties.entry(property.clone()).or_default();
                match bytes {
                    Some(bytes) => values.add(item, bytes),
                    None => values.items.push(item),
                }
            }
            // 6.5)
            Role::Subject { object, property } => {
                if let Item::Node(id) = &item {
                    let reference = Item::Node(object.clone());
                    let bytes = reference_bytes(object);
                    self.node(graph, id).properties.entry(property.clone()).or_default().add(reference, bytes);
                }
            }
        }
    }

    fn add(&mut self, element: &Json, graph: &Option<Text>, mut role: Role<'_>) -> Result<(), JsonLdError> {
        match element.value() {
            // 1)
            Value::Array(items) => {
                for item in items {
                    self.add(item, graph, role.again())?;
                }
                Ok(())
            }
            // 2)
            Value::Object(object) if object.contains("@value") => {
                self.add_value(object, element.offset(), graph, role);
                Ok(())
            }
            Value::Object(object) => match object.get("@list") {
                // 5)
                Some(list) => {
                    let mut items = Vec::new();
                    self.add(list, graph, Role::Item(&mut items))?;
                    self.give(Item::List(items), graph, role);
                    Ok(())
                }
                // 6)
                None => self.add_node(object, graph, role),
            },
            // an expanded document has nothing else here
            _ => Ok(()),
        }
    }

    /// 3) 4) A value object.
    fn add_value(&mut self, object: &Object, at: Offset, graph: &Option<Text>, role: Role<'_>) {
        let mut object = object.clone();
        if let Some(datatype) =
            object.get("@type").and_then(Json::as_text).filter(|datatype| datatype.starts_with("_:"))
        {
            let datatype = self.blanks.relabel(datatype);
            object.insert(Text::of("@type"), datatype);
        }
        self.give(Item::Value(Json::at(Value::Object(object), at)), graph, role);
    }

    /// 6) A node object.
    fn add_node(&mut self, element: &Object, graph: &Option<Text>, role: Role<'_>) -> Result<(), JsonLdError> {
        // 6.1) 6.2) an `@id` that expanded to null identifies nothing
        let id = match element.get("@id") {
            Some(id) => match id.as_text() {
                Some(id) => self.blanks.settle(id),
                None => Text::of(""),
            },
            None => self.blanks.fresh(),
        };
        // 6.3) 6.4)
        self.node(graph, &id);
        // 6.5) 6.6)
        self.give(Item::Node(id.clone()), graph, role);
        // 3) 6.7)
        for kind in element.get("@type").and_then(Json::as_array).unwrap_or_default() {
            if let Some(kind) = kind.as_text() {
                let kind = self.blanks.settle(kind);
                let bytes = kind.as_bytes().to_vec();
                self.node(graph, &id).types.add(kind, bytes);
            }
        }
        // 6.8)
        if let Some(index) = element.get("@index") {
            let node = self.node(graph, &id);
            match (&node.index, index.as_text()) {
                (Some(known), Some(index)) if known != index => {
                    return Err(JsonLdError::new(
                        Code::ConflictingIndexes,
                        element.get("@index").map_or(Offset::NONE, Json::offset),
                        format!("the node {id} has the `@index` {index:?}, and {known:?} elsewhere; give it one"),
                    ));
                }
                (None, Some(index)) => node.index = Some(index.clone()),
                _ => {}
            }
        }
        // 6.9)
        if let Some(reverse) = element.get("@reverse").and_then(Json::as_object) {
            for member in reverse {
                let property = self.blanks.settle(member.name());
                self.add(member.value(), graph, Role::Subject { object: &id, property: &property })?;
            }
        }
        // 6.10)
        if let Some(inner) = element.get("@graph") {
            let name = Some(id.clone());
            self.graphs.entry(name.clone()).or_default();
            self.add(inner, &name, Role::Top)?;
        }
        // 6.11)
        if let Some(included) = element.get("@included") {
            self.add(included, graph, Role::Top)?;
        }
        // 6.12)
        let mut members: Vec<_> = element.iter().filter(|member| !member.name().starts_with('@')).collect();
        members.sort_by(|a, b| a.name().cmp(b.name()));
        for member in members {
            // 6.12.1)
            let property = self.blanks.settle(member.name());
            // 6.12.2)
            self.node(graph, &id).properties.entry(property.clone()).or_default();
            // 6.12.3)
            self.add(member.value(), graph, Role::Object { subject: &id, property: &property })?;
        }
        Ok(())
    }
}
