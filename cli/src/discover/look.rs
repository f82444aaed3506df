//! The colors of documents in a drawing.

use agent_description::{
    diagnostic::Severity,
    discovery::{GraphNode, NodeKind, NodeStatus},
};

pub struct Look {
    pub border: &'static str,
    pub background: &'static str,
    pub accent: &'static str,
    pub dashed: bool,
}

impl Look {
    /// Colors by kind of document. Documents that were not followed are pale, failed ones red.
    pub fn for_node(node: &GraphNode) -> Self {
        let accent = accent(node.kind);
        let errors = node.findings.iter().any(|finding| finding.severity == Severity::Error);
        match &node.status {
            NodeStatus::Failed { .. } => {
                Self { border: "#dc2626", background: "#fef2f2", accent: "#dc2626", dashed: false }
            }
            NodeStatus::NotFollowed(_) => {
                Self { border: "#94a3b8", background: "#f8fafc", accent: "#cbd5e1", dashed: true }
            }
            _ if errors => Self { border: "#dc2626", background: "#ffffff", accent, dashed: false },
            _ => Self { border: "#cbd5e1", background: "#ffffff", accent, dashed: false },
        }
    }
}

pub fn accent(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Listing => "#475569",
        NodeKind::AgentDescription => "#2563eb",
        NodeKind::Product => "#d97706",
        NodeKind::Service => "#0d9488",
        NodeKind::Information => "#7c3aed",
        NodeKind::OpenApi => "#16a34a",
        NodeKind::OpenRpc => "#65a30d",
        _ => "#0891b2",
    }
}
