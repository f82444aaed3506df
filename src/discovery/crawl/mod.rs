//! Crawling: a limited walk from a listing or a description to its products, services and interface definitions.
//!
//! [`Crawl`] decides what to fetch, without sockets; [`crawl`] fetches it. Depth, documents and bytes are limited.
//! Other origins are skipped unless the caller allows them. No URL is requested twice, and no request carries
//! credentials. References inside an interface's definition (`$ref`) are not followed.

pub(super) mod graph;
mod link;
mod recognition;

use super::{
    DiscoveryFinding, Error, OriginPolicy, TimeLimit,
    listing::{DEADLINE, canonical_url, code_of_url},
};
use crate::{
    Contexts, Limits, Origin,
    diagnostic::Severity,
    resolve::{FetchKind, Fetched, HttpsGet, NetError},
};
use futures_util::stream::{FuturesOrdered, StreamExt};
use graph::{Graph, GraphEdge, GraphNode, NodeKind, NodeStatus, Reason};
use link::DescriptionLink;
use recognition::{Recognized, recognize, recognize_inline};
use sha2::{Digest, Sha256};
use std::{
    collections::{HashMap, VecDeque},
    num::NonZeroUsize,
    time::Duration,
};

/// Limits of a crawl.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CrawlOptions {
    /// Maximum number of links from the start to a fetched document (default 2: listing, description, product).
    pub depth: usize,
    /// Maximum number of requested documents (default 200).
    pub documents: usize,
    /// Maximum number of documents in the graph, fetched or not (default 2,000). The maximum number of links is ten
    /// times this.
    pub nodes: usize,
    /// Maximum total size of all documents (default 32 MiB); [`Limits::description_bytes`] limits each one.
    pub bytes: usize,
    /// Time limit for the whole crawl (default 5 minutes).
    pub deadline: Duration,
    /// Origins that may be requested besides that of the start.
    pub origins: OriginPolicy,
    /// Number of concurrent requests (default 8). The graph does not depend on it.
    pub at_once: NonZeroUsize,
    /// The contexts to expand with; by default the embedded ones.
    pub contexts: Contexts,
    /// The limits of each document.
    pub limits: Limits,
}

impl Default for CrawlOptions {
    fn default() -> Self {
        Self {
            depth: 2,
            documents: 200,
            nodes: 2_000,
            bytes: 32 << 20,
            deadline: DEADLINE,
            origins: OriginPolicy::Same,
            at_once: NonZeroUsize::MIN.saturating_add(7),
            contexts: Contexts::embedded(),
            limits: Limits::default(),
        }
    }
}

/// The state of a crawl.
#[derive(Clone, Debug)]
struct Crawl {
    options: CrawlOptions,
    start: Origin,
    graph: Graph,
    known: HashMap<String, usize>,
    queue: VecDeque<usize>,
    asked: usize,
    bytes: usize,
}

impl Crawl {
    /// Starts a crawl at `url`, a listing or an agent description.
    ///
    /// # Errors
    /// `net-scheme`, `net-address` if the URL cannot be fetched.
    fn new(url: &str, options: CrawlOptions) -> Result<Self, Error> {
        let url = canonical_url(url)?;
        let start = Origin::from_https(&url)
            .ok_or_else(|| NetError::Scheme { url: url.clone(), problem: "it has no origin".to_owned() })?;
        let node = new_node(url.clone(), NodeKind::AgentDescription, 0);
        Ok(Self {
            options,
            start,
            known: HashMap::from([(url, 0)]),
            graph: Graph { nodes: vec![node], edges: Vec::new(), omitted: 0 },
            queue: VecDeque::from([0]),
            asked: 1,
            bytes: 0,
        })
    }

    /// The next document to fetch: its index in [`Graph::nodes`], its URL and how to fetch it. `None` until a response
    /// brings new links.
    ///
    /// Several requests may be in progress, if their responses are passed in the order of the requests.
    fn request(&mut self) -> Option<(usize, String, FetchKind)> {
        while let Some(node) = self.queue.pop_front() {
            if self.exhausted() {
                self.set_status(node, NodeStatus::NotFollowed(Reason::Bytes));
                continue;
            }
            let wanted = self.graph.nodes.get(node)?;
            let kind = match wanted.kind {
                NodeKind::Interface | NodeKind::Information => FetchKind::LinkedDocument,
                _ => FetchKind::AgentDescription,
            };
            return Some((node, wanted.url.clone(), kind));
        }
        None
    }

    /// Passes the response for a document.
    fn respond(&mut self, at: usize, answer: Result<Fetched, NetError>) {
        if self.exhausted() {
            // requested before the limit was known to be reached
            return self.set_status(at, NodeStatus::NotFollowed(Reason::Bytes));
        }
        let fetched = match answer {
            Ok(fetched) => fetched,
            Err(error) => return self.set_status(at, NodeStatus::failed(&error)),
        };
        self.bytes = self.bytes.saturating_add(fetched.body.len());
        if self.exhausted() {
            return self.set_status(at, NodeStatus::NotFollowed(Reason::Bytes));
        }
        let Some(node) = self.graph.nodes.get_mut(at) else { return };
        let Recognized { kind, title, version, findings, links } =
            recognize(&fetched, node.kind, &self.options.contexts, &self.options.limits);
        node.kind = kind;
        node.title = title.or_else(|| node.title.take());
        node.version = version;
        node.findings = findings;
        node.status = NodeStatus::Fetched;
        node.sha256 = Some(Sha256::digest(&fetched.body).into());
        node.bytes = Some(fetched.body.len());
        node.media_type = Some(fetched.media_type);
        for link in links {
            self.follow(at, link);
        }
    }

