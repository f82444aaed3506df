//! `adp call` against a real TLS server on loopback that reads the credentials.

use adp_fixtures::{
    alice,
    tls::{Answer, Authority, Request, Server},
};
use agent_description::{
    CodedError, Timestamp,
    auth::{AuthPolicy, Receiver, UnverifiedRequest},
};
use serde_json::Value;
use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

const URL: &str = "https://hotel.example/book?nights=2";

/// A server for hotel.example, and the files that a caller needs.
struct Hotel {
    server: Server,
    folder: tempfile::TempDir,
}

impl Hotel {
    fn answering(answer: impl Fn(&Request) -> Answer + Send + Sync + 'static) -> Self {
        let (authority, folder) = (Authority::new(), tempfile::tempdir().unwrap());
        let server = Server::start(authority.issue(&["hotel.example"]), answer);
        fs::write(folder.path().join("ca.pem"), authority.pem()).unwrap();
        let key = folder.path().join("alice.pem");
        fs::write(&key, alice::ALICE_PEM).unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).unwrap();
        }
        Self { server, folder }
    }

    /// Lets in whoever alice's key signs for, and says who it was.
    fn verifying(legacy: bool) -> Self {
        Self::answering(move |request| match verify(request, legacy) {
            Ok(text) => Answer::json(text),
            Err(code) => Answer::status(
                401,
                &["www-authenticate: DIDWba error=\"invalid_request\""],
                format!(r#"{{"code": "{code}"}}"#),
            ),
        })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, url: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adp"));
        command
            .args(["call", url, "--keyid", alice::METHOD, "--resolve", &self.server.resolve("hotel.example", 443)])
            .args([Path::new("--key"), &self.path("alice.pem"), Path::new("--cacert"), &self.path("ca.pem")])
            .args(arguments);
        command
    }

    fn call(&self, arguments: &[&str]) -> Output {
        self.command(URL, arguments).output().unwrap()
    }
}

