//! All document formats.

use crate::failure::Failure;
use agent_description::{
    Code, Document, Limits,
    format::{self, Format, Formats},
};
use pyo3::{exceptions::PyValueError, prelude::*};

/// Every format.
pub const FORMATS: Formats = Formats::new(&[
    format::ALL,
    adp_cards::FORMATS,
    adp_catalogs::FORMATS,
    adp_tools::FORMATS,
    adp_catalogs::WELL_KNOWN,
    adp_flows::FORMATS,
    adp_messages::FORMATS,
]);

/// Every code.
pub const CODES: [&[Code]; 6] = [
    Code::ALL,
    adp_cards::codes::ALL,
    adp_catalogs::codes::ALL,
    adp_compare::codes::ALL,
    adp_flows::codes::ALL,
    adp_messages::codes::ALL,
];

/// The format with a name.
///
/// # Errors
/// `ValueError` with the existing names.
pub fn named(name: Option<&str>) -> PyResult<Option<&'static Format>> {
    let found = name.map(|name| FORMATS.named(name)).transpose();
    found.map_err(|error| PyValueError::new_err(error.to_string()))
}

/// A document and its formats.
pub type Read = (Document, Vec<&'static Format>);

/// Parses a document of any format, or of the requested one.
pub fn read(bytes: &[u8], forced: Option<&'static Format>, limits: &Limits) -> Result<Read, Failure> {
    FORMATS.read(bytes, forced, limits).map_err(|error| Failure::from_error(&error))
}

/// Same for a document to verify: an object without a format may have a data-integrity proof.
pub fn read_signed(bytes: &[u8], forced: Option<&'static Format>, limits: &Limits) -> Result<Read, Failure> {
    FORMATS.read_signed(bytes, forced, limits).map_err(|error| Failure::from_error(&error))
}
