//! Names that a `@context` gives to terms.

use agent_description::{Json, json::Object};

/// How much of a `@context` is looked at.
const MAX_INSPECTED_ALIASES: usize = 512;

/// Whether a document's context gives terms names of its own, so that a member of any name may be any term. Prefixes are no
/// such names: their terms are found behind them.
pub(super) fn makes_aliases(root: &Object) -> bool {
    let Some(context) = root.get("@context") else { return false };
    let mut left = vec![context];
    for _ in 0..MAX_INSPECTED_ALIASES {
        let Some(entry) = left.pop() else { return false };
        left.extend(entry.as_array().into_iter().flatten().take(MAX_INSPECTED_ALIASES));
        for term in entry.as_object().into_iter().flatten() {
            let is_prefix = |iri: &Json| iri.as_str().is_some_and(|iri| iri.ends_with(['#', '/', ':']));
            let is_keyword =
                matches!(term.name().as_str(), "@vocab" | "@base" | "@language" | "@version" | "@direction");
            if !is_keyword && !is_prefix(term.value()) && !is_same_name(term.name(), term.value()) {
                return true;
            }
        }
    }
    true
}

/// Whether a term is defined as an IRI that ends in its own name: `"did": "https://…/did#did"`, `{"@id": "ad:did"}`.
fn is_same_name(term: &str, definition: &Json) -> bool {
    let iri = definition.get("@id").unwrap_or(definition).as_str();
    iri.and_then(|iri| iri.rsplit([':', '#', '/']).next()) == Some(term)
}
