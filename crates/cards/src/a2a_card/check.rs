//! Every rule that a card breaks.

use super::{
    Versions, definition_0, definition_1_0,
    field::{Field, Message, Presence, Shape},
    interfaces, rules, security, skills, spelling, texts,
};
use crate::{
    intent,
    members::list,
    registry_size,
    signature::form_fault,
    spelling::{is_same_name, is_slip},
};
use agent_description::{
    Code, Document, Fault, Json,
    diagnostic::{CheckReport, Findings, Remark, Rule, Wanted, shortened},
    format::Options,
    json::Object,
};

/// Findings about a card.
pub(super) type Found<'a> = Findings<'a, Remark>;

/// Checks a card by the rules of each version that it shows.
pub(super) fn check(document: &Document, options: &Options) -> CheckReport {
    let mut found = Findings::new(document, Wanted::Everything { strict: options.strict });
    let (root, versions) = (document.root(), Versions::of(document.root()));
    if versions.old().is_some() {
        message(&mut found, document.json(), &definition_0::AGENT_CARD);
    }
    if versions.has_current() {
        message(&mut found, document.json(), &definition_1_0::AGENT_CARD);
    }
    interfaces::check(&mut found, root, versions);
    security::check(&mut found, root, versions);
    skills::check(&mut found, root);
    signatures(&mut found, root);
    spelling::check(&mut found, root);
    texts::check(&mut found, document);
    intent::check(&mut found, root);
    if options.for_registry {
        registry_size::check(&mut found, document, [&rules::SIZE, &rules::SIZE_NEAR], Code::TOO_LARGE, "the card");
    }
    found.into_report()
}

/// Signatures are JSON Web Signatures.
fn signatures(found: &mut Found<'_>, root: &Object) {
    for entry in list(root, "signatures") {
        let Some(error) = entry.as_object().and_then(form_fault) else { continue };
        let at = entry.get("protected").unwrap_or(entry);
        found.add(&rules::SIGNATURE, at.offset(), || {
            Remark::new(error.code(), error.to_string())
                .with_help("sign the card again; A2A has no other signatures than those of RFC 7515")
        });
    }
}

/// An object and what stands in it.
pub(super) fn message(found: &mut Found<'_>, value: &Json, message: &'static Message) {
    let Some(object) = value.as_object() else {
        return wrong_type(found, message.rule, message.what, value, "an object");
    };
    found.exercise(message.rule);
    for field in message.fields {
        match member_of(object, field) {
            // the JSON mapping of the protocol definition reads null as absent
            Some(null) if null.is_null() && field.presence != Presence::Required => {}
            Some(member) if !member.is_null() => {
                shape(found, member, field.shape, message.rule, field.name);
                if field.presence == Presence::Required {
                    filled(found, member, field, message);
                }
            }
            _ if field.presence == Presence::Required => missing(found, value, object, field, message),
            _ => {}
        }
    }
    nearly_known(found, object, message);
    if message.one_of {
        exactly_one(found, value, object, message);
    }
    // its `uri` has no mark REQUIRED, and nobody can ask for an extension without one
    if *message.rule == rules::EXTENSION && object.get("uri").is_none_or(Json::is_null) {
        found.add_missing(message.rule, value.offset(), || Remark::missing(Code::MISSING, message.what, "uri"));
    }
}

/// The member that a field is, in whatever spelling: [`spelling::check`] tells what is wrong with it.
fn member_of<'a>(object: &'a Object, field: &'static Field) -> Option<&'a Json> {
    object.get(field.name).or_else(|| {
        let member = object.iter().find(|member| is_same_name(member.name(), field.name))?;
        Some(member.value())
    })
}

/// A required member that is missing; a member nearly of its name may be it.
fn missing(found: &mut Found<'_>, value: &Json, object: &Object, field: &'static Field, message: &'static Message) {
    let (what, rule) = (message.what, message.rule);
    let near = object.iter().find(|member| {
        let name = member.name().as_str();
        message.field(name).is_none() && is_near(name, field.name)
    });
    match near {
        Some(member) => found.add(rule, member.name_offset(), || {
            let name = member.name().as_str();
            let message = format!("{what} has no `{}`, but a member {}", field.name, shortened(name));
            Remark::new(Code::MISSING, message).meant_name(name, field.name)
        }),
        None => found.add_missing(rule, value.offset(), || {
            Remark::missing(Code::MISSING, what, field.name).with_help(format!("add {}", sample(field, message)))
        }),
    }
}

