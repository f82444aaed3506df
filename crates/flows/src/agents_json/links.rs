//! Checks the links of a flow: their ends and order, and the values that they use and set.

use super::{FieldPath, FieldPathError, Place, Root, Step, rules};
use adp_cards::members::{list, object, objects};
use agent_description::{
    Code, Json,
    diagnostic::{Finding, Findings, Suggestions, shortened},
    json::Object,
};
use std::collections::{HashMap, HashSet};

/// A valid end of a link.
struct End<'a> {
    place: Place,
    path: FieldPath,
    /// The value that names the action, if any.
    action: Option<&'a Json>,
    /// The value that contains the path.
    written: &'a Json,
}

/// The declared inputs of a flow.
struct Declared<'a> {
    parameters: HashSet<&'a str>,
    body: bool,
}

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

pub(super) fn check(found: &mut Findings<'_>, suggestions: &mut Suggestions, flow: &Object) {
    let own = flow.get("id").and_then(Json::as_str);
    let actions: HashMap<&str, usize> = list(flow, "actions")
        .iter()
        .enumerate()
        .filter_map(|(at, action)| Some((action.get("id")?.as_str()?, at)))
        .collect();
    let fields = object(flow, "fields");
    let parameters = fields.into_iter().flat_map(|fields| objects(fields, "parameters"));
    let declared = Declared {
        parameters: parameters.filter_map(|parameter| parameter.get("name")?.as_str()).collect(),
        body: fields.and_then(|fields| fields.get("requestBody")).is_some_and(|body| !body.is_null()),
    };
    let mut taken = Taken::default();
    let mut targets = HashSet::new();
    for link in objects(flow, "links") {
        let mut end = |name: &str, is_origin| end(found, suggestions, link.get(name)?, is_origin, own, &actions);
        let (origin, target) = (end("origin", true), end("target", false));
        if let Some(origin) = &origin {
            from(found, suggestions, origin, &declared, &mut taken);
        }
        if let Some(target) = &target {
            to(found, target, &mut taken);
            let is_new = targets.insert((target.place, target.path.to_string()));
            found.check(&rules::TARGET_ONCE, is_new, target.written.offset(), || {
                let path = shortened(&target.path.to_string());
                Finding::new(Code::DUPLICATE, format!("an earlier link also has the target {path}"))
                    .with_help("the last link is used; remove one of them")
            });
        }
        if let (Some(origin), Some(target)) = (&origin, &target) {
            order(found, origin, target);
        }
    }
    used(found, flow, &taken);
    promised(found, flow, &taken);
}

/// Parses an end of a link: its owner and path.
fn end<'a>(
    found: &mut Findings<'_>,
    suggestions: &mut Suggestions,
    value: &'a Json,
    is_origin: bool,
    own: Option<&str>,
    actions: &HashMap<&str, usize>,
) -> Option<End<'a>> {
    let action = value.get("actionId").filter(|action| !action.is_null());
    found.exercise(&rules::KNOWN_ACTION);
    let id = match action {
        None => None,
        Some(action) => Some((action, action.as_str()?)),
    };
    let is_flow = id.is_none_or(|(_, id)| own == Some(id) && !actions.contains_key(id));
    let path = value.get("fieldPath").and_then(|written| Some((written, path(found, written, is_origin, is_flow)?)));
    let root = path.as_ref().map(|(_, path)| path.root);
    let Some(place) = Place::from_ids(id.map(|(_, id)| id), own, actions, root, is_origin) else {
        let (action, id) = id?;
        found.add(&rules::KNOWN_ACTION, action.offset(), || {
            let message = format!("the flow has no action {}", shortened(id));
            let near = suggestions.closest(id, actions.keys().copied().chain(own));
            let otherwise = "name an action of the flow, or the flow itself";
            with_near(Finding::new(Code::INVALID_REFERENCE, message), id, near, otherwise)
        });
        return None;
    };
    let (written, path) = path?;
    Some(End { place, path, action, written })
}

/// Parses a path, with a finding for misspellings.
fn path(found: &mut Findings<'_>, written: &Json, is_origin: bool, is_flow: bool) -> Option<FieldPath> {
    let text = written.as_str()?;
    found.exercise(&rules::PATH);
    let path = match FieldPath::read(text) {
        Ok(path) => path,
        Err(error) => {
            found.add(&rules::PATH, written.offset(), || {
                Finding::new(Code::INVALID_REFERENCE, format!("the path {} does not resolve: {error}", shortened(text)))
                    .with_help(help_for(error, text, is_origin, is_flow))
            });
            return None;
        }
    };
    found.exercise(&rules::SPELLING);
    if let Some(meant) = &path.meant {
        found.add(&rules::SPELLING, written.offset(), || {
            let message = format!("the path is {}, expected {}", shortened(text), shortened(meant));
            Finding::new(Code::SPELLING, message).meant(text, meant)
        });
    }
    Some(path)
}

