//! Checks an OpenAPI document and, if available, the referenced files. Without them, references to files are
//! unresolved.

use super::{
    Location, OperationMethod,
    members::DOCUMENT,
    reference::{At, Documents, reference_of},
    rules,
    source::{Unread, VERSIONS, each_reference, read_beside},
    structure,
};
use crate::{CONVENTIONS, check_version, error::CompileError};
use adp_tools::lenient_members::{list, object};
use agent_description::{
    Code, Document, Json,
    diagnostic::{CheckReport, Diagnostic, Finding, FindingFilter, Findings, Rule, Severity, shortened},
    format::{Beside, Options},
    json::{Member, Object, Offset},
};
use std::collections::{HashMap, HashSet};

/// The referenced files.
#[derive(Default)]
struct Files {
    /// The read error of a file, by name.
    unread: HashMap<String, String>,
    /// By file, the offset of a reference in the document that leads to it.
    come_by: HashMap<usize, Offset>,
}

pub(super) fn check(document: &Document, beside: Option<&dyn Beside>, options: &Options) -> CheckReport {
    let mut found = Findings::new(document, FindingFilter::Everything { strict: options.strict });
    let (root, at) = (document.root(), document.json());
    let help = "convert the document to 3.0, 3.1 or 3.2";
    let version = check_version(&mut found, &rules::VERSION, (at, "openapi"), VERSIONS, help);
    let Some(version) = version else { return found.into_report() };
    DOCUMENT.check(&mut found, at, &CONVENTIONS);
    if version == "3.0" || !root.contains("components") && !root.contains("webhooks") {
        DOCUMENT.require(&mut found, at, "paths", &rules::ROOT, &CONVENTIONS);
    }
    let mut documents = Documents::new(document.clone());
    let files = beside.map(|beside| read(&mut found, &mut documents, beside, at));
    let unresolved = references(&mut found, &documents, at, files.as_ref());
    if let Some(files) = &files {
        references_of_files(&mut found, &documents, files);
    }
    list(root, "servers").iter().for_each(|it| server(&mut found, it));
    let schemes: HashSet<&str> = object(root, "components")
        .and_then(|components| object(components, "securitySchemes"))
        .into_iter()
        .flatten()
        .map(|scheme| scheme.name().as_str())
        .collect();
    security(&mut found, root, &schemes);
    let mut ids = HashSet::new();
    for path in object(root, "paths").into_iter().flatten() {
        paths(&mut found, &documents, path, &schemes, &mut ids);
    }
    other_operations(&mut found, &documents, object(root, "webhooks"));
    components(&mut found, &documents, root);
    // last: a fault that another rule reported is reported once
    match version {
        "3.0" => structure::v3_0::DOCUMENT.check(&mut found, at, &CONVENTIONS),
        "3.1" => structure::v3_1::DOCUMENT.check(&mut found, at, &CONVENTIONS),
        _ => {}
    }
    let mut report = found.into_report();
    if version == "3.2" {
        structure::v3_2::check(&mut report, document);
    }
    for (message, at) in unresolved {
        let mut note = Diagnostic::found(&rules::REFERENCE, Code::INVALID_REFERENCE, &message, document, at);
        note.severity = Severity::Note;
        report.add(note);
    }
    report.sort();
    report
}

/// Reads the referenced files. An error that prevents reading further files is reported once.
fn read(found: &mut Findings<'_>, documents: &mut Documents, beside: &dyn Beside, root: &Json) -> Files {
    let mut unread = HashMap::new();
    let come_by = read_beside(documents, beside, &mut |name, why| {
        let why = match why {
            Unread::Missing(why) => why,
            Unread::Refused(CompileError::File { error, .. }) => error.to_string(),
            Unread::Refused(error) => return Err(error),
        };
        unread.insert(name.to_owned(), why);
        Ok(())
    });
    let come_by = come_by.unwrap_or_else(|error| {
        found.add(&rules::REFERENCE, root.offset(), || Finding::new(Code::INVALID_REFERENCE, error.to_string()));
        HashMap::new()
    });
    Files { unread, come_by }
}

fn missing(what: &'static str, name: &'static str) -> Finding {
    Finding::missing(Code::MISSING, what, name)
}

