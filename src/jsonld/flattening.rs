//! The flattening algorithm (JSON-LD 1.1 API, section 7.1), without its last step, compaction.

use super::{
    JsonLdError,
    budget::Budget,
    keyword::Keyword,
    node_builder::{NodeBuilder, object, string},
    node_map::{Graph, Item, Node, NodeMap},
};
use crate::json::{Json, Offset, Text, Value};
use std::collections::HashMap;

/// Every node once, with all that is said about it, blank nodes relabelled.
pub(super) fn flatten(items: &[Json], budget: &mut Budget) -> Result<Vec<Json>, JsonLdError> {
    // 1) 2)
    let (graphs, _) = NodeMap::of(items, budget)?.into_graphs();
    let mut graphs = graphs.into_iter();
    let mut default = graphs.next().unwrap_or_default();
    // 3)
    let mut contents: HashMap<Text, Json> = HashMap::new();
    for graph in graphs {
        let Some(name) = graph.name.clone() else { continue };
        // 3.1)
        default.number(&name);
        // 3.2) to 3.4)
        contents.insert(name, Json::from(nodes_of(graph, HashMap::new())));
    }
    // 4) 5)
    Ok(nodes_of(default, contents))
}

/// The node objects of a graph, by identifier, with the graphs that some of them name. Nodes about which nothing is
/// said are left out.
fn nodes_of(graph: Graph, mut contents: HashMap<Text, Json>) -> Vec<Json> {
    let mut nodes = Vec::new();
    for node in graph.into_nodes() {
        let content = contents.remove(&node.id);
        if content.is_some() || !node.says_nothing() {
            nodes.push(node_object(node, content));
        }
    }
    nodes
}

fn node_object(mut node: Node, content: Option<Json>) -> Json {
    let mut result = NodeBuilder::default();
    let none = Offset::NONE;
    result.set(Keyword::Id.text(), none, string(node.id.clone(), none));
    if !node.types.items.is_empty() {
        let types: Vec<Json> = node.types.items.drain(..).map(|kind| string(kind, none)).collect();
        result.set(Keyword::Type.text(), none, Json::from(types));
    }
    if let Some(index) = node.index.take() {
        result.set(Keyword::Index.text(), none, string(index, none));
    }
    for property in node.into_properties() {
        let values: Vec<Json> = property.values.items.into_iter().map(item_json).collect();
        result.set(property.name, none, Json::from(values));
    }
    if let Some(content) = content {
        result.set(Keyword::Graph.text(), none, content);
    }
    result.build(none)
}

fn item_json(item: Item) -> Json {
    match item {
        Item::Node(id) => object([(Keyword::Id.text(), string(id, Offset::NONE))], Offset::NONE),
        Item::Value(value) => value,
        Item::List(items) => {
            let at = Offset::NONE;
            let items = Json::at(Value::Array(items.into_iter().map(item_json).collect()), at);
            object([(Keyword::List.text(), items)], at)
        }
    }
}
