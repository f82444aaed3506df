//! OpenRPC: the methods of a JSON-RPC 2.0 service. Structured interfaces of ANP-07 are defined in this format.

mod call;
mod check;
pub mod rules;

pub use call::{RpcCall, RpcCallError};

use crate::minor_version;
use adp_tools::openrpc::{Descriptor, OpenRpc, OpenrpcMethod};
use agent_description::{
    Document, ReadLimits,
    description::openrpc,
    format::{Format, LinkTarget, LinkedUrl, MatchConfidence, Summary, ToolSummary},
    json::{Json, Object, object},
};

/// The format OpenRPC.
pub const OPENRPC: &Format = &Format {
    name: "openrpc",
    title: "an OpenRPC document",
    read_limits: |_| ReadLimits::new(MAX_BYTES).unsigned(),
    distinctive_members: &["openrpc", "methods"],
    file_names: &["openrpc.json"],
    yaml_member: Some("openrpc"),
    rules: rules::RULES,
    members: Some(&openrpc::MEMBERS),
    match_confidence,
    profile: |document| version(document.root()).map(|version| format!("openrpc/{version}")),
    check: |found, document, _| {
        openrpc::MEMBERS.check(found, document.json(), &openrpc::CONVENTIONS);
        check::meaning(found, document.json());
    },
    check_embedded: check::meaning,
    model: Some(|document, _| Ok(model(document))),
    summary,
    links: |root| servers(root).map(|url| LinkedUrl::to(LinkTarget::Interface, url)).collect(),
    ..Format::DEFAULT
};

/// Maximum size of a document, in bytes.
pub const MAX_BYTES: usize = 4 << 20;

/// The version of a document, if supported: 1.0 to 1.4.
fn version(root: &Object) -> Option<&str> {
    let text = root.get("openrpc")?.as_str()?;
    minor_version(text, &["1.0", "1.1", "1.2", "1.3", "1.4"]).map(|_| text)
}

fn match_confidence(root: &Object) -> MatchConfidence {
    let is_version = |value: &Json| value.as_str().is_some() || value.as_number().is_some();
    let has_parts = ["methods", "info", "components"].iter().any(|name| root.contains(name));
    match (root.get("openrpc").is_some_and(is_version), has_parts) {
        (true, true) => MatchConfidence::Certain,
        (true, false) => MatchConfidence::Lacks(vec!["`methods`"]),
        (false, _) if root.contains("methods") => MatchConfidence::Lacks(vec!["`openrpc`"]),
        (false, _) => MatchConfidence::Lacks(vec!["`openrpc`", "`methods`"]),
    }
}

/// Methods are indexed as tools.
fn summary(document: &Document) -> Summary {
    let info = |name: &str| document.root().get("info")?.get(name)?.as_str();
    let methods = OpenRpc::of(document.root()).into_iter().flat_map(OpenRpc::methods);
    let tools = methods.map(|method| {
        let text = |name: &str| method.object.get(name).and_then(Json::as_str);
        ToolSummary::new(Some(method.name.to_owned()), text("summary"), text("description"))
    });
    Summary {
        tools: tools.take(Summary::MAX_PARTS).collect(),
        ..Summary::new(info("title"), info("description"), info("version"))
    }
}

/// The callable methods with parameters and results.
fn model(document: &Document) -> Json {
    let root = document.root();
    let info = |name: &str| root.get("info")?.get(name)?.as_text().cloned();
    let methods = OpenRpc::of(root).into_iter().flat_map(OpenRpc::methods).map(|method| shown(&method));
    let model = object! {
        "version": version(root),
        "title": info("title"),
        "description": info("description"),
        "servers": servers(root).map(Json::from).collect::<Vec<_>>(),
        "methods": methods.collect::<Vec<_>>(),
    };
    model.into()
}

/// The unmodified URLs of a document's servers.
fn servers(root: &Object) -> impl Iterator<Item = &str> {
    let servers = root.get("servers").and_then(Json::as_array).unwrap_or_default();
    servers.iter().filter_map(|server| server.get("url")?.as_str())
}

/// The shown form of a method.
fn shown(method: &OpenrpcMethod<'_>) -> Json {
    let text = |object: &Object, name: &str| object.get(name).and_then(|text| text.as_text().cloned());
    let descriptor = |it: &Descriptor<'_>| {
        Json::from(object! {
            "name": it.name,
            "required": it.required,
            "description": text(it.object, "description"),
            "type": it.schema.and_then(|schema| schema.get("type").cloned()),
        })
    };
    let parameters = method.parameters().ok().map(|all| all.iter().map(descriptor).collect::<Vec<_>>());
    object! {
        "name": method.name,
        "summary": text(method.object, "summary"),
        "description": text(method.object, "description"),
        "paramStructure": method.structure(),
        "params": parameters,
        "result": method.result().ok().flatten().map(|it| descriptor(&it)),
    }
    .into()
}
