//! The kinds of vectors: each an operation, the headers that are its inputs, and our code for it.

mod text;

use super::{
    answer::{Answer, CannotAnswer},
    format::Vector,
};
use std::path::Path;

/// A kind of vector.
#[derive(Debug)]
pub struct Kind {
    /// As the header `kind` names it.
    pub name: &'static str,
    /// The headers it takes, beside those of all vectors.
    pub headers: &'static [&'static str],
    /// Runs a vector of this kind through the library.
    pub answer: fn(&Vector, &Path) -> Result<Answer, CannotAnswer>,
}

/// Every kind, as `vectors/README.md` describes them.
pub const ALL: &[Kind] = &[
    Kind { name: "json", headers: &[], answer: text::json },
    Kind { name: "document", headers: &[], answer: text::document },
    Kind { name: "jcs", headers: &[], answer: text::jcs },
    Kind { name: "did", headers: &[], answer: text::did },
    Kind { name: "did-url", headers: &[], answer: text::did_url },
];

/// The kind of that name.
pub fn find(name: &str) -> Option<&'static Kind> {
    ALL.iter().find(|kind| kind.name == name)
}
