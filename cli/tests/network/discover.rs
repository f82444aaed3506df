//! `adp discover` against an HTTPS server on loopback: listings with and without verdicts, graphs in every form.

use adp_fixtures::tls::{self, Answer, Authority, Server};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

const HOST: &str = "agent.example.com";
const OTHER: &str = "other.example.com";
const LISTING: &str = "https://agent.example.com/.well-known/agent-descriptions";
const AT: [&str; 2] = ["--at", "2026-06-01T00:00:00Z"];

/// A server for two hosts, and what lets `adp` reach it.
struct Web {
    server: Server,
    folder: tempfile::TempDir,
}

impl Web {
    /// Serves files by URL: media type and body.
    fn start(files: &[(&str, &str, Vec<u8>)]) -> Self {
        let files: BTreeMap<String, (String, Vec<u8>)> = files
            .iter()
            .map(|(url, media_type, body)| ((*url).to_owned(), ((*media_type).to_owned(), body.clone())))
            .collect();
        let authority = Authority::new();
        let server = Server::start(authority.issue(&[HOST, OTHER]), move |request| {
            let url = format!("https://{}{}", request.header("host").unwrap_or_default(), request.path());
            match files.get(&url) {
                Some((media_type, body)) => Answer::status(200, &[&format!("content-type: {media_type}")], body),
                None => Answer::not_found(),
            }
        });
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("ca.pem"), authority.pem()).unwrap();
        Self { server, folder }
    }

    fn discover(&self, arguments: &[&str]) -> Output {
        let reach = [HOST, OTHER].map(|host| self.server.resolve(host, 443));
        Command::new(env!("CARGO_BIN_EXE_adp"))
            .current_dir(self.folder.path())
            .arg("discover")
            .args(arguments)
            .args(["--cacert", "ca.pem", "--resolve", &reach[0], "--resolve", &reach[1]])
            .output()
            .unwrap()
    }

    fn asked(&self) -> Vec<String> {
        let url = |request: &tls::Request| format!("{}{}", request.header("host").unwrap(), request.path());
        self.server.requests().iter().map(url).collect()
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

fn transcripts(name: &str) -> Vec<u8> {
    fs::read(repository("tests/cli/verify.in").join(name)).unwrap()
}

/// What was printed, if it is what the schema says.
#[track_caller]
fn valid(schema: &str, output: &[u8]) -> Value {
    let path = repository("schemas").join(format!("{schema}.schema.json"));
    let schema: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    assert!(!schema.is_valid(&json!({})));
    let value: Value = serde_json::from_slice(output).unwrap_or_else(|error| panic!("{error}: {}", text(output)));
    let faults: Vec<String> =
        schema.iter_errors(&value).map(|fault| format!("{}: {fault}", fault.instance_path())).collect();
    assert!(faults.is_empty(), "{faults:#?}\n{value:#}");
    value
}

fn page(items: &[(&str, &str)], next: Option<&str>) -> Vec<u8> {
    let items: Vec<Value> =
        items.iter().map(|(name, url)| json!({"@type": "ad:AgentDescription", "name": name, "@id": url})).collect();
    let mut page = json!({
        "@context": {"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#"},
        "@type": "CollectionPage", "items": items
    });
    if let Some(next) = next {
        page["next"] = json!(next);
    }
    page.to_string().into_bytes()
}

const JSON: &str = "application/json";
const GOOD: &str = "https://agent.example.com/ad.json";
const TAMPERED: &str = "https://agent.example.com/tampered.json";
const UNSIGNED: &str = "https://agent.example.com/unsigned.json";
const BROKEN: &str = "https://agent.example.com/broken.json";
const GONE: &str = "https://agent.example.com/gone.json";
const ELSEWHERE: &str = "https://other.example.com/ad.json";
const PAGE_2: &str = "https://agent.example.com/.well-known/agent-descriptions?page=2";

fn agents() -> Web {
    Web::start(&[
        (LISTING, JSON, page(&[("Bank of Trust", GOOD), ("Tampered", TAMPERED), ("Unsigned", UNSIGNED)], Some(PAGE_2))),
        (PAGE_2, JSON, page(&[("Broken", BROKEN), ("Gone", GONE), ("Elsewhere", ELSEWHERE)], None)),
        ("https://agent.example.com/.well-known/did.json", JSON, transcripts("did.json")),
        (GOOD, "application/ld+json", transcripts("bound.json")),
        (TAMPERED, JSON, transcripts("tampered.json")),
        (UNSIGNED, JSON, transcripts("unsigned.json")),
        (BROKEN, JSON, transcripts("broken.json")),
        (ELSEWHERE, JSON, transcripts("signed.json")),
    ])
}

#[test]
fn what_a_host_lists() {
    let web = agents();
    let output = web.discover(&[HOST]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let expected = "\
NAME           URL                                      DID  VERDICT
Bank of Trust  https://agent.example.com/ad.json        -    not-checked
Tampered       https://agent.example.com/tampered.json  -    not-checked
Unsigned       https://agent.example.com/unsigned.json  -    not-checked
Broken         https://agent.example.com/broken.json    -    not-checked
Gone           https://agent.example.com/gone.json      -    not-checked
Elsewhere      https://other.example.com/ad.json        -    not-checked, other-origin
";
    assert_eq!(text(&output.stdout), expected);
    assert_eq!(text(&output.stderr), "6 agents on 2 pages\n");
    let path = "agent.example.com/.well-known/agent-descriptions";
    assert_eq!(web.asked(), [path.to_owned(), format!("{path}?page=2")]);

    let listed = valid("discover", &web.discover(&[LISTING, "--json"]).stdout);
    assert_eq!((&listed["complete"], &listed["pages"]), (&json!(true), &json!([LISTING, PAGE_2])));
    assert_eq!(listed["items"][3]["pointer"], "/items/0/@id");
    assert_eq!(listed["items"][5]["sameOrigin"], false);
}

#[test]
fn each_description_gets_its_verdict_in_order() {
    let web = agents();
    for jobs in ["1", "8"] {
        let output = web.discover(&[HOST, "--verify", "--json", "--jobs", jobs, AT[0], AT[1]]);
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
        let listed = valid("discover", &output.stdout);
        let verdicts: Vec<_> = listed["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| {
                (item["url"].as_str().unwrap(), item["verdict"].as_str().unwrap(), item["error"]["code"].as_str())
            })
            .collect();
        assert_eq!(
            verdicts,
            [
                (GOOD, "verified", None),
                (TAMPERED, "refused", Some("proof-signature")),
                (UNSIGNED, "refused", Some("proof-missing")),
                (BROKEN, "malformed", Some("json-syntax")),
                (GONE, "undecided", Some("net-status")),
                (ELSEWHERE, "other-origin", None),
            ]
        );
        // the name that the signer gives, beside the one that the host gives
        assert_eq!(listed["items"][0]["name"], "Bank of Trust");
        assert_eq!(listed["items"][0]["verifiedName"], "Hotel Assistant");
        assert_eq!(listed["items"][0]["did"], "did:wba:agent.example.com");
    }
    assert!(web.asked().iter().all(|url| !url.starts_with(OTHER)), "{:?}", web.asked());

    let output = web.discover(&[HOST, "--verify", AT[0], AT[1]]);
    let table = text(&output.stdout);
    let first = table.lines().nth(1).unwrap();
    assert!(
        first.starts_with("Hotel Assistant  ") && first.ends_with("  did:wba:agent.example.com  verified"),
        "{first}"
    );
    assert!(table.contains("refused: proof-signature") && table.contains("undecided: net-status"), "{table}");
    assert!(text(&output.stderr).ends_with("6 agents on 2 pages, 1 verified\n"));
}

#[test]
fn what_goes_on_is_told() {
    let web = agents();
    let told = text(&web.discover(&[HOST, "--verify", "-v", AT[0], AT[1]]).stderr);
    for (url, end) in [
        (GOOD, "}: verified signer=did:wba:agent.example.com\n"),
        (TAMPERED, "}: refused code=\"proof-signature\"\n"),
        (BROKEN, "}: refused code=\"json-syntax\"\n"),
        (GONE, "}: refused code=\"net-status\"\n"),
    ] {
        assert!(told.contains(&format!("verify{{url={url}{end}")), "{url}: {told}");
    }
    assert!(told.contains(&format!("fetch{{url={PAGE_2}}}: fetched").replace("?page=2", "?...")), "{told}");
}

#[test]
fn other_origins_are_asked_only_where_that_is_said() {
    for (flags, expected) in [
        (&["--origin", OTHER][..], "verified"),
        (&["--any-origin"], "verified"),
        (&["--origin", "third.example.com"], "other-origin"),
    ] {
        let web = agents();
        let output = web.discover(&[&[HOST, "--verify", "--json"], flags, &AT].concat());
        let listed = valid("discover", &output.stdout);
        assert_eq!(listed["items"][5]["verdict"], expected, "{flags:?}: {}", listed["items"][5]);
        assert_eq!(web.asked().iter().any(|url| url == "other.example.com/ad.json"), expected != "other-origin");
    }
}

fn exit_and_error(output: &Output) -> (Option<i32>, String) {
    let stderr = text(&output.stderr);
    let code = stderr.split_once("error[").and_then(|(_, rest)| rest.split_once(']')).map_or("", |(code, _)| code);
    (output.status.code(), code.to_owned())
}

#[test]
fn what_fails_in_part_keeps_the_rest() {
    let web = Web::start(&[(LISTING, JSON, page(&[("Anna", GOOD)], Some(PAGE_2)))]);
    let output = web.discover(&[HOST]);
    assert_eq!(exit_and_error(&output), (Some(4), "net-status".to_owned()));
    assert!(text(&output.stdout).contains("Anna"), "{}", text(&output.stdout));
    assert!(
        text(&output.stderr).ends_with("1 agent on 1 page; the listing is incomplete\n"),
        "{}",
        text(&output.stderr)
    );
    let listed = valid("discover", &web.discover(&[HOST, "--json"]).stdout);
    assert_eq!((&listed["complete"], &listed["findings"][0]["url"]), (&json!(false), &json!(PAGE_2)));

    for (next, expected) in [
        (LISTING, (1, "ad-structure")),
        ("https://other.example.com/more", (1, "ad-structure")),
        ("http://agent.example.com/more", (1, "ad-url-scheme")),
    ] {
        let web = Web::start(&[(LISTING, JSON, page(&[("Anna", GOOD)], Some(next)))]);
        let output = web.discover(&[HOST]);
        assert_eq!(exit_and_error(&output), (Some(expected.0), expected.1.to_owned()), "{next}");
        assert!(text(&output.stdout).contains("Anna"));
    }
    let pages = [(LISTING, JSON, page(&[("Anna", GOOD), ("Bert", TAMPERED)], Some(PAGE_2)))];
    for flag in ["--max-pages", "--max-items"] {
        let output = Web::start(&pages).discover(&[HOST, flag, "1"]);
        assert_eq!(exit_and_error(&output), (Some(4), "net-size".to_owned()), "{flag}");
    }
}

#[test]
fn without_a_first_page_there_is_an_error_and_nothing_else() {
    for (web, expected) in [
        (Web::start(&[]), (4, "net-status")),
        (Web::start(&[(LISTING, "text/html", b"<p>".to_vec())]), (4, "net-type")),
        (Web::start(&[(LISTING, JSON, b"{".to_vec())]), (3, "json-syntax")),
        (Web::start(&[(LISTING, JSON, transcripts("signed.json"))]), (1, "document-shape")),
    ] {
        let output = web.discover(&[HOST, "--json"]);
        assert_eq!(exit_and_error(&output), (Some(expected.0), expected.1.to_owned()));
        let error = valid("error", &output.stdout);
        assert_eq!(error["error"]["code"], expected.1);
        let output = web.discover(&[HOST]);
        assert_eq!(output.stdout, b"");
        let is_advised = String::from_utf8(output.stderr).unwrap().contains("adp doctor HOST");
        assert_eq!(is_advised, expected.1 == "net-status");
    }
    let web = agents();
    for (host, code) in [("127.0.0.1", "did-syntax"), ("localhost", "did-syntax"), ("Agent.example.com", "did-syntax")]
    {
        assert_eq!(exit_and_error(&web.discover(&[host])), (Some(1), code.to_owned()));
    }
    assert_eq!(exit_and_error(&web.discover(&[HOST, "--offline"])), (Some(4), "net-offline".to_owned()));
    assert_eq!(exit_and_error(&web.discover(&[HOST, "--origin", "a b"])), (Some(2), "usage".to_owned()));
    assert_eq!(web.asked().len(), 0);
}

#[test]
fn a_host_without_a_listing_is_told_by_its_other_documents() {
    let card = r#"{"name": "Guide", "description": "Shows the town.", "version": "1", "supportedInterfaces": [{"url":
        "https://agent.example.com/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}], "capabilities": {},
        "defaultInputModes": [], "defaultOutputModes": [], "skills": []}"#;
    let place = "https://agent.example.com/.well-known/agent-card.json";
    let web = Web::start(&[(place, JSON, card.as_bytes().to_vec())]);
    let output = web.discover(&[HOST]);
    assert_eq!(exit_and_error(&web.discover(&[HOST, "--json"])), (Some(4), "net-status".to_owned()));
    let told = text(&output.stderr);
    assert!(told.contains(&format!("{place} (a2a-card)")) && told.contains("adp verify HOST"), "{told}");
    let verify = |site: &Web, more: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_adp"))
            .current_dir(site.folder.path())
            .args(["verify", HOST, "--cacert", "ca.pem", "--resolve", &site.server.resolve(HOST, 443)])
            .args(more)
            .output()
            .unwrap()
    };
    // a card without a signature is named, and does not verify
    let output = verify(&web, &[]);
    let told = text(&output.stderr);
    assert!(
        output.status.code() == Some(1) && told.contains(&format!("documents without a signature: {place} (a2a-card)")),
        "{told}"
    );
    // one with a signature is verified, here to the refusal of its unknown key
    let signatures =
        r#""signatures": [{"protected": "eyJhbGciOiJFUzI1NiIsImtpZCI6ImEifQ", "signature": "AAAA"}], "name""#;
    let web = Web::start(&[(place, JSON, card.replacen("\"name\"", signatures, 1).into_bytes())]);
    let output = verify(&web, &["--json"]);
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&found["input"], &found["format"], &found["verified"]),
        (&json!(place), &json!("a2a-card"), &json!(false))
    );
}

