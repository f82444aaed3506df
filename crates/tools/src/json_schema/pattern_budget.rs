//! The work and memory of the regular expressions of one document.

/// What the patterns of one document may still cost, in bytes of compiled patterns. Each byte takes at most about 30 ns.
#[derive(Debug)]
pub struct PatternBudget(usize);

impl PatternBudget {
    /// The budget of a document, in bytes.
    pub const MAX_BYTES: usize = 24 << 20;

    /// The whole budget.
    #[must_use]
    pub fn for_document() -> Self {
        Self(Self::MAX_BYTES)
    }

    /// A spent budget.
    #[cfg(feature = "json-schema")]
    pub(super) fn spent() -> Self {
        Self(0)
    }

    /// Charges a pattern before it is compiled to at most so many bytes; `None` if the budget does not cover it. Then it
    /// covers no other pattern either.
    pub fn charge(&mut self, pattern: &str, max_compiled_bytes: usize) -> Option<()> {
        self.charge_bytes(reading_bytes(pattern).saturating_add(max_compiled_bytes))
    }

    /// Charges patterns by their [`schema_pattern_bytes`].
    pub(super) fn charge_bytes(&mut self, bytes: usize) -> Option<()> {
        self.0 = self.0.saturating_sub(bytes);
        (bytes == 0 || self.0 > 0).then_some(())
    }
}

/// What reading a pattern costs. A class that is not ASCII has hundreds of ranges, and to fold one of the whole of Unicode
/// takes milliseconds.
fn reading_bytes(pattern: &str) -> usize {
    const CLASS_BYTES: usize = 512;
    const FOLDED_BYTES: usize = 128 << 10;
    let folds = |flags: &str| flags.chars().take_while(char::is_ascii_alphabetic).any(|flag| flag == 'i');
    let is_escape = |rest: &&str| rest.starts_with(|first: char| first.is_ascii_alphanumeric());
    let escapes = pattern.split('\\').skip(1).filter(is_escape).count();
    let classes = if pattern.split("(?").skip(1).any(folds) && (escapes > 0 || !pattern.is_ascii()) {
        let brackets: usize = ["[", "&&", "--", "~~"].iter().map(|mark| pattern.matches(mark).count()).sum();
        (escapes + brackets).saturating_mul(FOLDED_BYTES)
    } else {
        escapes.saturating_mul(CLASS_BYTES)
    };
    pattern.len().saturating_mul(16).saturating_add(classes)
}

/// Maximum size of a compiled pattern of a schema, in bytes.
pub(super) const MAX_SCHEMA_PATTERN_BYTES: usize = 128 << 10;

/// What a pattern of a schema costs: to read it, and its size when it is compiled, which is estimated.
pub(super) fn schema_pattern_bytes(pattern: &str) -> usize {
    let mut groups = Vec::new();
    // what is complete, and the last atom, which may still be repeated
    let (mut sum, mut last) = (0_usize, 0_usize);
    let mut letters = pattern.chars();
    while let Some(letter) = letters.next() {
        if letter == '{' {
            let bounds = letters.as_str().split('}').next().unwrap_or_default();
            let most = bounds.split(',').filter_map(|bound| bound.parse::<usize>().ok()).max();
            last = last.saturating_mul(most.unwrap_or(1));
            continue;
        }
        sum = sum.saturating_add(last);
        last = match letter {
            '\\' => letters.next().map_or(0, class_bytes),
            '.' | '^' => class_bytes('S'),
            '(' => {
                groups.push(std::mem::take(&mut sum));
                0
            }
            ')' => std::mem::replace(&mut sum, groups.pop().unwrap_or_default()),
            ascii if ascii.is_ascii() => 32,
            _ => 256,
        };
    }
    let compiled = groups.into_iter().fold(sum.saturating_add(last), usize::saturating_add);
    compiled.min(MAX_SCHEMA_PATTERN_BYTES).saturating_add(reading_bytes(pattern))
}

/// The size of the class of an escaped letter.
fn class_bytes(escaped: char) -> usize {
    match escaped {
        'p' | 'P' => 64 << 10,
        'D' | 'S' | 'W' => 2 << 10,
        _ => 256,
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_SCHEMA_PATTERN_BYTES, PatternBudget, reading_bytes, schema_pattern_bytes};

    #[test]
    fn repetitions_multiply_what_they_repeat() {
        let uuid = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$";
        let [one, uuid] = ["^[a-z]+$", uuid].map(schema_pattern_bytes);
        assert!(one < 4 << 10 && uuid < 16 << 10, "{one} {uuid}");
        for nested in ["((a{19}){19}){19}", "(x(a{99}){99}", "a{3,9999}", r"\p{L}{2}\p{L}"] {
            assert!(schema_pattern_bytes(nested) > MAX_SCHEMA_PATTERN_BYTES * 7 / 10, "{nested}");
        }
    }

    #[test]
    fn a_folded_class_costs_a_thousand_letters() {
        for folded in [r"(?i)\p{L}", r"(?-s:a(?mi:\w))", "(?i)[¡-𐀀]", r"(?i)[\x{a1}-\x{10000}]"] {
            assert!(reading_bytes(folded) > 128 << 10, "{folded}");
        }
        for plain in [r"\p{L}", "(?i)[a-z]", "(?<i>[¡-𐀀])", "(?:i)[¡-𐀀]", r"[\w--[a&&b]]"] {
            assert!(reading_bytes(plain) < 2 << 10, "{plain}");
        }
    }

    #[test]
    fn after_the_first_pattern_beyond_the_budget_nothing_is_covered() {
        let mut budget = PatternBudget::for_document();
        assert!(budget.charge("a", PatternBudget::MAX_BYTES / 2).is_some());
        assert!(budget.charge("a", PatternBudget::MAX_BYTES).is_none() && budget.charge("a", 1).is_none());
    }
}
