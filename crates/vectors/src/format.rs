//! The vector file: header lines, an empty line, raw bytes.

use agent_description::TextError;

/// A test vector. `vectors/README.md` describes the headers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vector {
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Vector {
    /// Parses a vector file.
    ///
    /// # Errors
    ///
    /// [`TextError`].
    pub fn parse(file: &[u8]) -> Result<Self, TextError> {
        let at_line = |line: usize, problem: &str| TextError::new(format!("line {line}: {problem}"));
        let mut headers: Vec<(String, String)> = Vec::new();
        let mut rest = file;
        for line in 1.. {
            let Some(end) = rest.iter().position(|&byte| byte == b'\n') else {
                let expected = "expected an empty line before the input";
                return Err(at_line(line, &format!("found the end of the file in the headers, {expected}")));
            };
            let (text, after) = (&rest[..end], &rest[end + 1..]);
            rest = after;
            if text.is_empty() {
                break;
            }
            let (name, value) = std::str::from_utf8(text)
                .ok()
                .and_then(|text| text.split_once(": "))
                .filter(|(name, _)| is_header_name(name))
                .ok_or_else(|| {
                    at_line(line, "expected `name: value`, UTF-8, the name in lower-case letters and hyphens")
                })?;
            if headers.iter().any(|(earlier, _)| earlier == name) {
                return Err(at_line(line, &format!("duplicate header `{name}`")));
            }
            headers.push((name.to_owned(), value.to_owned()));
        }
        let vector = Self { headers, body: rest.to_vec() };
        for required in ["expect", "kind", "comment"] {
            if vector.header(required).is_none() {
                return Err(TextError::new(format!("the header `{required}` is missing")));
            }
        }
        Ok(vector)
    }

    /// Creates a vector from the required headers and the input.
    pub fn new(kind: &str, expect: &str, comment: &str, body: impl Into<Vec<u8>>) -> Self {
        let headers = [("expect", expect), ("kind", kind), ("comment", comment)];
        Self {
            headers: headers.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            body: body.into(),
        }
    }

    /// Adds a header.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push((name.to_owned(), value.into()));
        self
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The headers, in order.
    pub fn headers(&self) -> &[(String, String)] {
        &self.headers
    }

    /// The expected result: `ok` or an error code.
    pub fn expect(&self) -> &str {
        self.header("expect").unwrap_or_default()
    }

    /// The operation.
    pub fn kind(&self) -> &str {
        self.header("kind").unwrap_or_default()
    }

    /// The expected output, if any.
    pub fn output(&self) -> Option<&str> {
        self.header("output")
    }

    /// The raw input.
    pub fn body(&self) -> &[u8] {
        &self.body
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut file = Vec::new();
        for (name, value) in &self.headers {
            file.extend_from_slice(name.as_bytes());
            file.extend_from_slice(b": ");
            file.extend_from_slice(value.as_bytes());
            file.push(b'\n');
        }
        file.push(b'\n');
        file.extend_from_slice(&self.body);
        file
    }
}

fn is_header_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
}
