//! docs/guides/registry.md: its commands know their options, and its figures are the program's.

use crate::http::served::{Served, adp_registry};

fn text() -> String {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guides/registry.md")).unwrap()
}

#[test]
fn its_commands_know_their_options() {
    let text = text().replace("\\\n", " ");
    let mut commands = 0;
    for line in text.lines().filter(|line| line.contains("adp-registry ") && !line.starts_with('#')) {
        for command in line.split('`').flat_map(|part| part.split_once("adp-registry ").map(|(_, command)| command)) {
            let words: Vec<&str> = command.trim_start_matches("-- ").split_whitespace().collect();
            let Some(verb) = words.first().filter(|verb| verb.chars().all(|c| c.is_ascii_lowercase())) else {
                continue;
            };
            let help = adp_registry().args([verb, "--help"]).output().unwrap();
            if !help.status.success() {
                panic!("{line}: there is no verb {verb}");
            }
            let help = String::from_utf8(help.stdout).unwrap();
            for option in words.iter().filter(|word| word.starts_with("--") && word.len() > 2) {
                assert!(help.contains(option), "{line}: {verb} has no {option}");
            }
            commands += 1;
        }
    }
    assert!(commands > 8, "{commands}");
}

#[test]
fn its_options_and_figures_are_the_program_s() {
    let text = text();
    let help = adp_registry().args(["serve", "--help"]).output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    for row in text.lines().filter(|line| line.starts_with("- `--")) {
        let option = row.split('`').nth(1).unwrap();
        assert!(help.contains(option), "{option}");
    }
    assert!(help.contains("[default: 20]") && help.contains("[default: 1024]"), "{help}");
    let entries = Served::demo(&[]).get("/agents").json()["total"].clone();
    assert!(text.contains(&format!("{entries} sample [entries]")));
}
