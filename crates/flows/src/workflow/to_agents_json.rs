//! Workflows of an Arazzo document, written as a file of flows: what that format can say of them.

use super::{Call, Step, Template, Workflow, Workflows, losses::Losses};
use crate::{
    agents_json::FieldPath,
    arazzo::{Arazzo, Expression, Part, Value},
};
use adp_cards::convert::{Loss, Severity};
use agent_description::{
    Document, Json,
    json::{Object, Text},
};

/// The file, and what it does not say.
pub(super) fn write(document: &Document, workflows: &Workflows) -> (Object, Vec<Loss>) {
    let model = Arazzo::read(document);
    let mut losses = Losses::of(document);
    let title = model.title.clone().unwrap_or(Text::of("Flows"));
    let info = Object::from_iter([
        ("title", title.clone()),
        ("version", model.document_version.clone().unwrap_or(Text::of("0"))),
        ("description", model.description.clone().unwrap_or(title)),
    ]);
    let sources = model.sources.iter().filter(|source| source.kind.as_deref() != Some("arazzo"));
    let sources = sources
        .map(|source| Json::from(Object::from_iter([("id", source.name.clone()), ("path", source.url.clone())])));
    let mut flows = Vec::new();
    for (number, (id, workflow)) in workflows.all().enumerate() {
        match workflow {
            Ok(workflow) => flows.extend(flow(workflows, workflow, number, &mut losses)),
            Err(error) => {
                losses.at(format!("/workflows/{number}"), format!("{id:?} cannot run: {error}"), Severity::Error);
            }
        }
    }
    let mut file = Object::with_capacity(4);
    file.insert("agentsJson", "0.1.0");
    file.insert("info", info);
    file.insert("sources", sources.collect::<Vec<_>>());
    file.insert("flows", flows);
    (file, losses.list)
}

/// A workflow while it is written.
struct Writing<'a, 'l, 'd> {
    workflow: &'a Workflow,
    number: usize,
    links: Vec<Json>,
    losses: &'l mut Losses<'d>,
}

fn flow(workflows: &Workflows, workflow: &Workflow, number: usize, losses: &mut Losses<'_>) -> Option<Json> {
    let mut writing = Writing { workflow, number, links: Vec::new(), losses };
    if !workflow.depends_on.is_empty() {
        writing.lost("dependsOn", "a flow waits for no other one", Severity::Warning);
    }
    let mut actions = Vec::new();
    for (at, step) in workflow.steps.iter().enumerate() {
        match writing.action(workflows, step, at) {
            Some(action) => actions.push(action),
            None => {
                let place = format!("steps/{at}");
                writing.lost(&place, "a flow calls operations alone: the workflow is left out", Severity::Error);
                return None;
            }
        }
    }
    writing.outputs();
    let Writing { links, .. } = writing;
    let title = workflow.title.clone().unwrap_or_else(|| workflow.id.clone());
    let mut object = Object::with_capacity(6);
    object.insert("id", workflow.id.clone());
    object.insert("description", workflow.description.clone().unwrap_or_else(|| title.clone()));
    object.insert("title", title);
    object.insert("actions", actions);
    object.insert("links", links);
    object.insert("fields", fields(workflow));
    Some(object.into())
}

/// Whether the inputs are those of a flow: `{"parameters": …, "requestBody": …}`.
fn is_of_flow(workflow: &Workflow) -> bool {
    let properties = workflow.inputs.as_ref().and_then(|inputs| inputs.get("properties")?.as_object());
    properties.is_some_and(|properties| {
        !properties.is_empty() && properties.iter().all(|it| matches!(it.name().as_str(), "parameters" | "requestBody"))
    })
}

fn fields(workflow: &Workflow) -> Object {
    let is_of_flow = is_of_flow(workflow);
    let inputs = workflow.inputs.as_ref();
    let schema = if is_of_flow { inputs.and_then(|it| it.get("properties")?.get("parameters")) } else { inputs };
    let required = |holder: Option<&Json>, name: &str| {
        let list = holder.and_then(|holder| holder.get("required")?.as_array());
        list.is_some_and(|list| list.iter().any(|it| it.as_str() == Some(name)))
    };
    let properties = schema.and_then(|schema| schema.get("properties")?.as_object());
    let parameters = properties.into_iter().flatten().map(|property| {
        let mut parameter = Object::with_capacity(4);
        parameter.insert("name", property.name().clone());
        for name in ["description", "type"] {
            if let Some(text) = property.value().get(name).and_then(Json::as_text) {
                parameter.insert(name, text.clone());
            }
        }
        parameter.insert("required", required(schema, property.name()));
        Json::from(parameter)
    });
    let mut fields = Object::with_capacity(3);
    fields.insert("parameters", parameters.collect::<Vec<_>>());
    if let Some(body) = inputs.filter(|_| is_of_flow).and_then(|it| it.get("properties")?.get("requestBody")) {
        let media = Object::from_iter([("schema", body.clone())]);
        let content = Object::from_iter([("application/json", media)]);
        let is_required = required(inputs, "requestBody");
        fields.insert(
            "requestBody",
            Object::from_iter([("content", Json::from(content)), ("required", is_required.into())]),
        );
    }
    let outputs = match &workflow.outputs {
        Template::Object(members) => members.iter().map(|(name, _)| (name.clone(), Object::new())).collect(),
        _ => Object::new(),
    };
    let success = Object::from_iter([("type", Json::from("object")), ("properties", outputs.into())]);
    fields.insert("responses", Object::from_iter([("success", success)]));
    fields
}

