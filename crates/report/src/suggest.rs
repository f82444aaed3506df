//! Spelling suggestions: the known name that is closest to an unknown one.

use super::members::folded;

/// Maximum length of a compared name: the edit distance takes quadratic time.
const MAX_NAME_CHARS: usize = 64;

/// Minimum cost of a candidate, in cells of the distance table.
const FOLDING: usize = 16;

/// Suggestions for a document with any number of unknown and known names: after a work limit, there are no more
/// suggestions.
#[derive(Debug)]
pub struct Suggestions {
    /// The remaining work, in cells of the distance tables.
    left: u32,
}

impl Default for Suggestions {
    fn default() -> Self {
        Self { left: 4_000_000 }
    }
}

/// The closest candidate: up to a quarter of its letters may differ, ignoring case, `_` and `-`, or two neighboring
/// letters may be swapped.
///
/// For the few candidates of a format's own tables; use [`Suggestions`] for candidates from a document.
#[must_use]
pub fn closest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    Suggestions { left: u32::MAX }.closest(word, candidates)
}

impl Suggestions {
    /// Same for candidates from a document.
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

/// Whether two words of at least three letters with distance one differ by a swap of neighbors.
fn is_swapped(one: &str, other: &str) -> bool {
    let changed = one.chars().zip(other.chars()).filter(|(letter, other)| letter != other).count();
    one.len() == other.len() && one.len() > 2 && changed == 2
}
