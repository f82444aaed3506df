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
        bytes.array_windows().enumerate().filter_map(|(at, [first, second]): (usize, &[u8; 2])| {
            let numbers = self.first[usize::from(*first)] & self.second[usize::from(*second)];
            (numbers != 0).then(|| (at, (0..32).filter(move |number| numbers >> number & 1 == 1)))
        })
    }
}
