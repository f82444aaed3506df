//! `adp check` over many inputs: its report, its SARIF against the schema of OASIS, and its rules.

mod description_schema;
mod explain;
mod fix;

use agent_description::{description::rules, diagnostic::Rule};
use serde_json::Value;
use std::{
    collections::{BTreeSet, HashSet},
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn adp(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_adp")).current_dir(folder).args(arguments).output().unwrap()
}

fn transcripts() -> PathBuf {
    repository().join("tests/cli/check.in")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[track_caller]
fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}\n{}", text(&output.stderr)))
}

/// The wrong and the right document of every rule, as `ID.json` in two folders.
fn examples() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for kind in ["wrong", "right"] {
        fs::create_dir(folder.path().join(kind)).unwrap();
        for rule in rules::RULES {
            let example = rule.example.unwrap();
            let document = if kind == "wrong" { example.wrong_document() } else { example.right_document() };
            fs::write(folder.path().join(kind).join(format!("{}.json", rule.id)), document).unwrap();
        }
    }
    folder
}

/// No file is skipped, and the others are checked.
#[cfg(unix)]
#[test]
fn what_cannot_be_checked_in_a_folder_is_an_error_of_its_own() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    let folder = tempfile::tempdir().unwrap();
    let document = examples_of_a_rule();
    fs::write(folder.path().join(OsStr::from_bytes(b"a\xff.json")), &document).unwrap();
    fs::write(folder.path().join("good.json"), &document).unwrap();
    // reading a FIFO without a writer would take forever
    let pipe = Command::new("mkfifo").arg(folder.path().join("pipe.json")).status().unwrap();
    assert!(pipe.success());
    for arguments in [&["check", "."][..], &["check", ".", "--json"], &["check", ".", "--format", "sarif"]] {
        let output = adp(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        let said = text(&output.stderr);
        assert!(said.contains("error[io-read]: the file name ./a\u{fffd}.json is not UTF-8"), "{said}");
        assert!(said.contains("error[io-read]: cannot read ./pipe.json: it is not a regular file"), "{said}");
        if arguments.contains(&"--json") {
            let lines: Vec<Value> =
                text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            let found: Vec<_> =
                lines.iter().map(|line| (line["input"].as_str(), line["error"]["code"].as_str())).collect();
            let code = Some("io-read");
            let expected = [("./a\u{fffd}.json", code), ("./good.json", None), ("./pipe.json", code)];
            assert_eq!(found, expected.map(|(input, code)| (Some(input), code)));
        }
    }
}

/// As `cat` does, for example of `adp check <(curl …)`.
#[cfg(unix)]
#[test]
fn a_fifo_that_is_named_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.json");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let writer = std::thread::spawn(move || fs::write(pipe, examples_of_a_rule()).unwrap());
    assert_eq!(adp(folder.path(), &["check", "pipe.json"]).status.code(), Some(0));
    writer.join().unwrap();
}

fn examples_of_a_rule() -> String {
    rules::RULES.iter().find_map(|rule| rule.example).unwrap().right_document()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort_unstable();
    names
}

/// Runs `adp check` over every file of a folder.
fn check_all(folder: &Path, arguments: &[&str]) -> Output {
    let names = names(folder);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    adp(folder, &[&["check"], arguments, &names].concat())
}

fn schema(name: &str) -> jsonschema::Validator {
    let path = repository().join("schemas").join(format!("{name}.schema.json"));
    jsonschema::validator_for(&serde_json::from_slice(&fs::read(path).unwrap()).unwrap()).unwrap()
}

#[track_caller]
fn valid(schema: &jsonschema::Validator, json: &Value) {
    let faults: Vec<String> =
        schema.iter_errors(json).map(|fault| format!("{}: {fault}", fault.instance_path())).collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn a_batch_is_one_object_a_line_and_as_bad_as_its_worst() {
    let offline = "https://agent.example.com/ad.json";
    for (inputs, exit) in [
        (&["ad.json", "product.json"][..], 0),
        (&["ad.json", "missing.json", "stray.json"], 3),
        (&["ad.json", "missing.json", offline], 4),
        (&["faults.json", "missing.json", offline], 1),
    ] {
        let output = adp(&transcripts(), &[&["check", "--offline", "--json"], inputs].concat());
        assert_eq!(output.status.code(), Some(exit), "{inputs:?}");
        let lines: Vec<Value> = text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.iter().map(|line| line["input"].as_str().unwrap()).collect::<Vec<_>>(), inputs);
        let schema = schema("check");
        lines.iter().for_each(|line| valid(&schema, line));
        for line in lines {
            let alone = adp(&transcripts(), &["check", "--offline", "--json", line["input"].as_str().unwrap()]);
            let mut alone = json(&alone);
            if alone.get("valid").is_some() {
                alone["input"] = line["input"].clone();
                assert_eq!(alone, line);
            } else {
                assert_eq!(alone["error"], line["error"]);
            }
        }
    }
}

