//! Expansion beside the `json-ld` crate's: for the tests and for fuzzing.
//!
//! That crate recurses without a bound: call it where the stack is large enough ([`on_a_large_stack`]).
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

pub mod differences;
pub mod documents;

use agent_description::{
    Fault, Json, Limits,
    json::{self, Object, Value},
    jsonld::{Contexts, ExpandOptions, expand},
};
use json_ld::{
    IriBuf, JsonLdProcessor, NoLoader, RemoteDocument,
    syntax::{IntoJsonWithContext, Parse, Print},
};

pub const BASE: &str = "https://example.com/folder/document";

pub fn on_a_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(256 << 20).spawn_scoped(scope, work).unwrap();
        match thread.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// What comes of expanding a document twice.
pub enum Outcome {
    Agreed,
    /// Refused by both; a document with two faults for either.
    Refused,
    /// A difference that `differences` explains.
    Known,
    /// What both say.
    Different(String),
}

pub fn compare(text: &str) -> Outcome {
    match (ours(text), other(text)) {
        (Ok(ours), Ok(theirs)) if settled_document(&ours) == settled_document(&theirs) => Outcome::Agreed,
        (Err(_), Err(_)) => Outcome::Refused,
        (ours, theirs) if differences::is_known(text, &ours, &theirs) => Outcome::Known,
        (ours, theirs) => {
            let show = |result: Result<Json, String>| match result {
                Ok(json) => settled_document(&json).to_compact(),
                Err(code) => code,
            };
            Outcome::Different(format!("{text}\n  ours   {}\n  theirs {}", show(ours), show(theirs)))
        }
    }
}

/// What the `json-ld` crate makes of a document: the expanded form or an error code.
pub fn other(text: &str) -> Result<Json, String> {
    let (value, _) = json_ld::syntax::Value::parse_str(text).unwrap();
    let document = RemoteDocument::new(Some(IriBuf::new(BASE.to_owned()).unwrap()), None, value);
    let vocabulary = json_ld::rdf_types::vocabulary::no_vocabulary_mut();
    let expanded =
        futures_executor::block_on(document.expand_full(vocabulary, &NoLoader, json_ld::Options::default(), ()));
    let expanded = expanded.map_err(|error| error.code().as_str().replace(' ', "-"))?;
    let text = IntoJsonWithContext::into_json_with(expanded.into_objects(), &()).compact_print().to_string();
    let mut limits = Limits::default();
    limits.depth = Limits::MAX_DEPTH;
    Ok(json::parse(text.as_bytes(), &limits).unwrap())
}

pub fn ours(text: &str) -> Result<Json, String> {
    let json = json::parse(text.as_bytes(), &Limits::default()).unwrap();
    match expand(&json, &Contexts::none(), &ExpandOptions::with_base(BASE)) {
        Ok(expanded) => Ok(expanded.into_json()),
        Err(error) => Err(error.code().to_string()),
    }
}

pub fn object(members: impl IntoIterator<Item = (String, Json)>) -> Json {
    Json::from(members.into_iter().collect::<Object>())
}

/// A form in which arrays are sorted where order means nothing.
pub fn settled(json: &Json, ordered: bool) -> Json {
    match json.value() {
        Value::Array(items) => {
            let mut items: Vec<Json> = items.iter().map(|item| settled(item, false)).collect();
            if !ordered {
                items.sort_by_key(Json::to_compact);
            }
            Json::from(items)
        }
        Value::Object(object) => {
            let mut members: Vec<(String, Json)> = object
                .iter()
                .filter(|member| member.name().as_str() != "@type" || member.value().as_array() != Some(&[]))
                // an empty `@reverse`, or a property without values in it: a difference of its own below
                .filter(|member| member.name().as_str() != "@reverse" || !is_empty_reverse(member.value()))
                .map(|member| match member.name().as_str() {
                    "@reverse" => ("@reverse".to_owned(), settled(&without_empty(member.value()), false)),
                    "@value" => ("@value".to_owned(), member.value().clone()),
                    name => (name.to_owned(), settled(member.value(), name == "@list")),
                })
                .collect();
            members.sort_by(|a, b| a.0.cmp(&b.0));
            self::object(members)
        }
        _ => json.clone(),
    }
}

pub fn without_empty(reverse: &Json) -> Json {
    let members = reverse.as_object().unwrap().iter().filter(|member| member.value().as_array() != Some(&[]));
    object(members.map(|member| (member.name().to_string(), member.value().clone())))
}

pub fn is_empty_reverse(reverse: &Json) -> bool {
    without_empty(reverse).as_object().unwrap().is_empty()
}

/// The top level of `json-ld`'s result is a set.
pub fn settled_document(json: &Json) -> Json {
    let mut items = settled(json, false).as_array().unwrap().to_vec();
    items.dedup();
    Json::from(items)
}

/// Members by name.
pub fn sort(json: &Json) -> Json {
    match json.value() {
        Value::Array(items) => Json::from(items.iter().map(sort).collect::<Vec<_>>()),
        Value::Object(members) => {
            let mut members: Vec<_> =
                members.iter().map(|member| (member.name().to_string(), sort(member.value()))).collect();
            members.sort_by(|a, b| a.0.cmp(&b.0));
            object(members)
        }
        _ => json.clone(),
    }
}
