//! The `@context` of a DID document.
//!
//! DID documents are read as plain JSON, by member name. That is only right while `@context` does not give DID Core's
//! names another meaning: published contexts do not, inline ones are looked at here; and the document must be JSON-LD, as
//! far as its contexts are embedded.

use super::{Diagnostic, Did, DidError, error::shortened, place::Part};
use crate::{
    Code, Fault, Limits,
    json::Document,
    jsonld::{self, Contexts, ExpandOptions},
};

/// The terms of DID Core's context, with `serviceEndpoint`, which it scopes to `service`.
const CORE_TERMS: [&str; 13] = [
    "id",
    "type",
    "alsoKnownAs",
    "assertionMethod",
    "authentication",
    "capabilityDelegation",
    "capabilityInvocation",
    "controller",
    "keyAgreement",
    "proof",
    "service",
    "serviceEndpoint",
    "verificationMethod",
];

/// Refuses a `@context` that would make a JSON-LD reader see another document than a reader of member names.
pub(super) fn check(root: &Part<'_>) -> Result<(), DidError> {
    let Some(context) = root.member("@context") else { return Ok(()) };
    match context.items() {
        Some(mut items) => items.try_for_each(|item| check_one(&item)),
        None => check_one(&context),
    }
}

/// Refuses a document that is no JSON-LD under its contexts. One whose contexts are not all embedded is not processed;
/// the answer names those.
pub(super) fn process(document: &Document, did: &Did, limits: &Limits) -> Result<Vec<Diagnostic>, DidError> {
    let root = Part::root(document);
    let Some(context) = root.member("@context") else { return Ok(Vec::new()) };
    let mut options = ExpandOptions::with_base(did.as_str());
    options.limits = limits.clone();
    match jsonld::expand(document.json(), &Contexts::embedded(), &options) {
        Err(error) if error.code() == Code::ContextNotEmbedded => Ok(not_embedded(&context)),
        Err(error) => Err(DidError::DocumentInvalid {
            place: context.place(),
            found: format!("a `@context` under which the document cannot be processed: {}", error.locate(document)),
            expected: "JSON-LD (DID Core section 6.3); mend the context, or leave it out",
        }),
        Ok(_) => Ok(Vec::new()),
    }
}

/// A warning for each context of the root that is not embedded, or one for all where they are further down.
fn not_embedded(context: &Part<'_>) -> Vec<Diagnostic> {
    let embedded = Contexts::embedded();
    let unknown = |part: &Part<'_>| match part.json().as_str() {
        Some(iri) if embedded.get(iri).is_none() => Some(Diagnostic {
            code: Code::ContextNotEmbedded,
            place: part.place(),
            message: format!(
                "the context {:?} is not embedded: the document was read by member name, not checked as JSON-LD",
                shortened(iri)
            ),
        }),
        _ => None,
    };
    let found: Vec<Diagnostic> = match context.items() {
        Some(items) => items.filter_map(|item| unknown(&item)).collect(),
        None => unknown(context).into_iter().collect(),
    };
    if !found.is_empty() {
        return found;
    }
    let message = "a context inside the document is not embedded: it was read by member name, not checked as JSON-LD";
    vec![Diagnostic { code: Code::ContextNotEmbedded, place: context.place(), message: message.to_owned() }]
}

fn check_one(context: &Part<'_>) -> Result<(), DidError> {
    if context.json().as_str().is_some() {
        return Ok(());
    }
    let inline = context.object("the IRI of a context, or an inline context")?;
    for member in inline {
        let name = member.name().as_str();
        if CORE_TERMS.contains(&name) || matches!(name, "@base" | "@import") {
            return Err(DidError::DocumentInvalid {
                place: context.place(),
                found: format!("an inline context that redefines `{name}`"),
                expected: "DID Core's terms with their own meaning; take the entry out",
            });
        }
    }
    Ok(())
}