#[test]
fn people_read_findings_file_by_file() {
    let output = adp(&transcripts(), &["check", "warnings.json", "stray.json", "faults.json"]);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    let verdicts: Vec<&str> = out.lines().map(|line| line.split(':').next().unwrap()).collect();
    assert_eq!(verdicts, ["warnings.json", "stray.json", "faults.json"]);
    let places: Vec<&str> = err
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("--> "))
        .map(|place| place.split(':').next().unwrap())
        .collect();
    assert!(places.is_sorted_by_key(|place| verdicts.iter().position(|name| name == place)), "{places:?}");
    assert!(err.ends_with("3 inputs: 1 valid, 1 not valid, 1 not checked\n"), "{err}");
}

/// Rules of `--follow`, which no document alone can break.
const OF_THE_NETWORK: [&str; 3] = ["url-reachable", "skills-index-served", "skills-index-reachable"];

/// Flows beside the documents that they call, and tool lists by the rules of an API: no document alone is wrong.
const BESIDE: [&[&Rule]; 3] = [
    adp_flows::workflow::rules::RULES,
    adp_tools::tool_api::rules::RULES,
    adp_tools::mcp::server::official_registry::rules::RULES,
];

#[test]
fn every_rule_is_listed() {
    let listed = json(&adp(&transcripts(), &["check", "--rules", "--json"]));
    let ids: Vec<&str> = listed["rules"].as_array().unwrap().iter().map(|rule| rule["id"].as_str().unwrap()).collect();
    let of_listings = agent_description::format::DISCOVERY_LISTING.rules.iter().map(|rule| rule.id);
    let of_dids = agent_description::did::rules::RULES.iter().map(|rule| rule.id);
    // what interfaces contain is checked with the description
    let of_openrpc = agent_description::description::openrpc::STRUCTURE_RULES.iter().map(|rule| rule.id);
    let of_descriptions = rules::RULES.iter().map(|rule| rule.id).chain([OF_THE_NETWORK[0]]);
    let of_descriptions: Vec<&str> = of_descriptions.chain(of_openrpc).collect();
    let of_handles = agent_description::format::WNS_HANDLE.rules.iter().map(|rule| rule.id);
    let of_others = adp_cards::FORMATS
        .iter()
        .chain(adp_catalogs::FORMATS)
        .chain(adp_tools::FORMATS)
        .chain(adp_catalogs::WELL_KNOWN)
        .chain(adp_flows::FORMATS)
        .chain(adp_messages::FORMATS);
    // what is asked of the network alone stands beside a format's own rules
    let of_others = of_others.flat_map(|format| {
        let fetched: &[&str] = if format.name == "skills-index" { &OF_THE_NETWORK[1..] } else { &[] };
        let beside = match format.name {
            "agents-json" => BESIDE[0],
            "mcp-tools" => BESIDE[1],
            "mcp-server" => BESIDE[2],
            _ => &[],
        };
        let beside = beside.iter().map(|rule| rule.id);
        format.rules.iter().map(|rule| rule.id).chain(beside).chain(fetched.iter().copied())
    });
    // both catalogs have the same rules
    let mut seen = HashSet::new();
    let all = of_descriptions.iter().copied().chain(of_listings).chain(of_dids).chain(of_handles).chain(of_others);
    let expected: Vec<&str> = all.filter(|id| seen.insert(*id)).collect();
    assert_eq!(ids, expected);
    let named = json(&adp(&transcripts(), &["check", "--rules", "--as", "adp", "--json"]));
    assert_eq!(named["rules"].as_array().unwrap().len(), of_descriptions.len());
    let table = adp(&transcripts(), &["check", "--rules"]);
    let table: Vec<&str> = text(&table.stdout).lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(table, expected);
}

