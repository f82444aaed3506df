//! Compiled schemas.

use super::{
    copy::to_serde,
    fault::{FaultKind, SchemaFault},
    meta,
    mismatch::{Mismatch, Unfit},
    pattern_budget::{MAX_SCHEMA_PATTERN_BYTES, PatternBudget},
    places::SchemaPlaces,
    steps::{Step, plan, size},
    work::is_bearable,
};
use agent_description::json::{Json, pointer};
use jsonschema::{PatternOptions, Validator, error::ValidationErrorKind};

/// Compiles the schemas of one document, within common limits.
#[derive(Debug)]
pub struct Compiler {
    values: u64,
    schemas: usize,
    patterns: PatternBudget,
}

/// The limits of one document.
impl Default for Compiler {
    fn default() -> Self {
        Self::within(PatternBudget::for_document())
    }
}

/// A compiled schema.
#[derive(Debug)]
pub struct Schema {
    validator: Validator,
    steps: Vec<Step>,
}

impl Compiler {
    fn within(patterns: PatternBudget) -> Self {
        Self { values: 200_000, schemas: 20_000, patterns }
    }

    /// Checks and compiles a schema.
    ///
    /// # Errors
    ///
    /// The reasons why the schema is invalid or unsupported; see [`FaultKind`].
    pub fn compile(&mut self, schema: &Json) -> Result<Schema, Vec<SchemaFault>> {
        if schema.as_object().is_none() && schema.as_bool().is_none() {
            let message = format!("the schema is {}, expected an object", schema.kind());
            return Err(vec![SchemaFault::new(FaultKind::Invalid, schema.offset(), message)]);
        }
        let too_large = |what: &str| {
            let message = format!("the schemas of the document exceed the limit of {what}");
            Err(vec![SchemaFault::new(FaultKind::Limit, schema.offset(), message)])
        };
        let Some(values) = self.values.checked_sub(size(schema)) else { return too_large("values") };
        self.values = values;
        let dialect = meta::dialect(schema).map_err(|fault| vec![fault])?;
        let copy = to_serde(schema);
        let faults = meta::faults(schema, &copy, dialect);
        if !faults.is_empty() {
            return Err(faults);
        }
        let places = SchemaPlaces::from_schema(schema);
        let Some(schemas) = self.schemas.checked_sub(places.schemas) else { return too_large("schemas") };
        self.schemas = schemas;
        if self.patterns.charge_bytes(places.pattern_bytes).is_none() {
            return too_large("patterns");
        }
        let steps = plan(schema, &places)?;
        let patterns =
            PatternOptions::regex().size_limit(MAX_SCHEMA_PATTERN_BYTES).dfa_size_limit(MAX_SCHEMA_PATTERN_BYTES);
        let options = jsonschema::options().offline().with_draft(dialect).with_pattern_options(patterns);
        match options.build(&copy) {
            Ok(validator) => Ok(Schema { validator, steps }),
            Err(error) => {
                let at = pointer::lookup(schema, error.instance_path().as_str());
                let at = at.or_else(|| pointer::lookup(schema, error.schema_path().as_str())).unwrap_or(schema);
                let (kind, message) = match error.kind() {
                    ValidationErrorKind::Format { .. } => (
                        FaultKind::Pattern,
                        "the pattern has look-around or back-references, or is very large: regular-expression engines with linear \
                         time do not support it"
                            .to_owned(),
                    ),
                    _ => (FaultKind::Invalid, format!("the schema cannot be used: {}", error.masked_with("the value"))),
                };
                Err(vec![SchemaFault::new(kind, at.offset(), message)])
            }
        }
    }
}

impl Schema {
    /// Checks and compiles the only schema of a document.
    ///
    /// # Errors
    ///
    /// The reasons why the schema is invalid or unsupported; see [`FaultKind`].
    pub fn compile(schema: &Json) -> Result<Self, Vec<SchemaFault>> {
        Compiler::default().compile(schema)
    }

    /// Checks and compiles one of the schemas that a document converts, whose patterns have a common budget.
    ///
    /// # Errors
    ///
    /// The reasons why the schema is invalid or unsupported; see [`FaultKind`].
    pub fn compile_within(schema: &Json, patterns: &mut PatternBudget) -> Result<Self, Vec<SchemaFault>> {
        let mut compiler = Compiler::within(std::mem::replace(patterns, PatternBudget::spent()));
        let compiled = compiler.compile(schema);
        *patterns = compiler.patterns;
        compiled
    }

    /// Validates a value.
    ///
    /// # Errors
    ///
    /// [`Unfit`]: the mismatches, or that validation would take too long.
    pub fn validate(&self, value: &Json) -> Result<(), Unfit> {
        if !is_bearable(&self.steps, value) {
            return Err(Unfit::TooMuch);
        }
        let copy = to_serde(value);
        if self.validator.is_valid(&copy) {
            return Ok(());
        }
        let errors = self.validator.iter_errors(&copy).take(Unfit::MAX_MISMATCHES);
        Err(Unfit::Mismatches(errors.map(|error| Mismatch::from_error(&error, value)).collect()))
    }
}
