//! Generated documents: nothing panics, verification and diagnostics agree, and models survive being written back.

use super::written::{EMBEDDED, INLINE, SCHEMA_ORG};
use super::{verdict::unplain, written};
use adp_fixtures::cpu_time;
use agent_description::{
    Contexts, Document, Json, Limits,
    description::{
        AgentDescription, CheckOptions, DescriptionProfile, Product, Service, check, check_plain, rules, subject_did,
    },
    diagnostic::{Rule, Severity},
    json::Object,
};
use proptest::prelude::*;

const NAMES: [&str; 44] = [
    "@context",
    "@type",
    "@id",
    "@graph",
    "@included",
    "@reverse",
    "@nest",
    "@value",
    "@list",
    "@set",
    "@index",
    "@language",
    "type",
    "id",
    "name",
    "description",
    "version",
    "created",
    "modified",
    "did",
    "owner",
    "products",
    "services",
    "interfaces",
    "security",
    "securityDefinitions",
    "url",
    "protocol",
    "humanAuthorization",
    "content",
    "scheme",
    "in",
    "Infomations",
    "domainEntity",
    "protocolType",
    "protocolVersion",
    "offers",
    "price",
    "image",
    "value",
    "options",
    "didwba_sc",
    "proof",
    "",
];

const TEXTS: [&str; 24] = [
    "",
    "x",
    "ad:AgentDescription",
    "AgentDescription",
    "ad:StructuredInterface",
    "Product",
    "Organization",
    "didwba_sc",
    "didwba",
    "header",
    "auto",
    "YAML",
    "https://agent.example/a",
    "http://agent.example/a",
    "javascript:alert(1)",
    "did:wba:agent.example:alice",
    "ad:did",
    "@id",
    "@nest",
    "2026-01-31T12:00:00Z",
    "12.50",
    "en",
    "_:b",
    "\u{202e}💥",
];

fn scalar() -> impl Strategy<Value = Json> {
    prop_oneof![
        6 => prop::sample::select(TEXTS.to_vec()).prop_map(Json::from),
        1 => any::<bool>().prop_map(Json::from),
        1 => (0_u32..5000).prop_map(Json::from),
        1 => Just(Json::from(None::<Json>)),
        1 => "\\PC{0,6}".prop_map(Json::from),
    ]
}

fn value() -> impl Strategy<Value = Json> {
    scalar().prop_recursive(5, 48, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Json::from),
            prop::collection::vec((prop::sample::select(NAMES.to_vec()), inner), 0..6)
                .prop_map(|members| Json::from(members.into_iter().collect::<Object>())),
        ]
    })
}

fn context() -> impl Strategy<Value = Json> {
    let read = |text: &str| {
        Document::parse(format!("{{\"c\": {text}}}").as_bytes(), &Limits::default())
            .unwrap()
            .root()
            .get("c")
            .unwrap()
            .clone()
    };
    prop_oneof![
        Just(read(EMBEDDED)),
        Just(read(INLINE)),
        Just(read(SCHEMA_ORG)),
        (Just(read(EMBEDDED)), value()).prop_map(|(ad, more)| Json::from(vec![ad, more])),
        value(),
    ]
}

