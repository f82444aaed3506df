//! Help is readable at 80 columns, and its examples can be pasted.

use super::files::{adp, help, verbs};
use std::{fs, sync::LazyLock};

const WIDTH: usize = 80;

/// Every verb, those that only have verbs below them too, behind its short and its long help.
static HELPS: LazyLock<Vec<[String; 3]>> = LazyLock::new(|| {
    let verbs = all().into_iter();
    let of = |verb: &str, option| help(&verb.split_whitespace().collect::<Vec<_>>(), option);
    verbs.map(|verb| [of(&verb, "-h"), of(&verb, "--help"), verb]).collect()
});

fn all() -> Vec<String> {
    let mut leaves = Vec::new();
    verbs(&[], &mut leaves);
    let above = leaves.iter().filter_map(|verb| verb.split_once(' ')).map(|(above, _)| above.to_owned());
    let mut all: Vec<String> = above.chain([String::new()]).chain(leaves.iter().cloned()).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The lines below `Examples:`, up to the next paragraph.
fn examples(help: &str) -> Vec<&str> {
    let (_, below) = help.split_once("\nExamples:\n").unwrap_or_default();
    below.lines().take_while(|line| !line.is_empty()).collect()
}

#[test]
fn no_line_of_a_help_is_longer_than_80_columns() {
    for [short, long, verb] in HELPS.iter() {
        for line in short.lines().chain(long.lines()) {
            assert!(line.chars().count() <= WIDTH, "adp {verb}: {line}");
        }
    }
}

#[test]
fn the_short_help_says_that_the_long_one_shows_more() {
    for [help, _, verb] in HELPS.iter() {
        assert!(help.contains("Print the common options; --help prints all"), "adp {verb}: {help}");
    }
}

#[test]
fn each_verb_has_examples_of_whole_commands() {
    for [_, help, verb] in HELPS.iter() {
        let examples = examples(help);
        // `vectors` has verbs of its own, which have them
        assert!(!examples.is_empty() || verb == "vectors", "adp {verb}");
        let mut goes_on = false;
        for line in &examples {
            let is_command = line.starts_with("  ") && !line.starts_with("   ");
            assert_eq!(is_command, !goes_on, "adp {verb}: {line}");
            assert!(is_command || line.starts_with("      "), "adp {verb}: {line}");
            if let Some((_, behind)) = line.trim_start().split_once("   ") {
                assert!(
                    behind.trim_start().starts_with("# "),
                    "adp {verb}: what is behind a command is a comment: {line}"
                );
            }
            goes_on = line.ends_with(" \\") || line.ends_with(" |");
        }
        assert!(!goes_on, "adp {verb}");
    }
}

#[test]
fn options_of_a_verb_are_not_listed_under_network() {
    for [_, help, verb] in HELPS.iter() {
        let Some((_, network)) = help.split_once("\nNetwork:\n") else { continue };
        let network = network.split("\n\n").filter(|part| part.starts_with("      --"));
        for option in network.filter_map(|part| part.split_whitespace().next()).take_while(|it| *it != "--json") {
            assert!(
                ["--cacert", "--resolve", "--no-cache", "--offline", "--https-proxy"].contains(&option),
                "adp {verb}: {option}"
            );
        }
    }
}

#[test]
fn examples_keep_their_lines_in_man_pages() {
    let folder = tempfile::tempdir().unwrap();
    assert!(adp(folder.path(), &["man", "-o", "man1"]).status.success());
    for [_, help, verb] in HELPS.iter() {
        let name = ["adp"].into_iter().chain(verb.split_whitespace()).collect::<Vec<_>>().join("-");
        let page = fs::read_to_string(folder.path().join("man1").join(format!("{name}.1"))).unwrap();
        let shown = page.split("\n.nf\n").skip(1).filter_map(|part| part.split("\n.fi\n").next());
        let shown: Vec<String> =
            shown.flat_map(str::lines).map(|line| line.replace("\\-", "-").replace("\\e", "\\")).collect();
        for line in examples(help) {
            assert!(shown.iter().any(|it| it == line), "{name}.1: {line}");
        }
    }
}
