//! Runtime expressions (Arazzo 1.0.1, section 4.7): `$inputs.name`, `$steps.place.outputs.id`,
//! `$response.body#/items/0`.
//!
//! The ABNF allows any characters in names; the prose defines the structure: `$steps.ID.outputs.NAME`, and a JSON
//! Pointer after `#` for documents. This parser requires both.

use agent_description::{TextError, diagnostic::closest};
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
    Request(MessagePart),
    /// `$response.…`
    Response(MessagePart),
    /// `$inputs.NAME`
    Input(NamedValue),
    /// `$outputs.NAME`
    Output(NamedValue),
    /// `$steps.ID.outputs.NAME`
    Step(String, NamedValue),
    /// `$workflows.ID.inputs.NAME`
    WorkflowInput(String, NamedValue),
    /// `$workflows.ID.outputs.NAME`
    WorkflowOutput(String, NamedValue),
    /// `$sourceDescriptions.NAME.REST`: the source's `url`, or an operation or workflow in it.
    Source(String, String),
    /// `$components.KIND.NAME`
    Component(String, String),
}

/// A part of a request or a response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessagePart {
    /// `header.NAME`
    Header(String),
    /// `query.NAME`
    Query(String),
    /// `path.NAME`
    Path(String),
    /// `body`, optionally with a JSON Pointer into it.
    Body(Option<String>),
}

/// A named value, optionally with a JSON Pointer into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedValue {
    /// Name of the value.
    pub name: String,
    /// The JSON Pointer after `#`.
    pub pointer: Option<String>,
}

const START: &str = "it must start with $url, $method, $statusCode, $request., $response., $inputs., $outputs., $steps., $workflows., $sourceDescriptions., $components.";
const PART: &str = "expected header., query., path. or body after it";
pub(super) const EMPTY: &str = "a name is empty";
const BLANKS: &str = "a name has leading or trailing spaces";

fn refuse<T>(message: &str) -> Result<T, TextError> {
    Err(TextError::new(message))
}

/// The error for an incomplete expression.
pub(super) fn no_part(expected: &str) -> TextError {
    TextError::new(format!("expected {expected} after the name"))
}

impl Expression {
    /// Maximum length in bytes.
    pub const MAX_CHARS: usize = 4096;

    /// Parses an expression without braces.
    pub fn read(text: &str) -> Result<Self, TextError> {
        if text.len() > Self::MAX_CHARS {
            return refuse(&format!("it is longer than {} bytes", Self::MAX_CHARS));
        }
        if text != text.trim() {
            return refuse(BLANKS);
        }
        Self::parse(text)
    }

    /// Same for one that this software wrote: names in it may be long, or end with spaces.
    pub(crate) fn parse(text: &str) -> Result<Self, TextError> {
        let Some((root, rest)) = text.split_once('.') else {
            return match text {
                "$url" => Ok(Self::Url),
                "$method" => Ok(Self::Method),
                "$statusCode" => Ok(Self::StatusCode),
                _ => refuse(START),
            };
        };
        match root {
            "$request" => Ok(Self::Request(MessagePart::read(rest)?)),
            "$response" => Ok(Self::Response(MessagePart::read(rest)?)),
            "$inputs" => Ok(Self::Input(NamedValue::read(rest)?)),
            "$outputs" => Ok(Self::Output(NamedValue::read(rest)?)),
            "$steps" => {
                let (id, value) = split_at_word(rest, &[".outputs."], "`.outputs.` and the name of an output")?;
                Ok(Self::Step(id, value.1))
            }
            "$workflows" => {
                let expected = "`.inputs.` or `.outputs.` and a name";
                let (id, (kind, value)) = split_at_word(rest, &[".inputs.", ".outputs."], expected)?;
                Ok(if kind == 0 { Self::WorkflowInput(id, value) } else { Self::WorkflowOutput(id, value) })
            }
            "$sourceDescriptions" => {
                two(rest, "`.url` or the id of an operation or workflow").map(|(a, b)| Self::Source(a, b))
            }
            "$components" => two(rest, "the component's name").map(|(a, b)| Self::Component(a, b)),
            _ => refuse(START),
        }
    }

