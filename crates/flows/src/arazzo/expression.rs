//! Runtime expressions (Arazzo 1.0.1, section 4.7): `$inputs.name`, `$steps.place.outputs.id`, `$response.body#/items/0`.
//!
//! The ABNF gives names any characters; the prose says what they consist of: `$steps.ID.outputs.NAME`, and a JSON Pointer behind `#` where the
//! value is a document. Both are asked for here.

use std::fmt;

/// A runtime expression.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expression {
    /// `$url`
    Url,
    /// `$method`
    Method,
    /// `$statusCode`
    StatusCode,
    /// `$request.…`
    Request(Part),
    /// `$response.…`
    Response(Part),
    /// `$inputs.NAME`
    Input(Value),
    /// `$outputs.NAME`
    Output(Value),
    /// `$steps.ID.outputs.NAME`
    Step(String, Value),
    /// `$workflows.ID.inputs.NAME`
    WorkflowInput(String, Value),
    /// `$workflows.ID.outputs.NAME`
    WorkflowOutput(String, Value),
    /// `$sourceDescriptions.NAME.REST`: its `url`, or an operation or workflow in it.
    Source(String, String),
    /// `$components.KIND.NAME`
    Component(String, String),
}

/// A part of a request or a response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// `header.NAME`
    Header(String),
    /// `query.NAME`
    Query(String),
    /// `path.NAME`
    Path(String),
    /// `body`, or what a JSON Pointer names in it.
    Body(Option<String>),
}

/// A value by its name, and what a JSON Pointer names in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// Its name.
    pub name: String,
    /// The pointer behind `#`.
    pub pointer: Option<String>,
}

/// Why a text is no runtime expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExpressionError {
    /// It starts with nothing that is known.
    #[error(
        "it starts with none of $url, $method, $statusCode, $request., $response., $inputs., $outputs., $steps., $workflows., $sourceDescriptions., $components."
    )]
    Start,
    /// Behind `$request.` or `$response.` stands no part of one.
    #[error("expected header., query., path. or body behind it")]
    Part,
    /// A header's name has characters that none has.
    #[error("the header's name is no token")]
    Token,
    /// What should be a JSON Pointer is none.
    #[error("what stands behind # is no JSON Pointer")]
    Pointer,
    /// A name is empty.
    #[error("a name is empty")]
    Empty,
    /// It does not say which value is meant.
    #[error("expected {0} behind the name")]
    Which(&'static str),
    /// It is longer than [`Expression::LONGEST`] bytes.
    #[error("it is longer than {} bytes", Expression::LONGEST)]
    Long,
}

impl Expression {
    /// The longest expression, in bytes.
    pub const LONGEST: usize = 4096;

    /// Reads an expression, without braces.
    ///
    /// # Errors
    /// [`ExpressionError`]
    pub fn read(text: &str) -> Result<Self, ExpressionError> {
        if text.len() > Self::LONGEST {
            return Err(ExpressionError::Long);
        }
        let Some((root, rest)) = text.split_once('.') else {
            return match text {
                "$url" => Ok(Self::Url),
                "$method" => Ok(Self::Method),
                "$statusCode" => Ok(Self::StatusCode),
                _ => Err(ExpressionError::Start),
            };
        };
        match root {
            "$request" => Ok(Self::Request(Part::read(rest)?)),
            "$response" => Ok(Self::Response(Part::read(rest)?)),
            "$inputs" => Ok(Self::Input(Value::read(rest)?)),
            "$outputs" => Ok(Self::Output(Value::read(rest)?)),
            "$steps" => {
                let (id, value) = of(rest, &[".outputs."], "`.outputs.` and the name of an output")?;
                Ok(Self::Step(id, value.1))
            }
            "$workflows" => {
                let expected = "`.inputs.` or `.outputs.` and a name";
                let (id, (kind, value)) = of(rest, &[".inputs.", ".outputs."], expected)?;
                Ok(if kind == 0 { Self::WorkflowInput(id, value) } else { Self::WorkflowOutput(id, value) })
            }
            "$sourceDescriptions" => {
                two(rest, "`.url` or the id of an operation or workflow").map(|(a, b)| Self::Source(a, b))
            }
            "$components" => two(rest, "the component's name").map(|(a, b)| Self::Component(a, b)),
            _ => Err(ExpressionError::Start),
        }
    }

