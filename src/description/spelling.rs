//! What a person probably meant.

use super::vocabulary::SCHEMA_ORG;
use crate::jsonld::Contexts;

/// Longer words are not compared: the distance is quadratic in the length, and nobody mistypes a novel.
const LONGEST: usize = 64;

/// What is left of the work that a document may make of suggestions, in cells of the tables of distances: where there is
/// none left, nothing is suggested.
#[derive(Debug)]
pub(super) struct Budget(u32);

impl Default for Budget {
    fn default() -> Self {
        Self(4_000_000)
    }
}

impl Budget {
    fn take(&mut self, cells: usize) -> Option<()> {
        self.0 = self.0.checked_sub(u32::try_from(cells).ok()?)?;
        Some(())
    }
}

/// The candidate a person probably meant: at most a third of its characters differ, case aside.
///
/// For the few candidates of this crate's own tables. For those that a document names, see [`closest_within`].
pub(super) fn closest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    nearest(word, candidates, |length| length / 3, &mut Budget(u32::MAX))
}

/// The same among candidates that a document names, which are as many as its author likes.
pub(super) fn closest_within<'a>(
    word: &str,
    candidates: impl Iterator<Item = &'a str>,
    budget: &mut Budget,
) -> Option<&'a str> {
    nearest(word, candidates, |length| length / 3, budget)
}

/// The term that a member's name probably misspells: stricter than [`closest`], because members may have any name, and
/// schema.org has many.
pub(crate) fn misspelled<'a>(name: &str, terms: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = |length| if length < 4 { 0 } else { 1 + usize::from(length > 7) };
    let term = nearest(name, terms, allowed, &mut Budget(u32::MAX))?;
    let contexts = Contexts::embedded();
    let known = contexts.get(SCHEMA_ORG).is_some_and(|context| context.defines(&contexts, name));
    (!known).then_some(term)
}

/// Words that people write for a term.
const OTHER_WORDS: [(&str, &str); 10] = [
    ("amount", "price"),
    ("cost", "price"),
    ("currency", "priceCurrency"),
    ("endpoint", "url"),
    ("href", "url"),
    ("link", "url"),
    ("title", "name"),
    ("uri", "url"),
    ("summary", "description"),
    ("vendor", "owner"),
];

/// The missing term that a member's name is another word for.
pub(super) fn other_word<'a>(name: &str, mut terms: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let (_, meant) = OTHER_WORDS.into_iter().find(|(word, _)| word.eq_ignore_ascii_case(name))?;
    terms.find(|term| *term == meant)
}

fn nearest<'a>(
    word: &str,
    candidates: impl Iterator<Item = &'a str>,
    allowed: impl Fn(usize) -> usize,
    budget: &mut Budget,
) -> Option<&'a str> {
    if word.len() > LONGEST {
        return None;
    }
    let folded = word.to_lowercase();
    let word_length = folded.chars().count();
    let mut nearest: Option<(usize, &str)> = None;
    for candidate in candidates {
        budget.take(FOLDING)?;
        if candidate.len() > LONGEST || candidate == word {
            continue;
        }
        let other = candidate.to_lowercase();
        let other_length = other.chars().count();
        let allowed = allowed(word_length.max(other_length));
        // the distance is at least the difference of the lengths
        if word_length.abs_diff(other_length) > allowed {
            continue;
        }
        budget.take(word_length * other_length)?;
        let distance = strsim::osa_distance(&folded, &other);
        if distance <= allowed && nearest.is_none_or(|(least, _)| distance < least) {
            nearest = Some((distance, candidate));
        }
    }
    nearest.map(|(_, candidate)| candidate)
}

/// What it costs to look at a candidate at all, in cells.
const FOLDING: usize = 16;

/// An IRI's last segment: the name that a document writes behind a prefix.
pub(super) fn local_name(iri: &str) -> &str {
    let before = iri.bytes().rposition(|byte| matches!(byte, b'#' | b'/' | b':'));
    before.map_or(iri, |at| iri.get(at + 1..).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::{Budget, closest, closest_within, misspelled};

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
        // what is right has no better spelling; of two that are as near the first is named
        assert_eq!(closest("YAML", ["YAML"].into_iter()), None);
        assert_eq!(closest("abcz", ["xbcd", "abcx", "abcy"].into_iter()), Some("abcx"));
        // up to 64 bytes, on both sides
        let (long, longer) = ("x".repeat(64), "x".repeat(65));
        assert_eq!(closest(&format!("{}y", &long[1..]), [long.as_str()].into_iter()), Some(long.as_str()));
        assert_eq!(closest(&longer, [long.as_str()].into_iter()), None);
        assert_eq!(closest(&long, [longer.as_str()].into_iter()), None);
    }

    #[test]
    fn a_document_buys_no_more_than_its_budget() {
        let names: Vec<String> = (0..10_000).map(|n| format!("scheme-{n:04}")).collect();
        let mut budget = Budget::default();
        let mut found = 0;
        for _ in 0..10 {
            found +=
                usize::from(closest_within("scheme_0001", names.iter().map(String::as_str), &mut budget).is_some());
        }
        // a hundred thousand distances of 121 cells were asked for, four million cells are computed
        assert_eq!((found, budget.0 < 200), (2, true), "{budget:?}");
        assert_eq!(closest_within("scheme_0001", ["scheme-0001"].into_iter(), &mut budget), None);
        // long names cost nothing but a look
        let mut budget = Budget(1000);
        assert_eq!(closest_within("x", ["y".repeat(64).as_str()].into_iter(), &mut budget), None);
        assert_eq!(budget.0, 1000 - 16);
    }

    #[test]
    fn members_are_misspelled_only_where_they_are_no_terms() {
        let terms = ["name", "description", "version", "url", "Infomations", "interfaces", "in"];
        for (written, meant) in [
            ("desciption", Some("description")),
            ("descrpition", Some("description")),
            ("Name", Some("name")),
            ("naem", Some("name")),
            // two letters in a long name, one in a short one
            ("intrfacs", Some("interfaces")),
            ("nmae2", None),
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
