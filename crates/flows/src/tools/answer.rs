//! What models answer: calls of tools, told apart, checked by the tools' schemas before anything runs, and answered in the API's own form.

use super::list;
use crate::workflow::{ArgumentsError, Inputs, Workflows};
use adp_cards::tool_api::{ApiTool, ToolFormat};
use agent_description::{
    Code, CodedError, Json, Limits,
    diagnostic::Suggestions,
    json::{Object, Value, parse},
};
use std::collections::HashMap;

/// The most calls of one turn.
const MAX_CALLS: usize = 128;

/// The API that a call came by, and its result goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Api {
    /// OpenAI chat completions: `tool_calls` of a message.
    OpenAiChat,
    /// OpenAI responses: items `function_call` of the output.
    OpenAiResponses,
    /// Anthropic messages: blocks `tool_use` of the content.
    Anthropic,
    /// MCP: requests `tools/call`.
    Mcp,
}

/// Why a call is not made. Its text is for the model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CallFault {
    /// The payload is none that has calls.
    #[error(
        "found no message with tool calls; expected an answer of OpenAI chat completions or responses, an Anthropic message, or an MCP tools/call request"
    )]
    Payload,
    /// There are more calls than are made in one turn.
    #[error("one turn has more than {MAX_CALLS} tool calls; make fewer calls at once")]
    TooMany,
    /// There is no such tool.
    #[error("there is no tool {name:?}{}. Call one of the tools that you were given", near.as_ref().map(|near| format!("; did you mean {near:?}?")).unwrap_or_default())]
    Tool {
        /// What was called.
        name: String,
        /// What was probably meant.
        near: Option<String>,
    },
    /// A call has no id to answer it by, or the id of another one.
    #[error("the call of {name:?} has no id of its own, so its result could not be told from others. Call it again")]
    Id {
        /// The tool.
        name: String,
    },
    /// The arguments are no JSON object.
    #[error(
        "the arguments of {name:?} are no JSON object: {why}. Call it again with a JSON object that fits the tool's schema"
    )]
    Json {
        /// The tool.
        name: String,
        /// Why not.
        why: String,
    },
    /// The arguments do not fit the schema.
    #[error("the arguments of {name:?} do not fit its schema: {}. Nothing was done. Call it again with these corrected", mismatches.join("; "))]
    Arguments {
        /// The tool.
        name: String,
        /// What does not fit, each with its place.
        mismatches: Vec<String>,
    },
}

impl CodedError for CallFault {
    fn code(&self) -> Code {
        Code::INVALID_ARGUMENTS
    }
}

/// The tools of a document, to check calls by.
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

/// A call of a tool.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ToolCall {
    /// How it was asked for.
    pub api: Api,
    /// The id that its result is told by.
    pub id: Json,
    /// The tool, as the model names it.
    pub tool: String,
    /// The flow with its arguments, as they are run; or what the model is told.
    pub call: Result<FlowCall, CallFault>,
}

/// A flow and its arguments, which fit its schema.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FlowCall {
    /// The flow's id.
    pub flow: String,
    /// The arguments.
    pub arguments: Json,
}

impl Toolbox {
    /// The tools that [`tools`](super::tools) makes in this form.
    #[must_use]
    pub fn new(workflows: &Workflows, format: ToolFormat) -> Self {
        let held = |tool: list::Tool<'_>| {
            let list::Tool { flow, tool, inputs, .. } = tool;
            (tool.name().to_owned(), Held { flow: flow.to_owned(), tool, inputs })
        };
        Self { tools: list::all(workflows, format, &mut Vec::new()).into_iter().map(held).collect() }
    }

    /// The calls of a model's answer, in its order; none where it answers in words. Each is checked by itself: one that does not fit keeps no other
    /// from being made, and has its own result.
    ///
    /// # Errors
    /// [`CallFault::Payload`], [`CallFault::TooMany`].
    pub fn read(&self, answer: &Json) -> Result<Vec<ToolCall>, CallFault> {
        let raw = raw_calls(answer).ok_or(CallFault::Payload)?;
        if raw.len() > MAX_CALLS {
            return Err(CallFault::TooMany);
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
                _ => Err(CallFault::Id { name: cut(&tool) }),
            };
            asked.push(ToolCall { api: raw.api, id: id.unwrap_or(&null).clone(), tool, call });
        }
        Ok(asked)
    }

    fn call(&self, name: &str, arguments: Option<&Json>) -> Result<FlowCall, CallFault> {
        let tool = self.tools.get(name).ok_or_else(|| {
            let near = Suggestions::default().closest(name, self.tools.keys().map(String::as_str));
            CallFault::Tool { name: cut(name), near: near.map(str::to_owned) }
        })?;
        let wrong = |why: String| CallFault::Json { name: cut(name), why };
        let mut arguments = match arguments.map(Json::value) {
            // the APIs of OpenAI have the arguments as a text, empty where there are none
            Some(Value::String(text)) if text.trim().is_empty() => Object::new().into(),
            Some(Value::String(text)) => {
                parse(text.as_bytes(), &Limits::default()).map_err(|error| wrong(error.to_string()))?
            }
            Some(_) => arguments.cloned().unwrap_or_else(|| Object::new().into()),
            None => Object::new().into(),
        };
        if arguments.as_object().is_none() {
            return Err(wrong(format!("found {}", arguments.kind())));
        }
        tool.tool.restore(&mut arguments);
        let checked = tool.inputs.check(&arguments);
        let Err(unfit) = checked else { return Ok(FlowCall { flow: tool.flow.clone(), arguments }) };
        // a model that leaves out the word `parameters` means them, as the reference implementation takes it
        if let Some(arguments) =
            as_parameters(&arguments, tool.tool.schema()).filter(|it| tool.inputs.check(it).is_ok())
        {
            return Ok(FlowCall { flow: tool.flow.clone(), arguments });
        }
        let mismatches = match unfit {
            ArgumentsError::Unfit(told) => told,
            other => vec![other.to_string()],
        };
        Err(CallFault::Arguments { name: cut(name), mismatches })
    }
}

