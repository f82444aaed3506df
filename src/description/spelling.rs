//! What a person probably meant.

use super::vocabulary::SCHEMA_ORG;
use crate::jsonld::Contexts;

/// Longer words are not compared: the distance is quadratic in the length, and nobody mistypes a novel.
const LONGEST: usize = 64;

/// The candidate a person probably meant: at most a third of its characters differ, case aside.
pub(super) fn closest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    nearest(word, candidates, |length| length / 3)
}

/// The term that a member's name probably misspells: stricter than [`closest`], because members may have any name, and
/// schema.org has many.
pub(super) fn misspelled<'a>(name: &str, terms: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let term = nearest(name, terms, |length| if length < 4 { 0 } else { 1 + usize::from(length > 7) })?;
    let contexts = Contexts::embedded();
    let known = contexts.get(SCHEMA_ORG).is_some_and(|context| context.defines(&contexts, name));
    (!known).then_some(term)
}

fn nearest<'a>(
    word: &str,
    candidates: impl Iterator<Item = &'a str>,
    allowed: impl Fn(usize) -> usize,
) -> Option<&'a str> {
    if word.len() > LONGEST {
        return None;
    }
    let folded = word.to_lowercase();
    candidates
        .filter(|candidate| candidate.len() <= LONGEST && *candidate != word)
        .map(|candidate| {
            let other = candidate.to_lowercase();
            let length = other.chars().count().max(folded.chars().count());
            (strsim::osa_distance(&folded, &other), length, candidate)
        })
        .filter(|(distance, length, _)| *distance <= allowed(*length))
        .min_by_key(|(distance, ..)| *distance)
        .map(|(.., candidate)| candidate)
}

/// An IRI's last segment: the name that a document writes behind a prefix.
pub(super) fn local_name(iri: &str) -> &str {
    iri.rsplit(['#', '/', ':']).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{closest, misspelled};

    #[test]
    fn did_you_mean() {
        let protocols = ["YAML", "JSON-RPC 2.0", "openrpc", "MCP", "WebRTC"];
        for (written, meant) in [
            ("json-rpc 2.0", Some("JSON-RPC 2.0")),
            ("JSONRPC 2.0", Some("JSON-RPC 2.0")),
            ("yml", Some("YAML")),
            ("MPC", Some("MCP")),
            ("gRPC", None),
            (&"x".repeat(100), None),
        ] {
            assert_eq!(closest(written, protocols.into_iter()), meant, "{written}");
        }
    }

    #[test]
    fn members_are_misspelled_only_where_they_are_no_terms() {
        let terms = ["name", "description", "version", "url", "Infomations", "interfaces", "in"];
        for (written, meant) in [
            ("desciption", Some("description")),
            ("descrpition", Some("description")),
            ("Name", Some("name")),
            ("naem", Some("name")),
            ("Informations", Some("Infomations")),
            ("interface", Some("interfaces")),
            // a term of schema.org
            ("game", None),
            ("vision", None),
            ("uri", None),
            ("id", None),
            ("somethingElse", None),
        ] {
            assert_eq!(misspelled(written, terms.into_iter()), meant, "{written}");
        }
    }
}