#[test]
fn there_is_a_deadline_for_all_of_it() {
    let web = agents();
    for more in [&[][..], &["--graph", "x.svg"], &["--verify"]] {
        let output = web.discover(&[&[HOST, "--deadline", "0s"], more].concat());
        assert_eq!(exit_and_error(&output), (Some(4), "net-time".to_owned()), "{more:?}");
    }
    assert_eq!(web.asked().len(), 0);
    assert_eq!(web.discover(&[HOST, "--deadline", "1h"]).status.code(), Some(0));
    assert_eq!(exit_and_error(&web.discover(&[HOST, "--deadline", "5"])), (Some(2), "usage".to_owned()));
}

/// An agent description whose names are orders to terminals, Graphviz and browsers.
fn hostile() -> Web {
    let name = "\u{1b}[2J\u{202e}</text><script>alert(1)</script>\"]; evil [\"\\\n\u{0}";
    let interface = |url: &str| {
        json!({"@type": "ad:StructuredInterface", "@id": format!("{url}#i"), "name": name, "description": "d",
          "protocol": name, "url": url})
    };
    let ad = json!({
        "@context": ["https://agent-network-protocol.com/ad#", {"@language": "en"}],
        "@type": "AgentDescription", "name": name, "@id": GOOD,
        "securityDefinitions": {"didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}},
        "security": "didwba_sc",
        "interfaces": [interface("https://agent.example.com/api.json?a=\"<b>&c='"), interface("javascript:alert('x')"),
          interface("https://other.example.com/api.yaml")]
    });
    Web::start(&[
        (LISTING, JSON, page(&[(name, GOOD)], None)),
        (GOOD, JSON, ad.to_string().into_bytes()),
        (
            "https://agent.example.com/api.json?a=%22%3Cb%3E&c=%27",
            JSON,
            json!({"openapi": name}).to_string().into_bytes(),
        ),
    ])
}

#[track_caller]
fn harmless(bytes: &[u8]) {
    let unsafe_in = |c: &char| c.is_control() && *c != '\n' || ('\u{202a}'..='\u{202e}').contains(c);
    assert_eq!(text(bytes).chars().find(unsafe_in), None, "{}", text(bytes));
}

#[test]
fn hostile_text_stays_text_wherever_it_is_shown() {
    let web = hostile();
    for arguments in [
        &[HOST][..],
        &[HOST, "--json"],
        &[HOST, "--verify"],
        &[GOOD, "--graph", "graph.json"],
        &[GOOD, "--graph", "graph.dot", "--json"],
        &[GOOD, "--graph", "graph.svg"],
    ] {
        let output = web.discover(arguments);
        harmless(&output.stdout);
        harmless(&output.stderr);
    }
    let svg = text(&fs::read(web.folder.path().join("graph.svg")).unwrap());
    harmless(svg.as_bytes());
    let picture = roxmltree::Document::parse(&svg).unwrap();
    let names: Vec<_> =
        picture.descendants().filter(|node| node.is_element()).map(|node| node.tag_name().name()).collect();
    let known = ["svg", "title", "defs", "marker", "path", "rect", "text", "g"];
    assert!(names.iter().all(|name| known.contains(name)), "{names:?}");
    let shown = picture.descendants().any(|node| node.text().is_some_and(|text| text.contains("<script>")));
    assert!(shown, "{svg}");
    // no link leads out of the picture, and nothing is loaded
    assert!(picture.descendants().flat_map(|node| node.attributes()).all(|attribute| {
        !["href", "src", "onload", "style"].contains(&attribute.name())
            && (!attribute.value().contains("url(") || attribute.value() == "url(#arrow)")
    }));

    let dot = text(&fs::read(web.folder.path().join("graph.dot")).unwrap());
    harmless(dot.as_bytes());
    // outside of quoted strings there are only words of ours
    let mut outside = String::new();
    let (mut quoted, mut escaped) = (false, false);
    for c in dot.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if !quoted => outside.push(c),
            _ => {}
        }
    }
    assert!(!quoted && !outside.contains("evil") && !outside.contains('<'), "{outside}");
    assert_eq!(outside.matches("->").count(), 3);
}

