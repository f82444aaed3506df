//! Rules, diagnostics and reports.

use crate::diagnostic::{CheckReport, Diagnostic, Omitted, Rule};
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
        object.serialize_field("sentence", self.sentence)?;
        object.serialize_field("source", self.source)?;
        object.serialize_field("original", self.original)?;
        object.end()
    }
}

/// `{code, rule, severity, message, pointer, line, column, help}`
impl Serialize for Diagnostic {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Diagnostic", 8)?;
        object.serialize_field("code", &self.code)?;
        object.serialize_field("rule", self.rule.id)?;
        object.serialize_field("severity", &self.severity)?;
        object.serialize_field("message", &self.message)?;
        object.serialize_field("pointer", &self.pointer)?;
        object.serialize_field("line", &self.line)?;
        object.serialize_field("column", &self.column)?;
        object.serialize_field("help", &self.help)?;
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

/// How many findings are not listed: one number.
impl Serialize for Omitted {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.total().serialize(serializer)
    }
}
