//! Simple conditions (Arazzo 1.0.1, section 4.6.11): `$statusCode == 200 && $response.body#/status != 'done'`.

use super::expression::{EMPTY, Expression, no_part};
use crate::cut;
use agent_description::{ReadLimits, TextError, json::parse};
use std::fmt;

/// A condition.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Condition {
    /// A literal or an expression, evaluated as a boolean.
    Operand(Operand),
    /// `!`
    Not(Box<Self>),
    /// `&&`
    And(Box<Self>, Box<Self>),
    /// `||`
    Or(Box<Self>, Box<Self>),
    /// A comparison of two operands.
    Compare(Operand, Comparison, Operand),
}

/// An operand.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Operand {
    /// An expression with a path into its value: `[0]`, `.name`.
    Expression(Expression, Vec<ConditionSegment>),
    /// `'text'`
    Text(String),
    /// A number, as written.
    Number(String),
    /// `true`, `false`
    Bool(bool),
    /// `null`
    Null,
}

/// A path segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionSegment {
    /// `[0]`
    Index(u32),
    /// `.name`, after an index or a body
    Name(String),
}

/// `<`, `<=`, `>`, `>=`, `==`, `!=`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "their names say what they are")]
pub enum Comparison {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    NotEqual,
}

/// The error for a missing operand at this offset.
fn no_operand(at: usize) -> TextError {
    let expected = "an expression, a number, a text in single quotes, true, false or null";
    TextError::new(format!("expected {expected} at byte {at}"))
}

/// The error for an unclosed parenthesis or quote, or for text after the end.
fn no_operator(at: usize) -> TextError {
    TextError::new(format!("expected an operator or the end at byte {at}"))
}

fn too_large() -> TextError {
    let (most, deep) = (Condition::MAX_CHARS, Condition::MAX_DEPTH);
    TextError::new(format!("it is longer than {most} bytes, or nested more than {deep} deep"))
}

impl Condition {
    /// Maximum length in bytes.
    pub const MAX_CHARS: usize = 8192;
    /// Maximum nesting depth of parentheses and negations.
    pub const MAX_DEPTH: usize = 32;

    /// Parses a simple condition.
    pub fn read(text: &str) -> Result<Self, TextError> {
        if text.len() > Self::MAX_CHARS {
            return Err(too_large());
        }
        let mut reader = Reader { text, at: 0, depth: 0 };
        let read = reader.any_of()?;
        reader.blanks();
        if reader.at == text.len() { Ok(read) } else { Err(no_operator(reader.at)) }
    }

    /// The probable correction of a condition in the syntax of a programming language: `===`, `and`, `"text"`,
    /// `$body.ok`, `in [1, 2]`.
    #[must_use]
    pub fn meant(text: &str) -> Option<String> {
        const OPERATORS: [(&str, &str); 16] = [
            ("===", "=="),
            ("!==", "!="),
            ("==", "=="),
            ("!=", "!="),
            ("<=", "<="),
            (">=", ">="),
            ("&&", "&&"),
            ("||", "||"),
            ("<", "<"),
            (">", ">"),
            ("=", "=="),
            ("!", "!"),
            ("(", "("),
            (")", ")"),
            ("[", "["),
            ("]", "]"),
        ];
        if text.len() > Self::MAX_CHARS {
            return None;
        }
        let (mut words, mut rest): (Vec<String>, &str) = (Vec::new(), text.trim());
        while let Some(first) = rest.chars().next() {
            let after = rest.get(first.len_utf8()..)?;
            if matches!(first, '\'' | '"') {
                let (inside, behind) = after.split_once(first)?;
                words.push(format!("'{}'", inside.replace('\'', "''")));
                rest = behind;
            } else if let Some((written, meant)) = OPERATORS.iter().find(|(written, _)| rest.starts_with(written)) {
                words.push((*meant).to_owned());
                rest = rest.strip_prefix(written)?;
            } else {
                let end = rest.find([' ', '=', '!', '&', '|', '(', ')', '<', '>', ',']).unwrap_or(rest.len()).max(1);
                let end = rest
                    .find(']')
                    .filter(|at| *at < end && !rest.get(..*at).is_some_and(|word| word.contains('[')))
                    .unwrap_or(end);
                let (word, behind) = rest.split_at_checked(end)?;
                words.push(meant_word(word));
                rest = behind;
            }
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        }
        let written = without_lists(words)?.join(" ");
        Self::read(&written).is_ok().then_some(written)
    }

