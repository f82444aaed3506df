//! The `@context` of a DID document.
//!
//! DID documents are read as plain JSON, by member name. That is only right while `@context` does not give DID Core's
//! names another meaning: published contexts do not, inline ones are looked at here; and the document must be JSON-LD, as
//! far as its contexts are embedded.

use super::{Did, DidError, place::Part};
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

/// Refuses a document that is no JSON-LD under its contexts. One whose contexts are not all embedded is not processed.
pub(super) fn process(document: &Document, did: &Did, limits: &Limits) -> Result<(), DidError> {
    let root = Part::root(document);
    let Some(context) = root.member("@context") else { return Ok(()) };
    let mut options = ExpandOptions::with_base(did.as_str());
    options.limits = limits.clone();
    match jsonld::expand(document.json(), &Contexts::embedded(), &options) {
        Err(error) if error.code() != Code::ContextNotEmbedded => Err(DidError::DocumentInvalid {
            place: context.place(),
            found: format!("a `@context` under which the document cannot be processed: {}", error.locate(document)),
            expected: "JSON-LD (DID Core section 6.3); mend the context, or leave it out",
        }),
        _ => Ok(()),
    }
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
