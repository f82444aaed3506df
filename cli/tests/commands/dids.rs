//! DIDs from the command line: what their files must be.

use super::output::files::adp;
use std::{fs, path::Path};

fn done(folder: &Path, arguments: &[&str]) -> String {
    let output = adp(folder, arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The document of the successor is checked as well: a transition leads to a document that resolvers accept, or nowhere.
#[test]
fn the_successor_s_document_must_be_one_that_resolvers_accept() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for key in ["old.pem", "new.pem"] {
        done(folder, &["key", "generate", "--type", "ed25519", "-o", key]);
    }
    done(folder, &["did", "create", "--host", "example.com", "--path", "alice", "--key", "old.pem", "-o", "did.json"]);
    let rotate =
        ["did", "rotate", "did.json", "--old-key", "old.pem", "--new-key", "new.pem", "--out-dir", "site", "--json"];
    let rotated: serde_json::Value = serde_json::from_str(&done(folder, &rotate)).unwrap();
    let (old, new) = (rotated["previousFile"].as_str().unwrap(), rotated["file"].as_str().unwrap());
    done(folder, &["did", "check", old, "--successor-document", new]);
    let text = fs::read_to_string(folder.join(new)).unwrap();
    let mut document: serde_json::Value = serde_json::from_str(&text).unwrap();
    document["deactivated"] = true.into();
    let mut unsigned = document.clone();
    unsigned["deactivated"] = false.into();
    unsigned.as_object_mut().unwrap().remove("proof");
    for (wrong, code) in [(document, "did-deactivated"), (unsigned, "did-document-proof")] {
        fs::write(folder.join("wrong.json"), wrong.to_string()).unwrap();
        let output = adp(folder, &["did", "check", old, "--successor-document", "wrong.json"]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.starts_with(&format!("error[{code}]: ")), "{said}");
    }
    // a DID has one successor, whatever --force says, and --old-key signs nothing but the old document
    done(folder, &["key", "generate", "--type", "ed25519", "-o", "other.pem"]);
    let again =
        ["did", "rotate", "did.json", "--old-key", "old.pem", "--new-key", "other.pem", "--out-dir", "site", "--force"];
    let output = adp(folder, &again);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.starts_with("error[did-transition]: ") && said.contains("has only one"), "{said}");
    let output =
        adp(folder, &["did", "rotate", "did.json", "--old-key", "old.pem", "--new-key", "other.pem", "-o", "x.json"]);
    assert_eq!((output.status.code(), folder.join("x.json").exists()), (Some(2), false));
}

/// Each of 1,200 references names no method, and there is no method at all: 1,201 findings.
#[test]
fn did_check_lists_as_many_findings_as_check() {
    let folder = tempfile::tempdir().unwrap();
    let references = (0..1200).map(|at| format!("\"did:wba:a.example#k{at}\"")).collect::<Vec<_>>().join(",");
    let document = format!(
        r#"{{"@context":["https://www.w3.org/ns/did/v1"],"id":"did:wba:a.example","authentication":[{references}]}}"#
    );
    std::fs::write(folder.path().join("did.json"), document).unwrap();
    let adp = |arguments: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_adp"));
        command.args(arguments).current_dir(folder.path()).output().unwrap()
    };
    let output = adp(&["did", "check", "did.json", "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((report["diagnostics"].as_array().unwrap().len(), &report["omitted"]), (1000, &serde_json::json!(201)));
    let said = String::from_utf8(adp(&["did", "check", "did.json"]).stderr).unwrap();
    assert!(said.ends_with("and 201 more: 1000 are listed, errors first\n"), "{}", &said[said.len() - 200..]);
}