/// Reports a member of the wrong type.
fn wrong(found: &mut Findings<'_>, rule: &'static Rule, value: &Json, name: &str, expected: &str) {
    wrong_at(found, rule, value.offset(), value, name, expected);
}

/// Like [`wrong`], for a value in another file, at the reference to it.
fn wrong_at(found: &mut Findings<'_>, rule: &'static Rule, at: Offset, value: &Json, name: &str, expected: &str) {
    found
        .add(rule, at, || Finding::new(Code::WRONG_TYPE, format!("`{name}` is {}, expected {expected}", value.kind())));
}

/// Checks all references of the document, each target once. Returns the first reference to each file that was not read,
/// because these are not errors.
fn references(
    found: &mut Findings<'_>,
    documents: &Documents,
    root: &Json,
    files: Option<&Files>,
) -> Vec<(String, Offset)> {
    let mut known: HashMap<&str, Option<CompileError>> = HashMap::new();
    let (mut unresolved, mut names) = (Vec::new(), HashSet::new());
    each_reference(root, &mut |json| {
        let Some((member, reference)) =
            json.as_object().and_then(|object| object.member("$ref")).zip(reference_of(json))
        else {
            return;
        };
        found.exercise(&rules::REFERENCE);
        let error = known.entry(reference).or_insert_with(|| leads_nowhere(documents, 0, reference));
        let at = member.value().offset();
        match (error, files) {
            (None, _) => {}
            (Some(error @ (CompileError::UnreadFile(_) | CompileError::Outside(_))), files)
                if files.is_none() || matches!(error, CompileError::Outside(_)) =>
            {
                let name = documents.file_of(0, reference).ok().flatten();
                let name = name.unwrap_or_else(|| reference.split('#').next().unwrap_or_default().to_owned());
                if names.len() < CheckReport::MAX_DIAGNOSTICS && !names.contains(&name) {
                    let why = if matches!(error, CompileError::Outside(_)) {
                        "not in the document's folder, and is not read"
                    } else {
                        "not available here"
                    };
                    let message = format!("the file {} is {why}: references to it are unresolved", shortened(&name));
                    unresolved.push((message, at));
                    names.insert(name);
                }
            }
            (Some(error), files) => {
                let told = describe_reference_error(documents, files, 0, reference, error);
                found.add(&rules::REFERENCE, at, || Finding::new(Code::INVALID_REFERENCE, told));
            }
        }
    });
    unresolved
}

/// Checks all references in the files, reported where the document refers to the file.
fn references_of_files(found: &mut Findings<'_>, documents: &Documents, files: &Files) {
    for (number, root) in (1..documents.len()).filter_map(|number| Some((number, documents.root(number)?))) {
        // with too many files, only that is reported
        let Some(at) = files.come_by.get(&number).copied() else { continue };
        let mut known = HashSet::new();
        each_reference(root.json, &mut |json| {
            let Some(reference) = reference_of(json).filter(|reference| known.insert(*reference)) else { return };
            found.exercise(&rules::REFERENCE);
            let error = leads_nowhere(documents, number, reference);
            if let Some(error) = error.filter(|it| !matches!(it, CompileError::Outside(_))) {
                let told = describe_reference_error(documents, Some(files), number, reference, &error);
                let message = format!("in the file {}: {told}", shortened(documents.name(number)));
                found.add(&rules::REFERENCE, at, || Finding::new(Code::INVALID_REFERENCE, message));
            }
        });
    }
}

/// The error of a reference itself. A target that is also a reference is reported where it occurs. A cycle is an error.
fn leads_nowhere(documents: &Documents, document: usize, reference: &str) -> Option<CompileError> {
    match documents.target(document, reference) {
        Ok(at) => documents.follow(at).err().filter(|it| matches!(it, CompileError::Endless(_))),
        Err(error) => Some(error),
    }
}

/// The message for an unresolved reference, including the read error of its file.
fn describe_reference_error(
    documents: &Documents,
    files: Option<&Files>,
    document: usize,
    reference: &str,
    error: &CompileError,
) -> String {
    let name = documents.file_of(document, reference).ok().flatten();
    match name.and_then(|name| Some((files?.unread.get(&name)?, name))) {
        Some((why, name)) => format!("the file {} cannot be read: {why}", shortened(&name)),
        None => error.to_string(),
    }
}

