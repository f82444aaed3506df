//! `adp flow run`: the flow of docs/guides/flows.md, from its files to an answer, against a TLS server on loopback.

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
        let server = Server::start(authority.issue(&["shop.example", "ads.example"]), answer);
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
    assert!(told.contains("sent, answered 201: place (POST placeOrder)\n"), "{told}");
    assert!(told.contains("error[flow-failed]: the step \"get\" failed: answered 500"), "{told}");
    assert!(!told.contains("key-of-the-shop") && output.stdout.is_empty(), "{told}");
}

/// A request whose connection breaks may have been acted on; one that was never connected was not.
#[test]
fn what_was_sent_is_told_and_what_was_not_is_not() {
    let shop = Shop::answering(|_| Answer::raw(b""));
    let output = shop.run(&["--auth", "auth.json", "--yes"]);
    assert_eq!(output.status.code(), Some(4));
    let told = text(&output.stderr);
    assert!(told.starts_with("place: POST https://shop.example/v1/orders no response\n"), "{told}");
    assert!(told.contains("sent, no response: place (POST placeOrder)\n"), "{told}");

    let document = fs::read_to_string(shop.folder.path().join("shop.yaml")).unwrap();
    shop.write("shop.yaml", &document.replace("https://shop.example", "https://shop.example:444"));
    let output = shop.run(&["--yes", "--resolve", "shop.example:444:127.0.0.1:9"]);
    let told = text(&output.stderr);
    assert!(told.starts_with("place: POST https://shop.example:444/v1/orders not sent\n"), "{told}");
    assert!(!told.contains("no response") && !told.contains("sent,"), "{told}");
}

/// The order goes to a second service, which gets a value of the first one's response.
#[test]
fn values_go_to_another_origin_only_with_consent() {
    let shop = Shop::answering(|request| match request.method() {
        "GET" => Answer::json(r#"{"status": "placed", "mail": "kim@private.example"}"#),
        _ => answer(request),
    });
    let document = |origin: &str, path: &str, id: &str| {
        json!({"openapi": "3.1.0", "info": {"title": "a", "version": "1"}, "servers": [{"url": origin}],
            "paths": {path: {"get": {"operationId": id, "responses": {"200": {"description": "it"}}}}}})
    };
    shop.write("one.json", &document("https://shop.example", "/me", "me").to_string());
    shop.write("two.json", &document("https://ads.example", "/track", "track").to_string());
    let flow = json!({"arazzo": "1.0.1", "info": {"title": "a", "version": "1"},
        "sourceDescriptions": [{"name": "one", "url": "one.json", "type": "openapi"}, {"name": "two", "url": "two.json", "type": "openapi"}],
        "workflows": [{"workflowId": "w", "steps": [
            {"stepId": "me", "operationId": "me", "outputs": {"mail": "$response.body#/mail"}},
            {"stepId": "track", "operationId": "track", "parameters": [{"name": "who", "in": "query", "value": "$steps.me.outputs.mail"}]}]}]});
    shop.write("track.json", &flow.to_string());
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adp"));
        command.args(["flow", "run", "track.json", "w", "--cacert", "ca.pem"]).args(arguments);
        for host in ["shop.example", "ads.example"] {
            command.args(["--resolve", &shop.server.resolve(host, 443)]);
        }
        command.current_dir(shop.folder.path()).output().unwrap()
    };
    let value = "GET https://ads.example/track receives $steps.me.outputs.mail from the response of https://shop.example to \"me\"";
    let output = run(&[]);
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    assert!(told.starts_with(&format!("error[flow-confirmation]: this flow needs consent: {value}\n")), "{told}");
    assert_eq!(run(&["--allow-flow", "https://ads.example->https://shop.example"]).status.code(), Some(1));
    assert_eq!(run(&["--allow-flow", "https://shop.example"]).status.code(), Some(2));
    assert!(shop.server.requests().is_empty());

    let planned = run(&["--dry-run"]);
    assert!(text(&planned.stderr).contains(&format!("between origins: {value}\n")), "{planned:?}");
    assert!(shop.server.requests().is_empty());

    let output = run(&["--allow-flow", "https://shop.example -> https://ads.example:443", "--json"]);
    let crossing = json!({"from": "https://shop.example", "source": "me", "to": "https://ads.example", "step": "track",
        "value": "$steps.me.outputs.mail", "condition": false, "method": "GET", "url": "https://ads.example/track"});
    assert_eq!(json_of(&output)["crossings"], json!([crossing]), "{output:?}");
    let told = run(&["--yes"]);
    assert!(text(&told.stderr).contains(&format!("between origins: {value}\n")), "{told:?}");
    let lines: Vec<String> = shop.server.requests().iter().map(|asked| asked.line.clone()).collect();
    let track = "GET /track?who=kim%40private.example HTTP/1.1";
    assert_eq!(lines, ["GET /me HTTP/1.1", track, "GET /me HTTP/1.1", track]);
}