impl Writing<'_, '_, '_> {
    fn lost(&mut self, place: &str, reason: &str, severity: Severity) {
        self.losses.at(format!("/workflows/{}/{place}", self.number), reason, severity);
    }

    fn action(&mut self, workflows: &Workflows, step: &Step, at: usize) -> Option<Json> {
        let (source, id) = match &step.call {
            Call::Operation(operation) => {
                let found = workflows.operation(*operation);
                (operation.source, found.and_then(|found| found.id().map(str::to_owned))?)
            }
            Call::Missing { source, called } if !called.starts_with('{') => (*source, called.to_string()),
            _ => return None,
        };
        for (name, is_there) in [
            ("successCriteria", !step.criteria.is_empty()),
            ("onSuccess", !step.on_success.is_empty()),
            ("onFailure", !step.on_failure.is_empty()),
        ] {
            if is_there {
                let place = format!("steps/{at}/{name}");
                self.lost(&place, "actions run one after another, and end when one fails", Severity::Error);
            }
        }
        for argument in &step.arguments {
            let target = format!("parameters.{}", argument.name);
            self.value(&argument.value, &step.id, target, &format!("steps/{at}/parameters"));
        }
        if let Some(body) = &step.body {
            let place = format!("steps/{at}/requestBody");
            if let Some(payload) = &body.payload {
                self.value(payload, &step.id, "requestBody".to_owned(), &place);
            }
            for (target, value) in &body.replacements {
                self.value(value, &step.id, format!("requestBody{}", dotted(target)), &place);
            }
        }
        let source = workflows.sources().get(source)?;
        Some(
            Object::from_iter([
                ("id", Json::from(step.id.clone())),
                ("sourceId", source.name.clone().into()),
                ("operationId", id.into()),
            ])
            .into(),
        )
    }

    fn outputs(&mut self) {
        let workflow = self.workflow;
        let id = workflow.id.clone();
        self.value(&workflow.outputs, &id, "responses.success".to_owned(), "outputs");
    }

    /// The links that give a value to a place.
    fn value(&mut self, value: &Template, of: &Text, target: String, place: &str) {
        match value {
            Template::Object(members) => {
                for (name, value) in members {
                    self.value(value, of, format!("{target}.{name}"), place);
                }
            }
            Template::Array(items) => {
                for (at, item) in items.iter().enumerate() {
                    self.value(item, of, format!("{target}.{at}"), place);
                }
            }
            Template::Expression(expression) => {
                let origin = self.origin(expression);
                let origin = origin.filter(|(_, path)| FieldPath::read(path).is_ok_and(|path| path.meant.is_none()));
                match origin.filter(|_| FieldPath::read(&target).is_ok_and(|path| path.meant.is_none())) {
                    Some((action, path)) => {
                        let end = |id: &Text, path: String| {
                            Object::from_iter([("actionId", Json::from(id.clone())), ("fieldPath", path.into())])
                        };
                        let link = Object::from_iter([("origin", end(&action, path)), ("target", end(of, target))]);
                        self.links.push(link.into());
                    }
                    None => {
                        let reason = format!("no link says {expression}");
                        self.lost(place, &reason, Severity::Error);
                    }
                }
            }
            Template::Constant(_) | Template::Text(_) => {
                let reason =
                    format!("links have no constants and no texts with expressions in them: {target} is left out");
                self.lost(place, &reason, Severity::Error);
            }
        }
    }

    /// Where an expression is taken from: an action or the flow, and the path there.
    fn origin(&self, expression: &Expression) -> Option<(Text, String)> {
        let workflow = self.workflow;
        match expression {
            Expression::Input(Value { name, pointer }) => {
                let rest = pointer.as_deref().map(dotted).unwrap_or_default();
                let path =
                    if is_of_flow(workflow) { format!("{name}{rest}") } else { format!("parameters.{name}{rest}") };
                Some((workflow.id.clone(), path))
            }
            Expression::Step(id, Value { name, pointer }) => {
                let step = workflow.steps.iter().find(|step| *step.id == **id)?;
                let (_, output) = step.outputs.iter().find(|(known, _)| **known == **name)?;
                let rest = pointer.as_deref().map(dotted).unwrap_or_default();
                let path = match output {
                    Expression::Response(Part::Body(at)) => {
                        format!("responses.success{}{rest}", at.as_deref().map(dotted).unwrap_or_default())
                    }
                    Expression::Request(Part::Body(at)) => {
                        format!("requestBody{}{rest}", at.as_deref().map(dotted).unwrap_or_default())
                    }
                    Expression::Request(Part::Query(name) | Part::Path(name) | Part::Header(name)) => {
                        format!("parameters.{name}{rest}")
                    }
                    _ => return None,
                };
                Some((step.id.clone(), path))
            }
            _ => None,
        }
    }
}

/// A JSON Pointer as paths are written: `.a.0`.
fn dotted(pointer: &str) -> String {
    pointer.replace('/', ".").replace("~1", "/").replace("~0", "~")
}
