//! The places in a text at which one of a list of texts may begin.

/// The first two bytes of up to 32 texts: a bit for each text.
pub(super) struct Beginnings {
    first: [u32; 256],
    second: [u32; 256],
}

impl Beginnings {
    pub(super) const fn new() -> Self {
        Self { first: [0; 256], second: [0; 256] }
    }

    /// Adds a text of two bytes or more. Texts of the same number share a bit.
    pub(super) const fn add(&mut self, text: &str, number: usize) {
        let bytes = text.as_bytes();
        self.first[bytes[0] as usize] |= 1 << number;
        self.second[bytes[1] as usize] |= 1 << number;
    }

    /// The places at which a text may begin, each with the numbers of these texts.
    pub(super) fn places(&self, bytes: &[u8]) -> impl Iterator<Item = (usize, impl Iterator<Item = usize>)> {
        let mut from = 0;
        std::iter::from_fn(move || {
            // one loop over most bytes, without a call for each
            let mut numbers = 0;
            let mut pairs = bytes.get(from..)?.array_windows();
            let found = pairs.position(|[first, second]: &[u8; 2]| {
                numbers = self.first[usize::from(*first)] & self.second[usize::from(*second)];
                numbers != 0
            })?;
            let at = from + found;
            from = at + 1;
            Some((at, bits(numbers)))
        })
    }
}

/// The numbers of the bits that are set.
fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros();
        set &= set.checked_sub(1)?;
        usize::try_from(lowest).ok()
    })
}

#[cfg(test)]
mod tests {
    use super::Beginnings;

    #[test]
    fn every_place_is_found_with_all_its_texts() {
        let mut beginnings = Beginnings::new();
        for (text, number) in [("ab", 0), ("abc", 31), ("ba", 7)] {
            beginnings.add(text, number);
        }
        let found = |text: &str| -> Vec<(usize, Vec<usize>)> {
            beginnings.places(text.as_bytes()).map(|(at, numbers)| (at, numbers.collect())).collect()
        };
        assert_eq!(found("abab_b"), [(0, vec![0, 31]), (1, vec![7]), (2, vec![0, 31])]);
        assert_eq!((found("a"), found("")), (Vec::new(), Vec::new()));
    }
}
