//! Checks an Arazzo document without its source documents.

use super::{Expression, VERSIONS, rules, structure, waiting, workflow};
use crate::{CONVENTIONS, check_version, workflow::alone};
use adp_cards::json_schema::Compiler;
use adp_cards::members::{list, object};
use agent_description::{
    Code, Document, Json,
    diagnostic::{CheckReport, Finding, FindingFilter, Findings, Suggestions, shortened},
    format::Options,
    json::{Member, Object, Value},
};
use std::collections::{HashMap, HashSet};

/// The names that a document defines.
pub(super) struct Names<'a> {
    pub sources: HashMap<&'a str, &'a str>,
    /// Number of sources with operations.
    pub of_operations: usize,
    /// The workflows and the names of their outputs.
    pub workflows: HashMap<&'a str, HashSet<&'a str>>,
    /// `parameters`, `successActions` and other components, with their names.
    pub components: HashMap<&'a str, HashSet<&'a str>>,
}

pub(super) fn check(document: &Document, options: &Options) -> CheckReport {
    let mut found = Findings::new(document, FindingFilter::Everything { strict: options.strict });
    let root = document.root();
    let help = "write the version of the specification that the document follows";
    match check_version(&mut found, &rules::VERSION, (document.json(), "arazzo"), VERSIONS, help) {
        Some("1.0") => {}
        Some(_) => {
            new_parts(&mut found, document.json());
            return found.into_report();
        }
        None => return found.into_report(),
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
    for item in list(root, "workflows") {
        workflow::check(&mut found, &mut suggestions, item, &names);
    }
    inputs(&mut found, root);
    waiting::check(&mut found, root);
    found.into_report()
}

/// Checks the schemas of inputs, with the components that they refer to.
fn inputs(found: &mut Findings<'_>, root: &Object) {
    let components = object(root, "components").and_then(|components| object(components, "inputs"));
    let of_workflows = list(root, "workflows").iter().filter_map(|workflow| workflow.get("inputs"));
    let (mut compiler, mut known) = (Compiler::default(), HashSet::new());
    for schema in of_workflows.chain(components.into_iter().flatten().map(Member::value)) {
        // values that are neither objects nor booleans are reported by type
        if schema.as_object().is_none() {
            continue;
        }
        found.exercise(&rules::SCHEMA);
        let faults = compiler.compile(&alone(schema, components)).err().into_iter().flatten();
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
}

pub(super) fn names_of(value: Option<&Json>) -> HashSet<&str> {
    value.and_then(Json::as_object).into_iter().flatten().map(|member| member.name().as_str()).collect()
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

/// Reports features of 1.1 as unsupported.
fn new_parts(found: &mut Findings<'_>, root: &Json) {
    found.exercise(&rules::NOT_RUN);
    each_new_part(root, &mut |at, what| found.add(&rules::NOT_RUN, at.offset(), || not_run(what)));
}

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

pub(super) fn not_run(what: &str) -> Finding {
    Finding::new(Code::UNSUPPORTED_VERSION, format!("{what} is recognized, but not supported"))
        .with_help("remove this part, or run the workflow with another program")
}

/// Collects the items of a list by ID, and reports duplicates.
pub(super) fn ids<'a>(
    found: &mut Findings<'_>,
    holder: &'a Object,
    items: &str,
    id: &str,
    what: &str,
) -> HashMap<&'a str, &'a Json> {
    let mut known = HashMap::new();
    for item in list(holder, items) {
        let Some((value, text)) = item.get(id).and_then(|value| Some((value, value.as_str()?))) else { continue };
        found.check(&rules::ID, !known.contains_key(text), value.offset(), || {
            Finding::new(Code::DUPLICATE, format!("an earlier {what} also has the {id} {}", shortened(text)))
        });
        known.entry(text).or_insert(item);
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
        found.check(&rules::NAME, !text.is_empty() && text.bytes().all(is_allowed), value.offset(), || {
            let message = format!("the {id} is {}, expected letters, digits, `_` and `-`", shortened(text));
            Finding::new(Code::INVALID_NAME, message)
        });
    }
    known
}

/// Checks the names of a map.
pub(super) fn keys(found: &mut Findings<'_>, map: Option<&Json>) {
    for member in map.and_then(Json::as_object).into_iter().flatten() {
        let name = member.name().as_str();
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
        found.check(&rules::KEY, !name.is_empty() && name.bytes().all(is_allowed), member.name_offset(), || {
            let message = format!("the name is {}, expected letters, digits, `.`, `-` and `_`", shortened(name));
            Finding::new(Code::INVALID_NAME, message)
        });
    }
}

/// Parses an expression, or adds a finding at its value.
pub(super) fn expression(found: &mut Findings<'_>, at: &Json, text: &str) -> Option<Expression> {
    found.exercise(&rules::EXPRESSION);
    match Expression::read(text) {
        Ok(expression) => Some(expression),
        Err(error) => {
            found.add(&rules::EXPRESSION, at.offset(), || {
                let message = format!("{} is no runtime expression: {error}", shortened(text));
                let remark = Finding::new(Code::INVALID_VALUE, message);
                match Expression::meant(text) {
                    Some(meant) => remark.with_help(format!("did you mean {meant:?}?")),
                    None => remark.with_help("to send the text literally, write `$$` instead of `$`"),
                }
            });
            None
        }
    }
}
