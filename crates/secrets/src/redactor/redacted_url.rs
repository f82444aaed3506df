//! URLs for logs.

use std::fmt;

/// A URL for logs: without user name, password, query and fragment, which may be credentials, and with escaped control
/// characters. The URL may be invalid.
///
/// ```
/// use agent_description::secret::RedactedUrl;
///
/// assert_eq!(
///     RedactedUrl("https://agent.example.com/ad.json?key=s3cret").to_string(),
///     "https://agent.example.com/ad.json?..."
/// );
/// ```
#[derive(Clone, Copy)]
pub struct RedactedUrl<'a>(pub &'a str);

impl fmt::Display for RedactedUrl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let url = self.0;
        let (shown, left_out) = match url.find(['?', '#']) {
            Some(end) => (&url[..end], &url[end..=end]),
            None => (url, ""),
        };
        // URL parsers accept any number of slashes or backslashes before the authority, and both at its end
        let after_scheme = shown.find(':').map_or(shown, |colon| &shown[colon + 1..]);
        let rest = after_scheme.trim_start_matches(['/', '\\']);
        let scheme = &shown[..shown.len() - rest.len()];
        let authority = &rest[..rest.find(['/', '\\']).unwrap_or(rest.len())];
        let (user, rest) = match authority.rfind('@') {
            Some(at) => ("...@", &rest[at + 1..]),
            None => ("", rest),
        };
        write!(f, "{}{user}{}", scheme.escape_debug(), rest.escape_debug())?;
        if left_out.is_empty() { Ok(()) } else { write!(f, "{left_out}...") }
    }
}

/// Same as `Display`: debug output must not contain a password.
impl fmt::Debug for RedactedUrl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}
