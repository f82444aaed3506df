//! The documents that are found from a start, and what leads to them.

use super::{
    Args, failure_of, finding_to_json,
    picture::Picture,
    table::{Cell, Table},
};
use crate::{
    failure::{Failure, Outcome, count},
    network::Network,
    terminal::Terminal,
};
use agent_description::{
    diagnostic::Severity,
    discovery::{self, CrawlOptions, Graph, GraphNode, NodeStatus},
    hex::hex,
    json::{Json, Object},
};
use anstyle::AnsiColor;

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
    let graph = network.runtime().block_on(discovery::crawl(network.https(), url, options))?;
    // without the first document there is nothing to draw
    if let Some(failure) = graph.nodes.first().and_then(first_failure) {
        return Err(failure);
    }
    picture.write(url, &graph)?;
    if terminal.wants_json() {
        terminal.print_json(&to_json(url, &graph))?;
    } else {
        terminal.print(table(&graph))?;
    }
    let mut outcome = Outcome::Done;
    for node in &graph.nodes {
        if let NodeStatus::Failed { code, message } = &node.status {
            terminal.explain(&Failure::new(*code, message.as_str()));
            outcome = outcome.and(Outcome::from(*code));
        }
        for finding in &node.findings {
            terminal.show(finding.severity, &failure_of(finding));
            if finding.severity == Severity::Error {
                outcome = outcome.and(Outcome::from(finding.code));
            }
        }
    }
    terminal.note(&summary(&graph));
    Ok(outcome)
}

/// Why the first document is of no use: it was not had, or is neither a listing nor a description.
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

/// What a document's status says, in few words.
pub fn status_of(node: &GraphNode) -> String {
    match &node.status {
        NodeStatus::Failed { code, .. } => format!("failed: {code}"),
        NodeStatus::NotFollowed(reason) => format!("not-followed: {reason}"),
        status => {
            let worst = node.findings.iter().filter(|finding| finding.severity == Severity::Error).count();
            match worst {
                0 => status.as_str().to_owned(),
                1 => format!("{}: 1 error", status.as_str()),
                n => format!("{}: {n} errors", status.as_str()),
            }
        }
    }
}

/// `openapi 3.1.0`
pub fn kind_of(node: &GraphNode) -> String {
    match (&node.version, &node.protocol) {
        (Some(version), _) => format!("{} {version}", node.kind),
        (None, Some(protocol)) => format!("{} ({protocol})", node.kind),
        (None, None) => node.kind.to_string(),
    }
}

fn table(graph: &Graph) -> Table<4> {
    let mut table = Table::new(["KIND", "URL", "STATUS", "NAME"]);
    for node in &graph.nodes {
        let status = status_of(node);
        let status = match &node.status {
            NodeStatus::Failed { .. } => Cell::coloured(status, AnsiColor::Red),
            NodeStatus::NotFollowed(_) => Cell::coloured(status, AnsiColor::Yellow),
            _ if status.contains("error") => Cell::coloured(status, AnsiColor::Red),
            _ => Cell::plain(status),
        };
        let title = node.title.as_deref().unwrap_or_default();
        table.row([Cell::plain(kind_of(node)), Cell::plain(&node.url), status, Cell::plain(title)]);
    }
    table
}

/// `6 documents, 5 links: 4 fetched, 1 failed, 1 not followed`
pub fn summary(graph: &Graph) -> String {
    let plural = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for node in &graph.nodes {
        let status = node.status.as_str();
        match counts.iter_mut().find(|(known, _)| *known == status) {
            Some((_, n)) => *n += 1,
            None => counts.push((status, 1)),
        }
    }
    let counts: Vec<_> = counts.iter().map(|(status, n)| format!("{n} {}", status.replace('-', " "))).collect();
    let documents = plural(graph.nodes.len(), "document");
    let mut text = format!("{documents}, {}: {}", plural(graph.edges.len(), "link"), counts.join(", "));
    if graph.omitted > 0 {
        text.push_str(&format!("; {} left out", plural(graph.omitted, "link")));
    }
    text
}

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
