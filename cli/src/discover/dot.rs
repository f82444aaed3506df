//! A graph in the DOT language of Graphviz.

use super::{
    graph_text::{kind_of, status_of},
    look::Look,
};
use crate::output::escape::escape;
use agent_description::discovery::Graph;
use std::fmt::Write;

/// Formats a graph, for example for `dot -Tsvg`.
pub fn draw(start: &str, graph: &Graph) -> String {
    let mut text = String::from("digraph agents {\n");
    let _ = writeln!(text, "  graph [rankdir=LR, label={}, labelloc=t, fontname=\"Helvetica\"];", quoted(&[start]));
    text.push_str("  node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica\", fontsize=11];\n");
    text.push_str("  edge [fontname=\"Helvetica\", fontsize=9, color=\"#64748b\"];\n");
    for (at, node) in graph.nodes.iter().enumerate() {
        let look = Look::for_node(node);
        let title = node.title.as_deref().unwrap_or_default();
        let label = quoted(&[title, &kind_of(node), &node.url, &status_of(node)]);
        let style = if look.dashed { ", style=\"rounded,filled,dashed\"" } else { "" };
        let _ = writeln!(
            text,
            "  n{at} [label={label}, color=\"{}\", fillcolor=\"{}\"{style}];",
            look.border, look.background
        );
    }
    for edge in &graph.edges {
        let (from, to) = (edge.from, edge.to);
        let _ = writeln!(
            text,
            "  n{from} -> n{to} [label={}, tooltip={}];",
            quoted(&[edge.term]),
            quoted(&[&edge.pointer])
        );
    }
    text.push_str("}\n");
    text
}

/// Formats lines as one quoted string, without Graphviz escapes from the input.
fn quoted(lines: &[&str]) -> String {
    let lines = lines.iter().filter(|line| !line.is_empty());
    let lines = lines.map(|line| escape(line).replace('\\', "\\\\").replace('"', "\\\""));
    format!("\"{}\"", lines.collect::<Vec<_>>().join("\\n"))
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn nothing_ends_a_quoted_string() {
        assert_eq!(quoted(&["a\"b", "", "c\\"]), r#""a\"b\nc\\""#);
        assert_eq!(quoted(&["\"]; evil ["]), r#""\"]; evil [""#);
        // an escaped control character is text, not a line break
        assert_eq!(quoted(&["a\nb"]), r#""a\\u{a}b""#);
    }
}
