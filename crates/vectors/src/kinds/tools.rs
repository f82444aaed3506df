//! Vectors for calls: with the schemas of an MCP tool, and with the intents of a message.

use super::{Answered, CannotAnswer, Path, Vector, VectorAnswer, document, document_in, flag, required};
use adp_cards::intent::{Typing, route};
use adp_tools::mcp::tools::{CallableTool, Tool};
use agent_description::{diagnostic::Severity, json::Json};

/// Validates the arguments or result of a call with a tool's schema.
pub(super) fn mcp_call(vector: &Vector, _: &Path) -> Answered {
    let tool = CallableTool::compile(&Tool::read(&document_in(vector, "tool")?))?;
    let body = document(vector)?;
    match required(vector, "of")? {
        "arguments" => tool.check_arguments(Some(body.json()))?,
        "result" => tool.check_result(body.root())?,
        other => return Err(CannotAnswer::value("of", other, "arguments or result").into()),
    }
    Ok(VectorAnswer::ok())
}

/// The arguments of the first intent. The result is the first error, of the card before the message.
pub(super) fn intent(vector: &Vector, _: &Path) -> Answered {
    let (card, message) = (document_in(vector, "card")?, document(vector)?);
    let typing = if flag(vector, "lenient")? { Typing::Lenient } else { Typing::Strict };
    let routed = route(&card, &message, typing)?;
    let findings = routed.iter().flat_map(|routed| &routed.findings).map(|finding| &finding.diagnostic);
    if let Some(error) = findings.into_iter().find(|found| found.severity == Severity::Error) {
        return Ok(VectorAnswer::with_code(error.code, error.message.clone()));
    }
    let arguments = routed.first().and_then(|routed| routed.arguments.as_ref());
    Ok(arguments.map(Json::to_compact).map_or_else(VectorAnswer::ok, VectorAnswer::output))
}
