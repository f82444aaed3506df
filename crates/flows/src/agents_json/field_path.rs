//! Field paths of links: `parameters.name`, `requestBody.items.0.sku`, `responses.success.id`.
//!
//! The schema only requires a string; the reference implementation splits it at dots and treats numbers as indexes.
//! Other notations of real files are accepted with a finding.

use agent_description::{TextError, json::Text};
use std::fmt;

/// A path to a value in the inputs or outputs of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldPath {
    /// The part that contains the value.
    pub root: Root,
    /// The segments of the path; empty for the complete part.
    pub steps: Vec<FieldPathStep>,
    /// The standard spelling, if the path was written differently.
    pub meant: Option<String>,
}

/// A part of an action's inputs or outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Root {
    /// `parameters`: path, query, headers and cookies.
    Parameters,
    /// `requestBody`
    RequestBody,
    /// `responses.success`
    Response,
}

/// A path segment.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FieldPathStep {
    /// A member of an object.
    Name(Text),
    /// An index of an array, from 0.
    Index(u32),
}

/// A root, the path below it, and whether the standard spells it so.
type SplitRoot<'a> = (Root, Option<&'a str>, bool);

impl FieldPath {
    /// Maximum number of segments.
    pub const MAX_STEPS: usize = 32;

    /// Parses a path, including common misspellings: `query.x` means `parameters.x`; `response.x`, `responseBody.x` and
    /// `responses.x` mean `responses.success.x`.
    pub fn read(text: &str) -> Result<Self, TextError> {
        let trimmed = text.trim();
        let (root, rest, is_spelled) = Self::root_of(trimmed)
            .ok_or_else(|| TextError::new("it must start with `parameters`, `requestBody` or `responses.success`"))?;
        let (steps, has_brackets) = rest.map_or_else(|| Ok((Vec::new(), false)), |rest| steps(rest, root))?;
        let path = Self { root, steps, meant: None };
        let meant = (!is_spelled || has_brackets || trimmed != text).then(|| path.to_string());
        Ok(Self { meant, ..path })
    }

    /// The root of a path, and the rest; `None` if it starts with another name.
    pub(super) fn root_of(text: &str) -> Option<SplitRoot<'_>> {
        Some(match first_of(text.trim()) {
            ("parameters", rest) => (Root::Parameters, rest, true),
            ("requestBody", rest) => (Root::RequestBody, rest, true),
            ("responses", Some(rest)) => match first_of(rest) {
                ("success", rest) => (Root::Response, rest, true),
                _ => (Root::Response, Some(rest), false),
            },
            ("query", Some(rest)) => (Root::Parameters, Some(rest), false),
            ("response" | "responseBody" | "responses", rest) => (Root::Response, rest, false),
            _ => return None,
        })
    }

    /// Parses a path without a root, relative to `root`.
    pub(crate) fn below(root: Root, text: &str) -> Option<Self> {
        let (steps, _) = steps(text, Root::RequestBody).ok()?;
        Some(Self { root, steps, meant: None })
    }

    /// The name of the parameter or member in the first segment.
    #[must_use]
    pub fn first_name(&self) -> Option<&str> {
        match self.steps.first() {
            Some(FieldPathStep::Name(name)) => Some(name),
            _ => None,
        }
    }

    /// Maximum index of an array element that a link sets, because the elements before it are created.
    pub(crate) const MAX_TARGET_INDEX: u32 = 255;

    /// Whether a link can set it. The first index below `parameters` names a parameter of the operation.
    pub(crate) fn has_small_indices(&self) -> bool {
        let mut created = self.steps.iter().skip(usize::from(self.root == Root::Parameters));
        created.all(|step| !matches!(step, FieldPathStep::Index(index) if *index > Self::MAX_TARGET_INDEX))
    }
}

fn too_long() -> TextError {
    let most = FieldPath::MAX_STEPS;
    TextError::new(format!("it has more than {most} segments, or an index that is too large"))
}

/// Splits a text at the first `.` or `[`; the bracket belongs to the rest.
fn first_of(text: &str) -> (&str, Option<&str>) {
    match text.split_at(text.find(['.', '[']).unwrap_or(text.len())) {
        (first, "") => (first, None),
        (first, rest) => (first, Some(rest.strip_prefix('.').unwrap_or(rest))),
    }
}

/// Parses the segments. Also returns whether an index was in brackets. Names of parameters may contain brackets.
fn steps(text: &str, root: Root) -> Result<(Vec<FieldPathStep>, bool), TextError> {
    let (mut steps, mut has_brackets) = (Vec::new(), false);
    for (at, part) in text.split('.').enumerate() {
        let (name, indices) =
            match with_indices(part).filter(|_| root != Root::Parameters || at > 0 || part.starts_with('[')) {
                Some((name, indices)) => (Some(name).filter(|name| !name.is_empty()), indices),
                None => (Some(part), Vec::new()),
            };
        has_brackets |= !indices.is_empty();
        for part in name.into_iter().chain(indices) {
            if part.is_empty() {
                return Err(TextError::new("it has an empty segment next to a dot"));
            }
            if steps.len() == FieldPath::MAX_STEPS {
                return Err(too_long());
            }
            steps.push(if part.bytes().all(|byte| byte.is_ascii_digit()) {
                FieldPathStep::Index(part.parse().map_err(|_| too_long())?)
            } else {
                FieldPathStep::Name(part.into())
            });
        }
    }
    Ok((steps, has_brackets))
}

/// Splits `items[0][1]` into name and indexes. `None` without indexes, or for other content in brackets.
fn with_indices(part: &str) -> Option<(&str, Vec<&str>)> {
    let (name, brackets) = part.strip_suffix(']')?.split_once('[')?;
    let indices: Vec<&str> = brackets.split("][").collect();
    let is_index = |text: &&str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    indices.iter().all(is_index).then_some((name, indices))
}

/// Formats the standard spelling.
impl fmt::Display for FieldPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.root {
            Root::Parameters => "parameters",
            Root::RequestBody => "requestBody",
            Root::Response => "responses.success",
        })?;
        self.steps.iter().try_for_each(|step| match step {
            FieldPathStep::Name(name) => write!(f, ".{name}"),
            FieldPathStep::Index(index) => write!(f, ".{index}"),
        })
    }
}
