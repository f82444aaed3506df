//! Validates arguments of workflows. Used for planning, tool calls, running, and nested workflows.

use super::CompileError;
use adp_tools::json_schema::{Mismatch, Schema, Unfit};
use agent_description::{
    Code, Json,
    json::{Member, Object, Offset},
};
use std::sync::{Arc, OnceLock};

/// Maximum number of reported mismatches.
const MAX_SHOWN_MISMATCHES: usize = 5;

/// Validates the arguments of a workflow.
#[derive(Clone, Debug)]
pub(crate) struct Inputs {
    schema: Option<Arc<Schema>>,
    /// Whether arguments are members of `parameters`, as in agents.json.
    has_parameters: bool,
}

/// Compiled on first use, because compiling takes as long as sending requests.
pub(crate) type OfInputs = OnceLock<Result<Inputs, CompileError>>;

impl Inputs {
    /// Compiles the input schema of a workflow at this offset. An invalid schema accepts nothing.
    pub(crate) fn compile(inputs: Option<&Json>, id: &str, at: Offset) -> Result<Self, CompileError> {
        let schema = inputs.map(Schema::compile).transpose();
        let schema = schema.map_err(|faults| {
            let why = faults.first().map_or("it cannot be read", |fault| fault.message.as_str());
            let message = format!("the input schema of {:?} cannot be used: {why}", crate::cut(id));
            CompileError::broken(Code::INVALID_ARGUMENTS, at, message)
        })?;
        let properties = inputs.and_then(|inputs| inputs.get("properties"));
        let has_parameters = properties.is_some_and(|all| all.get("parameters").is_some());
        Ok(Self { schema: schema.map(Arc::new), has_parameters })
    }

    /// Validates arguments.
    pub(crate) fn check(&self, arguments: &Json) -> Result<(), CompileError> {
        if arguments.as_object().is_none() {
            return Err(CompileError::ArgumentsType(arguments.kind().to_owned()));
        }
        let Some(schema) = &self.schema else { return Ok(()) };
        let Err(unfit) = schema.validate(arguments) else { return Ok(()) };
        // models write both members, even if the flow has only one of them
        if without_empty(arguments).is_some_and(|arguments| schema.validate(&arguments).is_ok()) {
            return Ok(());
        }
        Err(CompileError::Arguments(match &unfit {
            Unfit::Mismatches(all) => all.iter().take(MAX_SHOWN_MISMATCHES).map(|found| self.describe(found)).collect(),
            _ => vec!["they are too large for validation".to_owned()],
        }))
    }

    /// The message for a mismatch.
    fn describe(&self, found: &Mismatch) -> String {
        let names = found.message.split_once(" has the unknown member").map(|(_, names)| names);
        match (names, found.pointer.as_str()) {
            (Some(names), "") if self.has_parameters => {
                format!("unknown argument{names}; arguments go under \"parameters\"")
            }
            (Some(names), "" | "/parameters") => format!("unknown argument{names}"),
            _ => found.message.clone(),
        }
    }
}

/// The arguments without an empty `parameters` or `requestBody`; `None` if there is no such member.
fn without_empty(arguments: &Json) -> Option<Json> {
    let holds_nothing = |value: &Json| value.is_null() || value.as_object().is_some_and(Object::is_empty);
    let is_empty = |member: &&Member| {
        matches!(member.name().as_str(), "parameters" | "requestBody") && holds_nothing(member.value())
    };
    let object = arguments.as_object().filter(|object| object.iter().any(|member| is_empty(&member)))?;
    let rest = object.iter().filter(|member| !is_empty(member));
    Some(rest.map(|member| (member.name().clone(), member.value().clone())).collect::<Object>().into())
}
