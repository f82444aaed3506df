//! A graph as it is printed for programs.

use super::Told;
use agent_description::{
    discovery::{Graph, GraphEdge, GraphNode, NodeStatus},
    hex::hex,
};
use serde::Serialize;

/// The graph as `--json` and `--graph FILE.json` have it.
#[derive(Serialize)]
pub struct GraphJson<'a> {
    start: &'a str,
    nodes: Vec<Node<'a>>,
    edges: Vec<Link<'a>>,
    omitted: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Node<'a> {
    url: &'a str,
    kind: &'a str,
    depth: usize,
    status: &'a str,
    reason: Option<&'a str>,
    title: Option<&'a str>,
    version: Option<&'a str>,
    protocol: Option<&'a str>,
    media_type: Option<&'a str>,
    bytes: Option<usize>,
    sha256: Option<String>,
    findings: Vec<Told<'a>>,
    error: Option<Error<'a>>,
}

#[derive(Serialize)]
struct Error<'a> {
    code: &'a str,
    message: &'a str,
}

#[derive(Serialize)]
struct Link<'a> {
    from: usize,
    to: usize,
    term: &'a str,
    pointer: &'a str,
}

impl<'a> GraphJson<'a> {
    pub fn of(start: &'a str, graph: &'a Graph) -> Self {
        let link = |edge: &'a GraphEdge| Link { from: edge.from, to: edge.to, term: edge.term, pointer: &edge.pointer };
        Self {
            start,
            nodes: graph.nodes.iter().map(Node::of).collect(),
            edges: graph.edges.iter().map(link).collect(),
            omitted: graph.omitted,
        }
    }
}

impl<'a> Node<'a> {
    fn of(node: &'a GraphNode) -> Self {
        let (reason, error) = match &node.status {
            NodeStatus::NotFollowed(reason) => (Some(reason.as_str()), None),
            NodeStatus::Failed { code, message } => (None, Some(Error { code: code.as_str(), message })),
            _ => (None, None),
        };
        Self {
            url: &node.url,
            kind: node.kind.as_str(),
            depth: node.depth,
            status: node.status.as_str(),
            reason,
            title: node.title.as_deref(),
            version: node.version.as_deref(),
            protocol: node.protocol.as_deref(),
            media_type: node.media_type.as_deref(),
            bytes: node.bytes,
            sha256: node.sha256.as_ref().map(|hash| hex(hash)),
            findings: Told::all(&node.findings),
            error,
        }
    }
}
