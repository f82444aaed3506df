//! What expands keeps its places, expands to itself again, and becomes RDF text without fault.

use agent_description::{
    CodedError, Json, Limits,
    json::{self, Value},
    jsonld::{Contexts, ExpandOptions, expand},
};
use std::sync::LazyLock;

static CONTEXTS: LazyLock<Contexts> = LazyLock::new(Contexts::embedded);

pub fn run(bytes: &[u8]) {
    let mut limits = Limits::default();
    limits.jsonld_work = 200_000;
    let Ok(json) = json::parse(bytes, &limits) else { return };
    let mut options = ExpandOptions::with_base("https://example.com/folder/document?query");
    options.limits = limits;
    let expanded = match expand(&json, &CONTEXTS, &options) {
        Ok(expanded) => expanded,
        Err(error) => {
            // every error is a code of JSON-LD with a place in the document
            assert!(error.offset().get().is_none_or(|byte| byte < bytes.len()), "{error:?}");
            assert!(!error.code().as_str().starts_with("json-"), "{error:?}");
            return;
        }
    };
    for item in expanded.items() {
        check_places(item, bytes.len());
    }
    if let Ok(quads) = expanded.to_quads() {
        if let Ok(nquads) = expanded.to_nquads() {
            assert!(nquads.lines().count() <= quads.len());
            assert!(nquads.lines().all(|line| line.ends_with(" .")));
        }
        let _ = expanded.to_turtle();
        let _ = expanded.flatten();
    }
    // an expanded document is its own expansion, unless it holds what the algorithms write but do not read, such as
    // a null identifier
    let once = expanded.into_json();
    let again = ExpandOptions::with_base("https://example.com/folder/document?query");
    if let Ok(twice) = expand(&once, &Contexts::none(), &again) {
        assert!(twice.contexts().is_empty());
        // an `@reverse` without properties is written, but read as none
        let text = once.to_compact();
        if !text.contains("\"@reverse\":{}") {
            assert_eq!(twice.into_json().to_compact(), text);
        }
    }
}

fn check_places(json: &Json, length: usize) {
    assert!(json.offset().get().is_some_and(|byte| byte < length), "{}", json.to_compact());
    match json.value() {
        Value::Array(items) => items.iter().for_each(|item| check_places(item, length)),
        Value::Object(object) => {
            for member in object {
                assert!(member.name_offset().get().is_some_and(|byte| byte < length), "{}", member.name());
                check_places(member.value(), length);
            }
        }
        _ => {}
    }
}
