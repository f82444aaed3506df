//! IRIs: syntax, and resolution by RFC 3986.

/// Whether the text starts with a scheme and a colon (RFC 3986 section 3.1): an IRI, not a relative reference.
#[must_use]
pub fn is_absolute(text: &str) -> bool {
    scheme(text).is_some()
}

/// Whether the text is an IRI by the grammar of RFC 3987 section 2.2, including host and port.
///
/// The RDF algorithms call this well-formed: `http://a b` and `http://a:b` are absolute, but not well-formed.
#[must_use]
pub fn is_well_formed(text: &str) -> bool {
    is_plain(text) || oxiri::Iri::parse(text).is_ok()
}

/// Whether the text is an IRI or a relative reference by the same grammar, so that some base makes it a well-formed
/// IRI.
#[must_use]
pub fn is_well_formed_reference(text: &str) -> bool {
    is_plain(text) || oxiri::IriRef::parse(text).is_ok()
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

/// The scheme, without its colon.
fn scheme(text: &str) -> Option<&str> {
    let colon = text.bytes().position(|byte| byte == b':')?;
    let scheme = text.get(..colon)?;
    let mut bytes = scheme.bytes();
    let first = bytes.next()?;
    let rest = bytes.all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'));
    (first.is_ascii_alphabetic() && rest).then_some(scheme)
}

/// The five components of a reference (RFC 3986 section 3).
#[derive(Clone, Copy)]
struct Components<'a> {
    scheme: Option<&'a str>,
    authority: Option<&'a str>,
    path: &'a str,
    query: Option<&'a str>,
    fragment: Option<&'a str>,
}

impl<'a> Components<'a> {
    /// Splits a reference like the regular expression of RFC 3986 appendix B.
    fn from_reference(reference: &'a str) -> Self {
        let scheme = scheme(reference);
        let rest = scheme.map_or(reference, |scheme| reference.get(scheme.len() + 1..).unwrap_or_default());
        let (rest, fragment) = split(rest, '#');
        let (rest, query) = split(rest, '?');
        let (authority, path) = match rest.strip_prefix("//") {
            Some(rest) => {
                let end = rest.find('/').unwrap_or(rest.len());
                let (authority, path) = rest.split_at(end);
                (Some(authority), path)
            }
            None => (None, rest),
        };
        Self { scheme, authority, path, query, fragment }
    }

    /// RFC 3986 section 5.3.
    fn recompose(&self, path: &str) -> String {
        let mut out = String::with_capacity(path.len() + 32);
        for (before, part, after) in [
            ("", self.scheme, ":"),
            ("//", self.authority, ""),
            ("", Some(path), ""),
            ("?", self.query, ""),
            ("#", self.fragment, ""),
        ] {
            if let Some(part) = part {
                [before, part, after].into_iter().for_each(|text| out.push_str(text));
            }
        }
        out
    }
}

fn split(text: &str, at: char) -> (&str, Option<&str>) {
    text.split_once(at).map_or((text, None), |(before, after)| (before, Some(after)))
}

/// Resolves a reference against a base IRI (RFC 3986 section 5.2, strict: a reference with a scheme is absolute).
///
/// `None` if `base` has no scheme. Only dot segments are normalized.
#[must_use]
pub fn resolve(base: &str, reference: &str) -> Option<String> {
    let base = Components::from_reference(base);
    base.scheme?;
    let reference = Components::from_reference(reference);
    if reference.scheme.is_some() {
        return Some(reference.recompose(&remove_dot_segments(reference.path)));
    }
    let target = Components { scheme: base.scheme, fragment: reference.fragment, ..reference };
    if reference.authority.is_some() {
        return Some(target.recompose(&remove_dot_segments(reference.path)));
    }
    let target = Components { authority: base.authority, ..target };
    if reference.path.is_empty() {
        let query = reference.query.or(base.query);
        return Some(Components { query, ..target }.recompose(base.path));
    }
    let path = if reference.path.starts_with('/') {
        remove_dot_segments(reference.path)
    } else if base.authority.is_some() && base.path.is_empty() {
        remove_dot_segments(&format!("/{}", reference.path))
    } else {
        // the base's path up to its last slash, then the reference (section 5.2.3)
        let folder = base.path.rfind('/').and_then(|at| base.path.get(..=at)).unwrap_or_default();
        remove_dot_segments(&format!("{folder}{}", reference.path))
    };
    Some(target.recompose(&path))
}

/// The shortest relative reference from `base` to `iri` by path, query or fragment, which [`resolve`] reverses.
///
/// `None` for another scheme or authority, or for a path that a reference would change.
#[must_use]
pub fn relativize(base: &str, iri: &str) -> Option<String> {
    let (from, to) = (Components::from_reference(base), Components::from_reference(iri));
    if to.scheme.is_none() || from.scheme != to.scheme || from.authority != to.authority {
        return None;
    }
    let query_and_fragment = Components { scheme: None, authority: None, ..to };
    // in the same document, the part after the path suffices
    let reference = if from.path == to.path && from.query == to.query && to.fragment.is_some() {
        Components { query: None, ..query_and_fragment }.recompose("")
    } else if from.path == to.path && to.query.is_some() {
        query_and_fragment.recompose("")
    } else {
        query_and_fragment.recompose(&relative_path(from.path, to.path))
    };
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
    let needs_dot = up.is_empty()
        && (rest.is_empty() || rest.starts_with('/') || rest.split('/').next().unwrap_or_default().contains(':'));
    format!("{}{up}{rest}", if needs_dot { "./" } else { "" })
}

