//! Checks a file of flows without its OpenAPI documents.

use super::{AgentsJson, link_ends::with_near, links, parts, rules, structure};
use crate::CONVENTIONS;
use adp_tools::lenient_members::{list, objects};
use adp_tools::text::TextRules;
use agent_description::{
    Code, Document, Json,
    diagnostic::{Finding, Findings, Suggestions, shortened},
    format::{Format, Options},
    json::Object,
};
use std::collections::HashSet;

pub(super) fn check(found: &mut Findings<'_>, document: &Document, _: &Options) {
    let root = document.root();
    if let Err(error) = Format::check_part_count(parts(root)) {
        found.add(&rules::ROOT, document.json().offset(), || Finding::new(Code::TOO_LARGE, error.to_string()));
        return;
    }
    structure::ROOT.check(found, document.json(), &CONVENTIONS);
    version(found, root);
    stray(found, root);
    text(found, root.get("info"), &["title", "description"]);
    let mut suggestions = Suggestions::default();
    let sources = ids(found, list(root, "sources"), "source");
    for changed in objects(root, "overrides") {
        known_source(found, &mut suggestions, changed, &sources);
    }
    ids(found, list(root, "flows"), "flow");
    let flows = list(root, "flows").iter().filter_map(|value| Some((value, value.as_object()?)));
    for ((value, flow), model) in flows.zip(&AgentsJson::read(document).flows) {
        stray(found, flow);
        text(found, Some(value), &["title", "description"]);
        tool_name(found, flow);
        actions(found, &mut suggestions, flow, &sources);
        links::check(found, &mut suggestions, flow, model);
        if let Some(fields) = flow.get("fields").and_then(Json::as_object) {
            list(fields, "parameters").iter().for_each(|it| text(found, Some(it), &["name", "description"]));
        }
    }
}

/// Whether a text is a version of three numbers, with the suffixes of Semantic Versioning.
pub(super) fn is_version(text: &str) -> bool {
    let core = text.split(['-', '+']).next().unwrap_or_default();
    let is_number = |part: &str| !part.is_empty() && part.len() < 8 && part.bytes().all(|byte| byte.is_ascii_digit());
    text.len() < 40 && text.is_ascii() && core.split('.').count() == 3 && core.split('.').all(is_number)
}

fn version(found: &mut Findings<'_>, root: &Object) {
    let Some((value, text)) = root.get("agentsJson").and_then(|value| Some((value, value.as_str()?))) else { return };
    found.check(&rules::VERSION, is_version(text), value.offset(), || {
        Finding::new(
            Code::UNSUPPORTED_VERSION,
            format!("the version is {}, expected one such as 0.1.0", shortened(text)),
        )
    });
}

fn stray(found: &mut Findings<'_>, object: &Object) {
    found.exercise(&rules::STRAY);
    if let Some(member) = object.member("additionalProperties") {
        found.add(&rules::STRAY, member.name_offset(), || {
            Finding::new(Code::UNKNOWN_MEMBER, "`additionalProperties` is a keyword of JSON Schema, not a member here")
                .with_help("remove it")
        });
    }
}

/// Checks that the IDs in a list are unique.
fn ids<'a>(found: &mut Findings<'_>, items: &'a [Json], what: &str) -> HashSet<&'a str> {
    let mut ids = HashSet::new();
    for item in items {
        let Some((value, id)) = item.get("id").and_then(|value| Some((value, value.as_str()?))) else { continue };
        found.check(&rules::ID, ids.insert(id), value.offset(), || {
            Finding::new(Code::DUPLICATE, format!("an earlier {what} also has the id {}", shortened(id)))
        });
        snake_case(found, value, id);
    }
    ids
}

fn snake_case(found: &mut Findings<'_>, value: &Json, id: &str) {
    let is_allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    found.check(&rules::SNAKE_CASE, !id.is_empty() && id.bytes().all(is_allowed), value.offset(), || {
        let message = format!("the id is {}, expected lower-case letters, digits and `_`", shortened(id));
        Finding::new(Code::INVALID_NAME, message)
    });
}

fn tool_name(found: &mut Findings<'_>, flow: &Object) {
    let Some((value, id)) = flow.get("id").and_then(|value| Some((value, value.as_str()?))) else { return };
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    found.check(&rules::TOOL_NAME, (1..=64).contains(&id.len()) && id.bytes().all(is_allowed), value.offset(), || {
        let message =
            format!("the id is {}, expected 1 to 64 letters, digits, `_` and `-`: it names a tool", shortened(id));
        Finding::new(Code::INVALID_NAME, message)
    });
}

fn known_source(found: &mut Findings<'_>, suggestions: &mut Suggestions, holder: &Object, sources: &HashSet<&str>) {
    let Some((value, id)) = holder.get("sourceId").and_then(|value| Some((value, value.as_str()?))) else { return };
    found.check(&rules::KNOWN_SOURCE, sources.contains(id), value.offset(), || {
        let remark = Finding::new(Code::INVALID_REFERENCE, format!("unknown source {}", shortened(id)));
        with_near(remark, id, suggestions.closest(id, sources.iter().copied()), "list it under `sources`")
    });
}

fn actions(found: &mut Findings<'_>, suggestions: &mut Suggestions, flow: &Object, sources: &HashSet<&str>) {
    let actions = list(flow, "actions");
    found.exercise(&rules::NOTHING);
    if let Some(written) = flow.get("actions").filter(|_| actions.is_empty()) {
        found.add(&rules::NOTHING, written.offset(), || {
            Finding::new(Code::MISSING, "the flow has no actions").with_help("add an action")
        });
    }
    let own = flow.get("id").and_then(Json::as_str);
    ids(found, actions, "action");
    let same = actions.iter().filter_map(|action| action.get("id")).find(|id| own.is_some() && id.as_str() == own);
    if let Some((same, own)) = same.zip(own) {
        found.add(&rules::ID, same.offset(), || {
            Finding::new(Code::DUPLICATE, format!("the action has its flow's id {}", shortened(own)))
                .with_help("use another ID: links name both by their IDs")
        });
    }
    for action in actions.iter().filter_map(Json::as_object) {
        known_source(found, suggestions, action, sources);
    }
}

/// Checks texts that models read.
fn text(found: &mut Findings<'_>, holder: Option<&Json>, names: &[&str]) {
    let texts = names.iter().filter_map(|name| holder?.get(name)).filter(|text| text.as_str().is_some());
    for text in texts {
        found.exercise(&rules::TEXT);
        TextRules::both(&rules::TEXT).lint(found, text);
    }
}
