//! The Markdown pages: every relative link leads to a file and a heading, `docs/` is complete in itself, and the first pages stay short.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The words of all pages of docs/ in English, with code and the bars of tables.
const MAX_WORDS: usize = 30_000;

/// The pages below a folder.
fn pages(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_symlink() || ["target", "node_modules"].contains(&name.as_str()) || name.starts_with('.') {
                continue;
            } else if path.is_dir() {
                folders.push(path);
            } else if name.ends_with(".md") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string().replace('\\', "/")
}

/// A page without its code blocks.
fn prose(text: &str) -> String {
    let mut in_block = false;
    let mut kept = String::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            in_block = !in_block;
        } else if !in_block {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

/// The targets of the links of a text, without those in code.
fn links(text: &str) -> Vec<String> {
    let prose = prose(text);
    // a link's text may be code, so that only code which contains a link is left out
    let mut found = Vec::new();
    for (at, _) in prose.match_indices("](") {
        let rest = &prose[at + 2..];
        let Some(end) = rest.find(')') else { continue };
        let line = &prose[prose[..at].rfind('\n').map_or(0, |at| at + 1)..at];
        let is_code = line.matches('`').count() % 2 == 1;
        if !is_code {
            found.push(rest[..end].to_owned());
        }
    }
    found
}

/// The anchors of a page, as GitHub and mdBook derive them from headings.
fn anchors(text: &str) -> BTreeSet<String> {
    let prose = prose(text);
    let mut found = BTreeSet::new();
    for heading in prose.lines().filter(|line| line.starts_with('#')) {
        let heading = heading.trim_start_matches('#').trim().to_lowercase();
        let base: String = heading
            .chars()
            .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
            .map(|c| if c == ' ' { '-' } else { c })
            .collect();
        let again = (1..).map(|number| format!("{base}-{number}")).find(|name| !found.contains(name));
        found.insert(if found.contains(&base) { again.unwrap_or_default() } else { base });
    }
    // anchors of our own, such as those of the glossary's terms
    found.extend(prose.split("<a id=\"").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())));
    found
}

/// What is wrong with a link of a page.
fn fault(page: &Path, text: &str, link: &str) -> Option<String> {
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let (path, anchor) = link.split_once('#').map_or((link, None), |(path, anchor)| (path, Some(anchor)));
    let target = if path.is_empty() { page.to_owned() } else { page.parent()?.join(path) };
    let Ok(resolved) = target.canonicalize() else { return Some("there is no such file".to_owned()) };
    let docs = root().join("docs").canonicalize().ok()?;
    if page.starts_with(root().join("docs")) && !resolved.starts_with(docs) {
        return Some("it leads out of docs/, which is a book: write the path as code".to_owned());
    }
    let anchor = anchor?;
    let there = if path.is_empty() { anchors(text) } else { anchors(&fs::read_to_string(resolved).ok()?) };
    (!there.contains(anchor)).then(|| format!("no heading has the anchor `{anchor}`"))
}

#[test]
fn links_lead_somewhere() {
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for page in pages("").iter().filter(|page| !shown(page).starts_with("vectors/")) {
        let text = fs::read_to_string(page).unwrap();
        for link in links(&text) {
            seen += 1;
            if let Some(fault) = fault(page, &text, &link) {
                wrong.push(format!("{}: {link}: {fault}", shown(page)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen > 100, "{seen} links were found");
}

#[test]
fn the_book_has_every_page() {
    let summary = fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    let listed: BTreeSet<String> = links(&summary).into_iter().collect();
    let there: BTreeSet<String> = pages("docs")
        .iter()
        .map(|page| shown(page)["docs/".len()..].to_owned())
        .filter(|page| page != "SUMMARY.md")
        .collect();
    assert_eq!(listed, there, "docs/SUMMARY.md lists the pages of docs/");
}

#[test]
fn a_page_links_to_each_term_of_the_glossary() {
    let glossary = fs::read_to_string(root().join("docs/reference/glossary.md")).unwrap();
    let terms: BTreeSet<&str> =
        glossary.split("<a id=\"").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0)).collect();
    let linked: BTreeSet<String> = pages("docs")
        .iter()
        .flat_map(|page| links(&fs::read_to_string(page).unwrap()))
        .filter_map(|link| Some(link.split_once("glossary.md#")?.1.to_owned()))
        .collect();
    let without: Vec<_> = terms.iter().filter(|term| !linked.contains(**term)).collect();
    assert!(without.is_empty(), "no page links to {without:?}");
    assert!(terms.len() > 40, "{} terms", terms.len());
}

/// The code blocks of a page.
fn blocks(text: &str) -> Vec<&str> {
    text.split("\n```").skip(1).step_by(2).collect()
}

#[test]
fn the_chinese_pages_show_the_same_code() {
    let read = |path: &str| fs::read_to_string(root().join(path)).unwrap();
    assert_eq!(blocks(&read("README.md")), blocks(&read("README.zh-CN.md")), "README.zh-CN.md");
    let names = |folder: &str| -> BTreeSet<String> {
        let is_in = |page: &&PathBuf| page.parent().is_some_and(|parent| parent.ends_with(folder));
        pages(folder)
            .iter()
            .filter(is_in)
            .map(|page| page.file_name().unwrap().to_string_lossy().into_owned())
            .collect()
    };
    let (mut english, chinese) = (names("docs/start"), names("docs/start/zh-CN"));
    english.insert("README.md".to_owned());
    assert_eq!(english, chinese, "each first page is there in Chinese");
    for page in pages("docs/start/zh-CN") {
        let name = page.file_name().unwrap().to_string_lossy().into_owned();
        if name != "README.md" {
            let (english, chinese) = (format!("docs/start/{name}"), shown(&page));
            assert_eq!(blocks(&read(&english)), blocks(&read(&chinese)), "{chinese}");
        }
    }
}

#[test]
fn the_first_pages_are_short() {
    for (page, most) in [("README.md", 900), ("SECURITY.md", 2000), ("CONTRIBUTING.md", 1100)] {
        let words = fs::read_to_string(root().join(page)).unwrap().split_whitespace().count();
        assert!(words <= most, "{page} has {words} words, at most {most}");
    }
    // made by a program: as long as what it finds
    let is_written = |page: &&PathBuf| !page.ends_with("docs/background/conformance.md");
    let is_english = |page: &&PathBuf| !shown(page).contains("zh");
    let words: usize = pages("docs")
        .iter()
        .filter(is_english)
        .filter(is_written)
        .map(|page| fs::read_to_string(page).unwrap().split_whitespace().count())
        .sum();
    assert!(words <= MAX_WORDS, "docs/ has {words} words, at most {MAX_WORDS}: cut or link before you add");
}

#[test]
fn links_and_anchors_are_found() {
    assert_eq!(links("[a](b.md) `[c](d)` [`e`](f#g)\n```\n[h](i)\n```\n"), ["b.md", "f#g"]);
    let expected = ["a-b-c", "a-b-c-1", "x", "错误-码"].map(str::to_owned);
    assert_eq!(anchors("# A b: `c`\n## A b c\n```\n# d\n```\n### 错误 码\n<a id=\"x\"></a>"), BTreeSet::from(expected));
    let page = root().join("docs/README.md");
    assert_eq!(fault(&page, "# A", "#a"), None);
    assert!(fault(&page, "# A", "#b").is_some() && fault(&page, "", "none.md").is_some());
    assert_eq!(blocks("a\n```sh\nb\n```\nc\n```\nd\n```\n"), ["sh\nb", "\nd"]);
    assert!(fault(&page, "", "../README.md").is_some_and(|fault| fault.contains("leads out of docs/")));
}
