//! The formats of a program: the lists of the crates that it uses.

use super::{Format, FormatError, read, read_as, read_signed};
use crate::{Document, Limits};

/// The formats of a program, from the lists of its crates.
///
/// ```
/// use agent_description::format::{ALL, Formats};
///
/// let formats = Formats::new(&[ALL]);
/// assert_eq!(formats.named("did-document").unwrap().title, "a DID document");
/// let error = formats.named("pdf").unwrap_err().to_string();
/// assert!(error.starts_with(r#"unknown format "pdf"; use one of adp, "#));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Formats(&'static [&'static [&'static Format]]);

impl Formats {
    /// The formats of these lists, in order.
    #[must_use]
    pub const fn new(lists: &'static [&'static [&'static Format]]) -> Self {
        Self(lists)
    }

    /// Every format.
    pub fn iter(self) -> impl Iterator<Item = &'static Format> {
        self.0.iter().copied().flatten().copied()
    }

    /// The format with a name.
    ///
    /// # Errors
    /// [`FormatError::UnknownName`]
    pub fn named(self, name: &str) -> Result<&'static Format, FormatError> {
        let known = || self.iter().map(|format| format.name).collect();
        let found = self.iter().find(|format| format.name == name);
        found.ok_or_else(|| FormatError::UnknownName { name: name.to_owned(), known: known() })
    }

    /// Parses a document as the forced format, or as [`read()`] does.
    ///
    /// # Errors
    /// [`FormatError`]
    pub fn read(
        self,
        bytes: &[u8],
        forced: Option<&'static Format>,
        limits: &Limits,
    ) -> Result<(Document, Vec<&'static Format>), FormatError> {
        match forced {
            Some(format) => Ok((read_as(bytes, format, limits)?, vec![format])),
            None => read(bytes, &Vec::from_iter(self.iter()), limits),
        }
    }

    /// Parses a document to verify or to sign: without a forced format as [`read_signed`] does.
    ///
    /// # Errors
    /// [`FormatError`]
    pub fn read_signed(
        self,
        bytes: &[u8],
        forced: Option<&'static Format>,
        limits: &Limits,
    ) -> Result<(Document, Vec<&'static Format>), FormatError> {
        match forced {
            Some(_) => self.read(bytes, forced, limits),
            None => read_signed(bytes, &Vec::from_iter(self.iter()), limits),
        }
    }
}
