//! What a person probably meant: the known name that is closest to one that is not known.

use super::members::folded;

/// Longer names are not compared: the distance is quadratic in the length, and nobody mistypes a novel.
const MAX_NAME_CHARS: usize = 64;

/// What it costs to look at a candidate at all, in cells of the table of distances.
const FOLDING: usize = 16;

/// Suggestions for a document, which may have as many wrong names, and as many right ones, as its author likes: if it has had its
/// share of work, nothing more is suggested.
#[derive(Debug)]
pub struct Suggestions {
    /// What is left of the work, in cells of the tables of distances.
    left: u32,
}

impl Default for Suggestions {
    fn default() -> Self {
        Self { left: 4_000_000 }
    }
}

/// The candidate that a person probably meant: a quarter of its letters may differ, case, `_` and `-` aside, or two neighbours have
/// changed places.
///
/// For the few candidates of a format's own tables; [`Suggestions`] are for those that a document names.
#[must_use]
pub fn closest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    Suggestions { left: u32::MAX }.closest(word, candidates)
}

impl Suggestions {
    /// The same among candidates that a document names.
    pub fn closest<'a>(&mut self, word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
        if word.len() > MAX_NAME_CHARS {
            return None;
        }
        let word_folded: String = folded(word).collect();
        let length = word_folded.chars().count();
        let mut closest: Option<(usize, &str)> = None;
        for candidate in candidates {
            self.take(FOLDING)?;
            if candidate.len() > MAX_NAME_CHARS || candidate == word {
                continue;
            }
            let other: String = folded(candidate).collect();
            let other_length = other.chars().count();
            let allowed = length.max(other_length) / 4;
            // the distance is at least the difference of the lengths
            if length.abs_diff(other_length) > allowed {
                continue;
            }
            self.take(length * other_length)?;
            let distance = strsim::osa_distance(&word_folded, &other);
            let is_near = distance <= allowed || distance == 1 && is_swapped(&word_folded, &other);
            if is_near && closest.is_none_or(|(least, _)| distance < least) {
                closest = Some((distance, candidate));
            }
        }
        closest.map(|(_, candidate)| candidate)
    }

    fn take(&mut self, cells: usize) -> Option<()> {
        self.left = self.left.checked_sub(u32::try_from(cells).ok()?)?;
        Some(())
    }
}

/// Whether words of three letters or more that differ in one step differ in two neighbours that have changed places.
fn is_swapped(one: &str, other: &str) -> bool {
    let changed = one.chars().zip(other.chars()).filter(|(letter, other)| letter != other).count();
    one.len() == other.len() && one.len() > 2 && changed == 2
}

#[cfg(test)]
mod tests {
    use super::{Suggestions, closest};

    #[test]
    fn did_you_mean() {
        let protocols = ["YAML", "JSON-RPC 2.0", "openrpc", "MCP", "WebRTC", "documentationUrl"];
        for (written, meant) in [
            ("json-rpc 2.0", Some("JSON-RPC 2.0")),
            ("JSONRPC 2.0", Some("JSON-RPC 2.0")),
            ("yml", Some("YAML")),
            ("MPC", Some("MCP")),
            ("MCQ", None),
            ("gRPC", None),
            ("documentation_url", Some("documentationUrl")),
            ("documantatonUrl", Some("documentationUrl")),
            ("", None),
            (&"x".repeat(100), None),
        ] {
            assert_eq!(closest(written, protocols), meant, "{written}");
        }
        // what is right has no better spelling; of two that are as near the first is named
        assert_eq!(closest("YAML", ["YAML"]), None);
        assert_eq!(closest("abcz", ["xbcd", "abcx", "abcy"]), Some("abcx"));
        // up to 64 bytes, on both sides
        let (long, longer) = ("x".repeat(64), "x".repeat(65));
        assert_eq!(closest(&format!("{}y", &long[1..]), [long.as_str()]), Some(long.as_str()));
        assert_eq!(closest(&longer, [long.as_str()]), None);
        assert_eq!(closest(&long, [longer.as_str()]), None);
    }

    #[test]
    fn a_document_buys_no_more_than_its_budget() {
        let names: Vec<String> = (0..10_000).map(|n| format!("scheme-{n:04}")).collect();
        let mut suggestions = Suggestions::default();
        let mut found = 0;
        for _ in 0..10 {
            found += usize::from(suggestions.closest("scheme_1", names.iter().map(String::as_str)).is_some());
            found += usize::from(suggestions.closest("scheme_0001x", names.iter().map(String::as_str)).is_some());
        }
        // two hundred thousand distances of 70 or more cells were asked for, four million cells are computed
        assert!((1..5).contains(&found) && suggestions.left < 200, "{found}, {suggestions:?}");
        assert_eq!(suggestions.closest("scheme_0001x", ["scheme-0001"]), None);
        // long names cost nothing but a look
        let mut suggestions = Suggestions { left: 1000 };
        assert_eq!(suggestions.closest("x", ["y".repeat(64).as_str()]), None);
        assert_eq!(suggestions.left, 1000 - 16);
    }
}
