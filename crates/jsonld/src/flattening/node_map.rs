//! The node map generation algorithm (JSON-LD 1.1 API, section 7.2), on an expanded document.

use super::node_values::{Item, Values};
use crate::{
    budget::Budget,
    error::{JsonLdError, Result},
    name_index::{MAX_LINEAR_SEARCH, NameIndex},
};
use adp_json::{Code, Json, Object, Offset, Text, Value};
use std::{borrow::Cow, collections::HashMap};

/// All graphs of a document with their nodes. Nodes and properties are looked up by text once for each mention, then by
/// number, so a long identifier is not compared for each of its values.
struct NodeMap<'e, 'b> {
    graphs: Vec<Graph<'e>>,
    /// The numbers of named graphs.
    graph_numbers: HashMap<Text, usize>,
    blanks: BlankNodes,
    budget: &'b mut Budget,
}

/// The nodes of one graph; the default graph has no name.
#[derive(Debug, Default)]
pub(crate) struct Graph<'e> {
    pub(crate) name: Option<Text>,
    nodes: Vec<Node<'e>>,
    numbers: NameIndex,
}

/// A node of one graph.
#[derive(Debug)]
pub(crate) struct Node<'e> {
    pub(crate) id: Text,
    pub(crate) types: Values<Text>,
    pub(crate) index: Option<Text>,
    properties: Vec<Property<'e>>,
    numbers: NameIndex,
}

/// A property of a node with its values.
#[derive(Debug)]
pub(crate) struct Property<'e> {
    pub(crate) name: Text,
    pub(crate) values: Values<Item<'e>>,
}

impl<'e> Graph<'e> {
    /// The nodes, by identifier.
    pub(crate) fn into_nodes(self) -> Vec<Node<'e>> {
        let mut nodes = self.nodes;
        nodes.sort_by(|a, b| a.id.cmp(&b.id));
        nodes
    }

    /// The number of the node with an identifier; creates it if needed.
    pub(crate) fn number(&mut self, id: &Text) -> usize {
        if let Some(known) = self.numbers.find(id, self.nodes.iter().map(|node| &node.id)) {
            return known;
        }
        self.nodes.push(Node::new(id.clone()));
        self.numbers.note(self.nodes.iter().map(|node| &node.id));
        self.nodes.len() - 1
    }
}

impl<'e> Node<'e> {
    fn new(id: Text) -> Self {
        Self { id, types: Values::default(), index: None, properties: Vec::new(), numbers: NameIndex::default() }
    }

    /// Whether there is only the identifier.
    pub(crate) fn says_nothing(&self) -> bool {
        self.types.is_empty() && self.properties.is_empty() && self.index.is_none()
    }

    /// The properties, by name.
    pub(crate) fn into_properties(self) -> Vec<Property<'e>> {
        let mut properties = self.properties;
        properties.sort_by(|a, b| a.name.cmp(&b.name));
        properties
    }

    fn number(&mut self, property: &Text) -> usize {
        if let Some(known) = self.numbers.find(property, self.properties.iter().map(|known| &known.name)) {
            return known;
        }
        self.properties.push(Property { name: property.clone(), values: Values::default() });
        self.numbers.note(self.properties.iter().map(|known| &known.name));
        self.properties.len() - 1
    }
}

/// The generate blank node identifier algorithm (section 7.4).
#[derive(Debug, Default)]
pub(crate) struct BlankNodes {
    issued: usize,
    known: HashMap<Text, Text>,
}

impl BlankNodes {
    /// A new identifier.
    pub(crate) fn fresh(&mut self) -> Text {
        let identifier = Text::format(format_args!("_:b{}", self.issued));
        self.issued += 1;
        identifier
    }

    /// The new identifier for one of the document's.
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

    /// An IRI unchanged, a blank node identifier relabeled.
    fn settle(&mut self, identifier: &Text) -> Text {
        if identifier.starts_with("_:") { self.relabel(identifier) } else { identifier.clone() }
    }
}

/// A node of a graph, by their numbers.
#[derive(Clone, Copy)]
struct Place {
    graph: usize,
    node: usize,
}

