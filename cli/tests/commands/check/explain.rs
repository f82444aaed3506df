//! `adp explain CHECK` names the codes that the check reports, and the options that it depends on.

use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::LazyLock,
};

/// The checks that `adp auth verify` lists.
const OF_REQUESTS: [&str; 9] =
    ["credentials", "digest", "coverage", "audience", "time", "resolve", "method", "signature", "replay"];

fn adp(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_adp")).args(arguments).output().unwrap()
}

fn json(arguments: &[&str]) -> Value {
    let output = adp(arguments);
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{arguments:?}: {error}: {}", String::from_utf8_lossy(&output.stderr)))
}

fn vectors(kind: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../vectors").join(kind)
}

/// The headers and the body of each vector of a kind.
fn read_vectors(kind: &str) -> impl Iterator<Item = (BTreeMap<String, String>, Vec<u8>)> {
    let files = fs::read_dir(vectors(kind)).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|end| end == "txt")).map(|path| {
        let bytes = fs::read(path).unwrap();
        let end = bytes.windows(2).position(|pair| pair == b"\n\n").unwrap();
        let headers = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let headers = headers.lines().filter_map(|line| line.split_once(": "));
        (headers.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(), bytes[end + 2..].to_vec())
    })
}

/// What `adp explain` lists for a check of a verb, under `codes` or `options`.
fn explained(check: &str, verb: &str, list: &str) -> Vec<String> {
    let explained = json(&["explain", "--json", check]);
    let meanings = explained["meanings"].as_array().unwrap().iter().filter(|meaning| meaning["verb"] == verb);
    let words = meanings.flat_map(|meaning| meaning[list].as_array().unwrap());
    words.map(|word| word.as_str().unwrap().to_owned()).collect()
}

fn is_listed(code: &str, codes: &[String]) -> bool {
    codes.iter().any(|listed| listed == code || listed.strip_suffix('*').is_some_and(|family| code.starts_with(family)))
}

/// The names of all checks, and each check that failed with its code, of the vectors that an option can express.
type Reported = (Vec<String>, BTreeSet<(String, String)>);

static REPORTED: LazyLock<Reported> = LazyLock::new(reported);

