//! JSON-RPC 2.0 calls of methods, with validation of the request by the method's schemas and of the response by its
//! result schema.

use crate::{codes, cut, did_you_mean, server::Server};
use adp_tools::{
    json_schema::{Schema, Unfit},
    openrpc::{Descriptor, OpenRpc, OpenrpcMethod, OpenrpcReferenceError},
};
use agent_description::{
    Code, CodedError, Json, Limits, ReadLimits,
    diagnostic::shortened,
    json::{Object, object, parse},
};
use std::fmt;
use url::Url;

/// The ID of the request; each HTTP request contains one.
const ID: u32 = 1;
/// Maximum number of mismatches in a message.
const MAX_SHOWN: usize = 3;

/// A call with validated arguments, ready to send.
///
/// ```rust
/// # #[cfg(feature = "run")]
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use adp_flows::openrpc::RpcCall;
/// use agent_description::{Limits, json::parse};
///
/// let json = |text: &str| parse(text.as_bytes(), &Limits::default());
/// let document = json(
///     r#"{"servers": [{"url": "https://hotel.example/rpc"}], "methods": [{
///       "name": "add",
///       "params": [
///         {"name": "a", "required": true, "schema": {"type": "integer"}}
///       ],
///       "result": {"name": "sum", "schema": {"type": "integer"}}}]}"#,
/// )?;
/// let document = document.as_object().ok_or("no object")?;
///
/// let call = RpcCall::prepare(document, "add", &json(r#"{"a": 2}"#)?, None)?;
/// let request = r#"{"jsonrpc":"2.0","id":1,"method":"add","params":{"a":2}}"#;
/// assert_eq!(call.request().to_compact(), request);
///
/// let result = call.read(br#"{"jsonrpc": "2.0", "id": 1, "result": 3}"#)?;
/// assert_eq!(result, Some(json("3")?));
///
/// let wrong = RpcCall::prepare(document, "add", &json(r#"{"a": "2"}"#)?, None);
/// assert_eq!(
///     wrong.unwrap_err().to_string(),
///     "the arguments of \"add\" do not fit: `/a` is \"2\", expected integer"
/// );
/// # Ok(())
/// # }
/// # #[cfg(not(feature = "run"))]
/// # fn main() {}
/// ```
#[derive(Debug)]
pub struct RpcCall {
    method: String,
    url: Url,
    request: Json,
    result: Option<Schema>,
    is_notification: bool,
}

/// The reason why a method cannot be called, or why its response is invalid.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct RpcCallError {
    /// The error code.
    pub code: Code,
    /// The message.
    pub message: String,
    /// Additional data of the service, if it reported that the method failed.
    pub data: Option<Json>,
}

impl RpcCallError {
    fn new(code: Code, message: String) -> Self {
        Self { code, message, data: None }
    }

    /// The error for an unknown method.
    pub fn unknown_method<'a>(method: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let message = format!("unknown method {:?}{}", cut(method), did_you_mean(method, known));
        Self::new(Code::INVALID_REFERENCE, message)
    }

    /// Whether the service reported that the method failed, in a JSON-RPC response with any status.
    #[must_use]
    pub fn is_of_service(&self) -> bool {
        self.code == codes::FLOW_FAILED
    }

    /// Arguments that do not match the method's parameters.
    fn arguments(method: &OpenrpcMethod<'_>, problem: &str) -> Self {
        Self::new(Code::INVALID_ARGUMENTS, format!("the arguments of {:?} do not fit: {problem}", method.name))
    }
}

impl CodedError for RpcCallError {
    fn code(&self) -> Code {
        self.code
    }
}

impl From<OpenrpcReferenceError> for RpcCallError {
    fn from(error: OpenrpcReferenceError) -> Self {
        Self::new(Code::INVALID_REFERENCE, error.to_string())
    }
}

/// The meaning of a predefined error code (JSON-RPC 2.0, section 5.1).
fn meaning(code: i64) -> Option<&'static str> {
    match code {
        -32700 => Some("parse error"),
        -32600 => Some("invalid request"),
        -32601 => Some("method not found"),
        -32602 => Some("invalid params"),
        -32603 => Some("internal error"),
        -32099..=-32000 => Some("server error"),
        _ => None,
    }
}

