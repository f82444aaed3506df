//! Checks the links of a flow: their ends and order, and the values that they use and set.

use super::{
    FieldPath, Flow, LinkEnd, Root,
    link_ends::{LinkEnds, Place},
    rules,
};
use adp_tools::lenient_members::{list, object};
use agent_description::{
    Code, Json,
    diagnostic::{Finding, Findings, Suggestions, shortened},
    json::Object,
};
use std::collections::HashSet;

/// What the links use of the flow's inputs and set in its response.
#[derive(Default)]
struct Taken {
    /// Names of the used parameters.
    parameters: HashSet<String>,
    all_parameters: bool,
    body: bool,
    /// Members of the response that are set.
    made: HashSet<String>,
    all_made: bool,
    makes: bool,
}

pub(super) fn check(found: &mut Findings<'_>, suggestions: &mut Suggestions, flow: &Object, model: &Flow) {
    let (ends, mut taken, mut targets) = (LinkEnds::for_flow(model), Taken::default(), HashSet::new());
    for link in &model.links {
        let mut faults = Vec::new();
        let (origin, target) = ends.resolve(link, suggestions, &mut faults);
        found.exercise(&rules::KNOWN_ACTION);
        found.exercise(&rules::PATH);
        if let (Some((Place::Action(_), _)), Some((Place::Action(_), _))) = (&origin, &target) {
            found.exercise(&rules::ORDER);
        }
        faults.into_iter().for_each(|fault| fault.report(found));
        if let Some((place, path)) = &origin {
            spelling(found, &link.origin, path);
            if *place == Place::Flow {
                found.exercise(&rules::DECLARED);
                take(path, &mut taken);
            }
        }
        if let Some((place, path)) = target {
            spelling(found, &link.target, &path);
            if (place, path.root) == (Place::Flow, Root::Response) {
                taken.makes = true;
                match path.first_name() {
                    Some(name) => _ = taken.made.insert(name.to_owned()),
                    None => taken.all_made = true,
                }
            }
            found.check(&rules::TARGET_ONCE, targets.insert((place, path.to_string())), link.target.path_at, || {
                let path = shortened(&path.to_string());
                Finding::new(Code::DUPLICATE, format!("an earlier link also has the target {path}"))
                    .with_help("the last link is used; remove one of them")
            });
        }
    }
    used(found, flow, &taken);
    promised(found, flow, &taken);
}

fn spelling(found: &mut Findings<'_>, end: &LinkEnd, path: &FieldPath) {
    found.exercise(&rules::SPELLING);
    if let Some((text, meant)) = end.field_path.as_deref().zip(path.meant.as_ref()) {
        found.add(&rules::SPELLING, end.path_at, || {
            let message = format!("the path is {}, expected {}", shortened(text), shortened(meant));
            Finding::new(Code::SPELLING, message).meant(text, meant)
        });
    }
}

/// Notes the input of the flow that a link uses.
fn take(path: &FieldPath, taken: &mut Taken) {
    match (path.root, path.first_name()) {
        (Root::Parameters, Some(name)) => _ = taken.parameters.insert(name.to_owned()),
        (Root::Parameters, None) => taken.all_parameters |= path.steps.is_empty(),
        (Root::RequestBody, _) => taken.body = true,
        (Root::Response, _) => {}
    }
}

/// Reports declared inputs that no link uses.
fn used(found: &mut Findings<'_>, flow: &Object, taken: &Taken) {
    let Some(fields) = object(flow, "fields") else { return };
    for parameter in list(fields, "parameters") {
        let Some(name) = parameter.get("name").and_then(Json::as_str) else { continue };
        found.check(&rules::USED, taken.all_parameters || taken.parameters.contains(name), parameter.offset(), || {
            Finding::new(Code::UNKNOWN_MEMBER, format!("no link uses the parameter {}", shortened(name)))
                .with_help("link it to an action, or remove it")
        });
    }
    if let Some(body) = fields.get("requestBody").filter(|body| body.as_object().is_some()) {
        let has_content = object(fields, "requestBody").and_then(|body| object(body, "content"));
        found.check(&rules::USED, taken.body || has_content.is_none_or(Object::is_empty), body.offset(), || {
            Finding::new(Code::UNKNOWN_MEMBER, "no link uses the body").with_help("link it to an action, or remove it")
        });
    }
}

/// Reports members of the response schema that no link sets.
fn promised(found: &mut Findings<'_>, flow: &Object, taken: &Taken) {
    if !taken.makes || taken.all_made {
        return;
    }
    let success = object(flow, "fields")
        .and_then(|fields| object(fields, "responses"))
        .and_then(|responses| object(responses, "success"));
    let properties = success.and_then(|success| object(success, "properties"));
    for property in properties.into_iter().flatten() {
        found.check(&rules::PROMISED, taken.made.contains(property.name().as_str()), property.name_offset(), || {
            let message = format!("no link sets {} of the response", shortened(property.name()));
            Finding::new(Code::MISSING, message).with_help("add a link, or remove it from the schema")
        });
    }
}
