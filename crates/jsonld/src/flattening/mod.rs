//! The flattening algorithm (JSON-LD 1.1 API, section 7.1), without its last step, compaction.

pub(crate) mod node_map;
pub(crate) mod node_values;

use self::{
    node_map::{Graph, Node, graphs_of},
    node_values::Item,
};
use super::{
    budget::Budget,
    error::Result,
    keyword::Keyword,
    node_builder::{object, string},
};
use adp_json::{Json, Member, Object, Offset, Text, Value};
use std::collections::HashMap;

/// All nodes once, with all of their data; blank nodes are relabeled.
pub(super) fn flatten(items: &[Json], budget: &mut Budget) -> Result<Vec<Json>> {
    // 1) 2)
    let (graphs, _) = graphs_of(items, budget)?;
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

/// The node objects of a graph, by identifier, with the graphs that some of them name. Nodes without data are omitted.
fn nodes_of(graph: Graph<'_>, mut contents: HashMap<Text, Json>) -> Vec<Json> {
    let mut nodes = Vec::new();
    for node in graph.into_nodes() {
        let content = if contents.is_empty() { None } else { contents.remove(&node.id) };
        if content.is_some() || !node.says_nothing() {
            nodes.push(node_object(node, content));
        }
    }
    nodes
}

fn node_object(mut node: Node<'_>, content: Option<Json>) -> Json {
    let none = Offset::NONE;
    let types = std::mem::take(&mut node.types);
    let (id, index) = (node.id.clone(), node.index.take());
    let properties = node.into_properties();
    let mut members = Vec::with_capacity(4 + properties.len());
    let mut set = |name: Text, value: Json| members.push(Member { name, name_offset: none, value });
    set(Keyword::Id.text(), string(id, none));
    if !types.is_empty() {
        let types: Vec<Json> = types.into_values().map(|kind| string(kind, none)).collect();
        set(Keyword::Type.text(), Json::from(types));
    }
    if let Some(index) = index {
        set(Keyword::Index.text(), string(index, none));
    }
    for property in properties {
        let values: Vec<Json> = property.values.into_values().map(item_json).collect();
        set(property.name, Json::from(values));
    }
    if let Some(content) = content {
        set(Keyword::Graph.text(), content);
    }
    // no property has the name of a keyword
    Json::at(Value::Object(Object::from_unique(members)), none)
}

fn item_json(item: Item<'_>) -> Json {
    match item {
        Item::Node(id) => object([(Keyword::Id.text(), string(id, Offset::NONE))], Offset::NONE),
        Item::Value(object, at) => Json::at(Value::Object(object.into_owned()), at),
        Item::List(items) => {
            let at = Offset::NONE;
            let items = Json::at(Value::Array(items.into_iter().map(item_json).collect()), at);
            object([(Keyword::List.text(), items)], at)
        }
    }
}
