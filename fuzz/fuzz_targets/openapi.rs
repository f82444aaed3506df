//! An OpenAPI document is judged and made ready within bounds, in JSON or YAML: findings have places, no file outside of the document's folder is asked
//! for, every operation is found again by its id, and an override changes one operation or nothing. Flows over its operations, as an `agents.json` and
//! as an Arazzo document, are compiled, held against it, planned, offered as tools and written as one another.

use adp_flows::{
    OPENAPI,
    openapi::OpenApi,
    plan::Plan,
    tools::{ToolFormat, Toolbox, operations_as_tools, tools},
    workflow::{self, SuppliedSource},
};
use agent_description::{
    Document, Json, Limits, Timestamp,
    diagnostic::CheckReport,
    format::{Beside, Options},
    json::Object,
};

/// How many operations of a document are called.
const CALLED: usize = 4;
/// How many parameters of each are given.
const GIVEN: usize = 8;

struct Files<'a>(&'a [u8]);

impl Beside for Files<'_> {
    fn read(&self, name: &str, _: usize) -> Result<Vec<u8>, String> {
        assert!(!name.starts_with('/') && !name.split('/').any(|part| part == ".."), "{name:?}");
        // the document itself, under other names: it refers to itself as a file
        if name.len() % 2 == 0 { Ok(self.0.to_vec()) } else { Err("none".to_owned()) }
    }
}

pub fn run(bytes: &[u8]) {
    let Ok(document) = OpenApi::parse(bytes) else { return };
    let options = Options::at(Timestamp::from_unix_seconds(1_790_000_000).expect("a time"));
    placed(&OPENAPI.check(&document, &options));
    placed(&OPENAPI.check_beside(&document, &Files(bytes), &options));
    let Ok(mut openapi) = OpenApi::compile(document.clone(), &Files(bytes)) else { return };
    assert!(OPENAPI.show(&document, &options).is_ok());
    let ids: Vec<String> = openapi.ids().map(str::to_owned).collect();
    for operation in openapi.operations() {
        let _ =
            (operation.parameters(), operation.body(), operation.success(), operation.servers(), operation.security());
        assert!(operation.id().is_none_or(|id| openapi.operation(id).is_some_and(|found| found.id() == Some(id))));
    }
    let before = openapi.operations().count();
    for id in ids.iter().take(4) {
        for path in ["parameters.0.required", "parameters.0.schema.type", "requestBody.required", "x-new"] {
            let _ = openapi.change(id, path, Json::from(true));
        }
        assert!(openapi.operation(id).is_some());
    }
    assert_eq!(openapi.operations().count(), before);
    let _ = operations_as_tools(&openapi);
    let called: Vec<Called> = ids.iter().take(CALLED).map(|id| Called::of(&openapi, id)).collect();
    if called.is_empty() {
        return;
    }
    for flows in [agents_json(&called), arazzo(&called)] {
        let flows = Document::from_object(flows, &Limits::default()).expect("a small document");
        compiled(
            &flows,
            &|| {
                let found = SuppliedSource::openapi(document.clone(), &Files(bytes), None).expect("as before");
                vec![found]
            },
            &options,
        );
    }
}

fn placed(report: &CheckReport) {
    assert!(report.diagnostics.len() <= CheckReport::MAX_DIAGNOSTICS);
    for found in &report.diagnostics {
        assert!(found.line.is_some() && found.column.is_some(), "{found}");
    }
}

