//! The typed model of `agents.json`.

use adp_tools::lenient_members::{list, object, objects, other, text};
use agent_description::{
    Document, Json,
    json::{Object, Offset, Text, object},
};

/// An unverified file of flows, read leniently. Includes extensions of real files: `enum`, `items` and `default` of
/// parameters, `requestBody: null`, and other spellings of paths. Undefined members are in `other`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct AgentsJson {
    /// `agentsJson`: the version of the format.
    pub version: Option<Text>,
    /// `info.title`
    pub title: Option<Text>,
    /// `info.version`: the version of the file.
    pub file_version: Option<Text>,
    /// `info.description`
    pub description: Option<Text>,
    /// The OpenAPI documents that the flows call.
    pub sources: Vec<Source>,
    /// Overrides of operations.
    pub overrides: Vec<Override>,
    /// The flows.
    pub flows: Vec<Flow>,
    /// Other members of the root.
    pub other: Object,
}

/// An OpenAPI document.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Source {
    /// ID that actions refer to.
    pub id: Option<Text>,
    /// Path or URL of the document.
    pub path: Option<Text>,
}

/// An override of an operation.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Override {
    /// ID of the source.
    pub source_id: Option<Text>,
    /// ID of the operation.
    pub operation_id: Option<Text>,
    /// Path in the operation, split at dots: `parameters.0.required`.
    pub field_path: Option<Text>,
    /// The new value.
    pub value: Option<Json>,
    /// Offset in the file.
    pub offset: Offset,
    /// Offset of `sourceId`, or of the override if it is missing.
    pub(crate) source_at: Offset,
    /// Offset of `operationId`, or of the override if it is missing.
    pub(crate) operation_at: Offset,
    /// Offset of `fieldPath`, or of the override if it is missing.
    pub(crate) path_at: Offset,
}

/// A sequence of calls that is exposed as a single tool.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Flow {
    /// ID that models call.
    pub id: Option<Text>,
    /// Title.
    pub title: Option<Text>,
    /// Description for models.
    pub description: Option<Text>,
    /// The calls.
    pub actions: Vec<Action>,
    /// The links between inputs and outputs.
    pub links: Vec<Link>,
    /// Named inputs.
    pub parameters: Vec<Parameter>,
    /// The input body.
    pub request_body: Option<RequestBody>,
    /// `fields.responses.success`: JSON Schema of the output.
    pub response: Option<Object>,
    /// Offset in the file.
    pub offset: Offset,
    /// Offset of its links, or of the flow if it has none.
    pub links_at: Offset,
}

/// A call of an operation.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Action {
    /// ID that links refer to.
    pub id: Option<Text>,
    /// ID of the source.
    pub source_id: Option<Text>,
    /// ID of the operation.
    pub operation_id: Option<Text>,
    /// Offset in the file.
    pub offset: Offset,
    /// Offset of `sourceId`, or of the action if it is missing.
    pub(crate) source_at: Offset,
    /// Offset of `operationId`, or of the action if it is missing.
    pub(crate) operation_at: Offset,
}

/// A link that passes a value.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Link {
    /// The source of the value.
    pub origin: LinkEnd,
    /// The destination of the value.
    pub target: LinkEnd,
}

/// One end of a link.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LinkEnd {
    /// ID of the action. `None` or the flow's own ID means the flow's inputs or outputs.
    pub action_id: Option<Text>,
    /// The unparsed path.
    pub field_path: Option<Text>,
    /// Offset of `actionId`, or of the end if it is missing.
    pub(crate) action_at: Offset,
    /// Offset of `fieldPath`, or of the end if it is missing.
    pub(crate) path_at: Offset,
}

/// A named input of a flow.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Parameter {
    /// Name.
    pub name: Text,
    /// Description for models.
    pub description: Option<Text>,
    /// Whether the flow requires it.
    pub required: bool,
    /// All other members: the JSON Schema of the value. The format itself defines only `type`.
    pub schema: Object,
}

/// The input body of a flow.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RequestBody {
    /// Whether the flow requires it.
    pub required: bool,
    /// Media types and their JSON Schemas.
    pub content: Vec<(Text, Option<Object>)>,
}

impl AgentsJson {
    /// Reads a file leniently; [`AGENTS_JSON`](super::AGENTS_JSON) reports what is wrong.
    #[must_use]
    pub fn read(document: &Document) -> Self {
        let root = document.root();
        let info = |name: &str| text(object(root, "info")?, name);
        Self {
            version: text(root, "agentsJson"),
            title: info("title"),
            file_version: info("version"),
            description: info("description"),
            sources: objects(root, "sources").map(Source::read).collect(),
            overrides: items(root, "overrides", Override::read),
            flows: items(root, "flows", Flow::read),
            other: other(root, &["agentsJson", "info", "sources", "overrides", "flows"]),
        }
    }

    /// The model as JSON. All members are present.
    #[must_use]
    pub fn to_model_json(&self) -> Json {
        let model = object! {
            "version": self.version.clone(),
            "title": self.title.clone(),
            "fileVersion": self.file_version.clone(),
            "description": self.description.clone(),
            "sources": self.sources.iter().map(Source::to_json).collect::<Vec<_>>(),
            "overrides": self.overrides.iter().map(Override::to_json).collect::<Vec<_>>(),
            "flows": self.flows.iter().map(Flow::to_json).collect::<Vec<_>>(),
            "other": self.other.clone(),
        };
        model.into()
    }
}

