//! What a document needs to be compiled, and what it becomes.

use super::{CompileError, Content, Source, Workflows, from_arazzo, from_flows};
use crate::{
    agents_json::AgentsJson,
    arazzo::{Arazzo, is_arazzo},
    openapi::{OpenApi, SourceError},
};
use adp_cards::convert::Loss;
use agent_description::{Document, format::Beside, json::Text};

/// A document that another one calls into.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SourceRef {
    /// By which the file names it.
    pub name: Text,
    /// Where it is: a URL, or a path from the file.
    pub url: Text,
}

/// What was found where a source should be.
#[derive(Debug)]
pub struct Supplied {
    /// What is in it.
    pub content: Content,
    /// The URL that it was fetched from; none where it was read from a file.
    pub base: Option<String>,
}

/// A document that was compiled.
#[derive(Debug)]
#[non_exhaustive]
pub struct Compiled {
    /// Its workflows.
    pub workflows: Workflows,
    /// What is sent otherwise than the document says, or not at all; where in it, and why.
    pub losses: Vec<Loss>,
}

impl Supplied {
    /// An OpenAPI document, with the files beside it.
    ///
    /// # Errors
    /// [`SourceError`]
    pub fn openapi(document: Document, beside: &dyn Beside, base: Option<String>) -> Result<Self, SourceError> {
        let openapi = OpenApi::compile(document, beside)?;
        Ok(Self { content: Content::OpenApi(Box::new(openapi)), base })
    }

    /// Another document of workflows.
    #[must_use]
    pub fn workflows(workflows: Workflows, base: Option<String>) -> Self {
        Self { content: Content::Workflows(Box::new(workflows)), base }
    }

    /// None: why, in words that follow "the source ".
    #[must_use]
    pub fn missing(why: impl Into<String>) -> Self {
        Self { content: Content::Missing(why.into()), base: None }
    }
}

/// The documents that a file of flows or an Arazzo document calls into, in its order.
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

/// Compiles a file of flows, or an Arazzo document of 1.0, with what was found of each document that [`wanted`] names, in that order. One that is not
/// supplied is missing. A flow that cannot run does not keep others from it.
///
/// # Errors
/// [`CompileError`], of what concerns all of the document.
pub fn compile(document: &Document, supplied: Vec<Supplied>) -> Result<Compiled, CompileError> {
    let mut supplied = supplied.into_iter();
    let sources = wanted(document).into_iter().map(|wanted| {
        let found = supplied.next().unwrap_or_else(|| Supplied::missing("was not read"));
        Source { name: wanted.name, url: wanted.url, base: found.base, content: found.content, overrides: Vec::new() }
    });
    let sources = sources.collect();
    if is_arazzo(document) {
        Ok(Compiled { workflows: from_arazzo::compile(document, sources)?, losses: Vec::new() })
    } else {
        from_flows::compile(document, sources)
    }
}