    fn exhausted(&self) -> bool {
        self.bytes > self.options.bytes
    }

    fn set_status(&mut self, node: usize, status: NodeStatus) {
        if let Some(node) = self.graph.nodes.get_mut(node) {
            node.status = status;
        }
    }

    fn follow(&mut self, from: usize, link: DescriptionLink) {
        let Some(to) = self.node_of(from, &link) else {
            self.graph.omitted += 1;
            return;
        };
        let edge = GraphEdge { from, to, term: link.term, pointer: link.pointer };
        if self.graph.edges.len() >= self.options.nodes.saturating_mul(10) {
            self.graph.omitted += 1;
            return;
        }
        self.graph.edges.push(edge);
    }

    /// The document of a link; `None` if a limit is reached.
    fn node_of(&mut self, from: usize, link: &DescriptionLink) -> Option<usize> {
        let inline = link.inline.is_some();
        let url = if inline { Ok(link.url.clone()) } else { canonical_url(&link.url) };
        let name = url.as_ref().map_or_else(|_| link.url.chars().take(500).collect(), String::clone);
        if let Some(known) = self.known.get(&name) {
            return Some(*known);
        }
        if self.graph.nodes.len() >= self.options.nodes {
            return None;
        }
        let (page, depth) = self.graph.nodes.get(from).map(|node| (Origin::from_https(&node.url), node.depth))?;
        // the pages of a listing belong together
        let depth = if link.kind == NodeKind::Listing { depth } else { depth + 1 };
        let mut node = new_node(name.clone(), link.kind, depth);
        node.protocol.clone_from(&link.protocol);
        node.title.clone_from(&link.title);
        let origin = Origin::from_https(&name);
        let allowed = origin.as_ref().is_some_and(|origin| match link.kind {
            NodeKind::Listing => Some(origin) == page.as_ref(),
            _ => self.options.origins.allows(&self.start, origin),
        });
        node.status = match (&link.inline, url) {
            (Some(definition), _) => {
                let Recognized { kind, title, version, findings, .. } = recognize_inline(definition, &name);
                (node.kind, node.version, node.findings) = (kind, version, findings);
                node.title = title.or(node.title);
                NodeStatus::Inline
            }
            (None, Err(error)) => {
                node.findings.push(DiscoveryFinding::new(
                    code_of_url(&error),
                    Severity::Error,
                    &name,
                    error.to_string(),
                ));
                NodeStatus::NotFollowed(Reason::Url)
            }
            _ if link.media => NodeStatus::NotFollowed(Reason::Media),
            _ if !allowed => NodeStatus::NotFollowed(Reason::Origin),
            _ if depth > self.options.depth => NodeStatus::NotFollowed(Reason::Depth),
            _ if self.asked >= self.options.documents => NodeStatus::NotFollowed(Reason::Documents),
            _ => NodeStatus::Pending,
        };
        let at = self.graph.nodes.len();
        if node.status == NodeStatus::Pending {
            self.asked += 1;
            self.queue.push_back(at);
        }
        self.known.insert(name, at);
        self.graph.nodes.push(node);
        Some(at)
    }
}

fn new_node(url: String, kind: NodeKind, depth: usize) -> GraphNode {
    GraphNode {
        url,
        kind,
        depth,
        status: NodeStatus::Pending,
        title: None,
        version: None,
        protocol: None,
        media_type: None,
        bytes: None,
        sha256: None,
        findings: Vec::new(),
    }
}

/// Crawls from `url`.
///
/// ```no_run
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use agent_description::{discovery::{CrawlOptions, crawl}, resolve::HttpsGet};
///
/// let https = HttpsGet::builder().build();
/// let graph = crawl(&https, "https://agent.example.com/ad.json", CrawlOptions::default()).await?;
/// for edge in &graph.edges {
///     println!("{} {} {}", graph.nodes[edge.from].url, edge.term, graph.nodes[edge.to].url);
/// }
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// `net-scheme`, `net-address` if the URL cannot be fetched. Later errors are recorded at their document in the graph, including `net-time` for
/// documents after the time limit.
pub async fn crawl(https: &HttpsGet, url: &str, options: CrawlOptions) -> Result<Graph, Error> {
    let (at_once, time) = (options.at_once.get(), TimeLimit::start(options.deadline));
    let mut crawl = Crawl::new(url, options)?;
    let mut under_way = FuturesOrdered::new();
    loop {
        while under_way.len() < at_once {
            let Some((at, url, kind)) = crawl.request() else { break };
            under_way.push_back(async move { (at, time.within(&url, https.fetch(&url, kind)).await) });
        }
        let Some((at, answer)) = under_way.next().await else { break };
        crawl.respond(at, answer);
    }
    Ok(crawl.graph)
}