/// Help for an invalid path.
fn help_for(error: FieldPathError, text: &str, is_origin: bool, is_flow: bool) -> String {
    let roots: &[Root] = match (is_flow, is_origin) {
        (true, true) | (false, false) => &[Root::Parameters, Root::RequestBody],
        (true, false) | (false, true) => &[Root::Response],
    };
    let below = |root: &Root| {
        // `body` is a common misspelling of `requestBody`
        let text = if *root == Root::RequestBody { text.strip_prefix("body.").unwrap_or(text) } else { text };
        FieldPath::below(*root, text)
    };
    let below = |root: &Root| below(root).map(|path| format!("`{}`", shortened(&path.to_string())));
    match roots.iter().map(below).collect::<Option<Vec<_>>>().filter(|_| error == FieldPathError::Root) {
        Some(paths) => format!("write {}", paths.join(" or ")),
        None => "start it with `parameters.`, `requestBody.` or `responses.success.`".to_owned(),
    }
}

/// Checks the origin of a link.
fn from<'a>(
    found: &mut Findings<'_>,
    suggestions: &mut Suggestions,
    origin: &End<'_>,
    declared: &Declared<'a>,
    taken: &mut Taken,
) {
    if origin.place != Place::Flow {
        return;
    }
    match (origin.path.root, origin.path.steps.first()) {
        (Root::Response, _) => nowhere(found, origin, "a flow has no response before it has run"),
        (Root::Parameters, None) => taken.all_parameters = true,
        (Root::Parameters, Some(Step::Index(_))) => nowhere(found, origin, "a flow's parameters have names"),
        (Root::Parameters, Some(Step::Name(name))) => {
            taken.parameters.insert(name.as_str().to_owned());
            let is_declared = declared.parameters.contains(name.as_str());
            found.check(&rules::DECLARED, is_declared, origin.written.offset(), || {
                let inside = name.split_once('[').filter(|(name, _)| declared.parameters.contains(name));
                let help = match (inside, suggestions.closest(name, declared.parameters.iter().copied())) {
                    (Some((name, way)), _) => {
                        let way = way.split(['.', '[', ']']).filter(|part| !part.is_empty());
                        let way = way.collect::<Vec<_>>().join(".");
                        format!("for a member of the parameter, write `parameters.{name}.{way}`")
                    }
                    (None, Some(near)) => format!("did you mean {near:?}?"),
                    (None, None) => "declare it under `fields.parameters`".to_owned(),
                };
                let message = format!("the flow has no parameter {}", shortened(name));
                Finding::new(Code::INVALID_REFERENCE, message).with_help(help)
            });
        }
        (Root::RequestBody, _) => {
            taken.body = true;
            found.check(&rules::DECLARED, declared.body, origin.written.offset(), || {
                Finding::new(Code::INVALID_REFERENCE, "the flow has no request body")
                    .with_help("declare `fields.requestBody`")
            });
        }
    }
}

fn nowhere(found: &mut Findings<'_>, end: &End<'_>, why: &str) {
    found.add(&rules::PATH, end.written.offset(), || {
        Finding::new(
            Code::INVALID_REFERENCE,
            format!("the path {} does not resolve: {why}", shortened(&end.path.to_string())),
        )
        .with_help("links go from the flow or an earlier action into an action, or into the flow's response")
    });
}

/// Checks the target of a link.
fn to(found: &mut Findings<'_>, target: &End<'_>, taken: &mut Taken) {
    match (target.place, target.path.root) {
        (Place::Flow, Root::Response) => {
            taken.makes = true;
            match target.path.first_name() {
                Some(name) => _ = taken.made.insert(name.to_owned()),
                None => taken.all_made = true,
            }
        }
        (Place::Flow, _) => nowhere(found, target, "links to the flow can set only its response"),
        (Place::Action(_), Root::Response) => nowhere(found, target, "links cannot set the response of an action"),
        (Place::Action(_), _) => {}
    }
}

fn order(found: &mut Findings<'_>, origin: &End<'_>, target: &End<'_>) {
    let (Place::Action(from), Place::Action(to)) = (origin.place, target.place) else { return };
    let at = origin.action.unwrap_or(origin.written);
    found.check(&rules::ORDER, from < to, at.offset(), || {
        let which = if from == to { "the same" } else { "a later" };
        Finding::new(Code::INVALID_REFERENCE, format!("the value is taken from {which} action"))
            .with_help("actions run in order: move the origin before the target")
    });
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

/// Adds the closest known name to a finding about an unknown one.
pub(crate) fn with_near(remark: Finding, written: &str, near: Option<&str>, otherwise: &str) -> Finding {
    match near {
        Some(near) => remark.meant(written, near),
        None => remark.with_help(otherwise),
    }
}