    /// Calls `each` for every expression.
    pub fn each_expression(&self, each: &mut dyn FnMut(&Expression)) {
        self.each_operand(&mut |operand| {
            if let Operand::Expression(expression, _) = operand {
                each(expression);
            }
        });
    }

    pub(crate) fn each_operand<'c>(&'c self, each: &mut dyn FnMut(&'c Operand)) {
        match self {
            Self::Operand(operand) => each(operand),
            Self::Compare(a, _, b) => [a, b].into_iter().for_each(each),
            Self::Not(inner) => inner.each_operand(each),
            Self::And(a, b) | Self::Or(a, b) => [a, b].into_iter().for_each(|part| part.each_operand(each)),
        }
    }
}

/// Formats the condition, with parentheses around each part of a chain.
impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Operand(operand) => operand.fmt(f),
            Self::Not(inner) => write!(f, "!({inner})"),
            Self::And(a, b) => write!(f, "({a}) && ({b})"),
            Self::Or(a, b) => write!(f, "({a}) || ({b})"),
            Self::Compare(a, comparison, b) => {
                let word = COMPARISONS.iter().find(|(_, known)| known == comparison).map_or("", |(word, _)| word);
                write!(f, "{a} {word} {b}")
            }
        }
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expression(expression, way) => {
                expression.fmt(f)?;
                way.iter().try_for_each(|step| match step {
                    ConditionSegment::Index(index) => write!(f, "[{index}]"),
                    ConditionSegment::Name(name) => write!(f, ".{name}"),
                })
            }
            Self::Text(text) => write!(f, "'{}'", text.replace('\'', "''")),
            Self::Number(number) => number.fmt(f),
            Self::Bool(flag) => flag.fmt(f),
            Self::Null => f.write_str("null"),
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

const COMPARISONS: [(&str, Comparison); 6] = [
    ("<=", Comparison::LessOrEqual),
    (">=", Comparison::GreaterOrEqual),
    ("==", Comparison::Equal),
    ("!=", Comparison::NotEqual),
    ("<", Comparison::Less),
    (">", Comparison::Greater),
];

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn takes(&mut self, word: &str) -> bool {
        self.blanks();
        let is_there = self.rest().starts_with(word);
        self.at += if is_there { word.len() } else { 0 };
        is_there
    }

    /// Parses a chain of `||`. The tree of a chain is as deep as the chain is long, so the length of the text limits
    /// the depth.
    fn any_of(&mut self) -> Result<Condition, TextError> {
        let mut all = vec![self.all_of()?];
        while self.takes("||") {
            all.push(self.all_of()?);
        }
        Ok(balanced(all, Condition::Or))
    }

    fn all_of(&mut self) -> Result<Condition, TextError> {
        let mut all = vec![self.one()?];
        while self.takes("&&") {
            all.push(self.one()?);
        }
        Ok(balanced(all, Condition::And))
    }

    fn one(&mut self) -> Result<Condition, TextError> {
        self.depth += 1;
        if self.depth > Condition::MAX_DEPTH {
            return Err(too_large());
        }
        let read = self.nested();
        self.depth -= 1;
        read
    }

    fn nested(&mut self) -> Result<Condition, TextError> {
        self.blanks();
        if self.rest().starts_with('!') && !self.rest().starts_with("!=") {
            self.at += 1;
            return Ok(Condition::Not(Box::new(self.one()?)));
        }
        if self.takes("(") {
            let inner = self.any_of()?;
            return if self.takes(")") { Ok(inner) } else { Err(no_operator(self.at)) };
        }
        let left = self.operand()?;
        match COMPARISONS.iter().find(|(word, _)| self.takes(word)) {
            Some((_, comparison)) => Ok(Condition::Compare(left, *comparison, self.operand()?)),
            None => Ok(Condition::Operand(left)),
        }
    }

    fn operand(&mut self) -> Result<Operand, TextError> {
        self.blanks();
        let rest = self.rest();
        if let Some(quoted) = rest.strip_prefix('\'') {
            let (text, length) = quoted_text(quoted).ok_or_else(|| no_operator(self.at))?;
            self.at += 1 + length;
            return Ok(Operand::Text(text));
        }
        let length = word_length(rest);
        let word = rest.get(..length).unwrap_or_default().to_owned();
        let start = self.at;
        self.at += length;
        if word.starts_with('$') {
            return expression(&word);
        }
        Ok(match word.as_str() {
            "true" => Operand::Bool(true),
            "false" => Operand::Bool(false),
            "null" => Operand::Null,
            number if number.starts_with(|c: char| c.is_ascii_digit() || c == '-') => {
                let read = parse(number.as_bytes(), ReadLimits::new(number.len()).any_number());
                if !read.is_ok_and(|read| read.is_number()) {
                    return Err(no_operand(start));
                }
                Operand::Number(number.to_owned())
            }
            _ => return Err(no_operand(start)),
        })
    }
}

