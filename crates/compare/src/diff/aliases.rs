//! Aliases for terms in a `@context`.

use agent_description::{Json, diagnostic::members::local_name, json::Object};

/// Maximum number of context entries to read.
const MAX_INSPECTED_ALIASES: usize = 512;

/// Whether a context defines custom names for terms, so that any member could be any term. Prefixes are not aliases.
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

/// Whether a term is defined as an IRI that ends in its own name, such as `"did": "https://…/did#did"` or
/// `{"@id": "ad:did"}`.
fn is_same_name(term: &str, definition: &Json) -> bool {
    let iri = definition.get("@id").unwrap_or(definition).as_str();
    iri.map(local_name) == Some(term)
}
