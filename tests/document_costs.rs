//! What one document may cost, whatever is done with it: time by the work counter, memory by the allocator, text by its bytes. One test in
//! a binary of its own, because the allocator counts for all of them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use adp_fixtures::own_process::in_own_processes;
use agent_description::{
    AgentDescription, Code, CodedError, Contexts, Document, Json, KeyType, Limits, SigningKey, Unverified,
    description::{CheckOptions, check},
    did::{Did, DidDocument, Purpose},
    json::{Object, jcs},
    jsonld::{CompactOptions, ExpandOptions, compact, expand, flatten},
    proof::{Expectations, KeySigner, SignOptions, sign},
};
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use std::{
    alloc::System,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    time::Duration,
};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Processes that share the documents.
const PARTS: usize = 2;
/// What a program may take for one document, in bytes.
const MEMORY: usize = 300 << 20;
/// What may be made of so many bytes.
const fn output(input: usize) -> usize {
    (1 << 20) + 32 * input
}

/// `n` members, comma-separated, from a template in which `#` is the number.
fn members(n: usize, template: &str) -> String {
    (0..n).map(|at| template.replace('#', &at.to_string())).collect::<Vec<_>>().join(",")
}

/// As much of a template, comma-separated, as fits beside `taken` bytes into the largest document.
fn filled(template: &str, taken: usize) -> String {
    let room = Limits::default().description_bytes - taken;
    let (mut text, mut at) = (String::new(), 0);
    loop {
        let next = template.replace('#', &format!("{at}"));
        if text.len() + next.len() + 1 > room {
            return text;
        }
        if at > 0 {
            text.push(',');
        }
        text.push_str(&next);
        at += 1;
    }
}

