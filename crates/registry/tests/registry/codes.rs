//! Each code of the registry is shown by a test.

use adp_registry::codes;
use std::{fs, path::Path};

/// The text of every test below a folder.
fn tests_below(folder: &Path) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            text += &tests_below(&path);
        } else if path.file_name().is_some_and(|name| name != "codes.rs") {
            text += &fs::read_to_string(path).unwrap_or_default();
        }
    }
    text
}

#[test]
fn each_code_is_shown_by_a_test() {
    let tests = tests_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests"));
    let mut missing = Vec::new();
    for code in codes::ALL {
        assert!(code.as_str().starts_with("registry-"), "{code}");
        assert!(code.rule().trim().len() > 10 && code.source().len() > 3 && code.remedy().ends_with('.'), "{code}");
        let constant = format!("codes::{}", code.as_str().to_uppercase().replace('-', "_"));
        if !tests.contains(&constant) && !tests.contains(&format!("\"{code}\"")) {
            missing.push(code);
        }
    }
    assert!(missing.is_empty(), "no test shows {missing:?}");
}
