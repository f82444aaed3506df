//! Vectors for calls: with the schemas of an MCP tool, and with the intents of a message.

use super::{Answer, CannotAnswer, Path, Vector, descriptions::flag, required};
use adp_cards::{
    intent::{Typing, route},
    mcp::tools::{CallableTool, Tool},
};
use agent_description::{Document, Limits, diagnostic::Severity, json::Json};

/// Validates the arguments or result of a call with a tool's schema.
pub fn mcp_call(vector: &Vector, _: &Path) -> Result<Answer, CannotAnswer> {
    let limits = Limits::default();
    let text = required(vector, "tool")?;
    let tool = Document::parse(text.as_bytes(), &limits);
    let tool = tool.map_err(|error| CannotAnswer::value("tool", text, error.to_string()))?;
    let tool = match CallableTool::compile(&Tool::read(tool.root())) {
        Ok(tool) => tool,
        Err(error) => return Ok(Answer::refused(&error)),
    };
    let body = match Document::parse(vector.body(), &limits) {
        Ok(body) => body,
        Err(error) => return Ok(Answer::refused(&error)),
    };
    let checked = match required(vector, "of")? {
        "arguments" => tool.check_arguments(Some(body.json())),
        "result" => tool.check_result(body.root()),
        other => return Err(CannotAnswer::value("of", other, "arguments or result")),
    };
    Ok(checked.map_or_else(|error| Answer::refused(&error), |()| Answer::ok()))
}

/// The arguments of the first intent. The result is the first error, of the card before the message.
pub fn intent(vector: &Vector, _: &Path) -> Result<Answer, CannotAnswer> {
    let limits = Limits::default();
    let text = required(vector, "card")?;
    let card = Document::parse(text.as_bytes(), &limits);
    let card = card.map_err(|error| CannotAnswer::value("card", text, error.to_string()))?;
    let message = match Document::parse(vector.body(), &limits) {
        Ok(message) => message,
        Err(error) => return Ok(Answer::refused(&error)),
    };
    let typing = if flag(vector, "lenient")? { Typing::Lenient } else { Typing::Strict };
    let routed = match route(&card, &message, typing) {
        Ok(routed) => routed,
        Err(error) => return Ok(Answer::refused(&error)),
    };
    let findings = routed.iter().flat_map(|routed| &routed.findings).map(|finding| &finding.diagnostic);
    if let Some(error) = findings.into_iter().find(|found| found.severity == Severity::Error) {
        return Ok(Answer::with_code(error.code, error.message.clone()));
    }
    let arguments = routed.first().and_then(|routed| routed.arguments.as_ref());
    Ok(arguments.map(Json::to_compact).map_or_else(Answer::ok, Answer::output))
}
