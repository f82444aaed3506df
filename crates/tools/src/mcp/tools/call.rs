//! Validates calls with the schemas of their tools.

use super::Tool;
use crate::{
    json_schema::{Compiler, Schema, Unfit},
    lenient_members::{flag, list},
};
use agent_description::{
    Code, CodedError,
    json::{Json, Object, Text},
};

/// A tool with compiled schemas, which validates calls.
///
/// ```rust
/// use adp_tools::mcp::tools::{CallableTool, ToolList};
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

/// The reason why a tool cannot be called, or why a call or its result is invalid.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct ToolCallError {
    code: Code,
    message: String,
    /// The mismatches of arguments or of a result with their schema.
    pub unfit: Option<Unfit>,
}

impl ToolCallError {
    fn new(code: Code, message: String) -> Self {
        Self { code, message, unfit: None }
    }
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

impl CodedError for ToolCallError {
    fn code(&self) -> Code {
        self.code
    }
}

impl CallableTool {
    /// Compiles the schemas of a tool.
    ///
    /// # Errors
    ///
    /// `missing` for a tool without name or input schema; `invalid-schema`.
    pub fn compile(tool: &Tool) -> Result<Self, ToolCallError> {
        let no = |member| ToolCallError::new(Code::MISSING, format!("the tool has no `{member}`, which calls require"));
        let name = tool.name.clone().ok_or_else(|| no("name"))?;
        let input = tool.input_schema.as_ref().ok_or_else(|| no("inputSchema"))?;
        let mut compiler = Compiler::default();
        let mut compile = |schema: &Json| {
            compiler.compile(schema).map_err(|faults| {
                let fault = faults.first().map_or("", |fault| &fault.message);
                ToolCallError::new(Code::INVALID_SCHEMA, format!("the schema of {name:?} cannot be used: {fault}"))
            })
        };
        let (input, output) = (compile(input)?, tool.output_schema.as_ref().map(compile).transpose()?);
        Ok(Self { name, input, output })
    }

    /// Validates the arguments of a call. `None` is an empty object.
    ///
    /// # Errors
    ///
    /// `invalid-arguments` with all mismatches.
    pub fn check_arguments(&self, arguments: Option<&Json>) -> Result<(), ToolCallError> {
        let none = Json::from(Object::new());
        let arguments = arguments.unwrap_or(&none);
        self.input.validate(arguments).map_err(|unfit| {
            let mismatches = first_mismatches(&unfit);
            let message = format!("the arguments of {:?} do not match its input schema: {mismatches}", self.name);
            ToolCallError { unfit: Some(unfit), ..ToolCallError::new(Code::INVALID_ARGUMENTS, message) }
        })
    }

    /// Validates the result of a call, a complete `CallToolResult`. An error result (`isError`) has no structure to
    /// validate.
    ///
    /// # Errors
    ///
    /// `invalid-result` with all mismatches in `structuredContent`.
    pub fn check_result(&self, result: &Object) -> Result<(), ToolCallError> {
        let no = |member: &str, expected: &str| {
            let message = format!("the result of {:?} has no `{member}`, expected {expected}", self.name);
            ToolCallError::new(Code::INVALID_RESULT, message)
        };
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
        schema.validate(structured).map_err(|unfit| {
            let mismatches = first_mismatches(&unfit);
            let message = format!("the result of {:?} does not match its output schema: {mismatches}", self.name);
            ToolCallError { unfit: Some(unfit), ..ToolCallError::new(Code::INVALID_RESULT, message) }
        })
    }
}
