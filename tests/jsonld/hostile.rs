//! Documents made to exhaust a JSON-LD processor: deep, large and entangled ones.

use adp_fixtures::cpu_time::timed;
use adp_json::{self as json, Code, CodedError, Json, Limits, Offset};
use adp_jsonld::{CompactOptions, Contexts, ExpandOptions, Expanded, JsonLdError, compact, expand, flatten};
use std::time::Duration;

/// Far above what the work budget costs a processor in a debug build, far below what an attack would cost.
const PATIENCE: Duration = Duration::from_secs(20);

fn deepest() -> Limits {
    let mut limits = Limits::default();
    limits.depth = Limits::MAX_DEPTH;
    limits
}

fn options(limits: Limits) -> ExpandOptions {
    let mut options = ExpandOptions::with_base("https://example.com/doc");
    options.limits = limits;
    options
}

fn run(text: &str, limits: Limits, contexts: &Contexts) -> Result<Expanded, JsonLdError> {
    let json = json::parse(text.as_bytes(), &limits).unwrap();
    let (result, time) = timed(|| expand(&json, contexts, &options(limits)));
    assert!(time < PATIENCE, "{time:?} for {} bytes", text.len());
    result
}

/// Runs on a stack of 2 MiB, as threads, tests and asynchronous workers have.
fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap();
}

/// `open` and `close` around `core`, as often as fits into `depth` levels of `each` brackets.
fn nested(depth: usize, each: usize, open: &str, core: &str, close: &str) -> String {
    let times = depth / each;
    format!("{}{core}{}", open.repeat(times), close.repeat(times))
}

