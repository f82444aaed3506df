//! Each code of the registry is shown: by a vector, or by a test where no file can show it.

use crate::registry::vectors;
use adp_registry::codes;
use agent_description::Code;
use std::{fs, path::Path};

/// What takes a clock, several writers, a store or a folder that fail: the file below `tests/` and the test that names the code.
const SHOWN_BY_TESTS: &[(Code, &str, &str)] = &[
    (Code::NOT_FOUND, "registry/writing.rs", "an_entry_is_written_and_removed_by_its_host_or_an_administrator"),
    (codes::REGISTRY_QUOTA, "registry/writing.rs", "a_host_has_no_more_than_its_quota"),
    (Code::RATE_LIMIT, "registry/writing.rs", "a_flood_from_one_host_is_refused_until_its_minute_is_over"),
    (codes::REGISTRY_CONFLICT, "registry/writing.rs", "who_is_never_the_first_is_told_so"),
    (codes::REGISTRY_BUSY, "http/attacks/costly_documents.rs", "a_crowd_that_has_documents_checked_is_told_to_wait"),
    (codes::REGISTRY_STORE, "registry/store/postgres.rs", "a_database_that_is_gone_is_an_error_until_it_is_back"),
    (codes::REGISTRY_LAPSED, "registry/reverification.rs", "a_slow_server_does_not_hold_up_what_has_ended"),
    (codes::REGISTRY_STORE, "registry/index_follows.rs", "a_link_to_the_folder_of_indexes_is_refused"),
];

fn shown_by_test(code: Code, file: &str, function: &str) {
    let source = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(file)).unwrap();
    let start = source.find(&format!("fn {function}(")).unwrap_or_else(|| panic!("{file} has no {function}"));
    // it ends where a line of its own indentation closes it
    let body = source[start..].split("\n}\n").next().unwrap_or_default();
    let constant = format!("codes::{}", code.as_str().to_uppercase().replace('-', "_"));
    assert!(body.contains(&constant) || body.contains(&format!("\"{code}\"")), "{function} does not name {code}");
}

#[test]
fn each_code_is_shown_by_a_vector_or_a_test() {
    let vectors = vectors::all();
    for code in codes::ALL {
        assert!(code.as_str().starts_with("registry-"), "{code}");
        assert!(code.rule().trim().len() > 10 && code.source().len() > 3 && code.remedy().ends_with('.'), "{code}");
        let by_vector =
            vectors.iter().any(|(_, it)| it.expect() == code.as_str() || it.header("evidence") == Some(code.as_str()));
        match (by_vector, SHOWN_BY_TESTS.iter().find(|(named, ..)| named == code)) {
            (true, None) => {}
            (true, Some(_)) => panic!("a vector shows {code}: take it out of the table"),
            (false, Some((_, file, function))) => shown_by_test(*code, file, function),
            (false, None) => panic!("nothing shows {code}"),
        }
    }
}
