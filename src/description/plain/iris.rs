//! Rules 1 and 7 for texts: absolute IRIs, normalized identifiers, names.

use crate::web_url::is_plain_web_url;
use adp_jsonld::iri::is_well_formed;
use icu_normalizer::ComposingNormalizerBorrowed;
use icu_properties::{
    CodePointMapData, CodePointSetData,
    props::{DefaultIgnorableCodePoint, GeneralCategory, GeneralCategoryGroup},
};
use std::borrow::Cow;

/// The schemes of an IRI in a context or a type.
const SCHEMES: [&str; 3] = ["https", "http", "urn"];

/// Whether a name of a context or of a security scheme is `[A-Za-z][A-Za-z0-9_-]*`.
pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic()) && is_type_name(text)
}

/// Whether a type's name is `[A-Za-z0-9][A-Za-z0-9_-]*`.
pub(super) fn is_type_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphanumeric())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}

/// Why a text is not an IRI of any scheme, by the characters of RFC 3987; `None` if it is one.
pub(crate) fn fault_of_iri(text: &str) -> Option<&'static str> {
    // fast path: a plain host, then letters, digits, `-._~/` and at most one `#`
    if is_plain_web_url(text, "https or http") {
        return None;
    }
    let Some((scheme, rest)) = text.split_once(':') else { return Some("it has no scheme") };
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    if !is_scheme {
        return Some("it has no scheme");
    }
    if !text.chars().all(may_stand) {
        return Some("it has a character that is not allowed in IRIs");
    }
    if !text.is_ascii() && !ComposingNormalizerBorrowed::new_nfc().is_normalized(text) {
        return Some("it is not in Unicode normalization form C");
    }
    if text.bytes().filter(|byte| *byte == b'#').count() > 1 {
        return Some("it has a second `#`");
    }
    if escapes(text).any(|digits| digits.is_none()) {
        return Some("a `%` in it is not followed by two hexadecimal digits");
    }
    let has_host =
        || rest.strip_prefix("//").is_some_and(|rest| !rest.starts_with(['/', '?', '#']) && !rest.is_empty());
    if matches!(scheme, "https" | "http") && !has_host() {
        return Some("it has no host");
    }
    if rest.is_empty() {
        return Some("nothing follows its scheme");
    }
    // the grammar, such as a port of digits: RDF readers drop what does not follow it
    (!is_well_formed(text)).then_some("it does not follow the grammar of RFC 3987")
}

/// Why a text is not an absolute IRI of rule 1; `None` if it is one.
pub(super) fn fault_of_absolute(text: &str) -> Option<&'static str> {
    match text.split_once(':') {
        Some((scheme, _)) if SCHEMES.contains(&scheme) => fault_of_iri(text),
        _ => Some("its scheme is not `https`, `http`, `urn` or (of an identifier) `did`"),
    }
}

/// Whether an IRI may contain the character: the ASCII characters of RFC 3987 without `[` and `]`, and of its `ucschar`
/// the visible letters, digits and combining marks of any script. Some parsers drop an IRI with other characters, such
/// as a space or a byte order mark.
fn may_stand(c: char) -> bool {
    match c {
        'a'..='z' | 'A'..='Z' | '0'..='9' => true,
        '-' | '.' | '_' | '~' | ':' | '/' | '?' | '#' | '@' | '%' => true,
        '!' | '$' | '&' | '\'' | '(' | ')' | '*' | '+' | ',' | ';' | '=' => true,
        // URL parsers change these to a dot or remove them; the rule for URLs reports them
        '\u{ad}' | '\u{3002}' | '\u{ff0e}' | '\u{ff61}' => true,
        _ => !c.is_ascii() && (c.is_alphanumeric() || is_mark(c)) && !is_invisible(c),
    }
}

/// A combining mark, such as the virama of Hindi and the tone marks of Thai.
fn is_mark(c: char) -> bool {
    GeneralCategoryGroup::Mark.contains(CodePointMapData::<GeneralCategory>::new().get(c))
}

/// A letter or mark without a picture, such as a variation selector.
fn is_invisible(c: char) -> bool {
    CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
}