/// What `check` advises, `plan` and `run` advise too.
#[test]
fn what_cannot_run_is_told_with_the_help_of_check() {
    let shop = Shop::answering(answer);
    let flow = json!({"arazzo": "1.0.1", "info": {"title": "a", "version": "1"},
        "sourceDescriptions": [{"name": "one", "url": "none.json", "type": "openapi"}],
        "workflows": [
            {"workflowId": "missing", "steps": [{"stepId": "me", "operationId": "me"}]},
            {"workflowId": "wrong", "steps": [{"stepId": "me", "operationId": "me", "outputs": {"a": "$amount"}}]}]});
    shop.write("wrong.json", &flow.to_string());
    let told = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adp"));
        let output = command.args(arguments).current_dir(shop.folder.path()).output().unwrap();
        format!("{}{}", text(&output.stdout), text(&output.stderr))
    };
    for (flow, help) in [
        ("missing", "put the document there, or pass `--source one=FILE`"),
        ("wrong", "write one, such as `$response.body#/id`"),
    ] {
        let check = told(&["check", "wrong.json"]);
        assert!(check.contains(help), "{check}");
        let plan = told(&["flow", "plan", "wrong.json", flow]);
        assert!(plan.contains(help), "{plan}");
    }
    assert!(told(&["flow", "run", "wrong.json", "wrong"]).contains("write one, such as"));
}

