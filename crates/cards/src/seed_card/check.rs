//! Every rule that a seed card breaks.

use super::{rules, spelling::CARD};
use crate::{
    spelling,
    text::{TextRule, TextRules, look_alikes},
};
use agent_description::{
    Code, Document, Json,
    diagnostic::{CheckReport, Findings, Remark, Rule, Wanted, shortened},
    format::Options,
    json::Object,
    web_url::rewritten_authority,
};
use std::collections::HashSet;
use url::Url;

/// One rule for both, told apart by their codes.
const TEXTS: TextRules = TextRules {
    hidden: TextRule { rule: &rules::TEXT, code: Code::HIDDEN_TEXT },
    whitespace: TextRule { rule: &rules::TEXT, code: Code::HIDDEN_TEXT },
};

type Found<'a> = Findings<'a, Remark>;

pub(super) fn check(document: &Document, options: &Options) -> CheckReport {
    let mut found = Findings::new(document, Wanted::Everything { strict: options.strict });
    let root = document.root();
    let required = |name: &str| root.get(name).unwrap_or(document.json());
    if let Some(info) = object(&mut found, &rules::INFO, root, "agentInfo", required("agentInfo"), true) {
        for name in ["id", "name", "type"] {
            needs(&mut found, &rules::INFO, info, "the agent's info", name, required("agentInfo"));
        }
        texts(&mut found, &rules::INFO, info, &["id", "name", "type", "version", "description", "vendor", "license"]);
    }
    capabilities(&mut found, root, document.json());
    endpoints(&mut found, root, required("endpoints"));
    security(&mut found, root);
    constraints(&mut found, root);
    spelling::check(&mut found, &rules::SPELLING, root, &CARD);
    TEXTS.lint_all(&mut found, document.json());
    found.into_report()
}

/// The object that a member is.
fn object<'a>(
    found: &mut Found<'_>,
    rule: &'static Rule,
    holder: &'a Object,
    name: &'static str,
    at: &Json,
    required: bool,
) -> Option<&'a Object> {
    match holder.get(name) {
        // what need not be there may be null
        Some(value) if value.is_null() && !required => None,
        Some(value) => {
            found.exercise(rule);
            if value.as_object().is_none() {
                wrong(found, rule, value, name, "an object");
            }
            value.as_object()
        }
        None => {
            if required {
                found.exercise(rule);
                found.add_missing(rule, at.offset(), || Remark::missing(Code::MISSING, "the card", name));
            }
            None
        }
    }
}

fn needs(
    found: &mut Found<'_>,
    rule: &'static Rule,
    object: &Object,
    what: &'static str,
    name: &'static str,
    at: &Json,
) {
    if !object.contains(name) {
        found.add_missing(rule, at.offset(), || Remark::missing(Code::MISSING, what, name));
    }
}

fn wrong(found: &mut Found<'_>, rule: &'static Rule, value: &Json, name: &str, expected: &str) {
    found.add(rule, value.offset(), || {
        Remark::new(Code::WRONG_TYPE, format!("`{name}` is {}, expected {expected}", value.kind()))
    });
}

/// The strings that have to be there; the others may be null.
const REQUIRED: [&str; 3] = ["id", "name", "type"];

/// Members that are strings.
fn texts(found: &mut Found<'_>, rule: &'static Rule, object: &Object, names: &[&str]) {
    for (name, value) in names.iter().filter_map(|name| Some((name, object.get(name)?))) {
        if value.as_str().is_none() && (REQUIRED.contains(name) || !value.is_null()) {
            wrong(found, rule, value, name, "a string");
        }
    }
}

fn capabilities(found: &mut Found<'_>, root: &Object, at: &Json) {
    let rule = &rules::CAPABILITY;
    found.exercise(rule);
    let Some(value) = root.get("capabilities") else {
        return found.add_missing(rule, at.offset(), || Remark::missing(Code::MISSING, "the card", "capabilities"));
    };
    let Some(items) = value.as_array() else { return wrong(found, rule, value, "capabilities", "an array") };
    let mut names = HashSet::new();
    for item in items {
        let Some(capability) = item.as_object() else {
            wrong(found, rule, item, "capability", "an object");
            continue;
        };
        needs(found, rule, capability, "the capability", "name", item);
        texts(found, rule, capability, &["name", "displayName", "description"]);
        for name in ["inputSchema", "outputSchema", "performance"] {
            if let Some(value) = capability.get(name).filter(|value| !value.is_null() && value.as_object().is_none()) {
                wrong(found, rule, value, name, "an object");
            }
        }
        for figure in capability.get("performance").and_then(Json::as_object).into_iter().flatten() {
            if figure.value().as_number().is_none() {
                wrong(found, rule, figure.value(), figure.name(), "a number");
            }
        }
        if let Some((value, name)) = capability.get("name").and_then(|value| Some((value, value.as_str()?)))
            && !names.insert(name)
        {
            found.add(rule, value.offset(), || {
                let message = format!("an earlier capability also has the name {}", shortened(name));
                Remark::new(Code::DUPLICATE, message)
            });
        }
    }
    alike(found, items);
}

