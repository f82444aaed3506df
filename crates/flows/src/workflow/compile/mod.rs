//! The inputs and result of compiling a document.

mod from_arazzo;
mod from_call;
mod work;

use super::{CompileError, Compiled, CompiledContent, CompiledSource, Workflows};
use crate::{
    agents_json::{self, AgentsJson},
    arazzo::{self, Arazzo, is_arazzo},
    openapi::OpenApi,
};
use agent_description::{
    Code, Document,
    format::{Beside, Format},
    json::{Offset, Text},
};
pub(super) use work::Work;

/// A document that another one calls.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SourceRef {
    /// Name in the file.
    pub name: Text,
    /// URL, or path relative to the file.
    pub url: Text,
}

/// The content of a source.
#[derive(Debug)]
pub struct SuppliedSource {
    /// The content.
    pub content: CompiledContent,
    /// URL of a fetched document; `None` for a local file.
    pub base: Option<String>,
}

impl SuppliedSource {
    /// Supplies an OpenAPI document with its referenced files.
    pub fn openapi(document: Document, beside: &dyn Beside, base: Option<String>) -> Result<Self, CompileError> {
        let openapi = OpenApi::compile(document, beside)?;
        Ok(Self { content: CompiledContent::OpenApi(Box::new(openapi)), base })
    }

    /// Supplies another document of workflows.
    #[must_use]
    pub fn workflows(workflows: Workflows, base: Option<String>) -> Self {
        Self { content: CompiledContent::Workflows(Box::new(workflows)), base }
    }

    /// Reports a source as unavailable: an explanation that follows "the source ".
    #[must_use]
    pub fn missing(why: impl Into<String>) -> Self {
        Self { content: CompiledContent::Missing(why.into()), base: None }
    }
}

/// The documents that a file of flows or an Arazzo document calls, in file order.
#[must_use]
pub fn wanted(document: &Document) -> Vec<SourceRef> {
    let wanted = |name: Option<Text>, url: Option<Text>| SourceRef {
        name: name.unwrap_or(Text::from_static("")),
        url: url.unwrap_or(Text::from_static("")),
    };
    if is_arazzo(document) {
        Arazzo::read(document).sources.into_iter().map(|it| wanted(it.name, it.url)).collect()
    } else {
        AgentsJson::read(document).sources.into_iter().map(|it| wanted(it.id, it.path)).collect()
    }
}

/// Compiles a file of flows or an Arazzo 1.0 document with the contents of its sources, in the order of [`wanted`].
/// Unsupplied sources are unavailable. A flow that cannot run does not affect others.
///
/// # Errors
///
/// [`CompileError`], for errors that affect the complete document.
pub fn compile(document: &Document, supplied: Vec<SuppliedSource>) -> Result<Compiled, CompileError> {
    let of_format = if is_arazzo(document) { arazzo::parts } else { agents_json::parts };
    Format::check_part_count(of_format(document.root()))
        .map_err(|error| CompileError::broken(Code::TOO_LARGE, Offset::NONE, error.to_string()))?;
    let mut supplied = supplied.into_iter();
    let sources = wanted(document).into_iter().map(|wanted| {
        let found = supplied.next().unwrap_or_else(|| SuppliedSource::missing("was not read"));
        CompiledSource {
            name: wanted.name,
            url: wanted.url,
            base: found.base,
            content: found.content,
            overrides: Vec::new(),
        }
    });
    let sources = sources.collect();
    if is_arazzo(document) {
        Ok(Compiled { workflows: from_arazzo::compile(document, sources)?, losses: Vec::new(), arazzo: Vec::new() })
    } else {
        from_arazzo::compile_flows(document, sources)
    }
}
