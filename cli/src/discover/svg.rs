//! A graph as SVG: one column per distance from the start, documents in the order in which they were found, curves for
//! links.

use super::{
    graph_text::{kind_of, status_of, summary},
    layout::{Layout, Spot},
    look::{Look, accent},
};
use crate::output::escape::escape;
use agent_description::{
    discovery::{Graph, GraphNode, NodeKind, NodeStatus},
    hex::hex,
};
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

const BOX_WIDTH: i64 = 290;
const BOX_HEIGHT: i64 = 64;
/// Distance between columns, and between rows.
const COLUMN: i64 = BOX_WIDTH + 150;
const ROW: i64 = BOX_HEIGHT + 22;
const MARGIN: i64 = 36;
/// Top of the first row, below the heading.
const TOP: i64 = 96;
const LEGEND: i64 = 56;
/// Maximum columns of text in a box, by font size.
const TITLE_COLUMNS: usize = 31;
const PATH_COLUMNS: usize = 44;

pub fn draw(start: &str, graph: &Graph) -> String {
    let layout = Layout::for_graph(graph);
    let column = |n: usize| i64::try_from(n).unwrap_or_default();
    let content = MARGIN * 2 + COLUMN * column(layout.columns) - (COLUMN - BOX_WIDTH);
    let legend = legend(graph);
    let width = content.max(720).max(legend.width + 2 * MARGIN);
    let rows = TOP + ROW * layout.half_rows / 2 + MARGIN;
    let height = rows + LEGEND;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"'Helvetica Neue', Helvetica, Arial, 'Noto Sans', 'Noto Sans CJK SC', sans-serif\">\n"
    );
    let _ = writeln!(svg, "<title>What {} names</title>", text(start));
    let _ = writeln!(
        svg,
        "<defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto-start-reverse\">\
         <path d=\"M0 0.8 L7.2 4 L0 7.2 z\" fill=\"#94a3b8\"/></marker></defs>"
    );
    let _ = writeln!(svg, "<rect width=\"{width}\" height=\"{height}\" fill=\"#f1f5f9\"/>");
    let fitting = usize::try_from(width / 10).unwrap_or_default();
    let heading = format!("x=\"{MARGIN}\" y=\"46\" font-size=\"18\" font-weight=\"bold\" fill=\"#0f172a\"");
    line(&mut svg, &heading, &middle_cut(&escape(start), fitting));
    line(&mut svg, &format!("x=\"{MARGIN}\" y=\"68\" font-size=\"13\" fill=\"#64748b\""), &summary(graph));
    // several links between two documents are one curve with all terms
    let mut curves: Vec<(usize, usize, Vec<&str>)> = Vec::new();
    for edge in &graph.edges {
        match curves.iter_mut().find(|(from, to, _)| (*from, *to) == (edge.from, edge.to)) {
            Some((.., terms)) if terms.contains(&edge.term) => {}
            Some((.., terms)) => terms.push(edge.term),
            None => curves.push((edge.from, edge.to, vec![edge.term])),
        }
    }
    // curves from different documents join before the arrowhead and share one label
    let mut labels: Vec<(usize, String)> = Vec::new();
    for (from, to, terms) in &curves {
        let label = (*to, terms.join(", "));
        let terms = if labels.contains(&label) { "" } else { label.1.as_str() };
        if let (Some(from), Some(to)) = (layout.places.get(*from), layout.places.get(*to)) {
            curve(&mut svg, *from, *to, terms);
        }
        labels.push(label);
    }
    for (node, place) in graph.nodes.iter().zip(&layout.places) {
        document(&mut svg, node, *place);
    }
    let _ = writeln!(svg, "<g transform=\"translate({MARGIN},{})\">{}</g>", rows + 12, legend.svg);
    svg.push_str("</svg>\n");
    svg
}

fn left_top(place: Spot) -> (i64, i64) {
    let column = i64::try_from(place.column).unwrap_or_default();
    (MARGIN + COLUMN * column, TOP + ROW * place.half_row / 2)
}