fn problem(unfit: &Unfit) -> String {
    let all = unfit.mismatches();
    if all.is_empty() {
        return "finding that out takes too many steps".to_owned();
    }
    let words = all.iter().take(MAX_SHOWN).map(|found| found.message.as_str());
    words.chain((all.len() > MAX_SHOWN).then_some("and more")).collect::<Vec<_>>().join("; ")
}

impl RpcCall {
    /// Prepares the call of an OpenRPC method: finds the method, validates the arguments, and creates the request.
    /// Arguments are an object by parameter name, or an array in parameter order. `base` is the URL of the document,
    /// for relative server URLs.
    pub fn prepare(
        document: &Object,
        method: &str,
        arguments: &Json,
        base: Option<&Url>,
    ) -> Result<Self, RpcCallError> {
        let source = OpenRpc::of(document).ok_or_else(|| RpcCallError::unknown_method(method, []))?;
        let names = || source.methods().map(|method| method.name);
        let found = source.method(method).ok_or_else(|| RpcCallError::unknown_method(method, names()))?;
        let url = server(&found, base).map_err(|problem| {
            let message = format!("the method {:?} has no server that can be called: {problem}", found.name);
            RpcCallError::new(Code::INVALID_URL, message)
        })?;
        let parameters = found.parameters()?;
        let named = by_name(&found, &parameters, arguments)?;
        let compile = |schema: Json| {
            Schema::compile(&schema).map_err(|faults| {
                let fault = faults.first().map_or("", |fault| fault.message.as_str());
                let message = format!("the schemas of {:?} cannot be used: {fault}", found.name);
                RpcCallError::new(Code::INVALID_SCHEMA, message)
            })
        };
        compile(found.arguments_schema()?)?
            .validate(&Json::from(named.clone()))
            .map_err(|unfit| RpcCallError::arguments(&found, &problem(&unfit)))?;
        let result = found.result()?;
        let schema = match result.and_then(|result| result.schema) {
            Some(schema) => Some(compile(source.whole(schema)?)?),
            None => None,
        };
        let is_notification = result.is_none();
        let positions = match found.structure() {
            "by-position" => true,
            "by-name" => false,
            _ => arguments.as_array().is_some(),
        };
        let params = if positions { Json::from(by_position(&found, &parameters, &named)?) } else { named.into() };
        let request = object! {
            "jsonrpc": "2.0",
            if "id": (!is_notification).then_some(ID),
            "method": found.name,
            if "params": Some(params).filter(|_| !parameters.is_empty()),
        };
        Ok(Self { method: found.name.to_owned(), url, request: request.into(), result: schema, is_notification })
    }

    /// The name of the method.
    #[must_use]
    pub fn method(&self) -> &str {
        &self.method
    }

    /// The URL for the `POST` request.
    #[must_use]
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// The request: `{jsonrpc, id, method, params}`, without `id` for a notification.
    #[must_use]
    pub fn request(&self) -> &Json {
        &self.request
    }

    /// Whether the method returns nothing, so that its response is not read.
    #[must_use]
    pub fn is_notification(&self) -> bool {
        self.is_notification
    }

    /// Parses the response and validates the result. `None` for a notification.
    pub fn read(&self, body: &[u8]) -> Result<Option<Json>, RpcCallError> {
        if self.is_notification {
            return Ok(None);
        }
        let response =
            parse(body, ReadLimits::from(&Limits::default()).unsigned()).map_err(|error| self.malformed(error))?;
        self.read_json(&response).map(Some)
    }

    /// Like [`Self::read`], for a parsed response.
    pub fn read_json(&self, response: &Json) -> Result<Json, RpcCallError> {
        let object = response.as_object().ok_or_else(|| self.malformed(format!("it is {}", response.kind())))?;
        if object.get("jsonrpc").and_then(Json::as_str) != Some("2.0") {
            return Err(self.malformed("it has no `jsonrpc` of \"2.0\""));
        }
        let has_id = object.get("id").and_then(Json::as_number).and_then(|id| id.as_integer()) == Some(ID.into());
        match (object.get("result"), object.get("error")) {
            (Some(_), Some(_)) => Err(self.malformed("it has both `result` and `error`")),
            (None, None) => Err(self.malformed("it has neither `result` nor `error`")),
            // the error for an unreadable request has no ID
            (None, Some(error)) if has_id || object.get("id").is_some_and(Json::is_null) => Err(self.failed(error)),
            (Some(result), None) if has_id => {
                if let Some(Err(unfit)) = self.result.as_ref().map(|schema| schema.validate(result)) {
                    let problem = problem(&unfit);
                    let message = format!("the result of {:?} does not fit its schema: {problem}", self.method);
                    return Err(RpcCallError::new(Code::INVALID_RESULT, message));
                }
                Ok(result.clone())
            }
            _ => Err(self.malformed(format!("its `id` is not {ID}, that of the request"))),
        }
    }

