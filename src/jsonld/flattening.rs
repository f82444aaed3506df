//! The flattening algorithm (JSON-LD 1.1 API, section 7.1), without its last step, compaction.

use super::{
    JsonLdError,
    keyword::Keyword,
    node_builder::{NodeBuilder, object, string},
    node_map::{Graph, Item, Node, NodeMap},
};
use crate::json::{Json, Offset, Text, Value};

/// Every node once, with all that is said about it, blank nodes relabelled.
pub(super) fn flatten(items: &[Json]) -> Result<Vec<Json>, JsonLdError> {
    // 1)
    let mut graphs = NodeMap::of(items)?.graphs;
    // 2)
    let mut default = graphs.remove(&None).unwrap_or_default();
    // 3)
    let mut contents: Vec<(Text, Json)> = Vec::new();
    for (name, graph) in graphs {
        let Some(name) = name else { continue };
        // 3.1)
        default.entry(name.clone()).or_default();
        // 3.2) to 3.4)
        contents.push((name, Json::from(nodes_of(graph, Vec::new()))));
    }
    // 4) 5)
    Ok(nodes_of(default, contents))
}

/// The node objects of a graph, by identifier, with the graphs that some of them name. Nodes about which nothing is
/// said are left out.
fn nodes_of(graph: Graph, contents: Vec<(Text, Json)>) -> Vec<Json> {
    let mut contents = contents.into_iter().peekable();
    let mut nodes = Vec::with_capacity(graph.len());
    for (id, node) in graph {
        // both are sorted by identifier, and every graph's name is a node
        let content = contents.next_if(|(name, _)| *name == id).map(|(_, content)| content);
        if content.is_some() || !node.says_nothing() {
            nodes.push(node_object(id, node, content));
        }
    }
    nodes
}

fn node_object(id: Text, node: Node, content: Option<Json>) -> Json {
    let mut result = NodeBuilder::with_capacity(3 + node.properties.len());
    let none = Offset::NONE;
    result.set(Keyword::Id.text(), none, string(id, none));
    if !node.types.items.is_empty() {
        let types: Vec<Json> = node.types.items.into_iter().map(|kind| string(kind, none)).collect();
        result.set(Keyword::Type.text(), none, Json::from(types));
    }
    if let Some(index) = node.index {
        result.set(Keyword::Index.text(), none, string(index, none));
    }
    for (property, values) in node.properties {
        let values: Vec<Json> = values.items.into_iter().map(item_json).collect();
        result.set(property, none, Json::from(values));
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
