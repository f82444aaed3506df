//! The name that was probably meant, within bounds: a hostile document has many wrong names and many right ones.

/// How often a document is searched for a near name, and among how many.
const SEARCHES: u32 = 100;
const CANDIDATES: usize = 500;
const LONGEST: usize = 80;

/// Finds near names, for the first wrong names of a document.
#[derive(Debug)]
pub(crate) struct Suggestions {
    left: u32,
}

impl Suggestions {
    pub fn new() -> Self {
        Self { left: SEARCHES }
    }

    /// The nearest of these names, if one is near: a third of the letters may be wrong.
    pub fn nearest<'a>(&mut self, name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
        self.left = self.left.checked_sub(1)?;
        if name.len() > LONGEST {
            return None;
        }
        known
            .take(CANDIDATES)
            .filter(|known| known.len() <= LONGEST)
            .map(|known| (strsim::osa_distance(&name.to_lowercase(), &known.to_lowercase()), known))
            .filter(|(distance, known)| *distance <= name.len().min(known.len()) / 3)
            .min_by_key(|(distance, _)| *distance)
            .map(|(_, known)| known)
    }
}
