//! A pinned context document means the same compiled or not: named first in a document, or after an empty context.

use agent_description::{
    CodedError, Limits, json,
    jsonld::{Contexts, ExpandOptions, expand},
};
use std::sync::LazyLock;

const IRI: &str = "https://example.com/context";

/// Documents that use the terms a fuzzer finds in the dictionary.
static BODY: LazyLock<String> = LazyLock::new(|| {
    let value = r#"["text", 1, true, {"@value": "v", "@language": "en"}, {"@id": "a"}, {"en": "x", "k": {"b": 2}}, {"@list": [1, [2]]}]"#;
    let terms = ["a", "b", "c", "p:x", "id", "name"].map(|term| format!(r#""{term}": {value}"#));
    format!(r#""@type": ["T", "a"], "n": {{"b": [{{"@type": "T", {}}}]}}, {}"#, terms[0], terms[1..].join(", "))
});

pub fn run(bytes: &[u8]) {
    let Ok(contexts) = Contexts::none().pin(IRI, bytes, None) else { return };
    let run = |context: &str| {
        let text = format!(r#"{{"@context": {context}, {}}}"#, *BODY);
        let json = json::parse(text.as_bytes(), &Limits::default()).expect("strict JSON");
        let mut options = ExpandOptions::with_base("https://example.com/document");
        options.limits.jsonld_work = 1_000_000;
        match expand(&json, &contexts, &options) {
            Ok(expanded) => Ok(expanded.into_json().to_compact()),
            Err(error) => Err(error.code()),
        }
    };
    let compiled = run(&format!("\"{IRI}\""));
    assert_eq!(compiled, run(&format!("\"{IRI}\"")));
    // an empty context before it leaves nothing changed, but is not the initial one
    let anew = run(&format!(r#"[{{"@language": null, "zzz": null}}, "{IRI}"]"#));
    assert_eq!(compiled.is_ok(), anew.is_ok(), "{compiled:?} {anew:?}");
    if let (Ok(compiled), Ok(anew)) = (compiled, anew) {
        assert_eq!(compiled, anew);
    }
}
