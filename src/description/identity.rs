//! Which `@id`s may name one thing: those that are equal, those that differ in spelling only, and relative ones, which
//! become whatever the reader's base makes of them.

use crate::iri;
use crate::web_url::has_plain_host;
use std::borrow::Cow;

/// What two `@id`s have in common if they may be one: equal texts, or IRIs that RFC 3986 section 6.2 normalizes to one.
pub(super) fn key(id: &str) -> Cow<'_, str> {
    if is_normal(id) || id.starts_with("_:") {
        Cow::Borrowed(id)
    } else if is_origin(id) {
        Cow::Owned([id, "/"].concat())
    } else {
        Cow::Owned(normalized(id))
    }
}

/// [`key`] of an `@id` that is not [relative](is_relative).
pub(super) fn fixed_key(id: &str) -> Option<Cow<'_, str>> {
    if id.starts_with("_:") {
        return Some(Cow::Borrowed(id));
    }
    if !iri::is_absolute(id) {
        return None;
    }
    if is_normal(id) {
        return Some(Cow::Borrowed(id));
    }
    (is_origin(id) || behind_web_scheme(&unescaped(id)).is_none()).then(|| key(id))
}

/// Whether an `@id` is a web site's and nothing else, as authors write that of an organization: it gets a path.
fn is_origin(id: &str) -> bool {
    let host = id.strip_prefix("https://").or_else(|| id.strip_prefix("http://"));
    host.is_some_and(|host| !host.contains(['/', '?', '#']) && has_plain_host(host))
}

/// Whether an `@id` is a relative reference.
///
/// Readers of URLs take `https:ad.json` for one, too, where the base has the same scheme.
pub(super) fn is_relative(id: &str) -> bool {
    fixed_key(id).is_none()
}

/// What follows a scheme of the web where two slashes do not.
fn behind_web_scheme(text: &str) -> Option<&str> {
    let (scheme, rest) = text.split_once(':')?;
    let of_web = ["https", "http", "wss", "ws", "ftp", "file"].iter().any(|web| scheme.eq_ignore_ascii_case(web));
    (of_web && !rest.starts_with("//")).then_some(rest)
}

/// Whether no reading of IRIs changes the text: small letters up to the path, no port, no escapes, no dot segments, nothing
/// empty at its end. Most are so.
fn is_normal(id: &str) -> bool {
    let bytes = id.as_bytes();
    let Some(colon) = bytes.iter().position(|byte| *byte == b':') else { return false };
    let (scheme, rest) = (&bytes[..colon], &bytes[colon + 1..]);
    let small = |byte: &u8| SMALL[usize::from(*byte)];
    let authority_is_small = match rest {
        [b'/', b'/', rest @ ..] => {
            let end = rest.iter().position(|byte| !small(byte));
            end.is_some_and(|end| end > 0 && rest[end] == b'/')
        }
        _ => behind_web_scheme(id).is_none(),
    };
    scheme.iter().all(small) && authority_is_small && is_normal_path(rest)
}

/// Whether a path, with what is before and after it, is printable ASCII and has no escapes, no backslashes, no dot segments and nothing empty at its end.
fn is_normal_path(bytes: &[u8]) -> bool {
    // without an early end, many bytes are looked at at once
    let is_printed = |byte: u8| (byte.wrapping_sub(b'!') <= b'~' - b'!') & (byte != b'%') & (byte != b'\\');
    let is_odd = |one: u8, next: u8| ((one == b'/') & (next == b'.')) | ((one == b'?') & (next == b'#'));
    let pairs = bytes.iter().zip(bytes.get(1..).unwrap_or_default());
    bytes.iter().fold(true, |all, byte| all & is_printed(*byte))
        && !pairs.fold(false, |any, (one, next)| any | is_odd(*one, *next))
        && !matches!(bytes, [.., b'#' | b'?'])
}

/// What schemes and hosts are written in, without capitals.
static SMALL: [bool; 256] = {
    let mut small = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        let is_other = matches!(byte, b'.' | b'-' | b'+');
        small[byte as usize] = byte.is_ascii_lowercase() || byte.is_ascii_digit() || is_other;
        byte += 1;
    }
    small
};

/// The normal form: what any reader might make of the text, so that two which some reader takes for one are equal.
fn normalized(id: &str) -> String {
    let text = unescaped(id);
    // schemes of the web also lose default ports, and get a path
    let text = match url::Url::parse(&text) {
        Ok(url) => url.to_string(),
        Err(_) => iri::resolve(&text, &text).unwrap_or(text),
    };
    without_empty_end(&unescaped(&text))
}

