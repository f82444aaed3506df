//! Killed while it writes the index: whatever was written, the next process starts, finds everything and leaves nothing lying about.

use crate::http::{api::writing::card, served::adp_registry};
use serde_json::json;
use std::{
    path::Path,
    process::Stdio,
    time::{Duration, Instant},
};

/// How many entries change each time.
const ENTRIES: usize = 60;

/// Everything that is in a folder and the folders in it, by name.
fn files(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        if entry.file_type().unwrap().is_dir() {
            names.extend(files(&entry.path()));
        } else {
            names.push(entry.file_name().into_string().unwrap());
        }
    }
    names
}

#[test]
fn in_the_midst_of_indexing_it_starts_again_by_itself() {
    let rounds: u64 = std::env::var("REGISTRY_KILL_ROUNDS").map_or(8, |rounds| rounds.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let (store, documents) = (folder.path().join("agents.redb"), folder.path().join("documents.jsonl"));
    let run = |arguments: &[&str]| adp_registry().args(arguments).arg("--store").arg(&store).output().unwrap();
    let (mut took, mut killed) = (Duration::from_millis(200), 0);
    for round in 0..rounds {
        let lines: Vec<String> = (0..ENTRIES)
            .map(|number| {
                let document = card(&format!("Harbour round{round} {number}"));
                json!({"identifier": format!("urn:air:hotel.example.com:agent:a{number}"), "document": document})
                    .to_string()
            })
            .collect();
        std::fs::write(&documents, lines.join("\n")).unwrap();
        let added = run(&["add", "--from", documents.to_str().unwrap(), "--offline"]);
        assert!(added.status.success(), "{added:?}");

        // killed at another moment of its work each time: it takes over the changes, in the second half of its time
        let mut search = adp_registry();
        search.args(["search", "harbour", "--store"]).arg(&store).stdout(Stdio::null()).stderr(Stdio::null());
        let mut process = search.spawn().unwrap();
        std::thread::sleep(took.mul_f64(0.4 + 0.6 * (round as f64 * 0.618).fract()));
        killed += usize::from(process.try_wait().unwrap().is_none());
        let _ = process.kill();
        process.wait().unwrap();

        let begin = Instant::now();
        let found = run(&["search", &format!("round{round}"), "--json"]);
        took = begin.elapsed();
        assert_eq!(found.status.code(), Some(0), "round {round}: {found:?}");
        let found: serde_json::Value = serde_json::from_slice(&found.stdout).unwrap();
        assert_eq!(found["total"], ENTRIES, "round {round}: {found}");
        let left: Vec<_> = files(folder.path()).into_iter().filter(|name| name.starts_with(".tmp")).collect();
        assert!(left.is_empty(), "round {round}: {left:?}");
    }
    println!("{rounds} rounds, {killed} killed before their end");
    assert!(killed > 0);
    let rebuilt = run(&["reindex", "--json"]);
    assert_eq!(rebuilt.status.code(), Some(0), "{rebuilt:?}");
}

/// Killed while it writes an export: the next run removes the temporary file of the killed one.
#[test]
fn in_the_midst_of_an_export_it_leaves_nothing_for_long() {
    let folder = tempfile::tempdir().unwrap();
    let (store, documents) = (folder.path().join("agents.redb"), folder.path().join("documents.jsonl"));
    let out = folder.path().join("out");
    std::fs::create_dir(&out).unwrap();
    let lines: Vec<String> = (0..400)
        .map(|number| {
            let document = card(&format!("Harbour {number} {}", "of the ferries ".repeat(500)));
            json!({"identifier": format!("urn:air:hotel.example.com:agent:a{number}"), "document": document})
                .to_string()
        })
        .collect();
    std::fs::write(&documents, lines.join("\n")).unwrap();
    let added = adp_registry().args(["add", "--offline", "--from"]).arg(&documents).arg("--store").arg(&store).output();
    assert!(added.unwrap().status.success());
    let export = |name: &str| {
        let mut export = adp_registry();
        export.arg("export").arg("-o").arg(out.join(name)).arg("--store").arg(&store).stdout(Stdio::null());
        export
    };
    let mut left = 0;
    for _ in 0..5 {
        let mut process = export("killed.jsonl").spawn().unwrap();
        // the first file is the temporary one
        while files(&out).is_empty() && process.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_micros(200));
        }
        let _ = process.kill();
        process.wait().unwrap();
        assert!(
            files(&out).iter().all(|name| name.starts_with(".adp-") || name == "killed.jsonl"),
            "{:?}",
            files(&out)
        );
        if out.join("killed.jsonl").exists() {
            std::fs::remove_file(out.join("killed.jsonl")).unwrap();
        }
        left = files(&out).len();
        if left > 0 {
            break;
        }
    }
    assert!(left > 0, "it was never killed while it wrote");
    assert!(export("killed.jsonl").status().unwrap().success());
    assert_eq!(files(&out), ["killed.jsonl"]);
}