    fn malformed(&self, problem: impl fmt::Display) -> RpcCallError {
        let message = format!("the response to {:?} is not JSON-RPC 2.0: {problem}", self.method);
        RpcCallError::new(Code::INVALID_RESULT, message)
    }

    fn failed(&self, error: &Json) -> RpcCallError {
        let code = error.get("code").and_then(Json::as_number).and_then(|code| code.as_integer());
        let message = error.get("message").and_then(Json::as_str);
        let Some((code, message)) = code.zip(message) else {
            return self.malformed("its `error` has no whole number as `code`, or no `message`");
        };
        let meaning = meaning(code).map(|it| format!(" ({it})")).unwrap_or_default();
        let message: String = message.chars().take(1000).collect();
        let message = format!("{:?} failed: error {code}{meaning}: {message}", self.method);
        RpcCallError { data: error.get("data").cloned(), ..RpcCallError::new(codes::FLOW_FAILED, message) }
    }
}

/// The URL of the method's first server, with default values of variables.
fn server(method: &OpenrpcMethod<'_>, base: Option<&Url>) -> Result<Url, String> {
    let server = method.server().ok_or("the document has no `servers`")?;
    let mut url = server.get("url").and_then(Json::as_str).ok_or("it has no `url`")?.to_owned();
    for variable in server.get("variables").and_then(Json::as_object).into_iter().flatten() {
        if let Some(default) = variable.value().get("default").and_then(Json::as_str) {
            url = url.replace(&format!("${{{}}}", variable.name()), default);
            url = url.replace(&format!("{{{}}}", variable.name()), default);
        }
    }
    Ok(Server::parse(&url, base.map(Url::as_str))?.url)
}

/// Arranges arguments by parameter name.
fn by_name(
    method: &OpenrpcMethod<'_>,
    parameters: &[Descriptor<'_>],
    arguments: &Json,
) -> Result<Object, RpcCallError> {
    if let Some(object) = arguments.as_object() {
        let names = || parameters.iter().map(|parameter| parameter.name);
        if let Some(member) = object.iter().find(|member| !names().any(|name| member.name() == name)) {
            let known = names().map(shortened).collect::<Vec<_>>().join(", ");
            let known = if known.is_empty() { "none" } else { &known };
            let mut hint = did_you_mean(member.name(), names());
            if hint.is_empty() {
                hint = format!(", expected {known}");
            }
            let message = format!("unknown argument {:?}{hint}", cut(member.name()));
            return Err(RpcCallError::new(Code::INVALID_ARGUMENTS, message));
        }
        return Ok(object.clone());
    }
    let items = arguments.as_array().ok_or_else(|| {
        RpcCallError::arguments(method, &format!("they are {}, expected an object or an array", arguments.kind()))
    })?;
    if items.len() > parameters.len() {
        let problem = format!("there are {}, expected at most {}", items.len(), parameters.len());
        return Err(RpcCallError::arguments(method, &problem));
    }
    Ok(parameters.iter().zip(items).map(|(parameter, item)| (parameter.name, item.clone())).collect())
}

/// Arranges arguments in parameter order; trailing ones may be omitted.
fn by_position(
    method: &OpenrpcMethod<'_>,
    parameters: &[Descriptor<'_>],
    named: &Object,
) -> Result<Vec<Json>, RpcCallError> {
    let last = parameters.iter().rposition(|parameter| named.contains(parameter.name)).map_or(0, |at| at + 1);
    let items = parameters.iter().take(last).map(|parameter| {
        let gap = || format!("{} is missing, and arguments are sent by position", shortened(parameter.name));
        named.get(parameter.name).cloned().ok_or_else(|| RpcCallError::arguments(method, &gap()))
    });
    items.collect()
}