fn reported() -> Reported {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ad.json");
    let (mut names, mut failed) = (Vec::new(), BTreeSet::new());
    let options = ["at", "domain", "challenge", "not-before", "signer"];
    for (headers, body) in read_vectors("verify") {
        if headers["expect"] == "ok" || headers.contains_key("fetched-from") || headers.contains_key("suites") {
            continue;
        }
        fs::write(&file, body).unwrap();
        let mut arguments = vec!["verify".to_owned(), "--json".into(), "--offline".into(), file.display().to_string()];
        for (name, value) in &headers {
            match name.as_str() {
                "did-document" => arguments.push(format!("--did-document={}", vectors("verify").join(value).display())),
                "max-age-seconds" => arguments.push(format!("--max-age={value}s")),
                "any-domain" | "require-domain" => arguments.push(format!("--{name}")),
                name if options.contains(&name) => arguments.push(format!("--{name}={value}")),
                _ => {}
            }
        }
        let report = json(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(report["error"]["code"], headers["expect"], "{headers:?}");
        let checks = report["checks"].as_array().unwrap();
        names = checks.iter().map(|check| check["name"].as_str().unwrap().to_owned()).collect();
        for check in checks.iter().filter(|check| check["result"] == "fail") {
            failed.insert((check["name"].as_str().unwrap().to_owned(), headers["expect"].clone()));
        }
    }
    (names, failed)
}

#[test]
fn checks_of_a_proof_report_the_codes_that_are_explained_and_no_others() {
    let (names, failed) = &*REPORTED;
    assert_eq!(names.len(), 22);
    for name in names {
        let codes = explained(name, "adp verify", "codes");
        for (_, code) in failed.iter().filter(|(check, _)| check == name) {
            assert!(is_listed(code, &codes), "adp explain {name} does not list {code}");
        }
        // a code of a family, and those of the other formats, need no vector here; tests/did/key_for.rs has unusable keys
        let is_single = |code: &&String| {
            let is_of_others = ["signature", "resolve"].contains(&name.as_str());
            !code.ends_with('*') && !is_of_others && *code != "did-key-unsupported"
        };
        for code in codes.iter().filter(is_single) {
            assert!(failed.contains(&(name.clone(), code.clone())), "no vector fails {name} with {code}");
        }
    }
}

#[test]
fn expectations_are_options_of_the_checks_that_are_explained() {
    let (names, _) = &*REPORTED;
    let help = String::from_utf8(adp(&["verify", "--help"]).stdout).unwrap();
    let (_, expectations) = help.split_once("\nExpectations:\n").unwrap();
    let of_help = |text: &str| -> BTreeSet<String> {
        let lines = text.lines().filter_map(|line| line.strip_prefix("      --"));
        lines.map(|line| format!("--{}", line.split(' ').next().unwrap())).collect()
    };
    let listed: BTreeSet<String> = names.iter().flat_map(|name| explained(name, "adp verify", "options")).collect();
    let expected = of_help(expectations.split("\n\nCards:").next().unwrap());
    assert!(expected.len() > 8, "{expected:?}");
    let unlisted: Vec<_> = expected.difference(&listed).collect();
    assert!(unlisted.is_empty(), "no check depends on {unlisted:?}");
    let of_requests = String::from_utf8(adp(&["auth", "verify", "--help"]).stdout).unwrap();
    let handles = ["generation", "binding", "continuity", "root", "manifest"];
    for (verb, names, known) in [
        ("adp verify", names.iter().map(String::as_str).chain(handles).collect::<Vec<_>>(), of_help(&help)),
        ("adp auth verify", OF_REQUESTS.to_vec(), of_help(&of_requests)),
    ] {
        for option in names.iter().flat_map(|name| explained(name, verb, "options")) {
            assert!(known.contains(&option), "{verb} has no {option}");
        }
    }
}

#[test]
fn checks_of_a_request_list_all_its_codes() {
    let codes: Vec<String> = OF_REQUESTS.iter().flat_map(|name| explained(name, "adp auth verify", "codes")).collect();
    let expected = ["auth-request", "web-bot-auth"].into_iter().flat_map(read_vectors);
    let expected: BTreeSet<String> = expected.map(|(headers, _)| headers["expect"].clone()).collect();
    assert!(expected.len() > 8, "{expected:?}");
    let unlisted: Vec<_> = expected.iter().filter(|code| *code != "ok" && !is_listed(code, &codes)).collect();
    assert!(unlisted.is_empty(), "no check of `adp auth verify` lists {unlisted:?}");
}

/// The studio's Chinese summaries: none is of a rule that is gone, and nearly every rule of the formats that the page reads has one.
#[test]
fn rules_of_the_studio_have_chinese_summaries() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../page/src/findings_zh.js");
    let page = fs::read_to_string(page).unwrap();
    let table = page.split_once("const RULES = {").unwrap().1.split_once("\n}").unwrap().0;
    let names = table.lines().filter_map(|line| Some(line.trim().split_once(": ")?.0.trim_matches('\'')));
    let chinese: BTreeSet<&str> = names.filter(|name| !name.starts_with("//")).collect();
    let rules = json(&["check", "--rules", "--json"]);
    let all: BTreeSet<&str> =
        rules["rules"].as_array().unwrap().iter().map(|rule| rule["id"].as_str().unwrap()).collect();
    assert!(chinese.iter().all(|name| all.contains(name)), "{:?}", chinese.difference(&all));
    // the page reads no flows, and checks for no model API
    let elsewhere = ["agents-json-", "arazzo-", "openapi-", "flow-", "openai-", "anthropic-", "gemini-"];
    let of_page: Vec<&&str> =
        all.iter().filter(|name| !elsewhere.iter().any(|start| name.starts_with(start))).collect();
    let missing: Vec<_> = of_page.iter().filter(|name| !chinese.contains(**name)).collect();
    assert!(missing.len() * 20 <= of_page.len(), "{} of {} are English: {missing:?}", missing.len(), of_page.len());
}