fn server(found: &mut Findings<'_>, server: &Json) {
    let rule = &rules::SERVER;
    found.exercise(rule);
    let Some(url) = server.get("url") else {
        return found.add_missing(rule, server.offset(), || missing("the server", "url"));
    };
    let Some(text) = url.as_str() else { return wrong(found, rule, url, "url", "a string") };
    let variables = object_of(server, "variables");
    let undeclared = names_in(text).find(|name| variables.is_none_or(|all| !all.contains(name)));
    if let Some(name) = undeclared {
        found.add(rule, url.offset(), || {
            let message = format!("the variable {} of the URL is not declared", shortened(name));
            Finding::new(Code::INVALID_URL, message).with_help("declare it under `variables`, with a `default`")
        });
    }
    for variable in variables.into_iter().flatten().filter(|variable| variable.value().as_object().is_some()) {
        let has_default = variable.value().get("default").is_some_and(|default| default.as_str().is_some());
        found.check(rule, has_default, variable.value().offset(), || {
            let message = format!("the variable {} of the URL has no default", shortened(variable.name()));
            Finding::new(Code::INVALID_URL, message)
        });
    }
}

fn object_of<'a>(value: &'a Json, name: &str) -> Option<&'a Object> {
    value.get(name).and_then(Json::as_object)
}

/// The names in braces.
fn names_in(template: &str) -> impl Iterator<Item = &str> {
    template.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(name, _)| name))
}

fn security(found: &mut Findings<'_>, holder: &Object, schemes: &HashSet<&str>) {
    for requirement in list(holder, "security").iter().filter_map(Json::as_object) {
        for scheme in requirement {
            found.check(&rules::SECURITY, schemes.contains(scheme.name().as_str()), scheme.name_offset(), || {
                let message = format!("the security scheme {} is not declared", shortened(scheme.name()));
                Finding::new(Code::INVALID_REFERENCE, message)
                    .with_help("declare it under `components.securitySchemes`")
            });
        }
    }
}

/// Checks a path and its operations.
fn paths<'a>(
    found: &mut Findings<'_>,
    documents: &'a Documents,
    path: &'a Member,
    schemes: &HashSet<&str>,
    ids: &mut HashSet<&'a str>,
) {
    let name = path.name().as_str();
    if name.starts_with("x-") {
        return;
    }
    found.check(&rules::PATH, name.starts_with('/'), path.name_offset(), || {
        Finding::new(Code::INVALID_VALUE, format!("the path is {}, expected one that starts with /", shortened(name)))
    });
    let Some(item) = path.value().as_object() else {
        return wrong(found, &rules::PATH, path.value(), "path", "an object");
    };
    list(item, "servers").iter().for_each(|it| server(found, it));
    let template: HashSet<&str> = names_in(name).collect();
    let shared = parameters(found, documents, item, Some(&template));
    if let Some(more) = item.member("additionalOperations").filter(|_| documents.is_3_2()) {
        not_called(found, more.name_offset(), "`additionalOperations`");
    }
    for member in item {
        if OperationMethod::from_name(member.name()).is_none() {
            continue;
        }
        let Some(operation) = member.value().as_object() else {
            wrong(found, &rules::PATH, member.value(), member.name(), "an object");
            continue;
        };
        security(found, operation, schemes);
        list(operation, "servers").iter().for_each(|it| server(found, it));
        operation_id(found, member, operation, ids);
        let own = inputs(found, documents, operation, Some(&template));
        for part in &template {
            found.check(&rules::TEMPLATE, own.contains(part) || shared.contains(part), member.name_offset(), || {
                let message = format!("the operation has no required parameter {} of its path", shortened(part));
                Finding::new(Code::MISSING, message).with_help("add it, with `in` path and `required` true")
            });
        }
    }
}

/// Checks operations outside `paths`, such as those of webhooks and callbacks.
fn other_operations(found: &mut Findings<'_>, documents: &Documents, items: Option<&Object>) {
    for item in items.into_iter().flatten().filter_map(|member| member.value().as_object()) {
        parameters(found, documents, item, None);
        let operations = item.iter().filter(|member| OperationMethod::from_name(member.name()).is_some());
        for operation in operations.filter_map(|member| member.value().as_object()) {
            inputs(found, documents, operation, None);
        }
    }
}

