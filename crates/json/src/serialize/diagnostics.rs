//! Rules, diagnostics and reports.

use crate::{
    Span,
    diagnostic::{CheckReport, Diagnostic, Omitted, Rule},
};
use serde::{Serialize, Serializer, ser::SerializeStruct};

/// `{id, severityMissing, severityWrong, errorWhenStrict, sentence, source, original}`
impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let hardens = |missing| self.severity(missing, true) != self.severity(missing, false);
        let mut object = serializer.serialize_struct("Rule", 7)?;
        object.serialize_field("id", self.id)?;
        object.serialize_field("severityMissing", &self.severity(true, false))?;
        object.serialize_field("severityWrong", &self.severity(false, false))?;
        object.serialize_field("errorWhenStrict", &(hardens(true) || hardens(false)))?;
        object.serialize_field("sentence", self.summary)?;
        object.serialize_field("source", self.source)?;
        object.serialize_field("original", self.quote)?;
        object.end()
    }
}

/// `{code, rule, severity, message, pointer, line, column, span, help, replacement}`
impl Serialize for Diagnostic {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Diagnostic", 10)?;
        object.serialize_field("code", &self.code)?;
        object.serialize_field("rule", self.rule.id)?;
        object.serialize_field("severity", &self.severity)?;
        object.serialize_field("message", &self.message)?;
        object.serialize_field("pointer", &self.pointer)?;
        object.serialize_field("line", &self.line)?;
        object.serialize_field("column", &self.column)?;
        object.serialize_field("span", &self.span)?;
        object.serialize_field("help", &self.help)?;
        object.serialize_field("replacement", &self.replacement)?;
        object.end()
    }
}

/// `{start, end, endLine, endColumn, utf16Start, utf16End, utf16Column, utf16EndColumn}`; `start` and `end` are bytes.
/// The parent has the line and column of the start.
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

/// `{valid, diagnostics, omitted}`
impl Serialize for CheckReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("CheckReport", 3)?;
        object.serialize_field("valid", &self.is_valid())?;
        object.serialize_field("diagnostics", &self.diagnostics)?;
        object.serialize_field("omitted", &self.omitted)?;
        object.end()
    }
}

/// Number of omitted findings.
impl Serialize for Omitted {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.total().serialize(serializer)
    }
}
