//! Dates and times (xsd:dateTime), as written.

use crate::{Timestamp, json::Text};
use std::fmt;

/// A date and time as written in the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DateTime {
    text: Text,
    timestamp: Option<Timestamp>,
}

impl DateTime {
    /// Parses an xsd:dateTime in the form of RFC 3339, with an optional offset.
    pub(super) fn read(text: &Text) -> Option<Self> {
        let timestamp = text.parse().ok();
        let sound = timestamp.is_some() || format!("{text}Z").parse::<Timestamp>().is_ok();
        sound.then(|| Self { text: text.clone(), timestamp })
    }

    pub(super) fn from_timestamp(timestamp: Timestamp) -> Self {
        Self { text: timestamp.to_string().into(), timestamp: Some(timestamp) }
    }

    /// The text in the document.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The instant; `None` if the text has no UTC offset.
    #[must_use]
    pub fn timestamp(&self) -> Option<Timestamp> {
        self.timestamp
    }
}

impl fmt::Display for DateTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
