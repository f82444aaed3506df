//! The path of a file in a site, by the path of its URL.

use percent_encoding::percent_decode_str;
use std::borrow::Cow;

/// The path of a file in the site: decoded once, every segment an ordinary name, hidden ones but `.well-known` left out. An encoded slash is no
/// name's, and would be a separator to one reader and none to another.
pub fn decoded(request: &str) -> Option<String> {
    let encoded = request.strip_prefix('/')?;
    if !has_whole_escapes(encoded) {
        return None;
    }
    let names: Option<Vec<_>> = encoded.split('/').enumerate().map(|(depth, segment)| name(depth, segment)).collect();
    names.map(|names| names.join("/"))
}

/// A segment's ordinary name.
fn name(depth: usize, segment: &str) -> Option<Cow<'_, str>> {
    let name = percent_decode_str(segment).decode_utf8().ok()?;
    let is_hidden = name.starts_with('.') && !(depth == 0 && name == ".well-known");
    (!name.is_empty() && !is_hidden && !name.contains(['/', '\\', ':', '\0'])).then_some(name)
}

/// Whether every percent sign begins an escape: decoders differ over the others.
fn has_whole_escapes(path: &str) -> bool {
    path.split('%')
        .skip(1)
        .all(|rest| rest.as_bytes().get(..2).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)))
}
