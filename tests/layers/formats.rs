//! Formats are self-contained: no code outside a format's own folder names it, so that adding one touches its folder and one list.

use super::{files_of, files_of_all, without_comments, without_tests};
use std::collections::BTreeSet;

/// Strings that name a format and have to be somewhere else: the folder or file, the names, and why.
const ELSEWHERE: &[(&str, &[&str], &str)] = &[
    (
        "src/description/profile.rs",
        &["adp", "anp-07"],
        "the names of the two generations, which the format has from here",
    ),
    ("crates/did/src/rules.rs", &["did-document"], "the id of a rule"),
    ("crates/report/src/change.rs", ANY, "the format of each example of a rule of changes"),
    (
        "src/discovery/crawl/",
        &["openapi", "openrpc"],
        "members of documents, and kinds of nodes; the core does not know the formats",
    ),
    ("crates/publish/src/site.rs", &["did-document", "key-directory"], "kinds of files of a site"),
    ("crates/cards/src/a2a_card/detect.rs", &["openapi"], "a member of other documents"),
    ("crates/catalogs/src/ai_catalog/detect.rs", &["openapi"], "a member of other documents"),
    ("crates/flows/src/", &["openapi", "arazzo"], "members of documents that the formats of flows share"),
    ("src/description/", &["openapi", "openrpc"], "protocols that descriptions name"),
    (
        "crates/compare/src/",
        &["openrpc"],
        "a protocol that descriptions name, and a member of what defines its interfaces",
    ),
    ("crates/registry/src/page/texts.rs", &["openrpc"], "a protocol that descriptions name"),
    ("crates/registry/src/demo/", &["openapi"], "a member of a document that is made"),
    ("crates/vectors/src/kinds/", &["did-document", "key-directory"], "headers of vectors"),
    ("crates/vectors-maker/", ANY, "documents of vectors"),
    ("cli/src/publish/", &["ai-catalog", "ard"], "link relations of pages"),
    ("cli/src/", &["adp"], "the name of the program"),
];

/// Any name.
const ANY: &[&str] = &[];

/// The folder of a file.
fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(folder, _)| folder)
}

/// The production code of all packages: paths from the repository's root.
fn code() -> Vec<(String, String)> {
    let all = files_of_all().into_iter().chain(files_of(["cli/src".to_owned()]));
    all.map(|(path, text)| (path, without_comments(without_tests(&text)))).collect()
}

/// Where each format says its name: the file, and the name.
fn names(code: &[(String, String)]) -> Vec<(&str, String)> {
    let mut found = Vec::new();
    for (path, text) in code {
        // the `name` of a format, or the `format` of the kind of a card
        for format in text.split("&Format {").skip(1) {
            let name = format.lines().find(|line| line.trim_start().starts_with("name: "));
            found.extend(name.into_iter().flat_map(strings).map(|name| (path.as_str(), name)));
        }
        let kinds = text.split("&CardKind = &CardKind {").skip(1).filter_map(|row| row.lines().nth(1));
        found.extend(kinds.flat_map(strings).map(|name| (path.as_str(), name)));
    }
    found
}

/// The plain strings of a text that are words with hyphens.
fn strings(text: &str) -> Vec<String> {
    let parts: Vec<&str> = text.split('"').collect();
    let is_name = |part: &&str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    };
    parts.into_iter().skip(1).filter(is_name).map(str::to_owned).collect()
}

#[test]
fn no_format_is_named_outside_of_its_folder() {
    let code = code();
    let mut of_formats = names(&code);
    of_formats.extend([
        ("src/format/agent_description/mod.rs", "adp".to_owned()),
        ("src/format/agent_description/mod.rs", "anp-07".to_owned()),
    ]);
    let known: BTreeSet<&str> = of_formats.iter().map(|(_, name)| name.as_str()).collect();
    assert!(
        ["adp", "ard", "a2a-card", "mcp-tools", "openapi", "envelope"].iter().all(|name| known.contains(name)),
        "{known:?}"
    );
    assert!(known.len() >= 16, "{known:?}");
    let (mut wrong, mut needed) = (Vec::new(), BTreeSet::new());
    for (path, text) in &code {
        for (number, line) in text.lines().enumerate() {
            for (home, name) in &of_formats {
                if folder(path).starts_with(folder(home)) || !line.contains(&format!("\"{name}\"")) {
                    continue;
                }
                let allows = |(place, names, _): &&(&str, &[&str], &str)| {
                    path.starts_with(place) && (names.is_empty() || names.contains(&name.as_str()))
                };
                let allowing: Vec<_> = ELSEWHERE.iter().filter(allows).collect();
                if allowing.is_empty() {
                    wrong.push(format!("{path}:{}: {name}: ask the `Format` instead: {}", number + 1, line.trim()));
                }
                needed.extend(allowing.into_iter().map(|(place, ..)| *place));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let gone: Vec<_> = ELSEWHERE.iter().map(|(place, ..)| place).filter(|place| !needed.contains(*place)).collect();
    assert!(gone.is_empty(), "ELSEWHERE lists what is in no source: {gone:?}");
}

/// A format may be looked up by its name, in one place of each program; it is not asked which one it is.
#[test]
fn no_format_is_compared_by_its_name() {
    let mut wrong = Vec::new();
    for (path, text) in code() {
        for (number, line) in text.lines().enumerate() {
            let is_compared =
                ["format.name ==", "format.name !=", "match format.name", "match from.name", "(&format.name)"];
            if is_compared.iter().any(|words| line.contains(words)) && !LOOKUPS.contains(&path.as_str()) {
                wrong.push(format!("{path}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Where a name that a user or a document gives is looked up.
const LOOKUPS: &[&str] = &["src/format/error.rs", "src/format/formats.rs"];
