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
    Code, Document, SimpleError,
    diagnostic::members::Table,
    format::{self, Format, FormatError, Formats},
};

/// The meaning of a format's members.
pub(crate) fn table(format: &Format) -> Result<&'static Table, FormatError> {
    format.members.ok_or(FormatError::NotOffered { format: format.name, verb: "compared" })
}

/// Whether the members of two formats have the same meaning, such as those of catalogs before and after they are signed.
fn mean_the_same(one: &Format, other: &Format) -> bool {
    let have_one_table = || one.members.zip(other.members).is_some_and(|(one, other)| std::ptr::eq(one, other));
    // descriptions of two versions name the same things differently
    one == other || !one.is_description && have_one_table()
}

/// Same by the names of the formats.
pub(crate) fn are_comparable(one: &str, other: &str) -> bool {
    let known = |name| {
        Formats::new(&[adp_cards::FORMATS, adp_catalogs::FORMATS, adp_tools::FORMATS, format::ALL]).named(name).ok()
    };
    one == other || known(one).zip(known(other)).is_some_and(|(one, other)| mean_the_same(one, other))
}

/// The first format that both documents have, or one with the same meanings.
///
/// # Errors
///
/// `document-shape`: two documents have no common format.
pub fn common<'f>(old: &[&'f Format], new: &[&'f Format]) -> Result<&'f Format, SimpleError> {
    let names = |formats: &[&Format]| formats.iter().map(|format| format.name).collect::<Vec<_>>().join(" and ");
    let common = old.iter().find(|format| new.contains(format));
    let similar = || new.iter().find(|new| old.iter().any(|old| mean_the_same(old, new)));
    common.or_else(similar).copied().ok_or_else(|| {
        let (old, new) = (names(old), names(new));
        let message = format!("the old document is {old}, the new one is {new}; expected two documents of one format");
        SimpleError::new(Code::DOCUMENT_SHAPE, message)
    })
}

/// Compares an old and a new document of the same format. Takes linear time and memory.
///
/// # Errors
///
/// [`FormatError::NotOffered`] for a format without defined meanings.
pub fn diff(format: &Format, old: &Document, new: &Document) -> Result<Changes, FormatError> {
    Ok(walk::compare(table(format)?, old, new))
}
