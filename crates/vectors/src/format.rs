//! The vector file: header lines, an empty line, raw bytes.

/// A test vector. `vectors/README.md` describes the headers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vector {
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

/// The reason why a file is not a vector.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VectorFormatError {
    /// There is no empty line after the headers.
    #[error("line {line}: found the end of the file in the headers, expected an empty line before the input")]
    NoBody {
        /// The last line number, from 1.
        line: usize,
    },
    /// An invalid header line.
    #[error("line {line}: expected `name: value`, UTF-8, the name in lower-case letters and hyphens")]
    Header {
        /// Line number, from 1.
        line: usize,
    },
    /// A duplicate header.
    #[error("line {line}: duplicate header `{name}`")]
    Repeated {
        /// Line number, from 1.
        line: usize,
        /// Name of the header.
        name: String,
    },
    /// A required header is missing.
    #[error("the header `{0}` is missing")]
    Missing(&'static str),
}

impl Vector {
    /// Parses a vector file.
    ///
    /// # Errors
    ///
    /// [`VectorFormatError`].
    pub fn parse(file: &[u8]) -> Result<Self, VectorFormatError> {
        let mut headers: Vec<(String, String)> = Vec::new();
        let mut rest = file;
        for line in 1.. {
            let Some(end) = rest.iter().position(|&byte| byte == b'\n') else {
                return Err(VectorFormatError::NoBody { line });
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
                .ok_or(VectorFormatError::Header { line })?;
            if headers.iter().any(|(earlier, _)| earlier == name) {
                return Err(VectorFormatError::Repeated { line, name: name.to_owned() });
            }
            headers.push((name.to_owned(), value.to_owned()));
        }
        let vector = Self { headers, body: rest.to_vec() };
        for required in ["expect", "kind", "comment"] {
            if vector.header(required).is_none() {
                return Err(VectorFormatError::Missing(required));
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