fn document(svg: &mut String, node: &GraphNode, place: Spot) {
    let (x, y) = left_top(place);
    let look = Look::for_node(node);
    let dash = if look.dashed { " stroke-dasharray=\"5 4\"" } else { "" };
    let _ = writeln!(svg, "<g transform=\"translate({x},{y})\"><title>{}</title>", text(&details(node)));
    let _ = writeln!(
        svg,
        "<rect width=\"{BOX_WIDTH}\" height=\"{BOX_HEIGHT}\" rx=\"8\" fill=\"{}\" stroke=\"{}\"{dash}/>\
         <path d=\"M8 0 H6 A6 8 0 0 0 0 8 V{} A6 8 0 0 0 6 {BOX_HEIGHT} H8 z\" fill=\"{}\"/>",
        look.background,
        look.border,
        BOX_HEIGHT - 8,
        look.accent
    );
    let title = node.title.as_deref().filter(|title| !title.is_empty()).unwrap_or_else(|| file_name(&node.url));
    let (ink, path_ink) = if look.dashed { ("#64748b", "#94a3b8") } else { ("#0f172a", "#64748b") };
    let attributes = format!("x=\"20\" y=\"22\" font-size=\"14\" font-weight=\"bold\" fill=\"{ink}\"");
    line(svg, &attributes, &end_cut(&escape(title), TITLE_COLUMNS));
    let path = middle_cut(&escape(without_scheme(&node.url)), PATH_COLUMNS);
    line(svg, &format!("x=\"20\" y=\"39\" font-size=\"10.5\" fill=\"{path_ink}\""), &path);
    let kind_ink = if look.dashed { "#64748b" } else { accent(node.kind) };
    let attributes = format!("x=\"20\" y=\"55\" font-size=\"10.5\" font-weight=\"bold\" fill=\"{kind_ink}\"");
    line(svg, &attributes, &end_cut(&escape(&kind_of(node)), 28));
    let status = status_of(node);
    let status_ink = match &node.status {
        _ if status.contains("error") || status.starts_with("failed") => "#dc2626",
        NodeStatus::NotFollowed(_) => "#64748b",
        _ => "#94a3b8",
    };
    let end = BOX_WIDTH - 12;
    let _ = writeln!(
        svg,
        "<text x=\"{end}\" y=\"55\" font-size=\"10.5\" text-anchor=\"end\" fill=\"{status_ink}\">{}</text></g>",
        text(&status)
    );
}

/// Draws a curve with its terms before the arrowhead.
fn curve(svg: &mut String, from: Spot, to: Spot, terms: &str) {
    let ((x1, y1), (x2, y2)) = (left_top(from), left_top(to));
    let (middle1, middle2) = (y1 + BOX_HEIGHT / 2, y2 + BOX_HEIGHT / 2);
    let right1 = x1 + BOX_WIDTH;
    let (path, label) = if to.column > from.column {
        let bend = right1 + (x2 - right1) / 3;
        let straight = x2 - 78;
        (
            format!(
                "M{right1} {middle1} C{bend} {middle1} {} {middle2} {straight} {middle2} H{}",
                straight - 30,
                x2 - 2
            ),
            (x2 - 12, middle2 - 5, "end"),
        )
    } else if from == to {
        let (top, out) = (y1 + 14, right1 + 34);
        (
            format!("M{right1} {top} C{out} {} {out} {} {} {}", top - 16, top + 40, right1 + 2, top + 26),
            (right1 + 30, top + 16, "start"),
        )
    } else if to.column == from.column {
        // along the left side, where space is free
        let out = x1 - 24;
        (
            format!("M{x1} {middle1} C{out} {middle1} {out} {middle2} {} {middle2}", x1 - 2),
            (x1 - 2, if y2 > y1 { y2 - 7 } else { y2 + BOX_HEIGHT + 14 }, "start"),
        )
    } else {
        // a backward link, from bottom edge to bottom edge
        let (bottom1, bottom2) = (y1 + BOX_HEIGHT, y2 + BOX_HEIGHT);
        let (start, end) = (x1 + 40, x2 + BOX_WIDTH - 40);
        (
            format!("M{start} {bottom1} C{start} {} {end} {} {end} {}", bottom1 + 46, bottom2 + 46, bottom2 + 2),
            (end - 8, bottom2 + 15, "end"),
        )
    };
    let back = if to.column <= from.column { " stroke-dasharray=\"2 3\"" } else { "" };
    let _ = writeln!(
        svg,
        "<path d=\"{path}\" fill=\"none\" stroke=\"#94a3b8\" stroke-width=\"1.4\"{back} marker-end=\"url(#arrow)\"/>"
    );
    let (x, y, anchor) = label;
    if terms.is_empty() {
        return;
    }
    let attributes = format!("x=\"{x}\" y=\"{y}\" font-size=\"10\" text-anchor=\"{anchor}\" fill=\"#475569\"");
    line(svg, &attributes, &escape(terms));
}

