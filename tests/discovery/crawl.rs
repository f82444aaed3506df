//! Crawling from a description to the documents it names (the crawler of the SDKs sends its
//! credentials to any URL, reads without bound and follows redirects).
#![cfg(feature = "resolver")]

use adp_fixtures::{
    third_party,
    tls::{Answer, Authority, Server},
};
use agent_description::{
    Code, Origin,
    diagnostic::Severity,
    discovery::{CrawlOptions, Graph, GraphNode, NodeKind, NodeStatus, OriginPolicy, Reason, crawl},
    resolve::{ConnectTo, HttpsGet, blocking::Runtime},
};
use std::{collections::BTreeMap, num::NonZeroUsize, path::Path};

const HOST: &str = "agent.example";
const AD: &str = "https://agent.example/ad.json";
/// Hosts that tests may name; all of them are the one server on loopback.
const HOSTS: [&str; 5] =
    [HOST, "other.example", "evil.example", "service.agent-network-protocol.com", "grand-hotel.com"];

type Site = BTreeMap<String, (String, Vec<u8>)>;

fn site(files: &[(&str, &str, &str)]) -> Site {
    let file = |(url, media_type, body): &(&str, &str, &str)| {
        ((*url).to_owned(), ((*media_type).to_owned(), body.as_bytes().to_vec()))
    };
    files.iter().map(file).collect()
}

/// Crawls a site of URLs; what it does not have answers 404.
fn walk(site: Site, start: &str, options: CrawlOptions) -> (Server, Graph) {
    let authority = Authority::new();
    let server = Server::start(authority.issue(&HOSTS), move |request| {
        let url = format!("https://{}{}", request.header("host").unwrap_or_default(), request.path());
        match site.get(&url) {
            Some((media_type, body)) => Answer::status(200, &[&format!("content-type: {media_type}")], body),
            None => Answer::not_found(),
        }
    });
    let mut https = HttpsGet::builder().add_roots_pem(authority.pem().as_bytes()).unwrap();
    https.only_added_roots = true;
    for host in HOSTS {
        https = https.connect_to(ConnectTo::new(host, 443, server.address()).unwrap());
    }
    let graph = Runtime::new().unwrap().block_on(crawl(&https.build(), start, options)).unwrap();
    (server, graph)
}

fn options(change: impl FnOnce(&mut CrawlOptions)) -> CrawlOptions {
    let mut options = CrawlOptions::default();
    change(&mut options);
    options
}

#[track_caller]
fn node<'a>(graph: &'a Graph, url: &str) -> &'a GraphNode {
    graph.nodes.iter().find(|node| node.url == url).unwrap_or_else(|| panic!("{url} is not in {graph:#?}"))
}

fn fetched(graph: &Graph) -> Vec<&str> {
    graph.nodes.iter().filter(|node| node.status == NodeStatus::Fetched).map(|node| node.url.as_str()).collect()
}

/// An agent description that names these documents, each as its term.
fn description(members: &str) -> String {
    format!(
        r#"{{"@context":["https://agent-network-protocol.com/ad#",{{"@language":"en"}}],"@type":"AgentDescription",
  "@id":"{AD}","name":"Anna","securityDefinitions":{{"didwba_sc":{{"scheme":"didwba","in":"header","name":"Authorization"}}}},
  "security":"didwba_sc"{members}}}"#
    )
}

fn interface(url: &str) -> String {
    format!(
        r#"{{"@type":"ad:StructuredInterface","@id":"{url}#i","name":"i","description":"d","protocol":"YAML","url":"{url}"}}"#
    )
}

fn product(url: &str) -> String {
    format!(
        r#"{{"@context":["https://agent-network-protocol.com/ad#",{{"@language":"en"}}],"@type":"Product","@id":"{url}","name":"Latte"}}"#
    )
}

const JSON: &str = "application/json";
const LD: &str = "application/ld+json";
const YAML: &str = "application/yaml";

