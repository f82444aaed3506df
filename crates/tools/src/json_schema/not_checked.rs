//! The API in builds without the feature `json-schema`: every schema is refused.

use super::{FaultKind, PatternBudget, SchemaFault, Unfit};
use agent_description::json::Json;
use std::convert::Infallible;

/// A compiler that refuses every schema, because the feature `json-schema` is disabled.
#[derive(Debug, Default)]
pub struct Compiler {}

/// A compiled schema, which cannot exist in this build.
#[derive(Debug)]
pub struct Schema(Infallible);

impl Compiler {
    /// Refuses the schema.
    ///
    /// # Errors
    ///
    /// Always [`FaultKind::NotChecked`].
    pub fn compile(&mut self, schema: &Json) -> Result<Schema, Vec<SchemaFault>> {
        Schema::compile(schema)
    }
}

impl Schema {
    /// Refuses the schema.
    ///
    /// # Errors
    ///
    /// Always [`FaultKind::NotChecked`].
    pub fn compile(schema: &Json) -> Result<Self, Vec<SchemaFault>> {
        let message = "JSON Schemas are not checked in this build; enable the feature `json-schema` of adp-cards";
        Err(vec![SchemaFault::new(FaultKind::NotChecked, schema.offset(), message)])
    }

    /// Refuses the schema.
    ///
    /// # Errors
    ///
    /// Always [`FaultKind::NotChecked`].
    pub fn compile_within(schema: &Json, _patterns: &mut PatternBudget) -> Result<Self, Vec<SchemaFault>> {
        Self::compile(schema)
    }

    /// Validates a value.
    ///
    /// # Errors
    ///
    /// Never called, because no schema exists in this build.
    pub fn validate(&self, _value: &Json) -> Result<(), Unfit> {
        match self.0 {}
    }
}

#[cfg(test)]
mod tests {
    use super::{Compiler, FaultKind, Json, PatternBudget, Schema};

    #[test]
    fn schemas_are_not_checked_and_not_called_wrong() {
        let within = Schema::compile_within(&Json::from(7), &mut PatternBudget::for_document());
        for found in [Schema::compile(&Json::from(true)), Compiler::default().compile(&Json::from(7)), within] {
            // without a schema there is nothing to validate
            let faults = found.map(|schema| schema.validate(&Json::from(true))).err().unwrap_or_default();
            assert!(faults.len() == 1 && faults[0].kind == FaultKind::NotChecked && !faults[0].kind.is_wrong());
            assert!(faults[0].message.contains("not checked in this build"), "{}", faults[0].message);
        }
    }
}
