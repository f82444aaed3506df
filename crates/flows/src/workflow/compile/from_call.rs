//! Represents a JSON-RPC call as a workflow with one step, so that it is planned, confirmed and sent like a flow.

use crate::{
    arazzo::{Comparison, Expression, MessagePart, NamedValue},
    openapi::{MAX_BYTES, NoFiles, OpenApi},
    openrpc,
    workflow::{
        CompileError, CompiledBody, CompiledCall, CompiledContent, CompiledSource, CompiledStep, CompiledWorkflow,
        Criterion, OfInputs, OperationAt, Template, Workflows, compiled::Entry,
    },
};
use agent_description::{
    Code, Document, Json, ReadLimits,
    json::{Member, Object, Offset, Text, object},
};
use url::Position;

impl Workflows {
    /// Creates a workflow with the method's name. `security` contains the service's schemes by name, as in OpenAPI; any
    /// one of them is sufficient.
    ///
    /// # Errors
    ///
    /// [`CompileError`]: the URL cannot be called.
    pub fn from_call(call: &openrpc::RpcCall, security: &Object) -> Result<Self, CompileError> {
        let wrong =
            |message: String| CompileError::broken(Code::INVALID_URL, Offset::NONE, format!("the server: {message}"));
        let document = Document::from_object(operation(call, security), ReadLimits::new(MAX_BYTES).unsigned());
        let document = document.map_err(|error| wrong(error.to_string()))?;
        let openapi = OpenApi::compile(document, &NoFiles).map_err(|error| wrong(error.to_string()))?;
        let id = Text::from(call.method());
        let source = CompiledSource {
            name: id.clone(),
            url: call.url().as_str().into(),
            base: None,
            content: CompiledContent::OpenApi(Box::new(openapi)),
            overrides: Vec::new(),
        };
        let success = Text::from_static("success");
        let answer = Expression::Step(id.to_string(), NamedValue { name: success.to_string(), pointer: None });
        let step = CompiledStep {
            id: id.clone(),
            description: None,
            call: CompiledCall::Operation(OperationAt { source: 0, number: 0 }),
            arguments: Vec::new(),
            arguments_at: Offset::NONE,
            body: Some(CompiledBody {
                content_type: Some("application/json".into()),
                payload: Some(Template::Constant(call.request().clone())),
                replacements: Vec::new(),
                offset: Offset::NONE,
            }),
            // the JSON-RPC response states whether the method failed
            criteria: vec![Criterion::for_status(Comparison::Greater, 0)],
            on_success: Vec::new(),
            on_failure: Vec::new(),
            outputs: vec![(success.clone(), Expression::Response(MessagePart::Body(None)))],
            offset: Offset::NONE,
        };
        let workflow = CompiledWorkflow {
            id: id.clone(),
            title: None,
            description: None,
            inputs: None,
            depends_on: Vec::new(),
            outputs: Template::Object(vec![(success, Template::Expression(answer, Offset::NONE))], Offset::NONE),
            steps: vec![step],
            offset: Offset::NONE,
            of_inputs: OfInputs::new(),
        };
        Ok(Self::new(vec![source], vec![Entry { id, workflow: Ok(workflow) }]))
    }
}

/// An OpenAPI document with the request as its only operation.
fn operation(call: &openrpc::RpcCall, security: &Object) -> Object {
    let alternative = |scheme: &Member| Json::from(Object::from_iter([(scheme.name().clone(), Vec::new())]));
    let post = object! {
        "operationId": call.method(),
        "requestBody": object! { "content": object! { "application/json": Object::new() } },
        "responses": Object::new(),
        "security": security.iter().map(alternative).collect::<Vec<_>>(),
    };
    let server = object! { "url": &call.url()[..Position::BeforePath] };
    let path = Object::from_iter([(call.url().path(), object! { "post": post })]);
    object! {
        "openapi": "3.1.1",
        "info": object! { "title": "JSON-RPC", "version": "2.0" },
        "servers": vec![Json::from(server)],
        "paths": path,
        "components": object! { "securitySchemes": security.clone() },
    }
}
