//! What the README shows is what happens: its terminal session is the transcript `tests/cli/readme.md`, which is run.

use std::{fs, path::Path};

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