#[test]
fn coverage_is_of_the_formats_at_hand() {
    let report = |file: &str| json(&adp(&transcripts().join(".."), &["check", file, "--coverage", "--json"]));
    let ids = |report: &Value| -> Vec<String> {
        report["rules"].as_array().unwrap().iter().map(|rule| rule["id"].as_str().unwrap().to_owned()).collect()
    };
    let of_dids: Vec<&str> = agent_description::did::rules::RULES.iter().map(|rule| rule.id).collect();
    assert_eq!(ids(&report("did-check.in/did.json")), of_dids);
    assert!(ids(&report("check.in/ad.json")).iter().all(|id| !of_dids.contains(&id.as_str())));
    // of an input that is of no format there is nothing to say
    assert_eq!(ids(&report("canon.in/escapes.json")), Vec::<String>::new());
}

#[test]
fn coverage_is_of_what_the_documents_hold() {
    let examples = examples();
    let output = check_all(&examples.path().join("wrong"), &["--coverage", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let report = json(&output);
    for rule in report["rules"].as_array().unwrap() {
        let own = format!("{}.json", rule["id"].as_str().unwrap());
        assert!(rule["broken"]["inputs"].as_array().unwrap().contains(&Value::from(own)), "{rule}");
        assert_eq!(rule["status"], "broken");
    }
    // right examples break nothing, and exercise every rule that they are about
    let output = check_all(&examples.path().join("right"), &["--coverage", "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let report = json(&output);
    let rules = report["rules"].as_array().unwrap();
    let never: Vec<&str> = rules
        .iter()
        .filter(|rule| rule["status"] == "never-exercised")
        .map(|rule| rule["id"].as_str().unwrap())
        .collect();
    assert_eq!(report["summary"]["broken"], 0);
    assert_eq!(never, [""; 0]);
    let interfaces = rules.iter().find(|rule| rule["id"] == "adp-5-human-authorization").unwrap();
    assert_eq!(interfaces["met"]["inputs"], serde_json::json!(["adp-5-human-authorization.json"]));

    let people = check_all(&examples.path().join("right"), &["--coverage"]);
    let heads: Vec<&str> = text(&people.stdout).lines().filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(
        heads,
        ["broken: 0 rules".to_owned(), format!("met: {} rules", rules.len()), "not applicable: 0 rules".into()]
    );
}

/// The SARIF 2.1.0 schema, where the crate `serde-sarif` keeps it.
fn sarif_schema() -> jsonschema::Validator {
    let version = Command::new("rustc").arg("-vV").current_dir(repository()).output().unwrap();
    let host = text(&version.stdout).lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    // of other platforms nothing need have been downloaded
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline", "--locked", "--filter-platform", host])
        .current_dir(repository())
        .output()
        .unwrap();
    let metadata = json(&metadata);
    let packages = metadata["packages"].as_array().unwrap();
    let package = packages.iter().find(|package| package["name"] == "serde-sarif").unwrap();
    let folder = Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap();
    // one of its patterns, for languages, has a bracket that only ECMAScript takes as it is
    let text =
        fs::read_to_string(folder.join("src/schema.json")).unwrap().replace("[a-zA-Z]{2}]?$", "[a-zA-Z]{2}\\\\]?$");
    let schema: Value = serde_json::from_str(&text).unwrap();
    assert!(schema["title"].as_str().unwrap().contains("(SARIF) Version 2.1.0"), "{}", schema["title"]);
    jsonschema::validator_for(&schema).unwrap()
}

#[test]
fn sarif_is_what_its_schema_says() {
    let schema = sarif_schema();
    // the schema is no formality
    assert!(!schema.is_valid(&serde_json::json!({"version": "2.1.0", "runs": [{"tool": {}}]})));
    let examples = examples();
    let wrong = examples.path().join("wrong");
    let log = json(&check_all(&wrong, &["--format", "sarif"]));
    valid(&schema, &log);
    let typed: serde_sarif::sarif::Sarif = serde_json::from_value(log.clone()).unwrap();
    assert_eq!(typed.runs.len(), 1);

    let run = &log["runs"][0];
    let described = run["tool"]["driver"]["rules"].as_array().unwrap();
    let ids: BTreeSet<&str> = described.iter().map(|rule| rule["id"].as_str().unwrap()).collect();
    assert_eq!(ids, rules::RULES.iter().map(|rule| rule.id).collect());
    let mut fingerprints = BTreeSet::new();
    let mut fixed = 0;
    for result in run["results"].as_array().unwrap() {
        let rule = &described[usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()];
        assert_eq!(rule["id"], result["ruleId"]);
        let location = &result["locations"][0]["physicalLocation"];
        assert_eq!(location["artifactLocation"]["uriBaseId"], "%SRCROOT%");
        let file = location["artifactLocation"]["uri"].as_str().unwrap();
        assert!(fingerprints.insert((file, result["partialFingerprints"]["adpFinding/v1"].as_str().unwrap())));
        let source = fs::read_to_string(wrong.join(file)).unwrap();
        let token = marked(&source, &location["region"]);
        assert!(!token.is_empty() && (token.len() == 1 || !token.contains([',', '\n']) || token.starts_with('"')));
        for fix in result["fixes"].as_array().into_iter().flatten() {
            let change = &fix["artifactChanges"][0];
            let replacement = &change["replacements"][0];
            assert_eq!(change["artifactLocation"]["uri"], file);
            let written = replacement["insertedContent"]["text"].as_str().unwrap();
            let mended = source.replacen(&marked(&source, &replacement["deletedRegion"]), written, 1);
            fs::write(wrong.join("mended.json"), mended).unwrap();
            let again = adp(&wrong, &["check", "mended.json", "--json"]);
            assert_eq!(json(&again)["diagnostics"], serde_json::json!([]), "{file}");
            fixed += 1;
        }
    }
    // misspelled: a member, the type, a scheme's name and kind and place, an interface's type and protocol, `ANP`, an availability
    assert_eq!(fixed, 9);

    for inputs in [&["stray.json"][..], &["missing.json", "ad.json", "stray.json"], &["ad.json"]] {
        valid(&schema, &json(&adp(&transcripts(), &[&["check", "--format", "sarif"], inputs].concat())).clone());
    }
}

/// What the doctor writes as SARIF is judged by the same schema: findings in files, and those of places where nothing is.
#[test]
fn sarif_of_the_doctor_is_what_the_schema_says() {
    let schema = sarif_schema();
    let folder = tempfile::tempdir().unwrap();
    let places = folder.path().join("site/.well-known");
    fs::create_dir_all(&places).unwrap();
    fs::write(places.join("agent-card.json"), r#"{"name": "R\u202e", "skills": [], "capabilities": {}}"#).unwrap();
    fs::write(places.join("did.json"), "{").unwrap();
    fs::create_dir(places.join("ard.json")).unwrap();
    fs::write(places.join("ai-catalog.json"), r#"{"specVersion": "1.0", "entries": [{"identifier": 1}]}"#).unwrap();
    let log = json(&adp(folder.path(), &["doctor", "site", "--offline", "--format", "sarif"]));
    valid(&schema, &log);
    let typed: serde_sarif::sarif::Sarif = serde_json::from_value(log).unwrap();
    let results = typed.runs[0].results.as_ref().unwrap();
    let rules: BTreeSet<&str> = results.iter().filter_map(|result| result.rule_id.as_deref()).collect();
    for rule in ["shown-answers", "shown-json", "catalog-entry"] {
        assert!(rules.contains(rule), "{rules:?}");
    }
}

/// What a region of one line holds.
fn marked(source: &str, region: &Value) -> String {
    let number = |name: &str| usize::try_from(region[name].as_u64().unwrap()).unwrap();
    assert_eq!(number("startLine"), number("endLine"));
    let line = source.lines().nth(number("startLine") - 1).unwrap();
    line.chars().skip(number("startColumn") - 1).take(number("endColumn") - number("startColumn")).collect()
}

#[test]
fn fingerprints_stay_when_lines_move() {
    let fingerprints = |folder: &Path, name: &str| {
        let log = json(&adp(folder, &["check", "--format", "sarif", name]));
        let results = log["runs"][0]["results"].as_array().unwrap().clone();
        results.into_iter().map(|result| result["partialFingerprints"].clone()).collect::<Vec<_>>()
    };
    let folder = tempfile::tempdir().unwrap();
    let moved = format!("\n\n{}", fs::read_to_string(transcripts().join("faults.json")).unwrap());
    fs::write(folder.path().join("moved.json"), moved).unwrap();
    assert_eq!(fingerprints(folder.path(), "moved.json"), fingerprints(&transcripts(), "faults.json"));
}

#[test]
fn what_a_document_says_gives_the_terminal_no_orders() {
    let folder = tempfile::tempdir().unwrap();
    let document = rules::RULES[0]
        .example
        .unwrap()
        .right_document()
        .replace("\"security\": \"didwba_sc\"", "\"security\": \"didwba\u{202e}_sc\", \"\u{2066}x\u{feff}\": 1");
    fs::write(folder.path().join("a.json"), document).unwrap();
    fs::write(folder.path().join("b.json"), "{\"\u{1b}]0;owned\u{7}\": 1}").unwrap();
    fs::write(folder.path().join("c\u{202e}.json"), "{}").unwrap();
    let output = adp(folder.path(), &["check", "a.json", "b.json", "c\u{202e}.json"]);
    for bytes in [&output.stdout, &output.stderr] {
        let text = text(bytes);
        assert!(!text.contains(['\u{1b}', '\u{7}', '\u{202e}', '\u{2066}', '\u{feff}']), "{text}");
    }
    // the misspelled name is shown, its correction too
    assert!(text(&output.stderr).contains("didwba\\u{202e}_sc"), "{}", text(&output.stderr));
}

/// Documents that have many findings, or long ones, of the kinds that once took minutes and a hundred megabytes.
fn hostile() -> Vec<(&'static str, String)> {
    let head = r#"{"@context":"https://agent-network-protocol.com/ad#","@type":"ad:AgentDescription","name":"x""#;
    let bare = r#"{"@context":{"ad":"https://agent-network-protocol.com/ad#"},"@type":"ad:AgentDescription""#;
    let many = |item: &dyn Fn(usize) -> String| (0..1200).map(item).collect::<Vec<_>>().join(",");
    let long = "n".repeat(60_000);
    let definitions = many(&|at| format!(r#""a{at}":{{}}"#));
    vec![
        ("unknown members", format!("{bare},{}}}", many(&|at| format!(r#""m{at}":1"#)))),
        ("nearly known members", format!("{bare},{}}}", many(&|at| format!(r#""nam{at}":1"#)))),
        (
            "unknown security",
            format!(
                r#"{head},"securityDefinitions":{{{definitions}}},"security":[{}]}}"#,
                many(&|at| format!(r#""b{at}""#))
            ),
        ),
        ("empty interfaces", format!(r#"{head},"interfaces":[{}]}}"#, many(&|_| "{}".into()))),
        ("a line each", format!("{head},\"interfaces\":[\n{}]}}", many(&|_| "7\n".into()))),
        ("a long name", format!(r#"{bare},"{long}":1,"ad:interfaces":{{"{long}":1}}}}"#)),
        (
            "many below a long name",
            format!(
                r#"{head},"securityDefinitions":{{"{long}":{{{}}}}}}}"#,
                many(&|at| format!(r#""{}token":1"#, "-".repeat(at % 60) + &".".repeat(at / 60))
                    + &format!(r#","u{at}":1"#))
            ),
        ),
        (
            "long values",
            format!(r#"{head},"interfaces":[{{"@type":"{long}","protocol":"{long}","url":"http://{long}"}}]}}"#),
        ),
        ("one IRI", format!(r#"{head},"products":[{}]}}"#, many(&|_| r#"{"@id":"p"}"#.into()))),
        ("links", format!(r#"{head},"interfaces":[{}]}}"#, many(&|_| r#"{"url":"https://127.0.0.1:1/"}"#.into()))),
    ]
}

#[test]
fn a_document_makes_no_flood_of_findings() {
    let folder = tempfile::tempdir().unwrap();
    let (own, sarif_schema) = (schema("check"), sarif_schema());
    for (what, document) in hostile() {
        fs::write(folder.path().join("ad.json"), &document).unwrap();
        let check = |arguments: &[&str]| adp(folder.path(), &[&["check", "ad.json"], arguments].concat());
        let most = 2_500_000;

        let output = check(&["--json"]);
        let report = json(&output);
        valid(&own, &report);
        let listed = report["diagnostics"].as_array().unwrap();
        assert!(listed.len() <= 1000 && output.stdout.len() < most, "{what}: {}", output.stdout.len());
        let omitted = report["omitted"].as_u64().unwrap();
        assert!(omitted == 0 || listed.len() == 1000, "{what}: {omitted}");
        let error = listed.iter().any(|finding| finding["severity"] == "error");
        assert_eq!(report["valid"], !error, "{what}");
        assert_eq!(output.status.code(), Some(i32::from(error)), "{what}");

        let output = check(&[]);
        assert!(output.stdout.len() + output.stderr.len() < most, "{what}: {}", output.stderr.len());
        let more = format!("and {omitted} more: 1000 are listed, errors first\n");
        assert_eq!(text(&output.stderr).ends_with(&more), omitted > 0, "{what}");
        assert_eq!(output.status.code(), Some(i32::from(error)), "{what}");

        let output = check(&["--strict", "--format", "sarif"]);
        let log = json(&output);
        assert!(output.stdout.len() < 2 * most, "{what}: {}", output.stdout.len());
        valid(&sarif_schema, &log);
        assert!(log["runs"][0]["results"].as_array().unwrap().len() <= 1000, "{what}");
        let said = &log["runs"][0]["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"];
        assert_eq!(said.is_string(), omitted > 0, "{what}: {said}");

        let output = check(&["--coverage", "--json"]);
        assert!(output.stdout.len() < 100_000, "{what}");
    }
}

/// An OpenAPI document outside of the folder of the flows is read where the user names it.
#[test]
fn sources_from_elsewhere_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let flows = |name: &str| {
        format!(
            r#"{{"arazzo": "1.0.1", "info": {{"title": "A", "version": "1"}}, "sourceDescriptions": [{{"name": "{name}", "url": "../openapi/api.json", "type": "openapi"}}],
              "workflows": [{{"workflowId": "w", "steps": [{{"stepId": "a", "operationId": "known"}}, {{"stepId": "b", "operationId": "unknown"}}]}}]}}"#
        )
    };
    let openapi = r#"{"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "servers": [{"url": "https://a.example/"}],
      "paths": {"/a": {"get": {"operationId": "known", "responses": {"200": {"description": "ok"}}}}}}"#;
    for (path, text) in
        [("openapi/api.json", openapi), ("flows/f.json", &flows("api")), ("flows/g.json", &flows("other"))]
    {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let check = |arguments: &[&str]| adp(&folder.path().join("flows"), &[&["check", "--json"], arguments].concat());
    let found = |checked: &Value| -> Vec<String> {
        let all = checked["diagnostics"].as_array().unwrap();
        all.iter().map(|it| format!("{} {}", it["rule"].as_str().unwrap(), it["pointer"].as_str().unwrap())).collect()
    };
    let without = json(&check(&["f.json"]));
    assert_eq!(found(&without), ["flow-source-read /sourceDescriptions/0"]);
    let help = without["diagnostics"][0]["help"].as_str().unwrap();
    assert_eq!(help, "put the document there, or pass `--source api=FILE`");
    let output = check(&["f.json", "--source", "api=../openapi/api.json"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(found(&json(&output)), ["flow-known-operation /workflows/0/steps/1/operationId"]);
    // what is wrong by itself is not said of the call again
    let broken = flows("api")
        .replace(r#""operationId": "unknown""#, r##""operationPath": "{$sourceDescriptions.api.url}#/paths/~1a""##);
    fs::write(folder.path().join("flows/h.json"), broken).unwrap();
    let output = check(&["h.json", "--source", "api=../openapi/api.json"]);
    assert_eq!(found(&json(&output)), ["arazzo-named /workflows/0/steps/1/operationPath"]);
    // each of several inputs has the sources that it names
    let output = check(&["f.json", "g.json", "--source", "api=../openapi/api.json"]);
    let lines: Vec<Value> = text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.iter().map(|line| found(line).len()).collect::<Vec<_>>(), [1, 1]);
    for (source, code, told) in [
        ("shop=../openapi/api.json", 2, "--source shop: no input has a source of this name"),
        ("api=../openapi/none.json", 3, "none.json"),
        ("api", 2, "expected NAME=FILE or NAME=URL"),
    ] {
        let output = adp(&folder.path().join("flows"), &["check", "f.json", "--source", source]);
        assert_eq!(output.status.code(), Some(code), "{source}: {}", text(&output.stderr));
        assert!(text(&output.stderr).contains(told), "{}", text(&output.stderr));
    }
}

/// Of a folder: documents at any depth and in `.well-known`, and broken JSON; not hidden files, links and JSON of other kinds.
#[test]
fn a_folder_is_every_document_below_it() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    let description = fs::read_to_string(transcripts().join("ad.json")).unwrap();
    write("site/ad.json", &description);
    write("site/staff/alice.json", &description.replace("\"security\": \"didwba_sc\"", "\"security\": \"none\""));
    write("site/.well-known/agents.json", "{\"agentsJson\": \"0.1.0\"");
    // what hosts publish under names without extension, and other files beside it
    write(
        "site/.well-known/handle/alice",
        &fs::read_to_string(transcripts().join("../handles.in/alice.handle.json")).unwrap(),
    );
    write("site/.well-known/handle/bob", "{\"handle\": \"bob.example.com\"");
    write("site/.well-known/acme-challenge/token", "abc");
    write("site/.hidden/ad.json", "{");
    write("site/node_modules/x/ad.json", "{");
    write("site/package.json", "{\"name\": \"x\", \"private\": true}");
    write("site/rooms.json", "[{\"name\": \"Double room\"}]");
    write("site/.well-known/ai-catalog.json", "[]");
    write("site/notes.txt", "{");
    write("other/package.json", "{\"private\": true}");
    #[cfg(unix)]
    std::os::unix::fs::symlink("ad.json", folder.path().join("site/link.json")).unwrap();
    let output = adp(folder.path(), &["check", "site", "--json"]);
    let lines: Vec<Value> = text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let inputs: Vec<&str> = lines.iter().map(|line| line["input"].as_str().unwrap()).collect();
    let expected = [
        "site/.well-known/agents.json",
        "site/.well-known/ai-catalog.json",
        "site/.well-known/handle/alice",
        "site/.well-known/handle/bob",
        "site/ad.json",
        "site/staff/alice.json",
    ];
    assert_eq!(inputs, expected);
    let skipped = "site: skipped 2 JSON or YAML files of no known format";
    assert!(text(&output.stderr).contains(skipped), "{}", text(&output.stderr));
    assert!(!text(&output.stderr).contains("package.json"), "{}", text(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let output = adp(folder.path(), &["check", "site", "-v"]);
    assert!(text(&output.stderr).contains("site/package.json"), "{}", text(&output.stderr));
    let output = adp(folder.path(), &["check", "site/node_modules"]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(text(&output.stderr).contains("json-syntax"), "{}", text(&output.stderr));
    let output = adp(folder.path(), &["check", "other"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stderr).contains("other has no document of a known format"), "{}", text(&output.stderr));
}

/// The name decides which reader's error is shown for a text that neither can read.
#[test]
fn broken_yaml_has_the_error_of_yaml() {
    let folder = tempfile::tempdir().unwrap();
    for (name, contents, code) in [
        ("a.yaml", "name: [\n", "yaml-syntax"),
        ("b.YML", "name: [\n", "yaml-syntax"),
        ("c.yaml", "{\"name\": 1,}, x", "yaml-syntax"),
        ("e.json", "name: [\n", "json-syntax"),
        ("f.yaml", "name: x\n", "format-unknown"),
    ] {
        fs::write(folder.path().join(name), contents).unwrap();
        for verb in ["check", "show", "verify"] {
            let output = adp(folder.path(), &[verb, name]);
            assert!(
                text(&output.stderr).contains(&format!("error[{code}]")),
                "{verb} {name}: {}",
                text(&output.stderr)
            );
            assert_eq!(output.status.code(), Some(3), "{verb} {name}");
        }
    }
    let output = adp(folder.path(), &["verify", "a.yaml", "--json"]);
    let report = json(&output);
    assert_eq!((&report["checks"][0]["name"], &report["checks"][0]["result"]), (&"strict-json".into(), &"fail".into()));
}