/// Reads each object of an array member.
fn items<T>(holder: &Object, name: &str, read: impl Fn(&Object, Offset) -> T) -> Vec<T> {
    list(holder, name).iter().filter_map(|item| Some(read(item.as_object()?, item.offset()))).collect()
}

/// The offset of a member, or `otherwise` if it is missing.
fn place(object: &Object, name: &str, otherwise: Offset) -> Offset {
    object.get(name).map_or(otherwise, Json::offset)
}

impl Source {
    fn read(object: &Object) -> Self {
        Self { id: text(object, "id"), path: text(object, "path") }
    }

    fn to_json(&self) -> Json {
        object! { "id": self.id.clone(), "path": self.path.clone() }.into()
    }
}

impl Override {
    fn read(object: &Object, offset: Offset) -> Self {
        Self {
            source_id: text(object, "sourceId"),
            operation_id: text(object, "operationId"),
            field_path: text(object, "fieldPath"),
            value: object.get("value").filter(|value| !value.is_null()).cloned(),
            offset,
            source_at: place(object, "sourceId", offset),
            operation_at: place(object, "operationId", offset),
            path_at: place(object, "fieldPath", offset),
        }
    }

    fn to_json(&self) -> Json {
        object! {
            "sourceId": self.source_id.clone(),
            "operationId": self.operation_id.clone(),
            "fieldPath": self.field_path.clone(),
            "value": self.value.clone(),
        }
        .into()
    }
}

impl Flow {
    fn read(flow: &Object, offset: Offset) -> Self {
        let fields = object(flow, "fields");
        let parameters = fields.into_iter().flat_map(|fields| objects(fields, "parameters"));
        let responses = fields.and_then(|fields| object(fields, "responses"));
        Self {
            id: text(flow, "id"),
            title: text(flow, "title"),
            description: text(flow, "description"),
            actions: items(flow, "actions", Action::read),
            links: objects(flow, "links").filter_map(Link::read).collect(),
            parameters: parameters.filter_map(Parameter::read).collect(),
            request_body: fields.and_then(|fields| object(fields, "requestBody")).map(RequestBody::read),
            response: responses.and_then(|responses| object(responses, "success")).cloned(),
            offset,
            links_at: flow.get("links").map_or(offset, Json::offset),
        }
    }

    fn to_json(&self) -> Json {
        object! {
            "id": self.id.clone(),
            "title": self.title.clone(),
            "description": self.description.clone(),
            "actions": self.actions.iter().map(Action::to_json).collect::<Vec<_>>(),
            "links": self.links.iter().map(Link::to_json).collect::<Vec<_>>(),
            "parameters": self.parameters.iter().map(Parameter::to_json).collect::<Vec<_>>(),
            "requestBody": self.request_body.as_ref().map(RequestBody::to_json),
            "response": self.response.clone(),
        }
        .into()
    }
}

impl Action {
    fn read(object: &Object, offset: Offset) -> Self {
        Self {
            id: text(object, "id"),
            source_id: text(object, "sourceId"),
            operation_id: text(object, "operationId"),
            offset,
            source_at: place(object, "sourceId", offset),
            operation_at: place(object, "operationId", offset),
        }
    }

    fn to_json(&self) -> Json {
        object! {
            "id": self.id.clone(),
            "sourceId": self.source_id.clone(),
            "operationId": self.operation_id.clone(),
        }
        .into()
    }
}

impl Link {
    fn read(link: &Object) -> Option<Self> {
        Some(Self { origin: LinkEnd::read(link.get("origin")?)?, target: LinkEnd::read(link.get("target")?)? })
    }

    fn to_json(&self) -> Json {
        object! { "origin": self.origin.to_json(), "target": self.target.to_json() }.into()
    }
}

impl LinkEnd {
    fn read(value: &Json) -> Option<Self> {
        let (end, offset) = (value.as_object()?, value.offset());
        Some(Self {
            action_id: text(end, "actionId"),
            field_path: text(end, "fieldPath"),
            action_at: place(end, "actionId", offset),
            path_at: place(end, "fieldPath", offset),
        })
    }

    fn to_json(&self) -> Json {
        object! { "actionId": self.action_id.clone(), "fieldPath": self.field_path.clone() }.into()
    }
}

impl Parameter {
    fn read(object: &Object) -> Option<Self> {
        Some(Self {
            name: text(object, "name")?,
            description: text(object, "description"),
            required: object.get("required").and_then(Json::as_bool) == Some(true),
            schema: other(object, &["name", "description", "required"]),
        })
    }

    fn to_json(&self) -> Json {
        object! {
            "name": self.name.clone(),
            "description": self.description.clone(),
            "required": self.required,
            "schema": self.schema.clone(),
        }
        .into()
    }
}

impl RequestBody {
    fn read(body: &Object) -> Self {
        let content = object(body, "content").into_iter().flatten();
        let schema = |media: &Json| object(media.as_object()?, "schema").cloned();
        Self {
            required: body.get("required").and_then(Json::as_bool) == Some(true),
            content: content.map(|media| (media.name().clone(), schema(media.value()))).collect(),
        }
    }

    /// The media type for models: JSON if available, otherwise the first.
    #[must_use]
    pub fn preferred(&self) -> Option<&(Text, Option<Object>)> {
        self.content.iter().find(|(media_type, _)| media_type == "application/json").or_else(|| self.content.first())
    }

    fn to_json(&self) -> Json {
        let content: Object = self.content.iter().cloned().collect();
        object! { "required": self.required, "content": content }.into()
    }
}
