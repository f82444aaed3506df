//! `adp call --rpc` and `adp flow run`: a method of JSON-RPC that a verified description names, against servers on loopback.

use adp_fixtures::{
    alice, third_party,
    tls::{Answer, Authority, Identity, Request, Server},
};
use agent_description::{
    Document, Limits, Timestamp,
    proof::{SignOptions, sign},
};
use serde_json::{Value, json};
use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Output, Stdio},
    sync::{Arc, Mutex},
};

const HOST: &str = "agent.example.com";
/// Where methods are, if not at the description's host.
const OTHER: &str = "rpc.example.com";

/// What the hotel offers, at a server.
fn openrpc(server: &str) -> Value {
    let result = |schema: Value| json!({"name": "result", "schema": schema});
    json!({
        "openrpc": "1.3.2", "info": {"title": "Hotel", "version": "1"}, "servers": [{"url": server}],
        "methods": [
            {"name": "search", "params": [
                {"name": "nights", "required": true, "schema": {"type": "integer", "minimum": 1}},
                {"name": "view", "schema": {"type": "string"}}],
             "result": result(json!({"type": "array", "items": {"$ref": "#/components/schemas/Room"}}))},
            {"name": "book", "params": [{"name": "number", "required": true, "schema": {"type": "string"}}],
             "result": result(json!({"type": "object"}))},
            {"name": "broken", "params": [], "result": result(json!({"type": "object"}))},
            {"name": "lost", "params": [], "result": result(json!(true))},
            {"name": "note", "params": []}
        ],
        "components": {"schemas": {"Room": {"type": "object", "required": ["number"]}}}
    })
}

/// A description with these interfaces, in ANP-07, signed by alice for her host.
fn description(interfaces: &Value) -> String {
    let text = json!({
        "protocolType": "ANP", "protocolVersion": "1.0.0", "type": "AgentDescription", "name": "Alice", "url": alice::URL,
        "did": alice::ALICE, "security": "didwba_sc", "interfaces": interfaces,
        "securityDefinitions": {"didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}}
    });
    let document = Document::parse(text.to_string().as_bytes(), &Limits::default()).unwrap();
    let options = SignOptions::new(Timestamp::now()).domain(HOST, "a1b2c3");
    sign(&document, &alice::alice(), options).unwrap().source().to_owned()
}

fn interface(name: &str, value: Value, needs_approval: bool) -> Value {
    let mut interface = json!({"type": "StructuredInterface", "protocol": "openrpc", "description": "Rooms.", "humanAuthorization": needs_approval});
    interface[name] = value;
    interface
}

/// Alice's host, and what a caller needs.
struct Hotel {
    server: Server,
    folder: tempfile::TempDir,
    /// The description that is served.
    described: Arc<Mutex<String>>,
    authority: Authority,
    more: Vec<String>,
}

impl Hotel {
    /// With this description, and methods that answer so.
    fn start(described: String, answer: impl Fn(&Request) -> Answer + Send + Sync + 'static) -> Self {
        let (authority, folder) = (Authority::new(), tempfile::tempdir().unwrap());
        let described = Arc::new(Mutex::new(described));
        let served = Arc::clone(&described);
        let server = Server::start(authority.issue(&[HOST]), move |request| match request.path() {
            "/alice/did.json" => Answer::json(alice::did_document_text()),
            "/alice/ad.json" => Answer::json(served.lock().unwrap().clone()),
            "/alice/openrpc.json" => Answer::json(openrpc("/rpc").to_string()),
            _ => answer(request),
        });
        fs::write(folder.path().join("ca.pem"), authority.pem()).unwrap();
        let key = folder.path().join("alice.pem");
        fs::write(&key, alice::ALICE_PEM).unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).unwrap();
        }
        Self { server, folder, described, authority, more: Vec::new() }
    }

    fn adp(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adp"));
        command.args(arguments).args(["--cacert", "ca.pem", "--resolve", &self.server.resolve(HOST, 443)]);
        command.args(&self.more).current_dir(self.folder.path()).output().unwrap()
    }

    fn call(&self, method: &str, arguments: &str, more: &[&str]) -> Output {
        let call =
            ["call", alice::URL, "--rpc", method, "--args", arguments, "--key", "alice.pem", "--key-id", alice::METHOD];
        self.adp(&[&call, more].concat())
    }

    fn run(&self, method: &str, arguments: &str, more: &[&str]) -> Output {
        fs::write(
            self.folder.path().join("auth.json"),
            json!({
                format!("https://{HOST}"): {"didwba_sc": {"didwba": {"key": "alice.pem", "keyid": alice::METHOD}}}
            })
            .to_string(),
        )
        .unwrap();
        self.adp(&[&["flow", "run", alice::URL, method, "--args", arguments, "--auth", "auth.json"], more].concat())
    }

    /// The requests of methods.
    fn sent(&self) -> Vec<Request> {
        self.server.requests().into_iter().filter(|request| request.path() == "/rpc").collect()
    }
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn value(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

#[track_caller]
fn ends(output: &Output, exit: i32, stderr: &str) {
    assert_eq!(output.status.code(), Some(exit), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains(stderr), "{}", text(&output.stderr));
}

#[track_caller]
fn fits(schema: &str, value: &Value) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schemas").join(schema);
    let schema: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let faults: Vec<String> =
        jsonschema::validator_for(&schema).unwrap().iter_errors(value).map(|fault| fault.to_string()).collect();
    assert!(faults.is_empty(), "{faults:?}\n{value:#}");
}

