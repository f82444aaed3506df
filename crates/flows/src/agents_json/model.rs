//! The typed model of `agents.json`.

use adp_tools::{
    lenient_members::{list, object, objects, other, text},
    model,
    typed_model::{ModelMember, ModelPart},
};
use agent_description::{
    Json,
    json::{Object, Offset, Text, object},
};

model! {
    /// An unverified file of flows, read leniently. Includes extensions of real files: `enum`, `items` and `default` of
    /// parameters, `requestBody: null`, and other spellings of paths. Undefined members are in `other`.
    pub struct AgentsJson {
        /// `agentsJson`: the version of the format.
        version: Option<Text> = "agentsJson" as "version",
        /// `info.title`
        title: Option<Text> = "title" => |root| info(root, "title"),
        /// `info.version`: the version of the file.
        file_version: Option<Text> = "fileVersion" => |root| info(root, "version"),
        /// `info.description`
        description: Option<Text> = "description" => |root| info(root, "description"),
        /// The OpenAPI documents that the flows call.
        sources: Vec<Source> = "sources",
        /// Overrides of operations.
        overrides: Vec<Override> = "overrides",
        /// The flows.
        flows: Vec<Flow> = "flows",
        /// Other members of the root.
        other: Object = "other" => |root| other(root, &["agentsJson", "info", "sources", "overrides", "flows"]),
    }

    /// An OpenAPI document.
    pub struct Source {
        /// ID that actions refer to.
        id: Option<Text> = "id",
        /// Path or URL of the document.
        path: Option<Text> = "path",
    }

    /// An override of an operation.
    pub struct Override {
        /// ID of the source.
        source_id: Option<Text> = "sourceId",
        /// ID of the operation.
        operation_id: Option<Text> = "operationId",
        /// Path in the operation, split at dots: `parameters.0.required`.
        field_path: Option<Text> = "fieldPath",
        /// The new value.
        value: Option<Json> = "value" => |changed| changed.get("value").filter(|value| !value.is_null()).cloned(),
        /// Offset in the file.
        offset: Offset = @,
        /// Offset of `sourceId`, or of the override if it is missing.
        source_at: Offset = @ "sourceId",
        /// Offset of `operationId`, or of the override if it is missing.
        operation_at: Offset = @ "operationId",
        /// Offset of `fieldPath`, or of the override if it is missing.
        path_at: Offset = @ "fieldPath",
    }

    /// A sequence of calls that is exposed as a single tool.
    pub struct Flow {
        /// ID that models call.
        id: Option<Text> = "id",
        /// Title.
        title: Option<Text> = "title",
        /// Description for models.
        description: Option<Text> = "description",
        /// The calls.
        actions: Vec<Action> = "actions",
        /// The links between inputs and outputs; those without two ends are left out.
        links: Vec<Link> = "links" => links,
        /// Named inputs.
        parameters: Vec<Parameter> = "parameters" => parameters,
        /// The input body.
        request_body: Option<RequestBody> = "requestBody" => |flow| Option::read(object(flow, "fields")?, "requestBody"),
        /// `fields.responses.success`: JSON Schema of the output.
        response: Option<Object> = "response" => |flow| {
            object(object(object(flow, "fields")?, "responses")?, "success").cloned()
        },
        /// Offset in the file.
        offset: Offset = @,
        /// Offset of its links, or of the flow if it has none.
        links_at: Offset = @ "links",
    }

    /// A call of an operation.
    pub struct Action {
        /// ID that links refer to.
        id: Option<Text> = "id",
        /// ID of the source.
        source_id: Option<Text> = "sourceId",
        /// ID of the operation.
        operation_id: Option<Text> = "operationId",
        /// Offset in the file.
        offset: Offset = @,
        /// Offset of `sourceId`, or of the action if it is missing.
        source_at: Offset = @ "sourceId",
        /// Offset of `operationId`, or of the action if it is missing.
        operation_at: Offset = @ "operationId",
    }

    /// A link that passes a value.
    pub struct Link {
        /// The source of the value.
        origin: LinkEnd = "origin",
        /// The destination of the value.
        target: LinkEnd = "target",
    }

    /// One end of a link.
    pub struct LinkEnd {
        /// ID of the action. `None` or the flow's own ID means the flow's inputs or outputs.
        action_id: Option<Text> = "actionId",
        /// The unparsed path.
        field_path: Option<Text> = "fieldPath",
        /// Offset of `actionId`, or of the end if it is missing.
        action_at: Offset = @ "actionId",
        /// Offset of `fieldPath`, or of the end if it is missing.
        path_at: Offset = @ "fieldPath",
    }

    /// A named input of a flow.
    pub struct Parameter {
        /// Name.
        name: Text = "name",
        /// Description for models.
        description: Option<Text> = "description",
        /// Whether the flow requires it.
        required: bool = "required",
        /// All other members: the JSON Schema of the value. The format itself defines only `type`.
        schema: Object = "schema" => |parameter| other(parameter, &["name", "description", "required"]),
    }
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

fn info(root: &Object, name: &str) -> Option<Text> {
    text(object(root, "info")?, name)
}

fn links(flow: &Object) -> Vec<Link> {
    let has_ends = |link: &&Json| ["origin", "target"].iter().all(|end| link.get(end).is_some_and(is_object));
    list(flow, "links").iter().filter(has_ends).filter_map(Link::from_json).collect()
}

fn is_object(json: &Json) -> bool {
    json.as_object().is_some()
}

/// The parameters with a name.
fn parameters(flow: &Object) -> Vec<Parameter> {
    let fields = object(flow, "fields").into_iter();
    let all = fields.flat_map(|fields| objects(fields, "parameters"));
    all.filter(|it| text(it, "name").is_some()).map(Parameter::from_object).collect()
}

impl ModelPart for RequestBody {
    fn from_json(body: &Json) -> Option<Self> {
        let body = body.as_object()?;
        let content = object(body, "content").into_iter().flatten();
        let schema = |media: &Json| object(media.as_object()?, "schema").cloned();
        Some(Self {
            required: ModelMember::read(body, "required"),
            content: content.map(|media| (media.name().clone(), schema(media.value()))).collect(),
        })
    }

    fn to_json(&self) -> Json {
        let content: Object = self.content.iter().cloned().collect();
        object! { "required": self.required, "content": content }.into()
    }
}

impl RequestBody {
    /// The media type for models: JSON if available, otherwise the first.
    #[must_use]
    pub fn preferred(&self) -> Option<&(Text, Option<Object>)> {
        self.content.iter().find(|(media_type, _)| media_type == "application/json").or_else(|| self.content.first())
    }
}