/// Escapes of unreserved characters decoded, the others in capitals, and backslashes as slashes; white space at the ends
/// and line ends go, as in WHATWG's URLs.
fn unescaped(text: &str) -> String {
    let trimmed = text.trim_matches(|c: char| c <= ' ');
    let mut bytes = Vec::with_capacity(trimmed.len());
    let mut rest = trimmed.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        let digits = after.get(..2).filter(|_| byte == b'%').and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(decoded) => {
                rest = after.get(2..).unwrap_or_default();
                let unreserved = decoded.is_ascii_alphanumeric() || b"-._~".contains(&decoded) || !decoded.is_ascii();
                if unreserved {
                    bytes.push(decoded);
                } else {
                    bytes.extend_from_slice(format!("%{decoded:02X}").as_bytes());
                }
            }
            None if matches!(byte, b'\t' | b'\n' | b'\r') => {}
            None => bytes.push(if byte == b'\\' { b'/' } else { byte }),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Without a fragment, and a query, that are empty.
fn without_empty_end(text: &str) -> String {
    let (text, fragment) = text.split_once('#').unwrap_or((text, ""));
    let text = text.strip_suffix('?').unwrap_or(text);
    if fragment.is_empty() { text.to_owned() } else { format!("{text}#{fragment}") }
}

/// The identifiers of a document's nodes that a relative one may come to.
///
/// A relative `@id` means what the reader's base makes of it: the URL a document was fetched from, the root's `@id`, the
/// folder someone keeps a copy in. So every base counts: RFC 3986 section 5.2 keeps the end of the reference.
pub(super) struct Targets {
    /// The normal forms, backwards and in order: those with a common end stand together.
    backwards: Vec<Vec<u8>>,
    /// Query and fragment of each, in order.
    ends: Vec<(String, String)>,
}

impl Targets {
    pub(super) fn new<'k>(keys: impl Iterator<Item = &'k str>) -> Self {
        let (mut backwards, mut ends) = (Vec::new(), Vec::new());
        for key in keys {
            let (_, query, fragment) = parts(key);
            ends.push((fragment.to_owned(), query.to_owned()));
            backwards.push(key.bytes().rev().collect());
        }
        backwards.sort_unstable();
        ends.sort_unstable();
        Self { backwards, ends }
    }

    /// Whether some base makes one of the identifiers of this reference.
    pub(super) fn may_be(&self, reference: &str) -> bool {
        let written = unescaped(reference);
        let behind_scheme = behind_web_scheme(&written);
        // without a base, or with one of another scheme, it is an absolute one
        if behind_scheme.is_some() && self.has(&normalized(&written)) {
            return true;
        }
        let reference = without_empty_end(behind_scheme.unwrap_or(&written));
        let (path, query, fragment) = parts(&reference);
        if path.is_empty() {
            // the base's own path, and its query if there is none here
            let with_fragment = self.ends.partition_point(|(f, _)| f.as_str() < fragment);
            return if query.is_empty() {
                self.ends.get(with_fragment).is_some_and(|(found, _)| found == fragment)
            } else {
                self.ends.binary_search_by(|(f, q)| (f.as_str(), q.as_str()).cmp(&(fragment, query))).is_ok()
            };
        }
        // dot segments at its start climb out of a base that is deep enough
        let resolved = iri::resolve("x://x/", &reference).unwrap_or_default();
        let end = match reference.starts_with("//") {
            true => resolved.strip_prefix("x:").unwrap_or(&resolved),
            false => resolved.strip_prefix("x://x").unwrap_or(&resolved),
        };
        let normal = normalized(&format!("x://x{end}"));
        let ends = [end, end.strip_prefix('/').unwrap_or(end), normal.strip_prefix("x://x").unwrap_or(end)];
        ends.into_iter().any(|end| self.any_ends_with(end))
    }

    fn has(&self, key: &str) -> bool {
        let backwards: Vec<u8> = key.bytes().rev().collect();
        self.backwards.binary_search(&backwards).is_ok()
    }

    /// Whether an identifier ends with `end`, as a path, an authority or all behind the scheme.
    fn any_ends_with(&self, end: &str) -> bool {
        let backwards: Vec<u8> = end.bytes().rev().collect();
        let at = self.backwards.partition_point(|key| key.as_slice() < backwards.as_slice());
        if end.starts_with('/') {
            return self.backwards.get(at).is_some_and(|key| key.starts_with(&backwards));
        }
        // a base without slashes, such as a URN: a colon comes before it
        let after_colon = [backwards.as_slice(), b":"].concat();
        let at = self.backwards.partition_point(|key| key.as_slice() < after_colon.as_slice());
        self.backwards.get(at).is_some_and(|key| key.starts_with(&after_colon))
    }
}

