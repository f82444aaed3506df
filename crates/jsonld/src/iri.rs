//! IRIs: syntax, and resolution by RFC 3986.

use oxiri::{Iri, IriRef};

/// Whether the text starts with a scheme and a colon (RFC 3986 section 3.1): an IRI, not a relative reference.
#[must_use]
pub fn is_absolute(text: &str) -> bool {
    let Some((scheme, _)) = text.split_once(':') else { return false };
    scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
}

/// Whether the text is an IRI by the grammar of RFC 3987 section 2.2, including host and port.
///
/// The RDF algorithms call this well-formed: `http://a b` and `http://a:b` are absolute, but not well-formed.
#[must_use]
pub fn is_well_formed(text: &str) -> bool {
    is_plain(text) || Iri::parse(text).is_ok()
}

/// Whether the text is an IRI or a relative reference by the same grammar, so that some base makes it a well-formed
/// IRI.
#[must_use]
pub fn is_well_formed_reference(text: &str) -> bool {
    is_plain(text) || IriRef::parse(text).is_ok()
}

/// Fast path for well-formed web IRIs: only letters, digits, `-._~`, slashes and at most one `#`, which are valid in a
/// host, a path or a fragment.
#[must_use]
pub fn is_plain(text: &str) -> bool {
    let rest = match text.as_bytes() {
        [b'h', b't', b't', b'p', b's', b':', b'/', b'/', rest @ ..] => rest,
        [b'h', b't', b't', b'p', b':', b'/', b'/', rest @ ..] => rest,
        _ => return false,
    };
    all_plain(rest)
        || rest
            .iter()
            .position(|byte| *byte == b'#')
            .is_some_and(|at| all_plain(&rest[..at]) && all_plain(&rest[at + 1..]))
}

/// Whether all bytes are letters, digits, `-._~` and slashes: checks sixteen at once, with an overlap at the end.
fn all_plain(bytes: &[u8]) -> bool {
    let is_plain = |byte: u8| {
        // the range from `-` to `9` contains the dot, the slash and the digits
        ((byte | 0x20).wrapping_sub(b'a') < 26)
            | (byte.wrapping_sub(b'-') <= b'9' - b'-')
            | (byte == b'_')
            | (byte == b'~')
    };
    let all = |bytes: &[u8]| bytes.iter().fold(true, |all, byte| all & is_plain(*byte));
    match bytes.last_chunk::<16>() {
        Some(last) => bytes.as_chunks::<16>().0.iter().chain([last]).all(|chunk| all(chunk)),
        None => all(bytes),
    }
}

/// The components of an IRI.
fn absolute(text: &str) -> Option<Iri<&str>> {
    is_absolute(text).then(|| Iri::parse_unchecked(text))
}

/// Resolves a reference against a base IRI (RFC 3986 section 5.2, strict: a reference with a scheme is absolute).
///
/// `None` if `base` has no scheme. Only dot segments are normalized.
#[must_use]
pub fn resolve(base: &str, reference: &str) -> Option<String> {
    let base = absolute(base)?;
    let resolve = |reference: &str| base.resolve_unchecked(&IriRef::parse_unchecked(reference)).into_inner();
    // a colon after something else than a scheme belongs to the path
    let is_path = !is_absolute(reference) && first_segment(reference).contains(':');
    Some(if is_path { resolve(&format!("./{reference}")) } else { resolve(reference) })
}

fn first_segment(reference: &str) -> &str {
    reference.split(['/', '?', '#']).next().unwrap_or_default()
}

/// The shortest relative reference from `base` to `iri` by path, query or fragment, which [`resolve`] reverses.
///
/// `None` for another scheme or authority, or for a path that a reference would change.
#[must_use]
pub fn relativize(base: &str, iri: &str) -> Option<String> {
    let (from, to) = (absolute(base)?, absolute(iri)?);
    if from.scheme() != to.scheme() || from.authority() != to.authority() {
        return None;
    }
    // in the same document, the part after the path suffices
    let is_same_path = from.path() == to.path();
    let (path, query) = match (to.query(), to.fragment()) {
        (query, Some(_)) if is_same_path && from.query() == query => (String::new(), None),
        (Some(query), _) if is_same_path => (String::new(), Some(query)),
        (query, _) => (relative_path(from.path(), to.path()), query),
    };
    let part = |mark, part: Option<&str>| part.map(|part| format!("{mark}{part}")).unwrap_or_default();
    let reference = format!("{path}{}{}", part('?', query), part('#', to.fragment()));
    (resolve(base, &reference).as_deref() == Some(iri)).then_some(reference)
}

/// The relative path from one path's folder to another path.
fn relative_path(from: &str, to: &str) -> String {
    let shared = from.bytes().zip(to.bytes()).take_while(|(a, b)| a == b).count();
    // compares complete segments
    let shared = from.get(..shared).and_then(|same| same.rfind('/')).map_or(0, |slash| slash + 1);
    let (left, rest) = (from.get(shared..).unwrap_or_default(), to.get(shared..).unwrap_or_default());
    let up = "../".repeat(left.matches('/').count());
    // an empty reference is the base itself; a colon in the first segment would look like a scheme
    let needs_dot = up.is_empty() && (rest.is_empty() || rest.starts_with('/') || first_segment(rest).contains(':'));
    format!("{}{up}{rest}", if needs_dot { "./" } else { "" })
}
