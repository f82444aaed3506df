//! What Cargo cannot hold: doors to the network and to files, what the core does not know, threats with their tests, and pages.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod crates;
mod doors;
mod formats;
mod pages;
mod sources;
mod threats;

use sources::files_below;
use std::{fs, path::Path};

/// The core: what must know neither the command line nor the formats of other crates. Paths from the repository's root.
const CORE: [&str; 6] =
    ["src", "crates/auth/src", "crates/crypto/src", "crates/did/src", "crates/fetch/src", "crates/secrets/src"];

/// What only some files may mention: the word, the files or folders, why. Ways to the network are held by `doors.rs`.
const DOORS: &[(&str, &[&str], &str)] = &[
    // docs/background/threats.md: no name of a file is made of a DID, because there is no file
    (
        "fs::",
        &[
            "crates/messages/src/directory/folder.rs",
            "crates/publish/src/folder/",
            "crates/registry/src/command/manage_entries.rs",
            "crates/registry/src/command/input.rs",
            // who else can read the file of the registry's key
            "crates/registry/src/command/key_file.rs",
            // how far a crawl is: a file that the caller names
            "crates/registry/src/crawl/progress.rs",
            "crates/registry/src/search/index/folder.rs",
            "crates/registry/src/search/index/mod.rs",
            // the CA certificates that the database's address names
            "crates/registry/src/store/postgres/address.rs",
            // a file that is written whole or not at all
            "crates/server/src/atomic_file.rs",
            // whether the file of nonces is the one that was closed
            "crates/server/src/replay/closed_mark.rs",
            "crates/server/src/store_file.rs",
            // a build of the studio page, whose folder the operator names
            "crates/server/src/studio.rs",
            "crates/vectors/src/kinds/mod.rs",
            "crates/vectors/src/run.rs",
            "crates/vectors-maker/src/main.rs",
        ],
        "files are not read or written, but by a unit test, where a caller names a store's, an index's or a folder of cards, for the registry's commands, in the two folders of a site, and where they are vectors",
    ),
    (
        "File::",
        &[
            "crates/messages/src/directory/folder.rs",
            "crates/publish/src/folder/",
            "crates/registry/src/command/manage_entries.rs",
            "crates/registry/src/command/input.rs",
            "crates/server/src/atomic_file.rs",
            "crates/server/src/store_file.rs",
            "crates/vectors/src/run.rs",
        ],
        "files are not read or written but those of stores, of the registry's commands, of a site's two folders, cards of a folder, and vectors; the cache is in memory",
    ),
    (
        "redis::",
        &[
            "crates/server/src/replay/redis/mod.rs",
            "crates/server/src/replay/redis/connection.rs",
            "crates/server/src/replay/mod.rs",
        ],
        "the one server that is spoken to but over HTTPS, if a caller names one",
    ),
    (
        "redb::",
        &[
            "crates/registry/src/store/mod.rs",
            "crates/registry/src/store/redb/mod.rs",
            "crates/registry/src/store/redb/tables.rs",
            "crates/server/src/replay/redb.rs",
            "crates/server/src/replay/mod.rs",
            "crates/server/src/store_file.rs",
        ],
        "the one file of a store that is written, if a caller names one",
    ),
    (
        ".spawn(",
        &[
            // a thread of lower priority for each check of the registry
            "crates/registry/src/cpu_pool.rs",
            "crates/server/src/group_writer.rs",
            "crates/fetch/src/blocking.rs",
            // a unit test's server, on a runtime that ends with it
            "crates/server/src/connections/mod.rs",
            // unit tests' threads, in scopes
            "crates/publish/src/folder/killed.rs",
            "crates/publish/src/folder/safe_open.rs",
            // tasks of a `JoinSet`, no threads: they end with it
            "crates/messages/src/channel/nats/kept.rs",
            "crates/messages/src/channel/nats/server.rs",
            "crates/messages/src/channel/websocket/server.rs",
            "crates/messages/src/endpoint/run.rs",
            "crates/messages/src/liveness/watch.rs",
        ],
        "threads are waited for: AWS-LC ends a process in which one still seeds random numbers when main is over",
    ),
    ("SystemTime", &["crates/crypto/src/time.rs"], "the time is an argument"),
    ("getrandom", &["crates/crypto/src/random.rs"], "random numbers come from the operating system, by one door"),
];

/// Formats that the core does not know: satellites do.
const NEIGHBOURS: &[&str] = &["a2a", "mcp", "agents.json"];

