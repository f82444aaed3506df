//! Diagnostics name places in the document and agree with verification; a model survives being written back, under the
//! protocol's names and under others for the same IRIs.

use agent_description::{
    CodedError, Document, Json, Limits,
    description::{
        AgentDescription, CheckOptions, DescriptionProfile, ModelError, check, check_plain, rules, subject_did,
    },
    diagnostic::{Diagnostic, Severity},
    json::{self, Object, Value},
    jsonld::Contexts,
};
use std::sync::LazyLock;

const AD: &str = "https://agent-network-protocol.com/ad#";
/// A name that no document of the corpus has by chance.
const ALIAS: &str = "zq9";
/// Names that are renamed: what models are written back with.
const NAMES: [&str; 12] = [
    "name",
    "description",
    "url",
    "interfaces",
    "security",
    "securityDefinitions",
    "owner",
    "products",
    "scheme",
    "protocol",
    "offers",
    "version",
];

static OPTIONS: LazyLock<CheckOptions> = LazyLock::new(CheckOptions::default);

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.jsonld_work = 200_000;
    limits
}

pub fn run(bytes: &[u8]) {
    let Ok(document) = Document::parse(bytes, &limits()) else { return };
    let diagnostics = check(&document, &OPTIONS);
    assert!(diagnostics.len() <= 500);
    let (lines, mut last) = (document.source().lines().count() + 1, (0, 0));
    for found in &diagnostics {
        // every finding has a place, and they stand in the source's order
        let (Some(line), Some(column)) = (found.line, found.column) else { panic!("{found} has no place") };
        assert!(line >= 1 && line <= lines, "{found}");
        let text = document.source().split('\n').nth(line - 1).expect("the line");
        assert!(column >= 1 && column <= text.chars().count() + 1, "{found}");
        assert!((line, column) >= last, "{found}");
        last = (line, column);
        let pointer = found.pointer.as_deref().expect("a pointer");
        assert!(json::pointer::lookup(document.json(), pointer).is_some(), "{found} at {pointer:?}");
    }
    // the proof is no part of the model
    let of_proof = |found: &Diagnostic| *found.rule == rules::PROOF || *found.rule == rules::PROOF_CHALLENGE;
    let refused = diagnostics.iter().any(|found| found.severity == Severity::Error && !of_proof(found));
    let Ok(model) = read(&document) else {
        let is_resource = !document.source().contains("AgentDescription");
        // a proof that is not plain keeps the whole from being read
        let is_found = diagnostics.iter().any(|found| found.severity == Severity::Error);
        assert!(is_found || is_resource, "refused by verification, but by no finding");
        return;
    };
    if refused {
        // in a document of ANP-07, verification does not read the value of `protocolType`, nor whether lists are arrays
        let unread = [&rules::PROTOCOL_TYPE, &rules::INTERFACES, &rules::INFOMATIONS];
        let is_unread = |found: &Diagnostic| unread.contains(&found.rule) || of_proof(found);
        let all_unread = diagnostics.iter().filter(|found| found.severity == Severity::Error).all(is_unread);
        assert!(model.profile == DescriptionProfile::Anp07 && all_unread, "{diagnostics:?}");
        return;
    }

    // written back, it is the same; aliases of ANP-07 in what the model does not type are written as keywords
    let Ok(written) = model.to_document() else { return };
    let again = read(&written).unwrap_or_else(|error| panic!("{error}\n{}", written.source()));
    assert_eq!(again.profile, DescriptionProfile::Adp);
    if model.profile == DescriptionProfile::Adp {
        assert_eq!(again, model, "{}", written.source());
    }

    // another name for a term of the model is not in the plain profile
    if written.source().contains(ALIAS) {
        return;
    }
    let name = NAMES[bytes.iter().map(|byte| usize::from(*byte)).sum::<usize>() % NAMES.len()];
    let renamed = renamed(&written, name);
    assert!(read(&renamed).is_err(), "{}", renamed.source());
}

/// What verification makes of a document, short of its proof.
fn read(document: &Document) -> Result<AgentDescription, String> {
    let said = |error: ModelError| {
        assert!(error.pointer().is_some(), "{error} has no place");
        error.to_string()
    };
    OPTIONS.contexts.named_in(document).map_err(|error| error.to_string())?;
    check_plain(document).map_err(said)?;
    let subject = subject_did(document).map_err(said)?;
    let model = AgentDescription::from_document(document).map_err(said)?;
    assert_eq!(subject.as_deref(), model.did.as_deref());
    Ok(model)
}

/// The document with `name` called [`ALIAS`] wherever it is a term, by a context that defines the alias as the embedded
/// one defines the name.
fn renamed(document: &Document, name: &str) -> Document {
    static TERMS: LazyLock<Json> = LazyLock::new(|| {
        let contexts = Contexts::embedded();
        json::parse(contexts.get(AD).expect("embedded").bytes(), &Limits::default()).expect("strict JSON")
    });
    let definition = match TERMS.get("@context").and_then(|terms| terms.get(name)) {
        Some(definition) => definition.clone(),
        None if name == "scheme" => Json::from(
            [("@id", Json::from("ad:scheme")), ("@language", Json::from(None::<&str>))].into_iter().collect::<Object>(),
        ),
        // by the embedded context's vocabulary
        None => Json::from(format!("https://schema.org/{name}")),
    };
    let mut root = rename(document.root(), name, true);
    let mut entries = match root.get("@context").map(Json::value) {
        Some(Value::Array(entries)) => entries.to_vec(),
        _ => vec![Json::from(AD)],
    };
    entries.push(Json::from([(ALIAS, definition)].into_iter().collect::<Object>()));
    root.insert("@context", entries);
    Document::from_object(root, &limits()).expect("as deep as before")
}

/// `is_node` is false where names are keys: the names of security schemes.
fn rename(object: &Object, name: &str, is_node: bool) -> Object {
    let renamed = |member: &json::Member| {
        let known = member.name().as_str();
        let value = match known {
            // JSON, and what the protocol does not type, has names of its own
            "content" | "@context" if is_node => member.value().clone(),
            // there the scoped context gives `name` another meaning
            "securityDefinitions" if is_node && name == "name" => member.value().clone(),
            _ if is_node && known.contains(':') => member.value().clone(),
            _ => rename_value(member.value(), name, !(is_node && known == "securityDefinitions")),
        };
        (if is_node && known == name { ALIAS.into() } else { member.name().clone() }, value)
    };
    object.iter().map(renamed).collect()
}

fn rename_value(json: &Json, name: &str, is_node: bool) -> Json {
    match json.value() {
        Value::Array(items) => {
            Json::from(items.iter().map(|item| rename_value(item, name, is_node)).collect::<Vec<_>>())
        }
        Value::Object(object) => Json::from(rename(object, name, is_node)),
        _ => json.clone(),
    }
}
