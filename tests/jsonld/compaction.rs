//! Compaction keeps what a document says: what it writes, read again, is the same data.

use adp_fixtures::{
    jsonld_generator,
    rdf_dataset::{isomorphic, read},
};
use adp_json::{self as json, Code, CodedError, Json, Limits};
use adp_jsonld::{CompactOptions, Contexts, JsonLdError, compact, expand};

const BASE: &str = "https://example.org/documents/one";

fn options() -> CompactOptions {
    let mut options = CompactOptions::default();
    options.expand.base = Some(BASE.to_owned());
    options
}

fn nquads(json: &Json) -> Result<String, JsonLdError> {
    expand(json, &Contexts::embedded(), &options().expand)?.to_nquads()
}

fn parse(text: &str) -> Json {
    json::parse(text.as_bytes(), &Limits::default()).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Compacts a document by its own context.
fn compacted(json: &Json) -> Result<Json, JsonLdError> {
    let context = json.get("@context").cloned().unwrap_or_else(|| json::Object::new().into());
    compact(json, &context, &Contexts::embedded(), &options())
}

/// What the document says, before and after, as far as it differs.
fn changed(text: &str) -> Option<String> {
    let json = parse(text);
    let before = nquads(&json).ok()?;
    let written = match compacted(&json) {
        Ok(written) => written,
        Err(error) => return Some(format!("{text}\n  refused: {error:?}")),
    };
    match nquads(&parse(&written.to_compact())) {
        Ok(after) if isomorphic(&read(&before), &read(&after)) => None,
        Ok(after) => Some(format!("{text}\n  {}\n{before}  became\n{after}", written.to_compact())),
        Err(error) => Some(format!("{text}\n  {}\n  is not read again: {error:?}", written.to_compact())),
    }
}

/// Documents that others found to lose or change something, each with what is written now.
#[test]
fn nothing_is_lost_or_changed() {
    for (text, body) in [
        // types are read by the property's context
        (
            r#"{"@context":{"ex":"http://ex.org/","t":{"@id":"http://ex.org/p","@context":{"ex":"http://ex.org/z/"}}},"t":{"@type":"ex:T3"}}"#,
            r#""t":{"@type":"ex:T3"}"#,
        ),
        (
            r#"{"@context":{"ex":"http://ex.org/","a":{"@id":"http://ex.org/v","@context":null}},"a":{"@type":"http://ex.org/T3"}}"#,
            r#""a":{"@type":"http://ex.org/T3"}"#,
        ),
        // lists beside values in an index
        (
            r#"{"@context":{"t":{"@id":"http://ex.org/p","@container":["@index","@set"]}},"t":{"a":{"@list":[1]},"b":2}}"#,
            r#""t":{"a":[{"@list":[1]}],"b":[2]}"#,
        ),
        (
            r#"{"@context":{"t":{"@id":"http://ex.org/p","@container":"@index"}},"t":{"a":{"@list":[1]}}}"#,
            r#""t":{"a":{"@list":[1]}}"#,
        ),
        // a JSON literal is no map and no set
        (
            r#"{"@context":{"t":{"@id":"http://ex.org/p","@container":"@index","@type":"@json"}},"t":{"b":-5}}"#,
            r#""t":{"b":-5}"#,
        ),
        (
            r#"{"@context":{"t":{"@id":"http://ex.org/v","@type":"@json","@container":"@set"}},"t":{"a":1}}"#,
            r#""t":{"a":1}"#,
        ),
        (
            r#"{"@context":{"t":{"@id":"http://ex.org/v","@type":"@json"}},"t":{"a":1},"http://ex.org/v":{"@value":[2],"@type":"@json"}}"#,
            r#""t":{"a":1},"http://ex.org/v":{"@value":[2],"@type":"@json"}"#,
        ),
        // a value's type is one, whatever holds those of nodes
        (
            r#"{"@context":{"type":{"@id":"@type","@container":"@set"}},"http://ex.org/p":{"@value":"2020-01-01","@type":"http://www.w3.org/2001/XMLSchema#date"}}"#,
            r#""http://ex.org/p":{"@value":"2020-01-01","type":"http://www.w3.org/2001/XMLSchema#date"}"#,
        ),
        // a list in a list whose term means another thing there
        (
            r#"{"@context":{"t2":{"@id":"http://ex.org/v#x","@container":"@list"},"T1":{"@id":"http://ex.org/T1","@context":{"t2":"http://ex.org/tst2"}}},"@type":"T1","t2":{"@list":[[1]]}}"#,
            r#""@type":"T1","t2":{"@list":[[1]]}"#,
        ),
        // no types at all
        (r#"{"@included":[{"@type":[]}]}"#, r#""@included":{"@type":[]}"#),
        // a context that does not propagate
        (
            r#"{"@context":{"@propagate":false,"n":"http://ex.org/n"},"@id":"http://ex.org/a","n":"x"}"#,
            r#""@id":"http://ex.org/a","n":"x""#,
        ),
        (
            r#"{"@context":{"@base":null,"@propagate":false},"@id":"http://ex.org/n0","http://ex.org/p":"s1"}"#,
            r#""@id":"http://ex.org/n0","http://ex.org/p":"s1""#,
        ),
    ] {
        assert_eq!(changed(text), None);
        let written = compacted(&parse(text)).unwrap().to_compact();
        let context = parse(text).get("@context").map(|context| format!(r#""@context":{},"#, context.to_compact()));
        let expected = parse(&format!("{{{}{body}}}", context.unwrap_or_default()));
        assert_eq!(parse(&written), expected, "{written}");
    }
}

/// Whether every name in an expanded document is absolute: relative ones are read against another base elsewhere.
fn is_absolute_throughout(expanded: &Json) -> bool {
    match expanded.value() {
        json::Value::Array(items) => items.iter().all(is_absolute_throughout),
        json::Value::Object(members) => members.iter().all(|member| match member.name().as_str() {
            "@value" | "@index" | "@language" | "@direction" => true,
            "@id" | "@type" => {
                let value = member.value();
                value
                    .as_array()
                    .unwrap_or(std::slice::from_ref(value))
                    .iter()
                    .all(|iri| iri.as_str().is_some_and(|iri| iri.contains(':') || iri.starts_with('@')))
            }
            _ => is_absolute_throughout(member.value()),
        }),
        _ => true,
    }
}

/// Documents of every feature, from seeds: by their own contexts they are written as they were meant.
#[test]
fn generated_documents_say_the_same_afterwards() {
    let (mut read, mut refused) = (0, 0);
    let mut wrong = Vec::new();
    for seed in 0..2000 {
        let document = jsonld_generator::document(seed);
        let json = parse(&document.text);
        let expanded = expand(&json, &Contexts::embedded(), &options().expand).map(|expanded| expanded.into_json());
        if !expanded.is_ok_and(|expanded| is_absolute_throughout(&expanded)) || nquads(&json).is_err() {
            continue;
        }
        // what the specification refuses: an IRI that would be read as another
        if compacted(&json).is_err_and(|error| error.code() == Code::IRI_CONFUSED_WITH_PREFIX) {
            refused += 1;
            continue;
        }
        read += 1;
        if let Some(change) = changed(&document.text) {
            wrong.push(format!("{seed}: {change}"));
        }
    }
    assert!(read > 1500 && refused < 80, "{read} {refused}");
    assert!(wrong.is_empty(), "{} of {read}:\n{}", wrong.len(), wrong[..wrong.len().min(12)].join("\n"));
}

/// What is written again for each use is paid for each time.
#[test]
fn long_names_written_again_and_again_are_refused() {
    let ids: Vec<String> = (0..10_000).map(|at| format!(r#"{{"@id":"/b{at}"}}"#)).collect();
    let base = "a/".repeat(3000);
    let many = format!(r#"{{"@context":{{"@base":"http://h/{base}"}},"http://p/":[{}]}}"#, ids.join(","));
    let same = vec![r#"{"@id":"/b"}"#; 40_000].join(",");
    let one = format!(r#"{{"@context":{{"@base":"http://h/{base}"}},"http://p/":[{same}]}}"#);
    for text in [many, one] {
        let error = compacted(&parse(&text)).unwrap_err();
        assert_eq!(error.code(), Code::JSONLD_BUDGET, "{error}");
    }
}
