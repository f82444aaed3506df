//! Compares two documents of one format. Changes affect callers (`breaking`), models (`text`) or neither (`cosmetic`).
//!
//! The format defines the meaning of members ([`Format::members`]). Array items are matched by key, so that their order is cosmetic.
//!
//! ```rust
//! use adp_cards::A2A_CARD;
//! use adp_compare::diff::{Class, diff};
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
mod signers;
mod walk;
mod words;

pub use agent_description::diagnostic::change::{self as rules, ChangeRule, Class};
pub use change::{Change, Changes};
pub(crate) use lists::key_of;
pub(crate) use walk::became;

use agent_description::{
    Code, CodedError, Document,
    diagnostic::members::Table,
    format::{self, Format, Formats, NotOffered},
};

/// The meaning of a format's members.
pub(crate) fn table(format: &dyn Format) -> Result<&'static Table, NotOffered> {
    format.members().ok_or(NotOffered { format: format.name(), verb: "compared" })
}

/// Whether the members of two formats have the same meaning, such as those of catalogs before and after they are signed.
fn mean_the_same(one: &dyn Format, other: &dyn Format) -> bool {
    let have_one_table = || one.members().zip(other.members()).is_some_and(|(one, other)| std::ptr::eq(one, other));
    // descriptions of two versions name the same things differently
    one == other || !one.is_description() && have_one_table()
}

/// Same by the names of the formats.
pub(crate) fn are_comparable(one: &str, other: &str) -> bool {
    let known = |name| {
        Formats::new(&[adp_cards::FORMATS, adp_catalogs::FORMATS, adp_tools::FORMATS, format::ALL]).named(name).ok()
    };
    one == other || known(one).zip(known(other)).is_some_and(|(one, other)| mean_the_same(one, other))
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

/// The first format that both documents have, or one with the same meanings.
///
/// # Errors
///
/// [`FormatsDiffer`]
pub fn common<'f>(old: &[&'f dyn Format], new: &[&'f dyn Format]) -> Result<&'f dyn Format, FormatsDiffer> {
    let names = |formats: &[&dyn Format]| formats.iter().map(|format| format.name()).collect::<Vec<_>>().join(" and ");
    let common = old.iter().find(|format| new.contains(format));
    let similar = || new.iter().find(|new| old.iter().any(|old| mean_the_same(*old, **new)));
    common.or_else(similar).copied().ok_or_else(|| FormatsDiffer { old: names(old), new: names(new) })
}

/// Compares an old and a new document of the same format. Takes linear time and memory.
///
/// # Errors
///
/// [`NotOffered`] for a format without defined meanings.
pub fn diff(format: &dyn Format, old: &Document, new: &Document) -> Result<Changes, NotOffered> {
    Ok(walk::compare(table(format)?, old, new))
}
