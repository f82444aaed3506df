//! `adp publish --bot-key`: the key directory of Web Bot Auth, and the signatures of its response in `_headers`.

use crate::site::{
    publisher::{HOST, Publisher, adp, done, json, stderr, stdout},
    serve::Server,
};
use agent_description::{Timestamp, auth::http_signature::verify_directory_response, key::KeyDirectory};
use http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::{Value, json};
use std::{fs, process::Output};

const DIRECTORY: &str = ".well-known/http-message-signatures-directory";

fn publisher() -> Publisher {
    let publisher = Publisher::new();
    let key = publisher.path("bot.pem").display().to_string();
    done(&mut adp(&["key", "generate", "--type", "ed25519", "-o", &key]));
    publisher
}

fn run(publisher: &Publisher, arguments: &[&str]) -> Output {
    let key = publisher.path("bot.pem").display().to_string();
    publisher.run(&[&["--bot-key", &key], arguments].concat())
}

/// The fields that `_headers` gives the directory, read line by line.
fn fields(publisher: &Publisher) -> HeaderMap {
    let text = fs::read_to_string(publisher.path("site/_headers")).unwrap();
    let below = text.split_once(&format!("/{DIRECTORY}\n")).unwrap().1;
    let lines =
        below.lines().take_while(|line| line.starts_with("  ")).map(|line| line.trim().split_once(": ").unwrap());
    lines.map(|(name, value)| (name.parse::<HeaderName>().unwrap(), HeaderValue::from_str(value).unwrap())).collect()
}

/// Until when the response with the published directory is signed.
fn signed_until(publisher: &Publisher, at: &str) -> String {
    let body = fs::read(publisher.path("site").join(DIRECTORY)).unwrap();
    let directory = KeyDirectory::parse(format!("https://{HOST}").parse().unwrap(), &body).unwrap();
    let at: Timestamp = at.parse().unwrap();
    verify_directory_response(&directory, &fields(publisher), &body, at).unwrap().to_string()
}