/// Capabilities that are taken for one another.
fn alike(found: &mut Found<'_>, capabilities: &[Json]) {
    found.exercise(&rules::LOOK_ALIKE);
    let names: Vec<&Json> = capabilities.iter().filter_map(|capability| capability.get("name")).collect();
    let texts: Vec<&str> = names.iter().map(|name| name.as_str().unwrap_or_default()).collect();
    for pair in look_alikes(&texts) {
        let (Some(other), Some(first), Some(text)) =
            (names.get(pair.other), texts.get(pair.first), texts.get(pair.other))
        else {
            continue;
        };
        found.add(&rules::LOOK_ALIKE, other.offset(), || {
            let message =
                format!("the capability's name {} looks like the earlier {}", shortened(text), shortened(first));
            Remark::new(Code::LOOK_ALIKE, message)
        });
    }
}

fn endpoints(found: &mut Found<'_>, root: &Object, at: &Json) {
    let rule = &rules::ENDPOINTS;
    let Some(endpoints) = object(found, rule, root, "endpoints", at, true) else { return };
    needs(found, rule, endpoints, "the object of endpoints", "primary", at);
    // all of them, those too that the source does not show: readers go there
    for member in endpoints {
        let (name, value) = (member.name().as_str(), member.value());
        let Some(text) = value.as_str() else {
            wrong(found, rule, value, name, "a string");
            continue;
        };
        let url = Url::parse(text).ok().filter(Url::has_host);
        found.exercise(&rules::TLS);
        if let Some(read_as) = rewritten_authority(text) {
            found.add(rule, value.offset(), || {
                let message =
                    format!("{} is read as {} by some and not by others", shortened(text), shortened(&read_as));
                Remark::new(Code::INVALID_URL, message)
            });
            continue;
        }
        match url {
            None => found.add(rule, value.offset(), || {
                Remark::new(Code::INVALID_URL, format!("the endpoint is {}, expected an absolute URL", shortened(text)))
            }),
            Some(url) if !matches!(url.scheme(), "https" | "wss") => found.add(&rules::TLS, value.offset(), || {
                let message = format!("{} uses {}, expected https or wss", shortened(text), url.scheme());
                Remark::new(Code::INVALID_URL, message)
            }),
            Some(_) => {}
        }
    }
}

fn security(found: &mut Found<'_>, root: &Object) {
    let rule = &rules::SECURITY;
    let Some(security) = object(found, rule, root, "security", &Json::from(false), false) else { return };
    for name in ["authMethods", "requiredPermissions"] {
        let Some(value) = security.get(name).filter(|value| !value.is_null()) else { continue };
        match value.as_array() {
            None => wrong(found, rule, value, name, "an array"),
            Some(items) => {
                items
                    .iter()
                    .filter(|item| item.as_str().is_none())
                    .for_each(|item| wrong(found, rule, item, name, "a string"));
            }
        }
    }
    texts(found, rule, security, &["dataClassification"]);
}

fn constraints(found: &mut Found<'_>, root: &Object) {
    let rule = &rules::CONSTRAINTS;
    let Some(constraints) = object(found, rule, root, "constraints", &Json::from(false), false) else { return };
    let Some(limits) = object(found, rule, constraints, "rateLimits", &Json::from(false), false) else { return };
    for limit in limits {
        let is_count =
            limit.value().as_number().and_then(|number| number.as_integer()).is_some_and(|number| number > 0);
        if !is_count {
            found.add(rule, limit.value().offset(), || {
                let value = limit.value();
                let said = value.as_number().map_or_else(|| value.kind().to_owned(), |number| number.to_string());
                let message = format!("{} is {said}, expected a positive whole number", shortened(limit.name()));
                Remark::new(Code::WRONG_TYPE, message)
            });
        }
    }
}
