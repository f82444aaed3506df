//! The graph of documents that are reachable from a start URL.

use super::{
    Args, dot, failure_of, findings_json,
    graph_text::{kind_of, status_of, summary},
    svg,
    table::{Cell, TextTable},
};
use crate::{
    failure::{Failure, Outcome},
    network::Network,
    output::{Force, Output, object, terminal::Terminal},
};
use agent_description::{
    diagnostic::Severity,
    discovery::{self, CrawlOptions, Graph, GraphEdge, GraphNode, NodeStatus},
    hex::hex,
    json::Object,
};
use anstyle::AnsiColor;
use std::path::Path;

/// An output file for a graph.
#[derive(Debug)]
pub struct Picture<'a> {
    output: Output<'a>,
    draw: fn(&str, &Graph) -> Result<String, Failure>,
}

impl<'a> Picture<'a> {
    /// Chooses the format by the file extension. Rejects an unwritable file before anything is fetched.
    pub fn for_path(path: &'a Path, force: Force) -> Result<Self, Failure> {
        let draw = match path.extension().and_then(|extension| extension.to_str()) {
            Some("json") => |start: &str, graph: &Graph| Terminal::json_text(&to_json(start, graph)),
            Some("dot" | "gv") => |start: &str, graph: &Graph| Ok(dot::draw(start, graph)),
            Some("svg") => |start: &str, graph: &Graph| Ok(svg::draw(start, graph)),
            _ => {
                let name = path.display();
                return Err(Failure::usage(format!("--graph {name}: the file name must end in .json, .dot or .svg")));
            }
        };
        Ok(Self { output: Output::file(path, force, "--graph -: pass a file name")?, draw })
    }

    pub fn write(&self, start: &str, graph: &Graph) -> Result<(), Failure> {
        self.output.write((self.draw)(start, graph)?.as_bytes())
    }
}

pub fn run(
    args: &Args,
    url: &str,
    picture: &Picture<'_>,
    network: &Network,
    terminal: &Terminal,
) -> Result<Outcome, Failure> {
    let mut options = CrawlOptions::default();
    options.depth = args.graph.depth;
    options.documents = args.graph.max_documents.get();
    options.origins = args.origins();
    options.at_once = args.jobs;
    options.deadline = args.deadline;
    let graph = network.runtime.block_on(discovery::crawl(&network.https, url, options))?;
    // without the first document the graph is empty
    if let Some(failure) = graph.nodes.first().and_then(first_failure) {
        return Err(failure);
    }
    picture.write(url, &graph)?;
    terminal.report(&to_json(url, &graph), table(&graph))?;
    let mut outcome = Outcome::Done;
    for node in &graph.nodes {
        if let NodeStatus::Failed { code, message } = &node.status {
            terminal.explain(&Failure::new(*code, message.as_str()));
            outcome = outcome.max(Outcome::from(*code));
        }
        for finding in &node.findings {
            terminal.show(finding.severity, &failure_of(finding));
            if finding.severity == Severity::Error {
                outcome = outcome.max(Outcome::from(finding.code));
            }
        }
    }
    terminal.note(&summary(&graph));
    Ok(outcome)
}

/// The failure of the first document: unavailable, or neither a listing nor a description.
fn first_failure(node: &GraphNode) -> Option<Failure> {
    match &node.status {
        NodeStatus::Failed { code, message } => Some(Failure::new(*code, message.as_str())),
        NodeStatus::Fetched if node.sha256.is_none() => None,
        _ => {
            let unreadable = |code: &str| code.starts_with("json-") || code == "document-shape";
            let finding = node.findings.iter().find(|finding| unreadable(finding.code.as_str()))?;
            Some(failure_of(finding))
        }
    }
}

fn table(graph: &Graph) -> TextTable<4> {
    let mut table = TextTable::new(["KIND", "URL", "STATUS", "NAME"]);
    for node in &graph.nodes {
        let status = status_of(node);
        let status = match &node.status {
            NodeStatus::Failed { .. } => Cell::colored(status, AnsiColor::Red),
            NodeStatus::NotFollowed(_) => Cell::colored(status, AnsiColor::Yellow),
            _ if status.contains("error") => Cell::colored(status, AnsiColor::Red),
            _ => Cell::plain(status),
        };
        let title = node.title.as_deref().unwrap_or_default();
        table.row([Cell::plain(kind_of(node)), Cell::plain(&node.url), status, Cell::plain(title)]);
    }
    table
}

/// The JSON form of a graph, for `--json` and `--graph FILE.json`.
pub fn to_json(start: &str, graph: &Graph) -> Object {
    let edge = |edge: &GraphEdge| {
        object! { "from": edge.from, "to": edge.to, "term": &edge.term, "pointer": &edge.pointer }
    };
    object! {
        "start": start,
        "nodes": graph.nodes.iter().map(node_json).collect::<Vec<_>>(),
        "edges": graph.edges.iter().map(edge).collect::<Vec<_>>(),
        "omitted": graph.omitted,
    }
}

fn node_json(node: &GraphNode) -> Object {
    let (reason, error) = match &node.status {
        NodeStatus::NotFollowed(reason) => (Some(reason.as_str()), None),
        NodeStatus::Failed { code, message } => (None, Some(object! { "code": code, "message": message })),
        _ => (None, None),
    };
    object! {
        "url": &node.url,
        "kind": node.kind.as_str(),
        "depth": node.depth,
        "status": node.status.as_str(),
        "reason": reason,
        "title": node.title.as_deref(),
        "version": node.version.as_deref(),
        "protocol": node.protocol.as_deref(),
        "mediaType": node.media_type.as_deref(),
        "bytes": node.bytes,
        "sha256": node.sha256.as_ref().map(|hash| hex(hash)),
        "findings": findings_json(&node.findings),
        "error": error,
    }
}
