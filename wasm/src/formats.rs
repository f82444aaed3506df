//! All document formats of this package.

use crate::failure::Failure;
use agent_description::{
    Document, Limits,
    format::{self, Format, FormatError},
};

/// The lists of all crates. Flows are not included, because they would double the size of the package.
const LISTS: [&[&dyn Format]; 3] = [format::ALL, adp_cards::FORMATS, adp_messages::FORMATS];

/// Every format.
pub fn all() -> impl Iterator<Item = &'static dyn Format> {
    LISTS.into_iter().flatten().copied()
}

/// A document and its formats.
pub type Read = (Document, Vec<&'static dyn Format>);

/// Parses a document of the named format, or of any format.
pub fn read(text: &str, name: Option<&str>) -> Result<Read, Failure> {
    read_by(text, name, format::read)
}

/// Same for a document to verify or sign: an object without a format may have a data-integrity proof.
pub fn read_signed(text: &str, name: Option<&str>) -> Result<Read, Failure> {
    read_by(text, name, format::read_signed)
}

type Reader = fn(&[u8], &[&'static dyn Format], &Limits) -> Result<Read, FormatError>;

fn read_by(text: &str, name: Option<&str>, read: Reader) -> Result<Read, Failure> {
    let limits = Limits::default();
    let read = match name {
        None => read(text.as_bytes(), &all().collect::<Vec<_>>(), &limits),
        Some(name) => {
            let format = all().find(|format| format.name() == name);
            let format = format.ok_or_else(|| {
                let names: Vec<&str> = all().map(|format| format.name()).collect();
                Failure::usage(format!("unknown format {name:?}; use one of {}", names.join(", ")))
            })?;
            format::read_as(text.as_bytes(), format, &limits).map(|document| (document, vec![format]))
        }
    };
    read.map_err(|error| Failure::of(&error))
}
