//! Conditional requests (RFC 9110, section 13) for GET and HEAD of an existing file.

use hyper::{
    HeaderMap,
    header::{self, HeaderName},
};
use std::time::SystemTime;

/// The result of evaluating the conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Send,
    /// 304: the client has this version.
    NotModified,
    /// 412: the client requires another version.
    Failed,
}

/// Evaluates the conditions in the order of section 13.2.2: entity tags before dates, `If-Match` before
/// `If-None-Match`. Ignores dates if the file has no modification date.
pub fn evaluate(headers: &HeaderMap, tag: &str, modified: Option<SystemTime>) -> Outcome {
    // comparison of section 8.8.3.2: `If-Match` needs a strong tag, and a weak tag of ours is none
    let failed = match matches(headers, &header::IF_MATCH, |listed| listed == tag.as_bytes() && !tag.starts_with("W/"))
    {
        Some(is_ours) => !is_ours,
        None => {
            date(headers, &header::IF_UNMODIFIED_SINCE).zip(modified).is_some_and(|(date, modified)| modified > date)
        }
    };
    if failed {
        return Outcome::Failed;
    }
    let known = match matches(headers, &header::IF_NONE_MATCH, |listed| opaque(listed) == opaque(tag.as_bytes())) {
        Some(is_ours) => is_ours,
        None => {
            date(headers, &header::IF_MODIFIED_SINCE).zip(modified).is_some_and(|(date, modified)| modified <= date)
        }
    };
    if known { Outcome::NotModified } else { Outcome::Send }
}

/// Whether `If-Match` or `If-None-Match` is `*`, or lists a tag like ours; `None` without such a field. No tag of a
/// malformed field is like ours.
fn matches(headers: &HeaderMap, name: &HeaderName, is_like_ours: impl Fn(&[u8]) -> bool) -> Option<bool> {
    let lines: Vec<&[u8]> = headers.get_all(name).iter().map(|value| value.as_bytes().trim_ascii()).collect();
    match lines.as_slice() {
        [] => None,
        [b"*"] => Some(true),
        lines => {
            let tags: Option<Vec<_>> = lines.iter().map(|line| list(line)).collect();
            Some(tags.unwrap_or_default().concat().into_iter().any(is_like_ours))
        }
    }
}

/// A tag without the mark of a weak one.
fn opaque(tag: &[u8]) -> &[u8] {
    tag.strip_prefix(b"W/").unwrap_or(tag)
}

/// The entity tags of one field (section 8.8.3). A comma inside quotation marks is part of a tag. `None` if malformed.
fn list(line: &[u8]) -> Option<Vec<&[u8]>> {
    let mut tags = Vec::new();
    let mut rest = line.trim_ascii();
    while !rest.is_empty() {
        // lists may contain empty elements (section 5.6.1.2)
        if let Some(after) = rest.strip_prefix(b",") {
            rest = after.trim_ascii_start();
            continue;
        }
        let prefix = if rest.starts_with(b"W/") { 2 } else { 0 };
        let quoted = rest[prefix..].strip_prefix(b"\"")?;
        let length = quoted.iter().position(|byte| *byte == b'"')?;
        if !quoted[..length].iter().all(|byte| matches!(byte, 0x21 | 0x23..=0x7e | 0x80..)) {
            return None;
        }
        let (tag, after) = rest.split_at(prefix + length + 2);
        tags.push(tag);
        rest = after.trim_ascii_start();
        if !rest.is_empty() && !rest.starts_with(b",") {
            return None;
        }
    }
    Some(tags)
}

