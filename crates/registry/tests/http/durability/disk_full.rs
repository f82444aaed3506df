//! A disk that is full: what was acknowledged is there, what was refused is not, and with room again the rest is added. The limit of a process on the size of its files
//! stands for the disk: writing beyond it fails as there.

use crate::http::{api::writing::card, served::adp_registry};
use serde_json::{Value, json};
use std::process::{Command, Output};

const DOCUMENTS: usize = 1500;

#[test]
fn what_was_acknowledged_is_there_and_nothing_is_half() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (documents, store, out) = (at("documents.jsonl"), at("agents.redb"), at("out.jsonl"));
    let lines: Vec<String> = (0..DOCUMENTS)
        .map(|number| {
            // 20 domains, as one may have 1,000
            let identifier = format!("urn:air:h{}.example:agent:a{number}", number % 20);
            json!({"identifier": identifier, "document": card(&format!("Agent {number} {}", "x".repeat(2000)))})
                .to_string()
        })
        .collect();
    std::fs::write(&documents, lines.join("\n")).unwrap();
    let add = ["add", "--from", &documents, "--offline", "--json", "--store", &store];
    // 3 MiB of files; the signal that would end it is not taken
    let program = adp_registry().get_program().to_owned();
    let limited = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 6144; exec \"$0\" \"$@\""])
        .arg(program)
        .args(add)
        .output()
        .unwrap();
    let told = |output: &Output| -> Value {
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
    };
    let first = told(&limited);
    let (added, refused) = (first["added"].as_u64().unwrap() as usize, first["refused"].as_array().unwrap());
    assert_eq!((limited.status.code(), added + refused.len()), (Some(1), DOCUMENTS), "{limited:?}");
    assert!(added > 0 && !refused.is_empty(), "{added} added");
    assert!(refused[0]["message"].as_str().unwrap().contains("see to the disk"), "{}", refused[0]);

    let exported = adp_registry().args(["export", "-o", &out, "--store", &store]).output().unwrap();
    assert!(exported.status.success(), "{exported:?}");
    let kept = std::fs::read_to_string(&out).unwrap();
    assert_eq!(kept.lines().count(), added);
    for line in kept.lines() {
        let entry: Value = serde_json::from_str(line).unwrap();
        let number: usize = entry["identifier"].as_str().unwrap().rsplit('a').next().unwrap().parse().unwrap();
        assert_eq!(entry["document"], serde_json::from_str::<Value>(&lines[number]).unwrap()["document"]);
    }

    let again = adp_registry().args(add).output().unwrap();
    assert_eq!((again.status.code(), told(&again)["added"].as_u64()), (Some(0), Some(DOCUMENTS as u64)), "{again:?}");
}

/// Where a store cannot be created, no file is left that cannot be opened when there is room again.
#[test]
fn a_store_that_cannot_be_created_leaves_no_broken_file() {
    let folder = tempfile::tempdir().unwrap();
    let document = folder.path().join("card.json");
    std::fs::write(&document, card("Rooms")).unwrap();
    for blocks in [0, 1, 8, 64, 512, 1024, 2048] {
        let store = folder.path().join(format!("{blocks}.redb"));
        let id = "urn:air:hotel.example.com:agent:rooms";
        let program = adp_registry().get_program().to_owned();
        let add = |command: &mut Command| {
            command.args(["add", "--offline", "--id", id, "--store"]).arg(&store).arg(&document).output().unwrap()
        };
        let limit = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
        let limited = add(Command::new("sh").args(["-c", &limit]).arg(&program));
        assert!(!limited.status.success(), "{blocks}: {limited:?}");
        if blocks < 8 {
            assert!(!store.exists(), "{blocks}: {limited:?}");
        }
        let again = add(&mut adp_registry());
        assert!(again.status.success(), "{blocks}: {again:?}");
    }
}