/// Answers every request with this.
fn always(status: u16, body: Value) -> impl Fn(&Request) -> Answer + Send + Sync + 'static {
    move |_| Answer::status(status, &["content-type: application/json"], body.to_string())
}

fn rooms() -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "result": [{"number": "7"}]})
}

#[test]
fn a_method_is_called_by_the_description_that_names_it() {
    for interfaces in [
        json!([interface("content", openrpc("https://agent.example.com/rpc"), false)]),
        json!([interface("url", json!("https://agent.example.com/alice/openrpc.json"), false)]),
    ] {
        let hotel = Hotel::start(description(&interfaces), always(200, rooms()));
        let output = hotel.call("search", r#"{"nights": 2}"#, &[]);
        ends(&output, 0, "200 OK, signed by rfc9421");
        assert_eq!(value(&output), json!([{"number": "7"}]));
        let sent = hotel.sent();
        assert_eq!(sent.len(), 1);
        assert_eq!(
            serde_json::from_slice::<Value>(&sent[0].body).unwrap(),
            json!({"jsonrpc": "2.0", "id": 1, "method": "search", "params": {"nights": 2}})
        );
        assert!(sent[0].header("signature").is_some() && sent[0].header("content-type") == Some("application/json"));

        let answered = value(&hotel.call("search", r#"[2, "sea"]"#, &["--json"]));
        fits("call.schema.json", &answered);
        assert_eq!((&answered["rpc"], &answered["result"]), (&json!("search"), &json!([{"number": "7"}])));
        let report = value(&hotel.run("search", r#"{"nights": 2}"#, &["--yes", "--json"]));
        assert_eq!((&report["ok"], &report["outputs"]), (&json!(true), &json!([{"number": "7"}])));
        assert!(hotel.sent().pop().unwrap().header("signature").is_some());
    }
}

#[test]
fn nothing_is_sent_of_what_does_not_fit_or_is_not_verified() {
    let interfaces = json!([interface("content", openrpc("https://agent.example.com/rpc"), true)]);
    let hotel = Hotel::start(description(&interfaces), always(200, rooms()));
    for (method, arguments, exit, told) in [
        (
            "search",
            r#"{"nights": 0}"#,
            1,
            "error[invalid-arguments]: the arguments of \"search\" do not fit: `/nights` is 0, expected at least 1",
        ),
        ("search", r#"{"nigths": 2}"#, 1, "unknown argument \"nigths\"; did you mean \"nights\"?"),
        ("serach", "{}", 1, "unknown method \"serach\"; did you mean \"search\"?"),
        ("search", r#"{"nights": 2}"#, 1, "error[flow-confirmation]: a person must approve this call"),
    ] {
        ends(&hotel.call(method, arguments, &[]), exit, told);
    }
    ends(&hotel.run("search", r#"{"nights": 0}"#, &["--yes"]), 1, "error[invalid-arguments]");
    let refused = hotel.run("search", r#"{"nights": 2}"#, &["--json"]);
    assert_eq!((refused.status.code(), &value(&refused)["error"]["code"]), (Some(1), &json!("flow-confirmation")));
    // shown, not sent
    let planned = hotel.call("search", r#"{"nights": 2}"#, &["--dry-run", "--json"]);
    let planned = value(&planned);
    fits("call-dry-run.schema.json", &planned);
    assert_eq!((&planned["needsApproval"], &planned["body"]["params"]), (&json!(true), &json!({"nights": 2})));
    let planned = value(&hotel.run("search", r#"{"nights": 2}"#, &["--dry-run", "--json"]));
    assert_eq!(planned["steps"][0]["request"]["body"]["method"], "search");
    // changed on the way
    let changed = hotel.described.lock().unwrap().replace("/rpc\"", "/rpc2\"");
    *hotel.described.lock().unwrap() = changed;
    ends(&hotel.call("search", r#"{"nights": 2}"#, &["--yes"]), 1, "error[proof-signature]");
    ends(&hotel.run("search", r#"{"nights": 2}"#, &["--yes"]), 1, "error[proof-signature]");
    assert!(hotel.sent().is_empty());
}

#[test]
fn credentials_go_to_the_description_s_origin_unless_others_are_allowed() {
    let other = format!("https://{OTHER}/rpc");
    let interfaces = json!([interface("content", openrpc(&other), false)]);
    let hotel = Hotel::start(description(&interfaces), always(200, rooms()));
    ends(
        &hotel.call("search", r#"{"nights": 2}"#, &[]),
        1,
        "error[auth-origin]: credentials may not be sent to https://rpc.example.com",
    );
    // shown is what would be sent: a dry run refuses the same
    ends(
        &hotel.call("search", r#"{"nights": 2}"#, &["--dry-run"]),
        1,
        "error[auth-origin]: credentials may not be sent to https://rpc.example.com",
    );
    let header = ["--dry-run", "--header", "Authorization: Bearer x"];
    let interfaces_here = json!([interface("content", openrpc("https://agent.example.com/rpc"), false)]);
    *hotel.described.lock().unwrap() = description(&interfaces_here);
    ends(&hotel.call("search", r#"{"nights": 2}"#, &header), 2, "found the header `authorization`");
    *hotel.described.lock().unwrap() = description(&interfaces);
    // a flow has the same rule, whatever was consented to
    for more in [&["--yes"][..], &["--yes", "--dry-run"], &["--dry-run", "--allow-origin", "https://third.example"]] {
        let refused = hotel.run("search", r#"{"nights": 2}"#, more);
        ends(&refused, 1, "error[auth-origin]: the server of \"search\" is at https://rpc.example.com");
    }
    let shown = hotel.run("search", r#"{"nights": 2}"#, &["--dry-run", "--allow-origin", &format!("https://{OTHER}")]);
    ends(&shown, 0, "https://rpc.example.com/rpc");
    // an http URL is none that is signed for
    let interfaces = json!([interface("content", openrpc("http://agent.example.com/rpc"), false)]);
    *hotel.described.lock().unwrap() = description(&interfaces);
    let refused = hotel.call("search", r#"{"nights": 2}"#, &[]);
    assert!(matches!(refused.status.code(), Some(1 | 2)), "{}", text(&refused.stderr));
    assert!(hotel.sent().is_empty());
}

/// A result that reorders text on a terminal is printed by escapes of JSON: the same value.
#[test]
fn results_have_no_characters_that_are_not_seen() {
    let interfaces = json!([interface("content", openrpc("https://agent.example.com/rpc"), false)]);
    let rooms = json!({"jsonrpc": "2.0", "id": 1, "result": [{"number": "7\u{202e}\u{200b}\u{e0041}\u{9b}"}]});
    let hotel = Hotel::start(description(&interfaces), always(200, rooms.clone()));
    let output = hotel.call("search", r#"{"nights": 2}"#, &[]);
    assert!(output.stdout.is_ascii(), "{}", text(&output.stdout));
    assert_eq!(value(&output), rooms["result"]);
    let planned = hotel.call("search", r#"{"nights": 2, "view": "sea\u202e"}"#, &["--dry-run"]);
    assert!(planned.stdout.is_ascii(), "{}", text(&planned.stdout));
    assert_eq!(value(&planned)["params"]["view"], "sea\u{202e}");
}

#[test]
fn what_is_answered_is_a_result_or_an_error() {
    let interfaces = json!([interface("content", openrpc("https://agent.example.com/rpc"), false)]);
    for (status, answer, code, told) in [
        (
            200,
            json!({"jsonrpc": "2.0", "id": 1, "error": {"code": 7, "message": "full", "data": 3}}),
            "flow-failed",
            "\"search\" failed: error 7: full",
        ),
        (
            500,
            json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -32603, "message": "oh"}}),
            "flow-failed",
            "error -32603 (internal error): oh",
        ),
        (200, json!({"jsonrpc": "2.0", "id": 1, "result": [{}]}), "invalid-result", "`/0` has no \"number\""),
        (200, json!({"jsonrpc": "2.0", "id": 9, "result": []}), "invalid-result", "its `id` is not 1"),
        (200, json!("<html>"), "invalid-result", "is not JSON-RPC 2.0"),
    ] {
        let hotel = Hotel::start(description(&interfaces), always(status, answer));
        let output = hotel.call("search", r#"{"nights": 2}"#, &[]);
        ends(&output, 1, &format!("error[{code}]"));
        ends(&output, 1, told);
        assert!(output.stdout.is_empty());
        let answered = value(&hotel.call("search", r#"{"nights": 2}"#, &["--json"]));
        fits("call.schema.json", &answered);
        assert_eq!((&answered["result"], &answered["error"]["code"]), (&json!(null), &json!(code)));
        let report = value(&hotel.run("search", r#"{"nights": 2}"#, &["--yes", "--json"]));
        assert_eq!((&report["ok"], &report["error"]["code"]), (&json!(false), &json!(code)), "{report:#}");
    }
    for status in [405, 502] {
        let hotel = Hotel::start(description(&interfaces), move |_| Answer::status(status, &[], "no JSON-RPC"));
        let called = hotel.call("search", r#"{"nights": 2}"#, &[]);
        ends(&called, 1, "error[flow-failed]");
        ends(&called, 1, &format!("answered {status}"));
        let told = format!("error[flow-failed]: \"search\" failed: answered {status}");
        ends(&hotel.run("search", r#"{"nights": 2}"#, &["--yes"]), 1, &told);
    }
    let hotel = Hotel::start(description(&interfaces), |_| Answer::status(204, &[], ""));
    ends(&hotel.call("note", "{}", &[]), 0, "204 No Content");
    assert!(!text(&hotel.sent()[0].body).contains("\"id\""));
    ends(&hotel.run("note", "{}", &["--yes"]), 0, "204");
}

/// A server of JSON-RPC in Python, ended with the test.
struct Python {
    child: Child,
    port: u16,
}

impl Python {
    fn start(identity: &Identity, folder: &Path) -> Self {
        for (name, pem) in [("rpc.pem", identity.certificate_pem()), ("rpc-key.pem", identity.key_pem())] {
            fs::write(folder.join(name), pem).unwrap();
        }
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/interop/json_rpc.py");
        let mut child = Command::new(third_party::python())
            .args([Path::new("-B"), &program, &folder.join("rpc.pem"), &folder.join("rpc-key.pem")])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        Self { child, port: line.trim().parse().unwrap() }
    }
}

impl Drop for Python {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

#[test]
#[ignore = "needs INTEROP_PYTHON"]
fn methods_of_a_server_in_python_are_called() {
    let interfaces = json!([interface("content", openrpc(&format!("https://{OTHER}/rpc")), false)]);
    let mut hotel = Hotel::start(description(&interfaces), |_| Answer::not_found());
    let python = Python::start(&hotel.authority.issue(&[OTHER]), hotel.folder.path());
    hotel.more = vec!["--resolve".to_owned(), format!("{OTHER}:443:127.0.0.1:{}", python.port)];
    let origin = format!("https://{OTHER}");
    let cases = [
        ("search", r#"{"nights": 2}"#, Ok(json!([{"number": "2", "view": "garden"}]))),
        ("search", r#"[3, "sea"]"#, Ok(json!([{"number": "3", "view": "sea"}]))),
        ("book", r#"{"number": "7"}"#, Ok(json!({"booked": "7"}))),
        ("book", r#"{"number": "13"}"#, Err("\"book\" failed: error 7: no such room")),
        ("broken", "{}", Err("the result of \"broken\" does not fit its schema")),
        ("lost", "{}", Err("its `id` is not 1")),
    ];
    for (method, arguments, expected) in &cases {
        let called = hotel.call(method, arguments, &["--allow-origin", &origin]);
        let run = hotel.run(method, arguments, &["--yes", "--allow-origin", &origin]);
        for output in [called, run] {
            match expected {
                Ok(result) => {
                    ends(&output, 0, "");
                    assert_eq!(value(&output), *result, "{method}");
                }
                Err(told) => ends(&output, 1, told),
            }
        }
    }
    ends(&hotel.call("note", "{}", &["--allow-origin", &origin]), 0, "204");
    third_party::ran("json-rpc-calls", cases.len() * 2 + 1);
}