/// Documents of the greatest depth that the reader accepts, each by another means of nesting.
fn deep_documents(depth: usize) -> Vec<(&'static str, String)> {
    let context = r#""@context":{"@vocab":"https://example.com/ns#","l":{"@container":"@list"},"g":{"@container":"@graph"},
        "gi":{"@container":["@graph","@id","@set"]},"i":{"@container":"@index","@index":"ix"},"t":{"@container":"@type"},
        "d":{"@container":"@id"},"lang":{"@container":"@language"},"r":{"@reverse":"https://example.com/ns#r"},
        "n":"@nest","m":{"@id":"@nest","@context":{"x":"https://example.com/x"}},
        "s":{"@id":"https://example.com/ns#s","@context":{"p":"https://example.com/p"}},
        "T":{"@id":"https://example.com/ns#T","@context":{"q":"https://example.com/q"}}}"#;
    let object = |open: &str, core: &str, close: &str, each: usize| {
        format!("{{{context},\"root\":{}}}", nested(depth - 1 - 4, each, open, core, close))
    };
    vec![
        ("objects", object(r#"{"a":"#, "1", "}", 1)),
        ("arrays", object("[", "1", "]", 1)),
        ("objects in arrays", object(r#"[{"a":"#, "1", "}]", 2)),
        ("list objects", object(r#"{"@list":["#, "1", "]}", 2)),
        ("set objects", object(r#"{"@set":["#, "1", "]}", 2)),
        ("list containers", object(r#"{"l":[["#, "1", "]]}", 3)),
        ("graph containers", object(r#"{"g":"#, "{\"a\":1}", "}", 1)),
        ("graph maps by id", object(r#"{"gi":{"https://example.com/k":"#, "{\"a\":1}", "}}", 2)),
        ("maps by property", object(r#"{"i":{"k":"#, "{\"a\":1}", "}}", 2)),
        ("maps by type", object(r#"{"t":{"T":"#, "{\"a\":1}", "}}", 2)),
        ("maps by id", object(r#"{"d":{"https://example.com/k":"#, "{\"a\":1}", "}}", 2)),
        ("reverse properties", object(r#"{"r":"#, "{\"a\":1}", "}", 1)),
        ("reverse maps", object(r#"{"@reverse":{"a":"#, "{\"a\":1}", "}}", 2)),
        ("graphs", object(r#"{"a":1,"@graph":"#, "{\"a\":1}", "}", 1)),
        ("included", object(r#"{"a":1,"@included":"#, "{\"a\":1}", "}", 1)),
        ("nest", object(r#"{"n":"#, "{\"a\":1}", "}", 1)),
        ("scoped nest", object(r#"{"m":"#, "{\"a\":1}", "}", 1)),
        ("property-scoped contexts", object(r#"{"s":"#, "{\"a\":1}", "}", 1)),
        ("type-scoped contexts", object(r#"{"@type":"T","a":"#, "{\"a\":1}", "}", 1)),
        ("embedded contexts", object(r#"{"@context":{"z":"https://example.com/z"},"a":"#, "1", "}", 1)),
        (
            "contexts in term definitions",
            format!(
                "{{\"@context\":{},\"https://example.com/t\":1}}",
                nested(depth - 2, 2, r#"{"t":{"@id":"https://example.com/t","@context":"#, "{}", "}}")
            ),
        ),
        (
            "JSON literals",
            format!(
                r#"{{"@context":{{"j":{{"@id":"https://example.com/j","@type":"@json"}}}},"j":{}}}"#,
                nested(depth - 1, 1, "[", "1", "]")
            ),
        ),
    ]
}

#[test]
fn deep_documents_expand_on_a_small_stack() {
    for depth in [64, Limits::MAX_DEPTH] {
        for (name, text) in deep_documents(depth) {
            on_a_small_stack(move || {
                let mut limits = deepest();
                limits.depth = depth;
                match run(&text, limits, &Contexts::none()) {
                    Ok(expanded) => {
                        let quads = expanded.to_quads().unwrap();
                        assert_eq!(expanded.to_nquads().unwrap().lines().count(), {
                            let mut lines: Vec<String> = quads.iter().map(ToString::to_string).collect();
                            lines.sort();
                            lines.dedup();
                            lines.len()
                        });
                        drop(expanded.into_json().to_compact());
                    }
                    Err(error) => panic!("{name} at depth {depth}: {error:?}"),
                }
            });
        }
    }
}

/// Scoped contexts, deep in a document that is itself deep: the two recursions add up.
#[test]
fn deep_contexts_deep_in_a_document() {
    on_a_small_stack(|| {
        let context =
            nested(Limits::MAX_DEPTH - 4, 2, r#"{"t":{"@id":"https://example.com/t","@context":"#, "{}", "}}");
        let mut inner = String::from(r#"{"t":1}"#);
        for _ in 0..Limits::MAX_DEPTH - 2 {
            inner = format!(r#"{{"https://example.com/a":{inner}}}"#);
        }
        let text = format!(r#"{{"@context":{context},{}"#, &inner[1..]);
        run(&text, deepest(), &Contexts::none()).unwrap();
    });
}

#[test]
fn trees_made_in_code_are_bounded_too() {
    on_a_small_stack(|| {
        for wrap in [(|json| Json::from(vec![json])) as fn(Json) -> Json, |json| {
            Json::from([("https://example.com/a", json)].into_iter().collect::<json::Object>())
        }] {
            let mut json = Json::from(1);
            for _ in 0..Limits::MAX_DEPTH + 1 {
                json = wrap(json);
            }
            let error = expand(&json, &Contexts::none(), &options(deepest())).unwrap_err();
            assert_eq!(error.code(), Code::JSONLD_BUDGET, "{error:?}");
        }
    });
}

fn refused_for_its_budget(text: &str, contexts: &Contexts) {
    let mut limits = Limits::default();
    limits.description_bytes = 16 << 20;
    let error = run(text, limits, contexts).unwrap_err();
    assert_eq!(error.code(), Code::JSONLD_BUDGET, "{error:?}");
    assert_ne!(error.offset(), Offset::NONE);
}

fn accepted(text: &str, contexts: &Contexts) -> Expanded {
    let mut limits = Limits::default();
    limits.description_bytes = 16 << 20;
    run(text, limits, contexts).unwrap_or_else(|error| panic!("{error:?}"))
}

/// `n` members, comma-separated, from a template in which `#` is the number.
fn members(n: usize, template: &str) -> String {
    (0..n).map(|at| template.replace('#', &at.to_string())).collect::<Vec<_>>().join(",")
}

#[test]
fn a_large_type_scoped_context_costs_once_not_per_node() {
    let terms = members(1000, r#""t#":"https://example.com/t#""#);
    let nodes = members(1000, r#"{"@type":"T","t#":#}"#);
    let text = format!(
        r#"{{"@context":{{"T":{{"@id":"https://example.com/T","@context":{{{terms}}}}}}},"https://example.com/p":[{nodes}]}}"#
    );
    let expanded = accepted(&text, &Contexts::none());
    let values = expanded.items()[0].get("https://example.com/p").and_then(Json::as_array).unwrap();
    assert_eq!(values.len(), 1000);
    assert!(values[999].get("https://example.com/t999").is_some());
}

#[test]
fn small_contexts_over_a_large_one_cost_what_they_add() {
    let nodes = members(1000, r#"{"@context":{"x#":"https://example.com/x#"},"x#":#,"name":"n"}"#);
    let text = format!(r#"{{"@context":"https://schema.org/","mentions":[{nodes}]}}"#);
    let expanded = accepted(&text, &Contexts::embedded());
    let values = expanded.items()[0].get("http://schema.org/mentions").and_then(Json::as_array).unwrap();
    assert_eq!(values.len(), 1000);
    assert!(
        values[999].get("https://example.com/x999").is_some() && values[999].get("http://schema.org/name").is_some()
    );
}

#[test]
fn more_contexts_than_the_limit_are_refused() {
    let contexts = members(2001, "{}");
    refused_for_its_budget(&format!(r#"{{"@context":[{contexts}]}}"#), &Contexts::none());
    let nodes = members(2001, r#"{"@context":{}}"#);
    refused_for_its_budget(&format!(r#"{{"https://example.com/p":[{nodes}]}}"#), &Contexts::none());
}

#[test]
fn a_large_context_named_again_and_again_is_refused() {
    let names = members(1999, r#""https://schema.org/""#);
    refused_for_its_budget(
        &format!(r#"{{"@context":[{{"a":"https://example.com/a"}},{names}]}}"#),
        &Contexts::embedded(),
    );
}

#[test]
fn long_texts_repeated_in_the_output_are_refused() {
    let long = "x".repeat(400_000);
    let properties = members(100_000, r#""p#":#"#);
    refused_for_its_budget(
        &format!(r#"{{"@context":{{"@vocab":"https://example.com/{long}"}},{properties}}}"#),
        &Contexts::none(),
    );
    let ids = members(100_000, r##"{"@id":"#a#"}"##);
    refused_for_its_budget(
        &format!(r#"{{"@context":{{"@base":"https://example.com/{long}/"}},"https://example.com/p":[{ids}]}}"#),
        &Contexts::none(),
    );
    let values = members(100_000, "#");
    for definition in [r#""@type":"https://example.com/LONG""#, r#""@language":"LONG""#] {
        let definition = definition.replace("LONG", &long);
        let values = if definition.contains("@language") { members(100_000, "\"#\"") } else { values.clone() };
        refused_for_its_budget(
            &format!(r#"{{"@context":{{"p":{{"@id":"https://example.com/p",{definition}}}}},"p":[{values}]}}"#),
            &Contexts::none(),
        );
    }
}

#[test]
fn a_long_subject_is_written_once_or_refused() {
    let long = "x".repeat(400_000);
    let values = members(100_000, "#");
    let text = format!(r#"{{"@id":"https://example.com/{long}","https://example.com/p":[{values}]}}"#);
    let expanded = accepted(&text, &Contexts::none());
    let ((), time) = timed(|| {
        assert_eq!(expanded.to_quads().unwrap().len(), 100_000);
        assert_eq!(expanded.flatten().unwrap().as_array().unwrap().len(), 1);
        // Turtle names the subject once, N-Quads on every line
        assert_eq!(expanded.to_turtle().unwrap().matches(&long).count(), 1);
        assert_eq!(expanded.to_nquads().unwrap_err().code(), Code::JSONLD_BUDGET);
    });
    assert!(time < PATIENCE, "{time:?}");
}

/// Terms `t0` to `t{n-1}`, each defined by the next one, and a document that uses the first.
fn chain_of_prefixes(n: usize) -> String {
    let chain: Vec<String> = (0..n).map(|at| format!(r#""t{at}":"t{}:x""#, at + 1)).collect();
    format!(r#"{{"@context":{{{},"t{n}":"https://example.com/"}},"t0":1}}"#, chain.join(","))
}

#[test]
fn chains_of_prefixes_are_bounded() {
    on_a_small_stack(|| {
        let error = run(&chain_of_prefixes(1), Limits::default(), &Contexts::none());
        assert!(error.is_ok(), "{error:?}");
        refused_for_its_budget(&chain_of_prefixes(10_000), &Contexts::none());
    });
}

#[test]
fn contexts_that_name_each_other_end() {
    // each of twenty contexts names the next one twice
    let mut contexts = Contexts::none();
    for at in 0..20 {
        let next = format!(r#"{{"@context":["https://example.com/c{0}","https://example.com/c{0}"]}}"#, at + 1);
        contexts = contexts.pin(&format!("https://example.com/c{at}"), next.as_bytes(), None).unwrap();
    }
    contexts = contexts.pin("https://example.com/c20", br#"{"@context":{}}"#, None).unwrap();
    let error = run(r#"{"@context":"https://example.com/c0"}"#, Limits::default(), &contexts).unwrap_err();
    assert!(matches!(error.code(), Code::CONTEXT_OVERFLOW | Code::JSONLD_BUDGET), "{error:?}");
    let error = run(r#"{"@context":"https://example.com/c8"}"#, Limits::default(), &contexts).unwrap_err();
    assert_eq!(error.code(), Code::JSONLD_BUDGET, "{error:?}");

    let itself = contexts.pin("https://example.com/me", br#"{"@context":"me"}"#, None).unwrap();
    let error = run(r#"{"@context":"https://example.com/me"}"#, Limits::default(), &itself).unwrap_err();
    assert_eq!(error.code(), Code::CONTEXT_OVERFLOW, "{error:?}");

    // a scoped context may name the context it stands in
    let scoped = br#"{"@context":{"t":{"@id":"https://example.com/t","@context":"https://example.com/own"}}}"#;
    let own = contexts.pin("https://example.com/own", scoped, None).unwrap();
    let expanded = run(r#"{"@context":"https://example.com/own","t":{"t":{"t":1}}}"#, Limits::default(), &own).unwrap();
    assert_eq!(expanded.contexts().len(), 1);
}

#[test]
fn contexts_whose_terms_all_name_all_contexts_end() {
    let mut contexts = Contexts::none();
    let terms = members(12, r##""t#":{"@id":"https://example.com/t#","@context":"https://example.com/m#"}"##);
    for at in 0..12 {
        let document = format!(r#"{{"@context":{{{terms}}}}}"#);
        contexts = contexts.pin(&format!("https://example.com/m{at}"), document.as_bytes(), None).unwrap();
    }
    let error = run(r#"{"@context":"https://example.com/m0"}"#, Limits::default(), &contexts).unwrap_err();
    assert_eq!(error.code(), Code::JSONLD_BUDGET, "{error:?}");
}

#[test]
fn large_flat_documents_take_linear_work() {
    let properties = members(50_000, r#""https://example.com/p#":#"#);
    assert_eq!(accepted(&format!("{{{properties}}}"), &Contexts::none()).to_quads().unwrap().len(), 50_000);
    let same = members(50_000, "1");
    assert_eq!(
        accepted(&format!(r#"{{"https://example.com/p":[{same}]}}"#), &Contexts::none()).to_quads().unwrap().len(),
        1
    );
    let terms = members(50_000, r##""t#":"s:t#""##);
    accepted(&format!(r#"{{"@context":{{{terms},"s":"https://example.com/"}},"t49999":1}}"#), &Contexts::none());
    let list = members(50_000, "#");
    let expanded = accepted(&format!(r#"{{"https://example.com/p":{{"@list":[{list}]}}}}"#), &Contexts::none());
    assert_eq!(expanded.to_quads().unwrap().len(), 100_001);
    let reversed = members(20_000, r##"{"@id":"urn:#"}"##);
    accepted(&format!(r#"{{"@id":"urn:o","@reverse":{{"https://example.com/p":[{reversed}]}}}}"#), &Contexts::none());
    let types = members(20_000, r##""urn:t#""##);
    accepted(&format!(r#"{{"@type":[{types}],"https://example.com/p":1}}"#), &Contexts::none());
    let aliases = members(20_000, r##""type#":"@type""##);
    let uses = members(20_000, r##""type#":["urn:t#","urn:u#"]"##);
    accepted(&format!(r#"{{"@context":{{{aliases}}},{uses}}}"#), &Contexts::none());
    let aliases = members(20_000, r##""i#":"@included""##);
    let uses = members(20_000, r##""i#":{"@id":"urn:#","urn:p":1}"##);
    let expanded = accepted(&format!(r#"{{"@context":{{{aliases}}},{uses}}}"#), &Contexts::none());
    assert_eq!(expanded.items()[0].get("@included").and_then(Json::as_array).unwrap().len(), 20_000);
}

#[test]
fn deep_documents_compact() {
    for (name, text) in deep_documents(Limits::MAX_DEPTH) {
        let json = json::parse(text.as_bytes(), &deepest()).unwrap();
        let mut options = CompactOptions::default();
        options.expand = self::options(deepest());
        let own = json.get("@context").cloned().unwrap_or_else(|| Json::from(json::Object::new()));
        // without a context of its own, what is written shorter elsewhere is written out: lists in lists, graphs in graphs
        for context in [own, Json::from(json::Object::new())] {
            for run in [compact, flatten] {
                let compacted = run(&json, &context, &Contexts::none(), &options);
                assert!(compacted.is_ok_and(|compacted| compacted.as_object().is_some()), "{name}");
            }
        }
    }
}

#[test]
fn contexts_to_compact_by_are_bounded_too() {
    let json = json::parse(b"{}", &Limits::default()).unwrap();
    let contexts = Json::from(vec![Json::from(json::Object::new()); 2001]);
    let error = compact(&json, &contexts, &Contexts::none(), &CompactOptions::default()).unwrap_err();
    assert_eq!(error.code(), Code::JSONLD_BUDGET);
    let context = Json::from("https://example.com/unknown");
    let error = compact(&json, &context, &Contexts::none(), &CompactOptions::default()).unwrap_err();
    assert_eq!(error.code(), Code::CONTEXT_NOT_EMBEDDED);
}

/// The units of work that a compaction takes: the smallest budget that is enough.
fn work_to_compact(text: &str) -> u64 {
    let json = json::parse(text.as_bytes(), &Limits::default()).unwrap();
    let context = json.get("@context").cloned().unwrap();
    let is_enough = |work: u64| {
        let mut options = CompactOptions::default();
        options.expand.limits.jsonld_work = work;
        match compact(&json, &context, &Contexts::none(), &options) {
            Ok(_) => true,
            Err(error) => {
                assert_eq!(error.code(), Code::JSONLD_BUDGET, "{error}");
                false
            }
        }
    };
    let (mut low, mut high) = (0, Limits::default().jsonld_work);
    assert!(is_enough(high));
    while low < high {
        let middle = (low + high) / 2;
        if is_enough(middle) { high = middle } else { low = middle + 1 }
    }
    low
}

/// What takes work beyond its length, in the shape that would make it quadratic: work grows as the document does.
#[test]
fn compaction_grows_as_its_input_does() {
    type Shape = (&'static str, fn(usize) -> String);
    let shapes: [Shape; 8] = [
        ("properties of one node", |n| format!(r#"{{"@context":{{"@vocab":"urn:v#"}},{}}}"#, members(n, r#""p#":1"#))),
        ("terms and their uses", |n| {
            format!(r#"{{"@context":{{{}}},{}}}"#, members(n, r#""t#":"urn:t:#""#), members(n, r#""t#":1"#))
        }),
        ("values of a language map", |n| {
            let map = members(n, r#""x-#":"v""#);
            format!(r#"{{"@context":{{"m":{{"@id":"urn:m","@container":"@language"}}}},"m":{{{map}}}}}"#)
        }),
        ("nodes by their name", |n| {
            let map = members(n, r#""urn:n:#":{"urn:p":1}"#);
            format!(r#"{{"@context":{{"m":{{"@id":"urn:m","@container":"@id"}}}},"m":{{{map}}}}}"#)
        }),
        ("nested properties", |n| {
            let terms = members(n, r#""t#":{"@id":"urn:t:#","@nest":"@nest"}"#);
            format!(r#"{{"@context":{{{terms}}},"@nest":{{{}}}}}"#, members(n, r#""t#":1"#))
        }),
        ("property-scoped contexts", |n| {
            let terms = members(n, r#""t#":{"@id":"urn:t:#","@context":{"u#":"urn:u:#"}}"#);
            format!(r#"{{"@context":{{{terms}}},{}}}"#, members(n, r#""t#":{"u#":1}"#))
        }),
        ("prefixes of many lengths", |n| {
            let terms =
                (0..n).map(|at| format!(r#""p{at}":"urn:{}:""#, "x".repeat(at % 64))).collect::<Vec<_>>().join(",");
            format!(r#"{{"@context":{{{terms}}},{}}}"#, members(n, r#""urn:xxxx:#":1"#))
        }),
        ("lists of many types", |n| {
            format!(
                r#"{{"@context":{{"l":{{"@id":"urn:l","@container":"@list"}}}},"l":[{}]}}"#,
                members(n, r##"{"@value":"#","@type":"urn:t:#"}"##)
            )
        }),
    ];
    for (name, shape) in shapes {
        let (small, large) = (work_to_compact(&shape(100)), work_to_compact(&shape(800)));
        assert!(large <= 10 * small, "{name}: {small} units for 100, {large} for 800");
    }
}

/// Terms for one IRI are compared for each context that uses it: what that takes is counted.
#[test]
fn many_terms_for_one_iri_have_their_price() {
    let terms = members(20_000, r#""t#":"urn:t""#);
    let scoped = members(1_500, r#""s#":{"@id":"urn:s:#","@context":{"x#":"urn:x"}}"#);
    let uses = members(1_500, r#""s#":{"t1":1}"#);
    let text = format!(r#"{{"@context":{{{terms},{scoped}}},{uses}}}"#);
    let json = json::parse(text.as_bytes(), &Limits::default()).unwrap();
    let context = json.get("@context").cloned().unwrap();
    let error = compact(&json, &context, &Contexts::none(), &CompactOptions::default()).unwrap_err();
    assert_eq!(error.code(), Code::JSONLD_BUDGET);
}

/// A property is looked up anew for each element below it: a long name has its price there, a short one none.
#[test]
fn elements_below_a_long_name_are_paid_for() {
    let document = |name: usize, elements: usize| {
        let (name, elements) = ("n".repeat(name), vec!["1"; elements].join(","));
        format!(r#"{{"@context":{{"@vocab":"https://example.com/"}},"{name}":[{elements}]}}"#)
    };
    // 20,000 times 500,000 bytes would be hashed
    let refused = run(&document(500_000, 20_000), Limits::default(), &Contexts::embedded()).unwrap_err();
    assert_eq!(refused.code(), Code::JSONLD_BUDGET);
    for (name, elements) in [(63, 400_000), (500_000, 100), (80, 200_000)] {
        assert!(run(&document(name, elements), Limits::default(), &Contexts::embedded()).is_ok(), "{name}");
    }
}