#[test]
fn every_document_that_a_description_names() {
    let members = format!(
        r##","products":[{{"@type":"Product","@id":"https://agent.example/latte.json"}},{{"@type":"Product","@id":"{AD}#cup"}},{{"@type":"Product","name":"x"}}],
  "services":[{{"@type":"Service","@id":"https://agent.example/delivery.json"}}],
  "interfaces":[{},{},{},{},{}]"##,
        interface("https://agent.example/openapi.yaml"),
        interface("https://agent.example/openapi.json"),
        interface("https://agent.example/openrpc.json"),
        interface("https://agent.example/own.yaml"),
        interface("https://agent.example/gone.yaml"),
    );
    let latte = product("https://agent.example/latte.json");
    let delivery = product("https://agent.example/delivery.json").replace("\"Product\"", "\"Service\"");
    let site = site(&[
        (AD, LD, &description(&members)),
        ("https://agent.example/latte.json", LD, &latte),
        ("https://agent.example/delivery.json", LD, &delivery),
        (
            "https://agent.example/openapi.yaml",
            "text/yaml; charset=utf-8",
            "openapi: 3.1.0\ninfo: {title: Rooms}\nx-most: 9223372036854775807\n",
        ),
        ("https://agent.example/openapi.json", JSON, r#"{"swagger":"2.0","info":{"title":"Old rooms"},"paths":{}}"#),
        ("https://agent.example/openrpc.json", JSON, r#"{"openrpc":"1.3.2","info":{"title":"Calls"},"methods":[]}"#),
        ("https://agent.example/own.yaml", YAML, "interface:\n  type: Search\n"),
    ]);
    let (server, graph) = walk(site, AD, CrawlOptions::default());
    let found: Vec<_> = graph
        .nodes
        .iter()
        .map(|node| {
            let path = node.url.strip_prefix("https://agent.example/").unwrap();
            (path, node.kind, node.version.as_deref(), node.title.as_deref(), node.status.as_str(), node.depth)
        })
        .collect();
    assert_eq!(
        found,
        [
            ("ad.json", NodeKind::AgentDescription, None, Some("Anna"), "fetched", 0),
            ("latte.json", NodeKind::Product, None, Some("Latte"), "fetched", 1),
            ("delivery.json", NodeKind::Service, None, Some("Latte"), "fetched", 1),
            ("openapi.yaml", NodeKind::OpenApi, Some("3.1.0"), Some("i"), "fetched", 1),
            ("openapi.json", NodeKind::OpenApi, Some("2.0"), Some("Old rooms"), "fetched", 1),
            ("openrpc.json", NodeKind::OpenRpc, Some("1.3.2"), Some("Calls"), "fetched", 1),
            ("own.yaml", NodeKind::Interface, None, Some("i"), "fetched", 1),
            ("gone.yaml", NodeKind::Interface, None, Some("i"), "failed", 1),
        ]
    );
    let edges: Vec<_> = graph.edges.iter().map(|edge| (edge.from, edge.to, edge.term, edge.pointer.as_str())).collect();
    assert_eq!(
        edges,
        [
            (0, 1, "products", "/products/0/@id"),
            (0, 2, "services", "/services/0/@id"),
            (0, 3, "interfaces", "/interfaces/0/url"),
            (0, 4, "interfaces", "/interfaces/1/url"),
            (0, 5, "interfaces", "/interfaces/2/url"),
            (0, 6, "interfaces", "/interfaces/3/url"),
            (0, 7, "interfaces", "/interfaces/4/url"),
        ]
    );
    let yaml = &graph.nodes[6];
    assert_eq!(
        (yaml.media_type.as_deref(), yaml.bytes, yaml.protocol.as_deref()),
        (Some(YAML), Some(26), Some("YAML"))
    );
    // printf 'interface:\n  type: Search\n' | sha256sum
    let hash: String = yaml.sha256.unwrap().iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hash, "c35a19977024b3b19075c159358dbdc8c2e9ff4e8cb3825217f74d6c01c8066c");
    let failed = NodeStatus::Failed {
        code: Code::NET_STATUS,
        message: "https://agent.example/gone.yaml answered 404, expected 200".to_owned(),
    };
    assert_eq!(graph.nodes[7].status, failed);
    assert!(graph.nodes.iter().all(|node| node.findings.is_empty()), "{graph:#?}");
    assert_eq!(server.requests().len(), 8);
}

#[test]
fn no_request_carries_credentials() {
    let members = format!(r#","interfaces":[{},{}]"#, interface("https://other.example/a.yaml"), interface(AD));
    let (server, _) = walk(
        site(&[(AD, LD, &description(&members)), ("https://other.example/a.yaml", YAML, "a: b")]),
        AD,
        options(|options| options.origins = OriginPolicy::AnyHttps),
    );
    assert_eq!(server.requests().len(), 2);
    for request in server.requests() {
        let mut names: Vec<_> = request.headers.iter().map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        assert_eq!(names, ["accept", "accept-encoding", "host", "user-agent"]);
    }
}

#[test]
fn origins_are_asked_as_the_policy_says() {
    let [here, other, evil] =
        ["https://agent.example/a.yaml", "https://other.example/b.yaml", "https://evil.example/c.yaml"];
    let port = "https://agent.example:8443/d.yaml";
    let members = format!(r#","interfaces":[{}]"#, [here, other, evil, port].map(interface).join(","));
    let files = [(AD, LD, &*description(&members)), (here, YAML, "a: b"), (other, YAML, "a: b"), (evil, YAML, "a: b")];
    let listed = OriginPolicy::Listed(vec![Origin::from_https(other).unwrap()]);
    for (policy, expected) in [
        (OriginPolicy::Same, vec![AD, here]),
        (listed, vec![AD, here, other]),
        (OriginPolicy::AnyHttps, vec![AD, here, other, evil]),
    ] {
        let any = policy == OriginPolicy::AnyHttps;
        let (server, graph) = walk(site(&files), AD, options(|options| options.origins = policy));
        assert_eq!(fetched(&graph), expected);
        assert_eq!(server.requests().len(), expected.len());
        let elsewhere = &node(&graph, port).status;
        if !any {
            assert_eq!((elsewhere, &node(&graph, evil).status), (&NodeStatus::NotFollowed(Reason::Origin), elsewhere));
        }
    }
}

#[test]
fn references_inside_definitions_are_not_followed() {
    let definition = r##"{"openapi":"3.0.3","info":{"title":"x"},"externalDocs":{"url":"https://agent.example/docs.json"},
      "servers":[{"url":"https://agent.example/api"}],"paths":{"/a":{"$ref":"https://evil.example/paths.json"},
      "/b":{"$ref":"file:///etc/passwd"},"/c":{"$ref":"other.json#/c"}}}"##;
    let members = format!(r#","interfaces":[{}]"#, interface("https://agent.example/api.json"));
    let (server, graph) = walk(
        site(&[(AD, LD, &description(&members)), ("https://agent.example/api.json", JSON, definition)]),
        AD,
        options(|options| (options.origins, options.depth) = (OriginPolicy::AnyHttps, 9)),
    );
    assert_eq!((server.requests().len(), graph.nodes.len(), graph.edges.len()), (2, 2, 1));
}

#[test]
fn urls_that_cannot_be_fetched_are_told() {
    let urls = [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "data:text/yaml,a",
        "http://agent.example/a.yaml",
        "https://127.0.0.1/a.yaml",
        "https://169.254.169.254/latest",
        "https://user:secret@agent.example/",
        "https://[::1]/",
    ];
    let members = format!(r#","interfaces":[{}]"#, urls.map(interface).join(","));
    let (server, graph) = walk(
        site(&[(AD, LD, &description(&members))]),
        AD,
        options(|options| options.origins = OriginPolicy::AnyHttps),
    );
    assert_eq!(server.requests().len(), 1);
    for url in urls {
        let node = node(&graph, url);
        assert_eq!(node.status, NodeStatus::NotFollowed(Reason::Url), "{url}");
        let expected = if url.contains("127") || url.contains("169") || url.contains("::") {
            Code::NET_ADDRESS
        } else {
            Code::AD_URL_SCHEME
        };
        assert_eq!((node.findings.len(), node.findings[0].code), (1, expected), "{url}");
    }
}

#[test]
fn films_and_pictures_are_left_alone() {
    let members = r#","ad:Infomations":[{"@type":"VideoObject","url":"https://agent.example/film.mp4"},
      {"@type":"Product","url":"https://agent.example/p.json"}]"#;
    let p = "https://agent.example/p.json";
    let (server, graph) =
        walk(site(&[(AD, LD, &description(members)), (p, LD, &product(p))]), AD, CrawlOptions::default());
    assert_eq!(server.requests().len(), 2);
    assert_eq!(node(&graph, "https://agent.example/film.mp4").status, NodeStatus::NotFollowed(Reason::Media));
    assert_eq!((node(&graph, p).kind, &node(&graph, p).status), (NodeKind::Product, &NodeStatus::Fetched));
}

/// Descriptions in a row, each naming the next and the first.
fn chain(length: usize) -> Site {
    let url = |n: usize| format!("https://agent.example/{n}.json");
    (0..length)
        .map(|n| {
            let members = format!(r#","interfaces":[{},{}]"#, interface(&url(n + 1)), interface(&url(0)));
            (url(n), (LD.to_owned(), description(&members).into_bytes()))
        })
        .collect()
}

const FIRST: &str = "https://agent.example/0.json";

#[test]
fn loops_end() {
    let (server, graph) = walk(chain(3), FIRST, options(|options| options.depth = 100));
    assert_eq!(server.requests().len(), 4);
    let edges: Vec<_> = graph.edges.iter().map(|edge| (edge.from, edge.to)).collect();
    assert_eq!(edges, [(0, 1), (0, 0), (1, 2), (1, 0), (2, 3), (2, 0)]);
}

#[test]
fn depth_is_bounded() {
    for depth in 0..3 {
        let (server, graph) = walk(chain(9), FIRST, options(|options| options.depth = depth));
        assert_eq!((server.requests().len(), graph.nodes.len()), (depth + 1, depth + 2));
        let last = graph.nodes.last().unwrap();
        assert_eq!((&last.status, last.depth), (&NodeStatus::NotFollowed(Reason::Depth), depth + 1));
    }
}

#[test]
fn documents_are_counted() {
    let urls: Vec<String> = (0..20).map(|n| interface(&format!("https://agent.example/{n}.yaml"))).collect();
    let site = site(&[(AD, LD, &description(&format!(r#","interfaces":[{}]"#, urls.join(","))))]);
    for (documents, asked) in [(1, 1), (5, 5), (21, 21), (100, 21)] {
        let (server, graph) = walk(site.clone(), AD, options(|options| options.documents = documents));
        assert_eq!((server.requests().len(), graph.nodes.len()), (asked, 21));
        let left = graph.nodes.iter().filter(|node| node.status == NodeStatus::NotFollowed(Reason::Documents)).count();
        assert_eq!(left, 21 - asked);
    }
    let (server, graph) = walk(site, AD, options(|options| options.nodes = 8));
    assert_eq!((server.requests().len(), graph.nodes.len(), graph.edges.len(), graph.omitted), (8, 8, 7, 13));
}

#[test]
fn links_are_counted() {
    let same = vec![interface("https://agent.example/a.yaml"); 100].join(",");
    let site = site(&[(AD, LD, &description(&format!(r#","interfaces":[{same}]"#)))]);
    let (_, graph) = walk(site, AD, options(|options| options.nodes = 3));
    assert_eq!((graph.nodes.len(), graph.edges.len(), graph.omitted), (2, 30, 70));
}

#[test]
fn bytes_are_counted_whatever_runs_at_the_same_time() {
    let urls: Vec<String> = (0..12).map(|n| format!("https://agent.example/{n}.yaml")).collect();
    let interfaces = urls.iter().map(|url| interface(url)).collect::<Vec<_>>().join(",");
    let body = format!("a: {}", "x".repeat(9_997));
    let start = description(&format!(r#","interfaces":[{interfaces}]"#));
    let mut site = site(&[(AD, LD, &start)]);
    site.extend(urls.iter().map(|url| (url.clone(), (YAML.to_owned(), body.clone().into_bytes()))));
    let mut graphs = Vec::new();
    for at_once in [1, 3, 12] {
        let (server, graph) = walk(
            site.clone(),
            AD,
            options(|options| {
                options.bytes = start.len() + 40_000;
                options.at_once = NonZeroUsize::new(at_once).unwrap();
            }),
        );
        // the one that is too much, and those that were under way with it
        assert!(server.requests().len() <= 1 + 4 + at_once, "{}", server.requests().len());
        assert_eq!(fetched(&graph).len(), 1 + 4);
        let left = graph.nodes.iter().filter(|node| node.status == NodeStatus::NotFollowed(Reason::Bytes)).count();
        assert_eq!(left, 8);
        graphs.push(graph);
    }
    assert!(graphs.iter().all(|graph| *graph == graphs[0]));
}

#[test]
fn a_listing_leads_to_descriptions_and_on() {
    let listing = "https://agent.example/.well-known/agent-descriptions";
    let context = r#"{"@vocab":"https://schema.org/","ad":"https://agent-network-protocol.com/ad#"}"#;
    let page = |item: &str, next: &str| {
        format!(
            r#"{{"@context":{context},"@type":"CollectionPage","items":[{{"@type":"ad:AgentDescription","name":"n","@id":"{item}"}}]{next}}}"#
        )
    };
    let (second, elsewhere) = (format!("{listing}?page=2"), "https://other.example/more");
    let members = format!(r#","interfaces":[{}]"#, interface("https://agent.example/own.yaml"));
    let (_, graph) = walk(
        site(&[
            (listing, JSON, &page(AD, &format!(r#","next":"{second}""#))),
            (&second, JSON, &page("https://other.example/ad.json", &format!(r#","next":"{elsewhere}""#))),
            (AD, LD, &description(&members)),
            ("https://agent.example/own.yaml", YAML, "a: b"),
            (elsewhere, JSON, &page(AD, "")),
        ]),
        listing,
        options(|options| options.origins = OriginPolicy::Listed(vec![Origin::from_https(elsewhere).unwrap()])),
    );
    assert_eq!(fetched(&graph), [listing, AD, &second, "https://agent.example/own.yaml"]);
    let depths: Vec<_> = graph.nodes.iter().map(|node| (node.kind, node.depth)).collect();
    assert_eq!(depths[..3], [(NodeKind::Listing, 0), (NodeKind::AgentDescription, 1), (NodeKind::Listing, 0)]);
    // a listing stays on its own origin, whatever origins descriptions may have
    assert_eq!(node(&graph, elsewhere).status, NodeStatus::NotFollowed(Reason::Origin));
    assert!(matches!(
        node(&graph, "https://other.example/ad.json").status,
        NodeStatus::Failed { code: Code::NET_STATUS, .. }
    ));
    let next = graph.edges.iter().find(|edge| edge.term == "next").unwrap();
    assert_eq!((next.from, next.to, next.pointer.as_str()), (0, 2, "/next"));
}

#[test]
fn what_is_wrong_with_a_document_is_told_at_it() {
    let paths = ["html.yaml", "broken.yaml", "broken.json", "old.json", "empty.json", "future.yaml", "huge.json"];
    let interfaces = paths.map(|path| interface(&format!("https://agent.example/{path}"))).join(",");
    let members = format!(
        r#","interfaces":[{interfaces}],"products":[{{"@type":"Product","@id":"https://agent.example/p.json"}},
           {{"@type":"Product","@id":"https://agent.example/plain.json"}},{{"@type":"Product","@id":"https://agent.example/room.json"}}]"#
    );
    let wrong = product("https://agent.example/p.json").replace("\"Latte\"", "{\"a\":1},\"price\":3,\"offers\":7");
    let room =
        product("https://agent.example/room.json").replace("\"Product\"", "\"HotelRoom\"").replace("\"Latte\"", "[1]");
    let huge = format!("{{\"a\":\"{}\"}}", "x".repeat(1 << 20));
    let (_, graph) = walk(
        site(&[
            (AD, LD, &description(&members)),
            ("https://agent.example/html.yaml", "text/html", "<p>"),
            ("https://agent.example/broken.yaml", YAML, "a: [b"),
            ("https://agent.example/broken.json", JSON, r#"{"openrpc":"1.0.0","openrpc":"1.1.0"}"#),
            ("https://agent.example/old.json", JSON, r#"{"openapi":"1.2","info":{}}"#),
            ("https://agent.example/empty.json", JSON, r#"{"openrpc":"1.3.0"}"#),
            ("https://agent.example/future.yaml", YAML, "openapi: 4.0.0"),
            ("https://agent.example/huge.json", JSON, &huge),
            ("https://agent.example/p.json", LD, &wrong),
            ("https://agent.example/plain.json", JSON, r#"{"type":"Product","name":"x"}"#),
            ("https://agent.example/room.json", LD, &room),
        ]),
        AD,
        CrawlOptions::default(),
    );
    let told = |path: &str| -> Vec<(Code, Severity)> {
        let node = node(&graph, &format!("https://agent.example/{path}"));
        match &node.status {
            NodeStatus::Failed { code, .. } => vec![(*code, Severity::Error)],
            _ => node.findings.iter().map(|finding| (finding.code, finding.severity)).collect(),
        }
    };
    assert_eq!(told("html.yaml"), [(Code::NET_TYPE, Severity::Error)]);
    assert_eq!(told("broken.yaml"), [(Code::DOCUMENT_SHAPE, Severity::Error)]);
    assert_eq!(told("broken.json"), [(Code::JSON_DUPLICATE_KEY, Severity::Error)]);
    assert_eq!(told("old.json"), [(Code::AD_WRONG_TYPE, Severity::Warning)]);
    assert_eq!(told("empty.json"), [(Code::AD_MISSING_TERM, Severity::Warning); 2]);
    assert_eq!(told("future.yaml"), [(Code::AD_WRONG_TYPE, Severity::Warning)]);
    assert_eq!(told("huge.json"), [(Code::NET_SIZE, Severity::Error)]);
    // no name, and a price beside the offer
    let of_product = [Code::AD_MISSING_TERM, Code::AD_WRONG_TYPE, Code::AD_STRUCTURE, Code::AD_WRONG_TYPE];
    assert_eq!(told("p.json"), of_product.map(|code| (code, Severity::Warning)));
    assert_eq!(told("plain.json"), [(Code::AD_MISSING_TERM, Severity::Warning)]);
    // its type is a subtype of Product that this crate has no list of
    assert_eq!(node(&graph, "https://agent.example/room.json").kind, NodeKind::Product);
}

/// The published examples, at the URLs they name.
fn examples(folder: &str, at: &[(&str, &str)]) -> Site {
    let root = third_party::path(folder);
    let read = |(file, url): &(&str, &str)| {
        let media_type = match Path::new(file).extension().and_then(|extension| extension.to_str()) {
            Some("yaml") => "text/yaml",
            _ => "application/json",
        };
        ((*url).to_owned(), (media_type.to_owned(), std::fs::read(root.join(file)).unwrap()))
    };
    at.iter().map(read).collect()
}

fn kinds(graph: &Graph) -> BTreeMap<(NodeKindName, &'static str), usize> {
    let mut counts = BTreeMap::new();
    for node in &graph.nodes {
        *counts.entry((node.kind.as_str(), node.status.as_str())).or_default() += 1;
    }
    counts
}

type NodeKindName = &'static str;

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn the_published_coffee_shop() {
    let service = "https://service.agent-network-protocol.com/agents/lkcoffe";
    let at = |path: &str| format!("{service}/{path}");
    let files = [
        "ad.json",
        "api/nl-interface.yaml",
        "api/purchase-interface.yaml",
        "silk-latte/silk-latte.json",
        "orange-americano/orange-americano.json",
        "roasted-coconut-latte/roasted-coconut-latte.json",
    ];
    let urls = files.map(at);
    let pairs: Vec<_> = files.iter().copied().zip(urls.iter().map(String::as_str)).collect();
    let site = examples("anp/AgentNetworkProtocol-2025-02/examples/adp/lkcoffe", &pairs);
    let (server, graph) = walk(site, &at("ad.json"), CrawlOptions::default());
    let expected = [(("agent-description", "fetched"), 1), (("interface", "fetched"), 2), (("product", "fetched"), 3)];
    assert_eq!(kinds(&graph), BTreeMap::from(expected), "{graph:#?}");
    assert_eq!((server.requests().len(), graph.edges.len()), (6, 5));
    let pointers: Vec<_> = graph.edges.iter().map(|edge| edge.pointer.as_str()).collect();
    assert_eq!(pointers[0], "/ad:domainEntity/ad:products/0/@id");
    assert_eq!(pointers[4], "/ad:interfaces/1/url");
    assert!(graph.nodes[1..].iter().flat_map(|node| &node.findings).all(|finding| finding.severity < Severity::Error));
    third_party::ran("crawl-coffee-shop", graph.nodes.len());
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn the_published_hotels() {
    let service = "https://service.agent-network-protocol.com/agents/sheraton-chuzhou-hotel";
    let interfaces = ["search-interface.yaml", "booking-interface.yaml", "nl-interface.yaml"];
    let urls = interfaces.map(|name| format!("{service}/api/{name}"));
    let files = interfaces.map(|name| format!("api/{name}"));
    let ad = format!("{service}/ad.json");
    let room = "https://service.agent-network-protocol.com/agents/hotel/examples/hotel_room.json";
    let mut pairs: Vec<_> = files.iter().map(String::as_str).zip(urls.iter().map(String::as_str)).collect();
    pairs.extend([("ad.json", ad.as_str()), ("hotel_room.json", room)]);
    let site = examples("anp/AgentNetworkProtocol-2025-02/examples/adp/hotel/examples", &pairs);
    let now = third_party::read("anp/AgentNetworkProtocol-current/examples/adp/hotel/ad.json");
    let (_, old) = walk(site.clone(), &ad, CrawlOptions::default());
    assert_eq!(
        kinds(&old),
        BTreeMap::from([
            (("agent-description", "fetched"), 1),
            (("interface", "fetched"), 2),
            (("openapi", "fetched"), 1)
        ]),
        "{old:#?}"
    );
    // the current generation, plain JSON, names the room as well
    let mut site = site;
    site.insert(ad.clone(), (JSON.to_owned(), now.into_bytes()));
    let (_, current) = walk(site, &ad, CrawlOptions::default());
    let expected = [
        (("agent-description", "fetched"), 1),
        (("interface", "fetched"), 2),
        (("openapi", "fetched"), 1),
        (("product", "fetched"), 1),
    ];
    assert_eq!(kinds(&current), BTreeMap::from(expected), "{current:#?}");
    let edge = &current.edges[0];
    assert_eq!((edge.term, edge.pointer.as_str()), ("Infomations", "/Infomations/0/url"));
    assert_eq!(node(&current, room).title.as_deref(), Some("Deluxe Ocean View Room"));
    third_party::ran("crawl-hotels", old.nodes.len() + current.nodes.len());
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn the_crawler_fixture_of_the_sdk() {
    let (ad, rpc) = ("https://grand-hotel.com/ad.json", "https://grand-hotel.com/api/services-interface.json");
    let pairs = [("test_data_agent_description.json", ad), ("test_data_openrpc.json", rpc)];
    let site = examples("anp/anp/anp/anp_crawler/test", &pairs);
    let (_, graph) = walk(site, ad, CrawlOptions::default());
    let rpc = node(&graph, rpc);
    assert_eq!((rpc.kind, rpc.version.as_deref()), (NodeKind::OpenRpc, Some("1.3.2")));
    assert_eq!(rpc.title.as_deref(), Some("Grand Hotel Services API"));
    let film = node(&graph, "https://grand-hotel.com/media/hotel-tour-video.mp4");
    assert_eq!(film.status, NodeStatus::NotFollowed(Reason::Media));
    let mcp = node(&graph, "https://grand-hotel.com/api/mcp-interface.json");
    assert_eq!(mcp.protocol.as_deref(), Some("MCP"));

    let embedded = [("test_data_embedded_openrpc.json", ad)];
    let site = examples("anp/anp/anp/anp_crawler/test", &embedded);
    let (server, graph) = walk(site, ad, CrawlOptions::default());
    let inline: Vec<_> = graph.nodes.iter().filter(|node| node.status == NodeStatus::Inline).collect();
    assert!(!inline.is_empty(), "{graph:#?}");
    assert!(inline.iter().all(|node| node.kind == NodeKind::OpenRpc && node.url.starts_with(ad)), "{inline:#?}");
    assert!(server.requests().iter().all(|request| !request.path().contains('#')));
    third_party::ran("crawl-sdk-fixtures", inline.len() + 2);
}

#[test]
fn policies_allow_origins() {
    let [a, b, c] =
        ["https://a.example", "https://b.example", "https://c.example"].map(|url| Origin::from_https(url).unwrap());
    let listed = OriginPolicy::Listed(vec![b.clone()]);
    for (policy, allowed) in
        [(OriginPolicy::Same, [true, false, false]), (listed, [true, true, false]), (OriginPolicy::AnyHttps, [true; 3])]
    {
        assert_eq!([&a, &b, &c].map(|target| policy.allows(&a, target)), allowed, "{policy:?}");
    }
}
