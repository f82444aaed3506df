//! Authentication schemes and their parameters, `name=value` (RFC 9110 sections 11.1 and 11.2): parsing and writing.

use adp_fetch::{field_lines::combined, header_field::Scanner};
use http::{HeaderMap, HeaderName};

/// Maximum length of a header.
const MAX_HEADER_BYTES: usize = 8 << 10;

/// The parameters of one challenge or one header: names in lower case, each once.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct AuthParams(Vec<(String, String)>);

impl AuthParams {
    /// Removes and returns a parameter.
    pub(super) fn take(&mut self, name: &str) -> Option<String> {
        let at = self.0.iter().position(|(found, _)| found == name)?;
        Some(self.0.swap_remove(at).1)
    }

    /// Adds a parameter; `None` if the name already exists (RFC 9110 section 11.2 allows each once).
    fn insert(&mut self, name: &str, value: String) -> Option<()> {
        let name = name.to_ascii_lowercase();
        let new = self.0.iter().all(|(other, _)| *other != name);
        new.then(|| self.0.push((name, value)))
    }
}

/// The text after a scheme in an `Authorization` header; the scheme is compared without case.
pub(super) fn after_scheme<'a>(value: &'a [u8], scheme: &str) -> Option<&'a [u8]> {
    let (found, rest) = value.split_at_checked(scheme.len())?;
    let ends = rest.first().is_none_or(|byte| matches!(byte, b' ' | b'\t'));
    (found.eq_ignore_ascii_case(scheme.as_bytes()) && ends).then_some(rest)
}

/// Parses the challenges of a `WWW-Authenticate` header with all its lines: scheme and parameters of each. `None` if
/// one of them is malformed, because the next challenge cannot be located then.
pub(super) fn challenges(headers: &HeaderMap, name: &HeaderName) -> Option<Vec<(String, AuthParams)>> {
    let text = joined(headers, name)?;
    let mut scanner = Scanner { rest: &text };
    let mut found: Vec<(String, AuthParams)> = Vec::new();
    // a challenge has parameters or a token68, not both
    let mut complete = true;
    loop {
        scanner.skip(", \t");
        if scanner.rest.is_empty() {
            return Some(found);
        }
        let word = scanner.token()?;
        let spaces = scanner.skip(" \t");
        if scanner.rest.starts_with('=') {
            let value = scanner.value()?;
            if complete {
                return None;
            }
            found.last_mut()?.1.insert(word, value)?;
        } else {
            let mut parameters = AuthParams::default();
            complete = false;
            if !scanner.at_boundary() {
                if spaces == 0 {
                    return None;
                }
                complete = first_of_challenge(&mut scanner, &mut parameters)?;
            }
            found.push((word.to_owned(), parameters));
        }
        scanner.skip(" \t");
        if !scanner.at_boundary() {
            return None;
        }
    }
}

/// Parses a header that consists only of parameters, such as `Authentication-Info` (RFC 9110 section 11.6.3).
pub(super) fn parameters(headers: &HeaderMap, name: &HeaderName) -> Option<AuthParams> {
    let text = joined(headers, name)?;
    let mut scanner = Scanner { rest: &text };
    let mut found = AuthParams::default();
    loop {
        scanner.skip(", \t");
        if scanner.rest.is_empty() {
            return Some(found);
        }
        let word = scanner.token()?;
        scanner.skip(" \t");
        let value = scanner.value()?;
        found.insert(word, value)?;
        scanner.skip(" \t");
        if !scanner.at_boundary() {
            return None;
        }
    }
}

/// Combines a header's lines, if they are printable ASCII and not too long.
fn joined(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    let is_printable = |byte: &u8| *byte == b'\t' || (0x20..0x7F).contains(byte);
    let bytes = combined(headers, name).unwrap_or_default();
    let printable = bytes.len() <= MAX_HEADER_BYTES && bytes.iter().all(is_printable);
    printable.then(|| String::from_utf8(bytes).ok()).flatten()
}

/// Parses what follows a scheme: its first parameter, or a token68, which is ignored. Returns whether it was a
/// token68.
fn first_of_challenge(scanner: &mut Scanner<'_>, parameters: &mut AuthParams) -> Option<bool> {
    let start = scanner.rest;
    if let Some(name) = scanner.token() {
        scanner.skip(" \t");
        // only a token68 can end in `=`
        let after = scanner.rest.trim_start_matches('=').trim_start_matches([' ', '\t']);
        if scanner.rest.starts_with('=') && !(after.is_empty() || after.starts_with(',')) {
            let value = scanner.value()?;
            parameters.insert(name, value)?;
            return Some(false);
        }
    }
    scanner.rest = start;
    let token68 = scanner.take_while(|c| c.is_ascii_alphanumeric() || "-._~+/".contains(c));
    scanner.take_while(|c| c == '=');
    (!token68.is_empty()).then_some(true)
}

