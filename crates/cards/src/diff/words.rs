//! Where words can stand that nobody compares and models read: the one place that decides it.
//!
//! A model gets a document whole. So a member that its format does not know is a text, and so are names that an author gives and values
//! of which one is chosen; only what is known to be no text, and looks like none, is cosmetic.

use super::{ChangeRule, rules, walk::Both};
use agent_description::Json;

/// Members of the formats that neither callers nor models go by: versions, dates, links, pictures, ids of messages, figures. In
/// lower case, without `_`.
const QUIET: [&str; 46] = [
    "$id",
    "$schema",
    "correlationid",
    "created",
    "createdat",
    "date",
    "datecreated",
    "datemodified",
    "documentation",
    "documentationurl",
    "expires",
    "expiresat",
    "externaldocs",
    "healthcheck",
    "homepage",
    "icon",
    "icons",
    "iconurl",
    "id",
    "jsonrpc",
    "lastmodified",
    "lastupdated",
    "license",
    "licenseurl",
    "logo",
    "logourl",
    "messageid",
    "modified",
    "nextcursor",
    "openrpc",
    "performance",
    "priority",
    "repository",
    "schemaversion",
    "termsofservice",
    "timestamp",
    "ttl",
    "updated",
    "updatedat",
    "url",
    "validfrom",
    "validuntil",
    "version",
    "websiteurl",
    "$vocabulary",
    "specversion",
];

/// Members whose values are texts, whatever they look like.
const TEXTS: [&str; 7] = ["title", "description", "summary", "displayname", "examples", "instructions", "$comment"];

/// The longest value that looks like none, in bytes.
const LONGEST: usize = 256;

/// The rule of a member that the format's table does not have.
pub(super) fn of_unknown(name: &str, both: Both<'_>) -> &'static ChangeRule {
    let local = name.rsplit([':', '#', '/']).next().unwrap_or_default();
    if QUIET.contains(&folded(local).as_str()) { of_quiet(both) } else { &rules::TEXT }
}

/// The rule of a member that is known to be no text: one, if it looks like one now.
pub(super) fn of_quiet(both: Both<'_>) -> &'static ChangeRule {
    if both.1.is_none_or(|new| !has_words(new)) { &rules::OTHER } else { &rules::TEXT }
}

/// Whether a value has anything in it that may be a text.
pub(super) fn has_words(value: &Json) -> bool {
    let is_text = |name: &str| TEXTS.contains(&folded(name).as_str());
    value.as_str().is_some_and(|text| !is_plain(text))
        || value.as_array().is_some_and(|items| items.iter().any(has_words))
        || value.as_object().is_some_and(|object| {
            object.iter().any(|member| is_text(member.name()) || !is_plain(member.name()) || has_words(member.value()))
        })
}

/// Whether a value is words, or holds any.
pub(super) fn has_text(value: &Json) -> bool {
    value.as_str().is_some()
        || value.as_array().is_some_and(|items| items.iter().any(has_text))
        || value.as_object().is_some_and(|object| !object.is_empty())
}

/// A token, as versions, dates and URLs are.
pub(super) fn is_plain(text: &str) -> bool {
    text.len() <= LONGEST && text.bytes().all(|byte| byte.is_ascii_graphic())
}

fn folded(name: &str) -> String {
    name.chars().filter(|c| *c != '_').map(|c| c.to_ascii_lowercase()).collect()
}
