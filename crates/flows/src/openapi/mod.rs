//! OpenAPI 3.0, 3.1 and 3.2, as far as needed to call operations, in JSON or YAML. A reader of our own, because no typed
//! reader preserves positions and accepts all real documents.

mod check;
mod members;
mod operation;
mod overrides;
mod reference;
pub mod rules;
mod source;
mod structure;
mod summary;

pub use operation::{Location, Operation, OperationBody, OperationMethod, OperationParameter, Scheme};
pub use reference::At;
pub use source::{MAX_BYTES, NoFiles, OpenApi};

use crate::error::CompileError;
use agent_description::{
    Code, CodedError, Document, ReadLimits,
    format::{Format, MatchConfidence, Options, boxed},
    json::{Json, Object, Offset, object},
};
pub(crate) use reference::{WORK, too_much_work};
use source::{MAX_PARTS, version};

/// The format OpenAPI.
pub const OPENAPI: &Format = &Format {
    name: "openapi",
    title: "an OpenAPI document",
    // 16 MiB, because descriptions of large APIs need it.
    read_limits: |_| ReadLimits::new(MAX_BYTES).unsigned(),
    distinctive_members: &["openapi", "paths"],
    file_names: &["openapi.json", "openapi.yaml", "openapi.yml"],
    yaml_member: Some("openapi"),
    media_type: Some("application/vnd.oai.openapi+json"),
    rules: rules::RULES,
    members: Some(&members::DOCUMENT),
    match_confidence,
    profile: |document| version(document.root()).map(|version| format!("openapi/{version}")),
    // without referenced files, references to them are unresolved
    report: Some(check::check),
    model: Some(model),
    summary: |document| summary::summary(document.root()),
    ..Format::DEFAULT
};

fn match_confidence(root: &Object) -> MatchConfidence {
    let has_parts = ["paths", "components", "webhooks"].iter().any(|name| root.contains(name));
    let is_version = |value: &Json| value.as_str().is_some() || value.as_number().is_some();
    match (root.get("openapi").is_some_and(is_version), has_parts) {
        (true, true) => MatchConfidence::Certain,
        (true, false) => MatchConfidence::Lacks(vec!["`paths`"]),
        (false, true) if root.contains("swagger") => {
            MatchConfidence::Lacks(vec!["`openapi`: Swagger 2.0 is to be converted to OpenAPI 3"])
        }
        (false, true) => MatchConfidence::Lacks(vec!["`openapi`"]),
        (false, false) => MatchConfidence::Lacks(vec!["`openapi`", "`paths`"]),
    }
}

/// The callable operations with parameters and security requirements. Referenced files are not read.
fn model(document: &Document, _: &Options) -> Result<Json, Box<dyn CodedError>> {
    let source = OpenApi::compile(document.clone(), &NoFiles).map_err(boxed)?;
    source.documents.allow(WORK);
    let info = |name: &str| document.root().get("info")?.get(name)?.as_text().cloned();
    let mut room = MAX_PARTS;
    let operations = source.operations().map(|operation| shown(&operation, &mut room));
    let model = object! {
        "version": version(document.root()),
        "title": info("title"),
        "description": info("description"),
        "operations": operations.collect::<Result<Vec<_>, _>>().map_err(boxed)?,
    };
    Ok(model.into())
}

/// The shown form of an operation.
fn shown(operation: &Operation<'_>, room: &mut usize) -> Result<Json, CompileError> {
    let parameter = |parameter: &OperationParameter<'_>| {
        Json::from(object! {
            "name": parameter.name.clone(),
            "in": parameter.location.as_str(),
            "required": parameter.required,
        })
    };
    let parameters = operation.parameters().ok();
    let body = operation.body().ok().flatten();
    let types = body.map(|body| body.content.iter().map(|(name, _)| Json::from((*name).clone())).collect::<Vec<_>>());
    let schemes = operation.security();
    // shared values of the document are shown with each operation
    let names = parameters.as_ref().map_or(0, Vec::len)
        + types.as_ref().map_or(0, Vec::len)
        + schemes.iter().map(|all| all.len() + 1).sum::<usize>();
    let left = room.checked_sub(names + 1).ok_or_else(|| {
        let what = "parameters, media types and security schemes in total";
        let message = format!("the operations have more than {MAX_PARTS} {what}");
        CompileError::broken(Code::JSONLD_BUDGET, Offset::NONE, message)
    })?;
    *room = left;
    let schemes =
        schemes.iter().map(|all| Json::from(all.iter().map(|it| Json::from(it.name.clone())).collect::<Vec<_>>()));
    Ok(object! {
        "operationId": operation.id().map(str::to_owned),
        "method": operation.method().name(),
        "path": operation.path(),
        "parameters": parameters.map(|all| all.iter().map(parameter).collect::<Vec<_>>()),
        "body": types,
        "security": schemes.collect::<Vec<_>>(),
    }
    .into())
}