/// Writes a line of text.
fn line(svg: &mut String, attributes: &str, content: &str) {
    let _ = writeln!(svg, "<text {attributes}>{}</text>", text(content));
}

struct Legend {
    svg: String,
    width: i64,
}

/// The legend: each kind in the drawing with its color.
fn legend(graph: &Graph) -> Legend {
    let mut legend = Legend { svg: String::new(), width: 0 };
    for kind in NodeKind::ALL.iter().copied().filter(|kind| graph.nodes.iter().any(|node| node.kind == *kind)) {
        let name = kind.as_str();
        let x = legend.width;
        let _ = write!(
            legend.svg,
            "<rect x=\"{x}\" width=\"12\" height=\"12\" rx=\"3\" fill=\"{}\"/>\
             <text x=\"{}\" y=\"10.5\" font-size=\"11\" fill=\"#475569\">{name}</text>",
            accent(kind),
            x + 18
        );
        legend.width += 18 + 7 * i64::try_from(name.len()).unwrap_or_default() + 16;
    }
    legend
}

/// The tooltip of a document.
fn details(node: &GraphNode) -> String {
    let mut lines = vec![node.url.clone(), format!("{}, {}", kind_of(node), status_of(node))];
    if let (Some(media_type), Some(bytes)) = (&node.media_type, node.bytes) {
        lines.push(format!("{media_type}, {bytes} bytes"));
    }
    lines.extend(node.sha256.as_ref().map(|hash| format!("SHA-256 {}", hex(hash))));
    if let NodeStatus::Failed { message, .. } = &node.status {
        lines.push(message.clone());
    }
    let findings = node.findings.iter().take(10);
    lines.extend(findings.map(|finding| format!("{}[{}]: {}", finding.severity, finding.code, finding.message)));
    lines.join("\n").split('\n').map(escape).collect::<Vec<_>>().join("\n")
}

fn without_scheme(url: &str) -> &str {
    url.strip_prefix("https://").unwrap_or(url)
}

fn file_name(url: &str) -> &str {
    let path = without_scheme(url);
    path.trim_end_matches('/').rsplit('/').next().unwrap_or(path)
}

/// Cuts the end of a text to fit.
fn end_cut(text: &str, most: usize) -> String {
    if text.width() <= most {
        return text.to_owned();
    }
    let mut cut = String::new();
    for c in text.chars() {
        if cut.width() + 2 >= most {
            break;
        }
        cut.push(c);
    }
    cut.push('…');
    cut
}

/// Cuts the middle of a text to fit, because both ends of a URL are informative.
fn middle_cut(text: &str, most: usize) -> String {
    if text.width() <= most {
        return text.to_owned();
    }
    let half = most.saturating_sub(1) / 2;
    let mut end: Vec<char> = Vec::new();
    for c in text.chars().rev() {
        if end.iter().collect::<String>().width() + 1 >= half {
            break;
        }
        end.push(c);
    }
    let beginning = end_cut(text, most - end.len());
    beginning + &end.iter().rev().collect::<String>()
}

/// Escapes text for XML. Control characters, which XML forbids, were escaped before.
fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // two noncharacters that XML forbids
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{end_cut, middle_cut, text};

    #[test]
    fn text_stays_text() {
        assert_eq!(text("</text><script>\"&"), "&lt;/text&gt;&lt;script&gt;&quot;&amp;");
        assert_eq!(text("a\u{ffff}"), "a\u{fffd}");
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(end_cut("abcdef", 6), "abcdef");
        assert_eq!(end_cut("abcdefgh", 6), "abcd…");
        assert_eq!(end_cut("東京東京", 6), "東京…");
        let url = "service.agent-network-protocol.com/agents/lkcoffe/roasted-coconut-latte.json";
        let cut = middle_cut(url, 40);
        assert!(cut.starts_with("service.agent") && cut.ends_with("-latte.json") && cut.chars().count() <= 40, "{cut}");
    }
}