/// The date in a field; `None` if it is missing, repeated or invalid.
fn date(headers: &HeaderMap, name: &HeaderName) -> Option<SystemTime> {
    let mut values = headers.get_all(name).iter();
    let (value, None) = (values.next()?, values.next()) else { return None };
    httpdate::parse_http_date(value.to_str().ok()?).ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Outcome, evaluate};
    use hyper::{
        HeaderMap,
        header::{HeaderName, HeaderValue, IF_MATCH, IF_MODIFIED_SINCE, IF_NONE_MATCH, IF_UNMODIFIED_SINCE},
    };
    use std::time::{Duration, SystemTime};

    // 784111777 is RFC 9110's example
    const DATE: &str = "Sun, 06 Nov 1994 08:49:37 GMT";
    const EARLIER: &str = "Sun, 06 Nov 1994 08:49:36 GMT";
    const LATER: &str = "Sun, 06 Nov 1994 08:49:38 GMT";

    fn outcome(tag: &str, lines: &[(HeaderName, &str)]) -> Outcome {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(name, HeaderValue::from_bytes(value.as_bytes()).unwrap());
        }
        evaluate(&headers, tag, Some(SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_777)))
    }

    #[test]
    fn the_order_of_preconditions() {
        use Outcome::{Failed, NotModified, Send};
        for (lines, expected) in [
            (&[][..], Send),
            (&[(IF_MATCH, "\"a\"")], Send),
            (&[(IF_MATCH, "*")], Send),
            (&[(IF_MATCH, "\"x\"")], Failed),
            (&[(IF_MATCH, "\"x\", \"a\"")], Send),
            (&[(IF_MATCH, "\"x\""), (IF_MATCH, "\"a\"")], Send),
            // If-Match compares strongly
            (&[(IF_MATCH, "W/\"a\"")], Failed),
            // malformed
            (&[(IF_MATCH, "a")], Failed),
            (&[(IF_MATCH, "")], Failed),
            (&[(IF_UNMODIFIED_SINCE, DATE)], Send),
            (&[(IF_UNMODIFIED_SINCE, LATER)], Send),
            (&[(IF_UNMODIFIED_SINCE, EARLIER)], Failed),
            (&[(IF_UNMODIFIED_SINCE, "yesterday")], Send),
            (&[(IF_UNMODIFIED_SINCE, EARLIER), (IF_UNMODIFIED_SINCE, EARLIER)], Send),
            // If-Match overrides the date
            (&[(IF_MATCH, "\"a\""), (IF_UNMODIFIED_SINCE, EARLIER)], Send),
            (&[(IF_MATCH, "\"x\""), (IF_UNMODIFIED_SINCE, LATER)], Failed),
            // If-Match is evaluated before If-None-Match
            (&[(IF_MATCH, "\"x\""), (IF_NONE_MATCH, "\"a\"")], Failed),
            (&[(IF_MATCH, "\"a\""), (IF_NONE_MATCH, "\"a\"")], NotModified),
            (&[(IF_UNMODIFIED_SINCE, EARLIER), (IF_NONE_MATCH, "\"a\"")], Failed),
            (&[(IF_NONE_MATCH, "\"a\"")], NotModified),
            (&[(IF_NONE_MATCH, "W/\"a\"")], NotModified),
            (&[(IF_NONE_MATCH, "*")], NotModified),
            (&[(IF_NONE_MATCH, "\"x\"")], Send),
            (&[(IF_NONE_MATCH, "a")], Send),
            (&[(IF_NONE_MATCH, "w/\"a\"")], Send),
            // If-None-Match overrides the date
            (&[(IF_NONE_MATCH, "\"x\""), (IF_MODIFIED_SINCE, DATE)], Send),
            (&[(IF_NONE_MATCH, "\"a\""), (IF_MODIFIED_SINCE, EARLIER)], NotModified),
            (&[(IF_MODIFIED_SINCE, DATE)], NotModified),
            (&[(IF_MODIFIED_SINCE, EARLIER)], Send),
            (&[(IF_MODIFIED_SINCE, "yesterday")], Send),
            (&[(IF_MODIFIED_SINCE, DATE), (IF_MODIFIED_SINCE, DATE)], Send),
        ] {
            assert_eq!(outcome("\"a\"", lines), expected, "{lines:?}");
        }
    }

    #[test]
    fn a_weak_tag_of_ours_is_no_strong_one() {
        for (lines, expected) in [
            (&[(IF_MATCH, "W/\"a\"")][..], Outcome::Failed),
            (&[(IF_MATCH, "\"a\"")], Outcome::Failed),
            (&[(IF_MATCH, "*")], Outcome::Send),
            (&[(IF_NONE_MATCH, "\"a\"")], Outcome::NotModified),
            (&[(IF_NONE_MATCH, "W/\"a\"")], Outcome::NotModified),
        ] {
            assert_eq!(outcome("W/\"a\"", lines), expected, "{lines:?}");
        }
    }

    #[test]
    fn tags_are_read_whole() {
        for (value, found) in [
            // a backslash is not an escape
            ("\"x,\\\", \"a\"", true),
            ("\"x, \"a\"", false),
            ("\"b,\", \"a\"", true),
            // a tag that contains ours is different
            ("\"x,a\"", false),
            ("\",\"", false),
            (" ,, \"a\" ,\t", true),
            ("\"a\"\"b\"", false),
            ("\"a\" \"b\"", false),
            ("\"a", false),
            ("a\"", false),
            ("\"a\", junk", false),
            ("*, \"a\"", false),
            ("\"x\", *", false),
            ("\"é\", \"a\"", true),
        ] {
            let expected = if found { Outcome::NotModified } else { Outcome::Send };
            assert_eq!(outcome("\"a\"", &[(IF_NONE_MATCH, value)]), expected, "{value}");
        }
        let twice = [(IF_NONE_MATCH, "*"), (IF_NONE_MATCH, "*")];
        assert_eq!(outcome("\"a\"", &twice), Outcome::Send);
        assert_eq!(outcome("\"a,b\"", &[(IF_NONE_MATCH, "\"x\",\"a,b\"")]), Outcome::NotModified);
    }
}
