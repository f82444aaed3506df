//! What the README shows is what happens: its terminal session is the transcript `tests/cli/readme.md`, which is run.

use std::{fs, path::Path, process::Command};

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

/// The pages about cards, catalogs, MCP documents and intents are transcripts, with what they show.
#[test]
fn the_pages_about_cards_are_run() {
    for page in [
        "cards-publish.md",
        "cards-verify.md",
        "catalogs-publish.md",
        "catalogs-verify.md",
        "convert-diff-lock.md",
        "flows.md",
        "mcp.md",
        "intents.md",
    ] {
        let read = |folder: &str| {
            fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder).join(page)).unwrap()
        };
        assert_eq!(read("docs"), read("tests/cli"), "{page}");
        assert!(!console_blocks(&format!("docs/{page}")).is_empty());
    }
}