/// What to type is the command line's to say: it has a table by code (`cli/src/failure/advice.rs`).
#[test]
fn messages_name_no_verb_and_no_flag() {
    let mut wrong = Vec::new();
    for (path, text) in files_of_core() {
        for (number, line) in without_tests(&text).lines().enumerate() {
            // the dashes of PEM are no flag
            let text = line.split("//").next().unwrap_or_default().replace("----", "");
            if ["`adp ", "`--", " --"].iter().any(|typed| text.contains(typed)) {
                wrong.push(format!("{path}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What both sides of a request read and write knows neither side, and no side knows the other.
#[test]
fn the_sides_of_a_request_do_not_know_each_other() {
    let files = files_of_core();
    let (_, face) = files.iter().find(|(path, _)| *path == "crates/auth/src/lib.rs").unwrap();
    let face = without_comments(face);
    // the types of a side that its module re-exports
    let shown = |side: &str| -> Vec<String> {
        let (_, group) = face.split_once(&format!("{side}::{{")).unwrap();
        let mut depth = 1;
        let mut ends = |c: char| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            depth == 0
        };
        let (group, _) = group.split_at(group.find(&mut ends).unwrap());
        let words = group.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.filter(|word| word.starts_with(|c: char| c.is_uppercase())).map(str::to_owned).collect()
    };
    let mut wrong = Vec::new();
    for (from, unknown) in [("wire", "server"), ("wire", "client"), ("server", "client"), ("client", "server")] {
        let shown = shown(unknown);
        // the client's side has the fewest, four; fewer means that they were not read
        assert!(shown.len() > 3, "{unknown}: {shown:?}");
        for (path, text) in files.iter().filter(|(path, _)| path.starts_with(&format!("crates/auth/src/{from}/"))) {
            let code = without_comments(without_tests(text));
            let mut words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
            if let Some(name) = words.find(|word| shown.iter().any(|name| name == word)) {
                wrong.push(format!("{path} names {name} of {unknown}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn doors_are_few() {
    let mut wrong = Vec::new();
    for (path, text) in files_of_all() {
        let code = without_comments(&text);
        for (word, doors, reason) in DOORS {
            let is_door = |door: &&str| path == *door || door.ends_with('/') && path.starts_with(*door);
            if mentions(&code, word) && !doors.iter().any(is_door) {
                wrong.push(format!("{path} mentions {word}: {reason}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn neighbouring_formats_are_unknown_to_the_core() {
    let mut wrong = Vec::new();
    for (path, text) in files_of_core() {
        for name in NEIGHBOURS {
            // MCP is one of the values that ADP itself gives the term `protocol`
            let text = text.replace("\"MCP\"", "");
            if names(&text, name) {
                wrong.push(format!("{path} names {name}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_checks_see_what_they_look_for() {
    assert!(names("// as A2A has it", "a2a") && names("agents.json", "agents.json") && !names("9fa2ab", "a2a"));
    assert_eq!(without_comments("a // SystemTime\n\"https://b\" c"), "a \n\"https://b\" c");
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every source file below these folders: its path from the repository's root, and its text.
fn files_of(folders: impl IntoIterator<Item = String>) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for folder in folders {
        let files = files_below(&root().join(&folder));
        assert!(!files.is_empty(), "{folder} was not found");
        found.extend(files.into_iter().map(|(path, text)| (format!("{folder}/{path}"), text)));
    }
    found
}

fn files_of_core() -> Vec<(String, String)> {
    files_of(CORE.map(str::to_owned))
}

/// Those of `src`, `contexts` and `crates`. Fixtures are tests.
fn files_of_all() -> Vec<(String, String)> {
    let crates = fs::read_dir(root().join("crates")).unwrap();
    let crates = crates.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let crates = crates.filter(|name| name != "fixtures").map(|name| format!("crates/{name}/src"));
    files_of(["src".to_owned(), "contexts/src".to_owned()].into_iter().chain(crates))
}

/// The text up to its module of tests: `super` means another module there, and tests may look around.
fn without_tests(text: &str) -> &str {
    text.split_once("\n#[cfg(test)]\n").map_or(text, |(code, _)| code)
}

/// The text without line comments; the `//` of a URL is none.
fn without_comments(text: &str) -> String {
    let cut = |line: &str| match line.match_indices("//").find(|(at, _)| !line[..*at].ends_with(':')) {
        Some((at, _)) => line[..at].to_owned(),
        None => line.to_owned(),
    };
    text.split('\n').map(cut).collect::<Vec<_>>().join("\n")
}

/// Whether a text has a word that is not the end of a longer one.
fn mentions(text: &str, word: &str) -> bool {
    let is_of_a_name = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let begins_a_name = word.starts_with(|c: char| c.is_alphanumeric());
    text.match_indices(word).any(|(at, _)| !begins_a_name || !is_of_a_name(text[..at].chars().next_back()))
}

/// Whether a text has the name as a word, in any case.
fn names(text: &str, name: &str) -> bool {
    let text = text.to_lowercase();
    text.match_indices(name).any(|(at, _)| {
        let word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        !word(text[..at].chars().next_back()) && !word(text[at + name.len()..].chars().next())
    })
}
