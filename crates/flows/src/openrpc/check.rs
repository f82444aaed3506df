//! Checks an OpenRPC document beyond its structure.

use super::{rules, version};
use crate::brief;
use adp_tools::{
    json_schema::{Compiler, Schema, Unfit},
    lenient_members::list,
    openrpc::{Descriptor, OpenRpc, OpenrpcMethod, OpenrpcReferenceError, ReferenceProblem},
};
use agent_description::{
    Code, Json,
    diagnostic::{Finding, Findings, Suggestions, shortened},
    json::Object,
};
use std::collections::HashSet;

/// Checks everything except the structure.
pub(super) fn meaning(found: &mut Findings<'_>, at: &Json) {
    let Some(root) = at.as_object() else { return };
    if let Some(named) = root.get("openrpc") {
        found.check(&rules::VERSION, named.as_str().is_none() || version(root).is_some(), named.offset(), || {
            let message = format!("`openrpc` is {}, expected a version from 1.0 to 1.4", brief(named));
            Finding::new(Code::UNSUPPORTED_VERSION, message).with_help("write `\"openrpc\": \"1.3.2\"`")
        });
    }
    let Some(document) = OpenRpc::of(root) else { return };
    for item in list(root, "methods") {
        follow(found, document, item);
    }
    names(found, document);
    let mut compiler = Compiler::default();
    let mut schemas: Vec<&Json> = document.shared_schemas().collect();
    let methods: Vec<OpenrpcMethod<'_>> = document.methods().collect();
    for method in &methods {
        schemas.extend(parts(found, document, method));
    }
    // compiled together, so that a fault of a shared schema is reported once
    let (bundle, errors) = document.bundle(schemas);
    errors.iter().for_each(|error| broken(found, error));
    compiler.check(found, &bundle, [&rules::SCHEMA, &rules::USABLE]);
    let mut suggestions = Suggestions::default();
    for method in &methods {
        links(found, document, method, &methods, &mut suggestions);
        examples(found, document, method, &mut compiler);
    }
}

fn broken(found: &mut Findings<'_>, error: &OpenrpcReferenceError) {
    let rule = if error.problem == ReferenceProblem::Nowhere { &rules::REFERENCE } else { &rules::USABLE };
    found.check(rule, false, error.offset, || Finding::new(Code::INVALID_REFERENCE, error.to_string()));
}

fn follow<'a>(found: &mut Findings<'_>, document: OpenRpc<'a>, item: &'a Json) -> Option<&'a Json> {
    if item.get("$ref").is_some() {
        found.exercise(&rules::REFERENCE);
    }
    document.follow(item).inspect_err(|error| broken(found, error)).ok()
}

fn names(found: &mut Findings<'_>, document: OpenRpc<'_>) {
    let mut known = HashSet::new();
    for method in document.methods() {
        let Some(at) = method.object.get("name").map(Json::offset) else { continue };
        found.check(&rules::METHOD_NAME, known.insert(method.name), at, || {
            Finding::new(Code::DUPLICATE, format!("an earlier method also has the name {}", shortened(method.name)))
                .with_help("give each method its own name")
        });
        let is_reserved = method.name.starts_with("rpc.") && method.name != "rpc.discover";
        found.check(&rules::RESERVED, !is_reserved, at, || {
            let message = format!("the name {} begins with `rpc.`, which is reserved", shortened(method.name));
            Finding::new(Code::INVALID_NAME, message).with_help("choose a name that begins otherwise")
        });
    }
}

/// Checks the lists of a method, and returns its schemas.
fn parts<'a>(found: &mut Findings<'_>, document: OpenRpc<'a>, method: &OpenrpcMethod<'a>) -> Vec<&'a Json> {
    for name in ["tags", "errors", "links", "examples"] {
        for item in list(method.object, name) {
            follow(found, document, item);
        }
    }
    let mut codes = HashSet::new();
    for error in document.items(method.object, "errors") {
        let Some((code, number)) = error.get("code").and_then(|code| Some((code, code.as_number()?))) else { continue };
        found.check(&rules::ERROR_CODE, codes.insert(number.to_string()), code.offset(), || {
            Finding::new(Code::DUPLICATE, format!("an earlier error of the method also has the code {number}"))
        });
    }
    let (mut known, mut optional, mut schemas) = (HashSet::new(), None, Vec::new());
    for item in list(method.object, "params") {
        let Some(parameter) = follow(found, document, item).and_then(Descriptor::of) else { continue };
        found.exercise(&rules::PARAMETER_ORDER);
        found.check(&rules::PARAMETER_TWICE, known.insert(parameter.name), item.offset(), || {
            let message = format!("an earlier parameter also has the name {}", shortened(parameter.name));
            Finding::new(Code::DUPLICATE, message).with_help("rename one of the two")
        });
        match optional {
            Some(earlier) if parameter.required => found.add(&rules::PARAMETER_ORDER, item.offset(), || {
                let (name, earlier) = (shortened(parameter.name), shortened(earlier));
                let message = format!("the required parameter {name} is after the optional {earlier}");
                Finding::new(Code::INVALID_VALUE, message).with_help(format!("move it before {earlier}"))
            }),
            None if !parameter.required => optional = Some(parameter.name),
            _ => {}
        }
        schemas.extend(parameter.schema);
    }
    let result = method.object.get("result").and_then(|result| follow(found, document, result));
    schemas.extend(result.and_then(|result| result.get("schema")));
    schemas
}