/// An operation, with parameters to give it.
struct Called {
    id: String,
    parameters: Vec<(String, &'static str)>,
}

impl Called {
    fn of(openapi: &OpenApi, id: &str) -> Self {
        let parameters = openapi.operation(id).and_then(|operation| operation.parameters().ok()).unwrap_or_default();
        let parameters = parameters.iter().take(GIVEN).map(|it| (it.name.to_string(), it.location.as_str())).collect();
        Self { id: id.to_owned(), parameters }
    }
}

fn object<const N: usize>(members: [(&'static str, Json); N]) -> Json {
    Object::from_iter(members).into()
}

/// A flow for each: its parameters and a body go to the operation, what comes back to the operation again and to the answer.
fn agents_json(called: &[Called]) -> Object {
    let end = |action: &str, path: String| object([("actionId", action.into()), ("fieldPath", path.into())]);
    let link = |origin: Json, target: Json| object([("origin", origin), ("target", target)]);
    let flow = |(at, called): (usize, &Called)| {
        let id = format!("flow{at}");
        let names = || called.parameters.iter().map(|(name, _)| name);
        let mut links: Vec<Json> = Vec::new();
        for path in names().map(|name| format!("parameters.{name}")).chain(["requestBody".to_owned()]) {
            links.push(link(end(&id, path.clone()), end("one", path.clone())));
            links.push(link(end("one", "responses.success.0.id".to_owned()), end("two", path)));
        }
        links.push(link(end("two", "responses.success".to_owned()), end(&id, "responses.success.answer".to_owned())));
        let action = |action: &str| {
            object([("id", action.into()), ("sourceId", "source".into()), ("operationId", called.id.as_str().into())])
        };
        let parameters: Vec<Json> = names().map(|name| object([("name", name.as_str().into())])).collect();
        let body = object([("content", object([("application/json", object([("schema", object([]))]))]))]);
        let answer = object([("success", object([("type", "object".into())]))]);
        let fields = object([("parameters", parameters.into()), ("requestBody", body), ("responses", answer)]);
        object([
            ("id", id.as_str().into()),
            ("title", "Flow".into()),
            ("description", "Calls twice.".into()),
            ("actions", vec![action("one"), action("two")].into()),
            ("links", links.into()),
            ("fields", fields),
        ])
    };
    Object::from_iter([
        ("agentsJson", Json::from("0.1.0")),
        ("info", object([("title", "Flows".into()), ("version", "1.0.0".into()), ("description", "Flows.".into())])),
        ("sources", vec![object([("id", "source".into()), ("path", "openapi.yaml".into())])].into()),
        ("flows", called.iter().enumerate().map(flow).collect::<Vec<_>>().into()),
    ])
}

/// A workflow for each, with the same.
fn arazzo(called: &[Called]) -> Object {
    let workflow = |(at, called): (usize, &Called)| {
        let step = |step: &str, value: &str| {
            let parameter = |(name, place): &(String, &'static str)| {
                object([("name", name.as_str().into()), ("in", (*place).into()), ("value", value.into())])
            };
            object([
                ("stepId", step.into()),
                ("operationId", called.id.as_str().into()),
                ("parameters", called.parameters.iter().map(parameter).collect::<Vec<_>>().into()),
                ("requestBody", object([("payload", object([("a", value.into())]))])),
                ("outputs", object([("id", "$response.body#/0/id".into())])),
            ])
        };
        let inputs = object([("type", "object".into()), ("properties", object([("id", object([]))]))]);
        object([
            ("workflowId", format!("flow{at}").into()),
            ("inputs", inputs),
            ("steps", vec![step("one", "$inputs.id"), step("two", "$steps.one.outputs.id")].into()),
            ("outputs", object([("answer", "$steps.two.outputs.id".into())])),
        ])
    };
    Object::from_iter([
        ("arazzo", Json::from("1.0.1")),
        ("info", object([("title", "Flows".into()), ("version", "1.0.0".into())])),
        ("sourceDescriptions", vec![object([("name", "source".into()), ("url", "openapi.yaml".into())])].into()),
        ("workflows", called.iter().enumerate().map(workflow).collect::<Vec<_>>().into()),
    ])
}

fn compiled(document: &Document, supplied: &dyn Fn() -> Vec<SuppliedSource>, options: &Options) {
    let compiled = workflow::compile(document, supplied()).expect("operations that are there");
    placed(&workflow::fit(document, &compiled, options));
    let workflows = &compiled.workflows;
    let arguments = object([]);
    for (id, flow) in workflows.all() {
        assert!(flow.is_ok() == Plan::for_workflow(workflows, id, None).is_ok(), "{id}");
        if let Ok(plan) = Plan::for_workflow(workflows, id, Some(&arguments)) {
            assert!(plan.steps.len() == 2 && plan.origins.len() <= 2, "{plan:?}");
        }
    }
    for &format in ToolFormat::ALL {
        assert_eq!(tools(workflows, format).names.len(), workflows.all().filter(|(_, flow)| flow.is_ok()).count());
    }
    let _ = Toolbox::new(workflows, ToolFormat::Mcp);
    for converted in
        [workflow::to_arazzo(document, &compiled, false), workflow::to_agents_json(document, &compiled, false)]
            .into_iter()
            .flatten()
    {
        assert!(workflow::compile(&converted.document, supplied()).is_ok());
    }
}
