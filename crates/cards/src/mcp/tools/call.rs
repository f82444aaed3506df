//! Validates calls with the schemas of their tools.

use super::Tool;
use crate::{
    json_schema::{Compiler, Schema, SchemaFault, Unfit},
    members::{flag, list},
};
use agent_description::{
    Code, CodedError,
    json::{Json, Object, Text},
};

/// A tool with compiled schemas, which validates calls.
///
/// ```rust
/// use adp_cards::mcp::tools::{CallableTool, ToolList};
/// use agent_description::{Document, CodedError, Limits, json::parse};
///
/// let text = br#"{"tools": [{"name": "add", "inputSchema": {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}}}]}"#;
/// let list = ToolList::read(&Document::parse(text, &Limits::default())?);
/// let add = CallableTool::compile(&list.tools[0])?;
///
/// add.check_arguments(Some(&parse(br#"{"a": 101}"#, &Limits::default())?))?;
/// let refused = add.check_arguments(Some(&parse(br#"{"a": "101"}"#, &Limits::default())?)).unwrap_err();
/// assert_eq!(refused.code().as_str(), "invalid-arguments");
/// assert_eq!(refused.to_string(), "the arguments of \"add\" do not match its input schema: `/a` is \"101\", expected integer");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct CallableTool {
    name: Text,
    input: Schema,
    output: Option<Schema>,
}

/// The reason why a call is invalid.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CallError {
    /// The tool has no name or no input schema.
    #[error("the tool has no `{0}`, which calls require")]
    Incomplete(&'static str),
    /// A schema of the tool is invalid or unsupported.
    #[error("the schema of {tool:?} cannot be used: {}", .faults.first().map_or("", |fault| fault.message.as_str()))]
    Schema {
        /// Name of the tool.
        tool: Text,
        /// The faults of the schema.
        faults: Vec<SchemaFault>,
    },
    /// The arguments do not match the input schema.
    #[error("the arguments of {tool:?} do not match its input schema: {}", first_mismatches(.unfit))]
    Arguments {
        /// Name of the tool.
        tool: Text,
        /// The mismatches.
        unfit: Unfit,
    },
    /// The result does not match the output schema.
    #[error("the result of {tool:?} does not match its output schema: {}", first_mismatches(.unfit))]
    Result {
        /// Name of the tool.
        tool: Text,
        /// The mismatches.
        unfit: Unfit,
    },
    /// The result is not the result of a tool call.
    #[error("the result of {tool:?} has no `{member}`, expected {expected}")]
    NoResult {
        /// Name of the tool.
        tool: Text,
        /// The missing member.
        member: &'static str,
        /// The expected value.
        expected: &'static str,
    },
}

fn first_mismatches(unfit: &Unfit) -> String {
    match unfit {
        Unfit::TooMuch => "validation exceeds the work limit".to_owned(),
        Unfit::Mismatches(all) => {
            let mut words: Vec<&str> = all.iter().take(3).map(|found| found.message.as_str()).collect();
            if all.len() > words.len() {
                words.push("and more");
            }
            words.join("; ")
        }
    }
}

impl CodedError for CallError {
    fn code(&self) -> Code {
        match self {
            Self::Incomplete(_) => Code::MISSING,
            Self::Schema { .. } => Code::INVALID_SCHEMA,
            Self::Arguments { .. } => Code::INVALID_ARGUMENTS,
            Self::Result { .. } | Self::NoResult { .. } => Code::INVALID_RESULT,
        }
    }
}

impl CallableTool {
    /// Compiles the schemas of a tool.
    ///
    /// # Errors
    ///
    /// [`CallError::Incomplete`], [`CallError::Schema`].
    pub fn compile(tool: &Tool) -> Result<Self, CallError> {
        let name = tool.name.clone().ok_or(CallError::Incomplete("name"))?;
        let input = tool.input_schema.as_ref().ok_or(CallError::Incomplete("inputSchema"))?;
        let mut compiler = Compiler::default();
        let mut compile =
            |schema: &Json| compiler.compile(schema).map_err(|faults| CallError::Schema { tool: name.clone(), faults });
        let (input, output) = (compile(input)?, tool.output_schema.as_ref().map(compile).transpose()?);
        Ok(Self { name, input, output })
    }

    /// Name of the tool.
    #[must_use]
    pub fn name(&self) -> &Text {
        &self.name
    }

    /// Validates the arguments of a call. `None` is an empty object.
    ///
    /// # Errors
    ///
    /// [`CallError::Arguments`] with all mismatches.
    pub fn check_arguments(&self, arguments: Option<&Json>) -> Result<(), CallError> {
        let none = Json::from(Object::new());
        let arguments = arguments.unwrap_or(&none);
        self.input.validate(arguments).map_err(|unfit| CallError::Arguments { tool: self.name.clone(), unfit })
    }

    /// Validates the result of a call, a complete `CallToolResult`. An error result (`isError`) has no structure to
    /// validate.
    ///
    /// # Errors
    ///
    /// [`CallError::Result`] with all mismatches in `structuredContent`; [`CallError::NoResult`].
    pub fn check_result(&self, result: &Object) -> Result<(), CallError> {
        let no = |member, expected| CallError::NoResult { tool: self.name.clone(), member, expected };
        if result.get("content").is_none_or(|content| content.as_array().is_none()) {
            return Err(no("content", "an array"));
        }
        if list(result, "content").iter().any(|item| item.get("type").and_then(Json::as_str).is_none()) {
            return Err(no("content", "an array of objects with a `type`"));
        }
        let Some(schema) = &self.output else { return Ok(()) };
        if flag(result, "isError") == Some(true) {
            return Ok(());
        }
        let Some(structured) = result.get("structuredContent") else {
            return Err(no("structuredContent", "a match of its output schema"));
        };
        schema.validate(structured).map_err(|unfit| CallError::Result { tool: self.name.clone(), unfit })
    }
}
