//! Redaction of JSON reports, string by string.

use super::{Redactor, redactor};
use adp_json::{self as json, Json, Limits};
use std::borrow::Cow;

/// Members with messages; in SARIF their texts are one level below.
const MESSAGES: [&str; 4] = ["message", "help", "reason", "detail"];
/// Members with external data that the user requested: the outputs of a flow, the body of a response, a resolved DID
/// document.
const DATA: [&str; 3] = ["outputs", "body", "didDocument"];

/// Members of a report, and of its results for single signatures, with the name of a signer or key. It is public unless it
/// looks like a secret itself: a document cannot hide its signer by giving the name as a password too.
const PUBLIC: [&str; 4] = ["did", "keyid", "signer", "verificationMethod"];
/// The members of a report with the results for single signatures.
const SIGNATURES: [&str; 3] = ["signatures", "manifests", "root"];

impl Redactor {
    /// Redacts a JSON report. Messages are redacted as messages, other names and values as parts of a report. External
    /// data is redacted as data: the `outputs` of a flow, the `body` of a response, a `didDocument`. The result is
    /// still JSON.
    #[must_use]
    pub fn report_json<'a>(&self, json: &'a str) -> Cow<'a, str> {
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
                    let is_data = above.get(1).or(member.as_ref()).is_some_and(|name| DATA.contains(name));
                    has_data |= is_data;
                    if name == "result" {
                        has_passed = literal == "\"pass\"";
                    }
                    let hidden = match is_name {
                        false if is_data => None,
                        // our own words, not a quotation
                        false if name == "detail" && has_passed => self.literal(literal, is_name, "", &above),
                        _ => self.literal(literal, is_name, name, &above),
                    };
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
            shown if has_data => as_json(shown, |json| self.data(json)),
            shown if self.knows_key() => as_json(shown, redactor::hide_keys),
            shown => shown,
        }
    }

    /// The replacement of a string, unless it is unchanged.
    fn literal(&self, literal: &str, is_name: bool, name: &str, above: &[&str]) -> Option<String> {
        let plain = match literal.contains('\\') {
            false => Cow::Borrowed(literal.get(1..literal.len() - 1)?),
            true => Cow::Owned(json::parse(literal.as_bytes(), &Limits::default()).ok()?.as_str()?.to_owned()),
        };
        let is_message = !is_name
            && (MESSAGES.contains(&name)
                || name == "text" && above.iter().rev().take(1).any(|above| MESSAGES.contains(above)));
        let hidden = match is_message {
            true => self.message(&plain),
            false if !is_name && PUBLIC.contains(&name) && is_of_report(above) => {
                Cow::Owned(self.public(&plain).into_owned())
            }
            false => self.report(&plain),
        };
        match hidden {
            Cow::Borrowed(_) => None,
            Cow::Owned(shown) if shown == plain => None,
            Cow::Owned(hidden) => Some(Json::from(hidden).to_compact()),
        }
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
        match rest.iter().position(|byte| matches!(byte, b'\\' | b'"')) {
            Some(end) if rest.get(end) == Some(&b'"') => return at + end + 1,
            Some(escape) => at += escape + 2,
            None => break,
        }
    }
    text.len()
}
