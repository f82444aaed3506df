//! `adp flow run`: the flow of docs/flows.md, from its files to an answer, against a TLS server on loopback.

use adp_fixtures::{
    alice,
    tls::{Answer, Authority, Request, Server},
};
use agent_description::{
    Timestamp,
    auth::{AuthPolicy, Receiver, UnverifiedRequest},
};
use serde_json::{Value, json};
use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

/// The shop, and the page's files with its one fault mended.
struct Shop {
    server: Server,
    folder: tempfile::TempDir,
}

impl Shop {
    fn answering(answer: impl Fn(&Request) -> Answer + Send + Sync + 'static) -> Self {
        let (authority, folder) = (Authority::new(), tempfile::tempdir().unwrap());
        let server = Server::start(authority.issue(&["shop.example"]), answer);
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cli/flows.in");
        let flows = fs::read_to_string(page.join("shop.json")).unwrap();
        let shop = Self { server, folder };
        shop.write("shop.json", &flows.replace("responses.success.number", "responses.success.id"));
        shop.write("shop.yaml", &fs::read_to_string(page.join("shop.yaml")).unwrap());
        shop.write("ca.pem", authority.pem());
        shop.write("auth.json", r#"{"https://shop.example": {"key": {"value": {"env": "SHOP_KEY"}}}}"#);
        shop
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.folder.path().join(name), text).unwrap();
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adp"));
        let arguments_of_flow = r#"{"parameters": {"item": "chair"}}"#;
        command.args(["flow", "run", "shop.json", "order", "--args", arguments_of_flow, "--cacert", "ca.pem"]);
        command.args(["--resolve", &self.server.resolve("shop.example", 443)]);
        command.args(arguments).env("SHOP_KEY", "key-of-the-shop").current_dir(self.folder.path());
        command.output().unwrap()
    }
}

fn answer(request: &Request) -> Answer {
    match request.method() {
        "POST" => Answer::status(201, &["content-type: application/json"], r#"{"id": "7"}"#),
        _ => Answer::json(r#"{"status": "placed"}"#),
    }
}

fn json_of(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"))
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn a_flow_from_its_file_to_its_answer() {
    let shop = Shop::answering(answer);
    let output = shop.run(&["--auth", "auth.json", "--yes"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(serde_json::from_slice::<Value>(&output.stdout).unwrap(), json!({"status": "placed"}));
    assert_eq!(
        text(&output.stderr),
        "place: POST https://shop.example/v1/orders 201\nget: GET https://shop.example/v1/orders/7 200\n"
    );
    let asked = shop.server.requests();
    assert_eq!(asked[0].line, "POST /v1/orders HTTP/1.1");
    assert_eq!(asked[0].body, br#"{"item":"chair"}"#);
    assert!(asked.iter().all(|asked| asked.header("x-key") == Some("key-of-the-shop")));
}

#[test]
fn without_consent_nothing_is_sent() {
    let shop = Shop::answering(answer);
    let output = shop.run(&["--auth", "auth.json", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let report = json_of(&output);
    assert_eq!((&report["ok"], &report["error"]["code"]), (&json!(false), &json!("flow-confirmation")));
    let planned = shop.run(&["--auth", "auth.json", "--dry-run", "--json"]);
    assert_eq!(planned.status.code(), Some(0));
    let planned = json_of(&planned);
    assert_eq!(planned["steps"][0]["request"]["headers"]["x-key"], "***");
    assert_eq!(planned["steps"][0]["request"]["body"], json!({"item": "chair"}));
    assert!(shop.server.requests().is_empty());
}

#[test]
fn a_failure_half_way_tells_what_was_done() {
    let shop = Shop::answering(|request| match request.method() {
        "POST" => answer(request),
        _ => Answer::status(500, &[], "broken"),
    });
    let output = shop.run(&["--auth", "auth.json", "--yes"]);
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    assert!(told.contains("done already: place: POST placeOrder: 201\n"), "{told}");
    assert!(told.contains("error[flow-failed]: the step \"get\" failed: answered 500"), "{told}");
    assert!(!told.contains("key-of-the-shop") && output.stdout.is_empty(), "{told}");
}

/// The server lets in whoever alice's key signs for.
#[test]
fn a_flow_signs_with_the_key_of_a_did() {
    let shop = Shop::answering(|request| {
        let mut parts = http::Request::builder().method(request.method()).uri(request.path());
        for (name, value) in &request.headers {
            parts = parts.header(name, value);
        }
        let (parts, ()) = parts.body(()).unwrap().into_parts();
        let (policy, now, audience) =
            (AuthPolicy::default(), Timestamp::now(), "https://shop.example".parse().unwrap());
        let read = UnverifiedRequest::read(&parts, &request.body, Receiver::new(&audience, &policy, now));
        let document = alice::resolved(&alice::did_document_text());
        match read
            .map_err(|error| error.to_string())
            .and_then(|it| it.verify(&document, now).map_err(|e| e.to_string()))
        {
            Ok(_) => answer(request),
            Err(problem) => Answer::status(401, &[], &problem),
        }
    });
    shop.write("alice.pem", alice::ALICE_PEM);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(shop.folder.path().join("alice.pem"), fs::Permissions::from_mode(0o600)).unwrap();
    }
    let auth = json!({"https://shop.example": {"key": {"didwba": {"key": "alice.pem", "keyid": alice::METHOD}}}});
    shop.write("auth.json", &auth.to_string());
    let output = shop.run(&["--auth", "auth.json", "--yes"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(shop.server.requests().len(), 2);
}