    /// Whether a text is treated as an expression: it starts with a name such as `$inputs`. Texts such as `$100` or
    /// `$group` are literals.
    #[must_use]
    pub fn is_meant(text: &str) -> bool {
        let Some(rest) = text.strip_prefix('$') else { return false };
        let is_root = |root: &&str| {
            let behind = rest.strip_prefix(root);
            behind.is_some_and(|behind| behind.is_empty() || behind.starts_with(['.', '#', '[']))
        };
        ROOTS.iter().any(is_root)
    }

    /// The literal for a text with an escaped `$`: `$$inputs.name` means `$inputs.name`.
    #[must_use]
    pub fn unescaped(text: &str) -> Option<&str> {
        let rest = text.strip_prefix('$')?;
        let dollars = rest.bytes().take_while(|byte| *byte == b'$').count();
        rest.get(dollars.checked_sub(1)?..).filter(|last| Self::is_meant(last)).map(|_| rest)
    }

    /// Escapes a text so that it neither is nor contains an expression.
    #[must_use]
    pub fn escaped(text: &str) -> String {
        let is_affected = |text: &str| Self::is_meant(text) || Self::unescaped(text).is_some();
        if is_affected(text) {
            return format!("${text}");
        }
        let (mut written, mut from, mut braces) = (String::with_capacity(text.len()), 0, Braces::new(text));
        for (at, _) in text.match_indices("{$") {
            let start = at + 1;
            written.push_str(text.get(from..=start).unwrap_or_default());
            if braces.inside(start).is_some_and(is_affected) {
                written.push('$');
            }
            from = start + 1;
        }
        written + text.get(from..).unwrap_or_default()
    }

    /// Splits a text with embedded expressions: `Bearer {$inputs.token}`. Unclosed braces and other content in braces
    /// are literal; `{$$inputs.token}` means the literal `{$inputs.token}`.
    #[must_use]
    pub fn parts(text: &str) -> Vec<TextPart<'_>> {
        let (mut parts, mut plain, mut from, mut braces) = (Vec::new(), String::new(), 0, Braces::new(text));
        for (at, _) in text.match_indices("{$") {
            // inside of an expression
            let Some(before) = text.get(from..at) else { continue };
            let Some(inside) = braces.inside(at + 1) else { continue };
            let end = at + inside.len() + 2;
            if Self::is_meant(inside) {
                plain.push_str(before);
                if !plain.is_empty() {
                    parts.push(TextPart::Text(std::mem::take(&mut plain)));
                }
                parts.push(TextPart::Expression(inside));
                from = end;
            } else if let Some(literal) = Self::unescaped(inside) {
                plain.extend([before, "{", literal, "}"]);
                from = end;
            }
        }
        plain.push_str(text.get(from..).unwrap_or_default());
        if !plain.is_empty() {
            parts.push(TextPart::Text(plain));
        }
        parts
    }

    /// The embedded expressions of a text, without braces.
    pub fn embedded(text: &str) -> impl Iterator<Item = &str> {
        Self::parts(text).into_iter().filter_map(|part| match part {
            TextPart::Expression(expression) => Some(expression),
            TextPart::Text(_) => None,
        })
    }

    /// The contents of the braces `{$…}` of a text that are literal.
    pub(super) fn unread(text: &str) -> impl Iterator<Item = &str> {
        let mut braces = Braces::new(text);
        let inside = text.match_indices("{$").filter_map(move |(at, _)| braces.inside(at + 1));
        inside.filter(|inside| !Self::is_meant(inside) && Self::unescaped(inside).is_none())
    }

    /// The probable correction of a misspelled expression: `$response.body#/id` for `$response.body.id`, and
    /// `#/items/0` for `#/items[0]`, which would be a member named `items[0]`.
    #[must_use]
    pub fn meant(text: &str) -> Option<String> {
        if text.len() > Self::MAX_CHARS {
            return None;
        }
        let trimmed = text.trim();
        if Self::read(trimmed).is_ok() {
            let meant = with_plain_indices(trimmed);
            return Some(meant).filter(|meant| meant != text);
        }
        let rest = text.strip_prefix('$')?;
        let end = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (root, rest) = rest.split_at(end);
        if !rest.is_empty() && !rest.starts_with(['.', '#', '[']) {
            return None;
        }
        let root = ROOTS.contains(&root).then_some(root).or_else(|| closest(root, ROOTS))?;
        let written = match (root, rest.strip_prefix('.')) {
            ("request" | "response", Some(part)) => meant_part(root, part)?,
            ("steps", Some(rest)) => {
                let (id, value) = rest.split_once('.')?;
                if matches!(value, "output" | "outputs") {
                    return None;
                }
                let value = value.strip_prefix("outputs.").or_else(|| value.strip_prefix("output.")).unwrap_or(value);
                let (name, way) = value.split_at(value.find(['.', '[', '#']).unwrap_or(value.len()));
                let way = if way.starts_with('#') { way.to_owned() } else { with_hash(way) };
                format!("$steps.{id}.outputs.{name}{way}")
            }
            _ => format!("${root}{rest}"),
        };
        Some(written).filter(|written| Self::read(written).is_ok())
    }

    /// Like [`Expression::meant`], for a place where only an expression can be: `$steps.a.outputs.b` for
    /// `steps.a.outputs.b` and `${steps.a.outputs.b}`.
    #[must_use]
    pub fn meant_alone(text: &str) -> Option<String> {
        Self::meant(text).or_else(|| {
            let bare = text.trim().trim_start_matches(['$', '{']).trim_end_matches('}');
            let body = bare.strip_prefix("body").is_some_and(|way| way.is_empty() || way.starts_with(['.', '#', '[']));
            let written = format!("${}{bare}", if body { "response." } else { "" });
            let is_other = written != text && Self::is_meant(&written);
            if is_other && Self::read(&written).is_ok() {
                return Some(written);
            }
            is_other.then(|| Self::meant(&written)).flatten()
        })
    }

    /// Converts a path `.items[0].name` to the JSON Pointer `/items/0/name`.
    #[must_use]
    pub fn pointer_of(way: &str) -> String {
        let tokens =
            way.split(['.', '[', ']']).map(|token| token.trim_matches(['\'', '"'])).filter(|it| !it.is_empty());
        tokens.map(|token| format!("/{}", token.replace('~', "~0").replace('/', "~1"))).collect()
    }
}

