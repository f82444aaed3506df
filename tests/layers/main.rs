//! The house rules about who may use whom, read off the sources: arrows point down, the network has one door.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod crates;
mod doors;
mod formats;
mod pages;
mod sources;
mod threats;

use sources::files_below;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// Each module of the crate and its layer. A module uses layers below its own, and what `SIDEWAYS` names.
const LAYERS: &[(&str, u8)] = &[
    // crates of their own, re-exported
    ("adp_json", 0),
    ("adp_jsonld", 0),
    ("field_lines", 0),
    ("header_field", 0),
    ("json", 0),
    ("origin", 0),
    ("web_url", 1),
    ("random", 0),
    ("secret", 0),
    ("time", 0),
    ("key", 1),
    ("suite", 1),
    ("jws", 1),
    ("did", 2),
    ("description", 2),
    ("proof", 3),
    ("verification", 3),
    ("format", 4),
    ("handle", 4),
    ("resolve", 3),
    ("discovery", 5),
    ("auth", 5),
    ("serialize", 6),
];

/// Uses within one layer: suites sign with keys; a description is a DID's subject.
const SIDEWAYS: &[(&str, &str)] = &[
    ("json", "adp_json"),
    ("secret", "json"),
    ("secret", "adp_json"),
    ("random", "adp_json"),
    ("suite", "key"),
    ("jws", "key"),
    ("jws", "suite"),
    ("description", "did"),
    ("verification", "proof"),
    // what resolving found out about a superseded signer
    ("verification", "resolve"),
    ("format", "handle"),
];

/// Uses that point down and are wrong all the same: proofs are over any document, the `Subject` trait joins the two.
const FORBIDDEN: &[(&str, &str)] = &[("proof", "description"), ("suite", "adp_jsonld")];