/// A host with two agents, pages, products, interfaces, something missing and something elsewhere.
fn town() -> Web {
    let ad = |name: &str, path: &str, members: Value| {
        let mut ad = json!({
            "@context": ["https://agent-network-protocol.com/ad#", {"@language": "en"}],
            "@type": "AgentDescription", "name": name, "@id": format!("https://agent.example.com{path}"),
            "securityDefinitions": {"didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}},
            "security": "didwba_sc"
        });
        ad.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        ad.to_string().into_bytes()
    };
    let interface = |url: &str, protocol: &str| {
        json!({"@type": "ad:StructuredInterface", "@id": format!("{url}#i"), "name": format!("{protocol} interface"),
          "description": "d", "protocol": protocol, "url": url})
    };
    let product = |name: &str, path: &str, class: &str| {
        let context = json!(["https://agent-network-protocol.com/ad#", {"@language": "en"}]);
        json!({"@context": context, "@type": class, "@id": format!("https://agent.example.com{path}"), "name": name})
            .to_string()
            .into_bytes()
    };
    let hotel = "https://agent.example.com/hotel/ad.json";
    let cafe = "https://agent.example.com/cafe/ad.json";
    Web::start(&[
        (LISTING, JSON, page(&[("Hotel", hotel)], Some(PAGE_2))),
        (PAGE_2, JSON, page(&[("Café", cafe), ("Elsewhere", ELSEWHERE)], None)),
        (
            hotel,
            JSON,
            ad(
                "Hotel Assistant",
                "/hotel/ad.json",
                json!({
                    "services": [{"@type": "Service", "@id": "https://agent.example.com/hotel/breakfast.json"}],
                    "products": [{"@type": "Product", "@id": "https://agent.example.com/hotel/sea-view-double-room.json"}],
                    "interfaces": [interface("https://agent.example.com/hotel/openapi.yaml", "YAML"),
                      interface("https://agent.example.com/hotel/rpc.json", "openrpc"),
                      interface("https://agent.example.com/hotel/gone.json", "MCP")]
                }),
            ),
        ),
        (
            cafe,
            JSON,
            ad(
                "咖啡店 Café am Markt, with a name that is much too long for any box",
                "/cafe/ad.json",
                json!({
                    "products": [{"@type": "Product", "@id": "https://agent.example.com/cafe/latte.json"}],
                    "interfaces": [interface("https://agent.example.com/hotel/rpc.json", "openrpc"),
                      interface("https://other.example.com/pay.yaml", "YAML")]
                }),
            ),
        ),
        (
            "https://agent.example.com/hotel/breakfast.json",
            JSON,
            product("Breakfast", "/hotel/breakfast.json", "Service"),
        ),
        (
            "https://agent.example.com/hotel/sea-view-double-room.json",
            JSON,
            product("Double room with a view of the sea", "/hotel/sea-view-double-room.json", "Product"),
        ),
        ("https://agent.example.com/cafe/latte.json", JSON, br#"{"name": "Latte", "name": "Espresso"}"#.to_vec()),
        (
            "https://agent.example.com/hotel/openapi.yaml",
            "text/yaml",
            b"openapi: 3.1.0\ninfo:\n  title: Rooms\n".to_vec(),
        ),
        (
            "https://agent.example.com/hotel/rpc.json",
            JSON,
            json!({"openrpc": "1.3.2", "info": {"title": "Bookings"}, "methods": []}).to_string().into_bytes(),
        ),
    ])
}

#[test]
fn a_graph_in_every_form() {
    let web = town();
    let read = |name: &str| fs::read(web.folder.path().join(name)).unwrap();
    for jobs in ["1", "8"] {
        let output = web.discover(&[HOST, "--graph", &format!("{jobs}.json"), "--json", "--jobs", jobs]);
        // one document is malformed, one is missing: by the rule of batches the missing one counts
        assert_eq!(output.status.code(), Some(4), "{}", text(&output.stderr));
        let printed = valid("discover-graph", &output.stdout);
        assert_eq!(printed, valid("discover-graph", &read(&format!("{jobs}.json"))));
        for form in ["dot", "svg"] {
            web.discover(&[HOST, "--graph", &format!("{jobs}.{form}"), "--jobs", jobs]);
        }
    }
    for form in ["json", "dot", "svg"] {
        assert_eq!(read(&format!("1.{form}")), read(&format!("8.{form}")), "{form}");
    }
    let graph = valid("discover-graph", &read("1.json"));
    assert_eq!((graph["nodes"].as_array().unwrap().len(), graph["edges"].as_array().unwrap().len()), (12, 12));
    assert_eq!(graph["edges"][0], json!({"from": 0, "to": 1, "term": "items", "pointer": "/items/0/@id"}));
    let at = |url: &str| graph["nodes"].as_array().unwrap().iter().find(|node| node["url"] == url).unwrap();
    assert_eq!(at("https://agent.example.com/hotel/openapi.yaml")["version"], "3.1.0");
    assert_eq!(at("https://agent.example.com/hotel/gone.json")["error"]["code"], "net-status");
    assert_eq!(at("https://agent.example.com/cafe/latte.json")["findings"][0]["code"], "json-duplicate-key");
    assert_eq!(at(ELSEWHERE)["reason"], "origin");

    let svg = text(&read("1.svg"));
    fs::write(Path::new(env!("CARGO_TARGET_TMPDIR")).join("town.svg"), &svg).unwrap();
    let picture = roxmltree::Document::parse(&svg).unwrap();
    let texts: Vec<_> =
        picture.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text"))).collect();
    let count = |wanted: &str| texts.iter().filter(|node| node.text() == Some(wanted)).count();
    assert_eq!((count("openapi 3.1.0"), count("Hotel Assistant"), count("failed: net-status")), (1, 1, 1));
    assert_eq!(count("not-followed: origin"), 2);
    // boxes do not lie on each other
    let boxes: Vec<(i64, i64)> = picture
        .descendants()
        .filter_map(|node| {
            let (x, y) = node.attribute("transform")?.strip_prefix("translate(")?.strip_suffix(')')?.split_once(',')?;
            node.children().any(|child| child.has_tag_name("title")).then(|| (x.parse().unwrap(), y.parse().unwrap()))
        })
        .collect();
    assert_eq!(boxes.len(), 12);
    for (at, one) in boxes.iter().enumerate() {
        for other in &boxes[..at] {
            assert!((one.0 - other.0).abs() >= 290 || (one.1 - other.1).abs() >= 64, "{one:?} {other:?}");
        }
    }
    let dot = text(&read("1.dot"));
    assert!(dot.contains("n0 -> n1 [label=\"items\", tooltip=\"/items/0/@id\"];"), "{dot}");
    assert_eq!((dot.matches(" -> ").count(), dot.matches("dashed").count()), (12, 2));
}

#[test]
fn a_graph_without_a_start_is_not_written() {
    for (web, expected) in [
        (Web::start(&[]), (4, "net-status")),
        (Web::start(&[(LISTING, JSON, b"[]".to_vec())]), (1, "document-shape")),
        (Web::start(&[(LISTING, JSON, b"{}".to_vec())]), (1, "document-shape")),
        (Web::start(&[(LISTING, JSON, b"{".to_vec())]), (3, "json-syntax")),
    ] {
        let output = web.discover(&[HOST, "--graph", "graph.svg"]);
        assert_eq!(exit_and_error(&output), (Some(expected.0), expected.1.to_owned()));
        assert!(!web.folder.path().join("graph.svg").exists());
    }
    let web = town();
    for arguments in [
        &["--graph", "graph.png"][..],
        &["--graph", "graph"],
        &["--graph", "graph.svg", "--verify"],
        &["--depth", "3"],
        &["--graph", "graph.svg", "--max-documents", "0"],
    ] {
        let output = web.discover(&[&[HOST], arguments].concat());
        assert_eq!(exit_and_error(&output), (Some(2), "usage".to_owned()), "{arguments:?}");
    }
    let jwk = r#"{"kty": "OKP", "d": "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"}"#;
    std::fs::write(web.folder.path().join("key.json"), jwk).unwrap();
    let output = web.discover(&[HOST, "--graph", "key.json"]);
    assert_eq!(exit_and_error(&output), (Some(3), "io-exists".to_owned()));
    assert_eq!(std::fs::read_to_string(web.folder.path().join("key.json")).unwrap(), jwk);
    assert_eq!(web.asked().len(), 0);
    let output = web.discover(&[HOST, "--graph", "graph.json", "--depth", "1", "--max-documents", "3", "--json"]);
    let graph = valid("discover-graph", &output.stdout);
    let reasons: Vec<_> = graph["nodes"].as_array().unwrap().iter().map(|node| node["reason"].as_str()).collect();
    assert!(reasons.contains(&Some("documents")) && reasons.contains(&Some("depth")), "{reasons:?}");
    let asked = web.asked().len();
    let again = [HOST, "--graph", "graph.json"];
    assert_eq!(exit_and_error(&web.discover(&again)), (Some(3), "io-exists".to_owned()));
    assert_eq!(web.asked().len(), asked);
    std::fs::write(web.folder.path().join("graph.json"), "mine").unwrap();
    web.discover(&[&again[..], &["--force"]].concat());
    valid("discover-graph", &std::fs::read(web.folder.path().join("graph.json")).unwrap());
}
