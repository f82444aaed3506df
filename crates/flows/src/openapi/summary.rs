//! The searchable content of an OpenAPI document: each operation of the document itself as a tool.

use super::{OperationMethod, operation};
use agent_description::{
    Json,
    format::{EndpointSummary, Summary, ToolSummary},
    json::Object,
};

pub(super) fn summary(root: &Object) -> Summary {
    let info = root.get("info").and_then(Json::as_object);
    let of_info = |name: &str| info?.get(name)?.as_str();
    let paths = root.get("paths").and_then(Json::as_object).into_iter().flatten();
    let operations =
        paths.filter_map(|path| Some((path.name(), path.value().as_object()?))).flat_map(|(path, item)| {
            item.iter().filter_map(move |member| {
                OperationMethod::from_name(member.name())?;
                Some(tool(path, member.name(), member.value().as_object()?))
            })
        });
    let servers = root.get("servers").and_then(Json::as_array).unwrap_or_default();
    let server = |it: &Json| Some(operation::url(it.get("url")?.as_str()?, it.get("variables")));
    // a relative URL is meaningless without the document's URL
    let urls = servers.iter().filter_map(server).filter(|url| url.contains("://")).take(Summary::MAX_PARTS);
    Summary {
        endpoints: urls.map(|url| EndpointSummary::new(url, Some("HTTP"))).collect(),
        tools: operations.take(Summary::MAX_PARTS).collect(),
        ..Summary::new(of_info("title"), of_info("description").or_else(|| of_info("summary")), of_info("version"))
    }
}

fn tool(path: &str, method: &str, operation: &Object) -> ToolSummary {
    let text = |name: &str| operation.get(name).and_then(Json::as_str);
    let name = text("operationId").map_or_else(|| format!("{method} {path}"), str::to_owned);
    ToolSummary::new(Some(name), text("summary"), text("description"))
}
