//! Maps URL paths to file paths of a site.

use percent_encoding::percent_decode_str;
use std::borrow::Cow;

/// The file path for a URL path: decoded once, with ordinary segment names, and without hidden ones except
/// `.well-known`. Rejects encoded slashes, which some decoders treat as separators.
pub fn decoded(request: &str) -> Option<String> {
    let encoded = request.strip_prefix('/')?;
    if !has_whole_escapes(encoded) {
        return None;
    }
    let names: Option<Vec<_>> = encoded.split('/').enumerate().map(|(depth, segment)| name(depth, segment)).collect();
    names.map(|names| names.join("/"))
}

/// The name of an ordinary segment.
fn name(depth: usize, segment: &str) -> Option<Cow<'_, str>> {
    let name = percent_decode_str(segment).decode_utf8().ok()?;
    let is_hidden = name.starts_with('.') && !(depth == 0 && name == ".well-known");
    // Windows also finds `.git` as `GIT~1`
    let is_hidden = is_hidden || cfg!(windows) && is_short(&name);
    (!name.is_empty() && !is_hidden && !name.contains(['/', '\\', ':', '\0'])).then_some(name)
}

/// Whether a name may be the second one that Windows gives to a file with a long name.
fn is_short(name: &str) -> bool {
    name.split('~').skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether every percent sign starts an escape. Decoders disagree on the others.
fn has_whole_escapes(path: &str) -> bool {
    path.split('%')
        .skip(1)
        .all(|rest| rest.as_bytes().get(..2).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)))
}