/// Writes `name="value"`, after a comma if it is not the first; only the printable ASCII characters of `value`.
pub(super) fn write_quoted(out: &mut String, name: &str, value: &str) {
    separate(out);
    out.push_str(name);
    out.push_str("=\"");
    for c in value.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            ' '..='~' => out.push(c),
            _ => out.push('?'),
        }
    }
    out.push('"');
}

/// Writes `name=value` for a number.
pub(super) fn write_number(out: &mut String, name: &str, value: u64) {
    separate(out);
    out.push_str(name);
    out.push('=');
    out.push_str(&value.to_string());
}

fn separate(out: &mut String) {
    if !(out.is_empty() || out.ends_with(' ')) {
        out.push_str(", ");
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use http::{HeaderValue, header::WWW_AUTHENTICATE};

    fn headers(lines: &[&str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(WWW_AUTHENTICATE, HeaderValue::from_str(line).unwrap());
        }
        headers
    }

    type Plain = Vec<(String, Vec<(String, String)>)>;

    fn read(lines: &[&str]) -> Option<Plain> {
        let found = challenges(&headers(lines), &WWW_AUTHENTICATE)?;
        Some(found.into_iter().map(|(scheme, parameters)| (scheme, parameters.0)).collect())
    }

    fn one(scheme: &str, parameters: &[(&str, &str)]) -> (String, Vec<(String, String)>) {
        (scheme.to_owned(), parameters.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect())
    }

    /// The first is the example of RFC 9110 section 11.6.1.
    #[test]
    fn challenges_share_a_header() {
        let rfc = r#"Basic realm="simple", Newauth realm="apps", type=1, title="Login to \"apps\"""#;
        let expected = vec![
            one("Basic", &[("realm", "simple")]),
            one("Newauth", &[("realm", "apps"), ("type", "1"), ("title", "Login to \"apps\"")]),
        ];
        assert_eq!(read(&[rfc]), Some(expected));
        assert_eq!(
            read(&["Negotiate", "Bearer abc/+=", "DIDWba REALM = \"a, b=c\" ,error=x"]),
            Some(vec![
                one("Negotiate", &[]),
                one("Bearer", &[]),
                one("DIDWba", &[("realm", "a, b=c"), ("error", "x")])
            ])
        );
        assert_eq!(read(&[" , DIDWba a=b,, c=d ,"]), Some(vec![one("DIDWba", &[("a", "b"), ("c", "d")])]));
        assert_eq!(read(&[]), Some(vec![]));
    }

    #[test]
    fn what_is_malformed_is_not_read() {
        for text in [
            "a=b",
            "DIDWba realm=\"open",
            "DIDWba realm=\"open\\",
            "DIDWba realm=a b",
            "DIDWba realm=a Realm=b",
            "DIDWba realm=a, Realm=b",
            "DIDWba realm=\"a\"b",
            "DIDWba realm==a",
            "DIDWba =a",
            "DIDWba\"a\"",
            "DIDWba realm=, error=x",
        ] {
            assert_eq!(read(&[text]), None, "{text}");
        }
        assert!(read(&[&format!("DIDWba a={}", "x".repeat(MAX_HEADER_BYTES))]).is_none());
    }

    #[test]
    fn what_is_written_is_read_back() {
        let mut text = String::from("DIDWba ");
        write_quoted(&mut text, "realm", "a \"b\" \\ c");
        write_quoted(&mut text, "x", "tab\t, ü, line\r\nSet-Cookie: a=b");
        write_number(&mut text, "n", 3600);
        assert_eq!(text, "DIDWba realm=\"a \\\"b\\\" \\\\ c\", x=\"tab?, ?, line??Set-Cookie: a=b\", n=3600");
        let read = read(&[&text]).unwrap();
        assert_eq!(
            read,
            [one("DIDWba", &[("realm", "a \"b\" \\ c"), ("x", "tab?, ?, line??Set-Cookie: a=b"), ("n", "3600")])]
        );
    }
}