impl ToolCall {
    /// The result as the API takes it: what the flow gave, or why it did not. Each has the id of its call, so that several in one turn stay apart.
    #[must_use]
    pub fn result(&self, outcome: Result<&Json, &str>) -> Json {
        let (text, is_error) = match outcome {
            Ok(value) => (value.as_str().map_or_else(|| value.to_compact(), str::to_owned), false),
            Err(error) => (Json::from(Object::from_iter([("error", error)])).to_compact(), true),
        };
        let id = self.id.clone();
        let text = Json::from(text);
        match self.api {
            Api::OpenAiChat => {
                Object::from_iter([("role", Json::from("tool")), ("tool_call_id", id), ("content", text)])
            }
            Api::OpenAiResponses => {
                Object::from_iter([("type", Json::from("function_call_output")), ("call_id", id), ("output", text)])
            }
            Api::Anthropic => Object::from_iter([
                ("type", Json::from("tool_result")),
                ("tool_use_id", id),
                ("content", text),
                ("is_error", is_error.into()),
            ]),
            Api::Mcp => {
                let block = Object::from_iter([("type", Json::from("text")), ("text", text)]);
                let mut result = Object::from_iter([("content", vec![Json::from(block)])]);
                if let Some(object) = outcome.ok().and_then(Json::as_object) {
                    result.insert("structuredContent", object.clone());
                }
                result.insert("isError", is_error);
                Object::from_iter([("jsonrpc", Json::from("2.0")), ("id", id), ("result", result.into())])
            }
        }
        .into()
    }

    /// The result of a call that was not made, as the API takes it.
    #[must_use]
    pub fn refusal(&self) -> Option<Json> {
        self.call.as_ref().err().map(|fault| self.result(Err(&fault.to_string())))
    }
}

/// A call as an API writes it.
struct Raw<'a> {
    api: Api,
    id: Option<&'a Json>,
    name: Option<&'a Json>,
    arguments: Option<&'a Json>,
}

/// The calls of an answer; none where it is no answer.
fn raw_calls(answer: &Json) -> Option<Vec<Raw<'_>>> {
    let of_type = |item: &&Json, kind: &str| item.get("type").and_then(Json::as_str) == Some(kind);
    if let Some(batch) = answer.as_array() {
        // a batch of MCP
        return batch.iter().map(mcp).collect();
    }
    if let Some(call) = mcp(answer) {
        return Some(vec![call]);
    }
    if let Some(choices) = answer.get("choices").and_then(Json::as_array) {
        // each choice is another answer: the first is the one that is gone on with
        return choices.first().and_then(|choice| choice.get("message")).map(chat);
    }
    if answer.get("tool_calls").is_some_and(|calls| calls.as_array().is_some()) {
        return Some(chat(answer));
    }
    if let Some(output) = answer.get("output").and_then(Json::as_array) {
        let calls = output.iter().filter(|item| of_type(item, "function_call"));
        return Some(
            calls
                .map(|it| Raw {
                    api: Api::OpenAiResponses,
                    id: it.get("call_id"),
                    name: it.get("name"),
                    arguments: it.get("arguments"),
                })
                .collect(),
        );
    }
    let content = answer.get("content");
    if let Some(blocks) = content.and_then(Json::as_array) {
        let calls = blocks.iter().filter(|item| of_type(item, "tool_use"));
        return Some(
            calls
                .map(|it| Raw {
                    api: Api::Anthropic,
                    id: it.get("id"),
                    name: it.get("name"),
                    arguments: it.get("input"),
                })
                .collect(),
        );
    }
    // a message of words alone
    (answer.get("role").is_some() && content.is_some()).then(Vec::new)
}

fn chat(message: &Json) -> Vec<Raw<'_>> {
    let calls = message.get("tool_calls").and_then(Json::as_array).unwrap_or_default();
    let read = |call| {
        let function = Json::get(call, "function");
        Raw {
            api: Api::OpenAiChat,
            id: call.get("id"),
            name: function.and_then(|it| it.get("name")),
            arguments: function.and_then(|it| it.get("arguments")),
        }
    };
    calls.iter().map(read).collect()
}

fn mcp(request: &Json) -> Option<Raw<'_>> {
    let is_call = request.get("method").and_then(Json::as_str) == Some("tools/call");
    let params = request.get("params").filter(|_| is_call)?;
    Some(Raw { api: Api::Mcp, id: request.get("id"), name: params.get("name"), arguments: params.get("arguments") })
}

/// The arguments of a flow, where they are its parameters alone.
fn as_parameters(arguments: &Json, schema: &Json) -> Option<Json> {
    let names = |name: &str| arguments.get(name).is_some();
    let has_parameters = schema.get("properties").and_then(|it| it.get("parameters")).is_some();
    (has_parameters && !names("parameters") && !names("requestBody"))
        .then(|| Object::from_iter([("parameters", arguments.clone())]).into())
}

fn cut(text: &str) -> String {
    text.chars().take(80).collect()
}
