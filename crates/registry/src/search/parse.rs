//! Parses the search language.
//!
//! ```text
//! search     = [ either ]
//! either     = both *( "OR" both )
//! both       = negated *( [ "AND" ] negated )
//! negated    = *"NOT" ( "(" either ")" / comparison )
//! comparison = [ FIELD ( "=" / ":" ) ] value
//! value      = ( WORD / QUOTED ) [ "*" ]
//! ```
//! The operators are in capital letters; `not` is a word. Adjacent parts are joined by `AND`. A quoted text may contain anything,
//! `\"` and `\\` for a quotation mark and a backslash.

use super::{
    SearchField,
    atoms::{Atom, atoms},
    query::{Clause, Query, QueryComparison},
    query_error::QueryError,
};
use agent_description::diagnostic::shortened;
use std::str::FromStr;

/// Maximum length of a search, in bytes.
pub const MAX_QUERY_BYTES: usize = 2_048;
/// Maximum number of comparisons.
pub const MAX_CLAUSES: usize = 64;
/// Maximum number of words, or of characters of scripts without spaces, in all comparisons.
pub const MAX_ATOMS: usize = 256;
/// Maximum nesting depth of parentheses and `NOT`.
pub const MAX_DEPTH: usize = 16;
/// Minimum number of characters before `*`.
pub const MIN_PREFIX_CHARS: usize = 2;

impl FromStr for Query {
    type Err = QueryError;

    /// Parses a search.
    fn from_str(text: &str) -> Result<Self, QueryError> {
        if text.len() > MAX_QUERY_BYTES {
            return Err(QueryError::too_long(text.len(), MAX_QUERY_BYTES));
        }
        let mut parser = Parser { text, at: 0, clauses: 0, atoms: 0 };
        if parser.peek() == Token::End {
            return Ok(Self::All);
        }
        let query = parser.either(0)?;
        match parser.peek() {
            Token::End => Ok(query),
            _ => Err(parser.unexpected("`AND`, `OR`, another comparison or the end")),
        }
    }
}

