//! What the README shows is what happens: its terminal session is the transcript `tests/cli/readme.md`, which is run.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

fn console_blocks(file: &str) -> Vec<String> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file)).unwrap();
    let blocks = text.split("```console\n").skip(1);
    blocks.map(|block| block.split("\n```").next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn the_readme_s_session_is_run() {
    let shown = console_blocks("README.md");
    assert!(!shown.is_empty());
    assert_eq!(shown, console_blocks("tests/cli/readme.md"));
}

/// The description with a product is sound, and its price is read.
#[test]
fn the_readme_s_product_has_a_price() {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md")).unwrap();
    let description = readme.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
    let folder = tempfile::TempDir::new().unwrap();
    fs::write(folder.path().join("ad.json"), description).unwrap();
    let adp = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_adp")).current_dir(folder.path()).args(arguments).output();
        String::from_utf8(output.unwrap().stdout).unwrap()
    };
    assert_eq!(adp(&["check", "ad.json"]), "ad.json: valid (adp)\n");
    let shown: serde_json::Value = serde_json::from_str(&adp(&["show", "ad.json", "--json"])).unwrap();
    let price = &shown["products"][0]["offers"][0]["price"];
    assert_eq!((price["amount"].as_str(), price["currency"].as_str()), (Some("120.00"), Some("EUR")), "{shown}");
}

/// A page of `docs/` that shows a terminal session is a transcript: a test runs the file that links to it.
#[test]
fn the_pages_with_sessions_are_run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let run: BTreeSet<String> = ["tests/cli", "crates/registry/tests/cli"]
        .iter()
        .flat_map(|folder| fs::read_dir(root.join(folder)).unwrap())
        .filter_map(|entry| fs::read_to_string(entry.unwrap().path()).ok())
        .collect();
    let mut shown = 0;
    for page in pages_below(&root.join("docs")) {
        let text = fs::read_to_string(&page).unwrap();
        if text.contains("```console\n") {
            shown += 1;
            assert!(run.contains(&text), "{}: tests/cli/ has no link to it", page.display());
        }
    }
    assert!(shown > 8, "{shown} pages have a session");
}

fn pages_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            found.extend(pages_below(&path));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
    found
}
