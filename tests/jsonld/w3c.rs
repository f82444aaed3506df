//! The W3C JSON-LD 1.1 test suite: expansion and deserialization to RDF.

use adp_fixtures::{rdf_dataset, third_party};
use adp_json::{self as json, CodedError, Json, Limits, Value};
use adp_jsonld::{
    self as jsonld, CompactOptions, Contexts, ExpandOptions, ProcessingMode, RdfDirection, RdfOptions, expand,
};
use std::path::{Path, PathBuf};

/// One entry of a manifest.
struct Case {
    id: String,
    name: String,
    input: String,
    expect: Option<String>,
    context: Option<String>,
    error: Option<String>,
    option: Json,
    positive_syntax: bool,
}

impl Case {
    fn option(&self, name: &str) -> Option<&str> {
        self.option.get(name).and_then(Json::as_str)
    }

    fn rdf_options(&self) -> RdfOptions {
        let mut options = RdfOptions::default();
        options.produce_generalized_rdf =
            self.option.get("produceGeneralizedRdf").and_then(Json::as_bool) == Some(true);
        options.rdf_direction = self.option("rdfDirection").map(|form| match form {
            "i18n-datatype" => RdfDirection::I18nDatatype,
            "compound-literal" => RdfDirection::CompoundLiteral,
            other => panic!("unknown rdfDirection {other}"),
        });
        options
    }

    fn compact_options(&self, expand: ExpandOptions) -> CompactOptions {
        let flag = |name: &str| self.option.get(name).and_then(Json::as_bool).unwrap_or(true);
        let mut options = CompactOptions::default();
        options.expand = expand;
        options.compact_arrays = flag("compactArrays");
        options.compact_to_relative = flag("compactToRelative");
        options
    }

    fn is_only_1_0(&self) -> bool {
        self.option("specVersion") == Some("json-ld-1.0")
    }
}

/// A manifest with the folder it lies in.
struct Suite {
    folder: std::path::PathBuf,
    base: String,
    cases: Vec<Case>,
    contexts: Contexts,
}

impl Suite {
    /// The complete suite.
    fn read(manifest: &str) -> Self {
        Self::in_folder(third_party::path("json-ld/tests"), manifest)
    }

    /// The subset in this repository.
    fn committed(manifest: &str) -> Self {
        Self::in_folder(third_party::committed("json-ld/tests"), manifest)
    }

    fn in_folder(folder: PathBuf, manifest: &str) -> Self {
        let read = |path: &Path| json::parse(&std::fs::read(path).unwrap(), &limits()).unwrap();
        let root = read(&folder.join(manifest));
        let base = root.get("baseIri").and_then(Json::as_str).unwrap().to_owned();
        let text = |json: &Json, name: &str| json.get(name).and_then(Json::as_str).map(str::to_owned);
        let cases = root.get("sequence").and_then(Json::as_array).unwrap().iter().map(|entry| Case {
            id: text(entry, "@id").unwrap(),
            name: text(entry, "name").unwrap(),
            input: text(entry, "input").unwrap(),
            expect: text(entry, "expect"),
            context: text(entry, "context"),
            error: text(entry, "expectErrorCode"),
            option: entry.get("option").cloned().unwrap_or_else(|| Json::from(json::Object::new())),
            positive_syntax: entry
                .get("@type")
                .and_then(Json::as_array)
                .unwrap()
                .iter()
                .any(|name| name.as_str() == Some("jld:PositiveSyntaxTest")),
        });
        let cases: Vec<Case> = cases.collect();
        // every document of the folder may be named as a context
        let inner = cases[0].input.split('/').next().unwrap().to_owned();
        let mut contexts = Contexts::none();
        pin_folder(&mut contexts, &folder.join(&inner), &format!("{base}{inner}/"));
        Self { folder, base, cases, contexts }
    }

