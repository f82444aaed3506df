//! All document formats.

use crate::failure::Failure;
use agent_description::{
    Document, Limits,
    format::{self, Format, FormatError},
};
use pyo3::{exceptions::PyValueError, prelude::*};
use std::sync::OnceLock;

/// The lists of all crates.
const LISTS: &[&[&dyn Format]] = &[format::ALL, adp_cards::FORMATS, adp_flows::FORMATS, adp_messages::FORMATS];

/// Every format.
pub fn all() -> &'static [&'static dyn Format] {
    static ALL: OnceLock<Vec<&'static dyn Format>> = OnceLock::new();
    ALL.get_or_init(|| LISTS.iter().copied().flatten().copied().collect())
}

/// The format with a name.
///
/// # Errors
/// `ValueError` with the existing names.
pub fn named(name: Option<&str>) -> PyResult<Option<&'static dyn Format>> {
    let Some(name) = name else { return Ok(None) };
    match all().iter().find(|format| format.name() == name) {
        Some(format) => Ok(Some(*format)),
        None => {
            let names: Vec<&str> = all().iter().map(|format| format.name()).collect();
            Err(PyValueError::new_err(format!("unknown format {name:?}; use one of {}", names.join(", "))))
        }
    }
}

/// A document and its formats.
pub type Read = (Document, Vec<&'static dyn Format>);

/// Parses a document of any format, or of the requested one.
pub fn read(bytes: &[u8], forced: Option<&'static dyn Format>, limits: &Limits) -> Result<Read, Failure> {
    read_by(bytes, forced, limits, |bytes| format::read(bytes, all(), limits))
}

/// Same for a document to verify: an object without a format may have a data-integrity proof.
pub fn read_signed(bytes: &[u8], forced: Option<&'static dyn Format>, limits: &Limits) -> Result<Read, Failure> {
    read_by(bytes, forced, limits, |bytes| format::read_signed(bytes, all(), limits))
}

fn read_by(
    bytes: &[u8],
    forced: Option<&'static dyn Format>,
    limits: &Limits,
    read: impl FnOnce(&[u8]) -> Result<Read, FormatError>,
) -> Result<Read, Failure> {
    let read = match forced {
        Some(format) => format::read_as(bytes, format, limits).map(|document| (document, vec![format])),
        None => read(bytes),
    };
    read.map_err(|error| Failure::from_error(&error))
}
