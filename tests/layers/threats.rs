//! The tables of threats and of ANP's sections point at what exists: each vector and each test that they name.

use std::{
    fs,
    path::{Path, PathBuf},
};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The names in backticks of a row's last cell, *tests*.
fn named(row: &str) -> Vec<&str> {
    let last = row.trim_end().trim_end_matches('|').rsplit(" | ").next().unwrap_or_default();
    last.split('`').skip(1).step_by(2).collect()
}

/// The file of a test `FILE::TEST`: below `tests/`, without extension, or a path from the repository's root.
fn file(of: &str) -> PathBuf {
    if [".rs", ".py", ".mjs"].iter().any(|end| of.ends_with(end)) {
        root().join(of)
    } else {
        root().join("tests").join(of).with_extension("rs")
    }
}

/// The test functions of a source.
fn tests(source: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for marked in source.split("#[test]").skip(1).chain(source.split("#[tokio::test").skip(1)) {
        let name = marked.split_once("fn ").and_then(|(_, rest)| rest.split_once('(')).map(|(name, _)| name);
        found.extend(name);
    }
    // those of Python
    found.extend(source.lines().filter_map(|line| line.strip_prefix("def ")?.split_once('(')).map(|(name, _)| name));
    // those of JavaScript
    found.extend(source.lines().filter_map(|line| line.strip_prefix("test('")?.split_once('\'')).map(|(name, _)| name));
    found
}

/// Whether a name is what a pattern with at most one `*` means.
fn fits(pattern: &str, name: &str) -> bool {
    pattern
        .split_once('*')
        .map_or(pattern == name, |(start, end)| name.strip_prefix(start).is_some_and(|rest| rest.ends_with(end)))
}

fn vectors() -> Vec<String> {
    let mut found = Vec::new();
    for area in fs::read_dir(root().join("vectors")).unwrap().map(|entry| entry.unwrap()) {
        if area.path().is_dir() {
            for vector in fs::read_dir(area.path()).unwrap().map(|entry| entry.unwrap().path()) {
                let name = vector.file_stem().unwrap().to_string_lossy().into_owned();
                found.push(format!("{}/{name}", area.file_name().to_string_lossy()));
            }
        }
    }
    found
}

/// The pages whose tables name tests in their last cells: the first cell of each table's head, and how many names there are at least.
const PAGES: [(&str, &str, usize); 2] =
    [("docs/background/threats.md", "threat", 400), ("docs/reference/anp-1.2.md", "section", 150)];

#[test]
fn the_tests_that_pages_name_exist() {
    let (vectors, mut wrong) = (vectors(), Vec::new());
    for (page, head, least) in PAGES {
        let (text, mut seen) = (fs::read_to_string(root().join(page)).unwrap(), 0);
        for (number, row) in text.lines().enumerate().filter(|(_, row)| row.starts_with("| ")) {
            if named(row).is_empty() && !row.starts_with(&format!("| {head} |")) {
                wrong.push(format!("{page}:{}: the row names no test", number + 1));
            }
            for name in named(row) {
                let is_there = match name.split_once("::") {
                    Some((of, test)) => fs::read_to_string(file(of))
                        .is_ok_and(|source| tests(&source).into_iter().any(|known| fits(test, known))),
                    // a word of the source, or of the command line
                    None if !name.contains('/') || name.contains(' ') => continue,
                    None => root().join(name).is_file() || vectors.iter().any(|vector| fits(name, vector)),
                };
                seen += 1;
                if !is_there {
                    wrong.push(format!("{page}:{}: there is no `{name}`", number + 1));
                }
            }
        }
        assert!(seen > least, "{page}: {seen} names were found");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn tests_are_told_from_other_functions() {
    let source = "#[test]\n#[ignore = \"x\"]\nfn a() {}\nfn b() {}\n#[tokio::test(start_paused = true)]\nasync fn c() {}\ntest('d e', () => {})\n";
    assert_eq!(tests(source), ["a", "c", "d e"]);
    assert!(fits("row_8*", "row_86_x") && !fits("row_8", "row_86_x"));
    assert!(fits("a/*-c", "a/b-c") && !fits("a/b-*-c", "a/b-c"));
    assert_eq!(named("| 1 | `x` | y | `a::b`, `c/d` (2) |"), ["a::b", "c/d"]);
}
