//! Rules, diagnostics and reports.

use crate::{CheckReport, Diagnostic, Omitted, Rule, Severity};
use serde::{Serialize, Serializer, ser::SerializeStruct};

/// A type becomes an object of these members.
macro_rules! as_object {
    ($($type:ident as $value:ident { $($name:literal: $member:expr,)+ })+) => {
        $(impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let $value = self;
                let mut object = serializer.serialize_struct(stringify!($type), [$($name),+].len())?;
                $(object.serialize_field($name, $member)?;)+
                object.end()
            }
        })+
    };
}

as_object! {
    Rule as rule {
        "id": rule.id,
        "severityMissing": &rule.severity(true, false),
        "severityWrong": &rule.severity(false, false),
        "errorWhenStrict": &[true, false].iter().any(|it| rule.severity(*it, true) != rule.severity(*it, false)),
        "sentence": rule.summary,
        "source": rule.source,
        "original": rule.quote,
    }
    Diagnostic as found {
        "code": &found.code,
        "rule": found.rule.id,
        "severity": &found.severity,
        "message": &found.message,
        "pointer": &found.pointer,
        "line": &found.line,
        "column": &found.column,
        "span": &found.span,
        "help": &found.help,
        "replacement": &found.replacement,
    }
    CheckReport as report {
        "valid": &report.is_valid(),
        "diagnostics": &report.diagnostics,
        "omitted": &report.omitted,
    }
}

/// Number of omitted findings.
impl Serialize for Omitted {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.total().serialize(serializer)
    }
}

impl Serialize for Severity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
