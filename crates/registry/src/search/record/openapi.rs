//! What an OpenAPI document is found by: each operation is a tool, as far as it stands in the document itself.

use super::{MOST_PARTS, Record, Tool, owned};
use adp_flows::openapi::Method;
use agent_description::{Document, Json, json::Object};

pub(super) fn fill(record: &mut Record, document: &Document) {
    let root = document.root();
    let info = root.get("info").and_then(Json::as_object);
    let of_info = |name: &str| owned(info?.get(name)?.as_str());
    record.name = of_info("title");
    record.description = of_info("description").or_else(|| of_info("summary"));
    record.version = of_info("version");
    let paths = root.get("paths").and_then(Json::as_object).into_iter().flatten();
    let operations =
        paths.filter_map(|path| Some((path.name(), path.value().as_object()?))).flat_map(|(path, item)| {
            item.iter().filter_map(move |member| {
                Method::of_member(member.name())?;
                Some((path.as_str(), member.name().as_str(), member.value().as_object()?))
            })
        });
    record.tools = operations.take(MOST_PARTS).map(|(path, method, operation)| tool(path, method, operation)).collect();
}

fn tool(path: &str, method: &str, operation: &Object) -> Tool {
    let text = |name: &str| operation.get(name).and_then(Json::as_str);
    let description = match (text("summary"), text("description")) {
        (Some(summary), Some(description)) => Some(format!("{summary}\n{description}")),
        (summary, description) => owned(summary.or(description)),
    };
    Tool { name: Some(text("operationId").map_or_else(|| format!("{method} {path}"), str::to_owned)), description }
}