/// A sound document with some members replaced by garbage.
fn document() -> impl Strategy<Value = Document> {
    let changes = prop::collection::vec((prop::sample::select(NAMES.to_vec()), value()), 0..4);
    (context(), any::<bool>(), changes).prop_map(|(context, sound, changes)| {
        let base = if sound { written::document(EMBEDDED, &[]) } else { "{}".to_owned() };
        let mut object = Document::parse(base.as_bytes(), &Limits::default()).unwrap().root().clone();
        if !(sound && changes.is_empty()) {
            object.insert("@context", context);
        }
        for (name, value) in changes {
            object.insert(name, value);
        }
        Document::from_object(object, &Limits::default()).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_panics_and_the_two_verdicts_agree(document in document()) {
        let diagnostics = check(&document, &CheckOptions::default());
        // the proof is no part of the model
        let of_proof = |rule: &Rule| *rule == rules::PROOF || *rule == rules::PROOF_CHALLENGE;
        let refused = diagnostics.iter().any(|found| found.severity == Severity::Error && !of_proof(found.rule));
        let strict = check(&document, &CheckOptions { strict: true, ..CheckOptions::default() });
        prop_assert_eq!(strict.len(), diagnostics.len(), "strict checking changes severities alone");
        if Contexts::embedded().named_in(&document).is_err() {
            prop_assert!(refused);
            return Ok(());
        }
        let structure = check_plain(&document);
        let subject = subject_did(&document);
        let model = AgentDescription::from_document(&document);
        let _ = (Product::from_document(&document), Service::from_document(&document));
        if let (Ok(()), Ok(subject), Ok(model)) = (structure, subject, model) {
            prop_assert!(!refused, "{:?}", diagnostics);
            prop_assert_eq!(subject.as_deref(), model.did.as_deref());
            // written back, it is the same
            let Ok(again) = model.to_document() else { return Ok(()) };
            let mut again = AgentDescription::from_document(&again).unwrap();
            again.profile = model.profile;
            prop_assert_eq!(again, model);
        } else {
            let types = ["@type", "type"].iter().filter_map(|name| document.root().get(name));
            let types = types.flat_map(|types| types.as_array().unwrap_or(std::slice::from_ref(types)));
            let resource = types.filter_map(Json::as_str).any(|name| name.ends_with("Product") || name.ends_with("Service"));
            // a proof that is not plain keeps the whole from being read
            let proof = diagnostics.iter().any(|found| found.severity == Severity::Error && of_proof(found.rule));
            prop_assert!(refused || proof || resource, "{}", document.source());
        }
    }
}

/// A term by the prefix of an accepted vocabulary gives the same model, and one by another name of the document's own none.
#[test]
fn only_prefixes_give_terms_other_names() {
    let model = |text: &str| {
        let document = Document::parse(text.as_bytes(), &Limits::default()).unwrap();
        check_plain(&document).unwrap();
        AgentDescription::from_document(&document).unwrap()
    };
    let plain = model(&written::document(EMBEDDED, &[]));
    assert_eq!(plain.profile, DescriptionProfile::Adp);
    for (name, _) in written::MEMBERS {
        if name == "did" {
            continue;
        }
        if name.starts_with('@') {
            continue;
        }
        for prefix in ["ad", "schema"] {
            let text =
                written::document(EMBEDDED, &[]).replacen(&format!("\"{name}\":"), &format!("\"{prefix}:{name}\":"), 1);
            assert_eq!(model(&text), plain, "{text}");
        }
        let target = if name == "name" { "https://schema.org/name".to_owned() } else { format!("ad:{name}") };
        let renamed = written::document(EMBEDDED, &[]).replacen(&format!("\"{name}\":"), "\"renamed\":", 1);
        // definitions need the index container for their names
        let definition = match name {
            "securityDefinitions" => {
                r#"{"@id": "ad:securityDefinitions", "@container": "@index", "@index": "ad:definitionName"}"#.to_owned()
            }
            _ => format!("\"{target}\""),
        };
        let text = renamed.replacen(EMBEDDED, &format!("[{EMBEDDED}, {{\"renamed\": {definition}}}]"), 1);
        assert_ne!(text, renamed);
        unplain(&text);
    }
}

/// Time is linear in the size of a document, whatever it is full of: each of these took minutes when one walk was quadratic.
#[test]
fn large_documents_take_no_time() {
    let fill = |item: &dyn Fn(usize) -> String, start: &str, end: &str| {
        let mut text = start.to_owned();
        for at in 0.. {
            let item = item(at);
            if text.len() + item.len() + end.len() > 256 << 10 {
                break;
            }
            if at > 0 {
                text.push(',');
            }
            text.push_str(&item);
        }
        text + end
    };
    let sound = written::document(EMBEDDED, &[]);
    let head = sound.trim_end().trim_end_matches('}').to_owned();
    let texts = [
        fill(&|_| "{}".into(), &format!("{head}, \"services\": ["), "]}"),
        fill(&|_| "7".into(), &format!("{head}, \"products\": ["), "]}"),
        fill(&|at| format!("{{\"name\":\"{at}\"}}"), &format!("{head}, \"products\": ["), "]}"),
        fill(
            &|at| format!("\"n{at}\":{{}}"),
            "{\"@context\":\"https://agent-network-protocol.com/ad#\",\"name\":\"x\",\"security\":\"x\",\"securityDefinitions\":{",
            "}}",
        ),
        fill(
            &|at| format!("\"n{at}\""),
            "{\"@context\":{\"@vocab\":\"https://schema.org/\"},\"name\":\"x\",\"securityDefinitions\":{\"n0\":{}},\"security\":[",
            "]}",
        ),
        fill(&|at| format!("\"m{at}\":1"), &format!("{head}, "), "}"),
        fill(&|at| format!("\"m{at}\":1"), "{\"@context\":{\"ad\":\"https://agent-network-protocol.com/ad#\"},", "}"),
        fill(&|at| format!("\"T{at}\""), &format!("{head}, \"domainEntity\": {{\"@type\": ["), "]}}"),
        fill(&|at| format!("\"p{at}\":\"q:x\""), "{\"@context\":[\"https://agent-network-protocol.com/ad#\",{", "}]}"),
    ];
    for text in texts {
        let ((), time) = cpu_time::timed(|| {
            let document = Document::parse(text.as_bytes(), &Limits::default()).unwrap();
            let diagnostics = check(&document, &CheckOptions::default());
            assert!(diagnostics.len() <= 1000);
            let _ = subject_did(&document);
            let _ = AgentDescription::from_document(&document);
        });
        // an unoptimised build; a quadratic walk takes a hundred times as long
        assert!(time.as_secs() < 15, "{time:?} for {}", &text[..200]);
    }
}

/// The deepest documents that are read survive every walk on the stack of a test's thread.
#[test]
fn deep_documents_are_walked() {
    let mut limits = Limits::default();
    limits.depth = Limits::MAX_DEPTH;
    for (open, close) in [("{\"owner\":", "}"), ("[", "]"), ("{\"@list\":[", "]}"), ("{\"ad:x\":[", "]}")] {
        let brackets = open.matches(['[', '{']).count();
        let times = (Limits::MAX_DEPTH - 1) / brackets;
        let nested = format!("{}7{}", open.repeat(times), close.repeat(times));
        let text = format!("{{\"@context\": {EMBEDDED}, \"domainEntity\": {nested}}}");
        let document = Document::parse(text.as_bytes(), &limits).unwrap();
        assert!(!check(&document, &CheckOptions::default()).is_empty());
        let _ = AgentDescription::from_document(&document);
    }
}

/// The typed model has all untyped members under `other`: one search through the others for each took half a minute.
#[test]
fn the_model_of_many_untyped_members_takes_linear_time() {
    const MANY: usize = 60_000;
    let members = (0..MANY).map(|at| format!("\"x{at}\":1")).collect::<Vec<_>>().join(",");
    let text = format!(
        r#"{{"@context":["https://agent-network-protocol.com/ad#",{{"@language":"en"}}],"@type":"AgentDescription","name":"n",
        "did":"did:wba:a.example","version":"1","created":"2026-11-01T00:00:00Z","security":"s",
        "securityDefinitions":{{"s":{{"scheme":"didwba","in":"header","name":"Authorization"}}}},{members}}}"#
    );
    let document = Document::parse(text.as_bytes(), &Limits::default()).unwrap();
    let description = AgentDescription::from_document(&document).unwrap();
    let (model, time) = cpu_time::timed(|| description.to_model_json());
    let other = model.get("other").and_then(|other| other.as_object()).unwrap();
    assert_eq!(other.len(), MANY);
    assert!(time.as_secs() < 5, "{time:?}");
}
