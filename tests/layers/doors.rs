//! Every way by which bytes leave or enter the machine is a row of the table in docs/background/network.md, and no source has another.

use crate::sources::files_below;
use std::{collections::BTreeSet, fs, path::PathBuf};

/// What a door is made of: sockets, name lookup, servers and clients of other crates, other programs.
const WORDS: [&str; 23] = [
    "TcpListener",
    "TcpSocket",
    "TcpStream",
    "UdpSocket",
    "UnixDatagram",
    "UnixListener",
    "UnixStream",
    "ToSocketAddrs",
    "lookup_host",
    "tokio::net",
    "FetchStream",
    "hyper::",
    "hyper_util::",
    "reqwest::",
    "axum::serve",
    "redb::",
    "redis::",
    "tokio_postgres::",
    "tokio_tungstenite::",
    "async_nats::",
    "quinn::",
    "rmcp::",
    "Command::new",
];

/// Crates that are for tests alone.
const FOR_TESTS: [&str; 1] = ["crates/fixtures"];

/// A word in a file.
type Door = (String, String);

#[test]
fn every_door_is_in_the_table() {
    let (table, sources) = (table(), sources());
    let missing: Vec<&Door> = sources.difference(&table).collect();
    assert!(missing.is_empty(), "docs/background/network.md lacks the file and word {missing:#?}");
    let gone: Vec<&Door> = table.difference(&sources).collect();
    assert!(gone.is_empty(), "docs/background/network.md names what no source has: {gone:#?}");
    assert!(table.len() > 10, "{table:?}");
}

#[test]
fn the_check_sees_what_it_looks_for() {
    assert_eq!(words_of("use tokio::{net::{TcpSocket, TcpStream}, time};"), ["TcpSocket", "TcpStream"]);
    assert_eq!(words_of("//! a TcpStream\nlet url = \"https://a\"; // redis::\n"), Vec::<&str>::new());
    assert_eq!(words_of("fn f() {}\n#[cfg(test)]\nmod tests { use std::net::TcpListener; }\n"), Vec::<&str>::new());
    assert_eq!(words_of("let child = Command::new(program);"), ["Command::new"]);
    assert_eq!(rows("| a | `src/a.rs`, `src/b.rs` | `hyper::`, `redb::` | x |").len(), 4);
    assert_eq!(rows("| connection | source | made of | limits |\n|---|---|---|---|").len(), 0);
}

/// The files and words of the table.
fn table() -> BTreeSet<Door> {
    let text = fs::read_to_string(root().join("docs/background/network.md")).unwrap();
    let (_, section) = text.split_once("\n## Connections, listeners and programs\n").expect("the page has the section");
    rows(section.split("\n## ").next().unwrap_or(section)).into_iter().collect()
}

fn rows(section: &str) -> Vec<Door> {
    let code = |cell: &str| -> Vec<String> { cell.split('`').skip(1).step_by(2).map(str::to_owned).collect() };
    let mut found = Vec::new();
    for row in section.lines().filter(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.split('|').collect();
        let (files, words) = (code(cells[2]), code(cells[3]));
        for word in &words {
            assert!(WORDS.contains(&word.as_str()), "{word} is none of the words that are looked for");
        }
        found.extend(files.iter().flat_map(|file| words.iter().map(|word| (file.clone(), word.clone()))));
    }
    found
}

/// The files and words of all sources but tests, benches and examples.
fn sources() -> BTreeSet<Door> {
    let (mut found, mut files) = (BTreeSet::new(), 0);
    for folder in ["src", "cli/src", "crates", "demo/src", "ssi/src"] {
        for (path, text) in files_below(&root().join(folder)) {
            files += 1;
            let name = format!("{folder}/{path}");
            let is_for_tests = FOR_TESTS.iter().any(|folder| name.starts_with(folder)) || name.ends_with("/tests.rs");
            if is_for_tests || name.starts_with("crates/") && !name.contains("/src/") {
                continue;
            }
            found.extend(words_of(&text).into_iter().map(|word| (name.clone(), word.to_owned())));
        }
    }
    assert!(files > 200, "the sources were not found");
    found
}

/// The words of a source, without its comments and its module of tests.
fn words_of(text: &str) -> Vec<&'static str> {
    let tests = ["\n#[cfg(test)]\n", "\n#[cfg(all(test,"].into_iter().filter_map(|start| text.find(start)).min();
    let text = tests.map_or(text, |start| &text[..start]);
    let without_comment = |line: &str| match line.match_indices("//").find(|(at, _)| !line[..*at].ends_with(':')) {
        Some((at, _)) => line[..at].to_owned(),
        None => line.to_owned(),
    };
    let code: Vec<String> = text.lines().map(without_comment).collect();
    WORDS.into_iter().filter(|word| code.iter().any(|line| names(line, word))).collect()
}

/// Whether a line has the word, and not as the end of another.
fn names(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || c == '_')
    })
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}