/// The largest documents, each of which costs something else.
fn shapes() -> Vec<(&'static str, String)> {
    let long = "x".repeat(400_000);
    let description = |term: &str| {
        let head = r#""@context":"https://agent-network-protocol.com/ad#","@type":"AgentDescription","@id":"https://a.example/ad.json""#;
        format!(r#"{{{head},"name":"n","did":"did:wba:a.example","{term}":[{}]}}"#, filled("{}", 250))
    };
    vec![
        ("empty products", description("products")),
        ("empty interfaces", description("interfaces")),
        ("small values", format!(r#"{{"urn:p":[{}]}}"#, filled("#", 20))),
        ("a list", format!(r#"{{"urn:p":{{"@list":[{}]}}}}"#, filled("1", 40))),
        ("wide nodes", format!(r#"{{"@context":{{"@vocab":"urn:v:"}},{}}}"#, filled(r#""p#":1"#, 50))),
        ("small nodes", format!(r#"{{"urn:p":[{}]}}"#, filled("{}", 20))),
        (
            "deep nodes",
            format!(r#"{{"@context":{{"@vocab":"urn:v:"}},"a":[{}]}}"#, {
                let deep = format!("{}1{}", r#"{"a":"#.repeat(58), "}".repeat(58));
                filled(&deep, 60)
            }),
        ),
        (
            "scoped contexts",
            format!(
                r#"{{"@context":{{{}}},{}}}"#,
                members(
                    1_500,
                    r##""s#":{"@id":"urn:s:#","@context":{"a#":"urn:a:#","b":"urn:b:#","c":{"@id":"urn:c","@type":"@id"}}}"##
                ),
                members(1_500, r##""s#":{"a#":{"a#":1},"b":2,"c":"urn:#","s1":{"a1":1,"s2":{"a2":2}}}"##)
            ),
        ),
        (
            "many prefixes",
            format!(
                r#"{{"@context":{{{}}},{}}}"#,
                members(20_000, r##""p#":"urn:p:#:""##),
                members(20_000, r#""p#:a":1"#)
            ),
        ),
        (
            "typed values by index",
            format!(
                r#"{{"@context":{{"x":{{"@id":"urn:x","@type":"urn:t","@container":"@index"}}}},"x":{{"a":[{}]}}}}"#,
                filled("1", 120)
            ),
        ),
        (
            "directed texts by index",
            format!(
                r#"{{"@context":{{"@language":"en","x":{{"@id":"urn:x","@direction":"ltr","@container":"@index"}}}},"x":{{"a":[{}]}}}}"#,
                filled("\"\"", 140)
            ),
        ),
        (
            "nodes by a property",
            format!(
                r#"{{"@context":{{"x":{{"@id":"urn:x","@container":"@index","@index":"urn:y"}}}},"x":{{"a":[{}]}}}}"#,
                filled("{}", 120)
            ),
        ),
        (
            "a typed list",
            format!(
                r#"{{"@context":{{"x":{{"@id":"urn:x","@type":"urn:t","@container":"@list"}}}},"x":[{}]}}"#,
                filled("1", 120)
            ),
        ),
        (
            "a long identifier",
            format!(r#"{{"@id":"urn:{long}","@reverse":{{"urn:p":[{}]}}}}"#, members(20_000, r##"{"@id":"urn:#"}"##)),
        ),
        (
            "a long vocabulary",
            format!(r#"{{"@context":{{"@vocab":"urn:{}:"}},{}}}"#, "v".repeat(1_500), members(18_000, r#""p#":"v""#)),
        ),
    ]
}

static DONE: AtomicBool = AtomicBool::new(false);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn in_use() -> usize {
    let stats = ALLOCATOR.stats();
    stats.bytes_allocated.saturating_sub(stats.bytes_deallocated)
}

/// What is done ends well or for its budget, and takes no more memory than it may.
fn bounded<T>(what: &str, name: &str, work: impl FnOnce() -> Result<T, Code>) -> Option<T> {
    let before = in_use();
    PEAK.store(before, Ordering::Relaxed);
    let result = work();
    let peak = PEAK.load(Ordering::Relaxed).max(in_use()).saturating_sub(before);
    assert!(peak < MEMORY, "{what} of {name} takes {} MiB", peak >> 20);
    match result {
        Ok(value) => Some(value),
        Err(code) => {
            assert_eq!(code, Code::JSONLD_BUDGET, "{what} of {name}");
            None
        }
    }
}

#[test]
fn no_document_costs_more_than_it_may() {
    let Some(printed) = in_own_processes("no_document_costs_more_than_it_may", PARTS, costs_of_part) else { return };
    assert_eq!(printed.matches(" is within its bounds").count(), shapes().len(), "{printed}");
    let ended = printed.matches(" comes to RDF").count();
    assert!(ended >= 3, "only {ended} of the documents came to RDF");
}

/// One of `PARTS` parts of the documents.
fn costs_of_part(part: usize) {
    let sampler = std::thread::spawn(|| {
        while !DONE.load(Ordering::Relaxed) {
            PEAK.fetch_max(in_use(), Ordering::Relaxed);
            std::thread::sleep(Duration::from_micros(500));
        }
    });
    let (contexts, limits) = (Contexts::embedded(), Limits::default());
    let key = SigningKey::from_secret_bytes(KeyType::P256, &[7; 32]).unwrap();
    let signer = KeySigner::new("did:wba:a.example#key-1".parse().unwrap(), key);
    for (name, text) in shapes().into_iter().skip(part).step_by(PARTS) {
        assert!(text.len() <= limits.description_bytes, "{name}: {}", text.len());
        let document = Document::parse(text.as_bytes(), &limits).unwrap();
        let json = document.json();
        let context = json.get("@context").cloned().unwrap_or_else(|| Object::new().into());
        let within = |text: &String| assert!(text.len() <= output(limits.description_bytes), "{name}: {}", text.len());
        let code = |error: agent_description::jsonld::JsonLdError| error.code();
        let options = CompactOptions::default();
        let expanded = bounded("expansion", name, || expand(json, &contexts, &ExpandOptions::default()).map_err(code));
        if let Some(expanded) = &expanded {
            bounded("flattening", name, || expanded.flatten().map_err(code));
            bounded("N-Quads", name, || expanded.to_nquads().map_err(code)).iter().for_each(within);
            if let Some(text) = &bounded("Turtle", name, || expanded.to_turtle().map_err(code)) {
                within(text);
                println!("{name} comes to RDF");
            }
        }
        drop(expanded);
        bounded("compaction", name, || compact(json, &context, &contexts, &options).map_err(code));
        bounded("flattened and compacted", name, || flatten(json, &context, &contexts, &options).map_err(code));
        bounded("canonical form", name, || Ok(jcs::canonicalize(json)));
        bounded("a check", name, || Ok(check(&document, &CheckOptions::default())));
        bounded("a model", name, || {
            // what is no description is refused, at what price ever
            let claimed = Unverified::<AgentDescription>::new(document.clone(), &contexts).claimed();
            drop(claimed);
            Ok(())
        });
        let signed = bounded("signing", name, || {
            Ok(sign(&document, &signer, SignOptions::new("2026-01-01T00:00:00Z".parse().unwrap())).ok())
        });
        if let Some(signed) = signed.flatten() {
            bounded("verification", name, || {
                let expectations = Expectations::for_purpose(Purpose::AssertionMethod)
                    .any_domain()
                    .any_challenge()
                    .at("2026-01-01T00:00:01Z".parse().unwrap())
                    .signer("did:wba:a.example".parse().unwrap());
                let verified =
                    Unverified::<AgentDescription>::new(signed, &contexts).verify(&did_document(&signer), expectations);
                drop(verified);
                Ok(())
            });
        }
        println!("{name} is within its bounds");
    }
    DONE.store(true, Ordering::Relaxed);
    sampler.join().unwrap();
}

fn did_document(signer: &KeySigner) -> agent_description::did::Resolved<DidDocument> {
    use agent_description::proof::Signer as _;
    let (did, method): (Did, _) = (signer.method().did().clone(), signer.method());
    let jwk = Json::from(signer.verifying_key().to_jwk()).to_compact();
    let text = format!(
        r#"{{"id":"{did}","verificationMethod":[{{"id":"{method}","type":"JsonWebKey2020","controller":"{did}","publicKeyJwk":{jwk}}}],
            "assertionMethod":["{method}"]}}"#
    );
    DidDocument::parse_for(&did, text.as_bytes(), &Limits::default()).unwrap()
}
