//! Parses tool calls of models, validates them with the tools' schemas before anything runs, and formats results for
//! the API.

use super::list;
use crate::{
    cut, did_you_mean,
    workflow::{CompileError, Inputs, Workflows},
};
use adp_tools::tool_api::{ApiTool, ToolFormat};
use agent_description::{
    Code, Json, Limits, ReadLimits,
    json::{Object, Offset, Value, object, parse},
};
use std::collections::HashMap;

/// Maximum number of calls per turn.
const MAX_CALLS: usize = 128;

/// The API of a call and its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Api {
    /// OpenAI chat completions: `tool_calls` of a message.
    OpenAiChat,
    /// OpenAI responses: `function_call` items of the output.
    OpenAiResponses,
    /// Anthropic messages: `tool_use` blocks of the content.
    Anthropic,
    /// MCP: `tools/call` requests.
    Mcp,
}

/// A refused call: the message is written for the model.
fn refused(message: String) -> CompileError {
    CompileError::broken(Code::INVALID_ARGUMENTS, Offset::NONE, message)
}

/// The tools of a document, for validating calls.
#[derive(Debug)]
pub struct Toolbox {
    tools: HashMap<String, Held>,
}

#[derive(Debug)]
struct Held {
    flow: String,
    tool: ApiTool,
    inputs: Inputs,
}

/// A tool call.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ToolCall {
    /// The API of the call.
    pub api: Api,
    /// The ID for the result.
    pub id: Json,
    /// The name of the tool.
    pub tool: String,
    /// The flow call, or the error for the model.
    pub call: Result<FlowCall, CompileError>,
}

/// A flow with validated arguments.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FlowCall {
    /// ID of the flow.
    pub flow: String,
    /// The arguments.
    pub arguments: Json,
}

impl Toolbox {
    /// The tools that [`tools`](super::tools) creates in this format.
    #[must_use]
    pub fn new(workflows: &Workflows, format: ToolFormat) -> Self {
        let held = |tool: list::Tool<'_>| {
            let list::Tool { flow, tool, inputs, .. } = tool;
            (tool.name().to_owned(), Held { flow: flow.to_owned(), tool, inputs })
        };
        Self { tools: list::all(workflows, format, &mut Vec::new()).into_iter().map(held).collect() }
    }

    /// Parses the calls of a model's response, in order. A response without calls has none. An invalid call does not
    /// affect others, and gets its own error.
    ///
    /// # Errors
    ///
    /// The payload does not have the form of a model's response, or it has too many calls.
    pub fn read(&self, answer: &Json) -> Result<Vec<ToolCall>, CompileError> {
        let raw = raw_calls(answer).ok_or_else(|| {
            let expected =
                "an answer of OpenAI chat completions or responses, an Anthropic message, or an MCP tools/call request";
            refused(format!("found no message with tool calls; expected {expected}"))
        })?;
        if raw.len() > MAX_CALLS {
            let message = format!("one turn has more than {MAX_CALLS} tool calls; make fewer calls at once");
            return Err(refused(message));
        }
        let null = Json::from(Value::Null);
        let mut ids: Vec<&Json> = Vec::new();
        let mut asked = Vec::with_capacity(raw.len());
        for raw in &raw {
            let tool = raw.name.and_then(Json::as_str).unwrap_or_default().to_owned();
            let id = raw.id.filter(|id| id.as_str().is_some_and(|id| !id.is_empty()) || id.as_number().is_some());
            let call = match id {
                Some(id) if !ids.contains(&id) => {
                    ids.push(id);
                    self.call(&tool, raw.arguments)
                }
                _ => Err(refused(format!("the call of {:?} has no unique id. Call it again", cut(&tool)))),
            };
            asked.push(ToolCall { api: raw.api, id: id.unwrap_or(&null).clone(), tool, call });
        }
        Ok(asked)
    }

    fn call(&self, name: &str, arguments: Option<&Json>) -> Result<FlowCall, CompileError> {
        let tool = self.tools.get(name).ok_or_else(|| {
            let near = did_you_mean(name, self.tools.keys().map(String::as_str));
            refused(format!("unknown tool {:?}{near}. Call one of the tools that you were given", cut(name)))
        })?;
        let wrong = |why: String| {
            let again = "Call it again with a JSON object that matches the tool's schema";
            refused(format!("the arguments of {:?} are not a JSON object: {why}. {again}", cut(name)))
        };
        let mut arguments = match arguments.map(Json::value) {
            // the OpenAI APIs encode arguments as a string, which may be empty
            Some(Value::String(text)) if text.trim().is_empty() => Object::new().into(),
            Some(Value::String(text)) => parse(text.as_bytes(), ReadLimits::from(&Limits::default()).unsigned())
                .map_err(|error| wrong(error.to_string()))?,
            Some(_) => arguments.cloned().unwrap_or_else(|| Object::new().into()),
            None => Object::new().into(),
        };
        if arguments.as_object().is_none() {
            return Err(wrong(format!("found {}", arguments.kind())));
        }
        tool.tool.restore(&mut arguments);
        let checked = tool.inputs.check(&arguments);
        let Err(unfit) = checked else { return Ok(FlowCall { flow: tool.flow.clone(), arguments }) };
        // a model may omit the level `parameters`, as the reference implementation accepts
        if let Some(arguments) =
            as_parameters(&arguments, tool.tool.schema()).filter(|it| tool.inputs.check(it).is_ok())
        {
            return Ok(FlowCall { flow: tool.flow.clone(), arguments });
        }
        let why = match unfit {
            CompileError::Arguments(mismatches) => mismatches.join("; "),
            other => other.to_string(),
        };
        let again = "Nothing was done. Call it again with corrected arguments";
        Err(refused(format!("the arguments of {:?} do not match its schema: {why}. {again}", cut(name))))
    }
}