#[test]
fn the_directory_is_published_with_its_signatures() {
    let publisher = publisher();
    publisher.write("agents/_headers", "/*\n  Cache-Control: public, max-age=300\n");
    let output = run(&publisher, &["--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let files: Vec<Value> = json(&output)["files"].as_array().unwrap().clone();
    let kind = |path: &str| files.iter().find(|file| file["path"] == path).unwrap()["kind"].clone();
    assert_eq!((kind(DIRECTORY), kind("_headers")), (json!("key-directory"), json!("header-fields")));
    // the key is named by its thumbprint, as `adp key show` has it
    let shown = adp(&["key", "show", publisher.path("bot.pem").to_str().unwrap(), "--json"]).output().unwrap();
    let thumbprint = json(&shown)["thumbprint"].clone();
    let directory: Value = serde_json::from_slice(&fs::read(publisher.path("site").join(DIRECTORY)).unwrap()).unwrap();
    assert_eq!((&directory["keys"][0]["kid"], directory["keys"].as_array().unwrap().len()), (&thumbprint, 1));
    assert!(directory["keys"][0].get("d").is_none());
    assert_eq!(fields(&publisher)["content-type"], "application/http-message-signatures-directory+json");
    assert_eq!(signed_until(&publisher, "2026-06-02T00:00:00Z"), "2026-08-30T00:00:00Z");
    // the publisher's own fields are kept
    let headers = fs::read_to_string(publisher.path("site/_headers")).unwrap();
    assert!(headers.starts_with("/*\n  Cache-Control: public, max-age=300\n/.well-known/"), "{headers}");
    // a second run changes nothing, a late one signs again
    let before = publisher.site();
    assert_eq!(run(&publisher, &["--at", "2026-06-20T00:00:00Z"]).status.code(), Some(0));
    assert_eq!(publisher.site(), before);
    assert_eq!(run(&publisher, &["--check", "--at", "2026-06-20T00:00:00Z"]).status.code(), Some(0));
    assert_eq!(run(&publisher, &["--check", "--at", "2026-08-20T00:00:00Z"]).status.code(), Some(1));
    assert_eq!(run(&publisher, &["--at", "2026-08-20T00:00:00Z"]).status.code(), Some(0));
    assert_eq!(signed_until(&publisher, "2026-08-21T00:00:00Z"), "2026-11-18T00:00:00Z");
}

#[test]
fn a_directory_is_not_lost_by_mistake() {
    let publisher = publisher();
    assert_eq!(run(&publisher, &[]).status.code(), Some(0));
    let output = publisher.run(&[]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("--bot-key"), "{}", stderr(&output));
    fs::remove_file(publisher.path("site").join(DIRECTORY)).unwrap();
    let output = publisher.run(&[]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(!publisher.path("site/_headers").exists());
}

#[test]
fn two_keys_of_a_rotation_and_keys_that_do_not_fit() {
    let publisher = publisher();
    let path = |name: &str| publisher.path(name).display().to_string();
    done(&mut adp(&["key", "generate", "-o", &path("old.pem")]));
    let output = run(&publisher, &["--bot-key", &path("old.pem"), "--bot-key", &path("bot.pem")]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(signed_until(&publisher, "2026-06-02T00:00:00Z"), "2026-08-30T00:00:00Z");
    let text = fs::read_to_string(publisher.path("site").join(DIRECTORY)).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap()["keys"].as_array().unwrap().len(), 2);
    done(&mut adp(&["key", "generate", "--type", "secp256k1", "-o", &path("wallet.pem")]));
    let output = publisher.run(&["--bot-key", &path("wallet.pem")]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    // a directory that the publisher has written is nobody's else
    publisher.write(&format!("agents/{DIRECTORY}"), &text);
    let output = run(&publisher, &[]);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(stderr(&output).contains("--bot-key"), "{}", stderr(&output));
}

/// What static hosts send by `_headers` is examined before it is published.
#[test]
fn doctor_reads_the_signatures_of_a_folder() {
    let publisher = publisher();
    assert_eq!(run(&publisher, &[]).status.code(), Some(0));
    let site = publisher.path("site").display().to_string();
    let examined = |at: &str| {
        let found = json(&adp(&["doctor", &site, "--json", "--offline", "--at", at]).output().unwrap());
        let documents = found["documents"].as_array().unwrap();
        let directory = documents.iter().find(|document| document["format"] == "key-directory").unwrap();
        let rules: Vec<Value> =
            found["findings"].as_array().unwrap().iter().map(|finding| finding["rule"].clone()).collect();
        (directory["verified"].clone(), rules, found.to_string())
    };
    let now = "2026-06-02T00:00:00Z";
    let (verified, rules, _) = examined(now);
    assert_eq!((verified, rules), (json!(true), Vec::new()));
    // signatures end, that of the description at the same time; `publish` makes new ones
    let (verified, rules, told) = examined("2026-08-30T00:00:00Z");
    assert_eq!((verified, rules), (json!(false), vec![json!("shown-verified"); 2]));
    assert!(told.contains("the directory's signature expired at 2026-08-30T00:00:00Z"), "{told}");
    // the component is of the request; the site of another key signs nothing
    let headers = fs::read_to_string(publisher.path("site/_headers")).unwrap();
    for (from, to, rule) in [
        (r#""@authority";req"#, r#""@authority""#, "shown-verified"),
        ("signature: binding1=:", "signature: binding1=:AAAA", "shown-verified"),
        ("content-digest: sha-256=:", "content-digest: sha-256=:AAAA", "shown-content-digest"),
    ] {
        let changed = headers.replacen(from, to, 1);
        assert_ne!(changed, headers);
        publisher.write("site/_headers", &changed);
        let (verified, rules, told) = examined(now);
        assert!(verified == json!(false) && rules.contains(&json!(rule)), "{from}: {told}");
    }
    // a host that signs by itself has no such file
    fs::remove_file(publisher.path("site/_headers")).unwrap();
    assert_eq!(examined(now).1, [] as [Value; 0]);
    publisher.write("site/_headers", &format!("/{DIRECTORY}\n  Cache-Control: no-cache\n"));
    assert_eq!(examined(now).1, [] as [Value; 0]);
    publisher.write("site/_headers", &"#".repeat((256 << 10) + 1));
    let output = adp(&["doctor", &site]).output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(stderr(&output).contains("_headers: has more than 262144 bytes"), "{}", stderr(&output));
}

/// A request that is signed for a shop, as the shop gets it, and the agent's site from which the shop fetches the keys.
#[test]
fn a_shop_verifies_a_bot_by_its_published_directory() {
    let publisher = publisher();
    let output = run(&publisher, &["--at", &Timestamp::now().truncated_to_second().to_string()]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let server = Server::start(&publisher, &[]);
    let (head, body) = server.request("GET", &format!("/{DIRECTORY}"), "");
    assert!(head.contains("content-type: application/http-message-signatures-directory+json"), "{head}");
    for name in ["content-digest: sha-256=:", "signature-input: binding1=", "signature: binding1=:"] {
        assert!(head.contains(name), "{head}");
    }
    assert_eq!(body, fs::read(publisher.path("site").join(DIRECTORY)).unwrap());

    let key = publisher.path("bot.pem").display().to_string();
    let agent = format!("https://{HOST}");
    let url = "https://shop.example.com/rooms";
    let sign = ["auth", "sign", "--url", url, "--key", &key, "--profile", "web-bot-auth", "--signature-agent", &agent];
    let signed = stdout(&adp(&sign).output().unwrap());
    assert!(signed.starts_with(&format!("Signature-Agent: sig1=\"{agent}\"\n")), "{signed}");
    // a key of a DID has its host's directory
    let by_did = [&sign[..8], &["--key-id", "did:web:agent.example.com#key-1"]].concat();
    assert!(stdout(&adp(&by_did).output().unwrap()).starts_with(&format!("Signature-Agent: sig1=\"{agent}\"\n")));
    let request = |path: &str| {
        let name = path.trim_start_matches('/').to_owned() + ".http";
        publisher.write(&name, &format!("GET {path} HTTP/1.1\r\n{}\r\n", signed.replace('\n', "\r\n")));
        publisher.path(&name).display().to_string()
    };
    let verify = |request: &str, more: &[&str]| {
        let verify =
            ["auth", "verify", request, "--audience", "shop.example.com", "--profile", "web-bot-auth", "--json"];
        server.adp(&[&verify[..], more].concat())
    };
    let output = verify(&request("/rooms"), &[]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let found = json(&output);
    assert_eq!(
        (&found["verified"], &found["signatureAgent"], &found["profile"], &found["did"]),
        (&json!(true), &json!(agent), &json!("web-bot-auth"), &Value::Null)
    );
    let output = verify(&request("/other"), &[]);
    assert_eq!((output.status.code(), json(&output)["error"]["code"].as_str()), (Some(1), Some("auth-signature")));
    // without the network, the directory is named; another's has other keys
    let directory = publisher.path("site").join(DIRECTORY).display().to_string();
    let offline = |directory: &str| verify(&request("/rooms"), &["--offline", "--key-directory", directory]);
    assert_eq!(offline(&directory).status.code(), Some(0));
    publisher.write("empty.json", "{\"keys\": []}");
    let output = offline(publisher.path("empty.json").to_str().unwrap());
    assert_eq!(json(&output)["error"]["code"], "auth-method-not-authorized");
    // a site that does not answer leaves it open
    assert_eq!(verify(&request("/rooms"), &["--offline"]).status.code(), Some(4));
    // each use is remembered
    let store = publisher.path("used.redb").display().to_string();
    let used = || verify(&request("/rooms"), &["--replay-store", &store]).status.code();
    assert_eq!((used(), used()), (Some(0), Some(1)));
}

#[test]
fn options_of_one_profile_are_refused_by_the_other() {
    let publisher = publisher();
    let key = publisher.path("bot.pem").display().to_string();
    let sign = ["auth", "sign", "--url", "https://shop.example.com/", "--key", &key];
    for more in [
        &["--signature-agent", "https://a.example"][..],
        &["--profile", "web-bot-auth", "--signature-agent", "http://a.example"],
        &["--profile", "web-bot-auth", "--signature-agent", "https://a.example", "--json-body"],
        &["--profile", "web-bot-auth", "--signature-agent", "https://a.example", "--legacy"],
        &[
            "--profile",
            "web-bot-auth",
            "--key-id",
            "did:key:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp#z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp",
        ],
        &[],
    ] {
        let output = adp(&[&sign[..], more].concat()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{more:?}: {}", stderr(&output));
    }
}