fn verify(request: &Request, legacy: bool) -> Result<String, String> {
    let mut parts = http::Request::builder().method(request.method()).uri(request.path());
    for (name, value) in &request.headers {
        parts = parts.header(name, value);
    }
    let (parts, ()) = parts.body(()).unwrap().into_parts();
    let mut policy = AuthPolicy::default();
    policy.legacy = legacy;
    let (now, audience) = (Timestamp::now(), "https://hotel.example".parse().unwrap());
    let read = UnverifiedRequest::read(&parts, &request.body, Receiver::new(&audience, &policy, now))
        .map_err(|e| e.code().to_string())?;
    let profile = read.claims().form;
    let document = alice::resolved(&alice::did_document_text());
    let verified = read.verify(&document, now).map_err(|error| error.code().to_string())?;
    Ok(format!(
        "{} {} {profile} {}",
        verified.claims().key_id,
        request.method(),
        String::from_utf8_lossy(&request.body)
    ))
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn json(output: &Output) -> Value {
    let schema: Value = serde_json::from_str(include_str!("../../../schemas/call.schema.json")).unwrap();
    let json: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
    let faults: Vec<String> =
        jsonschema::validator_for(&schema).unwrap().iter_errors(&json).map(|fault| fault.to_string()).collect();
    assert!(faults.is_empty(), "{faults:?}\n{json:#}");
    json
}

#[track_caller]
fn ends(output: &Output, exit: i32, stderr: &str) {
    assert_eq!(output.status.code(), Some(exit), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains(stderr), "{}", text(&output.stderr));
}

#[test]
fn requests_with_and_without_a_body() {
    let hotel = Hotel::verifying(false);
    let output = hotel.call(&[]);
    ends(&output, 0, "200 OK, signed by rfc9421\n");
    assert_eq!(text(&output.stdout), format!("{} GET rfc9421 ", alice::METHOD));

    let output =
        hotel.call(&["--data", "{\"nights\":2}", "--header", "Content-Type: application/json", "-H", "X-A: b"]);
    assert_eq!(output.status.code(), Some(2), "there is no -H");
    let output = hotel.call(&["--data", "{\"nights\":2}", "--header", "Content-Type: application/json"]);
    assert_eq!(text(&output.stdout), format!("{} POST rfc9421 {{\"nights\":2}}", alice::METHOD));
    assert_eq!(hotel.server.requests().pop().unwrap().header("content-type"), Some("application/json"));

    fs::write(hotel.path("body.bin"), [0, 255, 10]).unwrap();
    let data = format!("@{}", hotel.path("body.bin").display());
    ends(&hotel.call(&["--method", "PUT", "--data", &data]), 0, "200 OK");
    assert_eq!(hotel.server.requests().pop().unwrap().body, [0, 255, 10]);

    let mut child = hotel.command(URL, &["--data", "@-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"from stdin").unwrap();
    assert!(text(&child.wait_with_output().unwrap().stdout).ends_with("POST rfc9421 from stdin"));
}

#[test]
fn the_legacy_header() {
    let hotel = Hotel::verifying(true);
    for (flag, profile) in [("--legacy", "didwba-1.1"), ("--legacy=1.0", "didwba-1.0")] {
        let output = hotel.call(&[flag, "--json"]);
        ends(&output, 0, "");
        assert_eq!(json(&output)["profile"], profile);
    }
    // which a server refuses unless it says otherwise
    let output = Hotel::verifying(false).call(&["--legacy", "--json"]);
    ends(&output, 1, "error[auth-legacy-refused]: ");
    assert_eq!(json(&output)["body"], r#"{"code": "auth-legacy-refused"}"#);
    // other codes are not the server's to give
    let hotel = Hotel::answering(|_| Answer::status(401, &[], r#"{"code": "net-offline"}"#));
    ends(&hotel.call(&[]), 1, "error[auth-missing]: ");
}

#[test]
fn answers_as_json_and_in_a_file() {
    let hotel = Hotel::answering(|_| Answer::status(200, &["content-type: text/plain"], "welcome"));
    let answer = json(&hotel.call(&["--json"]));
    let expected = serde_json::json!({
        "url": URL, "method": "GET", "keyid": alice::METHOD, "profile": "rfc9421", "requests": 1, "status": 200,
        "contentType": "text/plain", "bytes": 7, "body": "welcome", "error": null,
    });
    assert_eq!(answer, expected);
    let file = hotel.path("answer");
    let output = hotel.call(&["--json", "-o", file.to_str().unwrap()]);
    assert_eq!(json(&output)["file"], file.to_str().unwrap());
    assert_eq!(fs::read(&file).unwrap(), b"welcome");
    assert_eq!(hotel.call(&["--force", "-o", file.to_str().unwrap()]).stdout, b"");
    // bytes that are no text
    let hotel = Hotel::answering(|_| Answer::status(200, &[], [0xff, 0xfe]));
    assert_eq!(json(&hotel.call(&["--json"]))["body"], Value::Null);
    assert_eq!(hotel.call(&[]).stdout, [0xff, 0xfe]);
}

#[test]
fn what_a_status_means() {
    let challenge = "www-authenticate: DIDWba error=\"invalid_signature\", error_description=\"no such key\"";
    let bad_did = "www-authenticate: DIDWba error=\"invalid_did\"";
    for (status, header, exit, code) in [
        (401, challenge, 1, "auth-signature"),
        (401, bad_did, 1, "did-document-invalid"),
        (401, "x: y", 1, "auth-missing"),
        (403, "x: y", 1, "auth-forbidden"),
        (403, "www-authenticate: DIDWba error=\"forbidden_did\"", 1, "auth-forbidden"),
        (404, "x: y", 4, "net-status"),
        (500, "x: y", 4, "net-status"),
        (503, "retry-after: 30", 4, "net-status"),
        (409, "content-type: application/json", 4, "net-status"),
        (302, "location: https://evil.example/", 4, "net-redirect"),
    ] {
        let hotel = Hotel::answering(move |_| Answer::status(status, &[header], "the body"));
        let output = hotel.call(&[]);
        ends(&output, exit, &format!("error[{code}]: {URL} answered {status} "));
        assert_eq!(output.stdout, b"the body");
        let answer = json(&hotel.call(&["--json"]));
        assert_eq!((&answer["status"], &answer["error"]["code"]), (&status.into(), &code.into()));
    }
}

/// A server repeats what it received in a field that the message quotes.
#[test]
fn what_a_server_repeats_of_a_request_is_masked() {
    for (header, place) in [
        ("Cookie: theme=dark; sid=supersecret99", "/supersecret99"),
        ("DPoP: eyJ0eXAiOiJkcG9w", "/eyJ0eXAiOiJkcG9w"),
        ("Ocp-Apim-Subscription-Key: 0a1b2c3d", "/0a1b2c3d"),
        ("X-Pin: pin1234", "/pin1234"),
        ("X-Login: Basic dXNlcjpwYXNz", "/dXNlcjpwYXNz"),
    ] {
        let hotel = Hotel::answering(move |_| Answer::status(302, &[&format!("location: {place}")], ""));
        for mode in [&["--header", header][..], &["--header", header, "--json"]] {
            let output = hotel.call(mode);
            ends(&output, 4, "");
            let said = [text(&output.stderr), text(&output.stdout)].concat();
            assert!(said.contains("a redirect to /***;") && !said.contains(place), "{header}: {said}");
        }
    }
    let hotel = Hotel::answering(|_| Answer::status(302, &["location: /application/xml"], "tenant-of-the-answer"));
    ends(&hotel.call(&["--header", "Accept: application/xml"]), 4, "a redirect to /application/xml;");
    // the answer is data
    let output = hotel.call(&["--header", "X-Tenant: tenant-of-the-answer", "--json"]);
    assert_eq!(json(&output)["body"], "tenant-of-the-answer");
}

#[test]
fn what_a_server_repeats_of_a_query_is_masked() {
    let verify = |hotel: &Hotel, query: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adp"));
        command.args(["verify", &format!("https://hotel.example/ad.json?{query}")]);
        command.args(["--resolve", &hotel.server.resolve("hotel.example", 443)]);
        let output = command.arg("--cacert").arg(hotel.path("ca.pem")).output().unwrap();
        text(&output.stderr).to_owned()
    };
    for (query, repeated) in [
        ("token=pin1234", "pin1234"),
        ("token=secret", "secret"),
        ("token=a%2Fb99secret", "a%2Fb99secret"),
        ("token=a%2Fb99secret", "a/b99secret"),
        ("page=2&key=supersecret99", "supersecret99"),
        ("sig=c2lnbmF0dXJl", "c2lnbmF0dXJl"),
        ("X-Amz-Signature=0a1b2c3d4e5f", "0a1b2c3d4e5f"),
    ] {
        let hotel = Hotel::answering(move |_| Answer::status(302, &[&format!("location: /{repeated}")], ""));
        let said = verify(&hotel, query);
        assert!(said.contains("a redirect to \"/***\"") && !said.contains(repeated), "{query}: {said}");
    }
    let hotel = Hotel::answering(|_| Answer::status(302, &["location: /Barcelona/secretary"], ""));
    let said = verify(&hotel, "city=Barcelona&token=secret");
    assert!(said.contains("a redirect to \"/Barcelona/secretary\""), "{said}");
}

#[test]
fn a_challenge_is_answered() {
    let hotel = Hotel::answering(|request| match request.header("signature-input") {
        Some(input) if input.contains("nonce=\"fresh\"") => Answer::json("{}"),
        _ => Answer::status(401, &["www-authenticate: DIDWba error=\"invalid_nonce\", nonce=\"fresh\""], ""),
    });
    let output = hotel.call(&["--json"]);
    ends(&output, 0, "");
    assert_eq!(json(&output)["requests"], 2);
}

#[test]
fn credentials_go_to_allowed_origins() {
    let hotel = Hotel::verifying(false);
    let other = hotel.call(&["--allow-origin", "https://spa.example", "--allow-origin", "https://hotel.example:8443"]);
    ends(&other, 1, "error[auth-origin]: credentials may not be sent to https://hotel.example, so nothing was sent");
    assert_eq!(hotel.server.connections(), 0);
    ends(&hotel.call(&["--allow-origin", "https://hotel.example"]), 0, "200 OK");
    ends(&hotel.call(&["--allow-origin", "hotel.example"]), 2, "expected a service's origin");
}

#[test]
fn nothing_is_sent() {
    let hotel = Hotel::verifying(false);
    for (url, arguments, exit, stderr) in [
        ("http://hotel.example/", &[][..], 2, "error[usage]: the URL: found \"http://hotel.example/\""),
        ("hotel.example/x", &[], 2, "error[usage]: the URL: "),
        ("https://hotel.example /", &[], 2, "error[usage]: the URL: "),
        ("https://u:p@hotel.example/", &[], 2, "error[usage]: the URL: "),
        ("https://127.0.0.1/", &[], 4, "error[net-address]: "),
        (URL, &["--offline"], 4, "error[net-offline]: "),
        (URL, &["--header", "Authorization: Bearer x"], 2, "error[usage]: --header: found the header `authorization`"),
        (URL, &["--header", "Host: evil"], 2, "error[usage]: --header: found the header `host`"),
        (URL, &["--header", "Content-Length: 0"], 2, "error[usage]: --header: found the header `content-length`"),
        (URL, &["--header", "no colon"], 2, "error[usage]: "),
        (URL, &["--method", "CONNECT"], 2, "error[usage]: --method: "),
        (URL, &["--data", "@/does/not/exist"], 3, "error[io-read]: "),
        (URL, &["--legacy=2"], 2, "expected 1.0 or 1.1"),
    ] {
        ends(&hotel.command(url, arguments).output().unwrap(), exit, stderr);
    }
    assert_eq!(hotel.server.connections(), 0);
    // a key that others can read, and one that is not of the type that its name says
    ends(&Command::new(env!("CARGO_BIN_EXE_adp")).args(["call", URL]).output().unwrap(), 2, "--key");
}

#[test]
fn no_answer_in_time() {
    let hotel = Hotel::answering(|_| Answer::default().wait(std::time::Duration::from_secs(60)));
    ends(&hotel.call(&["--max-time", "1s"]), 4, "error[net-time]: ");
}

#[test]
fn a_connection_that_ends_early_is_told_without_a_page_for_programmers() {
    let hotel = Hotel::answering(|_| Answer::raw("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n").send("{").abort());
    let output = hotel.call(&[]);
    ends(&output, 4, "the connection broke before the response was complete: peer closed connection");
    assert!(!text(&output.stderr).contains("docs.rs"), "{}", text(&output.stderr));
}

#[test]
fn what_goes_on_is_told_without_credentials() {
    let hotel = Hotel::verifying(false);
    let output = hotel.call(&["-vv", "--data", "{\"room\":7}"]);
    ends(&output, 0, "DEBUG request{method=POST url=https://hotel.example/book?...}: answered status=200 bytes=");
    let request = hotel.server.requests().pop().unwrap();
    let input = request.header("signature-input").unwrap();
    let nonce = input.split("nonce=\"").nth(1).unwrap().split('"').next().unwrap();
    for secret in [request.header("signature").unwrap(), nonce, "nights=2", "room"] {
        assert!(!text(&output.stderr).contains(secret), "{secret}: {}", text(&output.stderr));
    }
    let output = hotel.call(&["-v", "--offline"]);
    ends(&output, 4, "request{method=GET url=https://hotel.example/book?...}: not answered code=\"net-offline\"");
}

#[test]
fn no_answer_is_asked_for_that_cannot_be_kept() {
    let hotel = Hotel::verifying(false);
    let (key, other) = (hotel.path("alice.pem"), hotel.path("other.txt"));
    fs::write(&other, alice::ALICE_PEM).unwrap();
    ends(&hotel.call(&["-o", key.to_str().unwrap()]), 2, "is the file of --key");
    ends(&hotel.call(&["-o", other.to_str().unwrap()]), 3, "error[io-exists]: ");
    ends(&hotel.call(&["-o", hotel.folder.path().to_str().unwrap()]), 3, "it is a folder");
    assert_eq!(hotel.server.connections(), 0, "the request may change what is there: it was not sent");
    for file in [key, other] {
        assert_eq!(fs::read_to_string(file).unwrap(), alice::ALICE_PEM);
    }
    let kept = hotel.path("answer");
    ends(&hotel.call(&["-o", kept.to_str().unwrap()]), 0, "200 OK");
    assert!(!fs::read(&kept).unwrap().is_empty());
    fs::write(&kept, "mine").unwrap();
    let asked = hotel.server.connections();
    ends(&hotel.call(&["-o", kept.to_str().unwrap()]), 3, "--force");
    assert_eq!((fs::read_to_string(&kept).unwrap().as_str(), hotel.server.connections()), ("mine", asked));
    ends(&hotel.call(&["--force", "-o", kept.to_str().unwrap()]), 0, "200 OK");
    assert_ne!(fs::read(kept).unwrap(), b"mine");
}

/// By Web Bot Auth: the site in `Signature-Agent` has the key, and no DID is named.
#[test]
fn a_call_as_a_bot_names_the_site_of_its_key() {
    use agent_description::{auth::UnverifiedBotRequest, key::KeyDirectory};
    let alice = agent_description::SigningKey::from_pem(alice::ALICE_PEM).unwrap();
    let directory = KeyDirectory::write([alice.verifying_key()]).to_compact();
    let hotel = Hotel::answering(move |request| {
        let mut parts = http::Request::builder().method(request.method()).uri(request.path());
        for (name, value) in &request.headers {
            parts = parts.header(name, value);
        }
        let (parts, ()) = parts.body(()).unwrap().into_parts();
        let (audience, policy, now) =
            ("https://hotel.example".parse().unwrap(), AuthPolicy::web_bot_auth(), Timestamp::now());
        let read = UnverifiedBotRequest::read(&parts, &request.body, Receiver::new(&audience, &policy, now)).unwrap();
        let directory = KeyDirectory::parse(read.claims().agent.clone(), directory.as_bytes()).unwrap();
        let verified = read.verify(&directory, now).unwrap();
        let claims = verified.claims();
        Answer::json(format!("{{\"agent\": \"{}\", \"covered\": \"{}\"}}", claims.agent, claims.covered.len()))
    });
    let output = hotel.call(&["--profile", "web-bot-auth", "--data", "{}", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let answered: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answered["profile"], "web-bot-auth");
    assert_eq!(answered["keyid"].as_str().unwrap().len(), 43);
    // the host of --key-id; method, target, authority, digest and agent are covered
    assert_eq!(answered["body"], "{\"agent\": \"https://agent.example.com\", \"covered\": \"5\"}");
    let output = hotel.call(&["--profile", "web-bot-auth", "--header", "Signature-Agent: sig1=\"https://a.example\""]);
    assert_eq!(output.status.code(), Some(2));
}