/// Rewrites indexes of a pointer: `#/items/0/id` for `#/items[0].id`.
fn with_plain_indices(text: &str) -> String {
    let Some((before, pointer)) = text.split_once('#') else { return text.to_owned() };
    let token = |token: &str| {
        let index = token.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
        let is_index = index.is_some_and(|(index, _)| !index.is_empty() && index.bytes().all(|it| it.is_ascii_digit()));
        if is_index { Expression::pointer_of(token) } else { format!("/{token}") }
    };
    let tokens: String = pointer.split('/').skip(1).map(token).collect();
    format!("{before}#{tokens}")
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextPart<'a> {
    /// A literal.
    Text(String),
    /// An expression, without braces.
    Expression(&'a str),
}

/// The names that expressions start with.
const ROOTS: [&str; 11] = [
    "url",
    "method",
    "statusCode",
    "request",
    "response",
    "inputs",
    "outputs",
    "steps",
    "workflows",
    "sourceDescriptions",
    "components",
];

/// The braces of a text, from its start on: each byte is searched once, however many are opened.
pub(crate) struct Braces<'a> {
    text: &'a str,
    /// The first `}` that is not before the last place; the length of the text if there is none.
    closing: usize,
}

impl<'a> Braces<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, closing: 0 }
    }

    /// The text from `start` to the next `}`, within the maximum length of an expression. Each `start` is after the one
    /// before.
    pub(crate) fn inside(&mut self, start: usize) -> Option<&'a str> {
        let is_closing = self.text.as_bytes().get(self.closing) == Some(&b'}');
        if !is_closing || self.closing < start {
            let rest = self.text.get(start.max(self.closing)..)?;
            self.closing = rest.find('}').map_or(self.text.len(), |at| start.max(self.closing) + at);
        }
        let inside = self.text.get(start..self.closing).filter(|_| self.closing < self.text.len())?;
        (inside.len() <= Expression::MAX_CHARS).then_some(inside)
    }
}