impl ToolCall {
    /// Formats a result for the API: the outputs of the flow, or an error message. Contains the ID of the call.
    #[must_use]
    pub fn result(&self, outcome: Result<&Json, &str>) -> Json {
        let (text, is_error) = match outcome {
            Ok(value) => (value.as_str().map_or_else(|| value.to_compact(), str::to_owned), false),
            Err(error) => (Json::from(object! { "error": error }).to_compact(), true),
        };
        let id = self.id.clone();
        match self.api {
            Api::OpenAiChat => object! { "role": "tool", "tool_call_id": id, "content": text },
            Api::OpenAiResponses => object! { "type": "function_call_output", "call_id": id, "output": text },
            Api::Anthropic => object! {
                "type": "tool_result",
                "tool_use_id": id,
                "content": text,
                "is_error": is_error,
            },
            Api::Mcp => {
                let block = object! { "type": "text", "text": text };
                let result = object! {
                    "content": vec![Json::from(block)],
                    if "structuredContent": outcome.ok().and_then(Json::as_object).cloned(),
                    "isError": is_error,
                };
                object! { "jsonrpc": "2.0", "id": id, "result": result }
            }
        }
        .into()
    }

    /// Formats the error of a refused call for the API.
    #[must_use]
    pub fn refusal(&self) -> Option<Json> {
        self.call.as_ref().err().map(|fault| self.result(Err(&fault.to_string())))
    }
}

/// An unparsed call.
struct Raw<'a> {
    api: Api,
    id: Option<&'a Json>,
    name: Option<&'a Json>,
    arguments: Option<&'a Json>,
}

impl<'a> Raw<'a> {
    /// A call whose name and arguments are members of `holder`.
    fn new(api: Api, id: Option<&'a Json>, holder: Option<&'a Json>, arguments: &str) -> Self {
        let member = |name: &str| holder.and_then(|holder| holder.get(name));
        Self { api, id, name: member("name"), arguments: member(arguments) }
    }
}

/// The calls of a response; `None` for other payloads.
fn raw_calls(answer: &Json) -> Option<Vec<Raw<'_>>> {
    let of_type = |item: &&Json, kind: &str| item.get("type").and_then(Json::as_str) == Some(kind);
    if let Some(batch) = answer.as_array() {
        // a batch of MCP requests
        return batch.iter().map(mcp).collect();
    }
    if let Some(call) = mcp(answer) {
        return Some(vec![call]);
    }
    if let Some(choices) = answer.get("choices").and_then(Json::as_array) {
        // only the first choice is used
        return choices.first().and_then(|choice| choice.get("message")).map(chat);
    }
    if answer.get("tool_calls").is_some_and(|calls| calls.as_array().is_some()) {
        return Some(chat(answer));
    }
    if let Some(output) = answer.get("output").and_then(Json::as_array) {
        let calls = output.iter().filter(|item| of_type(item, "function_call"));
        return Some(
            calls.map(|it| Raw::new(Api::OpenAiResponses, it.get("call_id"), Some(it), "arguments")).collect(),
        );
    }
    let content = answer.get("content");
    if let Some(blocks) = content.and_then(Json::as_array) {
        let calls = blocks.iter().filter(|item| of_type(item, "tool_use"));
        return Some(calls.map(|it| Raw::new(Api::Anthropic, it.get("id"), Some(it), "input")).collect());
    }
    // a message without calls
    (answer.get("role").is_some() && content.is_some()).then(Vec::new)
}

fn chat(message: &Json) -> Vec<Raw<'_>> {
    let calls = message.get("tool_calls").and_then(Json::as_array).unwrap_or_default();
    calls.iter().map(|it| Raw::new(Api::OpenAiChat, it.get("id"), it.get("function"), "arguments")).collect()
}

fn mcp(request: &Json) -> Option<Raw<'_>> {
    let is_call = request.get("method").and_then(Json::as_str) == Some("tools/call");
    let params = request.get("params").filter(|_| is_call)?;
    Some(Raw::new(Api::Mcp, request.get("id"), Some(params), "arguments"))
}

/// Wraps arguments that lack the level `parameters`.
fn as_parameters(arguments: &Json, schema: &Json) -> Option<Json> {
    let names = |name: &str| arguments.get(name).is_some();
    let has_parameters = schema.get("properties").and_then(|it| it.get("parameters")).is_some();
    (has_parameters && !names("parameters") && !names("requestBody"))
        .then(|| object! { "parameters": arguments.clone() }.into())
}
