//! MCP documents and indexes of skills are judged within bounds, whatever they hold: findings have places, models are read; a schema that compiles
//! validates any value, or says that it would take too long.

use adp_catalogs::SKILLS_INDEX;
use adp_tools::{
    MCP_SERVER, MCP_SERVER_CARD, MCP_TOOLS,
    json_schema::Schema,
    mcp::tools::{CallableTool, ToolList},
};
use agent_description::{Document, Limits, Timestamp, diagnostic::CheckReport, format::Options};

pub fn run(bytes: &[u8]) {
    let Ok(document) = Document::parse(bytes, &Limits::default()) else { return };
    let at = Timestamp::from_unix_seconds(1_790_000_000).expect("a time");
    for format in [MCP_TOOLS, MCP_SERVER_CARD, MCP_SERVER, SKILLS_INDEX] {
        let report = format.check(&document, &Options::at(at));
        assert!(report.diagnostics.len() <= CheckReport::MAX_DIAGNOSTICS);
        for found in &report.diagnostics {
            assert!(found.line.is_some() && found.column.is_some(), "{found}");
        }
        assert!(format.show(&document, &Options::at(at)).is_ok());
    }
    for tool in ToolList::read(&document).tools.iter().take(16) {
        if let Ok(tool) = CallableTool::compile(tool) {
            let _ = tool.check_arguments(Some(document.json()));
            let _ = tool.check_result(document.root());
        }
    }
    // the document as a schema of itself, and of one of its parts
    if let Ok(schema) = Schema::compile(document.json()) {
        let _ = schema.validate(document.json());
        for member in document.root().iter().take(16) {
            let _ = schema.validate(member.value());
        }
    }
}
