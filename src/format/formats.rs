//! The formats of a program: the lists of the crates that it uses.

use super::{Format, FormatError, read, read_as, read_signed};
use crate::{Document, Limits};

/// The formats of a program, from the lists of its crates.
///
/// ```
/// use agent_description::format::{ALL, Formats};
///
/// let formats = Formats::new(&[ALL]);
/// assert_eq!(formats.named("did-document").unwrap().title(), "a DID document");
/// let error = formats.named("pdf").unwrap_err().to_string();
/// assert!(error.starts_with(r#"unknown format "pdf"; use one of adp, "#));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Formats(&'static [&'static [&'static dyn Format]]);

/// No format has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown format {name:?}; use one of {}", .known.join(", "))]
#[non_exhaustive]
pub struct UnknownFormatName {
    /// The name.
    pub name: String,
    /// The names of the formats.
    pub known: Vec<&'static str>,
}

impl Formats {
    /// The formats of these lists, in order.
    #[must_use]
    pub const fn new(lists: &'static [&'static [&'static dyn Format]]) -> Self {
        Self(lists)
    }

    /// Every format.
    pub fn iter(self) -> impl Iterator<Item = &'static dyn Format> {
        self.0.iter().copied().flatten().copied()
    }

    /// Every format, as [`read()`] takes them.
    #[must_use]
    pub fn to_vec(self) -> Vec<&'static dyn Format> {
        self.iter().collect()
    }

    /// The format with a name.
    ///
    /// # Errors
    /// [`UnknownFormatName`]
    pub fn named(self, name: &str) -> Result<&'static dyn Format, UnknownFormatName> {
        let known = || self.iter().map(Format::name).collect();
        let found = self.iter().find(|format| format.name() == name);
        found.ok_or_else(|| UnknownFormatName { name: name.to_owned(), known: known() })
    }

    /// Parses a document as the forced format, or as [`read()`] does.
    ///
    /// # Errors
    /// [`FormatError`]
    pub fn read(
        self,
        bytes: &[u8],
        forced: Option<&'static dyn Format>,
        limits: &Limits,
    ) -> Result<(Document, Vec<&'static dyn Format>), FormatError> {
        match forced {
            Some(format) => Ok((read_as(bytes, format, limits)?, vec![format])),
            None => read(bytes, &self.to_vec(), limits),
        }
    }

    /// Parses a document to verify or to sign: without a forced format as [`read_signed`] does.
    ///
    /// # Errors
    /// [`FormatError`]
    pub fn read_signed(
        self,
        bytes: &[u8],
        forced: Option<&'static dyn Format>,
        limits: &Limits,
    ) -> Result<(Document, Vec<&'static dyn Format>), FormatError> {
        match forced {
            Some(_) => self.read(bytes, forced, limits),
            None => read_signed(bytes, &self.to_vec(), limits),
        }
    }
}
