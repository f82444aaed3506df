//! The vectors themselves, by area. What each expects is written here by hand, never taken from what the library says.

mod did;
mod jcs;
mod json;
mod key;
mod suite;

use super::format::Vector;

/// A vector and its file's name, without extension.
#[derive(Clone, Debug)]
pub struct Case {
    /// `area/fault`
    pub name: String,
    /// The vector.
    pub vector: Vector,
}

/// Everything that the folder holds, beside its README.
#[derive(Debug, Default)]
pub struct All {
    /// The vectors.
    pub vectors: Vec<Case>,
    /// Other files that vectors name, by path.
    pub files: Vec<(String, Vec<u8>)>,
}

/// Why a vector cannot be made.
#[derive(Debug, thiserror::Error)]
#[error("{what}: {reason}")]
pub struct CannotMake {
    what: String,
    reason: String,
}

/// All cases.
///
/// # Errors
/// [`CannotMake`] if the library refuses what a vector is made of.
pub fn all() -> Result<All, CannotMake> {
    let mut all = All::default();
    json::add(&mut all);
    jcs::add(&mut all);
    did::add(&mut all);
    key::add(&mut all);
    suite::add(&mut all);
    Ok(all)
}

impl All {
    /// Adds a vector.
    fn push(&mut self, name: impl Into<String>, vector: Vector) {
        self.vectors.push(Case { name: name.into(), vector });
    }
}