/// RFC 3986 section 5.2.4.
fn remove_dot_segments(path: &str) -> String {
    let mut output = String::with_capacity(path.len());
    let mut input = path;
    while !input.is_empty() {
        if let Some(rest) = input.strip_prefix("../").or_else(|| input.strip_prefix("./")) {
            input = rest;
        } else if input.starts_with("/./") {
            input = &input[2..];
        } else if input == "/." {
            input = "/";
        } else if input.starts_with("/../") {
            input = &input[3..];
            output.truncate(output.rfind('/').unwrap_or_default());
        } else if input == "/.." {
            input = "/";
            output.truncate(output.rfind('/').unwrap_or_default());
        } else if input == "." || input == ".." {
            input = "";
        } else {
            let segment = input.char_indices().skip(1).find(|(_, c)| *c == '/').map_or(input.len(), |(at, _)| at);
            output.push_str(&input[..segment]);
            input = &input[segment..];
        }
    }
    output
}

#[cfg(test)]
mod tests {
    use super::{is_absolute, is_plain, is_well_formed, resolve};

    #[test]
    fn plain_characters() {
        let plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
        for character in (0..=0xFF_u8).map(char::from) {
            // alone, and before and after a block of sixteen
            for [before, behind] in [["", ""], ["a", ""], ["", "b"], ["0123456789abcdef", ""], ["", "0123456789abcdef"]]
            {
                let text = format!("https://{before}{character}{behind}");
                assert_eq!(is_plain(&text), plain.contains(character) || character == '#', "{text:?}");
                assert!(!is_plain(&format!("{text}#")) || character != '#', "{text:?}");
            }
        }
        assert!(is_plain("http://a.example/0123456789abcdef#0123456789abcdef") && !is_plain("ftp://a.example"));
    }

    /// RFC 3986 sections 5.4.1 and 5.4.2.
    #[test]
    fn reference_resolution_examples_of_rfc_3986() {
        let base = "http://a/b/c/d;p?q";
        for (reference, target) in [
            ("g:h", "g:h"),
            ("g", "http://a/b/c/g"),
            ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("?y", "http://a/b/c/d;p?y"),
            ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q#s"),
            ("g#s", "http://a/b/c/g#s"),
            ("g?y#s", "http://a/b/c/g?y#s"),
            (";x", "http://a/b/c/;x"),
            ("g;x", "http://a/b/c/g;x"),
            ("g;x?y#s", "http://a/b/c/g;x?y#s"),
            ("", "http://a/b/c/d;p?q"),
            (".", "http://a/b/c/"),
            ("./", "http://a/b/c/"),
            ("..", "http://a/b/"),
            ("../", "http://a/b/"),
            ("../g", "http://a/b/g"),
            ("../..", "http://a/"),
            ("../../", "http://a/"),
            ("../../g", "http://a/g"),
            ("../../../g", "http://a/g"),
            ("../../../../g", "http://a/g"),
            ("/./g", "http://a/g"),
            ("/../g", "http://a/g"),
            ("g.", "http://a/b/c/g."),
            (".g", "http://a/b/c/.g"),
            ("g..", "http://a/b/c/g.."),
            ("..g", "http://a/b/c/..g"),
            ("./../g", "http://a/b/g"),
            ("./g/.", "http://a/b/c/g/"),
            ("g/./h", "http://a/b/c/g/h"),
            ("g/../h", "http://a/b/c/h"),
            ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
            ("g;x=1/../y", "http://a/b/c/y"),
            ("g?y/./x", "http://a/b/c/g?y/./x"),
            ("g?y/../x", "http://a/b/c/g?y/../x"),
            ("g#s/./x", "http://a/b/c/g#s/./x"),
            ("g#s/../x", "http://a/b/c/g#s/../x"),
            ("http:g", "http:g"),
        ] {
            assert_eq!(resolve(base, reference).as_deref(), Some(target), "{reference}");
        }
        assert_eq!(resolve("no-scheme/", "g"), None);
    }

    #[test]
    fn schemes() {
        assert!(is_absolute("did:wba:example.com") && is_absolute("a+b-c.1:") && is_absolute("urn:a b"));
        assert!(!is_absolute("1a:b") && !is_absolute(":a") && !is_absolute("a b:c") && !is_absolute("_:b0"));
    }

    /// By the grammar of RFC 3987 section 2.2.
    #[test]
    fn well_formed() {
        for iri in [
            "http://example.com/ä",
            "urn:a%2Fb#c",
            "did:wba:example.com%3A8800:alice#key-1",
            "http://[::1]:80/",
            "http://u@h:/?q=\u{e000}",
            "mailto:",
            "x+y-1.z:a:b",
            "http://h/'()*+,;=:@!$&",
            "urn:\u{10000}",
        ] {
            assert!(is_well_formed(iri), "{iri}");
        }
        let characters = "\0\u{1}\t\n\r\u{1f} <>\"{}|\\^`\u{7f}\u{80}\u{9f}\u{fffe}\u{ffff}\u{1fffe}\u{e000}";
        for character in characters.chars() {
            assert!(!is_well_formed(&format!("urn:a{character}b")), "{character:?}");
        }
        for bad in [
            "",
            "a",
            "_:b0",
            "//h/",
            "1a:b",
            "urn:a%2g",
            "urn:%2",
            "urn:a#b#c",
            "http://a:b",
            "http://[::1",
            "http://[g::]/",
        ] {
            assert!(!is_well_formed(bad), "{bad}");
        }
    }
}