    fn json(&self, path: &str) -> Json {
        json::parse(&self.bytes(path), &limits()).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    fn bytes(&self, path: &str) -> Vec<u8> {
        std::fs::read(self.folder.join(path)).unwrap()
    }

    fn options(&self, case: &Case) -> ExpandOptions {
        let mut options = ExpandOptions::default();
        options.base = Some(case.option("base").map_or_else(|| format!("{}{}", self.base, case.input), str::to_owned));
        options.expand_context = case.option("expandContext").map(|path| self.json(path));
        if case.option("processingMode") == Some("json-ld-1.0") {
            options.processing_mode = ProcessingMode::JsonLd10;
        }
        options.limits = limits();
        options
    }
}

fn pin_folder(contexts: &mut Contexts, folder: &Path, base: &str) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            pin_folder(contexts, &path, &format!("{base}{name}/"));
        } else if name.ends_with(".jsonld") && !name.ends_with("-out.jsonld") {
            // documents that are not strict JSON stay unknown
            if let Ok(more) = contexts.pin(&format!("{base}{name}"), &std::fs::read(&path).unwrap(), None) {
                *contexts = more;
            }
        }
    }
}

fn limits() -> Limits {
    Limits::default()
}

/// The suite's error texts as this crate's codes.
fn code_of(error: &str) -> String {
    match error {
        // contexts are never loaded from elsewhere: what cannot be loaded is what is not embedded
        "loading remote context failed" => "context-not-embedded".to_owned(),
        other => other.replace(' ', "-"),
    }
}

/// Equality of expanded documents: arrays are sets, except under `@list` and inside JSON literals.
fn same(a: &Json, b: &Json, ordered: bool) -> bool {
    match (a.value(), b.value()) {
        (Value::Array(a), Value::Array(b)) if ordered => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b, false))
        }
        (Value::Array(a), Value::Array(b)) => {
            let mut left: Vec<&Json> = b.iter().collect();
            a.len() == b.len()
                && a.iter().all(|a| match left.iter().position(|b| same(a, b, false)) {
                    Some(at) => {
                        left.swap_remove(at);
                        true
                    }
                    None => false,
                })
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter().all(|member| {
                    let other = b.get(member.name());
                    match member.name().as_str() {
                        "@value" => other == Some(member.value()),
                        name => other.is_some_and(|other| same(member.value(), other, name == "@list")),
                    }
                })
        }
        _ => a == b,
    }
}

/// What a run of a manifest came to.
#[derive(Default)]
struct Tally {
    ran: usize,
    only_1_0: Vec<String>,
    failed: Vec<String>,
}

