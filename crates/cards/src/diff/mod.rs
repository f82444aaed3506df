//! Compares two documents of one format. Changes affect callers (`breaking`), models (`text`) or neither (`cosmetic`).
//!
//! The format defines the meaning of members ([`Format::members`]). Array items are matched by key, so that their order is cosmetic.
//!
//! ```rust
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
mod schema;
mod sets;
mod walk;
mod words;

pub use agent_description::diagnostic::change::{self as rules, ChangeRule, Class};
pub use change::{Change, Changes};
pub(crate) use lists::key_of;
pub(crate) use walk::became;

use agent_description::{
    Code, CodedError, Document,
    diagnostic::members::Table,
    format::{Format, NotOffered},
};

/// The meaning of a format's members.
pub(crate) fn table(format: &dyn Format) -> Result<&'static Table, NotOffered> {
    format.members().ok_or(NotOffered { format: format.name(), verb: "compared" })
}

/// Two documents have no common format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the old document is {old}, the new one is {new}; expected two documents of one format")]
pub struct FormatsDiffer {
    /// The formats of the old document, joined by `and`.
    pub old: String,
    /// The formats of the new document.
    pub new: String,
}

impl CodedError for FormatsDiffer {
    fn code(&self) -> Code {
        Code::DOCUMENT_SHAPE
    }
}

/// The first format that both documents have.
///
/// # Errors
///
/// [`FormatsDiffer`]
pub fn common<'f>(old: &[&'f dyn Format], new: &[&'f dyn Format]) -> Result<&'f dyn Format, FormatsDiffer> {
    let names = |formats: &[&dyn Format]| formats.iter().map(|format| format.name()).collect::<Vec<_>>().join(" and ");
    let common = old.iter().copied().find(|format| new.contains(format));
    common.ok_or_else(|| FormatsDiffer { old: names(old), new: names(new) })
}

/// Compares an old and a new document of the same format. Takes linear time and memory.
///
/// # Errors
///
/// [`NotOffered`] for a format without defined meanings.
pub fn diff(format: &dyn Format, old: &Document, new: &Document) -> Result<Changes, NotOffered> {
    Ok(walk::compare(table(format)?, old, new))
}
