//! What a document may be made of, whatever the verb: text that is not out of proportion to it.

use std::{
    io::Write,
    process::{Command, Output, Stdio},
};

/// Runs `adp` with bytes on stdin.
fn adp(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_adp"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let text = input.to_owned();
    let writing = std::thread::spawn(move || drop(stdin.write_all(text.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writing.join().unwrap();
    output
}

fn members(n: usize, template: &str) -> String {
    (0..n).map(|at| template.replace('#', &at.to_string())).collect::<Vec<_>>().join(",")
}

/// Documents whose expanded, flattened or indented form is many times as long as they are.
fn shapes() -> Vec<(&'static str, String)> {
    let deep = |open: &str, close: &str, times: usize, core: String| {
        format!("{}{core}{}", open.repeat(times), close.repeat(times))
    };
    vec![
        ("lists in lists", format!(r#"{{"urn:p":{}}}"#, deep(r#"{"@list":["#, "]}", 29, members(8_000, "1")))),
        ("nodes in nodes", deep(r#"{"urn:p":"#, "}", 61, format!("[{}]", members(8_000, "#")))),
        (
            "a long vocabulary",
            format!(r#"{{"@context":{{"@vocab":"urn:{}:"}},{}}}"#, "v".repeat(2_000), members(4_000, r#""p#":1"#)),
        ),
        (
            "a long vocabulary of a description",
            format!(
                r#"{{"@context":{{"@vocab":"https://schema.org/{}","ad":"https://agent-network-protocol.com/ad#"}},
                   "@type":"ad:AgentDescription","ad:name":"n",{}}}"#,
                "v".repeat(2_000),
                members(4_000, r#""p#":1"#)
            ),
        ),
        ("arrays in arrays", format!(r#"{{"a":{}}}"#, deep("[", "]", 61, members(40_000, "1")))),
        (
            "small skills of a card",
            format!(
                r#"{{"name":"n","description":"d","supportedInterfaces":[],"version":"1","capabilities":{{}},
                   "defaultInputModes":[],"defaultOutputModes":[],"skills":[{}]}}"#,
                members(100_000, "{}")
            ),
        ),
        ("large numbers", format!("[{}]", members(40_000, "1e20"))),
    ]
}

#[test]
fn no_verb_writes_more_than_is_in_proportion() {
    let folder = tempfile::tempdir().unwrap();
    let key = folder.path().join("key.pem");
    let key = key.to_str().unwrap();
    assert!(adp(&["key", "generate", "--type", "p256", "-o", key], "").status.success());
    let mut refused = 0;
    for (name, text) in shapes() {
        let verbs: [&[&str]; 12] = [
            &["expand", "-"],
            &["expand", "-", "--to", "compacted"],
            &["expand", "-", "--to", "flattened"],
            &["expand", "-", "--to", "nquads"],
            &["expand", "-", "--to", "turtle"],
            &["canon", "-"],
            &["check", "-", "--json"],
            &["check", "-", "--format", "sarif"],
            &["show", "-"],
            &["show", "-", "--json"],
            &["verify", "-", "--json", "--offline"],
            &["sign", "-", "--key", key, "--method", "did:wba:a.example#key-1"],
        ];
        for verb in verbs {
            let output = adp(verb, &text);
            let limit = (1 << 20) + 32 * text.len();
            let written = output.stdout.len() + output.stderr.len();
            assert!(written <= limit, "{verb:?} of {name}: {written} bytes of {}", text.len());
            let said = String::from_utf8(output.stderr).unwrap();
            assert!(output.status.code().is_some_and(|code| code < 4), "{verb:?} of {name}: {said}");
            if verb[0] == "expand" && !output.status.success() {
                refused += 1;
                let code = if said.contains("the result is longer than") { "too-large" } else { "jsonld-budget" };
                assert!(said.starts_with(&format!("error[{code}]: ")), "{verb:?} of {name}: {said}");
                assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{verb:?} of {name}");
            }
        }
    }
    assert!(refused >= 6, "only {refused} are out of proportion");
}

/// A file of flows that names itself five times, and so at each of five levels: 3,905 documents to read.
#[test]
fn documents_that_name_one_another_are_not_read_without_end() {
    let folder = tempfile::tempdir().unwrap();
    let source = r##"{"name": "s#", "url": "again.json", "type": "arazzo"}"##;
    let flows = format!(
        r#"{{"arazzo": "1.0.1", "info": {{"title": "Again", "version": "1"}}, "sourceDescriptions": [{}],
          "workflows": [{{"workflowId": "w", "steps": [{{"stepId": "a", "workflowId": "$sourceDescriptions.s4.w"}}]}}]}}"#,
        members(5, source)
    );
    std::fs::write(folder.path().join("again.json"), flows).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_adp"));
    let output = command.args(["flow", "plan", "again.json", "w"]).current_dir(folder.path()).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("source s4: exceeds the limit of 64 documents"), "{told}");
    assert_eq!(output.status.code(), Some(1));
}
