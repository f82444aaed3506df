//! Converts files of flows to Arazzo and back.

mod flow_inputs;
mod flow_links;
pub(super) mod from_flows;
mod from_openapi;
mod losses;
mod to_agents_json;
mod to_arazzo;

use super::Compiled;
use crate::{AGENTS_JSON, ARAZZO, arazzo::is_arazzo};
use adp_compare::convert::{ConvertError, check_result, check_unchanged};
use adp_tools::Loss;
use agent_description::{Document, Limits, format::Format, json::Object};
pub use from_openapi::flows_from_openapi;
use to_agents_json as agents_json_writer;
use to_arazzo as arazzo_writer;

/// A converted document.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ConvertedFlows {
    /// The document.
    pub document: Document,
    /// The losses.
    pub losses: Vec<Loss>,
}

/// Converts a compiled file of flows to Arazzo; an Arazzo document is returned unchanged. `strict` refuses losses.
pub fn to_arazzo(document: &Document, compiled: &Compiled, strict: bool) -> Result<ConvertedFlows, ConvertError> {
    if is_arazzo(document) {
        check_unchanged(document, ARAZZO, ARAZZO.title)?;
        return Ok(ConvertedFlows { document: document.clone(), losses: Vec::new() });
    }
    let (object, losses) = arazzo_writer::write(document, compiled);
    checked(object, losses, strict, ARAZZO)
}

/// Converts a compiled Arazzo document to a file of flows; a file of flows is returned unchanged. `strict` refuses
/// losses.
pub fn to_agents_json(document: &Document, compiled: &Compiled, strict: bool) -> Result<ConvertedFlows, ConvertError> {
    if !is_arazzo(document) {
        check_unchanged(document, AGENTS_JSON, AGENTS_JSON.title)?;
        return Ok(ConvertedFlows { document: document.clone(), losses: Vec::new() });
    }
    let (object, losses) = agents_json_writer::write(document, &compiled.workflows);
    checked(object, losses, strict, AGENTS_JSON)
}

fn checked(object: Object, losses: Vec<Loss>, strict: bool, to: &Format) -> Result<ConvertedFlows, ConvertError> {
    if let Some(first) = losses.first().filter(|_| strict) {
        return Err(ConvertError::Loss { first: first.clone(), more: losses.len() - 1 });
    }
    let document = Document::from_object(object, to.read_limits(&Limits::default()))?;
    Ok(ConvertedFlows { document: check_result(document, to, to.title)?, losses })
}
