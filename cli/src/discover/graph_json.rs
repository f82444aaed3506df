//! A graph as JSON.

use super::finding_to_json;
use crate::failure::count;
use agent_description::{
    discovery::{Graph, GraphNode, NodeStatus},
    hex::hex,
    json::{Json, Object},
};

/// The graph as `--json` and `--graph FILE.json` have it.
pub fn to_json(start: &str, graph: &Graph) -> Json {
    let mut object = Object::with_capacity(4);
    object.insert("start", start);
    object.insert("nodes", graph.nodes.iter().map(node_to_json).collect::<Vec<_>>());
    let edges = graph.edges.iter().map(|edge| {
        let mut object = Object::with_capacity(4);
        object.insert("from", count(edge.from));
        object.insert("to", count(edge.to));
        object.insert("term", edge.term);
        object.insert("pointer", edge.pointer.as_str());
        Json::from(object)
    });
    object.insert("edges", edges.collect::<Vec<_>>());
    object.insert("omitted", count(graph.omitted));
    object.into()
}

fn node_to_json(node: &GraphNode) -> Json {
    let mut object = Object::with_capacity(13);
    object.insert("url", node.url.as_str());
    object.insert("kind", node.kind.as_str());
    object.insert("depth", count(node.depth));
    object.insert("status", node.status.as_str());
    let reason = match &node.status {
        NodeStatus::NotFollowed(reason) => Some(reason.as_str()),
        _ => None,
    };
    object.insert("reason", reason);
    object.insert("title", node.title.as_deref());
    object.insert("version", node.version.as_deref());
    object.insert("protocol", node.protocol.as_deref());
    object.insert("mediaType", node.media_type.as_deref());
    object.insert("bytes", node.bytes.map(count));
    object.insert("sha256", node.sha256.as_ref().map(|hash| hex(hash)));
    object.insert("findings", node.findings.iter().map(finding_to_json).collect::<Vec<_>>());
    let error = match &node.status {
        NodeStatus::Failed { code, message } => {
            let mut error = Object::with_capacity(2);
            error.insert("code", code.as_str());
            error.insert("message", message.as_str());
            Some(Json::from(error))
        }
        _ => None,
    };
    object.insert("error", error);
    object.into()
}