/// The bytes of all percent-encodings in a text, and whether the digits are upper case; `None` if one is invalid.
fn escapes(text: &str) -> impl Iterator<Item = Option<(u8, bool)>> {
    text.split('%').skip(1).map(|after| {
        let digits = after.get(..2).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
        let is_upper = !digits.bytes().any(|digit| digit.is_ascii_lowercase());
        Some((u8::from_str_radix(digits, 16).ok()?, is_upper))
    })
}

/// Why a text is not a normalized identifier (rule 7), and what to write; `None` if it is one.
pub(crate) fn fault_of_identifier(text: &str) -> Option<(&'static str, &'static str)> {
    const IRI: &str = "write an absolute IRI, such as https://hotel.example/rooms/1";
    // fast path: such a URL has no port, query or percent-encoding
    if is_plain_web_url(text, "https or http") && !text.contains("/.") && !text.ends_with('#') {
        return None;
    }
    let is_did = text.starts_with("did:");
    if let Some(fault) = if is_did { fault_of_iri(text) } else { fault_of_absolute(text) } {
        return Some((fault, IRI));
    }
    let (scheme, rest) = text.split_once(':')?;
    let (before_fragment, fragment) = match rest.split_once('#') {
        Some((before, fragment)) => (before, Some(fragment)),
        None => (rest, None),
    };
    let (hierarchy, query) = match before_fragment.split_once('?') {
        Some((before, query)) => (before, Some(query)),
        None => (before_fragment, None),
    };
    if fragment == Some("") || query == Some("") {
        return Some(("it ends in an empty query or fragment", "remove the empty part"));
    }
    let (authority, path) = match hierarchy.strip_prefix("//") {
        Some(rest) => rest.split_at(rest.find('/').unwrap_or(rest.len())),
        None => ("", hierarchy),
    };
    if authority.contains('@') {
        return Some(("it has a user name", "remove the user name"));
    }
    let (host, port) = match authority.split_once(':') {
        Some((host, port)) => (host, Some(port)),
        None => (authority, None),
    };
    if host.chars().flat_map(char::to_lowercase).ne(host.chars()) {
        return Some(("its host is not in lower case", "write the host in lower case"));
    }
    if port.is_some_and(|port| matches!((scheme, port), (_, "") | ("https", "443") | ("http", "80"))) {
        return Some(("it names the default port", "remove the port"));
    }
    if port.is_some_and(|port| port.len() > 1 && port.starts_with('0')) {
        return Some(("its port begins with a zero", "remove the zeros"));
    }
    if path.split('/').any(|segment| matches!(segment, "." | "..")) {
        return Some(("it has `.` or `..` as a path segment", "remove the dot segments"));
    }
    for (byte, is_upper) in escapes(text).flatten() {
        if !is_upper {
            return Some(("its percent-encoding is not in upper case", "write the hexadecimal digits in upper case"));
        }
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
            return Some(("it has unnecessary percent-encoding", "write the character itself"));
        }
    }
    if matches!(scheme, "https" | "http") && url::Url::parse(text).is_err() {
        return Some(("it is not a URL", IRI));
    }
    None
}

/// A comparison key for normalized identifiers: URL parsers treat a host with and without `/` as equal, and decode
/// percent-encoded characters of a path.
pub(super) fn key_of_identifier(text: &str) -> Cow<'_, str> {
    let has_path = text.bytes().filter(|byte| *byte == b'/').nth(2).is_some();
    if !has_path && is_plain_web_url(text, "https or http") {
        return Cow::Owned([text, "/"].concat());
    }
    let is_plain = text.is_ascii() && has_path;
    match text.split_once(':') {
        Some(("https" | "http", _)) if !is_plain || has_number_host(text) => {
            url::Url::parse(text).map_or(Cow::Borrowed(text), |url| Cow::Owned(url.into()))
        }
        _ => Cow::Borrowed(text),
    }
}

/// Whether a URL's host may be an IPv4 address in an unusual notation: digits only, or `0x`.
fn has_number_host(text: &str) -> bool {
    text.as_bytes().split(|byte| *byte == b'/').nth(2).is_some_and(|host| host.first().is_some_and(u8::is_ascii_digit))
}
