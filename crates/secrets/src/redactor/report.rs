//! Redaction of JSON reports, string by string.

use super::KnownValues;
use crate::{Redactor, redactor};
use adp_json::{self as json, Json, Limits};
use std::borrow::Cow;

/// Members with messages; in SARIF their texts are one level below.
fn is_message(name: &str) -> bool {
    matches!(name, "message" | "help" | "reason" | "detail")
}

/// Members with external data that the user requested: the outputs of a flow, the body of a response, a resolved DID
/// document.
fn is_external(name: &str) -> bool {
    matches!(name, "outputs" | "body" | "didDocument")
}

/// Members of a report, and of its results for single signatures, with the name of a signer or key. It is public unless it
/// looks like a secret itself: a document cannot hide its signer by giving the name as a password too. The same is so of
/// the status.
fn is_public(name: &str) -> bool {
    matches!(name, "did" | "keyid" | "signer" | "status" | "verificationMethod")
}

/// The members of a report with the results for single signatures.
const SIGNATURES: [&str; 3] = ["signatures", "manifests", "root"];

impl Redactor {
    /// Redacts a JSON report. Messages are redacted as messages, other names and values as parts of a report. External
    /// data is redacted as data: the `outputs` of a flow, the `body` of a response, a `didDocument`. The result is
    /// still JSON.
    #[must_use]
    pub fn report_json<'a>(&self, json: &'a str) -> Cow<'a, str> {
        let known = self.known();
        // an escape may hide an `@`
        let is_searched = known.may_be_in_reports(json) || json.contains('\\');
        let (mut shown, mut copied, mut at) = (String::new(), 0, 0);
        // the enclosing members, and the member whose value comes next
        let (mut above, mut member): (Vec<&str>, Option<&str>) = (Vec::new(), None);
        let (mut has_data, mut has_passed) = (false, false);
        let is_mark = |byte: &u8| matches!(byte, b'"' | b'{' | b'[' | b'}' | b']' | b',');
        while let Some(found) = json.as_bytes().get(at..).and_then(|rest| rest.iter().position(is_mark)) {
            let begin = at + found;
            at = begin + 1;
            match json.as_bytes().get(begin) {
                Some(b'{' | b'[') => above.push(member.take().or(above.last().copied()).unwrap_or_default()),
                Some(b'}' | b']') => drop(above.pop()),
                Some(b',') => member = None,
                _ => {
                    at = begin + literal_len(json.get(begin..).unwrap_or_default());
                    let literal = json.get(begin..at).unwrap_or_default();
                    let is_name = json.get(at..).is_some_and(|rest| rest.starts_with(':'));
                    let name = member.or(above.last().copied()).unwrap_or_default();
                    let is_data = above.get(1).or(member.as_ref()).is_some_and(|name| is_external(name));
                    has_data |= is_data;
                    if name == "result" {
                        has_passed = literal == "\"pass\"";
                    }
                    // what passed is described in our own words, not in quotations
                    let kind = match name {
                        _ if is_name && is_of_report(&above) => Kind::Public,
                        _ if is_name || name == "detail" && has_passed => Kind::Text,
                        name => Kind::of(name, &above),
                    };
                    let is_skipped = !is_name && is_data || (is_name || kind == Kind::Text) && !is_searched;
                    let hidden = if is_skipped { None } else { masked(&known, literal, kind) };
                    if let Some(hidden) = hidden {
                        shown.push_str(json.get(copied..begin).unwrap_or_default());
                        shown.push_str(&hidden);
                        copied = at;
                    }
                    member = is_name.then(|| literal.trim_matches('"'));
                }
            }
        }
        let shown = if copied == 0 {
            Cow::Borrowed(json)
        } else {
            shown.push_str(json.get(copied..).unwrap_or_default());
            Cow::Owned(shown)
        };
        match shown {
            shown if has_data => as_json(shown, |json| known.data(json)),
            shown if known.has_key => as_json(shown, redactor::hide_keys),
            shown => shown,
        }
    }
}

/// What a string of a report is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Message,
    /// A name of the report's own member, its status, or the name of a signer or key.
    Public,
    Text,
}

impl Kind {
    /// The kind of a value of the member `name`, below the members `above`.
    fn of(name: &str, above: &[&str]) -> Self {
        let is_text_of_message = || name == "text" && above.last().is_some_and(|above| is_message(above));
        if is_message(name) || is_text_of_message() {
            Self::Message
        } else if is_public(name) && is_of_report(above) {
            Self::Public
        } else {
            Self::Text
        }
    }
}

/// The replacement of a string, unless it is unchanged.
fn masked(known: &KnownValues, literal: &str, kind: Kind) -> Option<String> {
    let plain = match literal.contains('\\') {
        false => Cow::Borrowed(literal.get(1..literal.len() - 1)?),
        true => Cow::Owned(json::parse(literal.as_bytes(), &Limits::default()).ok()?.as_str()?.to_owned()),
    };
    let hidden = match kind {
        Kind::Message => known.message(&plain),
        Kind::Public => redactor::public(&plain),
        Kind::Text => known.report(&plain),
    };
    match hidden {
        Cow::Borrowed(_) => None,
        Cow::Owned(shown) if shown == plain => None,
        Cow::Owned(hidden) => Some(Json::from(hidden).to_compact()),
    }
}

/// Hides secrets in several members, as in a JWK. A text in which they cannot be hidden in place is replaced.
fn as_json<'a>(json: Cow<'a, str>, redact: impl Fn(&str) -> Cow<'_, str>) -> Cow<'a, str> {
    let shown = match redact(&json) {
        Cow::Borrowed(_) => return json,
        Cow::Owned(shown) => shown,
    };
    if shown.starts_with(['{', '[', '"']) { Cow::Owned(shown) } else { Cow::Owned(Json::from(shown).to_compact()) }
}

/// Whether a member below these is of the report itself or of its result for a signature, not of a document in it.
fn is_of_report(above: &[&str]) -> bool {
    match above {
        [_] => true,
        [_, within, ..] => above.len() <= 3 && SIGNATURES.contains(within),
        [] => false,
    }
}

/// The length of a JSON string with its quotes.
fn literal_len(text: &str) -> usize {
    let mut at = 1;
    while let Some(rest) = text.as_bytes().get(at..) {
        let plain = json::plain_run(rest);
        match rest.get(plain) {
            Some(b'"') => return at + plain + 1,
            Some(b'\\') => at += plain + 2,
            // a control character, which JSON does not allow in strings
            Some(_) => at += plain + 1,
            None => break,
        }
    }
    text.len()
}