/// A path as the suffix of an expression after the name; empty for no path.
fn with_hash(way: &str) -> String {
    let pointer = Expression::pointer_of(way);
    if pointer.is_empty() { pointer } else { format!("#{pointer}") }
}

/// The probable correction of a part of a request or response.
fn meant_part(root: &str, part: &str) -> Option<String> {
    if let Some(way) = part.strip_prefix("body") {
        let way = way.trim_start_matches(['#', '$']);
        let way = match way {
            _ if way.starts_with('/') => format!("#{way}"),
            _ if way.contains('/') && !way.starts_with(['.', '[']) => format!("#/{way}"),
            _ => with_hash(way),
        };
        return Some(format!("${root}.body{way}"));
    }
    if let Some(name) = part.strip_prefix("header").and_then(|rest| rest.trim_start_matches('s').strip_prefix('[')) {
        return Some(format!("${root}.header.{}", name.trim_end_matches(']').trim_matches(['\'', '"'])));
    }
    match part.split_once('.') {
        Some(("headers", name)) => Some(format!("${root}.header.{name}")),
        _ if root == "response" && matches!(part, "status" | "statusCode" | "status_code") => {
            Some("$statusCode".to_owned())
        }
        _ => None,
    }
}

fn check_name(name: &str) -> Result<(), TextError> {
    match name.trim() {
        "" => refuse(EMPTY),
        trimmed if trimmed != name => refuse(BLANKS),
        _ => Ok(()),
    }
}

/// Splits into an ID and, after one of these words, a value.
fn split_at_word(text: &str, words: &[&str], expected: &str) -> Result<(String, (usize, NamedValue)), TextError> {
    let found = words.iter().enumerate().filter_map(|(at, word)| Some((at, text.split_once(word)?)));
    let first = found.min_by_key(|(_, (id, _))| id.len());
    let Some((at, (id, rest))) = first else { return Err(no_part(expected)) };
    check_name(id)?;
    Ok((id.to_owned(), (at, NamedValue::read(rest)?)))
}

fn two(text: &str, expected: &str) -> Result<(String, String), TextError> {
    match text.split_once('.') {
        Some((first, rest)) if !first.is_empty() && !rest.is_empty() => Ok((first.to_owned(), rest.to_owned())),
        Some(_) => refuse(EMPTY),
        None => Err(no_part(expected)),
    }
}

impl NamedValue {
    fn read(text: &str) -> Result<Self, TextError> {
        let (name, pointer) = match text.split_once('#') {
            Some((name, pointer)) => (name, Some(checked(pointer)?)),
            None => (text, None),
        };
        check_name(name)?;
        Ok(Self { name: name.to_owned(), pointer })
    }
}

impl MessagePart {
    fn read(text: &str) -> Result<Self, TextError> {
        if text == "body" {
            return Ok(Self::Body(None));
        }
        if let Some(pointer) = text.strip_prefix("body#") {
            return Ok(Self::Body(Some(checked(pointer)?)));
        }
        let Some((kind, name)) = text.split_once('.') else { return refuse(PART) };
        if name.is_empty() && matches!(kind, "header" | "query" | "path") {
            return refuse(EMPTY);
        }
        match kind {
            "header" if name.bytes().all(is_token) => Ok(Self::Header(name.to_owned())),
            "header" => refuse("the header name is not a token"),
            "query" => Ok(Self::Query(name.to_owned())),
            "path" => Ok(Self::Path(name.to_owned())),
            _ => refuse(PART),
        }
    }
}

fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

/// Validates a JSON Pointer (RFC 6901).
fn checked(pointer: &str) -> Result<String, TextError> {
    let is_escaped = pointer.split('~').skip(1).all(|rest| rest.starts_with(['0', '1']));
    if (pointer.is_empty() || pointer.starts_with('/')) && is_escaped {
        Ok(pointer.to_owned())
    } else {
        refuse("the part after # is not a JSON Pointer")
    }
}

impl fmt::Display for NamedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.pointer.as_ref().map_or(Ok(()), |pointer| write!(f, "#{pointer}"))
    }
}

impl fmt::Display for MessagePart {
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

/// Formats the expression.
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