/// Checks body, callbacks and parameters of an operation, and returns the names of its required path parameters.
fn inputs<'a>(
    found: &mut Findings<'_>,
    documents: &'a Documents,
    operation: &'a Object,
    template: Option<&HashSet<&str>>,
) -> HashSet<&'a str> {
    if let Some(body) = operation.get("requestBody") {
        request_body(found, documents, body);
    }
    for callback in object(operation, "callbacks").into_iter().flatten() {
        other_operations(found, documents, callback.value().as_object());
    }
    parameters(found, documents, operation, template)
}

/// Checks the components.
fn components(found: &mut Findings<'_>, documents: &Documents, root: &Object) {
    let Some(components) = object(root, "components") else { return };
    for component in object(components, "parameters").into_iter().flatten() {
        let is_other =
            reference_of(component.value()).is_some() || new_of_parameter(documents, component.value()).is_some();
        if !is_other {
            parameter(found, component.value(), component.value().offset());
        }
    }
    for component in object(components, "requestBodies").into_iter().flatten() {
        request_body(found, documents, component.value());
    }
    for callback in object(components, "callbacks").into_iter().flatten() {
        other_operations(found, documents, callback.value().as_object());
    }
    other_operations(found, documents, object(components, "pathItems"));
}

/// Checks a body and its references to other files. Errors of a shared body are reported once, where it is defined.
fn request_body(found: &mut Findings<'_>, documents: &Documents, item: &Json) {
    let Ok(at) = documents.follow(At { document: 0, json: item }) else { return };
    if at.document == 0 && reference_of(item).is_some() {
        return;
    }
    let rule = &rules::BODY;
    found.exercise(rule);
    let here = |value: &Json| if at.document == 0 { value.offset() } else { item.offset() };
    let Some(body) = at.json.as_object() else {
        return wrong_at(found, rule, here(at.json), at.json, "requestBody", "an object");
    };
    let Some(content) = body.get("content") else {
        return found.add_missing(rule, here(at.json), || missing("the request body", "content"));
    };
    let Some(types) = content.as_object() else {
        return wrong_at(found, rule, here(content), content, "content", "an object");
    };
    for media in types.iter().filter(|media| media.value().as_object().is_none()) {
        wrong_at(found, rule, here(media.value()), media.value(), media.name(), "an object");
    }
}

fn operation_id<'a>(found: &mut Findings<'_>, member: &'a Member, operation: &'a Object, ids: &mut HashSet<&'a str>) {
    found.exercise(&rules::OPERATION_ID);
    found.exercise(&rules::NO_ID);
    match operation.get("operationId") {
        None => found.add(&rules::NO_ID, member.name_offset(), || {
            Finding::new(Code::MISSING, "the operation has no `operationId`").with_help("add `operationId`")
        }),
        Some(value) => match value.as_str() {
            None => wrong(found, &rules::OPERATION_ID, value, "operationId", "a string"),
            Some(id) if !ids.insert(id) => found.add(&rules::OPERATION_ID, value.offset(), || {
                let message = format!("an earlier operation also has the id {}", shortened(id));
                Finding::new(Code::DUPLICATE, message)
            }),
            Some(_) => {}
        },
    }
}