#[test]
fn an_argument_that_the_flow_does_not_have_is_named() {
    let shop = Shop::answering(answer);
    for (arguments, expected) in [
        (r#"{"parameters": {"item": "chair", "nights": 2}}"#, r#"unknown argument "nights""#),
        (
            r#"{"parameters": {"item": "chair"}, "nights": 2}"#,
            r#"unknown argument "nights"; arguments go under "parameters""#,
        ),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adp"));
        command.args(["flow", "plan", "shop.json", "order", "--args", arguments]);
        let output = command.current_dir(shop.folder.path()).output().unwrap();
        let told = text(&output.stderr);
        assert!(told.contains(&format!("the arguments do not match the flow: {expected}\n")), "{told}");
    }
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

/// Credentials that cannot be used are not repeated, whatever their place in the file is.
#[test]
fn unusable_credentials_are_not_shown() {
    let shop = Shop::answering(answer);
    let of_shop = |credential: Value| json!({"https://shop.example": {"key": credential}});
    for auth in [
        json!({"plain words": {"key": {"value": "a"}}}),
        of_shop(json!({"value": {"env": "plain words"}})),
        of_shop(json!({"didwba": {"key": "alice.pem", "keyid": "plain words"}})),
        of_shop(json!({"didwba": {"key": "plain words", "keyid": alice::METHOD}})),
        of_shop(json!({"plain words": "a"})),
    ] {
        shop.write("auth.json", &auth.to_string());
        for mode in [&["--auth", "auth.json"][..], &["--auth", "auth.json", "--json"]] {
            let output = shop.run(mode);
            let said = [text(&output.stderr), text(&output.stdout)].concat();
            assert!(said.contains("auth-malformed") && !said.contains("plain words"), "{auth}: {said}");
        }
    }
    for (auth, code, phrase) in [
        ("[]", 1, "help: `adp flow run --help` shows the form of the file"),
        ("{\"plain words\": ", 3, "error[json-syntax]"),
    ] {
        shop.write("auth.json", auth);
        let output = shop.run(&["--auth", "auth.json"]);
        let said = text(&output.stderr);
        assert!(output.status.code() == Some(code) && said.contains(phrase), "{auth}: {said}");
        assert!(!said.contains("plain words") && !said.contains("the input is empty"), "{auth}: {said}");
    }
    assert_eq!(shop.server.requests().len(), 0);
}

#[test]
fn the_first_flows_of_an_openapi_document_run() {
    let shop = Shop::answering(answer);
    let adp = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adp"));
        command.args(arguments).env("SHOP_KEY", "key-of-the-shop").current_dir(shop.folder.path()).output().unwrap()
    };
    let reach = shop.server.resolve("shop.example", 443);
    for (format, place, get, got) in [
        // the operation that is read declares no content: a flow of agents.json returns the response, one of Arazzo nothing
        ("agents-json", "place_order", "get_order", json!({"status": "placed"})),
        ("arazzo", "placeOrder", "getOrder", json!({})),
    ] {
        let output = adp(&["convert", "--to", format, "shop.yaml", "-o", "first.json", "--force"]);
        assert_eq!(output.status.code(), Some(0), "{format}: {}", text(&output.stderr));
        let output = adp(&["check", "first.json", "--strict"]);
        assert_eq!(output.status.code(), Some(0), "{format}: {}", text(&output.stderr));
        let run = |flow: &str, arguments: &str| {
            let all = ["flow", "run", "first.json", flow, "--args", arguments, "--auth", "auth.json", "--yes"];
            let output = adp(&[&all[..], &["--cacert", "ca.pem", "--resolve", &reach]].concat());
            assert_eq!(output.status.code(), Some(0), "{format} {flow}: {}", text(&output.stderr));
            json_of(&output)
        };
        assert_eq!(run(place, r#"{"requestBody": {"item": "chair"}}"#), json!({"result": {"id": "7"}}), "{format}");
        assert_eq!(run(get, r#"{"parameters": {"id": "7"}}"#), got, "{format}");
        let asked = shop.server.requests();
        let lines: Vec<&str> = asked.iter().rev().take(2).map(|asked| asked.line.as_str()).collect();
        assert_eq!(lines, ["GET /v1/orders/7 HTTP/1.1", "POST /v1/orders HTTP/1.1"], "{format}");
        assert_eq!(asked[asked.len() - 2].body, br#"{"item":"chair"}"#, "{format}");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_adp"))
        .args(["convert", "--to", "arazzo", "-"])
        .stdin(fs::File::open(shop.folder.path().join("shop.yaml")).unwrap())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
}

#[test]
fn an_operation_without_an_id_is_a_flow_of_arazzo_only() {
    let shop = Shop::answering(answer);
    let document = fs::read_to_string(shop.folder.path().join("shop.yaml")).unwrap();
    shop.write("unnamed.yaml", &document.replace("      operationId: getOrder\n", ""));
    let convert = |format: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adp"));
        command.args(["convert", "--json", "--to", format, "unnamed.yaml"]).current_dir(shop.folder.path());
        json_of(&command.output().unwrap())
    };
    let arazzo = convert("arazzo");
    assert_eq!(
        arazzo["document"]["workflows"][1]["steps"][0]["operationPath"],
        "{$sourceDescriptions.api.url}#/paths/~1orders~1{id}/get"
    );
    let flows = convert("agents-json");
    assert_eq!(flows["document"]["flows"].as_array().unwrap().len(), 1, "{flows}");
    let lost = flows["losses"].as_array().unwrap();
    assert!(
        lost.iter().any(|loss| loss["pointer"] == "/paths/~1orders~1{id}/get" && loss["severity"] == "error"),
        "{flows}"
    );
}