    /// Whether a text would be an expression: it starts with `$` and a letter. Others, such as `$100`, are texts.
    #[must_use]
    pub fn is_meant(text: &str) -> bool {
        text.strip_prefix('$').is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_alphabetic()))
    }

    /// The expressions that stand in a text in braces: `Bearer {$inputs.token}`. A brace that no other closes is text.
    pub fn embedded(text: &str) -> impl Iterator<Item = &str> {
        text.split("{$").skip(1).filter_map(|rest| rest.split_once('}')).map(|(inside, _)| inside)
    }
}

/// An id and, behind one of these words, a value.
fn of(text: &str, words: &[&str], expected: &'static str) -> Result<(String, (usize, Value)), ExpressionError> {
    let found = words.iter().enumerate().filter_map(|(at, word)| Some((at, text.split_once(word)?)));
    let first = found.min_by_key(|(_, (id, _))| id.len());
    let Some((at, (id, rest))) = first else { return Err(ExpressionError::Which(expected)) };
    if id.is_empty() {
        return Err(ExpressionError::Empty);
    }
    Ok((id.to_owned(), (at, Value::read(rest)?)))
}

fn two(text: &str, expected: &'static str) -> Result<(String, String), ExpressionError> {
    match text.split_once('.') {
        Some((first, rest)) if !first.is_empty() && !rest.is_empty() => Ok((first.to_owned(), rest.to_owned())),
        Some(_) => Err(ExpressionError::Empty),
        None => Err(ExpressionError::Which(expected)),
    }
}

impl Value {
    fn read(text: &str) -> Result<Self, ExpressionError> {
        let (name, pointer) = match text.split_once('#') {
            Some((name, pointer)) => (name, Some(checked(pointer)?)),
            None => (text, None),
        };
        if name.is_empty() {
            return Err(ExpressionError::Empty);
        }
        Ok(Self { name: name.to_owned(), pointer })
    }
}

impl Part {
    fn read(text: &str) -> Result<Self, ExpressionError> {
        if text == "body" {
            return Ok(Self::Body(None));
        }
        if let Some(pointer) = text.strip_prefix("body#") {
            return Ok(Self::Body(Some(checked(pointer)?)));
        }
        let (kind, name) = text.split_once('.').ok_or(ExpressionError::Part)?;
        if name.is_empty() && matches!(kind, "header" | "query" | "path") {
            return Err(ExpressionError::Empty);
        }
        match kind {
            "header" if name.bytes().all(is_token) => Ok(Self::Header(name.to_owned())),
            "header" => Err(ExpressionError::Token),
            "query" => Ok(Self::Query(name.to_owned())),
            "path" => Ok(Self::Path(name.to_owned())),
            _ => Err(ExpressionError::Part),
        }
    }
}

fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

/// A JSON Pointer (RFC 6901): empty, or parts behind `/`, in which `~` stands before `0` or `1`.
fn checked(pointer: &str) -> Result<String, ExpressionError> {
    let is_escaped = pointer.split('~').skip(1).all(|rest| rest.starts_with(['0', '1']));
    if (pointer.is_empty() || pointer.starts_with('/')) && is_escaped {
        Ok(pointer.to_owned())
    } else {
        Err(ExpressionError::Pointer)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.pointer.as_ref().map_or(Ok(()), |pointer| write!(f, "#{pointer}"))
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header(name) => write!(f, "header.{name}"),
            Self::Query(name) => write!(f, "query.{name}"),
            Self::Path(name) => write!(f, "path.{name}"),
            Self::Body(None) => f.write_str("body"),
            Self::Body(Some(pointer)) => write!(f, "body#{pointer}"),
        }
    }
}

/// As it is written.
impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Url => f.write_str("$url"),
            Self::Method => f.write_str("$method"),
            Self::StatusCode => f.write_str("$statusCode"),
            Self::Request(part) => write!(f, "$request.{part}"),
            Self::Response(part) => write!(f, "$response.{part}"),
            Self::Input(value) => write!(f, "$inputs.{value}"),
            Self::Output(value) => write!(f, "$outputs.{value}"),
            Self::Step(id, value) => write!(f, "$steps.{id}.outputs.{value}"),
            Self::WorkflowInput(id, value) => write!(f, "$workflows.{id}.inputs.{value}"),
            Self::WorkflowOutput(id, value) => write!(f, "$workflows.{id}.outputs.{value}"),
            Self::Source(name, rest) => write!(f, "$sourceDescriptions.{name}.{rest}"),
            Self::Component(kind, name) => write!(f, "$components.{kind}.{name}"),
        }
    }
}
