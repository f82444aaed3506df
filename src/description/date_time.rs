//! Dates and times (xsd:dateTime), as written.

use crate::{Timestamp, json::Text};
use std::fmt;

/// A date and time, as its author wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DateTime {
    text: Text,
    timestamp: Option<Timestamp>,
}

impl DateTime {
    /// Reads an xsd:dateTime: RFC 3339's form, with or without an offset.
    pub(super) fn read(text: &Text) -> Option<Self> {
        let timestamp = text.parse().ok();
        let sound = timestamp.is_some() || format!("{text}Z").parse::<Timestamp>().is_ok();
        sound.then(|| Self { text: text.clone(), timestamp })
    }

    pub(super) fn from_timestamp(timestamp: Timestamp) -> Self {
        Self { text: timestamp.to_string().into(), timestamp: Some(timestamp) }
    }

    /// As written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The instant; `None` where the text does not say its offset from UTC.
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