fn links<'a>(
    found: &mut Findings<'_>,
    document: OpenRpc<'a>,
    method: &OpenrpcMethod<'a>,
    methods: &[OpenrpcMethod<'a>],
    suggestions: &mut Suggestions,
) {
    for link in document.items(method.object, "links") {
        let Some((value, name)) = link.get("method").and_then(|value| Some((value, value.as_str()?))) else { continue };
        let names = || methods.iter().map(|method| method.name);
        found.check(&rules::LINK, names().any(|known| known == name), value.offset(), || {
            let message = format!("the document has no method {}", shortened(name));
            let finding = Finding::new(Code::INVALID_REFERENCE, message);
            match suggestions.closest(name, names()) {
                Some(near) => finding.meant(name, near),
                None => finding,
            }
        });
    }
}

/// Validates examples with the schemas of their method.
fn examples<'a>(found: &mut Findings<'_>, document: OpenRpc<'a>, method: &OpenrpcMethod<'a>, compiler: &mut Compiler) {
    let pairings: Vec<&Object> = document.items(method.object, "examples").collect();
    let Ok(parameters) = method.parameters() else { return };
    if pairings.is_empty() {
        return;
    }
    let mut compile = |descriptor: &Descriptor<'a>| {
        let schema = document.whole(descriptor.schema?).ok()?;
        compiler.compile(&schema).ok()
    };
    let schemas: Vec<Option<Schema>> = parameters.iter().map(&mut compile).collect();
    let result = method.result().ok().flatten().and_then(|result| compile(&result));
    for pairing in pairings {
        found.exercise(&rules::EXAMPLE);
        let mut given = HashSet::new();
        for (at, item) in list(pairing, "params").iter().enumerate() {
            let Some(example) = document.follow(item).ok().and_then(Json::as_object) else { continue };
            // by parameter name, otherwise by index
            let name = example.get("name").and_then(Json::as_str).unwrap_or_default();
            let at = parameters.iter().position(|parameter| parameter.name == name).unwrap_or(at);
            if at >= parameters.len() {
                found.add(&rules::EXAMPLE, item.offset(), || {
                    let message = format!("the example gives {}, which the method does not take", shortened(name));
                    Finding::new(Code::CONTRADICTION, message)
                });
                continue;
            }
            given.insert(at);
            let what = parameters.get(at).map_or("", |parameter| parameter.name);
            fits(found, example.get("value"), schemas.get(at).and_then(Option::as_ref), what);
        }
        let missing = parameters.iter().enumerate().find(|(at, parameter)| parameter.required && !given.contains(at));
        if let (Some((_, missing)), Some(at)) = (missing, pairing.get("params").map(Json::offset)) {
            found.add(&rules::EXAMPLE, at, || {
                let message = format!("the example lacks {}, which the method requires", shortened(missing.name));
                Finding::new(Code::CONTRADICTION, message)
            });
        }
        let example = pairing.get("result").and_then(|item| document.follow(item).ok()?.get("value"));
        fits(found, example, result.as_ref(), "result");
    }
}

fn fits(found: &mut Findings<'_>, value: Option<&Json>, schema: Option<&Schema>, what: &str) {
    let Some((value, schema)) = value.zip(schema) else { return };
    if let Err(Unfit::Mismatches(all)) = schema.validate(value) {
        for mismatch in all {
            found.add(&rules::EXAMPLE, mismatch.offset, || {
                let message =
                    format!("the example of {} contradicts its schema: {}", shortened(what), mismatch.message);
                Finding::new(Code::CONTRADICTION, message).with_help("correct the example, or the schema")
            });
        }
    }
}
