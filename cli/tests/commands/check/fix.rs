//! `adp check --fix`: what is written, what stays, and what is refused.

use crate::commands::output::files::adp;
use serde_json::Value;
use std::{fs, path::Path, process::Output};

/// A card with unusual spacing and line ends, and a misspelled name.
const CARD: &str = "{\"protocolVersion\": \"0.3.0\",\r\n\t\"name\":\"Rooms é\", \"description\": \"Books rooms.\", \
    \"version\": \"1\", \"capabilities\": {},\r\n  \"url\": \"https://a.example/\", \"defaultInputMode\" : [\"text/plain\"], \
    \"defaultOutputModes\": [], \"skills\": []}";

fn fixed_card() -> String {
    CARD.replace("\"defaultInputMode\"", "\"defaultInputModes\"")
}

fn folder(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("card.json"), text).unwrap();
    folder
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

fn texts(output: &Output) -> (String, String) {
    (String::from_utf8(output.stdout.clone()).unwrap(), String::from_utf8(output.stderr.clone()).unwrap())
}

#[test]
fn a_fix_changes_one_token_and_the_document_is_checked_again() {
    let folder = folder(CARD);
    let output = adp(folder.path(), &["check", "card.json"]);
    assert_eq!(output.status.code(), Some(1));
    let output = adp(folder.path(), &["check", "card.json", "--fix"]);
    let (stdout, stderr) = texts(&output);
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    assert_eq!(read(folder.path(), "card.json"), fixed_card());
    assert!(stdout.starts_with("--- card.json\n+++ card.json\n@@ -1,3 +1,3 @@\n {\"protocolVersion\""), "{stdout}");
    assert!(stdout.contains("\n-  \"url\"") && stdout.contains("\n+  \"url\""), "{stdout}");
    assert!(stdout.ends_with("card.json: valid (a2a-card/0.3)\n"), "{stdout}");
    assert_eq!(stderr, "card.json: 1 fix written to card.json\n");
    // nothing is left to do
    let output = adp(folder.path(), &["check", "card.json", "--fix"]);
    assert_eq!(texts(&output).0, "card.json: valid (a2a-card/0.3)\n");
    assert_eq!(texts(&output).1, "card.json: nothing to fix\n");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// The modes are looked at once their name is known.
#[test]
fn a_fix_that_brings_another_to_light_is_followed_by_it() {
    let folder = folder(&CARD.replace("text/plain", "text"));
    let output = adp(folder.path(), &["check", "card.json", "--fix"]);
    assert_eq!(read(folder.path(), "card.json"), fixed_card());
    assert_eq!(texts(&output).1, "card.json: 2 fixes written to card.json\n");
}

#[test]
fn a_dry_run_says_the_same_and_writes_nothing() {
    let folder = folder(CARD);
    let output = adp(folder.path(), &["check", "card.json", "--fix", "-n"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(read(folder.path(), "card.json"), CARD);
    let (stdout, stderr) = texts(&output);
    assert!(stdout.starts_with("--- card.json\n") && stdout.ends_with("valid (a2a-card/0.3)\n"), "{stdout}");
    assert_eq!(stderr, "card.json: 1 fix not written (--dry-run)\n");
}

#[test]
fn what_stays_wrong_decides_the_exit_code() {
    let folder = folder(&CARD.replace("\"capabilities\": {}", "\"capabilities\": 5"));
    let output = adp(folder.path(), &["check", "card.json", "--fix"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(read(folder.path(), "card.json").contains("\"defaultInputModes\""));
    let (stdout, stderr) = texts(&output);
    assert!(stdout.ends_with("card.json: not valid (a2a-card/0.3): 1 error\n"), "{stdout}");
    assert!(stderr.contains("capabilities") && !stderr.contains("defaultInputMode\""), "{stderr}");
}

#[test]
fn another_file_is_written_where_it_is_asked_for() {
    let folder = folder(CARD);
    let output = adp(folder.path(), &["check", "card.json", "--fix", "-o", "out.json"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(read(folder.path(), "card.json"), CARD);
    assert_eq!(read(folder.path(), "out.json"), fixed_card());
    fs::write(folder.path().join("out.json"), "mine").unwrap();
    let output = adp(folder.path(), &["check", "card.json", "--fix", "-o", "out.json"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(texts(&output).1.starts_with("error[io-exists]: out.json already exists"));
    assert_eq!(read(folder.path(), "out.json"), "mine");
    let output = adp(folder.path(), &["check", "card.json", "--fix", "-o", "out.json", "--force"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(read(folder.path(), "out.json"), fixed_card());
}

#[test]
fn a_signed_document_is_not_changed_without_force() {
    let signed = CARD.replacen('{', r#"{"signatures": [{"protected": "e30", "signature": "AA"}], "#, 1);
    let folder = folder(&signed);
    let output = adp(folder.path(), &["check", "card.json", "--fix"]);
    let (stdout, stderr) = texts(&output);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stdout.starts_with("card.json: not valid (a2a-card/0.3): "), "{stdout}");
    assert!(stderr.contains("\"defaultInputMode\""), "{stderr}");
    assert!(stderr.contains("card.json: signed, so nothing was fixed; ") && stderr.contains("--force"), "{stderr}");
    let output = adp(folder.path(), &["check", "card.json", "--fix", "--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["fixed"], &report["written"], &report["signed"]), (&0.into(), &Value::Null, &true.into()));
    assert!(report["diagnostics"].as_array().unwrap().iter().any(|found| found["replacement"].is_string()));
    // another file cannot be written
    let output = adp(folder.path(), &["check", "card.json", "--fix", "-o", "out.json"]);
    let (stdout, stderr) = texts(&output);
    assert_eq!((output.status.code(), stdout.as_str()), (Some(2), ""));
    assert!(stderr.starts_with("error[usage]: card.json is signed, and a fix would break the signature\n"), "{stderr}");
    assert_eq!(read(folder.path(), "card.json"), signed);
    let forced = adp(folder.path(), &["check", "card.json", "--fix", "--force"]);
    assert!(texts(&forced).1.contains("card.json: the signature does not cover the fixes; sign it again"));
    assert_eq!(read(folder.path(), "card.json"), signed.replace("defaultInputMode\"", "defaultInputModes\""));
    // one without fixes is checked as ever
    let output = adp(folder.path(), &["check", "card.json", "--fix"]);
    assert!(texts(&output).1.contains("card.json: nothing to fix\n"));
}

#[test]
fn a_fix_that_makes_a_member_twice_is_left_out() {
    let twice = CARD.replace("\"defaultInputMode\" :", "\"defaultInputMod\": [], \"defaultInputMode\" :");
    let folder = folder(&twice);
    adp(folder.path(), &["check", "card.json", "--fix"]);
    let text = read(folder.path(), "card.json");
    assert_eq!(text.matches("\"defaultInputModes\"").count(), 1, "{text}");
    assert_eq!(text.len(), twice.len() + if text.contains("\"defaultInputMode\"") { 2 } else { 1 }, "{text}");
}

#[test]
fn json_is_one_value_and_the_difference_goes_elsewhere() {
    let folder = folder(CARD);
    let output = adp(folder.path(), &["check", "card.json", "--fix", "--json"]);
    let (stdout, stderr) = texts(&output);
    let report: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(
        (&report["valid"], &report["fixed"], &report["written"]),
        (&true.into(), &1.into(), &"card.json".into())
    );
    assert!(stderr.starts_with("--- card.json\n"), "{stderr}");
    let report: Value = serde_json::from_slice(&adp(folder.path(), &["check", "card.json", "--json"]).stdout).unwrap();
    assert!(report.get("fixed").is_none() && report.get("written").is_none());
}

#[test]
fn yaml_keeps_its_comments_and_its_style() {
    let text = "# an order\narazzo: 1.0.1\ninfo: {title: Orders, version: 1.0.0}\nsourceDescriptions:\n  - name: shop\n    \
        url: shop.yaml\nworkflows:\n  - workflowId: order   # the only one\n    steqs:\n      - stepId: place\n        \
        operationId: placeOrder\n  - workflowId: other\n    'steqs':\n      - {stepId: place, operationId: placeOrder}\n";
    let folder = folder(CARD);
    fs::write(folder.path().join("f.arazzo.yaml"), text).unwrap();
    adp(folder.path(), &["check", "f.arazzo.yaml", "--fix"]);
    let expected = text.replace("    steqs:", "    steps:").replace("'steqs'", "\"steps\"");
    assert_eq!(read(folder.path(), "f.arazzo.yaml"), expected);
}

#[test]
fn several_files_are_fixed_and_what_is_no_file_is_refused() {
    let folder = folder(CARD);
    fs::write(folder.path().join("other.json"), CARD).unwrap();
    let output = adp(folder.path(), &["check", "card.json", "other.json", "--fix"]);
    assert_eq!(output.status.code(), Some(0), "{}", texts(&output).1);
    assert_eq!(read(folder.path(), "other.json"), fixed_card());
    for arguments in [
        &["check", "-", "--fix"][..],
        &["check", "card.json", "other.json", "--fix", "-o", "x"],
        &["check", "card.json", "-n"],
    ] {
        let output = adp(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn a_finding_marks_what_an_editor_replaces() {
    let folder = folder(CARD);
    let output = adp(folder.path(), &["check", "card.json", "--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let finding = &report["diagnostics"][0];
    let number = |name: &str| usize::try_from(finding["span"][name].as_u64().unwrap()).unwrap();
    let start = CARD.find("\"defaultInputMode\"").unwrap();
    assert_eq!(number("start")..number("end"), start..start + 18);
    // é is two bytes and one code unit
    assert_eq!(number("utf16Start")..number("utf16End"), start - 1..start + 17);
    assert_eq!((&finding["line"], &finding["column"]), (&3.into(), &32.into()));
    assert_eq!(
        (number("endLine"), number("endColumn"), number("utf16Column"), number("utf16EndColumn")),
        (3, 50, 32, 50)
    );
    assert_eq!(finding["replacement"], "\"defaultInputModes\"");
}

/// The diff has lines of context: a value under a name of credentials is masked, also where it stands on another line than its name.
#[test]
fn the_diff_shows_no_credentials() {
    let json = "{\"openapi\": \"3.1.1\",\n\"info\": {\"titel\": \"S\", \"version\": \"1\"},\n\"paths\": {}, \"password\":\n  \"s3cretYPASS9\",\n\
                \"client_secret\": [\n\"s3cretYPASS9\"\n]}\n";
    let yaml = "openapi: 3.1.1\ninfo:\n  titel: S\n  version: \"1\"\npaths: {}\npassword:\n  s3cretYPASS9\nsecret: |\n  s3cretYPASS9\n";
    for (name, text) in [("a.json", json), ("a.yaml", yaml)] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(name), text).unwrap();
        let output = adp(folder.path(), &["check", name, "--fix"]);
        let (stdout, stderr) = texts(&output);
        assert!(stdout.contains("+") && stdout.contains("title"), "{stdout}");
        assert!(!stdout.contains("s3cret") && !stderr.contains("s3cret"), "{stdout}{stderr}");
        assert_eq!(read(folder.path(), name), text.replace("titel", "title"));
    }
}

/// A version may be newer than this program, and only the author knows whether a text is an expression: both are findings, not fixes.
#[test]
fn versions_and_expressions_are_not_fixed() {
    let skills = r#"{"$schema": "https://schemas.agentskills.io/discovery/0.3.0/schema.json", "skills": []}"#;
    let server = r#"{"$schema": "https://static.modelcontextprotocol.io/schemas/2027-01-01/server.schema.json", "name": "io.a/b",
        "description": "B", "version": "1.0.0"}"#;
    let flow = r#"{"arazzo": "1.0.1", "info": {"title": "a", "version": "1"},
        "sourceDescriptions": [{"name": "api", "url": "api.yaml", "type": "openapi"}],
        "workflows": [{"workflowId": "w", "steps": [{"stepId": "s", "operationId": "o",
            "requestBody": {"payload": {"note": "$Inputs.item"}}}]}]}"#;
    for (text, said) in [(skills, "0.3.0"), (server, "2027-01-01"), (flow, "did you mean \"$inputs.item\"?")] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.json"), text).unwrap();
        let found = adp(folder.path(), &["check", "a.json", "--offline"]);
        assert!(texts(&found).0.contains(said) || texts(&found).1.contains(said), "{:?}", texts(&found));
        adp(folder.path(), &["check", "a.json", "--fix", "--offline"]);
        assert_eq!(read(folder.path(), "a.json"), text);
    }
}

/// A signature in another spelling becomes one by the fix: the document that it is of is not changed either.
#[test]
fn a_signature_in_another_spelling_is_one() {
    let signed = CARD
        .replace("\"skills\": []", "\"skills\": [], \"Signatures\": [{\"protected\": \"e30\", \"signature\": \"AA\"}]");
    let folder = folder(&signed);
    let output = adp(folder.path(), &["check", "card.json", "--fix"]);
    assert_eq!(output.status.code(), Some(1), "{:?}", texts(&output));
    assert_eq!(read(folder.path(), "card.json"), signed);
}

/// 1,200 errors without a fix come first, and at most 1,000 findings are listed. The search for the shortest diff once took minutes.
#[test]
fn fixes_of_findings_that_are_not_listed_are_made() {
    let skill = |at: usize| {
        format!(
            "{{\n\"id\": {},\n\"name\": \"n\",\n\"descripton\": \"d\",\n\"tags\": [\"t\"]\n}}",
            if at < 1200 { "7".to_owned() } else { format!("\"s{at}\"") }
        )
    };
    let skills: Vec<String> = (0..3000).map(skill).collect();
    let card = fixed_card().replace("\"skills\": []", &format!("\"skills\": [{}]", skills.join(",\n")));
    let folder = folder(&card);
    let begin = std::time::Instant::now();
    let output = adp(folder.path(), &["check", "card.json", "--fix"]);
    assert!(begin.elapsed().as_secs() < 60, "{:?}", begin.elapsed());
    let expected = card.replace("\"descripton\"", "\"description\"");
    assert!(read(folder.path(), "card.json") == expected);
    assert!(texts(&output).1.starts_with("card.json: 3000 fixes written to card.json\n"));
}