/// What to write for a member that is missing.
fn sample(field: &Field, message: &Message) -> String {
    let value = match (field.name, field.shape) {
        ("supportedInterfaces", _) => {
            r#"[{"url": "https://HOST/PATH", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}]"#
        }
        ("protocolVersion", _) if is_current(message) => r#""1.0""#,
        ("protocolVersion", _) => r#""0.3.0""#,
        ("protocolBinding" | "transport", _) => r#""JSONRPC""#,
        ("url", _) => r#""https://HOST/PATH""#,
        ("version", _) => r#""1.0.0""#,
        ("defaultInputModes" | "defaultOutputModes", _) => r#"["text/plain"]"#,
        ("skills", _) => r#"[{"id": "…", "name": "…", "description": "…", "tags": ["…"]}]"#,
        (_, Shape::Text) => r#""…""#,
        (_, Shape::Bool) => "false",
        (_, Shape::List(_)) => r#"["…"]"#,
        (_, Shape::Message(_) | Shape::Map(_) | Shape::Struct | Shape::Union) => "{}",
    };
    format!("`\"{}\": {value}`", field.name)
}

/// Members that no version knows, and whose names are nearly known: readers ignore them.
fn nearly_known(found: &mut Found<'_>, object: &Object, message: &'static Message) {
    let is_free = |known: &&'static Field| member_of(object, known).is_none() && known.presence != Presence::Required;
    found.exercise(&rules::UNKNOWN);
    for member in
        object.iter().filter(|member| !message.fields.iter().any(|known| is_same_name(member.name(), known.name)))
    {
        let name = member.name().as_str();
        // a member that is required is told to be missing
        let near = message.fields.iter().filter(is_free).find(|known| is_slip(name, known.name));
        if let Some(near) = near {
            found.add(&rules::UNKNOWN, member.name_offset(), || {
                let message =
                    format!("A2A knows no member {} of {}, and readers ignore it", shortened(name), message.what);
                Remark::new(Code::SPELLING, message).meant_name(name, near.name)
            });
        }
    }
}

/// Whether a name is another with up to two letters wrong, or in other case.
fn is_near(name: &str, meant: &str) -> bool {
    name.len().abs_diff(meant.len()) <= 2
        && name.len() > 4
        && (name.eq_ignore_ascii_case(meant) || strsim::osa_distance(name, meant) <= 2)
}

/// A required list has an element.
fn filled(found: &mut Found<'_>, value: &Json, field: &'static Field, message: &'static Message) {
    if let (Some(items), true) = (value.as_array(), is_current(message)) {
        found.exercise(&rules::LIST);
        if items.is_empty() {
            found.add(&rules::LIST, value.offset(), || {
                Remark::new(Code::MISSING, format!("`{}` is empty, expected at least one element", field.name))
            });
        }
    }
}

/// Whether an object is of 1.0, by the marks of its members.
fn is_current(message: &Message) -> bool {
    message.rule.id.starts_with("a2a-1-")
}

/// A value and what stands in it.
fn shape(found: &mut Found<'_>, value: &Json, expected: Shape, rule: &'static Rule, name: &str) {
    let wanted = match expected {
        Shape::Text if value.as_str().is_none() => "a string",
        Shape::Bool if value.as_bool().is_none() => "true or false",
        Shape::Struct if value.as_object().is_none() => "an object",
        Shape::Text | Shape::Bool | Shape::Struct => return,
        Shape::Message(inner) => return message(found, value, inner),
        Shape::Union => return security::old_scheme(found, value),
        Shape::List(each) => match value.as_array() {
            Some(items) => return items.iter().for_each(|item| shape(found, item, *each, rule, name)),
            None => "an array",
        },
        Shape::Map(each) => match value.as_object() {
            Some(members) => {
                return members.iter().for_each(|member| shape(found, member.value(), *each, rule, name));
            }
            None => "an object",
        },
    };
    wrong_type(found, rule, &format!("`{name}`"), value, wanted);
}

fn wrong_type(found: &mut Found<'_>, rule: &'static Rule, what: &str, value: &Json, expected: &str) {
    found.exercise(rule);
    found.add(rule, value.offset(), || {
        Remark::new(Code::WRONG_TYPE, format!("{what} is {}, expected {expected}", value.kind()))
    });
}

/// An object that holds exactly one of its fields.
fn exactly_one(found: &mut Found<'_>, value: &Json, object: &Object, message: &'static Message) {
    let set: Vec<&str> = object
        .iter()
        .filter(|member| !member.value().is_null())
        .filter_map(|member| Some(message.field(member.name())?.name))
        .collect();
    if set.len() != 1 {
        found.add(message.rule, value.offset(), || {
            let expected: Vec<&str> = message.fields.iter().map(|field| field.name).collect();
            let holds = if set.is_empty() { "none".to_owned() } else { set.join(" and ") };
            let text = format!("{} holds {holds}, expected exactly one of {}", message.what, expected.join(", "));
            Remark::new(Code::CONTRADICTION, text)
        });
    }
}
