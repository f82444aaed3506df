//! The position of a finding in its text.

use crate::Span;
use serde::{Serialize, Serializer, ser::SerializeStruct};

/// Start and end are bytes; the parent has the line and column of the start.
impl Serialize for Span {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Span", 8)?;
        object.serialize_field("start", &self.bytes.start)?;
        object.serialize_field("end", &self.bytes.end)?;
        object.serialize_field("endLine", &self.end.line)?;
        object.serialize_field("endColumn", &self.end.column)?;
        object.serialize_field("utf16Start", &self.utf16.start)?;
        object.serialize_field("utf16End", &self.utf16.end)?;
        object.serialize_field("utf16Column", &self.utf16_columns.start)?;
        object.serialize_field("utf16EndColumn", &self.utf16_columns.end)?;
        object.end()
    }
}
