//! Builds without the feature `json-schema`: no schema is compiled, and whoever asks for one is told so.

use super::{FaultKind, SchemaFault, Unfit};
use agent_description::json::Json;
use std::convert::Infallible;

/// Compiles no schema: this build lacks the feature `json-schema`.
#[derive(Debug, Default)]
pub struct Compiler;

/// A schema to validate by, of which there is none in this build.
#[derive(Debug)]
pub struct Schema(Infallible);

impl Compiler {
    /// A compiler.
    #[must_use]
    pub fn new() -> Self {
        Self
    }

    /// Compiles nothing.
    ///
    /// # Errors
    /// Always [`FaultKind::NotChecked`].
    pub fn compile(&mut self, schema: &Json) -> Result<Schema, Vec<SchemaFault>> {
        Schema::compile(schema)
    }
}

impl Schema {
    /// Compiles nothing.
    ///
    /// # Errors
    /// Always [`FaultKind::NotChecked`].
    pub fn compile(schema: &Json) -> Result<Self, Vec<SchemaFault>> {
        let message =
            "found a JSON Schema, which this build does not check; enable the feature `json-schema` of adp-cards";
        Err(vec![SchemaFault::new(FaultKind::NotChecked, schema.offset(), message)])
    }

    /// Validates a value.
    ///
    /// # Errors
    /// There is no schema in this build.
    pub fn validate(&self, _value: &Json) -> Result<(), Unfit> {
        match self.0 {}
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::Schema;
    use crate::{MCP_TOOLS, json_schema::FaultKind};
    use agent_description::{Document, Limits, format::Options};

    #[test]
    fn schemas_are_reported_as_not_checked() {
        let text = br#"{"tools": [{"name": "a", "description": "Adds.", "inputSchema": {"type": "object"}}]}"#;
        let document = Document::parse(text, &Limits::default()).unwrap();
        let faults = Schema::compile(document.json()).unwrap_err();
        assert_eq!(faults[0].kind, FaultKind::NotChecked);
        assert!(!faults[0].kind.is_wrong());
        let report = MCP_TOOLS.check(&document, &Options::at("2026-11-01T00:00:00Z".parse().unwrap()));
        let told: Vec<String> = report.diagnostics.iter().map(ToString::to_string).collect();
        assert!(report.is_valid() && told.len() == 1, "{told:?}");
        assert!(told[0].contains("which this build does not check"), "{told:?}");
    }
}
