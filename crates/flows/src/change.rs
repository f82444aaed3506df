//! Determines which requests make changes and therefore need consent: all that are not known to be read-only.
//!
//! A request is read-only if its method is safe, it has no body, and none of its names can override the method. Many
//! servers read a method from headers, path, query or cookies.

use crate::{
    cut, header_name,
    openapi::{Location, Operation},
    workflow::{Argument, CompiledStep, Template},
};
use agent_description::{Json, json::Value};
use percent_encoding::percent_decode_str;

/// Whether the request of a step is a change.
pub(crate) fn is_change(operation: &Operation<'_>, step: &CompiledStep) -> bool {
    !operation.method().is_safe() || doubt(operation, step).is_some()
}

/// The reason, other than its method, why the request of a step may be a change.
pub(crate) fn doubt(operation: &Operation<'_>, step: &CompiledStep) -> Option<String> {
    if step.body.is_some() && operation.method().is_safe() {
        return Some("it has a body".to_owned());
    }
    let of_arguments = step.arguments.iter().find_map(|argument| {
        let mut names = vec![argument.name.to_string()];
        let place = argument.location?;
        if let (Location::Path, Template::Constant(json)) = (place, &argument.value) {
            // a text after `;` is a name
            names.extend(json.as_str().map(|text| text.split('=').next().unwrap_or_default().to_owned()));
        }
        match place {
            Location::Path if is_one_segment(operation, argument) => None,
            Location::Header => doubt_of_headers(operation.method().is_safe(), [argument.name.as_str()]),
            place => {
                members(&argument.value.to_json(), &mut names);
                doubt_of_names(place.as_str(), names)
            }
        }
    });
    of_arguments.or_else(|| doubt_of_path(operation.path()))
}

/// Whether an argument becomes a text within a path segment, without a name: style `simple`, no members, and not after
/// `;`.
fn is_one_segment(operation: &Operation<'_>, argument: &Argument) -> bool {
    let is_scalar = match &argument.value {
        Template::Constant(json) => json.as_array().is_none() && json.as_object().is_none(),
        Template::Expression(..) | Template::Text(..) => true,
        Template::Array(..) | Template::Object(..) => false,
    };
    let Ok(parameters) = operation.parameters() else { return false };
    let mut own = parameters.iter().filter(|it| it.location == Location::Path && *it.name == argument.name);
    let is_simple = own.all(|it| it.object.get("style").is_none_or(|style| style.as_str() == Some("simple")));
    is_scalar && is_simple && !operation.path().contains([';', '%'])
}

/// The names that the flow gives to parts of a step's request.
#[cfg(feature = "run")]
pub(crate) fn names(step: &CompiledStep) -> Vec<String> {
    let mut names = Vec::new();
    for argument in &step.arguments {
        names.push(argument.name.to_string());
        members(&argument.value.to_json(), &mut names);
    }
    names
}

/// The first header by which a request may be a change. If its method is not safe, only headers that may override the
/// method are considered.
pub(crate) fn doubt_of_headers<'n>(reads: bool, names: impl IntoIterator<Item = &'n str>) -> Option<String> {
    let is_doubtful = |name: &&str| if reads { !header_name::is_of_read(name) } else { may_give_method(name) };
    names.into_iter().find(is_doubtful).map(|name| format!("it has the header {:?}", cut(name)))
}

/// The first name that may override the method of a request.
pub(crate) fn doubt_of_names(place: &str, names: impl IntoIterator<Item = String>) -> Option<String> {
    let name = names.into_iter().find(|name| may_give_method(name))?;
    Some(format!("the name {:?} in its {place} may override its method", cut(&name)))
}

/// Like [`doubt_of_names`], for the names after `;` in a path.
fn doubt_of_path(path: &str) -> Option<String> {
    doubt_of_names(Location::Path.as_str(), names_of_path(path))
}

/// The names after `;` in a path.
pub(crate) fn names_of_path(path: &str) -> Vec<String> {
    let path = percent_decode_str(path).decode_utf8_lossy();
    path.split(';').skip(1).map(|rest| rest.split(['=', '/']).next().unwrap_or_default().to_owned()).collect()
}

/// The names of `a=b&c=d`, also with `;` as separator.
#[cfg(feature = "run")]
pub(crate) fn names_of_pairs(text: &str) -> impl Iterator<Item = String> {
    text.split(['&', ';']).map(|pair| {
        let name = pair.split('=').next().unwrap_or_default().replace('+', " ");
        percent_decode_str(&name).decode_utf8_lossy().into_owned()
    })
}

/// Whether a server may use a parameter of this name as the method: `_method`, `X-HTTP-Method-Override`,
/// `filter[_method]`.
fn may_give_method(name: &str) -> bool {
    name.split(['[', ']', '\0']).any(|part| {
        let letters: String = part.chars().filter(char::is_ascii_alphanumeric).collect();
        let letters = letters.to_ascii_lowercase();
        let has = |word: &str| letters.contains(word);
        matches!(letters.as_str(), "method" | "requestmethod" | "verb" | "xmethod" | "xverb")
            || (has("method") || has("verb")) && (has("http") || has("override"))
    })
}

/// The names of all members of a value, which may become names in a query.
fn members(json: &Json, names: &mut Vec<String>) {
    match json.value() {
        Value::Array(items) => items.iter().for_each(|item| members(item, names)),
        Value::Object(object) => {
            for member in object {
                names.push(member.name().to_string());
                members(member.value(), names);
            }
        }
        _ => {}
    }
}