fn expanded(suite: &Suite) -> Tally {
    run_documents(
        suite,
        |case| Ok(expand(&suite.json(&case.input), &suite.contexts, &suite.options(case))?.into_json()),
    )
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn expansion() {
    let tally = expanded(&Suite::read("expand-manifest.jsonld"));
    assert_eq!((tally.ran, tally.only_1_0.len()), (376, 9));
    third_party::ran("jsonld-expand", tally.ran);
}

#[test]
fn every_seventh_expansion() {
    assert_eq!(expanded(&Suite::committed("expand-manifest.jsonld")).ran, 52);
}

fn deserialized(suite: &Suite) -> Tally {
    let mut tally = Tally::default();
    for case in &suite.cases {
        if case.is_only_1_0() {
            tally.only_1_0.push(case.id.clone());
            continue;
        }
        tally.ran += 1;
        let expanded = expand(&suite.json(&case.input), &suite.contexts, &suite.options(case));
        let result = expanded.and_then(|expanded| expanded.to_quads_with(case.rdf_options()));
        let failure = match (result, &case.error, &case.expect) {
            (Ok(quads), None, Some(expect)) => {
                let actual: String = quads.iter().map(|quad| format!("{quad}\n")).collect();
                let expected = String::from_utf8(suite.bytes(expect)).unwrap();
                let same = rdf_dataset::isomorphic(&rdf_dataset::read(&actual), &rdf_dataset::read(&expected));
                (!same).then(|| format!("expected\n{expected}  actual\n{actual}"))
            }
            (Ok(_), None, None) if case.positive_syntax => None,
            (Ok(quads), Some(error), _) => Some(format!("expected `{error}`, actual {quads:?}")),
            (Err(error), Some(expected), _) if error.code().as_str() == code_of(expected) => None,
            (Err(error), expected, _) => Some(format!("expected {expected:?}, actual {error:?}")),
            (Ok(_), None, None) => Some("the manifest expects nothing".to_owned()),
        };
        if let Some(failure) = failure {
            tally.failed.push(format!("{} {}: {failure}", case.id, case.name));
        }
    }
    assert!(tally.failed.is_empty(), "{} of {} failed:\n{}", tally.failed.len(), tally.ran, tally.failed.join("\n"));
    tally
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn deserialization_to_rdf() {
    let tally = deserialized(&Suite::read("toRdf-manifest.jsonld"));
    assert_eq!((tally.ran, tally.only_1_0.len()), (456, 11));
    third_party::ran("jsonld-tordf", tally.ran);
}

#[test]
fn every_fourteenth_deserialization_to_rdf() {
    assert_eq!(deserialized(&Suite::committed("toRdf-manifest.jsonld")).ran, 32);
}

/// Runs a manifest whose results are documents.
fn run_documents(suite: &Suite, work: impl Fn(&Case) -> Result<Json, adp_jsonld::JsonLdError>) -> Tally {
    let mut tally = Tally::default();
    for case in &suite.cases {
        if case.is_only_1_0() {
            tally.only_1_0.push(case.id.clone());
            continue;
        }
        tally.ran += 1;
        let failure = match (work(case), &case.error, &case.expect) {
            (Ok(actual), None, Some(expect)) => {
                let expected = suite.json(expect);
                (!same(&actual, &expected, false))
                    .then(|| format!("expected {}\n  actual {}", expected.to_compact(), actual.to_compact()))
            }
            (Ok(actual), Some(error), _) => Some(format!("expected `{error}`, actual {}", actual.to_compact())),
            (Err(error), Some(expected), _) if error.code().as_str() == code_of(expected) => None,
            (Err(error), expected, _) => Some(format!("expected {expected:?}, actual {error:?}")),
            (Ok(_), None, None) => Some("the manifest expects nothing".to_owned()),
        };
        if let Some(failure) = failure {
            tally.failed.push(format!("{} {}: {failure}", case.id, case.name));
        }
    }
    assert!(tally.failed.is_empty(), "{} of {} failed:\n{}", tally.failed.len(), tally.ran, tally.failed.join("\n"));
    tally
}

fn compacted(suite: &Suite) -> Tally {
    run_documents(suite, |case| {
        let context = suite.json(case.context.as_ref().unwrap());
        let options = case.compact_options(suite.options(case));
        jsonld::compact(&suite.json(&case.input), &context, &suite.contexts, &options)
    })
}

#[test]
fn every_twentieth_compaction() {
    assert_eq!(compacted(&Suite::committed("compact-manifest.jsonld")).ran, 13);
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn compaction() {
    let tally = compacted(&Suite::read("compact-manifest.jsonld"));
    assert_eq!((tally.ran, tally.only_1_0.len()), (244, 2));
    third_party::ran("jsonld-compact", tally.ran);
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn flattening() {
    let suite = Suite::read("flatten-manifest.jsonld");
    let tally = run_documents(&suite, |case| {
        let json = suite.json(&case.input);
        match &case.context {
            None => expand(&json, &suite.contexts, &suite.options(case))?.flatten(),
            Some(context) => {
                let options = case.compact_options(suite.options(case));
                jsonld::flatten(&json, &suite.json(context), &suite.contexts, &options)
            }
        }
    });
    assert_eq!((tally.ran, tally.only_1_0.len()), (55, 3));
    third_party::ran("jsonld-flatten", tally.ran);
}
