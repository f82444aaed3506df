//! Dates and times (xsd:dateTime), as written.

use crate::{Timestamp, json::Text};

/// A date and time as written in the document.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DateTime {
    /// The text in the document.
    pub text: Text,
    /// The instant; `None` if the text has no UTC offset.
    pub timestamp: Option<Timestamp>,
}

impl DateTime {
    /// Parses an xsd:dateTime in the form of RFC 3339, with an optional offset.
    pub(super) fn read(text: &Text) -> Option<Self> {
        let timestamp = text.parse().ok();
        let sound = timestamp.is_some() || format!("{text}Z").parse::<Timestamp>().is_ok();
        sound.then(|| Self { text: text.clone(), timestamp })
    }
}
