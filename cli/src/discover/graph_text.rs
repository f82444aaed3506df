//! Short texts about a graph and its documents.

use crate::output::terminal::counted;
use agent_description::{
    diagnostic::Severity,
    discovery::{Graph, GraphNode, NodeStatus},
};

pub fn status_of(node: &GraphNode) -> String {
    match &node.status {
        NodeStatus::Failed { code, .. } => format!("failed: {code}"),
        NodeStatus::NotFollowed(reason) => format!("not-followed: {reason}"),
        status => {
            let worst = node.findings.iter().filter(|finding| finding.severity == Severity::Error).count();
            match worst {
                0 => status.as_str().to_owned(),
                n => format!("{}: {}", status.as_str(), counted(n, "error")),
            }
        }
    }
}

/// The kind of a document, such as `openapi 3.1.0`.
pub fn kind_of(node: &GraphNode) -> String {
    match (&node.version, &node.protocol) {
        (Some(version), _) => format!("{} {version}", node.kind),
        (None, Some(protocol)) => format!("{} ({protocol})", node.kind),
        (None, None) => node.kind.to_string(),
    }
}

/// A summary such as `6 documents, 5 links: 4 fetched, 1 failed, 1 not followed`.
pub fn summary(graph: &Graph) -> String {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for node in &graph.nodes {
        let status = node.status.as_str();
        match counts.iter_mut().find(|(known, _)| *known == status) {
            Some((_, n)) => *n += 1,
            None => counts.push((status, 1)),
        }
    }
    let counts: Vec<_> = counts.iter().map(|(status, n)| format!("{n} {}", status.replace('-', " "))).collect();
    let documents = counted(graph.nodes.len(), "document");
    let mut text = format!("{documents}, {}: {}", counted(graph.edges.len(), "link"), counts.join(", "));
    if graph.omitted > 0 {
        text.push_str(&format!("; {} omitted", counted(graph.omitted, "link")));
    }
    text
}
