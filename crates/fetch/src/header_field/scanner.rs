//! A scanner for lists and parameters in header fields (RFC 9110, section 5.6).

use super::is_token_char;

/// The rest of a field's value.
#[derive(Debug)]
pub struct Scanner<'a> {
    /// The unread text.
    pub rest: &'a str,
}

impl<'a> Scanner<'a> {
    /// Skips these characters. Returns how many there were.
    pub fn skip(&mut self, these: &str) -> usize {
        let before = self.rest.len();
        self.rest = self.rest.trim_start_matches(|c| these.contains(c));
        before - self.rest.len()
    }

    /// Whether an element of a list ends here.
    pub fn at_boundary(&self) -> bool {
        self.rest.is_empty() || self.rest.starts_with(',')
    }

    /// The longest beginning of wanted characters.
    pub fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !wanted(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    /// A token (section 5.6.2).
    pub fn token(&mut self) -> Option<&'a str> {
        let token = self.take_while(is_token_char);
        (!token.is_empty()).then_some(token)
    }

    /// Parses `BWS "=" BWS ( token / quoted-string )`, starting at the `=`.
    pub fn value(&mut self) -> Option<String> {
        self.rest = self.rest.strip_prefix('=')?;
        self.skip(" \t");
        match self.rest.strip_prefix('"') {
            None => self.token().map(str::to_owned),
            Some(rest) => {
                self.rest = rest;
                self.quoted()
            }
        }
    }

    /// Parses the rest of a quoted-string (section 5.6.4).
    fn quoted(&mut self) -> Option<String> {
        let (mut text, mut characters) = (String::new(), self.rest.chars());
        loop {
            match characters.next()? {
                '"' => break,
                '\\' => text.push(characters.next()?),
                c => text.push(c),
            }
        }
        self.rest = characters.as_str();
        Some(text)
    }
}