/// What only some files may mention: the word, the files or folders (below `src/`, or of a satellite below the repository), why. Ways to the
/// network are held by `doors.rs`.
const DOORS: &[(&str, &[&str], &str)] = &[
    // docs/background/threats.md: no name of a file is made of a DID, because there is no file
    (
        "fs::",
        &[
            "crates/jsonld/src/embedded.rs",
            "crates/messages/src/directory/folder.rs",
            "crates/publish/src/folder/",
            "crates/registry/src/command/entries.rs",
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
            "crates/registry/src/command/entries.rs",
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
            "crates/server/src/replay/redis.rs",
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
            "resolve/blocking.rs",
            // a unit test's server, on a runtime that ends with it
            "crates/server/src/connections/mod.rs",
            // a unit test's thread, in a scope
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
    ("SystemTime", &["time.rs"], "the time is an argument"),
    ("getrandom", &["random.rs"], "random numbers come from the operating system, by one door"),
];

/// Formats that the core does not know: satellites do.
const NEIGHBOURS: &[&str] = &["a2a", "mcp", "agents.json"];

/// What to type is the command line's to say: it has a table by code (`cli/src/advice.rs`).
#[test]
fn messages_name_no_verb_and_no_flag() {
    let mut wrong = Vec::new();
    for (path, text) in files() {
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

#[test]
fn arrows_point_down() {
    let flat = flat_names(&fs::read_to_string(source().join("lib.rs")).unwrap());
    let mut wrong = Vec::new();
    for (path, text) in files() {
        let Some(module) = module_of(&path) else { continue };
        for used in uses(without_tests(&text), depth(&path)) {
            let Some(target) = target(&used, &flat) else {
                wrong.push(format!("{path}: crate::{used} is neither a module in LAYERS nor re-exported by lib.rs"));
                continue;
            };
            if !allowed(&module, &target) {
                wrong.push(format!("{path}: `{module}` uses `{target}` (crate::{used})"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_module_has_a_layer() {
    let known: BTreeSet<&str> = LAYERS.iter().map(|(name, _)| *name).collect();
    for (path, _) in files() {
        if let Some(module) = module_of(&path) {
            assert!(known.contains(module.as_str()), "{path}: give the module `{module}` a layer in LAYERS");
        }
    }
}

/// What both sides of a request read and write knows neither side, and no side knows the other.
#[test]
fn the_sides_of_a_request_do_not_know_each_other() {
    let files = files();
    let (_, face) = files.iter().find(|(path, _)| *path == "auth/mod.rs").unwrap();
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
        for (path, text) in files.iter().filter(|(path, _)| path.starts_with(&format!("auth/{from}/"))) {
            let code = without_comments(without_tests(text));
            let mut words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
            if let Some(name) = words.find(|word| shown.iter().any(|name| name == word)) {
                wrong.push(format!("{path} names {name} of auth/{unknown}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn doors_are_few() {
    let mut wrong = Vec::new();
    for (path, text) in files().into_iter().chain(files_of_satellites()) {
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
    for (path, text) in files() {
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
    let text =
        "use crate::{Code, did::{Did, DidUrl}, json::Json};\n// crate::discovery\nfn f() { crate::proof::sign() }\n";
    assert_eq!(uses(text, 1), ["Code", "did", "json", "proof"].map(str::to_owned));
    assert_eq!(uses("use super::super::resolve::http;", 2), ["resolve".to_owned()]);
    assert_eq!(uses("use super::error::KeyError;", 2), Vec::<String>::new());
    let flat = flat_names("pub use code::{Code, CodeClass};\npub use proof::Verified;\n");
    assert_eq!(target("CodeClass", &flat).as_deref(), Some("code"));
    assert_eq!(target("Verified", &flat).as_deref(), Some("proof"));
    let flat_of_group = flat_names("pub use self::{\n    code::{Code, CodeClass},\n    proof::Verified,\n};\n");
    assert_eq!(flat_of_group, flat);
    assert_eq!(target("did", &flat).as_deref(), Some("did"));
    assert_eq!(target("Unheard", &flat), None);
    assert!(allowed("proof", "did") && allowed("description", "did") && allowed("json", "json"));
    assert!(!allowed("did", "proof") && !allowed("did", "description") && !allowed("proof", "description"));
    assert!(names("// as A2A has it", "a2a") && names("agents.json", "agents.json") && !names("9fa2ab", "a2a"));
    assert_eq!(without_comments("a // SystemTime\n\"https://b\" c"), "a \n\"https://b\" c");
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Every source file: its path below src/ and its text.
fn files() -> Vec<(String, String)> {
    let found = files_below(&source());
    assert!(found.len() > 10, "src/ was not found");
    found
}

/// The same of the crates around the core, their paths from the repository's root. Fixtures are tests.
fn files_of_satellites() -> Vec<(String, String)> {
    let crates = source().join("../crates");
    let folders = fs::read_dir(&crates).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let folders: Vec<String> = folders.filter(|name| name != "fixtures").collect();
    assert!(folders.len() >= 2, "{folders:?}");
    let named = |folder: String| {
        let files = files_below(&crates.join(&folder).join("src")).into_iter();
        files.map(move |(path, text)| (format!("crates/{folder}/src/{path}"), text))
    };
    folders.into_iter().flat_map(named).collect()
}

/// The module of the crate that a file belongs to; none for lib.rs.
fn module_of(path: &str) -> Option<String> {
    let first = path.split('/').next()?.trim_end_matches(".rs");
    (first != "lib").then(|| first.to_owned())
}

/// How many times `super` leads from a file's module to the crate's root.
fn depth(path: &str) -> usize {
    path.trim_end_matches("/mod.rs").split('/').count()
}

fn layer(module: &str) -> Option<u8> {
    LAYERS.iter().find(|(name, _)| *name == module).map(|(_, layer)| *layer)
}

fn allowed(from: &str, to: &str) -> bool {
    let down = layer(to) < layer(from) && !FORBIDDEN.contains(&(from, to));
    from == to || down || SIDEWAYS.contains(&(from, to))
}

/// The names that lib.rs re-exports, with the module each comes from.
fn flat_names(lib: &str) -> BTreeMap<String, String> {
    re_exports(lib).into_iter().collect()
}

/// The names that a file re-exports, with the module each comes from.
fn re_exports(text: &str) -> Vec<(String, String)> {
    let code = without_comments(text);
    let mut found = Vec::new();
    for statement in code.split("pub use ").skip(1) {
        let path = statement.split_once(';').expect("a statement ends").0.trim();
        let group = path.strip_prefix("self::{").and_then(|group| group.strip_suffix('}'));
        for path in group.map_or_else(|| vec![path], parts) {
            let (module, names) = path.split_once("::").expect("re-exports are from modules");
            let names = names.rsplit("::").next().unwrap_or(names).trim_matches(['{', '}', ' ', '\n']);
            for name in names.split(',').map(str::trim).filter(|name| !name.is_empty()) {
                let shown = name.rsplit(" as ").next().unwrap_or(name);
                found.push((shown.to_owned(), module.to_owned()));
            }
        }
    }
    found
}

/// The paths of a brace group, without the braces.
fn parts(group: &str) -> Vec<&str> {
    let mut depth = 0;
    let separates = |c: char| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    };
    group.split(separates).map(str::trim).filter(|part| !part.is_empty()).collect()
}

fn target(used: &str, flat: &BTreeMap<String, String>) -> Option<String> {
    if layer(used).is_some() { Some(used.to_owned()) } else { flat.get(used).cloned() }
}

/// The first segments of every path from the crate's root, in order.
fn uses(text: &str, depth: usize) -> Vec<String> {
    // unit tests inside a file are one module deeper, and may use what they like
    let code = without_comments(text.split("#[cfg(test)]").next().unwrap_or(text));
    let to_root = format!("{}::", vec!["super"; depth].join("::"));
    let mut found = Vec::new();
    for (root, certain) in [("crate::", true), (to_root.as_str(), false)] {
        for (at, _) in code.match_indices(root) {
            let before = code[..at].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | ':')) {
                continue;
            }
            let rest = &code[at + root.len()..];
            let names = match rest.strip_prefix('{') {
                Some(group) => first_segments(group),
                None => vec![identifier(rest)],
            };
            // one `super` of an inline module is not the file's, so only names of other modules count there
            found.extend(names.into_iter().filter(|name| certain || layer(name).is_some()));
        }
    }
    found
}

/// The first segment of each path in a brace group, whose opening brace has been read.
fn first_segments(group: &str) -> Vec<String> {
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            '}' => {
                found.push(identifier(&group[start..at]));
                break;
            }
            ',' if depth == 0 => {
                found.push(identifier(&group[start..at]));
                start = at + 1;
            }
            _ => {}
        }
    }
    found.retain(|name| !name.is_empty());
    found
}

fn identifier(text: &str) -> String {
    text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
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