/// The parent of an element.
enum Role<'r, 'e> {
    /// None: the element is at the top level of a graph.
    Top,
    /// A property of a subject, by number.
    Object { subject: Place, property: usize },
    /// The list under construction.
    Item(&'r mut Vec<Item<'e>>),
    /// A reverse property: the object is this node.
    Subject { object: &'r Text, property: &'r Text },
}

impl<'e> Role<'_, 'e> {
    /// The same parent for one more element.
    fn again(&mut self) -> Role<'_, 'e> {
        match self {
            Self::Top => Role::Top,
            Self::Object { subject, property } => Role::Object { subject: *subject, property: *property },
            Self::Item(list) => Role::Item(list),
            Self::Subject { object, property } => Role::Subject { object, property },
        }
    }
}

/// The costs of an element, a type, a property and a node: the units of their memory.
const ELEMENT_WORK: usize = 2;
const NODE_WORK: usize = 8;

/// The number of the default graph.
const DEFAULT: usize = 0;

/// The graphs of an expanded document, the default graph first, then by name; and the issuer for further blank node
/// identifiers.
///
/// # Errors
/// `conflicting-indexes`, `jsonld-budget`.
pub(crate) fn graphs_of<'e>(items: &'e [Json], budget: &mut Budget) -> Result<(Vec<Graph<'e>>, BlankNodes)> {
    let (graphs, graph_numbers, blanks) = (vec![Graph::default()], HashMap::new(), BlankNodes::default());
    let mut map = NodeMap { graphs, graph_numbers, blanks, budget };
    for item in items {
        map.add(item, DEFAULT, Role::Top)?;
    }
    map.graphs.sort_by(|a, b| a.name.cmp(&b.name));
    Ok((map.graphs, map.blanks))
}