/// Everything up to the query, the query, the fragment.
fn parts(text: &str) -> (&str, &str, &str) {
    let (text, fragment) = text.split_once('#').unwrap_or((text, ""));
    let (path, query) = text.split_once('?').unwrap_or((text, ""));
    (path, query, fragment)
}

#[cfg(test)]
mod tests {
    use super::{Targets, key};

    #[test]
    fn spellings_of_one_identifier() {
        for (a, b) in [
            ("https://a.example/ad.json", "HTTPS://A.example/ad.json"),
            ("https://a.example/ad.json", "https://a.example:443/ad.json"),
            ("https://a.example/ad.json", "https://a.example/x/../ad.json"),
            ("https://a.example/ad.json", "https://a.example/./%61d.json"),
            ("https://a.example/ad.json", "https://a.example/ad.json#"),
            ("https://a.example/ad.json", "https://a.example/ad.json?"),
            ("https://a.example/ad.json#x", "https://a.example/ad.json?#x"),
            ("https://a.example/ad.json", " https:\\\\a.example/a\td.json"),
            ("https://a.example/%2f", "https://a.example/%2F"),
            ("https://a.example", "https://a.example/"),
            ("http://a.example", "http://a.example:80"),
            ("https://a.example/ad.json", "https:///a.example/ad.json"),
            ("https://a.example/ad.json", "https:/a.example/ad.json"),
            ("https://a.example/%7Ex", "https://a.example/~x"),
            ("urn:a", "URN:a"),
        ] {
            assert_eq!(key(a), key(b), "{a} {b}");
        }
        for (a, b) in [
            ("https://a.example/ad.json", "https://a.example/AD.json"),
            ("https://a.example/ad.json", "https://b.example/ad.json"),
            ("https://a.example/ad.json", "http://a.example/ad.json"),
            ("https://a.example/ad.json", "https://a.example/ad.json#x"),
            ("https://a.example/a%2Fb", "https://a.example/a/b"),
            ("_:b0", "_:B0"),
            ("_:a%62", "_:ab"),
        ] {
            assert_ne!(key(a), key(b), "{a} {b}");
        }
    }

    #[test]
    fn relative_identifiers_come_to_what_they_end_with() {
        let of = |targets: &[&str]| Targets::new(targets.iter().copied());
        let one = of(&["https://agent.example/alice/ad.json"]);
        for reference in [
            "",
            "#",
            "?",
            "?#",
            "ad.json",
            "./ad.json",
            "../ad.json",
            "https:ad.json",
            "HTTPS:ad.json",
            "https:\\ad.json",
            "ht\ttps:/alice/ad.json",
            "https:",
            "https:#",
            "https:agent.example/alice/ad.json",
            "https:/agent.example/alice/ad.json",
            "../../alice/ad.json",
            "/alice/ad.json",
            "alice/ad.json",
            "//agent.example/alice/ad.json",
            "x/../ad.json",
            "%61d.json",
            "ad.json?",
            "ad.json#",
            ".\\ad.json",
            " ad.json",
        ] {
            assert!(one.may_be(reference), "{reference:?}");
        }
        for reference in
            ["d.json", "#a", "?a", "bob/ad.json", "/ad.jso", "//b.example/alice/ad.json", "ad.json#x", "ad.json/", "."]
        {
            assert!(!one.may_be(reference), "{reference:?}");
        }
        let several = of(&["https://a.example/x?q#f", "https://a.example/dir/", "urn:x:y", "https://a.example/#z"]);
        for reference in ["#f", "?q#f", "x?q#f", ".", "./", "dir/", "x:../dir/.", "#z", "/"] {
            assert_eq!(several.may_be(reference), !reference.starts_with("x:"), "{reference:?}");
        }
        assert!(!several.may_be("?p#f") && !several.may_be("x") && !several.may_be("x?q"));
        assert!(several.may_be("") && of(&["urn:ad.json"]).may_be("ad.json"));
        assert!(!of(&["https://a.example/#z"]).may_be(""));
        // behind a scheme it is absolute for some readers: the whole has to be the same
        assert!(of(&["https://ad.json/"]).may_be("https:ad.json") && !several.may_be("https:ad.json"));
        let urns = of(&["urn:b", "urn:a"]);
        assert!(urns.may_be("a") && urns.may_be("b") && !urns.may_be("c"));
    }
}
