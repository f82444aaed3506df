//! RDF datasets for tests: a reader of N-Quads and an exact isomorphism check, independent of the crate's own code.
#![allow(dead_code, missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The terms of a statement as they are written, string escapes undone; blank nodes start with `_:`.
pub type Statement = Vec<String>;

/// Reads N-Quads, generalized RDF included.
pub fn read(text: &str) -> BTreeSet<Statement> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).map(read_line).collect()
}

fn read_line(line: &str) -> Statement {
    let mut terms = Vec::new();
    let mut rest = line;
    loop {
        rest = rest.trim_start();
        if rest.starts_with('.') {
            break;
        }
        let end = match rest.as_bytes()[0] {
            b'<' => rest.find('>').unwrap() + 1,
            b'"' => {
                let mut end = 1;
                let bytes = rest.as_bytes();
                while bytes[end] != b'"' {
                    end += if bytes[end] == b'\\' { 2 } else { 1 };
                }
                end += 1;
                let suffix = &rest[end..];
                end + if suffix.starts_with("^^<") {
                    suffix.find('>').unwrap() + 1
                } else {
                    suffix.find([' ', '\t']).unwrap()
                }
            }
            b'_' => rest.find([' ', '\t']).unwrap(),
            other => panic!("{line}: unexpected {}", char::from(other)),
        };
        let term = unescape(&rest[..end]);
        // a plain literal and one of type xsd:string are the same
        terms
            .push(term.strip_suffix("^^<http://www.w3.org/2001/XMLSchema#string>").map_or(term.clone(), str::to_owned));
        rest = &rest[end..];
    }
    assert!((3..=4).contains(&terms.len()), "{line}");
    terms
}

fn unescape(term: &str) -> String {
    let mut out = String::new();
    let mut chars = term.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        let hex = |chars: &mut std::str::Chars<'_>, n: usize| {
            let digits: String = chars.by_ref().take(n).collect();
            char::from_u32(u32::from_str_radix(&digits, 16).unwrap()).unwrap()
        };
        out.push(match chars.next().unwrap() {
            't' => '\t',
            'b' => '\u{8}',
            'n' => '\n',
            'r' => '\r',
            'f' => '\u{C}',
            'u' => hex(&mut chars, 4),
            'U' => hex(&mut chars, 8),
            other => other,
        });
    }
    out
}

/// Whether two datasets are the same but for the labels of blank nodes.
pub fn isomorphic(a: &BTreeSet<Statement>, b: &BTreeSet<Statement>) -> bool {
    a.len() == b.len() && search(a, b, &mut HashMap::new())
}

fn is_blank(term: &str) -> bool {
    term.starts_with("_:")
}

/// Colours blank nodes by what surrounds them until nothing changes.
fn colours(statements: &BTreeSet<Statement>, fixed: &HashMap<String, String>) -> BTreeMap<String, String> {
    let mut colours: BTreeMap<String, String> = statements
        .iter()
        .flatten()
        .filter(|term| is_blank(term))
        .map(|term| (term.clone(), fixed.get(term).cloned().unwrap_or_default()))
        .collect();
    for _ in 0..=colours.len() {
        let mut around: BTreeMap<&String, Vec<String>> = BTreeMap::new();
        for statement in statements {
            for term in statement.iter().filter(|term| is_blank(term)) {
                let seen: Vec<String> = statement
                    .iter()
                    .map(|other| match colours.get(other) {
                        Some(_) if other == term => "*".to_owned(),
                        Some(colour) => format!("?{colour}"),
                        None => other.clone(),
                    })
                    .collect();
                around.entry(term).or_default().push(format!("{seen:?}"));
            }
        }
        let next: BTreeMap<String, String> = colours
            .iter()
            .map(|(term, colour)| {
                let mut seen = around[term].clone();
                seen.sort();
                (term.clone(), digest(&format!("{colour}{seen:?}")))
            })
            .collect();
        let classes = |map: &BTreeMap<String, String>| map.values().collect::<BTreeSet<_>>().len();
        let settled = classes(&next) == classes(&colours);
        colours = next;
        if settled {
            break;
        }
    }
    colours
}

/// A short name of a long text; what it decides is checked by mapping the statements in the end.
fn digest(text: &str) -> String {
    use sha2::{Digest, Sha256};
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn search(a: &BTreeSet<Statement>, b: &BTreeSet<Statement>, pairs: &mut HashMap<String, String>) -> bool {
    let fixed_a = pairs.keys().map(|term| (term.clone(), format!("fixed {term}"))).collect();
    let fixed_b = pairs.iter().map(|(term, other)| (other.clone(), format!("fixed {term}"))).collect();
    let (colours_a, colours_b) = (colours(a, &fixed_a), colours(b, &fixed_b));
    let classes = |colours: &BTreeMap<String, String>| {
        let mut classes: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (term, colour) in colours {
            classes.entry(colour.clone()).or_default().push(term.clone());
        }
        classes
    };
    let (classes_a, classes_b) = (classes(&colours_a), classes(&colours_b));
    if classes_a.len() != classes_b.len()
        || classes_a.iter().any(|(colour, terms)| classes_b.get(colour).map(Vec::len) != Some(terms.len()))
    {
        return false;
    }
    match classes_a.iter().find(|(_, terms)| terms.len() > 1) {
        None => {
            let map: HashMap<&String, &String> =
                classes_a.iter().map(|(colour, terms)| (&terms[0], &classes_b[colour][0])).collect();
            let mapped: BTreeSet<Statement> = a
                .iter()
                .map(|statement| {
                    statement
                        .iter()
                        .map(|term| map.get(term).map_or_else(|| term.clone(), |to| (*to).clone()))
                        .collect()
                })
                .collect();
            mapped == *b
        }
        // nodes that look alike: try each pairing of the first
        Some((colour, terms)) => classes_b[colour].iter().any(|candidate| {
            let mut pairs = pairs.clone();
            pairs.insert(terms[0].clone(), candidate.clone());
            search(a, b, &mut pairs)
        }),
    }
}

#[test]
fn isomorphism_tells_datasets_apart() {
    let chain = read("_:a <p> _:b .\n_:b <p> _:c .\n");
    assert!(isomorphic(&chain, &read("_:x <p> _:y .\n_:z <p> _:x .\n")));
    assert!(!isomorphic(&chain, &read("_:x <p> _:y .\n_:x <p> _:z .\n")));
    let two_triangles =
        read("_:a <p> _:b .\n_:b <p> _:c .\n_:c <p> _:a .\n_:d <p> _:e .\n_:e <p> _:f .\n_:f <p> _:d .\n");
    let hexagon = read("_:a <p> _:b .\n_:b <p> _:c .\n_:c <p> _:d .\n_:d <p> _:e .\n_:e <p> _:f .\n_:f <p> _:a .\n");
    assert!(isomorphic(&two_triangles, &two_triangles) && !isomorphic(&two_triangles, &hexagon));
    assert!(!isomorphic(&read("<s> <p> \"a\"@en .\n"), &read("<s> <p> \"a\" .\n")));
}
