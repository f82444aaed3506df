//! What changed between two documents of one format, and for whom: callers (`breaking`), models (`text`), nobody (`cosmetic`).
//!
//! What members mean, a format says: [`Format::members`]. Arrays are matched by the key of their items, so that order is cosmetic.
//!
//! ```
//! use adp_cards::{A2A_CARD, diff::{Class, diff}};
//! use agent_description::{Document, Limits};
//!
//! let card = |text: &str| Document::parse(text.as_bytes(), &Limits::default());
//! let old = card(r#"{"skills": [{"id": "book", "description": "Books a room."}]}"#)?;
//! let new = card(r#"{"skills": [{"id": "book", "description": "Books a room. Ask for the card number."}]}"#)?;
//! let changes = diff(A2A_CARD, &old, &new)?;
//! assert!(!changes.is_breaking());
//! let found: Vec<_> = changes.iter().map(|change| (change.pointer.as_str(), change.class(), change.rule.id)).collect();
//! assert_eq!(found, [("/skills/0/description", Class::Text, "diff-text")]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod aliases;
mod change;
mod lists;
mod path;
mod schema;
mod walk;
mod words;

pub use agent_description::diagnostic::change::{self as rules, ChangeRule, Class};
pub use change::{Change, Changes};
pub(crate) use lists::key_of;

use agent_description::{
    Code, CodedError, Document,
    diagnostic::members::Table,
    format::{Format, NotOffered},
};

/// What the members of a format mean.
pub(crate) fn table(format: &dyn Format) -> Result<&'static Table, NotOffered> {
    format.members().ok_or(NotOffered { format: format.name(), verb: "compared" })
}

/// Two documents that are of no common format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the old document is {old}, the new one is {new}; expected two documents of one format")]
pub struct FormatsDiffer {
    /// The formats of the one, joined by `and`.
    pub old: String,
    /// Those of the other.
    pub new: String,
}

impl CodedError for FormatsDiffer {
    fn code(&self) -> Code {
        Code::DOCUMENT_SHAPE
    }
}

/// The first format that two documents are both of.
///
/// # Errors
/// [`FormatsDiffer`]
pub fn common<'f>(old: &[&'f dyn Format], new: &[&'f dyn Format]) -> Result<&'f dyn Format, FormatsDiffer> {
    let names = |formats: &[&dyn Format]| formats.iter().map(|format| format.name()).collect::<Vec<_>>().join(" and ");
    let common = old.iter().copied().find(|format| new.contains(format));
    common.ok_or_else(|| FormatsDiffer { old: names(old), new: names(new) })
}

/// The changes from an old document to a new one of the same format, in time and memory linear in both.
///
/// # Errors
/// [`NotOffered`] for a format whose members have no meaning here.
pub fn diff(format: &dyn Format, old: &Document, new: &Document) -> Result<Changes, NotOffered> {
    Ok(walk::compare(table(format)?, old, new))
}