/// Checks a list of parameters, and returns the names of path parameters. `template` contains the names in the
/// path, if there is one.
fn parameters<'a>(
    found: &mut Findings<'_>,
    documents: &'a Documents,
    holder: &'a Object,
    template: Option<&HashSet<&str>>,
) -> HashSet<&'a str> {
    let (mut of_path, mut known) = (HashSet::new(), HashSet::new());
    if let Some(value) = holder.get("parameters").filter(|value| value.as_array().is_none()) {
        wrong(found, &rules::PARAMETER, value, "parameters", "an array");
    }
    for item in list(holder, "parameters") {
        // an unresolved reference is reported separately
        let Ok(at) = documents.follow(At { document: 0, json: item }) else { continue };
        let parameter_here = at.json;
        if let Some(what) = new_of_parameter(documents, parameter_here) {
            not_called(found, item.offset(), what);
            continue;
        }
        // errors of a shared parameter are reported once, where it is defined
        let is_told_elsewhere = at.document == 0 && reference_of(item).is_some();
        let place = if is_told_elsewhere {
            place_of(parameter_here)
        } else {
            let place = if at.document == 0 { parameter_here.offset() } else { item.offset() };
            parameter(found, parameter_here, place)
        };
        let Some((name, place)) = place else { continue };
        if place == Location::Path {
            of_path.insert(name);
        }
        let key = if place == Location::Header { name.to_ascii_lowercase() } else { name.to_owned() };
        found.check(&rules::PARAMETER_TWICE, known.insert((key, place)), item.offset(), || {
            let message =
                format!("an earlier {} parameter of the list also has the name {}", place.as_str(), shortened(name));
            Finding::new(Code::DUPLICATE, message).with_help("remove one of the two")
        });
        let Some(template) = template.filter(|_| place == Location::Path) else { continue };
        found.check(&rules::PATH_PARAMETER, template.contains(name), item.offset(), || {
            let message = format!("the path has no {} for the parameter", shortened(&format!("{{{name}}}")));
            Finding::new(Code::INVALID_REFERENCE, message)
                .with_help("write the name into the path, or remove the parameter")
        });
    }
    of_path
}

fn not_called(found: &mut Findings<'_>, at: Offset, what: &'static str) {
    found.add(&rules::NOT_CALLED, at, || {
        Finding::new(Code::UNSUPPORTED_VERSION, format!("{what} of OpenAPI 3.2 cannot be called"))
    });
}

/// What 3.2 allows for a parameter, and callers do not send.
fn new_of_parameter(documents: &Documents, parameter: &Json) -> Option<&'static str> {
    let text = |name: &str| parameter.get(name).and_then(Json::as_str);
    match (text("in"), text("style")) {
        _ if !documents.is_3_2() => None,
        (Some("querystring"), _) => Some("a parameter in `querystring`"),
        (Some("cookie"), Some("cookie")) => Some("the style `cookie`"),
        _ => None,
    }
}

fn place_of(parameter: &Json) -> Option<(&str, Location)> {
    let name = parameter.get("name").and_then(Json::as_str)?;
    Some((name, parameter.get("in").and_then(Json::as_str).and_then(Location::from_name)?))
}

/// Checks a parameter, and returns its name and location if present.
fn parameter<'a>(found: &mut Findings<'_>, parameter: &'a Json, at: Offset) -> Option<(&'a str, Location)> {
    found.exercise(&rules::PARAMETER);
    let Some((name, place)) = place_of(parameter) else {
        found.add(&rules::PARAMETER, at, || {
            let said = parameter.get("in").and_then(Json::as_str).map_or_else(|| "nothing".to_owned(), shortened);
            let message = format!("`in` is {said}, expected path, query, header or cookie, and a `name`");
            let finding = Finding::new(Code::INVALID_VALUE, message);
            // Python cannot have a name `in`
            let is_meant = |member: &&Member| matches!(member.name().as_str(), "in_" | "_in" | "In" | "IN");
            match parameter.as_object().and_then(|object| object.iter().find(is_meant)) {
                Some(member) => finding.with_help(format!("rename `{}` to `in`", member.name())),
                None => finding,
            }
        });
        return None;
    };
    let required = parameter.get("required");
    let is_required = place != Location::Path || required.and_then(Json::as_bool) == Some(true);
    let place_of_required = required.filter(|_| at == parameter.offset()).map_or(at, Json::offset);
    found.check(&rules::PATH_PARAMETER, is_required, place_of_required, || {
        let message = format!("the path parameter {} is not required", shortened(name));
        Finding::new(Code::MISSING, message).with_help("write `\"required\": true`")
    });
    found.exercise(&rules::STYLE);
    if let Some(style) = parameter.get("style") {
        // for a parameter in another file, use the offset of the reference
        let at = if at == parameter.offset() { style.offset() } else { at };
        match style.as_str() {
            None => wrong_at(found, &rules::STYLE, at, style, "style", "a string"),
            Some(text) if !place.styles().contains(&text) => found.add(&rules::STYLE, at, || {
                let styles = place.styles().join(", ");
                let message =
                    format!("the style of the {} parameter is {}, expected {styles}", place.as_str(), shortened(text));
                Finding::new(Code::INVALID_VALUE, message)
            }),
            Some(_) => {}
        }
    }
    Some((name, place))
}