/// The next token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    And,
    Or,
    Not,
    Open,
    Close,
    Comparison,
    End,
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    clauses: usize,
    atoms: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The next token, without consuming more than leading spaces.
    fn peek(&mut self) -> Token {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
        let rest = self.rest();
        let word = rest.split(is_delimiter).next().unwrap_or_default();
        match (rest.chars().next(), word) {
            (None, _) => Token::End,
            (Some('('), _) => Token::Open,
            (Some(')'), _) => Token::Close,
            (_, "AND") => Token::And,
            (_, "OR") => Token::Or,
            (_, "NOT") => Token::Not,
            _ => Token::Comparison,
        }
    }

    fn either(&mut self, depth: usize) -> Result<Query, QueryError> {
        let mut all = vec![self.both(depth)?];
        while self.peek() == Token::Or {
            self.at += "OR".len();
            all.push(self.both(depth)?);
        }
        Ok(one_or(all, Query::Or))
    }

    fn both(&mut self, depth: usize) -> Result<Query, QueryError> {
        let mut all = vec![self.negated(depth)?];
        loop {
            match self.peek() {
                Token::And => self.at += "AND".len(),
                Token::Not | Token::Open | Token::Comparison => {}
                Token::Or | Token::Close | Token::End => return Ok(one_or(all, Query::And)),
            }
            all.push(self.negated(depth)?);
        }
    }

    fn negated(&mut self, depth: usize) -> Result<Query, QueryError> {
        const EXPECTED: &str = "a word, a quoted text, a field with `:` or `=`, `NOT` or `(`";
        let token = self.peek();
        if matches!(token, Token::Not | Token::Open) && depth == MAX_DEPTH {
            return Err(too_many(self.at, MAX_DEPTH, "parentheses and `NOT`s around each other"));
        }
        match token {
            Token::Not => {
                self.at += "NOT".len();
                Ok(Query::Not(Box::new(self.negated(depth + 1)?)))
            }
            Token::Open => {
                self.at += 1;
                let query = self.either(depth + 1)?;
                if self.peek() != Token::Close {
                    return Err(self.unexpected("`)`"));
                }
                self.at += 1;
                Ok(query)
            }
            Token::Comparison => Ok(Query::Clause(self.comparison()?)),
            Token::And | Token::Or | Token::Close | Token::End => Err(self.unexpected(EXPECTED)),
        }
    }

    fn comparison(&mut self) -> Result<Clause, QueryError> {
        self.clauses += 1;
        if self.clauses > MAX_CLAUSES {
            return Err(too_many(self.at, MAX_CLAUSES, "comparisons"));
        }
        let begin = self.at;
        let rest = self.rest();
        let name = rest.split(|c: char| is_delimiter(c) || matches!(c, ':' | '=' | '*')).next().unwrap_or_default();
        let operator = rest.get(name.len()..).and_then(|behind| behind.chars().next());
        if !matches!(operator, Some(':' | '=')) {
            return Ok(Clause { field: None, comparison: self.words()? });
        }
        let Some(field) = SearchField::from_name(name) else {
            let nearest =
                SearchField::nearest(name).map(|field| format!(" (did you mean `{field}`?)")).unwrap_or_default();
            let name = shortened(name);
            return Err(QueryError::at(
                begin,
                format!("unknown field {name}{nearest}; to search for the text, put it in quotes"),
            ));
        };
        self.at += name.len() + 1;
        let comparison = if operator == Some('=') { self.equal()? } else { self.words()? };
        Ok(Clause { field: Some(field), comparison })
    }

    fn equal(&mut self) -> Result<QueryComparison, QueryError> {
        let text = self.value()?;
        if self.rest().starts_with('*') {
            return Err(self.unexpected("the end of the value: `=` compares complete values; use `:` with `*`"));
        }
        self.ended()?;
        Ok(QueryComparison::Equal(text))
    }

    fn words(&mut self) -> Result<QueryComparison, QueryError> {
        let offset = self.at;
        let text = self.value()?;
        let prefix = self.rest().starts_with('*');
        self.at += usize::from(prefix);
        self.ended()?;
        let atoms = atoms(&text);
        self.atoms += atoms.len();
        if self.atoms > MAX_ATOMS {
            return Err(too_many(offset, MAX_ATOMS, "words in one search"));
        }
        match atoms.last() {
            None => {
                let message = format!("{} has no letter or digit to search for", shortened(&text));
                Err(QueryError::at(offset, message))
            }
            Some(Atom::Word(word)) if prefix && word.chars().count() < MIN_PREFIX_CHARS => Err(QueryError::at(
                offset,
                format!("a word before `*` needs at least {MIN_PREFIX_CHARS} characters; write a longer prefix"),
            )),
            _ => Ok(QueryComparison::Words { text, prefix }),
        }
    }

    /// A word or quoted text, without a following `*`.
    fn value(&mut self) -> Result<String, QueryError> {
        let begin = self.at;
        let rest = self.rest();
        let Some(quoted) = rest.strip_prefix('"') else {
            let word = rest.split(|c: char| is_delimiter(c) || c == '*').next().unwrap_or_default();
            if word.is_empty() {
                return Err(self.unexpected("a word or a quoted text"));
            }
            self.at += word.len();
            return Ok(word.to_owned());
        };
        let mut text = String::new();
        let mut characters = quoted.char_indices();
        while let Some((at, character)) = characters.next() {
            match character {
                '"' => {
                    self.at = begin + 1 + at + 1;
                    return Ok(text);
                }
                '\\' => match characters.next() {
                    Some((_, escaped @ ('"' | '\\'))) => text.push(escaped),
                    Some(_) => {
                        self.at = begin + 1 + at;
                        return Err(self.unexpected("`\\\"` or `\\\\`"));
                    }
                    None => break,
                },
                _ => text.push(character),
            }
        }
        Err(QueryError::at(begin, "unclosed quotation mark; add one at the end of the text"))
    }

    /// Checks that a space, parenthesis or the end follows a value.
    fn ended(&self) -> Result<(), QueryError> {
        match self.rest().chars().next() {
            None | Some('(' | ')') => Ok(()),
            Some(character) if character.is_whitespace() => Ok(()),
            Some(_) => Err(self.unexpected("a space or the end after `*` or a quotation mark")),
        }
    }

    fn unexpected(&self, expected: &str) -> QueryError {
        let rest = self.rest();
        let found = match rest.chars().next() {
            None => "the end".to_owned(),
            Some(first) if is_delimiter(first) || first == '*' => shortened(&first.to_string()),
            Some(_) => shortened(rest.split(is_delimiter).next().unwrap_or_default()),
        };
        QueryError::at(self.at, format!("found {found}, expected {expected}"))
    }
}

fn too_many(offset: usize, most: usize, what: &str) -> QueryError {
    QueryError::at(offset, format!("more than {most} {what}; remove some"))
}

/// Whether a character ends a word: white space, parentheses, quotation marks.
const fn is_delimiter(character: char) -> bool {
    matches!(character, '(' | ')' | '"') || character.is_whitespace()
}

fn one_or(mut all: Vec<Query>, join: impl FnOnce(Vec<Query>) -> Query) -> Query {
    if all.len() == 1 { all.remove(0) } else { join(all) }
}
