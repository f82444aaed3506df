//! Checks an Arazzo document without its source documents.

use super::{
    VERSIONS, alone,
    criterion::Patterns,
    defined_names::{Names, ids, keys, names_of, not_run},
    input_schema::is_elsewhere,
    parts, rules, structure, waiting, workflow,
};
use crate::{CONVENTIONS, check_version, referenced::CopyBudget};
use adp_tools::json_schema::Compiler;
use adp_tools::lenient_members::{list, object};
use agent_description::{
    Code, Document, Json,
    diagnostic::{CheckReport, Diagnostic, Finding, FindingFilter, Findings, Severity, Suggestions},
    format::{Format, Options},
    json::{Member, Object, Offset, Value},
};
use std::collections::{HashMap, HashSet};

pub(super) fn check(document: &Document, options: &Options) -> CheckReport {
    let mut found = Findings::new(document, FindingFilter::Everything { strict: options.strict });
    let root = document.root();
    let help = "write the version of the specification that the document follows";
    match check_version(&mut found, &rules::VERSION, (document.json(), "arazzo"), VERSIONS, help) {
        Some("1.0") => {}
        Some(_) => {
            // of 1.1, only what is not supported is reported
            found.exercise(&rules::NOT_RUN);
            each_new_part(document.json(), &mut |at, what| found.add(&rules::NOT_RUN, at.offset(), || not_run(what)));
            return found.into_report();
        }
        None => return found.into_report(),
    }
    if let Err(error) = Format::check_part_count(parts(root)) {
        found.add(&rules::ROOT, document.json().offset(), || Finding::new(Code::TOO_LARGE, error.to_string()));
        return found.into_report();
    }
    structure::ROOT.check(&mut found, document.json(), &CONVENTIONS);
    let mut suggestions = Suggestions::default();
    let sources = ids(&mut found, root, "sourceDescriptions", "name", "source description");
    ids(&mut found, root, "workflows", "workflowId", "workflow");
    let components = object(root, "components").into_iter().flatten().filter(|kind| !kind.name().starts_with("x-"));
    for kind in components.clone() {
        keys(&mut found, Some(kind.value()));
    }
    let sources: HashMap<&str, &str> = sources
        .iter()
        .filter_map(|(name, source)| Some((*name, source.get("type").map_or(Some("openapi"), Json::as_str)?)))
        .collect();
    let names = Names {
        of_operations: sources.values().filter(|kind| **kind != "arazzo").count(),
        sources,
        workflows: list(root, "workflows")
            .iter()
            .filter_map(|it| Some((it.get("workflowId")?.as_str()?, names_of(it.get("outputs")))))
            .collect(),
        components: components.map(|kind| (kind.name().as_str(), names_of(Some(kind.value())))).collect(),
    };
    let mut patterns = Patterns::for_document();
    for item in list(root, "workflows") {
        workflow::check(&mut found, &mut suggestions, &mut patterns, item, &names);
    }
    let unread = inputs(&mut found, root);
    waiting::check(&mut found, root);
    let mut report = found.into_report();
    for at in unread {
        let message = "the inputs are described in another file, which is not read: they are not checked";
        let mut note = Diagnostic::found(&rules::SCHEMA, Code::INVALID_REFERENCE, message, document, at);
        note.severity = Severity::Note;
        report.add(note);
    }
    report.sort();
    report
}

/// Checks the schemas of inputs, with the components that they refer to.
/// Returns the places of those in other files.
fn inputs(found: &mut Findings<'_>, root: &Object) -> Vec<Offset> {
    let components = object(root, "components").and_then(|components| object(components, "inputs"));
    let of_workflows = list(root, "workflows").iter().filter_map(|workflow| workflow.get("inputs"));
    let (mut compiler, mut known) = (Compiler::default(), HashSet::new());
    let (mut budget, mut unread) = (CopyBudget::for_document(), Vec::new());
    for schema in of_workflows.chain(components.into_iter().flatten().map(Member::value)) {
        // values that are neither objects nor booleans are reported by type
        if schema.as_object().is_none() {
            continue;
        }
        found.exercise(&rules::SCHEMA);
        if is_elsewhere(schema) {
            unread.push(schema.offset());
            continue;
        }
        // as the compiler, this leaves out what exceeds the limit
        let Some(schema) = alone(schema, components, &mut budget) else { break };
        let faults = compiler.compile(&schema).err().into_iter().flatten();
        // report a fault of a component once per schema that refers to it
        for fault in faults.filter(|fault| fault.kind.is_wrong() && known.insert(fault.offset)) {
            found.add(&rules::SCHEMA, fault.offset, || {
                let remark = Finding::new(Code::WRONG_TYPE, fault.message.clone());
                match &fault.meant {
                    Some((written, meant)) => remark.meant(written.clone(), meant.clone()),
                    None => remark.with_help("correct the schema; no arguments are accepted otherwise"),
                }
            });
        }
    }
    unread
}

/// Members that 1.1 added, by the member that contains their object; `-` is the root.
const NEW: [(&str, &str); 11] = [
    ("-", "$self"),
    ("steps", "dependsOn"),
    ("steps", "timeout"),
    ("steps", "channelPath"),
    ("steps", "action"),
    ("steps", "correlationId"),
    ("onSuccess", "parameters"),
    ("onFailure", "parameters"),
    ("successActions", "parameters"),
    ("failureActions", "parameters"),
    ("replacements", "targetSelectorType"),
];

/// Visits every feature of 1.1 with its location and name.
pub(super) fn each_new_part<'a>(root: &'a Json, each: &mut dyn FnMut(&'a Json, &str)) {
    let mut left = vec![("-", root)];
    while let Some((holder, json)) = left.pop() {
        match json.value() {
            Value::Object(object) => {
                for member in object {
                    let name = member.name().as_str();
                    let value = member.value();
                    if NEW.contains(&(holder, name)) {
                        each(value, &format!("`{name}`"));
                    } else if holder == "sourceDescriptions" && name == "type" && value.as_str() == Some("asyncapi") {
                        each(value, "AsyncAPI");
                    } else if holder == "parameters"
                        && name == "in"
                        && matches!(value.as_str(), Some("querystring" | "channel"))
                    {
                        each(value, "this location of a parameter");
                    } else if object.contains("selector") && object.contains("context") && name == "selector" {
                        each(value, "a selector");
                    }
                    // schemas and data can have members of any name
                    if !matches!(name, "inputs" | "payload") && !name.starts_with("x-") {
                        left.push((name, value));
                    }
                }
            }
            Value::Array(items) => left.extend(items.iter().map(|item| (holder, item))),
            _ => {}
        }
    }
}