/// The probable correction of a word of a condition.
fn meant_word(word: &str) -> String {
    match word.to_ascii_lowercase().as_str() {
        "and" => "&&".to_owned(),
        "or" => "||".to_owned(),
        "not" => "!".to_owned(),
        _ if word.starts_with('$') && expression(word).is_ok() => word.to_owned(),
        _ => Expression::meant_alone(word).unwrap_or_else(|| word.to_owned()),
    }
}

/// Writes `a in [1, 2]` as `(a == 1 || a == 2)`.
fn without_lists(words: Vec<String>) -> Option<Vec<String>> {
    let (mut written, mut words) = (Vec::new(), words.into_iter());
    while let Some(word) = words.next() {
        if !word.eq_ignore_ascii_case("in") {
            written.push(word);
            continue;
        }
        // a list of a list would double the text with each `in`
        let left = written.pop().filter(|left: &String| !left.starts_with('('))?;
        words.next().filter(|open| matches!(open.as_str(), "[" | "("))?;
        let items = words.by_ref().take_while(|item| !matches!(item.as_str(), "]" | ")"));
        let each: Vec<String> = items.map(|item| format!("{left} == {item}")).collect();
        written.push(format!("({})", each.join(" || ")));
    }
    Some(written)
}

/// Builds a balanced tree, whose depth is logarithmic in the number of parts.
fn balanced(mut all: Vec<Condition>, join: fn(Box<Condition>, Box<Condition>) -> Condition) -> Condition {
    while all.len() > 1 {
        let mut joined = Vec::with_capacity(all.len() / 2 + 1);
        let mut left = all.into_iter();
        while let Some(first) = left.next() {
            joined.push(match left.next() {
                Some(second) => join(Box::new(first), Box::new(second)),
                None => first,
            });
        }
        all = joined;
    }
    all.pop().unwrap_or(Condition::Operand(Operand::Null))
}

/// Parses a quoted text in which quotes are doubled. Returns the text, and its length including the closing quote.
fn quoted_text(quoted: &str) -> Option<(String, usize)> {
    let (mut text, mut length) = (String::new(), 0);
    let mut left = quoted.chars().peekable();
    while let Some(c) = left.next() {
        length += c.len_utf8();
        if c == '\'' {
            if left.peek() != Some(&'\'') {
                return Some((text, length));
            }
            left.next();
            length += 1;
        }
        text.push(c);
    }
    None
}

/// The length of a word, which ends at a space, parenthesis or operator.
fn word_length(text: &str) -> usize {
    let ends = |(at, c): (usize, char)| {
        let rest = text.get(at..).unwrap_or_default();
        c.is_whitespace()
            || matches!(c, '(' | ')' | '<' | '>')
            || ["==", "!=", "&&", "||"].iter().any(|it| rest.starts_with(it))
    };
    text.char_indices().find(|it| ends(*it)).map_or(text.len(), |(at, _)| at)
}

/// Parses an expression with a path into its value: `$response.body[0].id`.
fn expression(word: &str) -> Result<Operand, TextError> {
    // unlike in expressions, `.` also follows a body here
    let body = ["$response.body.", "$request.body."].into_iter().find(|body| word.starts_with(body));
    let end = body.map_or_else(|| word.find('[').unwrap_or(word.len()), |body| body.len() - 1);
    let (text, mut rest) = word.split_at(end);
    let failed = |error: TextError| TextError::new(format!("{:?} is not a runtime expression: {error}", cut(word)));
    let expression = Expression::read(text).map_err(failed)?;
    let mut way = Vec::new();
    while !rest.is_empty() {
        if let Some((index, behind)) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            let index = index.parse().map_err(|_| failed(no_part("a number in brackets")))?;
            way.push(ConditionSegment::Index(index));
            rest = behind;
        } else {
            let name = rest.strip_prefix('.').ok_or_else(|| failed(no_part("`.` or `[`")))?;
            let end = name.find(['.', '[']).unwrap_or(name.len());
            let (name, behind) = name.split_at(end);
            if name.is_empty() {
                return Err(failed(TextError::new(EMPTY)));
            }
            way.push(ConditionSegment::Name(name.to_owned()));
            rest = behind;
        }
    }
    Ok(Operand::Expression(expression, way))
}
