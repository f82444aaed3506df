//! All document formats of this package.

use crate::failure::Failure;
use agent_description::{
    Document, Limits,
    format::{self, Format, Formats},
};

/// Every format. Flows are not included, because they would double the size of the package.
pub const FORMATS: Formats = Formats::new(&[
    format::ALL,
    adp_cards::FORMATS,
    #[cfg(feature = "all")]
    adp_catalogs::FORMATS,
    #[cfg(feature = "all")]
    adp_tools::FORMATS,
    #[cfg(feature = "all")]
    adp_catalogs::WELL_KNOWN,
    #[cfg(feature = "all")]
    adp_messages::FORMATS,
]);

/// A document and its formats.
pub type Read = (Document, Vec<&'static Format>);

/// Parses a document of the named format, or of any format.
#[cfg(feature = "all")]
pub fn read(text: &str, name: Option<&str>) -> Result<Read, Failure> {
    read_at(text, name, "")
}

/// Same for a document at a path or URL: if it is of no format, those of this place are suggested first.
#[cfg(feature = "all")]
pub fn read_at(text: &str, name: Option<&str>, at: &str) -> Result<Read, Failure> {
    let read = FORMATS.read(text.as_bytes(), named(name)?, &Limits::default());
    read.map_err(|error| Failure::of(&error.at_path(at, &FORMATS.iter().collect::<Vec<_>>())))
}

/// Same for a document to verify or sign: an object without a format may have a data-integrity proof.
pub fn read_signed(text: &str, name: Option<&str>) -> Result<Read, Failure> {
    FORMATS.read_signed(text.as_bytes(), named(name)?, &Limits::default()).map_err(|error| Failure::of(&error))
}

fn named(name: Option<&str>) -> Result<Option<&'static Format>, Failure> {
    name.map(|name| FORMATS.named(name)).transpose().map_err(|error| Failure::usage(error.to_string()))
}