impl<'e> NodeMap<'e, '_> {
    fn graph_number(&mut self, name: &Text) -> usize {
        if let Some(known) = self.graph_numbers.get(name) {
            return *known;
        }
        self.graphs.push(Graph { name: Some(name.clone()), ..Graph::default() });
        self.graph_numbers.insert(name.clone(), self.graphs.len() - 1);
        self.graphs.len() - 1
    }

    fn place(&mut self, graph: usize, id: &Text) -> Place {
        let node = self.graphs.get_mut(graph).map_or(0, |graph| graph.number(id));
        Place { graph, node }
    }

    /// The node at a place; only this map creates places, so it exists.
    fn node(&mut self, place: Place) -> Option<&mut Node<'e>> {
        node_at(&mut self.graphs, place)
    }

    /// Adds a value to a property of a node.
    fn add_to(&mut self, place: Place, property: usize, item: Item<'e>, at: Offset) -> Result<()> {
        match node_at(&mut self.graphs, place).and_then(|node| node.properties.get_mut(property)) {
            Some(property) => property.values.add(item, at, self.budget),
            None => Ok(()),
        }
    }

    /// Adds a value or a list to its parent.
    fn give(&mut self, item: Item<'e>, role: Role<'_, 'e>, at: Offset) -> Result<()> {
        match role {
            Role::Item(list) => list.push(item),
            Role::Object { subject, property } => self.add_to(subject, property, item, at)?,
            Role::Top | Role::Subject { .. } => {}
        }
        Ok(())
    }

    fn add(&mut self, element: &'e Json, graph: usize, mut role: Role<'_, 'e>) -> Result<()> {
        self.budget.work(ELEMENT_WORK, element.offset())?;
        match element.value() {
            // 1)
            Value::Array(items) => {
                if let Role::Object { subject, property } = role
                    && let Some(property) = self.node(subject).and_then(|node| node.properties.get_mut(property))
                {
                    property.values.expect(items.len());
                }
                for item in items {
                    self.add(item, graph, role.again())?;
                }
                Ok(())
            }
            // 2)
            Value::Object(object) if object.contains("@value") => self.add_value(object, element.offset(), role),
            Value::Object(object) => match object.get("@list") {
                // 5)
                Some(list) => {
                    let mut items = Vec::new();
                    self.add(list, graph, Role::Item(&mut items))?;
                    self.give(Item::List(items), role, element.offset())
                }
                // 6)
                None => self.add_node(object, element.offset(), graph, role),
            },
            // an expanded document contains nothing else here
            _ => Ok(()),
        }
    }

    /// 3) 4) A value object.
    fn add_value(&mut self, object: &'e Object, at: Offset, role: Role<'_, 'e>) -> Result<()> {
        let mut object = Cow::Borrowed(object);
        let is_blank = |datatype: &&Text| datatype.starts_with("_:");
        if let Some(datatype) = object.get("@type").and_then(Json::as_text).filter(is_blank) {
            let datatype = self.blanks.relabel(datatype);
            object.to_mut().insert(Text::from_static("@type"), datatype);
        }
        self.give(Item::Value(object, at), role, at)
    }

    /// 6) A node object.
    fn add_node(&mut self, element: &'e Object, at: Offset, graph: usize, role: Role<'_, 'e>) -> Result<()> {
        // 3) the types' blank nodes get their identifiers before the node's own
        let mut types = Vec::new();
        for kind in element.get("@type").and_then(Json::as_array).unwrap_or_default() {
            if let Some(kind) = kind.as_text() {
                self.budget.work(ELEMENT_WORK, at)?;
                self.budget.text(kind.len(), at)?;
                types.push(self.blanks.settle(kind));
            }
        }
        // 6.1) 6.2) an `@id` that expanded to null is ignored
        let id = match element.get("@id") {
            Some(id) => id.as_text().map_or(Text::from_static(""), |id| self.blanks.settle(id)),
            None => self.blanks.fresh(),
        };
        self.budget.work(NODE_WORK, at)?;
        self.budget.text(id.len(), at)?;
        // 6.3) 6.4)
        let place = self.place(graph, &id);
        match role {
            // 6.5)
            Role::Subject { object, property } => {
                // each referring node has its identifier, and it has a list of them
                self.budget.work(NODE_WORK, at)?;
                self.budget.text(property.len() + object.len(), at)?;
                let number = self.node(place).map_or(0, |node| node.number(property));
                self.add_to(place, number, Item::Node(object.clone()), at)?;
            }
            // 6.6)
            role => self.give(Item::Node(id.clone()), role, at)?,
        }
        // 6.7)
        if let Some(node) = node_at(&mut self.graphs, place) {
            for kind in types {
                node.types.add(kind, at, self.budget)?;
            }
        }
        // 6.8)
        if let Some(index) = element.get("@index")
            && let Some(node) = self.node(place)
        {
            match (&node.index, index.as_text()) {
                (Some(known), Some(new)) if known != new => {
                    let message = format!(
                        "the node {id} has the `@index` {new:?} here and {known:?} elsewhere; give it one `@index`"
                    );
                    return Err(JsonLdError::new(Code::CONFLICTING_INDEXES, index.offset(), message));
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
            self.budget.work(NODE_WORK, at)?;
            let number = self.graph_number(&id);
            self.add(inner, number, Role::Top)?;
        }
        // 6.11)
        if let Some(included) = element.get("@included") {
            self.add(included, graph, Role::Top)?;
        }
        // 6.12)
        let mut members: Vec<_> = element.iter().filter(|member| !member.name().starts_with('@')).collect();
        members.sort_by(|a, b| a.name().cmp(b.name()));
        if let Some(node) = self.node(place)
            && node.properties.is_empty()
        {
            node.properties.reserve_exact(members.len().min(MAX_LINEAR_SEARCH));
        }
        for member in members {
            // 6.12.1)
            let name = self.blanks.settle(member.name());
            self.budget.work(ELEMENT_WORK, member.name_offset())?;
            self.budget.text(name.len(), member.name_offset())?;
            // 6.12.2)
            let property = self.node(place).map_or(0, |node| node.number(&name));
            // 6.12.3)
            self.add(member.value(), graph, Role::Object { subject: place, property })?;
        }
        Ok(())
    }
}

fn node_at<'n, 'e>(graphs: &'n mut [Graph<'e>], place: Place) -> Option<&'n mut Node<'e>> {
    graphs.get_mut(place.graph)?.nodes.get_mut(place.node)
}
